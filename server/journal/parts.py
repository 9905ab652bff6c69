"""The records of a match, as they are kept for good: a few rows, each a part of them, and a row that says how many.

A part holds a line a record: when it was written (milliseconds since 1970, UTC), a space, and its JSON. A chain of
hashes (`codec.next_link`) goes over the parts of a match, and the match's row holds its last link. So a record can't
be changed, moved, left out or put in without a hash that does not fit.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import apsw
from attrs import define

from .codec import NO_LINK, next_link
from .errors import JournalError

OPEN: Final = "open"
OVER: Final = "over"
ROWS_A_CALL: Final = 64
_KEEP_MATCH: Final = (
    "INSERT INTO match VALUES {} ON CONFLICT DO UPDATE SET count = excluded.count, head = excluded.head,"
    " state = excluded.state, kept = excluded.kept, seal = excluded.seal"
)


@define
class MatchRow:
    """A row of `match`.

    Attributes:
        match: the match's number.
        count: how many records are in its parts.
        head: the link of the last part.
        state: `OPEN` or `OVER`.
        kept: up to this row of the log, all of its records are in its parts.
    """

    match: int
    count: int = 0
    head: bytes = NO_LINK
    state: str = OPEN
    kept: int = 0

    def seal(self) -> bytes:
        """Return the hash that stands in the row."""
        facts = b"%d %d %d %b %b" % (self.match, self.count, self.kept, self.state.encode(), self.head)
        return hashlib.sha256(facts).digest()[:16]


@define
class Parts:
    """What is to be written of matches whose records leave the log, or never were in it."""

    seq: int
    """The last row of the log that is taken into account."""
    rows: list[MatchRow]
    _parts: list[tuple[object, ...]]

    @classmethod
    def up_to(cls, seq: int) -> "Parts":
        """Begin with nothing."""
        return cls(seq, [], [])

    def add(self, row: MatchRow, records: Sequence[tuple[int, str]], *, is_over: bool) -> None:
        """Put records, each with its time, behind those that `row` speaks of."""
        body = "".join([f"{at} {text}\n" for at, text in records])
        link = next_link(row.head, row.match, row.count, body)
        self._parts.append((row.match, row.count, body, link))
        state = OVER if is_over else row.state
        self.rows.append(MatchRow(row.match, row.count + len(records), link, state, self.seq))

    def write(self, connection: apsw.Connection) -> None:
        """Write all of it within the present transaction.

        Raises:
            apsw.Error: the transaction is to be taken back.
        """
        insert(connection, "INSERT INTO part VALUES {}", self._parts)
        rows = [(row.match, row.count, row.head, row.state, row.kept, row.seal()) for row in self.rows]
        insert(connection, _KEEP_MATCH, rows)


def insert(connection: apsw.Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows, many with each call; `statement` has `{}` for their places.

    A call lets go of the interpreter while SQLite works. To do that for each row would hand the interpreter to and fro
    between this thread and the loop, which costs either more than the row does.
    """
    for start in range(0, len(rows), ROWS_A_CALL):
        some = rows[start : start + ROWS_A_CALL]
        places = ", ".join([f"({', '.join('?' * len(some[0]))})"] * len(some))
        connection.execute(statement.format(places), list(chain.from_iterable(some)))


def find_row(connection: apsw.Connection, match: int, path: Path) -> MatchRow | None:
    """Return the row of a match, its seal checked.

    Raises:
        JournalError: `damaged`.
    """
    rows = list(rows_of(connection, path, "WHERE match = ?", (match,)))
    return rows[0] if rows else None


def rows_of(connection: apsw.Connection, path: Path, where: str, values: Iterable[int | str]) -> Iterator[MatchRow]:
    """Yield rows of matches, their seals checked; `where` is what stands behind the table's name.

    Raises:
        JournalError: `damaged`.
    """
    columns = "SELECT match, count, head, state, kept, seal FROM match "
    for *facts, seal in connection.execute(columns + where, tuple(values)):
        row = MatchRow(*facts)
        if seal != row.seal():
            raise JournalError(
                "damaged", f"{path} is damaged: what it says of match {row.match} is not what was written."
            )
        yield row


def lines_of(connection: apsw.Connection, row: MatchRow, path: Path) -> list[tuple[int, str]]:
    """Return the records that are in the parts of a match, each with its time, every hash checked.

    Raises:
        JournalError: `damaged`, with the record from which on it is.
    """
    lines: list[tuple[int, str]] = []
    link = NO_LINK
    found = connection.execute("SELECT first, body, link FROM part WHERE match = ? ORDER BY first", (row.match,))
    for first, body, kept_link in found:
        link = next_link(link, row.match, first, body)
        if kept_link != link or first != len(lines):
            raise damaged(path, row.match, len(lines))
        for line in body.split("\n")[:-1]:
            at, _, text = line.partition(" ")
            lines.append((int(at), text))
    if len(lines) != row.count or link != row.head:
        raise damaged(path, row.match, len(lines))
    return lines


def damaged(path: Path, match: int, index: int) -> JournalError:
    """Return the error that says from which record on a match is not what it was."""
    return JournalError("damaged", f"{path} is damaged: match {match} is not what was written from record {index} on.")
