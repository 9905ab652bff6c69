"""Whom a match tells, and what they were told so far: the numbers of events, and those that somebody has missed."""

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress

import rust_core
from protocol import ServerMessage
from protocol import server_messages as told

from . import mailbox as mail
from .rules_core import RulesCore
from .update import Scene, Update
from .waits import Waits


class Audience:
    """The viewers of a match.

    Args:
        match: its number.
        names: who sits where.
        core: the rules' part of the match, which is only looked at.
        waits: whose epochs and clocks are told.
        house_seats: the seats that the house plays.
        now: the time in milliseconds.
        commitment: SHA-256 of the server's part of the seed, where that is kept to be revealed.

    Attributes:
        match: the match's number.
        names: who sits where.
    """

    def __init__(
        self,
        match: int,
        names: Sequence[str],
        core: RulesCore,
        waits: Waits,
        house_seats: Collection[int],
        now: Callable[[], int],
        commitment: str | None = None,
    ) -> None:
        """Nobody is here."""
        self.match = match
        self.names = tuple(names)
        self._core = core
        self._waits = waits
        self._now = now
        standing = (lambda: waits.clock.standing(now())) if waits.clock.control.is_timed else None
        self._scene = Scene(match, self.names, core, waits.epochs, waits.is_skipped, standing, house_seats, commitment)
        self._viewers: list[mail.Viewer] = []
        self._senders: list[list[Callable[[bytes], None]] | None] | None = None
        self._programs: tuple[list[int | None], list[Callable[[bytes], None]]] | None = None  # for these senders
        self._numbers = [1] * (core.seats + 1)
        self._log: list[rust_core.Step] = []

    def add(self, viewers: Iterable[mail.Viewer]) -> None:
        """Tell these, too, from now on."""
        self._viewers.extend(viewers)
        self._senders = None

    def remove(self, viewer: mail.Viewer) -> None:
        """Tell this one nothing more; who leaves twice has left."""
        with suppress(ValueError):
            self._viewers.remove(viewer)
            self._senders = None

    def keep_seats(self) -> None:
        """Tell nothing more to who only watches."""
        self._viewers = [viewer for viewer in self._viewers if viewer.seat is not None]
        self._senders = None

    def round_trip_ms(self, seat: int) -> int | None:
        """Return how long a line to a seat and its answer are on their way; None: nobody knows."""
        found = (viewer.round_trip_ms() for viewer in self._viewers if viewer.seat == seat)
        return next(found, None)

    # Events

    def remember(self, step: rust_core.Step) -> None:
        """Take over a change of before a restart, of which everybody was told."""
        self._log.append(step)
        self._numbers = step.count(self._numbers)

    def number_before(self, seat: int) -> int:
        """Return the number of the last event that `seat` was told before the last change of the match."""
        return self.last_number(seat) - (len(self._log[-1].faces(seat)) if self._log else 0)

    def show(self, step: rust_core.Step, news: ServerMessage | None = None, *, is_start: bool = False) -> bool:
        """Show a change to everybody, after `news` of the match; return whether the match is over with it."""
        update = Update(self._scene, step, self._numbers, is_start=is_start)
        self._log.append(step)
        self._numbers = step.count(self._numbers)
        if news is not None:
            self.hear(news)
        for viewer in self._viewers:
            viewer.update(update)
        return update.outcome is not None

    def programs(self) -> tuple[list[int | None], list[Callable[[bytes], None]]] | None:
        """Return where the viewers' connections sit, and the ways to them; None: somebody needs more than bytes."""
        senders = [viewer.senders for viewer in self._viewers]
        if senders != self._senders:  # asked at each choice, and other than before once in a while
            self._senders, self._programs = senders, self._find_programs()
        return self._programs

    def _find_programs(self) -> tuple[list[int | None], list[Callable[[bytes], None]]] | None:
        places: list[int | None] = []
        ways: list[Callable[[bytes], None]] = []
        for viewer in self._viewers:
            if viewer.senders is None:
                return None
            places += [viewer.seat] * len(viewer.senders)
            ways += viewer.senders
        return places, ways

    def foretell(self, step: rust_core.Step, places: list[int | None]) -> list[bytes]:
        """Take a change over, and return what is to be told of it to programs at `places`, once it is durable."""
        self._log.append(step)
        told, self._numbers = self._core.tell_all(step, places, self._numbers, self._scene.frames)
        return told

    def update(self, *, is_start: bool = False) -> Update:
        """Return the match as it is now."""
        return Update(self._scene, self._core.look([]), self._numbers, is_start=is_start)

    def last_number(self, seat: int | None) -> int:
        """Return the number of the last event that `seat` (None: who watches) was told; 0 before the first one."""
        return self._numbers[-1 if seat is None else seat] - 1

    def since(self, seat: int | None, after: int, *, is_start: bool = False) -> Update:
        """Return an update with the events that `seat` may know, from number `after` + 1 on."""
        place, after = -1 if seat is None else seat, max(0, after)
        number = 0
        missed: list[rust_core.Event] = []
        for event in itertools.chain.from_iterable(step.events for step in self._log):
            if event.face(seat) is not None:
                number += 1
            if number > after:
                missed.append(event)
        first = list(self._numbers)
        first[place] = after + 1
        return Update(self._scene, self._core.look(missed), first, is_start=is_start)

    # Beside the game

    def hear(self, message: ServerMessage, *, but: mail.Viewer | None = None) -> None:
        """Tell everybody something, `but` one of them."""
        for viewer in self._viewers:
            if viewer is not but:
                viewer.hear(message)

    def clock_message(self, *, wants_log: bool) -> told.ClockState:
        """Return how the clocks stand, and every charge to them."""
        clock = self._waits.clock
        standing = [
            told.SeatClock(
                one.seat,
                self.names[one.seat],
                one.state,
                one.bank_ms,
                one.reaction_ms,
                one.left_ms,
                one.lag_average_ms,
                one.lag_used_ms,
            )
            for one in clock.standing(self._now())
        ]
        log = [
            told.ClockCharge(
                one.at_ms, one.seat, one.decision, one.kind, one.account, one.amount_ms, one.reason, one.left_ms
            )
            for one in clock.log
        ]
        return told.ClockState(self.match, str(clock.control), standing, log if wants_log else None)
