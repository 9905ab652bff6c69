"""The core beside the oracle of Mage Tower: whole games of the basics, choices and all views compared at every step.

Decks, monsters and play are random; or a seat leaves most choices to the house, or saves its energy, so that games get
to the last turns. A difference shows the lines of the game so far and its seed; to play it alone:

    python -m tests.oracles.test_tower_differential SEED
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING

import orjson
import pytest

from rust_core import Catalog, Event, Match, best_choice
from tests.oracles.mage_tower import Feed, Oracle
from tests.support.basics import random_basics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

QUICK_GAMES = 200
QUICK_GAMES_A_TEST = 10
SLOW_GAMES = 10_000
SLOW_GAMES_A_TEST = 200
VIEWERS = (None, 0, 1)
CATALOG = Catalog("mage_tower")


def chooser(rng: Random) -> Callable[[Match, int, list[str]], str]:
    """Draws how the seats of a game choose."""
    style = rng.choice(["random", "random", "one seat greedy", "both greedy", "both greedy", "eager"])
    greedy = {"one seat greedy": [rng.randrange(2)], "both greedy": [0, 1]}.get(style, [])

    def choose(match: Match, seat: int, choices: list[str]) -> str:
        if seat in greedy and rng.random() < 0.9:  # now and then something that the house would not do
            return best_choice(match, seat, 1, rng.getrandbits(64))
        if style == "eager":
            return rng.choice([line for line in choices if line != "end"] or choices)
        return rng.choice(choices)

    return choose


def feed_of(events: Sequence[Event]) -> Feed:
    """What came out of decks, as the core tells it to those who may know."""
    feed = Feed()
    for event in events:
        for seat in (0, 1):
            face = json.loads(event.face(seat) or "{}")
            if face.get("type") == "drew" and face["seat"] == seat:
                feed.drawn[seat] += face["cards"]
        face = json.loads(event.face(None) or "{}")
        if face.get("type") == "monster-skipped":
            feed.monsters.append(face["card"])
        elif face.get("type") == "monster-entered" and "demonspawn" not in face["monster"]:
            feed.monsters.append(face["monster"].partition(":")[2].partition("#")[0])
    return feed


def check_step(match: Match, oracle: Oracle) -> None:
    """Compares all that can be seen and chosen."""
    seat = oracle.seat
    assert [decision.seat for decision in match.pending()] == ([] if seat is None else [seat])
    for other in (0, 1):
        assert match.choices(other) == (oracle.choices() if other == seat else [])
    for viewer in VIEWERS:
        assert orjson.loads(match.view(viewer)) == oracle.view(viewer)


def check_game(seed: int) -> tuple[int, str]:
    """Plays one game; the number of its choices, and how it ended."""
    rng = Random(seed)
    basics = random_basics(rng)
    match = Match("mage_tower", basics.setup(), seed.to_bytes(32, "little"), CATALOG)
    choose = chooser(rng)
    lines: list[str] = []
    try:
        oracle = Oracle(basics.decks, basics.monsters, basics.first, feed_of(match.opening()))
        check_step(match, oracle)
        while (seat := oracle.seat) is not None:
            line = choose(match, seat, match.choices(seat))
            lines.append(f"p{seat + 1}> {line}")
            oracle.choose(line, feed_of(match.choose(seat, line)))
            check_step(match, oracle)
        outcome = match.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == (oracle.winners, oracle.reason)
        assert outcome.scores == [player.life for player in oracle.players]
    except Exception as error:
        error.add_note(f"Play it alone: python -m tests.oracles.test_tower_differential {seed}")
        error.add_note("\n".join([f"setup: {basics.setup()}", "---", *lines]))
        raise
    return len(lines), oracle.reason


@pytest.mark.parametrize("start", range(0, QUICK_GAMES, QUICK_GAMES_A_TEST))
def test_core_and_oracle_agree(start: int) -> None:
    """Some hundred games, in the same order each time."""
    for seed in range(start, start + QUICK_GAMES_A_TEST):
        check_game(seed)


def test_games_end_in_both_ways() -> None:
    """Random play comes to an early end; the house holds out until the monsters have come round."""
    reasons = {check_game(seed)[1] for seed in range(60)}
    assert reasons == {"last-standing", "most-life"}


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, SLOW_GAMES, SLOW_GAMES_A_TEST))
def test_core_and_oracle_agree_in_ten_thousand_games(start: int) -> None:
    """Ten thousand others; `pytest -n 2` spreads them over processes."""
    for seed in range(QUICK_GAMES + start, QUICK_GAMES + start + SLOW_GAMES_A_TEST):
        check_game(seed)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        sys.stdout.write(f"seed {argument}: {check_game(int(argument))}, no difference\n")
