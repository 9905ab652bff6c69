"""What can be in a match's mailbox: a closed union of values. Seats and clients are named, never reached into."""

from typing import Literal, Protocol

from attrs import frozen

from protocol import RemoteError, ServerMessage

from .update import Update


class Asker(Protocol):
    """Who sent a line and is to be answered: a connection."""

    def answer(self, message: ServerMessage | RemoteError, tag: str | None) -> None:
        """Tell this connection alone."""
        ...

    def answered(self) -> None:
        """The line is done with: the next one may come."""
        ...


class Viewer(Protocol):
    """Whom the match tells: a person at a seat, or watching. Telling never waits and never raises."""

    @property
    def seat(self) -> int | None:
        """The seat, or None for somebody who watches."""
        ...

    @property
    def name(self) -> str:
        """What the others call this person."""
        ...

    def update(self, update: Update) -> None:
        """Something happened, or the match has begun."""
        ...

    def show(self, update: Update, what: Literal["board", "choices"], asker: Asker, tag: str | None) -> None:
        """Shows `asker` how the match stands."""
        ...

    def hear(self, message: ServerMessage) -> None:
        """Something beside the game: chat, notices."""
        ...


@frozen
class ChoiceLine:
    """A choice line of a seat."""

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
class Resign:
    """A seat gives up."""

    viewer: Viewer
    asker: Asker
    tag: str | None = None


@frozen
class Speak:
    """Something said to everybody at the match."""

    viewer: Viewer
    asker: Asker
    text: str
    tag: str | None = None


@frozen
class Join:
    """Somebody begins to watch."""

    viewer: Viewer


@frozen
class Part:
    """Somebody stops watching."""

    viewer: Viewer


@frozen
class Presence:
    """A seat's last connection went, or its first one came back."""

    viewer: Viewer
    is_here: bool


Item = ChoiceLine | Look | Resign | Speak | Join | Part | Presence
