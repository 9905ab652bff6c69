"""Lines of text to requests: what people type, and the table that `help` is made of.

    [@TAG] [#MATCH] LINE

A line is read in this order:

1. `{...` is a JSON message, in either mode.
2. `/WORD ...` is always a command of the server.
3. If its first word is one of the choice verbs of the moment, the whole line is a choice line. These are never
   abbreviated, and win over commands of the same name.
4. A bare number picks from what was listed last.
5. Else it is a command of `COMMANDS`: by its name, an alias, or a beginning of its name of two letters or more that
   fits no other command and no choice verb.

Commands ignore case and extra spaces. Names of games and cards are passed on as typed (words joined by one space): to
find out what they mean is the server's part.
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Final

from attrs import frozen

from . import client_messages as say
from .codec import bad_match, bad_tag, decode_client
from .errors import RemoteError
from .messages import LARGEST_INT, TAG
from .sanitize import clean_text

BOT_LEVELS: Final = ("random", "greedy")
CLOCK_NAMES: Final = ("untimed", "bullet", "blitz", "rapid", "classic", "evening")
SHORTEST_PREFIX: Final = 2

_ADDRESS: Final = re.compile(r"#?([0-9]{1,16})")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_AND_NONCE: Final = re.compile(r"(?:^| )nonce (.+)$", re.IGNORECASE)
_LINE_USAGE: Final = "[@TAG] [#MATCH] LINE"
_SHOWN: Final = 40  # characters of theirs that an answer repeats

Parser = Callable[[str], say.ClientMessage]
"""Takes what stands behind the command's word, stripped; raises `_UsageError`."""


class _UsageError(ValueError):
    """The arguments don't fit the usage line."""


@frozen
class Command:
    """One row of the table.

    Attributes:
        name: the word, in small letters.
        usage: the word and its arguments; `[...]` may be left out, capitals stand for what the player fills in.
        summary: what it does, in one line without a full stop.
        group: the heading under which `help` lists it.
        parse: arguments to message.
        aliases: other words for it, never abbreviated.
    """

    name: str
    usage: str
    summary: str
    group: str
    parse: Parser
    aliases: tuple[str, ...] = ()


def _nothing(make: Callable[[], say.ClientMessage]) -> Parser:
    def parse(arguments: str) -> say.ClientMessage:
        if arguments:
            raise _UsageError
        return make()

    return parse


def _required(make: Callable[[str], say.ClientMessage]) -> Parser:
    def parse(arguments: str) -> say.ClientMessage:
        if not arguments:
            raise _UsageError
        return make(arguments)

    return parse


def _optional(make: Callable[[str | None], say.ClientMessage]) -> Parser:
    return lambda arguments: make(arguments or None)


def _joined(parse: Parser) -> Parser:
    """Let `parse` see its words joined by one space."""
    return lambda arguments: parse(" ".join(arguments.split()))


def _optional_word(make: Callable[[str | None], say.ClientMessage]) -> Parser:
    def parse(arguments: str) -> say.ClientMessage:
        if len(arguments.split()) > 1:
            raise _UsageError
        return make(arguments or None)

    return parse


def _match(arguments: str) -> say.ClientMessage:
    arguments, nonce = _without_nonce(arguments)
    name, _, rest = arguments.partition(" ")
    words, best = _without_series(rest.split())
    words, clock = _without_clock(words)
    if not words:
        raise _UsageError
    return say.Match(name, " ".join(words), clock, nonce, best)


def _without_series(words: list[str]) -> tuple[list[str], int]:
    """Split `best N` off the end."""
    if len(words) > 2 and words[-2].lower() == "best" and _NUMBER.fullmatch(words[-1]):
        return words[:-2], int(words[-1])
    return words, 1


def _without_nonce(arguments: str) -> tuple[str, str]:
    """Split `nonce TEXT` off the end; the text is everything behind the word, which is none where nothing follows."""
    found = _AND_NONCE.search(arguments)
    return (arguments, "") if found is None else (arguments[: found.start()], found[1])


def _accept(arguments: str) -> say.ClientMessage:
    name, nonce = _without_nonce(arguments)
    if len(name.split()) > 1:
        raise _UsageError
    return say.Accept(name or None, nonce)


def _without_clock(words: list[str], *, has_seats: bool = False) -> tuple[list[str], str | None]:
    """Split a time control off the end: a name of one, or something that begins with a number.

    With `has_seats`, a number alone says how many seats there are.
    """
    last = words[-1].lower() if words else ""
    if last in CLOCK_NAMES or (last[:1].isdecimal() and not (has_seats and last.isdecimal())):
        return words[:-1], words[-1].lower()
    return words, None


def _login(arguments: str) -> say.ClientMessage:
    words = arguments.split()
    if len(words) not in {1, 2}:
        raise _UsageError
    return say.Login(*words)


def _bot(arguments: str) -> say.ClientMessage:
    arguments, nonce = _without_nonce(arguments)
    words, clock = _without_clock(arguments.split(), has_seats=True)
    levels = [word for word in words[1:] if word.lower() in BOT_LEVELS]
    rest, seats = _without_seats([word for word in words if word not in levels])
    if len(levels) > 1:
        raise _UsageError
    return say.Bot(rest, levels[0].lower() if levels else BOT_LEVELS[-1], clock, nonce, seats)


def _table(arguments: str) -> say.ClientMessage:
    words, clock = _without_clock(arguments.split(), has_seats=True)
    rest, seats = _without_seats(words)
    return say.Table(rest, seats, clock)


def _without_seats(words: list[str]) -> tuple[str, int | None]:
    """Take a number of seats out of what stands behind the first word of a game."""
    numbers = [word for word in words[1:] if _NUMBER.fullmatch(word)]
    if not words or len(numbers) > 1:
        raise _UsageError
    return " ".join(word for word in words if word not in numbers), int(numbers[0]) if numbers else None


def _join(arguments: str) -> say.ClientMessage:
    if not _NUMBER.fullmatch(arguments):
        raise _UsageError
    return say.Join(int(arguments))


def _house(arguments: str) -> say.ClientMessage:
    level = arguments.lower() or BOT_LEVELS[-1]
    if level not in {*BOT_LEVELS, "off"}:
        raise _UsageError
    return say.House(level)


def _observe(arguments: str) -> say.ClientMessage:
    found = _ADDRESS.fullmatch(arguments)
    if not found:
        raise _UsageError
    return say.Observe(_match_number(found))


def _clock(arguments: str) -> say.ClientMessage:
    if arguments.lower() not in {"", "log"}:
        raise _UsageError
    return say.Clock(log=bool(arguments))


def _resign(arguments: str) -> say.ClientMessage:
    if arguments.lower() not in {"", "series"}:
        raise _UsageError
    return say.Resign(series=bool(arguments))


def _takeback(arguments: str) -> say.ClientMessage:
    if arguments and not _NUMBER.fullmatch(arguments):
        raise _UsageError
    return say.Takeback(int(arguments or 1))


def _pass(arguments: str) -> say.ClientMessage:
    if arguments.lower() not in {"", "turn"}:
        raise _UsageError
    return say.Pass()


def _since(arguments: str) -> say.ClientMessage:
    if not _NUMBER.fullmatch(arguments):
        raise _UsageError
    return say.Since(int(arguments))


def _dice(arguments: str) -> say.ClientMessage:
    return say.Dice(_record_number(arguments) if arguments else None)


def _export(arguments: str) -> say.ClientMessage:
    return say.Export(_record_number(arguments))


def _replay(arguments: str) -> say.ClientMessage:
    match arguments.split():
        case ["off"]:
            return say.Replay()
        case [number]:
            return say.Replay(_record_number(number))
        case [number, name]:
            return say.Replay(_record_number(number), name)
        case _:
            raise _UsageError


def _play(arguments: str) -> say.ClientMessage:
    match arguments.split():
        case [word, number, step, *name] if word.lower() == "from" and len(name) <= 1 and _NUMBER.fullmatch(step):
            return say.Play(_record_number(number), int(step), *name)
        case _:
            raise _UsageError


def _go(arguments: str) -> say.ClientMessage:
    if not _NUMBER.fullmatch(arguments):
        raise _UsageError
    return say.Go(int(arguments))


def _auto(arguments: str) -> say.ClientMessage:
    if arguments and not _NUMBER.fullmatch(arguments):
        raise _UsageError
    return say.Auto(int(arguments)) if arguments else say.Auto()


def _record_number(text: str) -> int:
    found = _ADDRESS.fullmatch(text)
    if not found:
        raise _UsageError
    return _match_number(found)


def _mode(arguments: str) -> say.ClientMessage:
    match arguments.lower():
        case "text":
            return say.Mode("text")
        case "json":
            return say.Mode("json")
        case _:
            raise _UsageError


def _set(arguments: str) -> say.ClientMessage:
    key, _, value = arguments.partition(" ")
    return say.Set(key.lower() or None, value.strip() or None)


COMMANDS: Final = (
    Command("login", "login NAME [TOKEN]", "take a name: 3 to 17 letters", "session", _login),
    Command("who", "who", "list the players", "look", _nothing(say.Who)),
    Command("games", "games", "list the games, and the matches that are on", "look", _nothing(say.Games)),
    Command("match", "match NAME GAME [CLOCK] [best N]", "challenge a player", "meet", _joined(_match)),
    Command("accept", "accept [NAME] [nonce X]", "accept a challenge", "meet", _joined(_accept)),
    Command("decline", "decline [NAME]", "decline a challenge, or withdraw yours", "meet", _optional_word(say.Decline)),
    Command("bot", "bot GAME [SEATS] [LEVEL] [CLOCK]", "duel the house", "meet", _joined(_bot)),
    Command("commitment", "commitment", "show the seal of your next match", "meet", _nothing(say.Commitment)),
    Command("table", "table GAME [SEATS] [CLOCK]", "open a table for others", "meet", _joined(_table)),
    Command("join", "join ID", "sit down at an open table", "meet", _join),
    Command("house", "house [random|greedy|off]", "give the house a seat at your table", "meet", _house),
    Command("leave", "leave", "leave your table before it begins", "meet", _nothing(say.Leave)),
    Command("begin", "begin", "begin with those at your table", "meet", _nothing(say.Begin)),
    Command("learn", "learn", "play a first duel with hints", "meet", _nothing(say.Learn)),
    Command("pattern", "pattern [NAME|LETTERS]", "show or set your Pattern", "meet", _joined(_optional(say.Pattern))),
    Command("choices", "choices", "list every line that you can play now", "duel", _nothing(say.Choices)),
    Command("board", "board", "draw the board again", "duel", _nothing(say.Board)),
    Command("observe", "observe ID", "watch a match", "look", _observe),
    Command("unobserve", "unobserve", "stop watching", "look", _nothing(say.Unobserve)),
    Command("say", "say TEXT", "say something to your match, or to the lobby", "look", _required(say.Say)),
    Command("resign", "resign [series]", "give your match up", "duel", _resign),
    Command("clock", "clock [log]", "show the clocks; every charge to them", "duel", _clock),
    Command("draw", "draw", "offer a draw, or agree to one", "duel", _nothing(say.Draw)),
    Command("takeback", "takeback [N]", "offer to take N choices back, or agree", "duel", _takeback),
    Command("claim", "claim", "take the match from who is gone for long", "duel", _nothing(say.Claim)),
    Command("adjourn", "adjourn", "offer to go on another day, or agree", "duel", _nothing(say.Adjourn)),
    Command("stored", "stored", "list your adjourned matches", "duel", _nothing(say.Stored)),
    Command("resume", "resume ID|NAME", "go on with an adjourned match", "duel", _joined(_required(say.Resume))),
    Command("stop", "stop [all|none|WINDOW on|off]", "say where to be asked", "duel", _joined(_optional(say.Stop))),
    Command("pass", "pass [turn]", "pass all windows until the turn ends", "duel", _pass),
    Command("if", "if [WINDOW then LINE|off [N]]", "give a line in advance", "duel", _joined(_optional(say.If))),
    Command("since", "since N", "tell the events after number N again", "duel", _since),
    Command("dice", "dice [ID]", "count a match's public rolls, and test them", "past", _dice),
    Command("export", "export ID", "print a duel's transcript, to verify it", "past", _export),
    Command("history", "history [NAME]", "list the newest duels, or a player's", "past", _optional_word(say.History)),
    Command("replay", "replay ID [NAME]|off", "read a duel again, as NAME saw it", "past", _replay),
    Command("play", "play from ID N [NAME]", "play on from step N of a duel", "past", _joined(_play)),
    Command("next", "next", "replay: one step on", "past", _nothing(say.Next)),
    Command("back", "back", "replay: one step back", "past", _nothing(say.Back)),
    Command("go", "go N", "replay: to step N", "past", _go),
    Command("auto", "auto [S]", "replay: a step every S seconds", "past", _auto),
    Command("rules", "rules [NUMBER]", "read a rule", "look", _joined(_optional(say.Rules))),
    Command("card", "card X", "read a card", "look", _joined(_required(say.Card))),
    Command("mode", "mode text|json", "write for people, or for programs", "session", _mode),
    Command("set", "set [KEY [VALUE]]", "show or change a setting", "session", _set),
    Command("help", "help [TOPIC]", "explain a command or a topic", "look", _joined(_optional(say.Help)), ("?",)),
    Command("schema", "schema", "print the JSON Schema of all messages", "session", _nothing(say.Schema)),
    Command("ping", "ping [TEXT]", "be answered with the same text", "session", say.Ping),
    Command("yes", "yes", "agree to what was asked", "duel", _nothing(say.Yes), ("y",)),
    Command("no", "no", "disagree with what was asked", "duel", _nothing(say.No), ("n",)),
    Command("lobby", "lobby", "go back to the lobby", "session", _nothing(say.Lobby)),
    Command("rematch", "rematch", "offer the same game again", "meet", _nothing(say.Rematch)),
    Command("quit", "quit", "leave", "session", _nothing(say.Quit), ("exit", "bye")),
)
"""Every command of text mode. The order is the order of `help` within a group."""

_BY_WORD: Final = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}


def command_named(word: str) -> Command | None:
    """Return the command of that name or alias, whatever its case; None if there is none. No abbreviations."""
    return _BY_WORD.get(word.lower())


def shadowed_commands(verbs: Iterable[str]) -> list[str]:
    """Return the words of commands that choice verbs hide, sorted: these need their `/` while a seat decides."""
    return sorted(set(_BY_WORD) & {verb.lower() for verb in verbs})


def parse_any(text: str, verbs: frozenset[str]) -> say.Request | None:
    """Read a line in either mode: JSON if it starts with `{`, text otherwise. As `parse_line` and `decode_client`."""
    if text.lstrip().startswith("{"):
        return decode_client(text)
    return parse_line(text, verbs)


def parse_line(text: str, verbs: frozenset[str]) -> say.Request | None:
    """Read a line of text.

    Args:
        text: the line, without its end.
        verbs: the choice verbs of the game at hand, in small letters, while the seat must decide; else empty.

    Returns:
        The request, or None for an empty line.

    Raises:
        RemoteError: `bad-tag`, `bad-match`, `unknown-command`, `ambiguous-command`, `bad-arguments`; with the tag.
    """
    rest = text.strip()
    tag: str | None = None
    if rest.startswith("@"):
        word, rest = _first_word(rest)
        tag = word[1:]
        if not TAG.fullmatch(tag):
            raise bad_tag()
    try:
        return _parse_untagged(rest, verbs, tag)
    except RemoteError as error:
        raise error.tagged(tag) from None


def addressed(text: str) -> int | None:
    """Return the match that a line of text names in front; None if it names none, or is no such line."""
    word, rest = _first_word(text)
    if word.startswith("@"):
        word, _ = _first_word(rest)
    found = _ADDRESS.fullmatch(word) if word.startswith("#") else None
    return None if found is None else int(found[1])


def _parse_untagged(rest: str, verbs: frozenset[str], tag: str | None) -> say.Request | None:
    match: int | None = None
    if rest.startswith("#"):
        word, rest = _first_word(rest)
        found = _ADDRESS.fullmatch(word)
        if not found:
            raise bad_match()
        match = _match_number(found)
    if not rest:
        if tag is None and match is None:
            return None
        raise _bad_arguments(_LINE_USAGE)
    return say.Request(_parse_message(rest, verbs, match), tag, match)


def _parse_message(line: str, verbs: frozenset[str], match: int | None) -> say.ClientMessage:
    word, arguments = _first_word(line)
    if word.startswith("/"):
        word, arguments = _first_word(line[1:].lstrip())
        return _run(_command(word, frozenset()), arguments, match)
    if word.lower() in verbs:
        return say.Choose(line)
    if not arguments and _NUMBER.fullmatch(word):
        return say.Pick(int(word))
    return _run(_command(word, verbs), arguments, match)


def _run(command: Command, arguments: str, match: int | None) -> say.ClientMessage:
    if command.name == "observe" and match is not None:
        arguments = arguments or str(match)
    try:
        message = command.parse(arguments)
    except _UsageError:
        raise _bad_arguments(command.usage) from None
    if isinstance(message, say.Observe) and match not in {None, message.match}:
        raise _bad_arguments(command.usage)
    return message


def _command(word: str, verbs: frozenset[str]) -> Command:
    word = word.lower()
    exact = _BY_WORD.get(word)
    if exact:
        return exact
    shown = clean_text(word, _SHOWN)
    if len(word) >= SHORTEST_PREFIX:
        fitting = [command for command in COMMANDS if command.name.startswith(word)]
        names = [command.name for command in fitting]
        # A slip in a choice must not become a command: `res` is no `resign` where `rest` could be played.
        choices = sorted(verb for verb in verbs if verb.startswith(word) and verb not in names)
        if len(fitting) == 1 and not choices:
            return fitting[0]
        if fitting:
            could_be = names + choices
            text = f"'{shown}' could mean: {', '.join(could_be)}."
            raise RemoteError("ambiguous-command", text, {"word": shown}, could_be)
    text = f"'{shown}' is no command."
    known = [command.name for command in COMMANDS] + sorted(verbs)
    raise RemoteError("unknown-command", text, {"word": shown}, get_close_matches(shown, known, 3))


def _first_word(line: str) -> tuple[str, str]:
    """Split `line` into its first word and the rest, both stripped."""
    word, *rest = line.split(maxsplit=1) or [""]
    return word, rest[0].strip() if rest else ""


def _match_number(found: re.Match[str]) -> int:
    number = int(found[1])
    if not 1 <= number <= LARGEST_INT:
        raise bad_match()
    return number


def _bad_arguments(usage: str) -> RemoteError:
    return RemoteError("bad-arguments", f"Usage: {usage}", {"usage": usage})
