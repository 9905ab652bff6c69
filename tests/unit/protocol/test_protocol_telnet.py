"""The telnet filter, by the tables of its module."""

import pytest

from protocol.telnet import (
    AYT,
    DO,
    DONT,
    EC,
    ECHO,
    EL,
    IAC,
    NAWS,
    SB,
    SE,
    SGA,
    SUBNEGOTIATION_LIMIT,
    TIMING_MARK,
    WILL,
    WONT,
    TelnetFilter,
)


def naws(*size: int) -> bytes:
    return bytes((IAC, SB, NAWS, *size, IAC, SE))


WILL_NAWS = bytes((IAC, WILL, NAWS))


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ((DO, SGA), (WILL, SGA)),
        ((WILL, SGA), (DO, SGA)),
        ((WILL, NAWS), (DO, NAWS)),
        ((DO, NAWS), (WONT, NAWS)),
        ((DO, ECHO), (WONT, ECHO)),
        ((WILL, ECHO), (DONT, ECHO)),
    ],
)
def test_requests_are_answered_once(asked: tuple[int, int], answered: tuple[int, int]) -> None:
    peer = TelnetFilter()
    assert peer.receive(bytes((IAC, *asked))) == (b"", bytes((IAC, *answered)))
    assert peer.receive(bytes((IAC, *asked)) * 3) == (b"", b"")
    assert peer.has_negotiated


def test_withdrawal_is_confirmed_only_if_agreed() -> None:
    peer = TelnetFilter()
    assert peer.receive(bytes((IAC, DONT, SGA, IAC, WONT, NAWS)))[1] == b""
    peer.receive(bytes((IAC, DO, SGA)))
    assert peer.receive(bytes((IAC, DONT, SGA)))[1] == bytes((IAC, WONT, SGA))
    assert peer.receive(bytes((IAC, DONT, SGA)))[1] == b""
    assert peer.receive(bytes((IAC, DO, SGA)))[1] == bytes((IAC, WILL, SGA))


def test_refused_option_may_be_asked_for_again_after_a_withdrawal() -> None:
    peer = TelnetFilter()
    refusal = bytes((IAC, WONT, ECHO))
    assert peer.receive(bytes((IAC, DO, ECHO)))[1] == refusal
    assert peer.receive(bytes((IAC, DONT, ECHO, IAC, DO, ECHO)))[1] == refusal


def test_every_timing_mark_is_answered() -> None:
    mark = bytes((IAC, DO, TIMING_MARK))
    assert TelnetFilter().receive(mark * 2)[1] == bytes((IAC, WONT, TIMING_MARK)) * 2


def test_window_size() -> None:
    peer = TelnetFilter()
    assert peer.receive(WILL_NAWS + naws(0, 80, 0, 24) + b"who\n")[0] == b"who\n"
    assert (peer.width, peer.height) == (80, 24)
    peer.receive(naws(0, IAC, IAC, 0, 0))
    assert (peer.width, peer.height) == (255, None)
    peer.receive(bytes((IAC, WONT, NAWS)))
    assert peer.width is None


def test_window_size_is_read_only_when_agreed_and_well_formed() -> None:
    peer = TelnetFilter()
    peer.receive(naws(0, 80, 0, 24))
    assert peer.width is None
    peer.receive(WILL_NAWS + naws(0, 80))
    assert peer.width is None


def test_commands_cut_into_single_bytes() -> None:
    peer = TelnetFilter()
    pieces = [peer.receive(bytes((byte,))) for byte in b"a" + WILL_NAWS + naws(0, 100, 0, 40) + b"b"]
    assert b"".join(data for data, _ in pieces) == b"ab"
    assert b"".join(reply for _, reply in pieces) == bytes((IAC, DO, NAWS))
    assert peer.width == 100


def test_are_you_there() -> None:
    assert TelnetFilter().receive(bytes((IAC, AYT))) == (b"", b"[yes]\r\n")


@pytest.mark.parametrize("command", [241, 242, 243, 244, 245, 249, 240, 236, 239])
def test_other_commands_vanish(command: int) -> None:
    assert TelnetFilter().receive(bytes((97, IAC, command, 98))) == (b"ab", b"")


def test_erasing_is_data() -> None:
    assert TelnetFilter().receive(bytes((IAC, EC, IAC, EL)))[0] == b"\x08\x15"


@pytest.mark.parametrize("data", [b"a\xff\nb\n", b"\xffa\n"])
def test_lone_iac_is_data_and_swallows_nothing(data: bytes) -> None:
    peer = TelnetFilter()
    assert peer.receive(data) == (data, b"")
    assert not peer.has_negotiated


def test_doubled_iac_is_one_byte_of_data() -> None:
    assert TelnetFilter().receive(b"a\xff\xffb") == (b"a\xffb", b"")


def test_long_subnegotiation_is_skipped() -> None:
    peer = TelnetFilter()
    peer.receive(WILL_NAWS)
    long = bytes((IAC, SB, NAWS)) + b"x" * (SUBNEGOTIATION_LIMIT + 50)
    assert peer.receive(long + bytes((IAC, SE)) + b"who\n") == (b"who\n", b"")
    assert peer.width is None


def test_endless_subnegotiation_ends_with_a_line() -> None:
    noise = bytes((IAC, SB)) + b"x" * (SUBNEGOTIATION_LIMIT + 50)
    assert TelnetFilter().receive(noise + b"\nwho\n") == (b"\nwho\n", b"")


def test_command_inside_a_subnegotiation_gives_it_up() -> None:
    peer = TelnetFilter()
    assert peer.receive(bytes((IAC, SB, NAWS, 0, IAC, DO, SGA)) + b"a") == (b"a", bytes((IAC, WILL, SGA)))
