"""Matches that were adjourned: whose they are, who wants to go on with them, and how they go on.

An adjourned match keeps its task, which waits; only nobody is at it. Here it lies by its number, with the people of its
seats: a name and the word of its login, since who left may have come back as a new session.
"""

from collections.abc import Callable, Collection
from typing import Final

from attrs import define, field

from protocol import clean_text
from protocol import server_messages as told

from .errors import refuse
from .mailbox import GoOn
from .running import Running
from .session import MatchViewer, Session

PLAYER_MATCHES: Final = 10
"""So many adjourned matches a player may have."""
ALL_MATCHES: Final = 500
"""So many are kept in all: each takes memory, and a restart plays it again."""
DAYS: Final = 30
"""A match that nobody has gone on with for so long is given up at a restart."""
_SHOWN: Final = 40


@define(eq=False)
class _Adjourned:
    """A match that stands still; `needed` are the seats that must want it to go on, `wanted` those that do."""

    running: Running
    needed: frozenset[int]
    wanted: set[int] = field(factory=set)

    @property
    def match(self) -> int:
        return self.running.handle.match

    @property
    def game(self) -> str:
        return self.running.handle.game

    def seat_of(self, person: Session) -> int | None:
        """Return the seat of a person who is needed to go on."""
        for viewer in self.running.seated:
            if viewer.seat in self.needed and _is_same(viewer.session, person):
                return viewer.seat
        return None


class Adjournments:
    """The adjourned matches. A `table.Adjourner`.

    Args:
        sessions: who is here, by name in small letters.
        running: the matches that are on, by number.
        may_begin: refuses while nothing can begin.
    """

    def __init__(
        self, sessions: dict[str, Session], running: dict[int, Running], may_begin: Callable[[], None]
    ) -> None:
        """Nothing is kept."""
        self._sessions = sessions
        self._running = running
        self._may_begin = may_begin
        self._kept: dict[int, _Adjourned] = {}
        self._reserved: set[int] = set()

    # What a match does

    def reserve(self, match: int) -> None:
        """Keep a place for a match that is about to be adjourned.

        Raises:
            RemoteError: `too-many-stored`.
        """
        names = [viewer.name.lower() for viewer in self._running[match].seated]
        coming = [self._running[number] for number in self._reserved if number in self._running]
        every = [one.running for one in self._kept.values()] + coming
        for name in names:
            if sum(any(viewer.name.lower() == name for viewer in one.seated) for one in every) >= PLAYER_MATCHES:
                text = f"{name} has {PLAYER_MATCHES} adjourned matches."
                raise refuse("too-many-stored", text, ("stored",), most=str(PLAYER_MATCHES))
        if len(every) >= ALL_MATCHES:
            text = f"The server keeps {ALL_MATCHES} adjourned matches."
            raise refuse("too-many-stored", text, ("stored",), most=str(ALL_MATCHES))
        self._reserved.add(match)

    def keep(self, match: int, people: Collection[int]) -> None:
        """Keep a match that was on; the seats of `people` are needed to go on."""
        self._reserved.discard(match)
        running = self._running.pop(match, None)
        if running is not None:
            running.watchers.clear()
            self._kept[match] = _Adjourned(running, frozenset(people))

    def drop(self, match: int) -> None:
        """Forget a match whose task has ended."""
        self._reserved.discard(match)
        self._kept.pop(match, None)

    # People

    def token_of(self, name: str) -> tuple[str, str] | None:
        """Return the name and the word of who has an adjourned match under that name."""
        for one in self._kept.values():
            for viewer in one.running.seated:
                if viewer.name.lower() == name.lower():
                    return viewer.name, viewer.session.token
        return None

    def listing(self, person: Session) -> told.StoredList:
        """Return the adjourned matches of a person."""
        found: list[told.StoredInfo] = []
        for one in self._of(person):
            handle, table = one.running.handle, one.running.actor.table
            here = [viewer.name for viewer in one.running.seated if viewer.name != person.name and self._here(viewer)]
            clock = str(table.control) if table.control.is_timed else None
            found.append(told.StoredInfo(one.match, one.game, list(handle.names), table.turn(), clock, here))
        return told.StoredList(found)

    def leave(self, person: Session) -> None:
        """Note that a person has left: what they wanted to go on with they do not want any more."""
        for one in self._of(person):
            self._withdraw(one, person, "left")

    # Going on

    def resume(self, person: Session, text: str) -> bool:
        """Note that a person wants to go on with a match; return whether it goes on now.

        Args:
            person: who wants to.
            text: the match's number, or the name of somebody else who plays it.

        Raises:
            RemoteError: `no-such-stored`, `ambiguous-name`, `not-here`, or why nothing can begin.
        """
        mine = self._of(person)
        word = text.strip().removeprefix("#").lower()
        fits = [one for one in mine if word == str(one.match)]
        fits = fits or [one for one in mine if word in [name.lower() for name in one.running.handle.names]]
        if not fits:
            shown = clean_text(text, _SHOWN)
            raise refuse("no-such-stored", f"You have no adjourned match {shown}.", ("stored",), given=shown)
        if len(fits) > 1:
            lines = tuple(f"resume {one.match}" for one in fits)
            raise refuse("ambiguous-name", "Which? You have several.", lines)
        return self._want(fits[0], person)

    def accept(self, person: Session, name: str | None) -> bool:
        """Agree to go on with what somebody (`name`) wants to go on with; return whether there is such a wish.

        Raises:
            RemoteError: as `resume`.
        """
        found = self._wish(person, name)
        if found is not None:
            self._want(found, person)
        return found is not None

    def decline(self, person: Session, name: str | None) -> bool:
        """Decline such a wish, or withdraw the own one; return whether there was one."""
        found = self._wish(person, name, or_own=True)
        if found is not None:
            self._withdraw(found, person, "declined")
        return found is not None

    def _want(self, one: _Adjourned, person: Session) -> bool:
        self._may_begin()
        needed = [viewer for viewer in one.running.seated if viewer.seat in one.needed]
        for viewer in needed:
            if self._here(viewer) is None:
                text = f"{viewer.name} is not here."
                raise refuse("not-here", text, name=viewer.name)
        seat = one.seat_of(person)
        is_new = seat is not None and seat not in one.wanted
        if seat is not None:
            one.wanted.add(seat)
        if one.wanted >= one.needed:
            self._go_on(one)
            return True
        if is_new:
            for viewer in needed:
                other = self._here(viewer)
                if other is not None and other is not person:
                    other.hear(told.ResumeOffered(one.match, person.name, one.game))
        return False

    def _go_on(self, one: _Adjourned) -> None:
        del self._kept[one.match]
        self._running[one.match] = one.running
        here: list[MatchViewer] = []
        for viewer in one.running.seated:
            person = self._here(viewer)
            if person is not None:
                viewer.sit_down_again(person)
                here.append(viewer)
        one.running.handle.post(GoOn(tuple(here)))

    def _withdraw(self, one: _Adjourned, person: Session, reason: str) -> None:
        if not one.wanted:
            return
        one.wanted.clear()
        everybody = [other for viewer in one.running.seated if (other := self._here(viewer)) is not None]
        for other in everybody:
            names = [each.name for each in everybody if each is not other] or [person.name]
            other.hear(told.ChallengeEnded(names[0] if other is person else person.name, one.game, reason))

    def _wish(self, person: Session, name: str | None, *, or_own: bool = False) -> _Adjourned | None:
        for one in self._of(person):
            seat = one.seat_of(person)
            names = [viewer.name.lower() for viewer in one.running.seated if viewer.seat != seat]
            if one.wanted and (or_own or seat not in one.wanted) and (name is None or name.lower() in names):
                return one
        return None

    def _of(self, person: Session) -> list[_Adjourned]:
        return [one for _, one in sorted(self._kept.items()) if one.seat_of(person) is not None]

    def _here(self, viewer: MatchViewer) -> Session | None:
        """Return the session by which the person of a seat is here now, with a connection."""
        person = self._sessions.get(viewer.name.lower())
        return person if person is not None and person.screens and _is_same(viewer.session, person) else None


def _is_same(one: Session, other: Session) -> bool:
    """Return whether two sessions are the same person's."""
    return one.name.lower() == other.name.lower() and one.token == other.token
