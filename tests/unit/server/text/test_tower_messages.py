"""Everything that Mage Tower can tell, ask or refuse has its text: events, windows, codes, cards."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rust_core
from server.text.mage_tower.cards import card_lines
from server.text.mage_tower.events import EVENT_TYPES, SILENT
from server.text.mage_tower.position import Cards, Line, arrow_hits
from server.text.mage_tower.words import short_text
from server.text.rules import RuleBook
from server.text.style import Style
from server.text.viewer import Viewer
from tests.unit.server.text.playing_tower import CATALOG, GAME, NAMES, TEXTS, position, viewer

SCHEMA = json.loads(rust_core.schema("mage_tower"))["$defs"]
CARDS = Cards.read(CATALOG.json)
RULES = RuleBook.parse(rust_core.rules_text("mage_tower"))
WIDE = Style(200)
WINDOWS = (  # MT-25.5
    "draft-hidden",
    "draft-visible",
    "keep",
    "gamestart",
    "casting",
    "target",
    "search",
    "sift",
    "copy",
    "harpy",
    "bog-witch",
    "brazen-bargain",
    "unravel",
    "sabotage",
    "blood-tithe",
    "warded-gate",
    "ambush-marker",
    "village-mob",
)


def test_every_event_of_the_schema_has_a_clause() -> None:
    assert {each["properties"]["type"]["const"] for each in SCHEMA["event"]["oneOf"]} == EVENT_TYPES


def samples(name: str, schema: dict[str, Any]) -> list[object]:
    """Return some values of a property of an event: what it can be, and null where it can be that."""
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return list(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    found: list[object] = [None] if "null" in kinds else []
    if "array" in kinds:
        found += [[each] for each in samples(name, schema["items"])]
    if "integer" in kinds:
        found += [0, 1] if schema.get("minimum", -1) >= 0 else [-1, 0, 2]
    if "boolean" in kinds:
        found += [True, False]
    if "string" in kinds:
        pattern = schema.get("pattern", "")
        if "#" in pattern:
            found += ["p2:orc#1", "p1:knight#2", "orc#3"]
        else:
            found.append("archer" if pattern else {"reason": "resigned", "line": "gold"}.get(name, "archer"))
    return found


@pytest.mark.parametrize("you", [0, 1, None])
@pytest.mark.parametrize("schema", SCHEMA["event"]["oneOf"], ids=lambda each: each["properties"]["type"]["const"])
def test_every_event_is_told_whatever_it_says(schema: dict[str, dict[str, Any]], you: int | None) -> None:
    fields = schema["properties"]
    first = {name: samples(name, value)[-1] for name, value in fields.items()}
    for name, value in fields.items():
        for sample in samples(name, value):
            event = {**first, name: sample}
            lines = GAME.event_lines(event, viewer(you, WIDE))
            assert bool(lines) == (event["type"] not in SILENT), event
            for line in lines:
                assert line.endswith("."), line
                assert line[0].isupper(), line
                assert "None" not in line, line
                assert "{" not in line, line
            GAME.tell_events([event], viewer(you, WIDE))


def test_an_event_of_no_type_of_ours_is_a_bug() -> None:
    with pytest.raises(KeyError):
        GAME.event_lines({"type": "exploded"}, viewer())


@pytest.mark.parametrize("window", WINDOWS)
def test_every_window_has_its_words_and_question(window: str) -> None:
    assert GAME.window_words(window, viewer())
    assert TEXTS.has(f"mt-ask-{window}")


def test_no_window_is_asked_about_that_there_is_not() -> None:
    source = (Path(short_text.__code__.co_filename).parents[1] / "en/mage_tower.ftl").read_text("utf-8")
    asked = {
        line.partition(" =")[0].removeprefix("mt-ask-") for line in source.splitlines() if line.startswith("mt-ask-")
    }
    assert asked == set(WINDOWS)


def test_every_phase_and_mode_has_its_words() -> None:
    properties = SCHEMA["view"]["properties"]
    for phase in properties["phase"]["enum"]:
        assert TEXTS.has(f"mt-phase-{phase}")
    for mode in properties["mode"]["enum"]:
        assert GAME.goal({"mode": mode}, viewer())


PARAMS = {
    "card": "knight",
    "name": "knight#1",
    "named": "orc#1",
    "hand": "archer, knight",
    "cost": "3",
    "energy": "1",
    "price": "4",
    "gold": "2",
    "usage": "play archer",
    "window": "casting",
    "seat": "1",
    "rule": "MT-7.1",
}


@pytest.mark.parametrize("code", [code for code in rust_core.error_codes() if TEXTS.has(f"mt-refusal-{code}")])
def test_every_refusal_has_a_sentence_with_its_rule(code: str) -> None:
    said = GAME.refusal(code, PARAMS, viewer()) or ""
    assert said.endswith(" [MT-7.1]")
    assert "{" not in said
    assert not (GAME.refusal(code, {**PARAMS, "rule": ""}, viewer()) or "]").endswith("]")


def test_a_refusal_says_what_is_held_and_what_can_be_typed() -> None:
    assert "Your hand: archer, knight." in (GAME.refusal("not-held", PARAMS, viewer()) or "")
    assert "Your hand is empty." in (GAME.refusal("not-held", {**PARAMS, "hand": "nothing"}, viewer()) or "")
    assert GAME.refusal("unreadable-line", {}, viewer()) != GAME.refusal("unreadable-line", PARAMS, viewer())
    assert GAME.refusal("not-enough-mana", PARAMS, viewer()) is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("play knight", "not-held"),
        ("play elite_archer", "not-enough-energy"),
        ("play wizard", "unknown-card"),
        ("play tower_shield orc#1", "no-target"),
        ("buy intellect", "not-enough-gold"),
        ("buy archer", "cannot-be-bought"),
        ("cycle archer", "cannot-be-cycled"),
        ("use watch_spire#1", "no-ability"),
        ("attack wisp#1 ogre#1", "not-closest"),
        ("attack shieldmaiden#1", "defender-has-attacked"),
        ("attack giant#1", "not-in-play"),
        ("pick archer", "wrong-window"),
        ("dance", "unreadable-line"),
        ("end now", "unreadable-line"),
    ],
)
def test_what_the_rules_refuse_is_explained(line: str, code: str) -> None:
    seats = [
        {
            "hand": ["archer", "elite_archer", "tower_shield"],
            "in_play": ["wisp", {"card": "shieldmaiden", "attacks_used": 1}, "watch_spire"],
            "board": ["orc", "ogre"],
        },
        {},
    ]
    with pytest.raises(rust_core.IllegalChoice) as caught:
        position(seats, energy=3).choose(0, line)
    assert caught.value.code == code
    said = GAME.refusal(code, caught.value.params, viewer()) or ""
    assert caught.value.params["rule"] in said
    assert RULES.canonical(caught.value.params["rule"].rpartition(",")[2])


@pytest.mark.parametrize("card", CARDS.cards)
def test_every_card_has_its_short_text_and_its_page(card: str) -> None:
    entry = CARDS.of(card)
    assert TEXTS.has(f"mt-do-{card}")
    assert len(short_text(viewer(), entry)) <= 62
    by_id = GAME.card_lines(card, viewer()) or []
    assert entry.name in by_id[0]
    assert by_id == GAME.card_lines(f"p2:{card.upper()}#1", viewer()) == GAME.card_lines(entry.name, viewer())
    assert entry.text.split()[0] in " ".join(by_id)
    rule = by_id[-1].rpartition(" ")[2]
    assert RULES.canonical(rule) == rule


def test_a_card_without_words_of_its_own_says_its_text() -> None:
    document = json.loads(CATALOG.json)
    document["cards"] = [{**document["cards"][0], "id": "new_card", "name": "New Card"}]
    cards = Cards.read(json.dumps(document))
    assert short_text(viewer(), cards.of("new_card")) == cards.of("new_card").text
    assert "New Card" in (card_lines("new card", viewer(), cards) or [""])[0]


def test_cards_are_listed_by_kind_and_by_the_beginning_of_a_name() -> None:
    every = GAME.card_lines("all", viewer(0, WIDE)) or []
    assert len(every) == len(CARDS.cards) - 1  # the placeholder is none that one meets
    assert len(GAME.card_lines("equipment", viewer(0, WIDE)) or []) == 8
    assert len(GAME.card_lines("prize", viewer(0, WIDE)) or []) == 3
    assert (GAME.card_lines("kni", viewer()) or [""])[0].startswith("Knight")
    assert (GAME.card_lines("boon", viewer()) or [""])[0].strip().startswith("boon_of")
    assert (GAME.card_lines("ca", viewer()) or [""])[0].startswith("Call the Militia")
    assert (GAME.card_lines("ba", viewer()) or [""])[0] == "Several cards begin like that:"


@pytest.mark.parametrize("name", ["", "#", "zz", "p2:", "s"])
def test_no_card_is_found_where_there_is_none_or_too_many(name: str) -> None:
    assert GAME.card_lines(name, viewer()) is None


def test_decks_are_dealt_so_none_is_listed() -> None:
    assert GAME.patterns_lines(viewer()) == []


def test_arrows_go_on_behind_what_they_kill() -> None:
    match = position([{"board": ["warlock", "warlock", "giant"]}, {}])
    board = json.loads(match.view(0))["players"][0]["board"]
    hits, past = arrow_hits(board, 5, CARDS)
    assert [(hit.name, hit.amount, hit.left) for hit in hits] == [
        ("warlock#1", 2, 0),
        ("warlock#2", 2, 0),
        ("giant#1", 1, 4),
    ]
    assert past == 0
    hits, past = arrow_hits(board[:1], 5, CARDS)
    assert (hits[0].kills, past) == (True, 3)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play archer", "2 energy: 3 arrow damage: kills warlock#1, 1 to orc#1 (2 left)"),
        ("attack knight#1", "kills warlock#1; 2 back (2 left)"),
        ("attack wisp#1", "1 to warlock#1 (1 left); it falls"),
        ("attack griffon_lancer#1 orc#1", "kills orc#1; 2 back (1 left)"),
        ("attack bodysnatcher#1", "1 to warlock#1 (1 left); 2 back (2 left)"),
        ("buy intellect", "3 gold: draw 1; later draw 2"),
        ("cycle war_maul", "2 energy: draw a card instead"),
        ("end", "end your turn"),
    ],
)
def test_what_a_line_would_do_is_foreseen_as_the_rules_do_it(line: str, said: str) -> None:
    seats = [
        {
            "gold": 3,
            "hand": ["archer", "war_maul"],
            "in_play": ["knight", "wisp", "griffon_lancer", "bodysnatcher"],
            "board": ["warlock", "orc"],
        },
        {},
    ]
    match = position(seats)
    view = json.loads(match.view(0))
    prompt = GAME.prompt("casting", [line, "end"], view, viewer(0, WIDE), "end")
    assert line in match.choices(0)
    assert any(Line.read(line).text in row and said in row for row in prompt.lines), prompt.lines


def test_several_opponents_are_named() -> None:
    match = position([{"hand": ["archer", "goad"], "board": []}, {}, {}])
    lines = GAME.prompt(
        "casting", match.choices(0), json.loads(match.view(0)), Viewer(TEXTS, WIDE, NAMES[:3], 0), "end"
    ).lines
    assert any("3 arrow damage: 3 damage to Bea and Carl" in line for line in lines)
    assert any("play goad ..." in line and "2 p2 (Bea) | 3 p3 (Carl)" in line for line in lines)


def test_the_catalogue_that_texts_read_is_the_one_that_is_played() -> None:
    folder = Path(rust_core.__file__).parent / "catalog/mage_tower"
    entries = [card for path in folder.glob("*.toml") for card in tomllib.loads(path.read_text("utf-8"))["card"]]
    assert {card["id"] for card in entries} == set(CARDS.cards)
