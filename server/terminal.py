"""A transcript read in a terminal, without a server: the words of a replay in a session; an empty line is `next`."""

import shutil
from collections.abc import Callable, Iterable
from typing import Final

import trio

import rust_core
from protocol import RemoteError, parse_line
from protocol import client_messages as said

from .fairness import match_seed
from .reading_room import SLOWEST_S
from .replays import Replay, step_message
from .screen import TextScreen, texts_with
from .transcript import Fault, TranscriptError, verify
from .transcript.lines import Header, RecordLine, read_line

PROMPT: Final = "replay> "
_NO_VERBS: Final = frozenset[str]()
_ENDS: Final = (said.Quit, said.Replay, said.Lobby)
_HINT: Final = "Type next (or just Enter), back, go N, auto S, quit."


class TerminalReader:
    """A transcript on the way from a file to a screen.

    Args:
        data: the file.
        name: whose eyes to see it with; None: a watcher's.
        show: prints a line.
    """

    def __init__(self, data: bytes, name: str | None, show: Callable[[str], None]) -> None:
        """Stand at the beginning.

        Raises:
            TranscriptError: the file is not whole, or the match was played by other rules; nobody is called `name`.
        """
        verdict = verify(data)
        if isinstance(verdict, Fault):
            raise TranscriptError(str(verdict))
        lines = [read_line(line)[0] for line in data.splitlines()]
        header = next(line for line in lines if isinstance(line, Header))
        self._header = header
        self._names = [seat.name for seat in header.seats]
        self._seat = None if name is None else self._seat_of(name)
        records = [line.record for line in lines if isinstance(line, RecordLine)]
        self._replay = Replay(records, header.digest, self._begin)
        self._screen = TextScreen(games=texts_with(lambda _: header.catalog))
        self._screen.settings.resize(shutil.get_terminal_size().columns)
        self._show = show

    def _seat_of(self, name: str) -> int:
        for seat, there in enumerate(self._names):
            if there.lower() == name.lower():
                return seat
        raise TranscriptError(f"Nobody called {name} played there; {' and '.join(self._names)} did.")

    def _begin(self) -> rust_core.Match:
        header = self._header
        seed = match_seed(bytes.fromhex(header.part), [seat.nonce for seat in header.seats])
        return rust_core.Match(header.game, header.setup, seed, rust_core.Catalog(header.game, list(header.cards)))

    def run(self, lines: Iterable[str]) -> None:
        """Show the beginning, and then what each of `lines` asks for, until one ends it or there are no more."""
        self._go(0)
        for line in lines:
            try:
                if self._is_end(line):
                    return
            except RemoteError as refusal:
                self._tell([refusal.message, _HINT])

    def _is_end(self, line: str) -> bool:
        """Do what a line says; return whether that was to end.

        Raises:
            RemoteError: nobody knows what it means.
        """
        words = line.strip() or "next"
        if words.isdecimal():
            words = self._screen.numbered(int(words[:4])) or words
        request = parse_line(words, _NO_VERBS)
        message = None if request is None else request.message
        step = self._replay.step.number
        match message:
            case said.Next():
                self._go(step + 1)
            case said.Back():
                self._go(step - 1)
            case said.Go(number):
                self._go(number)
            case said.Auto(seconds):
                self._go_on(max(1, min(seconds, SLOWEST_S)))
            case _ if isinstance(message, _ENDS):
                return True
            case _:
                self._tell([_HINT])
        return False

    def _go_on(self, seconds: int) -> None:
        """Show step after step until the end, or until Ctrl-C."""
        try:
            while self._replay.step.number < self._replay.steps:
                trio.run(trio.sleep, seconds)
                self._go(self._replay.step.number + 1)
        except KeyboardInterrupt:
            self._tell(["", _HINT])

    def _go(self, step: int) -> None:
        self._replay.go(step)
        header = self._header
        self._tell(self._screen.message(step_message(header.match, header.game, self._names, self._replay, self._seat)))

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._show(line)
