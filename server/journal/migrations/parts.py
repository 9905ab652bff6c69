"""Version 3, and how it becomes version 4.

It kept the newest records in a log, a row a commit, and the older ones of each match in a few rows of `part`, with a
chain of hashes for each match. A part held a line a record: when it was written, a space, and its JSON. `kept` in the
row of a match was the row of the log up to which its records were in parts; two rows of `meta`, `log-from` and
`log-to`, said where the log began and ended.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import apsw
from attrs import frozen

from server.journal.codec import NO_LINK, next_link
from server.journal.errors import JournalError
from server.journal.index import INDEXED, OPEN, OVER, MatchRow, keep_rows
from server.journal.log import END, START, Place

_FROM: Final = "log-from"
SCHEMA_3: Final = """
CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    link BLOB NOT NULL
) STRICT;
CREATE TABLE match (
    match INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    head BLOB NOT NULL,
    state TEXT NOT NULL,
    kept INTEGER NOT NULL,
    seal BLOB NOT NULL
) STRICT;
CREATE TABLE part (
    match INTEGER NOT NULL,
    first INTEGER NOT NULL,
    body TEXT NOT NULL,
    link BLOB NOT NULL,
    PRIMARY KEY (match, first)
) STRICT;
"""
_SCHEMA_4: Final = """
ALTER TABLE log RENAME TO log_before;
ALTER TABLE match RENAME TO match_before;
CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    link BLOB NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE match (
    match INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    places TEXT NOT NULL,
    last INTEGER NOT NULL,
    state TEXT NOT NULL,
    seal BLOB NOT NULL
) STRICT;
CREATE TRIGGER log_end AFTER INSERT ON log BEGIN
    UPDATE meta SET value = new.seq || ' ' || lower(hex(new.link)) WHERE key = 'log-to';
END;
"""


@frozen
class PartsRow:
    """A row of `match`."""

    match: int
    count: int = 0
    head: bytes = NO_LINK
    state: str = OPEN
    kept: int = 0

    def seal(self) -> bytes:
        """Return the hash that stands in the row."""
        facts = b"%d %d %d %b %b" % (self.match, self.count, self.kept, self.state.encode(), self.head)
        return hashlib.sha256(facts).digest()[:16]


def begin_log(connection: apsw.Connection) -> None:
    """Begin a log, within the present transaction."""
    for key in (_FROM, END):
        START.write(connection, key)


def put_match(connection: apsw.Connection, match: int, records: Sequence[tuple[int, str]], *, is_over: bool) -> None:
    """Write all records of a match, each with its time, as one part, within the present transaction."""
    body = "".join([f"{at} {text}\n" for at, text in records])
    row = PartsRow(match, len(records), next_link(NO_LINK, match, 0, body), OVER if is_over else OPEN)
    connection.execute("INSERT INTO part VALUES (?, 0, ?, ?)", (match, body, row.head))
    connection.execute(
        "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?)", (match, row.count, row.head, row.state, row.kept, row.seal())
    )


def make_index(connection: apsw.Connection) -> None:
    """Let one log hold all records, those of one match after those of another, once every hash was checked.

    A row of it is what was written of a match in the same millisecond.

    Raises:
        JournalError: `damaged`.
    """
    before = _read_log(connection)
    rows = list(_rows(connection))
    numbers = {row.match for row in rows}
    if not before.keys() | {match for (match,) in connection.execute("SELECT match FROM part")} <= numbers:
        raise JournalError("damaged", "The journal is damaged: it has records that belong to no match.")
    connection.execute(_SCHEMA_4)
    START.write(connection, END)
    end = START
    made: list[MatchRow] = []
    for row in rows:
        newest = [(at, text) for seq, at, text in before.get(row.match, ()) if seq > row.kept]
        places: list[int] = []
        for at, group in groupby([*_lines(connection, row), *newest], key=lambda line: line[0]):
            bodies = [text for _, text in group]
            end = end.append(connection, at, "\n".join(bodies))
            places += [end.seq] * len(bodies)
        made.append(MatchRow(row.match).extended(places, is_over=row.state == OVER))
    keep_rows(connection, made)
    end.write(connection, INDEXED)
    connection.execute("DROP TABLE log_before; DROP TABLE match_before; DROP TABLE part")
    connection.execute("DELETE FROM meta WHERE key = ?", (_FROM,))


def _rows(connection: apsw.Connection) -> Iterator[PartsRow]:
    listing = "SELECT match, count, head, state, kept, seal FROM match ORDER BY match"
    for *facts, seal in connection.execute(listing):
        row = PartsRow(*facts)
        if seal != row.seal():
            raise _damaged(row.match)
        yield row


def _lines(connection: apsw.Connection, row: PartsRow) -> list[tuple[int, str]]:
    lines: list[tuple[int, str]] = []
    link = NO_LINK
    found = connection.execute("SELECT first, body, link FROM part WHERE match = ? ORDER BY first", (row.match,))
    for first, body, kept_link in found:
        link = next_link(link, row.match, first, body)
        if kept_link != link or first != len(lines):
            raise _damaged(row.match)
        for line in body.split("\n")[:-1]:
            at, _, text = line.partition(" ")
            lines.append((int(at), text))
    if len(lines) != row.count or link != row.head:
        raise _damaged(row.match)
    return lines


def _read_log(connection: apsw.Connection) -> dict[int, list[tuple[int, int, str]]]:
    """Return of each match that has records in the log: the row, when, and the record."""
    place, end = Place.read(connection, _FROM), Place.read(connection, END)
    records: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for seq, at, body, link in connection.execute("SELECT seq, at, body, link FROM log ORDER BY seq"):
        if place is None or seq != place.seq + 1 or link != next_link(place.link, seq, at, body):
            raise _damaged_log()
        place = Place(seq, link)
        for text in body.split("\n"):
            number = text.partition(",")[0].removeprefix('{"match":')
            if not number.isdecimal():
                raise _damaged_log()
            records[int(number)].append((seq, at, text))
    if end is None or place != end:
        raise _damaged_log()
    return records


def _damaged_log() -> JournalError:
    return JournalError("damaged", "The journal is damaged: its log of the newest records is not what was written.")


def _damaged(match: int) -> JournalError:
    return JournalError("damaged", f"The journal is damaged: match {match} is not what was written.")
