"""A match and those who follow it, as a state machine: every change is a function of it, and none of them waits.

What a change brings about is seen in this order: the rules apply it; its record goes to the journal; only when that is
on the disk do the viewers hear of it, and the next clocks start. While a record is on its way nothing else is taken:
what comes meanwhile waits here, in order. The actor (`match_actor`) brings items and says when time has passed.

What is waited for is kept by `waits`, who is told by `audience`, who is here by `attendance`; `requests` are all that
is no choice.
"""

import json
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import Protocol

import rust_core
from protocol import RemoteError, ServerMessage
from protocol import server_messages as told

from . import mailbox as mail
from .attendance import Attendance
from .audience import Audience
from .clocks import ClockEvent, MatchClock, Reason, TimeControl
from .errors import refuse
from .lag import LagMeter
from .offers import Offers
from .requests import SAID_CHARACTERS, Requests
from .rules_core import RulesCore
from .update import turn_of
from .waits import Mind, Seated, Waits

__all__ = ["SAID_CHARACTERS", "Mind", "Recorder", "Table", "Unrecorded"]


class Recorder(Protocol):
    """Where changes are written down before anybody sees them."""

    def chosen(self, seat: int, line: str, then: Callable[[], None]) -> None:
        """Write a choice down, with what the clocks say; `then` runs once it is durable."""
        ...

    def retired(self, seat: int, reason: str, then: Callable[[], None]) -> None:
        """Write down that a seat left."""
        ...

    def draw_agreed(self, then: Callable[[], None]) -> None:
        """Write down a draw by agreement."""
        ...

    def rewound(self, count: int, then: Callable[[], None]) -> None:
        """Write down that choices were taken back."""
        ...

    def adjourned(self, then: Callable[[], None]) -> None:
        """Write down that the match stands still."""
        ...

    def resumed(self, then: Callable[[], None]) -> None:
        """Write down that it goes on."""
        ...

    def spoke(self, name: str, text: str) -> None:
        """Write down what somebody said; nobody waits for that."""
        ...

    def aborted(self, reason: str, then: Callable[[], None]) -> None:
        """Write down that the match ends without a result; at once if it has ended already."""
        ...


class Unrecorded:
    """No journal: everything is as durable as it will ever be."""

    def chosen(self, seat: int, line: str, then: Callable[[], None]) -> None:  # noqa: ARG002 (nothing is written)
        """Go on at once."""
        then()

    def retired(self, seat: int, reason: str, then: Callable[[], None]) -> None:  # noqa: ARG002 (nothing is written)
        """Go on at once."""
        then()

    def draw_agreed(self, then: Callable[[], None]) -> None:
        """Go on at once."""
        then()

    def rewound(self, count: int, then: Callable[[], None]) -> None:  # noqa: ARG002 (nothing is written)
        """Go on at once."""
        then()

    def adjourned(self, then: Callable[[], None]) -> None:
        """Go on at once."""
        then()

    def resumed(self, then: Callable[[], None]) -> None:
        """Go on at once."""
        then()

    def spoke(self, name: str, text: str) -> None:
        """Keep nothing."""

    def aborted(self, reason: str, then: Callable[[], None]) -> None:  # noqa: ARG002 (nothing is written)
        """Go on at once."""
        then()


class Adjourner(Protocol):
    """Where adjourned matches are kept."""

    def reserve(self, match: int) -> None:
        """Keep a place for a match.

        Raises:
            RemoteError: there is none, for one of its players or at all.
        """
        ...

    def keep(self, match: int, people: Collection[int]) -> None:
        """Keep a match that stands still now; all of `people`, its seats, are needed to go on."""
        ...


class Table:
    """A match. One owner calls it; nothing here awaits.

    Args:
        match: its number.
        names: who sits where.
        core: the rules' part of the match; this object owns it.
        minds: how the house plays the seats that it has.
        clock: the clocks; nothing runs yet.
        recorder: where changes are written down.
        chance: for veils: not the match's own.
        now: the time in milliseconds.
        commitment: SHA-256 of the server's part of the seed, where that is kept to be revealed.
        adjourner: where the match is kept when it is adjourned; None: it can't be.

    Attributes:
        is_over: whether it has ended, or was broken off.
        is_adjourned: whether it stands still, with nobody here.
        failure: what broke in it.
    """

    def __init__(
        self,
        match: int,
        names: Sequence[str],
        core: RulesCore,
        minds: dict[int, Mind],
        clock: MatchClock,
        recorder: Recorder,
        chance: Random,
        now: Callable[[], int],
        commitment: str | None = None,
        adjourner: Adjourner | None = None,
    ) -> None:
        """Set the match up without telling anybody; `start` does that."""
        self.is_over = False
        self.is_adjourned = False
        self._is_aborted = False
        self.failure: Exception | None = None
        self._core = core
        self._recorder = recorder
        self._adjourner = adjourner
        self._now = now
        people = [seat for seat in range(core.seats) if seat not in minds]
        self._waits = Waits(core, minds, clock, chance, now)
        self._audience = Audience(match, names, core, self._waits, minds, now, commitment)
        self._offers = Offers(people)
        self._lag = LagMeter(clock, self._audience.round_trip_ms)
        follow = self._follow
        self._attendance = Attendance(self._audience, self._waits, people, follow, self.retire, now)
        self._requests = Requests(
            self._audience, self._waits, self._offers, self._attendance, self, is_house_here=bool(minds)
        )
        self._at = now()
        self._last_events = 0
        self._turn_shown = 0
        self._is_recording = False
        self._is_settling = False
        self._later: deque[mail.ChoiceLine | mail.Request | mail.News] = deque()
        self._to_free: list[mail.Asker] = []
        self._to_confirm: list[tuple[mail.Asker, str, str]] = []
        self._on_change: Callable[[], None] = _nothing

    # What the actor calls

    def start(self, viewers: Iterable[mail.Viewer], on_change: Callable[[], None]) -> None:
        """Tell the viewers that the match begins; `on_change` is called when something happened outside of `take`."""
        self._audience.add(viewers)
        self._on_change = on_change
        self._seen(self._core.opening(), is_start=True)
        self._settle()

    def remember(self, events: list[rust_core.Event]) -> None:
        """Take over one change of before a restart, which `core` has just gone through; the opening is the first.

        Increments of all turns but the last are among the charges that the journal has; those of the last one come
        with the first clocks after `resume`, as they would have come without the restart.
        """
        self._last_events = len(events)
        self._audience.remember(events)
        self._waits.remember(self._core.pending())

    def resume(self, viewers: Iterable[mail.Viewer], on_change: Callable[[], None]) -> None:
        """Go on after a restart, with what `remember` took over: nobody is connected, clocks get their credit.

        If the match `is_adjourned`, it stands still instead, and waits for `GoOn`.
        """
        returning = list(viewers)
        self._audience.add(returning)
        self._on_change = on_change
        if self.is_adjourned:
            for viewer in returning:
                if viewer.seat is not None:
                    viewer.seen = self._audience.number_before(viewer.seat, self._last_events)
            self._waits.clock.pause(self._now())
            return
        self._waits.clock.restart(self._now())
        self._seen([], is_start=True)
        for viewer in returning:
            if viewer.seat is not None:
                viewer.seen = self._audience.number_before(viewer.seat, self._last_events)
                self._follow()
                self._waits.leave(viewer.seat, self._now())
        self._settle()

    def stand_still(self, *, is_still: bool) -> None:
        """Stop the clocks, or let them run on: nothing can be written down at the moment."""
        clock = self._waits.clock
        if is_still == clock.is_paused or self.is_over:
            return
        if is_still:
            clock.pause(self._now())
        else:
            clock.resume(self._now())
        self._on_change()

    def take(self, item: mail.ChoiceLine | mail.Request | mail.News) -> None:
        """Carry out one item, or keep it until the record that is on its way is on the disk."""
        self._later.append(item)
        self._settle()

    def pass_time(self) -> None:
        """Do what the clocks say is due."""
        self._settle()

    def next_due_ms(self) -> int | None:
        """Return when `pass_time` is to be called next."""
        return None if self._is_recording or self.is_over else self._waits.next_due_ms()

    def abort(self, reason: str) -> None:
        """Let the match end without a result; everybody is told once that is written down."""
        self.is_over = self._is_aborted = True
        self._recorder.aborted(reason, lambda: self._audience.hear(told.Aborted(self._audience.match, reason)))

    def close(self, unread: Iterable[mail.Item]) -> None:
        """Tell those whose lines came too late, so that they can go on."""
        self.is_over = True
        number = self._audience.match
        for seat in self._waits.seats:
            _drop_held(seat)
        for asker, _, tag in self._to_confirm:
            asker.answer(refuse("not-confirmed", "The match stopped before that was confirmed."), tag)
        self._to_confirm.clear()
        for item in (*self._later, *unread):
            if not isinstance(item, mail.News | mail.Wake):
                error = refuse("no-such-match", f"Match {number} is over.", match=str(number))
                item.asker.answer(error, item.tag)
                self._to_free.append(item.asker)
        self._later.clear()
        self._free_askers()

    def outcome(self) -> rust_core.Outcome | None:
        """Return how the match ended; None if it has no result."""
        return None if self._is_aborted else self._core.outcome()

    @property
    def control(self) -> TimeControl:
        """The time control."""
        return self._waits.clock.control

    @property
    def people(self) -> frozenset[int]:
        """The seats that people play, as far as they are in the match."""
        return self._offers.people

    def left(self, seat: int) -> None:
        """Take over that a seat was taken out before a restart."""
        self._offers.leave(seat)

    def turn(self) -> int:
        """Return the number of the running turn, for lists; 0 where the game does not count turns.

        While a record is on its way it is the one that was returned last: nobody sees what is not on the disk.
        """
        if not self._is_recording:
            self._turn_shown = turn_of(json.loads(self._core.view(None)))
        return self._turn_shown

    # The loop of changes

    def _settle(self) -> None:
        """Go on as far as it goes: until a record is on its way, or nothing is left to do."""
        if self._is_settling:
            return
        self._is_settling = True
        try:
            while not self._is_recording and not self.is_over and self._step():
                pass
        finally:
            self._is_settling = False
        if not self._is_recording:
            self._free_askers()

    def _step(self) -> bool:
        """Do one thing; return whether there was one."""
        waits = self._waits
        if waits.matters or waits.clock.runs:
            self._at = self._now()
            event = waits.due(self._at)
            if event is not None:
                self._due(event, self._at)
                return True
        if waits.auto:
            seat, decision, line = waits.auto.popleft()
            if waits.open(seat) == decision:
                waits.seats[seat].epoch += 1
                self._play(seat, line, "auto")
            return True
        if self._later:
            self._carry_out(self._later.popleft())
            return True
        return False

    def _free_askers(self) -> None:
        if self._to_free:
            askers, self._to_free = self._to_free, []
            for asker in askers:
                asker.answered()

    # Changes

    def _play(self, seat: int, line: str, reason: Reason, news: ServerMessage | None = None) -> None:
        """Play a line for a seat; `news` is told before what it brought about.

        Raises:
            rust_core.IllegalChoice: nothing has changed.
        """
        events = self._core.choose(seat, line)
        self._waits.seats[seat].unanswered = 0
        self._offers.clear()
        self._waits.stop(seat, self._at, reason)
        self._record(lambda then: self._recorder.chosen(seat, line, then), events, news)

    def retire(self, seat: int, reason: str) -> None:
        """Take a seat out."""
        self._waits.retiring()
        events = self._core.retire(seat, reason)
        self._offers.leave(seat)
        self._record(lambda then: self._recorder.retired(seat, reason, then), events)

    def spoke(self, name: str, text: str) -> None:
        """Write down what somebody said."""
        self._recorder.spoke(name, text)

    def agree_draw(self) -> None:
        """End as a draw that all agreed to."""
        events = self._core.agree_draw()
        self._record(self._recorder.draw_agreed, events)

    def rewind(self, count: int) -> None:
        """Take choices back.

        Raises:
            rust_core.IllegalChoice: so many were not made.
        """
        self._core.rewind(count)
        self._offers.clear()
        for seat in self._waits.seats:
            _drop_held(seat)
        self._waits.taken_back()
        news = told.TakenBack(self._audience.match, count)
        self._record(lambda then: self._recorder.rewound(count, then), [], news, is_start=True)

    def adjourn(self) -> None:
        """Let the match stand still: clocks stop, lines that were typed for it are stale, everybody is free.

        Raises:
            RemoteError: there is no place to keep it.
        """
        match, adjourner = self._audience.match, self._adjourner
        if adjourner is None:
            raise refuse("too-many-stored", "This match can't be adjourned.", most="0")
        adjourner.reserve(match)
        self._offers.clear()
        self._pause()

        def write(then: Callable[[], None]) -> None:
            def adjourned() -> None:
                self._pause()  # a disk that had been full lets all clocks run again
                self.is_adjourned = True
                for seat in self._waits.seats:
                    seat.epoch += 1
                then()
                self._audience.keep_seats()
                adjourner.keep(match, self._offers.people)

            self._recorder.adjourned(adjourned)

        self._record(write, [], told.Adjourned(match))

    def _go_on(self, item: mail.GoOn) -> None:
        """Go on after `adjourn`: how things stand is told to all who are here again."""

        def write(then: Callable[[], None]) -> None:
            def resumed() -> None:
                self.is_adjourned = False
                if self._waits.clock.is_paused:
                    self._waits.clock.resume(self._now())
                self._later.appendleft(item)  # in front of what is known of them since: who has left again
                then()

            self._recorder.resumed(resumed)

        self._record(write, [])

    def _pause(self) -> None:
        if not self._waits.clock.is_paused:
            self._waits.clock.pause(self._now())

    def _record(
        self,
        write: Callable[[Callable[[], None]], None],
        events: list[rust_core.Event],
        news: ServerMessage | None = None,
        *,
        is_start: bool = False,
    ) -> None:
        """Write a change down; once it is durable, show it and go on."""
        self._is_recording = True

        def then() -> None:
            self._is_recording = False
            if self._is_settling:
                self._seen(events, news, is_start=is_start)
                return
            if self.is_over:
                return  # the server stops, or the match broke: those who are still here were told so
            try:
                self._seen(events, news, is_start=is_start)
                self._confirm()
                self._settle()
            except Exception as failure:  # noqa: BLE001 (the actor raises it: here nobody would hear it)
                self.failure = failure
            self._on_change()

        write(then)

    def _confirm(self) -> None:
        """Tell who asked for it that what they did is written down."""
        confirmed, self._to_confirm = self._to_confirm, []
        for asker, what, tag in confirmed:
            asker.answer(told.Ok(what), tag)

    def confirm(self, asker: mail.Asker, what: str, tag: str | None) -> None:
        """Confirm something, or keep that until its record is on the disk."""
        if tag is None:
            return
        if self._is_recording:
            self._to_confirm.append((asker, what, tag))
        else:
            asker.answer(told.Ok(what), tag)

    def _seen(
        self, events: list[rust_core.Event], news: ServerMessage | None = None, *, is_start: bool = False
    ) -> None:
        """Show what is durable now, start the clocks of what is open, and look who has to be asked."""
        pending = self._core.pending()
        self._waits.follow(pending)
        if self._lag.is_on:
            self._lag.measure(self._now())
        self.is_over = self._audience.show(events, news, pending=pending, is_start=is_start)

    def _follow(self) -> None:
        self._waits.clock.follow(self._core.pending(), self._now())

    # Time

    def _due(self, event: ClockEvent, now: int) -> None:
        waits, audience, seat = self._waits, self._audience, event.seat
        match event.what:
            case "release":
                held_for, waits.seats[seat].held_for = waits.seats[seat].held_for, None
                try:
                    self._play(seat, waits.release(seat), "auto")
                except rust_core.IllegalChoice:  # what somebody else did under the veil spoilt it
                    self._play(seat, waits.default(seat), "auto")
                if held_for is not None:
                    self.confirm(held_for[0], "choose", held_for[1])
            case "deadline":
                waits.seats[seat].epoch += 1
                default = waits.default(seat)
                if waits.clock.expire(seat, now) == "retire":
                    self.retire(seat, "time")
                else:
                    self._play(seat, default, "deadline", told.TimedOut(audience.match, seat))
            case "warning":
                waits.clock.told(event)
                audience.hear(told.TimeLeft(audience.match, seat, event.left_ms))
            case "absent":
                waits.clock.told(event)
                self._attendance.absent(seat)

    # Items

    def _carry_out(self, item: mail.ChoiceLine | mail.Request | mail.News) -> None:
        if isinstance(item, mail.ChoiceLine):  # the hot path: asked first
            self._to_free.append(item.asker)
            self._choose(item)
        elif self.is_adjourned:
            self._take_adjourned(item)
        elif isinstance(item, mail.News):
            self._attendance.take(item)
        else:
            self._to_free.append(item.asker)
            try:
                self._requests.take(item)
            except RemoteError as refusal:
                item.asker.answer(refusal, item.tag)
            except rust_core.IllegalChoice as refusal:
                item.asker.answer(RemoteError(refusal.code, refusal.message, refusal.params), item.tag)

    def _take_adjourned(self, item: mail.Request | mail.News) -> None:
        """Carry out what came while the match was being adjourned, and what lets it go on."""
        match item:
            case mail.GoOn():
                self._go_on(item)
            case mail.Join(viewer):
                viewer.hear(told.Adjourned(self._audience.match))
            case mail.Greet() | mail.Part() | mail.Presence():
                pass  # nobody is here
            case _:
                self._to_free.append(item.asker)
                if not isinstance(item, mail.Begun):
                    item.asker.answer(refuse("match-adjourned", "The match is adjourned."), item.tag)

    def _choose(self, item: mail.ChoiceLine) -> None:
        seat = item.viewer.seat
        if seat is None:
            item.asker.answer(refuse("not-in-match", "Who watches does not play."), item.tag)
            return
        if item.epoch != self._waits.seats[seat].epoch or self._waits.seats[seat].held is not None:
            text = "That line was for a decision that has closed meanwhile."
            item.asker.answer(refuse("stale-window", text), item.tag)
            return
        if item.decision is not None and item.decision != (now := self._waits.open(seat)):
            text = f"Decision {item.decision} is not open; open is {now or 'none'}."
            item.asker.answer(refuse("stale-decision", text, open=str(now or "none")), item.tag)
            return
        try:
            if self._waits.is_veiled(seat):
                self._core.clone().choose(seat, item.line)
                self._waits.hold(seat, item.line)
                held = self._waits.seats[seat]
                _drop_held(held)
                held.held_for = None if item.tag is None else (item.asker, item.tag)
                return
            self._play(seat, item.line, "line")
        except rust_core.IllegalChoice as refusal:
            item.asker.answer(RemoteError(refusal.code, refusal.message, refusal.params), item.tag)
            return
        self.confirm(item.asker, "choose", item.tag)


def _drop_held(seat: Seated) -> None:
    """Tell who waits for a held line that it is never played."""
    held_for, seat.held_for = seat.held_for, None
    if held_for is not None:
        asker, tag = held_for
        asker.answer(refuse("stale-window", "That line was for a decision that has closed meanwhile."), tag)


def _nothing() -> None:
    """Nobody is told."""
