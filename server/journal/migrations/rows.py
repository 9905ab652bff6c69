"""Versions 1 and 2, and how they become version 3.

Each record had a row and a link of its own, and a match's row said where its records began and ended.
"""

import hashlib
from typing import Any, Final

import apsw
from attrs import frozen

from server.journal.codec import NO_LINK
from server.journal.errors import JournalError
from server.journal.index import OVER

from .parts import SCHEMA_3, begin_log, put_match

_SCHEMA_1: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE record (
    seq INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    prev INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    link BLOB NOT NULL
) STRICT;
CREATE TABLE match (
    match INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    count INTEGER NOT NULL,
    head BLOB NOT NULL,
    state TEXT NOT NULL,
    seal BLOB NOT NULL
) STRICT;
CREATE TABLE seat (name TEXT NOT NULL, match INTEGER NOT NULL, PRIMARY KEY (name, match)) STRICT, WITHOUT ROWID;
"""
_WALK: Final = """
WITH RECURSIVE walk (seq, match, prev, at, body, link, step) AS (
    SELECT seq, match, prev, at, body, link, 1 FROM record WHERE seq = ?1
    UNION ALL
    SELECT record.seq, record.match, record.prev, record.at, record.body, record.link, step + 1
    FROM walk JOIN record ON record.seq = walk.prev WHERE step < ?2
)
SELECT seq, match, prev, at, body, link FROM walk
"""


def make_first(connection: apsw.Connection) -> None:
    """Make the first tables."""
    connection.execute(_SCHEMA_1)


def say_more(connection: apsw.Connection) -> None:
    """Change nothing: from here on records have fields and types that servers of version 1 can't read."""


def make_parts(connection: apsw.Connection) -> None:
    """Put the rows of each match together, once every hash was checked."""
    connection.execute("ALTER TABLE match RENAME TO match_before")
    connection.execute(SCHEMA_3)
    begin_log(connection)
    listing = "SELECT match, first, last, count, head, state, seal FROM match_before ORDER BY match"
    rows: list[tuple[Any, ...]] = connection.execute(listing).fetchall()
    kept = 0
    for facts in rows:
        row = _RowBefore(*facts)
        records = row.records(connection)
        kept += len(records)
        put_match(connection, row.match, records, is_over=row.state == OVER)
    if kept != connection.execute("SELECT count(*) FROM record").get:
        raise JournalError("damaged", "The journal is damaged: it has records that belong to no match.")
    connection.execute("DROP TABLE match_before; DROP TABLE record")


@frozen
class _RowBefore:
    """A row of `match` before version 3."""

    match: int
    first: int
    last: int
    count: int
    head: bytes
    state: str
    seal: bytes

    def records(self, connection: apsw.Connection) -> list[tuple[int, str]]:
        """Return the records of the match, each with its time, every hash checked."""
        facts = b"%d %d %d %d %b %b" % (self.match, self.first, self.last, self.count, self.state.encode(), self.head)
        if self.seal != hashlib.sha256(facts).digest()[:16]:
            raise _damaged(self.match)
        link, records, expected = NO_LINK, list[tuple[int, str]](), 0
        found = connection.execute(_WALK, (self.last, self.count)).fetchall()
        for seq, match, prev, at, body, kept_link in reversed(found):
            link = hashlib.sha256(b"%b%d %d %d\n%b" % (link, match, len(records), at, body.encode())).digest()
            if (kept_link, match, prev) != (link, self.match, expected):
                raise _damaged(self.match)
            records.append((at, body))
            expected = seq
        if link != self.head or len(records) != self.count:
            raise _damaged(self.match)
        return records


def _damaged(match: int) -> JournalError:
    return JournalError("damaged", f"The journal is damaged: match {match} is not what was written.")
