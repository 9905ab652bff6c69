"""Carries out what a connection asks for: one function a command. Whatever can't be done raises a `RemoteError`."""

from collections.abc import Callable
from functools import cache, partial
from typing import Literal

from attrs import evolve

from protocol import (
    PROTOCOL_VERSION,
    RawJson,
    RemoteError,
    Request,
    clean_name,
    clean_nonce,
    clean_text,
    parse_any,
    raw_json,
    schema_document,
    type_name,
)
from protocol import client_messages as said
from protocol import server_messages as told

from . import mailbox
from .archive import Archive
from .client import Client
from .clocks import UNTIMED, TimeControl
from .config import VERSION
from .errors import refuse
from .gathering import Command as TableCommand
from .gathering import Gatherings
from .lobby import Lobby
from .positions import Position
from .reading_room import ReadingRoom
from .requests import SAID_CHARACTERS
from .session import Again, MatchViewer, Session
from .setups import FIRST_GAME

MatchCommand = said.Clock | said.Draw | said.Takeback | said.Claim | said.Adjourn | said.Stop | said.Pass | said.If


def _control(clock: str | None) -> TimeControl:
    return UNTIMED if clock is None else TimeControl.parse(clock)


@cache
def _schema() -> RawJson:
    return raw_json(schema_document())


class FrontDesk:
    """Everything that a connection can ask for.

    Args:
        lobby: the directory.
        archive: what was written down.
    """

    def __init__(self, lobby: Lobby, archive: Archive) -> None:
        """Keep both."""
        self._lobby = lobby
        self._archive = archive
        self._reading_room = ReadingRoom(archive)
        self._tables = Gatherings(lobby)

    def arrived(self, client: Client) -> None:
        """Greet a new connection."""
        lobby = self._lobby
        lobby.screens.add(client)
        if len(lobby.screens) > lobby.config.connections:
            client.end("full")
        else:
            client.answer(self._welcome(), None)

    def _welcome(self) -> told.Welcome:
        lobby = self._lobby
        return told.Welcome("Spellmoot", VERSION, PROTOCOL_VERSION, len(lobby.sessions), len(lobby.running))

    def gone(self, client: Client) -> None:
        """A connection has ended: without another one, its person's matches wait for a while."""
        self._lobby.screens.discard(client)
        self._reading_room.gone(client)
        session = client.session
        client.session = None
        if session is None:
            return
        is_free = session.detach(client)
        if not session.screens:
            self._tables.gone(session)
        if is_free:
            self._lobby.leave(session)

    def take(self, client: Client, request: Request) -> bool:  # noqa: C901, PLR0912, PLR0915 (a case a message)
        """Carry out a request; return whether a match has it, which will call `client.answered`.

        Raises:
            RemoteError: it was refused.
        """
        message = request.message
        tag = request.tag
        if not isinstance(message, said.Yes | said.No):
            client.question = None
        match message:
            case said.Choose():
                return self._choose(client, request, message)
            case said.Pick(number):
                return self._pick(client, request, number)
            case said.Board() | said.Choices():
                return self._look(client, request, "board" if isinstance(message, said.Board) else "choices")
            case said.Resign(series):
                return self._ask_resign(client, request, is_series=series)
            case said.Say(text):
                return self._say(client, request, text)
            case said.Yes():
                return self._yes(client)
            case said.No():
                self._no(client, tag)
            case said.Login(name, token):
                return self._login(client, name, token, tag)
            case said.Who():
                client.answer(self._lobby.who(), tag)
            case said.Games():
                client.answer(self._games(), tag)
            case said.Match():
                return self._challenge(client, message, tag)
            case said.Accept(name, nonce):
                session = self._session(client)
                if not self._lobby.challenges.has(session) and self._lobby.adjourned.accept(session, name):
                    return self._begun(client, session)
                self._lobby.challenges.accept(
                    self._lobby.challenges.find(session, name, or_own=False), clean_nonce(nonce)
                )
                return self._begun(client, session)
            case said.Decline(name):
                return self._decline(client, request, name)
            case said.Commitment():
                client.answer(told.Committed(self._lobby.commitment(self._session(client))), tag)
            case said.Bot() | said.Table() | said.Join() | said.House() | said.Leave() | said.Begin():
                return self._at_table(client, message, tag)
            case (
                said.Clock() | said.Draw() | said.Takeback() | said.Claim() | said.Adjourn() | said.Stop() | said.Pass()
                | said.If()
            ):  # fmt: skip
                return self._at_match(client, request, message)
            case said.Stored():
                client.answer(self._lobby.adjourned.listing(self._session(client)), tag)
            case said.Resume(text):
                return self._resume(client, text, tag)
            case said.Since(number):
                viewer = self._viewer(client, request, to_play=False)
                return self._post(viewer, mailbox.CatchUp(viewer, client, number, tag))
            case said.Learn():
                return self._learn(client)
            case said.Rematch():
                return self._rematch(client, tag)
            case said.Pattern(text):
                self._pattern(client, text, tag)
            case said.Observe(number):
                self._observe(client, number, tag)
            case said.Unobserve():
                self._unobserve(client, request)
            case said.Dice(number):
                return self._dice(client, request, number)
            case said.Export(number):
                self._session(client)
                return self._archive.look(client, tag, partial(self._archive.export, number))
            case said.History() | said.Replay() | said.Next() | said.Back() | said.Go() | said.Auto():
                return self._reading_room.take(client, message, self._session(client).name, tag)
            case said.Play(number, step, name):
                return self._play_from(client, number, step, name, tag)
            case said.Rules(number):
                self._rules(client, number, tag)
            case said.Card(name):
                self._card(client, name, tag)
            case said.Help(topic):
                self._help(client, topic, tag)
            case said.Set(key, value):
                self._set(client, key, value, tag)
            case said.Mode(mode):
                client.switch(mode)
                client.answer(told.ModeSet(mode), tag)
                if mode == "json" and client.session is None:
                    client.answer(self._welcome(), None)
            case said.Schema():
                client.answer(told.SchemaText(_schema()), tag)
            case said.Ping(text):
                client.answer(told.Pong(text), tag)
            case said.Lobby():
                self._menu(client, self._session(client), tag)
            case said.Quit():
                return self._quit(client)
        return False

    # Who one is

    def _session(self, client: Client) -> Session:
        if client.session is None:
            raise refuse("not-logged-in", "Take a name first.", ("login NAME",))
        return client.session

    def _login(self, client: Client, name: str, token: str | None, tag: str | None) -> bool:
        if client.session is not None:
            text = f"You are {client.session.name} already."
            raise refuse("already-logged-in", text, name=client.session.name)
        session, is_back = self._lobby.enter(clean_name(name), token)
        client.session = session
        client.answer(told.LoggedIn(session.name, guest=True, token=session.token), tag)
        session.attach(client)
        client.screen.session = session
        if is_back and session.viewers:
            return self._begun(client, session)
        if client.mode == "text":
            self._menu(client, session)
            adjourned = self._lobby.adjourned.listing(session).matches
            if adjourned:
                client.show_lines(client.screen.say("stored-waiting", count=len(adjourned)))
        return False

    def _quit(self, client: Client) -> bool:
        session = client.session
        if session is not None and session.playing is not None and len(session.screens) == 1 and client.mode == "text":
            ask = client.screen.say("quit-ask", match=str(session.playing.handle.match))
            self._ask(client, ask, self._leave)
            return False
        return self._leave(client)

    def _leave(self, client: Client) -> bool:
        client.end("quit")
        return False

    def _menu(self, client: Client, session: Session, tag: str | None = None) -> None:
        if client.mode == "json":
            client.answer(told.Ok("lobby"), tag)
        else:
            client.show_lines(client.screen.menu(session, self._lobby.who(), self._games()), tag)

    # Questions

    def _ask(self, client: Client, text: list[str], then: Callable[[Client], bool]) -> None:
        client.question = lambda: then(client)
        client.show_lines(text)

    def _yes(self, client: Client) -> bool:
        question, client.question = client.question, None
        if question is None:
            raise refuse("nothing-asked", "Nothing was asked.")
        return question()

    def _no(self, client: Client, tag: str | None) -> None:
        if client.question is None:
            raise refuse("nothing-asked", "Nothing was asked.")
        client.question = None
        client.answer(told.Ok("no"), tag)

    # Matches

    def _viewer(self, client: Client, request: Request, *, to_play: bool) -> MatchViewer:
        session = self._session(client)
        if request.match is not None:
            viewer = session.viewers.get(request.match)
            if viewer is None:
                raise refuse("no-such-match", f"You are not at match {request.match}.", match=str(request.match))
        else:
            viewer = session.current
        if viewer is None or (to_play and viewer.seat is None):
            raise refuse("not-in-match", "You play in no match now.", ("learn", "bot", "match"))
        return viewer

    def _post(self, viewer: MatchViewer, item: mailbox.Item) -> bool:
        if not viewer.handle.post(item):
            raise refuse("match-busy", "The match is too busy, or just over; try again.")
        return True

    def _choose(self, client: Client, request: Request, message: said.Choose) -> bool:
        viewer = self._viewer(client, request, to_play=True)
        line = mailbox.ChoiceLine(viewer, client, message.line, viewer.epoch, message.decision, request.tag)
        return self._post(viewer, line)

    def _pick(self, client: Client, request: Request, number: int) -> bool:
        line = client.screen.numbered(number) if client.mode == "text" else None
        if line is None:
            raise refuse("no-such-number", f"Nothing is listed under {number} now.", number=str(number))
        viewer = client.session.current if client.session is not None else None
        meant = parse_any(line, frozenset() if viewer is None else viewer.verbs)
        if meant is None:
            return False
        return self.take(client, Request(meant.message, request.tag, meant.match or request.match))

    def _look(self, client: Client, request: Request, what: Literal["board", "choices"]) -> bool:
        viewer = self._viewer(client, request, to_play=False)
        return self._post(viewer, mailbox.Look(viewer, client, what, request.tag))

    def _ask_resign(self, client: Client, request: Request, *, is_series: bool) -> bool:
        viewer = self._viewer(client, request, to_play=True)

        def resign(_: Client) -> bool:
            if is_series:
                self._lobby.give_series_up(viewer)
            return self._post(viewer, mailbox.Resign(viewer, client, request.tag))

        if client.mode == "json":
            return resign(client)
        ask = "resign-series-ask" if is_series else "resign-ask"
        self._ask(client, client.screen.say(ask, match=str(viewer.handle.match)), resign)
        return False

    def _say(self, client: Client, request: Request, text: str) -> bool:
        session = self._session(client)
        if session.current is not None or request.match is not None:
            viewer = self._viewer(client, request, to_play=False)
            return self._post(viewer, mailbox.Speak(viewer, client, text, request.tag))
        message = told.Said(session.name, clean_text(text, SAID_CHARACTERS), None)
        for other in self._lobby.sessions.values():
            if other.current is None:
                other.hear(message)
        if request.tag is not None:
            client.answer(told.Ok("say"), request.tag)
        return False

    def _begun(self, client: Client, session: Session) -> bool:
        """Hold this connection's next lines back until the match at hand has spoken."""
        viewer = session.current
        return viewer is not None and viewer.handle.post(mailbox.Begun(viewer, client))

    def _at_match(self, client: Client, request: Request, message: MatchCommand) -> bool:
        """Hand over what a match carries out."""
        tag = request.tag
        viewer = self._viewer(client, request, to_play=not isinstance(message, said.Clock))
        item: mailbox.Request
        match message:
            case said.Clock(log):
                item = mailbox.AskClock(viewer, client, log, tag)
            case said.Draw():
                item = mailbox.Offer(viewer, client, "draw", 1, tag)
            case said.Takeback(count):
                item = mailbox.Offer(viewer, client, "takeback", count, tag)
            case said.Adjourn():
                item = mailbox.Offer(viewer, client, "adjourn", 1, tag)
            case said.Claim():
                item = mailbox.Claim(viewer, client, tag)
            case said.Stop(text):
                item = mailbox.SetStops(viewer, client, text, tag)
            case said.Pass():
                item = mailbox.SetStops(viewer, client, "pass turn", tag)
            case said.If(text):
                item = mailbox.SetPlans(viewer, client, text, tag)
        return self._post(viewer, item)

    def _resume(self, client: Client, text: str, tag: str | None) -> bool:
        session = self._session(client)
        if self._lobby.adjourned.resume(session, text):
            return self._begun(client, session)
        client.answer(told.Ok("resume"), tag)
        return False

    def _decline(self, client: Client, request: Request, name: str | None) -> bool:
        """Decline a challenge or, at a match without one, what is offered there."""
        session = self._session(client)
        has_challenge = request.match is not None or self._lobby.challenges.has(session)
        if not has_challenge and self._lobby.adjourned.decline(session, name):
            return False
        playing = session.playing if request.match is None else self._viewer(client, request, to_play=True)
        if request.match is not None or (name is None and not self._lobby.challenges.has(session)):
            if playing is None:
                raise refuse("no-challenge", "There is no such challenge.")
            return self._post(playing, mailbox.Withdraw(playing, client, request.tag))
        self._lobby.challenges.end(self._lobby.challenges.find(session, name, or_own=True), "declined")
        return False

    def _challenge(self, client: Client, message: said.Match, tag: str | None) -> bool:
        session = self._session(client)
        nonce = clean_nonce(message.nonce)
        target = self._lobby.player(message.name)
        game, options = self._lobby.shelf.wish(message.game)
        wish = Again(game, _control(message.clock), options, (target.name,), (), message.best)
        return self._offer(client, session, wish, tag, nonce)

    def _offer(self, client: Client, session: Session, wish: Again, tag: str | None, nonce: str = "") -> bool:
        """Challenge the other person of a wish for two."""
        target = self._lobby.player(wish.others[0])
        made = self._lobby.challenges.offer(session, target, wish, nonce)
        if made is None:
            return self._begun(client, session)
        client.answer(told.ChallengeSent(target.name, made.game, self._lobby.sealed(made.part)), tag)
        return False

    def _at_table(self, client: Client, message: TableCommand, tag: str | None) -> bool:
        session = self._session(client)
        if self._tables.take(session, message):
            return self._begun(client, session)
        if tag is not None:
            client.answer(told.Ok(type_name(type(message))), tag)
        return False

    def _games(self) -> told.GamesList:
        return evolve(self._lobby.games(), tables=self._tables.open_tables())

    def _learn(self, client: Client) -> bool:
        session = self._session(client)
        session.hinted_match = self._lobby.start(FIRST_GAME, (session, "random")).match
        return self._begun(client, session)

    def _rematch(self, client: Client, tag: str | None) -> bool:
        session = self._session(client)
        if session.again is None:
            raise refuse("not-in-match", "You have played no match yet.", ("learn", "bot", "match"))
        again = session.again
        if not again.others:
            self._lobby.start(again.game, (session, *again.houses), again.control, again.options)
            return self._begun(client, session)
        if len(again.others) == 1 and not again.houses:
            return self._offer(client, session, again, tag)
        if self._tables.again(session, again):
            return self._begun(client, session)
        if tag is not None:
            client.answer(told.Ok("rematch"), tag)
        return False

    def _pattern(self, client: Client, text: str | None, tag: str | None) -> None:
        session = self._session(client)
        if text is not None:
            session.patterns[FIRST_GAME] = self._lobby.shelf.check_pattern(text)
        value = session.patterns.get(FIRST_GAME, "")
        if client.mode == "json":
            client.answer(told.SetValue("pattern", value), tag)
        else:
            lines = client.screen.say("pattern-set", pattern=value) if value else client.screen.say("pattern-none")
            if text is None:
                lines += client.screen.patterns(FIRST_GAME)
            client.show_lines(lines, tag)

    def _observe(self, client: Client, number: int, tag: str | None) -> None:
        session = self._session(client)
        self._lobby.match(number)
        client.answer(told.Observing(number), tag)
        self._lobby.watch(session, number)

    def _unobserve(self, client: Client, request: Request) -> None:
        session = self._session(client)
        watched = [viewer for viewer in session.viewers.values() if viewer.seat is None]
        if request.match is not None:
            watched = [viewer for viewer in watched if viewer.handle.match == request.match]
        if not watched:
            raise refuse("not-watching", "You are watching no match.")
        for viewer in watched:
            self._lobby.unwatch(viewer)
            client.answer(told.Unobserved(viewer.handle.match), request.tag)

    # Looking into the journal

    def _dice(self, client: Client, request: Request, number: int | None) -> bool:
        self._session(client)
        if number is None:
            number = self._viewer(client, request, to_play=False).handle.match
        return self._archive.look(client, request.tag, partial(self._archive.dice, number))

    def _play_from(self, client: Client, number: int, step: int, name: str | None, tag: str | None) -> bool:
        """Begin a match in the midst of another one, or offer it to somebody."""
        session = self._session(client)

        async def begin() -> None:
            is_held = False
            try:
                target = None if name is None else self._lobby.player(name)
                position = await self._archive.position(number, step)
                if client.session is session:  # else it has gone meanwhile
                    is_held = self._begin_from(client, session, target, position, tag)
            except RemoteError as refusal:
                client.answer(refusal, tag)
            if not is_held:
                client.answered()

        self._archive.follow(begin)
        return True

    def _begin_from(
        self, client: Client, session: Session, target: Session | None, position: Position, tag: str | None
    ) -> bool:
        if target is None:
            self._lobby.start_from(position, session, None)
            return self._begun(client, session)
        made = self._lobby.challenges.offer_from(session, target, position)
        client.answer(told.ChallengeSent(target.name, made.game), tag)
        return False

    # Reading

    def _games_at_hand(self, client: Client) -> list[str]:
        """Return the game that is played or watched now; outside of matches every game, the first one first."""
        viewer = client.session.current if client.session is not None else None
        if viewer is not None:
            return [viewer.handle.game]
        return [game.name for game in self._lobby.shelf.games()]

    def _rules(self, client: Client, number: str | None, tag: str | None) -> None:
        found = (client.screen.rules(game, number) for game in self._games_at_hand(client))
        lines = next((lines for lines in found if lines is not None), None)
        if lines is None:
            raise refuse("no-such-rule", f"There is no rule {number}.", ("rules",), number=number or "")
        client.answer(told.RulesText(number or "", lines), tag)

    def _help(self, client: Client, topic: str | None, tag: str | None) -> None:
        lines = client.screen.help(topic)
        if lines is None:
            word = clean_text(topic or "", 40)
            raise refuse("no-such-topic", f"There is no help on {word}.", ("help",), topic=word)
        client.answer(told.HelpText(topic or "", lines), tag)

    def _set(self, client: Client, key: str | None, value: str | None, tag: str | None) -> None:
        settings = client.screen.settings
        if key is not None:
            client.answer(told.SetValue(key, settings.apply(key, value)), tag)
        elif client.mode == "text":
            client.show_lines(client.screen.settings_lines(), tag)
        else:
            for each, current in settings.all().items():
                client.answer(told.SetValue(each, current), tag)

    def _card(self, client: Client, name: str, tag: str | None) -> None:
        found = (client.screen.card(game, name) for game in self._games_at_hand(client))
        lines = next((lines for lines in found if lines is not None), None)
        if lines is None:
            raise refuse("no-such-card", f"There is no card {name}.", ("card all",), card=clean_text(name, 40))
        client.answer(told.CardText(name, lines), tag)
