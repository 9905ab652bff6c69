r"""Bytes to complete lines of text: bounded, and never scanning a byte twice.

A line ends with LF, CR LF, or CR NUL (which is what telnet sends for a bare Enter key, RFC 854). A lone CR ends
nothing. The buffer holds at most one unfinished line, and of an over-long one nothing at all:

    state      input                          event             next state
    collecting a line end                     Line, BadEncoding collecting
    collecting more than `limit` bytes        LineTooLong       skipping
    skipping   a line end                     none              collecting

So the events depend on the bytes alone and not on how they were cut into chunks. The one byte that matters over a cut
is a CR at the end of a chunk: it may be the first half of a line end, so it does not count towards the limit yet, and
the search goes on from it.
"""

import re
import unicodedata
from typing import Final

from attrs import frozen

LINE_LIMIT: Final = 4096
"""Longest line that a client may send, in bytes, without its line end. IRC has 512, MUDs mostly 4,096 or less."""

_LINE_END: Final = re.compile(rb"\r?\n|\r\x00")
_ESCAPE_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])")
_CR: Final = b"\r"
_ERASE_CHARACTER: Final = frozenset("\b\x7f")
_ERASE_LINE: Final = "\x15"


@frozen
class Line:
    """One complete line, without its end and without control characters."""

    text: str


@frozen
class LineTooLong:
    """A line went over the limit: it is dropped up to its end."""


@frozen
class BadEncoding:
    """A complete line was not valid UTF-8: it is dropped."""


LineEvent = Line | LineTooLong | BadEncoding


def plain(text: str) -> str:
    r"""Return `text` as its typist meant it: without control characters.

    A tab becomes a space. Backspace and DEL erase the character before them and `^U` everything before it, as clients
    without line editing send them. Arrow and function keys (`ESC [ A`) vanish as a whole; any other control character
    (categories Cc: C0, DEL, C1) vanishes alone.
    """
    if text.isprintable():
        return text
    kept: list[str] = []
    for character in _ESCAPE_SEQUENCE.sub("", text):
        if character == "\t":
            kept.append(" ")
        elif character in _ERASE_CHARACTER:
            if kept:
                kept.pop()
        elif character == _ERASE_LINE:
            kept.clear()
        elif unicodedata.category(character) != "Cc":
            kept.append(character)
    return "".join(kept)


class LineBuffer:
    """Collects bytes and gives back complete lines. Memory: `limit` + 1 bytes between calls.

    Args:
        limit: longest line in bytes, without its line end.
    """

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        """Start empty."""
        self._limit = limit
        self._buffer = bytearray()
        self._scanned = 0  # everything before it holds no line end
        self._is_skipping = False

    @property
    def pending(self) -> int:
        """Bytes held for the line that is not complete yet."""
        return len(self._buffer)

    @property
    def is_between_lines(self) -> bool:
        """Whether nothing of a line is held or being skipped: the next byte begins one."""
        return not self._buffer and not self._is_skipping

    def feed(self, data: bytes) -> list[LineEvent]:
        """Take the next bytes, and return what they complete, in order. Never raises. Cost: linear in `data`."""
        events: list[LineEvent] = []
        buffer = self._buffer
        buffer += data
        start = 0
        for end in _LINE_END.finditer(buffer, self._scanned):
            if self._is_skipping:
                self._is_skipping = False
            else:
                events.append(self._line(bytes(buffer[start : end.start()])))
            start = end.end()
        del buffer[:start]
        open_cr = buffer.endswith(_CR)
        if not self._is_skipping and len(buffer) - open_cr > self._limit:
            events.append(LineTooLong())
            self._is_skipping = True
        if self._is_skipping:
            del buffer[: len(buffer) - open_cr]
        self._scanned = len(buffer) - open_cr
        return events

    def _line(self, content: bytes) -> LineEvent:
        if len(content) > self._limit:
            return LineTooLong()
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return BadEncoding()
        return Line(plain(text))
