"""How Mage Tower calls people, cards and things in play, for all of its texts."""

from collections.abc import Iterable, Mapping

from server.text.viewer import Viewer, joined

from .position import Card, Cards, ItemView, MonsterView, Thing


def someone(viewer: Viewer, seat: int | None) -> dict[str, str]:
    """Return what a sentence about a seat is told: $who is "you", "other", or "team" for what has no seat."""
    if seat is None:
        return {"who": "team", "name": ""}
    return {"who": viewer.person(seat), "name": viewer.names[seat]}


def person_words(viewer: Viewer, seat: int) -> str:
    """Return "you" or a name."""
    return viewer.say("mt-person", **someone(viewer, seat))


def people_words(viewer: Viewer, seats: Iterable[int]) -> str:
    """Return people as a list in a sentence."""
    return joined([person_words(viewer, seat) for seat in seats], viewer.texts)


def card_words(card: str, cards: Cards) -> str:
    """Return a card's name: "Elite Archer"."""
    return cards.of(card).name


def cards_words(viewer: Viewer, ids: Iterable[str], cards: Cards) -> str:
    """Return cards as a list in a sentence."""
    return joined([card_words(card, cards) for card in ids], viewer.texts)


def bare_words(reference: str, cards: Cards) -> str:
    """Return something in play by its name and number alone: "Orc#1"."""
    thing = Thing.read(reference)
    return f"{card_words(thing.card, cards)}#{thing.copy}"


def owned_words(viewer: Viewer, reference: str, cards: Cards) -> str:
    """Return something in play with its owner: "your Knight#1", "Bea's Orc#1"; what is the team's has none."""
    words, seat = bare_words(reference, cards), Thing.read(reference).seat
    return words if seat is None else viewer.say("mt-thing", **someone(viewer, seat), thing=words)


def thing_words(viewer: Viewer, reference: str, cards: Cards) -> str:
    """Return the same, but for a monster of the reader's board, which is just "Orc#1"."""
    thing = Thing.read(reference)
    if thing.seat == viewer.you and cards.of(thing.card).is_monster:
        return bare_words(reference, cards)
    return owned_words(viewer, reference, cards)


def short_text(viewer: Viewer, card: Card) -> str:
    """Return what a card does in a few words; the catalogue's text for a card that has no such words."""
    known = f"mt-do-{card.id}"
    return viewer.say(known) if viewer.texts.has(known) else card.text


def body_words(card: Card) -> str:
    """Return attack and health as printed: "3/4"."""
    return f"{card.attack}/{card.health}"


def use_words(viewer: Viewer, card: Card) -> str:
    """Return what a card is good for, with its attack and health: "3/4 Defender"."""
    text = short_text(viewer, card)
    return f"{body_words(card)}: {text}" if card.has_body else text


def type_words(viewer: Viewer, card: Card) -> str:
    """Return what kind of card it is."""
    return viewer.say(f"mt-type-{card.type}")


def monster_words(viewer: Viewer, monster: MonsterView) -> str:
    """Return a monster on a board: "giant#1 5/5, 3 damage !"."""
    text = f"{monster['name']} {monster['attack']}/{monster['health']}"
    if monster["damage"]:
        text = viewer.say("mt-hurt", thing=text, damage=monster["damage"])
    if monster["angry"]:
        return f"{text} !"
    return f"{text} ~" if monster["delay"] else text


def worn_by(items: Iterable[ItemView], name: str) -> list[str]:
    """Return the names of what is attached to `name`."""
    return [item["name"] for item in items if item["on"] == name]


def defender_words(viewer: Viewer, item: ItemView, worn: Iterable[str], *, is_ready: bool) -> str:
    """Return a Defender: "knight#1 3/4, 2 damage (hell_axe#1) *"."""
    text = f"{item['name']} {item['attack']}/{item['health']}"
    if item["damage"]:
        text = viewer.say("mt-hurt", thing=text, damage=item["damage"])
    equipment = ", ".join(worn)
    if equipment:
        text = f"{text} ({equipment})"
    return f"{text} *" if is_ready else text


def price_words(viewer: Viewer, prices: Mapping[str, int], piles: Mapping[str, int]) -> list[str]:
    """Return what can be bought: "intellect 3 gold (9 left)"."""
    return [viewer.say("mt-price", card=card, price=price, left=piles[card]) for card, price in prices.items()]
