"""Adjourned matches: by consent, from who is gone, kept over a restart, and gone on with as if nothing had been."""

from functools import partial

import pytest
import trio

from protocol.client_messages import (
    Accept,
    Adjourn,
    Board,
    Bot,
    Choose,
    Clock,
    Decline,
    Games,
    Login,
    Observe,
    Resume,
    Since,
    Stop,
    Stored,
    Takeback,
    Who,
)
from protocol.server_messages import (
    Adjourned,
    ChallengeEnded,
    ClockState,
    Decide,
    Event,
    GamesList,
    Listed,
    MatchOver,
    MayClaim,
    Observing,
    Offered,
    OfferEnded,
    Ok,
    Presence,
    Refused,
    ResumeOffered,
    Started,
    StoredInfo,
    StoredList,
    Waiting,
    WhoList,
)
from server import adjournments
from server.journal import Adjourned as AdjournedRecord
from server.journal import Resumed, Shelf
from tests.support.client import Program
from tests.support.fake_game import GAME, FakeGame

from .town import Fakes, begin, faults_of, simulated, town

fake_town = partial(town, start_core=FakeGame.start)
CLOCK = "60s+5s/20s:45s"


def events(program: Program, match: int) -> list[tuple[int, str]]:
    return [
        (each.number, each.event.text) for each in program.messages if isinstance(each, Event) and each.match == match
    ]


async def adjourn(*programs: Program) -> None:
    """Let all agree."""
    for program in programs:
        await program.send(Adjourn())
    for program in programs:
        await program.next(Adjourned)


async def seal_both(*programs: Program) -> None:
    for program in programs:
        await program.ask(Choose("seal rock"), Ok)


async def states(program: Program) -> dict[str, str]:
    return {each.name: each.state for each in (await program.ask(Who(), WhoList)).players}


@simulated
async def test_match_is_adjourned_by_consent_and_everybody_is_free() -> None:
    async with fake_town() as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        await seal_both(ana, bea)
        await ana.send(Adjourn())
        for program in (ana, bea, cid):
            assert await program.next(Offered) == Offered(match, "Ana", "adjourn", 1)
        assert match in here.lobby.running
        await bea.send(Adjourn(), "yes")
        for program in (ana, bea, cid):
            assert await program.next(Adjourned) == Adjourned(match)
        await bea.next(Ok, "yes")
        assert here.lobby.running == {}
        assert (await cid.ask(Games(), GamesList)).matches == []
        assert await states(cid) == {"Ana": "free", "Bea": "free", "Cid": "free"}
        assert (await ana.ask(Choose("step 1"), Refused)).code == "not-in-match"
        assert (await cid.ask(Observe(match), Refused)).code == "no-such-match"
        expected = StoredInfo(match, GAME, ["Ana", "Bea"], 0, None, ["Bea"])
        assert await ana.ask(Stored(), StoredList) == StoredList([expected])
        assert await cid.ask(Stored(), StoredList) == StoredList([])
        assert await begin(ana, bea, "Ana", "Bea") != match


@simulated
async def test_consent_is_declined_or_ended_by_a_choice() -> None:
    async with fake_town() as here:
        ana, bea, match = await here.pair()
        await ana.ask(Adjourn(), Ok)
        await bea.send(Decline())
        assert await ana.next(OfferEnded) == OfferEnded(match, "Bea", "adjourn")
        await ana.ask(Adjourn(), Ok)
        await ana.ask(Choose("seal rock"), Ok)
        await bea.ask(Adjourn(), Ok)
        assert match in here.lobby.running


@pytest.mark.parametrize("how", ["resume", "name", "accept", "accept name"])
@simulated
async def test_match_goes_on_when_both_want_it_with_clocks_and_numbers_as_they_were(how: str) -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair(clock=CLOCK)
        clock = here.clock(match)
        await seal_both(ana, bea)
        await ana.ask(Stop("answering off"), Listed)
        await trio.sleep(30)
        await adjourn(ana, bea)
        standing = clock.standing(clock.now_ms)
        told_before = [events(ana, match), events(bea, match)]
        await trio.sleep(50_000)
        assert await ana.ask(Resume(str(match)), Ok) == Ok("resume")
        assert await bea.next(ResumeOffered) == ResumeOffered(match, "Ana", GAME)
        await ana.ask(Resume("bea"), Ok)  # to say it twice changes nothing
        agreed = {
            "resume": Resume(f"#{match}"),
            "name": Resume("Ana"),
            "accept": Accept(),
            "accept name": Accept("Ana"),
        }
        await bea.send(agreed[how])
        started = [await program.next(Started) for program in (ana, bea)]
        assert [(one.match, one.seat) for one in started] == [(match, 0), (match, 1)]
        decide = await ana.next(Decide)
        assert (await bea.next(Waiting)).seats == [0]
        assert decide.millis == standing[0].left_ms
        now = clock.standing(clock.now_ms)
        assert [one.bank_ms for one in now] == [one.bank_ms for one in standing]
        assert [events(ana, match), events(bea, match)] == told_before
        assert (await ana.ask(Stop(), Listed)).lines == ["stop all", "stop answering off"]
        await ana.ask(Choose("step 2", decide.decision), Ok)
        await bea.next(Event)
        for seat, program in enumerate((ana, bea)):
            assert events(program, match) == list(enumerate(cores.made[0].told_to(seat), 1))
        assert faults_of(clock) == []
        assert any(charge.kind == "pause" for charge in clock.log)


@simulated
async def test_wish_to_go_on_is_declined_withdrawn_or_ends_with_who_had_it() -> None:
    async with fake_town() as here:
        ana, bea, match = await here.pair()
        await adjourn(ana, bea)
        await ana.ask(Resume("1"), Ok)
        await bea.send(Decline())
        assert await ana.next(ChallengeEnded) == ChallengeEnded("Bea", GAME, "declined")
        assert await bea.next(ChallengeEnded) == ChallengeEnded("Ana", GAME, "declined")
        await bea.ask(Resume("1"), Ok)
        await bea.send(Decline("Ana"))
        assert (await ana.next(ChallengeEnded)).reason == "declined"
        await ana.ask(Resume("1"), Ok)
        await bea.next(ChallengeEnded)
        await ana.type("quit")
        await ana.to_the_end()
        assert await bea.next(ChallengeEnded) == ChallengeEnded("Ana", GAME, "left")
        assert (await bea.ask(Accept(), Refused)).code == "no-challenge"
        refused = await bea.ask(Resume(str(match)), Refused)
        assert (refused.code, refused.params) == ("not-here", {"name": "Ana"})


@simulated
async def test_what_can_not_be_resumed_is_refused() -> None:
    async with fake_town() as here:
        ana, bea, _ = await here.pair()
        await adjourn(ana, bea)
        second = await begin(ana, bea, "Ana", "Bea")
        await adjourn(ana, bea)
        cid = await here.program().called("Cid")
        for program, text, code in (
            (ana, "99", "no-such-stored"),
            (ana, "Cid", "no-such-stored"),
            (cid, "1", "no-such-stored"),
            (ana, "Bea", "ambiguous-name"),
        ):
            assert (await program.ask(Resume(text), Refused)).code == code
        await ana.ask(Resume(str(second)), Ok)
        assert (await bea.next(ResumeOffered)).match == second


@simulated
async def test_who_is_gone_for_long_is_not_asked_and_is_told_what_was_missed() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        await ana.ask(Choose("seal rock"), Ok)
        await bea.type("quit")
        await bea.to_the_end()
        await ana.next(Presence)
        await ana.send(Adjourn())
        await ana.next(Offered)
        await trio.sleep(61)
        assert (await ana.next(MayClaim)).match == match
        await adjourn(ana)
        assert await states(ana) == {"Ana": "free"}
        stranger = here.program()
        await stranger.type("mode json")
        assert (await stranger.ask(Login("Bea"), Refused)).code == "name-taken"
        assert (await stranger.ask(Login("bea", "wrong"), Refused)).code == "name-taken"
        bea = await here.program().called("bea", bea.token)
        await bea.ask(Resume(str(match)), Ok)
        await ana.send(Accept())
        assert (await bea.next(Started)).names == ["Ana", "Bea"]
        await bea.ask(Choose("seal paper"), Ok)
        await ana.next(Decide)
        assert not here.clock(match).accounts[1].is_gone
        await bea.ask(Since(0), Ok)
        await bea.next((Decide, Waiting))
        assert {number for number, _ in events(bea, match)} == set(range(1, len(cores.made[0].told_to(1)) + 1))


@simulated
async def test_duel_with_the_house_is_adjourned_and_resumed_at_once() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.send(Bot(GAME))
        match = (await ana.next(Started)).match
        decide = await ana.next(Decide)
        await adjourn(ana)
        assert (await ana.ask(Stored(), StoredList)).matches[0].names == ["Ana", "House"]
        await ana.send(Resume("house"))
        assert (await ana.next(Started)).match == match
        assert await ana.next(Decide) == decide


@simulated
async def test_lines_that_cross_the_adjournment_are_refused_and_nobody_is_stuck() -> None:
    cores = Fakes()
    shelf = Shelf()
    async with town(start_core=cores, shelf=shelf) as here:
        ana, bea, match = await here.pair()
        cid, dan = [await here.program().called(name) for name in ("Cid", "Dan")]
        await cid.ask(Observe(match), Observing)
        await seal_both(ana, bea)
        digest = cores.made[0].digest()
        shelf.fault = "No room."
        await ana.send(Adjourn())
        await bea.send(Adjourn(), "agreed")
        await trio.sleep(1)
        await ana.send(Choose("step 1"), "late-choice")
        await bea.send(Takeback(1), "next-request")
        await cid.send(Board(), "late-request")
        await dan.send(Observe(match))
        await trio.sleep(1)
        assert match in here.lobby.running
        shelf.mend()
        assert (await ana.next(Refused, "late-choice")).code == "stale-window"
        assert (await bea.next(Refused, "next-request")).code == "not-in-match"
        assert (await cid.next(Refused, "late-request")).code == "match-adjourned"
        assert (await dan.next(Adjourned)).match == match
        assert "agreed" in bea.tags
        assert cores.made[0].digest() == digest
        assert here.lobby.running == {}
        assert set((await states(cid)).values()) == {"free"}
        await trio.sleep(10_000)
        await ana.ask(Resume("1"), Ok)
        await bea.send(Accept())
        await ana.next(Started)
        await ana.ask(Choose("step 1"), Ok)


@simulated
async def test_adjourned_match_outlives_a_restart_without_a_credit() -> None:
    shelf = Shelf()
    tokens: dict[str, str] = {}
    async with fake_town(shelf=shelf) as here:
        ana, bea, match = await here.pair(clock=CLOCK)
        tokens = {"Ana": ana.token, "Bea": bea.token}
        await seal_both(ana, bea)
        await trio.sleep(30)
        await adjourn(ana, bea)
        before = events(ana, match)
        bank_ms = here.lobby.adjourned._kept[match].running.actor.table._waits.clock.accounts[0].bank_ms
    assert any(isinstance(kept.record, AdjournedRecord) for kept in shelf.load(match).records)
    for _ in range(2):
        async with fake_town(shelf=shelf) as here:
            assert here.lobby.running == {}
            stranger = here.program()
            await stranger.type("mode json")
            assert (await stranger.ask(Login("Ana"), Refused)).code == "name-taken"
            ana = await here.program().called("Ana", tokens["Ana"])
            assert ana.token == tokens["Ana"]
            assert await states(ana) == {"Ana": "free"}
            assert [one.match for one in (await ana.ask(Stored(), StoredList)).matches] == [match]
    async with fake_town(shelf=shelf) as here:
        ana, bea = [await here.program().called(name, token) for name, token in tokens.items()]
        await ana.ask(Resume("Bea"), Ok)
        await bea.send(Accept())
        assert (await ana.next(Started)).match == match
        decide = await ana.next(Decide)
        assert decide.millis == bank_ms
        state = await ana.ask(Clock(), ClockState)
        assert state.seats[0].bank == bank_ms
        await ana.ask(Since(0), Ok)
        await ana.next(Decide)
        assert sorted(set(events(ana, match))) == before
        await ana.ask(Choose("step 2", decide.decision), Ok)
        assert isinstance(
            next(kept.record for kept in reversed(shelf.load(match).records) if isinstance(kept.record, Resumed)),
            Resumed,
        )
    async with fake_town(shelf=shelf) as here:
        ana = await here.program().called("Ana", tokens["Ana"])
        assert (await ana.next(Started)).match == match  # it goes on by itself, as any match
        assert match in here.lobby.running


@simulated
async def test_match_that_nobody_goes_on_with_is_given_up_after_a_month() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        await adjourn(ana, bea)
    days = adjournments.DAYS
    async with fake_town(shelf=aged(shelf, match, days - 1)) as here:
        assert len(here.lobby.adjourned._kept) == 1
    async with fake_town(shelf=aged(shelf, match, days + 1)) as here:
        assert here.lobby.adjourned._kept == {}
        await here.program().called("Ana")  # the name is free again
    assert f"{days} days" in getattr(shelf.load(match).end, "reason", "")


def aged(shelf: Shelf, match: int, days: int) -> Shelf:
    """Make all records so many days older."""
    shelf.matches[match] = [(at - days * 24 * 60 * 60 * 1000, body) for at, body in shelf.matches[match]]
    return shelf


@simulated
async def test_adjourned_matches_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjournments, "PLAYER_MATCHES", 2)
    monkeypatch.setattr(adjournments, "ALL_MATCHES", 3)
    async with fake_town() as here:
        ana, bea, _ = await here.pair()
        await adjourn(ana, bea)
        await begin(ana, bea, "Ana", "Bea")
        await adjourn(ana, bea)
        third = await begin(ana, bea, "Ana", "Bea")
        await ana.send(Adjourn())
        refused = await bea.ask(Adjourn(), Refused)
        assert (refused.code, refused.params["most"]) == ("too-many-stored", "2")
        assert third in here.lobby.running
        cid, dan, _ = await here.pair("Cid", "Dan")
        await adjourn(cid, dan)
        eve, fay, _ = await here.pair("Eve", "Fay")
        await eve.send(Adjourn())
        assert (await fay.ask(Adjourn(), Refused)).params["most"] == "3"
        await ana.send(Choose("seal rock"))
        await bea.send(Choose("seal rock"))
        await ana.next(Decide)


@simulated
async def test_resumed_match_is_played_to_its_end() -> None:
    async with fake_town() as here:
        ana, bea, match = await here.pair()
        await adjourn(ana, bea)
        await ana.ask(Resume("1"), Ok)
        await bea.send(Accept())
        await bea.next(Started)
        await bea.type("resign")
        over = await ana.next(MatchOver)
        assert (over.match, over.winners) == (match, [0])
        assert here.lobby.running == {}
        assert await ana.ask(Stored(), StoredList) == StoredList([])


@simulated
async def test_people_read_how_it_is_done() -> None:
    async with town() as here:
        ana, bea = here.person(), here.person()
        await ana.called("Ana")
        await bea.called("Bea")
        await ana.type("match bea wizards arena")
        await bea.until("Answer: accept")
        await bea.type("accept")
        await ana.until("Duel 1 begins")
        await ana.type("adjourn")
        await bea.until("Ana wants to go on another day")
        await bea.type("adjourn")
        for person in (ana, bea):
            await person.until("'resume 1' goes on with it")
        await ana.type("stored")
        await ana.until("Your adjourned duels", "Ana - Bea", "Bea here")
        await ana.type("resume 2")
        await ana.until("You have no adjourned duel '2'")
        await ana.type("resume 1")
        await ana.until("were asked whether to go on now")
        await bea.until("Ana wants to go on with duel 1")
        await bea.type("accept")
        for person in (ana, bea):
            await person.until("Duel 1 begins")
        assert 1 in here.lobby.running
