"""Records to JSON text and back, and the chain of hashes over them.

Reading is strict: cattrs by itself turns `"1"`, `true` and `1.9` into integers and a string into a list. What is not
exactly a record raises `ValueError`, nothing else. Fields that came later are left out while they say nothing, so that
a record of before is still the same text.

A chain of hashes: link n is the SHA-256 of link n - 1 (before the first: 32 zero bytes), then two numbers in decimal
with a space between and a newline behind, then a text in UTF-8. So no text can be changed, moved, left out or put in
without changing every later link. The texts are rows of the log (`log`); the numbers say which row, and when.
"""

import hashlib
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Final, TypeVar, get_args, get_origin

import orjson
from attrs import fields
from cattrs import BaseConverter, BaseValidationError, ForbiddenExtraKeysError, transform_error
from cattrs.gen import make_dict_unstructure_fn, override
from cattrs.preconf.orjson import OrjsonConverter, make_converter
from cattrs.strategies import configure_tagged_union

from .records import RECORD_CLASSES, Charged, Chosen, Created, Record

NO_LINK: Final = bytes(32)
"""What stands before the first link."""

_TAG: Final = "type"
_CHOICE_FIELDS: Final = len(fields(Chosen))  # its type, and no tag
_JUNK: Final = (
    BaseValidationError,
    ForbiddenExtraKeysError,
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
)
"""What cattrs and the JSON reader really throw."""
_Value = TypeVar("_Value")


def type_name(kind: type) -> str:
    """Return the tag of a class: `DrawAgreed` is `draw-agreed`."""
    name = kind.__name__
    return name[0].lower() + "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name[1:])


def strict_converter() -> OrjsonConverter:
    """Return a converter that takes each value for exactly what its field says, and no unknown field."""
    converter = make_converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook_factory(_is_tuple, _tuple_hook)
    late = override(omit_if_default=True)
    created = make_dict_unstructure_fn(Created, converter, cards=late, series=late, origin=late)
    converter.register_unstructure_hook(Created, created)
    chosen = make_dict_unstructure_fn(Chosen, converter, tag=late)
    converter.register_unstructure_hook(Chosen, chosen)
    charged = make_dict_unstructure_fn(Charged, converter, at=late, decision=late, kind=late, reason=late)
    converter.register_unstructure_hook(Charged, charged)
    return converter


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _exactly(wanted: type) -> Callable[[object, object], object]:
    def structure(value: object, _: object) -> object:
        if type(value) is not wanted:
            raise ValueError(f"not of type {wanted.__name__}")
        return value

    return structure


def _tuple_hook(kind: object, converter: BaseConverter) -> Callable[[object, object], tuple[object, ...]]:
    member = get_args(kind)[0]
    hook = converter.get_structure_hook(member)

    def structure(value: object, _: object) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise ValueError("not a list")  # noqa: TRY004 (junk has one error)
        return tuple(hook(item, member) for item in value)

    return structure


def _record_converter() -> OrjsonConverter:
    converter = strict_converter()
    configure_tagged_union(Record, converter, tag_generator=type_name, tag_name=_TAG)
    return converter


_RECORDS: Final = _record_converter()
_KNOWN_TAGS: Final = frozenset(map(type_name, RECORD_CLASSES))


def record_to_json(record: Record) -> str:
    """Return a record as one line of JSON: always the same text for the same record.

    Raises:
        ValueError: it holds text that is no Unicode, or a number of more than 64 bits.
    """
    if type(record) is Chosen and record.line.isascii() and not record.tag:
        return choice_to_json(record.match, record.seat, record.line, record.digest)
    try:
        return orjson.dumps(_RECORDS.unstructure(record, unstructure_as=Record)).decode()
    except TypeError as error:
        raise ValueError(f"not to be written as JSON: {error}") from error


def choice_to_json(match: int, seat: int, line: str, digest: str) -> str:
    """Return the `record_to_json` of a `Chosen` without a tag: nine records of ten.

    Raises:
        ValueError: as there.
    """
    if not line.isascii():
        return record_to_json(Chosen(match, seat, line, digest))
    text = encode_basestring(line)  # without the large buffer in which the other way makes it
    return f'{{"match":{match},"seat":{seat},"line":{text},"digest":"{digest}","type":"chosen"}}'


def record_from_json(text: str | bytes) -> Record:
    """Read `record_to_json`'s text.

    Raises:
        ValueError: anything else, told in a sentence.
    """
    value = read_object(text)
    return record_from_object(value)


def record_from_object(value: dict[str, object]) -> Record:
    """Read a record that was parsed already.

    Raises:
        ValueError: it is none.
    """
    tag = value.get(_TAG)
    if not isinstance(tag, str) or tag not in _KNOWN_TAGS:
        raise ValueError(f"no record of the type {tag!r} is known")
    return _quick_choice(value) or structure(_RECORDS, value, Record)  # type: ignore[arg-type]


def _quick_choice(value: dict[str, object]) -> Chosen | None:
    """Return the record most are, as strictly as cattrs does and much sooner: a restart reads thousands."""
    if value[_TAG] != "chosen" or len(value) != _CHOICE_FIELDS:
        return None
    match, seat, line, digest = value.get("match"), value.get("seat"), value.get("line"), value.get("digest")
    if type(match) is int and type(seat) is int and type(line) is str and type(digest) is str:
        return Chosen(match, seat, line, digest)
    return None


def read_object(text: str | bytes) -> dict[str, object]:
    """Return the JSON object that `text` is.

    Raises:
        ValueError: it is something else.
    """
    value = orjson.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 (junk has one error)
    return value


def structure(converter: OrjsonConverter, value: object, kind: type[_Value]) -> _Value:
    """Return `value` as a `kind`.

    Raises:
        ValueError: it is none, told in a sentence.
    """
    try:
        return converter.structure(value, kind)
    except _JUNK as error:
        raise ValueError("; ".join(transform_error(error))) from None


def next_link(link: bytes, one: int, other: int, text: str) -> bytes:
    """Return the link that comes after `link`."""
    return hashlib.sha256(b"%b%d %d\n%b" % (link, one, other, text.encode())).digest()
