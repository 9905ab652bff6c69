"""The view, the catalogue and the choice lines of Mage Tower, as far as texts look into them.

What is legal is never decided here; numbers that a line would bring about are told from the view as it stands.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, cast

import orjson
from attrs import frozen

USUAL_ENERGY: Final = 7  # MT-7.1
CYCLE_COST: Final = 2  # MT-10.2
EMPTY_BOARD_DAMAGE: Final = 2  # MT-8.5
USUAL_WINDOW: Final = (10, 12)  # MT-6.5

_VERB_ORDER: Final = ("play", "use", "attack", "buy", "cycle", "pick", "drop", "give", "take", "leave", "discard")


class ItemView(TypedDict):
    """Something in play (MT-26.7); attack, health and attacks_left are those of a Defender."""

    name: str
    card: str
    type: str
    attack: int | None
    health: int | None
    damage: int
    attacks_left: int | None
    on: str | None
    uses_left: int | None


class MonsterView(TypedDict):
    """A monster of a board (MT-26.7)."""

    name: str
    card: str
    attack: int
    health: int
    damage: int
    angry: bool
    delay: int
    owner: int | None
    real: bool
    entered_turn: int


class DeckView(TypedDict):
    """A monster deck (MT-26.5)."""

    deck_size: int
    discard: list[str]
    reshuffles: int
    threshold: int | None


class PlayerView(TypedDict):
    """One side (MT-26.6)."""

    seat: int
    life: int | None
    gold: int
    out: bool
    hand_size: int
    hand: list[str] | None
    deck_size: int
    discard: list[str]
    in_play: list[ItemView]
    board: list[MonsterView] | None
    monsters: DeckView | None
    price: dict[str, int]
    next_energy: int
    window: list[int] | None


class TeamView(TypedDict):
    """What a team shares (MT-15.2)."""

    life: int
    board: list[MonsterView]


class DraftView(TypedDict):
    """A draft as its viewer sees it (MT-26.8)."""

    kind: str
    round: int
    layout: list[str] | None
    pack: list[str] | None
    picked: Any
    waiting: list[int]


class View(TypedDict):
    """What a viewer sees (MT-26.5)."""

    game: str
    mode: str
    turn: int
    round: int
    active: int | None
    phase: str
    you: int | None
    energy: int
    players: list[PlayerView]
    piles: dict[str, int]
    monsters: DeckView | None
    team: TeamView | None
    last_turns: list[int] | None
    draft: DraftView | None


def as_view(view: Mapping[str, Any]) -> View:
    """Return the parsed JSON of a view as what it is."""
    return cast("View", view)


def board_of(view: View, seat: int) -> list[MonsterView]:
    """Return the monsters that `seat` has to do with, closest first: its own, or the team's."""
    if view["team"] is not None:
        return view["team"]["board"]
    return view["players"][seat]["board"] or []


def life_of(view: View, seat: int) -> int:
    """Return the life of `seat`, or of its team."""
    life = view["players"][seat]["life"]
    if life is None and view["team"] is not None:
        return view["team"]["life"]
    return life or 0


def picked_by(view: View, seat: int) -> Sequence[str] | None:
    """Return what `seat` has picked in a draft; None where the viewer can't know."""
    draft = view["draft"]
    if draft is None or draft["picked"] is None:
        return None
    if draft["kind"] == "visible":
        return cast("list[list[str]]", draft["picked"])[seat]
    return cast("list[str]", draft["picked"]) if seat == view["you"] else None


def living_foes(view: View, seat: int) -> list[int]:
    """Return the opponents of `seat` (MT-21.6): none in co-op and solo."""
    if view["mode"] != "versus":
        return []
    return [player["seat"] for player in view["players"] if player["seat"] != seat and not player["out"]]


@frozen
class Card:
    """A card of the catalogue; its text is ours, its effects are read for a few previews only."""

    id: str
    name: str
    group: str
    type: str
    colour: str
    cost: int
    price: int
    attack: int
    health: int
    points: int
    advanced: bool
    text: str
    play: Sequence[Any]
    activated: Mapping[str, Any] | None
    statics: Sequence[Any]

    @property
    def is_monster(self) -> bool:
        """Whether it stands on boards."""
        return self.type in {"monster", "monster-attack", "placeholder"}

    @property
    def has_body(self) -> bool:
        """Whether it has attack and health."""
        return self.is_monster or self.type == "defender"

    @property
    def arrows(self) -> int:
        """The arrow damage that playing it deals for sure, as printed; 0 if that depends on something."""
        amounts = [op["arrow"] for op in self.play if isinstance(op, dict) and "arrow" in op]
        return sum(amount for amount in amounts if isinstance(amount, int))


_FIELDS: Final = tuple(field.name for field in Card.__attrs_attrs__)


@frozen
class Cards:
    """The catalogue, by id in the order of ids."""

    cards: Mapping[str, Card]

    @classmethod
    def read(cls, catalog_json: str) -> "Cards":
        """Read the JSON of a catalogue."""
        entries = orjson.loads(catalog_json)["cards"]
        return cls({entry["id"]: Card(**{field: entry[field] for field in _FIELDS}) for entry in entries})

    def of(self, card: str) -> Card:
        """Return the card of an id.

        Raises:
            KeyError: there is none.
        """
        return self.cards[card]


@frozen
class Thing:
    """What a name stands for: `p2:orc#1`, `foe:insight`, `knight#2`.

    Attributes:
        side: what stands before the colon; None for what needs nothing there.
        card: the card's id.
        copy: which copy in play; 0 for a card that is not in play.
    """

    side: str | None
    card: str
    copy: int

    @classmethod
    def read(cls, name: str) -> "Thing":
        """Read a name."""
        side, colon, rest = name.rpartition(":")
        card, _, copy = rest.partition("#")
        return cls(side if colon else None, card, int(copy) if copy else 0)

    @property
    def bare(self) -> str:
        """The name on its own side: `orc#1`."""
        return f"{self.card}#{self.copy}" if self.copy else self.card

    @property
    def seat(self) -> int | None:
        """The seat of an absolute name; None for what is the team's."""
        return int(self.side[1:]) - 1 if self.side and self.side != "foe" else None


@frozen
class Line:
    """A choice line, taken apart: a verb and what follows it."""

    text: str
    verb: str
    terms: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> "Line":
        """Read a canonical line."""
        verb, *terms = text.split()
        return cls(text, verb, tuple(terms))

    @property
    def first(self) -> str:
        """What follows the verb; "" if nothing does."""
        return self.terms[0] if self.terms else ""

    @property
    def rest(self) -> str:
        """What follows that, as one text."""
        return " ".join(self.terms[1:])

    @property
    def family(self) -> str:
        """The line without what it is aimed at."""
        return f"{self.verb} {self.first}".strip()


def read_lines(choices: Iterable[str]) -> list[Line]:
    """Return lines in the order in which one reads them: cards first, the end last."""

    def place(line: Line) -> int:
        return _VERB_ORDER.index(line.verb) if line.verb in _VERB_ORDER else len(_VERB_ORDER)

    return sorted(map(Line.read, choices), key=place)


def monster_named(view: View, seat: int, name: str) -> MonsterView | None:
    """Return the monster of the board of `seat` that is called so."""
    return next((monster for monster in board_of(view, seat) if monster["name"] == name), None)


def item_named(view: View, seat: int, name: str) -> ItemView | None:
    """Return what `seat` has in play under that name."""
    return next((item for item in view["players"][seat]["in_play"] if item["name"] == name), None)


def left(body: MonsterView | ItemView) -> int:
    """Return the damage that something still bears."""
    return (body["health"] or 0) - body["damage"]


@frozen
class Hit:
    """What a monster would take: `left` is what it would still bear."""

    name: str
    amount: int
    left: int

    @property
    def kills(self) -> bool:
        """Whether that kills it."""
        return self.left <= 0


def armour_of(card: Card) -> int:
    """Return by how much each damage to a monster is reduced (MT-15.12)."""
    return sum(each["armour"] for each in card.statics if isinstance(each, dict) and "armour" in each)


def arrow_hits(board: Sequence[MonsterView], amount: int, cards: Cards) -> tuple[list[Hit], int]:
    """Return what arrow damage would do to a board as it stands, and what would be left of it (MT-7.5).

    What dying monsters bring about is not foreseen.
    """
    hits: list[Hit] = []
    for monster in board:
        if amount <= 0:
            break
        armour = armour_of(cards.of(monster["card"]))
        taken = min(max(amount - armour, 0), left(monster))
        hits.append(Hit(monster["name"], taken, left(monster) - taken))
        if not hits[-1].kills:
            return hits, 0
        amount -= taken + armour
    return hits, max(amount, 0)


@frozen
class Strike:
    """What an attack would do.

    Attributes:
        hits: the monsters struck, the closest first.
        past: what would hit each opponent.
        back: what the Defender takes.
        left: what the Defender would still bear.
    """

    hits: Sequence[Hit]
    past: int
    back: int
    left: int


def strike(view: View, seat: int, line: Line, cards: Cards) -> Strike | None:
    """Return what an attack line would do as things stand (MT-8.3, MT-8.5, MT-8.8); None without that Defender."""
    defender = item_named(view, seat, line.first)
    if defender is None:
        return None
    board = board_of(view, seat)
    attack = defender["attack"] or 0
    named = [monster for monster in board if monster["name"] == line.rest] or board[:1]
    if not named:
        return Strike((), attack, EMPTY_BOARD_DAMAGE, left(defender) - EMPTY_BOARD_DAMAGE)
    worn = [item["card"] for item in view["players"][seat]["in_play"] if item["on"] == defender["name"]]
    statics = [each for card in (defender["card"], *worn) for each in cards.of(card).statics]
    parry = sum(each["parry"] for each in statics if isinstance(each, dict) and "parry" in each)
    back = max(named[0]["attack"] - parry, 0)
    if "arrow-attack" in statics:
        hits, past = arrow_hits(board, attack, cards)
    else:
        amount = max(attack - armour_of(cards.of(named[0]["card"])), 0)
        hits, past = [Hit(named[0]["name"], amount, left(named[0]) - amount)], 0
    return Strike(hits, past, back, left(defender) - back)
