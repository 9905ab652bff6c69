"""Lag is measured now and then, of who decides, and only where clocks run."""

import pytest
from attrs import frozen

from server.clocks import UNTIMED, MatchClock, Terms, TimeControl
from server.lag import EVERY_MS, LagMeter


@frozen
class Open:
    """A decision of the rules."""

    seat: int
    id: int = 1
    kind: str = "turn"
    hidden: bool = False
    sealed: bool = False


class Seats:
    """Two seats with a lag; which of them were asked for it."""

    def __init__(self, *lags_ms: int | None) -> None:
        """Set the lags."""
        self.lags_ms = list(lags_ms)
        self.asked: list[int] = []

    def round_trip_ms(self, seat: int) -> int | None:
        """Return a lag."""
        self.asked.append(seat)
        return self.lags_ms[seat]


@pytest.fixture
def clock() -> MatchClock:
    return MatchClock.start(TimeControl.parse("5m+5s"), 2, Terms(), 1_000)


def test_who_decides_is_measured_but_not_all_the_time(clock: MatchClock) -> None:
    seats = Seats(80, 300)
    meter = LagMeter(clock, seats.round_trip_ms)
    assert meter.is_on
    meter.measure(1_000)
    assert seats.asked == []
    clock.follow([Open(1)], 1_000)
    meter.measure(1_000)
    assert [each.lag_average_ms for each in clock.accounts] == [0, 300]
    clock.follow([Open(0)], 2_000)
    for now_ms in (2_000, 3_000, 6_999):
        meter.measure(now_ms)
    assert seats.asked == [1, 0]
    meter.measure(2_000 + EVERY_MS)
    assert seats.asked == [1, 0, 0]
    assert [each.lag_average_ms for each in clock.accounts] == [80, 300]


def test_what_nobody_knows_changes_nothing(clock: MatchClock) -> None:
    clock.measure_lag(0, 60)
    clock.follow([Open(0)], 1_000)
    LagMeter(clock, Seats(None, None).round_trip_ms).measure(1_000)
    assert clock.accounts[0].lag_average_ms == 60


def test_untimed_matches_are_not_measured() -> None:
    untimed = MatchClock.start(UNTIMED, 2, Terms(), 0)
    assert not LagMeter(untimed, Seats(1, 1).round_trip_ms).is_on
