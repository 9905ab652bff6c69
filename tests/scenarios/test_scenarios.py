"""The scenarios of every game once more, through the Python face; ``rust_core/tests/scenarios.rs`` tells the format."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

import rust_core
from rust_core import Event, IllegalChoice, Match, SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent
LISTS = {"uncited.txt", "golden_ids.txt"}
FILES = [
    path
    for game in sorted(rust_core.games())
    for path in sorted((FOLDER / game).rglob("*.txt"))
    if path.name not in LISTS
]
CHOICE = re.compile(r"p(?P<seat>[0-9]+)> (?P<line>.*)")
OFFERED = re.compile(r"offered p(?P<seat>[0-9]+): (?P<lines>.*)")
REFUSED = re.compile(r"refused p(?P<seat>[0-9]+) (?P<line>.*): (?P<rule>[^:]+)")
VIEW = re.compile(r"view(?: p(?P<seat>[0-9]+))?: (?P<view>.*)")
PENDING = re.compile(r"pending: (?P<windows>.*)")
AIMED = re.compile(r"aimed: (?P<seats>.*)")
OUTCOME = re.compile(r"outcome: (?P<outcome>.*)")
PATTERN_FAULT = re.compile(r"seat (?P<seat>[0-9]+)(?: place (?P<place>[0-9]+))?")

Told = tuple[list[int], str, dict[str, object]]
"""One face of an event: the seats that get it (none: everybody else), its type, its other fields."""


def told(events: list[Event]) -> list[Told]:
    """The faces of events in order."""
    faces: list[Told] = []
    for event in events:
        for viewers, body in event.faces:
            fields = json.loads(body)
            faces.append((viewers or [], fields.pop("type"), fields))
    return faces


def read_event(line: str) -> Told:
    """Reads an event line: ``@p2 type key=value ...``."""
    viewers: list[int] = []
    rest = line.strip()
    if rest.startswith("@"):
        seats, rest = rest[1:].split(" ", 1)
        viewers = [int(seat.removeprefix("p")) - 1 for seat in seats.split(",")]
    kind, _, rest = rest.partition(" ")
    fields: dict[str, object] = {}
    decoder = json.JSONDecoder()
    while rest := rest.lstrip():
        key, rest = rest.split("=", 1)
        if rest[0] in '"[{':
            fields[key], end = decoder.raw_decode(rest)
            rest = rest[end:]
        else:
            word, _, rest = rest.partition(" ")
            try:
                fields[key] = json.loads(word)
            except json.JSONDecodeError:
                fields[key] = word
    return viewers, kind, fields


def name_of(entry: object) -> object:
    """What an entry of a list is found by: its ``name``, or its ``ref``."""
    if not isinstance(entry, dict):
        return None
    return entry.get("name", entry.get("ref"))


def check_part(wanted: object, seen: object, at: str) -> None:
    """Checks that what is wanted holds of what is seen, which may say more."""
    if isinstance(wanted, dict) and isinstance(seen, dict):
        for key, part in wanted.items():
            if key in seen:
                check_part(part, seen[key], f"{at}.{key}")
            else:
                check_look(key, part, seen, at)
    elif isinstance(wanted, list) and isinstance(seen, list):
        if wanted and all(name_of(entry) is not None for entry in wanted):
            by_name = {name_of(entry): entry for entry in seen}
            for entry in wanted:
                name = name_of(entry)
                check_part(entry, by_name[name], f"{at}[{name}]")
        else:
            assert len(wanted) == len(seen), at
            for place, (part, value) in enumerate(zip(wanted, seen, strict=True)):
                check_part(part, value, f"{at}[{place}]")
    else:
        assert wanted == seen, at


def check_look(key: str, wanted: object, seen: dict[str, object], at: str) -> None:
    """Checks a part of a list: ``K_top``, ``K_end``, ``K_size``, ``K_names``."""
    name, _, look = key.rpartition("_")
    entries = cast("list[object]", seen[name])
    length = len(wanted) if isinstance(wanted, list) else 0
    looks: dict[str, object] = {
        "top": entries[:length],
        "end": entries[len(entries) - length :],
        "size": len(entries),
        "names": [name_of(entry) for entry in entries],
    }
    check_part(wanted, looks[look], f"{at}.{key}")


class Run:
    """A scenario under way."""

    def __init__(self, match: Match) -> None:
        """Starts with the events of the setup."""
        self.match = match
        self.events = match.opening()

    def line(self, line: str) -> None:
        """Plays or checks one line of a body."""
        if match := CHOICE.fullmatch(line):
            self.events = self.match.choose(int(match["seat"]) - 1, match["line"])
        elif match := OFFERED.fullmatch(line):
            wanted = [] if match["lines"] == "(nothing)" else match["lines"].split(" | ")
            assert self.match.choices(int(match["seat"]) - 1) == wanted
        elif match := REFUSED.fullmatch(line):
            self.refused(int(match["seat"]) - 1, match["line"], match["rule"])
        elif match := VIEW.fullmatch(line):
            seat = None if match["seat"] is None else int(match["seat"]) - 1
            check_part(json.loads(match["view"]), json.loads(self.match.view(seat)), "view")
        elif match := PENDING.fullmatch(line):
            windows = [f"p{decision.seat + 1} {decision.window}" for decision in self.match.pending()]
            assert (", ".join(windows) or "none") == match["windows"]
        elif match := AIMED.fullmatch(line):
            seats = [f"p{decision.seat + 1}" for decision in self.match.pending() if decision.aimed]
            assert (", ".join(seats) or "none") == match["seats"]
        elif match := OUTCOME.fullmatch(line):
            assert self.outcome() == match["outcome"]
        else:
            pytest.fail("not a line of a scenario")

    def refused(self, seat: int, line: str, rule: str) -> None:
        """Checks that the line is refused for the rule (or with the code), and that nothing has changed."""
        before = self.match.digest()
        with pytest.raises(IllegalChoice) as caught:
            self.match.choose(seat, line)
        assert self.match.digest() == before
        assert (caught.value.params.get("rule") if rule[0].isupper() else caught.value.code) == rule

    def outcome(self) -> str:
        """The outcome as scenarios spell it."""
        outcome = self.match.outcome()
        if outcome is None:
            return "running"
        return "winners " + (" ".join(str(seat + 1) for seat in outcome.winners) or "none")


def check_setup_error(wanted: str, error: SetupError) -> None:
    """Checks that one of the faults is at the place and says so."""
    path, _, reason = wanted.rpartition(": ")
    if match := PATTERN_FAULT.fullmatch(path):
        path = f"patterns[{int(match['seat']) - 1}]" + (f"[{match['place']}]" if match["place"] else "")
    assert [fault for fault in error.faults if fault[0] == path and reason in fault[2]], error.faults


def body_of(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Splits a body: number of the line, the line ("" for the events of the setup), the event lines after it."""
    lines = text.splitlines()
    start = lines.index("---")
    number, line, events = start, "", list[str]()
    for at, content in enumerate(lines[start + 1 :], start=start + 2):
        if content.startswith(" "):
            events.append(content)
        elif content and not content.startswith("#"):
            yield number, line, events
            number, line, events = at, content, []
    yield number, line, events


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_scenario_holds(path: Path) -> None:
    """Each line of each file holds; a failure names the file and the line."""
    text = path.read_text(encoding="utf-8")
    header = dict(line.split(": ", 1) for line in text.partition("\n---\n")[0].splitlines())
    game = path.relative_to(FOLDER).parts[0]
    body = list(body_of(text))
    last = body[-1][1]
    if last.startswith("setup-error: "):
        with pytest.raises(SetupError) as caught:
            Match(game, header["setup"], bytes(32))
        check_setup_error(last.removeprefix("setup-error: "), caught.value)
        return
    if "rolls" in header:
        match = Match.scripted(game, header["setup"], [int(roll) for roll in header["rolls"].split(",")])
    else:
        match = Match(game, header["setup"], bytes(32))
    run = Run(match)
    for number, line, events in body:
        try:
            if line:
                run.line(line)
            if events:
                assert told(run.events) == [read_event(event) for event in events]
        except (AssertionError, IllegalChoice, KeyError, ValueError) as error:
            error.add_note(f"{path.relative_to(FOLDER)}:{number}: {line}")
            raise
    match.check_invariants()
    assert match.rolls_left() == 0


def test_there_are_scenarios_of_every_game() -> None:
    """None is forgotten."""
    assert {path.relative_to(FOLDER).parts[0] for path in FILES} == set(rust_core.games())
