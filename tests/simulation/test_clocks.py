"""Clocks of whole matches, on the mock clock: what is told, what runs out, and a log that explains each millisecond."""

from random import Random
from typing import Any

import pytest
import trio
import trio.lowlevel

from protocol.client_messages import Bot, Choose, Clock, Match, Rematch, Resign
from protocol.server_messages import (
    Challenged,
    ChallengeSent,
    ClockState,
    Decide,
    Event,
    MatchOver,
    Ok,
    Refused,
    Started,
    TimedOut,
    TimeLeft,
)
from server.clocks import MatchClock, Terms, TimeControl
from server.mailbox import ChoiceLine
from server.table import Table
from tests.support.client import Program
from tests.support.fake_game import GAME, FakeGame

from .town import Fakes, begin, faults_of, link_of, simulated, town
from .watching import Nobody, Watching

CONTROL = "60s+5s/20s:45s"
FIRST_S = 20 + 60  # the start grace, then the bank


async def seal(*programs: Program) -> None:
    """Let both seats seal a hand."""
    for program in programs:
        await program.ask(Choose("seal rock"), Ok)


async def asked(program: Program, window: str) -> Decide:
    """Wait until a program is asked in a window."""
    while (decide := await program.next(Decide)).window != window:
        pass
    return decide


def total(clock: MatchClock, seat: int, kind: str) -> int:
    return sum(charge.amount_ms for charge in clock.log if charge.seat == seat and charge.kind == kind)


# What is agreed


@simulated
async def test_control_is_told_with_the_challenge_and_holds_for_both() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, _ = await here.pair(clock="1m+5s/20s:45s")
        told = [message for message in bea.messages if isinstance(message, Challenged)]
        assert [message.clock for message in told] == [CONTROL]
        assert (await asked(ana, "sealing")).millis == FIRST_S * 1000
        state = await bea.ask(Clock(), ClockState)
        assert (state.control, state.log) == (CONTROL, None)
        assert [(one.name, one.bank, one.reaction, one.state) for one in state.seats] == [
            ("Ana", 60_000, 45_000, "grace"),
            ("Bea", 60_000, 45_000, "grace"),
        ]


@simulated
async def test_house_plays_with_a_clock_and_again_with_the_same_one() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.send(Bot(GAME, "greedy", "blitz"))
        await ana.next(Started)
        assert (await ana.ask(Clock(), ClockState)).control == "5m+10s/15s:45s"
        await ana.send(Resign())
        await ana.next(MatchOver)
        await ana.send(Rematch())
        await ana.next(Started)
        assert (await ana.ask(Clock(), ClockState)).control == "5m+10s/15s:45s"


@simulated
async def test_rematch_has_the_same_clock() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, _ = await here.pair(clock=CONTROL)
        await ana.send(Resign())
        await bea.next(MatchOver)
        await ana.next(MatchOver)
        await ana.send(Rematch())
        assert (await bea.next(Challenged)).clock == CONTROL
        await bea.send(Rematch())
        await bea.next(Started)
        assert (await bea.ask(Clock(), ClockState)).control == CONTROL


@pytest.mark.parametrize("control", ["ten parsecs", "5s", "10"])
@simulated
async def test_control_that_makes_no_sense_offers_nothing(control: str) -> None:
    async with town() as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        refused = await ana.ask(Match("Bea", GAME, control), Refused)
        assert refused.code == "bad-time-control"
        await ana.ask(Match("Bea", GAME, "blitz"), ChallengeSent)
        await bea.next(Challenged)
        assert len([message for message in bea.messages if isinstance(message, Challenged)]) == 1


@simulated
async def test_untimed_match_waits_for_ever() -> None:
    async with town(start_core=Fakes()) as here:
        ana, _, match = await here.pair()
        assert (await asked(ana, "sealing")).millis is None
        await trio.sleep(24 * 3600)
        assert match in here.lobby.running
        assert not [message for message in ana.messages if isinstance(message, TimeLeft)]


# What runs out


@simulated
async def test_bank_that_runs_out_retires_its_seat_to_the_millisecond() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        clock, started = here.clock(match), trio.current_time()
        await seal(bea)
        over = await bea.next(MatchOver)
        assert (over.winners, over.reason) == ([1], "time")
        assert trio.current_time() - started == pytest.approx(FIRST_S, abs=0.002)
        assert (total(clock, 0, "grace"), total(clock, 0, "bank")) == (20_000, 60_000)
        assert faults_of(clock) == []
        assert (await ana.next(MatchOver)) == over


@simulated
async def test_reaction_that_runs_out_plays_its_default_and_costs_the_other_one_nothing() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        clock = here.clock(match)
        await seal(ana, bea)
        await asked(ana, "moving")
        await ana.ask(Choose("strike"), Ok)
        before = clock.accounts[0].bank_ms
        assert (await asked(bea, "answering")).kind == "reaction"
        struck = trio.current_time()
        assert (await ana.next(TimedOut)) == TimedOut(match, 1)
        veil_ms = total(clock, 1, "veil")
        assert (trio.current_time() - struck) * 1000 == pytest.approx(20_000 + veil_ms, abs=2)
        assert 1000 <= veil_ms <= 2500
        assert '"answered","how":"let"' in (await ana.next(Event)).event.text
        assert cores.made[0].lines[-1] == (1, "let")
        assert clock.accounts[0].bank_ms == before + 5000  # the increment of its turn
        assert match in here.lobby.running
        assert faults_of(clock) == []


@simulated
async def test_refused_lines_buy_no_time() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        clock, started = here.clock(match), trio.current_time()
        await seal(bea)
        for _ in range(7):
            await trio.sleep(10)
            assert (await ana.ask(Choose("dance"), Refused)).code == "unreadable-line"
            assert (await ana.ask(Choose("seal rock", decision=9), Refused)).code == "stale-decision"
        assert (await bea.next(MatchOver)).winners == [1]
        assert trio.current_time() - started == pytest.approx(FIRST_S, abs=0.002)
        assert faults_of(clock) == []


@simulated
async def test_warnings_come_at_thirty_and_ten_seconds_once_to_everybody() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        started = trio.current_time()
        await seal(bea)
        for left_s in (30, 10):
            for program in (ana, bea):
                assert await program.next(TimeLeft) == TimeLeft(match, 0, left_s * 1000)
                assert trio.current_time() - started == pytest.approx(FIRST_S - left_s, abs=0.002)
        await ana.next(MatchOver)
        assert len([message for message in ana.messages if isinstance(message, TimeLeft)]) == 2


@simulated
async def test_absence_runs_first_on_its_own_bank() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        clock = here.clock(match)
        await seal(bea)
        await trio.sleep(5)
        await ana.wire.close()
        await trio.sleep(40)
        again = await here.program().called("Ana", ana.token)
        assert (await asked(again, "sealing")).millis == pytest.approx(75_000, abs=2)
        assert total(clock, 0, "disconnect") == pytest.approx(40_000, abs=2)
        await bea.next(MatchOver)
        assert faults_of(clock) == []


# Each its own clock


@simulated
async def test_sealed_decisions_run_on_their_own_clocks() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        clock = here.clock(match)
        await trio.sleep(5)
        await seal(ana)
        await trio.sleep(10)
        await ana.ask(Choose("seal paper"), Ok)  # another hand costs no time
        state = await bea.ask(Clock(), ClockState)
        assert [one.state for one in state.seats] == ["stopped", "grace"]
        await trio.sleep(15)
        await seal(bea)
        times = [{kind: total(clock, seat, kind) for kind in ("grace", "bank", "reaction")} for seat in range(2)]
        assert times[0] == {"grace": pytest.approx(5000, abs=2), "bank": 0, "reaction": 0}
        assert times[1] == {"grace": 20_000, "bank": pytest.approx(10_000, abs=2), "reaction": 0}
        assert {charge.reason for charge in clock.log if charge.seat == 0 and charge.is_time} == {"sealed"}
        assert faults_of(clock) == []


@simulated
async def test_increment_comes_at_the_end_of_a_turn_to_those_whose_turn_it_was() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        clock = here.clock(match)
        assert total(clock, 0, "increment") == 0
        await seal(ana, bea)
        assert [total(clock, seat, "increment") for seat in range(2)] == [-5000, -5000]
        await asked(ana, "moving")
        await ana.ask(Choose("step 1"), Ok)
        assert [total(clock, seat, "increment") for seat in range(2)] == [-10_000, -5000]


@pytest.mark.parametrize("seed", range(4))
@simulated
async def test_log_explains_every_millisecond_of_a_match(seed: int) -> None:
    cores = Fakes()
    async with town(start_core=cores, seed=seed) as here:
        ana, bea, match = await here.pair(clock="2m+3s/5s:12s")
        clock, rng, started = here.clock(match), Random(seed), trio.current_time()
        while match in here.lobby.running:
            await trio.sleep(rng.uniform(0.001, 7))
            seat = rng.randrange(2)
            choices = cores.made[0].choices(seat) or ["peek"]
            await (ana, bea)[seat].send(Choose(rng.choice(choices)))
            await trio.lowlevel.checkpoint()
            await ana.send(Clock(log=True))
            state = await ana.next((ClockState, MatchOver))
            if isinstance(state, ClockState):
                assert state.log is not None
                assert [(one.seat, one.amount, one.left) for one in state.log] == [
                    (one.seat, one.amount_ms, one.left_ms) for one in clock.log
                ]
        assert faults_of(clock) == []
        spent_ms = (trio.current_time() - started) * 1000
        for seat in range(2):
            assert (
                sum(charge.amount_ms for charge in clock.log if charge.seat == seat and charge.is_time) <= spent_ms + 2
            )
        assert clock.runs == {}


@simulated
async def test_person_reads_both_clocks_and_the_log() -> None:
    async with town() as here:
        ana = here.person()
        await ana.called("Ana")
        await ana.ask("bot wizards-arena random blitz")
        await trio.sleep(3)
        assert "5:00" in await ana.ask("clock")
        await ana.type("1", "clock log")
        await ana.until("grace", "Ana")


# The very deadline


@pytest.mark.parametrize(("before_ms", "answer", "line"), [(1, None, "block"), (0, "stale-window", "let")])
def test_at_the_very_deadline_the_clock_wins(before_ms: int, answer: str | None, line: str) -> None:
    now = [0]
    core: Any = FakeGame()
    viewer, asker = Watching(1), Nobody()
    clock = MatchClock.start(TimeControl.parse(CONTROL), 2, Terms(), 0)
    table = Table(1, ("Ana", "Bea"), core, {}, clock, None, Random(1), lambda: now[0])
    table.start([viewer], lambda: None)
    for seat, text in ((0, "seal rock"), (1, "seal rock"), (0, "strike")):
        table.take(ChoiceLine(Watching(seat), asker, text, 0))
    deadline = clock.runs[1].deadline_ms
    assert deadline is not None
    stamped = ChoiceLine(viewer, asker, "block", viewer.epoch)
    now[0] = deadline - before_ms
    table.take(stamped)
    assert asker.refusals == ([] if answer is None else [answer])
    assert core.lines[-1] == (1, line)
    assert table.next_due_ms() is not None
    assert faults_of(clock) == []


@simulated
async def test_line_a_moment_before_the_deadline_counts() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair(clock=CONTROL)
        await seal(bea)
        await trio.sleep(FIRST_S - 0.01)
        link_of(ana).say(b'{"type":"choose","line":"seal rock"}\n')
        await trio.sleep(1)
        assert match in here.lobby.running
        assert faults_of(here.clock(match)) == []


# Lag


@simulated
async def test_lag_is_measured_given_back_within_bounds_and_shown_to_both() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = [await here.program().called(name) for name in ("Ana", "Bea")]
        link_of(ana).lag_ms, link_of(bea).lag_ms = 200, 3_000
        match = await begin(ana, bea, "Ana", "Bea", CONTROL)
        clock = here.clock(match)
        await trio.sleep(30)  # past the grace, so that the bank pays
        await ana.ask(Choose("seal rock"), Ok)
        assert total(clock, 0, "lag") == 200
        assert total(clock, 0, "bank") == 10_000 - 200
        await bea.ask(Choose("seal rock"), Ok)
        assert total(clock, 1, "lag") == clock.terms.lag_cap_ms
        for program in (ana, bea):
            seats = (await program.ask(Clock(), ClockState)).seats
            assert [(one.lag, one.lag_used) for one in seats] == [(200, 200), (3_000, clock.terms.lag_cap_ms)]
        assert faults_of(clock) == []


@simulated
async def test_quickest_connection_of_a_seat_counts() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = [await here.program().called(name) for name in ("Ana", "Bea")]
        second = await here.program().called("Ana", ana.token)
        link_of(ana).lag_ms, link_of(second).lag_ms = 400, 90
        match = await begin(ana, bea, "Ana", "Bea", CONTROL)
        assert [one.lag_average_ms for one in here.clock(match).accounts] == [90, 0]
