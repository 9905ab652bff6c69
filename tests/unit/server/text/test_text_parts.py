"""Widths, styles, wrapping, rule lookup, names of games."""

import pytest
from wcwidth import width

import rust_core
from protocol.server_messages import GamesList
from server.text import lobby, registry
from server.text.rules import RuleBook
from server.text.style import USUAL, Style, fit_width
from server.text.viewer import Viewer, joined, paragraphs
from server.text.wrap import clip, columns, flow, grid, pad, rule, width_of, wrap
from tests.unit.server.text.playing import CATALOG, GAME, TEXTS, viewer

WIDE = "\u9b54\u6cd5\u4f7f\u3044"  # four letters of two columns
RULES = RuleBook.parse(rust_core.rules_text("wizards_arena"))


@pytest.mark.parametrize(("columns", "width"), [(None, 80), (0, 40), (39, 40), (132, 132), (999, 200)])
def test_a_terminal_has_a_width_that_we_can_use(columns: int | None, width: int) -> None:
    assert Style(fit_width(columns)).width == width


@pytest.mark.parametrize("width", [39, 201])
def test_a_style_has_40_to_200_columns(width: int) -> None:
    with pytest.raises(ValueError, match="width"):
        Style(width)


def test_colours_are_there_only_where_wanted() -> None:
    assert Style().paint("x", "good") == "x"
    assert Style(colour=True).paint("x", "good") == "\x1b[32mx\x1b[0m"
    assert Style(colour=True).paint("", "good") == ""


def test_letters_lose_their_accents_where_only_ascii_is_wanted() -> None:
    text = "Cora\u00e7\u00e3o \u2013 n\u00e3o\u2026 \u9b54"
    assert Style().fold(text) == "Coracao - nao... ?"
    assert Style(ascii_only=False).fold(text) == text


def test_wide_letters_count_two() -> None:
    assert width_of(WIDE) == 8
    assert width_of("\x1b[1mab\x1b[0m") == 2
    assert width_of(pad(WIDE, 10)) == 10
    assert clip(WIDE, 5).rstrip() == WIDE[:2]
    assert all(width(line) <= 10 for line in wrap(f"{WIDE} {WIDE * 4} a", 10, "- ", "  "))


def test_wrapping_breaks_between_words_and_cuts_what_is_too_long() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("", 10, "> ") == [">"]
    assert flow(["a b", "c d"], 7, "  ") == ["a b", "c d"]
    assert flow(["a b c d e f", "g"], 7) == ["a b c d", "e f  g"]


def test_a_grid_has_as_many_columns_as_fit() -> None:
    assert grid(["aa", "b", "cc"], 9, 2, "> ", "  ") == ["> aa  b", "  cc"]
    assert grid([], 10, 2, "> ", "  ") == [">"]
    assert grid(["one two three", "four"], 8, 2) == ["one two", "  three", "four"]


def test_a_table_wraps_its_last_column() -> None:
    assert columns([("a", "one two three")], 13, "") == ["a  one two", "   three"]
    assert columns([("a long head", "one two")], 14, "") == ["a long head", "    one two"]
    assert columns([], 10) == []


def test_a_rule_runs_across() -> None:
    assert rule("T", 12, "r") == "-- T ----- r"
    assert rule("a title", 8) == "-- a tit"
    assert rule("", 4) == "----"


def test_paragraphs_keep_indents_and_columns() -> None:
    text = "one two three\n  set x    does this and that\n\nend"
    assert paragraphs(text, Style(40)) == ["one two three", "  set x    does this and that", "", "end"]


def test_lists_are_joined_as_in_a_sentence() -> None:
    assert joined([], TEXTS) == ""
    assert joined(["A"], TEXTS) == "A"
    assert joined(["A", "B", "C"], TEXTS) == "A, B and C"


@pytest.mark.parametrize("number", ["WA-6.5", "wa-6.5", "WA 6.5", "wa6.5", "6.5", "[WA-6.5]", " 6.5. "])
def test_a_rule_is_found_however_it_is_called(number: str) -> None:
    assert RULES.canonical(number) == "WA-6.5"
    assert (RULES.lookup(number, USUAL) or [""])[0].startswith("WA-6.5 ")


@pytest.mark.parametrize("number", ["", "99", "6.99", "MT-6.5", "combat", "6.5.1", "-"])
def test_no_rule_is_found_where_there_is_none(number: str) -> None:
    assert RULES.lookup(number, USUAL) is None


def test_every_rule_and_chapter_can_be_read_at_any_width() -> None:
    source = rust_core.rules_text("wizards_arena")
    assert len(RULES.numbers()) == source.count("\n- WA-") + source.count("\n## WA-")
    for number in RULES.numbers():
        for style in (Style(40), Style(80), Style(200)):
            lines = RULES.lookup(number, style)
            assert lines
            assert all(width(line) <= style.width and line.isascii() for line in lines)


def test_rulings_belong_to_their_rule() -> None:
    assert any("RULING" in line for line in RULES.lookup("WA-6.1", USUAL) or [])
    assert not any("RULING" in line for line in RULES.lookup("WA-6.6", USUAL) or [])
    assert len(RULES.chapters["WA-9"].text) == 1


@pytest.mark.parametrize(
    "words",
    ["wizards_arena", "Wizard's Arena", "WIZARDS ARENA", "wizards-arena", "wizard\u2019s arena", "arena", "wiz"],
)
def test_a_game_is_found_by_what_people_call_it(words: str) -> None:
    assert registry.find_game(words).game == "wizards_arena"


def test_what_could_have_been_meant_is_suggested() -> None:
    games = ["wizards_arena", "mage_tower", "mage_wars"]
    assert registry.find_game("mage", games) == registry.GameFound(None, ("Mage Tower", "Mage Wars"))
    assert registry.find_game("mage towr", games).suggestions[0] == "Mage Tower"
    assert registry.find_game("tower", games).game == "mage_tower"
    assert len(registry.find_game("chess", games).suggestions) == 3
    assert registry.find_game("", games).game is None


def test_every_game_of_the_rules_has_its_texts() -> None:
    for game in rust_core.games():
        text = registry.game_text(game, rust_core.Catalog(game).json)
        assert (text.game, text.title) == (game, registry.title_of(game))
    with pytest.raises(KeyError):
        registry.game_text("chess", CATALOG.json)


@pytest.mark.parametrize("name", ["", "Z", "K0x", "KK", "k\u00b2", "wizard"])
def test_no_card_is_found_where_there_is_none(name: str) -> None:
    assert GAME.card_lines(name, viewer()) is None


def test_the_menu_means_commands() -> None:
    listing = lobby.menu("Ana", [], GamesList([], []), Viewer(TEXTS, USUAL))
    assert listing.line(0) is None
    assert listing.line(1) == "learn"
    assert listing.line(99) is None
