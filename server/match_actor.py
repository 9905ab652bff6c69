"""One task a match, which owns it. It waits for its mailbox, decides, tells; nothing else changes a match.

The cancel scope of a wait holds one `receive()` and nothing else: no rule and no send happens inside it.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, assert_never

import structlog
import trio
from attrs import frozen

import rust_core
from protocol import RemoteError, clean_text
from protocol import server_messages as told

from . import mailbox as mail
from .errors import refuse
from .rules_core import RulesCore
from .update import Update

MAILBOX_ITEMS: Final = 64
SAID_CHARACTERS: Final = 400
_log = structlog.get_logger()

Mind = Callable[[RulesCore, int], str]
"""How the house chooses: the line it plays for a seat. Takes a millisecond at most."""


@frozen
class Handle:
    """What others hold of a match: its number, who sits there, and the way into its mailbox."""

    match: int
    game: str
    names: tuple[str, ...]
    mailbox: trio.MemorySendChannel[mail.Item]

    def post(self, item: mail.Item) -> bool:
        """Put `item` into the mailbox without waiting; False when it is full or the match is over."""
        try:
            self.mailbox.send_nowait(item)
        except (trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            return False
        return True


class MatchActor:
    """A match and those who follow it.

    Args:
        match: its number.
        names: who sits where.
        core: the rules' part of the match; this object owns it.
        minds: how the house plays the seats that it has.
        absence_s: how long a seat may be without a connection before it is retired.
    """

    def __init__(
        self,
        match: int,
        names: Sequence[str],
        core: RulesCore,
        minds: dict[int, Mind],
        absence_s: float,
    ) -> None:
        """Set up without telling anybody; `run` does that."""
        send, self._mailbox = trio.open_memory_channel[mail.Item](MAILBOX_ITEMS)
        self.handle = Handle(match, core.game, tuple(names), send)
        self._core = core
        self._minds = minds
        self._absence_s = absence_s
        self._viewers: list[mail.Viewer] = []
        self._numbers: dict[int | None, int] = dict.fromkeys((None, *range(core.seats)), 1)
        self._epochs = [0] * core.seats
        self._gone: dict[int, float] = {}
        self._is_over = False

    async def run(self, viewers: Sequence[mail.Viewer]) -> None:
        """Play the match to its end.

        Raises:
            rust_core.RulesBug: the rules broke; the viewers know nothing of it yet.
        """
        self._viewers.extend(viewers)
        with self._mailbox:
            self._tell(self._core.opening(), is_start=True)
            if self._minds:
                self._play_house()
            while not self._is_over:
                if self._gone:
                    item: mail.Item | None = None
                    with trio.move_on_at(min(self._gone.values())):
                        item = await self._mailbox.receive()
                else:
                    item = await self._mailbox.receive()
                if item is None:
                    self._retire_absent()
                else:
                    self._take(item)

    def turn(self) -> int:
        """Return the number of the running turn, for lists; 0 where the game does not count turns."""
        view = json.loads(self._core.view(None))
        turn = view.get("turn")
        return turn if isinstance(turn, int) else 0

    def abort(self, reason: str) -> None:
        """Tell everybody that the match ends without a result."""
        self._is_over = True
        for viewer in self._viewers:
            viewer.hear(told.Aborted(self.handle.match, reason))

    def _take(self, item: mail.Item) -> None:
        """Carry out one item, let the house answer it, and free who sent it for the next one."""
        if type(item) is mail.ChoiceLine:  # the hot path: a class pattern would look at every field
            self._choose(item)
        else:
            self._take_other(item)
        if self._minds:
            self._play_house()
        asker = getattr(item, "asker", None)
        if asker is not None:
            asker.answered()

    def _take_other(self, item: mail.Item) -> None:  # noqa: C901 (a case an item)
        match item:
            case mail.ChoiceLine():
                self._choose(item)
            case mail.Look(viewer, asker, what, tag):
                viewer.show(self._update([]), what, asker, tag)
            case mail.Resign(viewer, asker, tag):
                if viewer.seat is not None:
                    self._retire(viewer.seat, "resigned")
                    if tag is not None:
                        asker.answer(told.Ok("resign"), tag)
            case mail.Speak(viewer, asker, text, tag):
                said = told.Said(viewer.name, clean_text(text, SAID_CHARACTERS), self.handle.match)
                for listener in self._viewers:
                    listener.hear(said)
                if tag is not None:
                    asker.answer(told.Ok("say"), tag)
            case mail.Join(viewer):
                self._viewers.append(viewer)
                viewer.update(self._update([], is_start=True))
            case mail.Part(viewer):
                with suppress(ValueError):  # who leaves twice has left
                    self._viewers.remove(viewer)
            case mail.Presence(viewer, is_here):
                self._presence(viewer, is_here)
            case _:
                assert_never(item)

    def _choose(self, item: mail.ChoiceLine) -> None:
        seat = item.viewer.seat
        if seat is None:
            item.asker.answer(refuse("not-in-match", "Who watches does not play."), item.tag)
            return
        if item.epoch != self._epochs[seat]:
            text = "That line was for a decision that has closed meanwhile."
            item.asker.answer(refuse("stale-window", text), item.tag)
            return
        if item.decision is not None:
            open_now = [decision.id for decision in self._core.pending() if decision.seat == seat]
            if item.decision not in open_now:
                now = str(open_now[0]) if open_now else "none"
                text = f"Decision {item.decision} is not open; open is {now}."
                item.asker.answer(refuse("stale-decision", text, open=now), item.tag)
                return
        try:
            events = self._core.choose(seat, item.line)
        except rust_core.IllegalChoice as refusal:
            error = RemoteError(refusal.code, refusal.message, refusal.params)
            item.asker.answer(error, item.tag)
            return
        if item.tag is not None:
            item.asker.answer(told.Ok("choose"), item.tag)
        self._tell(events)

    def _play_house(self) -> None:
        """Let the house play until somebody else must decide."""
        while not self._is_over:
            for decision in self._core.pending():
                mind = self._minds.get(decision.seat)
                if mind is not None and not decision.sealed:
                    self._tell(self._core.choose(decision.seat, mind(self._core, decision.seat)))
                    break
            else:
                return

    def _retire(self, seat: int, reason: str) -> None:
        self._gone.pop(seat, None)
        self._tell(self._core.retire(seat, reason))

    def _retire_absent(self) -> None:
        now = trio.current_time()
        for seat in [seat for seat, deadline in self._gone.items() if deadline <= now]:
            if not self._is_over:
                self._retire(seat, "left")

    def _presence(self, viewer: mail.Viewer, is_here: bool) -> None:
        if viewer.seat is None:
            return
        if is_here:
            if self._gone.pop(viewer.seat, None) is not None:
                self._hear_others(viewer, told.Presence(self.handle.match, viewer.name, is_here=True, seconds=0))
            viewer.update(self._update([], is_start=True))
        else:
            self._gone[viewer.seat] = trio.current_time() + self._absence_s
            seconds = round(self._absence_s)
            gone = told.Presence(self.handle.match, viewer.name, is_here=False, seconds=seconds)
            self._hear_others(viewer, gone)

    def _hear_others(self, about: mail.Viewer, message: told.Presence) -> None:
        for viewer in self._viewers:
            if viewer is not about:
                viewer.hear(message)

    def _update(self, events: Sequence[rust_core.Event], *, is_start: bool = False) -> Update:
        handle = self.handle
        return Update(
            handle.match,
            handle.names,
            self._core,
            events,
            self._numbers,
            self._epochs,
            house_seats=self._minds,
            is_start=is_start,
        )

    def _tell(self, events: Sequence[rust_core.Event], *, is_start: bool = False) -> None:
        update = self._update(events, is_start=is_start)
        self._numbers = update.numbers_after()
        self._is_over = update.outcome is not None
        for viewer in self._viewers:
            viewer.update(update)


async def supervise(actor: MatchActor, viewers: Sequence[mail.Viewer]) -> None:
    """Run a match; whatever breaks in it ends that match with a word to its people, and no other."""
    try:
        await actor.run(viewers)
    except Exception:  # noqa: BLE001 (the one broad catch: a match's fault is that match's end)
        _log.exception("a match broke", match=actor.handle.match, game=actor.handle.game)
        actor.abort("The rules of this match broke, so it ends without a result. It is not your fault.")
