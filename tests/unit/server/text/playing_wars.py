"""Matches of Mage Wars for tests of texts: random play, and matches played by the house up to a round."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import frozen

import rust_core
from server.text.registry import game_text
from server.text.style import USUAL, Style
from server.text.viewer import Viewer
from tests.unit.server.text.playing import NAMES, TEXTS

CATALOG = rust_core.Catalog("mage_wars")
GAME = game_text("mage_wars", CATALOG.json)
SETUP = json.dumps({"seats": [{"mage": "paladin"}, {"mage": "siren"}]})
_IDLE = frozenset({"done", "pass", "plan none", "replan"})


def viewer(you: int | None = 0, style: Style = USUAL, names: Sequence[str] = NAMES) -> Viewer:
    return Viewer(TEXTS, style, names, you)


def faces(events: list[rust_core.Event], seat: int | None) -> list[dict[str, Any]]:
    """Return the events as `seat` hears of them."""
    return [json.loads(shown) for event in events if (shown := event.face(seat)) is not None]


@frozen
class Moment:
    """A decision in a match, and the events that led to it."""

    match: rust_core.Match
    seat: int
    window: str
    default: str
    choices: list[str]
    events: list[rust_core.Event]

    def view(self, you: int | None) -> dict[str, Any]:
        """Return what a seat may know."""
        view: dict[str, Any] = json.loads(self.match.view(you))
        return view


def moments(seed: int, most: int = 300) -> Iterator[Moment]:
    """Yield the decisions of a random match, each before it is made; it is idle only where nothing else is left."""
    rng = Random(seed)
    match = rust_core.Match("mage_wars", SETUP, rng.randbytes(32), CATALOG)
    events = match.opening()
    for _ in range(most):
        if not match.pending():
            return
        decision = rng.choice(match.pending())
        choices = match.choices(decision.seat)
        yield Moment(match, decision.seat, decision.window, decision.default, choices, events)
        events = match.choose(decision.seat, rng.choice([line for line in choices if line not in _IDLE] or choices))


def moment_of(window: str, seed: int, after: int = 0) -> Moment:
    """Return the first decision of a random match in `window`, `after` so many others at least."""
    for number, moment in enumerate(moments(seed, 3000)):
        if moment.window == window and number >= after:
            return moment
    raise AssertionError(window)
