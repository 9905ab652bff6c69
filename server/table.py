"""A match and those who follow it, as a state machine: every change is a function of it, and none of them waits.

What a change brings about is seen in this order: the rules apply it; its record goes to the journal; only when that is
on the disk do the viewers hear of it, and the next clocks start. While a record is on its way nothing else is taken:
what comes meanwhile waits here, in order. The actor (`match_actor`) brings items and says when time has passed.

What is waited for is kept by `waits`, who is told by `audience`, who is here by `attendance`; `requests` are all that
is no choice.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from random import Random

import rust_core
from protocol import RemoteError, ServerMessage
from protocol import server_messages as told

from . import mailbox as mail
from .attendance import Attendance
from .audience import Audience
from .clocks import ClockEvent, MatchClock, Reason, TimeControl
from .errors import refuse
from .journal import Chosen, Wished
from .keeping import Adjourner, Recorder
from .lag import LagMeter
from .offers import Offers
from .repeats import Repeats
from .requests import Requests
from .rules_core import RulesCore
from .update import turn_of
from .waits import Mind, Seated, Waits
from .wishes import plans_of, stops_of, wished


class Table:
    """A match. One owner calls it; nothing here awaits.

    Args:
        match: its number.
        names: who sits where.
        core: the rules' part of the match; this object owns it.
        minds: how the house plays the seats that it has.
        clock: the clocks; nothing runs yet.
        recorder: where changes are written down; without one they are as durable at once as they will ever be.
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
        recorder: Recorder | None,
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
        self._repeats = [Repeats() for _ in self._waits.seats]
        self._audience = Audience(match, names, core, self._waits, minds, now, commitment)
        self._offers = Offers(people)
        meter = LagMeter(clock, self._audience.round_trip_ms)
        if meter.is_on:
            self._waits.lag = meter
        follow = self._follow
        self._attendance = Attendance(self._audience, self._waits, people, follow, self.retire, now)
        self._requests = Requests(
            self._audience, self._waits, self._offers, self._attendance, self, is_house_here=bool(minds)
        )
        self._at = now()
        self._is_remembered = False
        self._turn_shown = 0
        self._is_recording = False
        self._batch = 0  # of the journal, with which the last change is durable; 0: nobody has to look
        self._shown = core.look([])
        self._news: ServerMessage | None = None
        self._is_start = False
        self._then = self._recorded  # made once: a bound method made at each choice is one more thing to make
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
        events = [] if self._is_remembered else self._core.opening()
        self._shown, self._is_start = self._core.look(events), True
        self._seen()
        self._settle()

    def remember(self, step: rust_core.Step, *, is_takeback: bool = False) -> None:
        """Take over one change of before a restart, which `core` has gone through; the opening is the first.

        Increments of all turns but the last are among the charges that the journal has; those of the last one come
        with the first clocks after `resume`, as they would have come without the restart.
        """
        self._audience.remember(step)
        self._waits.remember(step)
        self._is_remembered = True
        if is_takeback:
            self._waits.remember_takeback()

    def remember_choice(self, record: Chosen) -> None:
        """Take over that a tagged line of before a restart counts; `core` has not gone through it yet."""
        decision = self._waits.open(record.seat)
        if decision is not None:
            self._repeats[record.seat].note(record.tag, record.line, decision, None)

    def remember_wish(self, record: Wished) -> None:
        """Take over what a seat wanted in windows before a restart."""
        seat = self._waits.seats[record.seat]
        seat.stops, seat.plans = stops_of(record), plans_of(record)

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
                    viewer.seen = self._audience.number_before(viewer.seat)
            self._waits.clock.pause(self._now())
            return
        self._waits.clock.restart(self._now())
        self._shown, self._is_start = self._core.look([]), True
        self._seen()
        for viewer in returning:
            if viewer.seat is not None:
                viewer.seen = self._audience.number_before(viewer.seat)
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

    def take_now(self, seat: int, line: str, epoch: int, asker: mail.Asker) -> bool:
        """Play a line before which nothing is due, and about which nothing is special: the hot path.

        False: nothing was done, and the line has to be a `ChoiceLine` that `take` gets. This may be called outside of
        the actor's task, once the match was started. It does nothing where clocks run.
        """
        waits, recorder = self._waits, self._recorder
        if (
            self._is_recording
            or self._is_settling
            or self._later
            or self.is_over
            or self.is_adjourned
            or self.failure is not None
            or waits.auto
            or waits.matters
            or waits.clock.runs
            or waits.used_plans
            or waits.epochs[seat] != epoch
            or waits.seats[seat].held is not None
            or (self._batch and recorder and self._batch > recorder.progress.durable and self._is_held())
        ):
            return False
        self._is_settling = True
        try:
            step = self._core.play(seat, line, recorder is not None)
            waits.unanswered.pop(seat, None)
            if self._offers.open:
                self._offers.clear()
            self._shown, self._news, self._is_start = step, None, False
            if recorder is None:
                self._seen()
            elif self._tell_later(seat, line, step, recorder, asker):
                return True
            else:
                self._is_recording = True
                recorder.chosen(seat, line, step, self._then)
        except rust_core.IllegalChoice as refusal:
            asker.answer(RemoteError(refusal.code, refusal.message, refusal.params), None)
        except Exception as failure:  # noqa: BLE001 (the actor raises it: here somebody else would hear it)
            self.failure = failure
        finally:
            self._is_settling = False
        if self._is_recording or waits.auto or self.failure is not None:
            self._to_free.append(asker)
            if self.failure is None:
                self._settle()
        else:
            asker.answered()
        if waits.matters or self.is_over or self.failure is not None:
            self._on_change()
        return True

    def _tell_later(self, seat: int, line: str, step: rust_core.Step, recorder: Recorder, asker: mail.Asker) -> bool:
        """Write a choice down after which somebody is asked for a turn, and let the journal tell programs of it.

        What is told is made at once, while all of the match is at hand in the processor's caches: once the record is
        durable there are bytes to send, and this object has nothing to do. Who needs it before that must ask
        `_is_held`. False: nothing was done.
        """
        programs = self._audience.programs()
        if programs is None or recorder.owes() or not self._waits.follow_turn(step):
            return False
        places, ways = programs
        then = zip(ways, self._audience.foretell(step, places), strict=True)
        self._batch = batch = recorder.chosen_alone(seat, line, step, then)
        asker.answered_with(batch, recorder.progress)
        return True

    def _is_held(self) -> bool:
        """Return whether a record is on its way; then `_settle` is called once it is durable."""
        batch, self._batch = self._batch, 0
        if batch and self._recorder is not None and batch > self._recorder.progress.durable:
            self._is_recording = True
            self._recorder.progress.after(batch, self._written)
        return self._is_recording

    def _written(self) -> None:
        """The record that was on its way is durable, and told: go on."""
        self._is_recording = False
        if self.is_over:
            return
        try:
            self._settle()
        except Exception as failure:  # noqa: BLE001 (the actor raises it: here nobody would hear it)
            self.failure = failure
        self._on_change()

    def pass_time(self) -> None:
        """Do what the clocks say is due."""
        self._settle()

    def next_due_ms(self) -> int | None:
        """Return when `pass_time` is to be called next."""
        return None if self._is_held() or self.is_over else self._waits.next_due_ms()

    def abort(self, reason: str) -> None:
        """Let the match end without a result; everybody is told once that is written down."""
        self.is_over = self._is_aborted = True
        if self._recorder is None:
            self._tell_aborted(reason)
        else:
            self._recorder.aborted(reason, lambda: self._tell_aborted(reason))

    def _tell_aborted(self, reason: str) -> None:
        self._audience.hear(told.Aborted(self._audience.match, reason))

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
        # Whatever refers back to this object is let go. So all of the match goes away as soon as nobody needs it, and
        # does not wait until cycles are looked for: they are looked for seldom, and matches are large.
        self._then = self._on_change = _nothing
        self._waits.lag = None
        del self._attendance, self._requests

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
        if not self._is_held():
            self._turn_shown = turn_of(json.loads(self._core.view(None)))
        return self._turn_shown

    # The loop of changes

    def _settle(self) -> None:
        """Go on as far as it goes: until a record is on its way, or nothing is left to do."""
        if self._is_settling:
            return
        self._is_settling = True
        try:
            while not self._is_held() and not self.is_over and self._step():
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
                waits.epochs[seat] += 1
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

    def _play(self, seat: int, line: str, reason: Reason, news: ServerMessage | None = None, tag: str = "") -> None:
        """Play a line for a seat; `news` is told before what it brought about.

        Raises:
            rust_core.IllegalChoice: nothing has changed.
        """
        step = self._core.play(seat, line, self._recorder is not None)
        waits = self._waits
        waits.unanswered.pop(seat, None)
        if self._offers.open:
            self._offers.clear()
        if waits.clock.runs:
            waits.stop(seat, self._at, reason)
        self._shown, self._news, self._is_start = step, news, False
        if self._recorder is None:
            waits.used_plans.clear()
            self._seen()
            return
        for place in waits.used_plans:
            self._recorder.wished(self._wish(place))
        waits.used_plans.clear()
        self._is_recording = True
        self._recorder.chosen(seat, line, step, self._then, tag)

    def _wish(self, place: int) -> Wished:
        seat = self._waits.seats[place]
        return wished(self._audience.match, place, seat.stops, seat.plans)

    def wished(self, place: int, then: Callable[[], None]) -> None:
        """Write down what a seat wants in windows; `then` runs once that is durable, and nothing else is done before.

        Nobody else may learn of it, so nobody is shown anything.
        """
        self._is_recording = True

        def written() -> None:
            self._is_recording = False
            then()
            if not self._is_settling:
                self._written()

        if self._recorder is None:
            written()
        else:
            self._recorder.wished(self._wish(place), written)

    def retire(self, seat: int, reason: str) -> None:
        """Take a seat out."""
        self._waits.retiring()
        step = self._core.look(self._core.retire(seat, reason))
        self._offers.leave(seat)
        self._record(step, lambda recorder: recorder.retired(seat, reason, self._then))

    def spoke(self, name: str, text: str) -> None:
        """Write down what somebody said."""
        if self._recorder is not None:
            self._recorder.spoke(name, text)

    def agree_draw(self) -> None:
        """End as a draw that all agreed to."""
        step = self._core.look(self._core.agree_draw())
        self._record(step, lambda recorder: recorder.draw_agreed(self._then))

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
        step = self._core.look([])
        self._record(step, lambda recorder: recorder.rewound(count, self._then), news, is_start=True)

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

        def adjourned() -> None:
            self._pause()  # a disk that had been full lets all clocks run again
            self.is_adjourned = True
            for seat in range(self._core.seats):
                self._waits.epochs[seat] += 1
            self._recorded()
            self._audience.keep_seats()
            adjourner.keep(match, self._offers.people)

        news = told.Adjourned(match)
        self._record(self._core.look([]), lambda recorder: recorder.adjourned(adjourned), news, then=adjourned)

    def _go_on(self, item: mail.GoOn) -> None:
        """Go on after `adjourn`: how things stand is told to all who are here again."""

        def resumed() -> None:
            self.is_adjourned = False
            if self._waits.clock.is_paused:
                self._waits.clock.resume(self._now())
            self._later.appendleft(item)  # in front of what is known of them since: who has left again
            self._recorded()

        self._record(self._core.look([]), lambda recorder: recorder.resumed(resumed), then=resumed)

    def _pause(self) -> None:
        if not self._waits.clock.is_paused:
            self._waits.clock.pause(self._now())

    def _record(
        self,
        step: rust_core.Step,
        write: Callable[[Recorder], None],
        news: ServerMessage | None = None,
        *,
        is_start: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Write a change down, and show it once that is durable: `write` has `_then` run, or `then`, which runs it."""
        self._shown, self._news, self._is_start = step, news, is_start
        self._is_recording = True
        if self._recorder is None:
            (then or self._then)()
        else:
            write(self._recorder)

    def _recorded(self) -> None:
        """The record that was on its way is durable: show it and go on."""
        self._is_recording = False
        if self._is_settling:
            self._seen()
            return
        if self.is_over:
            return  # the server stops, or the match broke: those who are still here were told so
        waits = self._waits
        try:
            self._seen()
            if self._to_confirm:
                self._confirm()
            if self._later or waits.auto or waits.matters or waits.clock.runs:
                self._settle()
            else:
                self._free_askers()
        except Exception as failure:  # noqa: BLE001 (the actor raises it: here nobody would hear it)
            self.failure = failure
        if waits.matters or self.is_over or self.failure is not None:
            self._on_change()

    def _confirm(self) -> None:
        """Tell who asked for it that what they did is written down."""
        confirmed, self._to_confirm = self._to_confirm, []
        for asker, what, tag in confirmed:
            asker.answer(told.Ok(what), tag)

    def confirm(self, asker: mail.Asker, what: str, tag: str | None) -> None:
        """Confirm something, or keep that until its record is on the disk."""
        if tag is None:
            return
        if self._is_held():
            self._to_confirm.append((asker, what, tag))
        else:
            asker.answer(told.Ok(what), tag)

    def _seen(self) -> None:
        """Show what is durable now, start the clocks of what is open, and look who has to be asked."""
        step = self._shown
        self._waits.follow(step)
        self.is_over = self._audience.show(step, self._news, is_start=self._is_start)

    def _follow(self) -> None:
        self._waits.clock.follow(self._core.pending(), self._now())

    # Time

    def _due(self, event: ClockEvent, now: int) -> None:
        waits, audience, seat = self._waits, self._audience, event.seat
        match event.what:
            case "release":
                held_for, waits.seats[seat].held_for = waits.seats[seat].held_for, None
                decision, line = waits.open(seat), waits.release(seat)
                try:
                    self._play(seat, line, "auto", tag="" if held_for is None else held_for[1])
                    if held_for is not None and decision is not None:
                        self._repeats[seat].note(held_for[1], line, decision, held_for[0])
                except rust_core.IllegalChoice:  # what somebody else did under the veil spoilt it
                    self._play(seat, waits.default(seat), "auto")
                if held_for is not None:
                    self.confirm(held_for[0], "choose", held_for[1])
            case "deadline":
                waits.epochs[seat] += 1
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
        if item.tag is not None and self._is_repeat(seat, item):
            return
        waits = self._waits
        if item.epoch != waits.epochs[seat] or waits.seats[seat].held is not None:
            text = "That line was for a decision that has closed meanwhile."
            item.asker.answer(refuse("stale-window", text), item.tag)
            return
        if item.decision is not None and item.decision != (now := waits.open(seat)):
            text = f"Decision {item.decision} is not open; open is {now or 'none'}."
            item.asker.answer(refuse("stale-decision", text, open=str(now or "none")), item.tag)
            return
        try:
            if waits.veil is not None and waits.is_veiled(seat) and self._hold(seat, item):
                return
            if item.tag is None:
                self._play(seat, item.line, "line")
                return
            decision = item.decision or waits.open(seat)
            self._play(seat, item.line, "line", tag=item.tag)
            if decision is not None:
                self._repeats[seat].note(item.tag, item.line, decision, item.asker)
        except rust_core.IllegalChoice as refusal:
            item.asker.answer(RemoteError(refusal.code, refusal.message, refusal.params), item.tag)
            return
        self.confirm(item.asker, "choose", item.tag)

    def _hold(self, seat: int, item: mail.ChoiceLine) -> bool:
        """Keep a line until the veil ends; False: it has just ended.

        Raises:
            rust_core.IllegalChoice: the line can't be played.
        """
        self._core.clone().choose(seat, item.line)
        if not self._waits.hold(seat, item.line):
            return False
        held = self._waits.seats[seat]
        _drop_held(held)
        held.held_for = None if item.tag is None else (item.asker, item.tag)
        return True

    def _is_repeat(self, seat: int, item: mail.ChoiceLine) -> bool:
        """Answer a tagged line that was sent before, and return whether it was one: played already, or held."""
        if self._repeats[seat].has(item):
            item.asker.answer(told.Ok("choose"), item.tag)
            return True
        held = self._waits.seats[seat]
        if held.held_for is None or (held.held_for[1], held.held) != (item.tag, item.line):
            return False
        held.held_for = item.asker, held.held_for[1]
        return True


def _drop_held(seat: Seated) -> None:
    """Tell who waits for a held line that it is never played."""
    held_for, seat.held_for = seat.held_for, None
    if held_for is not None:
        asker, tag = held_for
        asker.answer(refuse("stale-window", "That line was for a decision that has closed meanwhile."), tag)


def _nothing() -> None:
    """Nobody is told."""
