"""The texts of each game, by the game's id; and what a person means who names a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, Protocol

from attrs import frozen

from .mage_tower import MageTowerText
from .mage_wars import MageWarsText
from .viewer import Listing, Viewer
from .wizards_arena import WizardsArenaText


class GameText(Protocol):
    """What a game says to people. An instance belongs to one catalogue and has no state besides it."""

    game: str
    title: str

    def goal(self, view: Mapping[str, Any], viewer: Viewer) -> str:
        """Return how the match is won, in a sentence or two."""

    def event_lines(self, event: Mapping[str, Any], viewer: Viewer) -> list[str]:
        """Return one event by itself."""

    def tell_events(self, batch: Sequence[Mapping[str, Any]], viewer: Viewer) -> list[str]:
        """Return the events of one choice, in order, merged where that reads better."""

    def board(
        self,
        view: Mapping[str, Any],
        viewer: Viewer,
        match_id: int | None = None,
        clocks: Sequence[str] | None = None,
    ) -> list[str]:
        """Return the position: a picture, or sentences if the viewer's style is linear."""

    def scene(self, view: Mapping[str, Any]) -> object:
        """Return what of a view makes another board worth drawing: equal scenes need one board.

        None where the game does not say.
        """

    def prompt(
        self, window: str, choices: Sequence[str], view: Mapping[str, Any], viewer: Viewer, default: str = ""
    ) -> Listing:
        """Return what the viewer can type now, at most about eight rows; 0 is `default`, the line of a time-out."""

    def choices_listing(self, choices: Sequence[str], viewer: Viewer, default: str = "") -> Listing:
        """Return every choice line with its number; 0 is `default`."""

    def hint(self, window: str, choices: Sequence[str], view: Mapping[str, Any], viewer: Viewer) -> str | None:
        """Return a sentence of advice."""

    def window_words(self, window: str, viewer: Viewer) -> str:
        """Return what is decided in a window, in a word or two."""

    def refusal(self, code: str, params: Mapping[str, str], viewer: Viewer) -> str | None:
        """Return why a choice was refused and what would do, with the rule in brackets; one paragraph.

        None for a code that the game does not have.
        """

    def card_lines(self, name: str, viewer: Viewer) -> list[str] | None:
        """Return a card's text; None if no card is called that."""

    def patterns_lines(self, viewer: Viewer) -> list[str]:
        """Return the decks that ship with the game; nothing where players bring none."""

    def result(
        self, winners: Sequence[int], reason: str, turn: int, viewer: Viewer, match_id: int | None = None
    ) -> list[str]:
        """Return how the match ended."""


_GAMES: Final[Mapping[str, Callable[[str], GameText]]] = {
    "wizards_arena": WizardsArenaText,
    "mage_tower": MageTowerText,
    "mage_wars": MageWarsText,
}
TITLES: Final[Mapping[str, str]] = {
    "wizards_arena": WizardsArenaText.title,
    "mage_tower": MageTowerText.title,
    "mage_wars": MageWarsText.title,
    "mage_knight": "Mage Knight with Sorcery",
}
"""Titles of games, of those to come too. They are names, and are not translated."""


def games_with_texts() -> list[str]:
    """Return the ids of the games that `game_text` knows."""
    return list(_GAMES)


def game_text(game: str, catalog_json: str) -> GameText:
    """Return the texts of `game` for a catalogue (`rust_core.Catalog(game).json`).

    Raises:
        KeyError: the game has no texts.
    """
    return _GAMES[game](catalog_json)


def title_of(game: str) -> str:
    """Return the title of a game; of an unknown one, its id in words."""
    return TITLES.get(game, game.replace("_", " ").title())


@frozen
class GameFound:
    """What a person meant: `game`, or None and what it could have been (titles; all of them if nothing comes near)."""

    game: str | None
    suggestions: Sequence[str] = ()


def find_game(words: str, games: Iterable[str] = tuple(_GAMES)) -> GameFound:
    """Find a game by its id or title, in any case, with or without apostrophe and hyphens; or by a part of it.

    Args:
        words: what was typed: "wizards arena", "arena", "wiz", "wizards_arena".
        games: ids to choose from.
    """
    plain = {game: _plain(title_of(game)) for game in games}
    wanted = _plain(words)
    exact = [game for game, title in plain.items() if wanted in {title, _plain(game)}]
    if exact:
        return GameFound(exact[0])
    near = [game for game, title in plain.items() if wanted and _starts_word(wanted, title)]
    if len(near) == 1:
        return GameFound(near[0])
    if not near:
        titles = {title: game for game, title in plain.items()}
        near = [titles[title] for title in get_close_matches(wanted, titles, 3, 0.5)] or list(plain)
    return GameFound(None, tuple(title_of(game) for game in near))


def _plain(words: str) -> str:
    letters = words.lower().replace("'", "").replace("\u2019", "")
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters).split())


def _starts_word(wanted: str, title: str) -> bool:
    return f" {wanted}" in f" {title}" or title.replace(" ", "").startswith(wanted.replace(" ", ""))
