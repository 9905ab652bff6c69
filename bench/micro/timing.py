"""How long a small thing takes: the quickest of several rounds, as whatever disturbs makes it only slower."""

import time
from collections.abc import Callable
from typing import Final

from attrs import frozen

ROUNDS: Final = 7


@frozen
class Figure:
    """What something costs.

    Attributes:
        name: what it is.
        us: microseconds.
    """

    name: str
    us: float


def timed(name: str, call: Callable[[], object], round_s: float) -> Figure:
    """Call something for `ROUNDS` rounds of about `round_s` seconds, and return what one call costs."""
    times = 1
    while (spent := _spent(call, times)) < round_s / 4:
        times *= 2
    times = max(1, int(times * round_s / spent))
    return Figure(name, min(_spent(call, times) for _ in range(ROUNDS)) / times * 1e6)


def _spent(call: Callable[[], object], times: int) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        call()
    return time.perf_counter() - begin
