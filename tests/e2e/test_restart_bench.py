"""The figures of `make bench` that take a real server come from what they say."""

import pytest

from bench.load import durable, restarts


@pytest.mark.slow
def test_restart_is_measured_by_who_is_asked_again() -> None:
    found = restarts.measure(1.0, matches=5)
    assert 0 < found.port_s <= found.first_s <= found.all_s
    assert found.choices > 0


@pytest.mark.slow
def test_both_kinds_of_server_are_measured_at_the_same_rate() -> None:
    found = durable.measure(1, 1.0)
    assert min(found.per_s) > found.rate > 0
    assert all(told.count > 0 for told in found.told)
