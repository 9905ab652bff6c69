"""Scripts drawn by Hypothesis: who says what when, who is cut off and comes back.

Whatever happens, every match ends, each seat is told each of its numbered events once while it is connected, and nobody
is told a secret of somebody else.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest
import trio
from attrs import define, field
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from protocol.server_messages import Aborted, Event, Started
from server.config import Config
from tests.support.client import MemoryWire, Program
from tests.support.fake_game import ROUNDS, FakeGame, secret_of

from .town import PATIENCE_S, Fakes, Town, begin, link_of, town

ABSENCE_S: Final = 60.0
NAMES: Final = ("Ana", "Bea")

JUNK: Final = (
    b"\n",
    b"dance\n",
    b"{\n",
    b'{"type":"choose"}\n',
    b"\xff\xfd\x01",
    b"\xff\n",
    b"\0\r\n",
    b"seal ro",
    b"#1 #1 x\n",
)
SEATS = st.integers(0, 1)
STEPS = st.one_of(
    st.tuples(st.just("choose"), SEATS, st.integers(0, 3)),
    st.tuples(st.just("paste"), SEATS, st.integers(1, 6)),
    st.tuples(st.just("junk"), SEATS, st.integers(0, len(JUNK) - 1)),
    st.tuples(st.just("stale"), SEATS, st.integers(0, 9)),
    st.tuples(st.just("look"), SEATS, st.integers(0, 1)),
    st.tuples(st.just("say"), SEATS, st.just(0)),
    st.tuples(st.just("cut"), SEATS, st.just(0)),
    st.tuples(st.just("cut mid-line"), SEATS, st.just(0)),
    st.tuples(st.just("return"), SEATS, st.just(0)),
    st.tuples(st.just("second connection"), SEATS, st.just(0)),
    st.tuples(st.just("watch"), SEATS, st.integers(0, 1)),
    st.tuples(st.just("wait"), SEATS, st.sampled_from([0.0, 1.0, 30.0, 59.0, 61.0])),
    st.tuples(st.just("resign"), SEATS, st.just(0)),
)


@define
class Seat:
    """Somebody at the table, with all connections that they ever had."""

    name: str
    token: str
    now: list[Program]
    ever: list[Program] = field(factory=list)


class Table:
    """A match of the fake game, and what a script does to it."""

    def __init__(self, here: Town, seats: list[Seat], match: int, core: FakeGame) -> None:
        """Sit down."""
        self.here = here
        self.seats = seats
        self.match = match
        self.core = core
        self.watchers: list[Program] = []
        self._acts: dict[str, Callable[[int, Any], None]] = {
            "choose": self.choose,
            "paste": self.paste,
            "junk": lambda seat, which: self.bytes_of(seat, JUNK[which]),
            "stale": lambda seat, which: self.bytes_of(
                seat, b'{"type":"choose","line":"peek","decision":%d}\n' % which
            ),
            "look": lambda seat, which: self.bytes_of(seat, [b"board\n", b"choices\n"][which]),
            "say": lambda seat, _: self.bytes_of(seat, b'{"type":"say","text":"hm"}\n'),
            "cut": lambda seat, _: self.cut(seat),
            "cut mid-line": self.cut_in_a_line,
            "return": self.come_back,
            "second connection": self.connect,
            "watch": self.watch,
            "resign": lambda seat, _: self.bytes_of(seat, b'{"type":"resign"}\n'),
        }

    async def follow(self, script: list[tuple[str, int, Any]]) -> None:
        """Do what the script says."""
        for act, seat, how in script:
            if act == "wait":
                await trio.sleep(how)
            else:
                self._acts[act](seat, how)

    def bytes_of(self, seat: int, data: bytes) -> None:
        """Send bytes from the newest connection of a seat."""
        if self.seats[seat].now:
            link_of(self.seats[seat].now[-1]).say(data)

    def choose(self, seat: int, which: int) -> None:
        """Play a line, which may be somebody else's or of another window."""
        choices = self.core.choices(seat) or self.core.choices(1 - seat) or ["peek"]
        self.bytes_of(seat, b'{"type":"choose","line":"%s"}\n' % choices[which % len(choices)].encode())

    def paste(self, seat: int, count: int) -> None:
        """Play several lines in one packet."""
        lines = ["seal rock", "step 2", "seal paper", "let", "strike", "peek"][:count]
        self.bytes_of(seat, b"".join(b'{"type":"choose","line":"%s"}\n' % line.encode() for line in lines))

    def cut(self, seat: int) -> None:
        """Lose every connection of a seat."""
        for program in self.seats[seat].now:
            link_of(program).cut()
        self.seats[seat].now.clear()

    def cut_in_a_line(self, seat: int, _: object) -> None:
        """Lose the connections in the middle of a line."""
        self.bytes_of(seat, b'{"type":"choose","line":"step 1"')
        self.cut(seat)

    def come_back(self, seat: int, _: object) -> None:
        """Connect again, if away."""
        if not self.seats[seat].now:
            self.connect(seat, None)

    def connect(self, seat: int, _: object) -> None:
        """Connect once more."""
        link = self.here.link()
        program = Program(MemoryWire(link), PATIENCE_S)
        who = self.seats[seat]
        link.say(b'mode json\n{"type":"login","name":"%s","token":"%s"}\n' % (who.name.encode(), who.token.encode()))
        who.now.append(program)
        who.ever.append(program)

    def watch(self, _: int, which: int) -> None:
        """Begin or stop watching."""
        if which and self.watchers:
            link_of(self.watchers[-1]).say(b"unobserve\n")
            return
        link = self.here.link()
        name = b"Watcher" + b"abcdefghijklmnopqrstuvwxyz"[len(self.watchers) % 26 :][:1]
        link.say(b'mode json\n{"type":"login","name":"%s"}\nobserve %d\n' % (name, self.match))
        self.watchers.append(Program(MemoryWire(link), PATIENCE_S))

    async def finish(self) -> None:
        """Let who is still here play on; who is away is given up by the match."""
        for _ in range(20 * ROUNDS):
            await trio.sleep(1)
            for decision in self.core.pending():
                if not decision.sealed:
                    self.bytes_of(decision.seat, b"\n")  # ends what a cut or junk left half
                    self.choose(decision.seat, 1)
        await trio.sleep(2 * ABSENCE_S)
        for seat in range(2):
            self.bytes_of(seat, b'{"type":"claim"}\n')  # from who is away; refused if nobody is
        await trio.sleep(1)

    def told(self, program: Program) -> tuple[bytes, list[Event]]:
        """Return all that a connection was sent, and the events among it."""
        data = link_of(program).heard()
        program.raw += data
        program._take(data)
        events = [message for message in program.messages if isinstance(message, Event) and message.match == self.match]
        return bytes(program.raw), events


async def play(script: list[tuple[str, int, Any]], seed: int) -> None:
    cores = Fakes()
    async with town(Config(absence_s=ABSENCE_S), cores, seed=seed) as here:
        one, two = [await here.program().called(name) for name in NAMES]
        match = await begin(one, two, *NAMES)
        seats = [Seat(name, each.token, [each], [each]) for name, each in zip(NAMES, (one, two), strict=True)]
        table = Table(here, seats, match, cores.made[0])
        await table.follow(script)
        await table.finish()
        check(table)


def check(table: Table) -> None:
    core = table.core
    assert core.outcome() is not None, core.pending()
    assert table.here.lobby.running == {}
    for seat, who in enumerate(table.seats):
        expected = core.told_to(seat)
        other = secret_of(1 - seat).encode()
        last_of_all = 0
        for program in who.ever:
            raw, events = table.told(program)
            assert other not in raw
            assert not [message for message in program.messages if isinstance(message, Aborted)]
            numbers = [event.number for event in events]
            if numbers:
                assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
                assert [event.event.text for event in events] == expected[numbers[0] - 1 :][: len(numbers)]
                last_of_all = max(last_of_all, numbers[-1])
        # Who comes back after being given up is a newcomer, and at no match.
        if who.now and any(isinstance(message, Started) for message in who.now[-1].messages):
            assert last_of_all == len(expected), "the connection that stayed heard the end"
            assert_answers(table, who.now[-1])
    for watcher in table.watchers:
        raw, events = table.told(watcher)
        assert b"secret-of" not in raw
        by_number = dict(enumerate(core.told_to(None), 1))
        assert all(by_number[event.number] == event.event.text for event in events)
        assert len({event.number for event in events}) == len(events)


def assert_answers(table: Table, program: Program) -> None:
    """Assert that a connection is not stuck: nothing of it waits or is in flight."""
    session = next(one for one in table.here.lobby.sessions.values() if one.screens)
    for screen in session.screens:
        assert not screen._in_flight  # type: ignore[attr-defined]
        assert not screen._waiting  # type: ignore[attr-defined]
    assert not link_of(program).unread


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=25), st.integers(0, 1000))
def test_whatever_is_said_when_the_match_ends_rightly(script: list[tuple[str, int, Any]], seed: int) -> None:
    trio.run(play, script, seed, clock=MockClock(autojump_threshold=0))


@pytest.mark.slow
@settings(max_examples=3000, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=60), st.integers(0, 1000))
def test_whatever_is_said_in_long_scripts_the_match_ends_rightly(script: list[tuple[str, int, Any]], seed: int) -> None:
    trio.run(play, script, seed, clock=MockClock(autojump_threshold=0))


def test_a_plain_script_plays_to_the_end_by_points() -> None:
    async def main() -> None:
        cores = Fakes()
        async with town(start_core=cores) as here:
            one, two = [await here.program().called(name) for name in NAMES]
            match = await begin(one, two, *NAMES)
            seats = [Seat(name, each.token, [each], [each]) for name, each in zip(NAMES, (one, two), strict=True)]
            table = Table(here, seats, match, cores.made[0])
            await table.finish()
            check(table)
            assert cores.made[0].outcome().reason == "points"  # type: ignore[union-attr]

    trio.run(main, clock=MockClock(autojump_threshold=0))
