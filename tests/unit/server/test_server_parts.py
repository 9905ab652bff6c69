"""Small parts of the server, each alone."""

import inspect
import json
import socket
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

import rust_core
from protocol import ERROR_CODES as PROTOCOL_CODES
from protocol import RemoteError, decode_server, encode_server, parse_any, shadowed_commands
from protocol.client_messages import Choose, Resign
from server import house
from server.config import Config
from server.errors import ERROR_CODES
from server.listen import open_listeners
from server.rules_core import RulesCore
from server.screen import TextScreen
from server.session import MatchViewer
from server.setups import FIRST_GAME, Shelf
from server.update import Scene, Update, turn_of
from tests.support.fake_game import FakeEvent, FakeGame, refusal

SHADOWED: dict[str, list[str]] = {
    "wizards_arena": ["draw"],
    "mage_tower": ["leave", "pass", "play"],
    "mage_wars": ["auto", "next", "pass"],
}
PATTERN = "BCGBHKGPBHCRPGKQHPRUQLUQU"
"""For each game, the commands that its choice verbs hide while a seat decides. Whoever adds one says so here."""


def test_every_game_says_which_commands_its_verbs_hide() -> None:
    shelf = Shelf()
    for game in shelf.games():
        assert shadowed_commands(shelf.verbs(game.name)) == SHADOWED.get(game.name), game.name


def test_slash_reaches_a_command_whatever_the_verbs() -> None:
    verbs = frozenset({"resign"})
    assert shadowed_commands(verbs) == ["resign"]
    hidden, reached = parse_any("resign", verbs), parse_any("/resign", verbs)
    assert hidden is not None
    assert reached is not None
    assert (hidden.message, reached.message) == (Choose("resign"), Resign())


def test_codes_of_the_layers_do_not_collide() -> None:
    assert not set(ERROR_CODES) & set(PROTOCOL_CODES)
    assert all(code == code.lower() and " " not in code for code in ERROR_CODES)
    shared = set(ERROR_CODES) & set(rust_core.error_codes())
    assert shared <= {"no-such-card"}, "one code, one meaning"


# Settings and sockets


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": -1},
        {"port": 65536},
        {"login_s": 0},
        {"absence_s": -1},
        {"shutdown_s": -0.1},
        {"connections": 0},
        {"matches": 0},
    ],
)
def test_config_refuses_what_makes_no_sense(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Config(**wrong)  # type: ignore[arg-type]


def test_listeners_of_one_host_share_a_port_and_a_taken_one_is_an_error() -> None:
    listeners = open_listeners("localhost", 0)
    try:
        (port,) = {listener.getsockname()[1] for listener in listeners}
        assert port
        with pytest.raises(OSError, match="in use"):
            open_listeners("localhost", port)
    finally:
        for listener in listeners:
            listener.close()
    again = open_listeners("localhost", port)  # the failed try left nothing open
    for listener in again:
        assert listener.family in {socket.AF_INET, socket.AF_INET6}
        listener.close()


# Games


def test_fake_game_has_the_face_of_the_core() -> None:
    names = [name for name, member in inspect.getmembers(RulesCore) if not name.startswith("_") and member is not None]
    assert len(names) >= 8
    for name in names:
        assert hasattr(rust_core.Match, name), name
        assert hasattr(FakeGame(), name), name


def test_fake_refusal_is_what_the_core_raises() -> None:
    core = rust_core.Match(FIRST_GAME, json.dumps(Shelf().setup(FIRST_GAME, [None, None], Random(1))), bytes(32))
    with pytest.raises(rust_core.IllegalChoice) as real:
        core.choose(0, "dance")
    with pytest.raises(rust_core.IllegalChoice) as fake:
        FakeGame().choose(0, "dance")
    for error in (real.value, fake.value):
        assert isinstance(error.code, str)
        assert isinstance(error.message, str)
        assert isinstance(error.params, dict)
    assert refusal("a", "b").code == "a"


@pytest.mark.parametrize("level", house.LEVELS)
def test_house_plays_lines_that_are_taken(level: str) -> None:
    chance = Random(5)
    setup = json.dumps(Shelf().setup(FIRST_GAME, [None, None], chance))
    core = rust_core.Match(FIRST_GAME, setup, bytes(32))
    mind = house.mind(level, chance)
    for _ in range(2000):
        if not core.pending():
            break
        seat = core.pending()[0].seat
        core.choose(seat, mind(core, seat))
    assert core.choices_made > 20


@pytest.mark.parametrize(
    ("text", "found"), [("wizards arena", True), ("WIZARDS_ARENA", True), ("wiz", True), ("chess", False)]
)
def test_games_are_found_as_people_write_them(text: str, found: bool) -> None:
    shelf = Shelf()
    if found:
        assert shelf.find(text) == FIRST_GAME
    else:
        with pytest.raises(RemoteError) as caught:
            shelf.find(text)
        assert caught.value.code == "no-such-game"
        assert caught.value.suggestions


def test_pattern_is_judged_by_the_core_and_ready_ones_are_fine() -> None:
    shelf = Shelf()
    assert shelf.check_pattern(" bbb ccc hhh iii ggg ppp qqq uuu a") == "BBBCCCHHHIIIGGGPPPQQQUUUA"
    for name in shelf._patterns():
        assert len(shelf.check_pattern(name.upper())) == 25
    for wrong in ("", "ABC", "A" * 25, "Z" * 25, "\u202e" * 25, "A" * 4000):
        with pytest.raises(RemoteError) as caught:
            shelf.check_pattern(wrong)
        assert caught.value.code == "bad-pattern"
        assert len(caught.value.message) < 400


# Updates


def _update(*faces: list[tuple[list[int] | None, str]], first: list[int]) -> Update:
    core = FakeGame()
    core.opening()
    events = [FakeEvent(each) for each in faces]
    return Update(_scene(core, 1), core.look(events), first)  # type: ignore[arg-type]


def _scene(core: object, match: int) -> Scene:
    return Scene(match, ("Ana", "Bea"), core, [0, 0], lambda _: False)  # type: ignore[arg-type]


def test_each_viewer_gets_the_face_that_names_it_and_its_own_numbers() -> None:
    faces: tuple[list[tuple[list[int] | None, str]], ...]
    faces = [(None, '{"all":1}')], [([0], '{"one":1}')], [([1], '{"two":1}'), (None, '{"rest":1}')]
    update = _update(*faces, first=[7, 9, 5])
    assert update.faces(0) == ['{"all":1}', '{"one":1}', '{"rest":1}']
    assert update.faces(1) == ['{"all":1}', '{"two":1}']
    assert update.faces(None) == ['{"all":1}', '{"rest":1}']
    lines = [json.loads(line) for line in update.json(1).splitlines()]
    assert [line["number"] for line in lines[:2]] == [9, 10]
    assert lines[2]["type"] == "decide"
    assert [json.loads(line)["number"] for line in update.json(None).splitlines()[:2]] == [5, 6]


def test_what_the_core_tells_is_what_the_protocol_would_say() -> None:
    core = rust_core.Match("wizards_arena", json.dumps({"patterns": [PATTERN] * 2, "first": None}), bytes(32))
    rng = Random(5)
    step = core.look(core.opening())
    numbers = [1, 1, 1]
    scene = _scene(core, 3)
    for _ in range(200):
        update = Update(scene, step, numbers)
        for seat in (0, 1, None):
            for line in update.json(seat).split(b"\r\n")[:-1]:
                message = decode_server(line).message
                assert encode_server(message) == line
            decision = update.decision(seat)
            assert message == (update.over() or (update.waiting() if decision is None else update.decide(decision)))
        numbers = step.count(numbers)
        assert step.pending == core.pending()
        assert step.is_over == (core.outcome() is not None)
        if step.is_over:
            break
        assert step.turn == (step.pending[0].seat, step.pending[0].id)
        mover = step.pending[0].seat
        step = core.play(mover, rng.choice(core.choices(mover)))


def test_waiting_names_those_who_have_not_sealed_yet() -> None:
    core = FakeGame()
    core.opening()
    core.choose(0, "seal rock")
    update = Update(_scene(core, 1), core.look([]), [1, 1, 1])  # type: ignore[arg-type]
    assert update.waiting().seats == [1]
    assert json.loads(update.json(None).splitlines()[-1]) == {
        "type": "waiting", "match": 1, "seats": [1], "window": "sealing",
    }  # fmt: skip


def test_who_has_chosen_under_a_veil_is_told_so_and_not_that_it_is_waited_for() -> None:
    core = FakeGame()
    core.opening()
    scene = Scene(1, ("Ana", "Bea"), core, [0, 0], lambda seat: seat == 0)  # type: ignore[arg-type]
    update = Update(scene, core.look([]), [1, 1, 1])  # type: ignore[arg-type]
    ana, watcher = (cast("MatchViewer", SimpleNamespace(seat=seat)) for seat in (0, None))
    assert "You have chosen" in " ".join(TextScreen().show(ana, update, "choices"))
    assert "Waiting for Ana and Bea" in " ".join(TextScreen().show(watcher, update, "choices"))


# Setups and counting


def test_mage_wars_is_set_up_with_both_mages_by_chance() -> None:
    shelf = Shelf()
    found = set()
    for seed in range(12):
        setup = shelf.setup("mage_wars", [None, None], Random(seed))
        match = rust_core.Match("mage_wars", json.dumps(setup), bytes(32), shelf.catalog("mage_wars"))
        found.add(tuple(seat["mage"] for seat in json.loads(match.view(None))["seats"]))
    assert found == {("paladin", "siren"), ("siren", "paladin")}


@pytest.mark.parametrize(
    ("view", "number"),
    [
        ({"game": "wizards_arena", "turn": 7}, 7),
        ({"game": "mage_tower", "turn": 9, "round": 4}, 9),
        ({"game": "mage_wars", "turn": 1, "round": 5}, 5),
        ({"game": "mage_wars", "turn": None, "round": 6}, 6),
        ({"game": "chess"}, 0),
    ],
)
def test_people_count_turns_or_rounds(view: dict[str, object], number: int) -> None:
    assert turn_of(view) == number
