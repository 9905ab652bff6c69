"""The lines of a transcript: what each holds, how it is written, and how a line shows that it is whole.

A transcript is JSON lines, each ended by one newline: a `header`, a `record` for each record that made the match what
it was, an `end`. Each line is one object, without spaces, its members in the order of the classes below; behind them
stand

    "previous"  hex SHA-256 of the line before, without its newline; 64 zeros in the header. So no line can be
    changed, left out
                or put in without changing every later one.
    "seal"      hex SHA-256 of this line up to the comma before `"seal"`. So a damaged line is known by itself, and
    the right one
                is named.
"""

import hashlib
from typing import Final

import orjson
from attrs import frozen
from cattrs.gen import make_dict_unstructure_fn, override
from cattrs.preconf.orjson import OrjsonConverter
from cattrs.strategies import configure_tagged_union

from server.journal.codec import read_object, strict_converter, structure, type_name
from server.journal.records import Aborted, Charged, Chosen, DrawAgreed, Ended, Retired, Rewound

FORMAT: Final = 2
FORMATS: Final = (1, FORMAT)
"""Those that can be read: in the first one, charges say less."""
NO_PREVIOUS: Final = "0" * 64
_SEAL: Final = b',"seal":"'
_SEAL_BYTES: Final = len(_SEAL) + 64 + len(b'"}')


@frozen
class SeatLine:
    """A seat, as far as everybody may know it."""

    name: str
    house: str
    nonce: str


@frozen
class Header:
    """Everything that the match began with."""

    format: int
    match: int
    game: str
    rules: str
    """The version of the rules; a match is judged by the rules that it was played by, or not at all."""
    fingerprint: str
    """Hex SHA-256 of `catalog`."""
    catalog: str
    """The catalogue's JSON, as text."""
    setup: str
    """The setup's JSON, as text."""
    seats: tuple[SeatLine, ...]
    time_control: str
    commitment: str
    part: str
    """The server's part of the seed, in hex: revealed, as the match is over."""
    begun_at: int
    """Milliseconds since 1970, UTC."""
    digest: str
    """The digest of the match at its beginning, hex."""
    cards: tuple[str, ...] = ()
    """Card files (TOML) that the catalogue holds beside the box; left out where there are none."""


Played = Chosen | Retired | DrawAgreed | Rewound | Charged
"""The records that a transcript has lines of. What was said at the match is nobody else's matter."""


@frozen
class RecordLine:
    """A record."""

    number: int
    """Counted from 1 within the transcript."""
    at: int
    """Milliseconds since 1970, UTC."""
    record: Played


@frozen
class EndLine:
    """The match is over."""

    records: int
    """How many record lines there are."""
    at: int
    end: Ended | Aborted


Line = Header | RecordLine | EndLine


def _names(kind: type) -> str:
    return type_name(kind).removesuffix("-line")


def _converter() -> OrjsonConverter:
    converter = strict_converter()
    write = make_dict_unstructure_fn(Header, converter, cards=override(omit_if_default=True))
    converter.register_unstructure_hook(Header, write)
    configure_tagged_union(Played, converter, tag_generator=type_name, tag_name="type")
    configure_tagged_union(Ended | Aborted, converter, tag_generator=type_name, tag_name="type")
    configure_tagged_union(Line, converter, tag_generator=_names, tag_name="type")
    return converter


_CONVERTER: Final = _converter()


def write_line(line: Line, previous: str) -> bytes:
    """Return a line without its newline."""
    plain = _CONVERTER.unstructure(line, unstructure_as=Line)
    plain["previous"] = previous
    body = orjson.dumps(plain)[:-1]
    return body + _SEAL + hashlib.sha256(body).hexdigest().encode() + b'"}'


def hash_of(line: bytes) -> str:
    """Return what the next line calls `previous`."""
    return hashlib.sha256(line).hexdigest()


def is_sealed(line: bytes) -> bool:
    """Return whether the line is as it was written, by its own seal."""
    body, ending = line[:-_SEAL_BYTES], line[-_SEAL_BYTES:]
    return ending == _SEAL + hashlib.sha256(body).hexdigest().encode() + b'"}'


def read_line(line: bytes) -> tuple[Line, str]:
    """Return what a sealed line holds, and what it calls `previous`.

    Raises:
        ValueError: it holds something else, told in a sentence.
    """
    plain = read_object(line)
    plain.pop("seal", None)
    previous = plain.pop("previous", None)
    if not isinstance(previous, str):
        raise ValueError("it has no `previous`")  # noqa: TRY004 (junk has one error)
    if plain.get("type") not in ("header", "record", "end"):
        raise ValueError(f"no line of the type {plain.get('type')!r} is known")
    value: Line = structure(_CONVERTER, plain, Line)  # type: ignore[arg-type]
    if write_line(value, previous) != line:
        raise ValueError("it is not written as transcripts are")
    return value, previous
