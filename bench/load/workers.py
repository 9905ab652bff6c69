"""Driver processes from outside: started, given the word, listened to, and what they measured put together."""

import os
import secrets
import selectors
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final

import orjson
from attrs import define, field, frozen

from .checks import EXAMPLES, Heard
from .profiles import Profile, facts_of
from .samples import merge

CLIENTS_EACH: Final = 1000
"""A driver process is given no more, if there are processors for more of them."""
_READY_WITHIN_S: Final = 90.0
_LEAD_S: Final = 0.3
"""How long before it a start is told."""


class DriverError(Exception):
    """A driver process broke."""


@frozen
class Played:
    """What all processes of a run measured.

    Attributes:
        processes: how many there were.
        seconds: how long was measured.
        done: choices that were answered in that time.
        busy_s: processor time that the drivers worked.
        finished: matches that ended.
        unanswered: choices that were due a second before the end and not made, or made and not answered.
        samples: HdrHistograms by kind.
        timeline: by half second from the start: (seconds, choices, the longest in ms).
        heard: what each client heard of each match.
        faults: by kind.
        examples: of faults.
    """

    processes: int
    seconds: float
    done: int
    busy_s: float
    finished: int
    unanswered: int
    samples: dict[str, str]
    timeline: list[tuple[float, int, float]]
    heard: list[Heard]
    faults: Counter[str]
    examples: list[str]

    @property
    def per_s(self) -> float:
        """Choices a second."""
        return self.done / self.seconds


@define
class _Process:
    process: subprocess.Popen[bytes]
    rest: bytes = b""
    is_ready: bool = False
    result: dict[str, Any] | None = None
    ticks: list[tuple[float, int, float]] = field(factory=list)

    @property
    def out(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def tell(self, **facts: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(orjson.dumps(facts) + b"\n")
        self.process.stdin.flush()


def count_for(profile: Profile, processors: int) -> int:
    """Return how many driver processes a profile gets, where there are so many processors for them."""
    if profile.processes:
        return min(profile.processes, profile.matches)
    everybody = profile.clients + profile.matches * profile.watchers
    wanted = -(-everybody // CLIENTS_EACH)
    return max(1, min(processors, wanted, profile.matches))


def play(
    profile: Profile,
    address: tuple[str, int],
    processors: Sequence[int],
    on_start: Callable[[], None],
    on_time: Callable[[float], None],
) -> Played:
    """Let driver processes play a profile.

    Args:
        profile: what.
        address: of the server.
        processors: where the processes run, in turn; none: anywhere.
        on_start: is called shortly before choices begin.
        on_time: is called often with the time since then, in seconds.

    Raises:
        DriverError: a process broke.
    """
    count = count_for(profile, len(processors) or os.cpu_count() or 1)
    mark = "".join(secrets.choice("bcdfghkmnprst") for _ in range(4))
    with _processes(profile, address, processors, count, mark) as processes, selectors.DefaultSelector() as selector:
        for one in processes:
            os.set_blocking(one.out.fileno(), False)
            selector.register(one.out, selectors.EVENT_READ, one)
        give_up = time.monotonic() + _READY_WITHIN_S
        while not all(one.is_ready for one in processes):
            if time.monotonic() > give_up:
                raise DriverError(f"the drivers were not ready within {_READY_WITHIN_S:g} s")
            _listen(selector)
        start = time.monotonic() + _LEAD_S
        for one in processes:
            one.tell(start=start)
        on_start()
        while any(one.result is None for one in processes):
            _listen(selector)
            on_time(time.monotonic() - start)
        return _together(processes)


@contextmanager
def _processes(
    profile: Profile, address: tuple[str, int], processors: Sequence[int], count: int, mark: str
) -> Iterator[list[_Process]]:
    processes: list[_Process] = []
    try:
        for number in range(count):
            command = [sys.executable, "-m", "bench.load.worker"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            processes.append(_Process(process))
            if processors:
                os.sched_setaffinity(process.pid, {processors[number % len(processors)]})
            places = list(range(number, profile.matches, count))
            processes[-1].tell(profile=facts_of(profile), address=list(address), places=places, mark=mark)
        yield processes
    finally:
        for one in processes:
            one.process.kill()
            one.process.wait()
            one.out.close()
            if one.process.stdin is not None:
                one.process.stdin.close()


def _listen(selector: selectors.BaseSelector) -> None:
    for key, _ in selector.select(0.1):
        one: _Process = key.data
        data = one.out.read()
        if not data:
            if one.result is None:
                raise DriverError(f"a driver process ended with {one.process.wait()}; see above")
            selector.unregister(one.out)
            continue
        *lines, one.rest = (one.rest + data).split(b"\n")
        for line in lines:
            facts = orjson.loads(line)
            if "ready" in facts:
                one.is_ready = True
            elif "result" in facts:
                one.result = facts["result"]
            else:
                one.ticks.append((facts["at"], facts["done"], facts["worst_ms"]))


def _together(processes: list[_Process]) -> Played:
    results = [one.result for one in processes if one.result is not None]
    faults: Counter[str] = Counter()
    for result in results:
        faults.update(result["faults"])
    examples = [example for result in results for example in result["examples"]]
    return Played(
        len(results),
        max(result["seconds"] for result in results),
        sum(result["done"] for result in results),
        sum(result["busy_s"] for result in results),
        sum(result["finished"] for result in results),
        sum(result["unanswered"] for result in results),
        {kind: merge([result["samples"][kind] for result in results]) for kind in results[0]["samples"]},
        [
            (at, sum(one[1] for one in ticks), max(one[2] for one in ticks))
            for ticks in zip(*(one.ticks for one in processes), strict=False)
            for at in (ticks[0][0],)
        ],
        [Heard(**heard) for result in results for heard in result["heard"]],
        faults,
        examples[:EXAMPLES],
    )
