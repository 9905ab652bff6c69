"""A server without sockets and without a real clock: lobby, matches and clients over links of memory."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import TypeVar

import pytest
import trio
from trio.testing import MockClock

from protocol.client_messages import Accept, Match
from protocol.server_messages import Challenged, ChallengeSent, Started
from server.archive import Archive
from server.client import Client
from server.clocks import MatchClock, check_charges
from server.config import Config
from server.desk import FrontDesk
from server.journal import Journal, MemoryJournal, OnStuck, Shelf
from server.lobby import CoreMaker, Lobby, make_match
from server.restart import bring_back
from server.screen import TextScreen
from tests.support.client import MemoryWire, Person, Program
from tests.support.fake_game import GAME, FakeGame, Kept
from tests.support.memory_link import MemoryLink

PATIENCE_S = 1000.0
_Answer = TypeVar("_Answer")


def _run(main: Callable[[], Awaitable[None]], *, clock: None, instruments: Sequence[trio.abc.Instrument]) -> None:
    trio.run(main, clock=clock or MockClock(autojump_threshold=0), instruments=instruments)


simulated = pytest.mark.trio(run=_run)
"""Marks a test that runs on a clock which jumps to the next deadline when nobody can go on."""


async def at_once(work: Callable[[], _Answer], /) -> _Answer:
    """Carry `work` out on the loop: a clock that jumps takes who waits for a thread for idle."""
    await trio.lowlevel.checkpoint()
    return work()


class Town:
    """The server's inside, and the way into it."""

    def __init__(self, lobby: Lobby, connections: trio.Nursery) -> None:
        """Open."""
        self.lobby = lobby
        self._desk = FrontDesk(lobby, Archive(lobby._journal, connections, lobby.make_core, at_once))
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

    async def pair(
        self, first: str = "Ana", second: str = "Bea", *, clock: str | None = None
    ) -> tuple[Program, Program, int]:
        """Return two programs at the seats of a new match with that time control, and its number."""
        one = await self.program().called(first)
        two = await self.program().called(second)
        return one, two, await begin(one, two, first, second, clock)

    def clock(self, match: int) -> MatchClock:
        """Return the clocks of a match that is on; they can be looked at when it is over."""
        return self.lobby.running[match].actor.table._waits.clock


async def begin(one: Program, two: Program, first: str, second: str, clock: str | None = None) -> int:
    """Let `one` challenge `two`, who accepts; return the number of the match, where `one` has seat 0."""
    await one.ask(Match(second, GAME, clock), ChallengeSent)
    assert (await two.next(Challenged)).name == first
    await two.send(Accept())
    started = await one.next(Started)
    assert (await two.next(Started)).match == started.match
    assert started.names == [first, second]
    return started.match


@asynccontextmanager
async def town(
    config: Config | None = None, start_core: CoreMaker = make_match, *, seed: int = 1, shelf: Shelf | None = None
) -> AsyncIterator[Town]:
    """Run a server of memory. It ends with the block, and whatever crashed in it is raised there.

    With a `shelf` it has a journal there; opened anew on the same shelf it is a server started anew.
    """
    async with _journal(shelf, lambda reason: lobby.stuck(reason)) as journal, trio.open_nursery() as matches:  # noqa: PLW0108
        lobby = Lobby(config or Config(), matches, start_core, random.Random(seed), journal)
        if journal is not None:
            await bring_back(lobby, journal)
        async with trio.open_nursery() as connections:
            yield Town(lobby, connections)
            if journal is not None:
                lobby.stop()
            connections.cancel_scope.cancel()
        matches.cancel_scope.cancel()


def faults_of(clock: MatchClock) -> list[str]:
    """Return what is wrong with the log of the clocks: amounts, what is left, and what is left now."""
    faults = check_charges(clock.control, clock.terms, len(clock.accounts), clock.log)
    for seat, accounts in enumerate(clock.accounts):
        for account, left_ms, first_ms in (
            ("bank", accounts.bank_ms, clock.control.bank_ms),
            ("reaction", accounts.reaction_ms, clock.control.reaction_ms),
            ("disconnect", accounts.disconnect_ms, clock.terms.disconnect_ms),
        ):
            said = [charge.left_ms for charge in clock.log if charge.seat == seat and charge.account == account]
            if [left_ms] != (said or [first_ms])[-1:]:
                faults.append(f"{account} of seat {seat} has {left_ms} ms, the log says {said[-1:]}")
    return faults


def _journal(shelf: Shelf | None, on_stuck: OnStuck) -> AbstractAsyncContextManager[Journal | None]:
    return nullcontext() if shelf is None else MemoryJournal.open(shelf, on_stuck=on_stuck)


def link_of(program: Program) -> MemoryLink:
    """Return the link that a program of `Town` speaks over."""
    assert isinstance(program.wire, MemoryWire)
    return program.wire.link


Fakes = partial(Kept, FakeGame.start)
"""Makes a `start_core` that seats fake games and keeps them, in order."""
