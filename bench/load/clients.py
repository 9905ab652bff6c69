"""Connections of the driver's: what programs and people have in common."""

from collections import deque
from collections.abc import Iterable
from typing import Final, Literal, Protocol

from attrs import define

from .checks import Faults, Heard

State = Literal["away", "new", "returning", "free", "at-match"]
"""`away`: not connected. `new`: without a name yet. `returning`: hearing what was missed. `free`: in no match."""
OUTBOX_BYTES: Final = 65_536
"""What a client may have waiting for its socket: it sends short lines, so more than that is a fault."""


@define(eq=False)
class Choice:
    """A choice that was sent.

    Attributes:
        intended: when it was due.
        is_secret: whether the others need not hear of it.
    """

    intended: float
    is_secret: bool = False


class Home(Protocol):
    """Who tells a client what to do: a pairing."""

    def present(self, client: "Client", now: float) -> None:
        """A client has a name and is in no match."""
        ...

    def challenge_stands(self, client: "Client", now: float) -> None:
        """A client's challenge was delivered."""
        ...

    def begun(self, client: "Client", now: float) -> None:
        """A client's match has begun, or was come back to."""
        ...

    def asked(self, client: "Client", now: float) -> None:
        """A client has to make a choice."""
        ...

    def refused(self, client: "Client", code: str, text: str, now: float) -> None:
        """Something was refused."""
        ...

    def lost(self, client: "Client", now: float) -> None:
        """A client's connection is gone."""
        ...


class Line(Protocol):
    """What a client needs of the driver: a way out, chance, and somebody who takes measurements."""

    faults: Faults
    heard: list[Heard]

    def send(self, client: "Client", data: bytes) -> None:
        """Send bytes now, or as soon as the socket takes them."""
        ...

    def pick(self, choices: list[bytes]) -> bytes:
        """Return one of several choice lines."""
        ...

    def measure(self, kind: str, intended: float, now: float) -> None:
        """Take how long something took."""
        ...

    def made(self, asked_at: float, intended: float, now: float) -> None:
        """A choice is being sent: it could have been from the later of the two times on."""
        ...


class Client:
    """A connection and what it knows.

    Attributes:
        name: what it is called.
        home: who tells it what to do.
        state: where it stands.
        match: the number of its match; 0: none.
        expects: choices whose consequences it has not heard of yet, its own too.
        is_asked: whether it has a choice to make.
        asked_at: since when.
        again: a choice of its own that got lost with a connection and is asked for again.
        back_since: when it began to come back.
        outbox: what its socket did not take.
    """

    is_program = True

    def __init__(self, name: str, home: Home, line: Line) -> None:
        """Be away."""
        self.name = name
        self.home = home
        self.state: State = "away"
        self.match = 0
        self.expects: deque[Choice] = deque()
        self.is_asked = False
        self.asked_at = 0.0
        self.again: Choice | None = None
        self.back_since = 0.0
        self.outbox = b""
        self._line = line
        self._mine: Choice | None = None

    # What the driver calls

    def connected(self, now: float) -> None:
        """The connection stands."""
        self.state = "new"
        self.outbox = b""
        self._greet(now)

    def take(self, data: bytes, now: float) -> None:
        """Bytes have come."""
        raise NotImplementedError

    def disconnected(self, now: float) -> None:
        """The connection is gone."""
        self.state = "away"
        self.is_asked = False
        self.outbox = b""
        self._forget_bytes()
        self.home.lost(self, now)

    # What a pairing calls

    def challenge(self, name: str, game: str) -> None:
        """Offer a match."""
        self._line.send(self, f"match {name} {game}\n".encode())

    def accept(self, name: str) -> None:
        """Take a match up."""
        self._line.send(self, f"accept {name}\n".encode())

    def watch(self, match: int) -> None:
        """Watch a match."""
        self._line.send(self, b"observe %d\n" % match)

    def expect(self, choice: Choice) -> None:
        """Wait to hear of the other one's choice."""
        self.expects.append(choice)

    def outstanding(self) -> Iterable[Choice]:
        """Return the choices of which it should have heard by now, but has not."""
        return self.expects

    def choose(self, choice: Choice, now: float) -> None:
        """Make a choice: whatever it was asked."""
        self._line.made(self.asked_at, choice.intended, now)
        self.is_asked = False
        self.again = None
        # Who is asked has heard of everything before, even where a connection was lost meanwhile.
        self.expects.clear()
        self.expects.append(choice)
        self._mine = choice
        self._line.send(self, self._answer())

    def close_books(self) -> None:
        """The run is over: hand over what was heard of a match that is on."""

    # What both kinds do

    def _greet(self, now: float) -> None:
        raise NotImplementedError

    def _answer(self) -> bytes:
        """Return the line, or lines, that make a choice."""
        raise NotImplementedError

    def _forget_bytes(self) -> None:
        """Forget half a line."""
        raise NotImplementedError

    def _hears_change(self, now: float) -> None:
        """Something has changed in the match: it is what the oldest choice brought about that is waited for."""
        if self.expects:
            self._hear_of(self.expects.popleft(), now)

    def _hear_of(self, choice: Choice, now: float) -> None:
        if choice is self._mine:
            self._mine = None
            self._line.measure("answer", choice.intended, now)
        elif self._seat is None:
            self._line.measure("watched", choice.intended, now)
        elif not choice.is_secret:
            self._line.measure("told", choice.intended, now)

    @property
    def _seat(self) -> int | None:
        raise NotImplementedError

    @property
    def is_secret(self) -> bool:
        """Whether what it is asked is decided by several in secret."""
        return False

    def _ask(self, now: float) -> None:
        self.is_asked = True
        self.asked_at = now
        self.home.asked(self, now)

    def _is_over(self, now: float) -> None:
        self.match = 0
        self.is_asked = False
        self.state = "free"
        self.expects.clear()
        self.home.present(self, now)

    def _hears_end(self, now: float) -> None:
        """The match ends with what all choices that are waited for brought about."""
        for choice in self.expects:
            self._hear_of(choice, now)
