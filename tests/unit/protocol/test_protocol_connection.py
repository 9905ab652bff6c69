"""The connection as a whole, and what is sent."""

import pytest

from protocol import Connection, LineReceived, LineRefused, LocalError, Refused, encode_json, encode_lines


def test_lines_and_telnet_together() -> None:
    connection = Connection()
    assert connection.receive_data(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x28\xff\xf0who\r\n") == [LineReceived("who")]
    assert connection.data_to_send() == b"\xff\xfd\x1f"
    assert connection.data_to_send() == b""
    assert connection.is_telnet
    assert (connection.window_width, connection.window_height) == (100, 40)


def test_netcat_is_never_answered_in_telnet() -> None:
    connection = Connection()
    connection.receive_data(b"login ana\nwho\n\xff\n")
    assert connection.data_to_send() == b""
    assert not connection.is_telnet
    assert connection.window_width is None


def test_refused_lines_say_why_and_leave_the_rest() -> None:
    long, bad, good = Connection(8).receive_data(b"123456789\n\xff\nwho\n")
    assert isinstance(long, LineRefused)
    assert long.error.code == "line-too-long"
    assert long.error.params == {"limit": "8"}
    assert isinstance(bad, LineRefused)
    assert Refused.of(bad.error).code == "bad-encoding"
    assert good == LineReceived("who")


def test_two_connections_back_to_back() -> None:
    lines = ["-- turn 7 --", "", "caf\u00e9 \x1b[1mbold\x1b[0m"]
    events = Connection().receive_data(encode_lines(lines))
    assert events == [LineReceived("-- turn 7 --"), LineReceived(""), LineReceived("caf\u00e9 bold")]
    assert encode_json(b"{}") == b"{}\r\n"
    assert encode_lines([]) == b""
    assert encode_lines([""]) == b"\r\n"


@pytest.mark.parametrize("line", ["a\nb", "a\r", "\r\n"])
def test_line_break_inside_a_line_is_our_bug(line: str) -> None:
    with pytest.raises(LocalError):
        encode_lines(["x", line])
