"""Duels over TCP, with a journal and without, beside a bare echo: choices a second, from rounds of one run."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from .driver import Duels, Echoes, Round, run

DUELS = 100


@frozen
class Wire:
    """The rounds of each, in triples.

    Attributes:
        echoes: of a bare echo.
        duels: without a journal.
        durable: with one: every choice is on the disk before anybody is told of it.
    """

    echoes: list[Round]
    duels: list[Round]
    durable: list[Round]

    @property
    def ratio(self) -> float:
        """Median of the pairs' ratios, in answers a second of the server's processor time."""
        pairs = zip(self.duels, self.echoes, strict=True)
        return statistics.median(duel.per_cpu_second / echo.per_cpu_second for duel, echo in pairs)

    @property
    def journal_ratio(self) -> float:
        """Median of the ratios with and without a journal, in choices a second of the server's processor time."""
        pairs = zip(self.durable, self.duels, strict=True)
        return statistics.median(on.per_cpu_second / off.per_cpu_second for on, off in pairs)


@contextmanager
def server(module: str, *arguments: str, processor: int | None = None) -> Iterator[tuple[int, int]]:
    """Run `module`, which prints its port, in a process, on the processor of that number.

    Yields:
        The port and the process id.
    """
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        if processor is not None:
            os.sched_setaffinity(process.pid, {processor})
        assert process.stdout is not None
        yield int(process.stdout.readline()), process.pid
    finally:
        process.kill()
        process.wait()


def measure(rounds: int, seconds: float) -> Wire:
    """Measure `rounds` rounds of each, in turn; where there are two processors, the server has one and the driver one.

    Raises:
        RuntimeError: the server refused a line that it had listed.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[1]})
    own = cores[0] if len(cores) > 1 else None
    echoes: list[Round] = []
    duels: list[Round] = []
    durable: list[Round] = []
    try:
        for number in range(rounds):
            with server("bench.limits", processor=own) as (port, process):
                echoes.append(run(Echoes(port, 2 * DUELS), process, seconds, 0.5))
            duels.append(_duels(number, seconds, own))
            with tempfile.TemporaryDirectory(prefix="spellmoot-bench-") as folder:
                durable.append(_duels(number, seconds, own, "--data", folder))
    finally:
        os.sched_setaffinity(0, cores)
    return Wire(echoes, duels, durable)


def _duels(number: int, seconds: float, own: int | None, *arguments: str) -> Round:
    with server("bench.game_server", *arguments, processor=own) as (port, process):
        load = Duels(port, DUELS, number)
        found = run(load, process, seconds, 1.5)
    if load.refused:
        raise RuntimeError(f"{load.refused} listed lines were refused")
    return found
