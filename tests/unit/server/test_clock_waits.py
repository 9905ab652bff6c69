"""Clocks that wait: for a seat that is gone, a slow line, a veil, a pause, a server that comes back."""

from collections.abc import Callable

import pytest
from attrs import evolve, frozen

from server.clocks import (
    REASONS,
    UNTIMED,
    Charge,
    ClockEvent,
    MatchClock,
    Terms,
    TimeControl,
    check_charges,
    clock_from_json,
    clock_to_json,
)

CONTROL = TimeControl(600_000, 15_000, 20_000, 60_000)
TERMS = Terms(grace_ms=5_000)
START = 1_000_000


@frozen
class Asked:
    """A decision of the rules, as far as clocks look at it."""

    seat: int
    id: int = 1
    kind: str = "turn"
    hidden: bool = False
    sealed: bool = False


def clock_of(control: TimeControl = CONTROL, terms: Terms = TERMS, *, past_grace: bool = True) -> MatchClock:
    clock = MatchClock.start(control, 2, terms, START)
    for accounts in clock.accounts if past_grace else []:
        accounts.grace_ms = 0
    return clock


def paid(charges: list[Charge]) -> list[tuple[str, int]]:
    return [(charge.kind, charge.amount_ms) for charge in charges]


# Being gone


def test_while_a_seat_is_gone_its_disconnect_bank_runs_first() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    assert paid(clock.leave(0, START + 10_000)) == [("bank", 10_000)]
    assert clock.runs[0].deadline_ms == START + 660_000
    assert paid(clock.back(0, START + 40_000)) == [("disconnect", 30_000)]
    assert clock.runs[0].deadline_ms == START + 630_000
    clock.leave(0, START + 40_000)
    assert paid(clock.close(0, START + 90_000, "auto")) == [("disconnect", 30_000), ("bank", 20_000)]


def test_leaving_and_returning_twice_is_once() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    clock.leave(0, START)
    assert clock.leave(0, START + 1_000) == []
    assert paid(clock.back(0, START + 2_000)) == [("disconnect", 2_000)]
    assert clock.back(0, START + 3_000) == []


def test_being_gone_while_nobody_waits_costs_nothing() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    clock.leave(1, START)
    clock.back(1, START + 300_000)
    assert clock.accounts[1].disconnect_ms == 60_000


def test_an_absence_can_be_claimed_when_the_disconnect_bank_is_used_up() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    clock.leave(0, START)
    absent = ClockEvent(START + 60_000, 0, 1, "absent")
    assert clock.next_event(START) == absent
    assert not clock.standing(START + 59_999)[0].may_claim
    assert clock.standing(START + 60_000)[0].may_claim
    assert not clock.standing(START + 60_000)[1].may_claim
    clock.told(absent)
    assert clock.next_event(START) == ClockEvent(START + 630_000, 0, 1, "warning", 30_000)
    clock.back(0, START + 60_000)
    assert not clock.standing(START + 60_000)[0].may_claim
    clock.leave(0, START + 70_000)
    assert clock.next_event(START + 70_000) == ClockEvent(START + 70_000, 0, 1, "absent")


def test_a_seat_that_is_not_waited_for_can_not_be_claimed() -> None:
    clock = clock_of(terms=Terms(disconnect_ms=0))
    clock.open(Asked(0), START)
    clock.leave(1, START)
    assert not clock.standing(START)[1].may_claim
    clock.follow([Asked(1)], START, mover=0)
    assert clock.standing(START)[1].may_claim


def test_a_match_without_clocks_has_no_deadline_but_absences() -> None:
    clock = clock_of(UNTIMED)
    assert clock.open(Asked(0), START) is None
    assert clock.next_event(START) is None
    clock.leave(0, START + 5_000)
    assert clock.next_event(START) == ClockEvent(START + 65_000, 0, 1, "absent")
    assert clock.standing(START + 70_000)[0].left_ms is None
    assert clock.standing(START + 70_000)[0].bank_ms is None
    assert paid(clock.close(0, START + 70_000)) == [("disconnect", 60_000), ("free", 5_000)]
    assert clock.new_turn(1, [0], START + 70_000) == []
    assert clock.new_turn(2, [1], START + 70_000) == []


# Lag


def test_lag_is_given_back_up_to_the_average_the_cap_and_the_quota() -> None:
    clock = clock_of(terms=Terms(grace_ms=0, lag_cap_ms=300, lag_quota_ms=500, lag_refill_ms=100))
    clock.new_turn(1, [0], START)
    clock.measure_lag(0, 80)
    now, given = START, []
    for number, average_ms in enumerate([80, 1_000, 1_000, 1_000], 1):
        clock.accounts[0].lag_average_ms = average_ms
        clock.open(Asked(0, number), now)
        now += 2_000
        given.append(paid(clock.close(0, now)))
    assert given == [
        [("bank", 1_920), ("lag", 80)],
        [("bank", 1_700), ("lag", 300)],
        [("bank", 1_880), ("lag", 120)],
        [("bank", 2_000)],
    ]
    standing = clock.standing(now)[0]
    assert (standing.lag_used_ms, standing.lag_average_ms) == (500, 1_000)
    clock.new_turn(2, [1], now)
    assert clock.accounts[0].lag_quota_ms == 100
    assert clock.accounts[1].lag_quota_ms == 500


def test_a_line_gets_no_more_back_than_it_took() -> None:
    clock = clock_of()
    clock.measure_lag(0, 400)
    clock.open(Asked(0), START)
    assert paid(clock.close(0, START + 50)) == [("lag", 50)]
    assert clock.accounts[0].bank_ms == 600_000


@pytest.mark.parametrize("reason", ["auto", "withdrawn", "retired"])
def test_only_a_line_of_ones_own_gets_lag_back(reason: str) -> None:
    clock = clock_of()
    clock.measure_lag(0, 400)
    clock.open(Asked(0), START)
    assert reason in REASONS
    assert paid(clock.close(0, START + 1_000, reason)) == [("bank", 1_000)]  # type: ignore[arg-type]


def test_lag_does_not_move_a_deadline() -> None:
    clock = clock_of()
    clock.measure_lag(0, 400)
    assert clock.open(Asked(0), START) == START + 600_000


def test_the_average_follows_what_is_measured_slowly_and_is_bounded() -> None:
    clock = clock_of()
    clock.measure_lag(0, 80)
    assert clock.accounts[0].lag_average_ms == 80
    clock.measure_lag(0, 800)
    assert clock.accounts[0].lag_average_ms == 170
    for _ in range(200):
        clock.measure_lag(0, 10**9)
    assert 9_900 < clock.accounts[0].lag_average_ms <= 10_000
    clock.measure_lag(1, -5)
    assert clock.accounts[1].lag_average_ms == 0


# Veils


def test_a_veil_is_free_and_comes_before_the_window() -> None:
    clock = clock_of()
    hidden = Asked(0, kind="reaction", hidden=True)
    clock.follow([hidden], START, veil_ms=1_700)
    assert clock.runs[0].deadline_ms == START + 21_700
    assert paid(clock.close(0, START + 2_000)) == [("veil", 1_700), ("reaction", 300)]


def test_a_veil_is_for_hidden_windows_only() -> None:
    clock = clock_of()
    clock.follow([Asked(0, kind="reaction")], START, veil_ms=1_700)
    assert clock.runs[0].deadline_ms == START + 20_000


@pytest.mark.parametrize("control", [CONTROL, TimeControl(600_000, 0, 0, 0)])
def test_a_held_line_waits_for_the_veil_and_no_deadline_or_warning_comes(control: TimeControl) -> None:
    clock = clock_of(control)
    clock.open(Asked(0, kind="reaction", hidden=True), START, veil_ms=1_700)
    clock.hold(0, START + 400)
    assert clock.next_event(START + 400) == ClockEvent(START + 1_700, 0, 1, "release")
    assert clock.in_time(0, START + 1_700)
    with pytest.raises(ValueError, match="is not out"):
        clock.expire(0, START + 1_700)
    # A server that is late charges nobody.
    assert clock.close(0, START + 1_703) == [
        Charge(1_703, 0, 1, "veil", "none", 1_700, "closed", 0),
        Charge(1_703, 0, 1, "server", "none", 3, "closed", 0),
    ]


def test_a_held_line_does_not_show_even_when_its_release_is_late() -> None:
    held, thinking = clock_of(), clock_of()
    for clock in (held, thinking):
        clock.open(Asked(0, kind="reaction", hidden=True), START, veil_ms=1_700)
    held.hold(0, START + 400)
    for now in (START + 400, START + 1_700, START + 1_900):
        assert held.standing(now) == thinking.standing(now)


def test_nothing_is_held_without_a_veil() -> None:
    clock = clock_of()
    with pytest.raises(ValueError, match="nothing that is veiled"):
        clock.hold(0, START)
    clock.open(Asked(0, kind="reaction", hidden=True), START, veil_ms=1_000)
    with pytest.raises(ValueError, match="nothing that is veiled"):
        clock.hold(0, START + 1_000)


def _answer_early(clock: MatchClock) -> None:
    clock.hold(0, START + 300)


def _skip(clock: MatchClock) -> None:
    clock.hold(0, START)


def _answer_in_the_end(_clock: MatchClock) -> None:
    """Nothing is known before the veil ends."""


@pytest.mark.parametrize("how", [_answer_early, _skip])
def test_the_log_and_the_standing_do_not_tell_how_a_hidden_window_was_closed(how: Callable[[MatchClock], None]) -> None:
    worlds = []
    for close in (how, _answer_in_the_end):
        clock = clock_of()
        clock.measure_lag(0, 200)
        clock.open(Asked(0, kind="reaction", hidden=True), START, veil_ms=1_700)
        close(clock)
        seen: list[object] = [clock.standing(now) for now in range(START + 300, START + 800, 100)]
        clock.leave(0, START + 800)
        clock.back(0, START + 1_000)
        seen += [clock.standing(now) for now in range(START + 1_000, START + 1_700, 100)]
        clock.close(0, START + 1_700, "line" if close is _answer_in_the_end else "auto")
        worlds.append((seen, clock.standing(START + 1_700), clock.log))
    assert worlds[0] == worlds[1]


# Pauses, restarts


def test_a_pause_is_nobodys_and_everything_runs_on_after_it() -> None:
    clock = clock_of()
    clock.follow([Asked(0, 1, "secret"), Asked(1, 1, "secret")], START)
    assert paid(clock.pause(START + 10_000)) == [("bank", 10_000)] * 2
    assert clock.next_event(START + 10_000) is None
    assert clock.pause(START + 20_000) == [
        Charge(20_000, seat, 1, "pause", "none", 10_000, "paused", 0) for seat in (0, 1)
    ]
    assert clock.standing(START + 900_000)[0].left_ms == 590_000
    assert paid(clock.resume(START + 910_000)) == [("pause", 890_000)] * 2
    assert [run.deadline_ms for run in clock.runs.values()] == [START + 1_500_000] * 2
    assert paid(clock.close(0, START + 911_000)) == [("bank", 1_000)]


def test_what_opens_closes_leaves_and_returns_in_a_pause_costs_nothing() -> None:
    clock = clock_of()
    clock.pause(START)
    clock.open(Asked(0), START + 1_000)
    clock.open(Asked(1, kind="reaction"), START + 1_000)
    clock.leave(0, START + 2_000)
    clock.back(0, START + 3_000)
    clock.close(1, START + 4_000, "withdrawn")
    clock.resume(START + 5_000)
    assert {charge.kind for charge in clock.log} == {"pause"}
    assert clock.runs[0].deadline_ms == START + 605_000


def test_a_restart_costs_nobody_anything_and_gives_all_the_same() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    clock.leave(1, START + 10_000)
    again = clock_from_json(clock_to_json(clock), clock.log)
    charges = again.restart(77)  # another machine's time
    assert [(charge.seat, charge.kind, charge.amount_ms, charge.at_ms) for charge in charges] == [
        (0, "bank", 10_000, 10_000),
        (0, "restart", -20_000, 10_000),
        (1, "restart", -20_000, 10_000),
    ]
    assert again.runs[0].deadline_ms == 77 + 610_000
    assert again.next_event(77) == ClockEvent(77 + 580_000, 0, 1, "warning", 30_000)
    assert paid(again.close(0, 77 + 1_000)) == [("bank", 1_000)]
    assert check_charges(CONTROL, evolve(TERMS), 2, again.log) == []


def test_a_restart_makes_an_open_window_whole_again() -> None:
    clock = clock_of()
    clock.open(Asked(0, kind="reaction"), START)
    clock.leave(0, START + 15_000)
    assert clock.runs[0].window_ms == 5_000
    clock.restart(START)
    assert clock.runs[0].window_ms == 20_000
    assert clock.accounts[0].reaction_ms == 60_000
    clock.back(0, START)
    assert clock.runs[0].deadline_ms == START + 20_000


def test_a_restart_never_fills_a_reaction_bank_over_its_brim() -> None:
    clock = clock_of()
    clock.new_turn(1, [1], START)
    clock.open(Asked(0, kind="reaction"), START)
    clock.new_turn(2, [0], START + 15_000)
    assert clock.runs[0].window_ms == 5_000
    clock.restart(START)
    assert clock.accounts[0].reaction_ms == 60_000
    assert clock.runs[0].deadline_ms == START + 20_000


def test_a_restart_without_clocks_gives_nothing() -> None:
    clock = clock_of(UNTIMED)
    clock.open(Asked(0), START)
    assert clock.restart(START) == []
