"""When choices are due: fixed before the run begins, so that a slow server is not asked less (no coordinated omission).

A choice that could not be made when it was due, because the server had not asked for it yet, is made late, and its
latency counts from when it was due.
"""

import heapq
import itertools
from collections.abc import Iterator


def due_times(place: int, places: int, rate: float, burst_every_s: float = 0.0) -> Iterator[float]:
    """Yield the times, in seconds from the start and ascending without end, at which a match's choices are due.

    All matches together have `rate` choices a second. They take turns at even distances; with bursts, each match has
    one of its choices at the very moment of each burst, and the others in between.

    Args:
        place: the match, from 0.
        places: how many there are.
        rate: choices a second of all of them.
        burst_every_s: how far bursts lie apart; 0: there are none.

    Raises:
        ValueError: the bursts alone are more than the rate.
    """
    steady = rate - (places / burst_every_s if burst_every_s else 0.0)
    if steady < 0:
        least = places / burst_every_s
        raise ValueError(f"bursts every {burst_every_s:g} s of {places} matches are {least:g} choices a second already")
    streams: list[Iterator[float]] = []
    if steady > 0:
        streams.append(_every(places / steady, place / steady))
    if burst_every_s:
        streams.append(_every(burst_every_s, burst_every_s))
    return heapq.merge(*streams)


def _every(distance: float, first: float) -> Iterator[float]:
    """Yield times, computed one by one: a sum would drift."""
    return (first + number * distance for number in itertools.count())
