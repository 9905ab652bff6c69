"""What players offer each other in a match: a draw, to take choices back, to adjourn. All who play must agree."""

from collections.abc import Collection, Iterable
from typing import Literal

OfferKind = Literal["draw", "takeback", "adjourn"]


class Offers:
    """The open offers of a match; a choice ends them all.

    Args:
        people: the seats whose agreement counts: those that the house does not play.

    Attributes:
        open: what is offered: how much, and the seats that agree.
    """

    def __init__(self, people: Iterable[int]) -> None:
        """Nothing is offered."""
        self._people = frozenset(people)
        self.open: dict[OfferKind, tuple[int, set[int]]] = {}

    @property
    def people(self) -> frozenset[int]:
        """The seats whose agreement counts."""
        return self._people

    def agree(self, what: OfferKind, count: int, seat: int, without: Collection[int] = ()) -> bool:
        """Note that `seat` wants `what`; return whether all do now. Another `count` is a new offer.

        The seats `without` are not asked.
        """
        known = self.open.get(what)
        agreed = known[1] if known is not None and known[0] == count else set[int]()
        agreed.add(seat)
        self.open[what] = (count, agreed)
        if agreed >= self._people.difference(without):
            del self.open[what]
            return True
        return False

    def leave(self, seat: int) -> None:
        """Note that a seat is out of the match: its agreement counts no more, and all offers end."""
        self._people -= {seat}
        self.open.clear()

    def withdraw(self, seat: int) -> OfferKind | None:
        """Note that `seat` declines what is offered, or withdraws it; return what, None if there is nothing."""
        for what in list(self.open):
            if seat in self._people:
                del self.open[what]
                return what
        return None

    def clear(self) -> None:
        """Forget all offers."""
        self.open.clear()
