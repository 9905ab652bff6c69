"""Absences while time passes: the clock of an untimed match begins to matter just when somebody leaves."""

from itertools import count
from random import Random
from typing import Any

from server import mailbox
from server.clocks import UNTIMED, MatchClock, Terms
from server.table import Table
from tests.support.fake_game import FakeGame

from .watching import Watching


def test_leaving_is_not_before_the_clocks_that_it_starts() -> None:
    now = count(0, 1)  # a millisecond goes by each time somebody looks
    core: Any = FakeGame()
    clock = MatchClock.start(UNTIMED, 2, Terms(), 0)
    table = Table(1, ("Ana", "Bea"), core, {}, clock, None, Random(1), lambda: next(now))
    viewers = [Watching(0), Watching(1)]
    table.start(viewers, lambda: None)
    for seat in (0, 1):
        table.take(mailbox.Presence(viewers[seat], is_here=False))
        assert clock.accounts[seat].is_gone
        table.take(mailbox.Presence(viewers[seat], is_here=True))
        assert not clock.accounts[seat].is_gone
    assert table.failure is None
