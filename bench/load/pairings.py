"""Who plays whom, and who watches: one match after another, each choice made when it is due."""

from collections import deque
from collections.abc import Iterator
from typing import Final, Protocol

from .checks import Faults
from .clients import Choice, Client

_RETRY_S: Final = 0.05
"""An offer that was refused because somebody is not there yet is made again after so long."""
_DOOR: Final = 16
"""So many watchers ask to watch at a time."""
_HARMLESS: Final = {"no-such-player", "no-challenge", "match-busy", "no-such-match"}
"""Refusals that only say that somebody is not there yet, or no more: the pairing tries again."""
_AFTER_LOSS: Final = {"stale-decision", "stale-window", "not-in-match", "name-taken"}
"""The same, where connections are lost on purpose."""


class Clockwork(Protocol):
    """What a pairing needs of the driver."""

    faults: Faults
    is_started: bool
    expects_losses: bool
    away_s: float

    def now(self) -> float:
        """Return the time."""
        ...

    def later(self, at: float, client: Client | None, pairing: "Pairing") -> None:
        """Wake `pairing` at a time: for a client that comes back, or (None) to try again."""
        ...

    def connect(self, client: Client, now: float) -> None:
        """Connect a client; a client that can't connect is told that it is disconnected."""
        ...

    def drop(self, client: Client, now: float) -> None:
        """Cut a client's connection."""
        ...

    def look(self, client: Client) -> None:
        """Read what has come for a client by now."""
        ...


class Pairing:
    """Two players and their watchers.

    Args:
        work: the driver.
        game: what is played.
        is_open: whether choices are made when they are due; else as soon as they are asked for.

    Attributes:
        players: both; the first one challenges the second.
        watchers: who watches.
        finished: how many matches have ended.
        schedule: when choices are due, by the driver's clock, ascending.
        due: when those were due that could not be made so far.
    """

    def __init__(self, work: Clockwork, game: str, *, is_open: bool) -> None:
        """Nobody is here."""
        self.players: list[Client] = []
        self.watchers: list[Client] = []
        self.finished = 0
        self.schedule: Iterator[float] | None = None
        self.due: deque[float] = deque()
        self._work = work
        self._game = game
        self._is_open = is_open
        self._match = 0
        self._is_offered = False
        self._queue: deque[Client] = deque()
        self._coming: set[Client] = set()
        self._is_looking = False

    @property
    def is_on(self) -> bool:
        """Whether both players are at their match."""
        return all(player.state == "at-match" for player in self.players)

    # Choices

    def arrive(self, at: float, now: float) -> None:
        """A choice is due."""
        self.due.append(at)
        self.go(now)

    def go(self, now: float) -> None:
        """Make the choices that can be made: once both have seen that the match begins."""
        if not self._work.is_started or any(player.match != self._match for player in self.players):
            return
        self._look()
        for player in self.players:
            if player.is_asked:
                if player.again is not None:
                    self._make(player, player.again, now)
                elif not self._is_open:
                    self._make(player, Choice(now, player.is_secret), now)
                elif self.due:
                    self._make(player, Choice(self.due.popleft(), player.is_secret), now)

    def _look(self) -> None:
        """Let people read what has come: who is asked was told no sooner than they were of the choice before."""
        if self._is_looking:
            return
        self._is_looking = True
        for player in self.players:
            if player.expects and not player.is_program:
                self._work.look(player)
        self._is_looking = False

    def _make(self, player: Client, choice: Choice, now: float) -> None:
        for other in self.players:
            if other is not player and choice not in other.expects:
                other.expect(choice)
        for watcher in self.watchers:
            if watcher.state == "at-match":
                watcher.expect(choice)
        player.choose(choice, now)

    def asked(self, client: Client, now: float) -> None:  # noqa: ARG002 (whoever it is)
        """A client has to make a choice."""
        self.go(now)

    # Matches

    def present(self, client: Client, now: float) -> None:  # noqa: ARG002 (it is at once)
        """A client has a name and is in no match: when both are, the next match is offered."""
        if client in self.players:
            self._offer()
        else:
            self._queue.append(client)
            self._let_in()

    def _let_in(self) -> None:
        """Let watchers who wait watch, a few at a time: a match turns more than that away."""
        while self._match and self._queue and len(self._coming) < _DOOR:
            client = self._queue.popleft()
            if client.state == "free":
                self._coming.add(client)
                client.watch(self._match)

    def _offer(self) -> None:
        if any(player.state != "free" for player in self.players):
            return
        if self._match:
            self.finished += 1
            self._match = 0
        # Never twice, however slow the server is: each offer that is taken up begins a match.
        if not self._is_offered:
            self._is_offered = True
            challenger, partner = self.players
            challenger.challenge(partner.name, self._game)

    def try_again(self, now: float) -> None:  # noqa: ARG002 (a timer tells it)
        """Offer a match again that did not come about."""
        self._offer()

    def challenge_stands(self, client: Client, now: float) -> None:  # noqa: ARG002 (it is the first player)
        """A challenge was delivered: the other one takes it up."""
        challenger, partner = self.players
        if partner.state == "free":
            partner.accept(challenger.name)

    def begun(self, client: Client, now: float) -> None:
        """A client's match has begun, or was come back to."""
        if client in self.players:
            self._is_offered = False
            self._match = client.match
            self.go(now)
        else:
            self._coming.discard(client)
        self._let_in()

    # Troubles

    def refused(self, client: Client, code: str, text: str, now: float) -> None:
        """Something was refused."""
        if code in _HARMLESS or (self._work.expects_losses and code in _AFTER_LOSS):
            if code == "name-taken":
                self._work.drop(client, now)
            elif client in self.players:
                self._is_offered = False
                self._work.later(now + _RETRY_S, None, self)
            else:
                self._coming.discard(client)
                self._work.later(now + _RETRY_S, client, self)
            return
        self._work.faults.add("refused", f"{client.name}: {text} ({code})")

    def lost(self, client: Client, now: float) -> None:
        """A client's connection is gone: it comes back in a while."""
        self._is_offered = False
        self._coming.discard(client)
        if not self._work.expects_losses:
            self._work.faults.add("hung-up", f"{client.name} lost its connection")
        self._work.later(now + self._work.away_s, client, self)

    def come_back(self, client: Client, now: float) -> None:
        """Connect a client again, or let it try again to watch."""
        if client.state == "away":
            self._work.connect(client, now)
        elif client.state == "free":
            self.present(client, now)
