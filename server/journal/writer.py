"""The one thread that writes.

It takes all that waits, commits it, says so with one wake-up of the loop, and begins again. What happens when a commit
fails: SQLite takes it back, the batch is kept, and after a pause the same batch is committed anew over the same
connection. The connection stays open because SQLite then writes the frames at the same places of its log again; a new
one might find the frames of the failed commit there, whole but never synced, and believe them. Records are numbered and
chained anew in each attempt from what is durable, so nothing can be applied twice.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import apsw
from attrs import frozen

from .codec import NO_LINK, next_link
from .errors import FILE_ERRORS, JournalError, explain
from .gate import Submission
from .reading import MatchRow, find_row
from .schema import OPEN, OVER, seal_of

RETRY_FIRST_S: Final = 0.05
RETRY_LONGEST_S: Final = 2.0
CLOSING_ATTEMPTS: Final = 3
"""How often a failing commit is tried while the journal closes, until what nobody was told of is given up."""
CROWD: Final = 8
GATHER_S: Final = 0.004
"""In a crowd, which is at least `CROWD` submissions in the last few batches, each batch gathers for so long: a commit
costs as much as writing dozens of records, so that many small ones would leave the loop less of the processor. One duel
has no crowd, and never waits for it."""
ROWS_A_CALL: Final = 64
_KEEP_MATCH: Final = (
    "INSERT INTO match VALUES {} ON CONFLICT DO UPDATE SET last = excluded.last, count = excluded.count,"
    " head = excluded.head, state = excluded.state, seal = excluded.seal"
)
BATCH_RECORDS: Final = 10_000
"""More records do not go into one commit."""

Pause = Callable[["SimpleQueue[None]", float], None]
"""Waits so many seconds, or until something is in the queue, and takes nothing out of it."""


def pause_really(nudge: "SimpleQueue[None]", seconds: float) -> None:
    """Wait on the real clock; what ended the wait stays in the queue, for whoever looks there next."""
    try:
        nudge.put(nudge.get(timeout=seconds))
    except Empty:
        return


@frozen
class Outside:
    """What the writer calls; `tell_*` must be safe to call from its thread."""

    tell_durable: Callable[[list[Submission]], None]
    tell_stuck: Callable[[str | None], None]
    tell_failure: Callable[[], None]
    now: Callable[[], int]
    """Milliseconds since 1970, UTC."""
    pause: Pause


class Writer:
    """Owns the writing connection.

    `submit` and `close` are for the loop, `run` for the thread; they share two queues and nothing else.

    Args:
        connection: ready (`schema.prepare`).
        path: for messages.
        outside: whom to tell.
    """

    def __init__(self, connection: apsw.Connection, path: Path, outside: Outside) -> None:
        """Look where the file ends."""
        self._connection = connection
        self._path = path
        self._outside = outside
        self._queue: SimpleQueue[Submission | None] = SimpleQueue()
        self._nudge: SimpleQueue[None] = SimpleQueue()
        self._is_closing = False
        self._seq: int = connection.execute("SELECT coalesce(max(seq), 0) FROM record").get
        self._rows: dict[int, MatchRow] = {}

    def submit(self, submission: Submission) -> None:
        """Let something be written with the next commit."""
        self._queue.put(submission)

    def close(self) -> None:
        """Let the thread end once all that waits is written; a failing one is tried `CLOSING_ATTEMPTS` times more."""
        self._queue.put(None)
        self._nudge.put(None)

    def run(self) -> str | None:
        """Write until closed. Return None, or why the last records could not be written."""
        lately = 0  # submissions; older batches count for less
        while batch := self._next_batch():
            reason = self._commit_until_done(batch)
            if reason is not None:
                return reason
            self._outside.tell_durable(batch)
            lately = lately // 2 + len(batch)
            if lately >= CROWD:
                pause_really(self._nudge, GATHER_S)
        return None

    def _next_batch(self) -> list[Submission]:
        """Wait for something, and return it with all else that waits; nothing once the journal closes."""
        batch: list[Submission] = []
        size = 0
        while not self._is_closing and size < BATCH_RECORDS:
            try:
                item = self._queue.get(block=not batch)
            except Empty:
                break
            if item is None:
                self._is_closing = True
            else:
                batch.append(item)
                size += len(item.rows)
        return batch

    def _commit_until_done(self, batch: list[Submission]) -> str | None:
        wait_s, told, attempts = RETRY_FIRST_S, None, 0
        while True:
            try:
                self._commit(batch)
            except FILE_ERRORS as error:
                reason = explain(error, self._path).message
            except JournalError as error:
                reason = error.message
            else:
                if told is not None:
                    self._outside.tell_stuck(None)
                return None
            self._outside.tell_failure()
            if reason != told:
                self._outside.tell_stuck(reason)
                told = reason
            if self._should_close():
                attempts += 1
                if attempts > CLOSING_ATTEMPTS:
                    return reason
            self._outside.pause(self._nudge, wait_s)
            wait_s = min(wait_s * 2, RETRY_LONGEST_S)

    def _should_close(self) -> bool:
        """Return whether the journal closes, without taking anything out of the queue."""
        return self._is_closing or not self._nudge.empty()

    def _commit(self, batch: list[Submission]) -> None:
        """Write a batch, durably.

        Raises:
            apsw.Error: nothing of it is written.
        """
        connection = self._connection
        if connection.in_transaction:  # an attempt that failed; some errors end it by themselves
            connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        rows, is_new = self._write(batch)
        connection.execute("COMMIT")
        self._seq += is_new
        for match, row in rows.items():
            if row.state == OVER:
                self._rows.pop(match, None)
            else:
                self._rows[match] = row

    def _write(self, batch: list[Submission]) -> tuple[dict[int, MatchRow], int]:
        """Put the records of a batch into the tables; return the matches' new rows and how many records there were."""
        now = self._outside.now()
        seq = self._seq
        rows: dict[int, MatchRow] = {}
        records: list[tuple[object, ...]] = []
        seats: list[tuple[object, ...]] = []
        for submission in batch:
            for new in submission.rows:
                seq += 1
                match = new.match
                before = rows.get(match) or self._rows.get(match)
                if before is None and new.names is None:
                    before = find_row(self._connection, match, self._path)
                if before is None:
                    before = MatchRow(match, seq, 0, 0, NO_LINK, OPEN)
                    seats += [(name, match) for name in new.names or ()]
                link = next_link(before.head, match, before.count, now, new.body)
                records.append((seq, match, before.last, now, new.body, link))
                state = OVER if new.is_last else before.state
                rows[match] = MatchRow(match, before.first, seq, before.count + 1, link, state)
        _insert(self._connection, "INSERT INTO record VALUES {}", records)
        _insert(self._connection, "INSERT INTO seat VALUES {}", seats)
        _insert(self._connection, _KEEP_MATCH, [_columns(row) for row in rows.values()])
        return rows, len(records)


def _insert(connection: apsw.Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows, many with each call; `statement` has `{}` for their places.

    A call lets go of the interpreter while SQLite works. To do that for each row would hand the interpreter to and fro
    between this thread and the loop, which costs either more than the row does.
    """
    for start in range(0, len(rows), ROWS_A_CALL):
        some = rows[start : start + ROWS_A_CALL]
        places = ", ".join([f"({', '.join('?' * len(some[0]))})"] * len(some))
        connection.execute(statement.format(places), list(chain.from_iterable(some)))


def _columns(row: MatchRow) -> tuple[object, ...]:
    seal = seal_of(row.match, row.first, row.last, row.count, row.head, row.state)
    return row.match, row.first, row.last, row.count, row.head, row.state, seal
