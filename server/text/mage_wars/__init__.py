"""What people see of Mage Wars.

    position    view, catalogue and choice lines, taken apart
    words       how cards, objects and people are called
    events      what happened: a clause an event
    telling     the events of one choice, gathered into sentences
    board       the arena and both sides, as a picture
    spoken      the same in sentences
    about       what is asked, and what a line would do
    prompt      what can be typed now
    advice      hints for a first game
    cards       card texts, refusals, results

`MageWarsText` holds the catalogue and offers it all as one `GameText` (see `server.text.registry`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from server.text.viewer import Listing, Viewer

from . import advice, cards, prompt, spoken, telling
from .board import board, scene
from .position import Cards, as_view


class MageWarsText:
    """The texts of Mage Wars, for one catalogue. Holds no state besides it."""

    game = "mage_wars"
    title = "Mage Wars"

    def __init__(self, catalog_json: str) -> None:
        """Read the catalogue (`rust_core.Catalog(...).json`)."""
        self.cards = Cards.read(catalog_json)

    def goal(self, view: Mapping[str, Any], viewer: Viewer) -> str:  # noqa: ARG002 (all matches are won alike)
        """Return how the match is won."""
        return viewer.say("mw-goal")

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

    def scene(self, view: Mapping[str, Any]) -> object:
        """Return where everybody stands, and in what state.

        Who has acted and what one has planned oneself is told in lines of its own.
        """
        return scene(as_view(view))

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
        """Return what is decided in `window`, as in "Waiting for Bea: planning"."""
        return viewer.say(f"mw-window-{window}")

    def refusal(self, code: str, params: Mapping[str, str], viewer: Viewer) -> str | None:
        """Return why a choice was refused, with its rule; None for a code that this game does not have."""
        return cards.refusal(code, params, viewer, self.cards)

    def card_lines(self, name: str, viewer: Viewer) -> list[str] | None:
        """Return a card's text; None if no card is called that."""
        return cards.card_lines(name, viewer, self.cards)

    def patterns_lines(self, viewer: Viewer) -> list[str]:  # noqa: ARG002 (there are none to be told)
        """Return nothing: both spellbooks are printed."""
        return []

    def result(
        self, winners: Sequence[int], reason: str, turn: int, viewer: Viewer, match_id: int | None = None
    ) -> list[str]:
        """Return how the match ended."""
        return cards.result(winners, reason, turn, viewer, match_id)
