"""Mage Tower over TCP by as many as play it: persons, programs and the house at one table, to the end."""

import random
import re
from contextlib import AsyncExitStack

import pytest
import trio

from protocol.client_messages import Bot, Choose, House, Join, Table, Who
from protocol.server_messages import Decide, Event, MatchOver, Ok, Started, TableChanged, WhoList
from tests.support.client import Person, Program

from .server import Address, Newcomer, person, program, serving

NAMES = ("Ana", "Bea", "Cid", "Dora", "Emil", "Fay")


async def connect(stack: AsyncExitStack, address: Address, count: int) -> list[Program]:
    return [await stack.enter_async_context(await program(address, name)) for name in NAMES[:count]]


async def play(players: list[Program], seed: int) -> list[MatchOver]:
    """Let programs play at random; return what each is told at the end."""
    ends: list[MatchOver] = []

    async def sit(player: Program, chance: random.Random) -> None:
        answered: set[int] = set()
        while True:
            message = await player.next((Decide, MatchOver))
            if isinstance(message, MatchOver):
                ends.append(message)
                return
            assert isinstance(message, Decide)
            if message.decision not in answered:
                answered.add(message.decision)
                await player.send(Choose(chance.choice(message.choices), message.decision))

    async with trio.open_nursery() as nursery:
        for number, player in enumerate(players):
            nursery.start_soon(sit, player, random.Random(seed * 10 + number))
    return ends


def check_events(player: Program) -> None:
    numbers = [message.number for message in player.messages if isinstance(message, Event)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


@pytest.mark.parametrize(
    ("wish", "programs", "houses"),
    [
        ("mage tower", 1, 1),
        ("mage tower draft", 2, 0),
        ("mage tower hidden-draft", 2, 2),
        ("mage tower draft", 3, 3),
        ("mage tower coop", 2, 0),
        pytest.param("mage tower advanced draft", 4, 0, marks=pytest.mark.slow),
        pytest.param("mage tower advanced hidden-draft", 6, 0, marks=pytest.mark.slow),
        pytest.param("mage tower coop advanced", 3, 1, marks=pytest.mark.slow),
    ],
)
async def test_a_table_plays_to_the_end(wish: str, programs: int, houses: int) -> None:
    async with serving(seed=programs) as address, AsyncExitStack() as stack:
        players = await connect(stack, address, programs)
        host, *guests = players
        await host.send(Table(wish, programs + houses))
        table = (await host.next(TableChanged)).table
        for number in range(houses):
            await host.send(House(("random", "greedy")[number % 2]))
            await host.next(TableChanged)  # who comes first sits first
        for guest in guests:
            await guest.send(Join(table.table))
            await host.next(TableChanged)
        many = [f"House {place + 2}" for place in range(houses)]
        names = ["Ana", *(many if houses > 1 else ["House"] * houses), *NAMES[1:programs]]
        for player in players:
            started = await player.next(Started)
            assert started.names == names
            assert started.names[started.seat or 0] in NAMES
        ends = await play(players, programs)
        assert len(ends) == programs
        assert all(end == ends[0] for end in ends)
        assert set(ends[0].winners) <= set(range(programs + houses))
        assert len(ends[0].scores) == programs + houses
        for player in players:
            check_events(player)
        states = [one.state for one in (await host.ask(Who(), WhoList)).players]
        assert states == ["free"] * programs


@pytest.mark.parametrize("wish", ["mage tower solo", pytest.param("mage tower solo advanced", marks=pytest.mark.slow)])
async def test_solo_plays_to_the_end(wish: str) -> None:
    async with serving(seed=4) as address, await program(address, "Ana") as ana:
        await ana.send(Bot(wish))
        assert (await ana.next(Started)).names == ["Ana"]
        (over,) = await play([ana], 4)
        assert over.winners in ([], [0])
        check_events(ana)


@pytest.mark.parametrize(("wish", "seats"), [("mage tower 6 random", 6), ("mage tower coop random", 2)])
async def test_newcomer_finishes_a_game_of_many_by_what_the_screen_offers(wish: str, seats: int) -> None:
    async with serving(seed=2) as address, await person(address) as ana:
        await ana.called("Ana")
        newcomer = Newcomer(ana, random.Random(seats), over=r"Match \d+ is over: .*")
        await ana.type(f"bot {wish}")
        end = await newcomer.play()
        assert "Match 1 is over" in end
        assert all(len(re.sub("^([a-z]*> )*", "", line)) <= 80 for line in ana.screen.split("\n"))


async def test_people_and_programs_at_one_table() -> None:
    async with serving(seed=3) as address, AsyncExitStack() as stack:
        people: list[Person] = []
        for name in ("Ana", "Bea"):
            people.append(await stack.enter_async_context(await person(address)))
            await people[-1].called(name)
        ana, bea = people
        (cid,) = [await stack.enter_async_context(await program(address, "Cid"))]
        assert "1  house" in await ana.ask("table mage tower draft")
        await bea.until("join 1")
        await bea.ask("join 1")
        await cid.ask(Join(1), Ok)
        await ana.until("Cid sits down at table 1.", "begin")
        await ana.type("begin")
        ends: list[str] = []

        async def read_and_play(player: Person, seed: int) -> None:
            ends.append(await Newcomer(player, random.Random(seed), over=r"Match \d+ is over: .*").play())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(read_and_play, ana, 1)
            nursery.start_soon(read_and_play, bea, 2)
            nursery.start_soon(play, [cid], 3)
        assert len(ends) == 2
