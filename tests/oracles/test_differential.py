"""The core beside the oracle: whole games in which every list of choices and every view is compared at every step.

Patterns are random (``tests/support/patterns.py``); so is play, or one seat or both leave most choices to the house, or
both mostly let things pass, so that games get to places where random play does not. A difference shows the game so far
as a scenario, ready to be kept under ``tests/scenarios/wizards_arena/regressions``, and its seed; to play it alone:

    python -m tests.oracles.test_differential SEED
"""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import orjson
import pytest

from rust_core import Match, best_choice
from tests.oracles.wizards_arena import Oracle
from tests.support.patterns import random_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

QUICK_GAMES = 300
QUICK_GAMES_A_TEST = 3
SLOW_GAMES = 10_000
SLOW_GAMES_A_TEST = 100
SHOWN_LINES = 400
VIEWERS = (None, 0, 1)
PASSES = ("done", "skip", "draw 1")
PERFT = Path(__file__).parents[1] / "perft" / "wizards_arena.txt"
PERFT_LIMIT = 3000


def chooser(rng: Random) -> Callable[[Match, int, list[str]], str]:
    """Draws how the seats of a game choose."""
    style = rng.choice(["random", "random", "random", "one seat greedy", "both greedy", "passing"])
    greedy = {"one seat greedy": [rng.randrange(2)], "both greedy": [0, 1]}.get(style, [])

    def choose(match: Match, seat: int, choices: list[str]) -> str:
        if seat in greedy and rng.random() < 0.8:  # now and then something that the house would not do
            return best_choice(match, seat, 1, rng.getrandbits(64))
        if style == "passing" and rng.random() < 0.7:
            return next((line for line in PASSES if line in choices), choices[0])
        return rng.choice(choices)

    return choose


def check_step(match: Match, oracle: Oracle) -> None:
    """Compares all that can be seen and chosen."""
    seat = oracle.seat
    assert [decision.seat for decision in match.pending()] == ([] if seat is None else [seat])
    for other in (0, 1):
        assert match.choices(other) == (oracle.choices() if other == seat else [])
    views = {match.view(viewer) for viewer in VIEWERS}
    assert len(views) == 1, "WA-11.2: the same view for everybody"
    assert orjson.loads(views.pop()) == oracle.view()


def check_outcome(match: Match, oracle: Oracle) -> None:
    """Compares how the game ended."""
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (oracle.winners, oracle.reason)
    assert outcome.scores == [player.life for player in oracle.players]


def check_game(seed: int) -> int:
    """Plays one game; the number of its choices."""
    rng = Random(seed)
    patterns = [random_pattern(rng), random_pattern(rng)]
    first = rng.randrange(2)
    setup = json.dumps({"patterns": patterns, "first": first})
    match = Match("wizards_arena", setup, seed.to_bytes(32, "little"))
    oracle = Oracle(patterns, first)
    choose = chooser(rng)
    lines: list[str] = []
    try:
        check_step(match, oracle)
        while (seat := oracle.seat) is not None:
            line = choose(match, seat, match.choices(seat))
            lines.append(f"p{seat + 1}> {line}")
            match.choose(seat, line)
            oracle.choose(line)
            check_step(match, oracle)
        check_outcome(match, oracle)
    except Exception as error:
        error.add_note(f"Play it alone: python -m tests.oracles.test_differential {seed}")
        skipped = ["..."] if len(lines) > SHOWN_LINES else []
        shown = skipped + lines[-SHOWN_LINES:]
        error.add_note("\n".join([f"title: seed {seed}", "cites: ", f"setup: {setup}", "---", *shown]))
        raise
    return len(lines)


@pytest.mark.parametrize("start", range(0, QUICK_GAMES, QUICK_GAMES_A_TEST))
def test_core_and_oracle_agree(start: int) -> None:
    """A few hundred games, in the same order each time."""
    for seed in range(start, start + QUICK_GAMES_A_TEST):
        check_game(seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, SLOW_GAMES, SLOW_GAMES_A_TEST))
def test_core_and_oracle_agree_in_ten_thousand_games(start: int) -> None:
    """Ten thousand others; `pytest -n 2` spreads them over processes."""
    for seed in range(QUICK_GAMES + start, QUICK_GAMES + start + SLOW_GAMES_A_TEST):
        check_game(seed)


def count_sequences(oracle: Oracle, depth: int) -> int:
    """Counts the sequences of so many choices, the plain way."""
    choices = oracle.choices()
    if depth == 1:
        return len(choices)
    before = pickle.dumps(oracle)
    total = 0
    for line in choices:
        after: Oracle = pickle.loads(before)  # noqa: S301 (it was written two lines before)
        after.choose(line)
        total += count_sequences(after, depth - 1)
    return total


def read_positions() -> list[tuple[str, Oracle, dict[int, int]]]:
    """Reads the positions that the oracle can be brought to: those given by lines. Title, position, counts by depth."""
    positions: list[tuple[str, Oracle, dict[int, int]]] = []
    for block in PERFT.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(": ", 1) for line in block.splitlines() if line and not line.startswith("#")]
        values = {key: value for key, value in lines if not key.isdigit()}
        if not values or "position" in (setup := json.loads(values["setup"])):
            continue
        oracle = Oracle(setup["patterns"], setup["first"])
        for line in values["after"].split(";") if "after" in values else []:
            oracle.choose(line.split("> ")[1])
        counts = {int(key): int(value) for key, value in lines if key.isdigit()}
        positions.append((values["title"], oracle, counts))
    return positions


@pytest.mark.parametrize(
    ("oracle", "counts"),
    [pytest.param(oracle, counts, id=title) for title, oracle, counts in read_positions()],
)
def test_oracle_counts_the_same_sequences(oracle: Oracle, counts: dict[int, int]) -> None:
    """The counts of the perft file, which the core is held to, are the oracle's too."""
    for depth, count in counts.items():
        if count <= PERFT_LIMIT:
            assert count_sequences(oracle, depth) == count


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        sys.stdout.write(f"seed {argument}: {check_game(int(argument))} choices, no difference\n")
