"""Boards, prompts, events and hints over random positions, at all widths: they fit; what they offer can be played."""

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from wcwidth import width

import rust_core
from server.text.style import Style
from server.text.wizards_arena.position import Line
from tests.unit.server.text.playing import CATALOG, GAME, LONG_NAMES, NAMES, TEXTS, Moment, moments, viewer

STYLES = [Style(80), Style(60), Style(40), Style(40, linear=True), Style(80, linear=True)]
SEEDS = range(6)


def check(lines: list[str], style: Style) -> None:
    for line in lines:
        assert width(line) <= style.width, (style, line)
        assert line.isascii(), line
        assert line.isprintable(), line
        assert line == line.rstrip(), line


@pytest.mark.parametrize("style", STYLES, ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_everything_fits_and_is_plain(seed: int, style: Style) -> None:
    names = LONG_NAMES if seed % 2 else NAMES
    clocks = ["1:04:31", "59:58"] if seed % 3 else None
    for moment in moments(seed, 120):
        for you in (moment.seat, 1 - moment.seat, None):
            reader = viewer(you, style, names)
            check(GAME.board(moment.view, reader, 12345, clocks), style)
            check(GAME.tell_events(moment.events, reader), style)
            for event in moment.events:
                check(GAME.event_lines(event, reader), style)
        reader = viewer(moment.seat, style, names)
        check(GAME.prompt(moment.window, moment.choices, moment.view, reader).lines, style)
        check(GAME.choices_listing(moment.choices, reader).lines, style)


def rows_of(lines: list[str]) -> dict[int, str]:
    """Return the number and text of each numbered row."""
    found = {}
    for line in lines:
        if row := re.match(r" +([0-9]+)  ([a-z]+(?: [^ ]+)*)  ", line):
            found[int(row[1])] = row[2]
    return found


@cache
def all_moments() -> list[Moment]:
    return [moment for seed in range(20, 24) for moment in moments(seed, 120)]


def test_what_a_prompt_shows_can_be_typed() -> None:
    most = 0
    for moment in all_moments():
        listing = GAME.prompt(moment.window, moment.choices, moment.view, viewer(moment.seat))
        rows = rows_of(listing.lines)
        most = max(most, len(rows))
        assert {number: listing.line(number) for number in rows} == rows
        assert set(rows.values()) <= set(moment.choices)
        assert set(listing.numbered) == set(rows.values()) | {listing.numbered[0]}
        if moment.window in {"summoning", "attack"}:
            assert rows[0] == "done"
        assert len(rows) <= 9
    assert most == 9


def test_families_name_only_targets_that_can_be_typed() -> None:
    seen = 0
    for moment in all_moments():
        lines = GAME.prompt(moment.window, moment.choices, moment.view, viewer(moment.seat, Style(200))).lines
        families = [found[1] for line in lines if (found := re.match(r" +([a-z]+ [^ ]+ TARGET(?: crash)?)  ", line))]
        targets: dict[str, list[str]] = {}
        for line in lines:
            if found := re.match(r" +TARGET of ([^:]+):  (.*)", line):
                targets |= dict.fromkeys(found[1].split(", "), found[2].split())
            elif found := re.match(r" +TARGET is one of:  (.*)", line):
                targets |= {family.split()[1]: found[1].split() for family in families}
        for family in families:
            seen += 1
            typed = {family.replace("TARGET", target) for target in targets[family.split()[1]]}
            assert typed == {
                each for each in moment.choices if Line.read(each).target and Line.read(each).family == family
            }
    assert seen


def test_a_prompt_says_how_many_lines_it_does_not_show() -> None:
    for moment in all_moments():
        if moment.window not in {"summoning", "attack"}:
            continue
        lines = GAME.prompt(moment.window, moment.choices, moment.view, viewer(moment.seat, Style(200))).lines
        said = [int(found[1]) for line in lines if (found := re.search(r"\(([0-9]+) lines? of less use", line))]
        if not any("TARGET" in line for line in lines):
            assert sum(said) == len(moment.choices) - len(rows_of(lines))


def test_a_listing_has_every_line_once() -> None:
    for moment in all_moments():
        listing = GAME.choices_listing(moment.choices, viewer(moment.seat))
        assert sorted(each for each in listing.numbered if each) == sorted(moment.choices)
        shown = " ".join(listing.lines)
        for number, line in enumerate(listing.numbered):
            assert re.search(rf"(^| ){number} {line}( |$)", shown), line
        assert listing.line(len(listing.numbered)) is None
        assert listing.line(-1) is None


def named_in(hint: str, choices: list[str]) -> list[str]:
    """Return the lines that a hint names, the longest first."""
    found = [each for each in choices if re.search(rf"\b{each}\b(?!:[a-z])", hint, re.IGNORECASE)]
    return sorted(found, key=len, reverse=True)


def test_a_hint_names_a_line_that_can_be_played() -> None:
    for moment in all_moments():
        hint = GAME.hint(moment.window, moment.choices, moment.view, viewer(moment.seat))
        assert hint
        assert named_in(hint, moment.choices), hint


def play(seed: int, *, follows_hints: bool) -> list[int]:
    """Play seat 0 by what its screen says alone, against random lines; return the winners."""
    rng = Random(seed)
    ready = [pattern["letters"] for pattern in json.loads(CATALOG.json)["patterns"]]
    setup = {"patterns": [ready[0], rng.choice(ready)], "first": None}
    match = rust_core.Match("wizards_arena", json.dumps(setup), rng.randbytes(32), CATALOG)
    for _ in range(4000):
        if not match.pending():
            break
        (decision,) = match.pending()
        choices = match.choices(decision.seat)
        line = rng.choice(choices)
        if decision.seat == 0:
            view = json.loads(match.view(0))
            hint = GAME.hint(decision.window, choices, view, viewer()) or ""
            listing = GAME.prompt(decision.window, choices, view, viewer())
            numbers = list(rows_of(listing.lines))
            line = named_in(hint, choices)[0] if follows_hints else listing.line(rng.choice(numbers)) or ""
        try:
            match.choose(decision.seat, line)
        except rust_core.IllegalChoice:  # a listed line is taken, by the contract; its own tests see to that
            match.choose(decision.seat, decision.default)
    outcome = match.outcome()
    assert outcome
    return outcome.winners


def test_a_duel_can_be_finished_by_the_numbers_shown() -> None:
    for seed in range(3):
        play(seed, follows_hints=False)


def test_hints_lead_a_newcomer_to_victory_over_random_play() -> None:
    wins = sum(play(seed, follows_hints=True) == [0] for seed in range(8))
    assert wins >= 7


def test_a_batch_tells_an_attack_with_all_that_comes_of_it() -> None:
    events: list[dict[str, Any]] = [
        {"type": "attacked-card", "card": "p1:G1", "target": "p2:A1", "crash": False, "attack": 2},
        {"type": "blocker-rests", "card": "p1:G1"},
        {"type": "damaged", "card": "p2:A1", "amount": 2, "left": -1},
        {"type": "damaged", "card": "p1:G1", "amount": 1, "left": 1},
        {"type": "destroyed", "card": "p2:A1"},
    ]
    wide = Style(200)
    told = (
        "attacks {}A1: 2 damage destroys it. A1 strikes back: 1 damage to {}G1, 1 left. "
        "G1 does not block until {} next turn."
    )
    assert GAME.tell_events(events, viewer(0, wide)) == ["Your G1 " + told.format("Bea's ", "your ", "your")]
    assert GAME.tell_events(events, viewer(1, wide)) == ["Ana's G1 " + told.format("your ", "Ana's ", "Ana's")]
    assert GAME.tell_events(events, viewer(None, wide)) == ["Ana's G1 " + told.format("Bea's ", "Ana's ", "Ana's")]


def test_a_batch_tells_a_flash_with_where_the_card_goes() -> None:
    events: list[dict[str, Any]] = [
        {"type": "flashed", "seat": 0, "card": "p1:K1", "ability": "archer", "target": "p2:C1", "cost": 1, "mana": 0},
        {"type": "damaged", "card": "p2:C1", "amount": 1, "left": 1},
        {"type": "returned", "card": "p1:K1"},
    ]
    assert GAME.tell_events(events, viewer(0)) == [
        "Your K1 (flash) deals 1 damage to Bea's C1, 1 left. K1 goes to the end of your",
        "  Pattern.",
    ]
    assert " ".join(GAME.tell_events(events, viewer(0, Style(200)))) == (
        "Your K1 (flash) deals 1 damage to Bea's C1, 1 left. K1 goes to the end of your Pattern."
    )


@pytest.mark.parametrize(
    ("winners", "reason", "you", "said"),
    [
        ([0], "life", 0, "Duel 12 is over: you win, Bea has no Life left (turn 11)."),
        ([0], "life", 1, "Duel 12 is over: Ana wins, you have no Life left (turn 11)."),
        ([1], "resigned", None, "Duel 12 is over: Bea wins, Ana resigned (turn 11)."),
        ([1], "bored", None, "Duel 12 is over: Bea wins, Ana is out (bored) (turn 11)."),
        ([], "agreed-draw", 0, "Duel 12 is over: a draw, by agreement (turn 11)."),
        ([], "turn-limit", 0, "Duel 12 is over: a draw, no end in sight after a thousand turns (turn 11)."),
    ],
)
def test_a_result_says_who_won_and_why(winners: list[int], reason: str, you: int | None, said: str) -> None:
    assert GAME.result(winners, reason, 11, viewer(you), 12) == [said]


def test_colour_only_adds() -> None:
    for moment in list(moments(3))[::7]:
        plain, coloured = viewer(moment.seat), viewer(moment.seat, Style(colour=True))
        boards = [GAME.board(moment.view, reader, 12, ["4:31", "3:58"]) for reader in (plain, coloured)]
        prompts = [
            GAME.prompt(moment.window, moment.choices, moment.view, reader).lines for reader in (plain, coloured)
        ]
        for without, with_colour in (boards, prompts):
            assert any("\x1b[" in line for line in with_colour)
            assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in with_colour] == without


def test_sentences_are_quick_when_said_again() -> None:
    before = TEXTS._cached.cache_info().misses
    for _ in range(3):
        TEXTS.say("wa-event-drew", who="you", name="Ana", card="K1", kind="1/1 archer")
    assert TEXTS._cached.cache_info().misses <= before + 1
