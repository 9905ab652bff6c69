"""One sentence of advice for a first game: what to do now, and why. It looks at the choices, never ahead."""

from collections.abc import Sequence
from typing import Final

from server.text.viewer import Viewer

from .position import Cards, Line, Reference, View, life_left, read_lines

_DEAR: Final = 99


def hint(window: str, choices: Sequence[str], view: View, viewer: Viewer, cards: Cards) -> str | None:
    """Return a sentence for the seat that decides in `window`; None where there is nothing to say.

    Every line that it names is one of `choices`.
    """
    if not choices or viewer.you is None:
        return None
    lines = read_lines(choices)
    match window:
        case "planning":
            return _plan(lines, view, viewer, cards)
        case "turn":
            return _say(viewer, "turn", next((line for line in lines if line.verb == "activate"), None))
        case "action":
            return _action(lines, view, viewer, cards)
        case "quickcast":
            cast = _spell(lines, cards)
            return _say(viewer, "quickcast", cast) or _say(viewer, "quickcast-none", _line(lines, "pass"))
        case "intercept" | "defense" | "counterstrike":
            verb = {"intercept": "intercept", "defense": "defend", "counterstrike": "counter"}[window]
            return _say(viewer, window, next((line for line in lines if line.verb == verb), None))
        case "reveal" | "upkeep":
            line = next((line for line in lines if line.text in {"pass", "auto"}), None)
            return _say(viewer, window, line)
        case _:
            return None


def _say(viewer: Viewer, what: str, line: Line | None) -> str | None:
    return None if line is None else viewer.say(f"mw-hint-{what}", line=line.text)


def _line(lines: Sequence[Line], text: str) -> Line | None:
    return next((line for line in lines if line.text == text), None)


def _plan(lines: Sequence[Line], view: View, viewer: Viewer, cards: Cards) -> str | None:
    """Advise the dearest creature that can be paid besides what is planned, else an attack spell, else nothing."""
    player = view["seats"][viewer.you or 0]
    planned = [card for plan in player["planned"] for card in plan["cards"] or ()]
    mana = player["mana"] - sum(cards.cards[card].cost or 0 for card in planned if card in cards.cards)
    for kind in ("creature", "attack"):
        chosen = [
            (cards.cards[line.first].cost or 0, line)
            for line in lines
            if line.first in cards.cards and cards.cards[line.first].kind == kind
        ]
        paid = [each for each in chosen if each[0] <= mana]
        if paid:
            return _say(viewer, f"plan-{kind}", max(paid, key=lambda each: each[0])[1])
    return _say(viewer, "plan-none", _line(lines, "plan none"))


def _action(lines: Sequence[Line], view: View, viewer: Viewer, cards: Cards) -> str | None:
    """Advise a spell that serves, the attack with most dice on whoever has least Life left, or a move to the foe."""
    spell = _spell(lines, cards)
    if spell is not None:
        return _say(viewer, "cast", spell)
    attacks = [line for line in lines if line.verb == "attack" and line.words[2].startswith("foe:")]
    if attacks:
        return _say(viewer, "attack", max(attacks, key=lambda line: (_dice(line, cards), -_left(line, view))))
    moves = [line for line in lines if line.verb == "move"]
    foe = next(
        (each["zone"] for each in view["objects"] if each["kind"] == "mage" and each["seat"] != viewer.you), None
    )
    acting = (view["acting"] or {}).get("ref")
    here = next((each["zone"] for each in view["objects"] if each["ref"] == acting), None)
    if moves and foe is not None and here is not None:
        near = min(moves, key=lambda line: _steps([int(part) for part in line.first.split(",")], foe))
        if _steps([int(part) for part in near.first.split(",")], foe) < _steps(here, foe):
            return _say(viewer, "move", near)
    return _say(viewer, "guard", _line(lines, "guard")) or _say(viewer, "done", _line(lines, "done"))


def _spell(lines: Sequence[Line], cards: Cards) -> Line | None:
    """Return a spell that serves whoever casts it: a creature, equipment, an attack on the other side."""
    serving = {"creature": 3, "attack": 2, "equipment": 1}
    found = []
    for line in lines:
        card = cards.cards.get(line.first) if line.verb == "cast" else None
        if card and card.kind in serving and (card.kind != "attack" or "foe:" in line.text):
            found.append((serving[card.kind], card.cost or 0, line))
    return max(found, key=lambda each: each[:2])[2] if found else None


def _dice(line: Line, cards: Cards) -> int:
    known = cards.attacks.get(line.first)
    return (known.dice or 0) if known else 0


def _left(line: Line, view: View) -> int:
    wanted = Reference.read(line.words[2])
    for thing in view["objects"]:
        found = Reference.read(thing["ref"])
        if (found.card, found.number) == (wanted.card, wanted.number) and thing["seat"] != view["you"]:
            return life_left(thing)
    return _DEAR


def _steps(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
