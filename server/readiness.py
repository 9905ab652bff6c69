"""Which sockets have something to read: one task asks for all of them.

A task that waits for its own socket costs a Trio server more than the choice that it waits for: it is registered with
the kernel anew for each line, woken, scheduled, and suspended again. Here the sockets stay registered with a selector
of our own, whose descriptor Trio watches: one wake-up tells of all that have come.
"""

import selectors
import socket
from collections.abc import Callable
from typing import Final

import structlog
import trio

ROUNDS: Final = 16
"""How often it is looked for more that has come meanwhile, before others have their turn."""
_log = structlog.get_logger()


def _nothing() -> None:
    """Go on."""


class Readiness:
    """Calls back when sockets are readable.

    A callback must not wait. What it raises is logged, and nobody else is called any later for it.

    Args:
        between: called after each look, when all that it found has been dealt with; must not wait or raise.
    """

    def __init__(self, between: Callable[[], None] = _nothing) -> None:
        """Watch nothing yet."""
        self._between = between
        self._selector = selectors.DefaultSelector()

    def watch(self, sock: socket.socket, on_readable: Callable[[], None]) -> None:
        """Call `on_readable` again and again while there is something to read, until `forget`."""
        self._selector.register(sock, selectors.EVENT_READ, on_readable)

    def forget(self, sock: socket.socket) -> None:
        """Watch a socket no more; to be called before it is closed. Harmless if it is not watched."""
        try:
            self._selector.unregister(sock)
        except KeyError:
            return

    async def run(self) -> None:
        """Watch for ever; closes what it watches with when cancelled."""
        with self._selector:
            while True:
                await trio.lowlevel.wait_readable(self._selector.fileno())
                for _ in range(ROUNDS):
                    ready = self._selector.select(0)
                    if not ready:
                        break
                    for key, _ in ready:
                        try:
                            key.data()
                        except Exception:  # noqa: BLE001 (the one task that reads for all must not end)
                            _log.exception("a connection's bytes could not be taken")
                    self._between()
