"""Clients without sockets: what they send is kept, what they measure as well."""

from bench.load.checks import Faults, Heard
from bench.load.clients import Client


class Wire:
    """Both what a client needs and what a pairing needs of a driver."""

    def __init__(self, *, expects_losses: bool = False) -> None:
        """Nothing was sent."""
        self.faults = Faults()
        self.heard: list[Heard] = []
        self.is_started = True
        self.expects_losses = expects_losses
        self.away_s = 1.0
        self.time = 0.0
        self.sent: list[tuple[str, str]] = []
        self.measured: list[tuple[str, float]] = []
        self.waiting: list[tuple[float, Client | None]] = []
        self.unread: dict[str, bytes] = {}

    def now(self) -> float:
        """Return the time."""
        return self.time

    def send(self, client: Client, data: bytes) -> None:
        """Keep what was sent."""
        self.sent.append((client.name, data.decode()))

    def pick(self, choices: list[bytes]) -> bytes:
        """Return the first."""
        return choices[0]

    def measure(self, kind: str, intended: float, now: float) -> None:
        """Keep what was measured."""
        self.measured.append((kind, round(now - intended, 6)))

    def made(self, asked_at: float, intended: float, now: float) -> None:
        """Forget it."""

    def later(self, at: float, client: Client | None, pairing: object) -> None:  # noqa: ARG002 (there is one)
        """Keep who waits."""
        self.waiting.append((at, client))

    def connect(self, client: Client, now: float) -> None:
        """Connect at once."""
        client.connected(now)

    def drop(self, client: Client, now: float) -> None:
        """Disconnect at once."""
        client.disconnected(now)

    def look(self, client: Client) -> None:
        """Read what lies in the socket."""
        data = self.unread.pop(client.name, b"")
        if data:
            client.take(data, self.time)

    def taken(self) -> list[tuple[str, str]]:
        """Return what was sent since the last time."""
        sent, self.sent = self.sent, []
        return sent
