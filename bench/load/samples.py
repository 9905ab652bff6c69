"""Durations, counted: cheap to take while a run is on, exact to three digits afterwards (HdrHistogram)."""

from collections import Counter
from typing import Final

from attrs import frozen
from hdrh.histogram import HdrHistogram

LONGEST_US: Final = 3_600_000_000
DIGITS: Final = 3
_FRESH: Final = 20_000
PERCENTILES: Final = (50.0, 75.0, 90.0, 95.0, 97.5, 99.0, 99.5, 99.75, 99.9, 99.95, 99.99, 99.999, 100.0)
"""Those that a report lists, and that its curve goes through."""


class Samples:
    """Durations of one kind. Taking one costs an append; what is kept are counts by microsecond."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._fresh: list[int] = []
        self._counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Take one."""
        self._fresh.append(int(seconds * 1e6))
        if len(self._fresh) >= _FRESH:
            self._settle()

    def _settle(self) -> None:
        self._counts.update(self._fresh)
        self._fresh.clear()

    def encode(self) -> str:
        """Return all as an HdrHistogram of microseconds, in its own compressed form (V2, base64)."""
        self._settle()
        histogram = new_histogram()
        for value, count in self._counts.items():
            histogram.record_value(min(max(value, 1), LONGEST_US), count)
        return encode(histogram)


def new_histogram() -> HdrHistogram:
    """Return an empty histogram of microseconds."""
    return HdrHistogram(1, LONGEST_US, DIGITS)


def encode(histogram: HdrHistogram) -> str:
    """Return a histogram as text."""
    encoded: bytes = histogram.encode()
    return encoded.decode("ascii")


def merge(encoded: list[str]) -> str:
    """Return several histograms as one."""
    whole = new_histogram()
    for one in encoded:
        whole.decode_and_add(one)
    return encode(whole)


@frozen
class Distribution:
    """What a kind of duration came to, in milliseconds.

    Attributes:
        count: how many there were.
        mean: of all.
        percentiles: pairs of percentile and value, ascending.
        histogram: all of it, as `Samples.encode` writes it.
    """

    count: int
    mean: float
    percentiles: tuple[tuple[float, float], ...]
    histogram: str

    @classmethod
    def of(cls, encoded: str) -> "Distribution":
        """Read an encoded histogram."""
        histogram = HdrHistogram.decode(encoded)
        count: int = histogram.get_total_count()
        if not count:
            return cls(0, 0.0, (), encoded)
        values: dict[float, int] = histogram.get_percentile_to_value_dict(list(PERCENTILES))
        # A value's bucket may end beyond the largest one that was seen.
        top: int = histogram.get_max_value()
        listed = tuple((percentile, min(values[percentile], top) / 1000) for percentile in PERCENTILES)
        return cls(count, histogram.get_mean_value() / 1000, listed, encoded)

    def at(self, percentile: float) -> float:
        """Return the value at one of `PERCENTILES`; 0 where there are no values."""
        return dict(self.percentiles).get(percentile, 0.0)
