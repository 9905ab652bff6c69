"""A server without sockets and without a real clock: lobby, matches and clients over links of memory."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio
from trio.testing import MockClock

from protocol.client_messages import Accept, Match
from protocol.server_messages import Challenged, ChallengeSent, Started
from server.client import Client
from server.config import Config
from server.desk import FrontDesk
from server.lobby import CoreMaker, Lobby, make_match
from server.screen import TextScreen
from tests.support.client import MemoryWire, Person, Program
from tests.support.fake_game import GAME, FakeGame, Kept
from tests.support.memory_link import MemoryLink

PATIENCE_S = 1000.0


def _run(main: Callable[[], Awaitable[None]], *, clock: None, instruments: Sequence[trio.abc.Instrument]) -> None:
    trio.run(main, clock=clock or MockClock(autojump_threshold=0), instruments=instruments)


simulated = pytest.mark.trio(run=_run)
"""Marks a test that runs on a clock which jumps to the next deadline when nobody can go on."""


class Town:
    """The server's inside, and the way into it."""

    def __init__(self, lobby: Lobby, connections: trio.Nursery) -> None:
        """Open."""
        self.lobby = lobby
        self._desk = FrontDesk(lobby)
        self._connections = connections

    def link(self) -> MemoryLink:
        """Connect."""
        client: Client
        link = MemoryLink(lambda: client.resync())  # noqa: PLW0108 (client is made below)
        client = Client(self._desk, self.lobby.config, link, TextScreen())
        self._connections.start_soon(client.run)
        return link

    def person(self) -> Person:
        """Connect somebody who reads text."""
        return Person(MemoryWire(self.link()), PATIENCE_S)

    def program(self) -> Program:
        """Connect somebody who reads JSON."""
        return Program(MemoryWire(self.link()), PATIENCE_S)

    async def pair(self, first: str = "Ana", second: str = "Bea") -> tuple[Program, Program, int]:
        """Return two programs at the seats of a new match, and its number."""
        one = await self.program().called(first)
        two = await self.program().called(second)
        return one, two, await begin(one, two, first, second)


async def begin(one: Program, two: Program, first: str, second: str) -> int:
    """Let `one` challenge `two`, who accepts; return the number of the match, where `one` has seat 0."""
    await one.ask(Match(second, GAME), ChallengeSent)
    assert (await two.next(Challenged)).name == first
    await two.send(Accept())
    started = await one.next(Started)
    assert (await two.next(Started)).match == started.match
    assert started.names == [first, second]
    return started.match


@asynccontextmanager
async def town(
    config: Config | None = None, start_core: CoreMaker = make_match, *, seed: int = 1
) -> AsyncIterator[Town]:
    """Run a server of memory. It ends with the block, and whatever crashed in it is raised there."""
    async with trio.open_nursery() as matches, trio.open_nursery() as connections:
        lobby = Lobby(config or Config(), matches, start_core, random.Random(seed))
        yield Town(lobby, connections)
        connections.cancel_scope.cancel()
        matches.cancel_scope.cancel()


def link_of(program: Program) -> MemoryLink:
    """Return the link that a program of `Town` speaks over."""
    assert isinstance(program.wire, MemoryWire)
    return program.wire.link


Fakes = partial(Kept, FakeGame.start)
"""Makes a `start_core` that seats fake games and keeps them, in order."""
