"""The fast playout of the bench plays the game that the oracle knows: same choices, same counts, same winner."""

from __future__ import annotations

from random import Random

import pytest

from bench.core.wizards_arena_playout import measure, play, play_traced
from tests.oracles.wizards_arena import Oracle
from tests.support.patterns import random_pattern

GAMES = 200
GAMES_A_TEST = 2


def check_game(seed: int) -> None:
    """Replays one random game of the playout through the oracle."""
    rng = Random(seed)
    patterns = [random_pattern(rng), random_pattern(rng)]
    first = rng.randrange(2)
    state = rng.getstate()
    lines, counts, winner = play_traced(rng, patterns, first)
    oracle = Oracle(patterns, first)
    for number, (line, count) in enumerate(zip(lines, counts, strict=True)):
        assert len(oracle.choices()) == count, f"seed {seed}, choice {number}: {line}"
        oracle.choose(line)
    assert oracle.winners == ([] if winner < 0 else [winner]), f"seed {seed}"
    rng.setstate(state)
    assert play(rng, patterns, first) == (len(lines), winner)


@pytest.mark.parametrize("start", range(0, GAMES, GAMES_A_TEST))
def test_playout_agrees_with_oracle(start: int) -> None:
    """Each choice of random games with random Patterns is legal, one of as many, and leads to the same end."""
    for seed in range(start, start + GAMES_A_TEST):
        check_game(seed)


def test_measure_counts_something() -> None:
    """The measurement runs, however short it is."""
    assert measure(0.01) > 0
