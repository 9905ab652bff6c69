"""The journal's tables, and the checks when a file is opened. `migrations` makes them.

    log     all records of all matches, a row a commit (`log`).
    match   one small row a match: in which rows of the log its records are, how many, whether it is over (`index`);
            `seal` is a hash over the row, so that a damaged row can't hide a match or end it.
    seat    who played in which match, names in lower case.
    meta    the schema's version, when the journal was opened last, where the log ends, and up to which of its rows
            the tables `match` and `seat` say what it says.

SQLite has no checksums in its main file, so a flipped bit can be anywhere. Each value is under a hash (`seal`,
chains); the tree around the values is looked through by SQLite's own check at every opening, and the table definitions
are compared with those that this program makes.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import apsw

from .errors import FILE_ERRORS, JournalError, explain
from .migrations import MIGRATIONS, VERSION, Migration

APPLICATION_ID: Final = 0x53504D4A
"""`SPMJ`, in the file's header: this is a journal of ours."""
LOCK_WAIT_MILLIS: Final = 1000
"""How long another program's lock is waited for."""

STATEMENTS: Final = 256
"""So many prepared statements are kept: one for each number of rows that is written in a call."""


def connect(path: Path, *, vfs: str | None = None) -> apsw.Connection:
    """Open a file for writing: write-ahead log, every commit synced before it returns. Makes no table.

    Raises:
        JournalError: the settings did not take, or as `explain`.
    """
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    try:
        connection = apsw.Connection(str(path), flags=flags, vfs=vfs, statementcachesize=STATEMENTS)
    except FILE_ERRORS as error:
        raise explain(error, path) from error
    try:
        if connection.readonly("main"):
            close_at_last(connection)
            raise JournalError("read-only", f"{path} can't be written.")
        connection.set_busy_timeout(LOCK_WAIT_MILLIS)
        connection.pragma("trusted_schema", "off")
        mode = connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "full")
        level = connection.pragma("synchronous")
    except FILE_ERRORS as error:
        close_at_last(connection)
        raise explain(error, path) from error
    if (mode, level) != ("wal", 2):
        close_at_last(connection)
        raise JournalError(
            "unreadable", f"{path} takes no write-ahead log with full syncs (mode {mode}, level {level})."
        )
    return connection


def close_at_last(connection: apsw.Connection) -> None:
    """Close a connection; that a disk fails meanwhile costs nothing, since the log holds what is durable and stays."""
    with suppress(apsw.Error):
        connection.close()


def prepare(
    connection: apsw.Connection, path: Path, opened_at: int, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Make or migrate the tables, check the file through, and prove with a commit that it can be written.

    The check reads the whole file: about a second for each gigabyte.

    Args:
        connection: from `connect`.
        path: for messages.
        opened_at: milliseconds since 1970, UTC.
        migrations: for tests.

    Raises:
        JournalError: `damaged`, `newer`, `not-a-journal`, or what keeps it from being written.
    """
    try:
        version = _version(connection, path)
        if version > len(migrations):
            raise JournalError("newer", f"{path} was written by a newer server (journal version {version}).")
        if version:
            check_tree(connection, path)
        with connection:
            for step in range(version, len(migrations)):
                migrations[step](connection)
            if version < len(migrations):
                connection.pragma("application_id", APPLICATION_ID)
                connection.pragma("user_version", len(migrations))
            _set_meta(connection, "version", str(len(migrations)))
            _set_meta(connection, "opened", str(opened_at))
            _check_tables(connection, path, migrations)
    except FILE_ERRORS as error:
        raise explain(error, path) from error


def check_file(connection: apsw.Connection, path: Path) -> None:
    """Check that a file is a journal of today's version, and whole as far as SQLite can tell. Changes nothing.

    Raises:
        JournalError: `damaged`, `not-a-journal`, `other-version`.
    """
    check_version(connection, path)
    check_tree(connection, path)
    _check_tables(connection, path, MIGRATIONS)


def check_version(connection: apsw.Connection, path: Path) -> None:
    """Check that a file says that it is a journal of today's version.

    Raises:
        JournalError: `damaged`, `not-a-journal`, `other-version`.
    """
    version = _version(connection, path)
    if version != VERSION:
        raise JournalError(
            "other-version", f"{path} has journal version {version}; this program reads version {VERSION}."
        )


def check_tree(connection: apsw.Connection, path: Path) -> None:
    """Let SQLite look through the whole file.

    Raises:
        JournalError: `damaged`.
    """
    try:
        found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
    except FILE_ERRORS as error:
        raise explain(error, path) from error
    if found != ["ok"]:
        raise JournalError("damaged", f"{path} is damaged: {'; '.join(map(str, found))}.")


def _version(connection: apsw.Connection, path: Path) -> int:
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").get
    identity = connection.pragma("application_id"), connection.pragma("user_version")
    if tables == 0 and identity == (0, 0):
        return 0
    if identity[0] != APPLICATION_ID:
        raise JournalError("not-a-journal", f"{path} is no journal: it is some other program's file.")
    said = connection.execute("SELECT value FROM meta WHERE key = 'version'").get
    if said != str(identity[1]):
        raise JournalError("damaged", f"{path} is damaged: it says that it has version {said} and {identity[1]}.")
    return int(said)


def _set_meta(connection: apsw.Connection, key: str, value: str) -> None:
    connection.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value))


def _check_tables(connection: apsw.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    fresh = apsw.Connection(":memory:")
    for step in migrations:
        step(fresh)
    listing = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    wanted, found = (each.execute(listing).get for each in (fresh, connection))
    fresh.close()
    if wanted != found:
        raise JournalError("damaged", f"{path} is damaged: its table definitions are not those of version {VERSION}.")
