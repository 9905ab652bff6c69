"""Random games on one core: the Rust core against the plain-Python playout of each game that has one.

Both play games from the same setups, and every choice is drawn from all the legal ones, each as likely. The two take
turns, a short round each, so that whatever else the machine does falls on both; medians over the rounds are printed.

``python -m bench.core.playouts [rounds]`` prints a line a game. A game joins by an entry in ``CONTESTS``.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import rust_core
from bench.core import mage_tower_playout, wizards_arena_playout
from tests.support.basics import random_basics
from tests.support.patterns import random_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SETUPS = 64
ROUNDS = 15
ROUND_S = 0.4
# Games of one setup in a row, so that what a call of `simulate` costs once does not count; a setup is read once a call.
GAMES_A_CALL = 1000


@dataclass(frozen=True)
class Contest:
    """What is measured of a game.

    Attributes:
        setups: the setups that both play, as the core reads them.
        play: plays a game of the setup of that number in Python and gives how many choices were made.
        goal: what the ratio should be at least, if it has a goal.
    """

    setups: Sequence[str]
    play: Callable[[random.Random, int], int]
    goal: int | None = None


def wizards_arena() -> Contest:
    """Random Patterns; the seats take turns at being first."""
    rng = random.Random(1)
    pairs = [(random_pattern(rng), random_pattern(rng)) for _ in range(SETUPS)]
    setups = [json.dumps({"patterns": pair, "first": number % 2}) for number, pair in enumerate(pairs)]
    return Contest(setups, lambda rng, number: wizards_arena_playout.play(rng, pairs[number], number % 2)[0], 25)


def mage_tower() -> Contest:
    """The basics alone, two players; decks and monsters in random orders, which begin anew with each game."""
    rng = random.Random(1)
    beginnings = [random_basics(rng) for _ in range(SETUPS)]
    setups = [basics.setup() for basics in beginnings]
    return Contest(setups, lambda rng, number: mage_tower_playout.play(rng, beginnings[number])[0])


CONTESTS: dict[str, Callable[[], Contest]] = {"wizards_arena": wizards_arena, "mage_tower": mage_tower}


def python_round(contest: Contest, rng: random.Random, start: int) -> float:
    """Choices per second of the Python playout; the first game is of setup number ``start``."""
    choices = 0
    begun = perf_counter()
    elapsed = 0.0
    while elapsed < ROUND_S:
        choices += contest.play(rng, start % SETUPS)
        start += 1
        elapsed = perf_counter() - begun
    return choices / elapsed


def rust_round(game: str, contest: Contest, rng: random.Random, start: int) -> float:
    """Choices per second of the core's ``simulate`` on one thread, everything around it included."""
    choices = 0
    begun = perf_counter()
    elapsed = 0.0
    while elapsed < ROUND_S:
        setup = contest.setups[start % SETUPS]
        choices += rust_core.simulate(game, setup, "random", GAMES_A_CALL, rng.getrandbits(64), 1).choices
        start += 1
        elapsed = perf_counter() - begun
    return choices / elapsed


def compare(game: str, contest: Contest, rounds: int) -> tuple[float, float, float]:
    """Medians over the rounds of: choices per second of the core, of Python, and the first by the second."""
    rng = random.Random(2)
    rust, python = [], []
    for number in range(rounds):
        # Each round begins elsewhere, so that all setups have their part in the medians.
        start = number * SETUPS // rounds
        rust.append(rust_round(game, contest, rng, start))
        python.append(python_round(contest, rng, start))
    return median(rust), median(python), median(fast / slow for fast, slow in zip(rust, python, strict=True))


def main() -> None:
    """Prints the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"{'random games on one core':26}{'Rust choices/s':>16}{'Python choices/s':>18}{'ratio':>8}")
    for game, contest in CONTESTS.items():
        rust, python, ratio = compare(game, contest(), rounds)
        print(f"{game:26}{rust:16,.0f}{python:18,.0f}{ratio:8.1f}")


if __name__ == "__main__":
    main()
