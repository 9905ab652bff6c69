"""The hot path: two programs, a plain turn, and the journal tells them. Nothing is seen before it is written there."""

import pytest
import trio

from protocol.client_messages import Accept, Games, Match, Observe
from protocol.server_messages import (
    Challenged,
    ChallengeSent,
    Decide,
    Event,
    GamesList,
    MatchOver,
    Observing,
    Refused,
    Started,
    View,
    WhoList,
)
from server.journal import Chosen, Shelf
from server.table import Table
from tests.support.client import Program

from .town import Town, simulated, town

GAME = "wizards_arena"


async def begin(here: Town) -> tuple[Program, Program]:
    """Return the program that has to choose first in a match without clocks, and the other one."""
    ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
    await ana.ask(Match("Bea", GAME, "untimed"), ChallengeSent)
    await bea.next(Challenged)
    await bea.send(Accept())
    await ana.next(Started)
    await bea.next(Started)
    await settle(ana, bea)
    return (ana, bea) if any(isinstance(message, Decide) for message in ana.messages) else (bea, ana)


async def settle(*programs: Program) -> None:
    """Let time pass, and read what has come."""
    await trio.sleep(5)
    for program in programs:
        with trio.move_on_after(1):
            while data := await program.wire.receive():
                program._take(data)


def asked(program: Program) -> Decide:
    """Return what a program was asked last."""
    return next(message for message in reversed(program.messages) if isinstance(message, Decide))


def told(program: Program) -> int:
    """Return of how many events a program was told."""
    return sum(isinstance(message, Event) for message in program.messages)


def lines_in(shelf: Shelf) -> list[str]:
    """Return the choices that are written down."""
    return [kept.record.line for kept in shelf.load(1).records if isinstance(kept.record, Chosen)]


@simulated
async def test_choice_that_the_journal_tells_is_told_to_nobody_before_it_is_written() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        one, other = await begin(here)
        watcher = await here.program().called("Cid")
        await watcher.ask(Observe(1), Observing)
        await settle(one, other, watcher)
        before = [told(program) for program in (one, other, watcher)]
        shelf.fault = "No room."
        line = asked(one).choices[0]
        await one.type(line)
        await settle(one, other, watcher)
        assert [told(program) for program in (one, other, watcher)] == before
        assert lines_in(shelf) == []
        shelf.mend()
        await settle(one, other, watcher)
        assert lines_in(shelf) == [line]
        assert all(told(program) > count for program, count in zip((one, other, watcher), before, strict=True))


@simulated
async def test_match_is_not_asked_again_to_tell_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here is the path that is meant: the table hears nothing of a record that is durable."""
    heard: list[Table] = []
    recorded = Table._recorded

    def note(table: Table) -> None:
        heard.append(table)
        recorded(table)

    monkeypatch.setattr(Table, "_recorded", note)
    async with town(shelf=Shelf()) as here:
        one, other = await begin(here)
        heard.clear()
        before = told(other)
        await one.type(asked(one).choices[0])
        await settle(other)
        assert told(other) > before
        assert heard == []


@simulated
async def test_what_a_program_sends_behind_its_choice_waits_until_that_is_written() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        one, other = await begin(here)
        line = asked(one).choices[0]
        shelf.fault = "No room."
        await one.type(line)
        await one.type("who")
        await other.type("board")
        heard = len(one.messages), len(other.messages)
        await settle(one, other)
        new = [*one.messages[heard[0] :], *other.messages[heard[1] :]]
        assert not any(isinstance(message, WhoList | View | Event) for message in new)
        shelf.mend()
        await settle(one, other)
        for program, count, answer in ((one, heard[0], WhoList), (other, heard[1], View)):
            kinds = [type(message) for message in program.messages[count:]]
            assert kinds.index(Event) < kinds.index(answer)
    assert lines_in(shelf) == [line]


@simulated
async def test_line_of_the_other_side_that_comes_before_it_is_written_is_played_after() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        one, other = await begin(here)
        line = asked(one).choices[0]
        shelf.fault = "No room."
        await one.type(line)
        await other.type("cut 5")  # WA-3.2: the cuts are made one after the other
        await settle(one, other)
        assert lines_in(shelf) == []
        shelf.mend()
        await settle(one, other)
        assert not any(isinstance(message, Refused) for message in other.messages)
    assert lines_in(shelf) == [line, "cut 5"]


@simulated
async def test_list_of_games_and_watchers_see_what_is_written() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        one, _ = await begin(here)
        cid = await here.program().called("Cid")
        (before,) = (await cid.ask(Games(), GamesList)).matches
        shelf.fault = "No room."
        await one.type(asked(one).choices[0])
        await settle()
        assert (await cid.ask(Games(), GamesList)).matches == [before]
        await cid.send(Observe(1))
        await settle(cid)
        assert not any(isinstance(message, Started) for message in cid.messages)
        shelf.mend()
        assert (await cid.next(Started)).match == 1


@simulated
async def test_person_at_the_match_sees_it_as_ever() -> None:
    """With one who reads text at the match the journal tells nobody by itself: the prompt comes at the right time."""
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        one, other = await begin(here)
        watcher = here.person()
        await watcher.called("Cid")
        await watcher.type("observe 1")
        await watcher.prompt()
        shelf.fault = "No room."
        await one.type(asked(one).choices[0])
        before = told(other)
        await settle(other)
        assert told(other) == before
        shelf.mend()
        await settle(other)
        assert told(other) > before
        await watcher.prompt()


@simulated
async def test_match_played_that_way_to_its_end_is_the_one_that_is_written() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        one, other = await begin(here)
        played: list[str] = []
        while not any(isinstance(message, MatchOver) for message in one.messages):
            player = one if isinstance(one.messages[-1], Decide) else other
            played.append(asked(player).choices[-1])
            await player.type(played[-1])
            await settle(one, other)
        assert not any(isinstance(message, Refused) for message in (*one.messages, *other.messages))
    assert lines_in(shelf) == played
    assert len(played) > 20
