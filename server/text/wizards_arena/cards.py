"""Cards, ready Patterns, refusals and results in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from server.text.viewer import Viewer
from server.text.wrap import columns, wrap

from .position import Card, Cards
from .words import ability_words, card_kind

_PHASES: Final = {"the cut": "cut", "healing": "heal", "the draw": "draw", "the Summoning": "summoning"}
_ABILITY_RULES: Final = {
    "blocker": "WA-6.5",
    "source": "WA-4.1",
    "crasher": "WA-6.3",
    "leader": "WA-5.8",
    "support": "WA-5.6",
    "archer": "WA-5.7",
    "stealth": "WA-6.5",
    "healer": "WA-4.1",
}


def card_lines(name: str, viewer: Viewer, cards: Cards) -> list[str] | None:
    """Return a card's text: by letter (`K`), copy (`k1`), or all that have an ability (`archer`); `all` lists all.

    Returns:
        None if no card is called that.
    """
    word = name.strip().removeprefix("foe:").lower()
    if word == "all":
        return _table(list(cards.cards.values()), viewer)
    having = [card for card in cards.cards.values() if word and word == card.ability]
    if having:
        use = viewer.say(f"wa-use-{word}")
        head = viewer.say("wa-ability-head", ability=ability_words(viewer, word), use=use, rule=_ABILITY_RULES[word])
        return viewer.lines(head) + _table(having, viewer)
    card = cards.cards.get(word[:1].upper())
    if card is None or (len(word) > 1 and not (word[1:].isdecimal() and word.isascii())):
        return None
    ability = ability_words(viewer, card.ability) if card.ability else viewer.say("wa-no-ability")
    lines = viewer.lines(
        viewer.say(
            "wa-card-head", card=card.id, cost=card.cost, attack=card.attack, health=card.health, ability=ability
        )
    )
    lines += viewer.lines(card.text, "  ")
    if card.can_trigger:
        lines += viewer.lines(viewer.say("wa-card-trigger", card=f"{card.id}1", cost=card.flash_cost), "  ")
    if card.ability:
        lines += viewer.lines(viewer.say("wa-card-rule", rule=_ABILITY_RULES[card.ability]), "  ")
    return viewer.style.folded(lines)


def _table(found: Sequence[Card], viewer: Viewer) -> list[str]:
    rows = [
        (card.id, viewer.say("wa-cost-short", cost=card.cost), card_kind(viewer, card), card.text) for card in found
    ]
    return viewer.style.folded(columns(rows, viewer.style.width))


def patterns_lines(viewer: Viewer, cards: Cards) -> list[str]:
    """Return the ready Patterns: name, letters, how each wants to play."""
    lines = viewer.lines(viewer.say("wa-patterns"))
    width = viewer.style.width
    for pattern in cards.patterns:
        lines += columns([(pattern.name.ljust(10), pattern.letters)], width)
        lines += wrap(pattern.plan, width, "      ", "      ")
    return viewer.style.folded(lines)


def refusal(code: str, params: Mapping[str, str], viewer: Viewer) -> str:
    """Return why a choice was refused and what would do, with the rule: `... [WA-6.5]`.

    Raises:
        KeyError: in strict texts, for a code that this game does not have.
    """
    said = dict(params)
    said["place"] = {"in the Arena": "arena"}.get(params.get("place", ""), "pattern")
    phase = params.get("phase", "").partition(":")[0]
    said["phase"] = next((key for start, key in _PHASES.items() if phase.startswith(start)), "attack")
    said["is_empty"] = "yes" if params.get("hand") == "nothing" else "no"
    usage = params.get("usage", "")
    said["has_usage"] = "alone" if usage == "the word alone" else "yes" if usage else "no"
    text = viewer.say(f"wa-refusal-{code}", **said)
    rule = params.get("rule")
    return f"{text} [{rule}]" if rule else text


def result(winners: Sequence[int], reason: str, turn: int, viewer: Viewer, match_id: int | None = None) -> list[str]:
    """Return how the duel ended.

    Args:
        winners: seats that won; none is a draw.
        reason: the outcome's: `life`, `turn-limit`, or why a seat was retired.
        turn: in which turn it ended; 0 is before the first.
        viewer: who reads.
        match_id: the number of the match, where it should be named.
    """
    winner = winners[0] if winners else 0
    loser = 1 - winner
    why = viewer.texts.first(
        [f"wa-reason-{reason}", "wa-reason-other"],
        who=viewer.person(loser),
        name=viewer.names[loser],
        reason=reason,
    )
    end = "draw" if not winners else "won" if winner == viewer.you else "told" if viewer.you is None else "lost"
    text = viewer.say(
        "wa-result",
        duel="none" if match_id is None else str(match_id),
        end=end,
        winner=viewer.names[winner],
        why=why,
        turn=turn,
    )
    role = {"won": "good", "lost": "bad"}.get(end)
    lines = viewer.lines(text)
    if role == "good":
        return [viewer.style.paint(line, "good") for line in lines]
    return [viewer.style.paint(line, "bad") for line in lines] if role else lines
