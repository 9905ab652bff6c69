"""What a match waits for: who is asked, what is played by itself, which line is held under a veil, and the clocks.

Nothing here changes the rules' part of a match: it says what is to be played, and `table` plays it.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from random import Random

from attrs import Factory, define

import rust_core

from .clocks import ClockEvent, MatchClock, Reason
from .lag import LagMeter
from .mailbox import Asker
from .rules_core import RulesCore
from .windows import AutoPlay, Plans, Stops, Veil, next_veil, plan

Mind = Callable[[RulesCore, int], str]
"""How the house chooses: the line it plays for a seat. Takes a millisecond at most."""


@define
class Seated:
    """What is kept of a seat.

    Attributes:
        stops: in which windows it is asked.
        plans: lines that it gave in advance.
        arranged: the id of the decision that was looked at last, to see whether the seat is asked.
        held: a line that is played when the veil of that decision ends.
        held_for: who is told then that it was taken, and the tag of the line.
    """

    stops: Stops = Factory(Stops)
    plans: Plans = Factory(Plans)
    arranged: int = 0
    held: str | None = None
    held_for: tuple[Asker, str] | None = None


class Waits:
    """The open decisions of a match, as far as waiting for them goes.

    Args:
        core: the rules' part of the match, which is only looked at.
        minds: how the house plays the seats that it has.
        clock: the clocks; nothing runs yet.
        chance: for veils: not the match's own.
        now: the time in milliseconds.

    Attributes:
        clock: the clocks.
        seats: what is kept of each seat.
        epochs: rises when a decision of the seat was closed by something else than its own line; older lines are stale.
        unanswered: the ids of the decisions that have been open and got no line yet, by seat.
        matters: whether clocks are to be looked at: without a time control only veils and absences run on them.
        veil: the least time of the resolution that is on, if one hides something.
        turn: the number of the turn, counted by whose turn it is.
        used_plans: the seats that have used a plan which is not written down as used.
        auto: lines that are to be played by themselves: seat, decision, line.
        lag: measures the seats whose clocks run, where there is a time control.
    """

    def __init__(
        self, core: RulesCore, minds: Mapping[int, Mind], clock: MatchClock, chance: Random, now: Callable[[], int]
    ) -> None:
        """Nothing is open."""
        self.clock = clock
        self.seats = [Seated() for _ in range(core.seats)]
        self.epochs = [0] * core.seats
        self.unanswered: dict[int, int] = {}
        self.turn = 0
        self.used_plans: list[int] = []
        self.auto: deque[tuple[int, int, str]] = deque()
        self.lag: LagMeter | None = None
        self._core = core
        self._minds = minds
        self._chance = chance
        self._now = now
        self.veil: Veil | None = None
        self._active: tuple[int, ...] = ()
        self._next_active: tuple[int, ...] = ()
        self._see_what_runs()

    def remember(self, step: rust_core.Step) -> None:
        """Take over whose turn it was after one change of before a restart."""
        if self._next_active != self._active:
            self.clock.turn, self.clock.credited_turn = self.turn + 1, self.turn
            self.clock.active = self._next_active
            self.turn, self._active = self.turn + 1, self._next_active
        turn = step.turn
        if turn is not None:
            self._next_active = turn[:1]
            return
        active = tuple(decision.seat for decision in step.pending if decision.kind != "reaction")
        if active:
            self._next_active = active

    # What is open

    def open(self, seat: int) -> int | None:
        """Return the id of the decision that is open for `seat`."""
        for decision in self._core.pending():
            if decision.seat == seat:
                return decision.id
        return None

    def is_skipped(self, seat: int) -> bool:
        """Return whether the open decision of `seat` needs nothing of it any more: a line for it is known already."""
        return self.seats[seat].held is not None or (bool(self.auto) and any(seat == one for one, _, _ in self.auto))

    def default(self, seat: int) -> str:
        """Return the line that a time-out plays for `seat`, which has something to decide."""
        return next(decision.default for decision in self._core.pending() if decision.seat == seat)

    # Clocks

    def _see_what_runs(self) -> None:
        """Set `matters`, after a veil or somebody's presence changed: it is asked for several times a choice."""
        clock = self.clock
        self.matters = clock.control.is_timed or self.veil is not None or any(one.is_gone for one in clock.accounts)

    def leave(self, seat: int, now_ms: int) -> None:
        """Note that a seat lost its last connection."""
        self.clock.leave(seat, now_ms)
        self._see_what_runs()

    def back(self, seat: int, now_ms: int) -> None:
        """Note that a seat is connected again."""
        self.clock.back(seat, now_ms)
        self._see_what_runs()

    def next_due_ms(self) -> int | None:
        """Return when something is due next."""
        event = self.clock.next_event(self._now()) if self.matters else None
        return None if event is None else event.when_ms

    def due(self, now_ms: int) -> ClockEvent | None:
        """Return what is due at `now_ms`."""
        event = self.clock.next_event(now_ms) if self.matters else None
        return event if event is not None and event.when_ms <= now_ms else None

    def stop(self, seat: int, at_ms: int, reason: Reason) -> None:
        """Stop the clock of a seat whose decision was answered, if one runs."""
        if seat in self.clock.runs:
            if reason == "line" and any(one.seat == seat and one.sealed for one in self._core.pending()):
                reason = "sealed"
            self.clock.close(seat, at_ms, reason)

    def follow_turn(self, step: rust_core.Step) -> bool:
        """Do what `follow` does if a person is asked for a turn and nothing else matters: the hot path. Else False."""
        if self.matters or self.unanswered:
            return False
        turn = step.turn
        if turn is None or turn[0] in self._minds:
            return False
        place, decision = turn
        seat = self.seats[place]
        if seat.plans.plans:
            return False
        if self._active != (place,):
            self._active = (place,)
            self.turn += 1
        seat.arranged = self.unanswered[place] = decision
        seat.held = None
        return True

    def follow(self, step: rust_core.Step) -> None:
        """Start the clocks of what is open now, stop the others, and look who has to be asked."""
        if self.follow_turn(step):
            return
        pending = step.pending
        self._follow_clocks(pending)
        self._withdraw(pending)
        self._arrange(pending)

    def _follow_clocks(self, pending: Sequence[rust_core.Decision]) -> None:
        is_hidden = False
        active: tuple[int, ...] = ()
        for decision in pending:
            is_hidden = is_hidden or decision.hidden
            if decision.kind != "reaction":
                active += (decision.seat,)
        is_new_turn = bool(active) and active != self._active
        if is_new_turn:
            self.turn += 1
            self._active = active
        if not self.matters and not is_hidden:
            return
        now = self._now()
        had_veil = self.veil is not None
        if is_hidden or had_veil:
            is_bots = len(self._minds) == len(self.seats)
            self.veil = next_veil(self.veil, pending, now, self._chance, is_bot_match=is_bots)
            self._see_what_runs()
        if is_new_turn and self.matters:
            self.clock.new_turn(self.turn, active, now)
        if self.matters or had_veil:
            veil_ms = self.veil.left_ms(now) if self.veil is not None else 0
            self.clock.follow(pending, now, veil_ms=veil_ms)
            if self.lag is not None:
                self.lag.measure(self._now())

    # Windows

    def _withdraw(self, pending: Sequence[rust_core.Decision]) -> None:
        """Make lines stale that were typed for a decision that went away without one."""
        for place, waits_for in tuple(self.unanswered.items()):
            if all(one.seat != place or one.id != waits_for for one in pending):
                self.epochs[place] += 1
                del self.unanswered[place]

    def is_veiled(self, seat: int) -> bool:
        """Return whether an answer of this seat is held back, so that its quickness tells nothing."""
        if self.veil is None or not self.veil.left_ms(self._now()):
            return False
        return any(decision.seat == seat and decision.hidden for decision in self._core.pending())

    def hold(self, seat: int, line: str) -> bool:
        """Keep a line until the veil ends; or say that it has just ended, and keep nothing."""
        now = self._now()  # asked once: while the line was looked at, time went on
        if self.veil is None or not self.veil.left_ms(now):
            return False
        self.clock.hold(seat, now)
        self.seats[seat].held = line
        return True

    def release(self, seat: int) -> str:
        """Return the line that was held, now that the veil has ended. Lines that were typed meanwhile are stale."""
        line, self.seats[seat].held = self.seats[seat].held, None
        self.epochs[seat] += 1
        return line or self.default(seat)

    def retiring(self) -> None:
        """Note that a seat is taken out: what others have sealed may go away with what it was sealed for."""
        for decision in self._core.pending():
            if decision.sealed:
                self.unanswered[decision.seat] = decision.id

    def taken_back(self) -> None:
        """Forget what was said about a future that is gone."""
        for place, seat in enumerate(self.seats):
            self.epochs[place] += 1
            seat.held = None
            seat.stops = seat.stops.taken_back()
            seat.plans = seat.plans.taken_back()
        self.auto.clear()

    def remember_takeback(self) -> None:
        """Forget the stops and plans of before a takeback of before a restart."""
        for seat in self.seats:
            seat.stops = seat.stops.taken_back()
            seat.plans = seat.plans.taken_back()

    def _arrange(self, pending: Sequence[rust_core.Decision]) -> None:
        """Look at each decision once, when it opens: is the seat asked, or is something played for it?"""
        for decision in pending:
            seat = self.seats[decision.seat]
            if seat.arranged == decision.id or decision.sealed:
                continue
            seat.arranged = self.unanswered[decision.seat] = decision.id
            seat.held = None
            mind = self._minds.get(decision.seat)
            if mind is None and decision.kind == "turn" and not seat.plans.plans:
                continue  # asked, without a look at what was said in advance
            if decision.kind == "reaction":
                self.epochs[decision.seat] += 1
            veil_ms = self.veil.left_ms(self._now()) if self.veil is not None and decision.hidden else 0
            if mind is not None:
                self._play_later(decision, mind(self._core, decision.seat), veil_ms)
            else:
                self._ask_or_play(decision, seat, veil_ms)

    def _ask_or_play(self, decision: rust_core.Decision, seat: Seated, veil_ms: int) -> None:
        choices = self._core.choices(decision.seat)
        planned = plan(decision, seat.stops, seat.plans, choices, turn=self.turn, veil_left_ms=veil_ms)
        seat.stops = seat.stops.seen(self.turn, is_aimed=decision.aimed)
        if isinstance(planned, AutoPlay):
            if planned.plan is not None:
                seat.plans = seat.plans.used(planned.plan)
                self.used_plans.append(decision.seat)
            self._play_later(decision, planned.line, planned.after_ms)

    def _play_later(self, decision: rust_core.Decision, line: str, after_ms: int) -> None:
        if after_ms <= 0 or not self.hold(decision.seat, line):
            self.auto.append((decision.seat, decision.id, line))
