"""The real program with a journal: killed at random moments, started twice, backed up, restored, exported, verified."""

import random
import signal
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import trio
from attrs import Factory, define
from click.testing import CliRunner

from protocol import ServerMessage
from protocol.client_messages import Choose, Match, Resign, Since
from protocol.server_messages import Challenged, Decide, Event, MatchOver, Ok, Refused, Started
from server.cli import main
from server.journal import Chosen, read_match
from tests.support.client import Program, SocketWire

from .test_program import STARTS_WITHIN_S, STOPS_WITHIN_S, running, told_port

PAIRS = 3
GAME = "wizards_arena"


@define(eq=False)
class Player:
    """A program that plays duel after duel, whatever happens to the server.

    Attributes:
        confirmed: (match, decision) to the line, of all choices that were confirmed to it.
        sent: all that it sent, confirmed or not.
        events: (match, number) to event: all that it was told.
        seats: where it sits, by match.
        asked: (match, decision) of what it has answered since the match was shown to it.
        faults: what should not have come.
        checked: the matches that are over and were found to be right.
    """

    name: str
    other: str | None
    chance: random.Random
    token: str | None = None
    confirmed: dict[tuple[int, int], str] = Factory(dict)
    sent: list[tuple[int, int, str]] = Factory(list)
    events: dict[tuple[int, int], str] = Factory(dict)
    seats: dict[int, int] = Factory(dict)
    asked: set[tuple[int, int]] = Factory(set)
    faults: list[str] = Factory(list)
    checked: set[int] = Factory(set)

    async def play(self, port: int) -> None:
        """Play until the connection breaks."""
        try:
            wire = await SocketWire.to(("127.0.0.1", port))
        except OSError:
            return
        async with Program(wire, STARTS_WITHIN_S) as program:
            try:
                await self._play(program)
            except trio.BrokenResourceError:
                return
            except AssertionError:
                if not program.is_over:
                    raise

    async def _play(self, program: Program) -> None:
        await program.called(self.name, self.token)
        self.token = program.token
        await self._challenge(program)
        await program.type("since 0")
        while True:
            message = await program.next((Started, Decide, Event, MatchOver, Challenged, Ok, Refused))
            self._take(message, program.tags[program._read - 1])
            match message:
                case Challenged():
                    await program.type("accept")
                case MatchOver():
                    await self._challenge(program)
                case Refused(code="no-such-player"):
                    await trio.sleep(0.02)
                    await self._challenge(program)
                case Decide(match=match, decision=decision, choices=choices) if (match, decision) not in self.asked:
                    line = self.chance.choice(choices)
                    self.asked.add((match, decision))
                    self.sent.append((match, decision, line))
                    await program.send(Choose(line, decision), f"{len(self.sent) - 1}", match)  # they play several

    def _take(self, message: ServerMessage, tag: str | None) -> None:
        match message:
            case Started(match=match, seat=seat):
                assert seat is not None
                self.seats[match] = seat
                self.asked.clear()  # what was asked before a kill is asked again, if it was not written down
            case Event(match=match, number=number, event=event):
                # The same number never means another event, before and after a kill.
                if self.events.setdefault((match, number), event.text) != event.text:
                    self.faults.append(f"{match}: event {number} was {self.events[match, number]}, is {event.text}")
            case Ok(command="choose") if tag is not None:
                match, decision, line = self.sent[int(tag)]
                self.confirmed[match, decision] = line
            case Refused(code=code):
                if code not in {"no-such-player", "stale-decision", "not-in-match", "no-challenge"}:
                    self.faults.append(str(message))

    async def _challenge(self, program: Program) -> None:
        if self.other is not None:
            await program.send(Match(self.other, GAME))


def check(data: Path, players: list[Player]) -> int:
    """Check that each seat's confirmed choices are in the journal, in order, none twice; return how many there are.

    A match that is over is looked at once.
    """
    for player in players:
        assert player.faults == []
        for number in {match for match, _ in player.confirmed} - player.checked:
            stored = read_match(data, number)
            assert stored is not None
            records = [kept.record for kept in stored.records]
            kept = [one.line for one in records if isinstance(one, Chosen) and one.seat == player.seats[number]]
            confirmed = [line for (match, _), line in player.confirmed.items() if match == number]
            sent = Counter(line for match, _, line in player.sent if match == number)
            rest = iter(kept)
            assert all(line in rest for line in confirmed), (player.name, number, confirmed, kept)
            assert not Counter(kept) - sent, "a choice is there more often than it was sent"
            if stored.end is not None:
                player.checked.add(number)
    return sum(len(player.confirmed) for player in players)


async def storm(port: int, players: list[Player], process: subprocess.Popen[str], after_s: float) -> None:
    """Let all play, and kill the server after a while."""
    with trio.move_on_after(STARTS_WITHIN_S):
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.play, port)
            await trio.sleep(after_s)
            process.send_signal(signal.SIGKILL)
            await trio.to_thread.run_sync(process.wait)
            await trio.sleep(0.05)
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("kills", [10, pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
def test_no_kill_loses_or_doubles_a_choice(kills: int, tmp_path: Path) -> None:
    chance = random.Random(kills)
    players: list[Player] = []
    for pair in range(PAIRS):
        one, two = (f"{side}{'abcdefgh'[pair]}x" for side in ("Left", "Right"))
        players.append(Player(one, two, random.Random(pair)))
        players.append(Player(two, None, random.Random(100 + pair)))
    seen = 0
    for _ in range(kills):
        with running(tmp_path, "--port", "0") as process:
            port = told_port(process)
            trio.run(partial(storm, port, players, process, chance.uniform(0.05, 0.6)))
        seen = check(tmp_path, players)
    assert seen > kills


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
    await ana.next(Decide)
    await ana.wire.close()
    return "Ana", ana.token


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
