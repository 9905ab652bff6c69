"""Lines: ends, limits, encoding, control characters."""

import pytest

from protocol.lines import LINE_LIMIT, BadEncoding, Line, LineBuffer, LineTooLong, plain


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\x00"])
def test_each_line_end_ends_a_line(end: bytes) -> None:
    assert LineBuffer().feed(b"who" + end + b"games" + end) == [Line("who"), Line("games")]


def test_unfinished_line_waits() -> None:
    lines = LineBuffer()
    assert lines.feed(b"wh") == []
    assert lines.feed(b"o\r") == []
    assert lines.feed(b"\n") == [Line("who")]
    assert lines.pending == 0


def test_lone_cr_ends_nothing() -> None:
    assert LineBuffer().feed(b"a\rb\n") == [Line("ab")]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\x00"])
def test_limit_counts_no_line_end(end: bytes) -> None:
    longest = b"x" * LINE_LIMIT
    assert LineBuffer().feed(longest + end) == [Line(longest.decode())]
    assert LineBuffer().feed(longest + b"x" + end + b"y" + end) == [LineTooLong(), Line("y")]


def test_too_long_line_is_told_once_and_not_kept() -> None:
    lines = LineBuffer(8)
    events = [event for _ in range(100) for event in lines.feed(b"x" * 1000)]
    assert events == [LineTooLong()]
    assert lines.pending == 0
    assert lines.feed(b"xx\nwho\n") == [Line("who")]


def test_bad_encoding_is_one_event_and_the_next_line_is_fine() -> None:
    assert LineBuffer().feed(b"\xff\xfe\xc3\nwho\n") == [BadEncoding(), Line("who")]


def test_character_cut_in_two_is_whole_again() -> None:
    lines = LineBuffer()
    assert lines.feed("é".encode()[:1]) == []
    assert lines.feed("é".encode()[1:] + b"\n") == [Line("é")]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("a\tb", "a b"),
        ("whp\bo", "who"),
        ("whp\x7fo", "who"),
        ("\b\bwho", "who"),
        ("nonsense\x15who", "who"),
        ("w\x00h\x07o\x9b", "who"),
        ("\x1b[Awho\x1bOB\x1b[1;5C", "who"),
        ("\x1bwho", "who"),
        ("caf\u00e9 \u200d", "caf\u00e9 \u200d"),
    ],
)
def test_plain(typed: str, meant: str) -> None:
    assert plain(typed) == meant
