"""Files of the journal that are damaged, of an older version, or left by a killed server."""

from __future__ import annotations

import hashlib
import random
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest
import trio
from attrs import evolve, frozen

from server.journal import (
    Aborted,
    Charged,
    Checked,
    Created,
    Ended,
    JournalError,
    Record,
    Revealed,
    Spoke,
    SqliteJournal,
    Stored,
    backup,
    check,
    read_history,
    read_match,
    reading,
    restore,
    schema,
    walcheck,
    writer,
)
from server.journal.codec import record_from_json, record_to_json
from server.journal.folder import JOURNAL_FILE
from server.journal.migrations import MIGRATIONS

from .test_journal import write
from .test_journal_disk import Disk, chosen, created, ended, leaves
from .test_journal_files import MATCHES, code_of, everything, open_code

if TYPE_CHECKING:
    from server.journal import StoredMatch

CHOICES = 12


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
    """What a server left behind that did not put away its log of the newest records at the end.

    Attributes:
        ended: the file, when it ended as it should.
        killed: the file, when it was killed.
        wal: SQLite's log beside that.
        put_away: the file that ended as it should, after it was opened once more.
        matches: what is in each of them.
    """

    ended: bytes
    killed: bytes
    wal: bytes
    put_away: bytes
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
        patch.setattr(writer, "LOG_BYTES", 1_500)
        matches = trio.run(play)
    assert len(matches) == MATCHES
    left = Left(**kept, put_away=main.read_bytes(), matches=matches)
    probe = folder / "probe"
    probe.write_bytes(left.ended)
    with closing(apsw.Connection(str(probe))) as connection:
        parts = connection.execute("SELECT count(*) FROM part GROUP BY match").fetchall()
        newest = connection.execute("SELECT body FROM log ORDER BY seq").fetchall()
    assert len(parts) == MATCHES
    assert min(count for (count,) in parts) > 2
    assert len({record_from_json(body).match for (body,) in newest}) == MATCHES
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
@pytest.mark.parametrize("name", ["ended", "put_away"])
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
    assert opened(tmp_path / "put away", left.put_away, None) == left.matches


CHANGES = [
    # A record, its time, its place
    "UPDATE part SET body = replace(body, 'summon B3', 'summon B4') WHERE match = 2",
    "UPDATE part SET body = '6' || substr(body, 2) WHERE match = 2 AND first = 1",
    "UPDATE part SET body = body || body WHERE match = 2 AND first = 6",
    "UPDATE part SET body = substr(body, 1, length(body) - 1) WHERE match = 2",
    "UPDATE part SET body = replace(body, char(10), char(10) || char(10)) WHERE match = 2",
    "UPDATE part SET body = '' WHERE match = 2",
    "UPDATE part SET body = 'x' WHERE match = 2",
    "UPDATE part SET body = (SELECT body FROM part WHERE match = 4 AND first = 1) WHERE match = 2 AND first = 1",
    "UPDATE part SET first = first + 100 WHERE match = 2",
    "UPDATE part SET first = first + 100 WHERE match = 2 AND first = (SELECT max(first) FROM part WHERE match = 2)",
    "UPDATE part SET first = -first WHERE match = 2",
    "UPDATE part SET match = 4, first = first + 100 WHERE match = 2",
    "UPDATE part SET match = 99 WHERE match = 2",
    "UPDATE part SET link = zeroblob(32) WHERE match = 2",
    "UPDATE part SET link = zeroblob(32) WHERE match = 2 AND first = 0",
    "UPDATE part SET link = zeroblob(32) WHERE match = 2 AND first = (SELECT max(first) FROM part WHERE match = 2)",
    "DELETE FROM part WHERE match = 2",
    "DELETE FROM part WHERE match = 2 AND first = 0",
    "DELETE FROM part WHERE match = 2 AND first = 1",
    "DELETE FROM part WHERE match = 2 AND first = (SELECT max(first) FROM part WHERE match = 2)",
    "INSERT INTO part SELECT match, first + 100, body, link FROM part WHERE match = 2",
    "INSERT INTO part SELECT 99, first, body, link FROM part WHERE match = 2",
    "INSERT INTO part VALUES (2, 100, '', zeroblob(32))",
    # What is said of a match
    "UPDATE match SET count = count - 1 WHERE match = 2",
    "UPDATE match SET head = zeroblob(32) WHERE match = 2",
    "UPDATE match SET head = (SELECT link FROM part WHERE match = 2 AND first = 0) WHERE match = 2",
    "UPDATE match SET state = 'over' WHERE match = 2",
    "UPDATE match SET state = 'open' WHERE match = 1",
    "UPDATE match SET kept = kept + 1 WHERE match = 2",
    "UPDATE match SET kept = 0 WHERE match = 1",
    "UPDATE match SET seal = zeroblob(16) WHERE match = 2",
    "UPDATE match SET match = 99 WHERE match = 2",
    "INSERT INTO match SELECT 99, count, head, state, kept, seal FROM match WHERE match = 2",
    "DELETE FROM match WHERE match = 2",
    "DELETE FROM match",
    # The newest records, their time, their place
    "UPDATE log SET body = replace(body, 'summon B11', 'summon B12')",
    "UPDATE log SET body = replace(body, 'well played', 'badly played')",
    "UPDATE log SET body = body || char(10) || body WHERE seq = 75",
    "UPDATE log SET body = '' WHERE seq = 75",
    "UPDATE log SET body = 'x' WHERE seq = 85",
    "UPDATE log SET at = at + 1",
    "UPDATE log SET at = at + 1 WHERE seq = 85",
    "UPDATE log SET link = zeroblob(32)",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 71",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 85",
    "UPDATE log SET seq = seq + 100",
    "UPDATE log SET seq = 86 WHERE seq = 85",
    "UPDATE log SET seq = 70 WHERE seq = 71",
    "UPDATE log SET seq = 100 - seq WHERE seq < 85",
    "DELETE FROM log",
    "DELETE FROM log WHERE seq = 71",
    "DELETE FROM log WHERE seq = 77",
    "DELETE FROM log WHERE seq = 85",
    "INSERT INTO log SELECT 86, at, body, link FROM log WHERE seq = 85",
    "INSERT INTO log SELECT 70, at, body, link FROM log WHERE seq = 71",
    # Where they begin and end
    "UPDATE meta SET value = replace(value, '85 ', '84 ') WHERE key = 'log-to'",
    "UPDATE meta SET value = (SELECT '84 ' || lower(hex(link)) FROM log WHERE seq = 84) WHERE key = 'log-to'",
    "UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'log-from') WHERE key = 'log-to'",
    "UPDATE meta SET value = replace(value, '70 ', '71 ') WHERE key = 'log-from'",
    "UPDATE meta SET value = (SELECT '71 ' || lower(hex(link)) FROM log WHERE seq = 71) WHERE key = 'log-from'",
    "UPDATE meta SET value = '0 ' || hex(zeroblob(32)) WHERE key LIKE 'log-%'",
    "UPDATE meta SET value = '' WHERE key LIKE 'log-%'",
    "UPDATE meta SET value = '' WHERE key = 'log-to'",
    "UPDATE meta SET value = 'soon' WHERE key = 'log-from'",
    "DELETE FROM meta WHERE key = 'log-from'",
    "DELETE FROM meta WHERE key = 'log-to'",
    "DELETE FROM log; DELETE FROM meta WHERE key LIKE 'log-%'",
    # The rest
    "INSERT INTO seat VALUES ('eve', 2)",
    "DELETE FROM seat WHERE match = 2 AND name = 'bo'",
    "UPDATE seat SET name = 'Ada' WHERE match = 2 AND name = 'ada'",
    "ALTER TABLE match ADD COLUMN more TEXT",
    "ALTER TABLE part RENAME COLUMN body TO text",
    "ALTER TABLE log RENAME TO newest",
    "CREATE TABLE more (name TEXT)",
    "CREATE TRIGGER more AFTER INSERT ON log BEGIN DELETE FROM log; END",
    "UPDATE meta SET value = '2' WHERE key = 'version'",
    "UPDATE meta SET value = '4' WHERE key = 'version'",
    "PRAGMA user_version = 2",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_from_outside_is_found(tmp_path: Path, left: Left, change: str) -> None:
    """By the check of the file; and a server that starts on it refuses it, or finds in it what was written."""
    path = tmp_path / JOURNAL_FILE
    path.write_bytes(left.ended)
    assert check(path).matches == MATCHES
    with closing(apsw.Connection(str(path))) as connection:
        before = dump(connection)
        connection.execute(change)
        changed = dump(connection)
        assert changed != before
    assert code_of(partial(check, path)) == "damaged"
    found = opened(tmp_path / "data", path.read_bytes(), None)
    assert found in ("damaged", left.matches)
    if "log" in change:  # that is read at each start
        assert found == "damaged"
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


# Migrations


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
        assert list(reading.load_all(connection, path)) == left.matches


async def test_journal_of_the_first_version_goes_on_and_its_server_takes_it_no_more(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL_FILE
    first = schema.MIGRATIONS[:1]
    with closing(schema.connect(path)) as connection:
        schema.prepare(connection, path, 1, first)
    async with SqliteJournal.open(tmp_path) as journal:
        match = journal.take_number()
        await write(journal, created(match))
        await write(journal, evolve(chosen(match, 1), tag="t7"))
        stored = await journal.match(match)
    assert stored is not None
    assert [getattr(kept.record, "tag", None) for kept in stored.records] == [None, "t7"]
    with closing(schema.connect(path)) as connection:
        assert code_of(partial(schema.prepare, connection, path, 2, first)) == "newer"


OLD: list[tuple[int, Record]] = [
    (10, created(1, "Ada", "Bo")),
    (11, created(2, "Bo", "Cid", "Cid")),
    (11, chosen(1, 1)),
    (12, created(4, "ADA", "Bö\u0301")),
    (12, chosen(2, 1)),
    (12, Charged(2, 1, "bank", 15, 600, 1000, 3, "bank", "line")),
    (13, evolve(chosen(1, 2), tag="t7")),
    (14, ended(1)),
    (14, Revealed(1, "9" * 64)),
    (15, chosen(2, 2)),
    (15, Aborted(4, "new rules")),
    (16, Spoke(1, "Ada", 'it\'s "late"\n\u0000 \u2028')),
    (17, created(5)),
    (18, chosen(2, 3)),
]
"""Records of version 2, and when they were written: two matches are over, two go on, and a number was never used."""


def write_version_2(connection: apsw.Connection, path: Path) -> None:
    """Make a journal as servers of version 2 did: a row and a link for each record, in the order of writing."""
    schema.prepare(connection, path, 1, MIGRATIONS[:2])
    heads: dict[int, tuple[int, int, int, bytes]] = {}  # the first row, the last one, how many there are, the last link
    over: set[int] = set()
    for seq, (at, record) in enumerate(OLD, 1):
        match, body = record.match, record_to_json(record)
        first, prev, index, before = heads.get(match, (seq, 0, 0, bytes(32)))
        link = hashlib.sha256(before + b"%d %d %d\n" % (match, index, at) + body.encode()).digest()
        connection.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", (seq, match, prev, at, body, link))
        heads[match] = first, seq, index + 1, link
        if isinstance(record, Created):
            names = {seat.name.lower() for seat in record.seats}
            connection.executemany("INSERT INTO seat VALUES (?, ?)", [(name, match) for name in names])
        elif isinstance(record, Ended | Aborted):
            over.add(match)
    for match, (first, last, count, head) in heads.items():
        state = "over" if match in over else "open"
        facts = b"%d %d %d %d %b %b" % (match, first, last, count, state.encode(), head)
        seal = hashlib.sha256(facts).digest()[:16]
        row = (match, first, last, count, head, state, seal)
        connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def old_matches() -> dict[int, list[Stored]]:
    found: dict[int, list[Stored]] = {}
    for at, record in OLD:
        stored = found.setdefault(record.match, [])
        stored.append(Stored(len(stored), at, record))
    return found


async def require_old(folder: Path) -> None:
    """Find the journal of version 2 in a journal of today, and nothing else."""
    wanted = old_matches()
    async with SqliteJournal.open(folder) as journal:
        found = [await journal.match(number) for number in range(8)]
        assert {one.match: list(one.records) for one in found if one is not None} == wanted
        assert [one.match for one in await journal.unfinished()] == [2, 5]
        assert [list(one.records) for one in await journal.unfinished()] == [wanted[2], wanted[5]]
        for name, numbers in (("ada", [5, 4, 1]), ("BO", [5, 2, 1]), ("cid", [2]), ("bö\u0301", [4]), ("eve", [])):
            assert [one.created.match for one in await journal.history(name)] == numbers, name
        ends = [(one.created, one.begun_at, one.end) for one in await journal.history()]
        assert ends == [
            (created(5), 17, None),
            (created(4, "ADA", "Bö\u0301"), 12, Aborted(4, "new rules")),
            (created(2, "Bo", "Cid", "Cid"), 11, None),
            (created(1, "Ada", "Bo"), 10, ended(1)),
        ]
    assert check(folder / JOURNAL_FILE) == Checked(4, 2, len(OLD))


async def test_a_journal_of_the_second_version_goes_on_with_all_that_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL_FILE
    with closing(schema.connect(path)) as connection:
        write_version_2(connection, path)
    await require_old(tmp_path)
    async with SqliteJournal.open(tmp_path, now=lambda: 20) as journal:
        assert journal.take_number() == 6
        await write(journal, created(6))
        await write(journal, chosen(2, 4), Spoke(1, "Bo", "again?"))
        await write(journal, chosen(5, 1), ended(5))
    wanted = old_matches()
    wanted[2].append(Stored(5, 20, chosen(2, 4)))
    wanted[1].append(Stored(6, 20, Spoke(1, "Bo", "again?")))
    wanted[5] += [Stored(1, 20, chosen(5, 1)), Stored(2, 20, ended(5))]
    wanted[6] = [Stored(0, 20, created(6))]
    async with SqliteJournal.open(tmp_path) as journal:
        found = [await journal.match(number) for number in wanted]
        assert {one.match: list(one.records) for one in found if one is not None} == wanted
        assert [one.match for one in await journal.unfinished()] == [2, 6]
    assert check(path) == Checked(5, 2, len(OLD) + 5)
    with closing(schema.connect(path)) as connection:
        assert code_of(partial(schema.prepare, connection, path, 2, MIGRATIONS[:2])) == "newer"


async def test_a_journal_of_the_second_version_whose_server_was_killed_goes_on(tmp_path: Path) -> None:
    path, folder = tmp_path / JOURNAL_FILE, tmp_path / "killed"
    folder.mkdir()
    with closing(schema.connect(path)) as connection:
        write_version_2(connection, path)
        for name in (JOURNAL_FILE, f"{JOURNAL_FILE}-wal"):
            (folder / name).write_bytes((tmp_path / name).read_bytes())
    await require_old(folder)


async def test_what_reads_alone_tells_an_older_journal_from_a_damaged_one(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    folder.mkdir()
    path = folder / JOURNAL_FILE
    with closing(schema.connect(path)) as connection:
        write_version_2(connection, path)
        before = dump(connection)
    for action in (
        partial(check, path),
        partial(read_match, folder, 1),
        partial(read_history, folder, None, 5),
        partial(backup, folder, copy),
    ):
        assert code_of(action) == "other-version"
    assert not copy.exists()
    with closing(apsw.Connection(str(path))) as connection:
        assert dump(connection) == before
    assert restore(path, tmp_path / "restored") == Checked(4, 2, len(OLD))  # that makes a copy, and one of today's
    await require_old(tmp_path / "restored")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE record SET body = replace(body, 'summon B2', 'summon B4') WHERE seq = 10",
        "UPDATE record SET body = replace(body, 'summon B3', 'summon B4') WHERE seq = 14",
        "UPDATE record SET body = replace(body, 'late', 'soon') WHERE match = 1",
        "UPDATE record SET body = 'x' WHERE seq = 2",
        "UPDATE record SET body = CAST(x'7bff' AS TEXT) WHERE seq = 5",
        "UPDATE record SET at = at + 1 WHERE seq = 5",
        "UPDATE record SET match = 4 WHERE seq = 5",
        "UPDATE record SET prev = prev - 1 WHERE seq = 5",
        "UPDATE record SET prev = 0 WHERE seq = 10",
        "UPDATE record SET prev = seq WHERE seq = 10",
        "UPDATE record SET prev = seq; UPDATE match SET count = 1 << 60",  # a walk without an end
        "UPDATE record SET link = zeroblob(32) WHERE seq = 2",
        "UPDATE record SET link = zeroblob(32) WHERE seq = 10",
        "UPDATE record SET link = zeroblob(32) WHERE seq = 14",
        "DELETE FROM record WHERE seq = 2",
        "DELETE FROM record WHERE seq = 10",
        "DELETE FROM record WHERE seq = 14",
        "DELETE FROM record WHERE match = 5",
        "UPDATE match SET seal = zeroblob(16) WHERE match = 4",
        "UPDATE match SET state = 'over' WHERE match = 2",
        "UPDATE match SET state = 'open' WHERE match = 1",
        "UPDATE match SET count = count - 1 WHERE match = 2",
        "UPDATE match SET first = first + 1 WHERE match = 2",
        "UPDATE match SET last = last - 4 WHERE match = 2",
        "UPDATE match SET head = zeroblob(32) WHERE match = 2",
        "UPDATE match SET match = 99 WHERE match = 2",
        "DELETE FROM match WHERE match = 5",
        "DELETE FROM match",
        "INSERT INTO record SELECT seq + 100, match, prev, at, body, link FROM record WHERE seq = 14",
        "INSERT INTO record SELECT 15, 2, 14, at, body, link FROM record WHERE seq = 14",
        "INSERT INTO record SELECT 15, 99, 0, at, body, link FROM record WHERE seq = 14",
        "CREATE TABLE more (name TEXT)",
        "UPDATE meta SET value = '3' WHERE key = 'version'",
        "UPDATE meta SET value = '3' WHERE key = 'version'; PRAGMA user_version = 3",
    ],
)
def test_a_damaged_journal_of_the_second_version_stays_as_it_was(tmp_path: Path, change: str) -> None:
    path = tmp_path / JOURNAL_FILE
    with closing(schema.connect(path)) as connection:
        write_version_2(connection, path)
        whole = dump(connection)
        connection.execute(change)
        before, opened_at = dump(connection), opening_of(connection)
        assert before != whole
    for _ in range(2):
        assert open_code(tmp_path) == "damaged"
    assert code_of(partial(restore, path, tmp_path / "restored")) == "damaged"
    assert [one.name for one in (tmp_path / "restored").iterdir()] == ["journal.lock"]
    with closing(apsw.Connection(str(path))) as connection:
        assert dump(connection) == before
        assert opening_of(connection) == opened_at


def opening_of(connection: apsw.Connection) -> str:
    value: str = connection.execute("SELECT value FROM meta WHERE key = 'opened'").get
    return value


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 9])
def test_a_disk_that_dies_while_an_older_journal_becomes_a_newer_one_costs_nothing(tmp_path: Path, every: int) -> None:
    chance = random.Random(every)
    source = tmp_path / JOURNAL_FILE
    with closing(schema.connect(source)) as connection:
        write_version_2(connection, source)
    step, is_done = 1, False
    while not is_done:
        for cuts_power in (False, True):
            folder, disk = tmp_path / f"{step} {cuts_power}", Disk()
            folder.mkdir()
            (folder / JOURNAL_FILE).write_bytes(source.read_bytes())
            disk.fails_at, disk.is_for_good = step, True
            with suppress(JournalError, ExceptionGroup):
                trio.run(everything, folder, disk.name)
            is_done = disk.steps < step
            if cuts_power:
                disk.lose_power(chance)
            trio.run(require_old, folder)
        step += every
    assert step > 20


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
