"""Every message that can be asked for exists, and can be said with all of its arguments."""

import itertools
import json
import logging
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast, visitor

import rust_core
from protocol import COMMANDS, ERROR_CODES
from server.errors import ERROR_CODES as SERVER_CODES
from server.text import guide, lobby
from server.text.fluent import Texts, languages, texts_of
from server.text.wizards_arena.events import EVENT_TYPES
from tests.unit.server.text.playing import CATALOG, GAME, TEXTS, viewer

FOLDER = Path(lobby.__file__).parent
SCHEMA = json.loads(rust_core.schema("wizards_arena"))["$defs"]
WINDOWS = ("cut", "heal", "draw", "summoning", "attack")  # WA-10
NUMBERS = frozenset(
    {
        "count",
        "amount",
        "left",
        "life",
        "crystals",
        "mana",
        "cost",
        "lost",
        "players",
        "matches",
        "seats",
        "most",
        "free",
    }
)


class Variables(visitor.Visitor):
    """Collects the arguments of a message, and what its selectors choose between."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.keys: dict[str, set[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        """Keep an argument's name."""
        self.keys.setdefault(node.id.name, set())

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        """Keep what it chooses between."""
        assert isinstance(node.selector, ast.VariableReference)
        keys = {v.key.name if isinstance(v.key, ast.Identifier) else v.key.value for v in node.variants}
        self.keys.setdefault(node.selector.id.name, set()).update(keys)
        self.generic_visit(node)


def messages(language: str) -> dict[str, ast.Message]:
    found: dict[str, ast.Message] = {}
    for path in sorted((FOLDER / language).glob("*.ftl")):
        body = FluentParser().parse(path.read_text("utf-8")).body
        found |= {entry.id.name: entry for entry in body if isinstance(entry, ast.Message)}
    return found


@pytest.mark.parametrize("language", languages())
def test_every_message_can_be_said_with_all_of_its_arguments(language: str) -> None:
    texts = Texts(language, is_strict=True)
    for message_id, message in messages(language).items():
        variables = Variables()
        variables.visit(message)
        values: list[list[str | int]] = []
        for name, keys in variables.keys.items():
            if name in NUMBERS or keys & {"one", "0"}:
                values.append([0, 1, 2, 5])
            else:
                values.append(sorted(keys) or ["Something"])
        for chosen in itertools.product(*values):
            said = texts.say(message_id, **dict(zip(variables.keys, chosen, strict=True)))
            assert said.strip(), message_id
            assert "{" not in said, message_id
            assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", said), message_id
            assert language != "en" or said.isascii(), message_id


@pytest.mark.parametrize("language", languages())
def test_every_language_says_what_english_says_with_the_same_arguments(language: str) -> None:
    english, other = messages("en"), messages(language)
    assert set(other) <= set(english)
    for message_id, message in other.items():
        here, there = Variables(), Variables()
        here.visit(message)
        there.visit(english[message_id])
        assert set(here.keys) <= set(there.keys), message_id


def test_every_event_of_the_schema_has_a_sentence() -> None:
    types = {each["properties"]["type"]["const"] for each in SCHEMA["event"]["oneOf"]}
    assert types == EVENT_TYPES


def sample(schema: dict[str, object]) -> object:
    """Return some value of a property of an event."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][-1]  # type: ignore[index]
    if schema["type"] == "array":
        return [sample(schema["items"])] * int(str(schema.get("minItems", 1)))  # type: ignore[arg-type]
    return {"integer": 1, "boolean": True, "string": "p2:B1" if "pattern" in schema else "resigned"}[
        str(schema["type"])
    ]


@pytest.mark.parametrize("you", [0, 1, None])
@pytest.mark.parametrize("schema", SCHEMA["event"]["oneOf"], ids=lambda each: each["properties"]["type"]["const"])
def test_every_event_is_told_alone_and_in_a_batch(
    schema: dict[str, dict[str, dict[str, object]]], you: int | None
) -> None:
    event = {name: sample(value) for name, value in schema["properties"].items()}
    silent = {"turn-ended", "over"} | ({"attack-began"} if you == 1 else set())
    alone = GAME.event_lines(event, viewer(you))
    assert bool(alone) == (event["type"] not in silent)
    if event["type"] not in {"cast", "flashed"}:  # these are told by what comes of them
        assert GAME.tell_events([event], viewer(you)) == alone


def test_an_event_of_no_type_of_ours_is_a_bug() -> None:
    with pytest.raises(KeyError):
        GAME.event_lines({"type": "exploded"}, viewer())


def test_every_window_has_its_words_question_and_phase() -> None:
    for window in WINDOWS:
        assert GAME.window_words(window, viewer())
        assert TEXTS.has(f"wa-ask-{window}")
    for phase in SCHEMA["view"]["properties"]["phase"]["enum"]:
        assert TEXTS.has(f"wa-phase-{phase}")


def test_every_ability_has_its_words_and_use() -> None:
    for card in json.loads(CATALOG.json)["cards"]:
        if card["ability"]:
            assert TEXTS.has(f"wa-ability-{card['ability']}")
            assert TEXTS.has(f"wa-use-{card['ability']}")


PARAMS = {
    "card": "K1",
    "place": "in the Arena",
    "hand": "B1, C1",
    "phase": "the draw: draw 1 or draw 2",
    "cost": "3",
    "mana": "1",
    "blockers": "foe:C1 or foe:C2",
    "usage": "summon B1",
    "rule": "WA-5.1",
}


@pytest.mark.parametrize("code", [code for code in rust_core.error_codes() if TEXTS.has(f"wa-refusal-{code}")])
def test_every_refusal_of_the_rules_has_a_sentence_with_its_rule(code: str) -> None:
    assert (GAME.refusal(code, PARAMS, viewer()) or "").endswith(". [WA-5.1]") or code == "unreadable-line"
    assert GAME.refusal("unreadable-line", {}, viewer()) != GAME.refusal("unreadable-line", PARAMS, viewer())
    assert not (GAME.refusal(code, {**PARAMS, "rule": ""}, viewer()) or "]").endswith("]")


def test_a_code_of_another_game_is_not_ours_to_explain() -> None:
    assert GAME.refusal("not-enough-gold", {"price": "3", "gold": "1"}, viewer()) is None


def test_every_code_of_the_rules_has_a_sentence_in_some_game_and_every_sentence_a_code() -> None:
    known = {found[2] for message_id in messages("en") if (found := re.match("(wa|mt|mw)-refusal-(.+)", message_id))}
    assert known == set(rust_core.error_codes())


FIELDS = {"word": "x", "usage": "who", "field": "f", "expected": "a string", "why": "w", "limit": "4096", "type": "t"}


@pytest.mark.parametrize("code", ERROR_CODES)
def test_every_refusal_of_the_protocol_has_a_sentence(code: str) -> None:
    assert TEXTS.has(f"refusal-{code}")
    assert lobby.refusal(code, FIELDS, "", viewer())


SERVER_FIELDS = {
    "name": "Bea",
    "reason": "r",
    "card": "Z",
    "game": "g",
    "match": "7",
    "number": "9",
    "table": "3",
    "title": "G",
    "option": "o",
    "first": "a",
    "second": "b",
    "host": "Ana",
    "missing": "2",
    "form": "other",
    "wish": "G",
    "takes": "2",
    "seats": "7",
    "given": "x",
    "most": "10",
}


@pytest.mark.parametrize("code", SERVER_CODES)
def test_every_refusal_of_the_server_has_a_sentence(code: str) -> None:
    assert TEXTS.has(f"refusal-{code}")
    assert lobby.refusal(code, SERVER_FIELDS, "", viewer())


def test_a_refusal_without_a_text_says_its_own_sentence() -> None:
    assert lobby.refusal("new-code", {}, "It is new.", viewer()) == "It is new."
    assert "new-code" in lobby.refusal("new-code", {}, "", viewer())


def test_every_command_has_help_with_its_usage_and_an_example() -> None:
    for command in COMMANDS:
        first, *rest = guide.topic(command.name, viewer()) or []
        assert first == f"Usage: {command.usage}"
        assert any(line.startswith((f"  {command.name}", f"  /{command.name}")) for line in rest)
        for word in (command.name, f"/{command.name.upper()}", *command.aliases):
            assert guide.topic(word, viewer())
    assert {command.group for command in COMMANDS} == set(guide.GROUPS)


def test_help_fits_a_small_screen_and_names_every_command() -> None:
    lines = guide.index(viewer())
    assert len(lines) < 24
    words = " ".join(lines).split()
    assert all(command.name in words for command in COMMANDS)


def test_every_topic_has_help_and_nothing_else_does() -> None:
    for topic in (*guide.TOPICS, *guide.GROUPS):
        assert guide.topic(topic, viewer())
    assert guide.topic("title", viewer()) is None
    assert guide.topic("", viewer()) is None


@pytest.mark.parametrize("game", ["wa-", "mt-", "mw-"])
def test_every_message_of_a_game_is_used_somewhere(game: str) -> None:
    code = "\n".join(path.read_text("utf-8") for path in FOLDER.rglob("*.py"))
    said = set(re.findall(rf'f?"({game}[a-z-]+)', code))
    for message_id in messages("en"):
        if message_id.startswith(game):
            prefixes = [each for each in said if each.endswith("-")]
            assert message_id in said or any(message_id.startswith(each) for each in prefixes), message_id


def test_a_missing_message_raises_in_tests_and_is_logged_otherwise(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(KeyError):
        TEXTS.say("no-such-message")
    with pytest.raises(KeyError):
        TEXTS.say("hello", guest="yes")
    with caplog.at_level(logging.ERROR):
        assert Texts("en").say("no-such-message") == "no-such-message"
        assert "name" in Texts("en").say("hello", guest="yes")
    assert len(caplog.records) == 2


def test_languages_are_shared_and_unknown_ones_refused() -> None:
    assert "en" in languages()
    assert texts_of("en") is texts_of("en")
    with pytest.raises(LookupError):
        Texts("tlh")


def test_numbers_choose_plurals() -> None:
    assert TEXTS.say("greeting-counts", players=1, matches=0) == "1 player"
    assert TEXTS.say("greeting-counts", players=3, matches=1) == "3 players, 1 duel on"
