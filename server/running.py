"""A match that is on, as the lobby knows it."""

from attrs import define, field

from .journal import Series
from .match_actor import Handle, MatchActor
from .session import MatchViewer


@define(eq=False)
class Running:
    """A match that is on.

    Attributes:
        handle: the way to it.
        actor: its task's.
        seated: the people who play, by seat; the house has none.
        watchers: who watches.
        series: the series that it is a game of.
        given_up: the seat that gave up all games to come.
    """

    handle: Handle
    actor: MatchActor
    seated: list[MatchViewer] = field(factory=list)
    watchers: list[MatchViewer] = field(factory=list)
    series: Series | None = None
    given_up: int | None = None
