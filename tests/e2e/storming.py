"""Programs that play duel after duel while the server is killed under them, and what must hold afterwards."""

import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import trio
from attrs import Factory, define

import rust_core
from protocol import ServerMessage
from protocol.client_messages import Accept, Choose, Clock, Match, Ping, Since
from protocol.server_messages import (
    Challenged,
    ClockState,
    Decide,
    Event,
    MatchOver,
    Ok,
    Pong,
    Refused,
    Started,
)
from server.clocks import Terms, TimeControl
from server.journal import Charged, Chosen, StoredMatch, read_match
from server.lobby import make_match
from server.replays import Replay
from server.transcript import OK, export, verify
from server.transcript.replaying import seed_of
from tests.support.client import Program, SocketWire

from .test_program import STARTS_WITHIN_S

GAME: Final = "wizards_arena"
CONTROL: Final = "10m+5s/20s:60s"
_CATALOG: Final = rust_core.Catalog(GAME)
_RETRY_S: Final = 0.02
_EXPECTED: Final = frozenset({"no-such-player", "no-challenge", "no-such-match"})
"""Refusals without a fault: the other one is not here yet, or has just ended the match that a line speaks of."""


@define(eq=False)
class Player:
    """A program that plays duel after duel, whatever happens to the server.

    A choice whose confirmation was lost is sent again as it was, with the same tag.

    Attributes:
        other: whom it challenges; None: it is challenged.
        confirmed: (match, decision) of all choices that were confirmed to it.
        sent: (match, decision) to line and tag, of all that it sent, in order.
        events: (match, number) to event: all that it was told.
        seats: where it sits, by match.
        banks: what must be in the banks of its match, least and most, as the journal of before the start says; less
            the time since then.
        started_s: when the server was started, by the machine's clock.
        faults: what should not have come.
        checked: the matches that are over and were found to be right.
        resent: how many choices it sent again.
        clocks: how many clocks it compared.
    """

    name: str
    other: str | None
    chance: random.Random
    token: str | None = None
    confirmed: set[tuple[int, int]] = Factory(set)
    sent: dict[tuple[int, int], tuple[str, str]] = Factory(dict)
    events: dict[tuple[int, int], str] = Factory(dict)
    seats: dict[int, int] = Factory(dict)
    banks: dict[int, list[tuple[int, int]]] = Factory(dict)
    started_s: float = 0.0
    faults: list[str] = Factory(list)
    checked: set[int] = Factory(set)
    resent: int = 0
    clocks: int = 0
    _open: set[int] = Factory(set)
    _asked: set[tuple[int, int]] = Factory(set)
    _keys: list[tuple[int, int]] = Factory(list)

    async def play(self, port: int) -> None:
        """Play until the connection breaks."""
        try:
            wire = await SocketWire.to(("127.0.0.1", port))
        except OSError:
            return
        async with Program(wire, STARTS_WITHIN_S) as program:
            try:
                await self._play(program)
            except trio.BrokenResourceError:
                return
            except AssertionError:
                if not program.is_over:
                    raise

    async def _play(self, program: Program) -> None:
        self._open.clear()
        self._asked.clear()  # what was asked before a kill is asked again, if it was not written down
        await program.called(self.name, self.token)
        self.token = program.token
        await program.send(Ping(), "here")  # is answered once the match at hand has shown itself
        while True:
            message = await program.next((Started, Decide, Event, MatchOver, Challenged, ClockState, Pong, Ok, Refused))
            self._take(message, program.tags[program._read - 1])
            match message:
                case Started(match=match):
                    await program.send(Clock(), match=match)
                    await program.send(Since(0), match=match)
                    await self._ask_again(program, match)
                case Challenged():
                    await program.send(Accept(nonce=self.name))
                case Pong() | MatchOver():
                    await self._challenge(program)
                case Refused(code="no-such-player"):
                    await trio.sleep(_RETRY_S)
                    await self._challenge(program)
                case Decide(match=match, decision=decision) if (match, decision) not in self._asked:
                    await self._choose(program, message)

    async def _challenge(self, program: Program) -> None:
        if self.other is not None and not self._open:
            await program.send(Match(self.other, GAME, CONTROL, nonce=self.name))

    async def _ask_again(self, program: Program, match: int) -> None:
        """Send the choice again whose confirmation was lost: it is played now, or confirmed if it counts already."""
        last = next((key for key in reversed(self.sent) if key[0] == match), None)
        if last is not None and last not in self.confirmed:
            self.resent += 1
            self._asked.add(last)
            await self._send(program, last)

    async def _choose(self, program: Program, decide: Decide) -> None:
        key = decide.match, decide.decision
        self._asked.add(key)
        assert key not in self.sent, "it was asked again for what was confirmed"
        self.sent[key] = self.chance.choice(decide.choices), f"{len(self.sent)}"
        self._keys.append(key)
        await self._send(program, key)

    async def _send(self, program: Program, key: tuple[int, int]) -> None:
        match, decision = key
        line, tag = self.sent[key]
        await program.send(Choose(line, decision), tag, match)

    def _take(self, message: ServerMessage, tag: str | None) -> None:
        match message:
            case Started(match=match, seat=seat):
                assert seat is not None
                self.seats[match] = seat
                self._open.add(match)
            case MatchOver(match=match):
                self._open.discard(match)
            case Event(match=match, number=number, event=event):
                # The same number never means another event, before and after a kill.
                if self.events.setdefault((match, number), event.text) != event.text:
                    self.faults.append(f"{match}: event {number} was {self.events[match, number]}, is {event.text}")
            case Ok(command="choose") if tag is not None:
                self.confirmed.add(self._keys[int(tag)])
            case ClockState() if message.match in self.banks:
                self._compare(message)
            case Refused(code=code) if code not in _EXPECTED:
                self.faults.append(str(message))

    def _compare(self, state: ClockState) -> None:
        self.clocks += 1
        waited_ms = round((time.monotonic() - self.started_s) * 1000)
        for seat, (least, most) in zip(state.seats, self.banks.pop(state.match), strict=True):
            if not least - waited_ms <= (seat.bank or 0) <= most:
                self.faults.append(
                    f"{state.match}: the bank of {seat.name} has {seat.bank}, not {least} (less {waited_ms}) to {most}"
                )


def pairs(count: int, seed: int) -> list[Player]:
    """Return the players of so many matches."""
    players: list[Player] = []
    for pair in range(count):
        one, two = (f"{side}{chr(ord('a') + pair)}x" for side in ("Left", "Right"))
        players.append(Player(one, two, random.Random(seed * 1000 + pair)))
        players.append(Player(two, None, random.Random(seed * 1000 + 500 + pair)))
    return players


async def storm(
    port: int, players: list[Player], process: subprocess.Popen[str], started_s: float, after_s: float
) -> None:
    """Let all play, and kill the server after a while.

    Args:
        port: where it listens.
        players: all of them.
        process: the server.
        started_s: when it was started, by the machine's clock.
        after_s: how long they play.
    """
    with trio.move_on_after(STARTS_WITHIN_S):
        async with trio.open_nursery() as nursery:
            for player in players:
                player.started_s = started_s
                nursery.start_soon(player.play, port)
            await trio.sleep(after_s)
            process.send_signal(signal.SIGKILL)
            await trio.to_thread.run_sync(process.wait)
            await trio.sleep(0.05)
            nursery.cancel_scope.cancel()


def check(data: Path, players: list[Player]) -> int:
    """Check the journal of a killed server against all that its players saw; return how many choices were confirmed.

    Of each seat the journal has the lines that it sent, in order, none left out and none twice; only the last one may
    be missing, and only if it was not confirmed. Every match goes as its records and digests say. What is over is
    looked at once.

    Args:
        data: the journal's folder.
        players: all of them.
    """
    loaded: dict[int, StoredMatch] = {}
    for player in players:
        assert player.faults == [], player.faults
        player.banks.clear()
        for number in player.seats.keys() - player.checked:
            stored = loaded.get(number) or read_match(data, number)
            assert stored is not None, number
            if number not in loaded:
                loaded[number] = stored
                assert_goes_as_it_says(stored)
            _check_choices(player, number, stored)
            if stored.end is None:
                player.banks[number] = _banks(stored)
            else:
                player.checked.add(number)
    return sum(len(player.confirmed) for player in players)


def _check_choices(player: Player, number: int, stored: StoredMatch) -> None:
    records = [kept.record for kept in stored.records]
    kept = [one.line for one in records if isinstance(one, Chosen) and one.seat == player.seats[number]]
    sent = [line for (match, _), (line, _) in player.sent.items() if match == number]
    confirmed = [key for key in player.sent if key[0] == number and key in player.confirmed]
    said = (player.name, number, kept, sent)
    assert kept == sent[: len(kept)], said
    assert len(kept) >= len(confirmed), said
    assert len(sent) - len(kept) <= 1, said


def assert_goes_as_it_says(stored: StoredMatch) -> None:
    """Play a match again: each record leads to the digest that stands in it."""
    if stored.end is not None:
        assert verify(export(stored, _CATALOG.json)) is OK
        return
    created = stored.created
    records = (kept.record for kept in stored.records)
    replay = Replay(records, created.digest, lambda: make_match(GAME, created.setup, seed_of(created), _CATALOG))
    replay.go(replay.steps)
    assert replay.step.number == replay.steps


def _banks(stored: StoredMatch) -> list[tuple[int, int]]:
    """Return what may be in each bank after the next start, least and most: what the last record says, and the credit.

    The increment of a turn that just ended comes with the first clock of the next one; the unfinished wait is nobody's.
    """
    control = TimeControl.parse(CONTROL)
    banks = [control.bank_ms for _ in stored.created.seats]
    for kept in stored.records:
        if isinstance(kept.record, Charged) and kept.record.account == "bank":
            banks[kept.record.seat] = kept.record.left
    credit = Terms().restart_ms
    return [(bank + credit, bank + credit + control.increment_ms) for bank in banks]
