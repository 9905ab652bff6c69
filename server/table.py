"""A match and those who follow it, as a state machine: every change is a function of it, and none of them waits.

What a change brings about is seen in this order: the rules apply it; its record goes to the journal; only when that is
on the disk do the viewers hear of it, and the next clocks start. While a record is on its way nothing else is taken:
what comes meanwhile waits here, in order. The actor (`match_actor`) brings items and says when time has passed.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, Protocol, assert_never

from attrs import Factory, define

import rust_core
from protocol import RemoteError, ServerMessage, clean_text
from protocol import server_messages as told

from . import mailbox as mail
from .clocks import ClockEvent, MatchClock, Reason
from .errors import refuse
from .offers import OfferKind, Offers
from .rules_core import RulesCore
from .update import Frames, Update
from .windows import AutoPlay, Plans, Stops, Veil, next_veil, plan

SAID_CHARACTERS: Final = 400

Mind = Callable[[RulesCore, int], str]
"""How the house chooses: the line it plays for a seat. Takes a millisecond at most."""


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


@define
class Seated:
    """What the table keeps of a seat.

    Attributes:
        epoch: rises when a decision of the seat was closed by something else than its own line; older lines are stale.
        stops: in which windows it is asked.
        plans: lines that it gave in advance.
        arranged: the id of the decision that was looked at last, to see whether the seat is asked.
        held: a line that is played when the veil of that decision ends.
    """

    epoch: int = 0
    stops: Stops = Factory(Stops)
    plans: Plans = Factory(Plans)
    arranged: int = 0
    held: str | None = None


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
    ) -> None:
        """Set the match up without telling anybody; `start` does that."""
        self.is_over = False
        self.failure: Exception | None = None
        self._match = match
        self._names = tuple(names)
        self._core = core
        self._minds = minds
        self._clock = clock
        self._recorder = recorder
        self._chance = chance
        self._now = now
        self._viewers: list[mail.Viewer] = []
        self._seats = [Seated() for _ in range(core.seats)]
        self._numbers = [1] * (core.seats + 1)
        self._frames = Frames.of(match)
        self._log: list[rust_core.Event] = []
        self._offers = Offers([seat for seat in range(core.seats) if seat not in minds])
        self._veil: Veil | None = None
        self._at = now()
        self._turn = 0
        self._active: tuple[int, ...] = ()
        self._auto: deque[tuple[int, int, str]] = deque()
        self._is_recording = False
        self._is_settling = False
        self._later: deque[mail.ChoiceLine | mail.Request | mail.News] = deque()
        self._to_free: list[mail.Asker] = []
        self._on_change: Callable[[], None] = _nothing

    # What the actor calls

    def start(self, viewers: Iterable[mail.Viewer], on_change: Callable[[], None]) -> None:
        """Tell the viewers that the match begins; `on_change` is called when something happened outside of `take`."""
        self._viewers.extend(viewers)
        self._on_change = on_change
        self._seen(self._core.opening(), is_start=True)
        self._settle()

    def take(self, item: mail.ChoiceLine | mail.Request | mail.News) -> None:
        """Carry out one item, or keep it until the record that is on its way is on the disk."""
        self._later.append(item)
        self._settle()

    def pass_time(self) -> None:
        """Do what the clocks say is due."""
        self._settle()

    def next_due_ms(self) -> int | None:
        """Return when `pass_time` is to be called next."""
        if self._is_recording or self.is_over or not self._clock_matters():
            return None
        event = self._clock.next_event(self._now())
        return None if event is None else event.when_ms

    def abort(self, reason: str) -> None:
        """Tell everybody that the match ends without a result."""
        self.is_over = True
        self._hear(told.Aborted(self._match, reason))

    def close(self, unread: Iterable[mail.Item]) -> None:
        """Tell those whose lines came too late, so that they can go on."""
        self.is_over = True
        for item in (*self._later, *unread):
            if not isinstance(item, mail.News | mail.Wake):
                error = refuse("no-such-match", f"Match {self._match} is over.", match=str(self._match))
                item.asker.answer(error, item.tag)
                self._to_free.append(item.asker)
        self._later.clear()
        self._free_askers()

    def turn(self) -> int:
        """Return the number of the running turn, for lists; 0 where the game does not count turns."""
        view = json.loads(self._core.view(None))
        turn = view.get("turn")
        return turn if isinstance(turn, int) else 0

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
        self._at = self._now()
        if self._clock_matters() and self._do_what_is_due():
            return True
        if self._auto:
            seat, decision, line = self._auto.popleft()
            if self._open(seat) == decision:
                self._play(seat, line, "auto")
            return True
        if self._later:
            self._carry_out(self._later.popleft())
            return True
        return False

    def _free_askers(self) -> None:
        askers, self._to_free = self._to_free, []
        for asker in askers:
            asker.answered()

    def _open(self, seat: int) -> int | None:
        for decision in self._core.pending():
            if decision.seat == seat:
                return decision.id
        return None

    # Changes

    def _play(self, seat: int, line: str, reason: Reason) -> None:
        """Play a line for a seat.

        Raises:
            rust_core.IllegalChoice: nothing has changed.
        """
        events = self._core.choose(seat, line)
        self._offers.clear()
        self._stop_clock(seat, reason)
        self._record(lambda then: self._recorder.chosen(seat, line, then), events)

    def _retire(self, seat: int, reason: str) -> None:
        events = self._core.retire(seat, reason)
        self._offers.clear()
        self._record(lambda then: self._recorder.retired(seat, reason, then), events)

    def _rewind(self, count: int) -> None:
        self._core.rewind(count)
        self._offers.clear()
        for seat in self._seats:
            seat.epoch += 1
            seat.held = None
            seat.stops = seat.stops.taken_back()
            seat.plans = seat.plans.taken_back()
        self._auto.clear()
        self._record(lambda then: self._recorder.rewound(count, then), [], taken_back=count)

    def _record(
        self,
        write: Callable[[Callable[[], None]], None],
        events: list[rust_core.Event],
        taken_back: int = 0,
    ) -> None:
        """Write a change down; once it is durable, show it and go on."""
        self._is_recording = True

        def then() -> None:
            self._is_recording = False
            if self._is_settling:
                self._seen(events, taken_back=taken_back)
                return
            try:
                self._seen(events, taken_back=taken_back)
                self._settle()
            except Exception as failure:  # noqa: BLE001 (the actor raises it: here nobody would hear it)
                self.failure = failure
            self._on_change()

        write(then)

    def _seen(self, events: list[rust_core.Event], *, is_start: bool = False, taken_back: int = 0) -> None:
        """Show what is durable now, start the clocks of what is open, and look who has to be asked."""
        pending = self._core.pending()
        self._follow_clocks(pending)
        self._arrange(pending)
        update = self._update(events, is_start=is_start or taken_back > 0)
        self._log += events
        self._numbers = self._core.count_told(events, self._numbers)
        self.is_over = update.outcome is not None
        if taken_back:
            self._hear(told.TakenBack(self._match, taken_back))
        for viewer in self._viewers:
            viewer.update(update)

    def _update(self, events: list[rust_core.Event], *, is_start: bool = False, first: Sequence[int] = ()) -> Update:
        clocks = self._clock.standing(self._now()) if self._clock.control.is_timed else ()
        return Update(
            self._match,
            self._names,
            self._core,
            events,
            first or self._numbers,
            self._frames,
            [seat.epoch for seat in self._seats],
            self._minds,
            is_start=is_start,
            clocks=clocks,
        )

    # Clocks and windows

    def _clock_matters(self) -> bool:
        """Whether the clocks have to be looked at: without a time control only veils and absences run on them."""
        clock = self._clock
        return clock.control.is_timed or self._veil is not None or any(one.is_gone for one in clock.accounts)

    def _follow_clocks(self, pending: list[rust_core.Decision]) -> None:
        now = self._now()
        is_bots = len(self._minds) == len(self._seats)
        hidden_before = self._veil
        if hidden_before is not None or any(decision.hidden for decision in pending):
            self._veil = next_veil(hidden_before, pending, now, self._chance, is_bot_match=is_bots)
        active = tuple(decision.seat for decision in pending if decision.kind != "reaction")
        if active and active != self._active:
            self._turn += 1
            self._active = active
            if self._clock_matters():
                self._clock.new_turn(self._turn, active, now)
        if self._clock_matters() or hidden_before is not None:
            veil_ms = self._veil.left_ms(now) if self._veil is not None else 0
            self._clock.follow(pending, now, veil_ms=veil_ms)

    def _stop_clock(self, seat: int, reason: Reason) -> None:
        if seat in self._clock.runs:
            self._clock.close(seat, self._at, reason)

    def _arrange(self, pending: list[rust_core.Decision]) -> None:
        """Look at each decision once, when it opens: is the seat asked, or is something played for it?"""
        for decision in pending:
            seat = self._seats[decision.seat]
            if seat.arranged == decision.id or decision.sealed:
                continue
            seat.arranged = decision.id
            if decision.kind == "reaction":
                seat.epoch += 1
            mind = self._minds.get(decision.seat)
            veil_ms = self._veil.left_ms(self._now()) if self._veil is not None and decision.hidden else 0
            if mind is not None:
                self._play_later(decision, mind(self._core, decision.seat), veil_ms)
            elif decision.kind != "turn" or seat.plans.plans:
                self._ask_or_play(decision, seat, veil_ms)

    def _ask_or_play(self, decision: rust_core.Decision, seat: Seated, veil_ms: int) -> None:
        choices = self._core.choices(decision.seat)
        planned = plan(decision, seat.stops, seat.plans, choices, turn=self._turn, veil_left_ms=veil_ms)
        seat.stops = seat.stops.seen(self._turn, is_aimed=False)
        if isinstance(planned, AutoPlay):
            if planned.plan is not None:
                seat.plans = seat.plans.used(planned.plan)
            self._play_later(decision, planned.line, planned.after_ms)

    def _play_later(self, decision: rust_core.Decision, line: str, after_ms: int) -> None:
        if after_ms > 0:
            self._clock.hold(decision.seat, self._now())
            self._seats[decision.seat].held = line
        else:
            self._auto.append((decision.seat, decision.id, line))

    def _do_what_is_due(self) -> bool:
        now = self._at
        event = self._clock.next_event(now)
        if event is None or event.when_ms > now:
            return False
        self._due(event, now)
        return True

    def _due(self, event: ClockEvent, now: int) -> None:
        seat = self._seats[event.seat]
        match event.what:
            case "release":
                line, seat.held = seat.held, None
                self._play(event.seat, line or self._default(event.seat), "auto")
            case "deadline":
                seat.epoch += 1
                default = self._default(event.seat)
                if self._clock.expire(event.seat, now) == "retire":
                    self._retire(event.seat, "time")
                else:
                    self._hear(told.TimedOut(self._match, event.seat))
                    self._play(event.seat, default, "deadline")
            case "warning":
                self._clock.told(event)
                self._hear(told.TimeLeft(self._match, event.seat, event.left_ms))
            case "absent":
                self._clock.told(event)
                self._absent(event.seat)

    def _default(self, seat: int) -> str:
        return next(decision.default for decision in self._core.pending() if decision.seat == seat)

    def _absent(self, seat: int) -> None:
        """Somebody has been gone for too long: the others may claim the match; the house does not wait."""
        people = [other for other in range(len(self._seats)) if other not in self._minds and other != seat]
        if any(not self._clock.accounts[other].is_gone for other in people):
            self._hear(told.MayClaim(self._match, self._names[seat]))
        else:
            self._retire(seat, "left")

    # Items

    def _carry_out(self, item: mail.ChoiceLine | mail.Request | mail.News) -> None:
        if isinstance(item, mail.ChoiceLine):  # the hot path: asked first
            self._to_free.append(item.asker)
            self._choose(item)
        elif isinstance(item, mail.News):
            self._take_news(item)
        else:
            self._to_free.append(item.asker)
            try:
                self._take_request(item)
            except RemoteError as refusal:
                item.asker.answer(refusal, item.tag)
            except rust_core.IllegalChoice as refusal:
                item.asker.answer(RemoteError(refusal.code, refusal.message, refusal.params), item.tag)

    def _choose(self, item: mail.ChoiceLine) -> None:
        seat = item.viewer.seat
        if seat is None:
            item.asker.answer(refuse("not-in-match", "Who watches does not play."), item.tag)
            return
        if item.epoch != self._seats[seat].epoch:
            text = "That line was for a decision that has closed meanwhile."
            item.asker.answer(refuse("stale-window", text), item.tag)
            return
        if item.decision is not None and item.decision != (now := self._open(seat)):
            text = f"Decision {item.decision} is not open; open is {now or 'none'}."
            item.asker.answer(refuse("stale-decision", text, open=str(now or "none")), item.tag)
            return
        try:
            if self._is_veiled(seat):
                self._core.clone().choose(seat, item.line)
                self._clock.hold(seat, self._now())
                self._seats[seat].held = item.line
            else:
                self._play(seat, item.line, "line")
        except rust_core.IllegalChoice as refusal:
            item.asker.answer(RemoteError(refusal.code, refusal.message, refusal.params), item.tag)
            return
        if item.tag is not None:
            item.asker.answer(told.Ok("choose"), item.tag)

    def _is_veiled(self, seat: int) -> bool:
        """Whether an answer of this seat is held back, so that its quickness tells nothing."""
        if self._veil is None or not self._veil.left_ms(self._now()):
            return False
        return any(decision.seat == seat and decision.hidden for decision in self._core.pending())

    def _take_news(self, item: mail.News) -> None:
        match item:
            case mail.Join(viewer):
                self._viewers.append(viewer)
                viewer.update(self._update([], is_start=True))
            case mail.Greet(viewer, newcomer):
                viewer.greet(self._update([], is_start=True), newcomer)
            case mail.Part(viewer):
                with suppress(ValueError):  # who leaves twice has left
                    self._viewers.remove(viewer)
            case mail.Presence(viewer, is_here):
                self._presence(viewer, is_here)
            case _:
                assert_never(item)

    def _take_request(self, item: mail.Request) -> None:  # noqa: C901, PLR0912 (a case an item)
        seat = item.viewer.seat
        match item:
            case mail.Look(viewer, asker, what, tag):
                viewer.show(self._update([]), what, asker, tag)
                return
            case mail.CatchUp(viewer, asker, after, tag):
                viewer.catch_up(self._since(viewer.seat, after), asker, tag)
                return
            case mail.Speak(viewer, _, text):
                self._hear(told.Said(viewer.name, clean_text(text, SAID_CHARACTERS), self._match))
            case mail.Begun():
                return  # the opening is told by now
            case mail.AskClock(_, asker, wants_log, tag):
                asker.answer(self._clock_message(wants_log=wants_log), tag)
                return
            case _ if seat is None:
                raise refuse("not-in-match", "Who watches does not play.")
            case mail.Resign():
                self._retire(seat, "resigned")
            case mail.Claim():
                self._claim(seat)
            case mail.Offer(viewer, _, what, count):
                self._offer(seat, viewer.name, what, count)
            case mail.Withdraw():
                self._withdraw(seat, item.viewer.name)
            case mail.SetStops(_, asker, text, tag):
                self._seats[seat].stops = self._stops_after(seat, text)
                asker.answer(told.Listed("stops", self._seats[seat].stops.listed()), tag)
                return
            case mail.SetPlans(_, asker, text, tag):
                self._seats[seat].plans = self._plans_after(seat, text)
                asker.answer(told.Listed("plans", self._seats[seat].plans.listed()), tag)
                return
            case _:
                assert_never(item)
        if item.tag is not None:
            item.asker.answer(told.Ok(type(item).__name__.lower()), item.tag)

    def _stops_after(self, seat: int, text: str | None) -> Stops:
        stops = self._seats[seat].stops
        if text is None:
            return stops
        return stops.passing(self._turn) if text == "pass turn" else stops.changed(text)

    def _plans_after(self, seat: int, text: str | None) -> Plans:
        plans = self._seats[seat].plans
        if text is None:
            return plans
        word, _, rest = text.partition(" ")
        return plans.revoked(rest) if word == "off" else plans.added(text)

    def _claim(self, seat: int) -> None:
        for other in self._clock.standing(self._now()):
            if other.seat != seat and other.may_claim:
                self._retire(other.seat, "left")
                return
        raise refuse("nothing-to-claim", "Nobody has been gone for long enough.")

    def _offer(self, seat: int, name: str, what: OfferKind, count: int) -> None:
        if self._minds and what == "draw":
            raise refuse("house-declines", "The house plays to the end.")
        if not self._offers.agree(what, count, seat):
            self._hear(told.Offered(self._match, name, what, count))
            return
        if what == "draw":
            events = self._core.agree_draw()
            self._record(self._recorder.draw_agreed, events)
        else:
            self._rewind(count)

    def _withdraw(self, seat: int, name: str) -> None:
        ended = self._offers.withdraw(seat)
        if ended is None:
            raise refuse("nothing-asked", "Nothing is offered.")
        self._hear(told.OfferEnded(self._match, name, ended))

    # Presence

    def _presence(self, viewer: mail.Viewer, is_here: bool) -> None:
        seat = viewer.seat
        if is_here:
            viewer.update(self._since(seat, viewer.seen, is_start=True))
        if seat is None:
            return
        now = self._now()
        if is_here:
            if self._clock.accounts[seat].is_gone:
                self._clock.back(seat, now)
                self._hear_others(viewer, told.Presence(self._match, viewer.name, is_here=True, seconds=0))
        else:
            viewer.seen = self._numbers[seat] - 1
            self._clock.follow(self._core.pending(), now)
            self._clock.leave(seat, now)
            seconds = self._clock.accounts[seat].disconnect_ms // 1000
            self._hear_others(viewer, told.Presence(self._match, viewer.name, is_here=False, seconds=seconds))
            self._end_if_nobody_can_claim()

    def _end_if_nobody_can_claim(self) -> None:
        """End the match if it may be claimed and everybody who could do that has gone as well."""
        people = [place for place in range(len(self._seats)) if place not in self._minds]
        if all(self._clock.accounts[place].is_gone for place in people):
            for one in self._clock.standing(self._now()):
                if one.may_claim:
                    self._retire(one.seat, "left")
                    return

    def _since(self, seat: int | None, after: int, *, is_start: bool = False) -> Update:
        """Return an update with the events that `seat` may know, from number `after` + 1 on."""
        place = -1 if seat is None else seat
        number = 0
        missed: list[rust_core.Event] = []
        for event in self._log:
            if event.face(seat) is not None:
                number += 1
            if number > after:
                missed.append(event)
        first = list(self._numbers)
        first[place] = after + 1
        return self._update(missed, is_start=is_start, first=first)

    # Telling

    def _clock_message(self, *, wants_log: bool) -> told.ClockState:
        clock = self._clock
        standing = [
            told.SeatClock(
                one.seat,
                self._names[one.seat],
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
        return told.ClockState(self._match, str(clock.control), standing, log if wants_log else None)

    def _hear(self, message: ServerMessage) -> None:
        for viewer in self._viewers:
            viewer.hear(message)

    def _hear_others(self, about: mail.Viewer, message: ServerMessage) -> None:
        for viewer in self._viewers:
            if viewer is not about:
                viewer.hear(message)


def _nothing() -> None:
    """Nobody is told."""
