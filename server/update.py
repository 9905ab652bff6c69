"""What a match tells after each record: one object for all viewers, made, shown and dropped without an await between.

This is the hot path of every choice: what a program is told comes ready from the core, in the words of the protocol,
and no message is made on the way.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

import rust_core
from protocol import RawJson, decide_frame, encode_server, event_frame, waiting_line
from protocol import server_messages as told

from .clocks import SeatStanding
from .rules_core import RulesCore


@frozen
class Frames:
    """The words of the protocol around what the core tells; made once a match.

    Attributes:
        event: around an event.
        decide: around a decision.
    """

    event: tuple[str, str, str]
    decide: tuple[str, str]

    @classmethod
    def of(cls, match: int) -> "Frames":
        """Return the words of a match without clocks."""
        return cls(event_frame(match), decide_frame(match, None))


class Update:
    """The match as it is now, and the events that made it so.

    Attributes:
        match: the match's number.
        names: who sits where.
        pending: the open decisions.
        outcome: set once the match is over.
        epochs: the seats' epochs: a line of an older one is stale.
        house_seats: the seats that the house plays.
        is_start: whether the match has just begun, so that viewers hear of it for the first time.
        clocks: how the seats' clocks stand; empty in an untimed match.
        commitment: what the server committed itself to (`server.fairness`), if it did.
    """

    __slots__ = (
        "_events",
        "_first",
        "_frames",
        "_otherwise",
        "_skipped",
        "clocks",
        "commitment",
        "core",
        "epochs",
        "house_seats",
        "is_start",
        "match",
        "names",
        "outcome",
        "pending",
    )

    def __init__(
        self,
        match: int,
        names: Sequence[str],
        core: RulesCore,
        events: list[rust_core.Event],
        first: Sequence[int],
        frames: Frames,
        epochs: Sequence[int],
        house_seats: Collection[int],
        *,
        is_start: bool,
        clocks: Sequence[SeatStanding] = (),
        skipped: Collection[int] = (),
        commitment: str | None = None,
        pending: list[rust_core.Decision] | None = None,
    ) -> None:
        """Look at `core`, whose open decisions may be passed on as `pending` by who has asked for them.

        `first` is the number of the first event for each seat, and at its end for who watches. The seats `skipped` are
        not asked, though they have something to decide: a line for it is known already.
        """
        self.match = match
        self.names = names
        self.core = core
        self.pending = core.pending() if pending is None else pending
        self.outcome = None if self.pending else core.outcome()
        self.epochs = epochs
        self.house_seats = house_seats
        self.is_start = is_start
        self.clocks = clocks
        self.commitment = commitment
        self._events = events
        self._first = first
        self._frames = frames
        self._otherwise: str | None = None
        self._skipped = skipped

    @property
    def game(self) -> str:
        """The game's id."""
        return self.core.game

    def first_number(self, seat: int | None) -> int:
        """Return the number that the first of the events has, or would have, for `seat`."""
        return self._first[-1 if seat is None else seat]

    def faces(self, seat: int | None) -> list[str]:
        """Return the events as JSON, as far as `seat` may know them."""
        return [face for event in self._events if (face := event.face(seat)) is not None]

    def decision(self, seat: int | None) -> rust_core.Decision | None:
        """Return what `seat` is asked."""
        if seat in self._skipped:
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
        return self.core.view(seat)

    def view_message(self, seat: int | None) -> told.View:
        """Return the view of `seat` as a message."""
        return told.View(self.match, RawJson(self.core.view(seat)))

    def json(self, seat: int | None) -> bytes:
        """Return all that a program at `seat` is told, as lines: events, then what is to be decided, or the end."""
        otherwise = self._otherwise
        if otherwise is None:
            otherwise = self._otherwise = self._wait_or_end()
        first = self._first[-1 if seat is None else seat]
        if self._skipped and seat in self._skipped:
            before, between, behind = self._frames.event
            lines = [f"{before}{number}{between}{face}{behind}" for number, face in enumerate(self.faces(seat), first)]
            return "".join([*lines, otherwise]).encode()
        frame = self._frames.decide
        if self.clocks and seat is not None:
            frame = decide_frame(self.match, self.clocks[seat].left_ms)
        return self.core.tell(self._events, seat, first, self._frames.event, frame, otherwise)

    def _wait_or_end(self) -> str:
        if len(self.pending) == 1:
            only = self.pending[0]
            return waiting_line(self.match, (only.seat,), only.window)
        return encode_server(self.over() or self.waiting()).decode() + "\r\n"


_COUNTED_BY: Final[Mapping[str, str]] = {"mage_wars": "round"}
"""What a game counts instead of turns."""


def turn_of(view: Mapping[str, Any]) -> int:
    """Return the number of the running turn or round of a view, by which people count; 0 where a game has none."""
    turn = view.get(_COUNTED_BY.get(str(view.get("game")), "turn"))
    return turn if isinstance(turn, int) else 0
