"""The veil: how long a hidden resolution takes tells nothing about stops, plans and what a seat could have done."""

import random
from collections.abc import Sequence

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from server.clocks import MatchClock, Terms, TimeControl
from server.windows import (
    VEIL_LEAST_MS,
    VEIL_MOST_MS,
    Ask,
    AutoPlay,
    Plans,
    Stops,
    Veil,
    next_veil,
    plan,
    shown_after_ms,
    veil_ms,
)

CONTROL = TimeControl(600_000, 0, 20_000, 60_000)
EVERYWHERE = Stops()
NOWHERE = Stops().changed("none")
PASSING = Stops().passing(3)
NO_PLANS = Plans()
PASS_PLAN = Plans().added("reveal then pass")
REVEAL_PLAN = Plans().added("reveal then reveal hidden#2")
NOTHING = ("pass",)
SOMETHING = ("pass", "reveal hidden#2")
SAMPLES = 400


@frozen
class Asked:
    """A decision of the rules, as far as windows and clocks look at it."""

    window: str = "reveal"
    kind: str = "reaction"
    default: str = "pass"
    hidden: bool = True
    aimed: bool = False
    complete: bool = True
    seat: int = 0
    id: int = 1
    sealed: bool = False


TURN = Asked("attack", "turn", "done", hidden=False)
OPEN_REACTION = Asked("intercept", hidden=False)


def resolve(chance: random.Random, stops: Stops, plans: Plans, choices: Sequence[str], answer_ms: int) -> int:
    """Play one hidden window as an owner of clocks does; return when its end is seen."""
    veil = next_veil(None, [Asked()], 0, chance, is_bot_match=False)
    assert veil is not None
    clock = MatchClock.start(CONTROL, 1, Terms(), 0)
    left_ms = veil.left_ms(0)
    clock.follow([Asked()], 0, veil_ms=left_ms)
    planned = plan(Asked(), stops, plans, choices, turn=3, veil_left_ms=left_ms)
    known_ms = answer_ms if isinstance(planned, Ask) else 0
    if known_ms < left_ms:
        clock.hold(0, known_ms)
        event = clock.next_event(known_ms)
        assert event is not None
        assert event.what == "release"
        shown_ms = event.when_ms
    else:
        shown_ms = known_ms
    clock.close(0, shown_ms)
    assert shown_ms == shown_after_ms(planned, answer_ms)
    return shown_ms


def furthest_apart(left: list[int], right: list[int]) -> float:
    """Return the largest distance of two empirical distribution functions (Kolmogorov, Smirnov)."""
    places = sorted({*left, *right})
    return max(
        abs(sum(value <= place for value in left) / len(left) - sum(value <= place for value in right) / len(right))
        for place in places
    )


WORLDS = [
    pytest.param(EVERYWHERE, NO_PLANS, NOTHING, id="asked, no option"),
    pytest.param(EVERYWHERE, NO_PLANS, SOMETHING, id="asked, an option"),
    pytest.param(NOWHERE, NO_PLANS, NOTHING, id="not asked, no option"),
    pytest.param(NOWHERE, NO_PLANS, SOMETHING, id="not asked, an option"),
    pytest.param(PASSING, NO_PLANS, SOMETHING, id="passing the turn"),
    pytest.param(EVERYWHERE, PASS_PLAN, NOTHING, id="a plan to pass"),
    pytest.param(EVERYWHERE, REVEAL_PLAN, NOTHING, id="a plan that is not legal"),
    pytest.param(EVERYWHERE, REVEAL_PLAN, SOMETHING, id="a plan that is legal"),
]


@pytest.mark.parametrize(("stops", "plans", "choices"), WORLDS)
def test_the_time_until_a_resolution_is_seen_is_spread_the_same_in_all_worlds(
    stops: Stops, plans: Plans, choices: Sequence[str]
) -> None:
    usual_chance, chance, answers = random.Random(1), random.Random(2), random.Random(3)
    usual = [resolve(usual_chance, EVERYWHERE, NO_PLANS, NOTHING, 0) for _ in range(SAMPLES)]
    found = [resolve(chance, stops, plans, choices, answers.randrange(VEIL_LEAST_MS)) for _ in range(SAMPLES)]
    assert furthest_apart(usual, found) < 1.63 / (SAMPLES / 2) ** 0.5  # 1 in 100 by chance, and the seeds are fixed


def test_the_measure_of_that_test_sees_a_difference() -> None:
    chance = random.Random(1)
    usual = [veil_ms(chance) for _ in range(SAMPLES)]
    assert furthest_apart(usual, [value + 250 for value in usual]) > 1.63 / (SAMPLES / 2) ** 0.5


@given(st.integers(), st.sampled_from([world.values for world in WORLDS]), st.integers(0, 20_999))
def test_with_the_same_chance_it_is_the_same_to_the_millisecond(
    seed: int, world: tuple[Stops, Plans, Sequence[str]], answer_ms: int
) -> None:
    stops, plans, choices = world
    drawn_ms = veil_ms(random.Random(seed))
    shown_ms = resolve(random.Random(seed), stops, plans, choices, answer_ms)
    assert shown_ms in {drawn_ms, max(drawn_ms, answer_ms)}
    # Whoever is asked is asked the same, whatever he could do.
    is_asked = isinstance(plan(Asked(), stops, NO_PLANS, choices, turn=3), Ask)
    assert is_asked == isinstance(plan(Asked(), stops, NO_PLANS, NOTHING, turn=3), Ask)


@given(st.integers(), st.integers(0, 3_000))
def test_how_long_a_player_thinks_shows_only_past_the_veil(seed: int, answer_ms: int) -> None:
    drawn_ms = veil_ms(random.Random(seed))
    found = [resolve(random.Random(seed), EVERYWHERE, NO_PLANS, choices, answer_ms) for choices in (NOTHING, SOMETHING)]
    assert found == [max(drawn_ms, answer_ms)] * 2


def test_a_veil_is_drawn_evenly_between_its_ends() -> None:
    chance = random.Random(5)
    drawn = [veil_ms(chance) for _ in range(6_000)]
    assert min(drawn) >= VEIL_LEAST_MS
    assert max(drawn) <= VEIL_MOST_MS
    quarter = (VEIL_MOST_MS - VEIL_LEAST_MS) / 4
    shares = [
        sum(VEIL_LEAST_MS + part * quarter <= value < VEIL_LEAST_MS + (part + 1) * quarter for value in drawn)
        for part in range(4)
    ]
    assert all(1_300 < share < 1_700 for share in shares)


def test_one_veil_is_drawn_for_a_resolution_and_ends_with_it() -> None:
    chance = random.Random(7)
    assert next_veil(None, [TURN], 0, chance, is_bot_match=False) is None
    assert next_veil(None, [OPEN_REACTION], 0, chance, is_bot_match=False) is None
    first = next_veil(None, [Asked()], 100, chance, is_bot_match=False)
    assert first is not None
    assert VEIL_LEAST_MS <= first.left_ms(100) <= VEIL_MOST_MS
    for pending in ([Asked(), Asked(seat=1)], [OPEN_REACTION], [Asked(seat=1)], [Asked("search", "turn")]):
        assert next_veil(first, pending, 5_000, chance, is_bot_match=False) is first
    assert next_veil(first, [TURN], 6_000, chance, is_bot_match=False) is None
    assert next_veil(first, [], 6_000, chance, is_bot_match=False) is None
    second = next_veil(None, [Asked()], 6_000, chance, is_bot_match=False)
    assert second is not None
    assert second.until_ms > 6_000


def test_chance_is_used_the_same_whoever_plays_and_whatever_is_set() -> None:
    drawn = []
    for decisions in ([Asked()], [Asked(default="reveal hidden#2"), Asked(seat=1)]):
        chance = random.Random(9)
        next_veil(None, decisions, 0, chance, is_bot_match=False)
        drawn.append(chance.random())
    assert drawn[0] == drawn[1]


def test_matches_of_bots_alone_have_no_veil() -> None:
    chance = random.Random(7)
    before = chance.getstate()
    assert next_veil(None, [Asked()], 0, chance, is_bot_match=True) is None
    assert chance.getstate() == before
    assert plan(Asked(), NOWHERE, NO_PLANS, SOMETHING, turn=3) == AutoPlay("pass", 0, "stops")


def test_what_is_left_of_a_veil_is_never_less_than_nothing() -> None:
    assert [Veil(1_700).left_ms(now_ms) for now_ms in (0, 1_699, 1_700, 9_000)] == [1_700, 1, 0, 0]


@pytest.mark.parametrize("stops", [EVERYWHERE, NOWHERE])
def test_a_window_that_hides_nothing_has_no_veil(stops: Stops) -> None:
    planned = plan(evolve(Asked(), hidden=False), stops, NO_PLANS, SOMETHING, turn=3, veil_left_ms=1_700)
    assert shown_after_ms(planned, 40) == (40 if isinstance(planned, Ask) else 0)
