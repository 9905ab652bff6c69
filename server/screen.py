"""What one connection in text mode shows: messages and matches as lines, and what the numbers listed last stand for."""

import json
from collections.abc import Callable
from functools import cache
from typing import Final, Literal, assert_never

import rust_core
from protocol import RemoteError, ServerMessage, command_named
from protocol import server_messages as told

from .session import MatchViewer, Session
from .settings import Settings
from .text import chance, guide, replays
from .text import lobby as texts
from .text.fluent import DEFAULT_LANGUAGE, Argument, Texts, texts_of
from .text.registry import GameText, game_text, games_with_texts
from .text.rules import RuleBook
from .text.tables import table_changed
from .text.viewer import Listing, Viewer
from .update import Update, turn_of

_CONFIRMED: Final = frozenset({"no", "auto", "replay", "resume"})
"""Commands that a person is told of when they are done."""
_EMPTY: Final = Listing([], [])
MatchNews = (
    told.ClockState | told.TimeLeft | told.TimedOut | told.MayClaim | told.Offered | told.OfferEnded | told.TakenBack
    | told.Listed | told.StoredList | told.ResumeOffered
)  # fmt: skip


GameTexts = Callable[[str], GameText]
"""A game's id to its texts."""


def texts_with(catalog_json: Callable[[str], str]) -> GameTexts:
    """Return the texts of games with the catalogues that `catalog_json` has for their ids; each is made once."""
    return cache(lambda game: game_text(game, catalog_json(game)))


texts_for: Final = texts_with(lambda game: rust_core.Catalog(game).json)
"""The texts of games as they are in the box."""


@cache
def rule_book(game: str) -> RuleBook:
    """Return the rules of a game, read once."""
    return RuleBook.parse(rust_core.rules_text(game))


def warm_up(games: GameTexts = texts_for) -> None:
    """Read all texts now, so that nobody waits for them later."""
    texts_of(DEFAULT_LANGUAGE)
    for game in games_with_texts():
        games(game)
        rule_book(game)


class TextScreen:
    """The text side of a connection. Nothing here waits or changes a match.

    Attributes:
        settings: what the reader has set.
        session: who reads, once they have a name.
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, games: GameTexts = texts_for) -> None:
        """A screen of the usual width that shows nothing yet; `games` has the texts of what is played."""
        self._games = games
        self.settings = Settings()
        self.session: Session | None = None
        self._texts: Texts = texts_of(language)
        self._listing = _EMPTY
        self._prompt_is_open = False
        self._boards: dict[int, _Drawn] = {}

    # Lines in

    def line_came(self) -> None:
        """Note that the reader ended the prompt's line by typing one."""
        self._prompt_is_open = False

    def before_parsing(self, line: str, *, is_known: bool) -> str:
        """Return `line` as it is meant: somebody who is asked for a name types just that."""
        words = line.split()
        if not is_known and len(words) == 1 and command_named(words[0]) is None and words[0][0] not in "{/@#":
            return f"login {words[0]}"
        return line

    def numbered(self, number: int) -> str | None:
        """Return the line that `number` stood for in what was listed last."""
        return self._listing.line(number)

    # Lines out

    def above_prompt(self, lines: list[str]) -> list[str]:
        """Return `lines`, begun on a line of their own if a prompt stands open."""
        if self._prompt_is_open:
            self._prompt_is_open = False
            return ["", *lines]
        return lines

    def prompt(self) -> str:
        """Return the prompt, and remember that it stands open."""
        self._prompt_is_open = True
        if self.session is None:
            return self._texts.say("prompt-name") + " "
        if self.session.current is None:
            return self._texts.say("prompt-lobby") + " "
        return self._texts.say("prompt-match", name=self.session.name.lower()) + " "

    def say(self, message_id: str, **arguments: Argument) -> list[str]:
        """Return one of the server's sentences, wrapped."""
        return texts.message(message_id, self._viewer(), **arguments)

    def _viewer(self, names: tuple[str, ...] = (), you: int | None = None) -> Viewer:
        return Viewer(self._texts, self.settings.style, names, you)

    def message(self, message: ServerMessage | RemoteError) -> list[str]:  # noqa: C901, PLR0912 (a case a message)
        """Return what a message says to a person."""
        viewer = self._viewer()
        match message:
            case RemoteError():
                return self._refusal(message)
            case told.Welcome(players=players, matches=matches):
                return texts.greeting(players, matches, viewer)
            case told.LoggedIn(name, guest, token):
                return texts.hello(name, viewer, is_guest=guest, token=token)
            case told.WhoList(players):
                return texts.who_lines(players, viewer)
            case told.GamesList():
                return texts.games_lines(message, viewer)
            case told.Challenged():
                return texts.challenged(message, viewer) + texts.sealed(message.commitment, viewer)
            case told.TableChanged():
                return self._about_table(message)
            case told.ChallengeSent(name, game, commitment):
                return texts.challenge_sent(name, game, viewer) + texts.sealed(commitment, viewer)
            case told.DiceReport():
                return chance.dice_lines(message, viewer)
            case told.Transcript(text=text):
                return text.splitlines()
            case told.HistoryList():
                self._listing = replays.history_listing(message, viewer)
                return self._listing.lines
            case told.ReplayStep():
                reader = self._viewer(tuple(message.names), message.seat)
                self._listing = replays.step_listing(message, self._games(message.game), turn_of, reader)
                return self._listing.lines
            case told.Committed(commitment):
                return texts.sealed(commitment, viewer) or self.say("sealed-nothing")
            case told.ChallengeEnded(name, game, reason):
                return texts.challenge_ended(name, game, reason, viewer)
            case told.Started():
                return texts.started(message, viewer)
            case told.Said(name, text, number):
                return texts.said(name, text, number, viewer)
            case told.Notice(text):
                return texts.notice(text, viewer)
            case told.Presence(_, name, is_here, seconds):
                if is_here:
                    return self.say("presence-back", name=name)
                return self.say("presence-gone", name=name, seconds=seconds)
            case (
                told.ClockState() | told.TimeLeft() | told.TimedOut() | told.MayClaim() | told.Offered()
                | told.OfferEnded() | told.TakenBack() | told.Listed() | told.StoredList() | told.ResumeOffered()
            ):  # fmt: skip
                return self._about_match(message)
            case told.Adjourned(number):
                self._boards.pop(number, None)
                self._listing = _EMPTY
                return self.say("adjourned", match=str(number))
            case told.SeriesScore():
                return texts.series_score(message, viewer)
            case told.Aborted(number, text):
                return self.say("aborted", match=str(number), message=text)
            case told.Observing(number):
                return self.say("observing", match=str(number))
            case told.Unobserved(number):
                return self.say("unobserved", match=str(number))
            case told.Bye(reason):
                return texts.bye(reason, viewer)
            case told.Pong(text):
                return texts.pong(text, viewer)
            case told.ModeSet(mode):
                return self.say("mode-set", mode=mode)
            case told.RulesText(lines=lines) | told.CardText(lines=lines) | told.HelpText(lines=lines):
                return lines
            case told.SetValue(key, value):
                return self.say("set-value", key=key, value=value)
            case told.SchemaText(schema):
                return [schema.text]
            case told.Ok(command):
                return self.say(f"done-{command}") if command in _CONFIRMED else []
            case (
                told.Event() | told.Decide() | told.Waiting() | told.View() | told.MatchOver() | told.Refused()
            ):  # matches tell these by `update`; a refusal comes as RemoteError
                return []
            case _:
                assert_never(message)

    def _about_table(self, message: told.TableChanged) -> list[str]:
        """Return what happened at a table; outside of matches its own people can answer with numbers."""
        you = "" if self.session is None else self.session.name
        is_free = self.session is not None and self.session.current is None
        listing = table_changed(message, you, self._viewer(), is_free=is_free)
        if len(listing.numbered) > 1:
            self._listing = listing
        return listing.lines

    def _about_match(self, message: MatchNews) -> list[str]:  # noqa: C901 (a case a message)
        match message:
            case told.ClockState():
                return texts.clock_lines(message, self._viewer())
            case told.TimeLeft(seat=seat, millis=millis):
                return self.say("time-left", name=self._name(message.match, seat), seconds=millis // 1000)
            case told.TimedOut(seat=seat):
                return self.say("timed-out", name=self._name(message.match, seat))
            case told.MayClaim(name=name):
                return self.say("may-claim", name=name)
            case told.Offered(name=name, what=what, count=count):
                return self.say(f"offered-{what}", name=name, count=count)
            case told.OfferEnded(name=name):
                return self.say("offer-ended", name=name)
            case told.TakenBack(count=count):
                return self.say("taken-back", count=count)
            case told.StoredList(matches):
                return texts.stored_lines(matches, self._viewer())
            case told.ResumeOffered(number, name, game):
                return texts.resume_offered(number, name, game, self._viewer())
            case told.Listed(what, lines):
                shown = "plans-none" if what == "plans" and not lines else f"{what}-listed"
                return self.say(shown) + [f"  {line}" for line in lines]

    def _name(self, match: int, seat: int) -> str:
        viewer = self.session.viewers.get(match) if self.session is not None else None
        return viewer.handle.names[seat] if viewer is not None else str(seat + 1)

    def _refusal(self, error: RemoteError) -> list[str]:
        viewer = self._viewer()
        current = self.session.current if self.session is not None else None
        sentence = None
        if current is not None and error.code in rust_core.error_codes():
            sentence = self._games(current.handle.game).refusal(error.code, error.params, viewer)
        if sentence is None:
            sentence = texts.refusal(error.code, error.params, error.message, viewer)
        return texts.refusal_lines(sentence, error.suggestions, viewer)

    def menu(self, session: Session, who: told.WhoList, games: told.GamesList) -> list[str]:
        """Return the lobby's menu; its numbers count from now on."""
        self._listing = texts.menu(session.name, who.players, games, self._viewer())
        return self._listing.lines

    # Matches

    def update(self, viewer: MatchViewer, update: Update) -> list[str]:
        """Return what happened in a match, as sentences, and what can be done now."""
        game = self._games(update.game)
        reader = self._viewer(tuple(update.names), viewer.seat)
        drawn = self._boards.setdefault(update.match, _Drawn())
        lines: list[str] = []
        if update.is_start:
            started = told.Started(update.match, update.game, list(update.names), viewer.seat, update.commitment)
            lines += texts.started(started, reader)
            if viewer.seat is not None:
                lines += reader.lines(game.goal(json.loads(update.view(viewer.seat)), reader))
            drawn.forget()
        faces = update.faces(viewer.seat)
        if faces:
            drawn.updates += 1
            lines += game.tell_events([json.loads(face) for face in faces], reader)
        if update.outcome is not None:
            return lines + self._end(update, game, reader)
        decision = update.decision(viewer.seat)
        if decision is not None:
            if drawn.asked == decision.id and not lines:
                return []  # others answered in secret: the question still stands above
            drawn.asked = decision.id
            return lines + self._ask(update, game, reader, decision, drawn)
        if viewer.seat is None:
            return lines + self._board_for_watcher(update, game, reader, drawn)
        return lines + self._wait(update, game, reader, drawn)

    def _end(self, update: Update, game: GameText, reader: Viewer) -> list[str]:
        self._boards.pop(update.match, None)
        outcome = update.outcome
        if outcome is None:
            return []
        turn = turn_of(json.loads(update.view(reader.you)))
        lines = game.result(outcome.winners, outcome.reason, turn, reader, update.match)
        self._listing = _EMPTY
        return lines + texts.message("after-match", reader, match=str(update.match))

    def _ask(
        self, update: Update, game: GameText, reader: Viewer, decision: rust_core.Decision, drawn: "_Drawn"
    ) -> list[str]:
        view = json.loads(update.view(reader.you))
        lines: list[str] = []
        if drawn.wants_board(turn_of(view), decision.window, game.scene(view)):
            lines += game.board(view, reader, update.match, _clocks(update))
        drawn.waits_for = None
        choices = update.core.choices(decision.seat)
        self._listing = game.prompt(decision.window, choices, view, reader, decision.default)
        if self._wants_hints(update.match):
            hint = game.hint(decision.window, choices, view, reader)
            if hint is not None:
                lines += texts.hint_lines(hint, reader)
        lines += self._listing.lines
        if self.settings.rings_bell and lines:
            lines[-1] += "\a"
        return lines

    def _wants_hints(self, match: int) -> bool:
        if self.settings.hints is not None:
            return self.settings.hints
        return self.session is not None and self.session.hinted_match == match

    def _board_for_watcher(self, update: Update, game: GameText, reader: Viewer, drawn: "_Drawn") -> list[str]:
        view = json.loads(update.view(None))
        if not drawn.wants_board(turn_of(view), "", game.scene(view)):
            return []
        return game.board(view, reader, update.match, _clocks(update))

    def _wait(self, update: Update, game: GameText, reader: Viewer, drawn: "_Drawn") -> list[str]:
        waiting = update.waiting()
        names = [update.names[seat] for seat in waiting.seats if seat not in {*update.house_seats, reader.you}]
        key = (tuple(waiting.seats), waiting.window)
        if not names or drawn.waits_for == key[0]:
            return []
        drawn.waits_for = key[0]
        self._listing = _EMPTY
        return texts.waiting(names, game.window_words(waiting.window, reader), None, reader)

    def show(self, viewer: MatchViewer, update: Update, what: Literal["board", "choices"]) -> list[str]:
        """Return the board, or every choice with its number."""
        game = self._games(update.game)
        reader = self._viewer(tuple(update.names), viewer.seat)
        decision = update.decision(viewer.seat)
        if what == "board":
            view = json.loads(update.view(viewer.seat))
            lines = game.board(view, reader, update.match, _clocks(update))
            if decision is not None:
                choices = update.core.choices(decision.seat)
                self._listing = game.prompt(decision.window, choices, view, reader, decision.default)
                lines += self._listing.lines
            return lines
        if decision is None:
            waiting = update.waiting()
            if viewer.seat in waiting.seats:  # its line is held until the veil ends
                return texts.message("waiting-held", reader)
            names = [update.names[seat] for seat in waiting.seats]
            return texts.waiting(names, game.window_words(waiting.window, reader), None, reader)
        self._listing = game.choices_listing(update.core.choices(decision.seat), reader, decision.default)
        return self._listing.lines

    # Reading and settings

    def help(self, topic: str | None) -> list[str] | None:
        """Return help on a topic; without one, what there is; None if there is none."""
        viewer = self._viewer()
        return guide.index(viewer) if topic is None else guide.topic(topic, viewer)

    def rules(self, game: str, number: str | None) -> list[str] | None:
        """Return a rule, a chapter, or the list of chapters."""
        book = rule_book(game)
        return book.overview(self.settings.style) if number is None else book.lookup(number, self.settings.style)

    def card(self, game: str, name: str) -> list[str] | None:
        """Return a card's text."""
        return self._games(game).card_lines(name, self._viewer())

    def patterns(self, game: str) -> list[str]:
        """Return the ready decks of a game."""
        return self._games(game).patterns_lines(self._viewer())

    def settings_lines(self) -> list[str]:
        """Return all settings and their values."""
        return texts.settings(self.settings.all(), self._viewer())


class _Drawn:
    """What the reader was shown of a match, so that nothing is shown twice."""

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.updates = 0
        self.asked: int | None = None
        self.waits_for: tuple[int, ...] | None = None
        self._turn: int | None = None
        self._window = ""
        self._scene: object = None

    def wants_board(self, turn: int, window: str, scene: object) -> bool:
        """Return whether the board is due: at a new turn, and at a new window once enough has happened since.

        Args:
            turn: the turn or round.
            window: what is decided.
            scene: what the board shows; while it is equal to that of the last board, a new window needs none.
                None: not known, and taken for a new one.
        """
        is_new = scene is None or scene != self._scene
        due = turn != self._turn or (window != self._window and self.updates > 1 and is_new)
        self._turn, self._window = turn, window
        if due:
            self.updates = 0
            self._scene = scene
        return due


def _clocks(update: Update) -> list[str] | None:
    """Return what is left in each seat's bank, as the board shows it; None in an untimed match."""
    return [texts.spell_time(one.bank_ms or 0) for one in update.clocks] or None
