"""Journals of older versions: what becomes of them, of damaged ones, and of those whose disk dies meanwhile."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import apsw
import pytest
import trio
from attrs import evolve

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
    restore,
    schema,
)
from server.journal.codec import record_to_json
from server.journal.folder import JOURNAL_FILE
from server.journal.migrations import MIGRATIONS

from .test_journal import write
from .test_journal_damage import dump
from .test_journal_disk import Disk, chosen, created, ended
from .test_journal_files import code_of, everything, open_code


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
"""Records of versions 2 and 3, and when they were written: two matches are over, two go on, a number was never used."""


PUT_AWAY = 6
"""So many commits of version 3 went to parts; the later ones are in its log."""


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


def write_version_3(connection: apsw.Connection, path: Path) -> None:
    """Make a journal as servers of version 3 did: older records in the parts of their matches, the newest in a log."""
    schema.prepare(connection, path, 1, MIGRATIONS[:3])
    rows: dict[int, tuple[int, bytes, str, int]] = {}  # how many are in parts, their last link, the state, up to where

    def put_away(match: int, records: list[tuple[int, Record]], seq: int) -> None:
        first, link, state, _ = rows.get(match, (0, bytes(32), "open", 0))
        body = "".join(f"{at} {record_to_json(record)}\n" for at, record in records)
        link = linked(link, match, first, body)
        connection.execute("INSERT INTO part VALUES (?, ?, ?, ?)", (match, first, body, link))
        if any(isinstance(record, Ended | Aborted) for _, record in records):
            state = "over"
        rows[match] = first + len(records), link, state, seq

    link = bytes(32)
    in_log: dict[int, list[tuple[int, Record]]] = {}
    commits = [(at, [record for _, record in group]) for at, group in itertools.groupby(OLD, key=lambda one: one[0])]
    for seq, (at, records) in enumerate(commits, 1):
        body = "\n".join(map(record_to_json, records))
        link = linked(link, seq, at, body)
        connection.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (seq, at, body, link))
        for record in records:
            in_log.setdefault(record.match, []).append((at, record))
            if isinstance(record, Created):
                names = {seat.name.lower() for seat in record.seats}
                connection.executemany("INSERT INTO seat VALUES (?, ?)", [(name, record.match) for name in names])
        turns = {record.match for record in records if isinstance(record, Created | Ended | Aborted)}
        for match in list(in_log) if seq == PUT_AWAY else turns:
            put_away(match, in_log.pop(match), seq)
        if seq == PUT_AWAY:
            connection.execute("DELETE FROM log")
            connection.execute("UPDATE meta SET value = ? WHERE key = 'log-from'", (f"{seq} {link.hex()}",))
    connection.execute("UPDATE meta SET value = ? WHERE key = 'log-to'", (f"{len(commits)} {link.hex()}",))
    for match, (count, head, state, seq) in rows.items():
        seal = hashlib.sha256(f"{match} {count} {seq} {state} ".encode() + head).digest()[:16]
        connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?)", (match, count, head, state, seq, seal))


def linked(link: bytes, one: int, other: int, text: str) -> bytes:
    return hashlib.sha256(link + f"{one} {other}\n{text}".encode()).digest()


Write = Callable[[apsw.Connection, Path], None]
VERSIONS: dict[Write, int] = {write_version_2: 2, write_version_3: 3}
OLD_VERSIONS = pytest.mark.parametrize("write_old", VERSIONS)


def old_matches() -> dict[int, list[Stored]]:
    found: dict[int, list[Stored]] = {}
    for at, record in OLD:
        stored = found.setdefault(record.match, [])
        stored.append(Stored(len(stored), at, record))
    return found


async def require_old(folder: Path) -> None:
    """Find the older journal in a journal of today, and nothing else."""
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


@OLD_VERSIONS
async def test_an_older_journal_goes_on_with_all_that_is_in_it(tmp_path: Path, write_old: Write) -> None:
    path = tmp_path / JOURNAL_FILE
    with closing(schema.connect(path)) as connection:
        write_old(connection, path)
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
        assert code_of(partial(schema.prepare, connection, path, 2, MIGRATIONS[: VERSIONS[write_old]])) == "newer"


@OLD_VERSIONS
async def test_an_older_journal_whose_server_was_killed_goes_on(tmp_path: Path, write_old: Write) -> None:
    path, folder = tmp_path / JOURNAL_FILE, tmp_path / "killed"
    folder.mkdir()
    with closing(schema.connect(path)) as connection:
        write_old(connection, path)
        for name in (JOURNAL_FILE, f"{JOURNAL_FILE}-wal"):
            (folder / name).write_bytes((tmp_path / name).read_bytes())
    await require_old(folder)


@OLD_VERSIONS
async def test_what_reads_alone_tells_an_older_journal_from_a_damaged_one(tmp_path: Path, write_old: Write) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    folder.mkdir()
    path = folder / JOURNAL_FILE
    with closing(schema.connect(path)) as connection:
        write_old(connection, path)
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


CHANGES_2 = [
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
]
CHANGES_3 = [
    "UPDATE part SET body = replace(body, 'summon B1', 'summon B4') WHERE match = 2",
    "UPDATE part SET body = '6' || substr(body, 2) WHERE match = 2 AND first = 1",
    "UPDATE part SET body = body || body WHERE match = 2 AND first = 1",
    "UPDATE part SET body = substr(body, 1, length(body) - 1) WHERE match = 2",
    "UPDATE part SET body = replace(body, char(10), char(10) || char(10)) WHERE match = 2",
    "UPDATE part SET body = '' WHERE match = 2",
    "UPDATE part SET body = 'x' WHERE match = 2",
    "UPDATE part SET first = first + 100 WHERE match = 2",
    "UPDATE part SET match = 5, first = first + 100 WHERE match = 2",
    "UPDATE part SET match = 99 WHERE match = 2",
    "UPDATE part SET link = zeroblob(32) WHERE match = 2",
    "UPDATE part SET link = zeroblob(32) WHERE match = 2 AND first = 0",
    "DELETE FROM part WHERE match = 2",
    "DELETE FROM part WHERE match = 2 AND first = 0",
    "DELETE FROM part WHERE match = 2 AND first = 1",
    "INSERT INTO part SELECT match, first + 100, body, link FROM part WHERE match = 2",
    "INSERT INTO part SELECT 99, first, body, link FROM part WHERE match = 2",
    "INSERT INTO part VALUES (2, 100, '', zeroblob(32))",
    "UPDATE match SET count = count - 1 WHERE match = 2",
    "UPDATE match SET head = (SELECT link FROM part WHERE match = 2 AND first = 0) WHERE match = 2",
    "UPDATE match SET state = 'over' WHERE match = 2",
    "UPDATE match SET kept = kept + 1 WHERE match = 2",
    "UPDATE match SET seal = zeroblob(16) WHERE match = 4",
    "UPDATE match SET match = 99 WHERE match = 2",
    "INSERT INTO match SELECT 99, count, head, state, kept, seal FROM match WHERE match = 2",
    "DELETE FROM match WHERE match = 2",
    "DELETE FROM match",
    "UPDATE log SET body = replace(body, 'summon B3', 'summon B4')",
    "UPDATE log SET body = '' WHERE seq = 9",
    "UPDATE log SET at = at + 1",
    "UPDATE log SET link = zeroblob(32) WHERE seq = 9",
    "UPDATE log SET seq = seq + 100",
    "DELETE FROM log",
    "DELETE FROM log WHERE seq = 9",
    "INSERT INTO log SELECT 10, at, body, link FROM log WHERE seq = 9",
    "UPDATE meta SET value = (SELECT value FROM meta WHERE key = 'log-from') WHERE key = 'log-to'",
    "UPDATE meta SET value = '' WHERE key = 'log-to'",
    "UPDATE meta SET value = 'soon' WHERE key = 'log-from'",
    "DELETE FROM meta WHERE key = 'log-from'",
    "CREATE TABLE more (name TEXT)",
    "UPDATE meta SET value = '4' WHERE key = 'version'",
    "UPDATE meta SET value = '4' WHERE key = 'version'; PRAGMA user_version = 4",
]
DAMAGED = [
    *((write_version_2, change) for change in CHANGES_2),
    *((write_version_3, change) for change in CHANGES_3),
]


@pytest.mark.parametrize(("write_old", "change"), DAMAGED)
def test_a_damaged_older_journal_stays_as_it_was(tmp_path: Path, write_old: Write, change: str) -> None:
    path = tmp_path / JOURNAL_FILE
    with closing(schema.connect(path)) as connection:
        write_old(connection, path)
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


@OLD_VERSIONS
@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 9])
def test_a_disk_that_dies_while_an_older_journal_becomes_a_newer_one_costs_nothing(
    tmp_path: Path, every: int, write_old: Write
) -> None:
    chance = random.Random(every)
    source = tmp_path / JOURNAL_FILE
    with closing(schema.connect(source)) as connection:
        write_old(connection, source)
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
