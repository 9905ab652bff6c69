"""What scripts do to a match: who says what when, who is cut off, stalls and comes back; and what must hold after it.

Whatever happens, every match ends, each seat is told each of its numbered events once while it is connected, nobody is
told a secret of somebody else, and the clocks' log explains each millisecond.
"""

from collections.abc import Callable
from typing import Any, Final

import trio
from attrs import define, field
from hypothesis import strategies as st
from trio.testing import MockClock

from protocol.server_messages import Aborted, Decide, Event, MatchOver, Ok, Started, Waiting
from server.clocks import MatchClock
from server.config import Config
from server.mailbox import Begun
from tests.support.client import MemoryWire, Program
from tests.support.fake_game import ROUNDS, FakeDecision, FakeGame, Kept, secret_of

from .town import PATIENCE_S, Town, begin, faults_of, link_of, town
from .watching import Nobody

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
    st.tuples(st.just("stop"), SEATS, st.integers(0, 3)),
    st.tuples(st.just("plan"), SEATS, st.integers(0, 4)),
    st.tuples(st.just("takeback"), SEATS, st.integers(1, 4)),
    st.tuples(st.just("agree"), SEATS, st.sampled_from(["takeback", "draw"])),
    st.tuples(st.just("adjourn"), SEATS, st.integers(1, 2)),
    st.tuples(st.just("resume"), SEATS, st.integers(1, 2)),
    st.tuples(st.just("decline"), SEATS, st.just(0)),
    st.tuples(st.just("since"), SEATS, st.integers(0, 30)),
    st.tuples(st.just("clock"), SEATS, st.just(0)),
    st.tuples(st.just("flood"), SEATS, st.integers(1, 60)),
    st.tuples(st.just("fill the mailbox"), SEATS, st.just(0)),
    st.tuples(st.just("stall"), SEATS, st.integers(0, 1)),
)
CONTROLS: Final = st.sampled_from([None, "30s+2s/5s:9s", "60s+5s/20s:45s"])
STOPS: Final = (b"all", b"none", b"answering off", b"answering on")
PLANS: Final = (b"answering then block", b"moving then step 2", b"sealing then seal rock", b"off")


@define
class Seat:
    """Somebody at the table, with all connections that they ever had."""

    name: str
    token: str
    now: list[Program]
    ever: list[Program] = field(factory=list)
    has_stalled: bool = False


class Table:
    """A match of the fake game, and what a script does to it."""

    def __init__(self, here: Town, seats: list[Seat], match: int, core: FakeGame) -> None:
        """Sit down."""
        self.here = here
        self.seats = seats
        self.match = match
        self.core = core
        self.clock = here.clock(match)
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
            "stop": self.stop,
            "plan": self.plan,
            "takeback": lambda seat, count: self.bytes_of(seat, b'{"type":"takeback","count":%d}\n' % count),
            "agree": self.agree,
            "adjourn": lambda seat, count: self.some_say(seat, count, b'{"type":"adjourn"}\n'),
            "resume": lambda seat, count: self.some_say(seat, count, b'{"type":"resume","text":"1"}\n'),
            "decline": lambda seat, _: self.bytes_of(seat, b'{"type":"decline"}\n'),
            "since": lambda seat, after: self.bytes_of(
                seat, b'{"type":"since","number":%d,"tag":"since-%d"}\n' % (after, after)
            ),
            "clock": lambda seat, _: self.bytes_of(seat, b'{"type":"clock","log":true}\n'),
            "flood": lambda seat, count: self.bytes_of(seat, b'{"type":"say","text":"hm"}\n' * count),
            "fill the mailbox": self.fill_mailbox,
            "stall": self.stall,
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

    def stop(self, seat: int, which: int) -> None:
        """Say where to be asked."""
        self.bytes_of(seat, b'{"type":"stop","text":"%s"}\n{"type":"pass"}\n' % STOPS[which])

    def plan(self, seat: int, which: int) -> None:
        """Give a line in advance; one of them names a secret, which nobody else is to hear."""
        text = (*PLANS, b"answering then " + secret_of(seat).encode())[which]
        self.bytes_of(seat, b'{"type":"if","text":"%s"}\n' % text)

    def agree(self, seat: int, what: str) -> None:
        """Both say the same."""
        self.some_say(seat, 2, b'{"type":"%s"}\n' % what.encode())

    def some_say(self, seat: int, count: int, data: bytes) -> None:
        """Let a seat, or both, say the same."""
        for each in (seat, 1 - seat)[:count]:
            self.bytes_of(each, data)

    def fill_mailbox(self, seat: int, _: object) -> None:
        """Leave no room in the match's mailbox."""
        session = self.here.lobby.sessions.get(self.seats[seat].name.lower())
        viewer = session.viewers.get(self.match) if session is not None else None
        while viewer is not None and viewer.handle.post(Begun(viewer, Nobody())):
            pass

    def stall(self, seat: int, is_watcher: int) -> None:
        """Stop reading, a seat or who watches: until the end."""
        programs = self.watchers if is_watcher else self.seats[seat].now
        if programs:
            self.seats[seat].has_stalled = True
            link_of(programs[-1]).stall()

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

    async def finish(self, *, returns: bool = False) -> None:
        """Let who is still here play on; who is away `returns` after a line or two, or is given up by the match."""
        for step in range(20 * ROUNDS):
            await trio.sleep(1)
            if returns and step == 2:
                for seat in range(2):
                    self.come_back(seat, None)
            if self.match in self.here.lobby.adjourned._kept:
                for seat in range(2):
                    self.come_back(seat, None)
                await trio.sleep(1)
                self.some_say(0, 2, b'\n{"type":"resume","text":"1"}\n')
                continue
            for decision in self.core.pending():
                if not decision.sealed:
                    self.bytes_of(decision.seat, b"\n")  # ends what a cut or junk left half
                    self.choose(decision.seat, 1)
        await trio.sleep(2 * ABSENCE_S)
        for seat in range(2):
            self.bytes_of(seat, b'{"type":"claim"}\n')  # from who is away; refused if nobody is
        await trio.sleep(1)
        for program in (*self.seats[0].now, *self.seats[1].now, *self.watchers):
            link_of(program).go_on()

    def told(self, program: Program) -> tuple[bytes, list[Event]]:
        """Return all that a connection was sent, and the events among it; answers to `since` are looked at at once."""
        data = link_of(program).heard()
        program.raw += data
        program._take(data)
        events: list[Event] = []
        again: list[int] | None = None
        after = 0
        for message, tag in zip(program.messages, program.tags, strict=True):
            if isinstance(message, Ok) and message.command == "since":
                again, after = [], int(str(tag).removeprefix("since-"))
            elif isinstance(message, Event) and again is not None:
                again.append(message.number)
            elif isinstance(message, Event) and message.match == self.match:
                events.append(message)
            elif isinstance(message, Decide | Waiting | MatchOver) and again is not None:
                last = events[-1].number if events else after + len(again)
                assert again == list(range(after + 1, last + 1))
                again = None
        return bytes(program.raw), events


async def sit_down(here: Town, cores: Kept[FakeGame], control: str | None = None) -> Table:
    """Seat both at a new match."""
    one, two = [await here.program().called(name) for name in NAMES]
    match = await begin(one, two, *NAMES, control)
    seats = [Seat(name, each.token, [each], [each]) for name, each in zip(NAMES, (one, two), strict=True)]
    return Table(here, seats, match, cores.made[0])


_SLOW_S: Final = 0.0004


class SlowGame(FakeGame):
    """A game that takes its time: some passes whenever it is asked what is open, in the midst of a change."""

    took_s = 0.0

    def pending(self) -> list[FakeDecision]:
        """Return the open decisions, a bit later."""
        clock = trio.lowlevel.current_clock()
        assert isinstance(clock, MockClock)
        clock.jump(_SLOW_S)
        self.took_s += _SLOW_S
        return super().pending()


async def play(
    script: list[tuple[str, int, Any]], seed: int, control: str | None = None, game: type[FakeGame] = FakeGame
) -> None:
    """Play a script, and what it leaves open; check what was told."""
    cores = Kept(game.start)
    async with town(Config(absence_s=ABSENCE_S), cores, seed=seed) as here:
        table = await sit_down(here, cores, control)
        await table.follow(script)
        await table.finish(returns=seed % 2 == 0)
        check(table)


def check(table: Table) -> None:
    """Assert what must hold, whatever was said."""
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
                assert who.has_stalled or numbers[0] <= last_of_all + 1, "what was missed is told"
                last_of_all = max(last_of_all, numbers[-1])
        # Who comes back after being given up is a newcomer, and at no match.
        if who.now and any(isinstance(message, Started) for message in who.now[-1].messages):
            assert last_of_all == len(expected), "the connection that stayed heard the end"
            assert_answers(table, who.now[-1])
    check_clock(table.clock, took_s=core.took_s if isinstance(core, SlowGame) else 0.0)
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


def check_clock(clock: MatchClock, took_s: float = 0.0) -> None:
    """Assert that the log explains each millisecond: some seat has thought at any time, none for longer than it was.

    The seconds `took_s` that the game itself took may be nobody's, each time rounded up to a millisecond.
    """
    assert faults_of(clock) == []
    if clock.control.is_timed:
        spent_ms = [
            sum(each.amount_ms for each in clock.log if each.seat == seat and each.is_time) for seat in range(2)
        ]
        elapsed_ms = clock.now_ms - clock.start_ms
        nobodys_ms = took_s * 1000 + len(clock.log) if took_s else 0
        assert max(spent_ms) <= elapsed_ms <= sum(spent_ms) + nobodys_ms
