"""Everything that Mage Wars can tell, ask or refuse has its text: events, windows, codes, cards."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rust_core
from server.text.mage_wars.events import EVENT_TYPES
from server.text.mage_wars.position import Cards
from server.text.rules import RuleBook
from server.text.style import Style
from tests.unit.server.text.playing import TEXTS
from tests.unit.server.text.playing_wars import CATALOG, GAME, SETUP, moment_of, viewer

SCHEMA = json.loads(rust_core.schema("mage_wars"))["$defs"]
CARDS = Cards.read(CATALOG.json)
RULES_TEXT = rust_core.rules_text("mage_wars")
RULES = RuleBook.parse(RULES_TEXT)
WIDE = Style(200)
_, _, _AFTER = RULES_TEXT.partition("- MW-31.7 ")
WINDOWS = [
    *re.findall(r"^\| `([a-z-]+)` \|", _AFTER.partition("- MW-31.8")[0], re.MULTILINE),
    "further-target",  # a ruling of the core's README: the creatures of Mending Wave
]
WORDS: dict[str, list[Any]] = {
    "by": ["move", "push", "snatch", "teleport", "follow"],
    "purpose": ["attack", "effect", "roll-to-miss", "defense", "escape", "lullaby", "burn", "heal", "reroll", "other"],
    "source": ["action", "counterstrike", "spell", "zone-part", "trap", "passage", "bash"],
    "cause": ["destroyed", "spent", "dissipate", "dissolved", "host-left", "returned", "fermata", "replaced", "new"],
    "phase": SCHEMA["view"]["properties"]["phase"]["enum"],
    "reason": ["resigned", "mage-destroyed", "new"],
    "to": ["discard", "spellbook"],
    "window": ["quickcast"],
    "condition": ["daze"],
    "token": ["valor"],
    "aura": ["solar"],
    "attack": ["tentacle_grasp", "new_attack"],
    "targets": ["3,1", "p1:paladin", "1,1-2,1"],
}


def test_there_are_windows() -> None:
    assert len(WINDOWS) == 37
    assert {"planning", "action", "reveal", "escape"} <= set(WINDOWS)


def test_every_event_of_the_schema_has_a_clause() -> None:
    types = {each["properties"]["type"]["const"] for each in SCHEMA["event"]["oneOf"]}
    assert types == EVENT_TYPES
    assert all(TEXTS.has(f"mw-ev-{each}") for each in types)


def samples(name: str, schema: dict[str, Any]) -> list[Any]:
    """Return some values of a property of an event: what it can be, and null where it can be that."""
    if "anyOf" in schema:
        return [sample for each in schema["anyOf"] for sample in samples(name, each)]
    if "const" in schema:
        return [schema["const"]]
    if "enum" in schema:
        return list(schema["enum"])
    match schema["type"]:
        case "null":
            return [None]
        case "array":
            return [[each] * schema.get("minItems", 1) for each in samples(name, schema["items"])]
        case "object":
            return [{key: samples(key, value)[-1] for key, value in schema["properties"].items()}]
        case "integer":
            low, high = schema.get("minimum", -2), schema.get("maximum", 12)
            return [low, 1, high]
        case "boolean":
            return [True, False]
    if "#" in schema.get("pattern", ""):
        return ["p2:kraken#1", "p1:paladin", "p2:hidden#3", "p1:dorseus_stallion_of_westlock#2"]
    return WORDS.get(name, ["kraken", "new_card"])


@pytest.mark.parametrize("you", [0, 1, None])
@pytest.mark.parametrize("schema", SCHEMA["event"]["oneOf"], ids=lambda each: each["properties"]["type"]["const"])
def test_every_event_is_told_whatever_it_says(schema: dict[str, dict[str, Any]], you: int | None) -> None:
    fields = schema["properties"]
    first = {name: samples(name, value)[-1] for name, value in fields.items()}
    for name, value in fields.items():
        for sample in samples(name, value):
            event = {**first, name: sample}
            (line,) = GAME.event_lines(event, viewer(you, WIDE))
            assert line.endswith("."), line
            assert line[0].isupper() or line[0].isdecimal(), line
            assert not re.search(r"None|\{|\}|\bnone\b|p[12]:|_", line), (event, line)
            GAME.tell_events([event], viewer(you, WIDE))


def test_an_event_of_no_type_of_ours_is_a_bug() -> None:
    with pytest.raises(KeyError):
        GAME.event_lines({"type": "exploded"}, viewer())


def test_dice_are_told_face_by_face_and_added_up() -> None:
    declared = {"type": "attack-declared", "attacker": "p2:kraken#1", "attack": "tentacle_grasp"}
    batch: list[dict[str, Any]] = [
        {**declared, "defender": "p1:cassiel_shield_of_bim_shalla#1", "source": "action"},
        {"type": "rolled", "purpose": "attack", "object": "p1:paladin", "dice": ["2", "1c", "0"], "die": None}
        | {"total": None, "stream": 256, "position": 0},
        {"type": "rolled", "purpose": "effect", "object": "p1:paladin", "dice": None, "die": 7, "total": 7},
        {"type": "damaged", "object": "p1:cassiel_shield_of_bim_shalla#1", "amount": 1, "damage": 3, "life": 10},
        {"type": "grappled", "grappler": "p2:kraken#1", "prey": "p1:cassiel_shield_of_bim_shalla#1"},
    ]
    assert " ".join(line.strip() for line in GAME.tell_events(batch, viewer(0, WIDE))) == (
        "Bea's Kraken#1 attacks your Cassiel#1 with Tentacle Grasp: rolls 3 dice: 2, 1c, blank (2 normal, 1 critical); "
        "effect die 7; your Cassiel#1 takes 1 damage (7 of 10 life left); Bea's Kraken#1 grapples your Cassiel#1."
    )
    (alone,) = GAME.tell_events(batch[1:2], viewer(0, WIDE))
    assert alone == "The attack rolls 3 dice: 2, 1c, blank (2 normal, 1 critical)."


def test_an_opponents_enchantment_keeps_its_secret() -> None:
    cast = {"type": "spell-cast", "caster": "p2:siren", "enchantment": "p2:hidden#2", "targets": ["p1:paladin"]}
    (theirs,) = GAME.event_lines({**cast, "card": None, "cost": 2}, viewer(0, WIDE))
    (own,) = GAME.event_lines({**cast, "card": "lullaby", "cost": 2}, viewer(1, WIDE))
    assert theirs == "Bea's Siren casts a hidden enchantment on your Paladin (2 mana)."
    assert own == "Your Siren casts Lullaby on Ana's Paladin (2 mana)."


@pytest.mark.parametrize("window", WINDOWS)
def test_every_window_has_its_words_and_question(window: str) -> None:
    assert GAME.window_words(window, viewer())
    assert TEXTS.has(f"mw-ask-{window}")


def test_no_window_is_asked_about_that_there_is_not() -> None:
    source = (Path(GAME.event_lines.__code__.co_filename).parents[1] / "en/mage_wars.ftl").read_text("utf-8")
    assert set(re.findall(r"^mw-ask-([a-z-]+) =", source, re.MULTILINE)) == set(WINDOWS)


def test_every_verb_and_phase_has_its_words() -> None:
    for verb in json.loads(CATALOG.json)["verbs"]:
        assert TEXTS.has(f"mw-do-{verb}"), verb
    for phase in SCHEMA["view"]["properties"]["phase"]["enum"]:
        assert TEXTS.has(f"mw-phase-{phase}")
    assert "no Life left" in GAME.goal({}, viewer())


PARAMS = {"card": "kraken", "name": "squid", "usage": "move 1,2", "window": "action", "seat": "1", "rule": "MW-8.3"}


@pytest.mark.parametrize("code", [code for code in rust_core.error_codes() if TEXTS.has(f"mw-refusal-{code}")])
def test_every_refusal_has_a_sentence_with_its_rule(code: str) -> None:
    for params in (PARAMS, {"rule": "MW-8.3"}, {**PARAMS, "window": "not-a-window"}):
        said = GAME.refusal(code, params, viewer()) or ""
        assert said.endswith(" [MW-8.3]")
        assert not re.search(r"\{|\bnone\b|_", said.replace("'", "")), said
    assert not (GAME.refusal(code, {**PARAMS, "rule": ""}, viewer()) or "]").endswith("]")


def test_a_code_of_another_game_is_not_ours_to_explain() -> None:
    assert GAME.refusal("not-enough-gold", {}, viewer()) is None


@pytest.mark.parametrize(
    ("window", "line", "code"),
    [
        ("planning", "move 1,1", "wrong-window"),
        ("planning", "plan longsword", "not-in-book"),
        ("planning", "dance", "unreadable-line"),
        ("planning", "plan squid", "no-such-name"),
        ("turn", "activate foe:siren", "not-active"),
        ("action", "move 3,0", "cannot-move-there"),
        ("action", "attack longsword foe:siren", "no-such-attack"),
        ("quickcast", "cast kraken", "not-planned"),
    ],
)
def test_what_the_rules_refuse_is_explained(window: str, line: str, code: str) -> None:
    moment = next(each for seed in range(9) if (each := moment_of(window, seed)).seat == 0)
    with pytest.raises(rust_core.IllegalChoice) as caught:
        moment.match.choose(0, line)
    assert caught.value.code == code
    said = GAME.refusal(code, caught.value.params, viewer()) or ""
    assert said
    rule = caught.value.params.get("rule")
    assert rule is None or (rule in said and RULES.canonical(rule))


@pytest.mark.parametrize("card", CARDS.cards)
def test_every_card_has_its_page(card: str) -> None:
    entry = CARDS.cards[card]
    for style in (WIDE, Style(80), Style(40)):
        lines = GAME.card_lines(card, viewer(0, style)) or []
        assert all(len(line) <= style.width and line.isascii() for line in lines)
        text = " ".join(line.strip() for line in lines)
        assert entry.name.replace("\u2019", "'") in text
        for attack in entry.attacks:
            assert f"{attack.name}: " in text
        assert " ".join(entry.text.split()[:2]) in text
        rule = lines[-1].rpartition(" ")[2]
        assert RULES.canonical(rule) == rule
        assert "{" not in text
    by_id = GAME.card_lines(card, viewer())
    assert by_id == GAME.card_lines(f"foe:{card.upper()}#1", viewer()) == GAME.card_lines(entry.name, viewer())


def test_a_card_is_full() -> None:
    assert GAME.card_lines("kraken", viewer()) == [
        "Kraken (kraken): creature",
        "  water 5; aquatic, octopus; legendary",
        "  cost 21 mana; full action; range 0-0; target: zone",
        "  armor 2, life 19",
        "  Tentacle Grasp: 3 dice, quick, ranged 0-1; effect die 5+ snatch, grapple",
        "  Devouring Beak: 6 dice, full, melee, piercing 3",
        "  Traits: slow.",
        "  Tentacle Grasp on 5+: first Snatch the defender one zone toward the Kraken,",
        "  then Grapple it. If the defender is not in the Kraken's zone after the Snatch",
        "  part, the Grapple part fails. A defender already in the Kraken's zone is",
        "  grappled directly.",
        "  More: rules MW-2",
    ]


def test_cards_are_listed_by_kind_and_by_the_beginning_of_a_name() -> None:
    creatures = [card for card in CARDS.cards.values() if card.kind == "creature"]
    assert len(GAME.card_lines("creature", viewer(0, WIDE)) or []) == len(creatures)
    assert (GAME.card_lines("krak", viewer()) or [""])[0].startswith("Kraken")
    assert (GAME.card_lines("tentacle grasp", viewer()) or [""])[0].startswith("Kraken")
    assert (GAME.card_lines("shoals", viewer()) or [""])[0] == "Several cards begin like that:"
    every = " ".join(GAME.card_lines("all", viewer(0, WIDE)) or [])
    assert all(f"{card.id} " in every for card in CARDS.cards.values() if "marker" not in card.kind)


@pytest.mark.parametrize("name", ["", "#", "zz", "p2:"])
def test_no_card_is_found_where_there_is_none(name: str) -> None:
    assert GAME.card_lines(name, viewer()) is None


def test_books_are_printed_so_none_is_listed() -> None:
    assert GAME.patterns_lines(viewer()) == []


def test_the_catalogue_that_texts_read_is_the_one_that_is_played() -> None:
    folder = Path(rust_core.__file__).parent / "catalog/mage_wars"
    entries = [card for path in folder.glob("*.toml") for card in tomllib.loads(path.read_text("utf-8"))["card"]]
    assert {card["id"] for card in entries} == set(CARDS.cards)
    assert rust_core.Match("mage_wars", SETUP, bytes(32), CATALOG).seats == 2


@pytest.mark.parametrize(
    ("winners", "reason", "you", "said"),
    [
        ([0], "mage-destroyed", 0, "Match 12 is over: you win, a Mage has no life left (round 11)."),
        ([0], "mage-destroyed", 1, "Match 12 is over: you lose, Ana wins, a Mage has no life left (round 11)."),
        ([1], "retired", None, "Match 12 is over: Bea wins, the loser has left (round 11)."),
        ([], "both-destroyed", 0, "Match 12 is over: nobody wins, both Mages fell at once (round 11)."),
        ([], "agreed-draw", 0, "Match 12 is over: nobody wins, a draw was agreed (round 11)."),
        ([1], "round-limit", 1, "Match 12 is over: you win, the last round is over (round 11)."),
        ([1], "bored", 1, "Match 12 is over: you win, bored (round 11)."),
    ],
)
def test_a_result_says_who_won_and_why(winners: list[int], reason: str, you: int | None, said: str) -> None:
    assert GAME.result(winners, reason, 11, viewer(you, WIDE), 12) == [said]
