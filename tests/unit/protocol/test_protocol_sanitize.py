"""Text and names that others will see."""

import pytest

from protocol import RemoteError, clean_name, clean_text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  good luck ", "good luck"),
        ("a\tb\nc\u2028d", "a b c d"),
        ("\x1b[31mred", "[31mred"),
        ("\x9b31m\x07", "31m"),
        ("\u202eevil\u2066\u2069", "evil"),
        ("ze\u200bro\ufeff", "zero"),
        ("\ue000\ud800\U000e0041\u0378", ""),
        ("caf\u00e9 \U0001f600", "caf\u00e9 \U0001f600"),
    ],
)
def test_clean_text(text: str, cleaned: str) -> None:
    assert clean_text(text, 100) == cleaned


def test_clean_text_is_cut() -> None:
    assert clean_text("abc def", 4) == "abc"
    assert clean_text("abc", 0) == ""


@pytest.mark.parametrize("name", ["Ana", "x" * 17, " Bea "])
def test_good_names(name: str) -> None:
    assert clean_name(name) == name.strip()


@pytest.mark.parametrize("name", ["", "ab", "x" * 18, "an a", "anä", "Ana1", "Ana\n\nBea", "\u0410na"])
def test_bad_names(name: str) -> None:
    with pytest.raises(RemoteError) as caught:
        clean_name(name)
    assert caught.value.code == "bad-name"
