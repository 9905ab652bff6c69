"""Who is here, and which matches are on: the one directory.

Every method is an ordinary function: there is no await between reading a fact and acting on it, so tasks can't come
between, and no lock is needed. Only `server.app` makes one.
"""

import itertools
import json
import random
import secrets
import string
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import trio
from attrs import evolve

import rust_core
from protocol import RemoteError, clean_text
from protocol import server_messages as told

from . import house
from .adjournments import Adjournments
from .challenges import Challenges
from .clocks import UNTIMED, MatchClock, Terms, TimeControl
from .config import Config
from .errors import refuse
from .fairness import PART_BYTES, commitment, match_seed
from .inbox import Inbox
from .journal import Created, Journal, Seat, Series
from .keeping import Recorder
from .mailbox import Join, Part, Presence
from .match_actor import MAILBOX_ITEMS, Handle, MatchActor, now_ms, supervise
from .options import fields_of
from .positions import Position
from .recorder import JournalRecorder
from .rules_core import RulesCore
from .running import Running
from .series import after, in_other_seats, is_decided
from .session import Again, MatchViewer, Screen, Session
from .setups import Shelf
from .table import Table
from .waits import Mind

SYSTEM_CHANCE: Final = random.SystemRandom()
"""The machine's own source; tests put a seeded one in its place."""
TOKEN_ALPHABET: Final = string.ascii_lowercase.translate({ord(letter): None for letter in "ilo"})
TOKEN_LENGTH: Final = 6
RESERVED: Final = {house.NAME.lower(), "server", "spellmoot", "nobody"}


def make_match(game: str, setup: str, seed: bytes, catalog: rust_core.Catalog) -> RulesCore:
    """Start the rules' part of a match; tests put their own in its place."""
    return rust_core.Match(game, setup, seed, catalog)


CoreMaker = Callable[[str, str, bytes, rust_core.Catalog], RulesCore]
"""(game, setup as JSON, 32 bytes of seed, catalogue) to a match; raises `rust_core.SetupError`."""


class Lobby:
    """The directory.

    Args:
        config: limits.
        matches: the nursery whose tasks are the matches.
        start_core: how the rules' part of a match is made.
        chance: where seeds, tokens and ready decks come from.
        journal: where matches are written down; None: nowhere.
    """

    def __init__(
        self,
        config: Config,
        matches: trio.Nursery,
        start_core: CoreMaker = make_match,
        chance: random.Random = SYSTEM_CHANCE,
        journal: Journal | None = None,
    ) -> None:
        """Nobody is here."""
        self.config = config
        self.shelf = Shelf(config.cards)
        self.sessions: dict[str, Session] = {}
        self.challenges = Challenges(self)
        self.running: dict[int, Running] = {}
        self.screens: set[Screen] = set()
        self._matches = matches
        self._start_core = start_core
        self._chance = chance
        self._journal = journal
        self._numbers = itertools.count(1)
        self._is_stopping = False
        self.adjourned = Adjournments(self.sessions, self.running, self._may_begin)

    # Names

    def enter(self, name: str, token: str | None) -> tuple[Session, bool]:
        """Return the session called `name`, and whether it was here before.

        Raises:
            RemoteError: `name-taken`.
        """
        known = self.sessions.get(name.lower())
        owner = self.adjourned.token_of(name) if known is None else None
        if owner is not None:
            known = Session(*owner)
        if known is not None and token is not None and secrets.compare_digest(token.lower(), known.token):
            return self.sessions.setdefault(name.lower(), known), True
        if known is not None or name.lower() in RESERVED:
            text = f"Somebody here is called {name}. Choose another name."
            raise refuse("name-taken", text, name=name)
        token = "".join(self._chance.choices(TOKEN_ALPHABET, k=TOKEN_LENGTH))
        session = self.sessions[name.lower()] = Session(name, token)
        return session, False

    def recall(self, name: str, token: str) -> Session:
        """Return the session of before a restart: `token` brings its person back to it."""
        return self.sessions.setdefault(name.lower(), Session(name, token))

    def leave(self, session: Session) -> None:
        """Forget a person: challenges end, watching ends. Only for who plays no match."""
        self.adjourned.leave(session)
        self.sessions.pop(session.name.lower(), None)
        self.challenges.leave(session)
        for viewer in list(session.viewers.values()):
            viewer.handle.post(Part(viewer))
            self._forget(viewer)

    def player(self, name: str) -> Session:
        """Return the person called `name`.

        Raises:
            RemoteError: `no-such-player`.
        """
        found = self.sessions.get(name.lower())
        if found is None:
            shown = clean_text(name, 40)
            near = [each.name for key, each in self.sessions.items() if key.startswith(name.lower())]
            raise refuse("no-such-player", f"Nobody called {shown} is here.", tuple(near[:3]), name=shown)
        return found

    # Chance

    def commitment(self, person: Session) -> str | None:
        """Return what the server commits itself to for the next match that `person` offers or begins.

        It stays the same until then. None without a journal: nothing would be revealed.
        """
        if person.part is None:
            person.part = self._chance.randbytes(PART_BYTES)
        return self.sealed(person.part)

    def sealed(self, part: bytes) -> str | None:
        """Return the commitment to `part`; None without a journal."""
        return None if self._journal is None else commitment(part)

    def take_part(self, person: Session | None) -> bytes:
        """Return the part that `person` knows the commitment to, or a new one; it is used up."""
        part = None if person is None else person.part
        if person is not None:
            person.part = None
        return part or self._chance.randbytes(PART_BYTES)

    # Matches

    def start(
        self,
        game: str,
        seats: Sequence[Session | str],
        control: TimeControl = UNTIMED,
        options: Sequence[str] = (),
        *,
        series: Series | None = None,
        part: bytes | None = None,
        nonces: Sequence[str] = (),
    ) -> Handle:
        """Begin a match; a seat is a person, or the level at which the house plays it.

        Args:
            game: the game's id.
            seats: who plays.
            control: the time control; it can't be changed later.
            options: how it is played: words of `Shelf.wish`.
            series: the series that it is a game of.
            part: the server's part of the seed, where it was drawn before; None: the first person's, or a new one.
            nonces: what the seats add to the chance; "" for those behind its end.

        Raises:
            RemoteError: `server-full`, `server-stuck`, `wrong-seats`, `bad-setup`.
        """
        self.shelf.check_seats(game, options, len(seats))
        self._may_begin()
        people = [seat if isinstance(seat, Session) else None for seat in seats]
        brought = [None if person is None else person.patterns.get(game) for person in people]
        setup = json.dumps(self.shelf.setup(game, brought, self._chance, fields_of(game, options, len(seats))))
        part = part or self.take_part(next((person for person in people if person is not None), None))
        nonces = [*nonces, *[""] * (len(seats) - len(nonces))]
        seed = part if self._journal is None else match_seed(part, nonces)
        core = self.make_core(game, setup, seed)
        seated = [
            Seat(seat.name, seat.token, nonce=nonce)
            if isinstance(seat, Session)
            else Seat(house.name_at(place, seats), house=seat, nonce=nonce)
            for place, (seat, nonce) in enumerate(zip(seats, nonces, strict=True))
        ]
        created = self._created(core, setup, seated, control, part, series)
        running, viewers = self.seat(created, people, self.table(created, core, self.clock(control, core.seats)))
        for person in people:
            if person is not None:
                others = tuple(other.name for other in people if other is not None and other is not person)
                houses = tuple(seat for seat in seats if isinstance(seat, str))
                best = 1 if series is None else series.best
                person.again = Again(game, control, tuple(options), others, houses, best)
        if self._journal is None:
            self.begin(running, viewers)
        else:
            self._journal.submit(created, lambda: self.begin(running, viewers))
        return running.handle

    def _may_begin(self) -> None:
        """Refuse while no match can begin.

        Raises:
            RemoteError: `server-full`, `server-stuck`.
        """
        if len(self.running) >= self.config.matches:
            raise refuse("server-full", "As many matches are on as the server takes.")
        if self._journal is not None and self._journal.stuck is not None:
            raise refuse("server-stuck", "The server can't write to its disk now, so no match begins.")

    def start_from(self, position: Position, person: Session, other: Session | None) -> Handle:
        """Begin an untimed match in the midst of another one; `person` sits where they sat, or where the next move is.

        Args:
            position: where it begins; it is used up.
            person: who plays.
            other: who plays the next seat; the house plays all others.

        Raises:
            RemoteError: `server-full`, `server-stuck`.
        """
        self._may_begin()
        if self._journal is None:
            raise refuse("no-such-record", "Nothing is written down here.", match=str(position.created.match))
        seats = len(position.created.seats)
        sat = [seat.name.lower() for seat in position.created.seats if not seat.house]
        place = sat.index(person.name.lower()) if person.name.lower() in sat else position.mover
        people: list[Session | None] = [None] * seats
        people[place] = person
        if other is not None:
            people[(place + 1) % seats] = other
        seated = [
            Seat(house.NAME, house=house.LEVELS[-1], nonce=before.nonce)
            if who is None
            else Seat(who.name, who.token, nonce=before.nonce)
            for who, before in zip(people, position.created.seats, strict=True)
        ]
        created = evolve(
            position.created,
            match=self._journal.take_number(),
            seats=tuple(seated),
            time_control=str(UNTIMED),
            series=None,
            origin=position.created.match,
        )
        table = self.table(created, position.core, self.clock(UNTIMED, seats))
        for step in position.told:
            table.remember(step)
        running, viewers = self.seat(created, people, table)
        records = [created, *(evolve(change, match=created.match) for change in position.changes)]
        self._journal.submit(records, lambda: self.begin(running, viewers))
        return running.handle

    def _created(
        self,
        core: RulesCore,
        setup: str,
        seats: Sequence[Seat],
        control: TimeControl,
        part: bytes,
        series: Series | None,
    ) -> Created:
        """Return the record that a match begins with."""
        return Created(
            next(self._numbers) if self._journal is None else self._journal.take_number(),
            core.game,
            rust_core.rules_version(core.game),
            self.shelf.catalog(core.game).fingerprint,
            setup,
            tuple(seats),
            str(control),
            commitment(part),
            part.hex(),
            core.digest().hex(),
            self.shelf.cards(core.game),
            series,
        )

    def clock(self, control: TimeControl, seats: int) -> MatchClock:
        """Return the clocks of a match that begins now."""
        return MatchClock.start(control, seats, Terms(disconnect_ms=round(self.config.absence_s * 1000)), now_ms())

    def table(self, created: Created, core: RulesCore, clock: MatchClock) -> Table:
        """Return the match of `created`; nobody sits there."""
        minds: dict[int, Mind] = {
            place: house.mind(seat.house, self._chance) for place, seat in enumerate(created.seats) if seat.house
        }
        names = [seat.name for seat in created.seats]
        recorder: Recorder | None = None
        published = None
        if self._journal is not None:
            recorder = JournalRecorder(self._journal, created.match, core, clock, created.part)
            published = created.commitment
        return Table(
            created.match, names, core, minds, clock, recorder, self._chance, now_ms, published, self.adjourned
        )

    def seat(
        self, created: Created, people: Sequence[Session | None], table: Table
    ) -> tuple[Running, list[MatchViewer]]:
        """Let people sit down at a match; nothing runs."""
        names = tuple(seat.name for seat in created.seats)
        handle = Handle(created.match, created.game, names, Inbox(MAILBOX_ITEMS))
        running = self.running[created.match] = Running(handle, MatchActor(handle, table), series=created.series)
        viewers = [self._follow(person, handle, place) for place, person in enumerate(people) if person is not None]
        running.seated.extend(viewers)
        return running, viewers

    def begin(self, running: Running, viewers: Sequence[MatchViewer], *, is_resumed: bool = False) -> None:
        """Let a match run, and be known."""
        if not self._is_stopping:
            running.handle.is_begun = True
            self._matches.start_soon(partial(self._run, running, viewers, is_resumed=is_resumed))
            for viewer in viewers:
                if not viewer.session.screens and not is_resumed:  # kept here by another match
                    running.handle.post(Presence(viewer, is_here=False))

    def keep(self, running: Running, viewers: Sequence[MatchViewer]) -> None:
        """Let a match of before a restart stand still, as it did; its table says so, and its people are not here."""
        running.handle.is_begun = True
        self._matches.start_soon(partial(self._run, running, viewers, is_resumed=True))
        self.adjourned.keep(running.handle.match, running.actor.table.people)

    def make_core(self, game: str, setup: str, seed: bytes) -> RulesCore:
        """Return the rules' part of a new match.

        Raises:
            RemoteError: `bad-setup`.
        """
        try:
            return self._start_core(game, setup, seed, self.shelf.catalog(game))
        except rust_core.SetupError as error:
            reason = "; ".join(fault[2] for fault in error.faults)
            raise refuse("bad-setup", reason, reason=reason) from None

    async def _run(self, running: Running, viewers: Sequence[MatchViewer], *, is_resumed: bool) -> None:
        try:
            await supervise(running.actor, viewers, is_resumed=is_resumed)
        finally:
            self.running.pop(running.handle.match, None)
            self.adjourned.drop(running.handle.match)
            for viewer in [*viewers, *running.watchers]:
                self._forget(viewer)
        if running.series is not None and not self._is_stopping:
            self._next_game(running, running.series)

    def _next_game(self, running: Running, series: Series) -> None:
        """Tell how a series stands after one of its games, and begin the next one, unless it is over."""
        table, handle = running.actor.table, running.handle
        outcome = table.outcome()
        people = [viewer.session for viewer in running.seated]
        if outcome is not None:
            series = after(series, outcome.winners)
        goes_on = outcome is not None and running.given_up is None and not is_decided(series)
        if goes_on and all(person.screens for person in people):
            try:
                part = self._chance.randbytes(PART_BYTES)  # what was sealed is for a match that somebody offers
                coming = in_other_seats(series)
                self.start(handle.game, people[::-1], table.control, series.options, series=coming, part=part)
            except RemoteError as refusal:
                goes_on = False
                for person in people:
                    person.hear(told.Notice(refusal.message))
        else:
            goes_on = False
        score = told.SeriesScore(
            handle.match, series.best, series.played, list(handle.names), list(series.wins), is_over=not goes_on
        )
        for person in dict.fromkeys([*people, *(viewer.session for viewer in running.watchers)]):
            person.hear(score)

    def _follow(self, person: Session, handle: Handle, seat: int | None) -> MatchViewer:
        viewer = MatchViewer(person, handle, seat, self.shelf.verbs(handle.game), self._forget)
        person.viewers[handle.match] = viewer
        person.current = viewer
        return viewer

    def _forget(self, viewer: MatchViewer) -> None:
        """Take a match from a person's table; the last connection's absence may have kept the person here."""
        person = viewer.session
        person.viewers.pop(viewer.handle.match, None)
        if person.current is viewer:
            person.current = next(iter(person.viewers.values()), None)
        if not person.screens and person.playing is None and self.sessions.get(person.name.lower()) is person:
            self.leave(person)

    def give_series_up(self, viewer: MatchViewer) -> None:
        """Note that a player gives up all games to come of the series that a match is one of, if it is."""
        running = self.running.get(viewer.handle.match)
        if running is not None and running.given_up is None:
            running.given_up = viewer.seat

    def match(self, number: int) -> Running:
        """Return the match of that number.

        Raises:
            RemoteError: `no-such-match`.
        """
        found = self.running.get(number)
        if found is None or not found.handle.is_begun:
            raise refuse("no-such-match", f"No match {number} is on.", match=str(number))
        return found

    def watch(self, person: Session, number: int) -> MatchViewer:
        """Let a person watch a match.

        Raises:
            RemoteError: `no-such-match`, `match-busy`.
        """
        running = self.match(number)
        known = person.viewers.get(number)
        if known is not None:
            return known
        viewer = self._follow(person, running.handle, None)
        if not running.handle.post(Join(viewer)):
            self._forget(viewer)
            raise refuse("match-busy", "The match is too busy; try again.")
        running.watchers.append(viewer)
        return viewer

    def unwatch(self, viewer: MatchViewer) -> None:
        """Let a person stop watching."""
        running = self.running.get(viewer.handle.match)
        if running is not None and viewer in running.watchers:
            running.watchers.remove(viewer)
        viewer.handle.post(Part(viewer))
        self._forget(viewer)

    def stop(self) -> None:
        """Tell all matches and people that the server goes down; their connections close.

        With a journal the matches go on after the next start.
        """
        self._is_stopping = True
        if self._journal is None:
            for running in list(self.running.values()):
                running.actor.table.abort("The server goes down; the match ends without a result.")
        else:
            for person in self.sessions.values():
                if person.playing is not None:
                    text = f"The server stops. Your match goes on when it is back: login {person.name} {person.token}"
                    person.hear(told.Notice(text))
        for screen in list(self.screens):
            screen.end("shutdown")

    def stuck(self, reason: str | None) -> None:
        """Let all matches stand still while nothing can be written down (`reason`), and go on when it can (None)."""
        for running in self.running.values():
            running.actor.table.stand_still(is_still=reason is not None)
        text = "The server can write again: the matches go on."
        if reason is not None:
            text = "The server can't write to its disk, so all matches stand still, clocks too. Nothing is lost."
        for person in self.sessions.values():
            if person.viewers:
                person.hear(told.Notice(text))

    # Lists

    def who(self) -> told.WhoList:
        """Return who is here."""
        return told.WhoList([_status(session) for session in self.sessions.values()])

    def games(self) -> told.GamesList:
        """Return the games there are and the matches that are on."""
        matches = [
            told.MatchInfo(one.handle.match, one.handle.game, list(one.handle.names), one.actor.table.turn())
            for one in self.running.values()
            if one.handle.is_begun
        ]
        return told.GamesList(self.shelf.games(), matches)


def _status(session: Session) -> told.PlayerStatus:
    viewer = session.playing
    if viewer is not None and viewer.handle.is_begun:
        state = "playing" if session.screens else "away"
        return told.PlayerStatus(session.name, state, viewer.handle.match, session.table)
    watching = next((one for one in session.viewers.values() if one.seat is None), None)
    if watching is not None:
        return told.PlayerStatus(session.name, "watching", watching.handle.match, session.table)
    if session.table is not None:
        return told.PlayerStatus(session.name, "waiting", table=session.table)
    return told.PlayerStatus(session.name, "free")
