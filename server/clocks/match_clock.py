"""The clocks of one match: a value that only its owner changes, with the time as an argument.

Every time is an absolute number of milliseconds on the owner's clock, and never goes back. The owner waits until
`next_event`, does what it says, and tells the clock what became of decisions, seats and turns. What a clock charges is
returned, and kept in `log`. A match without clocks has the same face, and no deadlines.

At the very deadline the clock wins: handle what `next_event` says is due before the line that came at that time.
"""

from collections.abc import Sequence
from typing import Final, Literal

from attrs import Factory, define, field, setters

from .charges import TIME_KINDS, Account, Charge, Kind, Reason
from .control import SECOND_MS, Terms, TimeControl
from .events import ClockEvent, events_of
from .pools import Accounts, DecisionKind, OpenDecision, Run, deadline_of, parts_of
from .standing import SeatStanding, standing_of

LAG_LIMIT_MS: Final = 10 * SECOND_MS
LAG_WEIGHT: Final = 8  # the newest of so many lines counts as one in the average


@define
class MatchClock:
    """The clocks of all seats.

    Attributes:
        control: the time control; fixed.
        terms: what goes with it; fixed.
        accounts: what each seat has left.
        runs: the clocks that run, by seat: a seat has at most one open decision.
        turn: the number of the turn.
        active: whose turn it is.
        credited_turn: the last turn that earned an increment: a turn that is taken back and played again earns none.
        is_paused: whether everything stands still.
        start_ms: when the match started; charges count from there.
        now_ms: the latest time that this clock was told of.
        log: all charges so far.
    """

    control: TimeControl = field(on_setattr=setters.frozen)
    terms: Terms = field(on_setattr=setters.frozen)
    accounts: list[Accounts]
    start_ms: int
    now_ms: int
    runs: dict[int, Run] = Factory(dict)
    turn: int = 0
    active: tuple[int, ...] = ()
    credited_turn: int = 0
    is_paused: bool = False
    log: list[Charge] = Factory(list)

    @classmethod
    def start(cls, control: TimeControl, seats: int, terms: Terms, now_ms: int) -> "MatchClock":
        """Return the clocks of a match that starts now; none runs before the first decision is opened."""
        grace_ms = terms.grace_ms if control.is_timed else 0
        return cls(
            control,
            terms,
            [
                Accounts(control.bank_ms, control.reaction_ms, terms.disconnect_ms, grace_ms, terms.lag_quota_ms)
                for _ in range(seats)
            ],
            now_ms,
            now_ms,
        )

    # Decisions

    def follow(
        self,
        pending: Sequence[OpenDecision],
        now_ms: int,
        *,
        mover: int | None = None,
        reason: Reason = "line",
        veil_ms: int = 0,
    ) -> list[Charge]:
        """Close the decisions that are no longer in `pending` and open those that are new there.

        Args:
            pending: all decisions of the match that are open now. A sealed one does not run: its seat has answered.
            now_ms: the time.
            mover: the seat whose line, or time-out, brought this about; it is closed for `reason`, or as sealed. The
                others that went away are withdrawn.
            reason: why the mover's decision closed.
            veil_ms: what is left of the veil; it counts for hidden decisions.
        """
        wanted = {decision.seat: decision for decision in pending if not decision.sealed}
        charges: list[Charge] = []
        for seat, run in tuple(self.runs.items()):
            if seat not in wanted or wanted[seat].id != run.decision:
                is_sealed = any(one.sealed and one.seat == seat and one.id == run.decision for one in pending)
                why = "sealed" if is_sealed else reason if seat == mover else "withdrawn"
                charges += self.close(seat, now_ms, why)
        for seat, decision in wanted.items():
            if seat not in self.runs:
                self.open(decision, now_ms, veil_ms=veil_ms if decision.hidden else 0)
        return charges

    def open(self, decision: OpenDecision, now_ms: int, *, veil_ms: int = 0) -> int | None:
        """Start the clock of a decision; its deadline is set here, once, and returned: None without clocks.

        Raises:
            ValueError: the seat has a clock running, or the kind is none of a decision.
        """
        self._move_to(now_ms)
        if decision.seat in self.runs:
            raise ValueError(f"seat {decision.seat} has decision {self.runs[decision.seat].decision} open")
        window_ms = 0
        if decision.kind == "reaction":
            window_ms = min(self.control.window_ms, self.accounts[decision.seat].reaction_ms)
        run = Run(decision.id, _kind(decision.kind), decision.hidden, now_ms, now_ms, veil_ms, window_ms)
        self.runs[decision.seat] = run
        self._set_deadline(decision.seat, run)
        return run.deadline_ms

    def close(self, seat: int, now_ms: int, reason: Reason = "line") -> list[Charge]:
        """Stop the clock of a seat's decision and book its time; a line of the seat's own may get lag back.

        Raises:
            ValueError: the seat has no clock running, or a line comes at or after the deadline: `expire` was due.
        """
        run = self.runs.get(seat)
        if run is None:
            raise ValueError(f"seat {seat} has nothing open")
        is_line = reason in {"line", "sealed"}
        if is_line and not self.in_time(seat, now_ms):
            raise ValueError(f"decision {run.decision} of seat {seat} ran out at {run.deadline_ms}, it is {now_ms}")
        public: Reason = "closed" if run.is_hidden and reason in {"line", "auto", "deadline", "sealed"} else reason
        charges = self._settle(seat, now_ms, public, is_line=is_line)
        if run.kind != "reaction":
            self.accounts[seat].grace_ms = 0
        del self.runs[seat]
        return charges

    def in_time(self, seat: int, now_ms: int) -> bool:
        """Return whether a line of this seat comes before its deadline; a line that is held did."""
        run = self.runs.get(seat)
        return run is not None and (run.is_held or run.deadline_ms is None or now_ms < run.deadline_ms)

    def hold(self, seat: int, now_ms: int) -> None:
        """Note that the line of a decision is known and is played when its veil ends: at `release`.

        Nobody is to see this: the log and what `standing` says are the same as if the seat still thought.

        Raises:
            ValueError: the seat has nothing open, or no veil: what is known then is played at once.
        """
        self._move_to(now_ms)
        run = self.runs.get(seat)
        elapsed_ms = 0 if run is None or self.is_paused else now_ms - run.settled_ms
        if run is None or elapsed_ms >= run.veil_ms:
            raise ValueError(f"seat {seat} has nothing that is veiled at {now_ms}")
        run.is_held = True

    def expire(self, seat: int, now_ms: int) -> Literal["retire", "default"]:
        """Close a decision whose time is out, and return what becomes of it by the terms of the match.

        Raises:
            ValueError: its time is not out.
        """
        run = self.runs.get(seat)
        if run is None or self.in_time(seat, now_ms):
            raise ValueError(f"the time of seat {seat} is not out")
        self.close(seat, now_ms, "deadline")
        return "default" if run.kind == "reaction" else self.terms.bank_out

    # Events

    def next_event(self, now_ms: int) -> ClockEvent | None:
        """Return what is due next, at `now_ms` or later: of equal ones the deadline, else the lowest seat.

        It stays the next one until it is handled: see `ClockEvent`.
        """
        if self.is_paused:
            return None
        events = [
            event for seat, run in self.runs.items() for event in events_of(seat, self.accounts[seat], run, now_ms)
        ]
        return min(events, key=lambda event: (event.when_ms, event.what != "deadline", event.seat), default=None)

    def told(self, event: ClockEvent) -> None:
        """Note that a warning or an absence was told, so that it does not come again."""
        run = self.runs.get(event.seat)
        if event.what == "warning" and run is not None and run.decision == event.decision:
            run.warned_ms = event.left_ms
        elif event.what == "absent":
            self.accounts[event.seat].is_absence_told = True

    # Seats, turns, the match

    def leave(self, seat: int, now_ms: int) -> list[Charge]:
        """Note that a seat lost its last connection: its disconnect bank runs before its own clock does."""
        return self._presence(seat, now_ms, is_gone=True)

    def back(self, seat: int, now_ms: int) -> list[Charge]:
        """Note that a seat is connected again."""
        return self._presence(seat, now_ms, is_gone=False)

    def new_turn(self, turn: int, active: Sequence[int], now_ms: int) -> list[Charge]:
        """Note that turn number `turn` of the seats `active` runs; once a turn, however often it is said.

        The seats of the turn that ended get their increment, every reaction bank is filled, and lag quotas grow.
        """
        self._move_to(now_ms)
        if turn == self.turn or not self.control.is_timed:
            self.turn, self.active = turn, tuple(active)
            return []
        charges = self._settle_all(now_ms, "new turn")
        ended, ended_seats = self.turn, self.active
        self.turn, self.active = turn, tuple(active)
        if turn > ended > self.credited_turn:
            self.credited_turn = ended
            for seat in ended_seats:
                charges += self._credit(seat, "increment", "bank", self.control.increment_ms, "new turn")
        for seat, accounts in enumerate(self.accounts):
            missing_ms = self.control.reaction_ms - accounts.reaction_ms
            charges += self._credit(seat, "refill", "reaction", missing_ms, "new turn")
            room_ms = self.terms.lag_quota_ms - accounts.lag_quota_ms
            charges += self._credit(seat, "refill", "lag", min(room_ms, self.terms.lag_refill_ms), "new turn")
        self._set_deadlines()
        return charges

    def measure_lag(self, seat: int, lag_ms: int) -> None:
        """Note how long a message to the seat and its answer were on the way; kept as an average over lines."""
        accounts, lag_ms = self.accounts[seat], max(0, min(lag_ms, LAG_LIMIT_MS))
        known_ms = accounts.lag_average_ms
        accounts.lag_average_ms = (known_ms * (LAG_WEIGHT - 1) + lag_ms) // LAG_WEIGHT if known_ms else lag_ms

    def pause(self, now_ms: int) -> list[Charge]:
        """Stop all clocks: the disk is full, or the match is adjourned."""
        charges = self._settle_all(now_ms, "paused")
        self.is_paused = True
        self._set_deadlines()
        return charges

    def resume(self, now_ms: int) -> list[Charge]:
        """Let the clocks run on, each with what it had."""
        charges = self._settle_all(now_ms, "resumed")
        self.is_paused = False
        self._set_deadlines()
        return charges

    def restart(self, now_ms: int) -> list[Charge]:
        """Go on after a stop of the server, on a new time: `now_ms` may be less than before.

        What passed since the last time that this clock was told of is nobody's. Every bank gets a credit, and an open
        reaction window is whole again. Seats that are not connected have to be told as gone.
        """
        charges = self._settle_all(self.now_ms, "restart")
        shift_ms = now_ms - self.now_ms
        self.now_ms = now_ms
        self.start_ms += shift_ms
        for open_run in self.runs.values():
            open_run.opened_ms += shift_ms
            open_run.settled_ms += shift_ms
        if self.control.is_timed:
            for seat in range(len(self.accounts)):
                charges += self._credit(seat, "restart", "bank", self.terms.restart_ms, "restart")
                run = self.runs.get(seat)
                if run is not None and run.kind == "reaction":
                    used_ms = self.control.window_ms - run.window_ms
                    room_ms = self.control.reaction_ms - self.accounts[seat].reaction_ms
                    charges += self._credit(seat, "restart", "reaction", min(used_ms, room_ms), "restart")
                    run.window_ms = min(self.control.window_ms, self.accounts[seat].reaction_ms)
        self._set_deadlines()
        return charges

    # What it shows

    def standing(self, now_ms: int) -> tuple[SeatStanding, ...]:
        """Return how all clocks stand, for the `clock` command and the board: every seat may see all of it."""
        return tuple(
            standing_of(
                seat, accounts, self.runs.get(seat), now_ms, is_timed=self.control.is_timed, is_paused=self.is_paused
            )
            for seat, accounts in enumerate(self.accounts)
        )

    # Booking

    def _move_to(self, now_ms: int) -> None:
        if now_ms < self.now_ms:
            raise ValueError(f"time went back from {self.now_ms} to {now_ms}")
        self.now_ms = now_ms

    def _settle_all(self, now_ms: int, reason: Reason) -> list[Charge]:
        self._move_to(now_ms)
        return [charge for seat in sorted(self.runs) for charge in self._settle(seat, now_ms, reason)]

    def _settle(self, seat: int, now_ms: int, reason: Reason, *, is_line: bool = False) -> list[Charge]:
        """Book the time of a seat's decision up to now; its deadline stays where it is."""
        self._move_to(now_ms)
        run, accounts = self.runs[seat], self.accounts[seat]
        elapsed_ms, run.settled_ms = now_ms - run.settled_ms, now_ms
        if not elapsed_ms:
            return []
        parts = parts_of(
            accounts, run, elapsed_ms, is_timed=self.control.is_timed, is_paused=self.is_paused, is_held=run.is_held
        )
        if is_line and parts and parts[-1][0] in {"bank", "reaction"}:
            kind, paid_ms = parts.pop()
            lag_ms = min(paid_ms, accounts.lag_average_ms, self.terms.lag_cap_ms, accounts.lag_quota_ms)
            accounts.lag_used_ms += lag_ms
            parts += [(kind, paid_ms - lag_ms), ("lag", lag_ms)]
        charges: list[Charge] = []
        for kind, part_ms in parts:
            if kind == "veil":
                run.veil_ms -= part_ms
            elif kind == "reaction":
                run.window_ms -= part_ms
            charges += self._book(seat, run.decision, kind, TIME_KINDS[kind][0], part_ms, reason)
        return charges

    def _credit(self, seat: int, kind: Kind, account: Account, amount_ms: int, reason: Reason) -> list[Charge]:
        return self._book(seat, None, kind, account, -amount_ms, reason)

    def _book(
        self, seat: int, decision: int | None, kind: Kind, account: Account, amount_ms: int, reason: Reason
    ) -> list[Charge]:
        """Take an amount from an account, or put it in, and write it down; nothing is written down for 0."""
        if not amount_ms:
            return []
        left_ms = 0
        if account != "none":
            accounts, name = self.accounts[seat], _FIELDS[account]
            left_ms = getattr(accounts, name) - amount_ms
            setattr(accounts, name, left_ms)
        charge = Charge(self.now_ms - self.start_ms, seat, decision, kind, account, amount_ms, reason, left_ms)
        self.log.append(charge)
        return [charge]

    def _presence(self, seat: int, now_ms: int, *, is_gone: bool) -> list[Charge]:
        accounts = self.accounts[seat]
        self._move_to(now_ms)
        if accounts.is_gone == is_gone:
            return []
        charges = self._settle(seat, now_ms, "left" if is_gone else "back") if seat in self.runs else []
        accounts.is_gone, accounts.is_absence_told = is_gone, False
        if seat in self.runs:
            self._set_deadline(seat, self.runs[seat])
        return charges

    def _set_deadlines(self) -> None:
        for seat, run in self.runs.items():
            self._set_deadline(seat, run)

    def _set_deadline(self, seat: int, run: Run) -> None:
        """Set the deadline anew: only after something was added to the pools, or taken away, other than by time."""
        run.deadline_ms = None
        if self.control.is_timed and not self.is_paused:
            run.deadline_ms = deadline_of(self.accounts[seat], run)


_FIELDS: Final[dict[Account, str]] = {
    "bank": "bank_ms",
    "reaction": "reaction_ms",
    "disconnect": "disconnect_ms",
    "grace": "grace_ms",
    "lag": "lag_quota_ms",
}


def _kind(text: str) -> DecisionKind:
    match text:
        case "turn" | "reaction" | "secret":
            return text
        case _:
            raise ValueError(f"no kind of decision: {text}")
