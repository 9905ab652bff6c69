"""A match out of the journal into a transcript."""

import hashlib
from collections.abc import Iterator

from attrs import evolve

from server.journal.records import Aborted, Charged, Chosen, DrawAgreed, Ended, Retired, Rewound, StoredMatch

from .lines import FORMAT, NO_PREVIOUS, EndLine, Header, Line, RecordLine, SeatLine, hash_of, write_line


class TranscriptError(Exception):
    """The match can't be exported; the text says why."""


def export(stored: StoredMatch, catalog_json: str) -> bytes:
    """Return the transcript of a match that is over.

    It holds everything that the match was decided by, secrets too; no tokens and tags, nothing that was
    said, no stops and plans.

    Args:
        stored: from the journal.
        catalog_json: `rust_core.Catalog(game).json`, of the catalogue that the match was played with.

    Raises:
        TranscriptError: the match is not over, or it was played with another catalogue.
    """
    if stored.end is None:
        raise TranscriptError(f"Match {stored.match} is not over; its secrets stay secret until then.")
    if hashlib.sha256(catalog_json.encode()).hexdigest() != stored.created.fingerprint:
        raise TranscriptError(f"Match {stored.match} was played with another catalogue, which is not here any more.")
    parts: list[bytes] = []
    previous = NO_PREVIOUS
    for line in _lines(stored, catalog_json):
        written = write_line(line, previous)
        previous = hash_of(written)
        parts += [written, b"\n"]
    return b"".join(parts)


def _lines(stored: StoredMatch, catalog_json: str) -> Iterator[Line]:
    yield _header(stored, catalog_json)
    number = 0
    for kept in stored.records:
        if isinstance(kept.record, Chosen):
            number += 1
            yield RecordLine(number, kept.at, evolve(kept.record, tag=""))
        elif isinstance(kept.record, Retired | DrawAgreed | Rewound | Charged):
            number += 1
            yield RecordLine(number, kept.at, kept.record)
        elif isinstance(kept.record, Ended | Aborted):
            yield EndLine(number, kept.at, kept.record)
            return


def _header(stored: StoredMatch, catalog_json: str) -> Header:
    created = stored.created
    return Header(
        FORMAT,
        created.match,
        created.game,
        created.rules,
        created.fingerprint,
        catalog_json,
        created.setup,
        tuple(SeatLine(seat.name, seat.house, seat.nonce) for seat in created.seats),
        created.time_control,
        created.commitment,
        created.part,
        stored.records[0].at,
        created.digest,
        created.cards,
    )
