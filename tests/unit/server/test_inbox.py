"""What an inbox promises: order, bound, and that nothing is lost when its reader is cancelled."""

import pytest
import trio
import trio.testing

from server.inbox import Inbox


async def test_items_come_in_order_whether_they_were_waited_for_or_not() -> None:
    inbox = Inbox[int](9)
    read: list[int] = []

    async def reader() -> None:
        while len(read) < 4:
            read.append(await inbox.receive())

    inbox.push(1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(reader)
        await trio.testing.wait_all_tasks_blocked()
        for number in (2, 3, 4):
            assert inbox.offer(number)
    assert read == [1, 2, 3, 4]
    assert len(inbox) == 0


async def test_full_refuses_offers_but_not_what_must_be_heard() -> None:
    inbox = Inbox[str](1)
    assert inbox.offer("a")
    assert not inbox.offer("b")
    assert inbox.push("c")
    assert [await inbox.receive(), await inbox.receive()] == ["a", "c"]


async def test_closed_takes_nothing_and_gives_back_what_nobody_read() -> None:
    inbox = Inbox[str](5)
    inbox.push("a")
    assert inbox.close() == ["a"]
    assert not inbox.offer("b")
    assert not inbox.push("b")
    assert inbox.close() == []


async def test_receiving_always_lets_others_run() -> None:
    inbox = Inbox[str](5)
    inbox.push("a")
    with trio.testing.assert_checkpoints():
        await inbox.receive()


async def test_scope_that_was_cancelled_before_wins_and_the_item_stays() -> None:
    inbox = Inbox[str](5)
    inbox.push("a")
    with trio.CancelScope() as scope:
        scope.cancel()
        await inbox.receive()
    assert scope.cancelled_caught
    assert await inbox.receive() == "a"


async def test_item_that_came_before_the_cancellation_is_received(autojump_clock: trio.testing.MockClock) -> None:
    inbox = Inbox[str](5)
    got: list[str] = []

    async def reader(scope: trio.CancelScope) -> None:
        with scope:
            got.append(await inbox.receive())

    async with trio.open_nursery() as nursery:
        first, second = trio.CancelScope(), trio.CancelScope()
        nursery.start_soon(reader, first)
        await trio.testing.wait_all_tasks_blocked()
        inbox.push("a")
        first.cancel()
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(reader, second)
        await trio.testing.wait_all_tasks_blocked()
        second.cancel()
        inbox.push("b")
    assert got == ["a"]
    assert await inbox.receive() == "b"
    with trio.move_on_after(1):
        await inbox.receive()
    inbox.push("c")
    assert await inbox.receive() == "c"
    assert autojump_clock.current_time() >= 1


async def test_second_reader_is_a_bug(nursery: trio.Nursery) -> None:
    inbox = Inbox[str](5)
    nursery.start_soon(inbox.receive)
    await trio.testing.wait_all_tasks_blocked()
    with pytest.raises(trio.BusyResourceError):
        await inbox.receive()
    inbox.push("a")
