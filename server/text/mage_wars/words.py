"""How Mage Wars calls people, objects and cards, for all of its texts."""

from collections.abc import Iterable, Mapping, Sequence

from server.text.viewer import Viewer, joined

from .position import Attack, Card, Cards, ObjectView, Reference, View, attached_to, find_object, life_left, spoken


def someone(viewer: Viewer, seat: int) -> dict[str, str]:
    """Return what a sentence about a seat is told: $who is "you" or "other"."""
    return {"who": viewer.person(seat), "name": viewer.names[seat]}


def person_words(viewer: Viewer, seat: int) -> str:
    """Return "you" or a name."""
    return viewer.say("mw-person", **someone(viewer, seat))


def bare_words(reference: str, cards: Cards) -> str:
    """Return an object by the name of its card, and its number: "Kraken#1"."""
    found = Reference.read(reference)
    name = cards.name(found.card).partition(",")[0]
    return f"{name}#{found.number}" if found.number else name


def thing_words(viewer: Viewer, reference: str, cards: Cards) -> str:
    """Return an object with its owner: "your Kraken#1", "Bea's hidden#2"."""
    seat = Reference.read(reference).seat
    bare = bare_words(reference, cards)
    return bare if seat is None else viewer.say("mw-thing", **someone(viewer, seat), thing=bare)


def typed_words(viewer: Viewer, thing: ObjectView) -> str:
    """Return an object as the viewer types it: `kraken#1`, `foe:kraken#1`; `p2:kraken#1` for a spectator."""
    if viewer.you is None:
        return thing["ref"]
    bare = Reference.read(thing["ref"]).bare
    if thing["seat"] != viewer.you:
        return f"foe:{bare}"
    if thing["card"] and not thing["revealed"]:
        return f"{thing['card']}#{Reference.read(thing['ref']).number}"
    return bare


def dice_words(viewer: Viewer, dice: Iterable[str]) -> str:
    """Return attack dice face by face: "2, 1c, blank"."""
    return ", ".join(viewer.say("mw-blank") if face == "0" else face for face in dice)


def counts_words(counts: Mapping[str, int]) -> list[str]:
    """Return markers: "daze 2", "stun"."""
    return [f"{spoken(name)} {count}" if count > 1 else spoken(name) for name, count in counts.items()]


def marks(viewer: Viewer, thing: ObjectView, view: View) -> list[str]:
    """Return what is to be known of an object besides its numbers: guard, markers, grapples, what is on it."""
    found = [viewer.say("mw-mark-guard")] if thing["guard"] else []
    found += [viewer.say("mw-mark-active")] if thing["active"] else []
    found += counts_words(thing["conditions"]) + counts_words(thing["tokens"])
    for prey in thing["prey"]:
        found.append(viewer.say("mw-mark-holds", thing=Reference.read(prey).bare))
    if thing["grappler"]:
        found.append(viewer.say("mw-mark-held", thing=Reference.read(thing["grappler"]).bare))
    for seat in view["seats"]:
        found += [viewer.say("mw-mark-challenge")] if seat["challenge"] == thing["ref"] else []
        found += [viewer.say("mw-mark-call")] if seat["call"] == thing["ref"] else []
    if thing["fermata"]:
        found.append(viewer.say("mw-mark-fermata", side=str(thing["fermata"])))
    if thing["mana"] is not None and thing["kind"] != "mage":
        found.append(viewer.say("mw-mark-mana", amount=thing["mana"]))
    on_it = [typed_words(viewer, each) for each in attached_to(view, thing["ref"])]
    return found + ([viewer.say("mw-mark-bears", things=", ".join(on_it))] if on_it else [])


def body_words(viewer: Viewer, thing: ObjectView) -> str:
    """Return life and armor: "life 7/10, armor 2"; nothing for what has none."""
    if thing["life"] is None:
        return ""
    said = {"left": life_left(thing), "life": thing["life"]}
    if not thing["armor"]:
        return viewer.say("mw-body-bare", **said)
    return viewer.say("mw-body", **said, armor=thing["armor"])


def named_body(viewer: Viewer, name: str, view: View) -> str:
    """Return the numbers of what a line calls `name`; nothing if that is no object with Life."""
    thing = find_object(view, name)
    return body_words(viewer, thing) if thing else ""


def trait_words(trait: Mapping[str, object]) -> str:
    """Return a trait: "piercing 3", "slow"."""
    value = trait.get("value")
    return spoken(str(trait["name"])) + ("" if value is None else f" {value}")


def effect_words(effects: Sequence[Mapping[str, object]]) -> str:
    """Return the table of an effect die: "5+ snatch, grapple; 9+ stun"."""
    found = []
    for effect in effects:
        does = effect["does"]
        each = ", ".join(spoken(word) for word in does) if isinstance(does, list) else ""
        least, most = effect["from"], effect.get("to")
        found.append(f"{least}+ {each}" if most is None else f"{least}-{most} {each}")
    return "; ".join(found)


def attack_words(viewer: Viewer, attack: Attack) -> str:
    """Return an attack in a line: "3 dice, quick, ranged 0-1; effect die: 5+ snatch, grapple"."""
    least, most = attack.range
    reach = f" {least}-{most}" if attack.kind == "ranged" else ""
    dice = viewer.say("mw-no-dice") if attack.dice is None else viewer.say("mw-dice", count=attack.dice)
    parts = [dice, spoken(attack.action), f"{spoken(attack.kind)}{reach}"]
    parts += [viewer.say("mw-whole-zone")] if attack.zone else []
    parts += [attack.damage] if attack.damage else []
    parts += [viewer.say("mw-for-mana", amount=attack.mana)] if attack.mana else []
    parts += [trait_words(trait) for trait in attack.traits]
    if attack.versus:
        parts.append(viewer.say("mw-vs", bonus=str(attack.versus["bonus"]), who=spoken(attack.versus["who"])))
    text = ", ".join(parts)
    effects = effect_words(attack.effects)
    if not effects:
        return text
    table = viewer.say("mw-effect-table", effects=effects)
    return f"{text}; {table}"


def kind_words(viewer: Viewer, card: Card) -> str:
    """Return what kind of card it is."""
    return viewer.say(f"mw-kind-{card.kind.replace('_', '-')}")


def first_sentence(text: str) -> str:
    """Return the beginning of a card's text, up to its first full stop."""
    head, stop, _ = text.partition(". ")
    return head + "." if stop else text


def list_words(viewer: Viewer, names: Sequence[str]) -> str:
    """Return a list in a sentence."""
    return joined(names, viewer.texts)
