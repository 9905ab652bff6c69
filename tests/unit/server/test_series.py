"""When a series is decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import RemoteError
from server.journal import Series
from server.series import LONGEST, after, in_other_seats, is_decided, series_of


def played(best: int, results: list[list[int]]) -> Series:
    """Return a series after games with those winners, by the seats of its first game; all of them had to be played."""
    series = Series(best, 0, (0, 0))
    for number, winners in enumerate(results):
        assert not is_decided(series)
        by_seat = winners if number % 2 == 0 else [1 - seat for seat in winners]
        series = in_other_seats(after(series, by_seat))
    return series if len(results) % 2 == 0 else in_other_seats(series)


@pytest.mark.parametrize(
    ("best", "results", "wins", "decided"),
    [
        (3, [[0]], (1, 0), False),
        (3, [[0], [0]], (2, 0), True),
        (3, [[0], [1]], (1, 1), False),
        (3, [[0], [1], [1]], (1, 2), True),
        (3, [[], [0]], (1, 0), False),
        (3, [[], [], []], (0, 0), True),
        (3, [[0], [], [1]], (1, 1), True),
        (5, [[0], [0], []], (2, 0), False),
        (5, [[0], [0], [], []], (2, 0), True),
    ],
)
def test_series_ends_when_nobody_can_catch_up(
    best: int, results: list[list[int]], wins: tuple[int, int], decided: bool
) -> None:
    series = played(best, results)
    assert series == Series(best, len(results), wins)
    assert is_decided(series) is decided


@given(st.sampled_from([3, 5, 7, 9]), st.lists(st.sampled_from([(), (0,), (1,), (0, 1)]), min_size=9, max_size=9))
def test_series_ends_in_time_and_its_leader_stays_the_leader(best: int, results: list[tuple[int, ...]]) -> None:
    series = Series(best, 0, (0, 0))
    decided = None
    for winners in results[:best]:
        series = after(series, winners)
        if decided is None and is_decided(series):
            decided = series.wins
    assert decided is not None
    assert series.played == best
    (first, second), (last_first, last_second) = decided, series.wins
    if first != second:
        assert (first > second) is (last_first > last_second)


def test_only_odd_numbers_make_a_series() -> None:
    assert series_of(1) is None
    assert [series_of(best) for best in (3, 9)] == [Series(3, 0, (0, 0)), Series(9, 0, (0, 0))]
    for best in (-1, 0, 2, 4, LONGEST + 1, 11, 10**15):
        with pytest.raises(RemoteError) as caught:
            series_of(best)
        assert caught.value.code == "bad-series"
