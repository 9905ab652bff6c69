"""A connection's bytes, without a task of its own for writing.

What comes is offered at once to whoever can deal with it on the spot; the rest wakes the connection's task. Writing
goes straight to the socket; what does not fit waits in a bounded outbox, with a flushing task only until it is empty.
So a line costs no wake-up of a task of its own, or one, and not three.
"""

import socket
import struct
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

import trio

from .inbox import Inbox
from .readiness import Readiness

READ_BYTES: Final = 65536
LINE_BYTES: Final = 479
"""What is read first: a line and more, and with Python's header as much as its own allocator deals with. A large buffer
is cut down to the few bytes of a line, which tears up the heap of a server that holds what waits for the disk."""
OUTBOX_BYTES: Final = 262_144
"""What may wait for a slow reader; more, and it is `congested`: its backlog is thrown away."""
LAST_WORDS_S: Final = 1.0
"""So long a slow reader is given, after `close`, to take what was sent before."""


_TCP_INFO: Final[int | None] = getattr(socket, "TCP_INFO", None)  # of Linux alone
_SMOOTHED_RTT: Final = struct.Struct(
    "=68xI"
)  # tcpi_rtt of `struct tcp_info`, in microseconds: the same on all machines


class Link(Protocol):
    """A way to a peer. Tests have one of memory, the server one of sockets."""

    async def receive(self) -> bytes:
        """Wait for bytes; b"" when the peer has gone or the link was closed."""
        ...

    def send(self, data: bytes) -> None:
        """Send without waiting. A peer that has gone swallows it; `receive` tells."""
        ...

    def round_trip_ms(self) -> int | None:
        """Return how long a way to the peer and back takes, as far as that is known. Costs a call of the system."""
        ...

    def close(self) -> None:
        """Take and send nothing more; what waits for a slow reader still goes out, for `LAST_WORDS_S` at most.

        Never waits; doing it twice is harmless.
        """
        ...


class SocketLink:
    """A link over a non-blocking socket, which it owns.

    Args:
        sock: connected; is closed by `close`.
        readiness: who watches the socket.
        flushers: where the flushing task runs while the socket is full.
        on_congestion: called when a backlog was thrown away and the rest has been flushed: time for a resync.

    Attributes:
        take_at_once: is offered bytes that come while somebody waits in `receive`; returns whether it has dealt with
            them, and must not wait. What it does not take is received.
    """

    def __init__(
        self, sock: socket.socket, readiness: Readiness, flushers: trio.Nursery, on_congestion: Callable[[], None]
    ) -> None:
        """Take the socket over."""
        self.take_at_once: Callable[[bytes], bool] = _take_nothing
        self._socket = sock
        self._readiness = readiness
        self._flushers = flushers
        self._on_congestion = on_congestion
        self._inbox = Inbox[bytes](1)
        self._is_watched = False
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._lost_some = False
        self._closed = False
        self._flushing: trio.CancelScope | None = None

    async def receive(self) -> bytes:
        """Wait for bytes; b"" when the peer has gone or the link was closed."""
        if self._closed:
            return b""
        if not self._is_watched:
            self._is_watched = True
            self._readiness.watch(self._socket, self._readable)
        return await self._inbox.receive()

    def _readable(self) -> None:
        """Take what is there; nothing more is read until somebody has received what could not be taken at once."""
        try:
            data = self._socket.recv(LINE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if len(data) == LINE_BYTES:
            with suppress(OSError):  # nothing more is there; or what is wrong shows at the next look
                data += self._socket.recv(READ_BYTES - LINE_BYTES)
        if not data or not self.take_at_once(data):
            self._unwatch()
            self._inbox.push(data)

    def _unwatch(self) -> None:
        if self._is_watched:
            self._is_watched = False
            self._readiness.forget(self._socket)

    def send(self, data: bytes) -> None:
        """Send at once what the socket takes; the rest waits."""
        if self._closed or not data:
            return
        if self._outbox:
            self._queue(data)
            return
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._hang_up()
            return
        if sent < len(data):
            self._queue(data[sent:])
            self._flushing = trio.CancelScope()
            self._flushers.start_soon(self._flush, self._flushing)

    def round_trip_ms(self) -> int | None:
        """Return what TCP has measured, smoothed over its last packets; None where it does not tell."""
        if _TCP_INFO is None or self._closed:
            return None
        try:
            info = self._socket.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _SMOOTHED_RTT.size)
        except OSError:
            return None
        if len(info) < _SMOOTHED_RTT.size:
            return None
        (microseconds,) = _SMOOTHED_RTT.unpack(info)
        return int(microseconds) // 1000

    def _queue(self, data: bytes) -> None:
        self._outbox.append(data)
        self._outbox_bytes += len(data)
        if self._outbox_bytes > OUTBOX_BYTES:
            # The first piece may be the rest of a line that is half sent: it stays, so that no line is torn.
            first = self._outbox[0]
            self._outbox = deque([first])
            self._outbox_bytes = len(first)
            self._lost_some = True

    async def _flush(self, scope: trio.CancelScope) -> None:
        """Send what waits; `scope` gets a deadline from `close`. After that the socket is closed, too."""
        try:
            with scope:
                await self._drain()
        finally:
            self._flushing = None
            if self._closed:
                self._hang_up()
        if self._lost_some and not self._closed:
            self._lost_some = False
            self._on_congestion()

    async def _drain(self) -> None:
        while self._outbox:
            try:
                await trio.lowlevel.wait_writable(self._socket)
                sent = self._socket.send(self._outbox[0])
            except BlockingIOError:
                continue
            except (OSError, trio.ClosedResourceError):
                self._hang_up()
                return
            piece = self._outbox.popleft()
            self._outbox_bytes -= sent
            if sent < len(piece):
                self._outbox.appendleft(piece[sent:])

    def close(self) -> None:
        """Take and send nothing more; what waits still goes out, for `LAST_WORDS_S` at most."""
        if self._closed:
            return
        if self._flushing is None:
            self._hang_up()
            return
        self._stop_reading()
        self._flushing.deadline = trio.current_time() + LAST_WORDS_S

    def _stop_reading(self) -> None:
        """Take nothing more; whoever waits in `receive` gets b""."""
        if not self._closed:
            self._closed = True
            self._unwatch()
            self._inbox.push(b"")

    def _hang_up(self) -> None:
        """Close the socket now."""
        self._stop_reading()
        self._outbox.clear()
        if self._socket.fileno() >= 0:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()


def _take_nothing(_: bytes) -> bool:
    """Leave everything to `receive`."""
    return False
