"""One driver process: sockets, timers, measurements, and what it costs itself.

It polls sockets itself, as `bench.driver` does, so that it costs less than what it measures. What it adds to a measured
time is bounded: bytes that it reads now can't have come before it last looked.
"""

import fnmatch
import heapq
import itertools
import random
import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from typing import Final

from .checks import Faults, Heard
from .clients import OUTBOX_BYTES, Client
from .pairings import Pairing
from .samples import Samples

READ_BYTES: Final = 32_768
"""Small enough for the allocator to keep it: a larger buffer is mapped and unmapped at each read."""
_CONNECT_S: Final = 5.0
_BLOCKED_S: Final = 0.000_05
"""A look at the sockets that took longer has waited: what it found has come just now."""
_FINEST_WAIT_S: Final = 0.001
"""epoll counts milliseconds: what is due sooner is waited for by looking again."""


class Driver:
    """The clients of one process.

    Args:
        address: of the server.
        expects_losses: whether connections are lost on purpose.
        away_s: how long who lost its connection stays away.
        seed: of its chance.
        script: patterns of choice lines, the best first; where none fits, chance decides.

    Attributes:
        is_started: whether choices are made.
        measure_from: what was due before is warm-up.
        samples: measured durations, by kind.
        done: choices that were answered.
        worst_s: the longest time from due to told since it was set to 0.
        busy_s: processor time that it worked, not looked, since `measure_from`.
    """

    def __init__(
        self, address: tuple[str, int], *, expects_losses: bool, away_s: float, seed: int, script: tuple[str, ...] = ()
    ) -> None:
        """Know nobody."""
        self.faults = Faults()
        self.heard: list[Heard] = []
        self.expects_losses = expects_losses
        self.away_s = away_s
        self.is_started = False
        self.measure_from = float("inf")
        self.samples = {kind: Samples() for kind in ("told", "answer", "watched", "back", "arrived", "delay", "late")}
        self.done = 0
        self.worst_s = 0.0
        self.busy_s = 0.0
        self.now: Final = time.monotonic
        self._address = address
        self._random = random.Random(seed)
        self._script = [re.compile(fnmatch.translate(pattern).encode()).match for pattern in script]
        self._poll = select.epoll()
        self._by_number: dict[int, tuple[socket.socket, Client]] = {}
        self._numbers: dict[Client, int] = {}
        self._timers: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = itertools.count()
        self._not_before = 0.0

    # Measurements

    def measure(self, kind: str, intended: float, now: float) -> None:
        """Take how long something took; `told` says besides how much of it may be the driver's own doing."""
        if kind == "answer":
            self.done += 1
        if intended < self.measure_from and kind != "arrived":  # arriving is over before measuring begins
            return
        self.samples[kind].add(now - intended)
        if kind == "told":
            self.samples["delay"].add(now - self._not_before)
            self.worst_s = max(self.worst_s, now - intended)

    def made(self, asked_at: float, intended: float, now: float) -> None:
        """A choice is being sent: it could have been from the later of the two times on."""
        if intended >= self.measure_from:
            self.samples["late"].add(now - max(asked_at, intended))

    def pick(self, choices: list[bytes]) -> bytes:
        """Return a choice line: the first that fits the script, or any."""
        for fits in self._script:
            for choice in choices:
                if fits(choice):
                    return choice
        return self._random.choice(choices)

    # Timers

    def at(self, when: float, call: Callable[[float], None]) -> None:
        """Call `call` with the time at `when`, or a little later."""
        heapq.heappush(self._timers, (when, next(self._order), call))

    def later(self, at: float, client: Client | None, pairing: Pairing) -> None:
        """Wake `pairing` at a time: for a client that comes back, or (None) to try again."""
        if client is None:
            self.at(at, pairing.try_again)
        else:
            self.at(at, lambda now: pairing.come_back(client, now))

    def follow(self, pairing: Pairing) -> None:
        """Let the choices of a pairing become due, one after another, by its schedule."""
        schedule = pairing.schedule
        if schedule is not None:
            self._arrive_at(pairing, schedule, next(schedule))

    def _arrive_at(self, pairing: Pairing, schedule: Iterator[float], due: float) -> None:
        def arrive(now: float) -> None:
            pairing.arrive(due, now)
            self._arrive_at(pairing, schedule, next(schedule))

        self.at(due, arrive)

    # Sockets

    def connect(self, client: Client, now: float) -> None:
        """Connect a client; one that can't connect is told that it is disconnected."""
        client.back_since = client.back_since or now
        try:
            sock = socket.create_connection(self._address, _CONNECT_S)
        except OSError as error:
            if not self.expects_losses:
                self.faults.add("no-connection", f"{client.name}: {error}")
            client.disconnected(self.now())
            return
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = sock.fileno()
        self._by_number[number] = (sock, client)
        self._numbers[client] = number
        self._poll.register(number, select.EPOLLIN)
        client.connected(self.now())

    def drop(self, client: Client, now: float) -> None:
        """Cut a client's connection, and tell it so."""
        number = self._numbers.pop(client, None)
        if number is None:
            return
        sock, _ = self._by_number.pop(number)
        self._poll.unregister(number)
        sock.close()
        client.back_since = 0.0
        client.disconnected(now)

    def send(self, client: Client, data: bytes) -> None:
        """Send bytes now, or as soon as the socket takes them."""
        number = self._numbers.get(client)
        if number is None:
            return
        if client.outbox:
            client.outbox += data
            return
        try:
            sent = self._by_number[number][0].send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # reading will find it
        if sent < len(data):
            client.outbox = data[sent:]
            self._poll.modify(number, select.EPOLLIN | select.EPOLLOUT)
            if len(client.outbox) > OUTBOX_BYTES:
                self.faults.add("not-read", f"the server does not read what {client.name} sends")

    def _flush(self, number: int) -> None:
        sock, client = self._by_number[number]
        try:
            sent = sock.send(client.outbox)
        except OSError:
            return
        client.outbox = client.outbox[sent:]
        if not client.outbox:
            self._poll.modify(number, select.EPOLLIN)

    def look(self, client: Client) -> None:
        """Read what has come for a client by now."""
        number = self._numbers.get(client)
        if number is not None:
            self._read(number)

    def _read(self, number: int) -> None:
        sock, client = self._by_number[number]
        try:
            data = sock.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            client.take(data, self.now())
        else:
            self.drop(client, self.now())

    def close(self) -> None:
        """Hang up everywhere."""
        for sock, _ in self._by_number.values():
            sock.close()
        self._by_number.clear()
        self._numbers.clear()
        self._poll.close()

    # The loop

    def run(self, until: Callable[[float], bool], longest_wait_s: float = 0.1) -> None:
        """Serve sockets and timers until `until` says of a time that it is enough."""
        by_number, timers, clock = self._by_number, self._timers, self.now
        looked_at = clock()
        while True:
            now = clock()
            due = now  # what becomes due meanwhile waits its turn: timers that set new ones would keep sockets out
            while timers and timers[0][0] <= due:
                heapq.heappop(timers)[2](now)
                now = clock()
            if until(now):
                return
            wait = min(longest_wait_s, timers[0][0] - now) if timers else longest_wait_s
            found = self._poll.poll(0 if wait < _FINEST_WAIT_S else wait - _FINEST_WAIT_S)
            woken = clock()
            self._not_before = woken if woken - now > _BLOCKED_S else looked_at
            looked_at = woken
            worked = time.thread_time() if found else 0.0
            for number, kind in found:
                if number in by_number:
                    if kind & select.EPOLLOUT:
                        self._flush(number)
                    if kind & ~select.EPOLLOUT and number in by_number:
                        self._read(number)
            if found and woken >= self.measure_from:
                self.busy_s += time.thread_time() - worked
