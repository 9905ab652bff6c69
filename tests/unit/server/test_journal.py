"""What every journal promises: the file and the memory pass the same tests."""

from __future__ import annotations

from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

import pytest
import trio
import trio.testing

from server.journal import (
    Aborted,
    Charged,
    Chosen,
    DrawAgreed,
    Ended,
    Journal,
    JournalError,
    MemoryJournal,
    Record,
    Retired,
    Revealed,
    Rewound,
    Shelf,
    Spoke,
    SqliteJournal,
)
from server.journal import gate as gate_module
from server.journal.codec import NO_LINK, next_link, record_to_json

from .test_journal_disk import PATIENCE_S, Disk, at_once, chosen, created, ended

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from server.journal import OnStuck, StoredMatch


def ignore(_: str | None) -> None:
    """Hear nothing."""


class Place(Protocol):
    """Where a journal keeps things, and a way to break it."""

    def open(self, on_stuck: OnStuck = ignore) -> AbstractAsyncContextManager[Journal]:
        """Start a server."""
        ...

    def fill(self) -> None:
        """Let no more writing succeed."""
        ...

    def mend(self) -> None:
        """Let it succeed again."""
        ...


class FilePlace:
    """A folder on a disk that can be filled. The writer waits for `mend` before it tries again."""

    def __init__(self, folder: Path) -> None:
        """An empty folder."""
        self.folder = folder
        self.disk = Disk()
        self.mended: SimpleQueue[None] = SimpleQueue()
        self.waits: list[float] = []

    def open(self, on_stuck: OnStuck = ignore) -> AbstractAsyncContextManager[Journal]:
        """See `Place`."""
        return SqliteJournal.open(
            self.folder, on_stuck=on_stuck, vfs=self.disk.name, pause=self._pause, now=lambda: 1_000
        )

    def _pause(self, nudge: SimpleQueue[None], seconds: float) -> None:
        self.waits.append(seconds)
        if nudge.empty():
            self.mended.get(timeout=PATIENCE_S)

    def fill(self) -> None:
        """See `Place`."""
        self.disk.is_full = True

    def mend(self) -> None:
        """See `Place`."""
        self.disk.is_full = False
        self.mended.put(None)


class MemoryPlace:
    """A shelf."""

    def __init__(self) -> None:
        """An empty shelf."""
        self.shelf = Shelf()

    def open(self, on_stuck: OnStuck = ignore) -> AbstractAsyncContextManager[Journal]:
        """See `Place`."""
        return MemoryJournal.open(self.shelf, on_stuck=on_stuck, now=lambda: 1_000)

    def fill(self) -> None:
        """See `Place`."""
        self.shelf.fault = "There is no room left."

    def mend(self) -> None:
        """See `Place`."""
        self.shelf.mend()


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return FilePlace(tmp_path / "data") if request.param == "file" else MemoryPlace()


async def write(journal: Journal, *records: Record) -> None:
    """Submit records together and wait until they are durable."""
    heard = trio.Event()
    journal.submit(records, heard.set)
    with trio.fail_after(PATIENCE_S):
        await heard.wait()


async def begin(journal: Journal, *names: str) -> int:
    match = journal.take_number()
    await write(journal, created(match, *names))
    return match


async def load(journal: Journal, number: int) -> StoredMatch:
    stored = await journal.match(number)
    assert stored is not None
    return stored


def records_of(stored: StoredMatch) -> list[Record]:
    return [one.record for one in stored.records]


async def test_a_new_journal_is_empty(place: Place) -> None:
    async with place.open() as journal:
        assert await journal.unfinished() == []
        assert await journal.history() == []
        assert await journal.match(1) is None
        assert journal.stuck is None


async def test_every_kind_of_record_comes_back_as_it_was(place: Place) -> None:
    async with place.open() as journal:
        match = journal.take_number()
        every: list[Record] = [
            created(match, "Ada", "Bö\u0301 ☃"),
            Chosen(match, 0, "attack K1 foe:C2", "a" * 16),
            Charged(match, 1, "bank", -15_000, 600_000),
            Rewound(match, 1, "b" * 16),
            Spoke(match, "Ada", 'it\'s "late"\n\u0000'),
            Retired(match, 1, "flag", "c" * 16),
            DrawAgreed(match, "d" * 16),
            Ended(match, (), "agreed", (10, -3), "d" * 16),
            Revealed(match, "9" * 64),
        ]
        await write(journal, *every)
        stored = await load(journal, match)
        assert records_of(stored) == every
        assert stored.created == every[0]
        assert stored.end == every[7]
        assert [(one.index, one.at) for one in stored.records] == [(index, 1_000) for index in range(9)]


async def test_the_head_is_the_chain_over_all_records(place: Place) -> None:
    async with place.open() as journal:
        match = await begin(journal)
        await write(journal, chosen(match, 1))
        link = next_link(NO_LINK, match, 0, 1_000, record_to_json(created(match)))
        link = next_link(link, match, 1, 1_000, record_to_json(chosen(match, 1)))
        assert (await load(journal, match)).head == link


async def test_nothing_is_told_before_submit_returns_and_all_in_order(place: Place) -> None:
    told: list[int] = []
    done = trio.Event()
    async with place.open() as journal:
        match = journal.take_number()
        journal.submit(created(match), lambda: told.append(0))
        for number in range(1, 100):
            journal.submit(chosen(match, number), lambda number=number: told.append(number))  # type: ignore[misc]
        journal.submit(ended(match), done.set)
        assert told == []
        with trio.fail_after(PATIENCE_S):
            await done.wait()
        assert told == list(range(100))
        statistics = journal.statistics()
        assert (statistics.records, statistics.waiting, statistics.failures) == (101, 0, 0)
        assert statistics.commits < 101


async def test_what_was_told_is_there_for_readers(place: Place) -> None:
    async with place.open() as journal:
        match = await begin(journal)
        for number in range(1, 20):
            await write(journal, chosen(match, number))
            assert len((await load(journal, match)).records) == number + 1


async def test_a_callback_may_submit_the_next_record(place: Place) -> None:
    done = trio.Event()
    async with place.open() as journal:
        match = journal.take_number()

        def then(number: int) -> None:
            if number == 10:
                done.set()
            else:
                journal.submit(chosen(match, number), lambda: then(number + 1))

        journal.submit(created(match), lambda: then(0))
        with trio.fail_after(PATIENCE_S):
            await done.wait()
        assert len((await load(journal, match)).records) == 11


async def test_a_callback_that_breaks_stops_nobody_else(place: Place) -> None:
    def break_it() -> None:
        raise RuntimeError("mine alone")

    async with place.open() as journal:
        match = journal.take_number()
        journal.submit(created(match), break_it)
        await write(journal, chosen(match, 1))
        assert len((await load(journal, match)).records) == 2


async def test_closing_writes_and_tells_everything(place: Place) -> None:
    told: list[int] = []
    async with place.open() as journal:
        match = journal.take_number()
        journal.submit(created(match), lambda: told.append(0))
        for number in range(1, 50):
            journal.submit(chosen(match, number), lambda number=number: told.append(number))  # type: ignore[misc]
    assert told == list(range(50))
    with pytest.raises(JournalError) as error:
        journal.submit(chosen(match, 50), lambda: None)
    assert error.value.code == "closed"
    async with place.open() as journal:
        assert len((await load(journal, match)).records) == 50


async def test_a_cancelled_block_writes_what_was_submitted(place: Place) -> None:
    told: list[int] = []
    with trio.CancelScope() as scope:
        async with place.open() as journal:
            match = journal.take_number()
            journal.submit(created(match), lambda: told.append(0))
            scope.cancel()
            await trio.sleep_forever()
    assert told == [0]
    async with place.open() as journal:
        assert [stored.match for stored in await journal.unfinished()] == [match]


async def test_a_restart_finds_what_is_unfinished(place: Place) -> None:
    async with place.open() as journal:
        matches = [await begin(journal) for _ in range(4)]
        await write(journal, chosen(matches[0], 1))
        await write(journal, ended(matches[1]))
        await write(journal, Aborted(matches[2], "new rules"))
        await write(journal, Spoke(matches[1], "Ada", "well played"), Revealed(matches[1], "9" * 64))
    async with place.open() as journal:
        found = await journal.unfinished()
        assert [stored.match for stored in found] == [matches[0], matches[3]]
        assert records_of(found[0]) == [created(matches[0]), chosen(matches[0], 1)]
        assert all(stored.end is None for stored in found)
        await write(journal, chosen(matches[0], 2))
        stored = await load(journal, matches[0])
        assert [one.index for one in stored.records] == [0, 1, 2]
        assert journal.take_number() == matches[3] + 1


async def test_the_history_lists_the_newest_first_and_by_player(place: Place) -> None:
    async with place.open() as journal:
        first = await begin(journal, "Ada", "Bo")
        second = await begin(journal, "Cid", "ADA")
        third = await begin(journal, "Bo", "Cid")
        await write(journal, chosen(first, 1), ended(first))
        await write(journal, Spoke(first, "Bo", "again?"))
        await write(journal, Aborted(third, "broke"))
        assert [summary.created.match for summary in await journal.history()] == [third, second, first]
        assert [summary.created.match for summary in await journal.history(limit=1)] == [third]
        mine = await journal.history("aDa")
        assert [(one.created.match, one.end, one.records, one.begun_at) for one in mine] == [
            (second, None, 1, 1_000),
            (first, ended(first), 4, 1_000),
        ]
        assert (await journal.history("bo"))[0].end == Aborted(third, "broke")
        assert await journal.history("nobody") == []


async def test_several_matches_keep_apart(place: Place) -> None:
    async with place.open() as journal:
        matches = [journal.take_number() for _ in range(10)]
        for match in matches:
            journal.submit(created(match), lambda: None)
        for number in range(1, 6):
            for match in matches:
                journal.submit(chosen(match, number * match), lambda: None)
        await write(journal, chosen(matches[0], 99))
        for match in matches[1:]:
            assert records_of(await load(journal, match))[1:] == [chosen(match, n * match) for n in range(1, 6)]


async def test_a_history_that_can_not_be_is_refused(place: Place) -> None:
    async with place.open() as journal:
        match = journal.take_number()
        with pytest.raises(ValueError, match="not on"):
            journal.submit(chosen(match, 1), lambda: None)
        await write(journal, created(match))
        with pytest.raises(ValueError, match="number was not taken"):
            journal.submit(created(match), lambda: None)
        with pytest.raises(ValueError, match="number was not taken"):
            journal.submit(created(77), lambda: None)
        with pytest.raises(ValueError, match="not on"):
            journal.submit(Spoke(77, "Ada", "hello?"), lambda: None)
        await write(journal, ended(match))
        with pytest.raises(ValueError, match="not on"):
            journal.submit(chosen(match, 1), lambda: None)
        with pytest.raises(ValueError, match="not on"):
            journal.submit(Aborted(match, "twice"), lambda: None)
        with pytest.raises(ValueError, match="JSON"):
            journal.submit(Spoke(match, "Ada", "\ud800"), lambda: None)
        assert len((await load(journal, match)).records) == 2
        assert journal.statistics().waiting == 0


async def test_a_full_disk_holds_everything_until_there_is_room(place: Place) -> None:
    heard: list[str | None] = []
    stuck, mended, told = trio.Event(), trio.Event(), list[int]()

    def on_stuck(reason: str | None) -> None:
        heard.append(reason)
        (mended if reason is None else stuck).set()

    async with place.open(on_stuck) as journal:
        match = await begin(journal)
        place.fill()
        journal.submit(chosen(match, 1), lambda: told.append(1))
        with trio.fail_after(PATIENCE_S):
            await stuck.wait()
        assert journal.stuck is not None
        assert "no room" in journal.stuck
        assert journal.statistics().failures >= 1
        journal.submit(chosen(match, 2), lambda: told.append(2))
        assert len((await load(journal, match)).records) == 1
        assert told == []
        assert journal.statistics().waiting == 2
        place.mend()
        await write(journal, chosen(match, 3))
        assert mended.is_set()
        assert told == [1, 2]
        assert journal.stuck is None
        assert heard[0] == heard[-2]
        assert heard.count(None) == 1
        assert records_of(await load(journal, match))[1:] == [chosen(match, number) for number in (1, 2, 3)]


async def test_a_disk_that_stays_full_is_given_up_at_the_end_and_nobody_was_told(place: Place) -> None:
    told: list[int] = []

    async def serve() -> None:
        async with place.open() as journal:
            assert await begin(journal) == 1
            place.fill()
            journal.submit([chosen(1, 1), chosen(1, 2)], lambda: told.append(1))

    with pytest.raises(JournalError) as error:
        await serve()
    assert error.value.code == "stuck"
    assert "2 records" in error.value.message
    assert told == []
    place.mend()
    async with place.open() as journal:
        assert records_of(await load(journal, 1)) == [created(1)]


async def test_the_backlog_has_a_bound(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "BACKLOG_RECORDS", 2)
    async with place.open() as journal:
        matches = [journal.take_number() for _ in range(3)]
        for match in matches[:2]:
            journal.submit(created(match), lambda: None)
        with pytest.raises(JournalError) as error:
            journal.submit(created(matches[2]), lambda: None)
        assert error.value.code == "overloaded"


async def test_only_one_journal_at_a_time(place: Place) -> None:
    async with place.open():
        with pytest.raises(JournalError) as error:
            async with place.open():
                pass
        assert error.value.code == "folder-in-use"
    async with place.open() as journal:
        assert journal.take_number() == 1


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


async def test_an_attempt_that_broke_half_way_is_taken_back(tmp_path: Path) -> None:
    """It fails between two statements, where SQLite itself takes nothing back."""
    answers: Iterator[int | OSError] = iter([1, 2, OSError("no clock"), 3, 4])

    def now() -> int:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    async with SqliteJournal.open(tmp_path, vfs=(disk := Disk()).name, now=now, pause=at_once) as journal:
        match = await begin(journal)
        await write(journal, chosen(match, 1))
        await write(journal, chosen(match, 2))
        assert [one.at for one in (await load(journal, match)).records] == [2, 3, 4]
        assert journal.statistics().failures == 1
        assert disk.steps


async def test_the_memory_works_on_a_simulated_clock(autojump_clock: trio.testing.MockClock) -> None:
    """No thread is waited for, so the clock jumps only when nothing is left to be told."""
    del autojump_clock
    async with MemoryJournal.open(Shelf()) as journal:
        match = await begin(journal)
        before = trio.current_time()
        for number in range(1, 10):
            await write(journal, chosen(match, number))
        assert trio.current_time() == before
