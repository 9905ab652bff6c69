"""When choices are due."""

from itertools import chain, islice, pairwise, takewhile

import pytest

from bench.load.arrivals import due_times


def within(seconds: float, places: int, rate: float, burst_every_s: float = 0.0) -> list[list[float]]:
    """Return what is due in so many seconds, for each place."""
    return [
        list(takewhile(lambda time: time < seconds, due_times(place, places, rate, burst_every_s)))
        for place in range(places)
    ]


def test_all_places_together_have_the_rate_at_even_distances() -> None:
    times = sorted(chain.from_iterable(within(10.0, 4, 20.0)))
    assert len(times) == 200
    assert all(abs(later - earlier - 0.05) < 1e-9 for earlier, later in pairwise(times))


def test_long_schedules_do_not_drift() -> None:
    assert next(islice(due_times(0, 1, 3.0), 3_000_000, None)) == 1_000_000.0


def test_bursts_hit_every_place_at_the_same_moment_and_count_into_the_rate() -> None:
    found = within(10.0, 5, 10.0, burst_every_s=2.0)
    assert all({2.0, 4.0, 6.0, 8.0} <= set(times) for times in found)
    assert sum(map(len, found)) in range(94, 101)
    assert all(times == sorted(times) for times in found)


def test_bursts_alone_may_be_the_rate_but_not_more() -> None:
    assert list(islice(due_times(3, 10, 5.0, 2.0), 3)) == [2.0, 4.0, 6.0]
    with pytest.raises(ValueError, match="are 10 choices a second already"):
        due_times(0, 10, 5.0, 1.0)
