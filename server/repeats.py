"""Lines that are sent once more, because the connection broke before their confirmation came.

A line with a tag is known again by it: who sends the same line with the same tag learns that it counts, and it is not
played twice. Programs number their tags anew as they like, so the tag alone says too little. A line is a repeat if

* it names the very decision that the line with that tag answered; or
* it names none, comes by another connection than that line did (or after a restart), and the seat has not had a
  tagged line played since.
"""

from collections import deque
from typing import Final

from attrs import frozen

from .mailbox import Asker, ChoiceLine

KEPT: Final = 16
"""So many tagged choices of a seat are known again: as many lines as a connection may have waiting."""


@frozen(eq=False)
class _Done:
    tag: str
    line: str
    decision: int
    asker: Asker | None


class Repeats:
    """The last tagged choices of one seat."""

    def __init__(self) -> None:
        """None were made."""
        self._done: deque[_Done] = deque(maxlen=KEPT)

    def note(self, tag: str, line: str, decision: int, asker: Asker | None) -> None:
        """Keep that a line was played; `asker` is None for one of before a restart."""
        self._done.append(_Done(tag, line, decision, asker))

    def has(self, item: ChoiceLine) -> bool:
        """Return whether a line was played before."""
        for done in self._done:
            if done.tag == item.tag and done.line == item.line:
                if item.decision is not None:
                    if item.decision == done.decision:
                        return True
                elif done is self._done[-1] and done.asker is not item.asker:
                    return True
        return False
