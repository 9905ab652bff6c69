"""The log: all records of all matches, in the order in which they became durable. Each commit is one row.

A row holds its records as JSON, one a line, and when they were written. A chain of hashes (`codec.next_link`) goes over
all rows; `log-to` in `meta` says where it ends: the number and the link of the last row, set by a trigger. So a record
can't be changed, moved, left out or put in without a hash that does not fit.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import apsw
from attrs import frozen

from .codec import NO_LINK, next_link
from .errors import JournalError

END: Final = "log-to"
NEAR: Final = 16
"""Rows that are wanted and no further apart than so are read in one go, with those between."""
_MARK: Final = '{"match":'  # so each record begins


@frozen
class Place:
    """A row of the log: its number, from 1, and its link; `START` is before the first one."""

    seq: int
    link: bytes

    @classmethod
    def read(cls, connection: apsw.Connection, key: str) -> "Place | None":
        """Return what `meta` says; None: nothing, or something else than a place."""
        value = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).get
        seq, _, link = str(value).partition(" ")
        try:
            return cls(int(seq), bytes.fromhex(link))
        except ValueError:
            return None

    def write(self, connection: apsw.Connection, key: str) -> None:
        """Let `meta` say so."""
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, f"{self.seq} {self.link.hex()}"))

    def append(self, connection: apsw.Connection, at: int, body: str) -> "Place":
        """Write a row behind the present end of the log, which this is; return the new end.

        It is one statement: outside of a transaction it is one of its own, and durable.

        Raises:
            apsw.Error: nothing is written.
        """
        seq = self.seq + 1
        link = next_link(self.link, seq, at, body)
        connection.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (seq, at, link, body))
        return Place(seq, link)


START: Final = Place(0, NO_LINK)


@frozen
class Row:
    """What a row holds, its hash checked."""

    seq: int
    at: int
    """Milliseconds since 1970, UTC."""
    body: str

    def lines(self) -> list[str]:
        """Return the records as JSON."""
        return self.body.split("\n")

    def of(self, match: int) -> list[str]:
        """Return the records of a match."""
        mark = f"{_MARK}{match},"
        return [line for line in self.lines() if line.startswith(mark)]


def rows_after(connection: apsw.Connection, place: Place | None, path: Path) -> Iterator[Row]:
    """Yield all rows behind `place`; None is none at all.

    Raises:
        JournalError: `damaged`: also if it does not end where it should.
    """
    end = Place.read(connection, END)
    if place is None or end is None:
        raise damaged(path)
    for seq, at, link, body in connection.execute("SELECT * FROM log WHERE seq > ? ORDER BY seq", (place.seq,)):
        if seq != place.seq + 1 or link != next_link(place.link, seq, at, body):
            raise damaged(path)
        place = Place(seq, link)
        yield Row(seq, at, body)
    if place != end:
        raise damaged(path)


def rows_at(connection: apsw.Connection, numbers: Iterable[int], path: Path) -> Iterator[Row]:
    """Yield the rows of these numbers, which rise.

    Raises:
        JournalError: `damaged`: also if there is no such row.
    """
    for run in _runs(numbers):
        link = NO_LINK
        if run[0] > 1:
            link = connection.execute("SELECT link FROM log WHERE seq = ?", (run[0] - 1,)).get
        expected, wanted = run[0], iter(run)
        number = next(wanted)
        found = connection.execute("SELECT * FROM log WHERE seq BETWEEN ? AND ? ORDER BY seq", (run[0], run[-1]))
        for seq, at, kept_link, body in found:
            if link is None or seq != expected or kept_link != next_link(link, seq, at, body):
                raise damaged(path)
            link, expected = kept_link, seq + 1
            if seq == number:
                yield Row(seq, at, body)
                number = next(wanted, 0)
        if expected != run[-1] + 1:
            raise damaged(path)


def _runs(numbers: Iterable[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for number in numbers:
        if run and number - run[-1] > NEAR:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def match_of(line: str, path: Path) -> int:
    """Return whose record it is, without reading all of it.

    Raises:
        JournalError: `damaged`.
    """
    number = line.partition(",")[0].removeprefix(_MARK)
    if not line.startswith(_MARK) or not number.isdecimal():
        raise damaged(path)
    return int(number)


def damaged(path: Path) -> JournalError:
    """Return the error that says so of the log."""
    return JournalError("damaged", f"{path} is damaged: its log of all records is not what was written.")
