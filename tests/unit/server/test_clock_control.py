"""Time controls: what is typed, what is meant, and what is told to somebody who typed something else."""

import doctest
from itertools import pairwise

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from protocol import RemoteError
from server.clocks import PRESETS, UNTIMED, Terms, TimeControl, charges, control, milliseconds, seconds

RAPID = TimeControl(600_000, 15_000, 20_000, 60_000)


@pytest.mark.parametrize(
    ("text", "expected", "canonical"),
    [
        ("10m+15s/20s:60s", RAPID, "10m+15s/20s:60s"),
        (" 10M+15S/20S:60S ", RAPID, "10m+15s/20s:60s"),
        ("10m+15s/20s:1m", RAPID, "10m+15s/20s:60s"),
        ("600s+15s", RAPID, "10m+15s/20s:60s"),
        ("10m+15s/20s", RAPID, "10m+15s/20s:60s"),
        ("10m", TimeControl(600_000, 0, 20_000, 60_000), "10m+0s/20s:60s"),
        ("10m/30s", TimeControl(600_000, 0, 30_000, 90_000), "10m+0s/30s:90s"),
        ("1h30m5s+1m/10s:2m", TimeControl(5_405_000, 60_000, 10_000, 120_000), "5405s+60s/10s:2m"),
        ("2h+10m/10m:1h", TimeControl(7_200_000, 600_000, 600_000, 3_600_000), "2h+10m/10m:60m"),
        ("24h", TimeControl(86_400_000, 0, 20_000, 60_000), "24h+0s/20s:60s"),
        ("rapid", RAPID, "10m+15s/20s:60s"),
        ("Untimed", UNTIMED, "untimed"),
    ],
)
def test_what_is_typed_is_meant(text: str, expected: TimeControl, canonical: str) -> None:
    found = TimeControl.parse(text)
    assert found == expected
    assert str(found) == canonical
    assert TimeControl.parse(canonical) == found


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_known_by_its_name_and_by_what_it_gives(name: str) -> None:
    preset = TimeControl.parse(name)
    assert preset.name == name
    assert TimeControl.parse(str(preset)) == preset


def test_presets_give_more_and_more() -> None:
    timed = [preset for preset in PRESETS.values() if preset.is_timed]
    for less, more in pairwise(timed):
        assert less.bank_ms < more.bank_ms
        assert less.increment_ms < more.increment_ms
        assert less.window_ms < more.window_ms
        assert less.reaction_ms < more.reaction_ms
    assert RAPID.name == "rapid"
    assert TimeControl.parse("11m").name is None


@pytest.mark.parametrize(
    ("text", "reason", "would_do"),
    [
        ("", "That is no time control", "rapid"),
        ("soon", "That is no time control", "rapid"),
        ("blits", "That is no time control", "blitz"),
        ("10m+15s/20s:60s:5s", "That is no time control", "rapid"),
        ("10m+15s+5s", "That is no time control", "rapid"),
        ("-10m", "That is no time control", "rapid"),
        ("10", "Numbers need units", "10m+0s/20s:60s"),
        ("10+15", "Numbers need units", "10m+15s/20s:60s"),
        ("9999+15", "Numbers need units", "rapid"),
        ("10m+15", "Numbers need units", "10m+15s/20s:60s"),
        ("10m+", "A part is whole", "10m+15s/20s:60s"),
        ("10m/", "A part is whole", "10m+15s/20s:60s"),
        ("10m/20s:", "A part is whole", "10m+15s/20s:60s"),
        ("10m5h", "A part is whole", "10m+15s/20s:60s"),
        ("10m+1.5s", "A part is whole", "10m+15s/20s:60s"),
        ("10m + 15s", "A part is whole", "10m+15s/20s:60s"),
        ("5s", "The bank is 10s to 24h, not 5s", "10s+0s/20s:60s"),
        ("25h+15s", "The bank is 10s to 24h, not 25h", "24h+15s/20s:60s"),
        ("10m+11m", "The increment is 0s to 10m, not 11m", "10m+10m/20s:60s"),
        ("10m/1s:9s", "The cap of a reaction window is 3s to 10m, not 1s", "10m+0s/3s:9s"),
        ("10m/20s:2h", "The reaction bank of a turn is 3s to 60m, not 2h", "10m+0s/20s:60m"),
        ("10m/60s:20s", "One reaction window can't take more", "10m+0s/20s:60s"),
    ],
)
def test_anything_else_is_refused_with_what_would_do(text: str, reason: str, would_do: str) -> None:
    with pytest.raises(RemoteError) as refused:
        TimeControl.parse(text)
    error = refused.value
    assert error.code == "bad-time-control"
    assert error.params["reason"].startswith(reason)
    assert error.message.startswith(error.params["reason"])
    assert would_do in error.suggestions
    for suggestion in error.suggestions:
        TimeControl.parse(suggestion)


@given(st.text(max_size=30) | st.from_regex(r"[0-9hms+/:]{0,20}", fullmatch=True))
def test_any_text_is_read_or_refused_with_what_would_do(text: str) -> None:
    found, error = _read(text)
    if found is not None:
        assert TimeControl.parse(str(found)) == found
    else:
        assert error is not None
        assert error.code == "bad-time-control"
        assert all(TimeControl.parse(suggestion) for suggestion in error.suggestions)


def _read(text: str) -> tuple[TimeControl | None, RemoteError | None]:
    try:
        return TimeControl.parse(text), None
    except RemoteError as error:
        return None, error


@given(st.integers(10, 86_400), st.integers(0, 600), st.integers(3, 600), st.integers(0, 3_000))
def test_what_is_spelt_is_read_back(bank_s: int, increment_s: int, window_s: int, more_s: int) -> None:
    meant = TimeControl(bank_s * 1_000, increment_s * 1_000, window_s * 1_000, (window_s + more_s) * 1_000)
    assert TimeControl.parse(str(meant)) == meant


@given(st.integers(0, 10**12))
def test_a_time_goes_to_seconds_and_back(time_ms: int) -> None:
    assert milliseconds(seconds(time_ms)) == time_ms


@pytest.mark.parametrize(("time_s", "time_ms"), [(0.0, 0), (1.001, 1_001), (9.9998, 9_999), (10.0, 10_000)])
def test_a_time_between_two_milliseconds_is_the_earlier_one(time_s: float, time_ms: int) -> None:
    assert milliseconds(time_s) == time_ms


def test_nothing_that_was_agreed_can_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        RAPID.bank_ms = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Terms().bank_out = "default"  # type: ignore[misc]


@pytest.mark.parametrize("module", [control, charges])
def test_examples_hold(module: object) -> None:
    assert doctest.testmod(module).attempted > 0  # type: ignore[arg-type]
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
