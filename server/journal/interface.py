"""What a journal promises to the server, whichever it is: `SqliteJournal` or `MemoryJournal`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from attrs import frozen

from .batch import Then
from .records import Record, StoredMatch, Summary

BACKLOG_RECORDS: Final = 200_000
"""More records than this never wait; only a journal that is stuck for long comes near."""

OnDurable = Callable[[], None]
"""What is done once records are on the disk. Runs on the loop outside of any task: must not wait, may submit. Should
not raise; what it raises is logged and stops nobody else's."""
OnStuck = Callable[[str | None], None]
"""Hears on the loop that commits fail and why (a sentence), again when the reason changes, and None when they work."""


@frozen
class Statistics:
    """How a journal does, since it was opened."""

    records: int
    """Records on the disk."""
    commits: int
    waiting: int
    """Records that were submitted and are not on the disk."""
    failures: int
    """Commits that failed and were tried again."""


class Progress(Protocol):
    """How far a journal is."""

    durable: int
    """The number of the last batch that is on the disk; 0: none yet."""

    def after(self, number: int, then: OnDurable) -> None:
        """Call `then` once the batch `number` is durable, which it is not yet: after all that was handed over so far.

        Raises:
            IndexError: a bug: it is durable, or there is no such batch.
        """
        ...


class Journal(Protocol):
    """Where records become durable. One server has one; its methods are called from the loop.

    Records of all matches that are submitted while a commit runs go into the next one together: a batch. One that fails
    is tried again, with growing pauses, until it works: no `on_durable` runs before its records are on the disk, and
    none is left out.
    """

    @property
    def stuck(self) -> str | None:
        """Why commits fail at the moment, as a sentence; None while all is well."""
        ...

    def take_number(self) -> int:
        """Return a match number that was never used in this journal; its `Created` uses it up."""
        ...

    def submit(self, records: Record | Sequence[Record], on_durable: OnDurable) -> None:
        """Hand over one record, or several that become durable together or not at all. Never waits.

        `on_durable` runs once, after all of them are on the disk, and after those of everything submitted before.

        Raises:
            ValueError: a bug: no record, or one of a match that was not created, that is over, or that can't be
                written as JSON. Then nothing of it is written.
            JournalError: `closed`, `overloaded`.
        """
        ...

    def submit_choice(self, match: int, seat: int, line: str, digest: str, then: Iterable[Then]) -> int:
        """Hand over a `Chosen`, as `submit` does; return the number of the batch with which it becomes durable.

        Args:
            match: as the record's fields.
            seat: see there.
            line: see there.
            digest: see there.
            then: what is called once it is durable, and with what, in this order. It is as `OnDurable`.

        Raises:
            ValueError: as `submit`.
            JournalError: as `submit`.
        """
        ...

    @property
    def progress(self) -> Progress:
        """How far it is."""
        ...

    def turn(self) -> None:
        """Do now what waits for the loop to come round: hear what is durable, hand over what was submitted.

        Nobody has to call this. Who keeps the loop busy for long, at several times between, saves it rounds.
        """
        ...

    async def unfinished(self) -> list[StoredMatch]:
        """Return all matches that are not over, by number, with their records: what a restart goes on with.

        Raises:
            JournalError: `damaged`, or the file can't be read.
        """
        ...

    async def match(self, number: int) -> StoredMatch | None:
        """Return one match with its records as far as they are durable, or None.

        Raises:
            JournalError: as `unfinished`.
        """
        ...

    async def history(self, name: str | None = None, limit: int = 20) -> list[Summary]:
        """Return the newest matches, or those of the player `name` (any case), newest first.

        Raises:
            JournalError: as `unfinished`.
        """
        ...

    def statistics(self) -> Statistics:
        """Return how the journal does."""
        ...
