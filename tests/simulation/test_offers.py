"""Draws and takebacks: by consent of all who play, by the house at once, declined, or ended by a choice."""

import pytest
import trio

from protocol.client_messages import Bot, Choose, Decline, Draw, Observe, Ping, Resign, Takeback
from protocol.server_messages import (
    Decide,
    Event,
    MatchOver,
    Observing,
    Offered,
    OfferEnded,
    Ok,
    Pong,
    Refused,
    Started,
    TakenBack,
)
from server.offers import Offers
from tests.support.client import Program
from tests.support.fake_game import GAME

from .town import Fakes, begin, faults_of, simulated, town


def events(program: Program) -> list[int]:
    return [message.number for message in program.messages if isinstance(message, Event)]


@simulated
async def test_draw_takes_both() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        await ana.send(Draw())
        for program in (ana, bea):
            assert await program.next(Offered) == Offered(match, "Ana", "draw", 1)
        await ana.ask(Draw(), Ok)  # to say it twice is not to agree
        assert match in here.lobby.running
        await bea.send(Draw())
        for program in (ana, bea):
            over = await program.next(MatchOver)
            assert (over.winners, over.reason) == ([], "agreed-draw")


@pytest.mark.parametrize("decliner", [0, 1])
@simulated
async def test_offer_is_declined_or_withdrawn(decliner: int) -> None:
    async with town(start_core=Fakes()) as here:
        *pair, match = await here.pair()
        assert (await pair[0].ask(Decline(), Refused)).code == "nothing-asked"
        await pair[0].ask(Draw(), Ok)
        await pair[decliner].send(Decline())
        for program in pair:
            assert await program.next(OfferEnded) == OfferEnded(match, ("Ana", "Bea")[decliner], "draw")
        await pair[1].send(Draw())
        assert (await pair[0].next(Offered)).name == "Bea"
        assert match in here.lobby.running


@simulated
async def test_choice_ends_what_is_offered() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        await ana.ask(Draw(), Ok)
        await bea.ask(Choose("seal rock"), Ok)
        await bea.send(Draw())
        assert (await ana.next(Offered)).name == "Bea"
        await bea.ask(Ping(), Pong)
        assert match in here.lobby.running


@simulated
async def test_takeback_takes_both_and_shows_how_things_stand() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair(clock="60s+5s/20s:45s")
        clock = here.clock(match)
        for program in (ana, bea):
            await program.ask(Choose("seal rock"), Ok)
        await ana.ask(Choose("step 2"), Ok)
        await bea.ask(Ping(), Pong)
        before = [events(program) for program in (ana, bea)]
        await trio.sleep(3)
        await ana.send(Takeback(1))
        assert await bea.next(Offered) == Offered(match, "Ana", "takeback", 1)
        await bea.send(Takeback(2))  # another number is another offer
        assert await ana.next(Offered) == Offered(match, "Ana", "takeback", 1)
        assert await ana.next(Offered) == Offered(match, "Bea", "takeback", 2)
        await bea.send(Takeback(1))
        await ana.next(Offered)
        await ana.send(Takeback(1))
        for program in (ana, bea):
            assert await program.next(TakenBack) == TakenBack(match, 1)
            await program.next(Started)
        assert (await ana.next(Decide)).window == "moving"
        assert cores.made[0].lines == [(0, "seal rock"), (1, "seal rock")]
        assert [events(program) for program in (ana, bea)] == before
        await ana.ask(Choose("step 1"), Ok)
        for program, numbers in zip((ana, bea), before, strict=True):
            await program.next(Event)
            await trio.sleep(1)
            assert events(program)[: len(numbers) + 1] == list(range(1, len(numbers) + 2))
        assert faults_of(clock) == []


@simulated
async def test_line_that_crosses_a_takeback_is_stale() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        await ana.ask(Choose("seal rock"), Ok)
        await ana.ask(Takeback(), Ok)
        bea.skip()
        await bea.type('{"type":"takeback"}', '{"type":"choose","line":"seal rock","tag":"late"}')
        await bea.next(TakenBack)
        await bea.next(Ok, "late")  # typed behind it by the same hand, so it knows
        await ana.ask(Choose("seal paper"), Ok)
        assert cores.made[0].lines == [(1, "seal rock"), (0, "seal paper")]


@simulated
async def test_more_than_was_chosen_can_not_be_taken_back() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        await ana.ask(Choose("seal rock"), Ok)
        await ana.ask(Takeback(5), Ok)
        assert (await bea.ask(Takeback(5), Refused)).code == "nothing-to-rewind"
        await bea.ask(Choose("seal rock"), Ok)
        assert match in here.lobby.running


@simulated
async def test_house_takes_back_at_once_and_never_draws() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana = await here.program().called("Ana")
        await ana.send(Bot(GAME, "random"))
        await ana.next(Started)
        assert (await ana.ask(Draw(), Refused)).code == "house-declines"
        await ana.send(Choose("seal rock"))
        while (await ana.next(Decide)).window != "moving":
            pass
        await ana.send(Takeback(2))
        await ana.next(TakenBack)
        assert (await ana.next(Decide)).window == "sealing"
        await trio.sleep(1)
        assert len(cores.made[0].lines) == 1  # the house has sealed again


@simulated
async def test_who_watches_offers_nothing() -> None:
    async with town(start_core=Fakes()) as here:
        _, _, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        for message in (Draw(), Takeback(), Resign()):
            assert (await cid.ask(message, Refused)).code == "not-in-match"


@simulated
async def test_decline_with_an_address_speaks_of_that_match() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, first = await here.pair()
        cid = await here.program().called("Cid")
        second = await begin(cid, ana, "Cid", "Ana")
        await bea.ask(Draw(), Ok)
        await cid.ask(Draw(), Ok)
        await ana.send(Decline(), match=second)
        assert (await cid.next(OfferEnded)).match == second
        await ana.send(Decline(), match=first)
        assert (await bea.next(OfferEnded)).match == first


def test_seat_that_is_out_is_not_asked_for_its_agreement() -> None:
    offers = Offers([0, 1, 2])
    assert not offers.agree("draw", 1, 0)
    offers.leave(2)
    assert not offers.agree("draw", 1, 0)
    assert offers.agree("draw", 1, 1)


def test_offer_is_over_once_all_agreed() -> None:
    offers = Offers([0, 1])
    assert not offers.agree("takeback", 2, 0)
    assert not offers.agree("takeback", 1, 1)
    assert offers.agree("takeback", 1, 0)
    assert offers.withdraw(0) is None
