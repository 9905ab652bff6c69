"""The tables of states: every row of a clock's is played on a clock, and both tables are whole."""

import pytest
from attrs import frozen

from server.clocks import (
    CLOCK_STATES,
    DECISION_STATES,
    UNTIMED,
    MatchClock,
    StateRow,
    Terms,
    TimeControl,
    markdown_table,
    next_row,
)

CONTROL = TimeControl(600_000, 15_000, 20_000, 60_000)
TERMS = Terms(grace_ms=5_000)


@frozen
class Asked:
    """A decision of the rules, as far as clocks look at it."""

    kind: str = "turn"
    hidden: bool = False
    seat: int = 0
    id: int = 1
    sealed: bool = False


class Bench:
    """A clock of seat 0 that is led from state to state; time 0 is its start."""

    def __init__(self, state: str) -> None:
        """Bring a clock into `state`."""
        self.clock = MatchClock.start(UNTIMED if state == "free" else CONTROL, 2, TERMS, 0)
        self.now_ms = 0
        if state not in {"grace", "stopped"}:
            self.clock.accounts[0].grace_ms = 0
        match state:
            case "veil":
                self.clock.open(Asked("reaction", hidden=True), 0, veil_ms=1_000)
            case "reaction":
                self.clock.open(Asked("reaction"), 0)
            case "grace" | "bank" | "free":
                self.clock.open(Asked(), 0)
            case "disconnect":
                self.clock.open(Asked(), 0)
                self.clock.leave(0, 0)
            case "paused":
                self.clock.open(Asked(), 0)
                self.clock.pause(0)
            case "out":
                self.clock.open(Asked(), 0)
                self.now_ms = 600_000

    @property
    def state(self) -> str:
        """Where the clock is now."""
        return self.clock.standing(self.now_ms)[0].state

    def play(self, state: str, event: str) -> None:
        """Let an event of the table happen."""
        match event:
            case "used up":
                spans = {"veil": 1_000, "grace": 5_000, "bank": 600_000, "reaction": 20_000, "disconnect": 60_000}
                self.now_ms += spans[state] - 1
                assert self.state == state
                self.now_ms += 1
            case "refused line":
                self.now_ms += 1_000
                deadline_ms = self.clock.runs[0].deadline_ms
                self.clock.follow([Asked("reaction" if state == "reaction" else "turn")], self.now_ms)
                assert self.clock.runs[0].deadline_ms == deadline_ms
            case "seat leaves":
                self.clock.leave(0, self.now_ms)
            case "seat returns":
                self.now_ms += 1_000
                self.clock.back(0, self.now_ms)
            case "pause":
                self.clock.pause(self.now_ms)
            case "resume":
                self.now_ms += 1_000
                self.clock.resume(self.now_ms)
            case "closes":
                self.clock.close(0, self.now_ms)
            case "expires":
                self.clock.expire(0, self.now_ms)
            case _:
                self.open(event)

    def open(self, event: str) -> None:
        """Let a decision open in the way that `event` says."""
        if event != "first turn decision opens":
            self.clock.accounts[0].grace_ms = 0
        match event:
            case "first turn decision opens" | "turn decision opens":
                self.clock.open(Asked(), 0)
            case "secret decision opens":
                self.clock.open(Asked("secret"), 0)
            case "reaction opens":
                self.clock.open(Asked("reaction"), 0)
            case "reaction opens, reaction bank empty":
                self.clock.accounts[0].reaction_ms = 0
                self.clock.open(Asked("reaction"), 0)
            case "hidden window opens":
                self.clock.open(Asked("reaction", hidden=True), 0, veil_ms=1_000)
            case "decision opens, seat gone":
                self.clock.leave(0, 0)
                self.clock.open(Asked(), 0)
            case "decision opens without clocks":
                self.clock = MatchClock.start(UNTIMED, 2, TERMS, 0)
                self.clock.open(Asked(), 0)
            case _:
                pytest.fail(f"the test does not know {event}")


@pytest.mark.parametrize("row", CLOCK_STATES, ids=lambda row: f"{row.state}: {row.event}")
def test_a_clock_does_what_its_table_says(row: StateRow) -> None:
    bench = Bench(row.state)
    assert bench.state == row.state
    bench.play(row.state, row.event)
    assert bench.state == row.next_state


@pytest.mark.parametrize("table", [CLOCK_STATES, DECISION_STATES])
def test_a_table_says_one_thing_for_each_event(table: list[StateRow]) -> None:
    assert len({(row.state, row.event) for row in table}) == len(table)
    for row in table:
        assert next_row(table, row.state, row.event) is row
    with pytest.raises(ValueError, match="no rain in open"):
        next_row(table, "open", "rain")


@pytest.mark.parametrize(
    ("table", "first", "ends"),
    [(CLOCK_STATES, "stopped", {"stopped"}), (DECISION_STATES, "new", {"closed", "withdrawn"})],
)
def test_every_state_is_reached_and_leads_to_an_end(table: list[StateRow], first: str, ends: set[str]) -> None:
    states = {row.state for row in table} | {row.next_state for row in table}
    reached = {first}
    for _ in states:
        reached |= {row.next_state for row in table if row.state in reached}
    assert reached == states
    ending = set(ends)
    for _ in states:
        ending |= {row.state for row in table if row.next_state in ending}
    assert ending == states
    assert {row.next_state for row in table} - {row.state for row in table} == ends - {row.state for row in table}


@pytest.mark.parametrize("table", [CLOCK_STATES, DECISION_STATES])
def test_a_table_can_be_printed(table: list[StateRow]) -> None:
    lines = markdown_table(table).splitlines()
    assert len(lines) == len(table) + 2
    assert all(line.count("|") == 5 for line in lines)
    for line, row in zip(lines[2:], table, strict=True):
        assert [cell.strip() for cell in line.strip("|").split("|")] == [
            row.state,
            row.event,
            row.next_state,
            row.effect,
        ]
