"""The journal in a file: opening, the wake-ups of the loop, reading. Writing is `Writer`'s."""

import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import apsw
import structlog
import trio
from attrs import frozen

from . import reading, walcheck
from .batch import Batch
from .errors import FILE_ERRORS, JournalError, explain
from .folder import JOURNAL_FILE, Hold, sync_folder
from .gate import Gate
from .index import bring_up
from .interface import OnDurable, OnStuck, Progress, Statistics
from .records import Record, StoredMatch, Summary
from .schema import close_at_last, connect, prepare
from .writer import Outside, Pause, Writer, pause_really

CROWD: Final = 64
"""So many records need not wait for the loop to come round."""
READERS: Final = 2
"""So many reads run at a time; more wait."""
_log = structlog.get_logger()
_Answer = TypeVar("_Answer")


def wall_millis() -> int:
    """Return the time of day: milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def ignore_stuck(_: str | None) -> None:
    """Hear nothing of commits that fail."""


@frozen
class _Files:
    hold: Hold
    path: Path
    connection: apsw.Connection
    last_number: int
    unfinished: tuple[int, ...]

    def close(self) -> None:
        close_at_last(self.connection)
        self.hold.release()


def _open_files(folder: Path, vfs: str | None, now: Callable[[], int]) -> _Files:
    hold = Hold(folder)
    try:
        path = folder / JOURNAL_FILE
        connection, last_number, unfinished = open_checked(path, vfs, now())
        sync_folder(folder)
        return _Files(hold, path, connection, last_number, unfinished)
    except FILE_ERRORS as error:
        hold.release()
        raise explain(error, folder) from error
    except BaseException:
        hold.release()
        raise


def open_checked(path: Path, vfs: str | None, opened_at: int) -> tuple[apsw.Connection, int, tuple[int, ...]]:
    """Open the file at `path` with every check there is; return also the largest match number and what is unfinished.

    Raises:
        JournalError: it can't be had.
        OSError: its log can't be read.
    """
    wal_path = path.with_name(path.name + "-wal")
    seen = walcheck.look(wal_path)
    connection = connect(path, vfs=vfs)
    try:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)  # a damaged log stays as it is
        if seen.commits:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # reads the log
            walcheck.require_whole(seen, connection.wal_checkpoint()[0], wal_path)
        prepare(connection, path, opened_at)
        bring_up(connection, path)
        last_number: int = connection.execute("SELECT coalesce(max(match), 0) FROM match").get
        unfinished = tuple(row.match for row in reading.unfinished_rows(connection, path))
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    except FILE_ERRORS as error:
        close_at_last(connection)
        raise explain(error, path) from error
    except BaseException:
        close_at_last(connection)
        raise
    return connection, last_number, unfinished


class SqliteJournal:
    """A `Journal` in a folder. Made by `SqliteJournal.open`."""

    def __init__(self, files: _Files, on_stuck: OnStuck, vfs: str | None, now: Callable[[], int], pause: Pause) -> None:
        """Start nothing; `open` does."""
        self._path = files.path
        self._vfs = vfs
        self._on_stuck = on_stuck
        self._stuck: str | None = None
        self._readers = trio.CapacityLimiter(READERS)
        self._gate = Gate(files.last_number, files.unfinished, self._wake)
        self.submit_choice = self._gate.admit_choice
        self._is_writing = False
        self._is_due = False
        self._said: deque[Callable[[], None]] = deque()
        self._call_soon = trio.lowlevel.current_trio_token().run_sync_soon
        outside = Outside(
            lambda batch: self._say(partial(self._hear_durable, batch)),
            lambda reason: self._say(partial(self._hear_stuck, reason)),
            lambda: self._say(self._hear_failure),
            now,
            pause,
        )
        self._writer = Writer(files.connection, files.path, outside)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        folder: Path,
        *,
        on_stuck: OnStuck = ignore_stuck,
        vfs: str | None = None,
        now: Callable[[], int] = wall_millis,
        pause: Pause = pause_really,
    ) -> "AsyncIterator[SqliteJournal]":
        """Hold the journal of a data folder open for a block; both are made if there are none.

        At the end of the block all that was submitted is written and its `on_durable`s have run. That can't be
        cancelled; if the disk is full by then, it takes three more attempts.

        Args:
            folder: the data folder. `folder.DEFAULT_FOLDER` is where a server puts it when it isn't told.
            on_stuck: hears on the loop when commits fail, and when they work again.
            vfs: SQLite's file system, for tests.
            now: milliseconds since 1970, UTC.
            pause: how the writing thread waits between attempts.

        Raises:
            JournalError: before the block, every code but `stuck`; after it, `stuck`: some records were not written,
                and nobody was told of them.
        """
        files = await trio.to_thread.run_sync(_open_files, folder, vfs, now)
        reasons: list[str] = []
        try:
            journal = cls(files, on_stuck, vfs, now, pause)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal._write, reasons)
                try:
                    yield journal
                finally:
                    journal._close()
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(files.close)
        if reasons:
            waiting = journal.statistics().waiting
            raise JournalError(
                "stuck", f"{reasons[0]} {waiting} records could not be written; nobody was told of them."
            )

    @property
    def stuck(self) -> str | None:
        """See `Journal`."""
        return self._stuck

    def take_number(self) -> int:
        """See `Journal`."""
        return self._gate.take_number()

    def submit(self, records: Record | Sequence[Record], on_durable: OnDurable) -> None:
        """See `Journal`."""
        self._gate.admit(records, on_durable)

    @property
    def progress(self) -> Progress:
        """See `Journal`."""
        return self._gate

    async def unfinished(self) -> list[StoredMatch]:
        """See `Journal`."""
        return await self._read(lambda connection: reading.load_unfinished(connection, self._path))

    async def match(self, number: int) -> StoredMatch | None:
        """See `Journal`."""
        return await self._read(lambda connection: reading.load(connection, number, self._path))

    async def history(self, name: str | None = None, limit: int = 20) -> list[Summary]:
        """See `Journal`."""
        return await self._read(lambda connection: reading.summaries(connection, name, limit, self._path))

    def statistics(self) -> Statistics:
        """See `Journal`."""
        return self._gate.statistics()

    async def _read(self, read: Callable[[apsw.Connection], _Answer]) -> _Answer:
        """Run `read` in a thread, on a connection of its own: it sees what is durable, and waits for no writer."""

        def work() -> _Answer:
            try:
                with closing(connect(self._path, vfs=self._vfs)) as connection:
                    connection.pragma("query_only", "on")
                    connection.execute("BEGIN")
                    return read(connection)
            except FILE_ERRORS as error:
                raise explain(error, self._path) from error

        return await trio.to_thread.run_sync(work, limiter=self._readers)

    async def _write(self, reasons: list[str]) -> None:
        """Run the writing thread; end when it has ended and the loop has heard everything it said.

        Shielded from the start: even a block that was cancelled before this task first ran has its records written.
        """
        with trio.CancelScope(shield=True):
            reason = await trio.to_thread.run_sync(self._writer.run, limiter=trio.CapacityLimiter(1))
            if reason is not None:
                reasons.append(reason)
                waiting = self.statistics().waiting
                _log.error("records were given up; nobody was told of them", records=waiting, reason=reason)
            heard = trio.Event()
            trio.lowlevel.current_trio_token().run_sync_soon(heard.set)
            await heard.wait()

    def turn(self) -> None:
        """See `Journal`."""
        self._listen()
        if self._gate.gathered >= CROWD:
            self._hand_over()

    def _say(self, hear: Callable[[], None]) -> None:
        """Let the loop hear something, in order; for the thread."""
        self._said.append(hear)
        self._call_soon(self._listen)

    def _listen(self) -> None:
        while self._said:
            self._said.popleft()()

    def _wake(self) -> None:
        """Hand over what is gathered when the loop comes round; a commit costs as much as dozens of records."""
        if not self._is_writing and not self._is_due:
            self._is_due = True
            self._call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._is_due = False
        if not self._is_writing and not self._gate.is_closed and (batch := self._gate.next_batch()) is not None:
            self._is_writing = True
            self._writer.submit(batch)

    def _close(self) -> None:
        """Take nothing more, and let all that is gathered be written."""
        self._gate.close()
        while (batch := self._gate.next_batch()) is not None:
            self._writer.submit(batch)
        self._writer.close()

    def _hear_durable(self, batch: Batch) -> None:
        self._gate.written(batch)
        self._is_writing = False
        if self._gate.gathered >= CROWD:
            self._hand_over()  # the thread goes on while this one tells
        elif self._gate.gathered:
            self._wake()
        batch.tell()

    def _hear_stuck(self, reason: str | None) -> None:
        self._stuck = reason
        if reason is None:
            _log.info("the journal goes on")
        else:
            _log.error("the journal is stuck", reason=reason)
        self._on_stuck(reason)

    def _hear_failure(self) -> None:
        self._gate.failures += 1
