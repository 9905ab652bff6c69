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
from attrs import evolve, frozen

from server.journal import (
    JournalError,
    SqliteJournal,
    check,
    restore,
    schema,
    walcheck,
)
from server.journal.folder import JOURNAL_FILE

from .test_journal import write
from .test_journal_disk import Disk, chosen, created, ended, leaves
from .test_journal_files import MATCHES, code_of, everything, open_code

if TYPE_CHECKING:
    from server.journal import StoredMatch

CHOICES = 12


async def fill(journal: SqliteJournal) -> None:
    """A few matches, every second one over; a commit each record."""
    for _ in range(MATCHES):
        match = journal.take_number()
        await write(journal, created(match))
        for number in range(CHOICES):
            await write(journal, chosen(match, number))
        if match % 2:
            await write(journal, ended(match))


@frozen
class Left:
    """What a server left behind: the main file alone when it ended as it should, with its log when it was killed."""

    ended: bytes
    killed: bytes
    log: bytes
    matches: list[StoredMatch]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    folder = tmp_path_factory.mktemp("left")
    main, log = folder / JOURNAL_FILE, folder / f"{JOURNAL_FILE}-wal"
    disk = Disk()
    killed: dict[str, bytes] = {}

    async def play() -> list[StoredMatch]:
        async with SqliteJournal.open(folder, vfs=disk.name, now=lambda: 5) as journal:
            await fill(journal)
            killed.update(killed=main.read_bytes(), log=log.read_bytes())
        return await everything(folder, disk.name)

    matches = trio.run(play)
    assert len(matches) == MATCHES
    return Left(main.read_bytes(), killed["killed"], killed["log"], matches)


# Damage


def opened(folder: Path, main: bytes, log: bytes | None) -> list[StoredMatch] | str:
    """What a server finds that starts on such files, or the code of its refusal."""
    folder.mkdir()
    (folder / JOURNAL_FILE).write_bytes(main)
    if log is not None:
        (folder / f"{JOURNAL_FILE}-wal").write_bytes(log)
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
def test_a_flipped_bit_in_the_file_is_refused_or_harmless(tmp_path: Path, left: Left, flips: int) -> None:
    chance = random.Random(flips)
    refused = 0
    for turn in range(flips):
        bit = chance.randrange(len(left.ended) * 8)
        found = opened(tmp_path / str(turn), flipped(left.ended, bit), None)
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
        bit = chance.randrange(len(left.log) * 8)
        found = opened(tmp_path / str(turn), left.killed, flipped(left.log, bit))
        if isinstance(found, str):
            refused += 1
            assert found in {"damaged", "not-a-journal"}, bit
        else:
            assert is_prefix(found, left.matches), bit
            assert counts(found) >= counts(left.matches) - 1, bit
    assert refused > flips // 2


def test_a_damaged_log_stays_as_it_was(tmp_path: Path, left: Left) -> None:
    """A refusal destroys nothing: the next start is refused too."""
    log = flipped(left.log, len(left.log) * 4)
    assert opened(tmp_path / "data", left.killed, log) == "damaged"
    assert (tmp_path / "data" / f"{JOURNAL_FILE}-wal").read_bytes() == log
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
    lengths = sorted(chance.randrange(len(left.log)) for _ in range(cuts))
    last = 0
    for turn, length in enumerate(lengths):
        found = opened(tmp_path / str(turn), left.killed, left.log[:length])
        assert not isinstance(found, str), length
        assert is_prefix(found, left.matches)
        assert last <= counts(found) <= counts(left.matches)
        last = counts(found)


def test_a_killed_server_left_everything(tmp_path: Path, left: Left) -> None:
    assert opened(tmp_path / "data", left.killed, left.log) == left.matches


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE record SET body = replace(body, 'summon B3', 'summon B4') WHERE match = 2",
        "UPDATE record SET at = at + 1 WHERE match = 2",
        "UPDATE record SET match = 4 WHERE match = 2",
        "UPDATE record SET prev = prev - 1 WHERE match = 2",
        "UPDATE record SET prev = 0 WHERE match = 2",
        "UPDATE record SET body = 'x' WHERE match = 2",
        "DELETE FROM record WHERE seq = (SELECT max(seq) FROM record WHERE match = 2)",
        "UPDATE record SET link = zeroblob(32) WHERE match = 2",
        "INSERT INTO record SELECT seq + 1000, match, prev, at, body, link FROM record WHERE match = 2",
        "UPDATE match SET state = 'over' WHERE match = 2",
        "UPDATE match SET count = count - 1 WHERE match = 2",
        "UPDATE match SET last = last - 1 WHERE match = 2",
        "UPDATE match SET head = zeroblob(32) WHERE match = 2",
        "UPDATE match SET match = 99 WHERE match = 2",
        "DELETE FROM match WHERE match = 2",
        "INSERT INTO seat VALUES ('eve', 2)",
        "ALTER TABLE match ADD COLUMN more TEXT",
        "UPDATE meta SET value = '3' WHERE key = 'version'",
    ],
)
def test_a_change_from_outside_is_found(tmp_path: Path, left: Left, change: str) -> None:
    path = tmp_path / JOURNAL_FILE
    path.write_bytes(left.ended)
    assert check(path).matches == MATCHES
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(change)
        assert connection.changes() or "ALTER" in change
    assert code_of(partial(check, path)) == "damaged"


def test_the_log_check_reads_what_sqlite_wrote(left: Left, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(left.log)
    seen = walcheck.look(log)
    assert len(seen.commits) > counts(left.matches)
    walcheck.require_whole(seen, seen.commits[-1], log)
    walcheck.require_whole(seen, seen.commits[-2], log)
    assert code_of(partial(walcheck.require_whole, seen, seen.commits[-3], log)) == "damaged"
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
        records = connection.execute("SELECT count(*) FROM record").get
        assert records == counts(left.matches)


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
