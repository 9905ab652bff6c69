"""A match that begins in the midst of another one: how that one stood after one of its steps.

The new match has the setup and the chance of the old one and begins with its records, so nothing else is needed to play
it again, at a restart or to verify it. A choice and its takeback stand behind them: so later draws differ from those
that were seen. They come from a seed that is known, though: such matches are for trying things out.
"""

from attrs import frozen

import rust_core

from .journal import Chosen, Created, Rewound
from .replays import Change, Replay
from .rules_core import RulesCore


class NothingToPlayError(Exception):
    """The match is over after that step."""


@frozen(eq=False)
class Position:
    """How a match stood, ready to be played on once.

    Attributes:
        created: how that match began.
        changes: what leads there.
        told: what came of the beginning and of each change, and what was open then.
        core: the rules' part of the match, as it stands.
    """

    created: Created
    changes: tuple[Change, ...]
    told: tuple[rust_core.Step, ...]
    core: RulesCore

    @property
    def mover(self) -> int:
        """The seat that decides now, or the first of them."""
        return self.core.pending()[0].seat


def position(created: Created, replay: Replay, step: int) -> Position:
    """Return how a match stood after one of its steps, which is the last one where there are not so many.

    Args:
        created: how it began.
        replay: the match, at its beginning; nobody uses it afterwards.
        step: counted from 1; 0 is the beginning.

    Raises:
        NothingToPlayError: the match is over there.
        ReplayError: it does not go as it did.
    """
    changes: list[Change] = []
    told = [replay.step.shown]
    while replay.step.number < step and replay.next() and replay.step.change is not None:
        changes.append(replay.step.change)
        told.append(replay.step.shown)
    core = replay.core
    if not core.pending():
        raise NothingToPlayError
    decision = core.pending()[0]
    told.append(core.look(core.choose(decision.seat, decision.default)))
    shift: list[Change] = [Chosen(created.match, decision.seat, decision.default, core.digest().hex())]
    core.rewind(1)
    told.append(core.look([]))
    shift.append(Rewound(created.match, 1, core.digest().hex()))
    return Position(created, (*changes, *shift), tuple(told), core)
