"""A server with a journal on the mock clock: nothing is seen before it is written, and a restart loses nothing."""

from functools import partial
from random import Random

import pytest
import trio

from protocol.client_messages import Board, Choose, Claim, Draw, Games, Login, Match, Resign, Say, Since, Takeback
from protocol.server_messages import (
    Aborted,
    Bye,
    ChallengeSent,
    Decide,
    Event,
    GamesList,
    LoggedIn,
    MatchOver,
    Notice,
    Offered,
    Ok,
    Refused,
    Started,
    TakenBack,
    View,
)
from server.config import Config
from server.fairness import keeps_commitment
from server.journal import Aborted as AbortedRecord
from server.journal import Chosen, Created, DrawAgreed, Ended, Revealed, Rewound, Shelf, Spoke
from server.match_actor import now_ms
from tests.support.client import Program
from tests.support.fake_game import GAME, FakeGame, refusal

from .test_matches import events, play
from .town import Fakes, Town, simulated, town

fake_town = partial(town, start_core=FakeGame.start)


async def come_back(here: Town, name: str, token: str) -> Program:
    return await here.program().called(name, token)


async def seal_both(ana: Program, bea: Program) -> None:
    await ana.ask(Choose("seal rock"), Ok)
    await bea.ask(Choose("seal paper"), Ok)


def choices_in(shelf: Shelf, match: int = 1) -> list[tuple[int, str]]:
    found = [kept.record for kept in shelf.load(match).records]
    return [(record.seat, record.line) for record in found if isinstance(record, Chosen)]


@simulated
async def test_match_is_written_from_its_beginning_to_its_end() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        await ana.send(Say("good luck"))
        (over, _) = await play([ana, bea], Random(2))
    stored = shelf.load(match)
    records = [kept.record for kept in stored.records]
    assert isinstance(records[0], Created)
    assert [seat.name for seat in records[0].seats] == ["Ana", "Bea"]
    assert [seat.token for seat in records[0].seats] == [ana.token, bea.token]
    assert Spoke(match, "Ana", "good luck") in records
    ended, revealed = records[-2:]
    assert isinstance(ended, Ended)
    assert isinstance(revealed, Revealed)
    assert list(ended.winners) == over.winners
    started = next(message for message in ana.messages if isinstance(message, Started))
    assert started.commitment == records[0].commitment
    assert keeps_commitment(bytes.fromhex(revealed.part), started.commitment or "")
    assert revealed.part.encode() not in ana.raw


@simulated
async def test_without_a_journal_nothing_is_committed_to() -> None:
    async with fake_town() as here:
        ana, _, _ = await here.pair()
        started = next(message for message in ana.messages if isinstance(message, Started))
        assert started.commitment is None


@simulated
async def test_nobody_hears_of_a_match_that_is_not_written() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        bea = await here.program().called("Bea")
        await ana.ask(Match("Bea", GAME), ChallengeSent)
        shelf.fault = "No room."
        await bea.type("accept")
        await trio.sleep(5)
        assert not any(isinstance(message, Started) for message in ana.messages)
        cid = await here.program().called("Cid")
        assert (await cid.ask(Games(), GamesList)).matches == []
        await cid.type("observe 1")
        assert (await cid.next(Refused)).code == "no-such-match"
        shelf.mend()
        assert (await ana.next(Started)).match == 1
        assert len((await cid.ask(Games(), GamesList)).matches) == 1


@simulated
async def test_choice_is_told_to_nobody_before_it_is_written() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        await seal_both(ana, bea)
        await trio.sleep(1)
        bea.skip()
        shelf.fault = "No room."
        before = [len(events(program)) for program in (ana, bea)]
        await ana.send(Choose("step 2"), "mine")
        await trio.sleep(30)
        assert [len(events(program)) for program in (ana, bea)] == before
        assert "mine" not in ana.tags
        assert choices_in(shelf)[-1] == (1, "seal paper")
        shelf.mend()
        await ana.next(Ok, "mine")
        await bea.next(Event)
        assert choices_in(shelf)[-1] == (0, "step 2")


@simulated
async def test_matches_stand_still_while_nothing_can_be_written_and_say_so() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        other, _, second = await here.pair("Cid", "Dan")
        await other.type("quit")
        clock = here.lobby.running[second].actor.table._waits.clock
        shelf.fault = "No room."
        await ana.send(Choose("seal rock"), "mine")
        for program in (ana, bea):
            assert "disk" in (await program.next(Notice)).text
        assert clock.is_paused
        await trio.sleep(10_000)
        assert second in here.lobby.running  # Cid has been gone for hours, but time stood still
        eve = await here.program().called("Eve")
        await eve.type(f"bot {GAME}")
        assert (await eve.next(Refused)).code == "server-stuck"
        shelf.mend()
        assert "go on" in (await bea.next(Notice)).text
        await ana.next(Ok, "mine")
        assert not clock.is_paused
        await eve.type(f"bot {GAME}")
        await eve.next(Started)


@pytest.mark.parametrize("rounds", range(4))
@simulated
async def test_restart_goes_on_with_the_same_numbers_words_and_decisions(rounds: int) -> None:
    """Stopped after each of some choices, played on, and in the end as if it had never stopped."""
    rng = Random(rounds)
    shelf = Shelf()
    tokens = {}
    async with fake_town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        tokens = {"Ana": ana.token, "Bea": bea.token}
        told: dict[str, dict[int, str]] = {"Ana": {}, "Bea": {}}
        note(told, ana, bea)
    for turn in range(rounds):
        async with fake_town(shelf=shelf, seed=rng.randrange(100)) as here:
            ana, bea = [await come_back(here, name, token) for name, token in tokens.items()]
            assert [ana.token, bea.token] == list(tokens.values())
            assert (await ana.next(Started)).match == match
            for program in (ana, bea):
                await program.send(Since(0))
            await trio.sleep(1)
            note(told, ana, bea)
            digest = here.lobby.running[match].actor.table._core.digest().hex()
            digests = [getattr(kept.record, "digest", None) for kept in shelf.load(match).records]
            assert [one for one in digests if one is not None][-1] == digest
            asked = [message for message in (*ana.messages, *bea.messages) if isinstance(message, Decide)]
            decide = asked[-1]
            mover = (ana, bea)[decide.seat]
            count = len(choices_in(shelf))
            await mover.send(Choose(decide.choices[0], decide.decision), f"turn{turn}")
            await mover.next(Ok, f"turn{turn}")
            assert choices_in(shelf)[count:] == [(decide.seat, decide.choices[0])]
            await trio.sleep(1)
            note(told, ana, bea)
    assert len(choices_in(shelf)) == rounds


def note(told: dict[str, dict[int, str]], *programs: Program) -> None:
    """Keep which event had which number; the same number never means another event."""
    for name, program in zip(told, programs, strict=True):
        for event in events(program):
            assert told[name].setdefault(event.number, event.event.text) == event.event.text
        assert sorted(told[name]) == list(range(1, len(told[name]) + 1))


@simulated
async def test_real_duel_is_played_on_after_a_restart_and_the_house_plays_too() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        cid = await here.program().called("Cid")
        await cid.type(f"bot {GAME} greedy")
        decide = await cid.next(Decide)
        await cid.ask(Choose(decide.choices[0]), Ok)
        tokens = ana.token, bea.token, cid.token
    async with town(shelf=shelf, seed=9) as here:
        ana, bea, cid = [
            await come_back(here, name, token) for name, token in zip(("Ana", "Bea", "Cid"), tokens, strict=True)
        ]
        await play([ana, bea], Random(5))
        await play([cid], Random(6))
    assert [isinstance(shelf.load(match).end, Ended) for match in (1, 2)] == [True, True]


@simulated
async def test_number_of_a_match_is_never_used_again() -> None:
    shelf = Shelf()
    for number in (1, 2):
        async with fake_town(shelf=shelf) as here:
            ana, _, match = await here.pair("Ana", "Bea") if number == 1 else await here.pair("Cid", "Dan")
            assert match == number
            await ana.send(Resign())
            await ana.next(MatchOver)


@simulated
async def test_stop_of_the_server_says_how_to_come_back_and_ends_no_match() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, _, match = await here.pair()
        here.lobby.stop()
        assert f"login Ana {ana.token}" in (await ana.next(Notice)).text
        assert (await ana.next(Bye)).reason == "shutdown"
    assert not any(isinstance(message, Aborted) for message in ana.messages)
    assert shelf.load(match).end is None


@simulated
async def test_takeback_and_draw_are_written_and_survive() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, match = await here.pair()
        tokens = ana.token, bea.token
        await ana.ask(Choose("seal rock"), Ok)
        await ana.send(Takeback(1))
        await bea.next(Offered)
        await bea.send(Takeback(1))
        await ana.next(TakenBack)
        asked = here.lobby.running[match].actor.table._core.pending()
    async with fake_town(shelf=shelf) as here:
        ana, bea = await come_back(here, "Ana", tokens[0]), await come_back(here, "Bea", tokens[1])
        await trio.sleep(1)
        assert here.lobby.running[match].actor.table._core.pending() == asked
        await ana.send(Draw())
        await bea.next(Offered)
        await bea.send(Draw())
        await ana.next(MatchOver)
    kinds = [type(kept.record) for kept in shelf.load(match).records]
    assert kinds[-3:] == [DrawAgreed, Ended, Revealed]
    assert Rewound in kinds


@simulated
async def test_who_never_comes_back_gives_the_match_up() -> None:
    shelf = Shelf()
    async with fake_town(Config(absence_s=60), shelf=shelf) as here:
        ana, bea, match = await here.pair()
        await seal_both(ana, bea)  # it is Ana's move
        token = bea.token
    async with fake_town(Config(absence_s=60), shelf=shelf) as here:
        bea = await come_back(here, "Bea", token)
        await trio.sleep(50)
        assert match in here.lobby.running
        await trio.sleep(20)
        await bea.send(Claim())
        assert (await bea.next(MatchOver)).winners == [1]


@simulated
async def test_clocks_go_on_with_what_they_had_and_a_credit() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        bea = await here.program().called("Bea")
        await ana.ask(Match("Bea", GAME, "5m+10s"), ChallengeSent)
        await bea.type("accept")
        await bea.next(Decide)
        await trio.sleep(100)  # 20 of them are grace
        await seal_both(ana, bea)
        await trio.sleep(30)
        await ana.ask(Choose("step 1"), Ok)
        await trio.sleep(7)  # an unfinished wait costs nobody
        before = here.lobby.running[1].actor.table._waits.clock
        banks = [accounts.bank_ms for accounts in before.accounts]
        tokens = ana.token, bea.token
    async with fake_town(shelf=shelf) as here:
        for name, token in zip(("Ana", "Bea"), tokens, strict=True):
            await come_back(here, name, token)
        after = here.lobby.running[1].actor.table._waits.clock
        credit = after.terms.restart_ms
        assert [accounts.bank_ms for accounts in after.accounts] == [bank + credit for bank in banks]
        assert [accounts.grace_ms for accounts in after.accounts] == [0, 0]
        assert after.now_ms <= now_ms()


class OtherGame(FakeGame):
    """Rules of another version: what was legal is not."""

    def choose(self, seat: int, line: str, /) -> list:  # type: ignore[type-arg]
        """Refuse everything."""
        raise refusal("unreadable-line", f"{line} of {seat} is nothing.")


@simulated
async def test_match_that_new_rules_cannot_replay_is_aborted_with_a_reason() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, _, match = await here.pair()
        await ana.ask(Choose("seal rock"), Ok)
        await here.pair("Cid", "Dan")
        token = ana.token
    async with town(start_core=OtherGame.start, shelf=shelf, seed=2) as here:
        await trio.sleep(1)
        assert list(here.lobby.running) == [2]  # nothing was chosen there, so nothing differs
        new = await here.program().called("Ana")
        assert new.token != token
    end = shelf.load(match).end
    assert isinstance(end, AbortedRecord)
    assert "rules" in end.reason
    assert isinstance(shelf.load(match).records[-1].record, Revealed)


@simulated
async def test_broken_match_is_written_down_as_aborted_before_anybody_is_told() -> None:
    shelf = Shelf()
    cores = Fakes()
    async with town(start_core=cores, shelf=shelf) as here:
        ana, _, match = await here.pair()
        cores.made[0].choose = None  # type: ignore[method-assign, assignment]
        shelf.fault = "No room."
        await ana.send(Choose("seal rock"))
        await trio.sleep(5)
        assert not any(isinstance(message, Aborted) for message in ana.messages)
        shelf.mend()
        assert (await ana.next(Aborted)).match == match
    assert isinstance(shelf.load(match).end, AbortedRecord)


@simulated
async def test_view_during_a_write_waits_for_it() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        ana, bea, _ = await here.pair()
        await seal_both(ana, bea)
        shelf.fault = "No room."
        await ana.send(Choose("step 2"))
        await bea.send(Board(), "b")
        await trio.sleep(5)
        assert "b" not in bea.tags
        shelf.mend()
        assert '"points":[2,0]' in (await bea.next(View, "b")).view.text


@simulated
async def test_name_of_an_unfinished_match_is_kept_for_its_owner() -> None:
    shelf = Shelf()
    async with fake_town(shelf=shelf) as here:
        await here.pair()
    async with fake_town(shelf=shelf) as here:
        thief = here.program()
        await thief.type("mode json")
        assert (await thief.ask(Login("Ana", "wrong"), Refused)).code == "name-taken"
        assert (await thief.ask(Login("Eve"), LoggedIn)).name == "Eve"
