"""How a match is set up where nothing else is wished; what is wished; what can't be."""

import json
import random

import pytest

import rust_core
from server.setups import Shelf

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
