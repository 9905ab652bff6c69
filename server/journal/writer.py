"""The one thread that writes.

It commits one batch, says so with one wake-up of the loop, and waits for the next, which has been gathered meanwhile.
What happens when a commit fails: SQLite takes it back, the batch is kept, and after a pause the same batch is committed
anew over the same connection. The connection stays open because SQLite then writes the frames at the same places of its
log again; a new one might find the frames of the failed commit there, whole but never synced, and believe them. A batch
is numbered and chained anew in each attempt from what is durable, so nothing can be applied twice.

A batch becomes a row of the journal's own log. Once that has grown (`LOG_BYTES`), all of it goes to the parts of its
matches; the records of a match that begins or ends go there at once, so that lists of matches need the parts alone.
"""

from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import apsw
import structlog
from attrs import frozen

from .batch import Batch
from .errors import FILE_ERRORS, JournalError, explain
from .log import Log, Place, cut
from .parts import OVER, MatchRow, Parts, find_row, insert

RETRY_FIRST_S: Final = 0.05
RETRY_LONGEST_S: Final = 2.0
CLOSING_ATTEMPTS: Final = 3
"""How often a failing commit is tried while the journal closes, until what nobody was told of is given up."""
LOG_BYTES: Final = 1_048_576
"""So large the log becomes before its records go to the parts of their matches."""

Pause = Callable[["SimpleQueue[None]", float], None]
"""Waits so many seconds, or until something is in the queue, and takes nothing out of it."""
_log = structlog.get_logger()


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
        connection: ready (`schema.prepare`), its log empty.
        path: for messages.
        outside: whom to tell.

    Raises:
        JournalError: `damaged`.
    """

    def __init__(self, connection: apsw.Connection, path: Path, outside: Outside) -> None:
        """Look where the log ends."""
        self._connection = connection
        self._path = path
        self._outside = outside
        self._queue: SimpleQueue[Batch | None] = SimpleQueue()
        self._nudge: SimpleQueue[None] = SimpleQueue()
        self._end: Place = Log.read(connection, path).end
        self._in_log: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        self._log_bytes = 0
        self._rows: dict[int, MatchRow] = {}

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
            if self._log_bytes >= LOG_BYTES:
                self._put_away()
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
        at = self._outside.now()
        self._begin()
        end = self._end.append(self._connection, at, batch.bodies)
        parts = Parts.up_to(end.seq)
        if batch.players or batch.over:
            for match, records in batch.group(at, {*batch.players, *batch.over}).items():
                before = self._in_log.get(match, [])
                row = MatchRow(match) if match in batch.players else self._row(match)
                parts.add(row, [*before, *records], is_over=match in batch.over)
            parts.write(self._connection)
            seats = [(name, match) for match, names in batch.players.items() for name in names]
            insert(self._connection, "INSERT INTO seat VALUES {}", seats)
        self._connection.execute("COMMIT")
        self._end = end
        in_log = self._in_log
        for match, body in zip(batch.matches, batch.bodies, strict=True):
            in_log[match].append((at, body))
            self._log_bytes += len(body)
        self._take_over(parts)

    def _put_away(self) -> None:
        """Empty the log. That it fails costs nothing: the records are durable where they are, and it is tried again."""
        try:
            parts = Parts.up_to(self._end.seq)
            for match, records in self._in_log.items():
                parts.add(self._row(match), records, is_over=False)
            self._begin()
            parts.write(self._connection)
            cut(self._connection, self._end)
            self._connection.execute("COMMIT")
        except (*FILE_ERRORS, JournalError) as error:
            _log.warning("the journal's log could not be put away", reason=str(error))
            self._forget_frames()
        else:
            self._take_over(parts)
        self._log_bytes = 0

    def _forget_frames(self) -> None:
        """Let SQLite begin its log anew after a commit that is not tried again at once.

        Its frames may stand there, whole. The next commits, which are smaller, would be written over the first of them;
        behind these the last one would look like a commit that was lost (`walcheck`).
        """
        with suppress(*FILE_ERRORS):
            self._roll_back()
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)

    def _begin(self) -> None:
        self._roll_back()
        self._connection.execute("BEGIN IMMEDIATE")

    def _roll_back(self) -> None:
        """End an attempt that failed; some errors end it by themselves."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _row(self, match: int) -> MatchRow:
        row = self._rows.get(match) or find_row(self._connection, match, self._path)
        if row is None:
            raise JournalError("damaged", f"{self._path} is damaged: match {match} is not there any more.")
        return row

    def _take_over(self, parts: Parts) -> None:
        """Remember that parts are durable."""
        for row in parts.rows:
            self._in_log.pop(row.match, None)
            if row.state == OVER:
                self._rows.pop(row.match, None)
            else:
                self._rows[row.match] = row
