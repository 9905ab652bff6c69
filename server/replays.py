"""A match out of the journal or a transcript, gone through step by step, forwards and back."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, assert_never

from attrs import frozen

import rust_core
from protocol import RawJson
from protocol import server_messages as told

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
        shown: what came of it.
    """

    number: int
    change: Change | None
    shown: rust_core.Step


class Replay:
    """A match that is played again.

    Attributes:
        core: the rules' part of the match, as it is after the step.
        step: the last step.

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
        self.step = Step(0, None, self.core.look(self.core.opening()))

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


def step_message(match: int, game: str, names: Sequence[str], replay: Replay, seat: int | None) -> told.ReplayStep:
    """Return what is told of the step that a replay stands at.

    Args:
        match: the match's number.
        game: its game's id.
        names: who sat where.
        replay: the match itself.
        seat: whose eyes it is seen with; None: a watcher's.
    """
    step = replay.step
    what, mover, line, count = _what(step.change)
    outcome = replay.core.outcome()
    over = None
    if outcome is not None:
        over = told.MatchOver(match, outcome.winners, outcome.reason, outcome.scores)
    return told.ReplayStep(
        match,
        game,
        list(names),
        seat,
        step.number,
        replay.steps,
        what,
        mover,
        line if mover == seat else None,  # a line can name what the others did not see
        count,
        [RawJson(face) for face in step.shown.faces(seat)],
        RawJson(replay.core.view(seat)),
        over,
    )


_What = Literal["start", "choice", "retired", "draw", "takeback"]


def _what(change: Change | None) -> tuple[_What, int | None, str | None, int]:
    match change:
        case None:
            return "start", None, None, 0
        case Chosen(seat=seat, line=line):
            return "choice", seat, line, 0
        case Retired(seat=seat):
            return "retired", seat, None, 0
        case DrawAgreed():
            return "draw", None, None, 0
        case Rewound(count=count):
            return "takeback", None, None, count
        case _:
            assert_never(change)


__all__ = ["Change", "Replay", "ReplayError", "Step", "step_message"]
