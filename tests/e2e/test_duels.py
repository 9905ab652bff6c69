"""Whole duels over TCP, by people who type only what the screen offers, and by programs."""

import random
import re

import pytest
import trio

from protocol.client_messages import Accept, Bot, Choose, Match, Who
from protocol.server_messages import Challenged, ChallengeSent, Decide, Event, MatchOver, Started, WhoList
from tests.support.client import Program
from tests.support.fake_game import GAME

from .server import Newcomer, person, program, rows, serving


@pytest.mark.parametrize(("seed", "types_words"), [(1, False), (4, True), (3, False)])
async def test_newcomer_plays_a_whole_duel_against_the_house(seed: int, types_words: bool) -> None:
    async with serving(seed=seed) as address, await person(address) as ana:
        menu = await ana.called("Ana")
        newcomer = Newcomer(ana, random.Random(seed), types_words=types_words)
        await newcomer.choose(menu, "bot wizards arena")
        end = await newcomer.play()
        assert end.startswith("Duel 1 is over: ")
        assert len(newcomer.typed) > 10
        assert "What next: rematch | replay 1 | dice 1 | lobby | quit" in ana.screen
        await newcomer.choose(await ana.ask("lobby"), "who")
        await ana.until("Ana")
        await ana.type("quit")
        await ana.to_the_end()


async def test_learning_duel_gives_hints_to_its_end() -> None:
    async with serving() as address, await person(address) as ana:
        menu = await ana.called("Ana")
        newcomer = Newcomer(ana, random.Random(8))
        await newcomer.choose(menu, "learn")
        await newcomer.play()
        assert ana.screen.lower().count("hint") > 3


async def test_two_people_find_each_other_and_play_to_the_end() -> None:
    async with serving(seed=4) as address, await person(address) as ana, await person(address) as bea:
        await bea.called("Bea")
        menu = await ana.called("Ana")
        one = Newcomer(ana, random.Random(1))
        two = Newcomer(bea, random.Random(2), types_words=True)
        await one.choose(menu, "match Bea wizards arena")
        invitation = await bea.until("accept")
        assert "Ana" in invitation
        await bea.type("accept")
        ends: dict[str, str] = {}

        async def play(name: str, newcomer: Newcomer) -> None:
            ends[name] = await newcomer.play()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, "Ana", one)
            nursery.start_soon(play, "Bea", two)
        assert set(ends) == {"Ana", "Bea"}
        for ends_for in ends.values():
            assert ends_for.startswith("Duel 1 is over: ")
        assert len(one.typed) > 10
        assert len(two.typed) > 10
        # Each tells the other's choices in its own words, and both go on in the lobby.
        assert rows(await ana.ask("lobby"))
        assert rows(await bea.ask("lobby"))


async def _play(player: Program, chance: random.Random) -> MatchOver:
    while True:
        message = await player.next((Decide, MatchOver))
        if isinstance(message, MatchOver):
            return message
        assert isinstance(message, Decide)
        await player.send(Choose(chance.choice(message.choices), message.decision))


async def test_program_plays_the_house() -> None:
    async with serving(seed=5) as address, await program(address, "Robot") as robot:
        await robot.send(Bot(GAME))
        started = await robot.next(Started)
        assert (started.names, started.seat) == (["Robot", "House"], 0)
        over = await _play(robot, random.Random(5))
        assert over.match == started.match
        numbers = [message.number for message in robot.messages if isinstance(message, Event)]
        assert numbers == list(range(1, len(numbers) + 1))


async def test_two_programs_play_each_other_and_both_hear_the_same_end() -> None:
    async with serving(seed=6) as address, await program(address, "Rob") as one, await program(address, "Rosa") as two:
        await one.ask(Match("Rosa", GAME), ChallengeSent)
        await two.next(Challenged)
        await two.send(Accept())
        ends: list[MatchOver] = []

        async def play(player: Program, seed: int) -> None:
            ends.append(await _play(player, random.Random(seed)))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, one, 1)
            nursery.start_soon(play, two, 2)
        assert ends[0] == ends[1]
        states = [player.state for player in (await one.ask(Who(), WhoList)).players]
        assert states == ["free", "free"]


async def test_pasted_session_plays_as_if_it_were_typed_slowly() -> None:
    lines = ["Ana", "2", "1", "1", "0", "board", "who", "ping the end"]
    screens: list[str] = []
    for in_one_packet in (True, False):
        async with serving(seed=3) as address, await person(address) as ana:
            await ana.prompt()
            if in_one_packet:
                await ana.type(*lines)
                await ana.until("the end", "> ")
            else:
                for line in lines:
                    await ana.ask(line)
            screens.append(ana.screen)
    pasted, typed = (re.sub(r"(?m)^[a-z]*> ", "", screen) for screen in screens)  # it is asked after the last line only
    assert pasted == typed
    assert "Nothing has the number" not in pasted


async def test_person_who_is_cut_off_comes_back_to_the_same_board() -> None:
    async with serving(seed=3) as address:
        async with await person(address) as ana:
            await ana.called("Ana")
            await ana.ask("bot wizards arena")
            await ana.ask("1")
            board = _board(await ana.ask("board"))
            token = ana.screen.partition("come back with: login Ana ")[2].split()[0]
        async with await person(address) as again:
            await again.prompt()
            shown = await again.ask(f"login Ana {token}")
            assert "Duel 1" in shown
            assert _board(await again.ask("board")) == board


def _board(screen: str) -> list[str]:
    return [line for line in screen.split("\n") if line.startswith((" House", " Ana", "  arena", "  hand", "  next"))]
