"""Matches of Wizard's Arena for tests of texts: random play, and fixed positions."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import frozen

import rust_core
from server.text.fluent import Texts
from server.text.registry import game_text
from server.text.style import USUAL, Style
from server.text.viewer import Viewer
from tests.support.patterns import random_pattern

CATALOG = rust_core.Catalog("wizards_arena")
GAME = game_text("wizards_arena", CATALOG.json)
TEXTS = Texts("en", is_strict=True)
NAMES = ("Ana", "Bea")
LONG_NAMES = ("Bartholomewvandyke", "Wilhelminavanburg")


def viewer(you: int | None = 0, style: Style = USUAL, names: tuple[str, ...] = NAMES) -> Viewer:
    return Viewer(TEXTS, style, names, you)


def parsed(events: list[rust_core.Event]) -> list[dict[str, Any]]:
    return [json.loads(text) for event in events for _, text in event.faces]


@frozen
class Moment:
    """A decision in a match, and the events that led to it."""

    view: dict[str, Any]
    seat: int
    window: str
    choices: list[str]
    events: list[dict[str, Any]]


def moments(seed: int, most: int = 150) -> Iterator[Moment]:
    """Yield the decisions of a random match; what it plays is eager, so that Arenas fill."""
    rng = Random(seed)
    setup = {"patterns": [random_pattern(rng), random_pattern(rng)], "first": None}
    match = rust_core.Match("wizards_arena", json.dumps(setup), rng.randbytes(32), CATALOG)
    events = parsed(match.opening())
    for _ in range(most):
        if not match.pending():
            return
        (decision,) = match.pending()
        choices = match.choices(decision.seat)
        yield Moment(json.loads(match.view(None)), decision.seat, decision.window, choices, events)
        eager = [choice for choice in choices if choice != "done" and not choice.startswith("attack")] or choices
        line = rng.choice(eager if rng.random() < 0.5 else choices)
        try:
            events = parsed(match.choose(decision.seat, line))
        except rust_core.IllegalChoice:  # a listed line is taken, by the contract; its own tests see to that
            events = parsed(match.choose(decision.seat, decision.default))


def position(setup: dict[str, Any]) -> rust_core.Match:
    """Return a match that begins in the middle."""
    patterns = ["BCGBHKGPBHCRPGKQHPRUQLUQU", "CKDBKJRCKJRIRGDSQPSGQPUSU"]
    whole = {"patterns": patterns, "first": 0, **setup}
    return rust_core.Match("wizards_arena", json.dumps(whole), bytes(32), CATALOG)
