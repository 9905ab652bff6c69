"""JSON: strictness, envelope, refusals."""

import pytest

from protocol import (
    LocalError,
    RawJson,
    RemoteError,
    Request,
    Response,
    decode_client,
    decode_server,
    encode_client,
    encode_server,
    event_line,
    parse_raw,
    raw_json,
)
from protocol import client_messages as say
from protocol import server_messages as told


def refusal(line: str) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        decode_client(line)
    return caught.value


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("", "bad-json", None),
        ("[]", "bad-json", None),
        ('"who"', "bad-json", None),
        ("{", "bad-json", None),
        ("[" * 2000, "bad-json", None),
        ('{"type":"pick","number":NaN}', "bad-json", None),
        ('{"type":"pick","number":1e999}', "bad-json", None),
        ('{"type":"say","text":"\\ud800"}', "bad-json", None),
        ('{"type":"who"} {}', "bad-json", None),
        ('{"type":"who","type":"quit"}', "duplicate-key", "type"),
        ('{"type":"say","text":{"a":1,"a":2}}', "duplicate-key", "a"),
        ("{}", "missing-type", None),
        ('{"type":null}', "missing-type", None),
        ('{"type":["who"]}', "missing-type", None),
        ('{"type":"Who"}', "unknown-type", None),
        ('{"type":"welcome"}', "unknown-type", None),
        ('{"type":"who","x":1}', "unknown-field", "x"),
        ('{"type":"say"}', "missing-field", "text"),
        ('{"type":"observe"}', "missing-field", "match"),
        ('{"type":"say","text":1}', "bad-field", "text"),
        ('{"type":"say","text":null}', "bad-field", "text"),
        ('{"type":"say","text":["a"]}', "bad-field", "text"),
        ('{"type":"say","text":"a\\u001b[31m"}', "bad-field", "text"),
        ('{"type":"accept","name":["a"]}', "bad-field", "name"),
        ('{"type":"pick","number":true}', "bad-field", "number"),
        ('{"type":"pick","number":1.0}', "bad-field", "number"),
        ('{"type":"pick","number":"1"}', "bad-field", "number"),
        ('{"type":"pick","number":9007199254740992}', "bad-field", "number"),
        ('{"type":"pick","number":' + "9" * 4000 + "}", "bad-json", None),
        ('{"type":"pick","number":' + "9" * 30 + "}", "bad-field", "number"),
        ('{"type":"choose","line":"a","decision":"1"}', "bad-field", "decision"),
        ('{"type":"mode","mode":"xml"}', "bad-field", "mode"),
        ('{"type":"mode","mode":["json"]}', "bad-field", "mode"),
        ('{"type":"who","match":0}', "bad-match", None),
        ('{"type":"who","match":true}', "bad-match", None),
        ('{"type":"observe","match":"1"}', "bad-match", None),
        ('{"type":"who","tag":""}', "bad-tag", None),
        ('{"type":"who","tag":"a b"}', "bad-tag", None),
        ('{"type":"who","tag":7}', "bad-tag", None),
    ],
)
def test_refusals(line: str, code: str, field: str | None) -> None:
    error = refusal(line)
    assert error.code == code
    assert error.params.get("field") == field


def test_refusals_carry_the_tag_and_suggest() -> None:
    error = refusal('{"type":"obsrve","tag":"t7"}')
    assert error.tag == "t7"
    assert error.suggestions[0] == "observe"
    assert told.Refused.of(error).suggestions == error.suggestions


def test_envelope() -> None:
    line = '{"match":12,"line":"done","tag":"t","type":"choose","decision":null}'
    assert decode_client(line) == Request(say.Choose("done"), "t", 12)
    assert decode_client('{"type":"who","tag":null,"match":null}') == Request(say.Who())


def test_observe_has_one_match() -> None:
    request = decode_client('{"type":"observe","match":12}')
    assert request.match == 12
    assert request == Request(say.Observe(12)) == Request(say.Observe(12), None, 12)
    assert encode_client(request) == b'{"type":"observe","match":12}'
    with pytest.raises(LocalError):
        Request(say.Observe(12), None, 13)


def test_client_defaults_are_left_out() -> None:
    assert encode_client(Request(say.Bot("arena"), "t")) == b'{"type":"bot","game":"arena","tag":"t"}'


def test_server_lines() -> None:
    assert encode_server(told.Pong("a"), "t") == b'{"type":"pong","text":"a","tag":"t"}'
    event = told.Event(1, 2, RawJson('{"type":"x"}'))
    assert encode_server(event) == event_line(1, 2, '{"type":"x"}')
    assert decode_server(event_line(1, 2, '{"type": "x"}')) == Response(event)


def test_server_is_read_leniently_but_typed() -> None:
    assert decode_server(b'{"type":"pong","text":"a","new":1}') == Response(told.Pong("a"))
    for line, code in (
        (b'{"type":"new-thing"}', "unknown-type"),
        (b'{"type":"who-list","players":"ab"}', "bad-field"),
        (b'{"type":"who-list","players":[1]}', "bad-field"),
        (b'{"type":"view","match":1,"view":[]}', "bad-field"),
        (b'{"type":"logged-in","name":"Ana","guest":1}', "bad-field"),
        (b"\xff", "bad-json"),
    ):
        with pytest.raises(RemoteError) as caught:
            decode_server(line)
        assert caught.value.code == code


def test_own_bugs_are_local_errors() -> None:
    for raw in ("", '{"a":\n1}', '{"a":\r1}'):
        with pytest.raises(LocalError):
            encode_server(told.View(1, RawJson(raw)))
        with pytest.raises(LocalError):
            event_line(1, 1, raw)
    with pytest.raises(LocalError):
        encode_server(told.Pong("\ud800"))
    with pytest.raises(LocalError):
        encode_server(say.Who())  # type: ignore[arg-type]
    with pytest.raises(LocalError):
        encode_client(Request(say.Who(), "a b"))
    with pytest.raises(LocalError):
        raw_json({1, 2})
    with pytest.raises(LocalError):
        parse_raw(RawJson("{"))


def test_raw_json() -> None:
    value = {"a": [1, None, "\u00e9"], "b": {"c": True}}
    assert parse_raw(raw_json(value)) == value
