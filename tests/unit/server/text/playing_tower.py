"""Matches of Mage Tower for tests of texts: random play in every mode, and fixed positions."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import frozen

import rust_core
from server.text.registry import game_text
from server.text.style import USUAL, Style
from server.text.viewer import Viewer
from tests.unit.server.text.playing import TEXTS

CATALOG = rust_core.Catalog("mage_tower")
GAME = game_text("mage_tower", CATALOG.json)
NAMES = ("Ana", "Bea", "Carl", "Dora", "Emil", "Fay")
LONG_NAMES = tuple(f"{name}bartholomewvan"[:17] for name in ("Wilhelmina", "Ana", "Bea", "Carl", "Dora", "Emil"))

SETUPS: dict[str, dict[str, Any]] = {
    "two": {"advanced": True},
    "two-visible": {"draft": "visible"},
    "four-hidden": {"players": 4, "draft": "hidden", "advanced": True},
    "six": {"players": 6, "advanced": True},
    "coop-1": {"mode": "coop", "players": 1},
    "coop-4": {"mode": "coop", "players": 4, "advanced": True},
    "solo": {"mode": "solo"},
}


def viewer(you: int | None = 0, style: Style = USUAL, names: Sequence[str] = NAMES[:2]) -> Viewer:
    return Viewer(TEXTS, style, names, you)


def faces(events: list[rust_core.Event], seat: int | None) -> list[dict[str, Any]]:
    """Return the events as `seat` hears of them."""
    found = []
    for event in events:
        shown: str | None = None
        for viewers, text in event.faces:
            if viewers is None:
                shown = shown or text
            elif seat in viewers:
                shown = text
        if shown is not None:
            found.append(json.loads(shown))
    return found


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


def moments(setup: dict[str, Any], seed: int, most: int = 150) -> Iterator[Moment]:
    """Yield the decisions of a random match, each before it is made; it ends turns only now and then."""
    rng = Random(seed)
    match = rust_core.Match("mage_tower", json.dumps(setup), rng.randbytes(32), CATALOG)
    events = match.opening()
    for _ in range(most):
        if not match.pending():
            return
        decision = rng.choice(match.pending())
        choices = match.choices(decision.seat)
        yield Moment(match, decision.seat, decision.window, decision.default, choices, events)
        eager = [line for line in choices if line != "end"] or choices
        events = match.choose(decision.seat, rng.choice(eager if rng.random() < 0.9 else choices))


def position(
    seats: Sequence[dict[str, Any]], *, setup: dict[str, Any] | None = None, **rest: object
) -> rust_core.Match:
    """Return a match that begins in the middle: seat 0 casts, in turn 7."""
    given = {"active": 0, "turn": 7, "round": 4, "phase": "casting", "energy": 7, "seats": seats, **rest}
    whole = {"players": len(seats), "first": 0, **(setup or {}), "position": given}
    return rust_core.Match("mage_tower", json.dumps(whole), bytes(32), CATALOG)
