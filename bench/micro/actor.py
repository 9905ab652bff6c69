"""A choice through all of the server but the sockets: two programs on links of memory, one match, one event loop."""

import random
import time
from typing import Final

import trio

from server.archive import Archive
from server.client import Client
from server.config import Config
from server.desk import FrontDesk
from server.lobby import Lobby
from server.screen import TextScreen

from .timing import ROUNDS, Figure

_CHOICES: Final = b'"choices":["'
_OVER: Final = b'{"type":"match-over"'


class _Wire:
    """Both ends of a link (`server.link.Link`); what is told is kept until the program takes it."""

    def __init__(self) -> None:
        self._said: list[bytes] = []
        self._told: list[bytes] = []
        self._has_said = trio.lowlevel.ParkingLot()
        self._was_told = trio.lowlevel.ParkingLot()

    async def receive(self) -> bytes:
        """Wait for bytes."""
        while not self._said:
            await self._has_said.park()
        return self._said.pop(0)

    def send(self, data: bytes) -> None:
        """Tell the program."""
        self._told.append(data)
        self._was_told.unpark_all()

    def round_trip_ms(self) -> int | None:
        """Nobody measures it."""
        return None

    def close(self) -> None:
        """Nothing is to be closed."""

    def say(self, line: bytes) -> None:
        """Say a line to the server."""
        self._said.append(line + b"\n")
        self._has_said.unpark_all()

    async def hear(self) -> bytes:
        """Wait for what the program is told."""
        while not self._told:
            await self._was_told.park()
        told, self._told = b"".join(self._told), []
        return told

    async def hear_of(self, word: bytes) -> bytes:
        """Wait until the program is told a line with `word` in it."""
        told = await self.hear()
        while word not in told:
            told += await self.hear()
        return told


def figures(round_s: float) -> list[Figure]:
    """Return what a choice costs, told to both players."""
    return trio.run(_measure, round_s)


async def _measure(round_s: float) -> list[Figure]:
    async with trio.open_nursery() as matches, trio.open_nursery() as connections:
        lobby = Lobby(Config(), matches)
        desk = FrontDesk(lobby, Archive(None, matches, lobby.make_core))
        wires = {"ana": _Wire(), "bea": _Wire()}
        for name, wire in wires.items():
            connections.start_soon(Client(desk, lobby.config, wire, TextScreen()).run)
            wire.say(b"mode json")
            wire.say(f"login {name}".encode())
            await wire.hear_of(b'"logged-in"')
        quickest = min([await _round(wires["ana"], wires["bea"], round_s) for _ in range(ROUNDS)])
        connections.cancel_scope.cancel()
        matches.cancel_scope.cancel()
    return [Figure("a choice, from line to both players told", quickest * 1e6)]


async def _round(one: _Wire, two: _Wire, round_s: float) -> float:
    """Play for a while; return the seconds a choice."""
    chance = random.Random(1)
    done, spent = 0, 0.0
    while spent < round_s:
        one.say(b"match bea wizards_arena")
        await two.hear_of(b'"challenged"')
        two.say(b"accept")
        told = [await one.hear_of(b'"started"'), await two.hear_of(b'"started"')]
        begin = time.perf_counter()
        while _OVER not in told[0]:
            seat = 0 if _CHOICES in told[0] else 1
            (one, two)[seat].say(_choice(told[seat], chance))
            told = [await one.hear(), await two.hear()]
            done += 1
        spent += time.perf_counter() - begin
    return spent / done


def _choice(told: bytes, chance: random.Random) -> bytes:
    start = told.rindex(_CHOICES) + len(_CHOICES)
    return chance.choice(told[start : told.index(b'"]', start)].split(b'","'))
