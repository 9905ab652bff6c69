"""The real program, as an operator starts and stops it."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner

from protocol.server_messages import Bye, Started
from server.cli import main
from tests.support.client import Program, SocketWire

STARTS_WITHIN_S = 20
STOPS_WITHIN_S = 10


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run `spellmoot serve`; it is killed if it does not end by itself."""
    command = [
        sys.executable,
        "-u",
        "-m",
        "server.cli",
        "serve",
        "--host",
        "127.0.0.1",
        "--data",
        str(data),
        *arguments,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.kill()


def told_port(process: subprocess.Popen[str]) -> int:
    """Read what the program prints until it names its port."""
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"\bport (\d+)|localhost (\d+)", line)
        if found:
            return int(found[1] or found[2])
    assert process.stderr is not None
    pytest.fail(f"it never named its port: {process.stderr.read()}")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_stops_it_cleanly_and_tells_who_is_there(number: signal.Signals, tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0") as process:
        port = told_port(process)
        assert port

        async def play() -> None:
            ana = await Program(await SocketWire.to(("127.0.0.1", port)), STARTS_WITHIN_S).called("Ana")
            await ana.type("bot wizards arena")
            await ana.next(Started)
            process.send_signal(number)
            assert (await ana.next(Bye)).reason == "shutdown"
            await ana.to_the_end()
            await ana.wire.close()

        trio.run(play)
        out, errors = process.communicate(timeout=STOPS_WITHIN_S)
        assert process.returncode == 0, errors
        assert "Traceback" not in out + errors


def test_signal_stops_it_though_a_stranger_says_nothing(tmp_path: Path) -> None:
    with running(tmp_path, "--port", "0") as process:
        port = told_port(process)
        with socket.create_connection(("127.0.0.1", port), timeout=STARTS_WITHIN_S) as stranger:
            assert stranger.recv(100)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=STOPS_WITHIN_S / 4) == 0
            while stranger.recv(1000):
                pass


def test_taken_port_is_a_clear_message_and_exit_code_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        with running(tmp_path, "--port", str(port)) as process:
            out, errors = process.communicate(timeout=STARTS_WITHIN_S)
    assert process.returncode == 1
    assert str(port) in errors
    assert "in use" in errors
    assert "--port" in errors
    assert "Traceback" not in out + errors


@pytest.mark.parametrize("port", ["-1", "65536", "telnet"])
def test_wrong_port_is_refused(port: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", port])
    assert result.exit_code == 2
    assert "--port" in result.output
