"""Records that become durable together, of all matches, and what is done then."""

from collections.abc import Callable
from typing import Any

import structlog
from attrs import define, field

Then = tuple[Callable[[Any], object], Any]
"""What is called once records are durable, and with what."""

_log = structlog.get_logger()


@define(eq=False)
class Batch:
    """Records on their way.

    Attributes:
        number: counted from 1 since the journal was opened.
        matches: whose records they are, one number a record.
        bodies: the records as JSON, in the same order.
        players: of the matches that begin with it, their players in lower case.
        over: the matches that end with it.
        then: what is done once it is durable, in this order.
    """

    number: int
    matches: list[int] = field(factory=list)
    bodies: list[str] = field(factory=list)
    players: dict[int, tuple[str, ...]] = field(factory=dict)
    over: set[int] = field(factory=set)
    then: list[Then] = field(factory=list)

    def add(self, match: int, body: str) -> None:
        """Add a record."""
        self.matches.append(match)
        self.bodies.append(body)

    def tell(self) -> None:
        """Do what is to be done; what breaks in one match stops no other."""
        self.then.reverse()
        while self.then:  # each is let go of while it is at hand in the processor's caches
            call, argument = self.then.pop()
            try:
                call(argument)
            except Exception:  # noqa: BLE001 (a fault of one match must not keep the others from hearing of theirs)
                _log.exception("what follows a record broke", call=repr(call), argument=repr(argument))
