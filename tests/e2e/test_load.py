"""The load harness against real servers: a sound one, and some with planted faults that it must find."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve

from bench.load.own_server import OwnServer
from bench.load.profiles import Profile
from bench.load.report import Report, read, to_json
from bench.load.run import quiet, run_load

FAULTY: Final = "tests.support.faulty_server"
SCRIPT: Final = ("attack * foe", "summon *", "draw 1")
SHORT: Final = Profile(
    name="short",
    clients=10,
    choices="scripted",
    script=SCRIPT,
    mode="closed",
    duration_s=2.0,
    warm_up_s=0.5,
    connects_per_s=200.0,
    p50_limit_ms=0.0,
)


def run(profile: Profile, module: str = "bench.game_server") -> Report:
    """Play a profile against an own server, without a bare echo beside it."""
    return run_load(profile, quiet, module=module, echo_s=0.0)


def test_sound_server_has_no_faults_in_both_modes(tmp_path: Path) -> None:
    profile = evolve(SHORT, text_share=0.5, mode="open", rate=400.0, processes=2)
    report = run(profile)
    assert report.faults == {}, report.examples
    assert report.is_fine
    assert report.driver.processes == 2
    assert report.compared is not None
    assert report.compared.matches == report.compared.of > 0
    assert report.choices > 0
    assert report.times["told"].count > 0
    assert report.times["answer"].count > 0
    file = tmp_path / "report.json"
    file.write_bytes(to_json(report))
    assert read(file) == report


def test_lost_connections_and_watchers_hear_everything_once() -> None:
    profile = evolve(SHORT, watchers=2, mode="open", rate=200.0, duration_s=3.0, reconnects_per_s=8.0, away_s=0.05)
    report = run(profile)
    assert report.faults == {}, report.examples
    assert report.times["back"].count > 10
    assert report.times["watched"].count > 0


@pytest.mark.slow
def test_killed_server_loses_nothing() -> None:
    profile = evolve(SHORT, mode="open", rate=100.0, duration_s=8.0, kill_every_s=5.0, away_s=0.05)
    report = run(profile)
    assert report.kills == 1
    assert report.faults == {}, report.examples
    assert report.times["back"].count >= 10


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("drop", "event-lost"),
        pytest.param("twice", "event-twice", marks=pytest.mark.slow),
        pytest.param("alter", "not-as-written", marks=pytest.mark.slow),
    ],
)
def test_one_spoilt_event_in_ten_thousand_is_found(fault: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPELLMOOT_FAULT", fault)
    report = run(SHORT, FAULTY)
    assert report.faults.get(kind, 0) >= 1, report.faults
    assert set(report.faults) == {kind}
    assert not report.is_fine


def test_late_answers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPELLMOOT_FAULT", "late")
    profile = evolve(SHORT, mode="open", rate=50.0, p50_limit_ms=25.0)
    report = run(profile, FAULTY)
    assert report.faults == {"late": 1}
    assert report.times["told"].at(50.0) >= 50.0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mage_tower", "mage_wars"])
def test_every_game_can_be_played(game: str) -> None:
    report = run(evolve(SHORT, game=game, choices="random", mode="open", rate=200.0, text_share=0.2))
    assert report.faults == {}, report.examples
    assert report.choices > 0


@pytest.mark.slow
def test_server_that_runs_already_is_measured_and_checked_by_its_journal(tmp_path: Path) -> None:
    with OwnServer(tmp_path) as server:
        address = ("127.0.0.1", server.port)
        report = run_load(SHORT, quiet, address=address, data=tmp_path, pid=server.pid, echo_s=0.0)
    assert report.faults == {}, report.examples
    assert not report.is_own_server
    assert report.cost_us > 0
    assert report.compared is not None


@pytest.mark.slow
def test_command_says_what_it_found(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.load.cli", "load", "--clients", "4", "--rate", "20", "--duration", "1"]
    command += ["--warm-up", "0.5", "--p50-limit", "0", "--no-journal", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
    assert done.returncode == 0, done
    assert "20 choices in 1 s" in done.stdout
    assert "No event was lost or told twice" in done.stdout
    page = (tmp_path / "custom.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 3
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert read(tmp_path / "custom.json").choices == 20
