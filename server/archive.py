"""What people ask of the journal: reads of the disk and replays, beside the loop, one at a time for each of them."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Final, Protocol, TypeVar

import orjson
import trio

import rust_core
from protocol import RemoteError, ServerMessage
from protocol import server_messages as told

from .errors import refuse
from .fairness import dice_report, rolls_in
from .journal import Created, Journal, JournalError, StoredMatch
from .mailbox import Asker
from .replays import Replay, ReplayError
from .rules_core import RulesCore
from .transcript.replaying import seed_of

AT_ONCE: Final = 2
"""So many replays are worked out at the same time; the others wait for their turn."""
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
        self._turns = trio.CapacityLimiter(AT_ONCE)

    def look(self, asker: Asker, tag: str | None, read: Callable[[], Awaitable[ServerMessage]]) -> bool:
        """Let `read` be carried out; the asker is answered with what it returns, and only then goes on.

        What it refuses (`RemoteError`) is the answer, too. Returns True: see `desk.FrontDesk.take`.
        """
        self._readers.start_soon(self._answer, asker, tag, read)
        return True

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

    async def stored(self, number: int) -> StoredMatch:
        """Return a match.

        Raises:
            RemoteError: `no-such-record`, `unreadable-record`.
        """
        found = None
        if self._journal is not None:
            try:
                found = await self._journal.match(number)
            except JournalError as error:
                raise refuse("unreadable-record", error.message) from error
        if found is None:
            raise refuse("no-such-record", f"No match {number} was written down.", match=str(number))
        return found

    async def work(self, task: Callable[[], _Answer]) -> _Answer:
        """Return what `task` returns, which plays matches again.

        Raises:
            RemoteError: `other-rules`.
        """
        async with self._turns:
            try:
                return await self._aside(task)
            except (ReplayError, RemoteError, rust_core.RulesBug, ValueError) as error:
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
        for event in replay.step.events:
            face = event.face(None)
            if face is not None and '"stream"' in face:
                yield orjson.loads(face)
        if not replay.next():
            return
