"""Folders, files and backups of the journal: made, refused, copied, restored."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest
import trio

from server.journal import (
    DEFAULT_FOLDER,
    JOURNAL_CODES,
    JournalError,
    Record,
    Spoke,
    SqliteJournal,
    backup,
    check,
    restore,
    schema,
    writer,
)
from server.journal.codec import record_to_json
from server.journal.folder import JOURNAL_FILE, Hold
from server.journal.index import Index

from .test_journal import write
from .test_journal_disk import Disk, chosen, created, ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.journal import StoredMatch

MATCHES = 6


async def everything(folder: Path, vfs: str | None = None) -> list[StoredMatch]:
    async with SqliteJournal.open(folder, vfs=vfs) as journal:
        found = [await journal.match(number) for number in range(1, MATCHES + 1)]
        unfinished = await journal.unfinished()
        whole = [stored for stored in found if stored is not None]
        assert unfinished == [stored for stored in whole if stored.end is None]
        return whole


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(JournalError) as error:
        action()
    assert error.value.code in JOURNAL_CODES
    assert error.value.message.endswith(".")
    return error.value.code


def open_code(folder: Path, vfs: str | None = None) -> str:
    async def enter() -> None:
        async with SqliteJournal.open(folder, vfs=vfs):
            pass

    return code_of(partial(trio.run, enter))


# Opening


async def test_the_folder_and_its_parents_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "far" / "away" / DEFAULT_FOLDER
    async with SqliteJournal.open(folder):
        assert (folder / JOURNAL_FILE).is_file()


async def test_the_log_is_synced_with_each_commit(tmp_path: Path) -> None:
    """Write-ahead log and full syncs, read back from SQLite and seen on the disk."""
    disk = Disk()
    async with SqliteJournal.open(tmp_path, vfs=disk.name) as journal:
        mode = apsw.Connection(str(tmp_path / JOURNAL_FILE)).pragma("journal_mode")
        assert mode == "wal"
        assert journal._writer._connection.pragma("synchronous") == 2
        match = journal.take_number()
        before = {path: image.synced for path, image in disk.images.items()}
        await write(journal, created(match))
        wal = str(tmp_path / JOURNAL_FILE) + "-wal"
        assert not disk.images[wal].pending
        assert disk.images[wal].synced != before[wal]
        assert b"wizards_arena" in disk.images[wal].synced


def table(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    """What a query finds in the file of a server that runs."""
    with closing(apsw.Connection(str(folder / JOURNAL_FILE))) as connection:
        return connection.execute(statement).fetchall()


def linked(link: bytes, one: int, other: int, text: str) -> bytes:
    return hashlib.sha256(link + f"{one} {other}\n{text}".encode()).digest()


async def test_the_file_holds_what_is_written_about_it(tmp_path: Path) -> None:
    """Rows and hashes as `schema`, `log`, `index` and `codec` describe them, made here from the records alone."""
    times = iter(range(1, 100))
    opening = partial(SqliteJournal.open, tmp_path, now=lambda: next(times))
    async with opening() as journal:
        one, other = journal.take_number(), journal.take_number()
        commits: list[list[Record]] = [
            [created(one, "Ada", "Bö", "ADA")],
            [chosen(one, 1), created(other), chosen(other, 1)],
            [chosen(other, 2), chosen(one, 2)],
            [chosen(one, 3), ended(one), Spoke(one, "Bö", "well\nplayed")],
            [Spoke(one, "Ada", "thanks"), chosen(other, 3)],
        ]
        for records in commits:
            await write(journal, *records)
        link, rows = bytes(32), list[tuple[object, ...]]()
        for seq, records in enumerate(commits, 1):
            at, body = seq + 1, "\n".join(map(record_to_json, records))  # the first time is the opening's
            link = linked(link, seq, at, body)
            rows.append((seq, at, link, body))
        assert table(tmp_path, "SELECT * FROM log ORDER BY seq") == rows
        said = "SELECT key, value FROM meta ORDER BY key"
        assert table(tmp_path, said) == [
            ("indexed", "0 " + "0" * 64),
            ("log-to", f"5 {link.hex()}"),
            ("opened", "1"),
            ("version", "4"),
        ]
        assert table(tmp_path, "SELECT * FROM match") == table(tmp_path, "SELECT * FROM seat") == []
    async with opening() as journal:
        assert table(tmp_path, "SELECT * FROM log ORDER BY seq") == rows
        matches = [sealed(one, 7, "1 1 1 1 1", 5, "over"), sealed(other, 4, "2 1 2", 5, "open")]
        assert table(tmp_path, "SELECT * FROM match ORDER BY match") == matches
        assert table(tmp_path, "SELECT name, match FROM seat ORDER BY match, name") == [
            ("ada", one), ("bö", one), ("ada", other), ("bo", other)
        ]  # fmt: skip
        assert table(tmp_path, said)[0] == ("indexed", f"5 {link.hex()}")
        await write(journal, chosen(other, 4), chosen(other, 5))
        await write(journal, ended(other))
    async with opening():
        matches[1] = sealed(other, 7, "2 1 2 1 1", 7, "over")
        assert table(tmp_path, "SELECT * FROM match ORDER BY match") == matches


def sealed(match: int, count: int, places: str, last: int, state: str) -> tuple[object, ...]:
    facts = f"{match} {count} {last} {state} {places}"
    return match, count, places, last, state, hashlib.sha256(facts.encode()).digest()[:16]


async def test_the_tables_follow_the_log_while_it_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size, slack = 3_000, 500
    monkeypatch.setattr(writer, "INDEX_BYTES", size)
    behind = "SELECT total(length(body)) FROM log JOIN meta ON key = 'indexed' AND seq > CAST(value AS INTEGER)"
    async with SqliteJournal.open(tmp_path) as journal:
        matches = [journal.take_number() for _ in range(5)]
        await write(journal, *map(created, matches))
        for number in range(60):
            for match in matches:
                await write(journal, chosen(match, number))
            assert table(tmp_path, behind)[0][0] < size + slack
        found = table(tmp_path, "SELECT match, count, state FROM match ORDER BY match")
        assert [(match, state) for match, _, state in found] == [(match, "open") for match in matches]
        assert all(40 < count <= 61 for _, count, _ in found)


async def test_the_writer_forgets_matches_that_are_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "INDEX_BYTES", 2_000)
    async with SqliteJournal.open(tmp_path) as journal:
        going_on = journal.take_number()
        await write(journal, created(going_on))
        for _ in range(30):
            match = journal.take_number()
            await write(journal, created(match))
            await write(journal, chosen(match, 1), chosen(going_on, match))
            await write(journal, ended(match))
            await write(journal, Spoke(match, "Ada", "well played"))
        await write(journal, chosen(going_on, 1))
        assert going_on in journal._writer._rows
        assert len(journal._writer._rows) < 4  # one may have ended since the tables were written
        assert len(journal._writer._index.places) < 10
        assert not journal._gate._reserved
        assert len(journal._gate._batches) == 1


def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    """A second process, as people start it; the lock goes with the process, however it ends."""
    program = (
        "import pathlib, sys; from server.journal.folder import Hold;"
        "hold = Hold(pathlib.Path(sys.argv[1])); print(1, flush=True); input()"
    )
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert open_code(tmp_path) == "folder-in-use"
        other.kill()
    trio.run(everything, tmp_path)


def test_what_can_not_be_opened_says_why(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.mkdir()
    (text / JOURNAL_FILE).write_bytes(b"This is a letter to my aunt, and no journal. " * 40)
    assert open_code(text) == "not-a-journal"

    foreign = tmp_path / "foreign"
    foreign.mkdir()
    with closing(apsw.Connection(str(foreign / JOURNAL_FILE))) as connection:
        connection.execute("CREATE TABLE aunts (name)")
    assert open_code(foreign) == "not-a-journal"

    newer = tmp_path / "newer"
    trio.run(everything, newer)
    with closing(apsw.Connection(str(newer / JOURNAL_FILE))) as connection:
        connection.execute("PRAGMA user_version = 99; UPDATE meta SET value = '99' WHERE key = 'version'")
    assert open_code(newer) == "newer"

    (tmp_path / "file").write_text("no folder")
    assert open_code(tmp_path / "file") == "unreadable"

    folder = tmp_path / "folder"
    (folder / JOURNAL_FILE).mkdir(parents=True)
    assert open_code(folder) == "unreadable"


def test_a_full_disk_is_told_at_the_opening(tmp_path: Path) -> None:
    disk = Disk()
    disk.is_full = True
    assert open_code(tmp_path / "new", disk.name) == "disk-full"
    trio.run(everything, tmp_path / "old")
    disk = Disk()
    disk.is_full = True
    assert open_code(tmp_path / "old", disk.name) == "disk-full"
    trio.run(everything, tmp_path / "old")


class ReadOnlyDisk(apsw.VFS):
    """A file system that is mounted for reading; the tests may run as somebody to whom no file is closed."""

    def __init__(self) -> None:
        """Register it."""
        super().__init__("read-only", "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        """Open for reading alone."""
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is not None and not Path(path).exists():
            raise apsw.CantOpenError("a read-only file system")
        flags[0] = flags[0] & ~(apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE) | apsw.SQLITE_OPEN_READONLY
        return apsw.VFSFile("", name, flags)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        """Nothing is to be written."""
        return flags != apsw.SQLITE_ACCESS_READWRITE and super().xAccess(pathname, flags)


def test_a_file_that_can_not_be_written_is_told_at_the_opening(tmp_path: Path) -> None:
    trio.run(everything, tmp_path)
    disk = ReadOnlyDisk()
    assert open_code(tmp_path, "read-only") == "read-only"
    del disk


def test_a_folder_that_can_not_be_written_is_told_at_the_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("server.journal.folder.os.open", refuse)
    assert open_code(tmp_path) == "read-only"


def test_a_locked_file_is_told_at_the_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "LOCK_WAIT_MILLIS", 0)
    trio.run(everything, tmp_path)
    with closing(apsw.Connection(str(tmp_path / JOURNAL_FILE))) as other:
        other.execute("BEGIN IMMEDIATE")
        assert open_code(tmp_path) == "locked"
        other.execute("ROLLBACK")
    trio.run(everything, tmp_path)


def test_a_refused_opening_lets_the_folder_go(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_bytes(b"junk" * 1000)
    assert open_code(tmp_path) == "not-a-journal"
    Hold(tmp_path).release()


# Backups


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


async def test_the_drill_back_up_while_running_lose_everything_restore_and_go_on(tmp_path: Path) -> None:
    folder, copy, new = tmp_path / "data", tmp_path / "copy", tmp_path / "new"
    async with SqliteJournal.open(folder) as journal:
        match = journal.take_number()
        await write(journal, created(match), chosen(match, 1))
        other = journal.take_number()
        await write(journal, created(other), ended(other))
        made = await trio.to_thread.run_sync(backup, folder, copy)
        assert (made.matches, made.unfinished, made.records) == (2, 1, 4)
        await write(journal, chosen(match, 2))
        before = await journal.match(match)
        assert before is not None
    assert names(tmp_path) == ["copy", "data"]
    empty(folder)
    assert await trio.to_thread.run_sync(restore, copy, new) == made
    async with SqliteJournal.open(new) as journal:
        (stored,) = await journal.unfinished()
        assert stored.records == before.records[:-1]
        await write(journal, chosen(match, 2))
        after = await journal.match(match)
        assert after is not None
        assert [one.record for one in after.records] == [one.record for one in before.records]
        assert journal.take_number() == other + 1
    assert check(new / JOURNAL_FILE).records == made.records + 1


async def test_a_backup_taken_between_records_is_a_prefix(tmp_path: Path) -> None:
    """Records go on being written while the copy is made; it holds the state of one instant."""
    async with SqliteJournal.open(tmp_path / "data") as journal:
        match = journal.take_number()
        journal.submit(created(match), lambda: None)
        number = 0

        def again() -> None:
            nonlocal number
            number += 1
            if not done.is_set():
                journal.submit([chosen(match, 2 * number), chosen(match, 2 * number + 1)], again)

        done = trio.Event()
        await write(journal, chosen(match, 0))
        again()
        for turn in range(3):
            made = await trio.to_thread.run_sync(backup, tmp_path / "data", tmp_path / f"copy{turn}")
            assert made.records % 2 == 0
        done.set()


async def test_a_check_of_a_file_that_is_being_written_sees_one_instant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two things that it reads, records are written and indexed, and matches begin and end."""
    monkeypatch.setattr(writer, "INDEX_BYTES", 1)
    read = Index.read
    async with SqliteJournal.open(tmp_path) as journal:
        match = journal.take_number()
        await write(journal, created(match))

        async def write_more() -> None:
            new = journal.take_number()
            await write(journal, created(new), chosen(new, 1), ended(new))
            await write(journal, chosen(match, new))

        def write_and_read(connection: apsw.Connection, path: Path) -> Index:
            trio.from_thread.run(write_more)
            index = read(connection, path)
            trio.from_thread.run(write_more)
            return index

        monkeypatch.setattr(Index, "read", write_and_read)
        for count in range(1, 4):
            found = await trio.to_thread.run_sync(check, tmp_path / JOURNAL_FILE)
            assert (found.unfinished, found.records) == (1, found.matches * 4 - 3), count


def test_backup_and_restore_replace_nothing(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    trio.run(everything, folder)
    copy.write_text("mine")
    assert code_of(partial(backup, folder, copy)) == "there-already"
    assert copy.read_text() == "mine"
    good = tmp_path / "good"
    backup(folder, good)
    assert code_of(partial(restore, good, folder)) == "there-already"
    hold = Hold(tmp_path / "held")
    assert code_of(partial(restore, good, tmp_path / "held")) == "folder-in-use"
    hold.release()
    assert code_of(partial(backup, tmp_path / "nowhere", tmp_path / "b")) == "unreadable"
    assert code_of(partial(restore, tmp_path / "nothing", tmp_path / "c")) == "unreadable"
    assert restore(good, tmp_path / "held") == check(good)
