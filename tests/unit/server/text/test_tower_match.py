"""Mage Tower's boards, prompts, events and hints over random positions: they fit; what they offer can be played."""

import json
import re
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import frozen
from wcwidth import width

import rust_core
from server.text.style import USUAL, Style
from server.text.viewer import Listing, Viewer
from tests.unit.server.text.playing_tower import (
    CATALOG,
    GAME,
    LONG_NAMES,
    NAMES,
    SETUPS,
    TEXTS,
    Moment,
    faces,
    moments,
    viewer,
)

STYLES = [Style(80), Style(60), Style(40), Style(40, linear=True), Style(80, linear=True)]


def check(lines: list[str], style: Style) -> None:
    for line in lines:
        assert width(line) <= style.width, (style, line)
        assert line.isascii(), line
        assert line.isprintable(), line
        assert line == line.rstrip(), line


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.width}{'-linear' if style.linear else ''}")
@pytest.mark.parametrize("kind", SETUPS)
def test_everything_fits_and_is_plain(kind: str, style: Style) -> None:
    names = LONG_NAMES if style.width == 60 else NAMES
    for number, moment in enumerate(moments(SETUPS[kind], 7, 90)):
        seats = moment.match.seats
        clocks = ["1:04:31", "59:58", "1:00", "2:00", "3:00", "4:00"][:seats] if number % 3 else None
        for you in {moment.seat, (moment.seat + 1) % seats, None}:
            reader = viewer(you, style, names[:seats])
            told = faces(moment.events, you)
            check(GAME.tell_events(told, reader), style)
            for event in told:
                check(GAME.event_lines(event, reader), style)
            if number % 4 == 0:
                check(GAME.board(moment.view(you), reader, 12345, clocks), style)
        reader = viewer(moment.seat, style, names[:seats])
        listing = GAME.prompt(moment.window, moment.choices, moment.view(moment.seat), reader, moment.default)
        check(listing.lines, style)
        check(GAME.choices_listing(moment.choices, reader, moment.default).lines, style)


@frozen
class Asked:
    """A decision, as it was when it was asked."""

    seat: int
    window: str
    default: str
    choices: list[str]
    view: dict[str, Any]
    names: tuple[str, ...]

    def reader(self, style: Style = USUAL) -> Viewer:
        """Return who decides."""
        return viewer(self.seat, style, self.names)

    def prompt(self, style: Style = USUAL) -> Listing:
        """Return the prompt."""
        return GAME.prompt(self.window, self.choices, self.view, self.reader(style), self.default)


def asked(moment: Moment) -> Asked:
    names = NAMES[: moment.match.seats]
    view = moment.view(moment.seat)
    return Asked(moment.seat, moment.window, moment.default, moment.choices, view, names)


@cache
def all_asked() -> list[Asked]:
    return [asked(moment) for setup in SETUPS.values() for moment in moments(setup, 11, 120)]


def offered(lines: list[str]) -> dict[int, str]:
    """Return the numbers of a prompt in a wide style, and the lines that stand beside them."""
    found: dict[int, str] = {}
    whole: list[str] = []
    for line in lines:
        if line.startswith(" " * 10):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    for line in whole:
        if row := re.match(r" +([0-9]+)  ([a-z]+(?: [^ ]+)*)(  |$)", line):
            found[int(row[1])] = row[2]
        elif family := re.match(r" +([a-z]+(?: [a-z_#0-9:]+)?) \.\.\. +(?:.*: )?([0-9]+ .*)", line):
            for member in family[2].split(" | "):
                number, _, words = member.partition(" ")
                words = re.sub(r" \([A-Z].*\)", "", words).replace("(nothing more)", "")
                found[int(number)] = f"{family[1]} {words}".strip()
        elif short := re.match(r" +0 is short for (.*)", line):
            found[0] = short[1]
    return found


def test_what_a_prompt_shows_can_be_typed() -> None:
    families = 0
    for moment in all_asked():
        listing = moment.prompt(Style(200))
        rows = offered(listing.lines)
        assert rows == dict(enumerate(listing.numbered)), listing.lines
        assert set(rows.values()) <= set(moment.choices)
        assert rows[0] == moment.default
        families += any(" ...  " in line for line in listing.lines)
    assert families


def test_a_prompt_says_how_many_lines_it_does_not_show() -> None:
    hidden = 0
    for moment in all_asked():
        listing = moment.prompt(Style(200))
        said = [int(found[1]) for line in listing.lines if (found := re.search(r"\(([0-9]+) more line", line))]
        assert sum(said) == len(moment.choices) - len(set(listing.numbered))
        hidden += sum(said)
    assert hidden


def test_a_casting_prompt_is_short() -> None:
    for moment in all_asked():
        rows = [line for line in moment.prompt(Style(200)).lines[1:] if line.strip() and not line.startswith("     (")]
        assert len(rows) <= 14, rows


def test_a_listing_has_every_line_once_and_the_default_twice_at_most() -> None:
    for moment in all_asked():
        listing = GAME.choices_listing(moment.choices, moment.reader(), moment.default)
        assert sorted({*listing.numbered}) == sorted(moment.choices)
        assert len(listing.numbered) <= len(moment.choices) + 1
        shown = " ".join(listing.lines)
        for number, line in enumerate(listing.numbered):
            assert re.search(rf"(^| ){number} {re.escape(line)}( |$)", shown), line


def test_every_window_that_random_play_finds_is_asked_about() -> None:
    assert {moment.window for moment in all_asked()} >= {"casting", "draft-hidden", "draft-visible", "keep"}


def named_in(hint: str, choices: list[str]) -> list[str]:
    """Return the lines that a hint names, the longest first."""
    found = [each for each in choices if re.search(rf"\b{re.escape(each)}\b", hint, re.IGNORECASE)]
    return sorted(found, key=len, reverse=True)


def test_a_hint_names_a_line_that_can_be_played() -> None:
    for moment in all_asked():
        hint = GAME.hint(moment.window, moment.choices, moment.view, moment.reader())
        assert hint
        assert named_in(hint, moment.choices), (hint, moment.choices)


def play(setup: dict[str, Any], seed: int, *, follows_hints: bool) -> rust_core.Outcome:
    """Play seat 0 by what its screen says alone, the other seats by the house; return the end."""
    rng = Random(seed)
    match = rust_core.Match("mage_tower", json.dumps(setup), rng.randbytes(32), CATALOG)
    for _ in range(6000):
        if not match.pending():
            break
        decision = match.pending()[0]
        choices = match.choices(decision.seat)
        line = rng.choice(choices)
        if decision.seat == 0:
            view = json.loads(match.view(0))
            reader = viewer(0, Style(200), NAMES[: match.seats])
            listing = GAME.prompt(decision.window, choices, view, reader, decision.default)
            if follows_hints:
                line = named_in(GAME.hint(decision.window, choices, view, reader) or "", choices)[0]
            else:
                line = listing.line(rng.choice(list(offered(listing.lines)))) or ""
        match.choose(decision.seat, line)
    outcome = match.outcome()
    assert outcome
    return outcome


@pytest.mark.parametrize("kind", SETUPS)
def test_a_match_can_be_finished_by_the_numbers_shown(kind: str) -> None:
    play(SETUPS[kind], 1, follows_hints=False)


def test_hints_lead_a_newcomer_to_victory_over_random_play() -> None:
    wins = sum(play({}, seed, follows_hints=True).winners == [0] for seed in range(8))
    assert wins >= 7


def test_what_is_secret_is_told_to_its_player_alone() -> None:
    seen = 0
    for moment in islice(moments(SETUPS["four-hidden"], 3, 120), 120):
        for event in moment.events:
            private = [(viewers, json.loads(text)) for viewers, text in event.faces if viewers is not None]
            if not private or private[0][1]["type"] not in {"drew", "picked"}:
                continue
            ((seat,), known) = private[0]
            named = [known["card"]] if known["type"] == "picked" else known["cards"]
            names = [GAME.card_lines(card, viewer()) for card in named]
            mine = " ".join(GAME.event_lines(known, viewer(seat, Style(200), NAMES[:4])))
            (public,) = [json.loads(text) for viewers, text in event.faces if viewers is None]
            others = " ".join(GAME.event_lines(public, viewer((seat + 1) % 4, Style(200), NAMES[:4])))
            for lines in names:
                title = (lines or [""])[0].partition(" (")[0]
                assert title in mine
                assert title not in others
                seen += 1
    assert seen


def test_colour_only_adds() -> None:
    for moment in all_asked()[::11]:
        plain, coloured = Style(), Style(colour=True)
        boards = [GAME.board(moment.view, moment.reader(style), 12) for style in (plain, coloured)]
        prompts = [moment.prompt(style).lines for style in (plain, coloured)]
        for without, with_colour in (boards, prompts):
            assert any("\x1b[" in line for line in with_colour)
            assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in with_colour] == without


WIDE = Style(200)


def test_a_batch_tells_a_card_with_all_that_comes_of_it() -> None:
    batch: list[dict[str, Any]] = [
        {"type": "played", "seat": 0, "card": "elite_archer", "cost": 4, "energy": 3},
        {"type": "entered", "seat": 0, "thing": "p1:elite_archer#1", "on": None},
        {"type": "damaged", "thing": "p1:demon#1", "amount": 4, "left": 0},
        {"type": "killed", "thing": "p1:demon#1"},
        {"type": "monster-entered", "monster": "p1:demonspawn#1", "points": 0, "angry": False, "by": None},
        {"type": "damaged", "thing": "p1:orc#2", "amount": 1, "left": 2},
    ]
    told = (
        "Elite Archer (4 energy, 3 left): {}Demon#1 takes 4 damage and is killed; new on {} board: Demonspawn#1 1/1; "
        "{}Orc#2 takes 1 damage, 2 left."
    )
    assert GAME.tell_events(batch, viewer(0, WIDE)) == ["You play " + told.format("", "your", "")]
    for you in (1, None):
        assert GAME.tell_events(batch, viewer(you, WIDE)) == [
            "Ana plays " + told.format(*["Ana's "] * 3).replace("  ", " ")
        ]


def test_a_batch_tells_a_turn_in_its_steps() -> None:
    batch: list[dict[str, Any]] = [
        {"type": "turn-ended", "turn": 4, "seat": 0},
        {"type": "turn-began", "turn": 5, "round": 3, "seat": 1},
        {"type": "drew", "seat": 1, "n": 2, "cards": ["archer", "knight"]},
        {"type": "gold", "seat": 1, "change": 1, "gold": 3},
        {"type": "monster-attacks", "monster": "p2:giant#2", "damage": 5},
        {"type": "life-lost", "seat": 1, "amount": 5, "life": 9},
        {"type": "left", "thing": "p2:giant#2"},
        {"type": "angry", "monsters": ["p2:orc#1", "p2:ogre#2"]},
        {"type": "monster-entered", "monster": "p2:orc#2", "points": 3, "angry": False, "by": None},
        {"type": "monster-skipped", "card": "demon"},
        {"type": "monster-entered", "monster": "p2:demon#1", "points": 5, "angry": False, "by": None},
        {"type": "casting-began", "seat": 1, "energy": 7},
    ]
    assert GAME.tell_events(batch, viewer(1, WIDE)) == [
        "Turn 5 is yours: you draw Archer and Knight and have 3 gold.",
        "Giant#2 attacks for 5: you lose 5 life, 9 left.",
        "Angry now on your board: Orc#1 and Ogre#2.",
        "New on your board: Orc#2 2/3 and Demon#1 4/4 (8 points); passed over (too many points): Demon.",
    ]
    batch[2]["cards"] = None
    assert GAME.tell_events(batch, viewer(0, WIDE)) == [
        "Turn 5 is Bea's: Bea draws 2 cards and has 3 gold.",
        "Bea's Giant#2 attacks for 5: Bea loses 5 life, 9 left.",
        "Angry now on Bea's board: Orc#1 and Ogre#2.",
        "New on Bea's board: Orc#2 2/3 and Demon#1 4/4 (8 points); passed over (too many points): Demon.",
    ]


def test_a_name_keeps_its_letters_at_the_start_of_a_sentence() -> None:
    event = {"type": "gold", "seat": 1, "change": 1, "gold": 3}
    assert GAME.event_lines(event, viewer(0, WIDE, ("Ana", "bea"))) == ["bea gains 1 gold (3 now)."]


@pytest.mark.parametrize(
    ("names", "winners", "reason", "you", "said"),
    [
        (2, [0], "last-standing", 0, "Match 12 is over: you win, as the last one standing (turn 11)."),
        (2, [0], "last-standing", 1, "Match 12 is over: you lose, Ana wins, as the last one standing (turn 11)."),
        (6, [5], "most-life", None, "Match 12 is over: Fay wins, with the most life left (turn 11)."),
        (
            6,
            [0, 2, 5],
            "most-life",
            2,
            "Match 12 is over: you win together with Ana and Fay, with the most life left (turn 11).",
        ),
        (3, [0, 1], "round-limit", 2, "Match 12 is over: you lose, Ana and Bea win, after a hundred rounds (turn 11)."),
        (3, [0, 1, 2], "all-out", 0, "Match 12 is over: you win together with Bea and Carl, nobody is left (turn 11)."),
        (4, [0, 1, 2, 3], "deck-cleared", 0, "Match 12 is over: the team wins, no monster is left (turn 11)."),
        (4, [], "life-gone", None, "Match 12 is over: the team loses, no life is left (turn 11)."),
        (4, [], "round-limit", 0, "Match 12 is over: nobody wins, after a hundred rounds (turn 11)."),
        (1, [0], "deck-cleared", 0, "Match 12 is over: you win, no monster is left (turn 11)."),
        (1, [], "life-gone", 0, "Match 12 is over: you lose, no life is left (turn 11)."),
        (1, [], "life-gone", None, "Match 12 is over: Ana loses, no life is left (turn 11)."),
        (2, [], "agreed-draw", 0, "Match 12 is over: nobody wins, by agreement (turn 11)."),
        (2, [1], "bored", 1, "Match 12 is over: you win, bored (turn 11)."),
    ],
)
def test_a_result_says_who_won_and_why(names: int, winners: list[int], reason: str, you: int | None, said: str) -> None:
    assert GAME.result(winners, reason, 11, viewer(you, WIDE, NAMES[:names]), 12) == [said]


def test_sentences_are_quick_when_said_again() -> None:
    before = TEXTS._cached.cache_info().misses
    for _ in range(3):
        TEXTS.say("mt-thing", who="other", name="Ana", thing="Knight#1")
    assert TEXTS._cached.cache_info().misses <= before + 1
