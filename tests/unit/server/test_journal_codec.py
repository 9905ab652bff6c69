"""The text of records, and the chain over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import pytest
from attrs import evolve

from server.journal import (
    Charged,
    Created,
    Record,
    Seat,
    Spoke,
    codec,
)
from server.journal.codec import NO_LINK, next_link, record_from_json, record_to_json, type_name
from server.journal.records import RECORD_CLASSES

from .test_journal_disk import chosen

if TYPE_CHECKING:
    pass


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


def test_the_short_ways_do_what_the_long_ones_do() -> None:
    plain_text = "".join(map(chr, range(128)))
    lines = ("summon B1", plain_text, "zaubere \u00fcber \u2603 und \U0001f600")
    for record in (*(evolve(chosen(3, 1), line=line) for line in lines), evolve(chosen(3, 1), tag="t7")):
        plain = codec._RECORDS.unstructure(record, unstructure_as=Record)
        assert orjson.dumps(plain).decode() == record_to_json(record)
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


def last_link(match: int, bodies: list[tuple[int, str]]) -> bytes:
    link = NO_LINK
    for index, (at, body) in enumerate(bodies):
        link = next_link(link, match, index, at, body)
    return link


def test_each_link_depends_on_everything() -> None:
    base = last_link(1, [(5, "a"), (6, "b")])
    others = [
        last_link(2, [(5, "a"), (6, "b")]),
        last_link(1, [(6, "b"), (5, "a")]),
        last_link(1, [(5, "a"), (7, "b")]),
        last_link(1, [(5, "a"), (6, "c")]),
        last_link(1, [(5, "a")]),
        last_link(1, [(5, "a"), (6, "b"), (6, "b")]),
    ]
    assert len({base, *others}) == len(others) + 1
