"""Durations: counted, encoded, put together."""

import random

from bench.load.samples import PERCENTILES, Distribution, Samples, merge


def of(values_ms: list[float]) -> Samples:
    samples = Samples()
    for value in values_ms:
        samples.add(value / 1000)
    return samples


def test_percentiles_are_right_to_three_digits() -> None:
    chance = random.Random(1)
    values = sorted(chance.lognormvariate(0, 2) for _ in range(50_000))
    found = Distribution.of(of(values).encode())
    assert found.count == len(values)
    for percentile in (50.0, 90.0, 99.0, 99.9):
        exact = values[int(len(values) * percentile / 100) - 1]
        assert abs(found.at(percentile) - exact) <= 0.002 * exact + 0.002
    assert [percentile for percentile, _ in found.percentiles] == list(PERCENTILES)
    assert abs(found.mean - sum(values) / len(values)) < 0.01 * found.mean


def test_histograms_of_several_processes_are_one() -> None:
    values = [number / 10 for number in range(1, 2001)]
    parts = [of(values[start::3]).encode() for start in range(3)]
    whole, merged = Distribution.of(of(values).encode()), Distribution.of(merge(parts))
    assert (merged.count, merged.percentiles, merged.mean) == (whole.count, whole.percentiles, whole.mean)


def test_nothing_and_next_to_nothing_can_be_told() -> None:
    assert Distribution.of(Samples().encode()).at(50.0) == 0.0
    assert Distribution.of(of([0.0]).encode()).at(50.0) == 0.001
    assert Distribution.of(of([5e9]).encode()).at(100.0) >= 3_600_000
