"""Properties of the protocol: any bytes, any text, any message."""

import types
from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args, get_origin

import orjson
import pytest
from attrs import evolve, fields, has, resolve_types
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol import (
    Connection,
    LineReceived,
    RawJson,
    RemoteError,
    Request,
    Response,
    clean_text,
    decode_client,
    decode_server,
    encode_client,
    encode_server,
    event_line,
    parse_any,
    waiting_frame,
)
from protocol.client_messages import Observe
from protocol.errors import ERROR_CODES
from protocol.lines import LineBuffer
from protocol.messages import CLIENT_CLASSES, LARGEST_INT, SERVER_CLASSES
from protocol.server_messages import Event, Waiting
from protocol.telnet import TelnetFilter

INTEGERS = st.integers(-LARGEST_INT, LARGEST_INT)
MATCHES = st.integers(1, LARGEST_INT)
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PLAIN_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)
TAGS = st.none() | st.from_regex(r"[!-~]{1,32}", fullmatch=True)
JSON = st.recursive(
    st.none() | st.booleans() | INTEGERS | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)
RAW = st.dictionaries(ANY_TEXT, JSON, max_size=3).map(lambda value: RawJson(orjson.dumps(value).decode()))
TELNET_NOISE = st.lists(
    st.sampled_from(
        [b"\xff", b"\xfa", b"\xf0", b"\xfb", b"\xfd", b"\x1f", b"\x03", b"\r", b"\n", b"\x00", b"ab", b"\xf6"]
    )
    | st.binary(max_size=4),
    max_size=60,
).map(b"".join)


def values(kind: object, text: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    """Return what a field of type `kind` can hold."""
    if isinstance(kind, types.UnionType):
        return st.one_of([values(member, text) for member in get_args(kind)])
    if get_origin(kind) is list:
        return st.lists(values(get_args(kind)[0], text), max_size=3)
    if get_origin(kind) is dict:
        return st.dictionaries(text, text, max_size=3)
    if isinstance(kind, type) and has(kind) and kind is not RawJson:
        return instances(kind, text)
    simple: dict[object, st.SearchStrategy[object]] = {
        str: text,
        int: INTEGERS,
        bool: st.booleans(),
        float: st.floats(allow_nan=False, allow_infinity=False),
        types.NoneType: st.none(),
        RawJson: RAW,
    }
    return st.sampled_from(get_args(kind)) if get_origin(kind) is Literal else simple[kind]


def instances(member: type, text: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Return messages of one class."""
    by_field = {field.name: values(field.type, text) for field in fields(resolve_types(member))}
    if member is Observe:
        by_field["match"] = MATCHES
    return st.builds(member, **by_field)


def attempt(read: Callable[[str], Request | None], line: str) -> Request | RemoteError | None:
    """Return what `read` makes of `line`, or how it refuses; anything else it raises fails the test."""
    try:
        return read(line)
    except RemoteError as error:
        return error


def chunks(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    """Cut `data` at the places `cuts`, taken modulo its length."""
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


@given(TELNET_NOISE | st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=12), st.integers(0, 8))
@example(b"xxx\r\r\x00y\n", [4, 5, 6], 3)
@example(b"xxxx\r\ny\n", [5], 4)
@example(b"\xc3\xa9\n", [1], 2)
@settings(max_examples=400, deadline=None)
def test_chunking_changes_nothing(data: bytes, cuts: list[int], limit: int) -> None:
    whole, parts = Connection(limit), Connection(limit)
    at_once = whole.receive_data(data)
    piecewise = [event for chunk in chunks(data, cuts) for event in parts.receive_data(chunk)]
    assert piecewise == at_once
    assert parts.data_to_send() == whole.data_to_send()
    assert (parts.is_telnet, parts.window_width) == (whole.is_telnet, whole.window_width)


@given(
    TELNET_NOISE | st.just(b""),
    st.from_regex(rb"[ -~]{0,6}\r?\n", fullmatch=True) | st.binary(max_size=8) | TELNET_NOISE,
    st.integers(0, 6),
)
@example(b"", b"done\n", 4)
@example(b"", b"done\r\n", 3)
@example(b"\xff\xfd", b"\n", 4)
@example(b"x", b"y\n", 4)
@settings(max_examples=400, deadline=None)
def test_short_cut_gives_the_line_that_the_whole_way_gives(before: bytes, data: bytes, limit: int) -> None:
    connection = Connection(limit)
    connection.receive_data(before)
    connection.data_to_send()
    line = connection.whole_line(data)
    events = connection.receive_data(data)
    if line is not None:
        assert events == [LineReceived(line)]
        assert connection.data_to_send() == b""
    elif not before and len(data) - 1 <= limit and data.endswith(b"\n") and data[:-1].isascii():
        assert not data[:-1].decode().isprintable()


@given(st.lists(st.binary(max_size=100) | TELNET_NOISE, max_size=20), st.integers(0, 20))
@settings(deadline=None)
def test_memory_is_bounded(data: list[bytes], limit: int) -> None:
    lines = LineBuffer(limit)
    for chunk in data:
        lines.feed(chunk)
        assert lines.pending <= limit + 1


@given(TELNET_NOISE)
@settings(deadline=None)
def test_telnet_never_speaks_unasked_and_replies_are_bounded(data: bytes) -> None:
    _, reply = TelnetFilter().receive(data)
    assert len(reply) <= 4 * len(data)
    if b"\xff" not in data:
        assert reply == b""


@given(ANY_TEXT.map(str.encode))
def test_bytes_without_telnet_pass_unchanged(data: bytes) -> None:
    assert TelnetFilter().receive(data) == (data, b"")


@given(TELNET_NOISE)
@settings(deadline=None)
def test_two_filters_facing_each_other_fall_silent(data: bytes) -> None:
    sides = [TelnetFilter(), TelnetFilter()]
    rounds = 0
    while data and rounds < 6:
        data = sides[rounds % 2].receive(data)[1].replace(b"[yes]\r\n", b"")
        rounds += 1
    assert data == b""


@given(st.text(max_size=80) | JSON.map(lambda value: orjson.dumps(value).decode()))
@example("[" * 2000)
@example('{"a":' * 800 + "1" + "}" * 800)
@example('{"type":"pick","number":' + "9" * 4000 + "}")
@example('{"type":"pick","number":NaN}')
@example('{"type":"say","text":"\\ud800"}')
@settings(deadline=None)
def test_any_line_is_a_request_or_refused(line: str) -> None:
    for read in (decode_client, lambda text: parse_any(text, frozenset({"attack", "done"}))):
        answer = attempt(read, line)
        if isinstance(answer, RemoteError):
            assert answer.code in ERROR_CODES
            assert all(text.isprintable() for text in (answer.message, *answer.params.values()))
        else:
            assert answer is None or isinstance(answer, Request)


@pytest.mark.parametrize("kind", CLIENT_CLASSES)
@given(data=st.data(), junk=st.dictionaries(st.sampled_from(["name", "game", "text", "match", "x", "tag"]), JSON))
@settings(max_examples=15, deadline=None)
def test_documents_near_a_message_are_structured_or_refused(kind: str, data: st.DataObject, junk: object) -> None:
    member = CLIENT_CLASSES[kind]
    own = {field.name: data.draw(JSON) for field in fields(member)}
    document = {"type": kind, **own, **(junk if isinstance(junk, dict) else {})}
    answer = attempt(decode_client, orjson.dumps(document).decode())
    if isinstance(answer, RemoteError):
        assert answer.code in ERROR_CODES
    else:
        assert answer is not None
        assert set(document) <= {field.name for field in fields(member)} | {"type", "tag", "match"}
        assert decode_client(encode_client(answer).decode()) == answer


@pytest.mark.parametrize("member", CLIENT_CLASSES.values())
@given(data=st.data(), tag=TAGS, match=st.none() | MATCHES)
@settings(max_examples=15, deadline=None)
def test_client_messages_survive_the_wire(member: type, data: st.DataObject, tag: str | None, match: int) -> None:
    message = data.draw(instances(member, PLAIN_TEXT))
    request = Request(message, tag, None if member is Observe else match)
    line = encode_client(request)
    assert b"\n" not in line
    assert decode_client(line.decode()) == request


@pytest.mark.parametrize("member", SERVER_CLASSES.values())
@given(data=st.data(), tag=TAGS)
@settings(max_examples=15, deadline=None)
def test_server_messages_survive_the_wire(member: type, data: st.DataObject, tag: str | None) -> None:
    message = data.draw(instances(member, ANY_TEXT))
    line = encode_server(message, tag)
    assert b"\n" not in line
    assert decode_server(line) == Response(message, tag)


@given(instances(Event, ANY_TEXT), instances(Waiting, ANY_TEXT), st.from_regex(r"[a-z-]+", fullmatch=True))
@settings(deadline=None)
def test_fast_lines_are_the_same_bytes(event: Event, waiting: Waiting, window: str) -> None:
    waiting = evolve(waiting, window=window)
    before, between, behind = waiting_frame(waiting.match)
    line = f"{before}{','.join(map(str, waiting.seats))}{between}{window}{behind}"
    assert line.encode() == encode_server(waiting) + b"\r\n"
    assert event_line(event.match, event.number, event.event.text) == encode_server(event)


@given(st.text(max_size=60), st.integers(0, 40))
def test_clean_text_is_harmless_short_and_settled(text: str, limit: int) -> None:
    cleaned = clean_text(text, limit)
    assert len(cleaned) <= limit
    assert clean_text(cleaned, limit) == cleaned
    cleaned.encode()
    assert not set(cleaned) & set("\x00\n\r\x1b\x7f\x9b\u200b\u202e\u2066\u2028\ufeff")
