"""Scripted peers: a person who reads a screen, and a program that reads JSON; over memory or over a socket.

They are made of what the server reads with, too: `protocol`. Waiting for something that does not come fails after a
while, with what came instead.
"""

import re
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Final, Protocol, Self, TypeVar

import trio

from protocol import Connection, LineReceived, Request, ServerMessage, decode_server, encode_client
from protocol.client_messages import ClientMessage, Login
from protocol.server_messages import LoggedIn
from protocol.telnet import TelnetFilter

from .memory_link import MemoryLink

PATIENCE_S: Final = 20.0
"""How long a peer waits for what should come."""
_LONGEST_LINE: Final = 1 << 20
_PROMPT: Final = re.compile(r"(?:^|\n)(?:[a-z]+)?> $")
_LONGEST_PROMPT: Final = 40
_Message = TypeVar("_Message", bound=ServerMessage)


class Wire(Protocol):
    """The peer's end of a connection."""

    async def send(self, data: bytes) -> None:
        """Send all of `data`."""
        ...

    async def receive(self) -> bytes:
        """Wait for bytes; b"" at the end."""
        ...

    async def close(self) -> None:
        """Hang up."""
        ...


class MemoryWire:
    """The peer's end of a `MemoryLink`."""

    def __init__(self, link: MemoryLink) -> None:
        """Keep the link."""
        self.link = link

    async def send(self, data: bytes) -> None:
        """Send all of `data`."""
        self.link.say(data)
        await trio.lowlevel.checkpoint()

    async def receive(self) -> bytes:
        """Wait for bytes; b"" at the end."""
        return await self.link.hear()

    async def close(self) -> None:
        """Hang up."""
        self.link.cut()
        await trio.lowlevel.checkpoint()


class SocketWire:
    """The peer's end of a TCP connection."""

    def __init__(self, stream: trio.SocketStream) -> None:
        """Take the stream over."""
        self.stream = stream

    @classmethod
    async def to(cls, address: tuple[str, int]) -> Self:
        """Connect."""
        return cls(await trio.open_tcp_stream(*address))

    async def send(self, data: bytes) -> None:
        """Send all of `data`."""
        await self.stream.send_all(data)

    async def receive(self) -> bytes:
        """Wait for bytes; b"" at the end."""
        try:
            return await self.stream.receive_some()
        except trio.BrokenResourceError:
            return b""

    async def close(self) -> None:
        """Hang up."""
        await self.stream.aclose()


class Peer:
    """What both kinds of peers have in common.

    Attributes:
        raw: all bytes that came.
        is_over: whether the server has closed the connection.
    """

    def __init__(self, wire: Wire, patience_s: float = PATIENCE_S) -> None:
        """Take the wire over."""
        self._patience_s = patience_s
        self.wire = wire
        self.raw = bytearray()
        self.is_over = False

    async def __aenter__(self) -> Self:
        """Give itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hang up."""
        await self.wire.close()

    async def type(self, *lines: str) -> None:
        """Send lines in one packet."""
        await self.wire.send("".join(f"{line}\r\n" for line in lines).encode())

    async def to_the_end(self) -> None:
        """Wait until the server has closed the connection."""
        await self._wait(lambda: self.is_over, "the end")

    def _take(self, data: bytes) -> None:
        raise NotImplementedError

    def _shown(self) -> str:
        raise NotImplementedError

    async def _wait(self, is_there: Callable[[], bool], what: str) -> None:
        with trio.move_on_after(self._patience_s):
            while not is_there():
                if self.is_over:
                    break
                data = await self.wire.receive()
                self.raw += data
                self.is_over = not data
                self._take(data)
        if not is_there():
            why = "the connection ended" if self.is_over else f"nothing more came in {self._patience_s:g} s"
            message = f"waited for {what}; {why}. Unread:\n{self._shown()[-3000:]}"
            raise AssertionError(message)


class Person(Peer):
    """A peer in text mode. `screen` is all that was shown, without carriage returns and telnet commands."""

    def __init__(self, wire: Wire, patience_s: float = PATIENCE_S) -> None:
        """Look at an empty screen."""
        super().__init__(wire, patience_s)
        self.screen = ""
        self._read = 0
        self._undecoded = b""
        self._telnet = TelnetFilter()

    def _take(self, data: bytes) -> None:
        whole = self._undecoded + self._telnet.receive(data)[0]
        end = len(whole)
        while end and end > len(whole) - 4 and not _is_utf8(whole[:end]):
            end -= 1
        self.screen += whole[:end].decode().replace("\r\n", "\n")
        self._undecoded = whole[end:]

    def _shown(self) -> str:
        return self.screen[self._read :]

    async def until(self, *words: str) -> str:
        """Wait for each of `words` in turn; return what was shown up to there since the last wait."""
        start = self._read
        for word in words:
            await self._wait(partial(self._has, word), repr(word))
            self._read = self.screen.index(word, self._read) + len(word)
        return self.screen[start : self._read]

    async def prompt(self) -> str:
        """Wait until a prompt stands at the end; return what was shown since the last wait."""
        await self._wait(self._stands_at_prompt, "a prompt")
        shown = self._shown()
        self._read = len(self.screen)
        return shown

    def _has(self, word: str) -> bool:
        return self.screen.find(word, self._read) >= 0

    def _stands_at_prompt(self) -> bool:
        return _PROMPT.search(self.screen[self._read :][-_LONGEST_PROMPT:]) is not None

    async def ask(self, *lines: str) -> str:
        """Type lines; return what is shown up to the next prompt."""
        await self.type(*lines)
        return await self.prompt()

    async def called(self, name: str) -> str:
        """Take a name; return the screen that greets it."""
        await self.until("Your name?")
        await self.prompt()
        return await self.ask(name)


class Program(Peer):
    """A peer in json mode.

    Attributes:
        messages: all that came, in order.
        token: the word that brings it back, once logged in.
    """

    def __init__(self, wire: Wire, patience_s: float = PATIENCE_S) -> None:
        """Nothing heard yet."""
        super().__init__(wire, patience_s)
        self.messages: list[ServerMessage] = []
        self.tags: list[str | None] = []
        self.token = ""
        self._connection = Connection(limit=_LONGEST_LINE)
        self._read = 0

    def _take(self, data: bytes) -> None:
        for event in self._connection.receive_data(data):
            assert isinstance(event, LineReceived), event
            if event.text.startswith("{"):  # what came before json mode was for people
                response = decode_server(event.text)
                self.messages.append(response.message)
                self.tags.append(response.tag)

    def _shown(self) -> str:
        return "\n".join(map(str, self.messages[self._read :]))

    async def send(self, message: ClientMessage, tag: str | None = None, match: int | None = None) -> None:
        """Send a message."""
        await self.wire.send(encode_client(Request(message, tag, match)) + b"\n")

    async def next(self, kind: type[_Message] | tuple[type[_Message], ...], tag: str | None = None) -> _Message:
        """Wait for the next message of `kind` (and with `tag`, if given); what comes before it counts as read."""
        found: list[_Message] = []
        looked = self._read

        def look() -> bool:
            nonlocal looked
            while looked < len(self.messages) and not found:
                message = self.messages[looked]
                is_tagged = tag is None or self.tags[looked] == tag
                looked += 1
                if isinstance(message, kind) and is_tagged:
                    found.append(message)
            return bool(found)

        await self._wait(look, str(kind))
        self._read = looked
        return found[0]

    async def ask(self, message: ClientMessage, kind: type[_Message], match: int | None = None) -> _Message:
        """Send a message, and wait for its answer of `kind`."""
        tag = f"t{len(self.messages)}"
        await self.send(message, tag, match)
        return await self.next(kind, tag)

    def skip(self) -> None:
        """Count all that came as read."""
        self._read = len(self.messages)

    async def called(self, name: str, token: str | None = None) -> Self:
        """Switch to json, and take a name."""
        await self.type("mode json")
        answer = await self.ask(Login(name, token), LoggedIn)
        self.token = answer.token or ""
        return self


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
