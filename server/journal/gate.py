"""What both journals do with a record before it is handed on: is it of a match that is on, and how is it written."""

from collections.abc import Iterable, Sequence

from attrs import define

from .codec import record_to_json
from .errors import JournalError
from .interface import BACKLOG_RECORDS, OnDurable, Statistics
from .records import AFTER_CLASSES, LAST_CLASSES, Chosen, Created, Record


@define
class Row:
    """A record on its way."""

    match: int
    body: str
    names: tuple[str, ...] | None
    """Set for the record that creates the match: its players, in lower case."""
    is_last: bool
    """Whether the match is over with it."""


@define
class Submission:
    """Records that become durable together, and what is done then."""

    rows: tuple[Row, ...]
    on_durable: OnDurable


class Gate:
    """Knows on the loop which matches there are; refuses what would make a history that can't be.

    Args:
        last_number: the largest match number used so far.
        unfinished: the matches that are on.
    """

    def __init__(self, last_number: int, unfinished: Iterable[int]) -> None:
        """Nothing waits."""
        self._last_number = last_number
        self._reserved: set[int] = set()
        self._open = set(unfinished)
        self._records = self._commits = self._waiting = 0
        self.failures = 0

    def take_number(self) -> int:
        """Return the next match number."""
        self._last_number += 1
        self._reserved.add(self._last_number)
        return self._last_number

    def admit(self, records: Record | Sequence[Record], on_durable: OnDurable) -> Submission:
        """Return what is to be written.

        Raises:
            ValueError: see `Journal.submit`.
            JournalError: `overloaded`.
        """
        if type(records) is Chosen and records.match in self._open and self._waiting < BACKLOG_RECORDS:  # mostly
            row = Row(records.match, record_to_json(records), None, is_last=False)
            self._waiting += 1
            return Submission((row,), on_durable)
        several = records if isinstance(records, Sequence) else (records,)
        if self._waiting + len(several) > BACKLOG_RECORDS:
            raise JournalError("overloaded", f"{self._waiting} records wait to be written; no more are taken.")
        bodies = [record_to_json(record) for record in several]
        rows = tuple(self._row(record, body) for record, body in zip(several, bodies, strict=True))
        self._waiting += len(rows)
        return Submission(rows, on_durable)

    def _row(self, record: Record, body: str) -> Row:
        match = record.match
        if isinstance(record, Created):
            if match not in self._reserved:
                raise ValueError(f"match {match} can't be created: its number was not taken, or is used up")
            self._reserved.remove(match)
            self._open.add(match)
            return Row(match, body, tuple(dict.fromkeys(seat.name.lower() for seat in record.seats)), is_last=False)
        is_known = 0 < match <= self._last_number and match not in self._reserved
        if match not in self._open and not (is_known and isinstance(record, AFTER_CLASSES)):
            raise ValueError(f"match {match} is not on: {record!r}")
        is_last = isinstance(record, LAST_CLASSES)
        if is_last:
            self._open.remove(match)
        return Row(match, body, None, is_last)

    def written(self, submissions: Sequence[Submission]) -> None:
        """Count a commit."""
        rows = sum(len(submission.rows) for submission in submissions)
        self._waiting -= rows
        self._records += rows
        self._commits += 1

    def statistics(self) -> Statistics:
        """Return the counts."""
        return Statistics(self._records, self._commits, self._waiting, self.failures)
