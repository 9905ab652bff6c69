"""PROTOCOL.md and the schema say what the code does."""

import re
from pathlib import Path

import pytest
from attrs import fields
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import protocol
from protocol import (
    ERROR_CODES,
    PROTOCOL_VERSION,
    decode_client,
    decode_server,
    encode_server,
    parse_any,
    parse_raw,
    raw_json,
    schema_document,
)
from protocol.messages import CLIENT_CLASSES, SERVER_CLASSES
from protocol.server_messages import (
    ClockCharge,
    DiceCount,
    GameInfo,
    MatchInfo,
    PastMatch,
    PlayerStatus,
    SchemaText,
    SeatClock,
    StoredInfo,
    TableInfo,
)

TEXT = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(json|text) (client|server)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINES = [(mode, side, line) for mode, side, block in EXAMPLES for line in block.splitlines()]
VERBS = frozenset({"attack", "summon", "done"})
VALIDATOR = Draft202012Validator(schema_document())


def section(title: str, name: str) -> str:
    part = TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return part.split(f"\n### `{name}`\n")[1].split("\n### ")[0]


@pytest.mark.parametrize(("mode", "side", "line"), LINES)
def test_every_example_parses(mode: str, side: str, line: str) -> None:
    if side == "server":
        response = decode_server(line)
        assert encode_server(response.message, response.tag) == line.encode()
    elif mode == "json":
        decode_client(line)
    else:
        assert parse_any(line, VERBS) is not None


@pytest.mark.parametrize(("name", "member"), CLIENT_CLASSES.items())
def test_client_messages_are_described(name: str, member: type) -> None:
    text = section("What clients send", name)
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == [field.name for field in fields(member)]
    (json_line,) = re.findall(r"^```json client\n(.*)\n```", text, re.MULTILINE)
    (text_line,) = re.findall(r"^```text client\n(.*)\n```", text, re.MULTILINE)
    request = decode_client(json_line)
    assert isinstance(request.message, member)
    assert parse_any(text_line, VERBS) == request


@pytest.mark.parametrize(("name", "member"), SERVER_CLASSES.items())
def test_server_messages_are_described(name: str, member: type) -> None:
    text = section("What the server sends", name)
    own = re.split(r"^`\w+`:$", text, maxsplit=1, flags=re.MULTILINE)[0]
    assert re.findall(r"^\| `(\w+)` \|", own, re.MULTILINE) == [field.name for field in fields(member)]
    (line,) = re.findall(r"^```json server\n(.*)\n```", text, re.MULTILINE)
    assert isinstance(decode_server(line).message, member)


@pytest.mark.parametrize(
    "member", [DiceCount, PastMatch, PlayerStatus, GameInfo, MatchInfo, TableInfo, SeatClock, ClockCharge, StoredInfo]
)
def test_parts_are_described(member: type) -> None:
    table = TEXT.split(f"\n`{member.__name__}`:\n\n")[1].split("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [field.name for field in fields(member)]


def test_error_codes_and_version_are_described() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", TEXT.split("\n## Error codes\n")[1], re.MULTILINE)
    assert dict(rows) == dict(ERROR_CODES)
    assert f"**protocol {PROTOCOL_VERSION}**" in TEXT


def test_every_code_raised_is_in_the_table() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(protocol.__file__).parent.glob("*.py"))
    assert set(re.findall(r'RemoteError\("([a-z-]+)"', sources)) | {
        "bad-field",
        "missing-field",
        "unknown-field",
    } == set(ERROR_CODES)


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema_document())
    message = SchemaText(raw_json(schema_document()))
    decoded = decode_server(encode_server(message)).message
    assert isinstance(decoded, SchemaText)
    assert parse_raw(decoded.schema) == schema_document()


@pytest.mark.parametrize("line", [line for mode, _, line in LINES if mode == "json"])
def test_schema_takes_every_example(line: str) -> None:
    VALIDATOR.validate(parse_raw(protocol.RawJson(line)))


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"nothing"}',
        '{"type":"say"}',
        '{"type":"say","text":1}',
        '{"type":"say","text":"a\\u001b"}',
        '{"type":"who","x":1}',
        '{"type":"pick","number":true}',
        '{"type":"observe","match":0}',
        '{"type":"who","tag":"a b"}',
        '{"type":"mode","mode":"xml"}',
        '{"type":"who-list","players":[{"name":"Ana"}]}',
    ],
)
def test_schema_refuses_what_the_codec_refuses(line: str) -> None:
    assert not VALIDATOR.is_valid(parse_raw(protocol.RawJson(line)))
