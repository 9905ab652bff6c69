"""A match that is on, as the lobby knows it."""

from attrs import define, field

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
    """

    handle: Handle
    actor: MatchActor
    seated: list[MatchViewer] = field(factory=list)
    watchers: list[MatchViewer] = field(factory=list)
