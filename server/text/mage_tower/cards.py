"""Cards, refusals and results in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from server.text.viewer import Viewer
from server.text.wrap import columns

from .position import Card, Cards
from .words import people_words, short_text, type_words, use_words

_RULES: Final = {
    "ability": "MT-7.4",
    "boon": "MT-2.10",
    "defender": "MT-8",
    "equipment": "MT-10",
    "monster": "MT-6",
    "monster-attack": "MT-12",
    "permanent": "MT-9",
    "placeholder": "MT-12.6",
}
_GROUP_RULES: Final = {"prize": "MT-11", "confusion": "MT-13", "demonspawn": "MT-14", "token": "MT-14.4"}
_TEAM: Final = frozenset({"deck-cleared", "life-gone"})
"""Ends of games without opponents (MT-15.9, MT-16.3)."""
_SEVERAL: Final = 12  # cards that a beginning of a name may list


def card_lines(name: str, viewer: Viewer, cards: Cards) -> list[str] | None:
    """Return a card's text: by id (`elite_archer`), name, copy (`p2:knight#1`) or the beginning of a name.

    A type (`defender`), `prize` or `all` lists all such cards.

    Returns:
        None if no card is called that.
    """
    word = _plain(name.rpartition(":")[2].partition("#")[0])
    if word == "all":
        return _table([card for card in cards.cards.values() if card.type != "placeholder"], viewer)
    of_kind = [card for card in cards.cards.values() if word in {_plain(card.type), _plain(card.group)}]
    named = [card for card in cards.cards.values() if word in {_plain(card.id), _plain(card.name)}]
    if named:
        return _card(named[0], viewer)
    if word and of_kind:
        return _table(of_kind, viewer)
    begun = [card for card in cards.cards.values() if word and _plain(card.name).startswith(word)]
    if len(begun) == 1:
        return _card(begun[0], viewer)
    return viewer.lines(viewer.say("mt-card-several")) + _table(begun, viewer) if 0 < len(begun) <= _SEVERAL else None


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _card(card: Card, viewer: Viewer) -> list[str]:
    style = viewer.style
    is_held = card.type not in {"boon", "monster", "placeholder"} and card.group != "token"
    head = viewer.say(
        "mt-card-head",
        name=card.name,
        card=card.id,
        type=type_words(viewer, card),
        has_cost="yes" if is_held else "no",
        cost=card.cost,
        price=card.price,
        has_body="yes" if card.has_body else "no",
        attack=card.attack,
        health=card.health,
        points=card.points,
        advanced="yes" if card.advanced else "no",
    )
    lines = [style.paint(line, "title") for line in viewer.lines(head)]
    lines += viewer.lines(card.text, "  ")
    if card.price:
        lines += viewer.lines(viewer.say("mt-card-play", line=f"buy {card.id}"), "  ")
    elif card.type == "equipment":
        lines += viewer.lines(viewer.say("mt-card-play", line=f"play {card.id} knight#1 | cycle {card.id}"), "  ")
    rule = _GROUP_RULES.get(card.group, _RULES[card.type])
    return style.folded(lines + viewer.lines(viewer.say("mt-card-rule", rule=rule), "  "))


def _table(found: Sequence[Card], viewer: Viewer) -> list[str]:
    rows = []
    for card in found:
        cost = viewer.say("mt-price-short", price=card.price) if card.price else ""
        if not cost and not (card.type in {"monster", "boon"} or card.group == "token"):
            cost = viewer.say("mt-cost-short", cost=card.cost)
        rows.append((card.id, cost, use_words(viewer, card) if card.has_body else short_text(viewer, card)))
    return viewer.style.folded(columns(rows, viewer.style.width))


def refusal(code: str, params: Mapping[str, str], viewer: Viewer) -> str | None:
    """Return why a choice was refused and what would do, with the rule: `... [MT-7.1]`; None for an unknown code."""
    known = f"mt-refusal-{code}"
    if not viewer.texts.has(known):
        return None
    said = dict(params)
    usage = params.get("usage", "")
    said["has_usage"] = "alone" if usage == "the word alone" else "yes" if usage else "no"
    said["is_empty"] = "yes" if params.get("hand") == "nothing" else "no"
    text = viewer.say(known, **said)
    rule = params.get("rule")
    return f"{text} [{rule}]" if rule else text


def result(winners: Sequence[int], reason: str, turn: int, viewer: Viewer, match_id: int | None = None) -> list[str]:
    """Return how the match ended.

    Args:
        winners: seats that won: one, several that share it, a whole team; none is a draw or a team's defeat.
        reason: the outcome's (MT-26.11).
        turn: in which turn it ended; 0 is before the first.
        viewer: who reads.
        match_id: the number of the match, where it should be named.
    """
    end, people = _ending(winners, reason, viewer)
    why = viewer.texts.first([f"mt-reason-{reason}", "mt-reason-other"], reason=reason)
    duel = "none" if match_id is None else str(match_id)
    lines = viewer.lines(viewer.say("mt-result", duel=duel, end=end, people=people, why=why, turn=turn))
    if end in {"won", "shared", "team-won"}:
        return [viewer.style.paint(line, "good") for line in lines]
    return [viewer.style.paint(line, "bad") for line in lines] if "lost" in end else lines


def _ending(winners: Sequence[int], reason: str, viewer: Viewer) -> tuple[str, str]:
    """Return how it ended for the reader, and who else is to be named."""
    if len(viewer.names) == 1:
        end = "told" if viewer.you is None else "won" if winners else "lost-alone"
        return end, viewer.say(f"mt-alone-{'win' if winners else 'lose'}", people=viewer.names[0])
    if reason in _TEAM:
        return "team-won" if winners else "team-lost", ""
    if not winners:
        return "draw", ""
    if viewer.you in winners:
        others = [seat for seat in winners if seat != viewer.you]
        return "shared" if others else "won", people_words(viewer, others)
    people = viewer.say("mt-winners", count=len(winners), people=people_words(viewer, winners))
    return "told" if viewer.you is None else "lost", people
