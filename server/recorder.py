"""How a match writes itself down: each change, the charges to the clocks that came with it, and the end."""

from collections.abc import Callable, Iterable

import rust_core

from .clocks import Charge, MatchClock
from .journal import (
    Aborted,
    Adjourned,
    Charged,
    Chosen,
    DrawAgreed,
    Ended,
    Journal,
    Record,
    Resumed,
    Retired,
    Revealed,
    Rewound,
    Spoke,
    Then,
    Wished,
)
from .rules_core import RulesCore


class JournalRecorder:
    """Writes a match into a journal. A `keeping.Recorder`.

    Args:
        journal: where to.
        match: its number; its `Created` was submitted before.
        core: the rules' part, already changed when a record of the change is made.
        clock: its clocks.
        part: the server's part of the seed, in hex: revealed with the end.
    """

    def __init__(self, journal: Journal, match: int, core: RulesCore, clock: MatchClock, part: str) -> None:
        """Nothing is written yet; the charges that the clock has by now are."""
        self.progress = journal.progress
        self._journal = journal
        self._match = match
        self._core = core
        self._clock = clock
        self._part = part
        self._charges = len(clock.log)
        self._is_ended = False
        self._wishes: list[Wished] = []

    def chosen(self, seat: int, line: str, step: rust_core.Step, then: Callable[[], None], tag: str = "") -> None:
        """Write a choice down; `step` is what it brought about, with the digest."""
        digest = step.digest or self._core.digest()
        choice = Chosen(self._match, seat, line, digest.hex(), tag)
        if step.is_over or self.owes():
            self._write(choice, then)
        else:
            self._journal.submit(choice, then)

    def owes(self) -> bool:
        """Return whether there is something to write down with the next change."""
        return bool(self._wishes) or self._charges < len(self._clock.log)

    def chosen_alone(self, seat: int, line: str, step: rust_core.Step, then: Iterable[Then]) -> int:
        """Write down a choice that ended nothing and charged no clock."""
        digest = step.digest or self._core.digest()
        return self._journal.submit_choice(self._match, seat, line, digest.hex(), then)

    def retired(self, seat: int, reason: str, then: Callable[[], None]) -> None:
        """Write down that a seat left."""
        self._write(Retired(self._match, seat, reason, self._digest()), then)

    def draw_agreed(self, then: Callable[[], None]) -> None:
        """Write down a draw by agreement."""
        self._write(DrawAgreed(self._match, self._digest()), then)

    def rewound(self, count: int, then: Callable[[], None]) -> None:
        """Write down that choices were taken back."""
        self._write(Rewound(self._match, count, self._digest()), then)

    def adjourned(self, then: Callable[[], None]) -> None:
        """Write down that the match stands still."""
        self._write(Adjourned(self._match, self._digest()), then)

    def resumed(self, then: Callable[[], None]) -> None:
        """Write down that the match goes on."""
        self._write(Resumed(self._match, self._digest()), then)

    def spoke(self, name: str, text: str) -> None:
        """Write down what somebody said; nobody waits for that."""
        self._journal.submit(Spoke(self._match, name, text), _nothing)

    def wished(self, wish: Wished, then: Callable[[], None] | None = None) -> None:
        """Write down what a seat wants in windows; without `then` together with the next change."""
        if then is None:
            self._wishes.append(wish)
        else:
            self._journal.submit(wish, then)

    def aborted(self, reason: str, then: Callable[[], None]) -> None:
        """Write down that the match ends without a result; only go on if it has ended already."""
        if self._is_ended:
            then()
            return
        self._is_ended = True
        self._journal.submit((Aborted(self._match, reason), Revealed(self._match, self._part)), then)

    def _digest(self) -> str:
        return self._core.digest().hex()

    def _write(self, change: Record, then: Callable[[], None]) -> None:
        records: list[Record] = [change]
        if self._charges < len(self._clock.log):
            records += [self._charged(charge) for charge in self._clock.log[self._charges :]]
            self._charges = len(self._clock.log)
        if self._wishes:
            records += self._wishes
            self._wishes = []
        outcome = self._core.outcome()
        if outcome is not None:
            self._is_ended = True
            records.append(self._ended(outcome))
            records.append(Revealed(self._match, self._part))
        self._journal.submit(records, then)

    def _charged(self, charge: Charge) -> Charged:
        return Charged(
            self._match,
            charge.seat,
            charge.account,
            charge.amount_ms,
            charge.left_ms,
            charge.at_ms,
            charge.decision or 0,
            charge.kind,
            charge.reason,
        )

    def _ended(self, outcome: rust_core.Outcome) -> Ended:
        return Ended(self._match, tuple(outcome.winners), outcome.reason, tuple(outcome.scores), self._digest())


def _nothing() -> None:
    """Nobody waits."""
