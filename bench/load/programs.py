"""A program: json mode. It checks every event and decision that it hears, and comes back if its connection is lost."""

import re
from typing import Final

import orjson

from .checks import Ledger
from .clients import Client, Home, Line

_EVENT: Final = b'{"type":"event"'
_WAITING: Final = b'{"type":"waiting"'
_DECIDE: Final = b'{"type":"decide"'
_DECISION: Final = re.compile(
    rb'\{"type":"decide","match":(\d+),"seat":\d+,"decision":(\d+),"window":"[^"]*","kind":"(\w+)"'
)
_CHOICES: Final = b'"choices":["'
_BACK: Final = "back"


class Program(Client):
    """A client in json mode."""

    def __init__(self, name: str, home: Home, line: Line) -> None:
        """Be away."""
        super().__init__(name, home, line)
        self._rest = b""
        self._token = ""
        self._ledger: Ledger | None = None
        self._answered = 0
        self._asked_decision = 0
        self._kind = b""
        self._reply = b""
        self._is_catching_up = False
        self._caught_up_from = 0
        self._is_opening = False

    @property
    def _seat(self) -> int | None:
        return self._ledger.seat if self._ledger is not None else None

    @property
    def is_secret(self) -> bool:
        """Whether what it is asked is decided by several in secret."""
        return self._kind == b"secret"

    def _greet(self, now: float) -> None:  # noqa: ARG002 (people wait for a question here)
        self._line.send(self, f"mode json\nlogin {self.name} {self._token}\n".encode())

    def _forget_bytes(self) -> None:
        self._rest = b""

    def take(self, data: bytes, now: float) -> None:
        """Bytes have come."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(_EVENT):
                if self._ledger is not None and self.state == "at-match":
                    self._ledger.event(line)
            elif line.startswith(_WAITING):
                if self.state == "at-match":
                    self._change(now)
            elif line.startswith(_DECIDE):
                if self.state == "at-match":
                    self._decision(line, now)
            else:
                self._other(line, now)

    def _change(self, now: float, *, is_asked_again: bool = False) -> None:
        if self._is_catching_up:
            self._caught_up(now, is_asked_again=is_asked_again)
        elif self._is_opening:
            self._is_opening = False  # how the match begins is nobody's choice
        else:
            self._hears_change(now)

    def _decision(self, line: bytes, now: float) -> None:
        found = _DECISION.match(line)
        if found is None:
            self._line.faults.add("unreadable", f"{self.name} can't read {line[:120]!r}")
            return
        number = int(found[2])
        is_new = number > self._answered
        self._change(now, is_asked_again=number == self._answered)
        if not is_new and self.again is None:
            if found[3] != b"secret":  # sealed lines may be replaced, so those decisions are shown again
                text = f"{self.name} was asked decision {number} of match {self.match} again"
                self._line.faults.add("decision-twice", text)
            return
        self._asked_decision, self._kind = number, found[3]
        start = line.find(_CHOICES) + len(_CHOICES)
        choices = line[start : line.index(b'"]', start)].split(b'","')
        self._reply = self._line.pick(choices) + b"\n"  # made up now: when it is due, it is only to be sent
        self._ask(now)

    def _answer(self) -> bytes:
        self._answered = self._asked_decision
        return self._reply

    def _caught_up(self, now: float, *, is_asked_again: bool) -> None:
        """All that was missed has come, so the choices that were waited for are told; but the own one may be lost.

        If the other one's got lost, too, it is made again, and is waited for again.
        """
        self._is_catching_up = False
        self._line.measure("back", self.back_since, now)
        outstanding = list(self.expects)
        self.expects.clear()
        for choice in outstanding:
            if choice is self._mine and is_asked_again:
                self.again = choice
            else:
                self._hear_of(choice, now)

    # What comes seldom

    def _other(self, line: bytes, now: float) -> None:
        start = line.find(b"{")  # the first line stands behind a prompt
        if start < 0:
            return
        message = orjson.loads(line[start:])
        match message["type"]:
            case "match-over":
                self._over(message["match"], line, now)
            case "started":
                self._started(message["match"], message["seat"], now)
            case "logged-in":
                self._logged_in(message["token"], now)
            case "challenge-sent":
                self.home.challenge_stands(self, now)
            case "refused":
                self._refused(message, now)
            case "ok" if message.get("tag") == _BACK:
                self._is_back(now)
            case "notice" if "left out" in message["text"]:
                self._line.faults.add("left-out", f"{self.name} read too slowly: {message['text']}")
            case "aborted":
                self._line.faults.add("aborted", f"match {message['match']}: {message['message']}")
                self._close_ledger()
                self._is_over(now)

    def _logged_in(self, token: str, now: float) -> None:
        was_here = bool(self._token)
        is_known = self._token == token
        self._token = token
        if not was_here:
            self._line.measure("arrived", self.back_since, now)
        if is_known:
            self.state = "returning"
            self._caught_up_from = self.match
            self._ask_since()
        else:
            self._leave_match(now)

    def _ask_since(self) -> None:
        seen = self._ledger.last if self._ledger is not None else 0
        self._line.send(self, f"@{_BACK} since {seen}\n".encode())

    def _is_back(self, now: float) -> None:
        if self.match != self._caught_up_from:
            self._caught_up_from = self.match
            self._ask_since()  # another match has begun meanwhile: the number was one of the old match
            return
        self.state = "at-match"
        self._is_catching_up = True
        self.home.begun(self, now)

    def _leave_match(self, now: float) -> None:
        """Be in no match: it is over, or it was never written down."""
        self._line.measure("back", self.back_since, now)
        self._close_ledger()
        self._is_over(now)

    def _started(self, match: int, seat: int | None, now: float) -> None:
        if self._ledger is None or self._ledger.match != match:
            self._close_ledger()
            self._ledger = Ledger(match, seat, self.name, self._line.faults)
            self._answered = 0
            self.again = None
        self.match = match
        if self.state != "returning":
            self.state = "at-match"
            self._is_catching_up = False
            self._is_opening = True
            self.home.begun(self, now)

    def _over(self, match: int, line: bytes, now: float) -> None:
        if self._ledger is None or self._ledger.match != match:
            self._line.faults.add("other-match", f"{self.name} heard the end of match {match}, which it is not at")
            return
        if self.state == "at-match":
            self._ledger.over = line.decode().strip()
        self._hears_end(now)
        self._close_ledger()
        self._is_over(now)

    def _close_ledger(self) -> None:
        if self._ledger is not None:
            self._line.heard.append(self._ledger.result())
            self._ledger = None

    def _refused(self, message: dict[str, str], now: float) -> None:
        code = message["code"]
        if message.get("tag") == _BACK:
            self._leave_match(now)
        else:
            self.home.refused(self, code, message["message"], now)

    def close_books(self) -> None:
        """The run is over: hand over what was heard of a match that is on."""
        self._close_ledger()
