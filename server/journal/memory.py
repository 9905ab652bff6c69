"""The journal without a disk, for tests and simulations: no thread, no file, the same promises and tests.

What would be the file is a `Shelf`; a journal opened anew on the same shelf is a server started anew.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import trio
from attrs import define, field

from .codec import record_from_json
from .errors import JournalError
from .gate import Gate
from .interface import OnDurable, OnStuck, Progress, Statistics
from .records import Created, Record, Stored, StoredMatch, Summary
from .sqlite import ignore_stuck, wall_millis


@define
class Shelf:
    """What survives a journal: all records by match. `fault` is set by tests: why writing fails at the moment."""

    matches: dict[int, list[tuple[int, str]]] = field(factory=dict)
    fault: str | None = None
    on_mended: Callable[[], None] | None = None
    """Set while a journal is open on it."""

    def mend(self) -> None:
        """Let writing work again; the open journal tries the commit that failed."""
        self.fault = None
        if self.on_mended is not None:
            self.on_mended()

    def load(self, number: int) -> StoredMatch:
        """Return a match."""
        lines = enumerate(self.matches[number])
        stored = tuple(Stored(index, at, record_from_json(body)) for index, (at, body) in lines)
        created = stored[0].record
        if not isinstance(created, Created):
            raise JournalError("damaged", f"match {number} does not begin with its creation")
        return StoredMatch(created, stored)


class MemoryJournal:
    """A `Journal` on a shelf. Made by `MemoryJournal.open`."""

    def __init__(self, shelf: Shelf, on_stuck: OnStuck, now: Callable[[], int]) -> None:
        """Read what is there."""
        self._shelf = shelf
        self._on_stuck = on_stuck
        self._now = now
        self._stuck: str | None = None
        self._is_due = False
        self._token = trio.lowlevel.current_trio_token()
        unfinished = [number for number in shelf.matches if shelf.load(number).end is None]
        self._gate = Gate(max(shelf.matches, default=0), unfinished, self._wake)
        self.submit_choice = self._gate.admit_choice

    @classmethod
    @asynccontextmanager
    async def open(
        cls, shelf: Shelf, *, on_stuck: OnStuck = ignore_stuck, now: Callable[[], int] = wall_millis
    ) -> "AsyncIterator[MemoryJournal]":
        """Hold the journal on a shelf open for a block.

        Raises:
            JournalError: `folder-in-use` before the block, `stuck` after it.
        """
        if shelf.on_mended is not None:
            raise JournalError("folder-in-use", "Another journal is open on this shelf.")
        journal = cls(shelf, on_stuck, now)
        shelf.on_mended = journal._wake
        try:
            try:
                yield journal
            finally:
                journal._gate.close()
                with trio.CancelScope(shield=True):
                    while journal._is_due:
                        await trio.lowlevel.checkpoint()
            waiting = journal.statistics().waiting
            if waiting:
                text = f"{shelf.fault} {waiting} records could not be written; nobody was told of them."
                raise JournalError("stuck", text)
        finally:
            shelf.on_mended = None

    @property
    def stuck(self) -> str | None:
        """See `Journal`."""
        return self._stuck

    def take_number(self) -> int:
        """See `Journal`."""
        return self._gate.take_number()

    def submit(self, records: Record | Sequence[Record], on_durable: OnDurable) -> None:
        """See `Journal`."""
        self._gate.admit(records, on_durable)

    @property
    def progress(self) -> Progress:
        """See `Journal`."""
        return self._gate

    async def unfinished(self) -> list[StoredMatch]:
        """See `Journal`."""
        await trio.lowlevel.checkpoint()
        every = [self._shelf.load(number) for number in sorted(self._shelf.matches)]
        return [stored for stored in every if stored.end is None]

    async def match(self, number: int) -> StoredMatch | None:
        """See `Journal`."""
        await trio.lowlevel.checkpoint()
        return self._shelf.load(number) if number in self._shelf.matches else None

    async def history(self, name: str | None = None, limit: int = 20) -> list[Summary]:
        """See `Journal`."""
        await trio.lowlevel.checkpoint()
        found: list[Summary] = []
        for number in sorted(self._shelf.matches, reverse=True):
            stored = self._shelf.load(number)
            if name is None or name.lower() in [seat.name.lower() for seat in stored.created.seats]:
                found.append(Summary(stored.created, stored.records[0].at, stored.end))
        return found[:limit]

    def statistics(self) -> Statistics:
        """See `Journal`."""
        return self._gate.statistics()

    def turn(self) -> None:
        """See `Journal`: nothing is faster than the loop here."""

    def _wake(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._token.run_sync_soon(self._commit)

    def _commit(self) -> None:
        self._is_due = False
        fault = self._shelf.fault
        if fault is not None:
            self._gate.failures += 1
        if fault != self._stuck:
            self._stuck = fault
            self._on_stuck(fault)
        if fault is not None:
            return
        now = self._now()
        batches = list(iter(self._gate.next_batch, None))  # what is submitted when these are told is for the next time
        for batch in batches:
            for match, body in zip(batch.matches, batch.bodies, strict=True):
                self._shelf.matches.setdefault(match, []).append((now, body))
            self._gate.written(batch)
            batch.tell()
