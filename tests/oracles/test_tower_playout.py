"""The fast playout of the bench plays the Mage Tower that the oracle knows: same choices, same counts, same winner."""

from __future__ import annotations

from random import Random

import pytest

from bench.core.mage_tower_playout import ATTACK, BUY, CARDS, END, KINDS, measure, play, play_traced
from tests.oracles.mage_tower import Deck, Feed, Oracle
from tests.support.basics import Basics, random_basics

GAMES = 300
GAMES_A_TEST = 10


class Told(Oracle):
    """An oracle that is told what comes out of shuffled decks as the playout drew it, in that order."""

    def __init__(self, basics: Basics, drawn: list[int]) -> None:
        """Keep what was drawn, and play up to the first decision."""
        self.drawn = drawn
        super().__init__(basics.decks, basics.monsters, basics.first, Feed())

    def next_card(self, seat: int, deck: Deck) -> str:  # noqa: ARG002 (there is one list for both)
        """Take the next card."""
        return CARDS[self.drawn.pop(0)] if deck.is_shuffled else deck.cards[0]

    def next_monster(self, deck: Deck) -> str:
        """Turn over the next monster."""
        return KINDS[self.drawn.pop(0)] if deck.is_shuffled else deck.cards[0]


def line_of(choice: int, oracle: Oracle) -> str:
    """Return the line that a choice of the log is."""
    if choice >= ATTACK:
        me = oracle.players[oracle.active]
        ready = [item.name for item in me.in_play if item.card == "knight" and not item.attacks]
        return f"attack {ready[choice - ATTACK]}"
    if choice >= BUY:
        return f"buy {CARDS[choice - BUY]}"
    return "end" if choice == END else f"play {CARDS[choice]}"


def check_game(seed: int) -> str:
    """Replays one random game of the playout through the oracle; how it ended."""
    rng = Random(seed)
    basics = random_basics(rng)
    state = rng.getstate()
    log, drawn, winner = play_traced(rng, basics)
    oracle = Told(basics, drawn)
    for number, choice in enumerate(log):
        assert oracle.winners is None, f"seed {seed}, choice {number}"
        oracle.choose(line_of(choice, oracle), Feed())
    assert drawn == [], f"seed {seed}"
    assert oracle.winners == ([0, 1] if winner < 0 else [winner]), f"seed {seed}"
    rng.setstate(state)
    assert play(rng, basics) == (len(log), winner)
    return oracle.reason


@pytest.mark.parametrize("start", range(0, GAMES, GAMES_A_TEST))
def test_playout_agrees_with_oracle(start: int) -> None:
    """Each choice of random games is legal and leads to the same end."""
    for seed in range(start, start + GAMES_A_TEST):
        check_game(seed)


def test_each_choice_is_drawn_from_all_and_each_as_likely() -> None:
    """At the first decision of one beginning, which the seed does not change, every line comes about as often."""
    basics = random_basics(Random(3))
    first: dict[str, int] = {}
    for seed in range(4000):
        log, drawn, _ = play_traced(Random(seed), basics)
        oracle = Told(basics, drawn)
        line = line_of(log[0], oracle)
        first[line] = first.get(line, 0) + 1
    assert sorted(first) == oracle.choices()
    fair = 4000 / len(first)
    assert all(abs(count - fair) < fair / 5 for count in first.values()), first


def test_measure_counts_something() -> None:
    """The measurement runs, however short it is."""
    choices, games = measure(0.01)
    assert choices > games > 0
