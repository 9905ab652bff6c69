"""Setups of Mage Tower for two with nothing but the basics: decks and monster decks in an order that is drawn here."""

import json
from random import Random

from attrs import frozen

BASICS = ("archer", "elite_archer", "knight")
SIZE = 13  # MT-2.1
MONSTERS = ("orc", "hellhound", "ogre", "warlock", "demon", "giant") * 4  # MT-2.3


@frozen
class Basics:
    """How a match begins.

    Attributes:
        decks: for each seat its hand of two, then its deck, top first.
        monsters: for each seat its monster deck, top first.
        first: the seat that begins.
    """

    decks: list[list[str]]
    monsters: list[list[str]]
    first: int

    def setup(self) -> str:
        """Return the setup as JSON."""
        seats = [
            {"hand": cards[:2], "deck": cards[2:], "monster_deck": row}
            for cards, row in zip(self.decks, self.monsters, strict=True)
        ]
        position = {"active": self.first, "turn": 1, "round": 1, "phase": "begin", "seats": seats}
        return json.dumps({"players": 2, "first": self.first, "position": position})


def random_basics(rng: Random) -> Basics:
    """Draw a beginning: mixes of the basics in any order."""
    decks = [rng.choices(BASICS, (4, 5, 4), k=SIZE) for _ in (0, 1)]
    monsters = [rng.sample(MONSTERS, len(MONSTERS)) for _ in (0, 1)]
    return Basics(decks, monsters, rng.randrange(2))
