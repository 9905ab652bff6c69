"""Duels over TCP beside a bare echo: choices a second, as a ratio, from interleaved rounds of one run."""

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from .driver import Duels, Echoes, Round, run

DUELS = 100


@frozen
class Wire:
    """The rounds of each, in pairs."""

    echoes: list[Round]
    duels: list[Round]

    @property
    def ratio(self) -> float:
        """Median of the pairs' ratios, in answers a second of the server's processor time."""
        pairs = zip(self.duels, self.echoes, strict=True)
        return statistics.median(duel.per_cpu_second / echo.per_cpu_second for duel, echo in pairs)


@contextmanager
def server(module: str) -> Iterator[tuple[int, int]]:
    """Run `module`, which prints its port, in a process and, where there are two, on a processor of its own.

    Yields:
        The port and the process id.
    """
    process = subprocess.Popen([sys.executable, "-m", module], stdout=subprocess.PIPE, text=True)
    try:
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) > 1:
            os.sched_setaffinity(process.pid, {cores[0]})
        assert process.stdout is not None
        yield int(process.stdout.readline()), process.pid
    finally:
        process.kill()
        process.wait()


def measure(rounds: int, seconds: float) -> Wire:
    """Measure `rounds` rounds of each, in turn.

    Raises:
        RuntimeError: the server refused a line that it had listed.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[1]})
    echoes: list[Round] = []
    duels: list[Round] = []
    try:
        for number in range(rounds):
            with server("bench.limits") as (port, process):
                echoes.append(run(Echoes(port, 2 * DUELS), process, seconds, 0.5))
            with server("bench.game_server") as (port, process):
                load = Duels(port, DUELS, number)
                duels.append(run(load, process, seconds, 1.5))
                if load.refused:
                    raise RuntimeError(f"{load.refused} listed lines were refused")
    finally:
        os.sched_setaffinity(0, cores)
    return Wire(echoes, duels)
