"""The Python face of the core: errors and what they carry, a broken match beside whole ones, search, schemas."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import rust_core
from rust_core import (
    Catalog,
    IllegalChoice,
    Match,
    RulesBug,
    RulesError,
    SetupError,
    SnapshotError,
    StopFlag,
    best_choice,
    simulate,
)
from tests.support.patterns import random_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GAME = "wizards_arena"
PATTERN = "BBBCCCHHHIIIGGGPPPQQQUUUA"
SEED = bytes(range(32))
SCHEMA_GAMES = 20


def setup(*patterns: str, first: int | None = 0) -> str:
    """A setup as JSON; the plain Pattern where none is given."""
    return json.dumps({"patterns": list(patterns) or [PATTERN, PATTERN], "first": first})


def duel() -> Match:
    """A duel after the cuts; seat 0 draws."""
    match = Match(GAME, setup(), SEED)
    match.choose(0, "cut 0")
    match.choose(1, "cut 0")
    return match


def play_random(match: Match, rng: Random) -> None:
    """Plays on to the end."""
    while pending := match.pending():
        seat = pending[0].seat
        match.choose(seat, rng.choice(match.choices(seat)))


# Errors


@pytest.mark.parametrize("error", [SetupError, IllegalChoice, SnapshotError, RulesBug])
def test_errors_are_ordinary_exceptions(error: type[RulesError]) -> None:
    assert issubclass(error, RulesError)
    assert issubclass(RulesError, Exception)


def test_refusal_carries_code_rule_and_sentence() -> None:
    match = duel()
    before = match.digest()
    with pytest.raises(IllegalChoice) as caught:
        match.choose(1, "draw 1")
    assert caught.value.code == "not-your-decision"
    assert caught.value.params["rule"] == "WA-4.1"
    assert caught.value.message == str(caught.value)
    assert caught.value.args == (caught.value.message,)
    assert "WA-" not in caught.value.message
    assert match.digest() == before


@pytest.mark.parametrize(
    ("seat", "line", "code"),
    [
        (0, "dance", "unreadable-line"),
        (0, "", "unreadable-line"),
        (0, "draw 1\x00", "unreadable-line"),
        (0, "done", "wrong-window"),
        (0, "summon Z9", "no-such-card"),
        (2, "draw 1", "no-such-seat"),
        (255, "draw 1", "no-such-seat"),
    ],
)
def test_bad_lines_have_their_codes(seat: int, line: str, code: str) -> None:
    match = duel()
    with pytest.raises(IllegalChoice) as caught:
        match.choose(seat, line)
    assert caught.value.code == code
    assert code in rust_core.error_codes()


@pytest.mark.parametrize("seat", [-1, 256])
def test_seat_beyond_a_byte_is_an_overflow(seat: int) -> None:
    match = duel()
    with pytest.raises(OverflowError):
        match.choose(seat, "draw 1")
    assert match.choices(0) == ["draw 1", "draw 2"]


def test_lone_surrogate_is_refused_before_it_reaches_the_rules() -> None:
    with pytest.raises(UnicodeEncodeError):
        duel().choose(0, "\ud800")


def test_setup_error_lists_every_fault_with_its_path() -> None:
    with pytest.raises(SetupError) as caught:
        Match(GAME, setup(PATTERN[:-1] + "V", "BBBB" + PATTERN[4:]), SEED)
    assert caught.value.faults == [
        ("patterns[0][25]", "no-such-card", "place 25: no card V"),
        ("patterns[1][4]", "too-many-copies", "place 4: a fourth B; a card may stand 3 times"),
    ]
    assert str(caught.value).count("patterns[") == 2


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "{}", '{"patterns": []}', '{"patterns": ["A"], "x": 1}', "NaN"]
)
def test_unreadable_setup_is_a_setup_error(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        Match(GAME, text, SEED)
    assert caught.value.faults


def test_deep_setup_is_a_setup_error() -> None:
    with pytest.raises(SetupError):
        Match(GAME, "[" * 100_000, SEED)


def test_unknown_game_is_a_setup_error() -> None:
    for call in (rust_core.rules_text, rust_core.rules_version, rust_core.schema, Catalog):
        with pytest.raises(SetupError) as caught:
            call("tiddlywinks")
        assert caught.value.faults[0][:2] == ("game", "no-such-game")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Match(GAME, setup(), bytes(length))


def test_snapshot_error_says_what_is_wrong() -> None:
    snapshot = duel().snapshot()
    for data in (b"", b"junk", snapshot[:-1], snapshot[:40], snapshot + b"\0"):
        with pytest.raises(SnapshotError, match="whole Spellmoot snapshot"):
            Match.restore(data)
    extra = '[[card]]\nid = "B"\ncost = 9\nattack = 1\nhealth = 1\n'
    with pytest.raises(SnapshotError, match="another catalogue"):
        Match.restore(snapshot, Catalog(GAME, [extra]))
    assert Match.restore(snapshot, Catalog(GAME)).snapshot() == snapshot


def test_bad_catalogue_names_file_and_line() -> None:
    with pytest.raises(SetupError) as caught:
        Catalog(GAME, ["", "[[card]]\nid = 'B'\ncost = 'much'\n"])
    path, code, _ = caught.value.faults[0]
    assert path.startswith("extra[1]:")
    assert code == "unreadable-catalog"


# A broken match


def test_panic_is_an_exception_and_poisons_that_match_alone() -> None:
    broken, whole = duel(), duel()
    with pytest.raises(RulesBug, match="for this test"):
        broken._panic_for_test("for this test")
    calls: list[Callable[[], object]] = [
        broken.pending,
        broken.opening,
        broken.outcome,
        broken.digest,
        broken.snapshot,
        broken.clone,
        broken.check_invariants,
        broken.agree_draw,
        lambda: broken.choices(0),
        lambda: broken.choose(0, "draw 1"),
        lambda: broken.view(None),
        lambda: broken.retire(0, "resigned"),
        lambda: broken.rewind(1),
        lambda: broken.redeal(0, SEED),
        lambda: best_choice(broken, 0, 1, 0),
    ]
    for call in calls:
        with pytest.raises(RulesBug, match=r"(?s)broke before.*for this test"):
            call()
    assert "wizards_arena" in repr(broken)
    play_random(whole, Random(1))
    assert whole.outcome() is not None


def test_script_that_runs_out_is_a_rules_bug() -> None:
    with pytest.raises(RulesBug, match="no number left for first-player"):
        Match.scripted(GAME, setup(first=None), [])
    with pytest.raises(RulesBug, match="must be below 2"):
        Match.scripted(GAME, setup(first=None), [2])
    match = Match.scripted(GAME, setup(first=None), [1, 5])
    assert match.pending()[0].seat == 1
    assert match.rolls_left() == 1


# Values


def test_values_compare_and_show_themselves() -> None:
    one, other = duel(), duel()
    assert one.pending() == other.pending()
    assert repr(one.pending()[0]) == 'Decision(id=2, seat=0, window="draw", kind="turn")'
    assert one.choose(0, "draw 1") == other.choose(0, "draw 1")
    assert one.retire(0, "resigned") == other.retire(0, "resigned")
    assert one.outcome() == other.outcome()
    assert repr(one.outcome()) == 'Outcome(winners=[1], reason="retired", scores=[15, 15])'
    assert repr(one) == "Match(wizards_arena, 3 choices)"
    assert (one.game, one.seats, one.choices_made) == (GAME, 2, 3)


def test_decision_can_not_be_changed() -> None:
    decision = duel().pending()[0]
    with pytest.raises(AttributeError):
        decision.seat = 1  # type: ignore[misc]


def test_clone_shares_nothing() -> None:
    match = duel()
    clone = match.clone()
    clone.choose(0, "draw 2")
    assert match.choices(0) == ["draw 1", "draw 2"]
    assert match.digest() != clone.digest()


@pytest.mark.parametrize("seed", range(3))
def test_all_are_told_in_one_call_what_each_is_told_in_a_call(seed: int) -> None:
    rng = Random(seed)
    match = Match("mage_tower", json.dumps({"players": 2}), rng.randbytes(32))
    frames = rust_core.Frames(["<", ":", ">\n"], ["ask<", ",", ">\n"], ["wait<", ",", ">\n"])
    numbers = [1, 1, 1]
    viewers = [1, None, 0, None]
    while pending := match.pending():
        step = match.play(pending[0].seat, rng.choice(match.choices(pending[0].seat)))
        told, after = match.tell_all(step, viewers, numbers, frames)
        alone = [
            match.tell(step, viewer, numbers[-1 if viewer is None else viewer], frames, is_asked=True)
            for viewer in viewers
        ]
        assert (told, after) == (alone, step.count(numbers)), seed
        assert told[1] is told[3]
        numbers = after
    assert numbers[0] > 20
    with pytest.raises(ValueError, match="number"):
        match.tell_all(match.look([]), [3], numbers, frames)


def test_fingerprint_tells_catalogues_apart() -> None:
    one, same = Catalog(GAME), Catalog(GAME)
    other = Catalog(GAME, ['[[card]]\nid = "V"\ncost = 1\nattack = 1\nhealth = 1\n'])
    assert one.fingerprint == same.fingerprint != other.fingerprint
    assert one.game == GAME
    names = [pattern["name"] for pattern in json.loads(one.json)["patterns"]]
    assert len(set(names)) == len(names) == 5  # WA-11.1
    Match(GAME, setup("V" + PATTERN[1:], PATTERN), SEED, other)


# Search


def outcome_of(stats: rust_core.Stats) -> tuple[int, int, list[int], int]:
    """All of a simulation except how long it took."""
    return stats.games, stats.choices, stats.wins, stats.draws


@pytest.mark.parametrize("policy", ["random", "greedy", "greedy, random"])
def test_simulation_is_the_same_for_any_threads(policy: str) -> None:
    runs = [outcome_of(simulate(GAME, setup(first=None), policy, 40, 7, threads)) for threads in (0, 1, 2, 3)]
    assert runs[0] == runs[1] == runs[2] == runs[3]
    assert runs[0][0] == 40 == sum(runs[0][2]) + runs[0][3]
    assert outcome_of(simulate(GAME, setup(first=None), policy, 40, 8)) != runs[0]


def test_simulation_of_fewer_games_is_a_part_of_more() -> None:
    total = simulate(GAME, setup(), "random", 3, 1).choices
    assert simulate(GAME, setup(), "random", 2, 1).choices < total < simulate(GAME, setup(), "random", 4, 1).choices
    assert simulate(GAME, setup(), "random", 0, 1).games == 0


def test_unknown_policy_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="random, greedy"):
        simulate(GAME, setup(), "clever", 1, 0)
    with pytest.raises(SetupError):
        simulate(GAME, "{}", "random", 1, 0)


def test_best_choice_is_listed_and_the_same_each_time() -> None:
    match = duel()
    while pending := match.pending():
        seat = pending[0].seat
        lines = {best_choice(match, seat, 3, 11) for _ in range(3)}
        assert len(lines) == 1
        line = lines.pop()
        assert line in match.choices(seat)
        match.choose(seat, line)
    with pytest.raises(IllegalChoice) as caught:
        best_choice(match, 0, 1, 0)
    assert caught.value.code == "match-over"


def test_stop_flag_ends_a_search_with_a_line() -> None:
    match, stop = duel(), StopFlag()
    assert not stop.is_set()
    stop.set()
    assert stop.is_set()
    assert best_choice(match, 0, 2**32 - 1, 0, stop) in match.choices(0)


def test_other_seat_has_no_best_choice() -> None:
    with pytest.raises(IllegalChoice) as caught:
        best_choice(duel(), 1, 1, 0)
    assert caught.value.code == "not-your-decision"


def test_greedy_beats_random_with_mirrored_patterns_from_both_seats() -> None:
    """In at least 750 of 1,000 games: each ready Pattern against itself, a hundred times from each seat."""
    won = 0
    for pattern in json.loads(Catalog(GAME).json)["patterns"]:
        mirrored = setup(pattern["letters"], pattern["letters"], first=None)
        for seat, policy in enumerate(["greedy,random", "random,greedy"]):
            won += simulate(GAME, mirrored, policy, 100, 2024 + seat).wins[seat]
    assert won >= 750


# Schemas


def bodies(events: Iterable[rust_core.Event]) -> Iterable[dict[str, object]]:
    """What each face of each event says."""
    return (json.loads(text) for event in events for _, text in event.faces)


@pytest.fixture(scope="module")
def validators() -> dict[str, Draft202012Validator]:
    """A validator for each type of event, which is quicker than asking all, and one for views."""
    schema = json.loads(rust_core.schema(GAME))
    Draft202012Validator.check_schema(schema)
    parts = schema["$defs"]
    kinds = {part["properties"]["type"]["const"]: part for part in parts["event"]["oneOf"]}
    assert len(kinds) == len(parts["event"]["oneOf"])
    return {name: Draft202012Validator(part) for name, part in {**kinds, "view": parts["view"]}.items()}


@pytest.mark.parametrize("seed", range(SCHEMA_GAMES))
def test_events_and_views_are_as_the_schema_says(seed: int, validators: dict[str, Draft202012Validator]) -> None:
    """Each event and each view. The house helps to choose, so that games are short and much happens in them."""
    rng = Random(seed)
    match = Match(GAME, setup(random_pattern(rng), random_pattern(rng), first=None), seed.to_bytes(32, "big"))
    events = match.opening()
    while True:
        for body in bodies(events):
            validators[str(body["type"])].validate(body)
        validators["view"].validate(json.loads(match.view(rng.choice([None, 0, 1]))))
        if not (pending := match.pending()):
            break
        seat = pending[0].seat
        is_helped = rng.random() < 0.6
        line = best_choice(match, seat, 1, rng.getrandbits(64)) if is_helped else rng.choice(match.choices(seat))
        events = match.choose(seat, line)


def test_retirement_and_draw_are_as_the_schema_says(validators: dict[str, Draft202012Validator]) -> None:
    for events in (duel().retire(0, "resigned"), duel().agree_draw()):
        for body in bodies(events):
            validators[str(body["type"])].validate(body)
