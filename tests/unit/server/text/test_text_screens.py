"""Whole screens, compared with the files beside this one. `BLESS=1` writes them anew: read the diff."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import rust_core
from protocol import COMMANDS
from protocol.server_messages import (
    Challenged,
    GameInfo,
    GamesList,
    MatchInfo,
    PlayerStatus,
    Started,
    TableChanged,
    TableInfo,
)
from server.text import guide, lobby
from server.text.rules import RuleBook
from server.text.style import Style
from server.text.tables import table_changed
from tests.unit.server.text.playing import GAME, parsed, position, viewer

FOLDER = Path(__file__).parent / "screens"
CLOCKS = ["4:31", "3:58"]
PLAYERS = [PlayerStatus("Ana", "free"), PlayerStatus("Bea", "free"), PlayerStatus("Carl", "playing", 12)]
GAMES = [GameInfo("wizards_arena", "Wizard's Arena", 2)]
TOWER = GameInfo("mage_tower", "Mage Tower", 6, 1, ["draft", "hidden-draft", "beginner", "advanced", "coop", "solo"])
MATCHES = [MatchInfo(12, "wizards_arena", ["Carl", "Dora"], 9), MatchInfo(13, "wizards_arena", ["Emil", "Fay"], 0)]
TABLES = [
    TableInfo(3, "mage_tower", ["draft", "advanced"], "10m+15s/20s:60s", 6, 2, ["Bea", "House", "Dora"], "Bea"),
    TableInfo(4, "wizards_arena", [], None, 2, 2, ["Ana"], "Ana"),
]
NOTHING_ON = GamesList(GAMES, [])
BUSY = GamesList([*GAMES, TOWER], MATCHES, TABLES)
RULES = RuleBook.parse(rust_core.rules_text("wizards_arena"))

MIDDLE: dict[str, Any] = {
    "turn": 7,
    "active": 0,
    "players": [
        {"crystals": 4, "mana": 4, "hand": ["K1", "P2", "R1"], "arena": ["B1", "G1", {"name": "C1", "damage": 1}]},
        {"life": 6, "crystals": 3, "hand": ["K1", "S1"], "arena": ["C1", "G1", "D1"]},
    ],
}
OPEN: dict[str, Any] = {
    "turn": 9,
    "active": 0,
    "players": [
        {"crystals": 5, "mana": 1, "arena": ["B1", "G1", "H1", "Q1", "P1"]},
        {"life": 9, "crystals": 4, "hand": ["U1"], "arena": ["G1", "D1", "S1", "K1"]},
    ],
}


def duel(match: rust_core.Match, style: Style, you: int | None = 0) -> list[str]:
    """Return board, prompt and hint of the open decision."""
    (decision,) = match.pending()
    reader = viewer(you, style)
    view, choices = json.loads(match.view(you)), match.choices(decision.seat)
    lines = GAME.board(view, reader, 12, CLOCKS)
    if decision.seat != you:
        window = GAME.window_words(decision.window, reader)
        return lines + lobby.waiting([reader.names[decision.seat]], window, CLOCKS[decision.seat], reader)
    lines += GAME.prompt(decision.window, choices, view, reader).lines
    return lines + lobby.hint_lines(GAME.hint(decision.window, choices, view, reader) or "", reader)


def in_phase(phase: str, start: dict[str, Any] = MIDDLE) -> rust_core.Match:
    return position({"position": {**start, "phase": phase}})


def opening_with_healer() -> rust_core.Match:
    """Return an Opening in which a Healer is asked, and two draws reach the mark."""
    letters = "ACICAITQCAIQHUQTUHPUTPPHG"
    names = [f"{letter}{letters[: place + 1].count(letter)}" for place, letter in enumerate(letters)]
    top, elsewhere = ["A2"], ["A1", "T1", "C1"]
    pattern = [*top, "X", *(name for name in names if name not in top + elsewhere)]
    players = [{"life": 5, "crystals": 3, "hand": ["A1"], "arena": ["T1", "C1"], "pattern": pattern}, {}]
    return position(
        {
            "patterns": [letters, "BGBEGLBGEKLPHRLHMPHRPMKEQ"],
            "position": {"turn": 8, "active": 0, "phase": "opening", "players": players},
        }
    )


def told(style: Style) -> list[str]:
    """Return a turn of the middle position, as both sides and a spectator read it."""
    lines = []
    for you in (0, 1, None):
        match = in_phase("summoning")
        lines.append(f"[{'Ana' if you == 0 else 'Bea' if you == 1 else 'a spectator'} reads]")
        plays = ["summon R1", "flash K1 foe:G1", "done", "attack B1 foe:C1", "attack G1 foe:C1", "done"]
        for line in plays:
            lines += GAME.tell_events(parsed(match.choose(0, line)), viewer(you, style))
        lines += GAME.tell_events(parsed(match.retire(1, "resigned")), viewer(you, style))
        outcome = match.outcome()
        assert outcome
        lines += GAME.result(outcome.winners, outcome.reason, 8, viewer(you, style), 12)
    return lines


def healed(style: Style) -> list[str]:
    match = opening_with_healer()
    lines = duel(match, style)
    lines += GAME.tell_events(parsed(match.choose(0, "heal")), viewer(0, style))
    lines += duel(match, style)
    return lines + GAME.tell_events(parsed(match.choose(0, "draw 2")), viewer(0, style))


def refused(style: Style) -> list[str]:
    lines = []
    for phase, line in [
        ("attack", "attack G1 foe"),
        ("attack", "attack G1 G1"),
        ("attack", "summon K1"),
        ("summoning", "summon C1"),
        ("summoning", "summon Z9"),
        ("summoning", "cast B1 B1"),
        ("summoning", "atack B1"),
        ("summoning", "summon"),
        ("summoning", "flash K1 foe"),
    ]:
        with pytest.raises(rust_core.IllegalChoice) as caught:
            in_phase(phase).choose(0, line)
        sentence = GAME.refusal(caught.value.code, caught.value.params, viewer(0, style))
        lines += [f"> {line}", *lobby.refusal_lines(sentence, [], viewer(0, style))]
    sentence = lobby.refusal("unknown-command", {"word": "atack"}, "", viewer(0, style))
    return lines + lobby.refusal_lines(sentence, ["attack B1 foe", "attack B1 foe:C1"], viewer(0, style))


def arriving(style: Style) -> list[str]:
    reader = viewer(None, style)
    lines = lobby.greeting(3, 1, reader) + lobby.hello("Ana", reader, token="kmwzqt")  # noqa: S106
    lines += lobby.menu("Ana", PLAYERS, GamesList(GAMES, MATCHES), reader).lines
    lines += lobby.menu("Bea", [], NOTHING_ON, reader).lines
    lines += lobby.who_lines(PLAYERS, reader) + lobby.games_lines(GamesList(GAMES, MATCHES), reader)
    lines += lobby.games_lines(NOTHING_ON, reader)
    lines += lobby.challenged(Challenged("Bea", "wizards_arena"), reader)
    lines += lobby.challenge_sent("Bea", "wizards_arena", reader)
    for reason in ("declined", "withdrawn", "expired", "left", "lost"):
        lines += lobby.challenge_ended("Bea", "wizards_arena", reason, reader)
    lines += lobby.started(Started(12, "wizards_arena", ["Ana", "Bea"], 0, "9f86d081"), reader)
    lines += lobby.started(Started(12, "wizards_arena", ["Ana", "Bea"], None, None), reader)
    lines += lobby.waiting(["Bea"], "summoning", None, reader) + lobby.said("Bea", "good luck", 12, reader)
    lines += lobby.said("Bea", "hello", None, reader) + lobby.notice("Half time.", reader)
    lines += lobby.message("resign-ask", reader, match="12") + lobby.pong("", reader) + lobby.pong("a  b", reader)
    lines += lobby.settings(dict.fromkeys(lobby.SETTINGS, "on"), reader)
    return lines + lobby.bye("quit", reader) + lobby.bye("moved", reader)


def gathering(style: Style) -> list[str]:
    """Return what is seen of open tables: lists, menus, and what happens at one, as its people and another read it."""
    reader = viewer(None, style)
    lines = lobby.games_lines(BUSY, reader) + lobby.who_lines([PlayerStatus("Ana", "waiting", table=4)], reader)
    for you, own in (("Carl", None), ("Ana", 4), ("Bea", 3), ("Dora", 3)):
        state = "free" if own is None else "waiting"
        lines += [f"[{you}'s menu]", *lobby.menu(you, [PlayerStatus(you, state, table=own)], BUSY, reader).lines]
    first = TableInfo(3, "mage_tower", ["coop"], None, 3, 2, ["Bea"], "Bea")
    second = TableInfo(3, "mage_tower", ["coop"], None, 3, 2, ["Bea", "Dora"], "Bea")
    alone = TableInfo(3, "mage_tower", ["coop"], None, 3, 2, ["Dora"], "Dora")
    changes = [
        TableChanged(first, "opened", "Bea"),
        TableChanged(second, "joined", "Dora"),
        TableChanged(evolve(second, seats=4, names=["Bea", "Dora", "House"]), "house", "Bea"),
        TableChanged(second, "house-off", "Bea"),
        TableChanged(alone, "left", "Bea"),
    ]
    for you in ("Bea", "Dora", "Carl"):
        lines.append(f"[{you} reads]")
        for change in changes:
            lines += table_changed(change, you, reader, is_free=True).lines
    lines += ["[in a match]", *table_changed(changes[1], "Bea", reader, is_free=False).lines]
    asked = Challenged("Bea", "mage_tower", "10m+15s/20s:60s", options=["draft", "advanced"])
    return lines + lobby.challenged(asked, reader)


def helped(style: Style) -> list[str]:
    reader = viewer(None, style)
    lines = guide.index(reader)
    for topic in [*guide.GROUPS, *guide.TOPICS, *(command.name for command in COMMANDS)]:
        lines += ["", *(guide.topic(topic, reader) or [])]
    return lines


def looked_up(style: Style) -> list[str]:
    reader = viewer(None, style)
    lines = []
    for name in ("k", "F", "B2", "blocker", "all"):
        lines += [f"> card {name}", *(GAME.card_lines(name, reader) or [])]
    lines += ["> pattern", *GAME.patterns_lines(reader), "> rules", *RULES.overview(style)]
    for number in ("WA-6.5", "6", "9"):
        lines += [f"> rules {number}", *(RULES.lookup(number, style) or [])]
    return lines


SCREENS: dict[str, Callable[[], list[str]]] = {
    "cut": lambda: duel(position({}), Style()),
    "summoning": lambda: duel(in_phase("summoning"), Style()),
    "summoning_60": lambda: duel(in_phase("summoning"), Style(60)),
    "summoning_40": lambda: duel(in_phase("summoning"), Style(40)),
    "summoning_linear": lambda: duel(in_phase("summoning"), Style(linear=True)),
    "summoning_foe": lambda: duel(in_phase("summoning"), Style(), 1),
    "summoning_spectator": lambda: duel(in_phase("summoning"), Style(), None),
    "summoning_colour": lambda: [
        line.replace("\x1b", "ESC") for line in duel(in_phase("summoning"), Style(colour=True))
    ],
    "attack": lambda: duel(in_phase("attack"), Style()),
    "attack_open": lambda: duel(in_phase("attack", OPEN), Style()),
    "attack_open_linear": lambda: duel(in_phase("attack", OPEN), Style(40, linear=True)),
    "opening": lambda: healed(Style()),
    "choices": lambda: GAME.choices_listing(in_phase("attack", OPEN).choices(0), viewer()).lines,
    "told": lambda: told(Style()),
    "refused": lambda: refused(Style()),
    "arriving": lambda: arriving(Style()),
    "arriving_40": lambda: arriving(Style(40)),
    "gathering": lambda: gathering(Style()),
    "gathering_40": lambda: gathering(Style(40)),
    "help": lambda: helped(Style()),
    "help_40": lambda: helped(Style(40)),
    "looked_up": lambda: looked_up(Style()),
    "looked_up_40": lambda: looked_up(Style(40)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str) -> None:
    lines = SCREENS[name]()
    width = 40 if name.endswith("_40") or name == "attack_open_linear" else 80
    if name != "summoning_colour":
        assert all(len(line) <= width and (line.isprintable() and line.isascii()) for line in lines)
    path = FOLDER / f"{name}.txt"
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get("BLESS"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), "read it, then run with BLESS=1"


def test_every_file_is_a_screen() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCREENS)
