"""What a running clock draws on: a fixed order of pools, each used up before the next one is touched.

    while the match is paused   pause
    else                        veil > disconnect (while the seat is gone) > grace > reaction or bank > server
    in a match without clocks   veil > disconnect (while the seat is gone) > free

So a deadline is nothing but the time at which the pools are empty, and it stays where it is however often it is looked
at: it moves only when a pool is added, taken away or filled (a seat leaves or returns, a pause ends, a credit comes).
Everything here looks, and changes nothing; `MatchClock` books what it finds.
"""

from typing import Literal, Protocol

from attrs import define

from .charges import TimeKind

DecisionKind = Literal["turn", "reaction", "secret"]
PoolKind = Literal["veil", "disconnect", "grace", "reaction", "bank"]


class OpenDecision(Protocol):
    """What a clock looks at in a decision of the rules."""

    @property
    def id(self) -> int:
        """Its number, unique for its seat."""
        ...

    @property
    def seat(self) -> int:
        """Who decides."""
        ...

    @property
    def kind(self) -> str:
        """Of its clock: "turn", "reaction" or "secret"."""
        ...

    @property
    def hidden(self) -> bool:
        """Whether the wait must not tell anything."""
        ...

    @property
    def sealed(self) -> bool:
        """Whether a line is in that may still be replaced."""
        ...


@define
class Accounts:
    """What one seat has left, in milliseconds.

    Attributes:
        bank_ms: for turn and sealed decisions.
        reaction_ms: for the reaction windows of this turn.
        disconnect_ms: for being gone while the match waits for this seat.
        grace_ms: for its first turn or sealed decision; 0 from then on.
        lag_quota_ms: what may still be given back for lag.
        lag_average_ms: the measured average lag of the seat's lines.
        lag_used_ms: what was given back for lag so far.
        is_gone: whether the seat has no connection.
        is_absence_told: whether the event that the seat may be claimed was handed out since it left.
    """

    bank_ms: int
    reaction_ms: int
    disconnect_ms: int
    grace_ms: int
    lag_quota_ms: int
    lag_average_ms: int = 0
    lag_used_ms: int = 0
    is_gone: bool = False
    is_absence_told: bool = False


@define
class Run:
    """The clock of one open decision.

    Attributes:
        decision: the decision's id.
        kind: the decision's kind.
        is_hidden: whether it is a window that must not tell how it was closed.
        opened_ms: when it was opened.
        settled_ms: up to when its time is booked.
        veil_ms: what is left of its veil.
        window_ms: what is left for this window, of a reaction; 0 otherwise.
        deadline_ms: when its pools are empty; None in a match without clocks and while paused.
        is_held: whether its line is known already and waits for the veil to end.
        warned_ms: the last warning that was handed out, as time before the deadline; None: none yet.
    """

    decision: int
    kind: DecisionKind
    is_hidden: bool
    opened_ms: int
    settled_ms: int
    veil_ms: int
    window_ms: int
    deadline_ms: int | None = None
    is_held: bool = False
    warned_ms: int | None = None


def pools_of(accounts: Accounts, run: Run, *, is_timed: bool) -> list[tuple[PoolKind, int]]:
    """Return what `run` draws on from now, in order, with what is left in each; empty ones are left out."""
    pools: list[tuple[PoolKind, int]] = [("veil", run.veil_ms)]
    if accounts.is_gone:
        pools.append(("disconnect", accounts.disconnect_ms))
    if is_timed and run.kind == "reaction":
        pools.append(("reaction", run.window_ms))
    elif is_timed:
        pools += [("grace", accounts.grace_ms), ("bank", accounts.bank_ms)]
    return [pool for pool in pools if pool[1]]


def parts_of(
    accounts: Accounts, run: Run, elapsed_ms: int, *, is_timed: bool, is_paused: bool, is_held: bool
) -> list[tuple[TimeKind, int]]:
    """Return who pays `elapsed_ms` since `run` was settled: parts greater than 0, which add up to it.

    `is_held` is whether its line is known: then nobody pays for what comes after the veil. What others are shown goes
    by False, whatever the truth is.
    """
    if not elapsed_ms:
        return []
    if is_paused:
        return [("pause", elapsed_ms)]
    pools = pools_of(accounts, run, is_timed=is_timed)
    parts: list[tuple[TimeKind, int]] = []
    for kind, left_ms in pools:
        if is_held and kind != "veil":
            break
        part_ms = min(left_ms, elapsed_ms)
        parts.append((kind, part_ms))
        elapsed_ms -= part_ms
        if not elapsed_ms:
            return parts
    return [*parts, ("server" if is_timed or is_held else "free", elapsed_ms)]


def deadline_of(accounts: Accounts, run: Run) -> int:
    """Return when the pools of `run` are empty, in a match with clocks that is not paused."""
    return run.settled_ms + sum(left_ms for _, left_ms in pools_of(accounts, run, is_timed=True))
