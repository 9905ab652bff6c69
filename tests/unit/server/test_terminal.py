"""A transcript read in a terminal."""

from __future__ import annotations

import pytest

from server.terminal import TerminalReader
from server.transcript import TranscriptError, export

from .test_transcript import CATALOG, short_match

TRANSCRIPT = export(short_match(), CATALOG.json)


def read(*lines: str, name: str | None = None) -> list[str]:
    shown: list[str] = []
    TerminalReader(TRANSCRIPT, name, shown.append).run(lines)
    return shown


def steps(shown: list[str]) -> list[int]:
    return [int(line.split("step ")[1].split()[0]) for line in shown if line.startswith("-- Duel 7, step")]


def test_words_numbers_and_empty_lines_go_through_the_match() -> None:
    shown = read("", "next", "1", "2", "back", "go 7", "ne", "go 0", "quit", "next")
    assert steps(shown) == [0, 1, 2, 3, 2, 1, 7, 7, 0]
    assert any("taken back" in line for line in read("go 5"))
    assert "1 next | 2 back | 3 auto | go N | 0 replay off" in shown
    assert steps(read("0", "next")) == [0]


def test_each_player_reads_their_own_lines() -> None:
    everything = ["next"] * 7
    ada, bo = ("\n".join(read(*everything, name=name)) for name in ("ada", "BÖ"))
    watcher = "\n".join(read(*everything))
    assert "\nAda: " in ada
    assert "\nBo: " not in ada
    assert "\nBo: " in bo
    assert "\nAda: " not in bo + watcher


def test_what_is_no_word_of_a_replay_is_told() -> None:
    for line in ("who", "nonsense", "99", "go", "#0 next"):
        shown = read(line)
        assert shown[-1].startswith("Type next"), line
        assert steps(shown) == [0]


def test_auto_goes_to_the_end(autojump_sleep: list[float]) -> None:
    assert steps(read("auto 3")) == list(range(8))
    assert autojump_sleep == [3.0] * 7


@pytest.fixture
def autojump_sleep(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("trio.sleep", sleep)
    return slept


def test_what_is_no_whole_transcript_is_refused() -> None:
    with pytest.raises(TranscriptError, match="line 2"):
        TerminalReader(TRANSCRIPT.replace(b'"seat":0', b'"seat":1', 1), None, print)
    with pytest.raises(TranscriptError, match="Ada and"):
        TerminalReader(TRANSCRIPT, "Zoe", print)
