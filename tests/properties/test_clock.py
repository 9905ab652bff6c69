"""No clock gains or loses a millisecond that the log does not explain.

A second clock, plain and slow, ticks through the same scripts one millisecond at a time. Both must agree on what every
seat has, on who paid for what, and on when a decision is out of time.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import pytest
from attrs import Factory, define, frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.clocks import (
    UNTIMED,
    MatchClock,
    Terms,
    TimeControl,
    charge_from_json,
    charge_to_json,
    check_charges,
    clock_from_json,
    clock_to_json,
)

SEATS = 2
TIGHT = TimeControl(bank_ms=30, increment_ms=5, window_ms=8, reaction_ms=12)
TERMS = Terms(
    bank_out="default", disconnect_ms=10, grace_ms=4, restart_ms=6, lag_cap_ms=3, lag_quota_ms=5, lag_refill_ms=2
)
LONG = TimeControl(bank_ms=60_000, increment_ms=0, window_ms=45_000, reaction_ms=90_000)


@frozen
class Asked:
    """A decision of the rules, as far as clocks look at it."""

    seat: int
    id: int
    kind: str
    hidden: bool
    sealed: bool = False


@define
class SlowRun:
    """An open decision of the slow clock."""

    decision: int
    kind: str
    veil_ms: int
    window_ms: int
    is_held: bool = False
    recent_ms: int = 0  # paid from a clock since it was last looked at


@define
class SlowSeat:
    """What a seat has on the slow clock."""

    bank_ms: int
    reaction_ms: int
    disconnect_ms: int
    grace_ms: int
    lag_ms: int
    average_ms: int = 0
    lag_used_ms: int = 0
    is_gone: bool = False
    run: SlowRun | None = None


@define
class SlowClock:
    """The second opinion: decides anew for every millisecond who pays it."""

    control: TimeControl
    seats: list[SlowSeat]
    paid: Counter[tuple[int, int, str]] = Factory(Counter)
    ticks: Counter[tuple[int, int]] = Factory(Counter)
    is_paused: bool = False

    def tick(self) -> None:
        """Let a millisecond pass."""
        for seat in range(SEATS):
            if (run := self.seats[seat].run) is not None:
                kind = self.payer(seat)
                self.paid[seat, run.decision, kind] += 1
                self.ticks[seat, run.decision] += 1
                self.pay(self.seats[seat], run, kind)

    def payer(self, seat: int) -> str:
        """Return who pays the next millisecond."""
        mine, run = self.seats[seat], self.seats[seat].run
        assert run is not None
        if self.is_paused:
            return "pause"
        if run.veil_ms:
            return "veil"
        if run.is_held:
            return "server"
        if mine.is_gone and mine.disconnect_ms:
            return "disconnect"
        if not self.control.is_timed:
            return "free"
        if run.kind == "reaction":
            return "reaction" if run.window_ms else "server"
        if mine.grace_ms:
            return "grace"
        return "bank" if mine.bank_ms else "server"

    def pay(self, mine: SlowSeat, run: SlowRun, kind: str) -> None:
        """Take a millisecond from where `kind` says."""
        run.recent_ms = run.recent_ms + 1 if kind in {"bank", "reaction"} else 0
        match kind:
            case "veil":
                run.veil_ms -= 1
            case "disconnect":
                mine.disconnect_ms -= 1
            case "reaction":
                run.window_ms -= 1
                mine.reaction_ms -= 1
            case "grace":
                mine.grace_ms -= 1
            case "bank":
                mine.bank_ms -= 1

    def is_out(self, seat: int) -> bool:
        """Return whether a decision has nothing left to pay from."""
        run = self.seats[seat].run
        return run is not None and not run.is_held and self.payer(seat) == "server"

    def close(self, seat: int, *, is_line: bool) -> None:
        """Stop a seat's clock."""
        mine, run = self.seats[seat], self.seats[seat].run
        assert run is not None
        if is_line:
            back_ms = min(run.recent_ms, mine.average_ms, TERMS.lag_cap_ms, mine.lag_ms)
            mine.lag_ms -= back_ms
            mine.lag_used_ms += back_ms
            source = "reaction" if run.kind == "reaction" else "bank"
            self.paid[seat, run.decision, source] -= back_ms
            self.paid[seat, run.decision, "lag"] += back_ms
            if source == "reaction":
                mine.reaction_ms += back_ms
            else:
                mine.bank_ms += back_ms
        if run.kind != "reaction":
            mine.grace_ms = 0
        mine.run = None

    def booked(self, seats: Sequence[int]) -> None:
        """Note that the other clock booked its time here: lag is given back only for what comes after."""
        for seat in seats:
            if (run := self.seats[seat].run) is not None:
                run.recent_ms = 0


@define
class Table:
    """Both clocks, and what is needed to play a script on them."""

    clock: MatchClock
    slow: SlowClock
    now_ms: int = 0
    decisions: Counter[int] = Factory(Counter)
    expired: int = 0

    @classmethod
    def lay(cls, control: TimeControl) -> "Table":
        """Start both clocks."""
        grace_ms = TERMS.grace_ms if control.is_timed else 0
        seats = [
            SlowSeat(control.bank_ms, control.reaction_ms, TERMS.disconnect_ms, grace_ms, TERMS.lag_quota_ms)
            for _ in range(SEATS)
        ]
        return cls(MatchClock.start(control, SEATS, TERMS, 0), SlowClock(control, seats))

    def wait(self, wait_ms: int, late_ms: int) -> None:
        """Let time pass; what is due is done, up to `late_ms` late."""
        for _ in range(wait_ms):
            self.slow.tick()
            self.now_ms += 1
            while (event := self.clock.next_event(self.now_ms)) is not None and event.when_ms <= self.now_ms:
                match event.what:
                    case "deadline":
                        assert self.slow.is_out(event.seat)
                        if self.now_ms < event.when_ms + late_ms:
                            break
                        self.expire(event.seat)
                    case "release":
                        run = self.slow.seats[event.seat].run
                        assert run is not None
                        assert run.is_held
                        assert not run.veil_ms
                        if self.now_ms < event.when_ms + late_ms:
                            break
                        self.close(event.seat, "line")
                    case "absent":
                        assert self.slow.seats[event.seat].is_gone
                        assert not self.slow.seats[event.seat].disconnect_ms
                        self.clock.told(event)
                    case "warning":
                        self.clock.told(event)

    def expire(self, seat: int) -> None:
        """Close what is out of time."""
        assert self.clock.expire(seat, self.now_ms) == "default"
        self.slow.close(seat, is_line=False)
        self.expired += 1

    def close(self, seat: int, reason: Literal["line", "sealed", "auto", "withdrawn"]) -> None:
        """Close what a seat has open."""
        self.clock.close(seat, self.now_ms, reason)
        self.slow.close(seat, is_line=reason in {"line", "sealed"})

    def play(self, word: str, seat: int, number: int) -> None:
        """Do one step of a script; what can't be done is left out."""
        run = self.slow.seats[seat].run
        match word:
            case "turn" | "reaction" | "secret" if run is None:
                self.open(word, seat, number)
            case "line" | "sealed" if run is not None:
                if self.clock.in_time(seat, self.now_ms):
                    self.close(seat, word)
                else:
                    self.expire(seat)
            case "auto" | "withdrawn" if run is not None:
                self.close(seat, word)
            case "hold" if run is not None and run.veil_ms:
                self.clock.hold(seat, self.now_ms)
                run.is_held = True
            case _:
                self.happen(word, seat, number)

    def happen(self, word: str, seat: int, number: int) -> None:
        """Let something happen beside the decisions."""
        mine = self.slow.seats[seat]
        match word:
            case "leave" | "back" if mine.is_gone != (word == "leave"):
                (self.clock.leave if word == "leave" else self.clock.back)(seat, self.now_ms)
                mine.is_gone = word == "leave"
                self.slow.booked([seat])
            case "lag":
                self.clock.measure_lag(seat, number)
                mine.average_ms = self.clock.accounts[seat].lag_average_ms
            case "pause" | "resume":
                (self.clock.pause if word == "pause" else self.clock.resume)(self.now_ms)
                self.slow.is_paused = word == "pause"
                self.slow.booked(range(SEATS))
            case "next turn" | "taken back":
                self.turn(word, seat)
            case "stored":
                log = [charge_from_json(charge_to_json(charge)) for charge in self.clock.log]
                again = clock_from_json(clock_to_json(self.clock), log)
                assert again == self.clock
                self.clock = again
            case "restart":
                self.restart(number)

    def open(self, kind: str, seat: int, number: int) -> None:
        """Open a decision; about half of them are hidden."""
        self.decisions[seat] += 1
        veil_ms = number % 7 if number % 2 else 0
        asked = Asked(seat, self.decisions[seat], kind, veil_ms > 0)
        self.clock.follow([*self._open_now(), asked], self.now_ms, veil_ms=veil_ms)
        window_ms = min(self.slow.control.window_ms, self.slow.seats[seat].reaction_ms) if kind == "reaction" else 0
        self.slow.seats[seat].run = SlowRun(asked.id, kind, veil_ms, window_ms)

    def _open_now(self) -> list[Asked]:
        runs = [(seat, self.slow.seats[seat].run) for seat in range(SEATS)]
        return [Asked(seat, run.decision, run.kind, hidden=False) for seat, run in runs if run is not None]

    def turn(self, word: str, seat: int) -> None:
        """Go to the next turn, or one back."""
        before, credited = self.clock.turn, self.clock.credited_turn
        ended = self.clock.active
        turn = before + 1 if word == "next turn" else max(0, before - 1)
        self.clock.new_turn(turn, [seat], self.now_ms)
        if turn == before or not self.slow.control.is_timed:
            return
        self.slow.booked(range(SEATS))
        for other, mine in enumerate(self.slow.seats):
            if turn > before > credited and other in ended:
                mine.bank_ms += TIGHT.increment_ms
            mine.reaction_ms = TIGHT.reaction_ms
            mine.lag_ms = min(TERMS.lag_quota_ms, mine.lag_ms + TERMS.lag_refill_ms)

    def restart(self, number: int) -> None:
        """Stop and come back at another time."""
        self.clock.new_turn(self.clock.turn, self.clock.active, self.now_ms)  # tells the time, and no more
        self.now_ms = number
        self.clock.restart(self.now_ms)
        self.slow.booked(range(SEATS))
        for mine in self.slow.seats if self.slow.control.is_timed else []:
            mine.bank_ms += TERMS.restart_ms
            if mine.run is not None and mine.run.kind == "reaction":
                used_ms = TIGHT.window_ms - mine.run.window_ms
                mine.reaction_ms = min(TIGHT.reaction_ms, mine.reaction_ms + used_ms)
                mine.run.window_ms = min(TIGHT.window_ms, mine.reaction_ms)

    def compare(self) -> None:
        """Hold the clocks against each other."""
        for seat, (mine, shown) in enumerate(zip(self.slow.seats, self.clock.standing(self.now_ms), strict=True)):
            is_held = mine.run is not None and mine.run.is_held
            if self.slow.control.is_timed and not (is_held and mine.run is not None and not mine.run.veil_ms):
                assert (shown.bank_ms, shown.reaction_ms) == (mine.bank_ms, mine.reaction_ms)
            if not is_held:
                assert shown.disconnect_ms == mine.disconnect_ms
                assert self.clock.in_time(seat, self.now_ms) == (mine.run is not None and not self.slow.is_out(seat))
            assert shown.lag_used_ms == mine.lag_used_ms
            assert self.clock.accounts[seat].lag_quota_ms == mine.lag_ms

    def finish(self) -> None:
        """Close everything, and hold the log against every tick."""
        for seat in range(SEATS):
            if self.slow.seats[seat].run is not None:
                self.close(seat, "withdrawn")
        self.compare()
        assert check_charges(self.slow.control, TERMS, SEATS, self.clock.log) == []
        logged: Counter[tuple[int, int, str]] = Counter()
        for charge in self.clock.log:
            if charge.is_time:
                assert charge.decision is not None
                logged[charge.seat, charge.decision, charge.kind] += charge.amount_ms
        assert logged == +self.slow.paid
        total: Counter[tuple[int, int]] = Counter()
        for (seat, decision, _), amount_ms in logged.items():
            total[seat, decision] += amount_ms
        assert total == +self.slow.ticks


WORDS = st.sampled_from(
    [
        *["turn", "reaction", "secret"] * 3,
        *["line", "sealed", "auto", "withdrawn", "hold", "hold", "lag"] * 2,
        *["leave", "back", "pause", "resume", "resume", "next turn", "next turn", "taken back", "stored", "restart"],
    ]
)
STEP = st.tuples(st.integers(0, 25), st.integers(0, 3), WORDS, st.integers(0, SEATS - 1), st.integers(0, 30))
SCRIPT = st.lists(STEP, max_size=40)


def play(control: TimeControl, script: list[tuple[int, int, str, int, int]]) -> Table:
    """Play a script on both clocks."""
    table = Table.lay(control)
    for wait_ms, late_ms, word, seat, number in script:
        table.wait(wait_ms, late_ms)
        table.compare()
        table.play(word, seat, number)
        table.compare()
    table.finish()
    return table


@settings(max_examples=200, deadline=None)
@given(SCRIPT)
def test_every_millisecond_is_explained(script: list[tuple[int, int, str, int, int]]) -> None:
    play(TIGHT, script)


@settings(max_examples=50, deadline=None)
@given(SCRIPT)
def test_every_millisecond_is_explained_without_clocks(script: list[tuple[int, int, str, int, int]]) -> None:
    assert play(UNTIMED, script).expired == 0


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([TIGHT, UNTIMED]), SCRIPT)
def test_every_millisecond_of_many_scripts_is_explained(
    control: TimeControl, script: list[tuple[int, int, str, int, int]]
) -> None:
    play(control, script)


@given(st.lists(st.integers(0, 59_999), max_size=20), st.sampled_from(["turn", "secret", "reaction"]))
def test_a_player_can_not_buy_time_with_refused_lines(lines_at: list[int], kind: str) -> None:
    clock = MatchClock.start(LONG, SEATS, TERMS, 0)
    asked = Asked(0, 1, kind, hidden=False)
    clock.follow([asked], 0)
    deadline_ms = clock.runs[0].deadline_ms
    for now_ms in sorted(lines_at):
        clock.next_event(now_ms)
        clock.standing(now_ms)
        clock.follow([asked], now_ms)
    assert clock.runs[0].deadline_ms == deadline_ms
    assert deadline_ms == (45_000 if kind == "reaction" else 60_000 + TERMS.grace_ms)


@given(
    st.integers(0, 2_500),
    st.integers(0, 2_500),
    st.lists(st.tuples(st.integers(0, 2_500), st.booleans()), max_size=6),
)
def test_until_a_veil_ends_nobody_can_tell_whether_a_line_is_known(
    veil_ms: int, known_ms: int, comings: list[tuple[int, bool]]
) -> None:
    worlds = []
    for is_known in (True, False):
        clock = MatchClock.start(LONG, SEATS, Terms(), 0)
        clock.follow([Asked(0, 1, "reaction", hidden=True)], 0, veil_ms=veil_ms)
        seen: list[object] = []
        for now_ms, is_gone in sorted([*comings, (known_ms, False)]):
            if now_ms < veil_ms:
                if is_known and now_ms == known_ms:
                    clock.hold(0, now_ms)
                (clock.leave if is_gone else clock.back)(0, now_ms)
                seen.append(clock.standing(now_ms))
        clock.close(0, veil_ms, "auto" if is_known else "line")
        worlds.append((seen, clock.standing(veil_ms), clock.log))
    assert worlds[0] == worlds[1]
