"""How a seat's clock stands, as everybody may see it: from what is booked, without booking anything."""

from typing import Literal

from attrs import frozen

from .charges import Kind
from .pools import Accounts, Run, parts_of, pools_of

State = Literal["stopped", "veil", "disconnect", "grace", "reaction", "bank", "free", "out", "paused"]


@frozen
class SeatStanding:
    """The clock of a seat at a moment, as everybody may see it.

    Attributes:
        seat: whose.
        state: what runs: see `CLOCK_STATES`.
        bank_ms: what is left in the bank; None in a match without clocks.
        reaction_ms: what is left for reactions in this turn; None in a match without clocks.
        disconnect_ms: what is left for being gone.
        left_ms: the time to the deadline of the open decision; None without one.
        is_gone: whether the seat has no connection.
        may_claim: whether the others may claim the match, because the seat has been gone for too long.
        lag_average_ms: the measured lag of its lines.
        lag_used_ms: what was given back for lag so far.
    """

    seat: int
    state: State
    bank_ms: int | None
    reaction_ms: int | None
    disconnect_ms: int
    left_ms: int | None
    is_gone: bool
    may_claim: bool
    lag_average_ms: int
    lag_used_ms: int


def standing_of(
    seat: int, accounts: Accounts, run: Run | None, now_ms: int, *, is_timed: bool, is_paused: bool
) -> SeatStanding:
    """Return how the clock of a seat stands at `now_ms`.

    A line that is held does not show: it looks as if the seat still thought.
    """
    used: dict[Kind, int] = {}
    left_ms: int | None = None
    if run is not None:
        elapsed_ms = now_ms - run.settled_ms
        used = dict(parts_of(accounts, run, elapsed_ms, is_timed=is_timed, is_paused=is_paused, is_held=False))
        if is_timed:
            pools_ms = sum(left for _, left in pools_of(accounts, run, is_timed=True))
            left_ms = max(0, pools_ms - (0 if is_paused else elapsed_ms))
    disconnect_ms = accounts.disconnect_ms - used.get("disconnect", 0)
    return SeatStanding(
        seat,
        state_of(accounts, run, now_ms, is_timed=is_timed, is_paused=is_paused),
        accounts.bank_ms - used.get("bank", 0) if is_timed else None,
        accounts.reaction_ms - used.get("reaction", 0) if is_timed else None,
        disconnect_ms,
        left_ms,
        accounts.is_gone,
        run is not None and accounts.is_gone and disconnect_ms == 0,
        accounts.lag_average_ms,
        accounts.lag_used_ms,
    )


def state_of(accounts: Accounts, run: Run | None, now_ms: int, *, is_timed: bool, is_paused: bool) -> State:
    """Return what a seat's clock does at `now_ms`, by the names of `CLOCK_STATES`: what pays the next millisecond."""
    if run is None:
        return "stopped"
    if is_paused:
        return "paused"
    elapsed_ms = now_ms - run.settled_ms
    for kind, left_ms in pools_of(accounts, run, is_timed=is_timed):
        if elapsed_ms < left_ms:
            return kind
        elapsed_ms -= left_ms
    return "out" if is_timed else "free"
