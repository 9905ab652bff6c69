"""Stops and plans: who is asked in a window, and what answers for who is not."""

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from protocol import RemoteError
from server.windows import LINE_CHARACTERS, PLANS, WINDOWS_SET, Ask, AutoPlay, Plan, Plans, Stops, plan

KNOWN = frozenset({"counterspell", "intercept", "reveal"})


@frozen
class Window:
    """A decision of the rules, as far as windows look at it."""

    window: str = "intercept"
    kind: str = "reaction"
    default: str = "pass"
    hidden: bool = False
    aimed: bool = False
    complete: bool = True


def stops_of(*typed: str) -> Stops:
    stops = Stops()
    for line in typed:
        stops = stops.changed(line)
    return stops


def plans_of(*typed: str) -> Plans:
    plans = Plans()
    for line in typed:
        plans = plans.added(line)
    return plans


# Stops


@pytest.mark.parametrize(
    ("typed", "window", "asked"),
    [
        ((), "intercept", True),
        (("all",), "intercept", True),
        (("none",), "intercept", False),
        (("intercept off",), "intercept", False),
        (("intercept off",), "reveal", True),
        (("none", "intercept on"), "intercept", True),
        (("none", "intercept on"), "reveal", False),
        (("intercept off", "intercept on"), "intercept", True),
        (("intercept off", "all"), "intercept", True),
        (("intercept on", "none"), "intercept", False),
        ((" INTERCEPT   Off ",), "intercept", False),
    ],
)
def test_stops_do_what_was_typed_last(typed: tuple[str, ...], window: str, asked: bool) -> None:
    assert stops_of(*typed).asks(window, "reaction", is_aimed=False, turn=3) is asked


@pytest.mark.parametrize("kind", ["turn", "secret"])
def test_in_its_own_turn_and_in_secret_a_seat_is_always_asked(kind: str) -> None:
    stops = stops_of("none", "intercept off").passing(3)
    assert stops.asks("intercept", kind, is_aimed=False, turn=3)


@pytest.mark.parametrize(
    ("turn", "is_aimed", "asked"), [(3, False, False), (3, True, True), (4, False, True), (2, False, True)]
)
def test_a_pass_holds_for_its_turn_until_something_is_aimed_here(turn: int, is_aimed: bool, asked: bool) -> None:
    stops = Stops().passing(3)
    assert stops.asks("intercept", "reaction", is_aimed=is_aimed, turn=turn) is asked
    # What a window revoked stays revoked for the rest of the turn.
    assert stops.seen(turn, is_aimed=is_aimed).asks("reveal", "reaction", is_aimed=False, turn=3) is asked


def test_to_be_aimed_at_revokes_a_pass_but_no_stop() -> None:
    stops = stops_of("intercept off").passing(3)
    assert not stops.asks("intercept", "reaction", is_aimed=True, turn=3)
    assert stops.asks("reveal", "reaction", is_aimed=True, turn=3)
    assert stops.seen(3, is_aimed=True) == stops_of("intercept off")


def test_stops_typed_after_a_pass_end_it_where_they_say_everything() -> None:
    assert stops_of("all").passing(3).changed("all") == stops_of("all")
    assert stops_of("all").passing(3).changed("reveal off").passed_turn == 3


def test_after_a_takeback_a_seat_is_asked_everywhere() -> None:
    stops = stops_of("none", "intercept off").passing(3).taken_back()
    assert stops.asks("intercept", "reaction", is_aimed=False, turn=3)
    assert stops == Stops()


def test_stops_are_listed_as_they_are_typed() -> None:
    stops = stops_of("none", "reveal on", "intercept off").passing(3)
    assert stops.listed() == ["stop none", "stop intercept off", "stop reveal on", "/pass turn"]
    again = Stops()
    for line in stops.listed():
        again = again.passing(3) if line == "/pass turn" else again.changed(line.removeprefix("stop "))
    assert again.listed() == stops.listed()


@pytest.mark.parametrize(
    ("typed", "would_do"),
    [
        ("", "stop all"),
        ("some", "stop none"),
        ("intercept", "stop all"),
        ("intercept maybe", "stop all"),
        ("all off", "stop none"),
        ("Über off", "stop all"),
        ("intercept on on", "stop all"),
        ("intercpt off", "stop intercept off"),
        ("xyzzy on", "stop reveal on"),
    ],
)
def test_other_stops_are_refused_with_what_would_do(typed: str, would_do: str) -> None:
    with pytest.raises(RemoteError) as refused:
        Stops().changed(typed, KNOWN)
    assert refused.value.code == "bad-stop"
    assert would_do in refused.value.suggestions
    for suggestion in refused.value.suggestions:
        Stops().changed(suggestion.removeprefix("stop "), KNOWN)


def test_stops_have_a_bound() -> None:
    stops = stops_of(*(f"window-{number} off" for number in range(WINDOWS_SET)))
    assert stops.changed("window-0 on").listed() != stops.listed()
    with pytest.raises(RemoteError, match="bad-stop"):
        stops.changed("one-more off")


# Plans


def test_plans_are_numbered_and_no_number_comes_twice() -> None:
    plans = plans_of("intercept then pass", "REVEAL  THEN  Reveal   Hidden#2")
    assert plans.listed() == ["1  if intercept then pass", "2  if reveal then Reveal Hidden#2"]
    plans = plans.revoked("2").added("reveal then pass")
    assert plans.listed() == ["1  if intercept then pass", "3  if reveal then pass"]
    assert plans.revoked(" ").listed() == []
    assert plans.taken_back().added("reveal then pass").listed() == ["4  if reveal then pass"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "bad-plan"),
        ("intercept", "bad-plan"),
        ("intercept then", "bad-plan"),
        ("then pass", "bad-plan"),
        ("intercept pass", "bad-plan"),
        ("inter_cept then pass", "bad-plan"),
        ("intercept then \x1b", "bad-plan"),
        (f"intercept then {'x' * (LINE_CHARACTERS + 1)}", "bad-plan"),
        ("intercpt then pass", "bad-plan"),
    ],
)
def test_other_plans_are_refused_with_what_would_do(typed: str, code: str) -> None:
    with pytest.raises(RemoteError) as refused:
        Plans().added(typed, KNOWN)
    assert refused.value.code == code
    for suggestion in refused.value.suggestions:
        Plans().added(suggestion.removeprefix("if "), KNOWN)


def test_there_are_so_many_plans_and_no_more() -> None:
    plans = plans_of(*["intercept then pass"] * PLANS)
    with pytest.raises(RemoteError) as refused:
        plans.added("intercept then pass")
    assert refused.value.code == "too-many-plans"
    assert plans.revoked(refused.value.suggestions[0].removeprefix("if off ")).added("intercept then pass")


@pytest.mark.parametrize("typed", ["0", "3", "x", "1 2", "-1", "²"])
def test_a_plan_that_is_not_there_can_not_be_revoked(typed: str) -> None:
    with pytest.raises(RemoteError) as refused:
        plans_of("intercept then pass", "reveal then pass").revoked(typed)
    assert refused.value.code == "no-such-plan"
    assert refused.value.suggestions == ["if off 1", "if off 2"]


@given(st.text(max_size=40))
def test_any_text_is_a_plan_or_refused(text: str) -> None:
    for change in (Plans().added, Plans().revoked, Stops().changed):
        try:
            change(text)
        except RemoteError as error:
            code = error.code
        else:
            continue
        assert code in {"bad-plan", "no-such-plan", "bad-stop"}


# What happens when a window opens

CHOICES = ("intercept Noble_Vanguard#1", "pass")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ((), Ask(0)),
        (("intercept then pass",), AutoPlay("pass", 0, "plan", 1)),
        (
            ("intercept then INTERCEPT  noble_vanguard#1",),
            AutoPlay("intercept Noble_Vanguard#1", 0, "plan", 1),
        ),
        (("reveal then pass",), Ask(0)),
        (("intercept then intercept noble_vanguard#2",), Ask(0)),
        (("intercept then intercept noble_vanguard#2", "intercept then pass"), AutoPlay("pass", 0, "plan", 2)),
        (("intercept then pass", "intercept then intercept noble_vanguard#1"), AutoPlay("pass", 0, "plan", 1)),
    ],
)
def test_the_oldest_plan_that_is_legal_answers(typed: tuple[str, ...], expected: Ask | AutoPlay) -> None:
    assert plan(Window(), Stops(), plans_of(*typed), CHOICES, turn=3) == expected


def test_a_plan_is_used_once_and_one_that_is_not_legal_waits() -> None:
    plans = plans_of("intercept then intercept noble_vanguard#1", "intercept then pass")
    first = plan(Window(), Stops(), plans, ("pass",), turn=3)
    assert first == AutoPlay("pass", 0, "plan", 2)
    plans = plans.used(2)
    second = plan(Window(), Stops(), plans, CHOICES, turn=3)
    assert second == AutoPlay("intercept Noble_Vanguard#1", 0, "plan", 1)
    assert plans.used(1).plans == ()
    assert plan(Window(), Stops(), plans.used(1), CHOICES, turn=3) == Ask(0)


def test_a_plan_goes_before_a_pass_and_stops() -> None:
    stops = stops_of("none").passing(3)
    plans = plans_of("intercept then intercept noble_vanguard#1")
    found = plan(Window(), stops, plans, CHOICES, turn=3)
    assert found == AutoPlay("intercept Noble_Vanguard#1", 0, "plan", 1)
    assert plan(Window(), stops, plans, ("pass",), turn=3) == AutoPlay("pass", 0, "stops")


def test_a_plan_answers_in_ones_own_turn_and_in_secret_too() -> None:
    for kind in ("turn", "secret"):
        found = plan(Window("attack", kind, "done"), Stops(), plans_of("attack then done"), ("done",), turn=3)
        assert found == AutoPlay("done", 0, "plan", 1)


def test_who_is_not_asked_plays_the_default() -> None:
    window = Window(default="intercept Noble_Vanguard#1")
    found = plan(window, stops_of("intercept off"), Plans(), CHOICES, turn=3)
    assert found == AutoPlay("intercept Noble_Vanguard#1", 0, "stops")


def test_a_window_aimed_at_a_seat_that_passed_asks_it() -> None:
    stops = Stops().passing(3)
    assert plan(Window(aimed=True), stops, Plans(), CHOICES, turn=3) == Ask(0)
    assert plan(Window(), stops, Plans(), CHOICES, turn=3) == AutoPlay("pass", 0, "stops")
    assert plan(Window(), stops, Plans(), CHOICES, turn=4) == Ask(0)


@pytest.mark.parametrize(
    ("window", "choices", "expected"),
    [
        (Window(), ("pass",), AutoPlay("pass", 0, "only choice")),
        (Window(), CHOICES, Ask(0)),
        (Window(hidden=True), ("pass",), Ask(0)),
        (Window(complete=False), ("pass",), Ask(0)),
        (Window(kind="turn"), ("done",), Ask(0)),
        (Window(kind="secret"), ("done",), Ask(0)),
    ],
)
def test_who_has_one_choice_is_asked_only_where_not_asking_would_tell(
    window: Window, choices: tuple[str, ...], expected: Ask | AutoPlay
) -> None:
    assert plan(window, Stops(), Plans(), choices, turn=3) == expected


def test_a_plan_spells_itself() -> None:
    assert str(Plan(7, "reveal", "reveal hidden#2")) == "if reveal then reveal hidden#2"
