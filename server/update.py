"""What a match tells after each record: one object for all viewers, made, shown and dropped without an await between.

This is the hot path of every choice: what a program is told comes ready from the core, in the words of the protocol,
and no message is made on the way.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from attrs import define, field

import rust_core
from protocol import RawJson, decide_frame, encode_json, encode_server, event_frame, waiting_frame
from protocol import server_messages as told

from .clocks import SeatStanding
from .rules_core import RulesCore


@define
class Scene:
    """What is the same in all updates of a match, made once; what changes is looked up when it is told.

    Attributes:
        match: the match's number.
        names: who sits where.
        core: the rules' part of the match.
        epochs: the seats' epochs: a line of an older one is stale. The owner's own list.
        is_skipped: whether a seat is not asked, though it has something to decide: a line for it is known already.
        standing: how the seats' clocks stand; None in an untimed match.
        house_seats: the seats that the house plays.
        commitment: what the server committed itself to (`server.fairness`), if it did.
        frames: the words of the protocol around what the core tells.
    """

    match: int
    names: Sequence[str]
    core: RulesCore
    epochs: Sequence[int]
    is_skipped: Callable[[int], bool]
    standing: Callable[[], Sequence[SeatStanding]] | None = None
    house_seats: Collection[int] = ()
    commitment: str | None = None
    frames: rust_core.Frames = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the frames."""
        self.frames = rust_core.Frames(event_frame(self.match), decide_frame(self.match), waiting_frame(self.match))


class Update:
    """The match as it is now, and the events that made it so.

    Args:
        scene: the match.
        step: its events, and what is open.
        first: the number of the first event for each seat, and at its end for who watches.
        is_start: see below.

    Attributes:
        outcome: set once the match is over.
        epochs: the seats' epochs: a line of an older one is stale.
        is_start: whether the match has just begun, so that viewers hear of it for the first time.
    """

    __slots__ = ("_clocks", "_first", "_over", "_pending", "_scene", "_step", "epochs", "is_start", "outcome")

    def __init__(self, scene: Scene, step: rust_core.Step, first: Sequence[int], *, is_start: bool = False) -> None:
        """Look at the match."""
        self.outcome = scene.core.outcome() if step.is_over else None
        self.epochs = scene.epochs
        self.is_start = is_start
        self._scene = scene
        self._step = step
        self._first = first
        self._over: bytes | None = None
        self._pending: list[rust_core.Decision] | None = None
        self._clocks: Sequence[SeatStanding] | None = None

    @property
    def pending(self) -> list[rust_core.Decision]:
        """The open decisions."""
        if self._pending is None:
            self._pending = self._step.pending
        return self._pending

    @property
    def match(self) -> int:
        """The match's number."""
        return self._scene.match

    @property
    def names(self) -> Sequence[str]:
        """Who sits where."""
        return self._scene.names

    @property
    def core(self) -> RulesCore:
        """The rules' part of the match, to be looked at."""
        return self._scene.core

    @property
    def house_seats(self) -> Collection[int]:
        """The seats that the house plays."""
        return self._scene.house_seats

    @property
    def commitment(self) -> str | None:
        """What the server committed itself to (`server.fairness`), if it did."""
        return self._scene.commitment

    @property
    def clocks(self) -> Sequence[SeatStanding]:
        """How the seats' clocks stand; empty in an untimed match."""
        if self._clocks is None:
            standing = self._scene.standing
            self._clocks = () if standing is None else standing()
        return self._clocks

    @property
    def game(self) -> str:
        """The game's id."""
        return self.core.game

    def first_number(self, seat: int | None) -> int:
        """Return the number that the first of the events has, or would have, for `seat`."""
        return self._first[-1 if seat is None else seat]

    def faces(self, seat: int | None) -> list[str]:
        """Return the events as JSON, as far as `seat` may know them."""
        return self._step.faces(seat)

    def decision(self, seat: int | None) -> rust_core.Decision | None:
        """Return what `seat` is asked."""
        if seat is None or self._scene.is_skipped(seat):
            return None
        for decision in self.pending:
            if decision.seat == seat:
                return decision
        return None

    def waiting(self) -> told.Waiting:
        """Return whom the match waits for."""
        if len(self.pending) == 1:
            only = self.pending[0]
            return told.Waiting(self.match, [only.seat], only.window)
        awaited = [decision for decision in self.pending if not decision.sealed] or self.pending
        window = awaited[0].window if awaited else ""
        return told.Waiting(self.match, [decision.seat for decision in awaited], window)

    def decide(self, decision: rust_core.Decision) -> told.Decide:
        """Return `decision` as it is asked."""
        return told.Decide(
            self.match,
            decision.seat,
            decision.id,
            decision.window,
            decision.kind,
            decision.default,
            self.core.choices(decision.seat),
            decision.complete,
            self.clocks[decision.seat].left_ms if self.clocks else None,
        )

    def over(self) -> told.MatchOver | None:
        """Return the end, once there is one."""
        if self.outcome is None:
            return None
        return told.MatchOver(self.match, self.outcome.winners, self.outcome.reason, self.outcome.scores)

    def view(self, seat: int | None) -> str:
        """Return the view of `seat` as JSON."""
        return self._scene.core.view(seat)

    def view_message(self, seat: int | None) -> told.View:
        """Return the view of `seat` as a message."""
        return told.View(self.match, RawJson(self.core.view(seat)))

    def json(self, seat: int | None) -> bytes:
        """Return all that a program at `seat` is told, as lines: events, then what is to be decided, or the end."""
        scene = self._scene
        if seat is None:
            data = scene.core.tell(self._step, None, self._first[-1], scene.frames)
        elif scene.standing is None and not scene.is_skipped(seat):
            data = scene.core.tell(self._step, seat, self._first[seat], scene.frames)
        else:
            millis = self.clocks[seat].left_ms if self.clocks else None
            is_asked = not scene.is_skipped(seat)
            data = scene.core.tell(self._step, seat, self._first[seat], scene.frames, millis, is_asked=is_asked)
        return data if self.outcome is None else data + self._end()

    def _end(self) -> bytes:
        over = self.over()
        if self._over is None and over is not None:
            self._over = encode_json(encode_server(over))
        return self._over or b""


_COUNTED_BY: Final[Mapping[str, str]] = {"mage_wars": "round"}
"""What a game counts instead of turns."""


def turn_of(view: Mapping[str, Any]) -> int:
    """Return the number of the running turn or round of a view, by which people count; 0 where a game has none."""
    turn = view.get(_COUNTED_BY.get(str(view.get("game")), "turn"))
    return turn if isinstance(turn, int) else 0
