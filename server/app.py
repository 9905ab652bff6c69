"""The server on one screen: which tasks there are, who outlives whom, and how it stops.

* journal, outermost: its thread; it ends when all that happened is written down;
* matches: a task a match; they end last, so that results are told;
* readiness, beside them: one task that reads for all connections;
* connections, inside: a task a connection, and flushers for full sockets;
* accepting, inside that: a task a listening socket; these end first.
"""

import gc
import random
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial

import structlog
import trio

from .archive import Archive
from .client import Client
from .config import Config
from .desk import FrontDesk
from .journal import Journal, OnStuck, SqliteJournal
from .link import SocketLink
from .listen import accept_all, open_listeners
from .lobby import SYSTEM_CHANCE, CoreMaker, Lobby, make_match
from .readiness import Readiness
from .restart import bring_back
from .screen import GameTexts, TextScreen, texts_with, warm_up

JournalOpener = Callable[[OnStuck], AbstractAsyncContextManager[Journal | None]]
"""Holds a journal open for a block; whoever calls it hears when commits fail."""
_log = structlog.get_logger()


async def serve(
    config: Config,
    stopping: trio.Event,
    *,
    journal: JournalOpener | None = None,
    start_core: CoreMaker = make_match,
    chance: random.Random = SYSTEM_CHANCE,
    task_status: trio.TaskStatus[Sequence[tuple[str, int]]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a server until `stopping` is set; reports the addresses it listens on as started.

    It stops from the inside out: no new connections; a last word to every match and player; then the connections.
    Unfinished matches of the journal go on before the first connection is taken.

    Args:
        config: settings.
        stopping: set from outside.
        journal: opens the journal; without it the one of the folder `config.data`, if that is set.
        start_core: how the rules' part of a match is made.
        chance: where seeds, tokens and ready decks come from.
        task_status: where to report.

    Raises:
        OSError: an address can't be taken.
        JournalError: the journal can't be had, or the last records could not be written.
    """
    open_journal = journal or _opener(config)
    lobby: Lobby | None = None

    def hear_stuck(reason: str | None) -> None:
        if lobby is not None:
            lobby.stuck(reason)

    async with open_journal(hear_stuck) as kept, trio.open_nursery() as matches:
        listeners = open_listeners(config.host, config.port)
        lobby = Lobby(config, matches, start_core, chance, kept)
        if kept is not None:
            await bring_back(lobby, kept)
        desk = FrontDesk(lobby, Archive(kept, matches, lobby.make_core))
        shelf = lobby.shelf
        games = texts_with(lambda game: shelf.catalog(game).json)
        warm_up(games)
        async with trio.open_nursery() as connections:
            readiness = Readiness() if kept is None else Readiness(kept.turn)
            matches.start_soon(readiness.run)
            handle = partial(_serve_connection, config, desk, games, readiness, connections)
            async with trio.open_nursery() as accepting:
                for listener in listeners:
                    accepting.start_soon(accept_all, listener, connections, handle)
                addresses = [listener.getsockname()[:2] for listener in listeners]
                _log.info("listening", addresses=[f"{host} port {port}" for host, port in addresses])
                # What is loaded by now stays, so collections need not look at it; and a line makes few cycles.
                gc.freeze()
                gc.set_threshold(20_000, 20, 50)
                task_status.started(addresses)
                await stopping.wait()
                accepting.cancel_scope.cancel()
            lobby.stop()
            connections.cancel_scope.deadline = trio.current_time() + config.shutdown_s
        matches.cancel_scope.cancel()


def _opener(config: Config) -> JournalOpener:
    folder = config.data
    if folder is None:
        return lambda _: nullcontext()
    return lambda on_stuck: SqliteJournal.open(folder, on_stuck=on_stuck)


async def _serve_connection(
    config: Config,
    desk: FrontDesk,
    games: GameTexts,
    readiness: Readiness,
    flushers: trio.Nursery,
    sock: socket.socket,
) -> None:
    client: Client
    link = SocketLink(sock, readiness, flushers, lambda: client.resync())  # noqa: PLW0108 (client is made below)
    client = Client(desk, config, link, TextScreen(games=games))
    link.take_at_once = client.take_at_once
    try:
        await client.run()
    except Exception:  # noqa: BLE001 (a connection's fault is that connection's end)
        _log.exception("a connection broke")


async def serve_until_signal(config: Config, say_ready: Callable[[int], None]) -> None:
    """Run a server until SIGINT or SIGTERM; `say_ready` is told the port once connections are taken.

    Raises:
        OSError: an address can't be taken.
    """
    stopping = trio.Event()
    async with trio.open_nursery() as nursery:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            addresses: Sequence[tuple[str, int]] = await nursery.start(serve, config, stopping)
            say_ready(addresses[0][1])
            async for number in signals:
                _log.info("stopping", signal=signal.Signals(number).name)
                stopping.set()
                return
