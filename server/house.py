"""The house: it plays a seat when no person does."""

import random
from typing import Final

import rust_core

from .match_actor import Mind
from .rules_core import RulesCore

NAME: Final = "House"
LEVELS: Final = ("random", "greedy")


def mind(level: str, chance: random.Random) -> Mind:
    """Return how the house plays at `level`, one of `LEVELS`. Each choice takes less than a millisecond."""

    def pick_any(core: RulesCore, seat: int) -> str:
        return chance.choice(core.choices(seat))

    def pick_greedily(core: RulesCore, seat: int) -> str:
        if isinstance(core, rust_core.Match):
            return rust_core.best_choice(core, seat, 1, chance.getrandbits(63))
        return pick_any(core, seat)

    return {"random": pick_any, "greedy": pick_greedily}[level]
