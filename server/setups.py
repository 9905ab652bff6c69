"""What the server keeps of the games that can be played: catalogues, choice verbs, and how a setup is put together.

The server knows no rule of a game: what a player brings is handed to the core, which judges it.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

import rust_core
from protocol import clean_text
from protocol import server_messages as told

from .cards import CardFile, texts_for
from .errors import refuse
from .options import OPTIONS, options_of, read_options, seats_of, typed_as
from .text.registry import find_game, games_with_texts, title_of

FIRST_GAME: Final = "wizards_arena"
"""What `learn` plays."""


@frozen
class _Entry:
    catalog: rust_core.Catalog
    facts: dict[str, object]
    cards: tuple[str, ...]


class Shelf:
    """The games there are, loaded once."""

    def __init__(self, files: Sequence[CardFile] = ()) -> None:
        """Load every catalogue of a game that can be told to people, with the cards of `files`."""
        self._entries: dict[str, _Entry] = {}
        for game in [game for game in rust_core.games() if game in games_with_texts()]:
            cards = texts_for(game, files)
            catalog = rust_core.Catalog(game, cards)
            self._entries[game] = _Entry(catalog, json.loads(catalog.json), tuple(cards))

    def games(self) -> list[told.GameInfo]:
        """Return the games, in the order in which they are offered."""
        found = []
        for game in self._entries:
            ranges = [self.seats(game), *(option.seats for option in OPTIONS.get(game, ()) if option.seats is not None)]
            least, most = min(one[0] for one in ranges), max(one[1] for one in ranges)
            found.append(told.GameInfo(game, title_of(game), most, least, options_of(game)))
        return found

    def find(self, text: str) -> str:
        """Return the id of the game that `text` means: its id or title, or a part that fits only one.

        Raises:
            RemoteError: `no-such-game`.
        """
        found = find_game(text, self._entries)
        if found.game is not None:
            return found.game
        titles = tuple(found.suggestions)
        raise refuse("no-such-game", f"Which game? There is {', '.join(titles)}.", titles, game=clean_text(text, 40))

    def wish(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return the game that `text` begins with, and the options behind its name.

        Raises:
            RemoteError: `no-such-game`, `no-such-option`, `options-clash`.
        """
        words = text.split()
        for count in range(len(words), 0, -1):
            game = find_game(" ".join(words[:count]), self._entries).game
            if game is not None:
                return game, read_options(game, words[count:])
        return self.find(text), ()

    def catalog(self, game: str) -> rust_core.Catalog:
        """Return the catalogue of a game."""
        return self._entries[game].catalog

    def cards(self, game: str) -> tuple[str, ...]:
        """Return the texts of the card files of a game that its catalogue holds beside the box."""
        return self._entries[game].cards

    def facts(self, game: str) -> dict[str, object]:
        """Return the catalogue of a game as data."""
        return self._entries[game].facts

    def verbs(self, game: str) -> frozenset[str]:
        """Return the first words of a game's choice lines."""
        verbs = self._entries[game].facts["verbs"]
        return frozenset(verbs) if isinstance(verbs, list) else frozenset()

    def seats(self, game: str, options: Sequence[str] = ()) -> tuple[int, int]:
        """Return how many can play a game with these options, least and most."""
        seats = self._entries[game].facts["seats"]
        least, most = seats if isinstance(seats, list) else (2, 2)
        return seats_of(game, options, (least, most))

    def check_seats(self, game: str, options: Sequence[str], seats: int) -> None:
        """Require that a game can be played by so many.

        Raises:
            RemoteError: `wrong-seats`, with what would do.
        """
        least, most = self.seats(game, options)
        if least <= seats <= most:
            return
        typed = typed_as(game, options)
        would_do = (f"bot {typed}",) if most == 1 else (f"table {typed}", f"bot {typed}")
        takes = str(most) if least == most else f"{least} to {most}"
        wish = title_of(game) + (f" ({', '.join(options)})" if options else "")
        text = f"{wish} is for {takes}, not for {seats}."
        form = "one" if most == 1 else "other"
        raise refuse("wrong-seats", text, would_do, wish=wish, takes=takes, seats=str(seats), form=form)

    def setup(
        self,
        game: str,
        brought: Sequence[str | None],
        chance: random.Random,
        options: Mapping[str, object] | None = None,
    ) -> dict[str, object]:
        """Return the setup of a match in which each seat plays what it brought, or something ready.

        Args:
            game: the game's id.
            brought: by seat: what a player wants to play with, as `Session.patterns` keeps it.
            chance: picks ready decks.
            options: fields of the setup that are to be other than usual; the core judges them.
        """
        usual = _USUAL.get(game, _no_setup)
        return {**usual(self, brought, chance), **(options or {})}

    def ready_patterns(self) -> list[str]:
        """Return the letters of the ready Patterns."""
        return list(self._patterns().values())

    def pattern(self, text: str) -> str:
        """Return the letters of a Pattern given by name or by letters; the core judges letters."""
        ready = self._patterns()
        return ready.get(text.lower(), text.replace(" ", "").upper())

    def check_pattern(self, text: str) -> str:
        """Return the letters of a Pattern that can be played.

        Raises:
            RemoteError: `bad-pattern`, with what is wrong with it.
        """
        letters = self.pattern(text)
        fine = next(iter(self._patterns().values()))
        try:
            rust_core.Match(FIRST_GAME, json.dumps({"patterns": [letters, fine]}), bytes(32), self.catalog(FIRST_GAME))
        except rust_core.SetupError as error:
            reason = "; ".join(fault[2] for fault in error.faults[:3])
            names = tuple(self._patterns())
            raise refuse("bad-pattern", f"That Pattern can't be played: {reason}.", names, reason=reason) from None
        return letters

    def _patterns(self) -> dict[str, str]:
        patterns = self._entries[FIRST_GAME].facts["patterns"]
        return {one["name"]: one["letters"] for one in patterns}  # type: ignore[attr-defined]


_Usual = Callable[[Shelf, Sequence[str | None], random.Random], dict[str, object]]


def _no_setup(shelf: Shelf, brought: Sequence[str | None], chance: random.Random) -> dict[str, object]:  # noqa: ARG001
    """Return the setup of a game that has nothing to set up: its own defaults."""
    return {}


def _wizards_arena(shelf: Shelf, brought: Sequence[str | None], chance: random.Random) -> dict[str, object]:
    """Return each seat's own Pattern, or a ready one."""
    ready = shelf.ready_patterns()
    patterns = [shelf.pattern(text) if text else chance.choice(ready) for text in brought]
    return {"patterns": patterns, "first": None}


def _mage_tower(shelf: Shelf, brought: Sequence[str | None], chance: random.Random) -> dict[str, object]:  # noqa: ARG001
    """Return a game of everybody against everybody, with random decks of the cards for beginners (MT-26.1)."""
    return {"mode": "versus", "players": len(brought), "draft": "random", "advanced": False, "first": None}


def _mage_wars(shelf: Shelf, brought: Sequence[str | None], chance: random.Random) -> dict[str, object]:  # noqa: ARG001
    """Return the Paladin against the Siren with their printed spellbooks; chance says who plays which."""
    mages = ["paladin", "siren"]
    chance.shuffle(mages)
    return {"seats": [{"mage": mage} for mage in mages]}


_USUAL: Final[Mapping[str, _Usual]] = {
    "wizards_arena": _wizards_arena,
    "mage_tower": _mage_tower,
    "mage_wars": _mage_wars,
}
"""How a match of each game is set up where nothing else is wished."""
