"""What a match tells after each record: one object for all viewers, which encodes each thing once, on demand."""

from collections.abc import Collection, Sequence

import rust_core
from protocol import RawJson, decide_line, encode_server, event_line, waiting_line
from protocol import server_messages as told

from .rules_core import RulesCore

_END = b"\r\n"


class Update:
    """The match as it is now, and the events that made it so. Made, shown and dropped without an await in between.

    Attributes:
        match: the match's number.
        game: the game's id.
        names: who sits where.
        pending: the open decisions.
        outcome: set once the match is over.
        epochs: the seats' epochs: a line of an older one is stale.
        house_seats: the seats that the house plays.
        is_start: whether the match has just begun, so that viewers hear of it for the first time.
    """

    __slots__ = (
        "_events",
        "_first",
        "_public",
        "_standing",
        "_told",
        "core",
        "epochs",
        "game",
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
        events: Sequence[rust_core.Event],
        first: dict[int | None, int],
        epochs: Sequence[int],
        *,
        house_seats: Collection[int] = (),
        is_start: bool = False,
    ) -> None:
        """Look at `core`; `first` is the number of the first event for each viewer's seat (None: who watches)."""
        self.match = match
        self.game = core.game
        self.names = names
        self.core = core
        self.epochs = epochs
        self.pending = core.pending()
        self.outcome = core.outcome() if not self.pending else None
        self.house_seats = house_seats
        self.is_start = is_start
        self._events = [event.faces for event in events]
        self._public = _public_faces(self._events)
        self._first = first
        self._told: dict[tuple[int | None, int], bytes] = {}
        self._standing: dict[int | None, bytes] = {}

    def faces(self, seat: int | None) -> list[str]:
        """Return the events as JSON, as far as `seat` may know them."""
        if self._public is not None:
            return self._public
        found = [_face_for(faces, seat) for faces in self._events]
        return [face for face in found if face is not None]

    def numbers_after(self) -> dict[int | None, int]:
        """Return the number of the next event for each viewer's seat."""
        if self._public is not None:
            count = len(self._public)
            return {seat: number + count for seat, number in self._first.items()}
        return {seat: number + len(self.faces(seat)) for seat, number in self._first.items()}

    def decision(self, seat: int | None) -> rust_core.Decision | None:
        """Return the open decision of `seat`."""
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
            None,
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
        return self._events_json(seat) + self._standing_json(seat)

    def _events_json(self, seat: int | None) -> bytes:
        key = (None if self._public is not None else seat, number := self._first[seat])
        ready = self._told.get(key)
        if ready is None:
            ready = b"".join(
                [event_line(self.match, number + place, face) + _END for place, face in enumerate(self.faces(seat))]
            )
            self._told[key] = ready
        return ready

    def _standing_json(self, seat: int | None) -> bytes:
        decision = self.decision(seat) if seat is not None else None
        key = None if decision is None else seat
        ready = self._standing.get(key)
        if ready is None:
            if decision is not None:
                ready = decide_line(self.decide(decision)) + _END  # a message of its own: it is spelt in one place
            elif self.outcome is None:
                ready = waiting_line(self.waiting()) + _END
            else:
                ready = encode_server(self.over() or self.waiting()) + _END
            self._standing[key] = ready
        return ready


_Faces = list[tuple[list[int] | None, str]]


def _public_faces(events: Sequence[_Faces]) -> list[str] | None:
    """Return the one face of each event, if everybody sees the same."""
    public: list[str] = []
    for faces in events:
        if len(faces) != 1 or faces[0][0] is not None:
            return None
        public.append(faces[0][1])
    return public


def _face_for(faces: _Faces, seat: int | None) -> str | None:
    """Return the face that `seat` gets: one that names it, else the one for all others, else none."""
    rest: str | None = None
    for viewers, face in faces:
        if viewers is None:
            rest = face
        elif seat is not None and seat in viewers:
            return face
    return rest
