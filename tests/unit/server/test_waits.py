"""What a match waits for, with a real game and a hand that sets the time."""

import json
import random

import rust_core
from server.clocks import MatchClock, Terms, TimeControl
from server.waits import Waits
from server.windows import VEIL_MOST_MS

SETUP = json.dumps({"seats": [{"mage": "paladin"}, {"mage": "siren"}]})


def _opened(clock_hand: list[int]) -> tuple[rust_core.Match, Waits]:
    """Return Mage Wars at its first planning, which is hidden, and what it waits for."""
    core = rust_core.Match("mage_wars", SETUP, bytes(32))
    clock = MatchClock.start(TimeControl(600_000, 0, 20_000, 60_000), core.seats, Terms(), clock_hand[0])
    waits = Waits(core, {}, clock, random.Random(1), lambda: clock_hand[0])
    waits.follow(core.look([]))
    return core, waits


def test_line_is_kept_while_the_veil_lasts() -> None:
    hand = [5_000]
    _, waits = _opened(hand)
    assert waits.is_veiled(0)
    assert waits.hold(0, "plan none")
    assert waits.seats[0].held == "plan none"


def test_line_that_was_looked_at_until_the_veil_ended_is_played_at_once() -> None:
    hand = [5_000]
    _, waits = _opened(hand)
    assert waits.is_veiled(0)
    hand[0] += VEIL_MOST_MS  # while the rules judged the line
    assert not waits.hold(0, "plan none")
    assert waits.seats[0].held is None
    assert not waits.is_veiled(0)
