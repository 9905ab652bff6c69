"""A small game with every kind of decision, in place of `rust_core.Match`: turns, reactions, sealed secrets.

Each of its rounds goes: both seats seal a hand in secret; then the seat whose turn it is steps, peeks or strikes, and
the other one may answer a strike. A peek is told to its seat alone, a strike to everybody, but with a face of its own
for who strikes. Points decide after `ROUNDS` rounds. It calls itself by the name of a game that the server knows, since
texts and verbs are found by it; only programs can play it.

What is private holds the word `secret_of(seat)`, so that a test can search for it in what others were sent.
"""

import copy
import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from attrs import evolve, field, frozen

import rust_core

GAME: Final = "wizards_arena"
ROUNDS: Final = 3
HANDS: Final = ("seal paper", "seal rock", "seal scissors")
MOVES: Final = ("peek", "step 1", "step 2", "strike")
ANSWERS: Final = ("block", "let")
_Faces = list[tuple[list[int] | None, str]]  # as `rust_core.Event.faces`


@frozen
class FakeDecision:
    """What `rust_core.Decision` is."""

    id: int
    seat: int
    window: str
    kind: str
    default: str
    hidden: bool = False
    aimed: bool = False
    complete: bool = True
    sealed: bool = False


@frozen
class FakeEvent:
    """What `rust_core.Event` is."""

    faces: _Faces

    def face(self, seat: int | None) -> str | None:
        """Return what `seat` is told of it."""
        return _face(self.faces, seat)


@frozen
class FakeOutcome:
    """What `rust_core.Outcome` is."""

    winners: list[int]
    reason: str
    scores: list[int] = field(factory=list)


@frozen
class FakeStep:
    """What `rust_core.Step` is."""

    events: list[FakeEvent]
    pending: list[FakeDecision]
    digest: bytes | None = None

    @property
    def turn(self) -> tuple[int, int] | None:
        """The one open decision, if it is a plain turn."""
        if len(self.pending) != 1 or self.pending[0].kind != "turn" or self.pending[0].hidden or self.pending[0].sealed:
            return None
        return self.pending[0].seat, self.pending[0].id

    @property
    def is_over(self) -> bool:
        """Whether nothing is open."""
        return not self.pending

    def faces(self, seat: int | None) -> list[str]:
        """Return what `seat` is told of the events."""
        return [face for event in self.events if (face := event.face(seat)) is not None]

    def count(self, numbers: list[int]) -> list[int]:
        """Return the next events' numbers."""
        seats = [*range(len(numbers) - 1), None]
        return [number + len(self.faces(seat)) for seat, number in zip(seats, numbers, strict=True)]


def secret_of(seat: int) -> str:
    """Return the word that only `seat` may ever be sent."""
    return f"secret-of-seat-{seat}"


class FakeGame:
    """A match of it. `log` has the faces of all its events, in order: what the viewers should have been told."""

    STRIKES_ARE_AIMED: ClassVar[bool] = False
    """Whether who answers a strike is told to be its aim, as the real games tell it of attacks and spells."""

    def __init__(self) -> None:
        """Begin the first round."""
        self.game = GAME
        self.seats = 2
        self.log: list[_Faces] = []
        self.lines: list[tuple[int, str]] = []
        self._points = [0, 0]
        self._peeks = [0, 0]
        self._round = 0
        self._window = "sealing"
        self._sealed: list[str | None] = [None, None]
        self._ids = [1, 1]
        self._outcome: FakeOutcome | None = None

    @classmethod
    def start(cls, *_: object) -> Self:
        """Start a match, whatever is asked for."""
        return cls()

    @property
    def mover(self) -> int:
        """Whose turn it is in this round."""
        return self._round % 2

    def opening(self) -> list[FakeEvent]:
        """Deal each seat its secret."""
        deal: _Faces = [([seat], _json("dealt", word=secret_of(seat))) for seat in range(2)]
        return self._told([_public("begun", rounds=ROUNDS)], deal)

    def pending(self) -> list[FakeDecision]:
        """Return the open decisions."""
        if self._outcome is not None:
            return []
        if self._window == "sealing":
            return [
                self._decision(seat, "secret", HANDS[0], sealed=self._sealed[seat] is not None) for seat in range(2)
            ]
        if self._window == "moving":
            return [self._decision(self.mover, "turn", MOVES[1])]
        return [self._decision(1 - self.mover, "reaction", ANSWERS[1], hidden=True, aimed=self.STRIKES_ARE_AIMED)]

    def _decision(self, seat: int, kind: str, default: str, **more: bool) -> FakeDecision:
        return FakeDecision(self._ids[seat], seat, self._window, kind, default, **more)

    def choices(self, seat: int, /) -> list[str]:
        """Return the lines of `seat`."""
        if all(decision.seat != seat for decision in self.pending()):
            return []
        return list({"sealing": HANDS, "moving": MOVES, "answering": ANSWERS}[self._window])

    def choose(self, seat: int, line: str, /) -> list[FakeEvent]:
        """Play a line.

        Raises:
            rust_core.IllegalChoice: the match is as it was.
        """
        line = " ".join(line.lower().split())
        if self._outcome is not None:
            raise refusal("match-over", "The match is over.")
        choices = self.choices(seat)
        if not choices:
            raise refusal("not-your-decision", "Another seat decides now.")
        if line not in choices:
            raise refusal("unreadable-line", "Nothing of this window is called that.")
        self.lines.append((seat, line))
        if self._window == "sealing":
            return self._seal(seat, line)
        self._ids[seat] += 1
        if self._window == "answering":
            return self._answer(line)
        return self._move(seat, line)

    def _seal(self, seat: int, line: str) -> list[FakeEvent]:
        self._sealed[seat] = line
        if None in self._sealed:
            return self._told([([seat], _json("sealed", word=secret_of(seat), hand=line))])
        for each in range(2):
            self._ids[each] += 1
        hands = [hand.removeprefix("seal ") for hand in self._sealed if hand is not None]
        self._sealed = [None, None]
        self._window = "moving"
        return self._told([_public("unsealed", hands=hands)])

    def _move(self, seat: int, line: str) -> list[FakeEvent]:
        if line == "strike":
            self._window = "answering"
            faces: _Faces = [(None, _json("struck", by=seat)), ([seat], _json("struck", by=seat, word=secret_of(seat)))]
            return self._told(faces)
        if line == "peek":
            self._peeks[seat] += 1
            faces = [([seat], _json("peeked", word=secret_of(seat), count=self._peeks[seat]))]
        else:
            self._points[seat] += int(line[-1])
            faces = [_public("stepped", by=seat, points=list(self._points))]
        return self._told(faces, *self._end_round())

    def _answer(self, line: str) -> list[FakeEvent]:
        if line == "let":
            self._points[self.mover] += 1
        return self._told([_public("answered", how=line, points=list(self._points))], *self._end_round())

    def _end_round(self) -> list[_Faces]:
        self._round += 1
        self._window = "sealing"
        if self._round < ROUNDS:
            return [[_public("round", number=self._round + 1)]]
        best = max(self._points)
        winners = [seat for seat in range(2) if self._points[seat] == best]
        self._outcome = FakeOutcome(winners if len(winners) == 1 else [], "points", list(self._points))
        return [[_public("ended", points=list(self._points))]]

    def play(self, seat: int, line: str, with_digest: bool = False, /) -> FakeStep:
        """Play a line, and look at what is open then.

        Raises:
            rust_core.IllegalChoice: the match is as it was.
        """
        step = self.look(self.choose(seat, line))
        return evolve(step, digest=self.digest()) if with_digest else step

    def look(self, events: list[FakeEvent], /) -> FakeStep:
        """Look at what is open now."""
        return FakeStep(events, self.pending())

    def tell(
        self,
        step: FakeStep,
        seat: int | None,
        first: int,
        frames: rust_core.Frames,
        millis: int | None = None,
        *,
        is_asked: bool = True,
    ) -> bytes:
        """Return what a program at `seat` is told, as the core words it."""
        before, between, behind = frames.event
        told = [f"{before}{number}{between}{face}{behind}" for number, face in enumerate(step.faces(seat), first)]
        if step.is_over:
            return "".join(told).encode()
        mine = [decision for decision in step.pending if decision.seat == seat]
        if not mine or not is_asked:
            awaited = [one for one in step.pending if not one.sealed] or step.pending
            before, between, behind = frames.waiting
            seats = ",".join(str(one.seat) for one in awaited)
            return "".join([*told, before, seats, between, awaited[0].window, behind]).encode()
        asked = {
            "seat": mine[0].seat,
            "decision": mine[0].id,
            "window": mine[0].window,
            "kind": mine[0].kind,
            "default": mine[0].default,
            "choices": self.choices(mine[0].seat),
            "complete": mine[0].complete,
        }
        fields = json.dumps(asked, separators=(",", ":"))[1:-1]
        before, between, behind = frames.decide
        return "".join([*told, before, fields, between, json.dumps(millis), behind]).encode()

    def tell_all(
        self, step: FakeStep, viewers: list[int | None], first: list[int], frames: rust_core.Frames
    ) -> tuple[list[bytes], list[int]]:
        """Return what each of several programs is told, and the numbers of the next events."""
        numbers = {viewer: first[-1 if viewer is None else viewer] for viewer in viewers}
        return [self.tell(step, viewer, numbers[viewer], frames) for viewer in viewers], step.count(first)

    def clone(self) -> Self:
        """Return a copy that shares nothing."""
        return copy.deepcopy(self)

    def digest(self) -> bytes:
        """Return 8 bytes that stand for the state."""
        state = (self._points, self._peeks, self._round, self._window, self._sealed, self._outcome)
        return hashlib.sha256(repr(state).encode()).digest()[:8]

    def agree_draw(self) -> list[FakeEvent]:
        """End as a draw."""
        self._outcome = FakeOutcome([], "agreed-draw", list(self._points))
        return self._told([_public("drawn")])

    def rewind(self, count: int, /) -> None:
        """Take choices back: here by playing the others again.

        Raises:
            rust_core.IllegalChoice: so many were not made.
        """
        if self._outcome is not None or not 0 < count <= len(self.lines):
            raise refusal("nothing-to-rewind", "So many choices were not made.")
        again = type(self)()
        for seat, line in self.lines[:-count]:
            again.choose(seat, line)
        ids = [number + 1 for number in self._ids]
        log = self.log
        self.__dict__.update(again.__dict__)
        self._ids, self.log = ids, log

    def retire(self, seat: int, reason: str, /) -> list[FakeEvent]:
        """Take a seat out: the other one wins.

        Raises:
            rust_core.IllegalChoice: the match is over.
        """
        if self._outcome is not None:
            raise refusal("match-over", "The match is over.")
        self._outcome = FakeOutcome([1 - seat], reason, list(self._points))
        return self._told([_public("retired", seat=seat, reason=reason)])

    def view(self, seat: int | None, /) -> str:
        """Return what `seat` may know."""
        view: dict[str, object] = {"turn": self._round, "points": list(self._points)}
        if seat is not None:
            view |= {"word": secret_of(seat), "sealed": self._sealed[seat]}
        return json.dumps(view)

    def outcome(self) -> FakeOutcome | None:
        """Return the end, once there is one."""
        return self._outcome

    def told_to(self, seat: int | None) -> list[str]:
        """Return all event faces that `seat` (None: who watches) should have been sent since the beginning."""
        faces = [_face(each, seat) for each in self.log]
        return [face for face in faces if face is not None]

    def _told(self, *events: _Faces) -> list[FakeEvent]:
        self.log.extend(events)
        return [FakeEvent(faces) for faces in events]


_Core = TypeVar("_Core")


class Kept(Generic[_Core]):
    """A `start_core` (see `server.lobby.CoreMaker`) that keeps the matches it makes, in order, for tests to look at."""

    def __init__(self, make: Callable[..., _Core]) -> None:
        """Make matches with `make`; none yet."""
        self.made: list[_Core] = []
        self._make = make

    def __call__(self, game: str, setup: str, seed: bytes, catalog: rust_core.Catalog) -> Any:  # noqa: ANN401
        """Start a match."""
        self.made.append(self._make(game, setup, seed, catalog))
        return self.made[-1]


def refusal(code: str, message: str) -> rust_core.IllegalChoice:
    """Return what the core raises at an illegal line."""
    error = rust_core.IllegalChoice(message)
    error.code, error.message, error.params = code, message, {"rule": "F-1"}
    return error


def _json(kind: str, **facts: object) -> str:
    return json.dumps({"type": kind, **facts}, separators=(",", ":"))


def _public(kind: str, **facts: object) -> tuple[list[int] | None, str]:
    return None, _json(kind, **facts)


def _face(faces: Sequence[tuple[list[int] | None, str]], seat: int | None) -> str | None:
    """Return the face for `seat`, in other words than the server's: own faces first, public ones last."""
    own = [face for viewers, face in faces if viewers is not None and seat in viewers]
    public = [face for viewers, face in faces if viewers is None]
    return next(iter(own + public), None)
