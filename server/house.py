"""The house: it plays a seat when no person does."""

import random
from collections.abc import Sequence
from typing import Final

import rust_core

from .rules_core import RulesCore
from .waits import Mind

NAME: Final = "House"
LEVELS: Final = ("random", "greedy")


def name_at(place: int, seats: Sequence[object]) -> str:
    """Return what the house is called at a place, counted from 0; `seats` holds its level where it plays.

    Where it plays several seats they are told apart by their numbers: "House 3" is who is `p3` in choice lines.
    """
    several = sum(isinstance(seat, str) for seat in seats) > 1
    return f"{NAME} {place + 1}" if several else NAME


def mind(level: str, chance: random.Random) -> Mind:
    """Return how the house plays at `level`, one of `LEVELS`. Each choice takes less than a millisecond."""

    def pick_any(core: RulesCore, seat: int) -> str:
        return chance.choice(core.choices(seat))

    def pick_greedily(core: RulesCore, seat: int) -> str:
        if isinstance(core, rust_core.Match):
            return rust_core.best_choice(core, seat, 1, chance.getrandbits(63))
        return pick_any(core, seat)

    return {"random": pick_any, "greedy": pick_greedily}[level]
