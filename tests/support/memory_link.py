"""A link of memory (`server.link.Link`): what a peer says arrives in `receive`, what the server sends is collected.

It keeps the promises of `SocketLink`, and the same tests hold for both (`tests/unit/server/test_server_link.py`).
"""

from collections.abc import Callable

import trio

from server.link import LAST_WORDS_S, OUTBOX_BYTES, READ_BYTES


class MemoryLink:
    """Both ends of a connection without a socket. The server's end is `Link`; the peer's is all the rest.

    Args:
        on_congestion: as `SocketLink`'s: called when a backlog was thrown away and the rest has been read.

    Attributes:
        lag_ms: how long a way to the peer and back takes, as the server is told; what is sent arrives at once.
    """

    def __init__(self, on_congestion: Callable[[], None] = lambda: None) -> None:
        """Start connected and empty."""
        self._on_congestion = on_congestion
        self._to_server = bytearray()
        self._to_peer = bytearray()
        self._outbox: list[bytes] = []
        self._outbox_bytes = 0
        self._is_stalled = False
        self._lost_some = False
        self._is_hung_up = False
        self._is_closed = False
        self._hangs_up_at = 0.0
        self.lag_ms: int | None = None
        self._server_side = trio.lowlevel.ParkingLot()
        self._peer_side = trio.lowlevel.ParkingLot()

    # The server's end

    async def receive(self) -> bytes:
        """Wait for bytes, at most `READ_BYTES` at a time; b"" when the peer has gone or the link was closed."""
        await trio.lowlevel.checkpoint()
        while not (self._to_server or self._is_hung_up or self._is_closed):
            await self._server_side.park()
        if self._is_closed:
            return b""
        data = bytes(self._to_server[:READ_BYTES])
        del self._to_server[:READ_BYTES]
        return data

    def send(self, data: bytes) -> None:
        """Send without waiting; while the peer is stalled, a bounded backlog waits, as with a full socket."""
        if self._is_closed or self._is_hung_up or not data:
            return
        if not self._is_stalled:
            self._deliver(data)
            return
        self._outbox.append(data)
        self._outbox_bytes += len(data)
        if self._outbox_bytes > OUTBOX_BYTES:
            self._outbox = self._outbox[:1]
            self._outbox_bytes = len(self._outbox[0])
            self._lost_some = True

    def round_trip_ms(self) -> int | None:
        """Return what a test has set."""
        return self.lag_ms

    def close(self) -> None:
        """Close; a peer that reads on soon gets what waits, and whoever waits at either end gets b""."""
        if not self._is_closed:
            self._is_closed = True
            self._hangs_up_at = trio.current_time() + LAST_WORDS_S
        self._server_side.unpark_all()
        self._peer_side.unpark_all()

    # The peer's end

    @property
    def is_closed(self) -> bool:
        """Whether the server has closed the connection."""
        return self._is_closed

    @property
    def unread(self) -> int:
        """Bytes that the peer has said and the server has not taken yet."""
        return len(self._to_server)

    def say(self, data: bytes) -> None:
        """Say bytes to the server; any cutting into pieces will do, half a line as well."""
        if not (self._is_closed or self._is_hung_up):
            self._to_server += data
            self._server_side.unpark_all()

    def cut(self) -> None:
        """Lose the connection: what was not received yet is lost on both sides."""
        self._is_hung_up = True
        self._to_server.clear()
        self._server_side.unpark_all()
        self._peer_side.unpark_all()

    def stall(self) -> None:
        """Stop reading what the server sends."""
        self._is_stalled = True

    def go_on(self) -> None:
        """Read again: first what waited, then what comes."""
        self._is_stalled = False
        waited, self._outbox, self._outbox_bytes = self._outbox, [], 0
        if not self._is_closed or trio.current_time() < self._hangs_up_at:
            for data in waited:
                self._deliver(data)
        if self._lost_some and not self._is_closed:
            self._lost_some = False
            self._on_congestion()

    async def hear(self) -> bytes:
        """Wait for what the server sends; b"" when there will be no more."""
        await trio.lowlevel.checkpoint()
        while not (self._to_peer or self._is_closed or self._is_hung_up):
            await self._peer_side.park()
        return self.heard()

    def heard(self) -> bytes:
        """Return what the server has sent since last time, without waiting."""
        data = bytes(self._to_peer)
        self._to_peer.clear()
        return data

    def _deliver(self, data: bytes) -> None:
        self._to_peer += data
        self._peer_side.unpark_all()
