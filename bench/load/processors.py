"""Who runs where: a server and its driver need a processor each, or all times are those of a queue."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen


@frozen
class Processors:
    """Where processes run: the server on one of its own, if there are two.

    Attributes:
        server: for the server; None: anywhere.
        drivers: for the drivers, in turn; none: anywhere.
    """

    server: int | None
    drivers: tuple[int, ...]

    @classmethod
    def here(cls) -> "Processors":
        """Share this machine out."""
        first, *others = sorted(os.sched_getaffinity(0))
        return cls(first, tuple(others)) if others else cls(None, ())


@contextmanager
def kept_away(processors: Processors) -> Iterator[None]:
    """Keep this process away from the server's processor."""
    if not processors.drivers:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(processors.drivers))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
