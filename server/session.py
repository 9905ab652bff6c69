"""A person: a name, and what belongs to it for as long as it is here. A session outlives its connections."""

from collections.abc import Callable
from typing import Literal, Protocol

from attrs import frozen

from protocol import RemoteError, ServerMessage
from protocol.server_messages import Aborted, Adjourned

from .clocks import TimeControl
from .mailbox import Asker, Greet, Presence
from .match_actor import Handle
from .update import Update


class Screen(Asker, Protocol):
    """A connection, as a session sees it."""

    sender: Callable[[bytes], None] | None
    """The way to a program that is told what happens in bytes; None: a person is there."""

    def show_update(self, viewer: "MatchViewer", update: Update) -> None:
        """Tell what happened in a match."""
        ...

    def show_match(
        self, viewer: "MatchViewer", update: Update, what: Literal["board", "choices"], tag: str | None
    ) -> None:
        """Draw a match."""
        ...

    def show_missed(self, viewer: "MatchViewer", update: Update, tag: str | None) -> None:
        """Tell events again."""
        ...

    def hear(self, message: ServerMessage) -> None:
        """Tell what nobody here asked for."""
        ...

    def round_trip_ms(self) -> int | None:
        """Return how long a line and its answer are on their way; None: nobody knows."""
        ...

    def end(self, reason: str) -> None:
        """Say goodbye and close."""
        ...


@frozen
class Again:
    """A match that can be offered again.

    Attributes:
        game: the game's id.
        control: the time control.
        options: how it was played.
        others: the other persons.
        houses: the levels at which the house played the other seats.
        best: of how many games it is one.
    """

    game: str
    control: TimeControl
    options: tuple[str, ...]
    others: tuple[str, ...]
    houses: tuple[str, ...]
    best: int = 1


class Session:
    """A person who is here.

    Attributes:
        name: as the person spells it.
        token: the word that brings a dropped player back to this session (`login NAME TOKEN`).
        viewers: the matches that the person plays or watches, by number.
        current: the match at hand: what bare lines speak to.
        patterns: what the person wants to play with, by game.
        hinted_match: the number of the learning duel.
        part: the server's part of the seed of the next match that the person offers or begins, once it was sealed.
        again: how to offer the last match again.
        table: the number of the open table at which the person waits.
    """

    def __init__(self, name: str, token: str) -> None:
        """Greet a newcomer."""
        self.name = name
        self.token = token
        self.screens: list[Screen] = []
        self.viewers: dict[int, MatchViewer] = {}
        self.current: MatchViewer | None = None
        self.patterns: dict[str, str] = {}
        self.hinted_match: int | None = None
        self.part: bytes | None = None
        self.again: Again | None = None
        self.table: int | None = None

    @property
    def playing(self) -> "MatchViewer | None":
        """The match that the person plays in, if any."""
        for viewer in self.viewers.values():
            if viewer.seat is not None:
                return viewer
        return None

    def hear(self, message: ServerMessage) -> None:
        """Tell all connections of this person."""
        for screen in self.screens:
            screen.hear(message)

    def attach(self, screen: Screen) -> None:
        """Add a connection; its matches learn of it, and show themselves."""
        self.screens.append(screen)
        if len(self.screens) == 1:
            self._tell_presence(is_here=True)
            return
        for viewer in self.viewers.values():
            viewer.handle.post(Greet(viewer, screen))

    def detach(self, screen: Screen) -> bool:
        """Take a connection away; return whether it was the last one and nothing holds the session here."""
        if screen in self.screens:
            self.screens.remove(screen)
        for viewer in self.viewers.values():
            if screen in viewer.screens:
                viewer.screens = tuple(one for one in viewer.screens if one is not screen)
        if self.screens:
            return False
        self._tell_presence(is_here=False)
        return self.playing is None

    def _tell_presence(self, *, is_here: bool) -> None:
        for viewer in self.viewers.values():
            viewer.handle.post(Presence(viewer, is_here))


class MatchViewer:
    """A person at a match: what the match tells goes to all connections of the session. A `mailbox.Viewer`.

    Attributes:
        session: the person.
        handle: the match.
        seat: the seat, or None for somebody who watches.
        verbs: the first words of choice lines.
        epoch: what the seat's lines are stamped with.
        is_open: whether the match is on.
        senders: the ways to all connections that are told what happens, if there are any and all are programs'.
        seen: the number of the last event that was told to a connection; None: none was missed.
    """

    def __init__(
        self,
        session: Session,
        handle: Handle,
        seat: int | None,
        verbs: frozenset[str],
        forget: Callable[["MatchViewer"], None],
    ) -> None:
        """Follow `handle`; `forget` is called with this viewer when the match is over."""
        self.session = session
        self.handle = handle
        self.seat = seat
        self.verbs = verbs
        self.epoch = 0
        self.is_open = True
        self.screens = tuple(session.screens)
        self.seen: int | None = None
        self._forget = forget

    @property
    def name(self) -> str:
        """What the others call this person."""
        return self.session.name

    def round_trip_ms(self) -> int | None:
        """Return how long a line and its answer are on their way: the least of all connections."""
        known = [took_ms for screen in self.session.screens if (took_ms := screen.round_trip_ms()) is not None]
        return min(known, default=None)

    @property
    def screens(self) -> "tuple[Screen, ...]":
        """The connections that the match has shown itself to: only these are told what happens."""
        return self._screens

    @screens.setter
    def screens(self, screens: "tuple[Screen, ...]") -> None:
        self._screens = screens
        self.look_at_modes()

    def look_at_modes(self) -> None:
        """Set `senders`, after a connection has come, gone, or changed its mode."""
        senders = [screen.sender for screen in self._screens if screen.sender is not None]
        self.senders = senders if senders and len(senders) == len(self._screens) else None

    def update(self, update: Update) -> None:
        """Pass on what happened."""
        if self.seat is not None:
            self.epoch = update.epochs[self.seat]
        if update.outcome is not None:
            self.is_open = False
            self._forget(self)
        if not self.screens and self.seen is None:
            self.seen = update.first_number(self.seat) - 1
        for screen in self.screens:
            screen.show_update(self, update)

    def sit_down_again(self, person: Session) -> None:
        """Follow the match again after it was adjourned; `person` may have come back as a new session."""
        self.session = person
        person.viewers[self.handle.match] = self
        person.current = self

    def come_back(self, update: Update) -> None:
        """Show the match to those connections that have not seen it yet; what was missed is told with it."""
        newcomers = [screen for screen in self.session.screens if screen not in self.screens]
        if newcomers:
            self.seen = None
        for screen in newcomers:
            self.greet(update, screen)

    def show(self, update: Update, what: Literal["board", "choices"], asker: Asker, tag: str | None) -> None:
        """Draw the match for the one connection that asked."""
        for screen in self.session.screens:
            if screen is asker:
                screen.show_match(self, update, what, tag)

    def greet(self, update: Update, newcomer: Asker) -> None:
        """Show one more connection of this person the match."""
        for screen in self.session.screens:
            if screen is newcomer and screen not in self.screens:
                self.screens = (*self.screens, screen)
                screen.show_update(self, update)

    def catch_up(self, update: Update, asker: Asker, tag: str | None) -> None:
        """Tell the one connection that asked what it has missed."""
        for screen in self.session.screens:
            if screen is asker:
                screen.show_missed(self, update, tag)

    def hear(self, message: ServerMessage | RemoteError) -> None:
        """Pass on what was said."""
        if isinstance(message, Aborted):
            self.is_open = False
            self._forget(self)
        elif isinstance(message, Adjourned):
            self.screens = ()
            self._forget(self)
        if not isinstance(message, RemoteError):
            self.session.hear(message)
