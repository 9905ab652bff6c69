"""Who is at a match and who is gone: coming to watch, dropping out, coming back, and the claim for an absent seat."""

from collections.abc import Callable, Collection
from typing import assert_never

from protocol import server_messages as told

from . import mailbox as mail
from .audience import Audience
from .errors import refuse
from .waits import Waits


class Attendance:
    """Who is here.

    Args:
        audience: whom the match tells.
        waits: the clocks, on which absences run.
        people: the seats that are not the house's.
        follow: starts the clocks of what is open, where they have not mattered so far.
        retire: takes a seat out of the match.
        now: the time in milliseconds.
    """

    def __init__(
        self,
        audience: Audience,
        waits: Waits,
        people: Collection[int],
        follow: Callable[[], None],
        retire: Callable[[int, str], None],
        now: Callable[[], int],
    ) -> None:
        """Everybody is here."""
        self._audience = audience
        self._waits = waits
        self._people = people
        self._follow = follow
        self._retire = retire
        self._now = now

    def take(self, item: mail.News) -> None:
        """Take note of who comes or goes."""
        match item:
            case mail.Join(viewer):
                self._audience.add([viewer])
                viewer.update(self._audience.update(is_start=True))
            case mail.Greet(viewer, newcomer):
                viewer.greet(self._audience.update(is_start=True), newcomer)
            case mail.Part(viewer):
                self._audience.remove(viewer)
            case mail.Presence(viewer, is_here):
                self._presence(viewer, is_here)
            case mail.GoOn(viewers):
                for viewer in viewers:
                    self._presence(viewer, is_here=True)
            case _:
                assert_never(item)

    def _presence(self, viewer: mail.Viewer, is_here: bool) -> None:
        seat, clock = viewer.seat, self._waits.clock
        was_gone = seat is not None and clock.accounts[seat].is_gone
        if is_here:
            if seat is not None and was_gone:
                self._waits.back(seat, self._now())  # first, so that the time left is told as it is now
            seen = self._audience.last_number(seat) if viewer.seen is None else viewer.seen
            viewer.come_back(self._audience.since(seat, seen, is_start=True))
        if seat is None:
            return
        match = self._audience.match
        if is_here:
            if was_gone:
                self._audience.hear(told.Presence(match, viewer.name, is_here=True, seconds=0), but=viewer)
        else:
            self._follow()
            self._waits.leave(seat, self._now())  # asked again: clocks that have just begun may be a moment ahead
            seconds = clock.accounts[seat].disconnect_ms // 1000
            self._audience.hear(told.Presence(match, viewer.name, is_here=False, seconds=seconds), but=viewer)
            self._end_if_nobody_can_claim()

    def _end_if_nobody_can_claim(self) -> None:
        """End the match if it may be claimed and everybody who could do that has gone as well."""
        clock = self._waits.clock
        if all(clock.accounts[place].is_gone for place in self._people):
            for one in clock.standing(self._now()):
                if one.may_claim:
                    self._retire(one.seat, "left")
                    return

    def absent(self, seat: int) -> None:
        """Somebody has been gone for too long: the others may claim the match; the house does not wait."""
        others = [other for other in self._people if other != seat]
        if any(not self._waits.clock.accounts[other].is_gone for other in others):
            self._audience.hear(told.MayClaim(self._audience.match, self._audience.names[seat]))
        else:
            self._retire(seat, "left")

    def claimable(self) -> list[int]:
        """Return the seats that have been gone for so long that they may be claimed from."""
        return [one.seat for one in self._waits.clock.standing(self._now()) if one.may_claim]

    def claim(self, seat: int) -> None:
        """Let `seat` claim the match from who is gone.

        Raises:
            RemoteError: `nothing-to-claim`.
        """
        for other in self._waits.clock.standing(self._now()):
            if other.seat != seat and other.may_claim:
                self._retire(other.seat, "left")
                return
        raise refuse("nothing-to-claim", "Nobody has been gone for long enough.")
