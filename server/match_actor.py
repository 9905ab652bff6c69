"""One task a match, which owns it: it waits for its mailbox and its clocks, and lets the table do the rest.

The cancel scope of a wait holds one `receive()` and nothing else: no rule, no record and no send happens inside it.
"""

import math
from collections.abc import Sequence
from typing import Final

import structlog
import trio
from attrs import define

from . import mailbox as mail
from .clocks import milliseconds, seconds
from .inbox import Inbox
from .table import Table

MAILBOX_ITEMS: Final = 64
_ALWAYS_HEARD: Final = (mail.Part, mail.Presence, mail.GoOn)
_log = structlog.get_logger()


def now_ms() -> int:
    """Return the time that clocks run on, in milliseconds."""
    return milliseconds(trio.current_time())


@define(eq=False)
class Handle:
    """What others hold of a match: its number, who sits there, and the way into its mailbox.

    Attributes:
        is_begun: whether anybody may know of the match yet: its beginning is written down.
        table: the match, once its task waits for its mailbox.
    """

    match: int
    game: str
    names: tuple[str, ...]
    mailbox: Inbox[mail.Item]
    is_begun: bool = False
    table: Table | None = None

    @property
    def waiting(self) -> int:
        """How many items are in the mailbox."""
        return len(self.mailbox)

    def choose(self, viewer: mail.Viewer, seat: int, line: str, epoch: int, asker: mail.Asker) -> bool:
        """Hand a bare choice line over; False as with `post`.

        Where the match only waits for it, it is played at once, in the task of who brings it. A match is changed by
        plain calls, one after another, whoever makes them; waking its own task for that would only cost time.
        """
        table = self.table
        if table is not None and not self.mailbox and table.take_now(seat, line, epoch, asker):
            return True
        return self.mailbox.offer(mail.ChoiceLine(viewer, asker, line, epoch))

    def post(self, item: mail.Item) -> bool:
        """Put `item` into the mailbox without waiting; False when it is full or the match is over.

        Who goes or comes back is always heard of, since nobody would say it a second time.
        """
        return self.mailbox.offer(item) or (isinstance(item, _ALWAYS_HEARD) and self.mailbox.push(item))


class MatchActor:
    """A match and its task.

    Args:
        handle: what others hold of it; this task reads its mailbox.
        table: the match itself.
    """

    def __init__(self, handle: Handle, table: Table) -> None:
        """Set up without telling anybody; `run` does that."""
        self.handle = handle
        self.table = table
        self._wakes_ms: float = math.inf

    async def run(self, viewers: Sequence[mail.Viewer], *, is_resumed: bool = False) -> None:
        """Play the match to its end; `is_resumed`: go on with what the table remembers.

        Raises:
            rust_core.RulesBug: the rules broke; the viewers know nothing of it yet.
        """
        table = self.table
        mailbox = self.handle.mailbox
        begin = table.resume if is_resumed else table.start
        begin(viewers, self._wake)
        self.handle.table = table
        while not table.is_over:
            if table.failure is not None:
                raise table.failure
            due_ms = table.next_due_ms()
            self._wakes_ms = math.inf if due_ms is None else due_ms
            if due_ms is None:
                item: mail.Item | None = await mailbox.receive()
            else:
                item = None
                with trio.move_on_at(seconds(due_ms)):
                    item = await mailbox.receive()
            if item is None:
                table.pass_time()
            elif not isinstance(item, mail.Wake):
                table.take(item)

    def _wake(self) -> None:
        """Make the task look again, after something happened outside of it: an earlier deadline, the end, a fault."""
        table = self.table
        due_ms = table.next_due_ms()
        if table.is_over or table.failure is not None or (due_ms is not None and due_ms < self._wakes_ms):
            self.handle.mailbox.push(mail.Wake())

    def close(self) -> None:
        """Take nothing any more, and tell those whose lines came too late, so that they can go on."""
        self.handle.table = None
        self.table.close(self.handle.mailbox.close())


async def supervise(actor: MatchActor, viewers: Sequence[mail.Viewer], *, is_resumed: bool = False) -> None:
    """Run a match; whatever breaks in it ends that match with a word to its people, and no other."""
    try:
        await actor.run(viewers, is_resumed=is_resumed)
    except Exception:  # noqa: BLE001 (the one broad catch: a match's fault is that match's end)
        _log.exception("a match broke", match=actor.handle.match, game=actor.handle.game)
        actor.table.abort("The rules of this match broke, so it ends without a result. It is not your fault.")
    finally:
        actor.close()
