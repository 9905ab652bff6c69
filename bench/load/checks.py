"""What a client must hear at a match, and what it did not: each event once, in order, with the number that it has.

The bytes of all events go into a checksum as they come, so that afterwards what each client heard can be held beside
what the journal says (`transcripts`) without having kept it.
"""

import re
from collections import Counter
from typing import Final
from zlib import crc32

from attrs import define, field, frozen

_NUMBERS: Final = re.compile(rb'\{"type":"event","match":(\d+),"number":(\d+),"event":')
EXAMPLES: Final = 20


@define
class Faults:
    """What was wrong, counted by kind; the first ones are told.

    Attributes:
        counts: how often, by kind.
        examples: sentences.
    """

    counts: Counter[str] = field(factory=Counter)
    examples: list[str] = field(factory=list)

    def add(self, kind: str, text: str, count: int = 1) -> None:
        """Note a fault."""
        self.counts[kind] += count
        if len(self.examples) < EXAMPLES:
            self.examples.append(f"{kind}: {text}")


@frozen
class Heard:
    """What one viewer has heard of one match.

    Attributes:
        match: its number.
        seat: the seat; None: it watched.
        first: the number of the first event that it heard.
        count: how many events.
        checksum: CRC-32 of their bytes, one after another; None where it is not known: one was lost.
        over: the last message, if it came.
    """

    match: int
    seat: int | None
    first: int
    count: int
    checksum: int | None
    over: str | None


class Ledger:
    """What one program has heard of one match so far.

    Args:
        match: its number.
        seat: the program's seat; None: it watches, and so may come in the middle.
        who: the program, for faults.
        faults: where they are noted.

    Attributes:
        heard: how many events.
        over: the last message, once it has come.
    """

    def __init__(self, match: int, seat: int | None, who: str, faults: Faults) -> None:
        """Nothing heard yet."""
        self.match = match
        self.seat = seat
        self.heard = 0
        self.over: str | None = None
        self._who = who
        self._faults = faults
        self._first = 1
        self._next = 1
        self._checksum: int | None = 0
        self._expected = b""
        self._expect()

    @property
    def last(self) -> int:
        """The number of the last event that was heard."""
        return self._next - 1

    def _expect(self) -> None:
        self._expected = b'{"type":"event","match":%d,"number":%d,"event":' % (self.match, self._next)

    def event(self, line: bytes) -> None:
        """Take the line of an event, without its line feed."""
        expected = self._expected
        if not line.startswith(expected):
            if not self._unexpected(line):
                return
            expected = self._expected
        self.heard += 1
        self._next += 1
        self._expected = b'{"type":"event","match":%d,"number":%d,"event":' % (self.match, self._next)
        if self._checksum is not None:
            self._checksum = crc32(line[len(expected) : -2], self._checksum)  # without "}" and carriage return

    def _unexpected(self, line: bytes) -> bool:
        """Look at an event that is not the next one; return whether it is to be taken as that."""
        found = _NUMBERS.match(line)
        if found is None or int(found[1]) != self.match:
            self._faults.add("other-match", f"{self._who} at match {self.match} heard {line[:120]!r}")
            return False
        number = int(found[2])
        if number < self._next:
            text = f"{self._who} heard event {number} of match {self.match} twice; event {self._next} was next"
            self._faults.add("event-twice", text)
            return False
        if self.heard or self.seat is not None:
            text = f"{self._who} heard event {number} of match {self.match}; event {self._next} was next"
            self._faults.add("event-lost", text, number - self._next)
            self._checksum = None
        else:
            self._first = number
        self._next = number
        self._expect()
        return True

    def result(self) -> Heard:
        """Return what was heard."""
        return Heard(self.match, self.seat, self._first, self.heard, self._checksum, self.over)
