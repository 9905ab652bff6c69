"""Whole screens of Mage Wars, compared with the files beside this one. `BLESS=1` writes them anew: read the diff."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rust_core
from server.text import lobby
from server.text.style import Style
from tests.unit.server.text.playing_wars import CATALOG, GAME, faces, viewer

FOLDER = Path(__file__).parent / "screens/mage_wars"
CLOCKS = ["4:31", "3:58"]

POSITION: dict[str, Any] = {
    "round": 3,
    "phase": "action",
    "initiative": 0,
    "turn": 1,
    "seats": [
        {
            "mana": 12,
            "valor": 2,
            "auras": ["solar_aura"],
            "challenge": "p2:kraken#1",
            "planned": {"p1:paladin": ["lesser_teleport", "smite"]},
            "discard": ["luminous_blast"],
        },
        {"mana": 9, "planned": {"p2:siren": ["swell"]}, "discard": []},
    ],
    "objects": [
        {"ref": "p1:paladin", "zone": [0, 0], "damage": 3},
        {"ref": "p2:siren", "zone": [2, 1], "damage": 11},
        {"ref": "p1:noble_vanguard#1", "zone": [1, 1], "damage": 2, "active": False, "guard": True},
        {"ref": "p1:crusader_griffin#1", "zone": [1, 1], "conditions": {"bleed": 2}},
        {"ref": "p2:kraken#1", "zone": [1, 1], "damage": 4},
        {"ref": "p2:coral_barrier#1", "border": [[1, 1], [2, 1]]},
        {"ref": "p2:shallow_sea#1", "zone": [2, 1]},
        {"ref": "p1:eye_for_an_eye#1", "host": "p1:noble_vanguard#1", "revealed": False},
        {"ref": "p2:lullaby#1", "host": "p1:noble_vanguard#1", "revealed": True, "tokens": {"dissipate": 1}},
        {"ref": "p1:sword_of_radiance#1", "host": "p1:paladin"},
    ],
}


def position(**changes: object) -> rust_core.Match:
    """Return a match that begins in the middle of round 3."""
    setup = {"seats": [{"mage": "paladin"}, {"mage": "siren"}], "position": {**POSITION, **changes}}
    return rust_core.Match("mage_wars", json.dumps(setup), bytes(32), CATALOG)


def after(match: rust_core.Match, *lines: str) -> rust_core.Match:
    """Return the match after some choices, each of whoever decides."""
    for line in lines:
        match.choose(match.pending()[0].seat, line)
        pass_reveals(match)
    return match


def pass_reveals(match: rust_core.Match) -> list[rust_core.Event]:
    """Let everybody pass the chances to reveal that are open; return what that brings about."""
    events = []
    while match.pending() and match.pending()[0].window == "reveal":
        events += match.choose(match.pending()[0].seat, "pass")
    return events


def screen(match: rust_core.Match, style: Style, you: int | None) -> list[str]:
    """Return board, hint and prompt of the open decision, as `you` sees it."""
    decision = next((each for each in match.pending() if each.seat == you), match.pending()[0])
    reader = viewer(you, style)
    view, choices = json.loads(match.view(you)), match.choices(decision.seat)
    lines = GAME.board(view, reader, 12, CLOCKS)
    if decision.seat != you:
        window = GAME.window_words(decision.window, reader)
        return lines + lobby.waiting([reader.names[decision.seat]], window, CLOCKS[decision.seat], reader)
    lines += lobby.hint_lines(GAME.hint(decision.window, choices, view, reader) or "", reader)
    return lines + GAME.prompt(decision.window, choices, view, reader, decision.default).lines


def planning() -> rust_core.Match:
    return position(phase="planning", seats=[{"mana": 12}, {"mana": 9}])


def acting() -> rust_core.Match:
    return after(position(turn=0), "activate paladin")


def intercepted() -> rust_core.Match:
    objects = [*POSITION["objects"], {"ref": "p1:dawnbreakers_initiate#1", "zone": [1, 1]}]
    match = position(objects=objects)
    return after(match, "activate kraken#1", "attack tentacle_grasp foe:dawnbreakers_initiate#1")


TURN = [
    "activate kraken#1",
    "attack devouring_beak foe:noble_vanguard#1",
    "call foe:crusader_griffin#1",
    "activate crusader_griffin#1",
    "attack claws foe:coral_barrier#1",
    "cast lesser_teleport paladin 1,0",
    "cast swell kraken#1",
]


def told(style: Style) -> list[str]:
    """Return what some choices bring about, as each seat and a spectator read it; then the first seat resigns."""
    lines = []
    for you in (0, 1, None):
        match, reader = position(), viewer(you, style)
        lines.append(f"[{'a spectator' if you is None else reader.names[you]} reads]")
        for line in TURN:
            events = match.choose(match.pending()[0].seat, line)
            lines += GAME.tell_events(faces(events + pass_reveals(match), you), reader)
        lines += GAME.tell_events(faces(match.retire(0, "resigned"), you), reader)
        outcome = match.outcome()
        if outcome is not None:
            lines += GAME.result(outcome.winners, outcome.reason, 3, reader, 12)
    return lines


def looked_up(style: Style) -> list[str]:
    lines = []
    for name in ("kraken", "foe:siren", "sword of radiance", "lullaby#2", "coral barrier", "shoals", "equipment"):
        lines += [f"> card {name}", *(GAME.card_lines(name, viewer(None, style)) or [])]
    return lines


SCREENS: dict[str, Callable[[], list[str]]] = {
    "turn": lambda: screen(position(), Style(), 1),
    "turn_60": lambda: screen(position(), Style(60), 1),
    "turn_40": lambda: screen(position(), Style(40), 1),
    "turn_linear": lambda: screen(position(), Style(linear=True), 1),
    "turn_waits": lambda: screen(position(), Style(), 0),
    "turn_spectator": lambda: screen(position(), Style(), None),
    "action": lambda: screen(acting(), Style(), 0),
    "action_60": lambda: screen(acting(), Style(60), 0),
    "intercept": lambda: screen(intercepted(), Style(), 0),
    "planning": lambda: screen(planning(), Style(), 0),
    "planning_40": lambda: screen(planning(), Style(40), 0),
    "choices": lambda: GAME.choices_listing(acting().choices(0), viewer(0), "done").lines,
    "told": lambda: told(Style()),
    "told_40": lambda: told(Style(40)),
    "looked_up": lambda: looked_up(Style()),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str) -> None:
    lines = SCREENS[name]()
    ending = name.rpartition("_")[2]
    width = int(ending) if ending.isdecimal() else 80
    assert all(len(line) <= width and (line.isprintable() and line.isascii()) for line in lines)
    path = FOLDER / f"{name}.txt"
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get("BLESS"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), "read it, then run with BLESS=1"


def test_every_file_is_a_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCREENS)
