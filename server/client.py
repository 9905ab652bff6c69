"""One connection: its bytes to requests, one after another, and what it is told back, in its mode.

A connection's lines are carried out strictly one by one: while a match has one of them in its mailbox, the next ones
wait here. So pasted lines work, also those that speak of what the line before brought about ("1", "board").
"""

from collections import deque
from collections.abc import Callable
from typing import Final, Literal, Protocol

import trio

import rust_core
from protocol import (
    Connection,
    LineRefused,
    Refused,
    RemoteError,
    Request,
    ServerMessage,
    addressed,
    encode_json,
    encode_lines,
    encode_server,
    parse_any,
)
from protocol import server_messages as told

from .config import Config
from .journal import Progress
from .link import Link
from .screen import TextScreen
from .session import MatchViewer, Session
from .update import Update

WAITING_LINES: Final = 16
"""So many lines of a connection may wait for their turn; then it is not read until there is room.

It carries out no more than these in one go, too, so that a flood keeps the others waiting for some milliseconds only.
"""
_NO_VERBS: Final[frozenset[str]] = frozenset()


class Desk(Protocol):
    """Who carries requests out."""

    def take(self, client: "Client", request: Request) -> bool:
        """Carry out a request; return whether a match has it, which will call `answered`.

        Raises:
            RemoteError: it was refused.
        """
        ...

    def arrived(self, client: "Client") -> None:
        """Greet a new connection."""
        ...

    def gone(self, client: "Client") -> None:
        """A connection has ended."""
        ...


class Client:
    """A connection. Telling it something never waits; a fault of its own in that is raised by `run`.

    Attributes:
        session: the person, once there is a name.
        mode: for whom it writes: people or programs.
        sender: the way to a program; None: a person is here.
    """

    def __init__(self, desk: Desk, config: Config, link: Link, screen: TextScreen) -> None:
        """Take over `link`."""
        self.session: Session | None = None
        self.mode: Literal["text", "json"] = "text"
        self.sender: Callable[[bytes], None] | None = None
        self.screen = screen
        self.question: Callable[[], bool] | None = None
        self._desk = desk
        self._config = config
        self._link = link
        self._connection = Connection()
        self._waiting: deque[str] = deque()
        self._room = trio.Event()
        self._login_by = 0.0
        self._in_flight = False
        self._batch = 0  # of a journal, with which its last line is done; 0: nobody has to look
        self._progress: Progress
        self._in_turn = False
        self._closing = False
        self._wants_prompt = False
        self._failure: Exception | None = None

    # Bytes in

    async def run(self) -> None:
        """Serve the connection until either side ends it.

        Raises:
            Exception: a bug, which has ended this connection.
        """
        self._login_by = trio.current_time() + self._config.login_s
        try:
            self._desk.arrived(self)
            self._flush()
            while not self._closing:
                # One coroutine fewer to go through at each wake-up, once somebody has a name.
                data = await (self._receive_login() if self.session is None else self._link.receive())
                if not data:
                    break
                self._take_bytes(data)
                while self._waiting and not self._closing:
                    if not self._is_busy():
                        await trio.lowlevel.checkpoint()  # a flood of lines lets others have their turns
                        self._carry_out()
                    elif len(self._waiting) >= WAITING_LINES:
                        self._room = trio.Event()
                        await self._room.wait()
                    else:
                        break
        except Exception as failure:  # noqa: BLE001 (raised below, when the peer has been told)
            self._break(failure)
        finally:
            self._closing = True
            self._link.close()
            self._desk.gone(self)
        if self._failure is not None:
            raise self._failure

    async def _receive_login(self) -> bytes:
        with trio.move_on_at(self._login_by):
            return await self._link.receive()
        self.end("idle")
        return b""

    def take_at_once(self, data: bytes) -> bool:
        """Deal with bytes that are just one choice line of the match at hand: the hot path. False if they are not."""
        if self._waiting or self._closing or self._in_flight:
            return False
        if self._batch and self._batch > self._progress.durable and self._is_busy():
            return False
        try:
            line = self._connection.whole_line(data)
            return line is not None and self._post_choice(line)
        except Exception as failure:  # noqa: BLE001 (raised by `run`: who calls reads for all connections)
            self._break(failure)
            return True

    def _take_bytes(self, data: bytes) -> None:
        if self.take_at_once(data):
            return
        events = self._connection.receive_data(data)
        if events and self.session is None:
            self._login_by = trio.current_time() + self._config.login_s
        for event in events:
            if isinstance(event, LineRefused):
                self.answer(event.error, None)
            else:
                self._waiting.append(event.text)
        reply = self._connection.data_to_send()
        if reply:
            self._link.send(reply)
            self.screen.settings.resize(self._connection.window_width)
        self._carry_out()

    def _carry_out(self) -> None:
        """Take waiting lines, until a match has one of them or it is the others' turn."""
        if self._in_turn:
            return
        self._in_turn = True
        for _ in range(WAITING_LINES):
            if not self._waiting or self._is_busy() or self._closing:
                break
            self._carry_out_line(self._waiting.popleft())
        self._in_turn = False
        if not self._is_busy() or len(self._waiting) < WAITING_LINES:
            self._room.set()
        self._flush()

    def _post_choice(self, line: str) -> bool:
        """Hand a bare choice line to the match at hand unparsed: the hot path. False if it must go the whole way."""
        viewer = self.session.current if self.session is not None else None
        if viewer is None or line.partition(" ")[0] not in viewer.verbs:
            return False
        seat = viewer.seat
        if seat is None:
            return False
        self.question = None
        self._in_flight = self._wants_prompt = True
        if self.mode == "text":
            self.screen.line_came()
        if not viewer.handle.choose(viewer, seat, line, viewer.epoch, self):
            self._in_flight = False
            return False
        return True

    def _carry_out_line(self, line: str) -> None:
        if self._post_choice(line):
            return
        viewer = self.session.current if self.session is not None else None
        self.screen.line_came()
        self._wants_prompt = True
        tag: str | None = None
        try:
            line = self.screen.before_parsing(line, is_known=self.session is not None) if self.mode == "text" else line
            if viewer is not None and len(viewer.session.viewers) > 1:
                viewer = viewer.session.viewers.get(addressed(line) or 0, viewer)
            request = parse_any(line, _NO_VERBS if viewer is None else viewer.verbs)
            if request is None:
                return
            tag = request.tag
            self._in_flight = self._desk.take(self, request)
        except RemoteError as error:
            self.answer(error, error.tag or tag)

    def _is_busy(self) -> bool:
        """Return whether a match has one of this connection's lines; then `answered` will be called."""
        batch, self._batch = self._batch, 0
        if batch and batch > self._progress.durable:
            self._in_flight = True
            self._progress.after(batch, self.answered)
        return self._in_flight

    # Bytes out

    def round_trip_ms(self) -> int | None:
        """Return how long a line and its answer are on their way; None: nobody knows."""
        return self._link.round_trip_ms()

    def _break(self, failure: Exception) -> None:
        """End this connection for a bug; whoever was telling it something, a match perhaps, goes on."""
        if self._failure is None:
            self._failure = failure
            self.end("fault")

    def _send_drawn(self, draw: Callable[[], list[str]], tag: str | None = None) -> None:
        """Tell a person what `draw` returns.

        Raises:
            rust_core.RulesBug: the match that is drawn broke.
        """
        try:
            lines = draw()
        except rust_core.RulesBug:
            raise
        except Exception as failure:  # noqa: BLE001 (it is this screen's fault, not that of the match that calls)
            self._break(failure)
        else:
            self._send_lines(lines, tag)

    def _send_lines(self, lines: list[str], tag: str | None = None) -> None:
        if tag is not None and lines:
            lines = [f"@{tag} {lines[0]}", *lines[1:]]
        if lines:
            self._link.send(encode_lines(self.screen.above_prompt(lines)))
            self._wants_prompt = True

    def _flush(self) -> None:
        """Put the prompt, once everything that a line brought about has been told."""
        if (
            self.mode == "text"
            and self._wants_prompt
            and not self._closing
            and not self._is_busy()
            and not self._in_turn
        ):
            self._wants_prompt = False
            self._link.send(self.screen.prompt().encode())

    def show_lines(self, lines: list[str], tag: str | None = None) -> None:
        """Tell a person something that no message is made of: a menu, a question."""
        self._send_lines(lines, tag)
        self._flush()

    def answer(self, message: ServerMessage | RemoteError, tag: str | None) -> None:
        """Tell this connection alone."""
        if self.mode == "json":
            reply = message
            if isinstance(message, RemoteError):
                params = dict(message.params)
                rule = params.pop("rule", None)
                reply = Refused(message.code, message.message, params, rule, message.suggestions)
            self._link.send(encode_json(encode_server(reply, tag)))  # type: ignore[arg-type]
            return
        self._send_drawn(lambda: self.screen.message(message), tag)
        self._flush()

    def answered(self) -> None:
        """The match is done with this connection's line: the next one may come."""
        self._in_flight = False
        try:
            if self._waiting:
                self._carry_out()
            elif self.mode == "text":
                self._flush()
        except Exception as failure:  # noqa: BLE001 (a fault of the next line, not of the match that calls)
            self._break(failure)

    def answered_with(self, batch: int, progress: Progress) -> None:
        """The match is done with this connection's line once `batch` is durable: it is looked for when more comes.

        A person gets a prompt then, so that is looked for at once.
        """
        self._in_flight = False
        self._batch = batch
        self._progress = progress
        if self.mode == "text":
            self._is_busy()

    def hear(self, message: ServerMessage) -> None:
        """Tell what nobody here asked for."""
        self.answer(message, None)

    def show_update(self, viewer: MatchViewer, update: Update) -> None:
        """Tell what happened in a match."""
        if self.mode == "json":
            data = update.json(viewer.seat)
            if update.is_start:
                started = told.Started(update.match, update.game, list(update.names), viewer.seat, update.commitment)
                data = encode_json(encode_server(started)) + data
            self._link.send(data)
            return
        self._send_drawn(lambda: self.screen.update(viewer, update))
        self._flush()

    def show_missed(self, viewer: MatchViewer, update: Update, tag: str | None) -> None:
        """Tell events again."""
        if self.mode == "json":
            if tag is not None:
                self.answer(told.Ok("since"), tag)
            self._link.send(update.json(viewer.seat))
        else:
            self._send_drawn(lambda: self.screen.update(viewer, update), tag)

    def show_match(
        self, viewer: MatchViewer, update: Update, what: Literal["board", "choices"], tag: str | None
    ) -> None:
        """Draw a match, or list its choices."""
        if self.mode == "text":
            self._send_drawn(lambda: self.screen.show(viewer, update, what), tag)
            return
        decision = update.decision(viewer.seat)
        if what == "board":
            self.answer(update.view_message(viewer.seat), tag)
        else:
            self.answer(update.waiting() if decision is None else update.decide(decision), tag)

    def resync(self) -> None:
        """A slow reader has caught up, and missed something: show where things stand."""
        self.answer(told.Notice("You read too slowly, so some lines were left out. 'board' shows the match."), None)

    def switch(self, mode: Literal["text", "json"]) -> None:
        """Write for people or for programs from now on."""
        self.mode = mode
        self.sender = self._link.send if mode == "json" else None
        if self.session is not None:
            for viewer in self.session.viewers.values():
                viewer.look_at_modes()

    def end(self, reason: str) -> None:
        """Say goodbye and close, once what was said has gone out."""
        if not self._closing:
            self._closing = True  # no prompt behind the last word
            self.answer(told.Bye(reason), None)
            self._link.close()
            self._room.set()
