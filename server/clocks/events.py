"""What a clock wants to be done, and when."""

from collections.abc import Iterator
from typing import Final, Literal

from attrs import frozen

from .control import SECOND_MS
from .pools import Accounts, Run

WARNINGS_MS: Final = (30 * SECOND_MS, 10 * SECOND_MS)


@frozen
class ClockEvent:
    """What a clock wants to be done, and when.

    Attributes:
        when_ms: the time of it; in the past when it is overdue.
        seat: whose clock.
        decision: the decision that is open there.
        what: `deadline`: call `expire`. `release`: the held line may be played. `absent`: the seat may be claimed
            (call `told`). `warning`: tell the seat (call `told`).
        left_ms: for a warning, which one: 30,000 or 10,000; otherwise 0.
    """

    when_ms: int
    seat: int
    decision: int
    what: Literal["deadline", "release", "absent", "warning"]
    left_ms: int = 0


def events_of(seat: int, accounts: Accounts, run: Run, now_ms: int) -> Iterator[ClockEvent]:
    """Yield what is to come for an open decision of a match that is not paused: at most one event of each sort.

    Of several warnings that are overdue only the last is worth telling. A warning is left out where the decision had no
    more than that time from the start.
    """
    if run.is_held:
        yield ClockEvent(run.settled_ms + run.veil_ms, seat, run.decision, "release")
        return
    if accounts.is_gone and not accounts.is_absence_told:
        yield ClockEvent(run.settled_ms + run.veil_ms + accounts.disconnect_ms, seat, run.decision, "absent")
    if run.deadline_ms is None:
        return
    yield ClockEvent(run.deadline_ms, seat, run.decision, "deadline")
    warnings = [
        ClockEvent(run.deadline_ms - left_ms, seat, run.decision, "warning", left_ms)
        for left_ms in WARNINGS_MS
        if (run.warned_ms is None or left_ms < run.warned_ms) and run.deadline_ms - left_ms > run.opened_ms
    ]
    overdue = [event for event in warnings if event.when_ms <= now_ms]
    yield from overdue[-1:] or warnings[:1]
