"""Mage Wars' boards, prompts, events and hints over random positions: they fit; what they offer can be played."""

import json
import re
from functools import cache
from random import Random

import pytest
from wcwidth import width

import rust_core
from server.text.mage_wars.prompt import REACTIONS
from server.text.style import USUAL, Style
from server.text.viewer import Listing
from tests.unit.server.text.playing import LONG_NAMES, NAMES
from tests.unit.server.text.playing_wars import CATALOG, GAME, SETUP, Moment, faces, moments, viewer

STYLES = [Style(80), Style(60), Style(40), Style(40, linear=True), Style(80, linear=True)]
WIDE = Style(200)


def check(lines: list[str], style: Style) -> None:
    for line in lines:
        assert width(line) <= style.width, (style, line)
        assert line.isascii(), line
        assert line.isprintable(), line
        assert line == line.rstrip(), line


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.width}{'-linear' if style.linear else ''}")
@pytest.mark.parametrize("seed", [1, 2])
def test_everything_fits_and_is_plain(seed: int, style: Style) -> None:
    names = [name[:17] for name in LONG_NAMES] if style.width == 60 else NAMES
    for number, moment in enumerate(moments(seed, 150)):
        clocks = ["1:04:31", "59:58"] if number % 3 else None
        for you in (0, 1, None):
            reader = viewer(you, style, names)
            told = faces(moment.events, you)
            check(GAME.tell_events(told, reader), style)
            for event in told:
                check(GAME.event_lines(event, reader), style)
            if number % 4 == 0:
                check(GAME.board(moment.view(you), reader, 12345, clocks), style)
        reader = viewer(moment.seat, style, names)
        view = moment.view(moment.seat)
        check(GAME.prompt(moment.window, moment.choices, view, reader, moment.default).lines, style)
        check(GAME.choices_listing(moment.choices, reader, moment.default).lines, style)


Asked = tuple[Moment, dict[str, object]]


@cache
def all_asked() -> list[Asked]:
    """Return decisions with what their seats see, as they were when they were asked."""
    return [(moment, moment.view(moment.seat)) for seed in (3, 4) for moment in moments(seed, 350)]


def prompt(asked: Asked, style: Style = WIDE) -> Listing:
    moment, view = asked
    return GAME.prompt(moment.window, moment.choices, view, viewer(moment.seat, style), moment.default)


def test_random_play_finds_most_windows() -> None:
    assert {moment.window for moment, _ in all_asked()} >= {
        "action",
        "challenge",
        "counterstrike",
        "planning",
        "quickcast",
        "reveal",
        "turn",
        "upkeep",
    }


def test_numbers_stand_for_choices_and_0_for_the_default() -> None:
    for asked in all_asked():
        moment, _ = asked
        listing = prompt(asked)
        assert listing.line(0) == moment.default
        assert set(listing.numbered) <= {*moment.choices, ""}
        assert len(listing.numbered[1:]) == len(set(listing.numbered[1:]))
        shown = " ".join(listing.lines)
        for number in range(1, len(listing.numbered)):
            assert re.search(rf"(^| ){number} ", shown), (number, listing.lines)


def test_a_line_that_stands_alone_is_shown_as_it_is_typed() -> None:
    alone = 0
    for asked in all_asked():
        listing = prompt(asked)
        for line in listing.lines:
            if found := re.match(r" +([0-9]+)  ([a-z]+(?: [^ ]+)*)(  |$)", line):
                assert listing.line(int(found[1])) == found[2]
                alone += 1
    assert alone


def test_a_prompt_is_short_and_says_how_many_lines_it_does_not_show() -> None:
    hidden = 0
    for asked in all_asked():
        moment, _ = asked
        listing = prompt(asked)
        said = [int(found[1]) for line in listing.lines if (found := re.search(r"\(([0-9]+) more line", line))]
        assert sum(said) == len(moment.choices) - len(set(listing.numbered) & set(moment.choices))
        hidden += sum(said)
        rows = [line for line in listing.lines[1:] if re.match(r" {1,6}[a-z0-9]", line)]
        assert len(rows) <= 12, rows
    assert hidden


def test_planning_shows_every_card_with_its_cost() -> None:
    for asked in all_asked():
        moment, _ = asked
        if moment.window == "planning":
            assert set(prompt(asked).numbered) == set(moment.choices)


def test_a_reaction_is_set_off_from_the_rest() -> None:
    for asked in all_asked():
        assert prompt(asked).lines[0].startswith("** ") == (asked[0].window in REACTIONS)


def test_a_listing_has_every_line() -> None:
    for moment, _ in all_asked():
        listing = GAME.choices_listing(moment.choices, viewer(moment.seat), moment.default)
        assert sorted({*listing.numbered}) == sorted(moment.choices)
        assert len(listing.numbered) <= len(moment.choices) + 1
        shown = " ".join(listing.lines)
        for number, line in enumerate(listing.numbered):
            assert re.search(rf"(^| ){number} {re.escape(line)}( |$)", shown), line


def named_in(hint: str, choices: list[str]) -> str | None:
    """Return the line that a hint ends with."""
    return max((line for line in choices if hint.endswith(f": {line}")), key=len, default=None)


def test_a_hint_names_a_line_that_can_be_played() -> None:
    hinted = set()
    for moment, view in all_asked():
        hint = GAME.hint(moment.window, moment.choices, view, viewer(moment.seat))
        if hint is not None:
            assert named_in(hint, moment.choices), (hint, moment.choices)
            hinted.add(moment.window)
    assert hinted >= {"planning", "turn", "action", "quickcast", "reveal", "upkeep"}


def play(seed: int) -> rust_core.Outcome | None:
    """Play seat 0 by what hints say, or the default, the other seat at random; return the end."""
    rng = Random(seed)
    match = rust_core.Match("mage_wars", SETUP, rng.randbytes(32), CATALOG)
    match.opening()
    for _ in range(9000):
        if not match.pending():
            break
        decision = next((each for each in match.pending() if not each.sealed), match.pending()[0])
        choices = match.choices(decision.seat)
        line = rng.choice(choices)
        if decision.seat == 0:
            hint = GAME.hint(decision.window, choices, json.loads(match.view(0)), viewer(0))
            line = named_in(hint or "", choices) or decision.default
        match.choose(decision.seat, line)
    return match.outcome()


def test_hints_lead_a_newcomer_to_victory_over_random_play() -> None:
    wins = sum((outcome := play(seed)) is not None and outcome.winners == [0] for seed in range(6))
    assert wins >= 5


def test_what_is_planned_is_shown_to_its_owner_alone() -> None:
    seen = 0
    for moment in (moment for seed in (6, 7) for moment in moments(seed, 40)):
        view = moment.view(0)
        for style in (USUAL, Style(linear=True)):
            for plan in view["seats"][0]["planned"]:
                for card in plan["cards"]:
                    words = re.escape(card) + r" \("
                    own, other = (GAME.board(moment.view(you), viewer(you, style)) for you in (0, 1))
                    assert re.search(words, " ".join(own))
                    assert not re.search(words, " ".join(other))
                    seen += 1
    assert seen


def test_every_object_is_on_every_board() -> None:
    for moment in moments(8, 120):
        for style in (*STYLES, WIDE):
            view = moment.view(1)
            shown = " ".join(line.strip() for line in GAME.board(view, viewer(1, style)))
            for thing in view["objects"]:
                number = thing["ref"].partition("#")[2]
                assert (f"#{number}" if number else "iren") in shown


def test_colour_only_adds() -> None:
    for asked in all_asked()[::17]:
        moment, view = asked
        plain, coloured = Style(), Style(colour=True)
        boards = [GAME.board(view, viewer(moment.seat, style), 12) for style in (plain, coloured)]
        prompts = [prompt(asked, style).lines for style in (plain, coloured)]
        for without, with_colour in (boards, prompts):
            assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in with_colour] == without
        assert any("\x1b[" in line for line in boards[1])
