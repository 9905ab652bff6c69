"""One event to one clause, without capital and full stop: `telling` gathers clauses into sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from server.text.viewer import Viewer, joined

from .position import Cards, Thing
from .words import bare_words, card_words, cards_words, owned_words, people_words, someone, thing_words

Event = Mapping[str, Any]
_Clause = Callable[[Event, Viewer, Cards], str]

SILENT: Final = frozenset({"turn-ended", "over"})
"""`turn-ended` is said by the turn that begins, `over` by the result."""


def clause(event: Event, viewer: Viewer, cards: Cards) -> str:
    """Return what one event says by itself; "" for what another one says.

    Raises:
        KeyError: no event of this game has that type.
    """
    return "" if event["type"] in SILENT else _CLAUSES[event["type"]](event, viewer, cards)


def monsters_entered(events: Sequence[Event], viewer: Viewer, cards: Cards) -> str:
    """Return the monsters that came to one board one behind the other, with their points."""
    board = Thing.read(events[0]["monster"]).seat
    points = sum(event["points"] for event in events)
    things = [_newcomer(event, viewer, cards) for event in events]
    return viewer.say(
        "mt-ev-monster-entered", **someone(viewer, board), things=joined(things, viewer.texts), points=points
    )


def monsters_skipped(events: Sequence[Event], viewer: Viewer, cards: Cards) -> str:
    """Return the monsters that were turned over and did not come; all in the same way."""
    words = ", ".join(card_words(event["card"], cards) for event in events)
    return viewer.say(f"mt-ev-{events[0]['type']}", card=words)


def _newcomer(event: Event, viewer: Viewer, cards: Cards) -> str:
    card = cards.of(Thing.read(event["monster"]).card)
    text = f"{bare_words(event['monster'], cards)} {card.attack}/{card.health}"
    return viewer.say("mt-angry-already", thing=text) if event["angry"] else text


def killed_by_damage(event: Event, viewer: Viewer, cards: Cards) -> str:
    """Return a damage that killed."""
    return viewer.say("mt-killed-by", thing=thing_words(viewer, event["thing"], cards), amount=max(event["amount"], 0))


def played_in_place(event: Event, entered: Event, viewer: Viewer, cards: Cards) -> str:
    """Return a card played, called by the name that it has in play; and what it was put on."""
    thing = bare_words(entered["thing"], cards)
    if entered["on"] is not None:
        thing = viewer.say("mt-played-on", thing=thing, on=thing_words(viewer, entered["on"], cards))
    return _played(event, viewer, thing)


def income(drew: Event, gold: Event, viewer: Viewer, cards: Cards) -> str:
    """Return what a turn brings (MT-5.1)."""
    said = clause(drew, viewer, cards)
    return viewer.say("mt-ev-income", drew=said, who=viewer.person(gold["seat"]), gold=gold["gold"])


def _by_seat(*fields: str) -> _Clause:
    """Return a clause about what a seat did, with numbers of the event."""

    def say(event: Event, viewer: Viewer, _: Cards) -> str:
        numbers = {field: event[field] for field in fields}
        return viewer.say(f"mt-ev-{event['type']}", **someone(viewer, event["seat"]), **numbers)

    return say


def _with_card(*fields: str) -> _Clause:
    """Return a clause about a seat and a card, with numbers of the event."""

    def say(event: Event, viewer: Viewer, cards: Cards) -> str:
        numbers = {field: event[field] for field in fields}
        card = card_words(event["card"], cards)
        return viewer.say(f"mt-ev-{event['type']}", **someone(viewer, event["seat"]), card=card, **numbers)

    return say


def _of_thing(name: str = "thing", *fields: str) -> _Clause:
    """Return a clause about something in play, with numbers of the event; the field `name` names it."""

    def say(event: Event, viewer: Viewer, cards: Cards) -> str:
        numbers = {field: event[field] for field in fields}
        return viewer.say(f"mt-ev-{event['type']}", thing=thing_words(viewer, event[name], cards), **numbers)

    return say


def _secret(field: str = "card") -> _Clause:
    """Return a clause about cards that only their player knows; others hear a number."""

    def say(event: Event, viewer: Viewer, cards: Cards) -> str:
        known = event[field]
        named = [known] if isinstance(known, str) else known or []
        words = cards_words(viewer, named, cards)
        return viewer.say(
            f"mt-ev-{event['type']}",
            **someone(viewer, event["seat"]),
            kind="known" if named and event["seat"] == viewer.you else "hidden",
            card=words,
            cards=words,
            count=event.get("n", 1),
        )

    return say


def _draft_round(event: Event, viewer: Viewer, cards: Cards) -> str:
    layout = event["layout"]
    kind = "hidden" if layout is None else "visible"
    return viewer.say(
        "mt-ev-draft-round", kind=kind, round=event["round"], cards=cards_words(viewer, layout or [], cards)
    )


def _gamestart_shown(event: Event, viewer: Viewer, cards: Cards) -> str:
    words = cards_words(viewer, event["cards"], cards)
    return viewer.say("mt-ev-gamestart-shown", **someone(viewer, event["seat"]), cards=words)


def _gamestart_taken(event: Event, viewer: Viewer, cards: Cards) -> str:
    kind = "yes" if event["taken"] else "no"
    card = card_words(event["card"], cards)
    return viewer.say("mt-ev-gamestart-taken", **someone(viewer, event["seat"]), kind=kind, card=card)


def _reshuffled(event: Event, viewer: Viewer, _: Cards) -> str:
    return viewer.say("mt-ev-reshuffled", **someone(viewer, event["seat"]), count=event["cards"])


def _monsters_reshuffled(event: Event, viewer: Viewer, _: Cards) -> str:
    return viewer.say("mt-ev-monsters-reshuffled", **someone(viewer, event["seat"]), times=event["reshuffles"])


def _gold(event: Event, viewer: Viewer, _: Cards) -> str:
    way = "gain" if event["change"] > 0 else "lose"
    who = someone(viewer, event["seat"])
    return viewer.say("mt-ev-gold", **who, way=way, amount=abs(event["change"]), gold=event["gold"])


def _energy(event: Event, viewer: Viewer, _: Cards) -> str:
    who = someone(viewer, event["seat"])
    return viewer.say("mt-ev-energy", **who, amount=event["change"], energy=event["energy"])


def _life(event: Event, viewer: Viewer, _: Cards) -> str:
    """Life is never told as less than none."""
    who = someone(viewer, event["seat"])
    return viewer.say(f"mt-ev-{event['type']}", **who, amount=event["amount"], life=max(event["life"], 0))


def _monster_attacks(event: Event, viewer: Viewer, cards: Cards) -> str:
    thing = thing_words(viewer, event["monster"], cards)
    return viewer.say("mt-ev-monster-attacks", thing=thing, amount=event["damage"])


def _redirected(event: Event, viewer: Viewer, cards: Cards) -> str:
    return viewer.say("mt-ev-redirected", to=thing_words(viewer, event["to"], cards))


def _angry(event: Event, viewer: Viewer, cards: Cards) -> str:
    monsters = event["monsters"]
    things = joined([bare_words(monster, cards) for monster in monsters], viewer.texts)
    return viewer.say("mt-ev-angry", **someone(viewer, Thing.read(monsters[0]).seat), things=things)


def _played(event: Event, viewer: Viewer, card: str) -> str:
    who = someone(viewer, event["seat"])
    return viewer.say("mt-ev-played", **who, card=card, cost=event["cost"], energy=event["energy"])


def _used(event: Event, viewer: Viewer, cards: Cards) -> str:
    thing = bare_words(event["thing"], cards)
    return viewer.say("mt-ev-used", **someone(viewer, event["seat"]), thing=thing, energy=event["energy"])


def _entered(event: Event, viewer: Viewer, cards: Cards) -> str:
    on = event["on"]
    words = thing_words(viewer, on, cards) if on is not None else ""
    kind = "alone" if on is None else "attached"
    return viewer.say("mt-ev-entered", kind=kind, thing=thing_words(viewer, event["thing"], cards), on=words)


def _attached(event: Event, viewer: Viewer, cards: Cards) -> str:
    thing, on = (thing_words(viewer, event[name], cards) for name in ("thing", "on"))
    return viewer.say("mt-ev-entered", kind="attached", thing=thing, on=on)


def _attacked(event: Event, viewer: Viewer, cards: Cards) -> str:
    target = event["target"]
    words = thing_words(viewer, target, cards) if target is not None else ""
    kind = "empty" if target is None else "monster"
    return viewer.say("mt-ev-attacked", kind=kind, thing=thing_words(viewer, event["defender"], cards), target=words)


def _damaged(event: Event, viewer: Viewer, cards: Cards) -> str:
    amount, left = max(event["amount"], 0), max(event["left"], 0)
    return viewer.say("mt-ev-damaged", thing=thing_words(viewer, event["thing"], cards), amount=amount, left=left)


def _moved(event: Event, viewer: Viewer, cards: Cards) -> str:
    home, target = Thing.read(event["from"]), Thing.read(event["to"])
    return viewer.say(
        "mt-ev-moved",
        **someone(viewer, target.seat),
        kind="back" if home.seat == target.seat else "away",
        thing=thing_words(viewer, event["from"], cards),
        to=bare_words(event["to"], cards),
    )


def _charmed(event: Event, viewer: Viewer, cards: Cards) -> str:
    home, to = event["from"], owned_words(viewer, event["to"], cards)
    if home is None:
        return viewer.say("mt-ev-charmed", kind="pile", thing="", to=to)
    return viewer.say("mt-ev-charmed", kind="board", thing=thing_words(viewer, home, cards), to=to)


def _ambushed(event: Event, viewer: Viewer, cards: Cards) -> str:
    thing = thing_words(viewer, event["defender"], cards)
    return viewer.say("mt-ev-ambushed", **someone(viewer, event["by"]), thing=thing)


def _last_turns(event: Event, viewer: Viewer, _: Cards) -> str:
    kind = "more" if event["seats"] else "none"
    return viewer.say("mt-ev-last-turns", kind=kind, people=people_words(viewer, event["seats"]))


def _eliminated(event: Event, viewer: Viewer, _: Cards) -> str:
    return "; ".join(viewer.say("mt-ev-eliminated", **someone(viewer, seat)) for seat in event["seats"])


def _retired(event: Event, viewer: Viewer, _: Cards) -> str:
    found = [f"mt-ev-retired-{event['reason']}", "mt-ev-retired"]
    return viewer.texts.first(found, **someone(viewer, event["seat"]))


_CLAUSES: Final[Mapping[str, _Clause]] = {
    "ambushed": _ambushed,
    "angry": _angry,
    "answered": _by_seat(),
    "attached": _attached,
    "attacked": _attacked,
    "bought": _with_card("price", "gold"),
    "calmed": _of_thing("monster"),
    "casting-began": _by_seat("energy"),
    "charmed": _charmed,
    "chose": _by_seat("line"),
    "confused": _by_seat("count", "left"),
    "copied": _with_card(),
    "cycled": _with_card("energy"),
    "damaged": _damaged,
    "discarded": _with_card(),
    "draft-round": _draft_round,
    "drew": _secret("cards"),
    "dropped": _secret(),
    "eliminated": _eliminated,
    "energy": _energy,
    "entered": _entered,
    "first-player": _by_seat(),
    "gamestart-shown": _gamestart_shown,
    "gamestart-taken": _gamestart_taken,
    "gold": _gold,
    "killed": _of_thing(),
    "last-turns": _last_turns,
    "left": _of_thing(),
    "life-gained": _life,
    "life-lost": _life,
    "looked": _secret("cards"),
    "monster-attacks": _monster_attacks,
    "monster-entered": lambda event, viewer, cards: monsters_entered([event], viewer, cards),
    "monster-set-aside": lambda event, viewer, cards: monsters_skipped([event], viewer, cards),
    "monster-skipped": lambda event, viewer, cards: monsters_skipped([event], viewer, cards),
    "monsters-reshuffled": _monsters_reshuffled,
    "moved": _moved,
    "pack": _secret("cards"),
    "picked": _secret(),
    "picked-openly": _with_card(),
    "played": lambda event, viewer, cards: _played(event, viewer, card_words(event["card"], cards)),
    "recovered": _with_card(),
    "redirected": _redirected,
    "refused": _with_card(),
    "repaired": _of_thing("thing", "damage"),
    "reshuffled": _reshuffled,
    "retired": _retired,
    "returned": _with_card("count"),
    "revealed": _with_card(),
    "shuffled": _by_seat(),
    "starts-discarded": _with_card(),
    "strengthened": _of_thing("thing", "attack"),
    "tidings": _by_seat("points"),
    "took": _secret(),
    "turn-began": _by_seat("turn"),
    "used": _used,
}
EVENT_TYPES: Final = frozenset(_CLAUSES) | SILENT
"""Every event that has a clause, or rightly has none."""
