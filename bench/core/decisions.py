"""What one decision costs the core: the calls that a server makes from a line to the next question.

For each choice of random and greedy games: `choose` (with telling everybody what happened), `pending`, and `choices` of
each seat that decides now. The server makes them on its loop, so none may take more than 2 ms. What counts is processor
time, and of two equal matches the lesser: interrupts and what else the machine does are not the core's.

``python -m bench.core.decisions [games]`` prints a line a game and policy.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from time import thread_time_ns
from typing import Final

from attrs import frozen

import rust_core

from . import games

GOAL_US: Final = 2_000
"""No call of the core on the server's loop takes more."""
_SEED: Final = 7
_RARE: Final = 0.999
POLICIES: Final = ("random", "greedy")


@frozen
class Times:
    """What the decisions of some games took, in microseconds.

    Attributes:
        count: how many decisions.
        median: half of them took less.
        rare: 99.9 of a hundred took less.
        longest: the longest.
        most_lines: the most lines that a decision listed.
    """

    count: int
    median: float
    rare: float
    longest: float
    most_lines: int


def _line(match: rust_core.Match, seat: int, policy: str, chance: random.Random) -> str:
    if policy == "greedy":
        return rust_core.best_choice(match, seat, 1, chance.getrandbits(63))
    return chance.choice(match.choices(seat))


def _timed(match: rust_core.Match, seat: int, line: str) -> tuple[int, int]:
    """Choose, and ask what a server asks then; return the nanoseconds and the longest list."""
    start = thread_time_ns()
    match.choose(seat, line)
    lists = [match.choices(decision.seat) for decision in match.pending()]
    taken = thread_time_ns() - start
    return taken, max(map(len, lists), default=0)


def _decisions(game: str, setup: str, policy: str, count: int) -> Iterator[tuple[int, int]]:
    """Give the time of each decision, and the longest list."""
    for number in range(count):
        chance = random.Random(_SEED + number)
        match = rust_core.Match(game, setup, chance.randbytes(32))
        while pending := match.pending():
            seat = next(decision.seat for decision in pending if not decision.sealed)
            line = _line(match, seat, policy, chance)
            again = match.clone()
            first, most = _timed(match, seat, line)
            second, _ = _timed(again, seat, line)
            yield min(first, second), most


def measure(game: str, setup: str, policy: str, count: int) -> Times:
    """Play so many games, and time each of their decisions."""
    found = list(_decisions(game, setup, policy, count))
    times = sorted(taken for taken, _ in found)
    return Times(
        len(times),
        times[len(times) // 2] / 1_000,
        times[int(len(times) * _RARE)] / 1_000,
        times[-1] / 1_000,
        max(most for _, most in found),
    )


def report(count: int) -> Iterator[str]:
    """Give the lines to print: a heading, then one for each game and policy, as it is measured."""
    yield f"one decision in the core, in microseconds, over {count} games (goal: none above {GOAL_US:,})"
    setups: Mapping[str, str] = games.setups()
    for game, setup in setups.items():
        for policy in POLICIES:
            times = measure(game, setup, policy, count)
            yield (
                f"  {game:14}{policy:8}median {times.median:6.1f}  p99.9 {times.rare:7.1f}"
                f"  longest {times.longest:7.1f}  {times.count:9,} decisions, {times.most_lines} lines at most"
            )


if __name__ == "__main__":
    for text in report(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
        print(text)
