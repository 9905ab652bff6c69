"""A bug in one connection ends that connection, is logged, and harms nobody else."""

from typing import Any

import pytest
import trio
from structlog.testing import capture_logs

from protocol.client_messages import Accept, Choose, Match, Ping
from protocol.server_messages import Bye, ChallengeSent, Ok, Pong, Started
from server.screen import TextScreen
from tests.support.fake_game import GAME, FakeGame

from .server import person, program, serving


def broken(*_: object) -> Any:  # noqa: ANN401
    raise RuntimeError("broken by a test")


async def logged(logs: list[Any], what: str) -> list[Any]:
    """Wait until something was logged; return its entries."""
    with trio.fail_after(5):
        while not (found := [entry for entry in logs if entry["event"] == what]):  # noqa: ASYNC110 (a log tells nobody)
            await trio.sleep(0.01)
    return found


@pytest.mark.parametrize("lines", [["bot wizards arena"], ["who", "bot wizards arena", "who"]])
async def test_bug_ends_its_own_connection_and_no_other(lines: list[str]) -> None:
    with capture_logs() as logs:
        async with serving(start_core=broken) as address, await program(address, "Bea") as bea:
            async with await program(address, "Ana") as ana:
                await ana.type(*lines)
                assert (await ana.next(Bye)).reason == "fault"
                await ana.to_the_end()
            (entry,) = await logged(logs, "a connection broke")
            assert entry["log_level"] == "error"
            assert await bea.ask(Ping("b"), Pong) == Pong("b")
            async with await program(address, "Ana", ana.token) as again:
                assert await again.ask(Ping("a"), Pong) == Pong("a")


async def test_screen_that_breaks_does_not_break_the_match_that_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TextScreen, "update", broken)
    with capture_logs() as logs:
        async with serving(start_core=FakeGame.start) as address, await program(address, "Bea") as bea:
            async with await person(address) as ana:
                await ana.called("Ana")
                await bea.ask(Match("Ana", GAME), ChallengeSent)
                await ana.until("accept")
                await ana.type("accept")
                await ana.until("Something broke")
                await ana.to_the_end()
            await bea.next(Started)
            await bea.ask(Choose("seal rock"), Ok)
            assert len(await logged(logs, "a connection broke")) == 1


async def test_line_pasted_behind_a_choice_breaks_its_connection_and_not_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The match itself calls for the next line: the fault must not be taken for the match's."""
    with capture_logs() as logs:
        async with serving(start_core=FakeGame.start) as address, await program(address, "Bea") as bea:
            async with await program(address, "Ana") as ana:
                await ana.ask(Match("Bea", GAME), ChallengeSent)
                await bea.send(Accept())
                await ana.next(Started)
                monkeypatch.setattr("server.desk._schema", broken)
                await ana.type("seal rock", "schema")
                await ana.to_the_end()
            await bea.next(Started)
            await bea.ask(Choose("seal rock"), Ok)
            assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["a connection broke"]


async def test_choice_that_breaks_where_it_is_read_ends_its_own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    with capture_logs() as logs:
        async with serving(start_core=FakeGame.start) as address, await program(address, "Bea") as bea:
            async with await program(address, "Ana") as ana:
                await ana.ask(Match("Bea", GAME), ChallengeSent)
                await bea.send(Accept())
                await ana.next(Started)
                with monkeypatch.context() as patched:
                    patched.setattr("server.client.Client._post_choice", broken)
                    await ana.type("seal rock")
                    assert (await ana.next(Bye)).reason == "fault"
                    await ana.to_the_end()
            await bea.next(Started)
            await bea.ask(Choose("seal rock"), Ok)
            assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["a connection broke"]
