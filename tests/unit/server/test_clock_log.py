"""What a clock refuses, shows, writes down and stores."""

import pytest
from attrs import evolve, frozen
from attrs.exceptions import FrozenAttributeError

from server.clocks import (
    CREDIT_KINDS,
    REASONS,
    TIME_KINDS,
    UNTIMED,
    Charge,
    ClockEvent,
    MatchClock,
    Terms,
    TimeControl,
    charge_from_json,
    charge_to_json,
    check_charges,
    clock_from_json,
    clock_to_json,
    log_line,
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


# What is fixed, and what is refused


def test_clocks_can_not_be_switched_off_or_on_or_changed() -> None:
    clock = clock_of()
    with pytest.raises(FrozenAttributeError):
        clock.control = UNTIMED
    with pytest.raises(FrozenAttributeError):
        clock.terms = Terms(bank_out="default")


def test_bugs_of_the_owner_are_told() -> None:
    clock = clock_of()
    with pytest.raises(ValueError, match="nothing open"):
        clock.close(0, START)
    with pytest.raises(ValueError, match="is not out"):
        clock.expire(0, START)
    with pytest.raises(ValueError, match="no kind"):
        clock.open(Asked(0, kind="interrupt"), START)
    clock.open(Asked(0), START + 5)
    with pytest.raises(ValueError, match="has decision 1 open"):
        clock.open(Asked(0, 2), START + 5)
    with pytest.raises(ValueError, match="went back"):
        clock.pause(START + 4)
    assert clock.log == []


# Standing, log, text


def test_the_standing_shows_both_sides_without_booking_anything() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    clock.open(Asked(1, kind="reaction"), START)
    clock.leave(1, START)
    before = clock_to_json(clock)
    mine, theirs = clock.standing(START + 61_000)
    assert (mine.state, mine.bank_ms, mine.reaction_ms, mine.left_ms, mine.is_gone) == (
        "bank",
        539_000,
        60_000,
        539_000,
        False,
    )
    assert (theirs.state, theirs.bank_ms, theirs.reaction_ms, theirs.left_ms, theirs.disconnect_ms) == (
        "reaction",
        600_000,
        59_000,
        19_000,
        0,
    )
    assert theirs.is_gone
    assert theirs.may_claim
    assert clock.standing(START + 10**9)[0].left_ms == 0
    assert clock_to_json(clock) == before
    assert clock.log == []


def test_log_lines_say_who_how_long_why_and_what_is_left() -> None:
    lines = [
        log_line(Charge(187_250, 1, 8, "bank", "bank", 4_210, "line", 331_790), "Bea"),
        log_line(Charge(187_250, 1, None, "increment", "bank", -15_000, "new turn", 346_790), "Bea"),
        log_line(Charge(187_250, 1, 9, "veil", "none", 1_700, "closed", 0), "Bea"),
    ]
    assert lines == [
        "3:07.250  Bea: bank 0:04.210, decision 8 (line); bank 5:31.790 left",
        "3:07.250  Bea: increment gets 0:15.000 (new turn); bank 5:46.790 left",
        "3:07.250  Bea: veil 0:01.700, decision 9 (closed)",
    ]


def test_the_check_finds_what_a_log_does_not_explain() -> None:
    clock = clock_of()
    clock.open(Asked(0), START)
    clock.leave(0, START + 2_000)
    clock.close(0, START + 3_000, "auto")
    clock.open(Asked(0, 2), START + 3_000)
    clock.close(0, START + 64_000, "auto")
    good = clock.log
    assert check_charges(CONTROL, TERMS, 2, good) == []
    assert check_charges(CONTROL, TERMS, 2, good[1:])
    for place, charge in enumerate(good):
        for bad in (
            evolve(charge, left_ms=charge.left_ms + 1),
            evolve(charge, amount_ms=charge.amount_ms + 1),
            evolve(charge, seat=1),
            evolve(charge, kind="increment"),
        ):
            assert check_charges(CONTROL, TERMS, 2, [*good[:place], bad, *good[place + 1 :]]), bad


def test_a_clock_is_the_same_after_it_was_stored() -> None:
    clock = clock_of()
    clock.new_turn(1, [0], START)
    clock.open(Asked(0), START)
    clock.open(Asked(1, kind="reaction", hidden=True), START, veil_ms=900)
    clock.hold(1, START + 100)
    clock.measure_lag(0, 33)
    clock.leave(0, START + 200)
    clock.told(ClockEvent(0, 0, 1, "warning", 30_000))
    clock.pause(START + 300)
    log = [charge_from_json(charge_to_json(charge)) for charge in clock.log]
    assert log == clock.log
    again = clock_from_json(clock_to_json(clock), log)
    assert again == clock
    assert clock_to_json(again) == clock_to_json(clock)
    assert again.resume(START + 400) == clock.resume(START + 400)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '{"control": 1}'])
def test_what_is_no_clock_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="no MatchClock"):
        clock_from_json(text)
    with pytest.raises(ValueError, match="no Charge"):
        charge_from_json(text)


def test_every_kind_is_explained() -> None:
    assert not set(TIME_KINDS) & set(CREDIT_KINDS)
    for explanation in (*CREDIT_KINDS.values(), *REASONS.values(), *(why for _, why in TIME_KINDS.values())):
        assert explanation
