"""A real server on a free port of this machine, in this process, and a newcomer who plays by what the screen says."""

import gc
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import trio
from attrs import evolve

from server.app import serve
from server.config import Config
from server.lobby import CoreMaker, make_match
from tests.support.client import Person, Program, SocketWire

_ROW: Final = re.compile(r" {1,3}(\d+)  (\S.*?)(?:  .*)?")
_OVER: Final = r"Duel (\d+) is over: .*"
Address = tuple[str, int]


@asynccontextmanager
async def serving(
    config: Config | None = None, *, seed: int = 1, start_core: CoreMaker = make_match
) -> AsyncIterator[Address]:
    """Run a server whose chance is seeded; give its address. It is stopped at the end, and must stop by itself."""
    stopping = trio.Event()
    local = evolve(config or Config(), host="127.0.0.1", port=0)
    chance = random.Random(seed)
    try:
        async with trio.open_nursery() as nursery:
            run = partial(serve, local, stopping, start_core=start_core, chance=chance)
            (address,) = await nursery.start(run)
            yield address
            stopping.set()
    finally:
        gc.unfreeze()  # a server freezes what it has loaded, and here that is the tests' too


async def person(address: Address) -> Person:
    """Connect somebody who reads text."""
    return Person(await SocketWire.to(address))


async def program(address: Address, name: str, token: str | None = None) -> Program:
    """Connect a program, and give it a name."""
    return await Program(await SocketWire.to(address)).called(name, token)


def rows(screen: str) -> dict[str, str]:
    """Return the numbered lines that a screen offers last: number to line."""
    found: dict[str, str] = {}
    was_row = False
    for line in screen.split("\n"):
        row = _ROW.fullmatch(line)
        if row:
            if not was_row:
                found = {}
            found[row[1]] = row[2].strip()
        was_row = row is not None
    return found


class Newcomer:
    """Somebody who knows nothing, and types a number, or the words beside it, that the screen offers.

    Args:
        player: their connection, logged in.
        chance: how they choose.
        types_words: whether they type the words instead of the number.
        over: what the line looks like that says that the match is over.
    """

    def __init__(self, player: Person, chance: random.Random, *, types_words: bool = False, over: str = _OVER) -> None:
        """Keep all."""
        self.player = player
        self.typed: list[str] = []
        self._chance = chance
        self._types_words = types_words
        self._over = re.compile(over)

    async def choose(self, screen: str, wish: str | None = None) -> None:
        """Type what stands for `wish`, or anything that is offered."""
        offered = rows(screen)
        number = next(number for number, line in offered.items() if line == wish) if wish else self._any(offered)
        line = offered[number] if self._types_words else number
        self.typed.append(line)
        await self.player.type(line)

    def _any(self, offered: dict[str, str]) -> str:
        active = [number for number, line in offered.items() if line != "done"]
        return self._chance.choice(active if active and self._chance.random() < 0.9 else list(offered))

    async def play(self) -> str:
        """Play until the duel is over; return the line that says so."""
        while True:
            screen = await self.player.prompt()
            over = self._over.search(screen)
            if over:
                return over[0]
            assert "Nothing has the number" not in screen, screen
            if rows(screen):
                await self.choose(screen)
