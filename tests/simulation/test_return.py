"""Coming back, and being told what was missed: each numbered message once, in order, to each connection."""

from random import Random

import pytest
import trio

from protocol import addressed
from protocol.client_messages import Accept, Choose, Claim, Observe, Ping, Since
from protocol.server_messages import (
    Challenged,
    Decide,
    Event,
    MatchOver,
    MayClaim,
    Observing,
    Ok,
    Pong,
    Presence,
    Refused,
    Started,
    Waiting,
)
from server.config import Config
from server.mailbox import ChoiceLine
from tests.support.client import Program
from tests.support.fake_game import FakeGame

from .town import Fakes, Town, begin, link_of, simulated, town
from .watching import Nobody


def events(program: Program, match: int = 1) -> list[tuple[int, str]]:
    return [
        (message.number, message.event.text)
        for message in program.messages
        if isinstance(message, Event) and message.match == match
    ]


def told(core: FakeGame, seat: int | None) -> list[tuple[int, str]]:
    return list(enumerate(core.told_to(seat), 1))


async def play_some(core: FakeGame, seats: list[Program], rng: Random, lines: int) -> None:
    """Let the seats play so many lines; a hidden window takes its time."""
    for _ in range(lines):
        open_now = [decision.seat for decision in core.pending() if not decision.sealed]
        if not open_now:
            return
        seat = open_now[0]
        await seats[seat].send(Choose(rng.choice(core.choices(seat))))
        await trio.sleep(3)


# since


@simulated
async def test_since_tells_what_came_after_a_number() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        (core,) = cores.made
        await play_some(core, [ana, bea], Random(2), 5)
        for program, seat in ((ana, 0), (bea, 1), (cid, None)):
            whole = told(core, seat)
            assert len(whole) > 3
            for after in (0, 1, 3, len(whole) - 1, len(whole), len(whole) + 5, -2):
                await program.ask(Ping(), Pong)
                before = len(program.messages)
                await program.ask(Since(after), Ok)
                await program.next((Decide, Waiting))
                again = [(one.number, one.event.text) for one in program.messages[before:] if isinstance(one, Event)]
                assert again == whole[max(0, after) :]


@simulated
async def test_since_outside_of_a_match_is_refused() -> None:
    async with town(start_core=Fakes()) as here:
        ana = await here.program().called("Ana")
        assert (await ana.ask(Since(0), Refused)).code == "not-in-match"
        assert (await ana.ask(Since(0), Refused, match=7)).code == "no-such-match"


# Coming back


@pytest.mark.parametrize("seed", range(5))
@simulated
async def test_who_comes_back_is_told_what_was_missed_and_nothing_twice(seed: int) -> None:
    cores = Fakes()
    rng = Random(seed)
    async with town(Config(absence_s=600), cores, seed=seed) as here:
        *seats, match = await here.pair()
        (core,) = cores.made
        heard: list[list[tuple[int, str]]] = [[], []]
        while match in here.lobby.running:
            await play_some(core, seats, rng, rng.randrange(1, 4))
            who = rng.randrange(2)
            if match not in here.lobby.running:
                break
            await seats[who].ask(Ping(), Pong)
            heard[who] += events(seats[who])
            link_of(seats[who]).cut()
            other = seats[1 - who]
            await play_some(core, [other, other], rng, 1)  # the match may go on without who is gone
            seats[who] = await here.program().called(("Ana", "Bea")[who], seats[who].token)
            if match in here.lobby.running:
                await seats[who].next(Started)
        for seat in range(2):
            await seats[seat].next(MatchOver)
            assert heard[seat] + events(seats[seat]) == told(core, seat)


def _choice(here: Town, match: int, name: str, line: str) -> ChoiceLine:
    viewer = here.lobby.sessions[name].viewers[match]
    return ChoiceLine(viewer, Nobody(), line, viewer.epoch)


@simulated
async def test_what_happens_while_a_connection_goes_or_comes_is_told_once() -> None:
    """Events that are in the mailbox ahead of the news that somebody left, or is back."""
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        session, handle = here.lobby.sessions["bea"], here.lobby.running[match].handle
        (screen,) = session.screens
        assert handle.post(_choice(here, match, "ana", "seal rock"))
        assert handle.post(_choice(here, match, "bea", "seal rock"))
        session.detach(screen)
        await trio.sleep(1)
        assert handle.post(_choice(here, match, "ana", "step 1"))
        await trio.sleep(1)
        missed = len(told(cores.made[0], 1)) - len(events(bea))
        assert missed > 2
        assert handle.post(_choice(here, match, "ana", "seal rock"))
        assert handle.post(_choice(here, match, "bea", "seal paper"))
        session.attach(screen)
        await trio.sleep(1)
        await bea.ask(Ping(), Pong)
        await ana.ask(Ping(), Pong)
        assert events(bea) == told(cores.made[0], 1)
        assert events(ana) == told(cores.made[0], 0)


@simulated
async def test_second_connection_hears_nothing_before_it_is_greeted() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        phone = await here.program().called("Bea", bea.token)
        await phone.next(Started)
        session, handle = here.lobby.sessions["bea"], here.lobby.running[match].handle
        screen = session.screens[1]
        session.detach(screen)
        phone.skip()
        count = len(phone.messages)
        assert handle.post(_choice(here, match, "ana", "seal rock"))
        assert handle.post(_choice(here, match, "bea", "seal rock"))
        session.attach(screen)
        await phone.next(Started)
        assert isinstance(phone.messages[count], Started)
        await ana.send(Choose("step 1"))
        await phone.next(Event)
        await bea.ask(Ping(), Pong)
        assert events(phone) == told(cores.made[0], 1)[-len(events(phone)) :]
        assert len(events(bea)) > len(events(phone))


@simulated
async def test_who_watches_one_match_and_plays_another_misses_nothing_of_either() -> None:
    cores = Fakes()
    async with town(Config(absence_s=600), cores) as here:
        ana, bea, first = await here.pair()
        cid, dan, second = await here.pair("Cid", "Dan")
        await cid.ask(Observe(first), Observing)
        await cid.next(Started)
        await play_some(cores.made[0], [ana, bea], Random(1), 2)
        await cid.ask(Ping(), Pong)
        heard = events(cid, first)
        link_of(cid).cut()
        await play_some(cores.made[0], [ana, bea], Random(1), 2)
        again = await here.program().called("Cid", cid.token)
        await again.next(Started)
        await again.next(Started)
        await play_some(cores.made[0], [ana, bea], Random(1), 2)
        await again.ask(Ping(), Pong)
        whole = heard + events(again, first)
        assert whole == told(cores.made[0], None)[-len(whole) :]
        assert len(events(again, first)) > 2
        await dan.ask(Choose("seal rock"), Ok, match=second)


@simulated
async def test_both_drop_and_both_come_back() -> None:
    cores = Fakes()
    async with town(Config(absence_s=60), cores) as here:
        ana, bea, match = await here.pair()
        await ana.ask(Choose("seal rock"), Ok)
        for program in (ana, bea):
            link_of(program).cut()
        await trio.sleep(50)
        backs = [await here.program().called(name, one.token) for name, one in (("Ana", ana), ("Bea", bea))]
        for program in backs:
            assert (await program.next(Started)).match == match
        await play_some(cores.made[0], backs, Random(3), 20)
        for program in backs:
            await program.next(MatchOver)
        for seat, (old, new) in enumerate(zip((ana, bea), backs, strict=True)):
            assert events(old) + events(new) == told(cores.made[0], seat)


@simulated
async def test_half_a_line_is_lost_with_its_connection_and_nothing_else() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        link_of(ana).say(b'{"type":"choose","line":"seal sciss')
        await trio.sleep(1)
        link_of(ana).cut()
        assert not (await bea.next(Presence)).is_here
        again = await here.program().called("Ana", ana.token)
        assert (await again.next(Started)).match == match
        await again.ask(Choose("seal rock"), Ok)
        await bea.ask(Choose("seal paper"), Ok)
        assert cores.made[0].lines == [(0, "seal rock"), (1, "seal paper")]


@simulated
async def test_match_that_begins_while_its_player_is_away_may_be_claimed() -> None:
    async with town(Config(absence_s=60), Fakes()) as here:
        ana, _, _ = await here.pair()
        cid = await here.program().called("Cid")
        await ana.type("match Cid wizards-arena")
        await cid.next(Challenged)
        link_of(ana).cut()
        await trio.sleep(5)
        await cid.send(Accept())
        match = (await cid.next(Started)).match
        assert (await cid.next(MayClaim)).match == match
        await cid.send(Claim(), match=match)
        assert (await cid.next(MatchOver)).winners == [1]


# Several matches at once


@simulated
async def test_lines_with_an_address_reach_their_match() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, _, first = await here.pair()
        cid = await here.program().called("Cid")
        second = await begin(ana, cid, "Ana", "Cid")
        await ana.ask(Choose("seal rock"), Ok, match=first)
        await ana.ask(Choose("seal paper"), Ok, match=second)
        await ana.ask(Choose("seal scissors"), Ok)  # the newest match is the one at hand
        assert [core.lines for core in cores.made] == [
            [(0, "seal rock")],
            [(0, "seal paper"), (0, "seal scissors")],
        ]
        assert (await ana.ask(Choose("seal rock"), Refused, match=99)).code == "no-such-match"


@simulated
async def test_address_brings_the_verbs_of_its_own_game() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.type("bot wizards-arena random")
        await ana.next(Started)
        line = (await ana.next(Decide)).choices[0]
        await ana.type("bot mage-tower random")
        assert (await ana.next(Started)).match == 2
        assert line.split()[0] not in here.lobby.shelf.verbs("mage_tower")
        await ana.type(f"@t1 #1 {line}")
        await ana.next(Ok, "t1")


@pytest.mark.parametrize(
    ("line", "match"),
    [("#12 board", 12), ("@t #3 x", 3), ("  #4", 4), ("board #3", None), ("@t board", None), ("#x", None), ("", None)],
)
def test_address_of_a_line(line: str, match: int | None) -> None:
    assert addressed(line) == match
