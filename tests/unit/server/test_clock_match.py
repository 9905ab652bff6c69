"""The clocks of a match: what runs, who pays, and what is due when."""

import pytest
from attrs import evolve, frozen

from server.clocks import (
    Charge,
    ClockEvent,
    MatchClock,
    Terms,
    TimeControl,
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


def state(clock: MatchClock, now_ms: int) -> str:
    return clock.standing(now_ms)[0].state


# Turns, increments, grace


def test_a_turn_is_paid_from_the_bank() -> None:
    clock = clock_of()
    assert clock.open(Asked(0), START) == START + 600_000
    assert clock.close(0, START + 4_210) == [
        Charge(4_210, 0, 1, "bank", "bank", 4_210, "line", 595_790),
    ]
    assert clock.open(Asked(0, 2), START + 9_000) == START + 9_000 + 595_790


def test_the_start_grace_is_for_the_first_decision_alone_and_what_is_left_of_it_is_gone() -> None:
    clock = clock_of(past_grace=False)
    assert clock.open(Asked(0), START) == START + 605_000
    assert paid(clock.close(0, START + 2_000)) == [("grace", 2_000)]
    clock.open(Asked(0, 2), START + 2_000)
    assert paid(clock.close(0, START + 3_000)) == [("bank", 1_000)]
    clock.open(Asked(1), START + 3_000)
    assert paid(clock.close(1, START + 9_000)) == [("grace", 5_000), ("bank", 1_000)]


def test_a_reaction_leaves_the_start_grace_alone() -> None:
    clock = clock_of(past_grace=False)
    clock.open(Asked(0, kind="reaction"), START)
    assert paid(clock.close(0, START + 1_000)) == [("reaction", 1_000)]
    clock.open(Asked(0, 2), START + 1_000)
    assert state(clock, START + 1_000) == "grace"


def test_the_increment_comes_when_a_turn_ends_and_once_a_turn() -> None:
    clock = clock_of()
    assert clock.new_turn(1, [0], START) == []
    assert clock.new_turn(1, [0], START) == []
    assert clock.new_turn(2, [1], START + 1_000) == [
        Charge(1_000, 0, None, "increment", "bank", -15_000, "new turn", 615_000),
    ]
    assert [charge.seat for charge in clock.new_turn(3, [0, 1], START + 2_000)] == [1]
    assert [charge.seat for charge in clock.new_turn(4, [0], START + 3_000)] == [0, 1]


def test_a_turn_that_is_taken_back_and_played_again_earns_nothing() -> None:
    clock = clock_of()
    for turn in (1, 2, 3):
        clock.new_turn(turn, [turn % 2], START)
    before = [accounts.bank_ms for accounts in clock.accounts]
    for turn in (2, 3):
        clock.new_turn(turn, [turn % 2], START)
    assert [accounts.bank_ms for accounts in clock.accounts] == before
    clock.new_turn(4, [0], START)
    assert sum(accounts.bank_ms for accounts in clock.accounts) == sum(before) + 15_000


def test_a_turn_without_an_increment_leaves_no_record() -> None:
    clock = clock_of(TimeControl(600_000, 0, 20_000, 60_000))
    clock.new_turn(1, [0], START)
    assert clock.new_turn(2, [1], START) == []


# Reactions


def test_a_reaction_runs_on_the_cap_and_never_on_a_bank() -> None:
    clock = clock_of()
    clock.open(Asked(0, kind="reaction"), START)
    before = [accounts.bank_ms for accounts in clock.accounts]
    assert clock.next_event(START) == ClockEvent(START + 10_000, 0, 1, "warning", 10_000)
    clock.told(ClockEvent(START + 10_000, 0, 1, "warning", 10_000))
    assert clock.next_event(START) == ClockEvent(START + 20_000, 0, 1, "deadline")
    assert clock.expire(0, START + 20_000) == "default"
    assert [accounts.bank_ms for accounts in clock.accounts] == before
    assert clock.log == [Charge(20_000, 0, 1, "reaction", "reaction", 20_000, "deadline", 40_000)]


def test_windows_of_one_turn_share_the_reaction_bank_which_is_full_again_with_the_next() -> None:
    clock = clock_of()
    clock.new_turn(1, [1], START)
    now = START
    for number in (1, 2, 3):
        assert clock.open(Asked(0, number, "reaction"), now) == now + 20_000
        now += 19_000
        clock.close(0, now)
    assert clock.open(Asked(0, 4, "reaction"), now) == now + 3_000
    now += 3_000
    assert clock.expire(0, now) == "default"
    assert clock.open(Asked(0, 5, "reaction"), now) == now
    assert state(clock, now) == "out"
    assert clock.expire(0, now) == "default"
    refill = [charge for charge in clock.new_turn(2, [0], now) if charge.kind == "refill"]
    assert [(charge.seat, charge.account, charge.amount_ms) for charge in refill] == [(0, "reaction", -60_000)]
    assert clock.open(Asked(0, 6, "reaction"), now) == now + 20_000


# Deadlines


def test_a_line_in_the_last_millisecond_is_in_time_and_at_the_deadline_the_clock_wins() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    end = START + 600_000
    assert clock.in_time(0, end - 1)
    assert not clock.in_time(0, end)
    with pytest.raises(ValueError, match="ran out"):
        clock.close(0, end)
    with pytest.raises(ValueError, match="is not out"):
        clock.expire(0, end - 1)
    assert clock.expire(0, end) == "retire"
    assert not clock.in_time(0, end)


def test_looking_refusing_and_asking_again_never_move_a_deadline() -> None:
    clock = clock_of()
    asked = Asked(0)
    clock.follow([asked], START)
    for now in range(START, START + 600_000, 60_000):
        clock.next_event(now)
        clock.standing(now)
        assert clock.follow([asked], now) == []
        assert clock.runs[0].deadline_ms == START + 600_000


@pytest.mark.parametrize("bank_out", ["retire", "default"])
def test_a_bank_that_runs_out_does_what_the_terms_say(bank_out: str) -> None:
    terms = Terms(bank_out="retire" if bank_out == "retire" else "default", grace_ms=0)
    clock = MatchClock.start(CONTROL, 2, terms, START)
    clock.new_turn(1, [0], START)
    clock.open(Asked(0), START)
    assert clock.expire(0, START + 600_000) == bank_out
    # From then on its defaults are played at once, but for what its turns earn.
    assert clock.open(Asked(0, 2), START + 600_000) == START + 600_000
    assert clock.expire(0, START + 600_000) == bank_out
    clock.new_turn(2, [1], START + 600_000)
    assert clock.open(Asked(0, 3), START + 600_000) == START + 615_000


def test_a_server_that_is_late_charges_nobody() -> None:
    clock = clock_of()
    clock.open(Asked(0, kind="reaction"), START)
    clock.expire(0, START + 20_007)
    assert paid(clock.log) == [("reaction", 20_000), ("server", 7)]
    assert clock.accounts[0].reaction_ms == 40_000


def test_sealed_decisions_run_on_their_own_clocks() -> None:
    clock = clock_of()
    both = [Asked(0, 1, "secret"), Asked(1, 7, "secret")]
    clock.follow(both, START)
    charges = clock.follow([evolve(both[0], sealed=True), both[1]], START + 5_000, mover=0)
    assert [(charge.seat, charge.amount_ms, charge.reason) for charge in charges] == [(0, 5_000, "sealed")]
    assert state(clock, START + 6_000) == "stopped"
    # A sealed line that is replaced costs nothing.
    assert clock.follow([evolve(both[0], sealed=True), both[1]], START + 8_000, mover=0) == []
    charges = clock.follow([], START + 9_000, mover=1)
    assert [(charge.seat, charge.amount_ms, charge.reason) for charge in charges] == [(1, 9_000, "line")]


def test_decisions_that_go_away_are_withdrawn() -> None:
    clock = clock_of()
    clock.follow([Asked(0, 1, "secret"), Asked(1, 1, "secret")], START)
    charges = clock.follow([Asked(0, 2)], START + 1_000, mover=1, reason="retired")
    assert [(charge.seat, charge.reason) for charge in charges] == [(0, "withdrawn"), (1, "retired")]
    assert clock.runs[0].decision == 2
    assert clock.runs[0].opened_ms == START + 1_000


def test_a_decision_can_be_closed_before_the_next_one_opens() -> None:
    clock = clock_of()
    clock.follow([Asked(0)], START)
    clock.close(0, START + 1_000)
    assert clock.follow([Asked(1)], START + 1_400, mover=0) == []
    assert clock.runs[1].deadline_ms == START + 601_400


# Warnings and the next event


def test_warnings_are_due_at_30_and_10_seconds_and_come_once() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    due: list[tuple[str, int, int]] = []
    now = START
    while (event := clock.next_event(now)) is not None and event.what != "deadline":
        now = max(now, event.when_ms)
        due.append((event.what, event.when_ms - START, event.left_ms))
        assert clock.next_event(now) == event
        clock.told(event)
    assert due == [("warning", 570_000, 30_000), ("warning", 590_000, 10_000)]
    assert event == ClockEvent(START + 600_000, 0, 1, "deadline")


def test_of_two_overdue_warnings_only_the_last_is_told() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    event = clock.next_event(START + 595_000)
    assert event == ClockEvent(START + 590_000, 0, 1, "warning", 10_000)
    clock.told(event)
    assert clock.next_event(START + 595_000) == ClockEvent(START + 600_000, 0, 1, "deadline")


@pytest.mark.parametrize(("window_ms", "warned"), [(9_000, []), (10_000, []), (20_000, [10_000])])
def test_no_warning_comes_with_the_question(window_ms: int, warned: list[int]) -> None:
    clock = clock_of(TimeControl(600_000, 0, window_ms, 60_000))
    clock.open(Asked(0, kind="reaction"), START)
    found = []
    while (event := clock.next_event(START + window_ms - 1)) is not None and event.what == "warning":
        found.append(event.left_ms)
        clock.told(event)
    assert found == warned


def test_a_warning_of_a_closed_decision_says_nothing_about_the_next() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    event = clock.next_event(START)
    assert event is not None
    clock.close(0, START + 1_000)
    clock.open(Asked(0, 2), START + 1_000)
    clock.told(event)
    again = clock.next_event(START + 1_000)
    assert again is not None
    assert (again.decision, again.what, again.left_ms) == (2, "warning", 30_000)


def test_the_earliest_clock_comes_first_and_of_equal_ones_the_lowest_seat() -> None:
    clock = clock_of(TimeControl(20_000, 0, 20_000, 60_000))
    clock.open(Asked(1, kind="reaction"), START)
    clock.open(Asked(0, kind="reaction"), START)
    events = []
    for _ in range(4):
        event = clock.next_event(START + 20_000)
        assert event is not None
        events.append((event.what, event.seat))
        if event.what == "warning":
            clock.told(event)
        else:
            clock.expire(event.seat, START + 20_000)
    assert events == [("warning", 0), ("warning", 1), ("deadline", 0), ("deadline", 1)]
    assert clock.next_event(START + 20_000) is None
