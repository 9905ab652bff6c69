"""Random Patterns for tests and benches of Wizard's Arena (WA-1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
PATTERN_SIZE = 25
MAX_COPIES = 3


def random_pattern(rng: Random) -> str:
    """Draws 25 of the 63 cards that three copies of each letter make, in random order: always a legal Pattern."""
    return "".join(rng.sample(LETTERS * MAX_COPIES, PATTERN_SIZE))
