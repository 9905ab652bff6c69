"""The journal on a disk that fails: at each write and sync there is, once or for good, and with the power gone."""

from __future__ import annotations

import itertools
import random
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import apsw
import pytest
import trio
from attrs import define, field, frozen

from server.journal import Chosen, Created, Ended, JournalError, Record, Seat, Spoke, SqliteJournal, check, writer
from server.journal.batch import Batch
from server.journal.folder import JOURNAL_FILE
from server.journal.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

SECTOR = 512
PATIENCE_S = 20
_names = itertools.count()


def created(match: int, *names: str) -> Created:
    """A match's first record."""
    seats = tuple(Seat(name, "word", nonce="salt") for name in names or ("Ada", "Bo"))
    return Created(match, "wizards_arena", "1", "f" * 64, '{"first":0}', seats, "untimed", "c" * 64, "9" * 64, "0" * 16)


def chosen(match: int, number: int) -> Chosen:
    """A choice that tells its place."""
    return Chosen(match, number % 2, f"summon B{number}", f"{number:016x}")


def ended(match: int) -> Ended:
    """A result."""
    return Ended(match, (0,), "life", (10, 0), "e" * 16)


@define
class _Image:
    """What of a file is surely on the disk, and what was written since, in order: (offset, data), or (size, None)."""

    synced: bytes
    pending: list[tuple[int, bytes | None]] = field(factory=list)


class DiskFile(apsw.VFSFile):
    """A file whose changes are counted and may fail."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        """Remember what is on the disk."""
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        super().__init__("", name, flags)
        self._disk = disk
        self._path = path or ""
        if self._path not in disk.images and self._path:
            disk.images[self._path] = _Image(Path(self._path).read_bytes())

    def excepthook(self, *_: object) -> bool:
        """Say nothing: what fails here is meant to."""
        return True

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        """Write what the disk lets through."""
        keep = self._disk.step(len(data))
        if keep:
            self._note(offset, data[:keep])
            super().xWrite(data[:keep], offset)
        if keep < len(data):
            raise self._disk.error()

    def xTruncate(self, size: int) -> None:  # noqa: N802
        """Cut the file."""
        if not self._disk.step(1):
            raise self._disk.error()
        self._note(size, None)
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        """A sync that works makes all that was written durable; the real disk is left in peace."""
        del flags
        if not self._disk.step(1):
            raise self._disk.error()
        if self._path:
            self._disk.images[self._path] = _Image(Path(self._path).read_bytes())

    def _note(self, offset: int, data: bytes | None) -> None:
        if self._path:
            self._disk.images[self._path].pending.append((offset, data))


class Disk(apsw.VFS):
    """A disk that can be told to fail.

    Attributes:
        steps: how many writes, truncations and syncs there were.
        fails_at: the step (from 1) that fails; 0: none.
        is_for_good: whether every later step fails, too.
        is_full: every step fails, as on a disk without room.
        tears: whether the write that fails leaves its first half.
    """

    def __init__(self) -> None:
        """A disk that works."""
        self.name = f"failing-{next(_names)}"
        self.steps = 0
        self.fails_at = 0
        self.is_for_good = False
        self.is_full = False
        self.tears = False
        self.images: dict[str, _Image] = {}
        super().__init__(self.name, "")

    def excepthook(self, *_: object) -> bool:
        """Say nothing: what fails here is meant to."""
        return True

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> DiskFile:  # noqa: N802
        """Open a file on this disk."""
        return DiskFile(self, name, flags)

    def xDelete(self, name: str, sync_folder: bool) -> None:  # noqa: N802
        """Delete a file."""
        if not self.step(1):
            raise self.error()
        super().xDelete(name, sync_folder)
        self.images.pop(name, None)

    def step(self, size: int) -> int:
        """Count a step; return how many of its `size` bytes get through."""
        self.steps += 1
        if self.is_full:
            return 0
        if self.steps == self.fails_at:
            return size // 2 if self.tears and size > 1 else 0
        is_dead = self.fails_at and self.is_for_good and self.steps > self.fails_at
        return 0 if is_dead else size

    def error(self) -> apsw.Error:
        """What the step that fails raises."""
        return apsw.FullError("no room") if self.is_full else apsw.IOError("the disk failed")

    def lose_power(self, chance: random.Random) -> None:
        """Put on the real disk what a power cut might leave: all that was synced, and any sectors written since."""
        for path, image in self.images.items():
            data = bytearray(image.synced)
            for offset, piece in image.pending:
                if piece is None:
                    del data[offset:]
                    continue
                for start in range(0, len(piece), SECTOR):
                    if chance.random() < 0.5:
                        sector = piece[start : start + SECTOR]
                        data.extend(bytes(max(0, offset + start + len(sector) - len(data))))
                        data[offset + start : offset + start + len(sector)] = sector
            Path(path).write_bytes(data)
            Path(path + "-shm").unlink(missing_ok=True)


@frozen
class Played:
    """What a run of the script handed over, and which of it the journal said was durable."""

    submitted: list[Record] = field(factory=list)
    durable: list[Record] = field(factory=list)


def at_once(_: SimpleQueue[None], __: float) -> None:
    """A pause that is none."""


async def script(folder: Path, disk: Disk, played: Played) -> None:
    """Two servers, one after the other; a match that ends, and one that goes on."""
    for _ in range(2):
        dead = trio.Event()

        def on_stuck(_: str | None, dead: trio.Event = dead) -> None:
            if disk.is_for_good:
                dead.set()

        opening = SqliteJournal.open(folder, on_stuck=on_stuck, vfs=disk.name, pause=at_once, now=lambda: 7)
        async with opening as journal, trio.open_nursery() as nursery:
            nursery.start_soon(give_up, dead)
            one, other = journal.take_number(), journal.take_number()
            for records in (
                (created(one),),
                (chosen(one, 1), chosen(one, 2)),
                (created(other),),
                (chosen(other, 1),),
                (chosen(one, 3), ended(one)),
                (Spoke(one, "Ada", "well played"), chosen(other, 2)),
            ):
                await write(journal, played, records)
            nursery.cancel_scope.cancel()


async def write(journal: SqliteJournal, played: Played, records: tuple[Record, ...]) -> None:
    """Submit records and wait until they are durable."""
    heard = trio.Event()

    def on_durable() -> None:
        played.durable.extend(records)
        heard.set()

    played.submitted.extend(records)
    journal.submit(records, on_durable)
    with trio.fail_after(PATIENCE_S):
        await heard.wait()


async def give_up(dead: trio.Event) -> None:
    await dead.wait()
    raise DeadDiskError


class DeadDiskError(Exception):
    """The disk does not come back."""


def run(folder: Path, disk: Disk) -> tuple[Played, list[str]]:
    """Play the script; return what it did and the codes of what went wrong."""
    played, codes = Played(), list[str]()
    try:
        trio.run(partial(script, folder, disk, played))
    except* JournalError as errors:
        codes += [error.code for error in leaves(errors) if isinstance(error, JournalError)]
    except* DeadDiskError:
        codes.append("dead")
    return played, codes


def leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for one in error.exceptions for leaf in leaves(one)]
    return [error]


def by_match(records: list[Record]) -> dict[int, list[Record]]:
    found: dict[int, list[Record]] = {}
    for record in records:
        found.setdefault(record.match, []).append(record)
    return found


def kept(folder: Path) -> dict[int, list[Record]]:
    """What a server finds that is started on the folder afterwards."""
    return trio.run(find, folder)


async def find(folder: Path) -> dict[int, list[Record]]:
    disk = Disk()
    async with SqliteJournal.open(folder, vfs=disk.name) as journal:
        found = [await journal.match(summary.created.match) for summary in await journal.history(limit=100)]
        return {stored.match: [one.record for one in stored.records] for stored in found if stored is not None}


def require_prefix(found: dict[int, list[Record]], played: Played) -> None:
    submitted, durable = by_match(played.submitted), by_match(played.durable)
    assert set(durable) <= set(found) <= set(submitted)
    for match, records in found.items():
        assert records == submitted[match][: len(records)]
        assert len(records) >= len(durable.get(match, []))


@pytest.fixture
def often_indexed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let several of the script's commits take along what the log says to the other tables."""
    monkeypatch.setattr(writer, "INDEX_BYTES", 500)


def all_steps(tmp_path: Path) -> int:
    disk, folder = Disk(), tmp_path / "whole"
    played, codes = run(folder, disk)
    assert not codes
    assert played.durable == played.submitted
    with closing(apsw.Connection(str(folder / JOURNAL_FILE))) as connection:
        indexed = connection.execute("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'indexed'").get
        assert (indexed, connection.execute("SELECT max(seq) FROM log").get) == (10, 12)
    assert kept(folder) == by_match(played.submitted)
    return disk.steps


MANY = 30
EVERY = pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 9])


@EVERY
@pytest.mark.usefixtures("often_indexed")
@pytest.mark.parametrize("tears", [False, True])
def test_a_step_that_fails_once_costs_nothing(tmp_path: Path, tears: bool, every: int) -> None:
    """Each in turn: a server that starts says so, one that runs goes on, and nothing is there twice."""
    failed_running = 0
    for step in range(1 + tears, all_steps(tmp_path) + 1, every):
        folder, disk = tmp_path / str(step), Disk()
        disk.fails_at, disk.tears = step, tears
        played, codes = run(folder, disk)
        assert codes in ([], ["unreadable"])
        if not codes:
            failed_running += 1
            assert played.durable == played.submitted
        require_prefix(kept(folder), played)
        check(folder / JOURNAL_FILE)
    assert failed_running > 3


@EVERY
@pytest.mark.usefixtures("often_indexed")
@pytest.mark.parametrize("cuts_power", [False, True])
@pytest.mark.parametrize("tears", [False, True])
def test_a_disk_that_dies_keeps_what_was_told(tmp_path: Path, tears: bool, cuts_power: bool, every: int) -> None:
    chance = random.Random(4)
    unlike = set[str]()
    for step in range(1 + tears + 2 * cuts_power, all_steps(tmp_path) + 1, every):
        folder, disk = tmp_path / str(step), Disk()
        disk.fails_at, disk.tears, disk.is_for_good = step, tears, True
        played, codes = run(folder, disk)
        unlike.update(codes)
        if cuts_power:
            disk.lose_power(chance)
        require_prefix(kept(folder), played)
        check(folder / JOURNAL_FILE)
    assert unlike == {"unreadable", "dead"}


@pytest.mark.parametrize("steps", [pytest.param(100, marks=pytest.mark.slow), 2])
def test_power_that_goes_soon_after_a_large_commit_that_failed_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """It fails once, at one of its last steps, with most of it written; then the disk dies within the next commits.

    SQLite's log must not hold frames of the attempt that failed behind those of the commits that followed.
    """
    commit = Writer._commit
    monkeypatch.setattr(writer, "INDEX_BYTES", 300)

    def play(folder: Path, disk: Disk, fails_at: int, dies_at: int) -> tuple[Played, int, int]:
        """Let the commit fail that takes most along to the tables; return also how many steps and attempts it took."""
        played, taken, begun, dead = Played(), list[int](), list[int](), trio.Event()

        def commit_badly(self: Writer, batch: Batch) -> None:
            before = disk.steps
            is_large = len(self._index.places) == MANY and not taken
            if is_large:
                begun.append(before)
                disk.fails_at = begun[0] + fails_at
            commit(self, batch)  # raises the first time, if it is to fail
            if is_large:
                taken.append(disk.steps - before)
                disk.fails_at, disk.is_for_good = disk.steps + dies_at, True

        async def serve() -> None:
            ends = lambda _: dead.set() if disk.is_for_good else None  # noqa: E731
            opening = SqliteJournal.open(folder, on_stuck=ends, vfs=disk.name, pause=at_once)
            async with opening as journal, trio.open_nursery() as nursery:
                nursery.start_soon(give_up, dead)
                matches = [journal.take_number() for _ in range(MANY)]
                await write(journal, played, tuple(map(created, matches)))
                await write(journal, played, tuple(chosen(match, 1) for match in matches))
                for number in range(2, 6):
                    await write(journal, played, (chosen(1, number),))
                nursery.cancel_scope.cancel()

        monkeypatch.setattr(Writer, "_commit", commit_badly)
        with suppress(ExceptionGroup):
            trio.run(serve)
        return played, taken[0], len(begun)

    never = 1_000_000
    _, taken, _ = play(tmp_path / "whole", Disk(), never, never)
    assert taken > 10
    for fails_at in range(max(1, taken - steps + 1), taken + 1):
        for dies_at in range(1, 12):
            folder, disk = tmp_path / f"{fails_at} {dies_at}", Disk()
            played, _, attempts = play(folder, disk, fails_at, dies_at)
            assert attempts == 2
            assert disk.steps >= disk.fails_at
            disk.lose_power(random.Random(fails_at * 100 + dies_at))
            require_prefix(kept(folder), played)
            check(folder / JOURNAL_FILE)


async def test_records_submitted_during_a_commit_share_the_next(tmp_path: Path) -> None:
    """The first commit is held in its sync; what comes meanwhile, of many matches, becomes one more commit."""
    held, goes_on = SimpleQueue[None](), SimpleQueue[None]()
    disk = Disk()
    count = 50
    done: list[int] = []
    async with SqliteJournal.open(tmp_path, vfs=disk.name) as journal:
        before = journal.statistics().commits
        step = disk.step

        def hold(size: int) -> int:
            disk.step = step  # type: ignore[method-assign]
            held.put(None)
            goes_on.get()
            return step(size)

        disk.step = hold  # type: ignore[method-assign]
        journal.submit(created(journal.take_number()), lambda: done.append(0))
        await trio.to_thread.run_sync(held.get)
        all_done = trio.Event()
        for place in range(1, count + 1):
            journal.submit(created(journal.take_number()), partial(note, done, place, count, all_done.set))
        assert journal.statistics().waiting == count + 1
        goes_on.put(None)
        with trio.fail_after(PATIENCE_S):
            await all_done.wait()
        assert done == list(range(count + 1))
        assert journal.statistics().commits == before + 2


def note(done: list[int], place: int, last: int, tell: Callable[[], None]) -> None:
    done.append(place)
    if place == last:
        tell()
