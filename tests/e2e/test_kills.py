"""The real program with a journal: killed at random moments, started twice, backed up, restored, exported, verified."""

import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner

from protocol.client_messages import Choose, Dice, Export, Go, Replay, Resign, Since
from protocol.server_messages import Decide, DiceReport, Event, MatchOver, ReplayStep, Started, Transcript
from server.cli import main
from server.transcript import OK, verify
from tests.support.client import Program, SocketWire

from .storming import GAME, check, pairs, storm
from .test_program import STARTS_WITHIN_S, STOPS_WITHIN_S, running, told_port

PARTS = 20
"""A thousand kills in so many parts, each with a journal of its own and to be run alone: `-k "thousand and 7"`."""


def kill_again_and_again(data: Path, kills: int, matches: int, seed: int) -> None:
    """Start the program, let all play, kill it at a random moment, and check all that was seen; again and again.

    One start of ten is killed while it still brings the matches back.
    """
    chance = random.Random(seed)
    players = pairs(matches, seed)
    seen = 0
    for _ in range(kills):
        started_s = time.monotonic()
        with running(data, "--port", "0") as process:
            if chance.random() < 0.1:
                time.sleep(chance.uniform(0, 1))
                process.send_signal(signal.SIGKILL)
                process.wait()
            else:
                port = told_port(process)
                after_s = chance.uniform(0.05, 0.3 + 0.05 * matches)
                trio.run(partial(storm, port, players, process, started_s, after_s))
        seen = check(data, players)
    assert seen > kills * matches // 4
    assert any(player.resent for player in players)
    assert any(player.clocks for player in players)


def test_no_kill_loses_or_doubles_a_choice(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, 10, 3, 10)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_thousand_kills_with_twenty_matches(part: int, tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, 1000 // PARTS, 20, part)


def test_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0") as first:
        told_port(first)
        with running(tmp_path, "--port", "0") as second:
            out, errors = second.communicate(timeout=STARTS_WITHIN_S)
        assert second.returncode == 1
        assert "Another server runs on" in errors
        assert str(tmp_path) in errors
        assert "Traceback" not in out + errors


def spellmoot(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command of the real program."""
    command = [sys.executable, "-m", "server.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=STARTS_WITHIN_S, check=False)  # noqa: S603


async def duel(port: int) -> tuple[str, str]:
    """Play a little and resign, begin a second duel, and return who plays it and the word that brings them back."""
    ana = await Program(await SocketWire.to(("127.0.0.1", port)), STARTS_WITHIN_S).called("Ana")
    for is_last in (False, True):
        await ana.type(f"bot {GAME}")
        for _ in range(5):
            decide = await ana.next(Decide)
            await ana.send(Choose(decide.choices[0], decide.decision))
        if not is_last:
            await ana.send(Resign())
            await ana.next(MatchOver)
            await read_again(ana)
    await ana.next(Decide)
    await ana.wire.close()
    return "Ana", ana.token


async def read_again(ana: Program) -> None:
    """Read the first duel from its end to its beginning, look at its dice, verify it: all beside the real loop."""
    last = (await ana.ask(Replay(1), ReplayStep)).steps
    assert (await ana.ask(Go(last), ReplayStep)).over is not None
    assert (await ana.ask(Go(1), ReplayStep)).step == 1
    assert sum((await ana.ask(Dice(1), DiceReport)).rolls[0].counts) > 0
    assert verify((await ana.ask(Export(1), Transcript)).text.encode()) is OK


async def is_back(port: int, name: str, token: str) -> Program:
    """Come back to the second duel, and see all of it."""
    program = await Program(await SocketWire.to(("127.0.0.1", port)), STARTS_WITHIN_S).called(name, token)
    assert (await program.next(Started)).match == 2
    program.skip()
    await program.send(Since(0))
    assert (await program.next(Event)).number == 1
    await program.wire.close()
    return program


def test_backup_restore_export_and_verify(tmp_path: Path) -> None:
    data, copy, again = tmp_path / "data", tmp_path / "copy.sqlite3", tmp_path / "again"
    with running(data, "--port", "0") as process:
        name, token = trio.run(duel, told_port(process))
        done = spellmoot("backup", copy, "--data", data)  # while it runs
        assert (done.returncode, b"2 matches" in done.stdout) == (0, True), done
        process.send_signal(signal.SIGTERM)
        assert process.wait(STOPS_WITHIN_S) == 0
    assert spellmoot("backup", copy, "--data", data).returncode == 1  # never over another file
    assert spellmoot("restore", copy, "--data", data).returncode == 1  # nor over another journal
    done = spellmoot("restore", copy, "--data", again)
    assert done.returncode == 0, done

    exported = spellmoot("export", "1", "--data", again)
    assert exported.returncode == 0, exported
    file = tmp_path / "1.jsonl"
    file.write_bytes(exported.stdout)
    assert spellmoot("verify", file).stdout == b"OK\n"
    read = CliRunner().invoke(main, ["replay", str(file), "--as", "ana"], input="\n1\nback\ngo 99\nquit\n")
    assert read.exit_code == 0, read.output
    shown = [line.split("step ")[1].split()[0] for line in read.output.splitlines() if line.startswith("-- Duel 1, st")]
    assert shown[:4] == ["0", "1", "2", "1"]
    assert f"step {shown[4]} of {shown[4]} " in read.output
    assert "House wins" in read.output or "is over" in read.output
    assert "House" in CliRunner().invoke(main, ["replay", str(file), "--as", "Zoe"]).output
    place = exported.stdout.index(b'"seat":0,"line"')
    file.write_bytes(exported.stdout.replace(b'"seat":0,"line"', b'"seat":1,"line"', 1))
    wrong = spellmoot("verify", file)
    assert wrong.returncode == 1
    assert f"line {exported.stdout[:place].count(bytes([10])) + 1}: " in wrong.stderr.decode()
    unfinished = spellmoot("export", "2", "--data", again)
    assert unfinished.returncode == 1
    assert b"not over" in unfinished.stderr
    listed = spellmoot("history", "ana", "--data", again).stdout.decode().splitlines()
    assert ["not over" in line for line in listed] == [True, False]
    assert "House won (retired)" in listed[1]

    with running(again, "--port", "0") as process:
        trio.run(is_back, told_port(process), name, token)


def test_commands_say_what_is_wrong(tmp_path: Path) -> None:
    missing = tmp_path / "nothing"
    for arguments in (["backup", str(tmp_path / "b"), "--data", str(missing)], ["export", "1", "--data", str(missing)]):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 1
        assert "There is no file" in result.output
    assert not missing.exists()
    junk = tmp_path / "junk"
    junk.write_text("junk")
    result = CliRunner().invoke(main, ["verify", str(junk)])
    assert result.exit_code == 1
    assert "line 1" in result.output
