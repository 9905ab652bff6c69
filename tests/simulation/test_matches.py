"""Matches on the mock clock: played to the end, left, come back to, watched, given up, played again."""

import json
from random import Random

import pytest
import trio

from protocol import parse_raw
from protocol.client_messages import (
    Board,
    Bot,
    Choices,
    Choose,
    Claim,
    Learn,
    Login,
    Match,
    Observe,
    Rematch,
    Resign,
    Say,
    Unobserve,
)
from protocol.server_messages import (
    ChallengeSent,
    Decide,
    Event,
    MatchOver,
    MayClaim,
    Observing,
    Ok,
    Presence,
    Refused,
    Said,
    Started,
    Unobserved,
    View,
    Waiting,
)
from server.config import Config
from tests.support.client import Program
from tests.support.fake_game import GAME, ROUNDS, FakeGame, secret_of

from .town import Fakes, simulated, town


def events(program: Program, match: int = 1) -> list[Event]:
    return [message for message in program.messages if isinstance(message, Event) and message.match == match]


def retirement(program: Program) -> object:
    return next(parse_raw(one.event) for one in events(program) if '"retired"' in one.event.text)


async def play(seats: list[Program], rng: Random) -> list[MatchOver]:
    """Let programs play at random until the match is over; return what each was told then."""
    ends: list[MatchOver | None] = [None] * len(seats)

    async def sit(place: int) -> None:
        program = seats[place]
        answered: set[int] = set()
        while True:
            message = await program.next((Decide, MatchOver))
            if isinstance(message, MatchOver):
                ends[place] = message
                return
            if isinstance(message, Decide) and message.decision not in answered:
                answered.add(message.decision)
                await program.send(Choose(rng.choice(message.choices), message.decision))

    async with trio.open_nursery() as nursery:
        for place in range(len(seats)):
            nursery.start_soon(sit, place)
    return [end for end in ends if end is not None]


@pytest.mark.parametrize("seed", range(3))
@simulated
async def test_two_programs_play_a_real_duel_to_the_end(seed: int) -> None:
    async with town(seed=seed) as here:
        ana, bea, match = await here.pair()
        told = await play([ana, bea], Random(seed))
        assert told[0] == told[1]
        assert told[0].match == match
        assert [event.number for event in events(ana)] == list(range(1, len(events(ana)) + 1))
        assert events(ana) == events(bea)
        assert here.lobby.running == {}
        assert [session.playing for session in here.lobby.sessions.values()] == [None, None]


@simulated
async def test_house_plays_a_program_to_the_end() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.send(Bot(GAME, "greedy"))
        started = await ana.next(Started)
        assert started.names == ["Ana", "House"]
        (over,) = await play([ana], Random(4))
        assert over.winners in ([0], [1], [])


@simulated
async def test_secrets_reach_only_their_seats_and_numbers_have_no_gaps() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        watcher = await here.program().called("Cid")
        await watcher.ask(Observe(match), Observing)
        await play([ana, bea], Random(7))
        await watcher.next(MatchOver)
        (core,) = cores.made
        for viewer, seat in ((ana, 0), (bea, 1)):
            assert [event.number for event in events(viewer)] == list(range(1, len(core.told_to(seat)) + 1))
            assert [event.event.text for event in events(viewer)] == core.told_to(seat)
            assert secret_of(seat).encode() in viewer.raw
            assert secret_of(1 - seat).encode() not in viewer.raw
        assert b"secret-of" not in watcher.raw
        seen = events(watcher)
        assert [event.event.text for event in seen] == core.told_to(None)[seen[0].number - 1 :]
        assert [event.number for event in seen] == list(range(seen[0].number, len(core.told_to(None)) + 1))


@simulated
async def test_view_and_choices_are_the_askers_own() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        await ana.send(Choose("seal rock"))
        await ana.next(Decide)
        mine = parse_raw((await ana.ask(Board(), View)).view)
        theirs = parse_raw((await bea.ask(Board(), View)).view)
        assert (mine["sealed"], theirs["sealed"]) == ("seal rock", None)  # type: ignore[index]
        watcher = await here.program().called("Cid")
        await watcher.ask(Observe(match), Observing)
        assert "word" not in parse_raw((await watcher.ask(Board(), View)).view)  # type: ignore[operator]
        assert (await bea.ask(Choices(), Decide)).choices == ["seal paper", "seal rock", "seal scissors"]
        assert (await watcher.ask(Choices(), Waiting)).seats == [1]


@simulated
async def test_reaction_is_asked_of_the_other_seat() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, _ = await here.pair()
        await ana.send(Choose("seal rock"))
        await bea.send(Choose("seal rock"))
        while (await ana.next(Decide)).window != "moving":
            pass
        await ana.send(Choose("strike"))
        while (asked := await bea.next(Decide)).window != "answering":
            pass
        assert (asked.kind, asked.default, asked.choices) == ("reaction", "let", ["block", "let"])
        assert (await ana.ask(Choose("block"), Refused)).code == "not-your-decision"
        await bea.ask(Choose("block"), Ok)


@simulated
async def test_refused_line_changes_nothing_and_names_its_rule() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        before = [cores.made[0].view(seat) for seat in (None, 0, 1)]
        refused = await ana.ask(Choose("dance"), Refused)
        assert (refused.code, refused.rule) == ("unreadable-line", "F-1")
        assert [cores.made[0].view(seat) for seat in (None, 0, 1)] == before
        assert cores.made[0].lines == []
        bea.skip()
        await bea.ask(Choose("seal rock"), Ok)


@simulated
async def test_line_for_another_decision_is_stale() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, _, _ = await here.pair()
        stale = await ana.ask(Choose("seal rock", decision=99), Refused)
        assert (stale.code, stale.params) == ("stale-decision", {"open": "1"})
        assert cores.made[0].lines == []
        await ana.ask(Choose("seal rock", decision=1), Ok)
        await ana.ask(Choose("seal paper", decision=1), Ok)
        assert cores.made[0].lines == [(0, "seal rock"), (0, "seal paper")]


# Absence


@simulated
async def test_dropped_player_comes_back_with_the_token_and_plays_on() -> None:
    async with town(Config(absence_s=60), start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        await ana.wire.close()
        gone = await bea.next(Presence)
        assert gone == Presence(match, "Ana", is_here=False, seconds=60)
        await trio.sleep(59)
        again = await here.program().called("ana", ana.token.upper())
        assert (await again.next(Started)).seat == 0
        assert (await again.next(Decide)).window == "sealing"
        assert (await bea.next(Presence)).is_here
        await trio.sleep(120)
        await again.ask(Choose("seal rock"), Ok)
        assert again.token == ana.token


@simulated
async def test_absence_lets_the_other_one_claim_the_match() -> None:
    async with town(Config(absence_s=60)) as here:
        *pair, match = await here.pair()
        (open_now,) = here.lobby.running[match].actor.table._core.pending()
        gone, other = pair[open_now.seat], pair[1 - open_now.seat]
        name = ("Ana", "Bea")[open_now.seat]
        started = trio.current_time()
        assert (await other.ask(Claim(), Refused)).code == "nothing-to-claim"
        await gone.wire.close()
        assert (await other.next(MayClaim)).name == name
        assert trio.current_time() - started == pytest.approx(60)
        await trio.sleep(30)
        assert match in here.lobby.running
        await other.send(Claim())
        over = await other.next(MatchOver)
        assert over.winners == [1 - open_now.seat]
        assert retirement(other) == {"type": "retired", "seat": open_now.seat, "reason": "left"}
        assert name.lower() not in here.lobby.sessions
        assert match not in here.lobby.running


@simulated
async def test_absence_does_not_count_while_the_other_one_thinks() -> None:
    async with town(Config(absence_s=60)) as here:
        *pair, match = await here.pair()
        (open_now,) = here.lobby.running[match].actor.table._core.pending()
        thinking, gone = pair[open_now.seat], pair[1 - open_now.seat]
        await gone.wire.close()
        await trio.sleep(300)
        assert (await thinking.ask(Claim(), Refused)).code == "nothing-to-claim"
        assert match in here.lobby.running


@simulated
async def test_match_that_may_be_claimed_ends_when_who_could_do_so_goes() -> None:
    async with town(Config(absence_s=60), Fakes()) as here:
        ana, bea, _ = await here.pair()
        await bea.ask(Choose("seal rock"), Ok)  # so that only Ana's absence counts
        await ana.wire.close()
        await bea.next(MayClaim)
        await bea.wire.close()
        await trio.sleep(1)
        assert here.lobby.running == {}
        assert here.lobby.sessions == {}


@simulated
async def test_both_gone_ends_the_match_and_forgets_both() -> None:
    async with town(Config(absence_s=60)) as here:
        ana, bea, _ = await here.pair()
        await ana.wire.close()
        await trio.sleep(10)
        await bea.wire.close()
        await trio.sleep(61)
        assert here.lobby.running == {}
        assert here.lobby.sessions == {}
        assert here.lobby.screens == set()


@simulated
async def test_wrong_token_does_not_take_a_seat_over() -> None:
    async with town() as here:
        ana, _, _ = await here.pair()
        await ana.wire.close()
        thief = here.program()
        await thief.type("mode json")
        assert (await thief.ask(Login("Ana", "aaaaaa"), Refused)).code == "name-taken"
        assert (await thief.ask(Login("Ana"), Refused)).code == "name-taken"


@simulated
async def test_second_connection_plays_too_and_one_may_go() -> None:
    async with town(Config(absence_s=60), start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        phone = await here.program().called("Ana", ana.token)
        assert (await phone.next(Started)).match == match
        assert (await phone.next(Decide)).window == "sealing"
        await ana.wire.close()
        await trio.sleep(100)
        await phone.ask(Choose("seal rock"), Ok)
        assert not [message for message in bea.messages if isinstance(message, Presence)]


@simulated
async def test_forgotten_player_who_is_free_can_be_anybody() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        await ana.wire.close()
        await trio.sleep(1)
        assert (await here.program().called("Ana")).token != ana.token


# Watching


@simulated
async def test_watcher_joins_leaves_and_hears_no_more() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        assert (await cid.next(Started)).seat is None
        assert sorted((await cid.next(Waiting)).seats) == [0, 1]
        assert (await cid.ask(Choose("seal rock"), Refused)).code == "not-in-match"
        await cid.ask(Unobserve(), Unobserved)
        count = len(cid.messages)
        await play([ana, bea], Random(1))
        await trio.sleep(1)
        assert (await cid.ask(Unobserve(), Refused)).code == "not-watching"
        assert len(cid.messages) == count + 1


@simulated
async def test_watchers_lost_connection_disturbs_nobody() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        await cid.wire.close()
        await play([ana, bea], Random(1))
        assert not [message for message in ana.messages if isinstance(message, Presence)]
        assert "cid" not in here.lobby.sessions


@simulated
async def test_what_is_said_in_a_match_reaches_seats_and_watchers_of_it_only() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        dan = await here.program().called("Dan")
        await cid.ask(Observe(match), Observing)
        await ana.send(Say("good \u202eluck\x9b31m"))
        for each in (ana, bea, cid):
            assert await each.next(Said) == Said("Ana", "good luck31m", match)
        await trio.sleep(1)
        assert not [message for message in dan.messages if isinstance(message, Said)]


# Giving up, again


@simulated
async def test_resigning_asks_a_person_first() -> None:
    async with town() as here:
        ana, bea = here.person(), here.person()
        await ana.called("Ana")
        await bea.called("Bea")
        await ana.ask("match bea wizards arena")
        await bea.until("Ana")
        await bea.ask("accept")
        await ana.until("Duel 1 begins")
        await ana.type("resign")
        await ana.until("Type yes or no.")
        await ana.type("no")
        await ana.until("Nothing has changed.")
        await ana.type("yes")
        await ana.until("Nothing")
        assert list(here.lobby.running) == [1]
        await ana.type("resign", "yes")
        await ana.until("You resign.", "Bea wins")
        await bea.until("Ana resigns.", "you win")
        await trio.sleep(1)
        assert here.lobby.running == {}


@simulated
async def test_question_is_forgotten_after_another_command() -> None:
    async with town() as here:
        ana = here.person()
        await ana.called("Ana")
        await ana.ask("learn")
        await ana.type("resign", "who", "yes")
        await ana.until("Type yes or no.", "Ana", "Nothing")
        assert list(here.lobby.running) == [1]


@simulated
async def test_quitting_a_match_asks_first_and_then_waits_for_the_player() -> None:
    async with town(Config(absence_s=60)) as here:
        ana = here.person()
        await ana.called("Ana")
        await ana.ask("learn")
        await ana.type("quit", "yes")
        await ana.until("Goodbye")
        await ana.to_the_end()
        assert list(here.lobby.running) == [1]
        await trio.sleep(61)
        assert here.lobby.running == {}
        assert here.lobby.sessions == {}


@simulated
async def test_program_resigns_at_once_and_offers_a_rematch() -> None:
    async with town() as here:
        ana, bea, match = await here.pair()
        await ana.send(Resign())
        over = await bea.next(MatchOver)
        assert over.winners == [1]
        assert retirement(bea) == {"type": "retired", "seat": 0, "reason": "resigned"}
        await ana.next(MatchOver)
        assert (await bea.ask(Rematch(), ChallengeSent)).name == "Ana"
        await ana.send(Rematch())
        assert (await ana.next(Started)).match == match + 1
        assert (await bea.next(Started)).names == ["Bea", "Ana"]


@simulated
async def test_rematch_with_the_house() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        assert (await ana.ask(Rematch(), Refused)).code == "not-in-match"
        await ana.send(Learn())
        await ana.next(Started)
        await ana.send(Resign())
        await ana.next(MatchOver)
        await ana.send(Rematch())
        assert (await ana.next(Started)).names == ["Ana", "House"]


@simulated
async def test_line_for_a_finished_match_is_refused_and_the_connection_goes_on() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        await play([ana, bea], Random(2))
        assert (await ana.ask(Choose("seal rock"), Refused)).code == "not-in-match"
        assert (await ana.ask(Choose("seal rock"), Refused, match=match)).code == "no-such-match"
        assert (await ana.ask(Observe(match), Refused)).code == "no-such-match"
        assert (await ana.ask(Match("Bea", GAME), ChallengeSent)).name == "Bea"


@simulated
async def test_turns_of_a_real_match_are_listed() -> None:
    async with town() as here:
        await here.pair()
        (info,) = here.lobby.games().matches
        assert (info.match, info.names, info.turn) == (1, ["Ana", "Bea"], 0)
        assert json.loads(here.lobby.running[1].actor.table._core.view(None))


def test_the_fake_game_has_as_many_rounds_as_it_says() -> None:
    core = FakeGame()
    core.opening()
    rng = Random(3)
    while core.pending():
        decision = core.pending()[0]
        seat = next((each.seat for each in core.pending() if not each.sealed), decision.seat)
        core.choose(seat, rng.choice(core.choices(seat)))
    assert sum('"type":"round"' in face for face in core.told_to(None)) == ROUNDS - 1
