"""What outlives the server beside the choices: tags, the log of the clocks, stops and plans."""

from functools import partial
from random import Random

import pytest
import trio

import rust_core
from protocol.client_messages import Choose, Clock, If, Pass, Since, Stop, Takeback
from protocol.server_messages import ClockState, Decide, Event, Listed, Ok, Refused, TakenBack
from server.journal import Charged, Chosen, Shelf, Wished
from server.transcript import OK, export, verify
from tests.support.client import Program
from tests.support.fake_game import GAME, FakeGame

from .test_matches import play
from .town import Town, faults_of, link_of, simulated, town

fake_town = partial(town, start_core=FakeGame.start)


async def come_back(here: Town, name: str, token: str) -> Program:
    return await here.program().called(name, token)


async def seal_both(ana: Program, bea: Program) -> None:
    await ana.ask(Choose("seal rock"), Ok)
    await bea.ask(Choose("seal paper"), Ok)


def lines_in(shelf: Shelf) -> list[str]:
    return [kept.record.line for kept in shelf.load(1).records if isinstance(kept.record, Chosen)]


# Tags


@pytest.mark.parametrize("is_named", [True, False])
@pytest.mark.parametrize("is_restarted", [True, False])
@simulated
async def test_line_sent_again_with_its_tag_is_confirmed_and_not_played_twice(
    is_named: bool, is_restarted: bool
) -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        await seal_both(ana, bea)
        decide = await ana.next(Decide)
        line = Choose("step 2", decide.decision if is_named else None)
        await ana.send(line, "mine")
        await trio.sleep(1)
        await ana.ask(Choose("seal rock"), Ok)  # the same seat has sealed once more; its tag is another one
        again = line if is_named else Choose("seal rock")
        tag = "mine" if is_named else ana.tags[-1]
        assert tag is not None
        if not is_restarted:
            link_of(ana).cut()
            await trio.sleep(1)
            new = await come_back(here, "Ana", ana.token)
            await again_is_ok(new, again, tag, shelf)
    if is_restarted:
        async with fake_town(shelf=shelf) as here:
            await again_is_ok(await come_back(here, "Ana", ana.token), again, tag, shelf)
    assert match == 1


async def again_is_ok(ana: Program, again: Choose, tag: str, shelf: Shelf) -> None:
    lines = lines_in(shelf)
    await ana.send(again, tag)
    await ana.next(Ok, tag)
    assert lines_in(shelf) == lines
    await ana.send(Since(0))
    await ana.next(Event)


@simulated
async def test_same_tag_for_another_line_or_by_the_same_connection_is_no_repeat() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        for mover in (ana, bea):
            await mover.send(Choose("seal rock"), "t")
            await mover.next(Ok, "t")
        await ana.send(Choose("step 1"), "t")
        await ana.next(Ok, "t")
        await ana.send(Choose("seal rock"), "t")  # as before, but a new decision by the same connection
        await ana.next(Ok, "t")
        link_of(ana).cut()
        ana = await come_back(here, "Ana", ana.token)
        await ana.send(Choose("seal paper"), "t")  # replaces what is sealed
        await ana.next(Ok, "t")
    assert lines_in(shelf) == ["seal rock", "seal rock", "step 1", "seal rock", "seal paper"]


@simulated
async def test_line_that_was_not_written_is_played_when_it_is_sent_again() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, _, _ = await here.pair()
    async with fake_town(shelf=shelf) as here:
        ana = await come_back(here, "Ana", ana.token)
        await ana.send(Choose("seal rock", 1), "mine")
        await ana.next(Ok, "mine")
        await ana.send(Choose("seal paper", 1), "other")
        await ana.next(Ok, "other")
        await ana.send(Choose("seal rock", 7), "mine")
        assert (await ana.next(Refused, "mine")).code == "stale-decision"
    assert lines_in(shelf) == ["seal rock", "seal paper"]


# Clocks


@simulated
async def test_log_of_the_clocks_goes_on_where_it_was() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair(clock="5m+10s/20s:60s")
        await trio.sleep(45)
        await seal_both(ana, bea)
        await trio.sleep(30)
        await ana.ask(Choose("step 1"), Ok)
        log = (await ana.ask(Clock(log=True), ClockState)).log
        tokens = ana.token, bea.token
    assert log
    charged = [kept.record for kept in shelf.load(1).records if isinstance(kept.record, Charged)]
    written = len(charged)  # what a new turn brings is written with the first choice in it
    assert {one.reason for one in log[written:]} == {"new turn"}
    assert [(one.at, one.seat, one.decision or None, one.kind, one.millis, one.reason) for one in charged] == [
        (one.at, one.seat, one.decision, one.kind, one.amount, one.reason) for one in log[:written]
    ]
    for _ in range(2):
        async with fake_town(shelf=shelf) as here:
            ana, bea = [await come_back(here, name, token) for name, token in zip(("Ana", "Bea"), tokens, strict=True)]
            after = (await ana.ask(Clock(log=True), ClockState)).log
            assert after is not None
            assert after[:written] == log[:written]
            assert {one.kind for one in after[written:]} <= {"restart", "increment", "refill", "disconnect", "server"}
            assert faults_of(here.clock(1)) == []
            await ana.ask(Choose("seal paper"), Ok)
            await trio.sleep(1)
            log = (await bea.ask(Clock(log=True), ClockState)).log or []
            written = sum(isinstance(kept.record, Charged) for kept in shelf.load(1).records)
            assert faults_of(here.clock(1)) == []


# Stops and plans


@simulated
async def test_stops_and_plans_are_there_after_a_restart_and_nobody_else_is_told() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        count = len(bea.messages)
        await ana.ask(Stop("answering off"), Listed)
        await ana.ask(If("answering then let"), Listed)
        await ana.ask(If("moving then step 2"), Listed)
        await ana.ask(If("off 1"), Listed)
        await trio.sleep(5)
        assert len(bea.messages) == count
        stops, plans = await ana.ask(Stop(), Listed), await ana.ask(If(), Listed)
        token = ana.token
    async with fake_town(shelf=shelf) as here:
        ana = await come_back(here, "Ana", token)
        assert await ana.ask(Stop(), Listed) == stops
        assert await ana.ask(If(), Listed) == plans
        assert stops.lines == ["stop all", "stop answering off"]
        assert plans.lines == ["2  if moving then step 2"]
        assert (await ana.ask(If("answering then block"), Listed)).lines[-1].startswith("3 ")


@simulated
async def test_wish_is_confirmed_only_once_it_is_written() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, _, _ = await here.pair()
        shelf.fault = "No room."
        await ana.send(Stop("none"), "s")
        await trio.sleep(5)
        assert "s" not in ana.tags
        shelf.mend()
        assert (await ana.next(Listed, "s")).lines == ["stop none"]
        await ana.ask(Stop("none"), Listed)  # nothing new, so nothing is written
    assert [kept.record.is_on for kept in shelf.load(1).records if isinstance(kept.record, Wished)] == [False]


@simulated
async def test_used_plan_is_used_after_a_restart_too() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        await ana.ask(If("moving then step 2"), Listed)
        await ana.ask(If("moving then step 1"), Listed)
        await seal_both(ana, bea)
        await trio.sleep(5)
        assert lines_in(shelf)[2:] == ["step 2"]
        tokens = ana.token, bea.token
    async with fake_town(shelf=shelf) as here:
        ana, bea = [await come_back(here, name, token) for name, token in zip(("Ana", "Bea"), tokens, strict=True)]
        assert (await ana.ask(If(), Listed)).lines == ["2  if moving then step 1"]
        assert lines_in(shelf)[2:] == ["step 2"]


@simulated
async def test_takeback_clears_them_after_a_restart_too() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        await ana.ask(Stop("none"), Listed)
        await ana.ask(Pass(), Listed)
        await ana.ask(If("answering then let"), Listed)
        await seal_both(ana, bea)
        await ana.send(Takeback(1))
        await bea.send(Takeback(1))
        await bea.next(TakenBack)
        token = ana.token
    async with fake_town(shelf=shelf) as here:
        ana = await come_back(here, "Ana", token)
        assert (await ana.ask(Stop(), Listed)).lines == ["stop all"]
        assert (await ana.ask(If(), Listed)).lines == []


@pytest.mark.parametrize("seed", range(3))
@simulated
async def test_clocks_of_a_stopped_and_disturbed_match_add_up_to_its_end(seed: int) -> None:
    shelf = Shelf()
    chance = Random(seed)

    async def some_choices(programs: tuple[Program, Program], count: int) -> None:
        for _ in range(count):
            seat = here.lobby.running[1].actor.table._core.pending()[0].seat
            mover = programs[seat]
            choices = here.lobby.running[1].actor.table._core.choices(seat)
            await trio.sleep(chance.uniform(0, 3))
            await mover.send(Choose(chance.choice(choices)), "x")
            await mover.next(Ok, "x")

    async with town(shelf=shelf) as here:
        ana, bea, _ = await here.pair(clock="10m+2s/20s:60s")
        tokens = ana.token, bea.token
        await some_choices((ana, bea), 12)
        link_of(bea).cut()
        await trio.sleep(20)
    for _ in range(3):
        async with town(shelf=shelf) as here:
            ana, bea = [await come_back(here, name, token) for name, token in zip(("Ana", "Bea"), tokens, strict=True)]
            await some_choices((ana, bea), chance.randrange(8))
            for program in (ana, bea):
                await program.send(Takeback(1), "back")
            await ana.next(TakenBack)
            await trio.sleep(chance.uniform(0, 30))
    async with town(shelf=shelf) as here:
        ana, bea = [await come_back(here, name, token) for name, token in zip(("Ana", "Bea"), tokens, strict=True)]
        await play([ana, bea], chance)
    transcript = export(shelf.load(1), rust_core.Catalog(GAME).json)
    assert all(f'"kind":"{kind}"'.encode() in transcript for kind in ("bank", "increment", "restart"))
    assert verify(transcript) is OK


@simulated
async def test_held_line_that_is_sent_again_is_confirmed_once_it_is_played() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        await seal_both(ana, bea)
        await ana.ask(Choose("strike"), Ok)
        decide = await bea.next(Decide)
        while decide.window != "answering":
            decide = await bea.next(Decide)
        await bea.send(Choose("block"), "mine")
        await trio.sleep(0.1)
        assert lines_in(shelf)[-1] == "strike"
        link_of(bea).cut()
        bea = await come_back(here, "Bea", bea.token)
        await bea.send(Choose("block"), "mine")
        await bea.next(Ok, "mine")
        assert lines_in(shelf)[-2:] == ["strike", "block"]
        await bea.send(Choose("block", decide.decision), "mine")  # once more, now that it counts
        await bea.next(Ok, "mine")
        assert lines_in(shelf)[-2:] == ["strike", "block"]
