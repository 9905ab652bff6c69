"""Whole screens of Mage Tower, compared with the files beside this one. `BLESS=1` writes them anew: read the diff."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rust_core
from server.text import lobby
from server.text.style import Style
from tests.unit.server.text.playing_tower import GAME, NAMES, faces, position, viewer

FOLDER = Path(__file__).parent / "screens/mage_tower"
CLOCKS = ["4:31", "3:58", "2:00", "1:59"]

ANA: dict[str, Any] = {
    "life": 14,
    "gold": 4,
    "hand": ["archer", "elite_archer", "frostbind", "knight", "tower_shield"],
    "deck": ["archer", "insight", "knight"],
    "discard": ["confusion", "emberdart", "intellect"],
    "in_play": [
        {"card": "knight", "damage": 1, "equipment": ["war_maul"]},
        {"card": "wisp", "attacks_used": 1},
        "element_cannon",
    ],
    "board": [
        {"card": "orc", "damage": 1, "angry": True, "attached": ["bounty"]},
        {"card": "warlock", "angry": True},
        "demon",
        {"card": "harpy", "owner": 1, "delay": 1},
    ],
}
BEA: dict[str, Any] = {
    "life": 9,
    "gold": 1,
    "hand": ["archer", "hexbolt"],
    "discard": ["archer"],
    "in_play": ["shieldmaiden", "toll_gate", "ambush_marker"],
    "board": [{"card": "giant", "damage": 4, "angry": True}, "hellhound"],
}
CARL: dict[str, Any] = {"life": 3, "gold": 0, "board": ["ogre"], "in_play": ["gloom_lantern"]}
DORA: dict[str, Any] = {"life": 20, "gold": 2, "hand": ["unravel"], "board": []}


def screen(match: rust_core.Match, style: Style, you: int | None = 0) -> list[str]:
    """Return board, hint and prompt of the open decision, as `you` sees it."""
    decision = match.pending()[0]
    reader = viewer(you, style, NAMES[: match.seats])
    view, choices = json.loads(match.view(you)), match.choices(decision.seat)
    lines = GAME.board(view, reader, 12, CLOCKS[: match.seats])
    if decision.seat != you:
        window = GAME.window_words(decision.window, reader)
        return lines + lobby.waiting([reader.names[decision.seat]], window, CLOCKS[decision.seat], reader)
    lines += lobby.hint_lines(GAME.hint(decision.window, choices, view, reader) or "", reader)
    return lines + GAME.prompt(decision.window, choices, view, reader, decision.default).lines


def two() -> rust_core.Match:
    return position([ANA, BEA], setup={"advanced": True})


def four() -> rust_core.Match:
    return position([ANA, BEA, CARL, DORA], setup={"advanced": True})


def coop(phase: str = "casting") -> rust_core.Match:
    board = [{"card": "mire_shaman", "damage": 2}, {"card": "bone_archer", "angry": True}, "iron_juggernaut"]
    seats = [{"hand": ["archer", "knight"], "gold": 2}, {"in_play": ["knight"], "hand": ["insight"]}]
    return position(seats, setup={"mode": "coop"}, shared={"board": board, "life": 11}, phase=phase)


def solo() -> rust_core.Match:
    return position([{"life": 7, "hand": ["landslide"], "board": ["giant", "orc"]}], setup={"mode": "solo"})


def start(setup: dict[str, Any]) -> rust_core.Match:
    return rust_core.Match("mage_tower", json.dumps(setup), bytes(range(32)))


def drafting() -> rust_core.Match:
    """Return a hidden draft of three, at its third pick."""
    match = start({"players": 3, "draft": "hidden", "first": 0})
    for _ in range(2):
        for decision in match.pending():
            match.choose(decision.seat, decision.default)
    return match


def visible_draft() -> rust_core.Match:
    match = start({"draft": "visible", "first": 0})
    for seat in (0, 1):
        match.choose(seat, match.pending()[0].default)
    return match


def asked_by_cards() -> list[str]:
    """Return the questions that cards of the other side ask."""
    lines = []
    for card, answers in (
        ("sabotage", ["play sabotage foe"]),
        ("unravel", ["play unravel"]),
        ("blood_tithe", ["play blood_tithe"]),
    ):
        match = position([{"hand": [card]}, BEA], setup={"advanced": True})
        for answer in answers:
            match.choose(0, answer)
        lines += [f"[{card}]", *screen(match, Style(), 1)[-8:]]
    match = two()
    match.choose(0, "attack knight#1")
    lines += ["[ambush_marker]", *screen(match, Style(), 1)[-6:]]
    match = position([{"hand": ["harpy"]}, {"in_play": ["warded_gate"]}], setup={"advanced": True})
    match.choose(0, "play harpy")
    return [*lines, "[warded_gate]", *screen(match, Style(), 1)[-6:]]


def told(style: Style, make: Callable[[], rust_core.Match], plays: list[tuple[int, str]]) -> list[str]:
    """Return what some choices bring about, as each seat and a spectator read it; then the first seat resigns."""
    lines = []
    for you in (0, 1, None):
        match = make()
        reader = viewer(you, style, NAMES[: match.seats])
        lines.append(f"[{'a spectator' if you is None else NAMES[you]} reads]")
        for seat, line in plays:
            lines += GAME.tell_events(faces(match.choose(seat, line), you), reader)
        lines += GAME.tell_events(faces(match.retire(0, "resigned"), you), reader)
        outcome = match.outcome()
        if outcome is not None:
            lines += GAME.result(outcome.winners, outcome.reason, 8, reader, 12)
    return lines


TURN = [
    (0, "play tower_shield knight#1"),
    (0, "attack knight#1"),
    (1, "use ambush_marker#1"),
    (0, "play elite_archer"),
    (0, "buy intellect"),
    (0, "end"),
    (1, "attack shieldmaiden#1"),
    (1, "play hexbolt"),
    (1, "end"),
]
TEAM_TURN = [(0, "play archer"), (0, "play knight"), (0, "end"), (1, "attack knight#1"), (1, "end")]


def looked_up(style: Style) -> list[str]:
    reader = viewer(None, style)
    lines = []
    for name in ("elite archer", "orc#2", "intellect", "tower_shield", "boon of plenty", "ba", "equipment", "all"):
        lines += [f"> card {name}", *(GAME.card_lines(name, reader) or [])]
    return lines


SCREENS: dict[str, Callable[[], list[str]]] = {
    "casting": lambda: screen(two(), Style()),
    "casting_60": lambda: screen(two(), Style(60)),
    "casting_40": lambda: screen(two(), Style(40)),
    "casting_linear": lambda: screen(two(), Style(linear=True)),
    "casting_foe": lambda: screen(two(), Style(), 1),
    "casting_spectator": lambda: screen(two(), Style(), None),
    "casting_four": lambda: screen(four(), Style()),
    "casting_colour": lambda: [line.replace("\x1b", "ESC") for line in screen(two(), Style(colour=True))],
    "choices": lambda: GAME.choices_listing(two().choices(0), viewer(), "end").lines,
    "coop": lambda: screen(coop(), Style()),
    "coop_linear": lambda: screen(coop(), Style(linear=True)),
    "solo": lambda: screen(solo(), Style()),
    "draft_hidden": lambda: screen(drafting(), Style()),
    "draft_visible": lambda: screen(visible_draft(), Style()),
    "keep": lambda: screen(start({"mode": "coop", "players": 2}), Style()),
    "questions": asked_by_cards,
    "told": lambda: told(Style(), two, TURN),
    "told_40": lambda: told(Style(40), two, TURN),
    "told_coop": lambda: told(Style(), coop, TEAM_TURN),
    "looked_up": lambda: looked_up(Style()),
    "looked_up_40": lambda: looked_up(Style(40)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str) -> None:
    lines = SCREENS[name]()
    ending = name.rpartition("_")[2]
    width = int(ending) if ending.isdecimal() else 80
    if name != "casting_colour":
        assert all(len(line) <= width and (line.isprintable() and line.isascii()) for line in lines)
    path = FOLDER / f"{name}.txt"
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get("BLESS"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), "read it, then run with BLESS=1"


def test_every_file_is_a_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCREENS)
