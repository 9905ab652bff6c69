"""What a match asks of those who keep it: a recorder writes its changes down, an adjourner keeps it meanwhile."""

from collections.abc import Callable, Collection, Iterable
from typing import Protocol

import rust_core

from .journal import Progress, Then, Wished


class Recorder(Protocol):
    """Where changes are written down before anybody sees them."""

    def chosen(self, seat: int, line: str, step: rust_core.Step, then: Callable[[], None], tag: str = "") -> None:
        """Write a choice down, and what the clocks say; `step` is what it brought about, with the digest.

        `then` runs once it is durable.
        """
        ...

    progress: Progress
    """How far the journal is."""

    def chosen_alone(self, seat: int, line: str, step: rust_core.Step, then: Iterable[Then]) -> int:
        """Write down a choice that ended nothing; return the batch with which it is durable, when `then` is done.

        Only where nothing is owed.
        """
        ...

    def owes(self) -> bool:
        """Return whether there is more to write down with the next change."""
        ...

    def wished(self, wish: Wished, then: Callable[[], None] | None = None) -> None:
        """Write down what a seat wants in windows; without `then` together with the next change."""
        ...

    def retired(self, seat: int, reason: str, then: Callable[[], None]) -> None:
        """Write down that a seat left."""
        ...

    def draw_agreed(self, then: Callable[[], None]) -> None:
        """Write down a draw by agreement."""
        ...

    def rewound(self, count: int, then: Callable[[], None]) -> None:
        """Write down that choices were taken back."""
        ...

    def adjourned(self, then: Callable[[], None]) -> None:
        """Write down that the match stands still."""
        ...

    def resumed(self, then: Callable[[], None]) -> None:
        """Write down that it goes on."""
        ...

    def spoke(self, name: str, text: str) -> None:
        """Write down what somebody said; nobody waits for that."""
        ...

    def aborted(self, reason: str, then: Callable[[], None]) -> None:
        """Write down that the match ends without a result; at once if it has ended already."""
        ...


class Adjourner(Protocol):
    """Where adjourned matches are kept."""

    def reserve(self, match: int) -> None:
        """Keep a place for a match.

        Raises:
            RemoteError: there is none, for one of its players or at all.
        """
        ...

    def keep(self, match: int, people: Collection[int]) -> None:
        """Keep a match that stands still now; all of `people`, its seats, are needed to go on."""
        ...
