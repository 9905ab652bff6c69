"""Every row of the table of a decision's states, played on a match: seat 1 is the seat whose decision it is."""

from collections.abc import Collection
from random import Random
from typing import Any, Final

import pytest

from protocol.server_messages import TimedOut
from server import mailbox
from server.clocks import DECISION_STATES, MatchClock, StateRow, Terms, TimeControl
from server.table import Table
from server.windows import VEIL_MOST_MS, Stops
from tests.support.fake_game import FakeGame

from .watching import Nobody, Watching

CONTROL: Final = TimeControl(600_000, 5_000, 20_000, 60_000)
SEAT: Final = 1


class Plain(FakeGame):
    """The fake game, whose reactions are hidden only if `is_hidden`; `retire` goes on without the other one's turn."""

    is_hidden = False

    def _decision(self, seat: int, kind: str, default: str, **more: bool) -> Any:  # noqa: ANN401 (a fake's own)
        more["hidden"] = more.get("hidden", False) and self.is_hidden
        return super()._decision(seat, kind, default, **more)

    def retire(self, seat: int, reason: str, /) -> Any:  # noqa: ANN401 (a fake's own)
        """Take a seat out; if it is seat 0, the match goes on with seat 1's turn."""
        if seat == SEAT:
            return super().retire(seat, reason)
        self._round, self._window, self._sealed = 1, "moving", [None, None]
        self._ids = [number + 1 for number in self._ids]
        return []


class Kept:
    """Where any number of matches may be kept."""

    def reserve(self, match: int) -> None:
        """Have room."""

    def keep(self, match: int, people: Collection[int]) -> None:
        """Know nothing of it."""


class Bench:
    """A match in which seat 1's decision is in a state."""

    def __init__(self, state: str, event: str) -> None:
        """Bring it there."""
        self.now = 0
        self.core = Plain()
        self.core.is_hidden = "veil" in event or state == "held"
        self.clock = MatchClock.start(CONTROL, 2, Terms(), 0)
        core: Any = self.core
        self.table = Table(1, ("Ana", "Bea"), core, {}, self.clock, None, Random(2), lambda: self.now, adjourner=Kept())
        self.viewers = [Watching(0), Watching(SEAT)]
        self.asker = Nobody()
        self.table.start(self.viewers, lambda: None)
        self.lines = 0
        is_withdrawn = state == "open" and event == "gone by somebody else's doing"
        if state == "sealed" or is_withdrawn or event == "legal line, others still decide in secret":
            self.decision = 1
            if state == "sealed":
                self.line("seal rock")
            return
        self.line("seal rock", 0)
        self.line("seal rock")
        if state == "new" and event != "asked":
            self.seat.stops = Stops().changed("none")
        self.line("strike", 0)
        self.decision = 2
        if state == "held":
            self.line("block")

    @property
    def seat(self) -> Any:  # noqa: ANN401 (what the table keeps)
        """Return what is kept of the seat."""
        return self.table._waits.seats[SEAT]

    def line(self, text: str, seat: int = SEAT, epoch: int | None = None) -> None:
        """Let a seat type a line."""
        self.now += 100
        viewer = self.viewers[seat]
        stamp = viewer.epoch if epoch is None else epoch
        self.table.take(mailbox.ChoiceLine(viewer, self.asker, text, stamp))

    @property
    def state(self) -> str:
        """Return the state that the decision is in."""
        if not self.table.is_over and self.table._waits.open(SEAT) == self.decision:
            if self.seat.held is not None:
                return "held"
            (mine,) = [one for one in self.core.pending() if one.seat == SEAT]
            return "sealed" if mine.sealed else "open"
        return "closed" if len(self.core.lines) > self.lines else "withdrawn"

    def play(self, row: StateRow) -> None:  # noqa: C901, PLR0912 (a case an event)
        """Let the event happen."""
        self.lines = len(self.core.lines)
        match row.event:
            case "asked" | "skipped" | "skipped under a veil":
                self.lines -= row.next_state == "closed"  # it has happened by now
            case "legal line" if row.state == "sealed":
                self.line("seal paper")
            case "legal line" | "legal line under a veil" | "line":
                self.line("block")
            case "legal line, others still decide in secret":
                self.line("seal rock")
            case "illegal line":
                self.line("fly")
            case "line of an older epoch":
                self.line("block", epoch=self.viewers[SEAT].epoch - 1)
            case "deadline":
                self.now = self.clock.runs[SEAT].deadline_ms or 0
                self.table.pass_time()
            case "seat leaves" | "seat returns":
                self.table.take(mailbox.Presence(self.viewers[SEAT], is_here=False))
                if row.event == "seat returns":
                    self.table.take(mailbox.Presence(self.viewers[SEAT], is_here=True))
            case "stop or plan of the seat changes":
                self.table.take(mailbox.SetStops(self.viewers[SEAT], self.asker, "none"))
                self.table.take(mailbox.SetPlans(self.viewers[SEAT], self.asker, "answering then block"))
            case "veil ends":
                self.now += VEIL_MOST_MS
                self.table.pass_time()
            case "last seat is in":
                self.line("seal paper", 0)
            case "match is adjourned and resumed":
                left_ms = [one.left_ms for one in self.clock.standing(self.now)]
                self.table.adjourn()
                self.now += 1_000_000
                self.table.pass_time()
                self.line("block", epoch=self.viewers[SEAT].epoch - 1)
                self.asker.refusals.clear()
                self.table.take(mailbox.GoOn(tuple(self.viewers)))
                assert [one.left_ms for one in self.clock.standing(self.now)] == left_ms
            case "gone by somebody else's doing":
                self.table.take(mailbox.Resign(self.viewers[0], self.asker))
            case _:
                pytest.fail(f"the test does not know {row.event}")


@pytest.mark.parametrize("row", DECISION_STATES, ids=lambda row: f"{row.state}: {row.event}")
def test_a_decision_does_what_its_table_says(row: StateRow) -> None:
    bench = Bench(row.state, row.event)
    if row.state != "new":
        assert bench.state == row.state
    epoch, refused = bench.viewers[SEAT].epoch, list(bench.asker.refusals)
    deadline = bench.clock.runs[SEAT].deadline_ms if SEAT in bench.clock.runs else None
    bench.play(row)
    assert bench.state == row.next_state
    if "the epoch rises" in row.effect and row.state != "new" and not bench.table.is_over:
        assert bench.table._waits.epochs[SEAT] > epoch
    if "refused" in row.effect:
        code = "stale-window" if "stale-window" in row.effect else "unreadable-line"
        assert [*refused, code] == bench.asker.refusals
    if "the deadline stays" in row.effect:
        assert bench.clock.runs[SEAT].deadline_ms == deadline
    if row.event == "deadline":
        assert TimedOut(1, SEAT) in bench.viewers[0].heard
