"""A server with a planted fault, to see whether the load harness finds it: `SPELLMOOT_FAULT` says which.

`drop`: one event in 10,000 is not told. `twice`: one in 10,000 is told twice. `alter`: one in 10,000 is told otherwise
than it happened. `late`: everything is told 50 ms late.
"""

import os
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import trio

import server.app
from bench.game_server import main
from server.link import SocketLink

ONE_IN: Final = 10_000
FIRST: Final = 300
"""The first event that is hit, so that short runs meet one, too."""
LATE_S: Final = 0.05
_EVENT: Final = b'{"type":"event"'


class Spoiler:
    """Counts the events of all connections, and spoils some.

    Args:
        spoil: what becomes of an event's line.
    """

    def __init__(self, spoil: Callable[[bytes], bytes]) -> None:
        """Start to count."""
        self._spoil = spoil
        self._events = 0

    def pass_on(self, data: bytes) -> bytes:
        """Return what is told instead of `data`, which are whole lines."""
        lines = data.splitlines(keepends=True)
        for place, line in enumerate(lines):
            if line.startswith(_EVENT):
                self._events += 1
                if self._events % ONE_IN == FIRST:
                    lines[place] = self._spoil(line)
        return b"".join(lines)


class SpoiltLink(SocketLink):
    """A link over which not all arrives as it was sent."""

    spoiler: Spoiler

    def send(self, data: bytes) -> None:
        """Send something else now and then."""
        super().send(self.spoiler.pass_on(data))


class LateLink(SocketLink):
    """A link over which all arrives late."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401 (the link's own)
        """Nothing is on its way."""
        super().__init__(*arguments)
        self._on_way: deque[tuple[float, bytes]] = deque()

    def send(self, data: bytes) -> None:
        """Send later."""
        self._on_way.append((trio.current_time() + LATE_S, data))
        if len(self._on_way) == 1:
            self._flushers.start_soon(self._deliver)

    async def _deliver(self) -> None:
        while self._on_way:
            await trio.sleep_until(self._on_way[0][0])
            super().send(self._on_way.popleft()[1])


_SPOILT: Final[dict[str, Callable[[bytes], bytes]]] = {
    "drop": lambda _: b"",
    "twice": lambda line: line + line,
    "alter": lambda line: line.replace(b'"event":{', b'"event":{"lie":true,', 1),
}

if __name__ == "__main__":
    fault = os.environ["SPELLMOOT_FAULT"]
    if fault in _SPOILT:
        SpoiltLink.spoiler = Spoiler(_SPOILT[fault])
        server.app.SocketLink = SpoiltLink  # type: ignore[misc]
    elif fault == "late":
        server.app.SocketLink = LateLink  # type: ignore[misc]
    main()
