"""What a program must hear of a match, and what is wrong if it hears something else."""

from zlib import crc32

import pytest

from bench.load.checks import EXAMPLES, Faults, Ledger
from protocol import event_frame


def line(number: int, face: str = '{"type":"drawn"}', match: int = 7) -> bytes:
    """Return an event as the server writes it, without the line feed."""
    before, between, behind = event_frame(match)
    return f"{before}{number}{between}{face}{behind}".encode().removesuffix(b"\n")


def ledger(seat: int | None = 0) -> tuple[Ledger, Faults]:
    faults = Faults()
    return Ledger(7, seat, "ana", faults), faults


def test_events_in_order_are_fine_and_their_bytes_are_known() -> None:
    book, faults = ledger()
    for number in range(1, 4):
        book.event(line(number, f'{{"type":"drawn","cards":{number}}}'))
    heard = book.result()
    assert (heard.first, heard.count, book.last) == (1, 3, 3)
    faces = "".join(f'{{"type":"drawn","cards":{number}}}' for number in range(1, 4))
    assert heard.checksum == crc32(faces.encode())
    assert not faults.counts


@pytest.mark.parametrize(
    ("numbers", "kind", "count"),
    [
        ([1, 3], "event-lost", 1),
        ([2], "event-lost", 1),
        ([1, 2, 6], "event-lost", 3),
        ([1, 1], "event-twice", 1),
        ([1, 2, 3, 2], "event-twice", 1),
    ],
)
def test_lost_and_doubled_events_are_faults(numbers: list[int], kind: str, count: int) -> None:
    book, faults = ledger()
    for number in numbers:
        book.event(line(number))
    assert faults.counts == {kind: count}
    assert (book.result().checksum is None) == (kind == "event-lost")


def test_one_lost_event_is_told_once() -> None:
    book, faults = ledger()
    for number in (1, 3, 4, 5):
        book.event(line(number))
    assert faults.counts == {"event-lost": 1}


def test_who_watches_may_come_in_the_middle_but_misses_nothing_then() -> None:
    book, faults = ledger(None)
    book.event(line(40))
    book.event(line(41))
    assert (book.result().first, book.result().count) == (40, 2)
    assert not faults.counts
    book.event(line(43))
    assert faults.counts == {"event-lost": 1}


def test_events_of_another_match_are_faults() -> None:
    book, faults = ledger()
    book.event(line(1, match=8))
    assert faults.counts == {"other-match": 1}
    assert book.heard == 0


def test_only_the_first_faults_are_told_and_all_are_counted() -> None:
    faults = Faults()
    for number in range(EXAMPLES + 50):
        faults.add("late", str(number))
    assert faults.counts["late"] == EXAMPLES + 50
    assert len(faults.examples) == EXAMPLES
