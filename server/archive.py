"""What people ask of the journal: reads of the disk and replays, beside the loop, one at a time.

A thread that computes takes the interpreter from the loop at each of its system calls. So the thread rests after its
work, for several times as long: however many people read, the players hardly notice.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, Protocol, TypeVar

import orjson
import trio

import rust_core
from protocol import RemoteError, ServerMessage, clean_text
from protocol import server_messages as told

from .errors import refuse
from .fairness import dice_report, rolls_in
from .journal import Created, Ended, Journal, JournalError, StoredMatch, Summary
from .mailbox import Asker
from .positions import NothingToPlayError, Position, position
from .replays import Replay, ReplayError, step_message
from .rules_core import RulesCore
from .transcript import TranscriptError, export
from .transcript.replaying import seed_of

REST: Final = 8
"""For so many times the length of a piece of work nothing more is worked on."""
LONGEST_REST_S: Final = 1.0
LISTED: Final = 20
"""So many matches are in a list."""
_OTHER_RULES: Final = (
    ReplayError,
    TranscriptError,
    RemoteError,
    rust_core.RulesBug,
    rust_core.SetupError,
    ValueError,
)
"""What says that a match can't be played again here."""
_Answer = TypeVar("_Answer")


class Aside(Protocol):
    """Carries out what would hold up the loop."""

    async def __call__(self, work: Callable[[], _Answer], /) -> _Answer:
        """Return what `work` returns."""
        ...


async def in_a_thread(work: Callable[[], _Answer], /) -> _Answer:
    """Carry `work` out beside the loop."""
    return await trio.to_thread.run_sync(work)


class Archive:
    """The journal, as people look into it.

    Args:
        journal: where to read; None: nothing was kept.
        readers: the nursery whose tasks read.
        start: begins the rules' part of a match: game, setup, seed.
        aside: carries out what would hold up the loop; tests put something without threads in its place.
    """

    def __init__(
        self,
        journal: Journal | None,
        readers: trio.Nursery,
        start: Callable[[str, str, bytes], RulesCore],
        aside: Aside = in_a_thread,
    ) -> None:
        """Nobody has asked yet."""
        self._journal = journal
        self._readers = readers
        self._start = start
        self._aside = aside
        self._turns = trio.Lock()
        self._rests_until = 0.0

    def look(self, asker: Asker, tag: str | None, read: Callable[[], Awaitable[ServerMessage]]) -> bool:
        """Let `read` be carried out; the asker is answered with what it returns, and only then goes on.

        What it refuses (`RemoteError`) is the answer, too. Returns True: see `desk.FrontDesk.take`.
        """
        self._readers.start_soon(self._answer, asker, tag, read)
        return True

    def follow(self, task: Callable[[], Awaitable[None]]) -> None:
        """Let a task run on beside the requests; it must not raise."""
        self._readers.start_soon(task)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Hold the one place to work in for a block, once it is free and rested."""
        async with self._turns:
            await trio.sleep_until(self._rests_until)
            began = trio.current_time()
            try:
                yield
            finally:
                now = trio.current_time()
                self._rests_until = now + min(REST * (now - began), LONGEST_REST_S)

    async def _answer(self, asker: Asker, tag: str | None, read: Callable[[], Awaitable[ServerMessage]]) -> None:
        answer: ServerMessage | RemoteError
        try:
            answer = await read()
        except RemoteError as refusal:
            answer = refusal
        asker.answer(answer, tag)
        asker.answered()

    async def dice(self, number: int) -> told.DiceReport:
        """Return the public rolls of a match, as far as it has come.

        Raises:
            RemoteError: `no-such-record`, `other-rules`, `unreadable-record`.
        """
        stored = await self.stored(number)
        return await self.work(lambda: _dice(stored, self.replay(stored)))

    async def export(self, number: int) -> told.Transcript:
        """Return the transcript of a match that is over.

        Raises:
            RemoteError: `no-such-record`, `not-over`, `other-rules`, `unreadable-record`.
        """
        stored = await self._over(number)

        def write() -> bytes:
            return export(stored, rust_core.Catalog(stored.created.game).json)

        return told.Transcript(number, (await self.work(write)).decode())

    async def history(self, name: str | None) -> told.HistoryList:
        """Return the newest matches, or those of a player, newest first.

        Raises:
            RemoteError: `unreadable-record`.
        """
        found: list[Summary] = []
        if self._journal is not None:
            try:
                async with self._turn():
                    found = await self._journal.history(name, LISTED)
            except JournalError as error:
                raise refuse("unreadable-record", error.message) from error
        shown = None if name is None else clean_text(name, 40)
        return told.HistoryList(shown, [_past(summary) for summary in found])

    async def open(self, number: int, name: str | None, reader: str) -> "Reading":
        """Return a match that is over, to be read from its beginning.

        Args:
            number: its number.
            name: with whose eyes; None: with the reader's own, if they sat there.
            reader: who reads.

        Raises:
            RemoteError: `no-such-record`, `not-over`, `no-such-player`, `other-rules`, `unreadable-record`.
        """
        stored = await self._over(number)
        names = [seat.name.lower() for seat in stored.created.seats]
        seat = names.index(reader.lower()) if reader.lower() in names else None
        if name is not None:
            if name.lower() not in names:
                there = tuple(one.name for one in stored.created.seats)
                shown = clean_text(name, 40)
                raise refuse("no-such-player", f"Nobody called {shown} played there.", there, name=shown)
            seat = names.index(name.lower())
        return Reading(self, stored.created, await self.work(lambda: self.replay(stored)), seat)

    async def position(self, number: int, step: int) -> Position:
        """Return how a match that is over stood after one of its steps.

        Raises:
            RemoteError: `no-such-record`, `not-over`, `nothing-to-play`, `other-rules`, `unreadable-record`.
        """
        stored = await self._over(number)
        try:
            return await self.work(lambda: position(stored.created, self.replay(stored), step))
        except NothingToPlayError:
            raise refuse("nothing-to-play", f"Match {number} is over at that step.") from None

    async def stored(self, number: int) -> StoredMatch:
        """Return a match.

        Raises:
            RemoteError: `no-such-record`, `unreadable-record`.
        """
        found = None
        if self._journal is not None:
            try:
                async with self._turn():
                    found = await self._journal.match(number)
            except JournalError as error:
                raise refuse("unreadable-record", error.message) from error
        if found is None:
            raise refuse("no-such-record", f"No match {number} was written down.", match=str(number))
        return found

    async def _over(self, number: int) -> StoredMatch:
        """Return a match that is over; the others keep their secrets."""
        stored = await self.stored(number)
        if stored.is_adjourned:
            raise refuse("not-over", f"Match {number} is adjourned; it can be read once it is over.", ("stored",))
        if stored.end is None:
            raise refuse("not-over", f"Match {number} is not over; it can be watched.", (f"observe {number}",))
        return stored

    async def work(self, task: Callable[[], _Answer]) -> _Answer:
        """Return what `task` returns, which plays matches again.

        Raises:
            RemoteError: `other-rules`.
        """
        async with self._turn():
            try:
                return await self._aside(task)
            except _OTHER_RULES as error:
                text = "The match was played by other rules than those of today, so it can't be played again."
                raise refuse("other-rules", text) from error

    def replay(self, stored: StoredMatch) -> Replay:
        """Return a match to be played again.

        Raises:
            ReplayError: it does not begin as it did.
            RemoteError: nor can it begin.
        """
        created = stored.created
        return Replay((kept.record for kept in stored.records), created.digest, partial(self._begin, created))

    def _begin(self, created: Created) -> RulesCore:
        return self._start(created.game, created.setup, seed_of(created))


class Reading:
    """A match that somebody reads, one step after another.

    Args:
        archive: carries the steps out.
        created: how the match began.
        replay: the match.
        seat: with whose eyes; None: a watcher's.

    Attributes:
        created: how the match began.
        step: the number of the last step.
    """

    def __init__(self, archive: Archive, created: Created, replay: Replay, seat: int | None) -> None:
        """Stand at the beginning."""
        self.created = created
        self.step = 0
        self.steps = replay.steps
        self._archive = archive
        self._replay = replay
        self._seat = seat
        self._turn = trio.Lock()

    async def go(self, step: int) -> told.ReplayStep:
        """Return what is told of a step; of the first or the last one where there are not so many.

        Raises:
            RemoteError: `other-rules`.
        """
        async with self._turn:
            return await self._archive.work(lambda: self._go(step))

    def _go(self, step: int) -> told.ReplayStep:
        self._replay.go(step)
        self.step = self._replay.step.number
        names = [seat.name for seat in self.created.seats]
        return step_message(self.created.match, self.created.game, names, self._replay, self._seat)


def _past(summary: Summary) -> told.PastMatch:
    created, end = summary.created, summary.end
    return told.PastMatch(
        created.match,
        created.game,
        [seat.name for seat in created.seats],
        summary.begun_at,
        "on" if end is None else "over" if isinstance(end, Ended) else "aborted",
        list(end.winners) if isinstance(end, Ended) else [],
        end.reason if isinstance(end, Ended) else "",
    )


def _dice(stored: StoredMatch, replay: Replay) -> told.DiceReport:
    created = stored.created
    rolls = dice_report(rolls_in(_public_rolls(replay), len(created.seats)))
    counts = [
        told.DiceCount(line.kind, line.sides, list(line.counts), float(line.chi_square), line.chance) for line in rolls
    ]
    part = created.part if stored.end is not None else None
    nonces = [seat.nonce for seat in created.seats]
    return told.DiceReport(created.match, counts, created.commitment, part, nonces)


def _public_rolls(replay: Replay) -> Iterator[dict[str, object]]:
    """Yield the events that everybody saw and that may be rolls."""
    while True:
        for event in replay.step.shown.events:
            face = event.face(None)
            if face is not None and '"stream"' in face:
                yield orjson.loads(face)
        if not replay.next():
            return
