"""The life of a decision and of a clock, as tables: PROTOCOL.md shows them, and the tests walk through every row.

A decision is what the rules ask of one seat. Between its opening and its end it is in one state, and a row says what an
event makes of it. What has no row can't happen. A clock belongs to one open decision; its state is what pays for the
next millisecond, and it changes by itself when that is used up.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen


@frozen
class StateRow:
    """In `state`, `event` leads to `next_state` and has `effect`."""

    state: str
    event: str
    next_state: str
    effect: str


DECISION_STATES: Final[Sequence[StateRow]] = (
    StateRow("new", "asked", "open", "the seat gets `decide`; the deadline is set, once"),
    StateRow("new", "skipped", "closed", "its line is played at once; the epoch rises"),
    StateRow("new", "skipped under a veil", "held", "its line waits for the veil to end; the epoch rises"),
    StateRow("open", "legal line", "closed", "time is charged; the line is recorded, then told"),
    StateRow("open", "legal line under a veil", "held", "the line waits for the veil to end"),
    StateRow("open", "legal line, others still decide in secret", "sealed", "time is charged; the clock stops"),
    StateRow("open", "illegal line", "open", "refused; the deadline stays"),
    StateRow("open", "line of an older epoch", "open", "refused: `stale-window`; the deadline stays"),
    StateRow("open", "deadline", "closed", "the default is played, or the seat retired; the epoch rises"),
    StateRow("open", "seat leaves", "open", "the disconnect bank runs first; the deadline moves by it"),
    StateRow("open", "seat returns", "open", "the seat gets `decide` again; the deadline moves back"),
    StateRow("open", "stop or plan of the seat changes", "open", "counts from the next window on"),
    StateRow("open", "match is adjourned and resumed", "open", "clocks stood still; the epoch rises"),
    StateRow("open", "gone by somebody else's doing", "withdrawn", "takeback, retired seat, end; the epoch rises"),
    StateRow("held", "line", "held", "refused: `stale-window`"),
    StateRow("held", "veil ends", "closed", "the line is played and told"),
    StateRow("held", "seat leaves", "held", "nothing: the line is known"),
    StateRow("held", "seat returns", "held", "nothing: the line is known"),
    StateRow("held", "match is adjourned and resumed", "held", "the veil stood still; the epoch rises"),
    StateRow("held", "gone by somebody else's doing", "withdrawn", "the line is never played; the epoch rises"),
    StateRow("sealed", "legal line", "sealed", "replaces the sealed one; costs no time"),
    StateRow("sealed", "illegal line", "sealed", "refused; the sealed one stays"),
    StateRow("sealed", "seat leaves", "sealed", "nothing: the line is known"),
    StateRow("sealed", "seat returns", "sealed", "the seat gets `decide` again, without time"),
    StateRow("sealed", "match is adjourned and resumed", "sealed", "the sealed line stays; the epoch rises"),
    StateRow("sealed", "last seat is in", "closed", "all sealed lines are carried out and told"),
    StateRow("sealed", "gone by somebody else's doing", "withdrawn", "takeback, retired seat, end; the epoch rises"),
)
"""A decision: starts in `new`, ends in `closed` or `withdrawn`."""

CLOCK_STATES: Final[Sequence[StateRow]] = (
    StateRow("stopped", "first turn decision opens", "grace", "the start grace is free"),
    StateRow("stopped", "turn decision opens", "bank", "the bank runs"),
    StateRow("stopped", "secret decision opens", "bank", "the bank runs, for each seat its own"),
    StateRow("stopped", "reaction opens", "reaction", "the cap runs, as far as the reaction bank goes"),
    StateRow("stopped", "reaction opens, reaction bank empty", "out", "the deadline is now"),
    StateRow("stopped", "hidden window opens", "veil", "the veil is free"),
    StateRow("stopped", "decision opens, seat gone", "disconnect", "the disconnect bank runs"),
    StateRow("stopped", "decision opens without clocks", "free", "nothing runs"),
    StateRow("veil", "used up", "reaction", "the cap runs"),
    StateRow("veil", "seat leaves", "veil", "nothing yet: the veil goes first"),
    StateRow("veil", "closes", "stopped", "charged to nobody"),
    StateRow("grace", "used up", "bank", "the bank runs"),
    StateRow("grace", "seat leaves", "disconnect", "charged; the disconnect bank runs"),
    StateRow("grace", "closes", "stopped", "charged; what is left of the grace is gone"),
    StateRow("bank", "used up", "out", "the deadline"),
    StateRow("bank", "refused line", "bank", "the deadline stays"),
    StateRow("bank", "seat leaves", "disconnect", "charged; the disconnect bank runs"),
    StateRow("bank", "pause", "paused", "charged; nothing runs"),
    StateRow("bank", "closes", "stopped", "charged, less the lag of the line"),
    StateRow("reaction", "used up", "out", "the deadline"),
    StateRow("reaction", "refused line", "reaction", "the deadline stays"),
    StateRow("reaction", "seat leaves", "disconnect", "charged; the disconnect bank runs"),
    StateRow("reaction", "pause", "paused", "charged; nothing runs"),
    StateRow("reaction", "closes", "stopped", "charged, less the lag of the line"),
    StateRow("disconnect", "used up", "bank", "the bank runs; the others may claim, wait or adjourn"),
    StateRow("disconnect", "seat returns", "bank", "charged; the bank runs"),
    StateRow("disconnect", "pause", "paused", "charged; nothing runs"),
    StateRow("disconnect", "closes", "stopped", "charged"),
    StateRow("free", "seat leaves", "disconnect", "the disconnect bank runs"),
    StateRow("free", "pause", "paused", "nothing runs"),
    StateRow("free", "closes", "stopped", "charged to nobody"),
    StateRow("paused", "resume", "bank", "the pause is charged to nobody; what ran before runs on"),
    StateRow("paused", "closes", "stopped", "the pause is charged to nobody"),
    StateRow("out", "expires", "stopped", "a reaction plays its default; a bank retires the seat, or plays defaults"),
)
"""The clock of a seat: starts and ends in `stopped`. Where a bank runs on, a reaction's cap does for a reaction."""


def next_row(table: Iterable[StateRow], state: str, event: str) -> StateRow:
    """Return what `event` does in `state`.

    Raises:
        ValueError: it can't happen.
    """
    for row in table:
        if row.state == state and row.event == event:
            return row
    raise ValueError(f"no {event} in {state}")


def markdown_table(table: Iterable[StateRow]) -> str:
    """Return the rows as a table for PROTOCOL.md, with a line end behind each."""
    lines = ["| state | event | next | effect |", "|---|---|---|---|"]
    lines += [f"| {row.state} | {row.event} | {row.next_state} | {row.effect} |" for row in table]
    return "\n".join(lines) + "\n"
