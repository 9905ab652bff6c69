"""How long lines are on their way: asked of the connections now and then, for what the clocks give back.

A line's way there and back is what the system itself measures on each connection (`Link.round_trip_ms`); nobody has to
say anything for it, and nobody is believed. Of several connections of a seat the quickest counts.
"""

from collections.abc import Callable
from typing import Final

from .clocks import MatchClock

EVERY_MS: Final = 5_000
"""A seat is not measured more often than this."""


class LagMeter:
    """Measures the seats of a match, while it has a time control.

    Args:
        clock: which is told.
        round_trip_ms: returns how long a line to a seat and its answer take now; None: nobody knows.
    """

    def __init__(self, clock: MatchClock, round_trip_ms: Callable[[int], int | None]) -> None:
        """Nothing was measured yet."""
        self.is_on: Final = clock.control.is_timed
        self._clock = clock
        self._round_trip_ms = round_trip_ms
        self._next_ms = [0] * len(clock.accounts)

    def measure(self, now_ms: int) -> None:
        """Measure each seat that decides something, if it is time to."""
        for seat in self._clock.runs:
            if now_ms >= self._next_ms[seat]:
                self._next_ms[seat] = now_ms + EVERY_MS
                lag_ms = self._round_trip_ms(seat)
                if lag_ms is not None:
                    self._clock.measure_lag(seat, lag_ms)
