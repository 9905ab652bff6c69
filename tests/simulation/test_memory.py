"""What a match leaves behind: nothing, as soon as it is over, without a look for cycles."""

import gc
import weakref
from collections.abc import Iterator

import pytest
import trio

from protocol.client_messages import Bot, Resign
from protocol.server_messages import Decide, MatchOver, Started
from server.journal.memory import Shelf
from server.table import Table

from .town import GAME, Town, begin, simulated, town


@pytest.fixture
def _no_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def table_of(here: Town, match: int) -> "weakref.ref[Table]":
    return weakref.ref(here.lobby.running[match].actor.table)


async def settled() -> None:
    """Let everybody who has something to do have a turn or two."""
    await trio.sleep(1)


@pytest.mark.usefixtures("_no_collections")
@pytest.mark.parametrize("clock", [None, "5m+5s/20s:60s"])
@pytest.mark.parametrize("has_journal", [False, True])
@simulated
async def test_match_that_is_over_is_gone(clock: str | None, *, has_journal: bool) -> None:
    async with town(shelf=Shelf() if has_journal else None) as here:
        ana, bea, match = await here.pair(clock=clock)
        table = table_of(here, match)
        await ana.send(Resign())
        await bea.next(MatchOver)
        await settled()
        assert table() is None
        assert await begin(ana, bea, "Ana", "Bea") == match + 1


@pytest.mark.usefixtures("_no_collections")
@simulated
async def test_duel_with_the_house_is_gone() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.send(Bot(GAME))
        match = (await ana.next(Started)).match
        await ana.next(Decide)
        table = table_of(here, match)
        await ana.send(Resign())
        await ana.next(MatchOver)
        await settled()
        assert table() is None


@pytest.mark.usefixtures("_no_collections")
@simulated
async def test_match_that_was_watched_and_broken_off_is_gone() -> None:
    async with town() as here:
        _, _, match = await here.pair()
        watcher = await here.program().called("Cid")
        await watcher.type(f"observe {match}")
        await watcher.next(Started)
        table = table_of(here, match)
        here.lobby.running[match].actor.table.abort("It is enough.")
        here.lobby.running[match].actor._wake()
        await settled()
        assert match not in here.lobby.running
        assert table() is None
