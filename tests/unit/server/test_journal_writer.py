"""The thread that writes a journal's file, and how the loop hears of it."""

from __future__ import annotations

import time
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest
import trio

from server.journal import JournalError, Record, SqliteJournal, check
from server.journal import sqlite as sqlite_module
from server.journal import writer as writer_module
from server.journal.folder import JOURNAL_FILE
from server.journal.log import Place

from .test_journal import begin, load, records_of, write
from .test_journal_disk import PATIENCE_S, Disk, at_once, chosen, created, ended

if TYPE_CHECKING:
    from pathlib import Path

    import apsw


async def test_a_busy_loop_hears_of_commits_and_hands_a_crowd_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its turns the loop never comes round here."""
    monkeypatch.setattr(sqlite_module, "CROWD", 3)
    async with SqliteJournal.open(tmp_path) as journal:
        match = await begin(journal)
        told: list[int] = []

        def busy() -> None:
            end = time.monotonic() + PATIENCE_S
            while len(told) < 3 and time.monotonic() < end:
                journal.turn()

        for number in range(3):
            journal.submit(chosen(match, number), lambda number=number: told.append(number))  # type: ignore[misc]
        busy()
        assert told == [0, 1, 2]
        done = trio.Event()
        journal.submit(chosen(match, 3), done.set)
        for _ in range(1000):
            journal.turn()
        assert not done.is_set()  # too few to be handed over before the loop has come round
        with trio.fail_after(PATIENCE_S):
            await done.wait()
    assert journal.statistics().records == 5


async def test_the_pauses_grow_and_have_an_end(tmp_path: Path) -> None:
    waits: list[float] = []
    disk = Disk()
    mend_after = 9

    def pause(nudge: SimpleQueue[None], seconds: float) -> None:
        waits.append(seconds)
        disk.is_full = len(waits) < mend_after
        at_once(nudge, seconds)

    async with SqliteJournal.open(tmp_path, vfs=disk.name, pause=pause) as journal:
        match = await begin(journal)
        disk.is_full = True
        await write(journal, chosen(match, 1))
        assert waits == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0]
        assert journal.statistics().failures == mend_after


async def test_journal_closes_on_a_disk_that_stays_full(tmp_path: Path) -> None:
    """With the pause of real servers: what ends it early must still be seen by whoever looks afterwards."""
    disk, stuck = Disk(), trio.Event()

    async def serve() -> None:
        async with SqliteJournal.open(tmp_path, vfs=disk.name, on_stuck=lambda _: stuck.set()) as journal:
            match = await begin(journal)
            disk.is_full = True
            journal.submit(chosen(match, 1), lambda: None)
            await stuck.wait()

    with pytest.raises(JournalError) as error:
        await serve()
    assert error.value.code == "stuck"


async def test_an_attempt_that_broke_half_way_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It fails between two statements, where SQLite itself takes nothing back."""
    monkeypatch.setattr(writer_module, "INDEX_BYTES", 1)
    append, tries = Place.append, list[bool]()

    def append_badly(self: Place, connection: apsw.Connection, at: int, body: str) -> Place:
        tries.append(connection.in_transaction)
        if len(tries) == 3:
            raise OSError("it broke")
        return append(self, connection, at, body)

    monkeypatch.setattr(Place, "append", append_badly)
    async with SqliteJournal.open(tmp_path, pause=at_once) as journal:
        match = await begin(journal)
        await write(journal, chosen(match, 1))
        await write(journal, chosen(match, 2), ended(match))
        known: list[Record] = [created(match), chosen(match, 1), chosen(match, 2), ended(match)]
        assert records_of(await load(journal, match)) == known
        assert tries == [False, True, True, True]
        assert journal.statistics().failures == 1
    check(tmp_path / JOURNAL_FILE)
