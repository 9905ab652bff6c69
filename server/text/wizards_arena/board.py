"""A view to a board: the opponent above, the reader below; or to sentences, for who wants no picture."""

from collections.abc import Sequence
from typing import Final

from server.text.viewer import Viewer
from server.text.wrap import flow, grid, pad, rule, width_of, wrap

from .position import MARK, Cards, FighterView, View
from .words import ability_words, fighter_words, held_words

NEXT_SHOWN: Final = 6  # cards of a Pattern that a board shows
_GAP: Final = 2


def board(
    view: View, viewer: Viewer, cards: Cards, match_id: int | None = None, clocks: Sequence[str] | None = None
) -> list[str]:
    """Return the position as `viewer` sees it.

    Args:
        view: what the match shows.
        viewer: who reads.
        cards: the catalogue.
        match_id: the number of the match, where it should be named.
        clocks: time left by seat, ready to be shown; None without clocks.
    """
    seats = (1, 0) if viewer.you is None else (1 - viewer.you, viewer.you)
    if viewer.style.linear:
        lines = _linear_head(view, viewer, match_id, clocks)
        for seat in seats:
            lines += _linear_side(view, seat, viewer, cards)
        return viewer.style.folded(lines)
    lines = _head(view, viewer, match_id, clocks)
    for seat in seats:
        lines += _side(view, seat, viewer, cards)
    return viewer.style.folded(lines + _foot(view, viewer))


def is_ready(view: View, seat: int, fighter: FighterView) -> bool:
    """Whether the board marks a card as one that may act this turn (WA-5.3, WA-6.1): it may still attack."""
    is_waiting = fighter["since_start"] and not fighter["triggered"] and not fighter["attacked"]
    return is_waiting and seat == view["active"] and view["phase"] != "over"


def _title(viewer: Viewer, match_id: int | None) -> str:
    title = viewer.say("wa-title")
    return title if match_id is None else f"{title} {match_id}"


def _moment(view: View, viewer: Viewer) -> str:
    """Return "turn 7: Ana, summoning"."""
    active = view["active"]
    phase = viewer.say(f"wa-phase-{view['phase']}")
    if view["phase"] == "cut":
        return phase
    return viewer.say("wa-moment", turn=str(view["turn"]), name=viewer.names[active], phase=phase)


def _clocks(viewer: Viewer, clocks: Sequence[str] | None) -> list[str]:
    """Return "you 4:31", "Bea 3:58", the reader's first."""
    if not clocks:
        return []
    order = sorted(range(len(clocks)), key=lambda seat: seat != viewer.you)
    return [
        viewer.say("wa-clock", who=viewer.person(seat), name=viewer.names[seat], clock=clocks[seat]) for seat in order
    ]


def _head(view: View, viewer: Viewer, match_id: int | None, clocks: Sequence[str] | None) -> list[str]:
    width = viewer.style.width
    text = f"{_title(viewer, match_id)} -- {_moment(view, viewer)}"
    shown = "  ".join(_clocks(viewer, clocks))
    if width_of(text) + width_of(shown) + 5 <= width:
        lines = [rule(text, width, shown)]
    else:
        lines = wrap(f"-- {text}", width, "", "   ") + (wrap(shown, width, "   ", "   ") if shown else [])
    return [viewer.style.paint(line, "title") for line in lines]


def _foot(view: View, viewer: Viewer) -> list[str]:
    """Return the line that explains the signs on the board."""
    width = viewer.style.width
    signs = [viewer.say("wa-sign-numbers"), viewer.say("wa-sign-ready"), viewer.say("wa-sign-mark")]
    if view["phase"] == "cut":
        return ["-" * width]
    lines = flow([f"-- {sign}" for sign in signs], width, " ")
    lines[-1] += (" " + "-" * width)[: max(0, width - width_of(lines[-1]))]
    return [viewer.style.paint(line, "faint") for line in lines]


def _side(view: View, seat: int, viewer: Viewer, cards: Cards) -> list[str]:
    player = view["players"][seat]
    style = viewer.style
    role = viewer.person(seat)
    name = viewer.say("wa-side", who=role, name=viewer.names[seat])
    numbers = [
        viewer.say("wa-life", amount=player["life"]),
        viewer.say("wa-crystals", amount=player["crystals"]),
        viewer.say("wa-mana", amount=player["mana"]),
    ]
    first, *rest = flow([name, *(numbers if view["phase"] != "cut" else numbers[:1])], style.width, "  ", " ", "  ")
    painted = style.paint(name, "you" if role == "you" else "foe")
    lines = [first.replace(name, painted, 1), *rest]
    ready = [fighter_words(viewer, each, is_ready=is_ready(view, seat, each)) for each in player["arena"]]
    held = [held_words(viewer, card, cards.of(card)) for card in player["hand"]]
    zones = [] if view["phase"] == "cut" else [("arena", ready), ("hand", held)]
    labels = {zone: viewer.say(f"wa-zone-{zone}") for zone in ("arena", "hand", "next")}
    label_width = max(map(width_of, labels.values()))
    blank = " " * (label_width + 4)
    cell = _cell_width(ready, held, style.width - len(blank))
    for zone, items in zones:
        label = f"  {pad(labels[zone], label_width)}  "
        lines += grid([pad(item, cell) for item in items] or ["-"], style.width, _GAP, label, blank)
    label = f"  {pad(labels['next'], label_width)}  "
    return lines + flow(_pattern_words(view, seat, viewer), style.width, " ", label, blank)


def _cell_width(ready: Sequence[str], held: Sequence[str], room: int) -> int:
    """Return the width that the cells of both zones share, so that they line up; 0 where that would cost a column."""
    widest = [max(map(width_of, items)) for items in (ready, held) if items]
    if (
        not widest
        or max(widest) > room
        or (room + _GAP) // (max(widest) + _GAP) < (room + _GAP) // (min(widest) + _GAP)
    ):
        return 0
    return max(widest)


def _pattern_words(view: View, seat: int, viewer: Viewer) -> list[str]:
    """Return the next cards of a Pattern, and how far its mark is; during the cut, all of it."""
    pattern = view["players"][seat]["pattern"]
    if view["phase"] == "cut":
        return pattern
    shown = pattern[:NEXT_SHOWN]
    words = [*shown, "..."] if len(pattern) > len(shown) else list(shown)
    if MARK not in shown and MARK in pattern:  # it is put in after the cut, which a match may not outlive
        words.append(viewer.say("wa-mark-after", count=pattern.index(MARK)))
    return words


def _linear_head(view: View, viewer: Viewer, match_id: int | None, clocks: Sequence[str] | None) -> list[str]:
    sentences = [f"{_title(viewer, match_id)}, {_moment(view, viewer)}."]
    if clocks:
        sentences.append(viewer.say("wa-linear-clocks", clocks=", ".join(_clocks(viewer, clocks))))
    return wrap(" ".join(sentences), viewer.style.width)


def _linear_side(view: View, seat: int, viewer: Viewer, cards: Cards) -> list[str]:
    player = view["players"][seat]
    who: dict[str, str] = {"who": viewer.person(seat), "name": viewer.names[seat]}
    texts: list[str] = []
    if view["phase"] != "cut":
        life, crystals, mana = player["life"], player["crystals"], player["mana"]
        texts.append(viewer.say("wa-linear-side", **who, life=life, crystals=crystals, mana=mana))
        arena = "; ".join(_linear_fighter(view, seat, fighter, viewer) for fighter in player["arena"])
        texts.append(viewer.say("wa-linear-arena", **who, cards=arena or viewer.say("wa-linear-empty")))
        hand = "; ".join(held_words(viewer, card, cards.of(card)) for card in player["hand"])
        texts.append(viewer.say("wa-linear-hand", **who, cards=hand or viewer.say("wa-linear-empty")))
    words = " ".join(_pattern_words(view, seat, viewer))
    texts.append(viewer.say("wa-linear-pattern", **who, cards=words))
    return [line for text in texts for line in wrap(text, viewer.style.width)]


def _linear_fighter(view: View, seat: int, fighter: FighterView, viewer: Viewer) -> str:
    words = [fighter["name"], viewer.say("wa-linear-numbers", attack=fighter["attack"], health=fighter["health"])]
    words += [ability_words(viewer, ability) for ability in fighter["abilities"]]
    words += [viewer.say("wa-linear-damage", damage=fighter["damage"])] if fighter["damage"] else []
    words += [viewer.say("wa-linear-ready")] if is_ready(view, seat, fighter) else []
    return ", ".join(words)
