"""The dice report of a match: public rolls alone, of matches that are on and of those that are over."""

import itertools
import json
from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
import trio

from protocol.client_messages import Bot, Choose, Dice, Resign
from protocol.server_messages import Decide, DiceReport, MatchOver, Refused, Started
from server.archive import REST
from server.fairness import dice_report, rolls_in
from server.journal import Shelf
from tests.support.client import Program
from tests.support.fake_game import GAME

from .test_matches import events, play
from .town import simulated, town

WARS = "mage_wars"
_Answer = TypeVar("_Answer")


async def some_choices(program: Program, chance: Random, count: int) -> None:
    for _ in range(count):
        decide = await program.next(Decide)
        await program.send(Choose(chance.choice(decide.choices), decide.decision))
    await program.next(Decide)


@simulated
async def test_report_counts_what_a_watcher_saw_and_nothing_else() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        eve = await here.program().called("Eve")
        await ana.send(Bot(WARS, "random", nonce="seven"))
        match = (await ana.next(Started)).match
        await eve.type(f"observe {match}")
        await eve.next(Started)
        await some_choices(ana, Random(3), 60)
        report = await eve.ask(Dice(), DiceReport)
        assert (report.match, report.part) == (match, None)
        assert report == await ana.ask(Dice(match), DiceReport)  # at the seat no more is counted
        assert report.nonces == ["seven", ""]
        await eve.type("since 0")
        await eve.ask(Dice(), DiceReport)
        seen = {event.number: json.loads(event.event.text) for event in events(eve)}
        expected = dice_report(rolls_in(seen.values(), 2))
        assert [(each.kind, each.sides, tuple(each.counts)) for each in report.rolls] == [
            (line.kind, line.sides, line.counts) for line in expected
        ]
        assert sum(sum(each.counts) for each in report.rolls) > 0

        await ana.send(Resign())
        await ana.next(MatchOver)
        over = await ana.ask(Dice(match), DiceReport)
        assert over.part == shelf.load(match).created.part
        assert over.commitment == shelf.load(match).created.commitment


@simulated
async def test_person_reads_the_report_and_lines_behind_it_wait() -> None:
    async with town(shelf=Shelf()) as here:
        ana, bea, match = await here.pair()
        await play([ana, bea], Random(1))
        cid = here.person()
        await cid.called("Cid")
        await cid.type(f"dice {match}", "ping later")
        shown = await cid.until("later")
        assert f"Public rolls of duel {match}:" in shown
        assert "first player, 2 sides, 1 roll." in shown
        assert "too few rolls" in shown
        assert "Revealed part of the seed:" in shown.replace("\n", " ")


@simulated
async def test_long_work_is_followed_by_a_rest_and_nobody_is_left_out() -> None:
    starts: list[float] = []

    async def slowly(work: Callable[[], _Answer], /) -> _Answer:
        starts.append(trio.current_time())
        await trio.sleep(0.1)
        return work()

    async with town(shelf=Shelf()) as here:
        ana, _, match = await here.pair()
        here._desk._archive._aside = slowly
        others = [await here.program().called(name) for name in ("Cid", "Dan", "Eve")]
        for program in (ana, *others):
            await program.send(Dice(match))
        for program in (ana, *others):
            await program.next(DiceReport)
    pauses = [after - before for before, after in itertools.pairwise(starts)]
    assert pauses == pytest.approx([0.1 * (1 + REST)] * 3, abs=0.01)


@simulated
async def test_what_was_not_written_down_is_refused() -> None:
    async with town(shelf=Shelf()) as here:
        ana = await here.program().called("Ana")
        assert (await ana.ask(Dice(7), Refused)).code == "no-such-record"
        assert (await ana.ask(Dice(), Refused)).code == "not-in-match"
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.send(Bot(GAME))
        match = (await ana.next(Started)).match
        assert (await ana.ask(Dice(match), Refused)).code == "no-such-record"


@simulated
async def test_match_of_other_rules_is_not_counted() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        await play([ana, bea], Random(1))
        at, body = shelf.matches[match][1]
        shelf.matches[match][1] = at, body.replace(json.loads(body)["digest"], "0" * 16)
        assert (await ana.ask(Dice(match), Refused)).code == "other-rules"
