"""Matches that are over are read again in the session: step by step, by itself, with one's own eyes or another's."""

from random import Random

import pytest
import trio

from protocol.client_messages import (
    Adjourn,
    Auto,
    Back,
    Export,
    Go,
    History,
    Next,
    Observe,
    Replay,
    Resign,
    Say,
    Takeback,
)
from protocol.server_messages import (
    Adjourned,
    Decide,
    HistoryList,
    MatchOver,
    Observing,
    Ok,
    Refused,
    ReplayStep,
    Started,
    TakenBack,
    Transcript,
)
from server.journal import Shelf
from server.transcript import OK, verify
from tests.support.client import Program

from .test_matches import events, play
from .town import Town, link_of, simulated, town

GAMES = ("wizards arena", "mage tower", "mage wars")


async def played(here: Town, seed: int = 1) -> tuple[Program, Program, Program, int]:
    """Return two programs that have played a match, one that has watched it, and its number."""
    ana, bea, match = await here.pair()
    eve = await here.program().called("Eve")
    await eve.ask(Observe(match), Observing)
    await play([ana, bea], Random(seed))
    await eve.next(MatchOver)
    return ana, bea, eve, match


async def read_through(program: Program, first: ReplayStep) -> list[ReplayStep]:
    """Return all steps behind the first one."""
    return [await program.ask(Next(), ReplayStep) for _ in range(first.steps)]


@simulated
async def test_watcher_reads_what_a_watcher_was_told_and_each_player_what_that_player_was() -> None:
    async with town(shelf=Shelf()) as here:
        ana, bea, eve, match = await played(here)
        for reader, name, seat in ((eve, None, None), (ana, None, 0), (bea, None, 1), (eve, "bea", 1)):
            first = await eve.ask(Replay(match, name), ReplayStep) if reader is eve else None
            first = first or await reader.ask(Replay(match), ReplayStep)
            assert (first.step, first.what, first.seat, first.over) == (0, "start", seat, None)
            steps = [first, *await read_through(reader, first)]
            assert [step.step for step in steps] == list(range(first.steps + 1))
            said = [event.text for step in steps for event in step.events]
            teller = {None: eve, 0: ana, 1: bea}[seat]
            assert said[-len(events(teller)) :] == [event.event.text for event in events(teller)]
            assert {step.mover for step in steps if step.line is not None} == ({seat} if seat is not None else set())
            assert [step.over for step in steps[:-1]] == [None] * first.steps
            assert steps[-1].over == next(message for message in ana.messages if isinstance(message, MatchOver))
            assert await reader.ask(Next(), ReplayStep) == steps[-1]


@simulated
async def test_back_and_go_show_the_same_as_before() -> None:
    async with town(shelf=Shelf()) as here:
        ana, _, _, match = await played(here)
        first = await ana.ask(Replay(match), ReplayStep)
        assert await ana.ask(Back(), ReplayStep) == first
        steps = [first, *await read_through(ana, first)]
        for number in range(first.steps - 1, first.steps - 4, -1):
            assert await ana.ask(Back(), ReplayStep) == steps[number]
        for number in (7, 3, first.steps, 0):
            assert await ana.ask(Go(number), ReplayStep) == steps[number]
        assert await ana.ask(Go(999), ReplayStep) == steps[-1]


@simulated
async def test_adjourned_match_is_not_offered_to_be_watched() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        for program in (ana, bea):
            await program.send(Adjourn())
        await ana.next(Adjourned)
        refused = await ana.ask(Replay(match), Refused)
        assert (refused.code, refused.suggestions) == ("not-over", ["stored"])
        assert "adjourned" in refused.message


@simulated
async def test_match_that_is_on_keeps_its_secrets() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, _, match = await here.pair()
        eve = await here.program().called("Eve")
        for reader in (ana, eve):
            refused = await reader.ask(Replay(match), Refused)
            assert (refused.code, refused.suggestions) == ("not-over", [f"observe {match}"])
            assert (await reader.ask(Next(), Refused)).code == "not-reading"
        assert (await eve.ask(Replay(match + 1), Refused)).code == "no-such-record"
        await ana.send(Resign())
        await ana.next(MatchOver)
        first = await eve.ask(Replay(match), ReplayStep)
        assert first.steps == 1
        assert (await eve.ask(Next(), ReplayStep)).what == "retired"
        refused = await eve.ask(Replay(match, "Zoe"), Refused)
        assert (refused.code, refused.suggestions) == ("no-such-player", ["Ana", "Bea"])


@simulated
async def test_players_verify_the_transcript_themselves() -> None:
    async with town(shelf=Shelf()) as here:
        ana, bea, match = await here.pair()
        assert (await ana.ask(Export(match), Refused)).code == "not-over"
        await play([ana, bea], Random(2))
        transcript = await bea.ask(Export(match), Transcript)
        assert verify(transcript.text.encode()) is OK
        cid = here.person()
        await cid.called("Cid")
        lines = [line for line in (await cid.ask(f"export {match}")).splitlines() if line.startswith("{")]
        assert "".join(f"{line}\n" for line in lines) == transcript.text


@simulated
async def test_takeback_is_a_step() -> None:
    async with town(shelf=Shelf()) as here:
        ana = await here.program().called("Ana")
        await ana.type("bot wizards arena random")
        match = (await ana.next(Started)).match
        decide = await ana.next(Decide)
        await ana.type(decide.choices[0])
        await ana.next(Decide)
        await ana.send(Takeback(1))
        await ana.next(TakenBack)
        await ana.send(Resign())
        await ana.next(MatchOver)
        first = await ana.ask(Replay(match), ReplayStep)
        steps = await read_through(ana, first)
        done = [(step.what, step.count) for step in steps]
        assert ("takeback", 1) in done
        assert done[-1] == ("retired", 0)


@simulated
async def test_auto_goes_on_until_the_end_or_the_next_request() -> None:
    async with town(shelf=Shelf()) as here:
        ana, _, _, match = await played(here)
        first = await ana.ask(Replay(match), ReplayStep)
        await ana.ask(Auto(3), Ok)
        start = trio.current_time()
        assert (await ana.next(ReplayStep)).step == 1
        assert trio.current_time() - start == pytest.approx(3, abs=0.1)
        await ana.ask(Say("wait for me"), Ok)  # other requests do not stop it
        assert (await ana.next(ReplayStep)).step == 2
        assert (await ana.ask(Back(), ReplayStep)).step == 1
        await trio.sleep(100)
        assert (await ana.ask(Next(), ReplayStep)).step == 2
        await ana.ask(Auto(1), Ok)
        for number in range(3, first.steps + 1):
            assert (await ana.next(ReplayStep)).step == number
        await trio.sleep(100)
        await ana.ask(Replay(), Ok)
        assert (await ana.ask(Next(), Refused)).code == "not-reading"


@simulated
async def test_who_hangs_up_reads_no_more() -> None:
    async with town(shelf=Shelf()) as here:
        ana, _, _, match = await played(here)
        await ana.ask(Replay(match), ReplayStep)
        await ana.ask(Auto(3), Ok)
        link_of(ana).cut()
        await trio.sleep(1)
        assert here._desk._reading_room._open == {}


@simulated
async def test_history_lists_the_newest_first_and_leaks_nothing() -> None:
    async with town(shelf=Shelf()) as here:
        ana, bea, _, match = await played(here)
        await ana.type("bot wizards arena")
        second = (await ana.next(Started)).match
        listed = (await bea.ask(History(), HistoryList)).matches
        assert [(past.match, past.names, past.state) for past in listed] == [
            (second, ["Ana", "House"], "on"),
            (match, ["Ana", "Bea"], "over"),
        ]
        assert (listed[0].winners, listed[0].reason) == ([], "")
        assert len(listed[1].winners) == 1
        assert [past.match for past in (await bea.ask(History("BEA"), HistoryList)).matches] == [match]
        assert (await bea.ask(History("Zoe"), HistoryList)).matches == []
    async with town() as here:
        ana = await here.program().called("Ana")
        assert (await ana.ask(History(), HistoryList)).matches == []


@pytest.mark.parametrize("game", GAMES)
@simulated
async def test_person_reads_a_duel_of_every_game(game: str) -> None:
    async with town(shelf=Shelf()) as here:
        ana = await here.program().called("Ana")
        await ana.type(f"bot {game} random")
        match = (await ana.next(Started)).match
        chance = Random(4)
        for _ in range(15):
            decide = await ana.next(Decide)
            await ana.type(chance.choice(decide.choices))
        await ana.next(Decide)
        await ana.send(Resign())
        await ana.next(MatchOver)
        cid = here.person()
        await cid.called("Cid")
        shown = await cid.ask("history ana")
        assert f"1  replay {match}" in shown
        shown = await cid.ask("1")
        assert f"-- Duel {match}, step 0 of " in shown
        steps = int(shown.split("step 0 of ")[1].split()[0])
        for number in range(1, steps + 1):
            shown = await cid.ask("1")  # next
            assert f"-- Duel {match}, step {number} of {steps} --" in shown, shown
            assert "1 next | 2 back" in shown
        assert "is over" in shown
        assert f"step {steps - 1} of" in await cid.ask("2")
        assert f"step 3 of {steps}" in await cid.ask("go 3")
        eyes = [await cid.ask(f"replay {match} ana")] + [await cid.ask("next") for _ in range(steps)]
        assert any("\nAna: " in shown for shown in eyes)
        assert not any("\nHouse: " in shown for shown in eyes)
        assert "You read no more." in await cid.ask("0")


@simulated
async def test_person_lets_it_go_on_by_itself() -> None:
    async with town(shelf=Shelf()) as here:
        ana, bea, match = await here.pair()
        await bea.send(Resign())
        await ana.next(MatchOver)
        cid = here.person()
        await cid.called("Cid")
        await cid.ask(f"replay {match}")
        assert "by itself" in await cid.ask("auto 2")
        assert "step 1 of 1" in await cid.prompt()
        assert "No duel of Zoe" in await cid.ask("history Zoe")
