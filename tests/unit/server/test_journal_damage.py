"""Files of the journal that are damaged, of an older version, or left by a killed server."""

from __future__ import annotations

import random
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest
import trio
from attrs import frozen

from server.journal import (
    JournalError,
    Spoke,
    SqliteJournal,
    check,
    reading,
    restore,
    schema,
    walcheck,
    writer,
)
from server.journal.codec import record_from_json
from server.journal.folder import JOURNAL_FILE

from .test_journal import write
from .test_journal_disk import Disk, chosen, created, ended, leaves
from .test_journal_files import MATCHES, code_of, everything, open_code

if TYPE_CHECKING:
    from server.journal import StoredMatch

CHOICES = 12
LAST = 85
"""So many records `fill` writes, each a row of the log."""
INDEXED = 70
"""Up to this row of `LAST` the other tables say what the log says."""


async def fill(journal: SqliteJournal) -> None:
    """A few matches at the same time, every second one over in the end; a commit each record."""
    matches = [journal.take_number() for _ in range(MATCHES)]
    for match in matches:
        await write(journal, created(match))
    for number in range(CHOICES):
        for match in matches:
            await write(journal, chosen(match, number))
    for match in matches[::2]:
        await write(journal, ended(match))
        await write(journal, Spoke(match, "Ada", "well played"))
    await write(journal, chosen(matches[1], CHOICES))


@frozen
class Left:
    """What a server left behind whose tables did not say all that its log said at the end.

    Attributes:
        ended: the file, when it ended as it should.
        killed: the file, when it was killed.
        wal: SQLite's log beside that.
        indexed: the file that ended as it should, after it was opened once more.
        matches: what is in each of them.
    """

    ended: bytes
    killed: bytes
    wal: bytes
    indexed: bytes
    matches: list[StoredMatch]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    folder = tmp_path_factory.mktemp("left")
    main, wal = folder / JOURNAL_FILE, folder / f"{JOURNAL_FILE}-wal"
    disk = Disk()
    kept: dict[str, bytes] = {}

    async def play() -> list[StoredMatch]:
        async with SqliteJournal.open(folder, vfs=disk.name, now=lambda: 5) as journal:
            await fill(journal)
            kept.update(killed=main.read_bytes(), wal=wal.read_bytes())
        kept.update(ended=main.read_bytes())
        return await everything(folder, disk.name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "INDEX_BYTES", 1_500)
        matches = trio.run(play)
    assert len(matches) == MATCHES
    left = Left(**kept, indexed=main.read_bytes(), matches=matches)
    probe = folder / "probe"
    probe.write_bytes(left.ended)
    with closing(apsw.Connection(str(probe))) as connection:
        indexed = connection.execute("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'indexed'").get
        newest = connection.execute("SELECT seq, body FROM log WHERE seq > ? ORDER BY seq", (indexed,)).fetchall()
        assert connection.execute("SELECT count(*) FROM match").get == MATCHES
    assert (indexed, newest[-1][0]) == (INDEXED, LAST)
    assert len({record_from_json(body).match for _, body in newest}) == MATCHES
    return left


# Damage


def opened(folder: Path, main: bytes, wal: bytes | None) -> list[StoredMatch] | str:
    """What a server finds that starts on such files, or the code of its refusal."""
    folder.mkdir()
    (folder / JOURNAL_FILE).write_bytes(main)
    if wal is not None:
        (folder / f"{JOURNAL_FILE}-wal").write_bytes(wal)
    disk = Disk()
    try:
        return trio.run(everything, folder, disk.name)
    except (JournalError, ExceptionGroup) as error:
        (reason,) = leaves(error)
        if not isinstance(reason, JournalError):
            raise
        return reason.code


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def counts(matches: list[StoredMatch]) -> int:
    return sum(len(stored.records) for stored in matches)


def is_prefix(found: list[StoredMatch], whole: list[StoredMatch]) -> bool:
    shorter = [
        stored.records == known.records[: len(stored.records)] for stored, known in zip(found, whole, strict=False)
    ]
    return len(found) <= len(whole) and all(shorter)


FLIPS = pytest.mark.parametrize("flips", [pytest.param(4000, marks=pytest.mark.slow), 80])


@FLIPS
@pytest.mark.parametrize("name", ["ended", "indexed"])
def test_a_flipped_bit_in_the_file_is_refused_or_harmless(tmp_path: Path, left: Left, flips: int, name: str) -> None:
    chance = random.Random(flips)
    refused = 0
    whole: bytes = getattr(left, name)
    for turn in range(flips):
        bit = chance.randrange(len(whole) * 8)
        found = opened(tmp_path / str(turn), flipped(whole, bit), None)
        if isinstance(found, str):
            refused += 1
            assert found in {"damaged", "not-a-journal", "newer", "unreadable"}, bit
        else:
            assert found == left.matches, bit
    assert refused > flips // 8


@FLIPS
def test_a_flipped_bit_in_the_log_costs_at_most_the_last_commit(tmp_path: Path, left: Left, flips: int) -> None:
    chance = random.Random(flips)
    refused = 0
    for turn in range(flips):
        bit = chance.randrange(len(left.wal) * 8)
        found = opened(tmp_path / str(turn), left.killed, flipped(left.wal, bit))
        if isinstance(found, str):
            refused += 1
            assert found in {"damaged", "not-a-journal"}, bit
        else:
            assert is_prefix(found, left.matches), bit
            assert counts(found) >= counts(left.matches) - 1, bit
    assert refused > flips // 2


def test_a_damaged_log_stays_as_it_was(tmp_path: Path, left: Left) -> None:
    """A refusal destroys nothing: the next start is refused too."""
    wal = flipped(left.wal, len(left.wal) * 4)
    assert opened(tmp_path / "data", left.killed, wal) == "damaged"
    assert (tmp_path / "data" / f"{JOURNAL_FILE}-wal").read_bytes() == wal
    assert open_code(tmp_path / "data") == "damaged"


def test_a_tree_that_hides_a_match_is_refused(tmp_path: Path, left: Left) -> None:
    """The last row of a page is still there, and every hash fits; only SQLite's own look through the file finds it."""
    path = tmp_path / "probe"
    path.write_bytes(left.ended)
    with closing(apsw.Connection(str(path))) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'match'").get
        size = connection.pragma("page_size")
    changed = bytearray(left.ended)
    cells = (root - 1) * size + 4  # the low byte of the number of rows in the page
    assert changed[cells] == MATCHES
    changed[cells] -= 1
    assert opened(tmp_path / "data", bytes(changed), None) == "damaged"


@pytest.mark.parametrize("cuts", [pytest.param(400, marks=pytest.mark.slow), 20])
def test_a_torn_log_gives_what_was_before(tmp_path: Path, left: Left, cuts: int) -> None:
    chance = random.Random(cuts)
    lengths = sorted(chance.randrange(len(left.wal)) for _ in range(cuts))
    last = 0
    for turn, length in enumerate(lengths):
        found = opened(tmp_path / str(turn), left.killed, left.wal[:length])
        assert not isinstance(found, str), length
        assert is_prefix(found, left.matches)
        assert last <= counts(found) <= counts(left.matches)
        last = counts(found)


def test_a_killed_server_left_everything(tmp_path: Path, left: Left) -> None:
    assert opened(tmp_path / "data", left.killed, left.wal) == left.matches
    assert opened(tmp_path / "ended", left.ended, None) == left.matches
    assert opened(tmp_path / "indexed", left.indexed, None) == left.matches


CHANGES = [
    # A record that is indexed, its time, its place
    "UPDATE log SET body = replace(body, 'summon B3', 'summon B4') WHERE seq = 26",
    "UPDATE log SET body = body || char(10) || body WHERE seq = 26",
    "UPDATE log SET body = body || char(10) WHERE seq = 26",
    "UPDATE log SET body = '' WHERE seq = 26",
    "UPDATE log SET body = 'x' WHERE seq = 26",
    "UPDATE log SET body = (SELECT body FROM log WHERE seq = 27) WHERE seq = 26",
    "UPDATE log SET at = at + 1 WHERE seq = 26",
    "UPDATE log SET at = 6",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 26",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 25",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 1",
    "UPDATE log SET seq = -seq WHERE seq = 26",
    "UPDATE log SET seq = 0 WHERE seq = 1",
    "UPDATE log SET seq = seq + 100 WHERE seq < 30",
    "DELETE FROM log WHERE seq = 26",
    "DELETE FROM log WHERE seq = 2",
    "DELETE FROM log WHERE seq = 1",
    "DELETE FROM log WHERE seq < 30",
    "INSERT INTO log SELECT -1, at, link, body FROM log WHERE seq = 26",
    # What is said of a match
    "UPDATE match SET count = count - 1 WHERE match = 2",
    "UPDATE match SET places = replace(places, ' 6', ' 7') WHERE match = 2",
    "UPDATE match SET places = (SELECT places FROM match WHERE match = 4) WHERE match = 2",
    "UPDATE match SET places = '' WHERE match = 2",
    "UPDATE match SET places = 'x' WHERE match = 2",
    "UPDATE match SET last = last + 1 WHERE match = 2",
    "UPDATE match SET state = 'over' WHERE match = 2",
    "UPDATE match SET seal = zeroblob(16) WHERE match = 2",
    "UPDATE match SET match = 99 WHERE match = 2",
    "INSERT INTO match SELECT 99, count, places, last, state, seal FROM match WHERE match = 2",
    "DELETE FROM match WHERE match = 2",
    "DELETE FROM match",
    # The rest
    "INSERT INTO seat VALUES ('eve', 2)",
    "DELETE FROM seat WHERE match = 2 AND name = 'bo'",
    "UPDATE seat SET name = 'Ada' WHERE match = 2 AND name = 'ada'",
    "ALTER TABLE match ADD COLUMN more TEXT",
    "ALTER TABLE match RENAME COLUMN places TO text",
    "CREATE TABLE more (name TEXT)",
    "UPDATE meta SET value = '2' WHERE key = 'version'",
    "UPDATE meta SET value = '5' WHERE key = 'version'",
    "PRAGMA user_version = 2",
]
READ_AT_EACH_START = [
    # The newest records, their time, their place
    "UPDATE log SET body = replace(body, 'summon B11', 'summon B12')",
    "UPDATE log SET body = replace(body, 'well played', 'badly played')",
    "UPDATE log SET body = body || char(10) || body WHERE seq = 75",
    "UPDATE log SET body = '' WHERE seq = 75",
    "UPDATE log SET body = 'x' WHERE seq = 85",
    "UPDATE log SET at = at + 1 WHERE seq = 85",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 71",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 85",
    "UPDATE log SET seq = seq + 100",
    "UPDATE log SET seq = 86 WHERE seq = 85",
    "UPDATE log SET seq = 200 - seq WHERE seq > 70 AND seq < 85",
    "DELETE FROM log",
    "DELETE FROM log WHERE seq = 71",
    "DELETE FROM log WHERE seq = 77",
    "DELETE FROM log WHERE seq = 85",
    "DELETE FROM log WHERE seq > 70",
    "INSERT INTO log SELECT 86, at, link, body FROM log WHERE seq = 85",
    # Where they begin and end
    "UPDATE meta SET value = replace(value, '85 ', '84 ') WHERE key = 'log-to'",
    "UPDATE meta SET value = (SELECT '84 ' || lower(hex(link)) FROM log WHERE seq = 84) WHERE key = 'log-to'",
    "UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'indexed') WHERE key = 'log-to'",
    "UPDATE meta SET value = replace(value, '70 ', '71 ') WHERE key = 'indexed'",
    "UPDATE meta SET value = (SELECT '84 ' || lower(hex(link)) FROM log WHERE seq = 84) WHERE key = 'indexed'",
    "UPDATE meta SET value = (SELECT '14 ' || lower(hex(link)) FROM log WHERE seq = 14) WHERE key = 'indexed'",
    "UPDATE meta SET value = '0 ' || hex(zeroblob(32)) WHERE key = 'indexed'",
    "UPDATE meta SET value = '0 ' || hex(zeroblob(32)) WHERE key IN ('log-to', 'indexed')",
    "UPDATE meta SET value = '' WHERE key IN ('log-to', 'indexed')",
    "UPDATE meta SET value = '' WHERE key = 'log-to'",
    "UPDATE meta SET value = 'soon' WHERE key = 'indexed'",
    "DELETE FROM meta WHERE key = 'indexed'",
    "DELETE FROM meta WHERE key = 'log-to'",
    "DELETE FROM log; DELETE FROM meta WHERE key IN ('log-to', 'indexed')",
    # The tables that hold all that
    "ALTER TABLE log RENAME TO newest",
    "ALTER TABLE log RENAME COLUMN body TO text",
    "DROP TRIGGER log_end",
    "CREATE TRIGGER more AFTER INSERT ON log BEGIN DELETE FROM log; END",
]


def changed_copy(path: Path, left: Left, change: str) -> dict[str, list[tuple[object, ...]]]:
    """Make a file in which something was changed; return all that is in it."""
    path.write_bytes(left.ended)
    assert check(path).matches == MATCHES
    with closing(apsw.Connection(str(path))) as connection:
        before = dump(connection)
        connection.execute(change)
        changed = dump(connection)
    assert changed != before
    return changed


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_from_outside_is_found(tmp_path: Path, left: Left, change: str) -> None:
    """By the check of the file; and a server that starts on it refuses it, or finds in it what was written."""
    path = tmp_path / JOURNAL_FILE
    changed_copy(path, left, change)
    assert code_of(partial(check, path)) == "damaged"
    assert opened(tmp_path / "data", path.read_bytes(), None) in ("damaged", left.matches)


@pytest.mark.parametrize("change", READ_AT_EACH_START)
def test_a_change_of_the_newest_from_outside_is_found_at_the_next_start(
    tmp_path: Path, left: Left, change: str
) -> None:
    path = tmp_path / JOURNAL_FILE
    changed = changed_copy(path, left, change)
    assert code_of(partial(check, path)) == "damaged"
    assert opened(tmp_path / "data", path.read_bytes(), None) == "damaged"
    with closing(apsw.Connection(str(tmp_path / "data" / JOURNAL_FILE))) as connection:
        assert dump(connection) == changed


def dump(connection: apsw.Connection) -> dict[str, list[tuple[object, ...]]]:
    """All that is in a file but when it was opened last."""
    found: dict[str, list[tuple[object, ...]]] = {}
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        columns = connection.execute("SELECT 'hex(' || name || ')' FROM pragma_table_info(?)", (name,))
        listed = ", ".join(column for (column,) in columns)
        found[name] = connection.execute(f"SELECT {listed} FROM {name}").fetchall()  # noqa: S608
    found["meta"] = [row for row in found["meta"] if row[0] != b"opened".hex().upper()]
    found[""] = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return {**found, "version": [(connection.pragma("application_id"), connection.pragma("user_version"))]}


def test_the_log_check_reads_what_sqlite_wrote(left: Left, tmp_path: Path) -> None:
    wal = tmp_path / "wal"
    wal.write_bytes(left.wal)
    seen = walcheck.look(wal)
    assert len(seen.commits) > counts(left.matches)
    walcheck.require_whole(seen, seen.commits[-1], wal)
    walcheck.require_whole(seen, seen.commits[-2], wal)
    assert code_of(partial(walcheck.require_whole, seen, seen.commits[-3], wal)) == "damaged"
    assert walcheck.look(tmp_path / "none").commits == ()


def test_an_older_journal_becomes_a_newer_one_or_stays_as_it_was(tmp_path: Path, left: Left) -> None:
    path = tmp_path / JOURNAL_FILE
    path.write_bytes(left.ended)

    def add_table(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE rating (name TEXT PRIMARY KEY, points INTEGER) STRICT")

    def break_down(connection: apsw.Connection) -> None:
        add_table(connection)
        raise apsw.FullError("no room")

    with closing(schema.connect(path)) as connection:
        broken = partial(schema.prepare, connection, path, 1, (*schema.MIGRATIONS, break_down))
        assert code_of(broken) == "disk-full"
        schema.prepare(connection, path, 2)
        schema.prepare(connection, path, 3, (*schema.MIGRATIONS, add_table))
        assert connection.pragma("user_version") == schema.VERSION + 1
        schema.prepare(connection, path, 4, (*schema.MIGRATIONS, add_table))
        assert code_of(partial(schema.prepare, connection, path, 5)) == "newer"
        assert sorted(reading.load_all(connection, path), key=lambda one: one.match) == left.matches


@FLIPS
def test_a_damaged_backup_is_not_restored(tmp_path: Path, left: Left, flips: int) -> None:
    """Every flip is found, or changes nothing that anybody can see; a refused one leaves no journal."""
    chance = random.Random(flips + 1)
    refused = 0
    for turn in range(flips // 4):
        bad = tmp_path / "bad"
        bad.write_bytes(flipped(left.ended, chance.randrange(len(left.ended) * 8)))
        folder = tmp_path / str(turn)
        try:
            restore(bad, folder)
        except JournalError:
            refused += 1
            assert not (folder / JOURNAL_FILE).exists()
            assert sorted(path.name for path in folder.iterdir()) == ["journal.lock"]
        else:
            assert trio.run(everything, folder) == left.matches
    assert refused > 1
