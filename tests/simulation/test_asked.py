"""Who is asked in a window of a match: stops, plans, passes and the veil, and that nobody else learns of them."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

import pytest
import trio
import trio.testing

from protocol.client_messages import Choose, If, Pass, Resign, Stop, Takeback
from protocol.server_messages import Decide, Event, Listed, MatchOver, Offered, Ok, Refused, Started, TakenBack, Waiting
from server import mailbox
from server.clocks import UNTIMED, MatchClock, Terms
from server.table import Table
from server.windows import VEIL_LEAST_MS, VEIL_MOST_MS
from tests.support.client import Program
from tests.support.fake_game import FakeGame, Kept

from .town import Fakes, begin, faults_of, simulated, town
from .watching import Nobody, Watching

MATCHES: Final = 20


async def strike(ana: Program, bea: Program) -> float:
    """Let the first two windows pass and Ana strike; return when that was seen."""
    for program in (ana, bea):
        await program.send(Choose("seal rock"))
    while (await ana.next(Decide)).window != "moving":
        pass
    await ana.send(Choose("strike"))
    await event(ana, "struck")
    return trio.current_time()


async def event(program: Program, kind: str) -> str:
    """Wait for an event of that kind."""
    while f'"type":"{kind}"' not in (text := (await program.next(Event)).event.text):
        pass
    return text


def windows_of(program: Program) -> list[str]:
    return [message.window for message in program.messages if isinstance(message, Decide)]


# Stops


@simulated
async def test_seat_without_a_stop_is_not_asked_and_plays_its_default() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        listed = await bea.ask(Stop("answering off"), Listed)
        assert listed == Listed("stops", ["stop all", "stop answering off"])
        await strike(ana, bea)
        assert '"how":"let"' in await event(bea, "answered")
        assert "answering" not in windows_of(bea)
        assert cores.made[0].lines[-1] == (1, "let")


@simulated
async def test_stops_are_listed_changed_and_refused() -> None:
    async with town(start_core=Fakes()) as here:
        _, bea, _ = await here.pair()
        assert (await bea.ask(Stop(), Listed)).lines == ["stop all"]
        assert (await bea.ask(Stop("none"), Listed)).lines == ["stop none"]
        assert (await bea.ask(Pass(), Listed)).lines == ["stop none", "/pass turn"]
        assert (await bea.ask(Stop("sometimes"), Refused)).code == "bad-stop"
        assert (await bea.ask(Stop(), Listed)).lines == ["stop none", "/pass turn"]


@simulated
async def test_pass_of_the_turn_ends_with_the_turn() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, _ = await here.pair()
        for program in (ana, bea):
            await program.send(Choose("seal rock"))
        while (await ana.next(Decide)).window != "moving":
            pass
        await bea.ask(Pass(), Listed)
        await ana.send(Choose("strike"))
        await event(bea, "answered")
        assert "answering" not in windows_of(bea)
        # Ana's next turn is the third round.
        for program in (ana, bea):
            await program.send(Choose("seal rock"))
        while (await bea.next(Decide)).window != "moving":
            pass
        await bea.send(Choose("step 1"))
        await strike(ana, bea)
        while (await bea.next(Decide)).window != "answering":
            pass


class AimingGame(FakeGame):
    """A game whose strikes are aimed at who answers them, for everybody to see."""

    STRIKES_ARE_AIMED = True


@simulated
async def test_pass_of_the_turn_is_over_when_something_is_aimed_at_the_seat() -> None:
    async with town(start_core=Kept(AimingGame.start)) as here:
        ana, bea, _ = await here.pair()
        for program in (ana, bea):
            await program.send(Choose("seal rock"))
        while (await ana.next(Decide)).window != "moving":
            pass
        await bea.ask(Stop("all"), Listed)
        await bea.ask(Pass(), Listed)
        await ana.send(Choose("strike"))
        while (await bea.next(Decide)).window != "answering":
            pass
        assert (await bea.ask(Stop(), Listed)).lines == ["stop all"]


@simulated
async def test_stops_and_plans_are_kept_over_a_reconnect() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        await bea.ask(Stop("none"), Listed)
        await bea.ask(If("answering then block"), Listed)
        await bea.wire.close()
        await trio.sleep(5)
        again = await here.program().called("Bea", bea.token)
        await again.next(Started)
        assert (await again.ask(Stop(), Listed)).lines == ["stop none"]
        assert (await again.ask(If(), Listed)).lines == ["1  if answering then block"]
        await strike(ana, again)
        await event(ana, "answered")
        assert cores.made[0].lines[-1] == (1, "block")


@simulated
async def test_takeback_clears_stops_and_plans() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, _ = await here.pair()
        await bea.ask(Stop("none"), Listed)
        await bea.ask(If("answering then block"), Listed)
        await bea.ask(Choose("seal rock"), Ok)
        await bea.send(Takeback())
        await ana.next(Offered)
        await ana.send(Takeback())
        await bea.next(TakenBack)
        assert (await bea.ask(Stop(), Listed)).lines == ["stop all"]
        assert (await bea.ask(If(), Listed)).lines == []


# Plans


@simulated
async def test_plan_is_used_once() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        await bea.ask(If("answering then BLOCK"), Listed)
        await strike(ana, bea)
        await event(bea, "answered")
        assert cores.made[0].lines[-1] == (1, "block")
        assert "answering" not in windows_of(bea)
        assert (await bea.ask(If(), Listed)).lines == []


@simulated
async def test_plan_of_an_own_turn_is_played_when_its_line_is_legal() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        await ana.ask(If("moving then fly"), Listed)
        await ana.ask(If("moving then step 2"), Listed)
        await ana.ask(Choose("seal rock"), Ok)
        await bea.ask(Choose("seal rock"), Ok)
        await event(bea, "stepped")
        assert cores.made[0].lines[-1] == (0, "step 2")
        assert (await ana.ask(If(), Listed)).lines == ["1  if moving then fly"]
        assert (await ana.ask(If("off 1"), Listed)).lines == []
        assert (await ana.ask(If("off 1"), Refused)).code == "no-such-plan"
        assert (await ana.ask(If("moving"), Refused)).code == "bad-plan"


# Secrets


Ways = Callable[[Program], Awaitable[None]]


async def _tell_nothing(_: Program) -> None:
    """Be asked."""


async def _switch_off(bea: Program) -> None:
    await bea.ask(Stop("answering off"), Listed)


async def _pass_turn(bea: Program) -> None:
    await bea.ask(Pass(), Listed)


async def _plan(bea: Program) -> None:
    await bea.ask(If("answering then let"), Listed)


WAYS: Final[dict[str, Ways]] = {"stops": _switch_off, "pass": _pass_turn, "plan": _plan, "asked": _tell_nothing}


async def _answer_windows(way: Ways, seed: int) -> tuple[list[float], bytes]:
    """Return how long hidden windows of Bea are seen open, and all that Ana was told."""
    spans: list[float] = []
    async with town(start_core=Fakes(), seed=seed) as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        for _ in range(MATCHES):
            match = await begin(ana, bea, "Ana", "Bea")
            for program in (ana, bea):
                await program.send(Choose("seal rock"))
            while (await ana.next(Decide)).window != "moving":
                pass
            await way(bea)
            await ana.send(Choose("strike"))
            await event(ana, "struck")
            struck = trio.current_time()
            if way is _tell_nothing:
                while (await bea.next(Decide)).window != "answering":
                    pass
                await bea.ask(Choose("let"), Ok)
            await event(ana, "answered")
            spans.append(round((trio.current_time() - struck) * 1000))
            await bea.send(Resign(), match=match)
            for program in (ana, bea):
                await program.next(MatchOver)
        return spans, bytes(ana.raw)


def test_a_hidden_window_tells_nobody_how_it_was_answered() -> None:
    told = {name: trio.run(_answer_windows, way, 5, clock=_clock()) for name, way in WAYS.items()}
    spans, heard = told["asked"]
    assert min(spans) < VEIL_LEAST_MS + 300
    assert max(spans) > VEIL_MOST_MS - 300
    assert all(VEIL_LEAST_MS <= span <= VEIL_MOST_MS for span in spans)
    for name, (others, theirs) in told.items():
        assert sorted(others) == sorted(spans), name
        assert theirs == heard, name


def _clock() -> trio.testing.MockClock:
    return trio.testing.MockClock(autojump_threshold=0)


@simulated
async def test_who_takes_longer_than_the_veil_is_not_held() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, _ = await here.pair()
        struck = await strike(ana, bea)
        await trio.sleep(7)
        await bea.ask(Choose("block"), Ok)
        await event(ana, "answered")
        assert trio.current_time() - struck == pytest.approx(7, abs=0.002)


@simulated
async def test_line_under_a_veil_stands_and_what_comes_after_it_is_stale() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        await strike(ana, bea)
        assert (await bea.ask(Choose("fly"), Refused)).code == "unreadable-line"
        await bea.send(Choose("block"), "held")
        assert (await bea.ask(Choose("let"), Refused)).code == "stale-window"
        assert cores.made[0].lines[-1] == (0, "strike")
        await bea.next(Ok, "held")  # not before it is played
        await event(ana, "answered")
        assert cores.made[0].lines[-1] == (1, "block")


@simulated
async def test_seat_that_is_not_asked_can_not_answer_under_the_veil() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        await bea.ask(Stop("none"), Listed)
        await strike(ana, bea)
        await bea.next(Waiting)
        assert (await bea.ask(Choose("block"), Refused)).code == "stale-window"
        await event(ana, "answered")
        assert cores.made[0].lines[-1] == (1, "let")


@simulated
async def test_stops_of_one_seat_reach_no_other() -> None:
    """Whatever Bea arranges, Ana and who watches are sent the same bytes."""
    heard: list[bytes] = []
    for arrange in (_tell_nothing, _switch_off, _pass_turn, _plan):
        async with town(start_core=Fakes()) as here:
            ana, bea, match = await here.pair()
            cid = await here.program().called("Cid")
            await cid.type(f"observe {match}")
            await cid.next(Started)
            await arrange(bea)
            await trio.sleep(1)
            await cid.send(Choose("none"))
            await cid.next(Refused)
            heard.append(bytes(ana.raw) + bytes(cid.raw))
    assert len(set(heard)) == 1


# What goes wrong under a veil


class Spoilt(FakeGame):
    """After a strike the other seat may block, until `is_spoilt`."""

    is_spoilt = False

    def choices(self, seat: int, /) -> list[str]:
        """Return the lines of `seat`."""
        return [line for line in super().choices(seat) if line != "block" or not self.is_spoilt]


def _table(core: Any, now: list[int]) -> tuple[Table, list[Watching]]:  # noqa: ANN401 (a fake of the rules)
    clock = MatchClock.start(UNTIMED, 2, Terms(), 0)
    table = Table(1, ("Ana", "Bea"), core, {}, clock, None, Random(1), lambda: now[0])
    viewers = [Watching(0), Watching(1)]
    table.start(viewers, lambda: None)
    for seat, text in ((0, "seal rock"), (1, "seal rock"), (0, "strike")):
        table.take(mailbox.ChoiceLine(viewers[seat], Nobody(), text, viewers[seat].epoch))
    return table, viewers


def test_held_line_that_can_not_be_played_any_more_gives_way_to_the_default() -> None:
    now, core = [0], Spoilt()
    table, viewers = _table(core, now)
    table.take(mailbox.ChoiceLine(viewers[1], Nobody(), "block", viewers[1].epoch))
    core.is_spoilt = True
    now[0] = VEIL_MOST_MS
    table.pass_time()
    assert core.lines[-1] == (1, "let")


def test_line_that_was_on_its_way_when_the_veil_ended_is_stale() -> None:
    now, core = [0], FakeGame()
    table, viewers = _table(core, now)
    asker = Nobody()
    table.take(mailbox.ChoiceLine(viewers[1], asker, "block", viewers[1].epoch))
    late = mailbox.ChoiceLine(viewers[1], asker, "seal paper", viewers[1].epoch)
    now[0] = VEIL_MOST_MS
    table.take(late)
    assert asker.refusals == ["stale-window"]
    assert core.lines[-1] == (1, "block")


def test_line_that_was_typed_before_a_plan_was_played_is_stale() -> None:
    core: Any = FakeGame()
    clock = MatchClock.start(UNTIMED, 2, Terms(), 0)
    table = Table(1, ("Ana", "Bea"), core, {}, clock, None, Random(1), lambda: 0)
    viewers, asker = [Watching(0), Watching(1)], Nobody()
    table.start(viewers, lambda: None)
    table.take(mailbox.SetPlans(viewers[0], asker, "moving then step 2"))
    table.take(mailbox.ChoiceLine(viewers[0], asker, "seal rock", viewers[0].epoch))
    typed_ahead = mailbox.ChoiceLine(viewers[0], asker, "seal paper", viewers[0].epoch)
    table.take(mailbox.ChoiceLine(viewers[1], asker, "seal rock", viewers[1].epoch))
    assert core.lines[-1] == (0, "step 2")
    table.take(typed_ahead)
    assert asker.refusals == ["stale-window"]
    assert core.lines[-1] == (0, "step 2")


def test_who_resigns_under_a_veil_ends_the_match_and_its_line_is_never_played() -> None:
    now, core = [0], FakeGame()
    table, viewers = _table(core, now)
    table.take(mailbox.ChoiceLine(viewers[1], Nobody(), "block", viewers[1].epoch))
    table.take(mailbox.Resign(viewers[1], Nobody()))
    assert table.is_over
    now[0] = VEIL_MOST_MS
    table.pass_time()
    assert core.lines[-1] == (0, "strike")


@pytest.mark.parametrize("seed", range(3))
@simulated
async def test_veil_is_nobodys_time(seed: int) -> None:
    async with town(start_core=Fakes(), seed=seed) as here:
        ana, bea, match = await here.pair(clock="60s+5s/20s:45s")
        clock = here.clock(match)
        await strike(ana, bea)
        await bea.ask(Choose("block"), Ok)
        await event(ana, "answered")
        kinds = {charge.kind for charge in clock.log if charge.seat == 1 and charge.account in {"none", "reaction"}}
        assert kinds == {"veil"}
        assert {charge.reason for charge in clock.log if charge.kind == "veil"} == {"closed"}
        assert faults_of(clock) == []
