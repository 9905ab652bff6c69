"""The events of one choice in sentences: who did what, and all that came of it, is one sentence."""

from collections.abc import Sequence
from typing import Final

from server.text.viewer import Viewer
from server.text.wrap import wrap

from .events import Event, clause
from .position import Cards
from .words import thing_words

_OPENERS: Final = frozenset(
    {
        "activated",
        "attack-declared",
        "aura-activated",
        "card-planned",
        "initiative-rolled",
        "move-declared",
        "moved",
        "over",
        "passed",
        "phase-began",
        "planning-restarted",
        "plans-returned",
        "plans-sealed",
        "retired",
        "revealed",
        "spell-cast",
    }
)
"""What begins a sentence wherever it stands."""

_QUIET: Final = frozenset({"action-phase-ended", "over", "planning-restarted", "plans-sealed"})
"""Not told among others: the board, the prompt or the result shows it."""
_TOLD_PHASES: Final = frozenset({"initiative", "channel", "action"})


def event_lines(event: Event, viewer: Viewer, cards: Cards) -> list[str]:
    """Return one event by itself: one sentence, wrapped.

    Raises:
        KeyError: no event of this game has that type.
    """
    return _sentence([clause(event, viewer, cards)], viewer)


def tell_events(batch: Sequence[Event], viewer: Viewer, cards: Cards) -> list[str]:
    """Return the events of one choice, in their order; what a prompt or the board shows anyway is left out.

    Raises:
        KeyError: no event of this game has that type.
    """
    groups: list[list[Event]] = []
    told = [event for place, event in enumerate(batch) if not _is_shown_elsewhere(event, batch[place + 1 :])]
    for event in told:
        if groups and not _opens(event, groups[-1]):
            groups[-1].append(event)
        else:
            groups.append([event])
    lines: list[str] = []
    for group in groups:
        follows = group[0]["type"] == "attack-declared"
        clauses = [clause(event, viewer, cards, follows=follows) for event in group]
        lines += _sentence(_with_pronouns(group, clauses, viewer, cards), viewer)
    return lines


def _is_shown_elsewhere(event: Event, later: Sequence[Event]) -> bool:
    match event["type"]:
        case "phase-began":
            return event["phase"] not in _TOLD_PHASES
        case "move-declared":  # it arrives, or is stopped on the way; only then setting out is worth telling
            return any(each["type"] == "moved" and each["object"] == event["object"] for each in later)
        case "plans-returned":
            return not event["count"]
        case "guard":
            return not event["guard"] and bool(later)
        case "mana":  # what a spell or a revelation costs, these say themselves
            return event["change"] < 0 and any(each["type"] in {"spell-cast", "revealed"} for each in later[:2])
        case _:
            return event["type"] in _QUIET


def _opens(event: Event, group: Sequence[Event]) -> bool:
    return event["type"] in _OPENERS and not (event["type"] == "moved" and group[-1]["type"] == "move-declared")


def _with_pronouns(group: Sequence[Event], clauses: list[str], viewer: Viewer, cards: Cards) -> list[str]:
    """Return the clauses, with "it" for what the sentence began with as long as nothing else is spoken of."""
    subject = group[0].get("object") or group[0].get("attacker") or group[0].get("caster")
    if not isinstance(subject, str):
        return clauses
    words = thing_words(viewer, subject, cards) + " "
    found = clauses[:1]
    for place, each in enumerate(clauses[1:], 1):
        if not (clauses[0].startswith(words) and each.startswith(words)):
            return found + clauses[place:]
        found.append(viewer.say("mw-it", does=each.removeprefix(words)))
    return found


def _sentence(clauses: Sequence[str], viewer: Viewer) -> list[str]:
    head, *rest = clauses
    text = f"{head}: {'; '.join(rest)}" if rest and ": " not in head else "; ".join([head, *rest])
    if not text.startswith(viewer.names):
        text = text[0].upper() + text[1:]
    return viewer.style.folded(wrap(f"{text}.", viewer.style.width, "", "  "))
