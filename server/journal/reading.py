"""Whole matches out of the file, every hash checked on the way. Plain functions: callers run them off the loop."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import apsw
from attrs import define

from .codec import NO_LINK, next_link, record_from_json
from .errors import JournalError
from .records import Aborted, Created, Ended, Record, Stored, StoredMatch, Summary
from .schema import OVER, seal_of

_WALK: Final = """
WITH RECURSIVE walk (seq, match, prev, at, body, link, step) AS (
    SELECT seq, match, prev, at, body, link, 1 FROM record WHERE seq = ?1
    UNION ALL
    SELECT record.seq, record.match, record.prev, record.at, record.body, record.link, step + 1
    FROM walk JOIN record ON record.seq = walk.prev WHERE step < ?2
)
SELECT seq, match, prev, at, body, link FROM walk
"""


@define
class MatchRow:
    """A row of `match`."""

    match: int
    first: int
    last: int
    count: int
    head: bytes
    state: str


def find_row(connection: apsw.Connection, match: int, path: Path) -> MatchRow | None:
    """Return the row of a match, its seal checked.

    Raises:
        JournalError: `damaged`.
    """
    rows = list(_rows(connection, path, "WHERE match = ?", (match,)))
    return rows[0] if rows else None


def unfinished_rows(connection: apsw.Connection, path: Path) -> list[MatchRow]:
    """Return the rows of all matches that are not over; a row that says anything strange is looked into.

    Raises:
        JournalError: `damaged`.
    """
    return list(_rows(connection, path, "WHERE state <> ? ORDER BY match", (OVER,)))


def load(connection: apsw.Connection, row: MatchRow, path: Path) -> StoredMatch:
    """Return the match of `row` with all records.

    Raises:
        JournalError: `damaged`, with the record from which on it is.
    """
    found = connection.execute(_WALK, (row.last, row.count)).fetchall()
    link, stored, expected_prev = NO_LINK, list[Stored](), 0
    for index, (seq, match, prev, at, body, kept_link) in enumerate(reversed(found)):
        link = next_link(link, match, index, at, body)
        if kept_link != link or match != row.match or prev != expected_prev:
            raise _damaged(path, row.match, index)
        stored.append(Stored(index, at, _read(body, row.match, index, path)))
        expected_prev = seq
    created = stored[0].record if stored else None
    if link != row.head or len(found) != row.count or not isinstance(created, Created):
        raise _damaged(path, row.match, len(found))
    return StoredMatch(created, tuple(stored), link)


def load_all(connection: apsw.Connection, path: Path) -> Iterator[StoredMatch]:
    """Yield every match, checked.

    Raises:
        JournalError: `damaged`.
    """
    for row in _rows(connection, path, "ORDER BY match", ()):
        yield load(connection, row, path)


def summaries(connection: apsw.Connection, name: str | None, limit: int, path: Path) -> list[Summary]:
    """Return the newest matches, or the newest of one player, newest first.

    Raises:
        JournalError: `damaged`.
    """
    if name is None:
        rows = list(_rows(connection, path, "ORDER BY match DESC LIMIT ?", (limit,)))
    else:
        where = "WHERE match IN (SELECT match FROM seat WHERE name = ? ORDER BY match DESC LIMIT ?) ORDER BY match DESC"
        rows = list(_rows(connection, path, where, (name.lower(), limit)))
    return [_summary(connection, row, path) for row in rows]


def _summary(connection: apsw.Connection, row: MatchRow, path: Path) -> Summary:
    """Read the first record and the last ones back to the match's end; the chain between them stays unchecked."""
    _, at, body, link = _step(connection, row.first, row.match, 0, path)
    if link != next_link(NO_LINK, row.match, 0, at, body):
        raise _damaged(path, row.match, 0)
    created = _read(body, row.match, 0, path)
    if not isinstance(created, Created):
        raise _damaged(path, row.match, 0)
    return Summary(created, at, _end(connection, row, path), row.count)


def _end(connection: apsw.Connection, row: MatchRow, path: Path) -> Ended | Aborted | None:
    if row.state != OVER:
        return None
    seq, link = row.last, row.head
    for index in range(row.count - 1, 0, -1):
        prev, at, body, kept = _step(connection, seq, row.match, index, path)
        before = _step(connection, prev, row.match, index - 1, path)[3]
        if not kept == link == next_link(before, row.match, index, at, body):
            raise _damaged(path, row.match, index)
        record = _read(body, row.match, index, path)
        if isinstance(record, Ended | Aborted):
            return record
        seq, link = prev, before
    raise _damaged(path, row.match, 0)


def _step(connection: apsw.Connection, seq: int, match: int, index: int, path: Path) -> tuple[int, int, str, bytes]:
    found = connection.execute("SELECT prev, at, body, link FROM record WHERE seq = ?", (seq,)).fetchone()
    if found is None:
        raise _damaged(path, match, index)
    prev, at, body, link = found
    return prev, at, body, link


def _rows(connection: apsw.Connection, path: Path, where: str, values: Sequence[int | str]) -> Iterator[MatchRow]:
    columns = "SELECT match, first, last, count, head, state, seal FROM match "
    for *facts, seal in connection.execute(columns + where, values):
        row = MatchRow(*facts)
        if seal != seal_of(row.match, row.first, row.last, row.count, row.head, row.state):
            raise JournalError(
                "damaged", f"{path} is damaged: what it says of match {row.match} is not what was written."
            )
        yield row


def _read(body: str, match: int, index: int, path: Path) -> Record:
    try:
        return record_from_json(body)
    except ValueError as error:
        text = f"{path} holds a record that this server can't read: match {match}, record {index}: {error}."
        raise JournalError("damaged", text) from error


def _damaged(path: Path, match: int, index: int) -> JournalError:
    return JournalError("damaged", f"{path} is damaged: match {match} is not what was written from record {index} on.")
