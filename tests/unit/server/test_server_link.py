"""What a link promises, held to by the one of sockets and by the tests' one of memory."""

import socket
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import pytest
import trio
import trio.testing

from server.link import LAST_WORDS_S, LINE_BYTES, OUTBOX_BYTES, READ_BYTES, Link, SocketLink
from server.readiness import Readiness
from tests.support.memory_link import MemoryLink


class Pair(Protocol):
    """A link, and its peer's end."""

    link: Link
    congestions: list[None]

    async def say(self, data: bytes) -> None:
        """Send to the link."""

    async def hear(self) -> bytes:
        """Wait for what the link sends."""
        ...

    def stall(self) -> None:
        """Stop reading."""

    async def read_on(self) -> bytes:
        """Read on after `stall`; return all that waited."""
        ...

    def hang_up(self) -> None:
        """End the connection."""


class SocketPair(Pair):
    """Over a socket pair with small buffers, so that it is soon full."""

    def __init__(self, flushers: trio.Nursery) -> None:
        """Connect."""
        ours, theirs = socket.socketpair()
        for sock in (ours, theirs):
            sock.setblocking(False)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.congestions: list[None] = []
        readiness = Readiness()
        flushers.start_soon(readiness.run)
        self.link: Link = SocketLink(ours, readiness, flushers, lambda: self.congestions.append(None))
        self._peer = trio.socket.from_stdlib_socket(theirs)

    async def say(self, data: bytes) -> None:
        """Send to the link."""
        await self._peer.send(data)

    async def hear(self) -> bytes:
        """Wait for what the link sends."""
        return await self._peer.recv(READ_BYTES)

    def stall(self) -> None:
        """Not reading is all it takes."""

    async def read_on(self) -> bytes:
        """Read on after `stall`; return all that waited."""
        heard = bytearray()
        with trio.move_on_after(0.2) as patience:
            while data := await self.hear():
                heard += data
                patience.deadline = trio.current_time() + 0.2
        return bytes(heard)

    def hang_up(self) -> None:
        """End the connection."""
        self._peer.close()


class MemoryPair(Pair):
    """In memory."""

    def __init__(self, _: trio.Nursery) -> None:
        """Connect."""
        self.congestions: list[None] = []
        self.link = MemoryLink(lambda: self.congestions.append(None))

    async def say(self, data: bytes) -> None:
        """Send to the link."""
        self.link.say(data)

    async def hear(self) -> bytes:
        """Wait for what the link sends."""
        return await self.link.hear()

    def stall(self) -> None:
        """Stop reading."""
        self.link.stall()

    async def read_on(self) -> bytes:
        """Read on after `stall`; return all that waited."""
        self.link.go_on()
        return self.link.heard()

    def hang_up(self) -> None:
        """End the connection."""
        self.link.cut()


@pytest.fixture(params=[SocketPair, MemoryPair], ids=["sockets", "memory"])
async def pair(request: pytest.FixtureRequest) -> AsyncIterator[Pair]:
    make: Callable[[trio.Nursery], Pair] = request.param
    async with trio.open_nursery() as flushers:
        made = make(flushers)
        yield made
        made.link.close()
        made.hang_up()
        flushers.cancel_scope.cancel()


async def test_bytes_go_both_ways(pair: Pair) -> None:
    await pair.say(b"half a li")
    assert await pair.link.receive() == b"half a li"
    pair.link.send(b"an answer")
    assert await pair.hear() == b"an answer"
    pair.link.send(b"")


async def test_round_trip_is_unknown_where_nobody_measures_it(pair: Pair) -> None:
    assert pair.link.round_trip_ms() is None


async def test_round_trip_of_a_tcp_connection_is_what_the_system_measured(nursery: trio.Nursery) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as peer:
        ours, _ = listener.accept()
        ours.setblocking(False)
        link = SocketLink(ours, Readiness(), nursery, lambda: None)
        link.send(b"ping\r\n")
        peer.recv(6)
        took_ms = link.round_trip_ms()
        assert took_ms is not None
        assert took_ms >= 0
        link.close()
        assert link.round_trip_ms() is None


async def test_peer_that_hangs_up_is_the_end(pair: Pair) -> None:
    pair.hang_up()
    assert await pair.link.receive() == b""
    pair.link.send(b"into the void")
    pair.link.send(b"again")
    pair.link.close()
    assert await pair.link.receive() == b""


async def test_closing_wakes_who_waits(pair: Pair) -> None:
    got: list[bytes] = []

    async def wait() -> None:
        got.append(await pair.link.receive())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        pair.link.close()
    assert got == [b""]
    pair.link.close()
    pair.link.send(b"late")
    assert await pair.hear() == b""


async def test_last_word_before_closing_arrives(pair: Pair) -> None:
    pair.link.send(b"bye\r\n")
    pair.link.close()
    assert await pair.hear() == b"bye\r\n"
    assert await pair.hear() == b""


async def test_what_does_not_fit_waits_and_arrives_whole(pair: Pair) -> None:
    pair.stall()
    lines = [b"%048d\r\n" % number for number in range(2000)]
    for line in lines:
        pair.link.send(line)
    assert await pair.read_on() == b"".join(lines)
    assert pair.congestions == []


async def test_too_long_a_backlog_is_thrown_away_without_tearing_a_line(pair: Pair) -> None:
    pair.stall()
    line = b"x" * 9_998 + b"\r\n"  # longer than what the socket takes at once
    for _ in range(3 * OUTBOX_BYTES // len(line)):
        pair.link.send(line)
    heard = await pair.read_on()
    assert heard
    assert set(heard.split(b"\r\n")) == {b"x" * 9_998, b""}
    assert len(heard) < 3 * OUTBOX_BYTES
    assert len(pair.congestions) == 1
    pair.link.send(b"after\r\n")
    assert await pair.hear() == b"after\r\n"


async def test_last_word_of_a_long_backlog_arrives_if_the_peer_reads_on(pair: Pair) -> None:
    pair.stall()
    lines = [b"%048d\r\n" % number for number in range(2000)]
    for line in lines:
        pair.link.send(line)
    pair.link.send(b"bye\r\n")
    pair.link.close()
    assert await pair.link.receive() == b""
    pair.link.send(b"late")
    assert await pair.read_on() == b"".join([*lines, b"bye\r\n"])
    assert await pair.hear() == b""


@pytest.mark.usefixtures("autojump_clock")
async def test_peer_that_reads_nothing_is_left_after_a_moment(pair: Pair) -> None:
    pair.stall()
    sent = b"x" * (OUTBOX_BYTES - 1)
    pair.link.send(sent)
    before = trio.current_time()
    pair.link.close()
    pair.link.close()
    await trio.sleep(LAST_WORDS_S + 0.1)
    heard = await pair.read_on()
    assert len(heard) < len(sent)
    assert await pair.hear() == b""
    assert trio.current_time() - before < 2 * LAST_WORDS_S


async def test_however_much_comes_together_is_received_together() -> None:
    async with trio.open_nursery() as flushers:
        for size in (1, LINE_BYTES - 1, LINE_BYTES, LINE_BYTES + 1, 2 * LINE_BYTES, 4 * LINE_BYTES):
            pair = SocketPair(flushers)
            sent = bytes(number % 251 for number in range(size))
            await pair.say(sent)
            assert await pair.link.receive() == sent
            pair.hang_up()
            assert await pair.link.receive() == b""
            pair.link.close()
        flushers.cancel_scope.cancel()


# What is taken at once


async def test_what_is_taken_at_once_is_not_received() -> None:
    async with trio.open_nursery() as flushers:
        pair = SocketPair(flushers)
        assert isinstance(pair.link, SocketLink)
        offered: list[bytes] = []

        def take(data: bytes) -> bool:
            offered.append(data)
            return data != b"last"

        pair.link.take_at_once = take
        received: list[bytes] = []

        async def receive() -> None:
            received.append(await pair.link.receive())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(receive)
            for word in (b"one", b"two", b"last"):
                await pair.say(word)
                await trio.testing.wait_all_tasks_blocked(0.05)
        await pair.say(b"unread")
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert (offered, received) == ([b"one", b"two", b"last"], [b"last"])
        pair.link.close()
        pair.hang_up()
        flushers.cancel_scope.cancel()


async def test_somebody_has_a_turn_after_each_look() -> None:
    seen: list[str] = []
    ours, theirs = socket.socketpair()
    async with trio.open_nursery() as nursery:
        readiness = Readiness(lambda: seen.append("between"))
        nursery.start_soon(readiness.run)

        def take() -> None:
            seen.append(ours.recv(1).decode())

        readiness.watch(ours, take)
        theirs.send(b"ab")
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert seen == ["a", "between", "b", "between"]
        nursery.cancel_scope.cancel()
    for sock in (ours, theirs):
        sock.close()


async def test_fault_of_one_callback_is_not_the_end_of_the_others() -> None:
    async with trio.open_nursery() as nursery:
        readiness = Readiness()
        nursery.start_soon(readiness.run)
        heard: list[bytes] = []
        broken_ours, broken = socket.socketpair()
        sound_ours, sound = socket.socketpair()

        def fault() -> None:
            broken_ours.recv(READ_BYTES)
            raise RuntimeError("a fault of a test")

        readiness.watch(broken_ours, fault)
        readiness.watch(sound_ours, lambda: heard.append(sound_ours.recv(READ_BYTES)))
        for number in range(3):
            broken.send(b"x")
            sound.send(b"%d" % number)
            await trio.testing.wait_all_tasks_blocked(0.05)
        assert heard == [b"0", b"1", b"2"]
        readiness.forget(broken_ours)
        readiness.forget(broken_ours)
        nursery.cancel_scope.cancel()
    for sock in (broken_ours, broken, sound_ours, sound):
        sock.close()
