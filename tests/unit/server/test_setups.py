"""How a match is set up where nothing else is wished; what is wished; what can't be."""

import json
import random

import pytest

import rust_core
from protocol import RemoteError
from server.options import OPTIONS, fields_of, options_of, read_options
from server.setups import Shelf
from server.text.fluent import texts_of

SHELF = Shelf()


@pytest.mark.parametrize("game", [game.name for game in SHELF.games()])
def test_the_usual_setup_of_every_game_starts_a_match_of_two(game: str) -> None:
    setup = SHELF.setup(game, [None, None], random.Random(1))
    match = rust_core.Match(game, json.dumps(setup), bytes(32), SHELF.catalog(game))
    assert match.seats == 2
    assert match.pending()


def test_mage_tower_is_set_up_for_so_many_players_as_there_are() -> None:
    setup = SHELF.setup("mage_tower", [None] * 5, random.Random(1))
    match = rust_core.Match("mage_tower", json.dumps(setup), bytes(32))
    assert match.seats == 5
    dealt = json.loads(match.view(0))["players"]
    assert all(player["deck_size"] + player["hand_size"] + len(player["discard"]) >= 12 for player in dealt)


def test_options_replace_what_is_usual() -> None:
    setup = SHELF.setup("mage_tower", [None, None], random.Random(1), {"draft": "visible", "first": 1})
    match = rust_core.Match("mage_tower", json.dumps(setup), bytes(32))
    (decision,) = match.pending()
    assert (decision.window, decision.seat) == ("draft-visible", 1)


def test_options_that_do_not_fit_are_the_rules_to_refuse() -> None:
    setup = SHELF.setup("mage_tower", [None] * 3, random.Random(1), {"draft": "visible"})
    with pytest.raises(rust_core.SetupError):
        rust_core.Match("mage_tower", json.dumps(setup), bytes(32))


def test_a_pattern_that_was_brought_is_played() -> None:
    ready = SHELF.ready_patterns()
    setup = SHELF.setup("wizards_arena", [ready[0], None], random.Random(1))
    assert setup["patterns"][0] == ready[0]  # type: ignore[index]
    assert setup["patterns"][1] in ready  # type: ignore[index]


# Options


def test_a_wish_is_a_game_and_its_options() -> None:
    assert SHELF.wish("mage tower") == ("mage_tower", ())
    assert SHELF.wish("Tower  Advanced co-op") == ("mage_tower", ("advanced", "coop"))
    assert SHELF.wish("mage t coop COOP") == ("mage_tower", ("coop",))
    assert SHELF.wish("wizard's arena") == ("wizards_arena", ())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("", "no-such-game"),
        ("mage", "no-such-game"),
        ("draft", "no-such-game"),
        ("mage tower mage wars", "no-such-option"),
        ("arena coop", "no-such-option"),
        ("tower solo coop", "options-clash"),
    ],
)
def test_a_wish_that_cannot_be_read_is_refused(wish: str, code: str) -> None:
    with pytest.raises(RemoteError) as caught:
        SHELF.wish(wish)
    assert caught.value.code == code


@pytest.mark.parametrize(("game", "word"), [(game, option.word) for game in OPTIONS for option in OPTIONS[game]])
def test_every_option_is_explained_and_starts_a_match_of_every_number_of_seats_that_it_takes(
    game: str, word: str
) -> None:
    assert f" {word} " in texts_of("en").say("help-options") or f"'{word}'" in texts_of("en").say("help-options")
    assert read_options(game, [word.upper()]) == (word,)
    least, most = SHELF.seats(game, [word])
    for seats in range(least, most + 1):
        setup = SHELF.setup(game, [None] * seats, random.Random(1), fields_of(game, [word], seats))
        assert rust_core.Match(game, json.dumps(setup), bytes(32), SHELF.catalog(game)).seats == seats


def test_options_are_told_with_the_games() -> None:
    games = {game.name: game for game in SHELF.games()}
    tower, arena = games["mage_tower"], games["wizards_arena"]
    assert (tower.least, tower.seats, tower.options) == (1, 6, options_of("mage_tower"))
    assert (arena.least, arena.seats, arena.options) == (2, 2, [])
