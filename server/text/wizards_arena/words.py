"""How Wizard's Arena calls people and cards, for all of its texts."""

from collections.abc import Sequence

from server.text.viewer import Viewer, joined

from .position import Card, FighterView, own_name


def card_words(viewer: Viewer, seat: int, name: str) -> str:
    """Return "your B1" or "Bea's B1"."""
    return viewer.say("wa-card", owner=viewer.person(seat), name=viewer.names[seat], card=name)


def card_first(viewer: Viewer, seat: int, name: str) -> str:
    """Return the same at the start of a sentence."""
    return viewer.say("wa-card-first", owner=viewer.person(seat), name=viewer.names[seat], card=name)


def reference_words(viewer: Viewer, reference: str) -> str:
    """Return `card_words` of an absolute reference (`p2:B1`)."""
    return card_words(viewer, *own_name(reference))


def references_words(viewer: Viewer, references: Sequence[str]) -> str:
    """Return a list of cards in a sentence."""
    return joined([reference_words(viewer, reference) for reference in references], viewer.texts)


def ability_words(viewer: Viewer, ability: str) -> str:
    """Return the name of an ability."""
    return viewer.say(f"wa-ability-{ability}")


def card_kind(viewer: Viewer, card: Card) -> str:
    """Return attack, health and ability as printed: "1/1 archer"."""
    numbers = f"{card.attack}/{card.health}"
    return f"{numbers} {ability_words(viewer, card.ability)}" if card.ability else numbers


def held_words(viewer: Viewer, name: str, card: Card) -> str:
    """Return what a card in the Hand is: "K1 1/1 archer, cost 2"."""
    return viewer.say("wa-held", card=name, kind=card_kind(viewer, card), cost=card.cost)


def fighter_words(viewer: Viewer, fighter: FighterView, *, is_ready: bool) -> str:
    """Return what a card in the Arena is: "C1 0/2 blocker, 1 damage *"."""
    words = [fighter["name"], f"{fighter['attack']}/{fighter['health']}"]
    words += [ability_words(viewer, ability) for ability in fighter["abilities"]]
    text = " ".join(words)
    if fighter["damage"]:
        text = viewer.say("wa-hurt", card=text, damage=fighter["damage"])
    return f"{text} *" if is_ready else text
