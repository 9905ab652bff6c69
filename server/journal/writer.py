"""The one thread that writes.

It commits one batch, says so with one wake-up of the loop, and waits for the next, which has been gathered meanwhile.
What happens when a commit fails: SQLite takes it back, the batch is kept, and after a pause the same batch is committed
anew over the same connection. The connection stays open because SQLite then writes the frames at the same places of its
log again; a new one might find the frames of the failed commit there, whole but never synced, and believe them. A batch
is numbered and chained anew in each attempt from what is durable, so nothing can be applied twice.

A batch becomes a row of the log. Once `INDEX_BYTES` have gone there, the next batch takes what they say along to the
tables of matches and players.
"""

from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import apsw
from attrs import frozen

from .batch import Batch
from .errors import FILE_ERRORS, JournalError, explain
from .index import OVER, Index, MatchRow
from .log import END, START, Place

RETRY_FIRST_S: Final = 0.05
RETRY_LONGEST_S: Final = 2.0
CLOSING_ATTEMPTS: Final = 3
"""How often a failing commit is tried while the journal closes, until what nobody was told of is given up."""
INDEX_BYTES: Final = 1_048_576
"""So many bytes go to the log until the tables of matches and players say what is in them."""

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

    tell_durable: Callable[[Batch], None]
    tell_stuck: Callable[[str | None], None]
    tell_failure: Callable[[], None]
    now: Callable[[], int]
    """Milliseconds since 1970, UTC."""
    pause: Pause


class Writer:
    """Owns the writing connection.

    `submit` and `close` are for the loop, `run` for the thread; they share two queues and nothing else.

    Args:
        connection: ready (`schema.prepare`), its log indexed (`index.bring_up`).
        path: for messages.
        outside: whom to tell.
    """

    def __init__(self, connection: apsw.Connection, path: Path, outside: Outside) -> None:
        """Look where the log ends."""
        self._connection = connection
        self._path = path
        self._outside = outside
        self._queue: SimpleQueue[Batch | None] = SimpleQueue()
        self._nudge: SimpleQueue[None] = SimpleQueue()
        self._end = Place.read(connection, END) or START
        self._index = Index()
        self._index_bytes = 0
        self._rows: dict[int, MatchRow] = {}  # of matches that are on

    def submit(self, batch: Batch) -> None:
        """Let a batch be written, after all that were submitted before."""
        self._queue.put(batch)

    def close(self) -> None:
        """Let the thread end once all that waits is written; a failing one is tried `CLOSING_ATTEMPTS` times more."""
        self._queue.put(None)
        self._nudge.put(None)

    def run(self) -> str | None:
        """Write until closed. Return None, or why the last records could not be written."""
        while (batch := self._queue.get()) is not None:
            reason = self._commit_until_done(batch)
            if reason is not None:
                return reason
            self._outside.tell_durable(batch)
        return None

    def _commit_until_done(self, batch: Batch) -> str | None:
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
            if not self._nudge.empty():  # the journal closes
                attempts += 1
                if attempts > CLOSING_ATTEMPTS:
                    return reason
            self._outside.pause(self._nudge, wait_s)
            wait_s = min(wait_s * 2, RETRY_LONGEST_S)

    def _commit(self, batch: Batch) -> None:
        """Write a batch, durably.

        Raises:
            apsw.Error: nothing of it is written.
            JournalError: `damaged`; nothing of it is written.
        """
        if self._connection.in_transaction:  # an attempt that failed; some errors end it by themselves
            self._connection.execute("ROLLBACK")
        at, body = self._outside.now(), "\n".join(batch.bodies)
        if self._index_bytes < INDEX_BYTES:
            end = self._end.append(self._connection, at, body)
        else:
            self._connection.execute("BEGIN IMMEDIATE")
            rows = self._index.rows(self._connection, self._rows, self._path)
            self._index.write(self._connection, rows, self._end)
            end = self._end.append(self._connection, at, body)
            self._connection.execute("COMMIT")
            self._begin_index(rows)
        self._end = end
        self._index.note(end.seq, batch.matches, batch.players, batch.over)
        self._index_bytes += len(body)

    def _begin_index(self, rows: list[MatchRow]) -> None:
        """Take over that `rows` are durable."""
        self._index, self._index_bytes = Index(), 0
        for row in rows:
            if row.state == OVER:
                self._rows.pop(row.match, None)
            else:
                self._rows[row.match] = row
