"""Where people read matches that are over: each connection one at a time, step by step or by itself."""

from functools import partial
from typing import Final, assert_never

import trio
from attrs import define

from protocol import RemoteError, ServerMessage
from protocol import client_messages as said
from protocol import server_messages as told

from .archive import Archive, Reading
from .client import Client
from .errors import refuse

SLOWEST_S: Final = 60
"""A match that goes on by itself takes a step at least this often."""
ReadingRequest = said.History | said.Replay | said.Next | said.Back | said.Go | said.Auto


@define
class _Open:
    """What a connection reads, and how it goes on by itself."""

    reading: Reading
    auto: trio.CancelScope | None = None

    def stop(self) -> None:
        """Go on by itself no more."""
        if self.auto is not None:
            self.auto.cancel()
            self.auto = None


class ReadingRoom:
    """What each connection reads.

    Args:
        archive: where from.
    """

    def __init__(self, archive: Archive) -> None:
        """Nobody reads."""
        self._archive = archive
        self._open: dict[Client, _Open] = {}

    def gone(self, client: Client) -> None:
        """Put away what a connection read."""
        found = self._open.pop(client, None)
        if found is not None:
            found.stop()

    def take(self, client: Client, message: ReadingRequest, name: str, tag: str | None) -> bool:
        """Carry out a request of the person called `name`; see `desk.FrontDesk.take`.

        Raises:
            RemoteError: `not-reading`.
        """
        match message:
            case said.History(player):
                return self._archive.look(client, tag, partial(self._archive.history, player))
            case said.Replay(number, eyes):
                if number is None:
                    self._at_hand(client)
                self.gone(client)
                if number is not None:
                    return self._archive.look(client, tag, partial(self._begin, client, number, eyes, name))
                client.answer(told.Ok("replay"), tag)
                return False
        here = self._at_hand(client)
        here.stop()
        match message:
            case said.Next():
                return self._go(client, here, here.reading.step + 1, tag)
            case said.Back():
                return self._go(client, here, here.reading.step - 1, tag)
            case said.Go(step):
                return self._go(client, here, step, tag)
            case said.Auto(seconds):
                here.auto = trio.CancelScope()
                seconds = max(1, min(seconds, SLOWEST_S))
                self._archive.follow(partial(self._go_on, client, here.reading, here.auto, seconds))
                client.answer(told.Ok("auto"), tag)
                return False
            case _:
                assert_never(message)

    def _at_hand(self, client: Client) -> _Open:
        found = self._open.get(client)
        if found is None:
            raise refuse("not-reading", "You read no match now.", ("history", "replay ID"))
        return found

    async def _begin(self, client: Client, number: int, eyes: str | None, name: str) -> ServerMessage:
        reading = await self._archive.open(number, eyes, name)
        step = await reading.go(0)
        if client.session is not None:  # else it has gone meanwhile
            self._open[client] = _Open(reading)
        return step

    def _go(self, client: Client, here: _Open, step: int, tag: str | None) -> bool:
        return self._archive.look(client, tag, partial(here.reading.go, step))

    async def _go_on(self, client: Client, reading: Reading, scope: trio.CancelScope, seconds: int) -> None:
        """Tell step after step, until the end or until somebody cancels `scope`."""
        with scope:
            while reading.step < reading.steps:
                await trio.sleep(seconds)
                try:
                    client.hear(await reading.go(reading.step + 1))
                except RemoteError as refusal:
                    client.answer(refusal, None)
                    return
