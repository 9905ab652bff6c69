"""A copy of a journal while its server runs, its return into an empty folder, and the check of a whole file.

Plain functions for the command line; elsewhere they run off the loop.
"""

import os
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import apsw
from attrs import frozen

from . import reading
from .errors import FILE_ERRORS, JournalError, explain
from .folder import JOURNAL_FILE, Hold, sync_folder
from .index import Index
from .records import StoredMatch, Summary
from .schema import check_file, check_tree, check_version
from .sqlite import open_checked, wall_millis

_Answer = TypeVar("_Answer")


@frozen
class Checked:
    """What a journal holds that was found to be whole."""

    matches: int
    unfinished: int
    records: int


def check(path: Path) -> Checked:
    """Read a journal file through: every page, every hash, every record. Changes nothing.

    Raises:
        JournalError: what is wrong with it.
    """
    with closing(_open_to_read(path)) as connection:
        try:
            connection.execute("BEGIN")  # one look at a file to which a server may be writing
            check_file(connection, path)
            return _count(connection, path)
        except FILE_ERRORS as error:
            raise explain(error, path) from error


def backup(folder: Path, target: Path) -> Checked:
    """Copy the journal of `folder` as it is now into the new file `target`, check the copy, and return what it holds.

    A running server is not held up. `target` appears only when it is whole and on the disk.

    Raises:
        JournalError: `there-already`, or what is wrong with either file.
    """
    source = folder / JOURNAL_FILE
    if target.exists():
        raise JournalError("there-already", f"{target} is there already; a backup never replaces a file.")
    copy = target.with_name(target.name + ".part")
    try:
        with closing(_open_to_read(source)) as connection:
            _copy(connection, copy)
        checked = check(copy)
        _publish(copy, target)
    except OSError as error:
        raise explain(error, target) from error
    except FILE_ERRORS as error:
        raise explain(error, source) from error
    finally:
        _drop(copy)
    return checked


def restore(file: Path, folder: Path) -> Checked:
    """Make the journal of `folder` out of a backup, bring it to today's version, check it, and return what it holds.

    Raises:
        JournalError: `folder-in-use`; `there-already`: the folder has a journal; or what is wrong with the file.
    """
    if not file.is_file():
        raise JournalError("unreadable", f"There is no file {file}.")
    hold = Hold(folder)
    target = folder / JOURNAL_FILE
    copy = target.with_name(target.name + ".part")
    try:
        if target.exists():
            raise JournalError(
                "there-already", f"{target} is there already. Move it away first, with its -wal and -shm files."
            )
        with closing(_open_to_read(file)) as connection:
            check_tree(connection, file)
            _copy(connection, copy)
        with closing(open_checked(copy, None, wall_millis())[0]) as connection:
            checked = _count(connection, copy)
        _publish(copy, target)
    except OSError as error:
        raise explain(error, folder) from error
    except FILE_ERRORS as error:
        raise explain(error, file) from error
    finally:
        _drop(copy)
        hold.release()
    return checked


def read_match(folder: Path, number: int) -> StoredMatch | None:
    """Return a match of the journal of `folder`, which a server may be writing; None if there is none.

    Raises:
        JournalError: what is wrong with the file.
    """
    return _read(folder, lambda connection, path: reading.load(connection, number, path))


def read_history(folder: Path, name: str | None, limit: int) -> list[Summary]:
    """Return the newest matches of the journal of `folder`, or those of a player, newest first.

    Raises:
        JournalError: what is wrong with the file.
    """
    return _read(folder, lambda connection, path: reading.summaries(connection, name, limit, path))


def _read(folder: Path, read: Callable[[apsw.Connection, Path], _Answer]) -> _Answer:
    path = folder / JOURNAL_FILE
    with closing(_open_to_read(path)) as connection:
        try:
            connection.execute("BEGIN")
            check_version(connection, path)
            return read(connection, path)
        except FILE_ERRORS as error:
            raise explain(error, path) from error


def _open_to_read(path: Path) -> apsw.Connection:
    if not path.is_file():
        raise JournalError("unreadable", f"There is no file {path}.")
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    except FILE_ERRORS as error:
        raise explain(error, path) from error
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.pragma("query_only", "on")
    return connection


def _copy(source: apsw.Connection, target: Path) -> None:
    """Copy everything in one look at `source`, into one file without a log beside it."""
    _drop(target)
    with closing(apsw.Connection(str(target))) as destination:
        with destination.backup("main", source, "main") as copying:
            copying.step(-1)
        destination.pragma("journal_mode", "delete")


def _count(connection: apsw.Connection, path: Path) -> Checked:
    matches = unfinished = records = 0
    seats: set[tuple[str, int]] = set()
    for stored in reading.load_all(connection, path):
        matches += 1
        unfinished += stored.end is None
        records += len(stored.records)
        seats.update((name, stored.match) for name in stored.created.players())
    newest = Index.read(connection, path).players
    if set(connection.execute("SELECT * FROM seat")) != {seat for seat in seats if seat[1] not in newest}:
        raise JournalError("damaged", f"{path} is damaged: its tables do not agree with each other.")
    return Checked(matches, unfinished, records)


def _publish(copy: Path, target: Path) -> None:
    """Give a finished file its name, durably; never over another file."""
    handle = os.open(copy, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    try:
        os.link(copy, target)
    except FileExistsError:
        raise JournalError("there-already", f"{target} is there already.") from None
    sync_folder(target.parent)


def _drop(copy: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):  # it was not made, or the folder is gone: then nothing is left behind
            copy.with_name(copy.name + ending).unlink()
