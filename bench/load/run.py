"""A whole run: a server, drivers, a bare echo, kills, checks, and the report of it all."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from attrs import define, evolve, field, frozen

from server.config import VERSION

from . import bounce
from .checks import Faults
from .machine import Machine, this_commit, this_machine
from .own_server import GAME_SERVER, OwnServer, Watched
from .processors import Processors, kept_away
from .profiles import Profile
from .report import DriverShare, EchoFigures, Report, Sample, Second, Step
from .samples import Distribution
from .transcripts import Compared, compare
from .verdicts import limits, verdicts
from .workers import Played, play

MOST_COMPARED: Final = 400
"""So many matches are played again, at most; more would take longer than the run."""
_SAMPLE_S: Final = 1.0
_STILL_S: Final = 1.0
"""Longer than that this process, which has next to nothing to do, was not let run: so nobody was."""
ECHO_S: Final = 4.0

Tell = Callable[[str, float], None]
"""What is being done, and how much of the run is over (0 to 1)."""


def run_load(
    profile: Profile,
    tell: Tell,
    *,
    address: tuple[str, int] | None = None,
    data: Path | None = None,
    pid: int = 0,
    module: str = GAME_SERVER,
    echo_s: float = ECHO_S,
) -> Report:
    """Play a profile, and report.

    Args:
        profile: what is played.
        tell: hears how far it is.
        address: of a server that runs; None: one of the harness's own.
        data: the folder of that server's journal, if it can be read.
        pid: that server's process, if it is on this machine.
        module: what is run as own server.
        echo_s: how long a bare echo is measured before; 0: not at all.

    Raises:
        DriverError: a driver broke.
        RuntimeError: the own server did not start.
        ValueError: the profile needs an own server.
    """
    if address is not None and profile.kill_every_s:
        raise ValueError("Only a server of the harness's own can be killed: leave the address out.")
    processors = Processors.here()
    machine = this_machine()
    with ExitStack() as stack:
        stack.enter_context(kept_away(processors))
        tell("measuring a bare echo", 0.0)
        echo = bounce.measure(profile, processors.server, echo_s) if echo_s else None
        if address is None:
            if profile.journal:
                data = Path(stack.enter_context(temporary_folder()))
            own = stack.enter_context(OwnServer(data, module, processors.server))
            run = _Run(profile, own, own, tell)
            played = play(profile, ("127.0.0.1", own.port), processors.drivers, run.begin, run.pass_time)
            own.kill()
        else:
            run = _Run(profile, Watched(pid), None, tell)
            played = play(profile, address, processors.drivers, run.begin, run.pass_time)
        faults = Faults(played.faults, list(played.examples))
        compared: Compared | None = None
        if data is not None:
            tell("playing matches again", 1.0)
            compared = compare(data, played.heard, faults, MOST_COMPARED, profile.seed)
        steps = _steps(profile, processors, tell, module) if address is None else []
        return _report(profile, run, played, faults, compared, echo, steps, machine, is_own_server=address is None)


@define
class _Run:
    """What happens beside the drivers while a profile is played."""

    profile: Profile
    server: Watched
    own: OwnServer | None
    tell: Tell
    kills: int = 0
    samples: list[Sample] = field(factory=list)
    cpu_from: float | None = None
    cpu_to: float = 0.0
    stood_still_s: float = 0.0
    _last: tuple[float, float] = (0.0, 0.0)
    _called_at: float | None = None

    def begin(self) -> None:
        """Choices begin in a moment."""
        self._last = (0.0, self.server.cpu_s())

    def pass_time(self, now: float) -> None:
        """So many seconds have passed since then; it is called ten times a second, if the machine runs at all."""
        profile = self.profile
        if self._called_at is not None and now - self._called_at > _STILL_S:
            self.stood_still_s += now - self._called_at
        self._called_at = now
        at = now - profile.warm_up_s
        if at >= 0 and self.cpu_from is None:
            self.cpu_from = self.server.cpu_s()
        if at <= profile.duration_s:
            self.cpu_to = self.server.cpu_s()
        if now - self._last[0] >= _SAMPLE_S and at <= profile.duration_s:
            self._sample(now, at)
        if self.own is not None and self._kill_is_due(at):
            self.kills += 1
            self.own.kill()
            self.own.start()
            self._called_at = None  # that took its time
        whole = profile.warm_up_s + profile.duration_s
        self.tell("warming up" if at < 0 else "measuring", min(1.0, max(0.0, now / whole)))

    def _kill_is_due(self, at: float) -> bool:
        """Return whether the server is to be killed now: never so late that the run would end before it is back."""
        every = self.profile.kill_every_s
        return every > 0 and (self.kills + 0.5) * every <= at < self.profile.duration_s - every / 2

    def _sample(self, now: float, at: float) -> None:
        memory = self.server.memory_mib()
        cpu = self.server.cpu_s()
        then, before = self._last
        self._last = (now, cpu)
        if memory is not None:
            self.samples.append(Sample(round(at, 2), round(memory, 2), round((cpu - before) / (now - then), 3)))


def _steps(profile: Profile, processors: Processors, tell: Tell, module: str) -> list[Step]:
    """Measure what choices cost with each number of matches."""
    steps: list[Step] = []
    for number, matches in enumerate(profile.steps):
        tell(f"measuring with {matches} matches", number / len(profile.steps))
        step = evolve(
            profile,
            clients=2 * matches,
            watchers=0,
            mode="closed",
            burst_every_s=0.0,
            reconnects_per_s=0.0,
            kill_every_s=0.0,
            warm_up_s=1.0,
            duration_s=profile.step_s,
            connects_per_s=2000.0,
        )
        alone = play_alone(step, processors, module)
        steps.append(Step(matches, alone.played.per_s, alone.cost_us, alone.memory_mib))
    return steps


@frozen
class Alone:
    """What a profile came to on a fresh server, without anything beside it.

    Attributes:
        played: what the drivers measured.
        cost_us: microseconds of the server's processor time a choice.
        memory_mib: that the server held at the end.
    """

    played: Played
    cost_us: float
    memory_mib: float


def play_alone(profile: Profile, processors: Processors, module: str = GAME_SERVER) -> Alone:
    """Play a profile on a fresh server; nothing is compared with its journal.

    Raises:
        DriverError: a driver broke.
        RuntimeError: the server did not start.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(temporary_folder())) if profile.journal else None
        own = stack.enter_context(OwnServer(folder, module, processors.server))
        run = _Run(profile, own, own, quiet)
        played = play(profile, ("127.0.0.1", own.port), processors.drivers, run.begin, run.pass_time)
        return Alone(played, _cost_us(run, played), own.memory_mib() or 0.0)


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for a journal that nobody needs afterwards."""
    return tempfile.TemporaryDirectory(prefix="spellmoot-bench-")


def _cost_us(run: _Run, played: Played) -> float:
    spent = run.cpu_to - (run.cpu_from or 0.0)
    return spent / played.done * 1e6 if played.done and run.server.pid else 0.0


def _report(
    profile: Profile,
    run: _Run,
    played: Played,
    faults: Faults,
    compared: Compared | None,
    echo: bounce.Echo | None,
    steps: list[Step],
    machine: Machine,
    *,
    is_own_server: bool,
) -> Report:
    times = {kind: Distribution.of(encoded) for kind, encoded in played.samples.items()}
    delay, late = times.pop("delay"), times.pop("late")
    cost_us = _cost_us(run, played)
    mean = times["told"].mean
    report = Report(
        at=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        version=VERSION,
        commit=this_commit(),
        machine=machine,
        is_own_server=is_own_server,
        profile=profile,
        seconds=played.seconds,
        choices=played.done,
        finished=played.finished,
        kills=run.kills,
        cost_us=cost_us,
        times=times,
        timeline=_timeline(played),
        server=run.samples,
        steps=steps,
        echo=_echo(echo, cost_us),
        driver=DriverShare(
            played.processes,
            played.busy_s / (played.seconds * played.processes),
            played.busy_s / played.done * 1e6 if played.done else 0.0,
            delay,
            late,
            (delay.mean + late.mean) / mean if mean else 0.0,
        ),
        unanswered=played.unanswered,
        stood_still_s=round(run.stood_still_s, 2),
        compared=compared,
        faults=dict(faults.counts),
        examples=faults.examples,
    )
    for text in limits(report):
        faults.add("late", text)
    report = evolve(report, faults=dict(faults.counts), examples=faults.examples)
    return evolve(report, verdicts=list(verdicts(report)))


def _echo(echo: bounce.Echo | None, cost_us: float) -> EchoFigures | None:
    if echo is None:
        return None
    ratio = 1e6 / cost_us / echo.per_cpu_s if cost_us and echo.per_cpu_s else 0.0
    return EchoFigures(echo.per_cpu_s, echo.distribution, ratio)


def _timeline(played: Played) -> list[Second]:
    line: list[Second] = []
    before = 0.0
    for at, done, worst_ms in played.timeline:
        line.append(Second(round(at, 2), round(done / (at - before), 1), round(worst_ms, 3)))
        before = at
    return line


def quiet(_text: str, _share: float) -> None:
    """Tell nobody."""
