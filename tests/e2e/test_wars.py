"""Mage Wars between two people at telnet clients that negotiate, who type only what their screens list."""

import random
import re
from typing import Final

import pytest
import trio

from server import windows
from tests.support.client import Person, SocketWire

from .server import Address, rows, serving

_WIDTH: Final = 80
_IAC: Final = b"\xff"
_HELLO: Final = b"\xff\xfb\x1f\xff\xfd\x03\xff\xfb\x18\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0"
"""WILL NAWS, DO SGA, WILL TTYPE; then the window's size: 80 columns, 24 lines."""
_FOE: Final = re.compile(
    r"(?m)^  (\d),(\d)  foe:(?:siren|paladin)|[A-Z][a-z]+'s (?:Siren|Paladin) (?:moves|is \w+) from \d,\d to (\d),(\d)"
)
_LISTED: Final = re.compile(r"(?m)(?:^|  ) *(\d+) (\S+(?: \S+)*)")
"""What `choices` shows: columns of numbers with their lines."""
_MAGE: Final = re.compile(r"foe:(?:siren|paladin)(?: |$)")
_OVER: Final = re.compile(r"Match 1 is over: .*")
_NO_NUMBER: Final = "Nothing has the number"


async def _telnet(address: Address, name: str) -> Person:
    """Connect a telnet client with a window of 80 columns; return the person before it, logged in."""
    player = Person(await SocketWire.to(address))
    await player.wire.send(_HELLO)
    await player.called(name)
    assert _IAC + b"\xfd\x1f" in player.raw, "the server wants to know the window's size"
    return player


class Fighter:
    """Somebody who goes for the other Mage: strikes and casts where that is listed, and else walks nearer.

    Args:
        player: their connection.
        chance: how they choose among equals.
        types_words: whether they type lines instead of numbers.
    """

    _WISHES: Final = ("attack", "counter", "cast", "reveal", "reroll", "deploy", "move", "activate", "pay", "plan")

    def __init__(self, player: Person, chance: random.Random, *, types_words: bool) -> None:
        """Nothing typed yet."""
        self.player = player
        self.typed: list[str] = []
        self.screens: list[str] = []
        self._chance = chance
        self._types_words = types_words
        self._foe = (0, 0)

    async def play(self, most: int | None = None) -> str | None:
        """Play to the end, and return the line that tells it; or type so many lines."""
        while most is None or len(self.typed) < most:
            screen = await self._look()
            over = _OVER.search(screen)
            if over:
                return over[0]
            listed = rows(screen)
            if " | " in _asked(screen):
                await self.player.type("choices")
                screen = await self._look()
                over = _OVER.search(screen)  # the other one may have given up meanwhile
                if over:
                    return over[0]
                listed = dict(_LISTED.findall(screen))
            if set(listed.values()) <= {"replan"}:  # nothing is asked, or all is planned: that stands
                continue
            number = self._wish(listed)
            self.typed.append(listed[number])
            await self.player.type(listed[number] if self._types_words else number)
        return None

    async def _look(self) -> str:
        """Read on to a prompt, and mind where the other Mage is."""
        screen = await self.player.prompt()
        assert _NO_NUMBER not in screen, screen
        self.screens.append(screen)
        for seen in _FOE.finditer(screen):
            x, y = (seen[1], seen[2]) if seen[1] else (seen[3], seen[4])
            self._foe = (int(x), int(y))
        return screen

    def _wish(self, listed: dict[str, str]) -> str:
        for verb in self._WISHES:
            fitting = {number: line for number, line in listed.items() if line.split()[0] == verb and number != "0"}
            if verb == "attack":
                at_foe = {number: line for number, line in fitting.items() if "foe:" in line}
                fitting = {number: line for number, line in at_foe.items() if _MAGE.search(line)} or at_foe
            if verb == "move" and fitting:
                return min(fitting, key=lambda number: self._steps(fitting[number]))
            if fitting:
                return self._chance.choice(list(fitting))
        return "0" if "0" in listed else self._chance.choice(list(listed))

    def _steps(self, move: str) -> int:
        x, y = move.split()[1].split(",")
        return abs(int(x) - self._foe[0]) + abs(int(y) - self._foe[1])


def _asked(screen: str) -> str:
    """Return the part of a screen behind the last board: what is asked."""
    return screen.rpartition("-- *: may act ")[2]


@pytest.fixture
def _short_veils(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hidden windows take a moment: there are hundreds in a game, and nobody here looks at the time."""
    monkeypatch.setattr(windows, "VEIL_LEAST_MS", 1)
    monkeypatch.setattr(windows, "VEIL_MOST_MS", 2)


async def _begin(ana: Person, bea: Person) -> None:
    await ana.type("match Bea mage wars")
    assert "Ana challenges you: Mage Wars" in await bea.until("accept")
    await bea.type("accept")


def _look_right(fighters: list[Fighter]) -> None:
    for fighter in fighters:
        for screen in fighter.screens:
            assert all(len(line) <= _WIDTH for line in screen.split("\n")), screen


@pytest.mark.usefixtures("_short_veils")
async def test_two_telnet_clients_begin_mage_wars_and_one_resigns() -> None:
    async with serving(seed=4) as address, await _telnet(address, "Ana") as ana, await _telnet(address, "Bea") as bea:
        await _begin(ana, bea)
        one = Fighter(ana, random.Random(1), types_words=False)
        two = Fighter(bea, random.Random(2), types_words=True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(two.play)
            await one.play(12)
            await ana.type("resign", "yes")
            await ana.until("Match 1 is over: you lose, Bea wins")
        _look_right([one, two])


@pytest.mark.slow
@pytest.mark.usefixtures("_short_veils")
@pytest.mark.timeout(600)
async def test_two_telnet_clients_fight_mage_wars_to_its_end() -> None:
    async with serving(seed=4) as address, await _telnet(address, "Ana") as ana, await _telnet(address, "Bea") as bea:
        await _begin(ana, bea)
        fighters = [
            Fighter(ana, random.Random(1), types_words=False),
            Fighter(bea, random.Random(2), types_words=True),
        ]
        ends: list[str | None] = []

        async def fight(fighter: Fighter) -> None:
            ends.append(await fighter.play())

        async with trio.open_nursery() as nursery:
            for fighter in fighters:
                nursery.start_soon(fight, fighter)
        assert all("a Mage has no life left" in (end or "") for end in ends), ends
        assert sorted("you win" in (end or "") for end in ends) == [False, True]
        for verb in ("plan", "cast", "activate", "move", "pass"):
            assert all(any(line.startswith(verb) for line in fighter.typed) for fighter in fighters)
        assert "What next: rematch |" in ana.screen
        _look_right(fighters)
