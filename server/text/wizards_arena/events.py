"""Events to sentences: one by one, and the events of one choice merged into what a person would say."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from server.text.viewer import Viewer, joined
from server.text.wrap import wrap

from .position import Cards, own_name
from .words import ability_words, card_first, card_kind, reference_words, references_words

Event = Mapping[str, Any]
_Sentence = Callable[[Event, Viewer, Cards], str]

_BLOW: Final = frozenset({"blocker-rests", "damaged", "destroyed", "life-lost"})
_TRIGGER: Final = frozenset({"strengthened", "damaged", "destroyed", "returned"})
_FOLLOWERS: Final = {"attacked-card": _BLOW, "attacked-player": _BLOW, "cast": _TRIGGER, "flashed": _TRIGGER}
_SILENT: Final = frozenset({"turn-ended", "over"})
"""`turn-ended` is said by the turn that begins, `over` by the result."""


def event_lines(event: Event, viewer: Viewer, cards: Cards) -> list[str]:
    """Return one event by itself: one sentence, wrapped; nothing for what another event says.

    Raises:
        KeyError: no event of this game has that type.
    """
    return _paragraph(sentence(event, viewer, cards), viewer)


def tell_events(events: Sequence[Event], viewer: Viewer, cards: Cards) -> list[str]:
    """Return the events of one choice, in their order: an attack or a trigger with all that comes of it is one line.

    Raises:
        KeyError: no event of this game has that type.
    """
    lines: list[str] = []
    position = 0
    while position < len(events):
        head = events[position]
        followers = _followers(events, position)
        if head["type"] in {"flashed", "cast"}:
            text = _trigger(head, followers, viewer)
        elif head["type"] in {"attacked-card", "attacked-player"}:
            text = _attack(head, followers, viewer)
        else:
            text = sentence(head, viewer, cards)
        lines += _paragraph(text, viewer)
        position += 1 + len(followers)
    return lines


def sentence(event: Event, viewer: Viewer, cards: Cards) -> str:
    """Return the sentence of one event; "" for what needs none."""
    kind = event["type"]
    if kind in _SILENT or (kind == "attack-began" and event["seat"] == viewer.you):
        return ""
    return _SENTENCES[kind](event, viewer, cards)


def _paragraph(text: str, viewer: Viewer) -> list[str]:
    return viewer.style.folded(wrap(text, viewer.style.width, "", "  ")) if text else []


def _followers(events: Sequence[Event], position: int) -> list[Event]:
    """Return what came of the event at `position`."""
    wanted = _FOLLOWERS.get(events[position]["type"], frozenset())
    return list(takewhile(lambda event: event["type"] in wanted, events[position + 1 :]))


def _of_type(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event["type"] == kind]


def _trigger(head: Event, followers: Sequence[Event], viewer: Viewer) -> str:
    """WA-5.3 to WA-5.8: who did what to whom, and where the card went."""
    seat, name = own_name(head["card"])
    target = reference_words(viewer, head["target"])
    way = "flash" if head["type"] == "flashed" else "cast"
    words = {"card": card_first(viewer, seat, name), "way": way, "target": target}
    destroyed = {event["card"] for event in _of_type(followers, "destroyed")}
    sentences = [
        viewer.say(
            "wa-shot",
            **words,
            amount=event["amount"],
            left=event["left"],
            ending="destroyed" if event["card"] in destroyed else "left",
        )
        for event in _of_type(followers, "damaged")
    ]
    sentences += [
        viewer.say(
            "wa-strengthens",
            **words,
            gift=_gift(event, viewer),
            who=viewer.person(seat),
            name=viewer.names[seat],
        )
        for event in _of_type(followers, "strengthened")
    ]
    for event in _of_type(followers, "returned"):
        owner, card = own_name(event["card"])
        sentences.append(viewer.say("wa-returned", card=card, who=viewer.person(owner), name=viewer.names[owner]))
    return " ".join(sentences)


def _gift(event: Event, viewer: Viewer) -> str:
    """Return "Blocker and +1 Health"."""
    gifts = [viewer.say("wa-gift-blocker")] if event["blocker"] else []
    gifts += [viewer.say("wa-gift-attack", amount=event["attack"])] if event["attack"] else []
    gifts += [viewer.say("wa-gift-health", amount=event["health"])] if event["health"] else []
    return joined(gifts or [viewer.say("wa-gift-nothing")], viewer.texts)


def _attack(head: Event, followers: Sequence[Event], viewer: Viewer) -> str:
    """WA-6: the attack, what it did, what came back, and that a Blocker rests."""
    seat, name = own_name(head["card"])
    words = {"card": card_first(viewer, seat, name), "crash": "yes" if head["crash"] else "no"}
    destroyed = {event["card"] for event in _of_type(followers, "destroyed")}
    sentences = [_hits_player(event, words, viewer) for event in _of_type(followers, "life-lost")]
    for event in _of_type(followers, "damaged"):
        ending = "destroyed" if event["card"] in destroyed else "left"
        numbers = {"amount": event["amount"], "left": event["left"]}
        struck = reference_words(viewer, event["card"])
        if event["card"] == head.get("target"):
            sentences.append(viewer.say("wa-hits-card", **words, target=struck, ending=ending, **numbers))
        elif event["amount"]:
            striker = own_name(head["target"])[1]
            sentences.append(viewer.say("wa-strikes-back", striker=striker, card=struck, ending=ending, **numbers))
    rests = [event for event in _of_type(followers, "blocker-rests") if event["card"] not in destroyed]
    sentences += [_rests(event, viewer, seat) for event in rests]
    return " ".join(sentences or [_attack_alone(head, viewer)])


def _hits_player(event: Event, words: Mapping[str, str], viewer: Viewer) -> str:
    who, name = viewer.person(event["seat"]), viewer.names[event["seat"]]
    life = max(event["life"], 0)
    return viewer.say("wa-hits-player", **words, who=who, name=name, amount=event["amount"], life=life)


def _rests(event: Event, viewer: Viewer, seat: int) -> str:
    card = own_name(event["card"])[1]
    return viewer.say("wa-rests", card=card, who=viewer.person(seat), name=viewer.names[seat])


def _attack_alone(event: Event, viewer: Viewer) -> str:
    seat, name = own_name(event["card"])
    crash = "yes" if event["crash"] else "no"
    if event["type"] == "attacked-card":
        target = reference_words(viewer, event["target"])
    else:
        target = viewer.say("wa-player", who=viewer.person(event["seat"]), name=viewer.names[event["seat"]])
    return viewer.say("wa-event-attacked", card=card_first(viewer, seat, name), target=target, crash=crash)


def _by_seat(message_id: str, *fields: str) -> _Sentence:
    """Return a sentence about what a seat did, with numbers of the event."""

    def say(event: Event, viewer: Viewer, _: Cards) -> str:
        seat = event["seat"]
        numbers = {field: event[field] for field in fields}
        return viewer.say(message_id, who=viewer.person(seat), name=viewer.names[seat], **numbers)

    return say


def _of_card(message_id: str, *fields: str) -> _Sentence:
    """Return a sentence about a card, with numbers of the event."""

    def say(event: Event, viewer: Viewer, _: Cards) -> str:
        numbers = {field: event[field] for field in fields}
        return viewer.say(message_id, card=card_first(viewer, *own_name(event["card"])), **numbers)

    return say


def _cut(event: Event, viewer: Viewer, _: Cards) -> str:
    seat, of = event["seat"], event["of"]
    return viewer.say(
        "wa-event-cut",
        who=viewer.person(seat),
        name=viewer.names[seat],
        owner=viewer.person(of),
        owner_name=viewer.names[of],
        count=event["count"],
    )


def _hand_dealt(event: Event, viewer: Viewer, cards: Cards) -> str:
    seat = event["seat"]
    names = [own_name(reference)[1] for reference in event["cards"]]
    kinds = [f"{name} ({card_kind(viewer, cards.of(name))})" for name in names]
    held = joined(kinds, viewer.texts)
    return viewer.say("wa-event-hand-dealt", who=viewer.person(seat), name=viewer.names[seat], cards=held)


def _effects_ended(event: Event, viewer: Viewer, _: Cards) -> str:
    seat = event["seat"]
    held = references_words(viewer, event["cards"])
    return viewer.say("wa-event-effects-ended", who=viewer.person(seat), name=viewer.names[seat], cards=held)


def _with_card(message_id: str, *fields: str) -> _Sentence:
    """Return a sentence about a seat and a card with its printed values."""

    def say(event: Event, viewer: Viewer, cards: Cards) -> str:
        seat, name = own_name(event["card"])
        numbers = {field: event[field] for field in fields}
        kind = card_kind(viewer, cards.of(name))
        return viewer.say(message_id, who=viewer.person(seat), name=viewer.names[seat], card=name, kind=kind, **numbers)

    return say


def _triggered(event: Event, viewer: Viewer, _: Cards) -> str:
    return viewer.say(
        f"wa-event-{event['type']}",
        card=card_first(viewer, *own_name(event["card"])),
        ability=ability_words(viewer, event["ability"]),
        target=reference_words(viewer, event["target"]),
        cost=event["cost"],
    )


def _strengthened(event: Event, viewer: Viewer, _: Cards) -> str:
    card = card_first(viewer, *own_name(event["card"]))
    return viewer.say("wa-event-strengthened", card=card, gift=_gift(event, viewer))


def _blocker_rests(event: Event, viewer: Viewer, _: Cards) -> str:
    return _rests(event, viewer, own_name(event["card"])[0])


def _returned(event: Event, viewer: Viewer, _: Cards) -> str:
    seat, card = own_name(event["card"])
    return viewer.say("wa-returned", card=card, who=viewer.person(seat), name=viewer.names[seat])


def _life(message_id: str, *fields: str) -> _Sentence:
    """Return a sentence about a seat whose Life is never told as less than none."""
    plain = _by_seat(message_id, "life", *fields)

    def say(event: Event, viewer: Viewer, cards: Cards) -> str:
        return plain({**event, "life": max(event["life"], 0)}, viewer, cards)

    return say


def _retired(event: Event, viewer: Viewer, _: Cards) -> str:
    seat = event["seat"]
    found = [f"wa-event-retired-{event['reason']}", "wa-event-retired"]
    return viewer.texts.first(found, who=viewer.person(seat), name=viewer.names[seat])


_SENTENCES: Final[Mapping[str, _Sentence]] = {
    "first-player": _by_seat("wa-event-first-player"),
    "cut": _cut,
    "hand-dealt": _hand_dealt,
    "turn-began": _by_seat("wa-event-turn-began", "turn", "crystals", "mana"),
    "healed": _life("wa-event-healed", "amount", "crystals"),
    "effects-ended": _effects_ended,
    "drew": _with_card("wa-event-drew"),
    "crystal-paid": _by_seat("wa-event-crystal-paid", "crystals"),
    "rollover": _life("wa-event-rollover", "lost"),
    "summoned": _with_card("wa-event-summoned", "cost", "mana"),
    "cast": _triggered,
    "flashed": _triggered,
    "strengthened": _strengthened,
    "damaged": _of_card("wa-event-damaged", "amount", "left"),
    "destroyed": _of_card("wa-event-destroyed"),
    "returned": _returned,
    "attack-began": _by_seat("wa-event-attack-began"),
    "attacked-player": lambda event, viewer, _: _attack_alone(event, viewer),
    "attacked-card": lambda event, viewer, _: _attack_alone(event, viewer),
    "blocker-rests": _blocker_rests,
    "life-lost": _life("wa-event-life-lost", "amount"),
    "retired": _retired,
}
EVENT_TYPES: Final = frozenset(_SENTENCES) | _SILENT
"""Every event that has a sentence, or rightly has none."""
