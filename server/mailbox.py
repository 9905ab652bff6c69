"""What can be in a match's mailbox: a closed union of values. Seats and clients are named, never reached into."""

from collections.abc import Callable
from typing import Literal, Protocol

from attrs import define, frozen

from protocol import RemoteError, ServerMessage

from .journal import Progress
from .offers import OfferKind
from .update import Update


class Asker(Protocol):
    """Who sent a line and is to be answered: a connection."""

    def answer(self, message: ServerMessage | RemoteError, tag: str | None) -> None:
        """Tell this connection alone."""
        ...

    def answered(self) -> None:
        """The line is done with: the next one may come."""
        ...

    def answered_with(self, batch: int, progress: Progress) -> None:
        """The line is done with as soon as a batch of the journal is durable; nobody will say so."""
        ...


class Viewer(Protocol):
    """Whom the match tells: a person at a seat, or watching. Telling never waits and never raises."""

    seen: int | None
    """The number of the last event that was told to a connection of this person; None: it has missed none."""
    senders: list[Callable[[bytes], None]] | None
    """The ways to this person's connections, if there are any and all are programs' that are told in bytes."""

    @property
    def seat(self) -> int | None:
        """The seat, or None for somebody who watches."""
        ...

    @property
    def name(self) -> str:
        """What the others call this person."""
        ...

    def round_trip_ms(self) -> int | None:
        """Return how long a line and its answer are on their way; None: nobody knows."""
        ...

    def update(self, update: Update) -> None:
        """Something happened, or the match has begun."""
        ...

    def show(self, update: Update, what: Literal["board", "choices"], asker: Asker, tag: str | None) -> None:
        """Shows `asker` how the match stands."""
        ...

    def come_back(self, update: Update) -> None:
        """Show the match, with the events that were missed, to the connections that have not seen it yet."""
        ...

    def greet(self, update: Update, newcomer: Asker) -> None:
        """Show one more connection of this person the match from its beginning on."""
        ...

    def catch_up(self, update: Update, asker: Asker, tag: str | None) -> None:
        """Tell `asker` the events of `update`, which it has missed."""
        ...

    def hear(self, message: ServerMessage) -> None:
        """Something beside the game: chat, notices."""
        ...


@define
class ChoiceLine:
    """A choice line of a seat. A value like the others; not frozen: making a frozen one takes four times as long."""

    viewer: Viewer
    asker: Asker
    line: str
    epoch: int
    decision: int | None = None
    tag: str | None = None


@frozen
class Look:
    """A wish to see the board, or all choices."""

    viewer: Viewer
    asker: Asker
    what: Literal["board", "choices"]
    tag: str | None = None


@frozen
class CatchUp:
    """A wish to be told the events after number `after` again."""

    viewer: Viewer
    asker: Asker
    after: int
    tag: str | None = None


@frozen
class AskClock:
    """A wish to know how the clocks stand, and every charge to them."""

    viewer: Viewer
    asker: Asker
    wants_log: bool
    tag: str | None = None


@frozen
class Resign:
    """A seat gives up."""

    viewer: Viewer
    asker: Asker
    tag: str | None = None


@frozen
class Claim:
    """A seat claims the match from who is gone."""

    viewer: Viewer
    asker: Asker
    tag: str | None = None


@frozen
class Offer:
    """A seat offers something to the others, or agrees to what they offer."""

    viewer: Viewer
    asker: Asker
    what: OfferKind
    count: int = 1
    tag: str | None = None


@frozen
class Withdraw:
    """A seat declines what is offered, or withdraws its own offer."""

    viewer: Viewer
    asker: Asker
    tag: str | None = None


@frozen
class SetStops:
    """A seat says in which windows it wants to be asked; None: it only wants to know."""

    viewer: Viewer
    asker: Asker
    text: str | None
    tag: str | None = None


@frozen
class SetPlans:
    """A seat gives a line in advance, or takes some back; None: it only wants to know."""

    viewer: Viewer
    asker: Asker
    text: str | None
    tag: str | None = None


@frozen
class Speak:
    """Something said to everybody at the match."""

    viewer: Viewer
    asker: Asker
    text: str
    tag: str | None = None


@frozen
class Begun:
    """Who began the match, or came back to it, goes on once it has spoken: the next line can be about that."""

    viewer: Viewer
    asker: Asker
    tag: str | None = None


@frozen
class Join:
    """Somebody begins to watch."""

    viewer: Viewer


@frozen
class Greet:
    """Another connection of somebody who is here already wants to see the match."""

    viewer: Viewer
    newcomer: Asker


@frozen
class Part:
    """Somebody stops watching."""

    viewer: Viewer


@frozen
class Presence:
    """A seat's last connection went, or its first one came back."""

    viewer: Viewer
    is_here: bool


@frozen
class GoOn:
    """The match was adjourned, and goes on with these."""

    viewers: tuple[Viewer, ...]


@frozen
class Wake:
    """Nothing happened here, but the task is to look at its clocks again."""


Request = (
    Look | CatchUp | AskClock | Resign | Claim | Offer | Withdraw | SetStops | SetPlans | Speak | Begun
)  # fmt: skip
"""What a connection asks for, beside choices."""
News = Join | Greet | Part | Presence | GoOn
"""What nobody waits for an answer to."""
Item = ChoiceLine | Request | News | Wake
