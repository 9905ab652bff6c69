"""A match out of the journal or a transcript, gone through step by step, forwards and back."""

from collections.abc import Callable, Iterable
from typing import Final

from attrs import frozen

import rust_core

from .journal import Chosen, DrawAgreed, Record, Retired, Rewound
from .rules_core import RulesCore
from .transcript.replaying import ReplayError, apply, require_digest

Change = Chosen | Retired | DrawAgreed | Rewound
"""The records that change a match: each is a step."""
_CHANGES: Final = (Chosen, Retired, DrawAgreed, Rewound)


@frozen
class Step:
    """What one step brought about.

    Attributes:
        number: counted from 1; 0 is the beginning.
        change: what was done; None at the beginning.
        events: what came of it.
    """

    number: int
    change: Change | None
    events: list[rust_core.Event]


class Replay:
    """A match that is played again.

    One thread at a time calls it. A step costs what the choice did; going back costs the match up to there.

    Args:
        records: of the match, in order; those that change nothing are left out.
        digest: of the match at its beginning, hex.
        begin: starts the match's rules anew.
    """

    def __init__(self, records: Iterable[Record], digest: str, begin: Callable[[], RulesCore]) -> None:
        """Stand at the beginning.

        Raises:
            ReplayError: the match does not begin as it did.
        """
        self._changes = [record for record in records if isinstance(record, _CHANGES)]
        self._digest = digest
        self._begin = begin
        self.core: RulesCore = begin()
        self.step: Step
        self._stand_at_the_beginning()

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._changes)

    def _stand_at_the_beginning(self) -> None:
        require_digest(self.core, self._digest)
        self.step = Step(0, None, self.core.opening())

    def next(self) -> bool:
        """Go one step on; return whether there was one.

        Raises:
            ReplayError: the match does not go as it did.
        """
        number = self.step.number
        if number == self.steps:
            return False
        change = self._changes[number]
        self.step = Step(number + 1, change, apply(self.core, change))
        return True

    def go(self, number: int) -> None:
        """Go to a step; to the first or the last one where there are not so many.

        Raises:
            ReplayError: the match does not go as it did.
        """
        number = max(0, min(number, self.steps))
        if number < self.step.number:
            self.core = self._begin()
            self._stand_at_the_beginning()
        while self.step.number < number:
            self.next()


__all__ = ["Change", "Replay", "ReplayError", "Step"]
