"""A connection's bytes, without a task of its own for writing.

Reading waits until the socket is readable and takes what is there. Writing goes straight to the socket; what does not
fit waits in a bounded outbox, with a flushing task only until it is empty. So a line costs one wake-up, not three.
"""

import socket
import struct
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import trio

READ_BYTES: Final = 65536
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
        flushers: where the flushing task runs while the socket is full.
        on_congestion: called when a backlog was thrown away and the rest has been flushed: time for a resync.
    """

    def __init__(self, sock: socket.socket, flushers: trio.Nursery, on_congestion: Callable[[], None]) -> None:
        """Take the socket over."""
        self._socket = sock
        self._flushers = flushers
        self._on_congestion = on_congestion
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._lost_some = False
        self._closed = False
        self._flushing: trio.CancelScope | None = None

    async def receive(self) -> bytes:
        """Wait for bytes; b"" when the peer has gone or the link was closed."""
        while not self._closed:
            try:
                await trio.lowlevel.wait_readable(self._socket)
                return self._socket.recv(READ_BYTES)
            except BlockingIOError:
                continue
            except (OSError, trio.ClosedResourceError):
                return b""
        return b""

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
            except trio.ClosedResourceError:
                if self._socket.fileno() < 0:
                    return
                continue  # `close` woke who waits; the last words go out still
            except OSError:
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
        self._closed = True
        self._flushing.deadline = trio.current_time() + LAST_WORDS_S
        trio.lowlevel.notify_closing(self._socket)

    def _hang_up(self) -> None:
        """Close the socket now; whoever waits in `receive` gets b""."""
        self._closed = True
        self._outbox.clear()
        if self._socket.fileno() >= 0:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()
