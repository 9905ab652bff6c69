"""What people see of Mage Tower.

    position    view, catalogue and choice lines, taken apart
    words       how cards, things in play and people are called
    events      what happened: a clause an event
    telling     the events of one choice, gathered into sentences
    board       where everybody stands, as a picture
    spoken      the same in sentences
    about       what a line would do
    prompt      what can be typed now
    advice      hints for a first game
    cards       card texts, refusals, results

`MageTowerText` holds the catalogue and offers it all as one `GameText` (see `server.text.registry`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from server.text.viewer import Listing, Viewer

from . import advice, cards, prompt, spoken, telling
from .board import board
from .position import Cards, as_view


class MageTowerText:
    """The texts of Mage Tower, for one catalogue. Holds no state besides it."""

    game = "mage_tower"
    title = "Mage Tower"

    def __init__(self, catalog_json: str) -> None:
        """Read the catalogue (`rust_core.Catalog(...).json`)."""
        self.cards = Cards.read(catalog_json)

    def goal(self, view: Mapping[str, Any], viewer: Viewer) -> str:
        """Return how the match is won."""
        return viewer.say(f"mt-goal-{view['mode']}")

    def event_lines(self, event: Mapping[str, Any], viewer: Viewer) -> list[str]:
        """Return one event by itself."""
        return telling.event_lines(event, viewer, self.cards)

    def tell_events(self, batch: Sequence[Mapping[str, Any]], viewer: Viewer) -> list[str]:
        """Return the events of one choice, merged."""
        return telling.tell_events(batch, viewer, self.cards)

    def board(
        self,
        view: Mapping[str, Any],
        viewer: Viewer,
        match_id: int | None = None,
        clocks: Sequence[str] | None = None,
    ) -> list[str]:
        """Return the position."""
        draw = spoken.board if viewer.style.linear else board
        return draw(as_view(view), viewer, self.cards, match_id, clocks)

    def scene(self, view: Mapping[str, Any]) -> object:  # noqa: ARG002 (a board a turn is enough)
        """Return nothing: a board is drawn again whenever enough has happened."""
        return None

    def prompt(
        self, window: str, choices: Sequence[str], view: Mapping[str, Any], viewer: Viewer, default: str = ""
    ) -> Listing:
        """Return what can be typed now."""
        return prompt.prompt(window, choices, as_view(view), viewer, self.cards, default)

    def choices_listing(self, choices: Sequence[str], viewer: Viewer, default: str = "") -> Listing:
        """Return every choice line, numbered."""
        return prompt.choices_listing(choices, viewer, default)

    def hint(self, window: str, choices: Sequence[str], view: Mapping[str, Any], viewer: Viewer) -> str | None:
        """Return a sentence of advice for a first game."""
        return advice.hint(window, choices, as_view(view), viewer, self.cards)

    def window_words(self, window: str, viewer: Viewer) -> str:
        """Return what is decided in `window`, as in "Waiting for Bea: casting"."""
        return viewer.say(f"mt-window-{window}")

    def refusal(self, code: str, params: Mapping[str, str], viewer: Viewer) -> str | None:
        """Return why a choice was refused, with its rule; None for a code that this game does not have."""
        return cards.refusal(code, params, viewer)

    def card_lines(self, name: str, viewer: Viewer) -> list[str] | None:
        """Return a card's text; None if no card is called that."""
        return cards.card_lines(name, viewer, self.cards)

    def patterns_lines(self, viewer: Viewer) -> list[str]:  # noqa: ARG002 (there are none to be told)
        """Return nothing: decks are dealt or drafted."""
        return []

    def result(
        self, winners: Sequence[int], reason: str, turn: int, viewer: Viewer, match_id: int | None = None
    ) -> list[str]:
        """Return how the match ended."""
        return cards.result(winners, reason, turn, viewer, match_id)
