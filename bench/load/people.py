"""A person: text mode. It types the number of one of the lines that the screen offers, as a newcomer does.

Sentences are no part of the protocol, so what it checks is little: that it is asked, answered, and told the end.
"""

import re
from collections.abc import Iterable
from typing import Final

from .clients import Choice, Client, Home, Line

_PROMPT: Final = re.compile(rb"(?:^|\n)(?:[a-z]+)?> $")
_PROMPTS: Final = re.compile(rb"(?m)^(?:[a-z]+)?> ")
_LONGEST_PROMPT: Final = 40
_ROW: Final = re.compile(rb"(?m)^ {1,3}(\d+)  (\S+(?: \S+)*)")
_BEGINS: Final = re.compile(rb"(?m)^Duel (\d+) begins")
_OVER: Final = re.compile(rb"(?m)^Duel (\d+) is over: ")
_BACK: Final = re.compile(rb"come back with: login (\S+) (\S+)")
_WRONG: Final = re.compile(rb"(?m)^ (Nothing has the number .*)")
_SCREEN_BYTES: Final = 1 << 20


class Person(Client):
    """A client in text mode."""

    is_program = False

    def __init__(self, name: str, home: Home, line: Line) -> None:
        """Be away."""
        super().__init__(name, home, line)
        self._screen = b""
        self._token = b""
        self._rows: dict[bytes, bytes] = {}

    @property
    def _seat(self) -> int | None:
        return 0

    def _greet(self, now: float) -> None:
        """Wait to be asked for a name."""

    def _forget_bytes(self) -> None:
        self._screen = b""

    def expect(self, choice: Choice) -> None:
        """Wait to hear of the other one's choice; one before it that was not heard of has shown a person nothing."""
        self.expects.clear()
        self.expects.append(choice)

    def outstanding(self) -> Iterable[Choice]:
        """Return its own choice: whether another's is to be seen at all is not known."""
        return [choice for choice in self.expects if choice is self._mine]

    def take(self, data: bytes, now: float) -> None:
        """Bytes have come; what they say counts once a prompt stands behind them."""
        self._screen += data
        if len(self._screen) > _SCREEN_BYTES:
            self._line.faults.add("unreadable", f"{self.name} sees no prompt behind {self._screen[:80]!r}")
            self._screen = b""
        if self._screen.endswith(b"> ") and _PROMPT.search(self._screen[-_LONGEST_PROMPT:]):
            shown, self._screen = self._screen.replace(b"\r\n", b"\n"), b""
            # Each change that is told ends with a prompt; several may have come at once.
            *screens, last, _ = _PROMPTS.split(shown)
            for screen in screens:
                self._read(screen, now, is_last=False)
            self._read(last, now, is_last=True)

    def _read(self, screen: bytes, now: float, *, is_last: bool) -> None:
        wrong = _WRONG.search(screen)
        if wrong is not None:
            self.home.refused(self, "no-such-number", wrong[1].decode(), now)
        if self.state == "new":
            self._arrive(screen, now)
            return
        over = _OVER.search(screen)
        if over is not None and int(over[1]) == self.match:
            self._hears_end(now)
            self._is_over(now)
        begins = _BEGINS.search(screen)
        if begins is not None:
            self.match = int(begins[1])
            self.state = "at-match"
            self.home.begun(self, now)
        elif self.state == "at-match":
            self._hears_change(now)
        elif screen.lstrip().startswith(b"You challenged"):
            self.home.challenge_stands(self, now)
        if self.state == "at-match" and is_last:
            self._rows = {line: number for number, line in _ROW.findall(screen)}
            if self._rows:
                self._ask(now)

    def _arrive(self, screen: bytes, now: float) -> None:
        greeting = _BACK.search(screen)
        if greeting is not None:
            self._token = greeting[2]
            self._line.measure("arrived", self.back_since, now)
            self._is_over(now)
        elif b"Your name?" in screen:
            self._line.send(self, self.name.encode() + b"\n")
        else:
            self._line.faults.add("unreadable", f"{self.name} was not greeted: {screen[:120]!r}")

    def _answer(self) -> bytes:
        return self._rows[self._line.pick(list(self._rows))] + b"\n"
