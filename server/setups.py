"""What the server keeps of the games that can be played: catalogues, choice verbs, and how a setup is put together.

The server knows no rule of a game: what a player brings is handed to the core, which judges it.
"""

import json
import random
from collections.abc import Sequence
from typing import Final

from attrs import frozen

import rust_core
from protocol import clean_text
from protocol import server_messages as told

from .errors import refuse
from .text.registry import find_game, title_of

FIRST_GAME: Final = "wizards_arena"
"""What `learn` plays."""


@frozen
class _Entry:
    catalog: rust_core.Catalog
    facts: dict[str, object]


class Shelf:
    """The games there are, loaded once."""

    def __init__(self) -> None:
        """Load every catalogue."""
        self._entries: dict[str, _Entry] = {}
        for game in rust_core.games():
            catalog = rust_core.Catalog(game)
            self._entries[game] = _Entry(catalog, json.loads(catalog.json))

    def games(self) -> list[told.GameInfo]:
        """Return the games, in the order in which they are offered."""
        return [told.GameInfo(game, title_of(game), self.seats(game)[1]) for game in self._entries]

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

    def catalog(self, game: str) -> rust_core.Catalog:
        """Return the catalogue of a game."""
        return self._entries[game].catalog

    def facts(self, game: str) -> dict[str, object]:
        """Return the catalogue of a game as data."""
        return self._entries[game].facts

    def verbs(self, game: str) -> frozenset[str]:
        """Return the first words of a game's choice lines."""
        verbs = self._entries[game].facts["verbs"]
        return frozenset(verbs) if isinstance(verbs, list) else frozenset()

    def seats(self, game: str) -> tuple[int, int]:
        """Return how many seats a game has, least and most."""
        seats = self._entries[game].facts["seats"]
        least, most = seats if isinstance(seats, list) else (2, 2)
        return least, most

    def setup(self, game: str, brought: Sequence[str | None], chance: random.Random) -> dict[str, object]:
        """Return the setup of a match in which each seat plays what it brought, or something ready."""
        if game == FIRST_GAME:
            ready = list(self._patterns().values())
            patterns = [self.pattern(text) if text else chance.choice(ready) for text in brought]
            return {"patterns": patterns, "first": None}
        return {}

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
