"""The lobby on the mock clock: names, challenges, limits, and the end of the server."""

import pytest
import trio

from protocol.client_messages import Accept, Decline, Games, Lobby, Login, Match, Pattern, Ping, Say, Who
from protocol.server_messages import (
    Aborted,
    Bye,
    Challenged,
    ChallengeEnded,
    ChallengeSent,
    GamesList,
    LoggedIn,
    Pong,
    Refused,
    Said,
    SetValue,
    Started,
    WhoList,
)
from server.config import Config
from tests.support.fake_game import GAME

from .town import Fakes, simulated, town

# Names


@simulated
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Ana", "name-taken"),
        ("ANA", "name-taken"),
        ("house", "name-taken"),
        ("Server", "name-taken"),
        ("An", "bad-name"),
        ("A" * 18, "bad-name"),
        ("An4", "bad-name"),
        ("\u0410na", "bad-name"),
        ("Ana\u202e", "bad-name"),
    ],
)
async def test_name_that_cannot_be_taken(name: str, code: str) -> None:
    async with town() as here:
        await here.program().called("Ana")
        other = here.program()
        await other.type("mode json")
        assert (await other.ask(Login(name), Refused)).code == code
        assert (await other.ask(Login("Bea"), LoggedIn)).name == "Bea"
        assert (await other.ask(Login("Cid"), Refused)).code == "already-logged-in"


@simulated
async def test_without_a_name_nothing_is_played() -> None:
    async with town() as here:
        stranger = here.program()
        await stranger.type("mode json")
        for message in (Match("Ana", GAME), Accept(), Say("hello"), Pattern(), Lobby()):
            assert (await stranger.ask(message, Refused)).code == "not-logged-in"
        assert (await stranger.ask(Who(), WhoList)).players == []
        assert (await stranger.ask(Games(), GamesList)).matches == []


@simulated
async def test_who_says_what_everybody_does() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        watcher = await here.program().called("Dan")
        await watcher.type(f"observe {match}")
        await watcher.next(Started)
        await bea.wire.close()
        await trio.sleep(1)
        players = (await cid.ask(Who(), WhoList)).players
        found = {player.name: (player.state, player.match) for player in players}
        assert found == {"Ana": ("playing", 1), "Bea": ("away", 1), "Cid": ("free", None), "Dan": ("watching", 1)}
        del ana


# Challenges


@simulated
async def test_crossing_challenges_begin_one_match() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        await ana.send(Match("bea", GAME))
        await bea.send(Match("ana", GAME))
        assert (await ana.next(Started)).match == (await bea.next(Started)).match == 1
        assert here.lobby.challenges.waiting == []
        assert list(here.lobby.running) == [1]


@simulated
async def test_declined_challenge_is_gone_for_both() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        await ana.ask(Match("Bea", GAME), ChallengeSent)
        await bea.next(Challenged)
        await bea.send(Decline())
        assert await ana.next(ChallengeEnded) == ChallengeEnded("Bea", GAME, "declined")
        assert await bea.next(ChallengeEnded) == ChallengeEnded("Ana", GAME, "declined")
        assert (await bea.ask(Accept(), Refused)).code == "no-challenge"


@simulated
async def test_withdrawn_challenge_cannot_be_accepted() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        await ana.ask(Match("Bea", GAME), ChallengeSent)
        await ana.send(Decline("Bea"))
        await bea.next(ChallengeEnded)
        assert (await bea.ask(Accept("Ana"), Refused)).code == "no-challenge"


@simulated
async def test_own_challenge_cannot_be_accepted_and_oneself_not_challenged() -> None:
    async with town(start_core=Fakes()) as here:
        ana = await here.program().called("Ana")
        await here.program().called("Bea")
        await ana.ask(Match("Bea", GAME), ChallengeSent)
        assert (await ana.ask(Accept(), Refused)).code == "no-challenge"
        assert (await ana.ask(Match("ANA", GAME), Refused)).code == "yourself"
        assert (await ana.ask(Match("Zoe", GAME), Refused)).code == "no-such-player"
        assert (await ana.ask(Match("Bea", "chess"), Refused)).code == "no-such-game"


@simulated
async def test_which_of_two_challenges_must_be_said() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, cid = [await here.program().called(name) for name in ("Ana", "Bea", "Cid")]
        for sender in (ana, cid):
            await sender.ask(Match("Bea", GAME), ChallengeSent)
        refused = await bea.ask(Accept(), Refused)
        assert (refused.code, refused.suggestions) == ("ambiguous-name", ["Ana", "Cid"])
        await bea.send(Accept("cid"))
        assert (await cid.next(Started)).names == ["Cid", "Bea"]


@simulated
async def test_challenge_of_somebody_who_left_is_gone() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        await ana.ask(Match("Bea", GAME), ChallengeSent)
        await ana.wire.close()
        assert (await bea.next(ChallengeEnded)).reason == "left"
        assert (await bea.ask(Accept(), Refused)).code == "no-challenge"


@simulated
async def test_pattern_is_checked_and_kept() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        assert (await ana.ask(Pattern("ABC"), Refused)).code == "bad-pattern"
        letters = "BBBCCCHHHIIIGGGPPPQQQUUUA"
        assert await ana.ask(Pattern(letters), SetValue) == SetValue("pattern", letters)
        assert await ana.ask(Pattern(), SetValue) == SetValue("pattern", letters)


@simulated
async def test_lobby_chat_is_heard_outside_matches_only() -> None:
    async with town(start_core=Fakes()) as here:
        ana, _, _ = await here.pair()
        cid, dan = await here.program().called("Cid"), await here.program().called("Dan")
        await cid.send(Say("anybody?"))
        assert await dan.next(Said) == Said("Cid", "anybody?", None)
        await trio.sleep(1)
        assert not [message for message in ana.messages if isinstance(message, Said)]


# Limits


@simulated
async def test_silence_before_login_closes_the_connection_in_time() -> None:
    async with town(Config(login_s=120)) as here:
        stranger = here.person()
        await stranger.until("Your name?")
        begun = trio.current_time()
        await stranger.to_the_end()
        assert trio.current_time() - begun == pytest.approx(120)
        assert here.lobby.screens == set()


@simulated
async def test_bytes_without_a_line_do_not_keep_a_connection_open() -> None:
    async with town(Config(login_s=120)) as here:
        link = here.link()
        for _ in range(10):
            link.say(b"x")
            await trio.sleep(100)
        assert link.is_closed


@simulated
async def test_silence_after_login_is_nobodys_business() -> None:
    async with town(Config(login_s=120)) as here:
        ana = await here.program().called("Ana")
        await trio.sleep(80_000)
        assert await ana.ask(Ping("there?"), Pong) == Pong("there?")


@simulated
async def test_full_server_says_so_and_closes() -> None:
    async with town(Config(connections=2)) as here:
        ana = await here.program().called("Ana")
        await here.program().called("Bea")
        third = here.person()
        await third.to_the_end()
        assert "full" in third.screen.lower()
        await ana.wire.close()
        await trio.sleep(1)
        await here.program().called("Cid")


@simulated
async def test_as_many_matches_as_the_server_takes() -> None:
    async with town(Config(matches=1), Fakes()) as here:
        await here.pair()
        cid, dan = await here.program().called("Cid"), await here.program().called("Dan")
        await cid.ask(Match("Dan", GAME), ChallengeSent)
        assert (await dan.ask(Accept(), Refused)).code == "server-full"
        assert len(here.lobby.challenges.waiting) == 1


# The end


@simulated
async def test_shutdown_tells_everybody_and_closes_every_connection() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        reader = here.person()
        await reader.called("Eve")
        stranger = here.person()
        await stranger.prompt()
        here.lobby.stop()
        for seat in (ana, bea):
            assert (await seat.next(Aborted)).match == match
        for program in (ana, bea, cid):
            assert (await program.next(Bye)).reason == "shutdown"
            await program.to_the_end()
        for person in (reader, stranger):
            await person.to_the_end()
            assert person.screen.endswith("\n")
            assert "The server is closing." in person.screen
        assert here.lobby.screens == set()


@simulated
async def test_person_is_told_of_a_challenge_in_words_that_can_be_typed() -> None:
    async with town() as here:
        bea = here.person()
        await bea.called("Bea")
        ana = await here.program().called("Ana")
        await ana.ask(Match("Bea", GAME), ChallengeSent)
        await bea.until("Ana", "accept")
        await bea.type("accept")
        await bea.until("Duel 1 begins")
        assert (await ana.next(Started)).seat == 0
