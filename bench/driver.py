"""A small closed-loop driver: each connection sends its next line only when the answer to the last one is there.

It polls sockets itself and looks only at what it must, so that it costs less than what it measures.
"""

import os
import random
import re
import select
import socket
import time
from pathlib import Path
from typing import Final

from attrs import frozen

READ_BYTES: Final = 262_144
_DECIDE: Final = b'{"type":"decide"'
_CHOICES: Final = b'"choices":["'
_BESIDE_GAME: Final = re.compile(rb'\{"type":"(?:logged-in|match-over|challenged|refused)"')


class Peer:
    """A connection of the driver's."""

    def __init__(self, port: int) -> None:
        """Connect to a server on the loopback."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, line: bytes) -> None:
        """Send a short line; a closed loop never fills a socket."""
        self.socket.send(line + b"\n")

    def receive(self) -> bytes:
        """Return the complete lines that have come, with their ends; b"" while there are none."""
        data = self.socket.recv(READ_BYTES)
        if not data:
            raise ConnectionError("the server hung up")
        if self.rest:
            data = self.rest + data
        if data.endswith(b"\n"):
            self.rest = b""
            return data
        end = data.rfind(b"\n") + 1
        self.rest = data[end:]
        return data[:end]


class Echoes:
    """Connections that each bounce a line off an echo server."""

    def __init__(self, port: int, connections: int) -> None:
        """Connect, and send the first line of each."""
        self.peers = [Peer(port) for _ in range(connections)]
        self.done = 0
        for peer in self.peers:
            peer.send(b"attack B1 foe:C1")

    def take(self, peer: Peer, lines: bytes) -> None:
        """An echo has come: send the next line."""
        self.done += 1
        peer.socket.send(lines)


class Duels:
    """Pairs of programs that play random duels without end.

    Args:
        port: of a Spellmoot server.
        duels: how many are on at a time; twice as many connections.
        seed: of the choices.
    """

    def __init__(self, port: int, duels: int, seed: int) -> None:
        """Connect and log in."""
        self._random = random.Random(seed)
        self.done = 0
        self.refused = 0
        self.peers: list[Peer] = []
        self._partner: dict[Peer, bytes] = {}
        for number in range(duels):
            tail = _letters(number)
            for name, partner in ((b"xx" + tail, None), (b"yy" + tail, b"xx" + tail)):
                peer = Peer(port)
                self.peers.append(peer)
                peer.send(b'{"type":"mode","mode":"json"}\nlogin ' + name)
                if partner is not None:
                    self._partner[peer] = partner

    def take(self, peer: Peer, lines: bytes) -> None:
        """Messages have come: decide, challenge, accept, or ignore them. A decision is the last of them."""
        start = lines.rfind(_DECIDE)
        if start >= 0:
            start = lines.index(_CHOICES, start) + len(_CHOICES)
            choices = lines[start : lines.index(b'"]', start)].split(b'","')
            self.done += 1
            peer.socket.send(choices[int(self._random.random() * len(choices))] + b"\n")
        if _BESIDE_GAME.search(lines) is not None:
            for line in lines.split(b"\r\n"):
                self._beside(peer, line)

    def _beside(self, peer: Peer, line: bytes) -> None:
        """Begin the next duel; count what was refused."""
        if line.startswith((b'{"type":"logged-in"', b'{"type":"match-over"')):
            if peer in self._partner:
                peer.send(b"match " + self._partner[peer] + b" wizards_arena")
        elif line.startswith(b'{"type":"challenged"'):
            peer.send(b"accept")
        elif line.startswith(b'{"type":"refused"'):
            if b"no-such-player" in line:
                peer.send(b"match " + self._partner[peer] + b" wizards_arena")
            else:
                self.refused += 1


def _letters(number: int) -> bytes:
    return bytes(97 + int(digit) for digit in f"{number:05d}")


@frozen
class Round:
    """What a round came to.

    Attributes:
        answers: that came after the warm-up.
        seconds: they took.
        cpu_s: processor time that the server spent in that time.
    """

    answers: int
    seconds: float
    cpu_s: float

    @property
    def per_second(self) -> float:
        """Answers a second, as the driver saw them."""
        return self.answers / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Answers a second of the server's processor time: what it does when nobody else wants the machine."""
        return self.answers / self.cpu_s


def run(load: Echoes | Duels, server: int, seconds: float, warm_up: float) -> Round:
    """Drive `load` against the server of process id `server`; answers count after the warm-up."""
    poll = select.epoll()
    by_number = {peer.socket.fileno(): peer for peer in load.peers}
    for number in by_number:
        poll.register(number, select.EPOLLIN)
    begin = time.perf_counter() + warm_up
    start: tuple[int, float, float] | None = None
    while True:
        now = time.perf_counter()
        if start is None and now >= begin:
            start = (load.done, now, cpu_seconds(server))
        elif start is not None and now >= begin + seconds:
            break
        for number, _ in poll.poll(0):
            peer = by_number[number]
            load.take(peer, peer.receive())
    found = Round(load.done - start[0], now - start[1], cpu_seconds(server) - start[2])
    for peer in load.peers:
        peer.socket.close()
    return found


def cpu_seconds(process: int) -> float:
    """Return the processor time that a process has used so far, user and system (proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
