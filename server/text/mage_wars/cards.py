"""Cards, refusals and results in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from server.text.viewer import Viewer
from server.text.wrap import columns

from .position import Card, Cards, spoken
from .words import attack_words, first_sentence, kind_words, list_words, person_words, trait_words

_RULES: Final = {
    "attack": "MW-15",
    "aura_marker": "MW-22",
    "conjuration": "MW-14",
    "creature": "MW-2",
    "enchantment": "MW-12",
    "equipment": "MW-13",
    "incantation": "MW-11",
    "mage": "MW-6",
    "marker": "MW-19",
    "terrain": "MW-14",
    "wall": "MW-14",
}
_SEVERAL: Final = 12  # cards that a beginning of a name may list


def card_lines(name: str, viewer: Viewer, cards: Cards) -> list[str] | None:
    """Return a card's text: by id (`noble_vanguard`), name, object (`foe:kraken#1`), or the beginning of a name.

    A kind (`creature`) or `all` lists all such cards; the name of an attack is its card's.

    Returns:
        None if no card is called that.
    """
    word = _plain(name.rpartition(":")[2].partition("#")[0])
    every = list(cards.cards.values())
    if word == "all":
        return _table([card for card in every if card.kind not in {"marker", "aura_marker"}], viewer)
    named = [card for card in every if word in {_plain(card.id), _plain(card.name)}]
    if named:
        return _card(named[0], viewer)
    of_kind = [card for card in every if word and word in {_plain(card.kind), _plain(kind_words(viewer, card))}]
    if of_kind:
        return _table(of_kind, viewer)
    begun = [card for card in every if word and _plain(card.name).startswith(word)]
    if not begun:
        begun = [card for card in every if word and word in {_plain(attack.name) for attack in card.attacks}]
    if len(begun) == 1:
        return _card(begun[0], viewer)
    return viewer.lines(viewer.say("mw-card-several")) + _table(begun, viewer) if 0 < len(begun) <= _SEVERAL else None


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _card(card: Card, viewer: Viewer) -> list[str]:
    style, entry = viewer.style, card.entry
    head = viewer.say("mw-card-head", name=card.name, card=card.id, kind=kind_words(viewer, card))
    lines = [style.paint(line, "title") for line in viewer.lines(head)]
    for fact in (_facts(card, viewer), _casting(card, viewer), _body(card, viewer)):
        lines += viewer.lines(fact, "  ") if fact else []
    for attack in card.attacks:
        lines += viewer.lines(f"{attack.name}: {attack_words(viewer, attack)}", "  ")
    if entry["traits"]:
        traits = ", ".join(trait_words(trait) for trait in entry["traits"])
        lines += viewer.lines(viewer.say("mw-card-traits", traits=traits), "  ")
    for grant in entry["grants"]:
        given = trait_words({"name": grant["trait"], "value": grant.get("value")})
        lines += viewer.lines(viewer.say("mw-card-grant", to=spoken(grant["to"]), given=given), "  ")
    lines += viewer.lines(card.text, "  ")
    if entry["special"]:
        lines += viewer.lines(viewer.say("mw-card-special"), "  ")
    return style.folded(lines + viewer.lines(viewer.say("mw-card-rule", rule=_RULES[card.kind]), "  "))


def _facts(card: Card, viewer: Viewer) -> str:
    """Return schools and level, subtypes, how many there may be, for whom it is."""
    entry = card.entry
    schools = [f"{school['school']} {school['level']}" for school in entry["schools"]]
    parts = [f" {entry.get('join', 'and')} ".join(schools)] if schools else []
    parts += [", ".join(spoken(word) for word in entry["subtypes"])] if entry["subtypes"] else []
    parts += [", ".join(spoken(word) for word in entry["unique"])] if entry["unique"] else []
    parts += [", ".join(spoken(word) for word in entry["flags"])] if entry["flags"] else []
    if entry["only"]:
        parts.append(viewer.say("mw-card-only", whom=", ".join(spoken(word) for word in entry["only"])))
    return "; ".join(parts)


def _casting(card: Card, viewer: Viewer) -> str:
    """Return costs, action, range and target."""
    entry = card.entry
    if card.cost is None and "x" not in entry:
        return ""
    parts = [viewer.say("mw-card-cost", cost=card.cost_words)]
    if "reveal" in entry:
        parts.append(viewer.say("mw-card-reveal", cost=entry["reveal"]))
    parts += [viewer.say("mw-card-valor", valor=entry["valor"])] if entry["valor"] else []
    if "action" in entry:
        parts.append(viewer.say("mw-card-action", action=spoken(entry["action"])))
    least, most = entry["range"]
    parts.append(viewer.say("mw-card-range", least=least, most=most))
    if "target" in entry:
        parts.append(
            viewer.say("mw-card-target", target=", ".join(spoken(each) for each in entry["target"].split(":")))
        )
    parts += [viewer.say("mw-card-slots", slots=", ".join(entry["slots"]))] if entry["slots"] else []
    return "; ".join(parts)


def _body(card: Card, viewer: Viewer) -> str:
    """Return armor, Life, channeling, Defense, what it casts."""
    entry = card.entry
    parts = [viewer.say("mw-card-body", armor=entry["armor"], life=entry["life"])] if "life" in entry else []
    parts += [viewer.say("mw-card-channeling", amount=entry["channeling"])] if "channeling" in entry else []
    if "defense" in entry:
        defense = entry["defense"]
        parts.append(viewer.say("mw-card-defense", threshold=defense["threshold"], uses=defense["uses"]))
    parts += [viewer.say("mw-card-casts", what=spoken(entry["casts"]))] if "casts" in entry else []
    return "; ".join(parts)


def _table(found: Sequence[Card], viewer: Viewer) -> list[str]:
    rows = []
    for card in found:
        cost = "-" if card.cost is None and "x" not in card.entry else card.cost_words
        rows.append((card.id, cost, f"{kind_words(viewer, card)}: {_short(card, viewer)}"))
    return viewer.style.folded(columns(rows, viewer.style.width))


def _short(card: Card, viewer: Viewer) -> str:
    """Return what a row says of a card: its body, or the beginning of its text."""
    return _body(card, viewer) if "life" in card.entry else first_sentence(card.text)


def refusal(code: str, params: Mapping[str, str], viewer: Viewer, cards: Cards) -> str | None:
    """Return why a choice was refused and what would do, with the rule: `... [MW-8.3]`; None for an unknown code."""
    known = f"mw-refusal-{code}"
    if not viewer.texts.has(known):
        return None
    said = {"card": "none", "name": "", "usage": "", **params}
    if said["card"] != "none":
        said["card"] = cards.name(said["card"])
    said["has_usage"] = "yes" if said["usage"] else "no"
    window = params.get("window", "")
    asked = f"mw-window-{window}"
    said["window"] = viewer.say(asked) if viewer.texts.has(asked) else "none"
    text = viewer.say(known, **said)
    rule = params.get("rule")
    return f"{text} [{rule}]" if rule else text


def result(winners: Sequence[int], reason: str, turn: int, viewer: Viewer, match_id: int | None = None) -> list[str]:
    """Return how the match ended.

    Args:
        winners: seats that won; none is a draw.
        reason: the outcome's (MW-32.6).
        turn: in which round it ended; 0 if that is not known.
        viewer: who reads.
        match_id: the number of the match, where it should be named.
    """
    end = "draw" if not winners else "told" if viewer.you is None else "won" if viewer.you in winners else "lost"
    people = list_words(viewer, [person_words(viewer, seat) for seat in winners])
    why = viewer.texts.first([f"mw-reason-{reason}", "mw-reason-other"], reason=reason)
    duel = "none" if match_id is None else str(match_id)
    lines = viewer.lines(viewer.say("mw-result", duel=duel, end=end, people=people, why=why, round=turn))
    role = {"won": "good", "lost": "bad"}.get(end)
    if role == "good":
        return [viewer.style.paint(line, "good") for line in lines]
    return [viewer.style.paint(line, "bad") for line in lines] if role else lines
