"""Whole matches out of the file, every hash checked on the way. Plain functions: callers run them off the loop."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from pathlib import Path

import apsw

from .codec import record_from_json
from .errors import JournalError
from .index import OVER, Index, MatchRow, find_row, rows_of
from .log import START, Row, damaged, match_of, rows_after, rows_at
from .records import Aborted, Created, Ended, Record, Stored, StoredMatch, Summary


def unfinished_rows(connection: apsw.Connection, path: Path) -> list[MatchRow]:
    """Return what is said of all matches that are not over; a row that says anything strange is looked into.

    Raises:
        JournalError: `damaged`.
    """
    rows = _with_newest(connection, rows_of(connection, path, "WHERE state <> ?", (OVER,)), path)
    return [row for row in rows if row.state != OVER]


def load(connection: apsw.Connection, number: int, path: Path) -> StoredMatch | None:
    """Return a match with all records; None: there is none of this number.

    Raises:
        JournalError: `damaged`.
    """
    row, index = find_row(connection, number, path), Index.read(connection, path)
    if number in index.places:
        row = index.extend(number, row, path)
    return None if row is None else next(_load(connection, [row], path))


def load_unfinished(connection: apsw.Connection, path: Path) -> list[StoredMatch]:
    """Return all matches that are not over, by number.

    Raises:
        JournalError: `damaged`.
    """
    return sorted(_load(connection, unfinished_rows(connection, path), path), key=lambda stored: stored.match)


def load_all(connection: apsw.Connection, path: Path) -> Iterator[StoredMatch]:
    """Yield every match, in the order in which their last records were written, and check the whole log.

    Raises:
        JournalError: `damaged`.
    """
    rows = _with_newest(connection, rows_of(connection, path, "", ()), path)
    yield from _gather(rows_after(connection, START, path), rows, path, is_all=True)


def summaries(connection: apsw.Connection, name: str | None, limit: int, path: Path) -> list[Summary]:
    """Return the newest matches, or the newest of one player, newest first.

    Raises:
        JournalError: `damaged`.
    """
    if name is None:
        rows = _with_newest(connection, rows_of(connection, path, "ORDER BY match DESC LIMIT ?", (limit,)), path)
    else:
        where = "WHERE match IN (SELECT match FROM seat WHERE name = ? ORDER BY match DESC LIMIT ?)"
        found = rows_of(connection, path, where, (name.lower(), limit))
        rows = _with_newest(connection, found, path, name.lower())
    newest = sorted(rows, key=lambda row: row.match, reverse=True)[:limit]
    return [_summary(connection, row, path) for row in newest]


def _with_newest(
    connection: apsw.Connection, rows: Iterable[MatchRow], path: Path, name: str | None = None
) -> list[MatchRow]:
    """Return rows of matches, and those of others that have begun since the log was indexed, as they are by now.

    Args:
        connection: where the log is.
        rows: as they stand in the table.
        path: for messages.
        name: take others of this player alone (lower case); None: any.
    """
    index = Index.read(connection, path)
    found = {row.match: index.extend(row.match, row, path) for row in rows}
    for match, players in index.players.items():
        if name is None or name in players:
            found[match] = index.extend(match, None, path)
    return list(found.values())


def _load(connection: apsw.Connection, rows: Sequence[MatchRow], path: Path) -> Iterator[StoredMatch]:
    """Yield matches, in the order in which their last records were written."""
    numbers = dict.fromkeys(merge(*(row.numbers() for row in rows)))
    return _gather(rows_at(connection, numbers, path), rows, path, is_all=False)


def _gather(found: Iterable[Row], rows: Sequence[MatchRow], path: Path, *, is_all: bool) -> Iterator[StoredMatch]:
    """Yield the matches of which `rows` are as soon as all of their records were found; no others if `is_all`.

    Raises:
        JournalError: `damaged`: also if a record is not where it is said to be.
    """
    wanted = {row.match: row for row in rows}
    gathered: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for one in found:
        for line in one.lines():
            match = match_of(line, path)
            row = wanted.get(match)
            if row is None:
                if is_all:
                    raise damaged(path)
                continue
            lines = gathered[match]
            lines.append((one.seq, one.at, line))
            if len(lines) == row.count:
                yield _stored(row, gathered.pop(match), path)
                del wanted[match]
    if wanted:
        raise damaged(path)


def _stored(row: MatchRow, lines: list[tuple[int, int, str]], path: Path) -> StoredMatch:
    stored = tuple(Stored(index, at, _read(text, row.match, index, path)) for index, (_, at, text) in enumerate(lines))
    created = stored[0].record
    if not isinstance(created, Created) or list(dict.fromkeys(seq for seq, _, _ in lines)) != row.numbers():
        raise damaged(path)
    return StoredMatch(created, stored)


def _summary(connection: apsw.Connection, row: MatchRow, path: Path) -> Summary:
    """Read the first record, and the last ones back to the match's end."""
    numbers = row.numbers()
    first = next(rows_at(connection, numbers[:1], path), None)
    created = _read(first.of(row.match)[0], row.match, 0, path) if first and first.of(row.match) else None
    if first is None or not isinstance(created, Created):
        raise damaged(path)
    if row.state != OVER:
        return Summary(created, first.at, None)
    for number in reversed(numbers):
        for one in rows_at(connection, [number], path):
            for line in reversed(one.of(row.match)):
                record = _read(line, row.match, row.count - 1, path)
                if isinstance(record, Ended | Aborted):
                    return Summary(created, first.at, record)
    raise damaged(path)


def _read(body: str, match: int, index: int, path: Path) -> Record:
    try:
        return record_from_json(body)
    except ValueError as error:
        text = f"{path} holds a record that this server can't read: match {match}, record {index}: {error}."
        raise JournalError("damaged", text) from error
