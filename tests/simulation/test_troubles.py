"""What goes wrong: rules that break, full mailboxes, floods of lines, slow readers, lines that cross a match's end."""

import pytest
import trio

import rust_core
from protocol.client_messages import Bot, Choose, Claim, Observe, Ping, Resign, Say
from protocol.server_messages import (
    Aborted,
    Decide,
    Event,
    MatchOver,
    MayClaim,
    Notice,
    Observing,
    Ok,
    Pong,
    Presence,
    Refused,
    Said,
    Started,
)
from server.client import WAITING_LINES
from server.config import Config
from server.link import READ_BYTES
from server.mailbox import Begun
from server.match_actor import MAILBOX_ITEMS
from tests.support.client import MemoryWire, Program
from tests.support.fake_game import GAME, Kept

from .town import PATIENCE_S, Fakes, Town, begin, link_of, simulated, town

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def numbered_name(number: int) -> str:
    return f"Cid{LETTERS[number // 26]}{LETTERS[number % 26]}"


def break_match(match: rust_core.Match) -> None:
    """Break a match from inside, as a fault of the rules would."""
    with pytest.raises(rust_core.RulesBug):
        match._panic_for_test("broken by a test")


@simulated
async def test_broken_rules_end_their_own_match_and_no_other() -> None:
    cores = Kept(rust_core.Match)
    async with town(start_core=cores) as here:
        ana, bea, match = await here.pair()
        cid, dan, other = await here.pair("Cid", "Dan")
        before = cores.made[1].digest()
        break_match(cores.made[0])
        await ana.send(Choose("cut 0"))
        for seat in (ana, bea):
            aborted = await seat.next(Aborted)
            assert aborted.match == match
            assert "broke" in aborted.message
        assert list(here.lobby.running) == [other]
        assert cores.made[1].digest() == before
        # Everybody goes on: the two of the broken match with whatever they like, the others with their match.
        assert await ana.ask(Ping("a"), Pong) == Pong("a")
        assert await bea.ask(Ping("b"), Pong) == Pong("b")
        mover, waiter = (cid, dan) if cores.made[1].pending()[0].seat == 0 else (dan, cid)
        await mover.ask(Choose("cut 3"), Ok)
        await waiter.next(Event)
        await begin(ana, bea, "Ana", "Bea")


@simulated
async def test_person_at_a_broken_match_is_back_in_the_lobby() -> None:
    cores = Kept(rust_core.Match)
    async with town(start_core=cores) as here:
        ana = here.person()
        await ana.called("Ana")
        await ana.ask("learn")
        break_match(cores.made[0])
        await ana.type("choices", "who")
        await ana.until("broke", "Ana")
        await trio.sleep(1)
        assert ana.screen.endswith("\n> ")
        assert here.lobby.running == {}


@simulated
async def test_full_mailbox_refuses_and_loses_nothing_else() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        crowd = [await here.program().called(numbered_name(number)) for number in range(MAILBOX_ITEMS + 10)]
        for each in crowd:
            await each.ask(Observe(match), Observing)
        await trio.sleep(1)
        for each in crowd:  # all in one pass of the scheduler, so that the match can't come between
            link_of(each).say(b'{"type":"say","text":"go!","tag":"s"}\n')
        answers = [await each.next((Ok, Refused), "s") for each in crowd]
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert {answer.code for answer in refused} == {"match-busy"}
        assert len(refused) == len(crowd) - MAILBOX_ITEMS
        await ana.ask(Choose("seal rock"), Ok)
        await bea.ask(Choose("seal rock"), Ok)


class Nobody:
    """An asker that listens to nothing."""

    def answer(self, message: object, tag: str | None) -> None:
        """Hear it and forget it."""

    def answered(self) -> None:
        """Go on with nothing."""

    def answered_with(self, batch: int, progress: object) -> None:
        """Go on with nothing."""


def fill_mailbox(here: Town, match: int) -> None:
    """Post to a match until it takes no more, without letting it come between."""
    viewer = next(session.viewers[match] for session in here.lobby.sessions.values() if match in session.viewers)
    handle = here.lobby.running[match].handle
    for _ in range(MAILBOX_ITEMS - handle.waiting):
        assert handle.post(Begun(viewer, Nobody()))
    assert not handle.post(Begun(viewer, Nobody()))


@simulated
async def test_absence_counts_though_the_mailbox_was_full() -> None:
    async with town(Config(absence_s=60), Fakes()) as here:
        ana, bea, match = await here.pair()
        session = here.lobby.sessions["ana"]
        fill_mailbox(here, match)
        session.detach(session.screens[0])
        assert (await bea.next(Presence)).name == "Ana"
        await bea.next(MayClaim)  # the fake game asks both seats at first
        await bea.send(Claim())
        assert (await bea.next(MatchOver)).winners == [1]
        del ana


@simulated
async def test_who_stops_watching_hears_no_more_though_the_mailbox_was_full() -> None:
    async with town(start_core=Fakes()) as here:
        ana, _, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        await trio.sleep(1)
        fill_mailbox(here, match)
        here.lobby.unwatch(here.lobby.sessions["cid"].viewers[match])
        await trio.sleep(1)
        await ana.ask(Say("still there?"), Ok)
        await cid.ask(Ping(), Pong)
        assert not [message for message in cid.messages if isinstance(message, Said)]


# Lines that cross the end of a match


async def _crossing(here: Town, last: bytes, late: bytes) -> tuple[Program, Program]:
    """Let Ana end the match while Bea's line is on its way into the same mailbox."""
    ana, bea, _ = await here.pair()
    ana.skip()
    link_of(ana).say(last)
    link_of(bea).say(late)
    await ana.next(MatchOver)
    return ana, bea


@simulated
@pytest.mark.parametrize(
    "late",
    [b'{"type":"choose","line":"seal rock"}\n', b'{"type":"say","text":"wait"}\n', b'{"type":"board"}\n', b"choices\n"],
)
async def test_line_that_crosses_the_end_does_not_block_its_connection(late: bytes) -> None:
    async with town(start_core=Fakes()) as here:
        _, bea = await _crossing(here, b'{"type":"resign"}\n', late)
        assert await bea.ask(Ping("still here"), Pong) == Pong("still here")


@simulated
async def test_two_who_resign_at_once_end_one_match() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea = await _crossing(here, b'{"type":"resign"}\n', b'{"type":"resign"}\n')
        await bea.next(MatchOver)
        assert await ana.ask(Ping(), Pong) == Pong("")
        assert await bea.ask(Ping(), Pong) == Pong("")
        assert not [message for message in ana.messages if isinstance(message, Aborted)]


# Floods


@simulated
async def test_pasted_lines_are_carried_out_in_order() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        lines = [b'{"type":"choose","line":"seal %s"}\n' % hand for hand in (b"rock", b"paper", b"scissors")]
        link_of(ana).say(b"".join(lines) + b'{"type":"ping","tag":"last"}\n')
        await ana.next(Pong, "last")
        assert cores.made[0].lines == [(0, "seal rock"), (0, "seal paper"), (0, "seal scissors")]
        del bea


@simulated
async def test_flood_is_read_only_as_fast_as_it_is_carried_out() -> None:
    async with town(start_core=Fakes()) as here:
        ana, _, _ = await here.pair()
        link = link_of(ana)
        line = b'{"type":"say","text":"%s"}\n' % (b"x" * 150)
        count = 4 * READ_BYTES // len(line)
        link.say(line * count + b'{"type":"ping","tag":"last"}\n')
        most_taken = 0
        while link.unread:
            await trio.lowlevel.checkpoint()
            client = here.lobby.sessions["ana"].screens[0]
            most_taken = max(most_taken, len(client._waiting))  # type: ignore[attr-defined]
        await ana.next(Pong, "last")
        assert WAITING_LINES < most_taken <= WAITING_LINES + READ_BYTES // len(line) + 1


@simulated
async def test_flood_of_one_does_not_keep_the_others_waiting() -> None:
    async with town() as here:
        ana, bea = await here.program().called("Ana"), await here.program().called("Bea")
        link_of(ana).say(b'{"type":"help"}\n' * 3000)
        for _ in range(3):
            await trio.lowlevel.checkpoint()
        link_of(bea).say(b'{"type":"ping","tag":"p"}\n')
        await bea.next(Pong, "p")
        client = here.lobby.sessions["ana"].screens[0]
        assert len(client._waiting) > WAITING_LINES  # type: ignore[attr-defined]


@simulated
async def test_slow_reader_gets_a_notice_instead_of_a_backlog() -> None:
    async with town(start_core=Fakes()) as here:
        ana, bea, match = await here.pair()
        cid = await here.program().called("Cid")
        await cid.ask(Observe(match), Observing)
        link_of(cid).stall()
        for _ in range(1000):
            await ana.ask(Say("x" * 400), Ok)
        link_of(cid).go_on()
        assert "board" in (await cid.next(Notice)).text
        await cid.ask(Ping(), Pong)
        assert len(cid.raw) < 300_000
        await bea.ask(Ping(), Pong)


@simulated
async def test_half_a_line_waits_for_its_other_half() -> None:
    async with town() as here:
        link = here.link()
        program = Program(MemoryWire(link), PATIENCE_S)
        await program.called("Ana")
        for byte in b'{"type":"ping","tag":"p"}\r\n':
            link.say(bytes([byte]))
            await trio.sleep(1)
        assert await program.next(Pong, "p") == Pong("")


@simulated
async def test_line_lost_with_its_connection_does_not_reach_the_match() -> None:
    cores = Fakes()
    async with town(start_core=cores) as here:
        ana, bea, _ = await here.pair()
        link_of(ana).say(b'{"type":"choose","line":"seal rock"}')
        await trio.sleep(1)
        link_of(ana).cut()
        await trio.sleep(1)
        assert cores.made[0].lines == []
        del bea


@simulated
async def test_house_goes_on_with_another_match_while_one_resigns() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        for _ in range(3):
            await ana.send(Bot(GAME))
            await ana.next(Started)
            await ana.next(Decide)
        assert sorted(here.lobby.running) == [1, 2, 3]
        await ana.send(Resign(), match=2)
        assert (await ana.next(MatchOver)).match == 2
        assert sorted(here.lobby.running) == [1, 3]
