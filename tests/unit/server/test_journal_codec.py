"""The text of records, and the chain over it."""

from __future__ import annotations

import hashlib

import orjson
import pytest
from attrs import evolve, fields

from server.journal import (
    Charged,
    Created,
    Record,
    Seat,
    Spoke,
    codec,
)
from server.journal.codec import NO_LINK, choice_to_json, next_link, record_from_json, record_to_json, type_name
from server.journal.records import RECORD_CLASSES

from .test_journal_disk import chosen, created, ended


def test_records_are_written_as_one_line_of_json_with_their_type() -> None:
    assert record_to_json(chosen(3, 1)) == (
        '{"match":3,"seat":1,"line":"summon B1","digest":"0000000000000001","type":"chosen"}'
    )
    tagged = evolve(chosen(3, 1), tag="t7")
    assert record_to_json(tagged) == (
        '{"match":3,"seat":1,"line":"summon B1","digest":"0000000000000001","tag":"t7","type":"chosen"}'
    )
    assert record_from_json(record_to_json(tagged)) == tagged
    kinds = [type_name(kind) for kind in RECORD_CLASSES]
    assert kinds[:4] == ["created", "chosen", "retired", "draw-agreed"]


def test_every_record_begins_with_its_match_and_ends_with_its_type() -> None:
    """By that the journal tells matches apart, and finds where they begin and end, without reading all of a record."""
    assert [fields(kind)[0].name for kind in RECORD_CLASSES] == ["match"] * len(RECORD_CLASSES)
    for record in (
        created(12),
        chosen(12, 1),
        evolve(chosen(12, 1), tag="t7"),
        ended(12),
        Spoke(12, "Bö", '{"match":3,'),
    ):
        assert record_to_json(record).startswith('{"match":12,')
        assert record_to_json(record).endswith(f'"type":"{type_name(type(record))}"}}')
        assert "\n" not in record_to_json(record)


def test_the_short_ways_do_what_the_long_ones_do() -> None:
    plain_text = "".join(map(chr, range(128)))
    lines = ("summon B1", plain_text, "zaubere \u00fcber \u2603 und \U0001f600")
    for record in (*(evolve(chosen(3, 1), line=line) for line in lines), evolve(chosen(3, 1), tag="t7")):
        plain = codec._RECORDS.unstructure(record, unstructure_as=Record)
        assert orjson.dumps(plain).decode() == record_to_json(record)
        untagged = evolve(record, tag="")
        assert choice_to_json(record.match, record.seat, record.line, record.digest) == record_to_json(untagged)
        assert codec.record_from_object(dict(plain)) == record
    record = chosen(3, 1)
    plain = codec._RECORDS.unstructure(record, unstructure_as=Record)
    assert codec._quick_choice(dict(plain)) == record == codec.structure(codec._RECORDS, plain, Record)  # type: ignore[arg-type]


def test_fields_that_came_later_are_left_out_while_they_say_nothing() -> None:
    older = '{"match":1,"seat":0,"account":"bank","millis":5,"left":7,"type":"charged"}'
    record = record_from_json(older)
    assert record == Charged(1, 0, "bank", 5, 7)
    assert record_to_json(record) == older
    newer = Charged(1, 0, "bank", 5, 7, 1000, 3, "bank", "line")
    assert '"at":1000,"decision":3,"kind":"bank","reason":"line"' in record_to_json(newer)
    assert record_from_json(record_to_json(newer)) == newer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"type":"chosen"}',
        '{"type":"chosen","match":1,"seat":0,"line":"x","digest":"d","more":1}',
        '{"type":"chosen","match":"1","seat":0,"line":"x","digest":"d"}',
        '{"type":"chosen","match":true,"seat":0,"line":"x","digest":"d"}',
        '{"type":"chosen","match":1.0,"seat":0,"line":"x","digest":"d"}',
        '{"type":"chosen","match":1,"seat":0,"line":5,"digest":"d"}',
        '{"type":"ended","match":1,"winners":"0","reason":"r","scores":[],"digest":"d"}',
        '{"type":"ended","match":1,"winners":["0"],"reason":"r","scores":[],"digest":"d"}',
        '{"type":"stored","match":1}',
        '{"type":["chosen"],"match":1}',
        "[" * 5000,
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        record_from_json(text)


def test_records_keep_any_text_and_refuse_what_is_none() -> None:
    record: Record = Spoke(1, "Ä\u2028", '"\\\u0000\n\U0001f9d9')
    assert record_from_json(record_to_json(record)) == record
    seats = (Seat("A", "t", "", "n"), Seat("B"))
    begun = Created(1, "g", "1", "f", "{}", seats, "10m+15s/20s:60s", "c", "p", "d")
    assert record_from_json(record_to_json(begun)) == begun
    with pytest.raises(ValueError, match="JSON"):
        record_to_json(Spoke(1, "\udc80", ""))
    with pytest.raises(ValueError, match="JSON"):
        record_to_json(Spoke(1 << 70, "", ""))
    with pytest.raises(ValueError, match="JSON"):
        choice_to_json(1, 0, "\udc80", "d")


def last_link(*texts: tuple[int, int, str]) -> bytes:
    link = NO_LINK
    for one, other, text in texts:
        link = next_link(link, one, other, text)
    return link


def test_each_link_depends_on_everything() -> None:
    links = [
        last_link((1, 5, "a"), (2, 6, "b")),
        last_link((3, 5, "a"), (2, 6, "b")),
        last_link((1, 7, "a"), (2, 6, "b")),
        last_link((1, 5, "c"), (2, 6, "b")),
        last_link((1, 5, "a"), (3, 6, "b")),
        last_link((1, 5, "a"), (2, 7, "b")),
        last_link((1, 5, "a"), (2, 6, "c")),
        last_link((2, 6, "b"), (1, 5, "a")),
        last_link((5, 1, "a"), (6, 2, "b")),
        last_link((1, 5, "b"), (2, 6, "a")),
        last_link((1, 5, "a")),
        last_link((2, 6, "b")),
        last_link((1, 5, "a"), (2, 6, "b"), (2, 6, "b")),
        last_link((1, 5, "ab")),
        last_link((15, 0, "a"), (2, 6, "b")),
        last_link((1, 50, "a"), (2, 6, "b")),
    ]
    assert len({NO_LINK, *links}) == len(links) + 1


def test_a_link_is_the_hash_of_the_link_before_and_a_line_and_the_text() -> None:
    link = hashlib.sha256(bytes(32) + "7 1000\nBö\n".encode()).digest()
    assert next_link(NO_LINK, 7, 1000, "Bö\n") == link
    assert next_link(link, -1, 2**40, "") == hashlib.sha256(link + b"-1 1099511627776\n").digest()
