"""The records of a clock: for every millisecond, who paid it, from what, why, and what was left.

Two sums hold, whatever happens, and `check_charges` is all that is needed to check the second one:

1. The charges of a decision that measure time add up to the time for which it was open.
2. What is left in an account is what was in it before, less the amount of the charge. Credits are negative amounts.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from attrs import frozen

from .control import SECOND_MS, Terms, TimeControl

Account = Literal["bank", "reaction", "disconnect", "grace", "lag", "none"]
"""What a charge is taken from; each seat has one of each. `none` is nobody's time."""

TimeKind = Literal["bank", "reaction", "disconnect", "grace", "lag", "veil", "free", "pause", "server"]
CreditKind = Literal["increment", "refill", "restart"]
Kind = Literal[TimeKind, CreditKind]

Reason = Literal[
    "line",
    "auto",
    "deadline",
    "sealed",
    "closed",
    "withdrawn",
    "retired",
    "left",
    "back",
    "paused",
    "resumed",
    "new turn",
    "restart",
]

TIME_KINDS: Final[Mapping[TimeKind, tuple[Account, str]]] = {
    "bank": ("bank", "thinking, paid from the bank"),
    "reaction": ("reaction", "a reaction window, paid from the reaction bank of the turn"),
    "disconnect": ("disconnect", "the seat was gone, paid from its disconnect bank"),
    "grace": ("grace", "the free start of the seat's first decision"),
    "lag": ("lag", "lag of the line, given back to the seat: paid from its lag quota instead of its clock"),
    "veil": ("none", "the wait that hides whether there was anything to decide"),
    "free": ("none", "a match without clocks"),
    "pause": ("none", "the match stood still"),
    "server": ("none", "the server was late, or there was nothing left to pay from"),
}
"""The kinds of charges that measure time: what pays, and for what."""

CREDIT_KINDS: Final[Mapping[CreditKind, str]] = {
    "increment": "a turn of the seat ended; into the bank",
    "refill": "a new turn; the reaction bank is full again, the lag quota grows",
    "restart": "the server stopped and came back; into the bank, and an open reaction window is whole again",
}
"""The kinds of charges that give: their amounts are negative and measure no time."""

REASONS: Final[Mapping[Reason, str]] = {
    "line": "the seat's own line",
    "auto": "played by itself",
    "deadline": "time ran out",
    "sealed": "a sealed line, which may still be replaced",
    "closed": "a hidden window closed, however that came about",
    "withdrawn": "the decision went away: a takeback, or somebody else's doing",
    "retired": "the seat was taken out",
    "left": "the seat's last connection was lost",
    "back": "the seat is connected again",
    "paused": "the match was stopped",
    "resumed": "the match goes on",
    "new turn": "a new turn began",
    "restart": "the server came back",
}
"""What ended the time that a charge measures, or brought the credit about."""


@frozen
class Charge:
    """One entry of the log. All seats may see all of them: they tell nothing about what a seat holds or wants.

    Attributes:
        at_ms: when it was written, counted from the start of the match; stops of the server do not count.
        seat: whose account.
        decision: the id of the seat's decision; None when it belongs to none.
        kind: what for.
        account: what it is taken from or, with a negative amount, what it goes into.
        amount_ms: how much; never 0.
        reason: what brought it about.
        left_ms: what the account holds after it; 0 for `none`.
    """

    at_ms: int
    seat: int
    decision: int | None
    kind: Kind
    account: Account
    amount_ms: int
    reason: Reason
    left_ms: int

    @property
    def is_time(self) -> bool:
        """Whether it measures time that passed while the decision was open."""
        return self.kind in TIME_KINDS


def spell_amount(amount_ms: int) -> str:
    """Return an amount to the millisecond.

    >>> [spell_amount(amount) for amount in (0, 4_210, 331_790, -15_000)]
    ['0:00.000', '0:04.210', '5:31.790', '-0:15.000']
    """
    whole_s, rest = divmod(abs(amount_ms), SECOND_MS)
    return f"{'-' if amount_ms < 0 else ''}{whole_s // 60}:{whole_s % 60:02}.{rest:03}"


def log_line(charge: Charge, name: str) -> str:
    """Return one line of `clock log`; `name` is the player at the charge's seat."""
    decision = "" if charge.decision is None else f", decision {charge.decision}"
    given = "gets " if charge.amount_ms < 0 else ""
    left = "" if charge.account == "none" else f"; {charge.account} {spell_amount(charge.left_ms)} left"
    return (
        f"{spell_amount(charge.at_ms)}  {name}: {charge.kind} {given}{spell_amount(abs(charge.amount_ms))}"
        f"{decision} ({charge.reason}){left}"
    )


def check_charges(control: TimeControl, terms: Terms, seats: int, charges: Iterable[Charge]) -> list[str]:
    """Return what is wrong with the log of a match: nothing, unless a clock gained or lost what the log does not say.

    It takes nothing but the log on trust, so that somebody else can do it again.
    """
    faults: list[str] = []
    left: list[dict[Account, int]] = [
        {
            "bank": control.bank_ms,
            "reaction": control.reaction_ms,
            "disconnect": terms.disconnect_ms,
            "grace": terms.grace_ms if control.is_timed else 0,
            "lag": terms.lag_quota_ms,
            "none": 0,
        }
        for _ in range(seats)
    ]
    for number, charge in enumerate(charges, 1):
        accounts = left[charge.seat]
        expected = 0 if charge.account == "none" else accounts[charge.account] - charge.amount_ms
        if charge.left_ms != expected or expected < 0:
            faults.append(f"charge {number}: {charge.account} has {charge.left_ms} ms left, not {expected}")
        if charge.is_time != (charge.amount_ms > 0) or (charge.is_time and charge.account != _payer(charge.kind)):
            faults.append(f"charge {number}: {charge.kind} of {charge.amount_ms} ms")
        accounts[charge.account] = charge.left_ms
    return faults


def _payer(kind: Kind) -> Account:
    return next(account for name, (account, _) in TIME_KINDS.items() if name == kind)
