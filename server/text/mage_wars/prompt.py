"""What can be typed now: choice lines as rows that say what each would do.

A row's text and the numbers stand for choice lines, letter by letter. Lines that differ only in what they are aimed at
share a row, in which each has its number; where there would still be too many rows, so do all lines of a verb. 0 is the
line that plays by itself when time runs out. What is planned is grouped by the kind of card, and shows all of it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Listing, Viewer
from server.text.wrap import columns, flow, grid

from .about import Asked
from .board import NARROW, situation
from .position import Cards, Line, View, read_lines
from .words import kind_words

SHOWN: Final = 8  # rows before lines are gathered
MOST_IN_A_ROW: Final = 8  # lines that share a row, but for planning
REACTIONS: Final = frozenset(
    {
        "challenge-reroll",
        "counterstrike",
        "defense",
        "extra-token",
        "follow",
        "heal-split",
        "helm",
        "initiate",
        "intercept",
        "mandatory-reveal",
        "martyr",
        "order",
        "pillar",
        "prevention",
        "push-direction",
        "reveal",
        "solar",
        "strongest",
        "token",
        "vampiric",
    }
)
"""Windows that come while something is resolved: they are set off from the rest."""

_PASSES: Final = frozenset({"auto", "done", "pass", "plan none"})
_KINDS: Final = ("creature", "conjuration", "terrain", "wall", "equipment", "enchantment", "incantation", "attack")
_GATHERED: Final = ("call", "cast", "attack", "move", "activate")
_JOINT: Final = "\ue000"
"""Holds a number, its words and the bar behind them together while lines are broken; a space in the end."""


@frozen
class _Row:
    """Lines that share a row: what all of them begin with, what that does, and what distinguishes them."""

    head: str
    about: str
    members: Sequence[tuple[Line, str]]
    most: int = MOST_IN_A_ROW


def prompt(window: str, choices: Sequence[str], view: View, viewer: Viewer, cards: Cards, default: str = "") -> Listing:
    """Return what is asked, the rows, and how many lines are not shown.

    Args:
        window: the decision's.
        choices: all choice lines, of the reader's seat.
        view: the position.
        viewer: who decides; a seat.
        cards: the catalogue.
        default: the line that a time-out plays; "" if that is not to be told.
    """
    asked = Asked(window, view, viewer, cards)
    passing = default if default in _PASSES else ""
    lines = [line for line in read_lines(choices) if line.text != passing]
    numbered = [default]
    table: list[tuple[str, str, str]] = []
    for row in _rows(asked, lines):
        if row.head == row.members[0][0].text:
            table.append((str(len(numbered)), row.head, row.about))
            numbered.append(row.head)
            continue
        shown = row.members[: row.most]
        members = [f"{len(numbered) + place} {words}" for place, (_, words) in enumerate(shown)]
        numbered += [line.text for line, _ in shown]
        left = len(row.members) - len(shown)
        members += [viewer.say("mw-row-more", count=left)] if left else []
        head = row.head if window == "planning" else f"{row.head} ..."
        listed = f"{_JOINT}| ".join(member.replace(" ", _JOINT) for member in members)
        table.append(("", head, f"{row.about}{': ' if row.about else ''}{listed}"))
    if passing:
        table.append(("0", passing, asked.about(Line.read(passing))))
    found = viewer.lines(viewer.say("mw-all-planned")) if list(choices) == ["replan"] else _question(asked)
    found += _table(table, viewer)
    if default and not passing:
        found += viewer.lines(viewer.say("mw-default", line=default), "     ")
    hidden = len(set(choices)) - len(set(numbered) & set(choices))
    if hidden:
        found += viewer.lines(viewer.say("mw-more", count=hidden), "     ")
    return Listing(viewer.style.folded(found), numbered)


def choices_listing(choices: Sequence[str], viewer: Viewer, default: str = "") -> Listing:
    """Return every line with its number, in columns; the line of a time-out has number 0, too."""
    passing = default if default in _PASSES else ""
    numbered = [default] + [line.text for line in read_lines(choices) if line.text != passing]
    digits = len(str(len(numbered) - 1))
    items = [f"{number:>{digits}} {line}" for number, line in enumerate(numbered) if number]
    items += [f"{0:>{digits}} {default}"] if default else []
    return Listing(viewer.style.folded(grid(items, viewer.style.width, 3, " ", " ")), numbered)


def _question(asked: Asked) -> list[str]:
    """Return what is asked, and in the middle of something, what that is."""
    viewer = asked.viewer
    if asked.window not in REACTIONS:
        return viewer.lines(asked.question())
    going_on = situation(asked.view, viewer, asked.cards)
    alarm = viewer.say("mw-reaction", text=f"{asked.question()} {going_on}".strip())
    return [viewer.style.paint(line, "alert") for line in viewer.lines(alarm)]


def _rows(asked: Asked, lines: Sequence[Line]) -> list[_Row]:
    """Return the rows, in the order of play."""
    if asked.window == "planning":
        return _plans(asked, lines)
    if len(lines) <= SHOWN:
        return [_Row(line.text, asked.about(line), [(line, "")]) for line in lines]
    families: dict[str, list[Line]] = {}
    for line in lines:
        families.setdefault(line.family, []).append(line)
    for members in families.values():
        members.sort(key=lambda line: line.verb == "attack" and "foe:" not in line.text)
    for verb in _GATHERED:
        if len(families) <= SHOWN:
            break
        families = _gather(families, verb)
    rows = []
    for head, members in families.items():
        if len(members) == 1:
            rows.append(_Row(members[0].text, asked.about(members[0]), [(members[0], "")]))
            continue
        about = asked.about(Line.read(head)) if " " in head or head not in {"attack", "cast"} else ""
        rows.append(_Row(head, about, [(line, line.text[len(head) :].strip() or "-") for line in members]))
    return rows


def _gather(families: Mapping[str, list[Line]], verb: str) -> dict[str, list[Line]]:
    """Return the rows with one for all lines of `verb`, in the place of the first of them."""
    found: dict[str, list[Line]] = {}
    for head, members in families.items():
        if members[0].verb == verb:
            found.setdefault(verb, []).extend(members)
        else:
            found[head] = members
    return found


def _plans(asked: Asked, lines: Sequence[Line]) -> list[_Row]:
    """Return the cards that can be planned, a row for each kind, with their costs."""
    cards = asked.cards.cards
    rows = []
    for kind in _KINDS:
        chosen = [line for line in lines if line.first in cards and cards[line.first].kind == kind]
        if chosen:
            members = [(line, f"{line.first} {cards[line.first].cost_words}") for line in chosen]
            rows.append(_Row(kind_words(asked.viewer, cards[chosen[0].first]), "", members, len(members)))
    others = [line for line in lines if line.first not in cards]
    return rows + [_Row(line.text, asked.about(line), [(line, "")]) for line in others]


def _table(rows: Sequence[tuple[str, str, str]], viewer: Viewer) -> list[str]:
    """Return the rows as a table; in linear style, each as a sentence."""
    style = viewer.style
    if style.linear:
        texts = [f"{number} {text}{': ' if about else ''}{about}".strip() for number, text, about in rows]
        return [line.replace(_JOINT, " ") for text in texts for line in flow(text.split(" "), style.width, " ")]
    widest = max((len(text) for _, text, _ in rows), default=0)
    if widest > style.width // 2 or style.width < NARROW:
        lines: list[str] = []
        for number, text, about in rows:
            words = f"{text}  {about}" if about else text
            lines += flow(words.split(" "), style.width, " ", f" {number:>2}  ", "     ")
    else:
        lines = columns([(number.rjust(2), text, about) for number, text, about in rows], style.width, " ")
    return [line.replace(_JOINT, " ").rstrip() for line in lines]
