"""Whole matches out of the file, every hash checked on the way. Plain functions: callers run them off the loop."""

from collections.abc import Iterator
from pathlib import Path

import apsw

from .codec import record_from_json
from .errors import JournalError
from .log import Log
from .parts import OVER, MatchRow, damaged, find_row, lines_of, rows_of
from .records import Aborted, Created, Ended, Record, Stored, StoredMatch, Summary


def unfinished_rows(connection: apsw.Connection, path: Path) -> list[MatchRow]:
    """Return the rows of all matches that are not over; a row that says anything strange is looked into.

    Raises:
        JournalError: `damaged`.
    """
    return list(rows_of(connection, path, "WHERE state <> ? ORDER BY match", (OVER,)))


def load(connection: apsw.Connection, number: int, path: Path) -> StoredMatch | None:
    """Return a match with all records; None: there is none of this number.

    Raises:
        JournalError: `damaged`, with the record from which on it is.
    """
    row = find_row(connection, number, path)
    return None if row is None else _load(connection, row, Log.read(connection, path), path)


def load_unfinished(connection: apsw.Connection, path: Path) -> list[StoredMatch]:
    """Return all matches that are not over.

    Raises:
        JournalError: `damaged`.
    """
    log = Log.read(connection, path)
    return [_load(connection, row, log, path) for row in unfinished_rows(connection, path)]


def load_all(connection: apsw.Connection, path: Path) -> Iterator[StoredMatch]:
    """Yield every match, checked.

    Raises:
        JournalError: `damaged`.
    """
    log = Log.read(connection, path)
    for row in rows_of(connection, path, "ORDER BY match", ()):
        yield _load(connection, row, log, path)


def _load(connection: apsw.Connection, row: MatchRow, log: Log, path: Path) -> StoredMatch:
    lines = [*lines_of(connection, row, path), *log.of(row)]
    stored = tuple(Stored(index, at, _read(text, row.match, index, path)) for index, (at, text) in enumerate(lines))
    created = stored[0].record if stored else None
    if not isinstance(created, Created):
        raise damaged(path, row.match, 0)
    return StoredMatch(created, stored)


def summaries(connection: apsw.Connection, name: str | None, limit: int, path: Path) -> list[Summary]:
    """Return the newest matches, or the newest of one player, newest first.

    Raises:
        JournalError: `damaged`.
    """
    if name is None:
        rows = list(rows_of(connection, path, "ORDER BY match DESC LIMIT ?", (limit,)))
    else:
        where = "WHERE match IN (SELECT match FROM seat WHERE name = ? ORDER BY match DESC LIMIT ?) ORDER BY match DESC"
        rows = list(rows_of(connection, path, where, (name.lower(), limit)))
    return [_summary(row, lines_of(connection, row, path), path) for row in rows]


def _summary(row: MatchRow, lines: list[tuple[int, str]], path: Path) -> Summary:
    """Read the first record, and the last ones back to the match's end: both are in its parts by the time."""
    created = _read(lines[0][1], row.match, 0, path) if lines else None
    if not isinstance(created, Created):
        raise damaged(path, row.match, 0)
    if row.state != OVER:
        return Summary(created, lines[0][0], None)
    for index in range(len(lines) - 1, 0, -1):
        record = _read(lines[index][1], row.match, index, path)
        if isinstance(record, Ended | Aborted):
            return Summary(created, lines[0][0], record)
    raise damaged(path, row.match, 0)


def _read(body: str, match: int, index: int, path: Path) -> Record:
    try:
        return record_from_json(body)
    except ValueError as error:
        text = f"{path} holds a record that this server can't read: match {match}, record {index}: {error}."
        raise JournalError("damaged", text) from error
