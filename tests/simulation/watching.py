"""Who follows a `Table` directly, without a connection: it keeps what it is told."""

from collections.abc import Callable
from typing import Literal

from protocol import RemoteError, ServerMessage
from server.journal import Progress
from server.mailbox import Asker
from server.update import Update


class Nobody:
    """An asker that keeps the codes of refusals."""

    def __init__(self) -> None:
        """Nothing was refused."""
        self.refusals: list[str] = []

    def answer(self, message: ServerMessage | RemoteError, tag: str | None) -> None:  # noqa: ARG002 (tags are not looked at)
        """Keep a refusal."""
        if isinstance(message, RemoteError):
            self.refusals.append(message.code)

    def answered(self) -> None:
        """Go on with nothing."""

    def answered_with(self, batch: int, progress: Progress) -> None:
        """Go on with nothing."""


class Watching:
    """A viewer at `seat` that keeps events and notices."""

    def __init__(self, seat: int | None) -> None:
        """Nothing was told."""
        self.seat = seat
        self.name = f"Seat{seat}"
        self.seen: int | None = None
        self.senders: list[Callable[[bytes], None]] | None = None
        self.epoch = 0
        self.told: list[str] = []
        self.heard: list[ServerMessage] = []

    def round_trip_ms(self) -> None:
        """Tell nothing."""

    def update(self, update: Update) -> None:
        """Keep the events."""
        if self.seat is not None:
            self.epoch = update.epochs[self.seat]
        self.told += update.faces(self.seat)

    def come_back(self, update: Update) -> None:
        """Keep what was missed."""
        self.update(update)

    def greet(self, update: Update, newcomer: Asker) -> None:
        """Not looked at."""

    def show(self, update: Update, what: Literal["board", "choices"], asker: Asker, tag: str | None) -> None:
        """Not looked at."""

    def catch_up(self, update: Update, asker: Asker, tag: str | None) -> None:  # noqa: ARG002
        """Keep what is told again."""
        self.told += update.faces(self.seat)

    def hear(self, message: ServerMessage) -> None:
        """Keep a notice."""
        self.heard.append(message)
