"""What happened, a clause an event; `telling` makes sentences of them.

What an event says becomes the arguments of its message `mw-ev-TYPE`, each under its own name: objects with their owner,
zones as they are typed, dice face by face, cards and attacks by their names.
"""

from collections.abc import Mapping
from typing import Any, Final

from server.text.fluent import Argument
from server.text.viewer import Viewer

from .position import Cards, border_words, is_reference, spoken, zone_words
from .words import dice_words, list_words, person_words, someone, thing_words

Event = Mapping[str, Any]

EVENT_TYPES: Final = frozenset(
    {
        "action-phase-ended",
        "activated",
        "attack-avoided",
        "attack-cancelled",
        "attack-declared",
        "attack-missed",
        "aura-activated",
        "call",
        "card-planned",
        "challenge",
        "channeled",
        "condition",
        "damaged",
        "discarded",
        "entered",
        "fermata",
        "grappled",
        "guard",
        "healed",
        "hindered",
        "initiative-rolled",
        "intercepted",
        "left",
        "mana",
        "move-declared",
        "move-failed",
        "moved",
        "over",
        "passed",
        "phase-began",
        "planning-restarted",
        "plans-returned",
        "plans-sealed",
        "released",
        "retired",
        "revealed",
        "rolled",
        "spell-cancelled",
        "spell-cast",
        "token",
        "transferred",
        "valor",
    }
)

_UNSAID: Final = frozenset({"type", "stream", "position"})
_AS_THEY_ARE: Final = frozenset({"by", "cause", "phase", "purpose", "reason", "source", "to", "window"})
"""Closed lists of words, by which messages choose."""


def clause(event: Event, viewer: Viewer, cards: Cards, *, follows: bool = False) -> str:
    """Return an event as a clause: it begins small, has no full stop.

    Args:
        event: the event.
        viewer: who reads.
        cards: the catalogue.
        follows: it stands behind the attack that it belongs to.

    Raises:
        KeyError: no event of this game has that type.
    """
    if event["type"] not in EVENT_TYPES:
        raise KeyError(event["type"])
    said: dict[str, Argument] = {}
    for key, value in event.items():
        if key not in _UNSAID:
            said |= _argument(key, value, viewer, cards)
    said |= _worked_out(event, viewer, cards, follows=follows)
    return viewer.say(f"mw-ev-{event['type']}", **said)


def _worked_out(event: Event, viewer: Viewer, cards: Cards, *, follows: bool) -> dict[str, Argument]:
    """Return what an event says between its lines."""
    if event["type"] == "damaged":
        return {"left": max(0, event["life"] - event["damage"])}
    if event["type"] == "left" and event["object"].partition(":")[2].startswith("hidden"):
        return {"object": f"{thing_words(viewer, event['object'], cards)} ({cards.name(event['card'])})"}
    if event["type"] != "rolled":
        return {}
    said: dict[str, Argument] = {"follows": "yes" if follows else "no"}
    said["said"] = viewer.say("mw-dice", count=len(event["dice"] or ()))
    said["rolled"] = "die" if event["dice"] is None else "dice"
    said["modified"] = "no" if event["total"] in {None, event["die"]} else "yes"
    total = event["die"] if event["total"] is None else event["total"]
    said |= {"die": _shown(event["die"]), "total": _shown(total)}
    if event["object"] is None:
        said["object"] = viewer.say("mw-somebody")
    if event["dice"] is None:
        said |= {"dice": "-", "normal": 0, "critical": 0}
    return said


def _shown(number: int | None) -> str:
    return "-" if number is None else str(number)


def _argument(key: str, value: object, viewer: Viewer, cards: Cards) -> dict[str, Argument]:
    if key in {"seat", "initiative"} and isinstance(value, int):
        return dict(someone(viewer, value))
    if value is None:
        return {key: "none"}
    if isinstance(value, bool):
        return {key: "yes" if value else "no"}
    if isinstance(value, int):
        return _number(key, value)
    if isinstance(value, list):
        return _list(key, value, viewer, cards)
    if is_reference(value):
        return {key: thing_words(viewer, str(value), cards)}
    word = str(value)
    if key == "card":
        return {key: cards.name(word)}
    if key == "attack":
        return {key: cards.attack_name(word)}
    return {key: word if key in _AS_THEY_ARE else spoken(word)}


def _number(key: str, value: int) -> dict[str, Argument]:
    """Return a number; of a change, its amount and its direction too."""
    if key == "change":
        return {"amount": abs(value), "way": "up" if value >= 0 else "down"}
    if key in {"round", "side", "die", "total"}:
        return {key: str(value)}
    return {key: value}


def _list(key: str, value: list[Any], viewer: Viewer, cards: Cards) -> dict[str, Argument]:
    match key:
        case "dice":
            normal = sum(int(face) for face in value if face.isdecimal())
            critical = sum(int(face[:-1]) for face in value if face.endswith("c"))
            return {key: dice_words(viewer, value) or "-", "count": len(value), "normal": normal, "critical": critical}
        case "rolls":
            people = [f"{person_words(viewer, seat)} {roll}" for seat, roll in enumerate(value)]
            return {key: ", ".join(people)}
        case "winners":
            return {key: list_words(viewer, [person_words(viewer, seat) for seat in value]) or "none"}
        case "cards":
            return {key: ", ".join(cards.name(card) for card in value) or "none"}
        case "casters":
            plans = [
                viewer.say("mw-plan-of", count=each["count"], thing=thing_words(viewer, each["caster"], cards))
                for each in value
            ]
            return {key: ", ".join(plans) or "none"}
        case "targets":
            aims = [thing_words(viewer, aim, cards) if is_reference(aim) else aim for aim in value]
            return {key: list_words(viewer, aims) or "none"}
        case _:
            return {key: border_words(value) if value and isinstance(value[0], list) else zone_words(value)}
