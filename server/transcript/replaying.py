"""Records played into a match again, at a restart or to verify: the one place that says what each record does."""

from typing import Protocol, assert_never

import rust_core
from server.fairness import match_seed
from server.journal.records import (
    Aborted,
    Adjourned,
    Charged,
    Chosen,
    Created,
    DrawAgreed,
    Ended,
    Record,
    Resumed,
    Retired,
    Revealed,
    Rewound,
    Spoke,
    Wished,
)


class Replayable(Protocol):
    """What of `rust_core.Match` a replay needs."""

    def play(self, seat: int, line: str, with_digest: bool = False, /) -> rust_core.Step:
        """Play a line, and look at what is open then."""
        ...

    def look(self, events: list[rust_core.Event], /) -> rust_core.Step:
        """Look at what is open now, after `events`."""
        ...

    def retire(self, seat: int, reason: str, /) -> list[rust_core.Event]:
        """Take a seat out."""
        ...

    def agree_draw(self) -> list[rust_core.Event]:
        """End as a draw."""
        ...

    def rewind(self, count: int, /) -> None:
        """Take choices back."""
        ...

    def outcome(self) -> rust_core.Outcome | None:
        """Return the end, once there is one."""
        ...

    def digest(self) -> bytes:
        """Return 8 bytes that stand for the state."""
        ...


class ReplayError(Exception):
    """The match did not go as the record says; the text says how."""


def seed_of(created: Created) -> bytes:
    """Return the seed of a match.

    Raises:
        ValueError: its part or a nonce is not what they must be.
    """
    return match_seed(bytes.fromhex(created.part), [seat.nonce for seat in created.seats])


def apply(match: Replayable, record: Record) -> rust_core.Step:
    """Do to `match` what `record` says was done, and return what that brought about.

    Raises:
        ReplayError: the rules refuse it, or the match is in another state afterwards than it was.
        rust_core.RulesBug: the rules broke.
    """
    events: list[rust_core.Event] = []
    try:
        match record:
            case Chosen(_, seat, line):
                step = match.play(seat, line, True)
                _require_same(step.digest or b"", record.digest)
                return step
            case Retired(_, seat, reason):
                events = match.retire(seat, reason)
            case DrawAgreed():
                events = match.agree_draw()
            case Rewound(_, count):
                match.rewind(count)
            case Adjourned() | Resumed():
                pass  # only the clocks know
            case Ended():
                _require_end(match, record)
            case Created() | Charged() | Spoke() | Aborted() | Revealed() | Wished():
                return match.look(events)
            case _:
                assert_never(record)
    except rust_core.IllegalChoice as refusal:
        raise ReplayError(f"the rules refuse it: {refusal.message} ({refusal.code})") from refusal
    except (OverflowError, ValueError) as error:
        raise ReplayError(f"it is out of all range: {error}") from error
    require_digest(match, record.digest)
    return match.look(events)


def require_digest(match: Replayable, digest: str) -> None:
    """Check that the match is in the state that `digest` (hex) stands for.

    Raises:
        ReplayError: it is in another one.
    """
    _require_same(match.digest(), digest)


def _require_same(digest: bytes, recorded: str) -> None:
    found = digest.hex()
    if found != recorded:
        raise ReplayError(f"the state differs: digest {found} here, {recorded} in the record")


def _require_end(match: Replayable, end: Ended) -> None:
    outcome = match.outcome()
    found = None if outcome is None else (tuple(outcome.winners), outcome.reason, tuple(outcome.scores))
    recorded = (end.winners, end.reason, end.scores)
    if found != recorded:
        raise ReplayError(f"the result differs: {_result(found)} here, {_result(recorded)} in the record")


def _result(result: tuple[tuple[int, ...], str, tuple[int, ...]] | None) -> str:
    if result is None:
        return "none"
    winners, reason, scores = result
    who = "a draw" if not winners else "seat " + " and ".join(str(seat + 1) for seat in winners)
    return f"{who} ({reason}; {', '.join(map(str, scores))})"
