"""Listening sockets, and a loop that accepts all that wait: one a scheduler pass would be 3,000 a second."""

import errno
import socket
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
import trio

_BACKLOG: Final = 1024
_PAUSE_S: Final = 0.1
_EXHAUSTED: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_log = structlog.get_logger()

Handler = Callable[[socket.socket], Awaitable[None]]
"""Owns the socket it is given, and returns when it is done with it."""


def open_listeners(host: str, port: int) -> list[socket.socket]:
    """Return listening sockets for every address that `host` names; all on one port, also where `port` is 0.

    Raises:
        OSError: an address can't be taken.
    """
    listeners: list[socket.socket] = []
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    try:
        for family, kind, proto, _, address in found:
            sock = socket.socket(family, kind, proto)
            listeners.append(sock)
            sock.setblocking(False)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            taken = listeners[0].getsockname()[1] if len(listeners) > 1 else port
            sock.bind((address[0], taken, *address[2:]))
            sock.listen(_BACKLOG)
    except OSError:
        for sock in listeners:
            sock.close()
        raise
    return listeners


async def accept_all(listener: socket.socket, connections: trio.Nursery, handle: Handler) -> None:
    """Accept for ever; each connection is handled by a task in `connections`. Closes `listener` when cancelled.

    When the machine has no more descriptors it waits a little and tries again, instead of ending.
    """
    with listener:
        while True:
            await trio.lowlevel.wait_readable(listener)
            while True:
                try:
                    sock, _ = listener.accept()
                except BlockingIOError:
                    break
                except OSError as error:
                    if error.errno in _EXHAUSTED:
                        _log.error("no descriptor for a connection", reason=str(error))
                        await trio.sleep(_PAUSE_S)
                    break
                sock.setblocking(False)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connections.start_soon(handle, sock)
