"""The newest records of all matches: a row a commit, until they go to the parts of their matches.

A commit of 200 matches so writes a few pages, and not 200. A row holds its records as JSON, one a line. A chain of
hashes (`codec.next_link`) goes over all rows there ever were; two rows of `meta` say where the ones that are kept begin
(`log-from`) and end (`log-to`): the number and the link of the last row that went, and of the last that was written.
"""

from collections import defaultdict
from pathlib import Path
from typing import Final

import apsw
from attrs import define, frozen

from .codec import NO_LINK, next_link
from .errors import JournalError
from .parts import MatchRow, Parts, find_row

_FROM: Final = "log-from"
_TO: Final = "log-to"
_MARK: Final = '{"match":'  # so each record begins


@frozen
class Place:
    """A row of the log: its number, from 1, and its link."""

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
        connection.execute("UPDATE meta SET value = ? WHERE key = ?", (f"{self.seq} {self.link.hex()}", key))

    def append(self, connection: apsw.Connection, at: int, bodies: list[str]) -> "Place":
        """Write a row behind the present end of the log, which this is; return the new end.

        Raises:
            apsw.Error: the transaction is to be taken back.
        """
        seq, body = self.seq + 1, "\n".join(bodies)
        end = Place(seq, next_link(self.link, seq, at, body))
        connection.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (seq, at, body, end.link))
        end.write(connection, _TO)
        return end


def make_log(connection: apsw.Connection) -> None:
    """Begin a log, within the present transaction."""
    for key in (_FROM, _TO):
        connection.execute("INSERT INTO meta VALUES (?, '')", (key,))
        Place(0, NO_LINK).write(connection, key)


@define
class Log:
    """The log as it was read: every hash was checked."""

    end: Place
    _records: dict[int, list[tuple[int, int, str]]]
    """Of each match that has some here: the row, when, and the record."""

    @classmethod
    def read(cls, connection: apsw.Connection, path: Path) -> "Log":
        """Read all of it.

        Raises:
            JournalError: `damaged`.
        """
        place, end = Place.read(connection, _FROM), Place.read(connection, _TO)
        records: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
        for seq, at, body, link in connection.execute("SELECT seq, at, body, link FROM log ORDER BY seq"):
            if place is None or seq != place.seq + 1 or link != next_link(place.link, seq, at, body):
                raise _damaged(path)
            place = Place(seq, link)
            for text in body.split("\n"):
                records[_match_of(text, path)].append((seq, at, text))
        if end is None or place != end:
            raise _damaged(path)
        return cls(end, records)

    def of(self, row: MatchRow) -> list[tuple[int, str]]:
        """Return the records of a match that are not in its parts, each with its time."""
        return [(at, text) for seq, at, text in self._records.get(row.match, ()) if seq > row.kept]

    def matches(self) -> set[int]:
        """Return the matches that have records here."""
        return set(self._records)


def put_away(connection: apsw.Connection, path: Path) -> None:
    """Put all that is in the log to the parts of its matches, in a transaction of its own.

    Raises:
        JournalError: `damaged`.
        apsw.Error: nothing has changed.
    """
    with connection:
        log = Log.read(connection, path)
        parts = Parts.up_to(log.end.seq)
        for number in sorted(log.matches()):
            row = find_row(connection, number, path)
            if row is None:
                raise _damaged(path)
            records = log.of(row)
            if records:
                parts.add(row, records, is_over=False)
        parts.write(connection)
        cut(connection, log.end)


def cut(connection: apsw.Connection, end: Place) -> None:
    """Take all rows out of the log, within the present transaction; `end` is where it ends.

    Raises:
        apsw.Error: the transaction is to be taken back.
    """
    connection.execute("DELETE FROM log")
    end.write(connection, _FROM)


def _match_of(text: str, path: Path) -> int:
    """Return whose record it is, without reading all of it."""
    number = text.partition(",")[0].removeprefix(_MARK)
    if not text.startswith(_MARK) or not number.isdecimal():
        raise _damaged(path)
    return int(number)


def _damaged(path: Path) -> JournalError:
    return JournalError("damaged", f"{path} is damaged: its log of the newest records is not what was written.")
