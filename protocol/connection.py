"""A connection without its socket: bytes in, events out; and what to send, as bytes.

Symmetrical: a bot or a test reads the server with the same class. Messages are not decoded here, because what a line
means depends on the seat (choice verbs) and on the mode of the session.
"""

from attrs import frozen

from .errors import LocalError, RemoteError
from .lines import LINE_LIMIT, Line, LineBuffer, LineEvent, LineTooLong
from .telnet import TelnetFilter


@frozen
class LineReceived:
    """A complete line, free of control characters; may be empty."""

    text: str


@frozen
class LineRefused:
    """A line that can't be read and was dropped; send the answer (`Refused.of(error)`) and go on."""

    error: RemoteError


ConnectionEvent = LineReceived | LineRefused


class Connection:
    """One peer's bytes. Memory is bounded by `limit` and by what `data_to_send` has not been asked for.

    Args:
        limit: longest line in bytes; a client of the server wants more than the server does (see PROTOCOL.md).
    """

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        """Start with nothing received."""
        self._limit = limit
        self._lines = LineBuffer(limit)
        self._telnet = TelnetFilter()
        self._to_send = bytearray()
        self._is_between_lines = True

    @property
    def is_telnet(self) -> bool:
        """Whether the peer has sent a telnet command."""
        return self._telnet.has_negotiated

    @property
    def window_width(self) -> int | None:
        """Columns of the peer's window, None while unknown."""
        return self._telnet.width

    @property
    def window_height(self) -> int | None:
        """Lines of the peer's window, None while unknown."""
        return self._telnet.height

    def whole_line(self, data: bytes) -> str | None:
        """Return the line that `data` is, if it is just one plain line: the short cut of the hot path. Else None.

        With a line, `data` is dealt with: `receive_data(data)` would give just that, and no answer. After None nothing
        has been taken yet, and `receive_data` is to be asked.
        """
        if not self._is_between_lines or not data.endswith(b"\n") or not data.isascii():
            return None
        text = data.decode()
        text = text[:-2] if text.endswith("\r\n") else text[:-1]
        return text if text.isprintable() and len(text) <= self._limit else None

    def receive_data(self, data: bytes) -> list[ConnectionEvent]:
        """Take what was read from the socket; return what it completes, in order.

        Never raises. Ask `data_to_send` afterwards: a telnet peer may want an answer.
        """
        text, reply = self._telnet.receive(data)
        if reply:
            self._to_send += reply
        events = [self._event(event) for event in self._lines.feed(text)]
        self._is_between_lines = self._lines.is_between_lines and not self._telnet.is_amid_command
        return events

    def data_to_send(self) -> bytes:
        """Return the telnet answers that wait to be sent (mostly none), and forget them."""
        if not self._to_send:
            return b""
        data = bytes(self._to_send)
        self._to_send.clear()
        return data

    def _event(self, event: LineEvent) -> ConnectionEvent:
        if isinstance(event, Line):
            return LineReceived(event.text)
        if isinstance(event, LineTooLong):
            limit = str(self._limit)
            text = f"That line is longer than {limit} bytes and was dropped."
            return LineRefused(RemoteError("line-too-long", text, {"limit": limit}))
        return LineRefused(RemoteError("bad-encoding", "That line is not UTF-8 and was dropped."))


def encode_lines(lines: list[str]) -> bytes:
    """Return text for people as bytes: UTF-8, each line ended by CR LF; nothing for no lines.

    Colours and the bell may be in it, a line break may not. UTF-8 never holds 0xFF, so telnet needs no escaping.

    Raises:
        LocalError: a line holds a line break.
    """
    if not lines:
        return b""
    text = "\r\n".join(lines)
    breaks = len(lines) - 1
    if text.count("\n") != breaks or text.count("\r") != breaks:
        complaint = "a line of text holds a line break"
        raise LocalError(complaint)
    return text.encode(errors="replace") + b"\r\n"


def encode_json(line: bytes) -> bytes:
    """Return an encoded message with its line end."""
    return line + b"\r\n"
