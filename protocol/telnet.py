"""The telnet side of a connection: commands out of the bytes, answers back. RFC 854, 855, 857, 858, 860, 1073, 1143.

We never speak first, so a netcat client never sees a telnet byte. A client that negotiates is answered.

Negotiation is RFC 1143's Q method without its WANT states, which only an asking side needs. Each option has one state
for each side ("us": the peer's DO and DONT; "him": the peer's WILL and WONT), and the whole of it is this table:

    state     request (DO, WILL)               withdrawal (DONT, WONT)
    OFF       willing: ON, agree               nothing
              else: REFUSED, refuse
    REFUSED   nothing                          OFF
    ON        nothing                          OFF, confirm

Nothing is answered twice in the same state, so no loop is possible. One exception, TIMING-MARK (RFC 860), is not a mode
but a question: each DO gets its WONT, because clients throw output away after an interrupt until they see one.

Outside negotiation a small machine walks over the bytes; it keeps its state over chunks:

    DATA --IAC--> COMMAND --verb--> OPTION --any--> DATA
                  COMMAND --SB--> SUB --IAC--> SUB_COMMAND --SE--> DATA
                  COMMAND --other--> DATA

Bytes that are no command after IAC (netcat sends a lone 0xFF as readily as any byte) are data together with that IAC.
As 0xFF occurs nowhere in UTF-8, the line that holds it is refused as badly encoded, and nothing else is disturbed.
"""

import enum
from collections.abc import Mapping
from typing import Final

SE, NOP, AYT, EC, EL, SB = 240, 241, 246, 247, 248, 250
WILL, WONT, DO, DONT, IAC = 251, 252, 253, 254, 255
ECHO, SGA, TIMING_MARK, NAWS = 1, 3, 6, 31

SUBNEGOTIATION_LIMIT: Final = 256
"""Longest subnegotiation that is kept, in bytes; a longer one is skipped, at most up to the end of the line."""

_FIRST_COMMAND: Final = 236  # EOF, SUSP, ABORT (RFC 1184), EOR (RFC 885), then RFC 854's
_LINE_FEED: Final = 0x0A
_IAC_BYTE: Final = b"\xff"
_NAWS_LENGTH: Final = 4
_AYT_ANSWER: Final = b"[yes]\r\n"
_AS_DATA: Final[Mapping[int, bytes]] = {IAC: b"\xff", EC: b"\x08", EL: b"\x15"}
"""Commands that are data to the line: a doubled IAC, and the erasing of a character or the line."""

_WILLING: Final = frozenset({(DO, SGA), (WILL, SGA), (WILL, NAWS)})
_STATELESS: Final = frozenset({(DO, TIMING_MARK)})
_REQUEST_OF: Final[Mapping[int, int]] = {DO: DO, DONT: DO, WILL: WILL, WONT: WILL}
_AGREE: Final[Mapping[int, int]] = {DO: WILL, WILL: DO}
_REFUSE: Final[Mapping[int, int]] = {DO: WONT, WILL: DONT}


class _State(enum.Enum):
    DATA = enum.auto()
    COMMAND = enum.auto()
    OPTION = enum.auto()
    SUB = enum.auto()
    SUB_COMMAND = enum.auto()


class _Option(enum.Enum):
    OFF = enum.auto()
    REFUSED = enum.auto()
    ON = enum.auto()


class TelnetFilter:
    """Takes telnet out of a stream of bytes. Memory: the options asked about (at most 512) and one subnegotiation.

    Attributes:
        has_negotiated: the peer sent at least one telnet command, so it is a telnet client.
        width: columns of the peer's window by NAWS (RFC 1073); None if unknown.
        height: lines of it; None if unknown.
    """

    def __init__(self) -> None:
        """Start as RFC 854 says: every option off on both sides."""
        self.has_negotiated = False
        self.width: int | None = None
        self.height: int | None = None
        self._state = _State.DATA
        self._verb = 0
        self._options: dict[tuple[int, int], _Option] = {}
        self._sub = bytearray()
        self._is_sub_too_long = False

    @property
    def is_amid_command(self) -> bool:
        """Whether the next byte belongs to a telnet command that has begun."""
        return self._state is not _State.DATA

    def receive(self, chunk: bytes) -> tuple[bytes, bytes]:
        """Split `chunk` into data and our answer.

        Returns:
            `(data, reply)`: the bytes that are no telnet, and the bytes to send back now (mostly empty). A reply is at
            most four times as long as what asked for it. Never raises.
        """
        if self._state is _State.DATA and _IAC_BYTE not in chunk:
            return chunk, b""
        data = bytearray()
        reply = bytearray()
        position = 0
        while position < len(chunk):
            if self._state is _State.DATA:
                mark = chunk.find(_IAC_BYTE, position)
                if mark < 0:
                    data += chunk[position:]
                    break
                data += chunk[position:mark]
                self._state = _State.COMMAND
                position = mark + 1
            else:
                self._step(chunk[position], data, reply)
                position += 1
        return bytes(data), bytes(reply)

    def _step(self, byte: int, data: bytearray, reply: bytearray) -> None:
        """Take one byte that is not plain data."""
        match self._state:
            case _State.OPTION:
                self._state = _State.DATA
                reply += self._negotiate(self._verb, byte)
            case _State.SUB:
                self._collect(byte, data)
            case _State.SUB_COMMAND:
                self._end_or_escape(byte, data, reply)
            case _:
                self._command(byte, data, reply)

    def _command(self, byte: int, data: bytearray, reply: bytearray) -> None:
        self._state = _State.DATA
        if byte < _FIRST_COMMAND:
            data += bytes((IAC, byte))
            return
        if byte in _AS_DATA:
            data += _AS_DATA[byte]
            if byte == IAC:
                return  # netcat may have sent it: no proof of telnet
        self.has_negotiated = True
        if byte in _REQUEST_OF:
            self._verb = byte
            self._state = _State.OPTION
        elif byte == SB:
            self._sub.clear()
            self._is_sub_too_long = False
            self._state = _State.SUB
        elif byte == AYT:
            reply += _AYT_ANSWER

    def _negotiate(self, verb: int, option: int) -> bytes:
        """Walk the table of the module's docstring."""
        request = _REQUEST_OF[verb]
        key = (request, option)
        state = self._options.get(key, _Option.OFF)
        if verb != request:
            self._options[key] = _Option.OFF
            if key == (WILL, NAWS):
                self.width = self.height = None
            return bytes((IAC, _REFUSE[request], option)) if state is _Option.ON else b""
        if key in _STATELESS:
            return bytes((IAC, _REFUSE[request], option))
        if state is not _Option.OFF:
            return b""
        is_willing = key in _WILLING
        self._options[key] = _Option.ON if is_willing else _Option.REFUSED
        return bytes((IAC, (_AGREE if is_willing else _REFUSE)[request], option))

    def _collect(self, byte: int, data: bytearray) -> None:
        if byte == IAC:
            self._state = _State.SUB_COMMAND
        elif self._is_sub_too_long and byte == _LINE_FEED:
            # No peer of ours has reason for so long a subnegotiation: this is noise, and the next line is not.
            self._state = _State.DATA
            data.append(byte)
        else:
            self._keep(byte)

    def _end_or_escape(self, byte: int, data: bytearray, reply: bytearray) -> None:
        if byte == IAC:
            self._keep(byte)
            self._state = _State.SUB
        elif byte == SE:
            self._state = _State.DATA
            self._finish_sub()
        else:  # RFC 855 leaves it open; the subnegotiation is given up, the command is obeyed
            self._command(byte, data, reply)

    def _keep(self, byte: int) -> None:
        if len(self._sub) < SUBNEGOTIATION_LIMIT:
            self._sub.append(byte)
        else:
            self._is_sub_too_long = True

    def _finish_sub(self) -> None:
        """Read a window size (RFC 1073), and nothing else: no other option was agreed to."""
        agreed = self._options.get((WILL, NAWS)) is _Option.ON
        if agreed and len(self._sub) == 1 + _NAWS_LENGTH and self._sub[0] == NAWS:
            self.width = int.from_bytes(self._sub[1:3], "big") or None
            self.height = int.from_bytes(self._sub[3:5], "big") or None
