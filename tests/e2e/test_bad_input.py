"""Any bytes on the socket: a clear answer, a connection that goes on, a match that is as it was."""

import resource
import time
from collections.abc import AsyncIterator

import pytest
import trio
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import rust_core
from protocol import LINE_LIMIT
from protocol.client_messages import Accept, Board, Choose, Match, Ping, Resign, Say
from protocol.server_messages import ChallengeSent, MatchOver, Pong, Refused, Said, Started, View
from server.config import Config
from tests.support.client import Person, Program, SocketWire
from tests.support.fake_game import GAME, Kept

from .server import Address, person, program, serving

CONTROL = "\x1b[2J\x1b]0;title\x07\x9b31m\u202eevil\u200b\x00\x08\x7f\r"


@frozen
class Duel:
    """Ana in text mode at a match against Bea, a program; `core` is that match."""

    address: Address
    ana: Person
    bea: Program
    core: rust_core.Match


@pytest.fixture
async def duel() -> AsyncIterator[Duel]:
    cores = Kept(rust_core.Match)
    async with (
        serving(seed=2, start_core=cores) as address,
        await person(address) as ana,
        await program(address, "Bea") as bea,
    ):
        await ana.called("Ana")
        await bea.ask(Match("Ana", GAME), ChallengeSent)
        await ana.until("accept")
        await ana.prompt()
        await ana.ask("accept")
        await bea.next(Started)
        yield Duel(address, ana, bea, cores.made[0])


BAD_BYTES = {
    "over-long line": (b"x" * 50_000 + b"\n", "longer than 4096 bytes"),
    "over-long line of digits": (b"1" * (LINE_LIMIT + 1) + b"\n", "longer than 4096 bytes"),
    "longest line": (b"x" * LINE_LIMIT + b"\n", "xxx"),
    "NUL": (b"wh\0o\n", "Bea"),
    "only NUL": (b"\0\0\0\n", ""),
    "invalid UTF-8": (b"say \xc3\x28\n", "UTF-8"),
    "overlong UTF-8": (b"\xc0\xaf\n", "UTF-8"),
    "UTF-16 surrogate": (b"say \xed\xa0\x80\n", "UTF-8"),
    "half a telnet command": (b"\xff\xfb\n", ""),
    "telnet subnegotiation without end": (b"\xff\xfa\x1f" + b"a" * 2000 + b"\n", ""),
    "lone IAC": (b"\xff\n", "UTF-8"),
    "unknown command": (b"frobnicate\n", "frobnicate"),
    "unknown command in Cyrillic": ("привет\n".encode(), "is no command"),
    "half a word": (b"re\n", "could mean"),
    "not a number listed": (b"99\n", "99"),
    "number beyond all": (b"9" * 300 + b"\n", "9"),
    "negative number": (b"-1\n", "-1"),
    "bad tag": (b"@\x01 who\n", ""),
    "only a tag": (b"@t\n", ""),
    "bad address": (b"#0 board\n", "whole number"),
    "address of another match": (b"#7 board\n", "7"),
    "broken JSON": (b"{\n", "JSON"),
    "nested JSON": (b'{"a":' * 700 + b"\n", "JSON"),
    "JSON of no type": (b"{}\n", "type"),
    "line of nobody's": (b"cut 999\n", ""),
    "line of another window": (b"attack B1 foe\n", ""),
    "empty choice": (b"cut\n", ""),
    "escape codes in a command": (b"\x1b[A\x1b[31mwho\n", "Bea"),
}


@pytest.mark.parametrize("name", list(BAD_BYTES))
async def test_bad_bytes_are_answered_and_change_nothing(duel: Duel, name: str) -> None:
    data, answer = BAD_BYTES[name]
    before = duel.core.digest()
    views = [duel.core.view(seat) for seat in (None, 0, 1)]
    await duel.ana.wire.send(data)
    await duel.ana.wire.send(b"\r\nping still here\r\n")
    shown = await duel.ana.until("still here")
    assert answer in shown
    assert duel.core.digest() == before
    assert [duel.core.view(seat) for seat in (None, 0, 1)] == views
    assert await duel.bea.ask(Ping("and me"), Pong) == Pong("and me")


async def test_line_without_an_end_costs_no_memory_and_is_skipped(duel: Duel) -> None:
    before = duel.core.digest()
    for _ in range(200):
        await duel.ana.wire.send(b"x" * 50_000)
    await duel.ana.wire.send(b"\nping after all\n")
    shown = await duel.ana.until("after all")
    assert shown.count("longer than 4096 bytes") == 1
    assert duel.core.digest() == before


async def test_line_of_the_other_player_is_refused(duel: Duel) -> None:
    before = duel.core.digest()
    decider = duel.core.pending()[0].seat
    if decider == 0:  # Bea challenged, so she has seat 0
        shown = await duel.ana.ask("cut 3")
        assert "Bea" in shown
    else:
        assert (await duel.bea.ask(Choose("cut 3"), Refused)).code == "not-your-decision"
    assert duel.core.digest() == before


async def test_program_at_a_match_gets_codes(duel: Duel) -> None:
    before = duel.core.digest()
    bad = {
        b'{"type":"choose"}': "missing-field",
        b'{"type":"choose","line":1}': "bad-field",
        b'{"type":"choose","line":"a\\u0000"}': "bad-field",
        b'{"type":"choose","line":"dance"}': "",
        b'{"type":"choose","line":"cut 0","decision":999}': "stale-decision",
        b'{"type":"choose","line":"cut 0","match":99}': "no-such-match",
        b'{"type":"nothing"}': "unknown-type",
        b'{"type":"who","who":1}': "unknown-field",
        b'{"type":"who","type":"who"}': "duplicate-key",
        b'{"type":"bot","game":"wizards_arena","level":"god"}': "bad-arguments",
        b'{"type":"say","text":NaN}': "bad-json",
        b"[1]": "",
        b"\xff": "bad-encoding",
        b"x" * 5000: "line-too-long",
    }
    for line, code in bad.items():
        await duel.bea.wire.send(line + b"\n")
        refused = await duel.bea.next(Refused)
        assert not code or refused.code == code, line
    assert duel.core.digest() == before


async def test_line_for_a_finished_match_is_refused(duel: Duel) -> None:
    await duel.bea.send(Resign())
    await duel.bea.next(MatchOver)
    await duel.ana.until("is over")
    before = duel.core.digest()
    await duel.ana.prompt()
    assert "cut" in await duel.ana.ask("cut 3")
    assert (await duel.bea.ask(Choose("cut 3"), Refused)).code == "not-in-match"
    assert duel.core.digest() == before


async def test_nothing_that_is_said_moves_another_terminal(duel: Duel) -> None:
    await duel.ana.type(f"say hello {CONTROL} there")
    said = await duel.bea.next(Said)
    assert said.text.startswith("hello")
    assert said.text.isprintable()
    before = len(duel.ana.raw)
    await duel.bea.send(Say("hi \u202e\u200b\u2028\ue000 you"))
    await duel.ana.until("you")
    assert _is_harmless(bytes(duel.ana.raw[before:]))
    assert (await duel.bea.ask(Board(), View)).match == 1


async def test_nothing_in_a_name_moves_another_terminal(duel: Duel) -> None:
    async with await person(duel.address) as thief:
        await thief.prompt()
        await thief.ask(f"login Eve{CONTROL}")
        await thief.ask("login \x1b[31mEve")
        assert _is_harmless(bytes(thief.raw)), "not even one's own name comes back raw"
    assert _is_harmless((await duel.ana.ask("who")).encode())


def _is_harmless(data: bytes) -> bool:
    text = data.decode().replace("\r\n", "\n")
    return all(line.isprintable() for line in text.split("\n"))


# Telnet


async def test_telnet_negotiation_is_answered_and_never_in_a_line() -> None:
    async with serving() as address, await person(address) as ana:
        await ana.prompt()
        # What a usual telnet client sends on connecting by itself: WILL NAWS and TTYPE, DO SGA and ECHO, its size.
        await ana.wire.send(b"\xff\xfb\x1f\xff\xfb\x18\xff\xfd\x03\xff\xfd\x01\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0An")
        await ana.wire.send(b"\xff\xf1a\r\0")
        await ana.until("Hello Ana")
        await ana.prompt()
        answers = b"\xff\xfd\x1f\xff\xfe\x18\xff\xfb\x03\xff\xfc\x01"
        assert bytes(ana.raw).count(answers) == 1
        assert b"\xff" not in bytes(ana.raw).replace(answers, b"")
        hello = bytes(ana.raw).partition(answers)[2].decode()
        assert max(len(line) for line in hello.split("\r\n")) <= 40


async def test_netcat_never_gets_a_telnet_byte(duel: Duel) -> None:
    await duel.ana.ask("help")
    await duel.ana.wire.send(b"say \xff\xff \xff\n\xff\xff\xff\n")
    await duel.ana.ask("who")
    assert b"\xff" not in duel.ana.raw


# Any bytes


@settings(max_examples=60)
@given(
    st.lists(
        st.binary(max_size=60)
        | st.sampled_from([b"\n", b"\r\n", b"bot wizards arena\n", b"1\n", b"resign\n", b"yes\n", b"mode json\n", b"{"])
        | st.sampled_from(
            [b"\xff\xfd\x01", b"\xff\xfa", b"\x1b[A", b"login Ana\n", b"say \x1b\n", b"observe 1\n", b"0\n"]
        )
        | st.text(max_size=30).map(lambda text: text.encode(errors="replace") + b"\n"),
        max_size=30,
    )
)
def test_no_bytes_end_the_server_or_anybody_elses_session(pieces: list[bytes]) -> None:
    async def main() -> None:
        async with serving() as address, await program(address, "Zoe") as bystander:
            wire = await SocketWire.to(address)
            for piece in pieces:
                await wire.send(piece)
            await wire.send(b"\nquit\nyes\n")
            await wire.close()
            assert await bystander.ask(Ping("fine"), Pong) == Pong("fine")

    trio.run(main)


# Silence


async def test_five_hundred_silent_connections_are_closed_and_cost_little() -> None:
    count = 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 3 * count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4 * count, hard), hard))
    async with serving(Config(login_s=1.0)) as address, await program(address, "Ana") as ana:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        silent = [await SocketWire.to(address) for _ in range(count)]
        await trio.sleep(0.3)
        begun = time.process_time()
        await trio.sleep(0.4)
        assert time.process_time() - begun < 0.2, "they cost no time while they are silent"
        assert await ana.ask(Ping("busy?"), Pong) == Pong("busy?")
        grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        assert grown_kb < 30 * count, "30 KB each, with both ends and Trio's tasks"
        for wire in silent:
            while await wire.receive():
                pass
            await wire.close()
        assert await ana.ask(Ping("alone?"), Pong) == Pong("alone?")


async def test_bystander_accepts_though_a_stranger_floods(duel: Duel) -> None:
    wire = await SocketWire.to(duel.address)
    await wire.send(b"help\n" * 10_000)
    begun = trio.current_time()
    assert await duel.bea.ask(Ping("now"), Pong) == Pong("now")
    assert trio.current_time() - begun < 1.0
    await wire.close()
    await duel.bea.send(Accept())
    assert (await duel.bea.next(Refused)).code == "no-challenge"
