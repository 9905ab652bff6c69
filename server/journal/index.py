"""Where in the log the records of each match are, who played in it, and whether it is over: the tables `match`, `seat`.

They are made of the log alone, and say what it says up to the row that `indexed` in `meta` names. What the rows behind
that one say is collected in an `Index` until there is much of it: so a commit mostly is one row of the log.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import Final

import apsw
from attrs import define, field, frozen

from .codec import record_from_json, type_name
from .errors import JournalError
from .log import END, Place, damaged, match_of, rows_after
from .records import LAST_CLASSES, Created

OPEN: Final = "open"
OVER: Final = "over"
INDEXED: Final = "indexed"
ROWS_A_CALL: Final = 64
_TELLING: Final = tuple(f'"type":"{type_name(kind)}"}}' for kind in (Created, *LAST_CLASSES))  # so these records end
_KEEP_MATCH: Final = (
    "INSERT INTO match VALUES {} ON CONFLICT DO UPDATE SET count = excluded.count, places = excluded.places,"
    " last = excluded.last, state = excluded.state, seal = excluded.seal"
)


@frozen
class MatchRow:
    """A row of `match`.

    Attributes:
        match: the match's number.
        count: how many records it has.
        places: the rows of the log in which they are: the first one's number, then how much further each next one is.
        last: the number of the last of these rows.
        state: `OPEN` or `OVER`.
    """

    match: int
    count: int = 0
    places: str = ""
    last: int = 0
    state: str = OPEN

    def seal(self) -> bytes:
        """Return the hash that stands in the row."""
        facts = f"{self.match} {self.count} {self.last} {self.state} {self.places}"
        return hashlib.sha256(facts.encode()).digest()[:16]

    def numbers(self) -> list[int]:
        """Return the numbers of the rows of the log in which records of the match are; they rise."""
        return list(accumulate(map(int, self.places.split())))

    def extended(self, places: Iterable[int], *, is_over: bool) -> "MatchRow":
        """Return the row after more records; `places` are the rows of the log in which they are, one for each."""
        steps, last, count = [self.places] if self.places else [], self.last, self.count
        for place in places:
            count += 1
            if place != last:
                steps.append(str(place - last))
                last = place
        return MatchRow(self.match, count, " ".join(steps), last, OVER if is_over else self.state)


@define
class Index:
    """What the tables do not say yet.

    Attributes:
        places: of each match that has records in rows which are not indexed: these rows, one for each record.
        players: of the matches that begin there, their players in lower case.
        over: the matches that end there.
    """

    places: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))
    players: dict[int, tuple[str, ...]] = field(factory=dict)
    over: set[int] = field(factory=set)

    @classmethod
    def read(cls, connection: apsw.Connection, path: Path) -> "Index":
        """Collect what the rows say that are not indexed.

        Raises:
            JournalError: `damaged`.
        """
        index = cls()
        for row in rows_after(connection, Place.read(connection, INDEXED), path):
            for line in row.lines():
                index._note_line(row.seq, line, path)
        return index

    def _note_line(self, seq: int, line: str, path: Path) -> None:
        match = match_of(line, path)
        self.places[match].append(seq)
        if not line.endswith(_TELLING):
            return
        try:
            record = record_from_json(line)
        except ValueError as error:
            raise damaged(path) from error
        if isinstance(record, Created):
            self.players[match] = record.players()
        elif isinstance(record, LAST_CLASSES):
            self.over.add(match)

    def note(self, seq: int, matches: Sequence[int], players: Mapping[int, tuple[str, ...]], over: set[int]) -> None:
        """Collect what a new row of the log says: whose its records are, and which matches begin and end there."""
        places = self.places
        for match in matches:
            places[match].append(seq)
        if players:
            self.players.update(players)
        if over:
            self.over |= over

    def extend(self, match: int, row: MatchRow | None, path: Path) -> MatchRow:
        """Return what the table will say of a match; `row` is what it says, None: nothing.

        Raises:
            JournalError: `damaged`: nothing says how the match began, or two rows do.
        """
        if (row is None) != (match in self.players):
            raise damaged(path)
        return (row or MatchRow(match)).extended(self.places.get(match, ()), is_over=match in self.over)

    def rows(self, connection: apsw.Connection, known: Mapping[int, MatchRow], path: Path) -> list[MatchRow]:
        """Return what the table will say of each match that has something new, by number.

        Args:
            connection: where the table is.
            known: rows of the table that need not be looked up.
            path: for messages.

        Raises:
            JournalError: `damaged`.
        """
        return [
            self.extend(match, known.get(match) or find_row(connection, match, path), path)
            for match in sorted(self.places)
        ]

    def write(self, connection: apsw.Connection, rows: Sequence[MatchRow], end: Place) -> None:
        """Let the tables say so, within the present transaction.

        Args:
            connection: where to.
            rows: from `rows`.
            end: the last row of the log that is taken into account.

        Raises:
            apsw.Error: the transaction is to be taken back.
        """
        keep_rows(connection, rows)
        seats = [(name, match) for match, names in self.players.items() for name in names]
        _insert(connection, "INSERT INTO seat VALUES {}", seats)
        end.write(connection, INDEXED)


def keep_rows(connection: apsw.Connection, rows: Iterable[MatchRow]) -> None:
    """Put rows into `match`, in place of those that are there, within the present transaction.

    Raises:
        apsw.Error: the transaction is to be taken back.
    """
    _insert(
        connection, _KEEP_MATCH, [(row.match, row.count, row.places, row.last, row.state, row.seal()) for row in rows]
    )


def _insert(connection: apsw.Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
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
    columns = "SELECT match, count, places, last, state, seal FROM match "
    for *facts, seal in connection.execute(columns + where, tuple(values)):
        row = MatchRow(*facts)
        if seal != row.seal():
            raise JournalError(
                "damaged", f"{path} is damaged: what it says of match {row.match} is not what was written."
            )
        yield row


def bring_up(connection: apsw.Connection, path: Path) -> None:
    """Let the tables say all that the log says, in a transaction of its own.

    Raises:
        JournalError: `damaged`.
        apsw.Error: nothing has changed.
    """
    with connection:
        index, end = Index.read(connection, path), Place.read(connection, END)
        require_indexed(connection, path)
        if index.places and end is not None:
            index.write(connection, index.rows(connection, {}, path), end)


def require_indexed(connection: apsw.Connection, path: Path) -> None:
    """Check that the tables say what the log says just up to the row that `indexed` names, as far as can be seen there.

    Raises:
        JournalError: `damaged`.
    """
    indexed = Place.read(connection, INDEXED)
    if indexed is None or connection.execute("SELECT coalesce(max(last), 0) FROM match").get != indexed.seq:
        raise damaged(path)
