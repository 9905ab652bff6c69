"""The view, the catalogue and the choice lines of Wizard's Arena, as far as texts look into them.

What is legal is never decided here; numbers that a line would bring about are told from the view as it stands.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypedDict, cast

import orjson
from attrs import frozen

MARK: Final = "X"
ROLLOVER_LOSS: Final = 3  # WA-8.1
CRASH_ATTACK: Final = 3  # WA-6.3

Verb = Literal["attack", "cast", "cut", "done", "draw", "flash", "heal", "skip", "summon"]
_VERB_ORDER: Final = ("heal", "draw", "cut", "summon", "cast", "flash", "attack", "skip", "done")
_PASSES: Final = ("done", "skip", "draw 1", "cut 0")  # what a time-out plays (WA-10)


class FighterView(TypedDict):
    """A card in the Arena (WA-11.2)."""

    name: str
    card: str
    attack: int
    health: int
    damage: int
    abilities: list[str]
    since_start: bool
    triggered: bool
    attacked: bool


class PlayerView(TypedDict):
    """One side (WA-11.2)."""

    life: int
    crystals: int
    mana: int
    pattern: list[str]
    hand: list[str]
    arena: list[FighterView]


class View(TypedDict):
    """What anybody sees (WA-11.2)."""

    game: str
    turn: int
    active: int
    phase: str
    players: list[PlayerView]


def as_view(view: Mapping[str, Any]) -> View:
    """Return the parsed JSON of a view as what it is."""
    return cast("View", view)


@frozen
class Card:
    """A card of the catalogue (WA-9)."""

    id: str
    cost: int
    attack: int
    health: int
    ability: str | None
    text: str

    @property
    def can_trigger(self) -> bool:
        """Whether it can be cast and flashed (WA-5.2)."""
        return self.ability in {"support", "archer", "leader"}

    @property
    def flash_cost(self) -> int:
        """Mana for flashing it (WA-5.4)."""
        return max(self.cost - 1, 0)


@frozen
class ReadyPattern:
    """A Pattern that ships with the catalogue (WA-11.1)."""

    name: str
    letters: str
    plan: str


@frozen
class Cards:
    """The catalogue."""

    cards: Mapping[str, Card]
    patterns: Sequence[ReadyPattern]

    @classmethod
    def read(cls, catalog_json: str) -> "Cards":
        """Read the JSON of a catalogue."""
        document = orjson.loads(catalog_json)
        cards = {entry["id"]: Card(**entry) for entry in document["cards"]}
        return cls(cards, tuple(ReadyPattern(**entry) for entry in document["patterns"]))

    def of(self, name: str) -> Card:
        """Return the card of a copy's name: `B1` is a B."""
        return self.cards[name[0]]


def own_name(reference: str) -> tuple[int, str]:
    """Return seat and name of an absolute reference: `p2:B1` is (1, "B1")."""
    seat, _, name = reference.partition(":")
    return int(seat[1:]) - 1, name


def fighter_of(view: View, seat: int, target: str) -> FighterView | None:
    """Return the card in the Arena that `target` names for `seat`: `B1`, `foe:B1`."""
    owner = 1 - seat if target.startswith("foe:") else seat
    name = target.removeprefix("foe:")
    return next((fighter for fighter in view["players"][owner]["arena"] if fighter["name"] == name), None)


def hand_after_cut(pattern: Sequence[str], count: int) -> list[str]:
    """Return the first three cards after `count` cards went to the end (WA-3.3)."""
    return [*pattern[count:], *pattern[:count]][:3]


def drawn(pattern: Sequence[str], count: int) -> tuple[list[str], int]:
    """Return the cards that `count` draws bring, and the Life that they cost (WA-8)."""
    left = list(pattern)
    cards: list[str] = []
    lost = 0
    for _ in range(count):
        if left and left[0] != MARK:
            cards.append(left.pop(0))
        elif left:
            lost += ROLLOVER_LOSS
        if len(left) > 1 and left[0] == MARK:
            lost += ROLLOVER_LOSS
            left.append(left.pop(0))
    return cards, lost


@frozen
class Line:
    """A choice line, taken apart.

    Attributes:
        text: the line as it is typed.
        verb: its first word.
        card: whose turn it is to act: `B1`; or the number of `cut` and `draw`.
        target: `foe`, `foe:C1`, `B1`, or "".
        crash: a Mana is paid for 3 Attack.
    """

    text: str
    verb: str
    card: str = ""
    target: str = ""
    crash: bool = False

    @classmethod
    def read(cls, text: str) -> "Line":
        """Take a canonical line apart."""
        verb, *rest = text.split()
        card, target, crash = [*rest, "", "", ""][:3]
        return cls(text, verb, card, target, crash == "crash")

    @property
    def family(self) -> str:
        """The line with the word TARGET for what it is aimed at: what several lines have in common."""
        return f"{self.verb} {self.card} TARGET{' crash' if self.crash else ''}"


def read_lines(choices: Sequence[str]) -> list[Line]:
    """Return the lines by verb in the order of play; within a verb as they were."""
    lines = [Line.read(choice) for choice in choices]
    return sorted(
        lines, key=lambda line: _VERB_ORDER.index(line.verb) if line.verb in _VERB_ORDER else len(_VERB_ORDER)
    )


def pass_line(choices: Sequence[str]) -> str:
    """Return the line that does least, which a time-out plays (WA-10); "" if there is none."""
    return next((line for line in _PASSES if line in choices), "")


def fighters(view: View) -> Iterator[tuple[int, FighterView]]:
    """Yield all cards in the Arena with their seats."""
    for seat, player in enumerate(view["players"]):
        for fighter in player["arena"]:
            yield seat, fighter


@frozen
class Blow:
    """What an attack or a shot would do to a card: current numbers, nothing else."""

    amount: int
    left: int

    @property
    def destroys(self) -> bool:
        """Whether nothing is left of it."""
        return self.left <= 0

    @classmethod
    def on(cls, fighter: FighterView, amount: int) -> "Blow":
        """Return the blow of `amount` on `fighter`."""
        return cls(amount, fighter["health"] - fighter["damage"] - amount)
