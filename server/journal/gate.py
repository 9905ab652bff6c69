"""What both journals do with a record before it is handed on: is it of a match that is on, and how is it written."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from .batch import Batch, Then
from .codec import choice_to_json, record_to_json
from .errors import JournalError
from .interface import BACKLOG_RECORDS, OnDurable, Statistics
from .records import AFTER_CLASSES, LAST_CLASSES, Created, Record

BATCH_RECORDS: Final = 10_000
"""A batch that has so many records takes no more."""


class Gate:
    """Knows on the loop which matches there are; refuses what would make a history that can't be, and gathers the rest.

    Args:
        last_number: the largest match number used so far.
        unfinished: the matches that are on.
        on_first: called when a batch gets its first record.

    Attributes:
        durable: the number of the last batch that is on the disk; 0: none yet.
        failures: commits that failed and were tried again.
        is_closed: whether nothing more is taken.
    """

    def __init__(self, last_number: int, unfinished: Iterable[int], on_first: Callable[[], None]) -> None:
        """Nothing waits."""
        self.durable = 0
        self.is_closed = False
        self._on_first = on_first
        self.failures = 0
        self._last_number = last_number
        self._reserved: set[int] = set()
        self._open = set(unfinished)
        self._records = self._commits = self._waiting = 0
        self._batch = Batch(1)
        self._batches: deque[Batch] = deque([self._batch])
        self._taken = 0

    def take_number(self) -> int:
        """Return the next match number."""
        self._last_number += 1
        self._reserved.add(self._last_number)
        return self._last_number

    def admit(self, records: Record | Sequence[Record], on_durable: OnDurable) -> None:
        """Put records into the batch that is gathered.

        Raises:
            ValueError: see `Journal.submit`.
            JournalError: `closed`, `overloaded`.
        """
        several = records if isinstance(records, Sequence) else (records,)
        if not several:
            raise ValueError("there is no record to write")
        self._require_room(len(several))
        bodies = [record_to_json(record) for record in several]
        batch = self._batch
        self._look_at(several)
        for record, body in zip(several, bodies, strict=True):
            batch.add(record.match, body)
            if isinstance(record, Created):
                batch.players[record.match] = record.players()
            elif isinstance(record, LAST_CLASSES):
                batch.over.add(record.match)
        self._waiting += len(bodies)
        batch.then.append((_call, on_durable))
        if len(batch.bodies) == len(bodies):
            self._on_first()
        if len(batch.bodies) >= BATCH_RECORDS:
            self._begin_batch()

    def admit_choice(self, match: int, seat: int, line: str, digest: str, then: Iterable[Then]) -> int:
        """Put a choice into the batch that is gathered; return that batch's number. See `Journal.submit_choice`."""
        if match not in self._open:
            raise ValueError(f"match {match} is not on: {line!r}")
        if self.is_closed or self._waiting >= BACKLOG_RECORDS:
            self._require_room(1)
        batch, bodies = self._batch, self._batch.bodies
        bodies.append(choice_to_json(match, seat, line, digest))
        batch.matches.append(match)
        batch.then += then
        self._waiting += 1
        if len(bodies) == 1:
            self._on_first()
        elif len(bodies) >= BATCH_RECORDS:
            self._begin_batch()
        return batch.number

    def after(self, number: int, then: Callable[[], None]) -> None:
        """Do something once the batch of this number is durable, which it is not yet.

        Raises:
            IndexError: it is durable, or there is no such batch.
        """
        place = number - self._batches[0].number
        if not 0 <= place < len(self._batches) or not self._batches[place].bodies:
            raise IndexError(f"batch {number} is not on its way; {self.durable} batches are durable")
        self._batches[place].then.append((_call, then))

    @property
    def gathered(self) -> int:
        """How many records `next_batch` would return."""
        return len(self._batches[self._taken - self.durable].bodies)

    def next_batch(self) -> Batch | None:
        """Return the oldest batch that was not returned yet, if there is something in it; it takes no more."""
        place = self._taken - self.durable
        batch = self._batches[place]
        if not batch.bodies:
            return None
        if batch is self._batch:
            self._begin_batch()
        self._taken += 1
        return batch

    def written(self, batch: Batch) -> None:
        """Take over that the oldest batch is durable."""
        self._batches.popleft()
        self.durable = batch.number
        self._waiting -= len(batch.bodies)
        self._records += len(batch.bodies)
        self._commits += 1

    def statistics(self) -> Statistics:
        """Return the counts."""
        return Statistics(self._records, self._commits, self._waiting, self.failures)

    def _begin_batch(self) -> None:
        self._batch = Batch(self._batch.number + 1)
        self._batches.append(self._batch)

    def close(self) -> None:
        """Take nothing more."""
        self.is_closed = True

    def _require_room(self, records: int) -> None:
        if self.is_closed:
            raise JournalError("closed", "The journal was closed; nothing more is written.")
        if self._waiting + records > BACKLOG_RECORDS:
            raise JournalError("overloaded", f"{self._waiting} records wait to be written; no more are taken.")

    def _look_at(self, records: Sequence[Record]) -> None:
        """Take over which matches begin and end with these records; if one of them can't be, nothing has changed."""
        begun: set[int] = set()
        over: set[int] = set()
        for record in records:
            match = record.match
            is_reserved = match in self._reserved and match not in begun
            if isinstance(record, Created):
                if not is_reserved:
                    raise ValueError(f"match {match} can't be created: its number was not taken, or is used up")
                begun.add(match)
                continue
            is_on = (match in self._open or match in begun) and match not in over
            is_known = 0 < match <= self._last_number and not is_reserved
            if not is_on and not (is_known and isinstance(record, AFTER_CLASSES)):
                raise ValueError(f"match {match} is not on: {record!r}")
            if isinstance(record, LAST_CLASSES):
                over.add(match)
        self._reserved -= begun
        self._open |= begun
        self._open -= over


def _call(then: Callable[[], None]) -> None:
    then()
