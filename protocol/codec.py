"""Messages to lines of JSON and back: the only file that knows a JSON library or cattrs.

Decoding is strict, because cattrs by itself turns `"1_0"`, `true` and `1.9` into integers, anything into a string and a
string into a list. All that can be wrong with a line ends as one `RemoteError`; nothing else is raised. Clients are
held to the letter (unknown fields are refused); what the server says is read leniently (unknown fields are skipped),
since a newer server may say more.

Encoding always writes the tag of the union, on one line. The hot path needs no encoding: what a match tells at each
choice is ready JSON of the rules core, and `event_frame`, `decide_frame` and `waiting_frame` are the words around it.
What comes of them is, byte for byte, what `encode_server` writes.
"""

import json
import re
import types
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final, Literal, TypeVar, get_args, get_origin

import orjson
from attrs import fields
from cattrs import BaseConverter, BaseValidationError, ForbiddenExtraKeysError, transform_error
from cattrs.preconf.orjson import OrjsonConverter, make_converter
from cattrs.strategies import configure_tagged_union

from .client_messages import ClientMessage, Request
from .errors import LocalError, RemoteError
from .messages import CLIENT_CLASSES, LARGEST_INT, SERVER_CLASSES, TAG, type_name
from .sanitize import clean_text
from .server_messages import RawJson, Response, ServerMessage

_Scalar = TypeVar("_Scalar", int, str, bool, float)
_Object = dict[str, object]

_SHOWN: Final = 40  # characters of theirs that an answer repeats
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f]")
_REFUSALS: Final = (BaseValidationError, KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""What cattrs really throws at junk."""


class _FieldError(ValueError):
    """A value that is not what its field wants; its text says what that is."""


class _DuplicateKeyError(Exception):
    """A key that stands twice in one object."""


def _exactly(wanted: type[_Scalar], words: str) -> Callable[[object, object], _Scalar]:
    """Return a hook that takes a `wanted` and nothing that could be turned into one."""

    def structure(value: object, _: object) -> _Scalar:
        if type(value) is not wanted:
            raise _FieldError(words)
        return value

    return structure


def _integer(value: object, _: object) -> int:
    if type(value) is not int or not -LARGEST_INT <= value <= LARGEST_INT:
        words = "an integer of at most 53 bits"
        raise _FieldError(words)
    return value


def _client_text(value: object, _: object) -> str:
    if type(value) is not str or _CONTROL.search(value):
        words = "a string without control characters"
        raise _FieldError(words)
    return value


def _literal(value: object, literal: object) -> str:
    allowed = get_args(literal)
    if type(value) is not str or value not in allowed:
        raise _FieldError("one of " + ", ".join(map(repr, allowed)))
    return value


def _raw_json(value: object, _: object) -> RawJson:
    if not isinstance(value, dict):
        words = "an object"
        raise _FieldError(words)
    return raw_json(value)


def _fragment(raw: RawJson) -> orjson.Fragment:
    _require_one_line(raw.text)
    return orjson.Fragment(raw.text)


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


def _is_list(kind: object) -> bool:
    return get_origin(kind) is list


def _list_factory(list_type: object, converter: BaseConverter) -> Callable[[object, object], list[object]]:
    (member,) = get_args(list_type)
    hook = converter.get_structure_hook(member)

    def structure(value: object, _: object) -> list[object]:
        if not isinstance(value, list):
            words = "a list"
            raise _FieldError(words)
        return [hook(item, member) for item in value]

    return structure


def _converter(union: types.UnionType, text: Callable[[object, object], str], *, is_strict: bool) -> OrjsonConverter:
    """Return the converter of one direction: the one factory, so that both have the same hooks."""
    converter = make_converter(forbid_extra_keys=is_strict, omit_if_default=is_strict)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(str, text)
    converter.register_structure_hook(bool, _exactly(bool, "true or false"))
    converter.register_structure_hook(float, _exactly(float, "a number with a fraction"))
    converter.register_structure_hook(RawJson, _raw_json)
    converter.register_unstructure_hook(RawJson, _fragment)
    converter.register_structure_hook_func(_is_literal, _literal)
    converter.register_structure_hook_factory(_is_list, _list_factory)
    configure_tagged_union(union, converter, tag_generator=type_name, tag_name="type")
    return converter


_CLIENT: Final = _converter(ClientMessage, _client_text, is_strict=True)
_SERVER: Final = _converter(ServerMessage, _exactly(str, "a string"), is_strict=False)
_HAS_OWN_MATCH: Final = frozenset(
    name for name, member in CLIENT_CLASSES.items() if any(field.name == "match" for field in fields(member))
)


def raw_json(value: object) -> RawJson:
    """Return `value` (dicts, lists, strings, numbers, booleans, None) as ready JSON.

    Raises:
        LocalError: it can't be written as JSON.
    """
    return RawJson(_dump(value).decode())


def parse_raw(raw: RawJson) -> object:
    """Return the value of ready JSON; for tests, bots, and what must be looked into.

    Raises:
        LocalError: it is not JSON.
    """
    try:
        value: object = orjson.loads(raw.text)
    except ValueError as error:
        text = f"RawJson holds no JSON: {error}"
        raise LocalError(text) from error
    return value


def decode_client(line: str) -> Request:
    """Read one line of a client in json mode.

    Args:
        line: one JSON object. `tag` and `match` beside `type` are the envelope; where the message has a `match` of its
            own (`observe`), it is that one, and the request carries the same number.

    Raises:
        RemoteError: `bad-json`, `duplicate-key`, `missing-type`, `unknown-type`, `bad-tag`, `bad-match`,
            `unknown-field`, `missing-field`, `bad-field`; with the tag of the request wherever that could be read.
    """
    document = _load(line)
    tag = _pop_tag(document)
    try:
        match = _pop_match(document)
        kind = _known_type(document, CLIENT_CLASSES)
        if match is not None and kind in _HAS_OWN_MATCH:
            document["match"] = match
        message: ClientMessage = _structure(document, ClientMessage, _CLIENT)
    except RemoteError as error:
        raise error.tagged(tag) from None
    return Request(message, tag, match)


def encode_client(request: Request) -> bytes:
    """Write a request as one line, without its end; for bots and tests. Fields that have their default are left out.

    Raises:
        LocalError: it can't be written, or the server would refuse its tag.
    """
    if request.tag is not None and not TAG.fullmatch(request.tag):
        text = f"no tag: {request.tag!r}"
        raise LocalError(text)
    return _encode(request.message, ClientMessage, _CLIENT, tag=request.tag, match=request.match)


def encode_server(message: ServerMessage, tag: str | None = None) -> bytes:
    """Write a server's message as one line, without its end; `tag` echoes the request that it answers.

    Raises:
        LocalError: it can't be written as one line of JSON.
    """
    return _encode(message, ServerMessage, _SERVER, tag=tag, match=None)


def decode_server(line: bytes | str) -> Response:
    """Read one line of the server, as bots and tests do. Unknown fields are skipped.

    Raises:
        RemoteError: `unknown-type` (to be skipped, too: a newer server), or as `decode_client`.
    """
    document = _load(line)
    tag = _pop_tag(document)
    _known_type(document, SERVER_CLASSES)
    message: ServerMessage = _structure(document, ServerMessage, _SERVER)
    return Response(message, tag)


def event_frame(match: int) -> tuple[str, str, str]:
    """Return what stands before an event's number, between number and event, and behind it, up to the line's end."""
    return f'{{"type":"event","match":{match},"number":', ',"event":', "}\r\n"


def event_line(match: int, number: int, event_json: str) -> bytes:
    """Return what `encode_server(Event(match, number, RawJson(event_json)))` does, by the frame.

    Raises:
        LocalError: the event is not one line.
    """
    _require_one_line(event_json)
    before, between, _ = event_frame(match)
    return f"{before}{number}{between}{event_json}}}".encode()


def decide_frame(match: int) -> tuple[str, str, str]:
    """Return what stands before the fields of a `Decide` from `seat` to `complete`, before `millis`, and behind it."""
    return f'{{"type":"decide","match":{match},', ',"millis":', "}\r\n"


def waiting_frame(match: int) -> tuple[str, str, str]:
    """Return what stands before the seats of a `Waiting`, between them and the window, and behind it.

    A window's name needs no escaping: it is kebab-case.
    """
    return f'{{"type":"waiting","match":{match},"seats":[', '],"window":"', '"}\r\n'


def _dump(value: object) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError as error:  # orjson's JSONEncodeError is one
        text = f"no JSON: {error}"
        raise LocalError(text) from error


def _require_one_line(text: str) -> None:
    if not text or "\n" in text or "\r" in text:
        complaint = "ready JSON must be one line, and not empty"
        raise LocalError(complaint)


def _encode(message: object, union: object, converter: OrjsonConverter, *, tag: str | None, match: int | None) -> bytes:
    try:
        body: _Object = converter.unstructure(message, unstructure_as=union)
    except KeyError as error:
        text = f"no message of this union: {type(message).__name__}"
        raise LocalError(text) from error
    document: _Object = {"type": body.pop("type"), **body}
    if match is not None:
        document["match"] = match
    if tag is not None:
        document["tag"] = tag
    return _dump(document)


def _unique(pairs: list[tuple[str, object]]) -> _Object:
    document = dict(pairs)
    if len(document) != len(pairs):
        names = [name for name, _ in pairs]
        raise _DuplicateKeyError(next(name for name in names if names.count(name) > 1))
    return document


_find_duplicates: Final = json.JSONDecoder(object_pairs_hook=_unique).decode


def _load(line: bytes | str) -> _Object:
    """Parse twice: orjson is the strict one, but keeps the last of two equal keys and tells nobody."""
    try:
        document: object = orjson.loads(line)
        _find_duplicates(line if isinstance(line, str) else line.decode())
    except _DuplicateKeyError as error:
        key = clean_text(str(error), _SHOWN)
        text = f"The key '{key}' stands twice in one object."
        raise RemoteError("duplicate-key", text, {"field": key}) from None
    except (ValueError, RecursionError) as error:
        why = clean_text(str(error), 2 * _SHOWN)
        text = f"That line is no JSON: {why}"
        raise RemoteError("bad-json", text, {"why": why}) from None
    if not isinstance(document, dict):
        text = "A message is a JSON object with a type."
        raise RemoteError("bad-json", text, {"why": "not an object"})
    return document


def _pop_tag(document: _Object) -> str | None:
    tag = document.pop("tag", None)
    if tag is None:
        return None
    if not isinstance(tag, str) or not TAG.fullmatch(tag):
        raise bad_tag()
    return tag


def _pop_match(document: _Object) -> int | None:
    match = document.pop("match", None)
    if match is None:
        return None
    if type(match) is not int or not 1 <= match <= LARGEST_INT:
        raise bad_match()
    return match


def bad_tag() -> RemoteError:
    """Return the refusal of a tag."""
    return RemoteError("bad-tag", "A tag is 1 to 32 visible ASCII characters without spaces.")


def bad_match() -> RemoteError:
    """Return the refusal of a match's number."""
    return RemoteError("bad-match", "The number of a match is a whole number from 1.")


def _known_type(document: _Object, classes: dict[str, type]) -> str:
    kind = document.get("type")
    if not isinstance(kind, str):
        text = "A message needs a 'type', which is a string."
        raise RemoteError("missing-type", text)
    if kind not in classes:
        shown = clean_text(kind, _SHOWN)
        text = f"No message has the type '{shown}'."
        raise RemoteError("unknown-type", text, {"type": shown}, get_close_matches(shown, classes, 3))
    return kind


_Message = TypeVar("_Message")


def _structure(document: _Object, union: type[_Message] | types.UnionType, converter: OrjsonConverter) -> _Message:
    try:
        message: _Message = converter.structure(document, union)  # type: ignore[arg-type]  # cattrs takes unions, too
    except _REFUSALS as error:
        raise _refusal(error) from None
    return message


def _refusal(error: BaseException) -> RemoteError:
    """Turn the first of cattrs' errors into ours. `transform_error` ends each with ` @ $.path`."""
    described = transform_error(error, format_exception=_describe)[0]
    code, _, rest = described.partition(" ")
    detail, _, path = rest.rpartition(" @ $")
    where = path.lstrip(".")
    if code == "bad-field":
        text = f"The field '{where}' must be {detail}."
        return RemoteError(code, text, {"field": where, "expected": detail})
    text = f"There is no field '{detail}' in this message." if code == "unknown-field" else f"It needs '{detail}'."
    return RemoteError(code, text, {"field": detail})


def _describe(error: BaseException, _: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return f"unknown-field {clean_text(min(error.extra_fields), _SHOWN)}"
    if isinstance(error, KeyError):
        return f"missing-field {clean_text(str(error.args[0]), _SHOWN)}"
    return f"bad-field {error if isinstance(error, _FieldError) else 'of another type'}"
