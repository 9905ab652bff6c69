"""The same driver against a bare echo: what a time is at least on this machine, and what an echo costs a processor."""

from collections import deque
from typing import Final

from attrs import frozen

from bench.driver import Echoes, run

from .clients import Choice, Client
from .loop import Driver
from .own_server import OwnServer
from .profiles import Profile
from .samples import Distribution

_LINE: Final = b"attack B1 foe:C1\n"
_MOST: Final = 500
"""No more connections than this bounce: beyond that it is the machine that is measured, not the echo."""


@frozen
class Echo:
    """What a bare `trio.serve_tcp` echo did.

    Attributes:
        per_cpu_s: lines a second of its processor time, as fast as it can.
        distribution: how long a line took at the profile's rate, driven as choices are.
    """

    per_cpu_s: float
    distribution: Distribution


class _Bouncer(Client):
    """A connection that has a line come back at fixed times."""

    def take(self, data: bytes, now: float) -> None:
        """Lines are back."""
        for _ in range(data.count(b"\n")):
            if self.expects:
                self._line.measure("told", self.expects.popleft().intended, now)

    def bounce(self, intended: float) -> None:
        """Send a line that is due."""
        self.expects.append(Choice(intended))
        self._line.send(self, _LINE)

    def _greet(self, now: float) -> None:
        """An echo needs no greeting."""

    def _forget_bytes(self) -> None:
        """No half lines are kept."""


class _Nobody:
    """Bouncers are told nothing."""

    def present(self, client: Client, now: float) -> None:
        """Do nothing."""

    def challenge_stands(self, client: Client, now: float) -> None:
        """Do nothing."""

    def begun(self, client: Client, now: float) -> None:
        """Do nothing."""

    def asked(self, client: Client, now: float) -> None:
        """Do nothing."""

    def refused(self, client: Client, code: str, text: str, now: float) -> None:
        """Do nothing."""

    def lost(self, client: Client, now: float) -> None:
        """Do nothing."""


def measure(profile: Profile, processor: int | None, seconds: float) -> Echo:
    """Bounce lines: for half of the time as fast as they come back, for half of it at the profile's rate.

    The caller runs on another processor than the one given, if there is one.
    """
    connections = min(profile.clients, _MOST)
    with OwnServer(module="bench.limits", processor=processor) as server:
        fastest = run(Echoes(server.port, connections), server.pid, seconds / 2, min(0.5, seconds / 4))
        driver = Driver(("127.0.0.1", server.port), expects_losses=False, away_s=1.0, seed=1)
        bouncers = deque(_Bouncer(f"b{number}", _Nobody(), driver) for number in range(connections))
        begin = driver.now()
        for bouncer in bouncers:
            driver.connect(bouncer, begin)
        rate = profile.rate if profile.mode == "open" else fastest.per_second / 2
        start = driver.measure_from = driver.now()
        number = 0

        def due(_: float) -> None:
            nonlocal number
            intended = start + number / rate
            bouncers[0].bounce(intended)
            bouncers.rotate(-1)
            number += 1
            driver.at(start + number / rate, due)

        driver.at(start, due)
        driver.run(lambda now: now >= start + seconds / 2)
        driver.close()
    return Echo(fastest.per_cpu_second, Distribution.of(driver.samples["told"].encode()))
