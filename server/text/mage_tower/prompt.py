"""What can be typed now: choice lines as rows that say what each would do.

A row's text and the numbers stand for choice lines, letter by letter. Lines that differ only in what they are aimed at
share a row, in which each has its number; where there would still be too many rows, so do all lines of a verb. 0 is the
line that plays by itself when time runs out.
"""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Listing, Viewer
from server.text.wrap import columns, flow, grid

from .about import Asked
from .position import Cards, Line, View, picked_by, read_lines

SHOWN: Final = 8  # rows of a casting phase
MOST_ROWS: Final = 13  # rows of any window
MOST_IN_A_ROW: Final = 6  # lines that share a row
REACTIONS: Final = frozenset(
    {"ambush-marker", "blood-tithe", "harpy", "sabotage", "unravel", "village-mob", "warded-gate"}
)
"""Windows that come while others act, or at once for several: they are set off from the rest."""

_PASSES: Final = frozenset({"end", "give none", "pass", "pick none"})
_GATHERED: Final = ("cycle", "buy", "attack", "use")
_JOINT: Final = "\ue000"
"""Holds a number and what stands beside it together while lines are broken; a space in the end."""


@frozen
class _Row:
    """Lines that share a row: what all of them begin with, what that does, and what distinguishes them."""

    head: str
    about: str
    lines: Sequence[Line]


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
    rows = _rows(asked, lines)[:MOST_ROWS]
    numbered = [default]
    table: list[tuple[str, str, str]] = []
    for row in rows:
        if len(row.lines) == 1:
            table.append((str(len(numbered)), row.lines[0].text, row.about))
            numbered.append(row.lines[0].text)
            continue
        shown = row.lines[:MOST_IN_A_ROW]
        members = [f"{len(numbered) + place}{_JOINT}{_member(row, line, viewer)}" for place, line in enumerate(shown)]
        numbered += [line.text for line in shown]
        table.append(("", f"{row.head} ...", f"{row.about}{': ' if row.about else ''}{' | '.join(members)}"))
    if passing:
        table.append(("0", passing, asked.about(Line.read(passing))))
    shown_lines = viewer.lines(asked.question(len(choices)))
    if window in REACTIONS:
        alarm = viewer.say("mt-reaction", text=asked.question(len(choices)))
        shown_lines = [viewer.style.paint(line, "alert") for line in viewer.lines(alarm)]
    shown_lines += _picks(asked)
    shown_lines += _table(table, viewer)
    if default and not passing:
        shown_lines += viewer.lines(viewer.say("mt-default", line=default), "     ")
    hidden = len(choices) - len(set(numbered) - {""})
    if hidden:
        shown_lines += viewer.lines(viewer.say("mt-more", count=hidden), "     ")
    return Listing(viewer.style.folded(shown_lines), numbered)


def choices_listing(choices: Sequence[str], viewer: Viewer, default: str = "") -> Listing:
    """Return every line with its number, in columns; the line of a time-out has number 0, too."""
    passing = default if default in _PASSES else ""
    numbered = [default] + [line.text for line in read_lines(choices) if line.text != passing]
    digits = len(str(len(numbered) - 1))
    items = [f"{number:>{digits}} {line}" for number, line in enumerate(numbered) if number]
    items += [f"{0:>{digits}} {default}"] if default else []
    return Listing(viewer.style.folded(grid(items, viewer.style.width, 3, " ", " ")), numbered)


def _rows(asked: Asked, lines: Sequence[Line]) -> list[_Row]:
    """Return the rows, in the order of play."""
    is_aimed = asked.window == "casting" or asked.window in {"copy", "village-mob"}
    families: dict[str, list[Line]] = {}
    for line in lines:
        families.setdefault(line.family if is_aimed else line.text, []).append(line)
    for verb in _GATHERED:
        if len(families) <= SHOWN or asked.window != "casting":
            break
        gathered = [line for line in lines if line.verb == verb]
        if len(gathered) > 1:
            families = _gather(families, verb, gathered)
    return [_Row(head, _about_row(asked, head, members), members) for head, members in families.items()]


def _gather(families: dict[str, list[Line]], verb: str, gathered: list[Line]) -> dict[str, list[Line]]:
    """Return the rows with one for all lines of `verb`, in the place of the first of them."""
    found: dict[str, list[Line]] = {}
    for head, members in families.items():
        if members[0].verb == verb:
            found.setdefault(verb, gathered)
        else:
            found[head] = members
    return found


def _about_row(asked: Asked, head: str, members: Sequence[Line]) -> str:
    """Return what the lines of a row have in common."""
    if len(members) == 1:
        return asked.about(members[0])
    if head == members[0].verb or head.startswith("attack "):
        return ""
    return asked.about(Line.read(head))


def _member(row: _Row, line: Line, viewer: Viewer) -> str:
    """Return what distinguishes a line from the others of its row; whose seat `p3` is."""
    words = line.text[len(row.head) :].strip()
    if words[:1] == "p" and words[1:].isdecimal():
        return viewer.say("mt-seat", seat=words, name=viewer.names[int(words[1:]) - 1])
    return words or viewer.say("mt-no-target")


def _picks(asked: Asked) -> list[str]:
    """Return what was picked so far in a draft."""
    picked = picked_by(asked.view, asked.you) if asked.window.startswith("draft") else None
    if not picked:
        return []
    return asked.viewer.lines(asked.viewer.say("mt-picked-so-far", cards=", ".join(picked)))


def _table(rows: Sequence[tuple[str, str, str]], viewer: Viewer) -> list[str]:
    """Return the rows as a table; in linear style, each as a sentence."""
    style = viewer.style
    if style.linear:
        texts = [f"{number} {text}{': ' if about else ''}{about}".strip() for number, text, about in rows]
        return [line.replace(_JOINT, " ") for text in texts for line in flow(text.split(), style.width, " ")]
    lines = columns([(number.rjust(2), text, about) for number, text, about in rows], style.width, " ")
    lines = [line.replace(_JOINT, " ") for line in lines]
    if style.colour:
        place = 0
        for _, text, _ in rows:
            place = next(at for at in range(place, len(lines)) if f" {text} " in f"{lines[at]} ")
            lines[place] = lines[place].replace(text, style.paint(text, "choice"), 1)
            place += 1
    return lines
