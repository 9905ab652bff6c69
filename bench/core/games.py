"""Random games of every game the core has, on one thread: choices and games a second, and the size of a snapshot."""

import json
import random
from collections.abc import Mapping
from typing import Final

from attrs import frozen

import rust_core
from tests.support.patterns import random_pattern

_SEED: Final = 7


@frozen
class Figures:
    """What was measured of a game.

    Attributes:
        choices: a second.
        games: a second.
        snapshot: bytes of a snapshot in the middle of a match.
    """

    choices: float
    games: float
    snapshot: int


def setups() -> Mapping[str, str]:
    """Return the setup that each game is measured with."""
    rng = random.Random(_SEED)
    return {
        "wizards_arena": json.dumps({"patterns": [random_pattern(rng), random_pattern(rng)]}),
        "mage_tower": json.dumps({"players": 2}),
        "mage_wars": json.dumps({"seats": [{"mage": "paladin"}, {"mage": "siren"}]}),
    }


def measure(game: str, setup: str, seconds: float) -> Figures:
    """Play random games for about so many seconds."""
    count = 20
    while (stats := rust_core.simulate(game, setup, "random", count, _SEED)).seconds < seconds:
        count *= 2
    match = rust_core.Match(game, setup, bytes(32))
    for _ in range(40):
        decision = next((each for each in match.pending() if not each.sealed), None)
        if decision is None:
            break
        match.choose(decision.seat, decision.default)
    return Figures(stats.choices / stats.seconds, stats.games / stats.seconds, len(match.snapshot()))
