"""Views, the catalogue and choice lines of Mage Wars, taken apart for the texts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, cast

import orjson
from attrs import frozen

Zone = Sequence[int]


class Planned(TypedDict):
    """What a caster has planned."""

    caster: str | None
    count: int
    cards: list[str] | None


class Book(TypedDict):
    """A spellbook; its cards are for its owner."""

    count: int
    cards: dict[str, int] | None


class SeatView(TypedDict):
    """A player (MW-32.3)."""

    seat: int
    mage: str
    life: int
    damage: int
    mana: int
    channeling: int
    valor: int
    quickcast: bool
    auras: list[str]
    challenge: str | None
    call: str | None
    fermata_left: int | None
    used: list[str]
    hidden_enchantments: int
    planned: list[Planned]
    spellbook: Book
    discard: list[str]


class TraitView(TypedDict):
    """A trait and its number."""

    name: str
    value: int | None


class ObjectView(TypedDict):
    """An object in play."""

    ref: str
    card: str | None
    seat: int
    kind: str
    zone: Zone | None
    border: Sequence[Zone] | None
    host: str | None
    slot: str | None
    revealed: bool
    life: int | None
    damage: int
    armor: int | None
    mana: int | None
    active: bool | None
    guard: bool | None
    conditions: dict[str, int]
    tokens: dict[str, int]
    traits: list[TraitView]
    prey: list[str]
    grappler: str | None
    fermata: int


class Arena(TypedDict):
    """How large the arena is."""

    columns: int
    rows: int


class View(TypedDict):
    """What a viewer may know (MW-32.3)."""

    you: int | None
    round: int
    phase: str
    initiative: int
    turn: int | None
    arena: Arena
    round_limit: int | None
    seats: list[SeatView]
    objects: list[ObjectView]
    acting: dict[str, Any] | None
    attack: dict[str, Any] | None
    cast: dict[str, Any] | None
    deciding: dict[str, Any] | None


def as_view(view: Mapping[str, Any]) -> View:
    """Return a view with its types."""
    return cast("View", view)


@frozen
class Reference:
    """A name of an object: `p2:kraken#1`, `foe:siren`, `noble_vanguard#2`.

    Attributes:
        seat: whose it is; None if the name doesn't say.
        card: its card, or "hidden".
        number: behind the `#`; 0 for a mage.
    """

    seat: int | None
    card: str
    number: int

    @classmethod
    def read(cls, text: str) -> "Reference":
        """Take a name apart."""
        owner, _, rest = text.rpartition(":")
        card, _, number = rest.partition("#")
        seat = int(owner[1:]) - 1 if owner[:1] == "p" and owner[1:].isdecimal() else None
        return cls(seat, card, int(number) if number.isdecimal() else 0)

    @property
    def bare(self) -> str:
        """The name without its owner."""
        return f"{self.card}#{self.number}" if self.number else self.card


def is_reference(value: object) -> bool:
    """Whether a value of an event is the absolute name of an object."""
    return isinstance(value, str) and value[:3] in {"p1:", "p2:"}


def zone_words(zone: Zone) -> str:
    """Return a zone as it is typed: "1,2"."""
    return ",".join(map(str, zone))


def border_words(border: Sequence[Zone]) -> str:
    """Return a border as it is typed: "1,1-2,1"."""
    return "-".join(zone_words(zone) for zone in border)


def spoken(word: str) -> str:
    """Return a word of the catalogue as people write it: "finite_life" is "finite life"."""
    return word.replace("_", " ").replace("-", " ")


@frozen
class Attack:
    """An attack printed on a card."""

    id: str
    name: str
    action: str
    kind: str
    dice: int | None
    range: Sequence[int]
    damage: str | None
    mana: int
    zone: bool
    traits: Sequence[Mapping[str, Any]]
    effects: Sequence[Mapping[str, Any]]
    versus: Mapping[str, Any] | None

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> "Attack":
        """Read an entry of the catalogue."""
        return cls(
            attack_id(entry["name"]),
            entry["name"],
            entry["action"],
            entry["kind"],
            entry.get("dice"),
            entry.get("range", (0, 0)),
            entry.get("damage"),
            entry["mana"],
            entry["zone"],
            entry["traits"],
            entry["effects"],
            entry.get("vs"),
        )


def attack_id(name: str) -> str:
    """Return the word that lines use for an attack: its name in snake_case."""
    plain = "".join(letter if letter.isalnum() else " " for letter in name.lower().replace("'", ""))
    return "_".join(plain.split())


@frozen
class Card:
    """A card of the catalogue; its text is ours."""

    id: str
    name: str
    kind: str
    level: int
    cost: int | None
    text: str
    attacks: Sequence[Attack]
    entry: Mapping[str, Any]

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> "Card":
        """Read an entry of the catalogue."""
        attacks = tuple(Attack.read(each) for each in entry["attacks"])
        return cls(
            entry["id"],
            entry["name"],
            entry["kind"],
            entry["level"],
            entry.get("cost"),
            entry["text"],
            attacks,
            entry,
        )

    @property
    def cost_words(self) -> str:
        """Its cost in mana; "X" where that depends."""
        return "X" if self.cost is None or self.entry.get("x") else str(self.cost)


@frozen
class Cards:
    """The catalogue, by id."""

    cards: Mapping[str, Card]
    attacks: Mapping[str, Attack]

    @classmethod
    def read(cls, catalog_json: str) -> "Cards":
        """Read the JSON of a catalogue."""
        cards = {entry["id"]: Card.read(entry) for entry in orjson.loads(catalog_json)["cards"]}
        attacks = {attack.id: attack for card in cards.values() for attack in card.attacks}
        return cls(cards, attacks)

    def name(self, card: str) -> str:
        """Return a card's name; a word that is no card's id is made readable."""
        known = self.cards.get(card)
        return known.name if known else spoken(card)

    def attack_name(self, attack: str) -> str:
        """Return an attack's printed name."""
        known = self.attacks.get(attack)
        return known.name if known else spoken(attack)


@frozen
class Line:
    """A choice line: its verb, what it is about, what it is aimed at."""

    text: str
    words: Sequence[str]

    @classmethod
    def read(cls, text: str) -> "Line":
        """Take a line apart."""
        return cls(text, tuple(text.split()))

    @property
    def verb(self) -> str:
        """The first word."""
        return self.words[0]

    @property
    def first(self) -> str:
        """The second word, or nothing."""
        return self.words[1] if len(self.words) > 1 else ""

    @property
    def family(self) -> str:
        """What lines that differ in their aim only have in common: "attack longsword", "cast swell", "move"."""
        return " ".join(self.words[:2]) if self.verb in _NAMED else self.verb


_NAMED: Final = frozenset({"attack", "cast", "counter"})


def find_object(view: View, name: str) -> ObjectView | None:
    """Return what a line calls `name` (`kraken#1`, `foe:siren`, `p2:hidden#3`) from the viewer's seat."""
    wanted = Reference.read(name)
    seat = wanted.seat
    if seat is None:
        you = view["you"] or 0
        seat = 1 - you if name.startswith("foe:") else you
    for thing in view["objects"]:
        known = Reference.read(thing["ref"])
        cards = {known.card, thing["card"]}
        if thing["seat"] == seat and known.number == wanted.number and wanted.card in cards:
            return thing
    return None


def attached_to(view: View, ref: str) -> list[ObjectView]:
    """Return the equipment and the enchantments on an object."""
    return [thing for thing in view["objects"] if thing["host"] == ref]


def in_zone(view: View, zone: Zone) -> list[ObjectView]:
    """Return what stands in a zone."""
    return [thing for thing in view["objects"] if thing["zone"] is not None and list(thing["zone"]) == list(zone)]


def walls(view: View) -> list[ObjectView]:
    """Return what stands on borders."""
    return [thing for thing in view["objects"] if thing["border"] is not None]


def life_left(thing: ObjectView) -> int:
    """Return the Life that is left of an object."""
    return max(0, (thing["life"] or 0) - thing["damage"])


def read_lines(choices: Iterable[str]) -> list[Line]:
    """Return choice lines, taken apart."""
    return [Line.read(choice) for choice in choices]
