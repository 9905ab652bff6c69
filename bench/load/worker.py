"""A driver process: `python -m bench.load.worker`. It is told what to do by a line, and tells how it goes by lines.

In: the task, then `{"start": TIME}`. Out: `{"ready": ...}`, some `{"done": ...}`, and one `{"result": ...}`.
Times are those of the machine's monotonic clock, which all processes share.
"""

import sys
from typing import Any, Final

import orjson
from attrs import asdict

from .arrivals import due_times
from .crowd import arrive, clients_of, gather
from .loop import Driver
from .profiles import from_facts

_TICK_S: Final = 0.5
_LAST_ANSWERS_S: Final = 2.0
"""How long answers may still come when no more choices are made."""
_REMAINDER_S: Final = 1.0


def main() -> None:
    """Do what the first line says."""
    task = orjson.loads(sys.stdin.buffer.readline())
    Worker(task).run()


def tell(**facts: object) -> None:
    """Write a line to who started this process."""
    sys.stdout.buffer.write(orjson.dumps(facts) + b"\n")
    sys.stdout.buffer.flush()


class Worker:
    """The clients of one process, from their arrival to their last word.

    Args:
        task: `profile`; `address`; `places`, the numbers of this process's pairings; `mark`, letters that nobody else
            on the server has in a name.
    """

    def __init__(self, task: dict[str, Any]) -> None:
        """Make everybody; nobody connects yet."""
        profile = self._profile = from_facts(task["profile"])
        places: list[int] = task["places"]
        host, port = task["address"]
        self._driver = Driver(
            (host, port),
            expects_losses=profile.expects_losses,
            away_s=profile.away_s,
            seed=profile.seed * 1000 + places[0],
            script=profile.script if profile.choices == "scripted" else (),
        )
        self._pairings = gather(self._driver, profile, places, task["mark"])
        self._places = places

    def run(self) -> None:
        """Arrive, say so, wait for the start, play, and tell what came of it."""
        driver, profile = self._driver, self._profile
        tell(ready=arrive(driver, profile, self._pairings))
        start = float(orjson.loads(sys.stdin.buffer.readline())["start"])
        measure_from = start + profile.warm_up_s
        end = measure_from + profile.duration_s
        driver.run(lambda now: now >= start)
        self._start(start, measure_from)
        done_before, busy = self._play(measure_from, end)
        driver.is_started = False
        done = driver.done - done_before
        driver.run(lambda now: now >= end + _LAST_ANSWERS_S or not self._waits())
        unanswered = self._record_unanswered(end, driver.now())
        for client in clients_of(self._pairings):
            client.close_books()
        driver.close()
        tell(
            result={
                "done": done,
                "seconds": end - measure_from,
                "busy_s": busy,
                "finished": sum(pairing.finished for pairing in self._pairings),
                "unanswered": unanswered,
                "samples": {kind: samples.encode() for kind, samples in driver.samples.items()},
                "heard": [asdict(heard) for heard in driver.heard],
                "faults": dict(driver.faults.counts),
                "examples": driver.faults.examples,
            }
        )

    def _start(self, start: float, measure_from: float) -> None:
        driver, profile = self._driver, self._profile
        driver.measure_from = measure_from
        driver.is_started = True
        for place, pairing in zip(self._places, self._pairings, strict=True):
            if profile.mode == "open":
                times = due_times(place, profile.matches, profile.rate, profile.burst_every_s)
                pairing.schedule = (start + time for time in times)
                driver.follow(pairing)
            else:
                pairing.go(driver.now())
        if profile.reconnects_per_s:
            self._lose_some(start, profile.reconnects_per_s * len(self._pairings) / profile.matches)

    def _lose_some(self, start: float, rate: float) -> None:
        """Let players drop their connections, one after another, at fixed times."""
        driver = self._driver
        players = [player for pairing in self._pairings for player in pairing.players]
        number = 0

        def lose(now: float) -> None:
            nonlocal number
            driver.drop(players[number * 7919 % len(players)], now)
            number += 1
            driver.at(start + (number + 1) / rate, lose)

        driver.at(start + 1 / rate, lose)

    def _play(self, measure_from: float, end: float) -> tuple[int, float]:
        """Play until `end`; return how many choices were answered in the warm-up, and how long the driver worked."""
        driver = self._driver
        driver.run(lambda now: now >= measure_from)
        before = driver.done
        tick = measure_from
        while tick < end:
            tick = min(tick + _TICK_S, end)
            done = driver.done
            driver.worst_s = 0.0
            driver.run(lambda now, tick=tick: now >= tick)  # type: ignore[misc]
            tell(at=tick - measure_from, done=driver.done - done, worst_ms=driver.worst_s * 1000)
        return before, driver.busy_s

    def _waits(self) -> bool:
        return any(player.outstanding() for pairing in self._pairings for player in pairing.players)

    def _record_unanswered(self, end: float, now: float) -> int:
        """Take choices that were not made by the end as having lasted until then, and those not answered until now.

        So a server that stands still has no good percentiles. Returned is how many of them are no mere remainder: those
        that were due a second before the end, and those that were made and not answered in time.
        """
        count = 0
        for pairing in self._pairings:
            for due in pairing.due:
                if due < end:
                    self._driver.measure("told", due, end)
                    count += due < end - _REMAINDER_S
            for choice in {choice for player in pairing.players for choice in player.outstanding()}:
                if not choice.is_secret:
                    self._driver.measure("told", choice.intended, now)
                    count += 1
        return count


if __name__ == "__main__":
    main()
