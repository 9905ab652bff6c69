"""What people at a match ask for beside choices: to look, to talk, to offer, to plan, to give up."""

from collections.abc import Callable
from typing import Final, Protocol, assert_never

from protocol import clean_text
from protocol import server_messages as told

from . import mailbox as mail
from .attendance import Attendance
from .audience import Audience
from .errors import refuse
from .offers import OfferKind, Offers
from .waits import Waits
from .windows import Plans, Stops

SAID_CHARACTERS: Final = 400


class Changes(Protocol):
    """What a request may do to a match."""

    def retire(self, seat: int, reason: str) -> None:
        """Take a seat out."""
        ...

    def spoke(self, name: str, text: str) -> None:
        """Write down what somebody said."""
        ...

    def wished(self, place: int, then: Callable[[], None]) -> None:
        """Write down what a seat wants in windows; `then` runs once that is durable."""
        ...

    def confirm(self, asker: mail.Asker, what: str, tag: str | None) -> None:
        """Confirm something once it is written down."""
        ...

    def agree_draw(self) -> None:
        """End the match as a draw."""
        ...

    def adjourn(self) -> None:
        """Let the match stand still.

        Raises:
            RemoteError: that can't be done.
        """
        ...

    def rewind(self, count: int) -> None:
        """Take choices back.

        Raises:
            rust_core.IllegalChoice: so many were not made.
        """
        ...


class Requests:
    """Carries requests out.

    Args:
        audience: whom the match tells.
        waits: the seats' stops and plans.
        offers: what is offered.
        attendance: who is gone.
        changes: what changes the match.
        is_house_here: whether the house plays a seat.
    """

    def __init__(
        self,
        audience: Audience,
        waits: Waits,
        offers: Offers,
        attendance: Attendance,
        changes: Changes,
        *,
        is_house_here: bool,
    ) -> None:
        """Keep what requests are about."""
        self._audience = audience
        self._waits = waits
        self._offers = offers
        self._attendance = attendance
        self._changes = changes
        self._is_house_here = is_house_here

    def take(self, item: mail.Request) -> None:  # noqa: C901, PLR0912 (a case an item)
        """Carry a request out.

        Raises:
            RemoteError: it was refused.
            rust_core.IllegalChoice: the rules refused it.
        """
        seat = item.viewer.seat
        match item:
            case mail.Look(viewer, asker, what, tag):
                viewer.show(self._audience.update(), what, asker, tag)
                return
            case mail.CatchUp(viewer, asker, after, tag):
                viewer.catch_up(self._audience.since(viewer.seat, after), asker, tag)
                return
            case mail.Speak(viewer, _, text):
                said = clean_text(text, SAID_CHARACTERS)
                self._changes.spoke(viewer.name, said)
                self._audience.hear(told.Said(viewer.name, said, self._audience.match))
            case mail.Begun():
                return  # the opening is told by now
            case mail.AskClock(_, asker, wants_log, tag):
                asker.answer(self._audience.clock_message(wants_log=wants_log), tag)
                return
            case _ if seat is None:
                raise refuse("not-in-match", "Who watches does not play.")
            case mail.Resign():
                self._changes.retire(seat, "resigned")
            case mail.Claim():
                self._attendance.claim(seat)
            case mail.Offer(viewer, _, what, count):
                self._offer(seat, viewer.name, what, count)
            case mail.Withdraw():
                self._withdraw(seat, item.viewer.name)
            case mail.SetStops(_, asker, text, tag):
                before = self._waits.seats[seat].stops
                stops = self._stops(seat, text)
                listed = told.Listed("stops", stops.listed())
                self._answer_wish(seat, lambda: asker.answer(listed, tag), is_new=stops != before)
                return
            case mail.SetPlans(_, asker, text, tag):
                known = self._waits.seats[seat].plans
                plans = self._plans(seat, text)
                listed = told.Listed("plans", plans.listed())
                self._answer_wish(seat, lambda: asker.answer(listed, tag), is_new=plans != known)
                return
            case _:
                assert_never(item)
        self._changes.confirm(item.asker, type(item).__name__.lower(), item.tag)

    def _answer_wish(self, place: int, answer: Callable[[], None], *, is_new: bool) -> None:
        """Answer who asked, after what was changed, if anything was, is written down."""
        if is_new:
            self._changes.wished(place, answer)
        else:
            answer()

    def _stops(self, place: int, text: str | None) -> Stops:
        """Change a seat's stops, if there is a text; return them."""
        seat = self._waits.seats[place]
        if text is not None:
            is_pass = text == "pass turn"
            seat.stops = seat.stops.passing(self._waits.turn) if is_pass else seat.stops.changed(text)
        return seat.stops

    def _plans(self, place: int, text: str | None) -> Plans:
        """Change a seat's plans, if there is a text; return them."""
        seat = self._waits.seats[place]
        if text is not None:
            word, _, rest = text.partition(" ")
            seat.plans = seat.plans.revoked(rest) if word == "off" else seat.plans.added(text)
        return seat.plans

    def _offer(self, seat: int, name: str, what: OfferKind, count: int) -> None:
        if self._is_house_here and what == "draw":
            raise refuse("house-declines", "The house plays to the end.")
        without = self._attendance.claimable() if what == "adjourn" else ()
        if not self._offers.agree(what, count, seat, without):
            self._audience.hear(told.Offered(self._audience.match, name, what, count))
        elif what == "draw":
            self._changes.agree_draw()
        elif what == "adjourn":
            self._changes.adjourn()
        else:
            self._changes.rewind(count)

    def _withdraw(self, seat: int, name: str) -> None:
        ended = self._offers.withdraw(seat)
        if ended is None:
            raise refuse("nothing-asked", "Nothing is offered.")
        self._audience.hear(told.OfferEnded(self._audience.match, name, ended))
