"""Plays every scenario of Wizard's Arena through the oracle, and sees that every rule is cited by one.

A scenario file has ``key: value`` lines, a line of three dashes, and a body of ``pN> line`` (a choice),
``offered pN: a | b`` (all the lines of that seat), ``refused pN line: rule``, ``view: {...}`` (what must hold,
WA-11.6), ``outcome: winners N`` or ``outcome: running``, or a single ``setup-error:``. Seats in the text are counted
from 1.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from tests.oracles.wizards_arena import Oracle, PatternError, natural_key

FOLDER = Path(__file__).parents[1] / "scenarios" / "wizards_arena"
FILES = sorted(FOLDER.glob("*.txt"), key=lambda path: natural_key(path.name))
GOLDEN_COUNT = 42

# Chapter -> its last rule; 0 for a chapter without numbered rules.
RULES = {1: 5, 2: 2, 3: 4, 4: 6, 5: 8, 6: 6, 7: 3, 8: 3, 9: 0, 10: 0, 11: 6}

HEADER_LINE = re.compile(r"(?P<key>[a-z]+): (?P<value>.*)")
CHOICE = re.compile(r"p(?P<seat>[12])> (?P<line>.+)")
OFFERED = re.compile(r"offered p(?P<seat>[12]): (?P<lines>.+)")
REFUSED = re.compile(r"refused p(?P<seat>[12]) (?P<line>.+): (?P<rule>WA-[0-9.]+)")
VIEW = re.compile(r"view: (?P<view>\{.*\})")
OUTCOME = re.compile(r"outcome: (?:winners (?P<winners>none|[12]( [12])*)|running)")
SETUP_ERROR = re.compile(r"setup-error: seat (?P<seat>[12])(?: place (?P<place>[0-9]+))?: (?P<reason>.+)")


@dataclass(frozen=True)
class Scenario:
    """A scenario file, with its header read."""

    title: str
    cites: list[str]
    patterns: list[str]
    first: int
    body: list[str]


def read_scenario(path: Path) -> Scenario:
    """Reads a scenario file; its body stays text."""
    header, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
    values = {}
    for line in header.splitlines():
        match = HEADER_LINE.fullmatch(line)
        assert match, f"{path.name}: {line}"
        values[match["key"]] = match["value"]
    assert set(values) == {"title", "cites", "setup"}, path.name
    setup = json.loads(values["setup"])
    return Scenario(values["title"], values["cites"].split(", "), setup["patterns"], setup["first"], body.splitlines())


def offered(oracle: Oracle, seat: int) -> list[str]:
    """Lists what a seat may choose: nothing unless it decides."""
    return oracle.choices() if oracle.seat == seat else []


def check_view(wanted: dict[str, object], seen: dict[str, object]) -> None:
    """Checks that all that ``wanted`` names holds (WA-11.6)."""
    for key, value in wanted.items():
        if key == "players":
            players = cast("list[dict[str, object]]", seen[key])
            for wanted_player, player in zip(cast("list[dict[str, object]]", value), players, strict=True):
                check_player(wanted_player, player)
        else:
            assert seen[key] == value, key


def check_player(wanted: dict[str, object], seen: dict[str, object]) -> None:
    """Checks one player's part of a view."""
    pattern = cast("list[str]", seen["pattern"])
    arena = cast("list[dict[str, object]]", seen["arena"])
    for key, value in wanted.items():
        if key == "pattern_top":
            assert pattern[: len(cast("list[str]", value))] == value
        elif key == "pattern_end":
            assert pattern[-len(cast("list[str]", value)) :] == value
        elif key == "pattern_size":
            assert len(pattern) == value
        elif key == "arena_names":
            assert [entry["name"] for entry in arena] == value
        elif key == "arena":
            for wanted_entry in cast("list[dict[str, object]]", value):
                entry = next(entry for entry in arena if entry["name"] == wanted_entry["name"])
                assert {name: entry[name] for name in wanted_entry} == wanted_entry
        else:
            assert seen[key] == value, key


def check_refusal(oracle: Oracle, seat: int, line: str) -> None:
    """Checks that the seat can't choose the line, and that trying it changes nothing (WA-11.6)."""
    assert line not in offered(oracle, seat)
    if oracle.seat in {seat, None}:
        before = oracle.view()
        with pytest.raises(ValueError, match="not a legal choice"):
            oracle.choose(line)
        assert oracle.view() == before


def run_line(oracle: Oracle, line: str) -> None:
    """Plays or checks one line of a body."""
    if match := CHOICE.fullmatch(line):
        assert oracle.seat == int(match["seat"]) - 1
        oracle.choose(match["line"])
    elif match := OFFERED.fullmatch(line):
        wanted = [] if match["lines"] == "(nothing)" else match["lines"].split(" | ")
        assert offered(oracle, int(match["seat"]) - 1) == wanted
    elif match := REFUSED.fullmatch(line):
        check_refusal(oracle, int(match["seat"]) - 1, match["line"])
    elif match := VIEW.fullmatch(line):
        check_view(json.loads(match["view"]), oracle.view())
    elif match := OUTCOME.fullmatch(line):
        if match["winners"] is None:
            assert oracle.winners is None
        else:
            assert oracle.winners == [int(seat) - 1 for seat in match["winners"].split() if seat != "none"]
    else:
        pytest.fail("not a line of a scenario")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    """Each line of each file holds; a failure names the file and the line."""
    scenario = read_scenario(path)
    if match := SETUP_ERROR.fullmatch(scenario.body[0]):
        with pytest.raises(PatternError) as caught:
            Oracle(scenario.patterns, scenario.first)
        place = None if match["place"] is None else int(match["place"])
        assert (caught.value.seat, caught.value.place) == (int(match["seat"]) - 1, place)
        assert caught.value.reason == match["reason"]
        return
    oracle = Oracle(scenario.patterns, scenario.first)
    first_line = path.read_text(encoding="utf-8").splitlines().index("---") + 2
    for number, line in enumerate(scenario.body, start=first_line):
        try:
            run_line(oracle, line)
        except (AssertionError, ValueError) as error:
            error.add_note(f"{path.name}:{number}: {line}")
            raise


def test_golden_cases_are_complete() -> None:
    """All the golden cases are there."""
    golden = {path.stem for path in FILES if path.stem.startswith("WA-S")}
    assert golden == {f"WA-S{number:02}" for number in range(1, GOLDEN_COUNT + 1)}


def test_every_rule_is_cited() -> None:
    """Each rule has a scenario, and each rule that a scenario cites exists."""
    rules = {
        f"WA-{chapter}.{rule}" if last else f"WA-{chapter}"
        for chapter, last in RULES.items()
        for rule in range(min(last, 1), last + 1)
    }
    cited = {rule for path in FILES for rule in read_scenario(path).cites}
    assert cited == rules
