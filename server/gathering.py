"""Open tables: matches that begin once enough have sat down. Their seats are taken by persons and by the house.

A table begins by itself when its last seat is taken, and earlier when its host says so, if the game takes that many.
The host is whoever has sat there longest. A person sits at one table at most, and leaves it with the last connection.
Nothing of this is written down: after a restart there are no open tables. As in `lobby`, nothing here waits.
"""

import itertools
from typing import assert_never

from attrs import define, field

from protocol import RemoteError, clean_nonce
from protocol import client_messages as said
from protocol import server_messages as told

from . import house
from .clocks import UNTIMED, TimeControl
from .errors import refuse
from .lobby import Lobby
from .options import typed_as
from .session import Again, Session

Command = said.Bot | said.Table | said.Join | said.House | said.Leave | said.Begin
"""What brings players together, but for challenges: what is said to open tables, and a table of the house's."""


def _control(clock: str | None) -> TimeControl:
    return UNTIMED if clock is None else TimeControl.parse(clock)


def _check_level(level: str, usage: str) -> None:
    if level not in house.LEVELS:
        raise refuse("bad-arguments", "The house plays at: random, greedy.", house.LEVELS, usage=usage)


@define(eq=False)
class OpenTable:
    """A match that gathers its players.

    Attributes:
        number: its own number; matches have others.
        game: the game's id.
        options: how it is played.
        control: the time control.
        places: how many seats it has.
        least: with how many it can begin.
        seats: who has sat down so far, in that order: a person, or the level at which the house plays.
    """

    number: int
    game: str
    options: tuple[str, ...]
    control: TimeControl
    places: int
    least: int
    seats: list[Session | str] = field(factory=list)

    @property
    def people(self) -> list[Session]:
        """The persons who sit there; the first one is the host."""
        return [seat for seat in self.seats if isinstance(seat, Session)]

    def info(self) -> told.TableInfo:
        """Return how the table is told of."""
        return told.TableInfo(
            self.number,
            self.game,
            list(self.options),
            None if self.control == UNTIMED else str(self.control),
            self.places,
            self.least,
            [seat.name if isinstance(seat, Session) else house.NAME for seat in self.seats],
            self.people[0].name,
        )


class Gatherings:
    """The open tables.

    Args:
        lobby: begins their matches.
    """

    def __init__(self, lobby: Lobby) -> None:
        """No table is open."""
        self._lobby = lobby
        self._tables: dict[int, OpenTable] = {}
        self._numbers = itertools.count(1)

    def open_tables(self) -> list[told.TableInfo]:
        """Return the open tables, oldest first."""
        return [table.info() for table in self._tables.values()]

    def take(self, person: Session, message: Command) -> bool:
        """Carry out a command; return whether a match has begun by it.

        Raises:
            RemoteError: it was refused, and nothing has changed.
        """
        match message:
            case said.Bot():
                self._play_house(person, message)
                return True
            case said.Table(game, seats, clock):
                found, options = self._lobby.shelf.wish(game)
                return self.open(person, found, options, _control(clock), seats)
            case said.Join(number):
                return self.join(person, number)
            case said.House("off"):
                self._free_house_seat(self._hosted(person))
            case said.House(level):
                return self._seat_house(self._hosted(person), level)
            case said.Leave():
                self._stand_up(person, self._table_of(person))
            case said.Begin():
                table = self._hosted(person)
                self._begin(table, person.name)
                return True
            case _:
                assert_never(message)
        return False

    def _play_house(self, person: Session, wish: said.Bot) -> None:
        _check_level(wish.level, "bot GAME [SEATS] [random|greedy] [CLOCK]")
        nonce = clean_nonce(wish.nonce)
        shelf = self._lobby.shelf
        game, options = shelf.wish(wish.game)
        least, most = shelf.seats(game, options)
        seats = min(max(2, least), most) if wish.seats is None else wish.seats
        shelf.check_seats(game, options, seats)
        players: list[Session | str] = [person, *[wish.level] * (seats - 1)]
        self._lobby.start(game, players, _control(wish.clock), options, nonces=[nonce])

    def open(
        self,
        person: Session,
        game: str,
        options: tuple[str, ...],
        control: TimeControl,
        seats: int | None,
        houses: tuple[str, ...] = (),
    ) -> bool:
        """Open a table, for as many as the game takes if `seats` does not say; return whether it began at once.

        Raises:
            RemoteError: `already-at-table`, `wrong-seats`; what `Lobby.start` refuses.
        """
        self._require_free(person)
        least, most = self._lobby.shelf.seats(game, options)
        places = most if seats is None else seats
        self._lobby.shelf.check_seats(game, options, places)
        if places == 1:
            self._lobby.start(game, (person,), control, options)
            return True
        table = OpenTable(next(self._numbers), game, options, control, places, least, [person, *houses])
        self._tables[table.number] = table
        person.table = table.number
        news = told.TableChanged(table.info(), "opened", person.name)
        for other in self._lobby.sessions.values():
            if other is person or other.current is None:
                other.hear(news)
        return False

    def join(self, person: Session, number: int) -> bool:
        """Let a person sit down; return whether the match began by that.

        Raises:
            RemoteError: `already-at-table`, `no-such-table`; what `Lobby.start` refuses.
        """
        self._require_free(person)
        table = self._tables.get(number)
        if table is None:
            shown = tuple(f"join {known}" for known in itertools.islice(self._tables, 3))
            raise refuse("no-such-table", f"No open table has the number {number}.", shown, table=str(number))
        return self._sit_down(table, person, "joined", person.name)

    def again(self, person: Session, again: Again) -> bool:
        """Gather the same players again: sit down where one of them waits, or open the table anew.

        Raises:
            RemoteError: as `open` and `join`.
        """
        for table in self._tables.values():
            waits = {one.name for one in table.people} & set(again.others)
            if waits and (table.game, table.options, table.control) == (again.game, again.options, again.control):
                return self.join(person, table.number)
        places = 1 + len(again.others) + len(again.houses)
        return self.open(person, again.game, again.options, again.control, places, again.houses)

    def gone(self, person: Session) -> None:
        """A person's last connection is gone: the seat at a table is free again."""
        if person.table is not None:
            self._stand_up(person, self._table_of(person))

    # Seats

    def _table_of(self, person: Session) -> OpenTable:
        if person.table is None:
            shown = tuple(f"join {known}" for known in itertools.islice(self._tables, 3))
            raise refuse("not-at-table", "You sit at no open table.", shown)
        return self._tables[person.table]

    def _hosted(self, person: Session) -> OpenTable:
        table = self._table_of(person)
        host = table.people[0]
        if host is not person:
            text = f"{host.name} opened the table, and says when it begins and where the house sits."
            raise refuse("not-host", text, ("leave",), host=host.name)
        return table

    def _require_free(self, person: Session) -> None:
        if person.table is not None:
            text = f"You sit at table {person.table} already."
            raise refuse("already-at-table", text, ("leave",), table=str(person.table))

    def _sit_down(self, table: OpenTable, seat: Session | str, what: told.TableChange, name: str) -> bool:
        table.seats.append(seat)
        if len(table.seats) == table.places:
            try:
                self._begin(table, name)
            except RemoteError:
                table.seats.pop()
                raise
            return True
        if isinstance(seat, Session):
            seat.table = table.number
        self._tell(table, what, name)
        return False

    def _seat_house(self, table: OpenTable, level: str) -> bool:
        _check_level(level, "house [random|greedy|off]")
        return self._sit_down(table, level, "house", table.people[0].name)

    def _free_house_seat(self, table: OpenTable) -> None:
        for place in reversed(range(len(table.seats))):
            if isinstance(table.seats[place], str):
                del table.seats[place]
                self._tell(table, "house-off", table.people[0].name)
                return
        raise refuse("no-house", "The house has no seat at your table.", ("house",))

    def _stand_up(self, person: Session, table: OpenTable) -> None:
        person.table = None
        news = told.TableChanged(table.info(), "left", person.name)
        table.seats.remove(person)
        if table.people:
            news = told.TableChanged(table.info(), "left", person.name)
        else:
            del self._tables[table.number]
        for other in (person, *table.people):
            other.hear(news)

    def _begin(self, table: OpenTable, name: str) -> None:
        missing = table.least - len(table.seats)
        if missing > 0:
            text = f"{typed_as(table.game, table.options)} takes {table.least} at least; {len(table.seats)} sit here."
            form = "one" if missing == 1 else "other"
            raise refuse("too-few-seated", text, ("house", "leave"), missing=str(missing), form=form)
        self._lobby.start(table.game, table.seats, table.control, table.options)
        del self._tables[table.number]
        for person in table.people:
            person.table = None
        self._tell(table, "begun", name)

    def _tell(self, table: OpenTable, what: told.TableChange, name: str) -> None:
        news = told.TableChanged(table.info(), what, name)
        for person in table.people:
            person.hear(news)
