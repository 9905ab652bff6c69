"""What every journal promises: the file and the memory pass the same tests."""

from __future__ import annotations

import random
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
from server.journal import writer as writer_module

from .test_journal_disk import PATIENCE_S, Disk, chosen, created, ended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from server.journal import OnStuck, StoredMatch, Then


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


def choose(journal: Journal, choice: Chosen, then: Iterable[Then]) -> int:
    """Submit a choice; return its batch."""
    return journal.submit_choice(choice.match, choice.seat, choice.line, choice.digest, then)


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
        assert [(one.created, one.end, one.begun_at) for one in mine] == [
            (created(second, "Cid", "ADA"), None, 1_000),
            (created(first, "Ada", "Bo"), ended(first), 1_000),
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


REFUSED: dict[str, Callable[[int, int], list[Record]]] = {
    "nothing": lambda _, __: [],
    "a choice in a match that is not on": lambda new, _: [created(new), chosen(99, 1)],
    "a choice after the end": lambda _, on: [chosen(on, 1), ended(on), chosen(on, 2)],
    "two ends": lambda _, on: [ended(on), Aborted(on, "twice")],
    "a match that begins twice": lambda new, _: [created(new), created(new)],
    "a choice before the match begins": lambda new, _: [chosen(new, 1), created(new)],
    "a chat before the match begins": lambda new, on: [chosen(on, 1), Spoke(new, "Ada", "hello?"), created(new)],
    "what is no text": lambda new, on: [created(new), ended(on), Spoke(on, "Ada", "\ud800")],
}


@pytest.mark.parametrize("records", REFUSED.values(), ids=REFUSED.keys())
async def test_of_a_submission_that_is_refused_nothing_is_written(
    place: Place, records: Callable[[int, int], list[Record]]
) -> None:
    told: list[int] = []
    async with place.open() as journal:
        on, new = await begin(journal), journal.take_number()
        with pytest.raises(ValueError, match=r"."):
            journal.submit(records(new, on), lambda: told.append(1))
        assert journal.statistics().waiting == 0
        with pytest.raises(ValueError, match="not on"):
            journal.submit(chosen(new, 1), lambda: None)
        await write(journal, chosen(on, 3), ended(on))
        await write(journal, created(new), chosen(new, 4))
        assert told == []
    async with place.open() as journal:
        assert records_of(await load(journal, on)) == [created(on), chosen(on, 3), ended(on)]
        assert records_of(await load(journal, new)) == [created(new), chosen(new, 4)]


async def test_a_match_may_begin_and_end_in_one_submission(place: Place) -> None:
    async with place.open() as journal:
        match = journal.take_number()
        whole: list[Record] = [created(match), chosen(match, 1), ended(match), Revealed(match, "9" * 64)]
        await write(journal, *whole)
        assert records_of(await load(journal, match)) == whole
        assert [one.end for one in await journal.history()] == [ended(match)]
    async with place.open() as journal:
        assert records_of(await load(journal, match)) == whole
        assert await journal.unfinished() == []


async def test_choices_tell_in_order_and_say_with_which_batch_they_become_durable(place: Place) -> None:
    told: list[tuple[object, int]] = []
    done = trio.Event()
    async with place.open() as journal:
        match = await begin(journal)
        before = journal.progress.durable
        assert before == 1

        def note(name: object) -> None:
            told.append((name, journal.progress.durable))

        first = choose(journal, chosen(match, 1), [(note, "a"), (note, "b")])
        journal.submit(Spoke(match, "Ada", "well"), lambda: note("c"))
        second = choose(journal, chosen(match, 2), ((note, name) for name in "de"))
        silent = choose(journal, chosen(match, 3), ())
        journal.progress.after(first, lambda: note("f"))
        third = choose(journal, chosen(match, 4), [(note, ("any", "thing"))])
        journal.progress.after(first, done.set)
        assert (first, second, silent, third) == (2, 2, 2, 2)
        assert told == []
        assert (journal.progress.durable, journal.statistics().waiting) == (before, 5)
        with trio.fail_after(PATIENCE_S):
            await done.wait()
        assert told == [(name, first) for name in ("a", "b", "c", "d", "e", "f", ("any", "thing"))]
        assert journal.progress.durable == first
        spoken = Spoke(match, "Ada", "well")
        assert records_of(await load(journal, match))[1:] == [
            chosen(match, 1), spoken, chosen(match, 2), chosen(match, 3), chosen(match, 4)
        ]  # fmt: skip


async def test_a_choice_is_told_once_it_is_durable_and_not_before(place: Place) -> None:
    stuck, done, told = trio.Event(), trio.Event(), list[object]()
    async with place.open(lambda _: stuck.set()) as journal:
        match = await begin(journal)
        place.fill()
        first = choose(journal, chosen(match, 1), [(told.append, 1)])
        with trio.fail_after(PATIENCE_S):
            await stuck.wait()
        second = choose(journal, chosen(match, 2), [(told.append, 2)])
        journal.progress.after(second, done.set)
        journal.progress.after(first, lambda: told.append("after the first"))
        assert first <= second
        assert journal.progress.durable < first
        assert len((await load(journal, match)).records) == 1
        assert told == []
        place.mend()
        with trio.fail_after(PATIENCE_S):
            await done.wait()
        assert journal.progress.durable == second
        assert told == ([1, "after the first", 2] if first < second else [1, 2, "after the first"])
        assert records_of(await load(journal, match))[1:] == [chosen(match, 1), chosen(match, 2)]


async def test_a_callback_knows_that_its_batch_is_durable_and_may_hand_over_the_next_choice(place: Place) -> None:
    numbers: list[tuple[int, int]] = []
    done = trio.Event()
    async with place.open() as journal:
        match = await begin(journal)

        def then(number: object) -> None:
            assert isinstance(number, int)
            if number == 10:
                done.set()
                return
            durable = journal.progress.durable
            batch = choose(journal, chosen(match, number), [(then, number + 1)])
            numbers.append((durable, batch))

        then(0)
        with trio.fail_after(PATIENCE_S):
            await done.wait()
        assert numbers == [(batch, batch + 1) for batch in range(1, 11)]
        assert len((await load(journal, match)).records) == 11


async def test_what_a_callback_hands_over_waits_for_a_commit_of_its_own(place: Place) -> None:
    stuck, told = trio.Event(), list[object]()
    async with place.open(lambda _: stuck.set()) as journal:
        match = await begin(journal)

        def then(_: object) -> None:
            place.fill()
            choose(journal, chosen(match, 2), [(told.append, 2)])

        choose(journal, chosen(match, 1), [(told.append, 1), (then, None)])
        with trio.fail_after(PATIENCE_S):
            await stuck.wait()
        assert told == [1]
        assert (journal.progress.durable, journal.statistics().waiting) == (2, 1)
        assert records_of(await load(journal, match)) == [created(match), chosen(match, 1)]
        place.mend()
        await write(journal, chosen(match, 3))
        assert told == [1, 2]
        assert records_of(await load(journal, match))[1:] == [chosen(match, number) for number in (1, 2, 3)]


async def test_a_choice_that_breaks_a_callback_stops_nobody_else(place: Place) -> None:
    def break_it(_: object) -> None:
        raise RuntimeError("mine alone")

    told: list[int] = []
    async with place.open() as journal:
        match = await begin(journal)
        batch = choose(journal, chosen(match, 1), [(told.append, 1), (break_it, 2), (told.append, 3)])
        journal.progress.after(batch, lambda: break_it(4))
        choose(journal, chosen(match, 2), [(told.append, 5)])
        await write(journal, chosen(match, 3))
        assert told == [1, 3, 5]


async def test_after_a_batch_that_is_durable_or_unknown_is_a_bug(place: Place) -> None:
    told: list[int] = []
    async with place.open() as journal:
        match = await begin(journal)
        for number in range(5):
            await write(journal, chosen(match, number))
        durable = journal.progress.durable
        assert durable == 6
        waiting = choose(journal, chosen(match, 5), ())
        for number in (*range(-3, durable + 1), -durable, -100, waiting + 1, waiting + 2, waiting + 100):
            with pytest.raises(IndexError):
                journal.progress.after(number, lambda: told.append(1))
        await write(journal, chosen(match, 6))
        assert journal.progress.durable == waiting
        for number in range(waiting + 2):
            with pytest.raises(IndexError):
                journal.progress.after(number, lambda: told.append(1))
        await write(journal, chosen(match, 7))
        assert told == []


async def test_a_choice_that_can_not_be_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    then = [(told.append, 1)]
    async with place.open() as journal:
        match, new = await begin(journal), journal.take_number()
        for choice in (chosen(new, 1), chosen(99, 1)):
            with pytest.raises(ValueError, match="not on"):
                choose(journal, choice, then)
        with pytest.raises(ValueError, match="JSON"):
            choose(journal, Chosen(match, 0, "\ud800", "d"), then)
        with monkeypatch.context() as patch:
            patch.setattr(gate_module, "BACKLOG_RECORDS", 0)
            with pytest.raises(JournalError) as error:
                choose(journal, chosen(match, 1), then)
            assert error.value.code == "overloaded"
        assert journal.statistics().waiting == 0
        await write(journal, ended(match))
        with pytest.raises(ValueError, match="not on"):
            choose(journal, chosen(match, 1), then)
        assert records_of(await load(journal, match)) == [created(match), ended(match)]
        await write(journal, created(new))
    with pytest.raises(JournalError) as error:
        choose(journal, chosen(new, 1), then)
    assert error.value.code == "closed"
    assert told == []


async def test_closing_writes_and_tells_choices_and_what_comes_after_them(place: Place) -> None:
    told: list[object] = []
    async with place.open() as journal:
        match = await begin(journal)
        batch = choose(journal, chosen(match, 1), [(told.append, 1)])
        journal.progress.after(batch, lambda: told.append(journal.progress.durable == batch))
    assert told == [1, True]


async def test_a_full_batch_makes_the_next_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "BATCH_RECORDS", 3)
    told: list[object] = []
    async with place.open() as journal:
        match, other = journal.take_number(), journal.take_number()
        journal.submit([created(match), created(other)], lambda: told.append(0))
        batches = [choose(journal, chosen(match, number), [(told.append, number)]) for number in range(1, 6)]
        assert batches == [1, 2, 2, 2, 3]
        journal.progress.after(2, lambda: told.append("after the second"))
        many: list[Record] = [chosen(other, number) for number in range(10)]
        journal.submit(many, lambda: told.append("many"))  # together, however many
        last = choose(journal, chosen(match, 6), [(told.append, 6)])
        assert last == 4
        assert told == []
        await write(journal, chosen(match, 7))
        assert told == [0, 1, 2, 3, 4, "after the second", 5, "many", 6]
        assert (journal.progress.durable, journal.statistics().commits, journal.statistics().records) == (4, 4, 19)
        assert records_of(await load(journal, match))[1:] == [chosen(match, number) for number in range(1, 8)]
        assert records_of(await load(journal, other))[1:] == many


def index_after(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Let a file's tables say what its log says whenever so many more bytes are in there."""
    monkeypatch.setattr(writer_module, "INDEX_BYTES", size)


SIZES = pytest.mark.parametrize("index_bytes", [1, 300, 1_000, 1_048_576])


@SIZES
async def test_matches_are_found_wherever_their_records_are_while_these_go_on(
    place: Place, monkeypatch: pytest.MonkeyPatch, index_bytes: int
) -> None:
    index_after(monkeypatch, index_bytes)
    async with place.open() as journal:
        matches = [await begin(journal) for _ in range(4)]
        known: dict[int, list[Record]] = {match: [created(match)] for match in matches}
        for number in range(1, 13):
            for match in matches[number % 2 :]:
                known[match].append(chosen(match, number))
                await write(journal, known[match][-1])
            for match in matches:
                assert records_of(await load(journal, match)) == known[match]
        known[matches[1]].append(ended(matches[1]))
        await write(journal, ended(matches[1]))
        assert records_of(await load(journal, matches[1])) == known[matches[1]]
        found = await journal.unfinished()
        on = [matches[0], *matches[2:]]
        assert {stored.match: records_of(stored) for stored in found} == {match: known[match] for match in on}
    for number in (20, 21):  # twice: the first opening indexes what was left, the second finds it there
        async with place.open() as journal:
            assert {match: records_of(await load(journal, match)) for match in matches} == known
            found = await journal.unfinished()
            assert {stored.match: records_of(stored) for stored in found} == {match: known[match] for match in on}
            for match in on:
                known[match].append(chosen(match, number))
                await write(journal, known[match][-1])


@SIZES
async def test_a_chat_after_the_end_is_kept_once(
    place: Place, monkeypatch: pytest.MonkeyPatch, index_bytes: int
) -> None:
    index_after(monkeypatch, index_bytes)
    async with place.open() as journal:
        match, other = await begin(journal), await begin(journal)
        known: list[Record] = [created(match), chosen(match, 1), ended(match), Revealed(match, "9" * 64)]
        await write(journal, known[1])
        await write(journal, *known[2:])
        for number in range(1, 8):
            known.append(Spoke(match, "Ada", f"well played {number}"))
            await write(journal, known[-1])
            await write(journal, chosen(other, number))
            assert records_of(await load(journal, match)) == known
            assert [one.end for one in await journal.history()] == [None, ended(match)]
    for number in (20, 21):
        async with place.open() as journal:
            assert records_of(await load(journal, match)) == known
            known.append(Spoke(match, "Bo", f"again? {number}"))
            await write(journal, known[-1])
            assert records_of(await load(journal, match)) == known
            assert [one.end for one in await journal.history()] == [None, ended(match)]
            assert [stored.match for stored in await journal.unfinished()] == [other]


@pytest.mark.parametrize("seeds", [pytest.param(60, marks=pytest.mark.slow), 3])
async def test_whatever_is_written_comes_back(place: Place, monkeypatch: pytest.MonkeyPatch, seeds: int) -> None:
    """Matches that begin, go on, end and are spoken of, in any order, in one submission or in many; and restarts."""
    known: dict[int, list[Record]] = {}
    over: set[int] = set()
    for seed in range(seeds):
        chance = random.Random(seed)
        index_after(monkeypatch, chance.choice([1, 200, 700, 3_000]))
        monkeypatch.setattr(gate_module, "BATCH_RECORDS", chance.choice([1, 2, 7, 10_000]))
        async with place.open() as journal:
            assert {one.match: records_of(one) for one in await journal.unfinished()} == {
                match: known[match] for match in sorted(known) if match not in over
            }, seed
            for turn in range(chance.randrange(40)):
                for record in happenings(journal, chance, known, over, turn):
                    known.setdefault(record.match, []).append(record)
                if chance.random() < 0.3:
                    await trio.lowlevel.checkpoint()
                if chance.random() < 0.1 and known:
                    match = chance.choice(sorted(known))
                    await written(journal)
                    assert records_of(await load(journal, match)) == known[match], seed
        async with place.open() as journal:
            assert {match: records_of(await load(journal, match)) for match in known} == known, seed
            found = await journal.history(limit=10_000)
            ends = [(one.created.match, one.end is not None) for one in found]
            assert ends == [(match, match in over) for match in sorted(known, reverse=True)], seed


def happenings(
    journal: Journal, chance: random.Random, known: dict[int, list[Record]], over: set[int], turn: int
) -> list[Record]:
    """Submit something that can be; return it."""
    on = sorted(set(known) - over)
    if not on or chance.random() < 0.1:
        match = journal.take_number()
        records: list[Record] = [created(match, *chance.sample(["Ada", "Bo", "Cid"], 2))]
    elif over and chance.random() < 0.2:
        records = [Spoke(chance.choice(sorted(over)), "Ada", f"well played {turn}")]
    elif chance.random() < 0.5:
        choice = chosen(chance.choice(on), turn)
        choose(journal, choice, ())
        return [choice]
    else:
        records = [chosen(chance.choice(on), turn * 10 + step) for step in range(chance.randrange(1, 4))]
    if chance.random() < 0.15 and records[0].match not in over:
        match = records[0].match
        records.append(chance.choice([ended(match), Aborted(match, "new rules")]))
        if chance.random() < 0.5:
            records.append(Revealed(match, "9" * 64))
        over.add(match)
    journal.submit(records, lambda: None)
    return records


async def written(journal: Journal) -> None:
    """Wait until nothing waits any more."""
    with trio.fail_after(PATIENCE_S):
        while journal.statistics().waiting:
            await trio.lowlevel.checkpoint()


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


async def test_the_memory_works_on_a_simulated_clock(autojump_clock: trio.testing.MockClock) -> None:
    """No thread is waited for, so the clock jumps only when nothing is left to be told."""
    del autojump_clock
    async with MemoryJournal.open(Shelf()) as journal:
        match = await begin(journal)
        before = trio.current_time()
        for number in range(1, 10):
            await write(journal, chosen(match, number))
        assert trio.current_time() == before
