"""What players may wish of a match beside its game: words behind the game's name, and how many can play like that.

The server knows no rule of a game: a word stands for fields of a setup, which the core judges. What is known here are
the numbers of seats, so that a table is not opened that could never begin.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from attrs import frozen

from protocol import clean_text

from .errors import refuse
from .text.registry import title_of

_SHOWN: Final = 40  # characters of theirs that an answer repeats
Fields = Mapping[str, object]
"""Fields of a setup."""


@frozen
class Option:
    """A word that can stand behind a game's name.

    Attributes:
        word: the word, as it is told.
        subjects: what it decides; two words that decide the same exclude each other.
        fields: number of seats to the fields of the setup that it stands for.
        seats: how many can play with it, least and most; None: as many as without.
    """

    word: str
    subjects: frozenset[str]
    fields: Callable[[int], Fields]
    seats: tuple[int, int] | None = None


def _always(**fields: object) -> Callable[[int], Fields]:
    return lambda _: fields


def _drafted(seats: int) -> Fields:
    """Return the draft that the rulebook gives to so many: open cards for two, packs for more (MT-3.2, MT-3.3)."""
    return {"draft": "visible" if seats == 2 else "hidden"}


_CARDS: Final = frozenset({"cards"})
_LEVEL: Final = frozenset({"level"})
_MODE: Final = frozenset({"mode", "cards"})  # co-op and solo deal in a way of their own (MT-15.1)

OPTIONS: Final[Mapping[str, Sequence[Option]]] = {
    "mage_tower": (
        Option("draft", _CARDS, _drafted),
        Option("hidden-draft", _CARDS, _always(draft="hidden")),
        Option("beginner", _LEVEL, _always(advanced=False)),
        Option("advanced", _LEVEL, _always(advanced=True)),
        Option("coop", _MODE, _always(mode="coop"), (1, 4)),
        Option("solo", _MODE, _always(mode="solo"), (1, 1)),
    ),
}
"""The words of each game that has some. What goes without saying is `setups`' matter."""

_SEATS: Final[Mapping[str, tuple[int, int]]] = {"mage_tower": (2, 6)}
"""How many play without options, where an option allows others (MT-2.14)."""


def options_of(game: str) -> list[str]:
    """Return the words that can stand behind a game's name."""
    return [option.word for option in OPTIONS.get(game, ())]


def read_options(game: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the options that `words` are, each once, in the order of `options_of`; case and hyphens don't matter.

    Raises:
        RemoteError: `no-such-option`, `options-clash`.
    """
    wished: list[Option] = []
    known = {_plain(option.word): option for option in OPTIONS.get(game, ())}
    for word in words:
        option = known.get(_plain(word))
        if option is None:
            raise _no_such_option(game, word)
        if option in wished:
            continue
        for other in wished:
            if other.subjects & option.subjects:
                text = f"{other.word} and {option.word} exclude each other."
                raise refuse("options-clash", text, (other.word, option.word), first=other.word, second=option.word)
        wished.append(option)
    return tuple(word for word in options_of(game) if any(word == option.word for option in wished))


def _no_such_option(game: str, word: str) -> Exception:
    shown, options = clean_text(word, _SHOWN), options_of(game)
    near = tuple(get_close_matches(shown.lower(), options, 3)) or tuple(options)
    text = f"{title_of(game)} has no option '{shown}'."
    return refuse("no-such-option", text, near, title=title_of(game), option=shown)


def seats_of(game: str, options: Sequence[str], usual: tuple[int, int]) -> tuple[int, int]:
    """Return how many can play, least and most; `usual` is what the game itself says."""
    for option in OPTIONS.get(game, ()):
        if option.word in options and option.seats is not None:
            return option.seats
    return _SEATS.get(game, usual)


def fields_of(game: str, options: Sequence[str], seats: int) -> dict[str, object]:
    """Return the fields of the setup that options stand for, in a match of so many seats."""
    found: dict[str, object] = {}
    for option in OPTIONS.get(game, ()):
        if option.word in options:
            found |= option.fields(seats)
    return found


def typed_as(game: str, options: Sequence[str]) -> str:
    """Return a game and its options as people type them: `mage tower coop`."""
    return " ".join([game.replace("_", " "), *options])


def _plain(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "")
