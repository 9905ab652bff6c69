"""Commands that other packages bring to the `spellmoot` program."""

import tomllib
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from server import cli

GROUP = "spellmoot.commands"
TREE = Path(__file__).parent.parent.parent.parent


def bring(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """Install a package that brings the command `bench`."""
    monkeypatch.setattr(cli, "_others", lambda: EntryPoints([EntryPoint("bench", value, GROUP)]))


def test_brought_command_is_listed_and_run(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = tomllib.loads((TREE / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]["bench"]
    bring(monkeypatch, entry)
    assert "bench" in CliRunner().invoke(cli.main, ["--help"]).output
    result = CliRunner().invoke(cli.main, ["bench", "profiles"])
    assert (result.exit_code, "lan-evening" in result.output) == (0, True)


def test_brought_command_is_not_loaded_for_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "no_such_module:none")
    assert CliRunner().invoke(cli.main, ["serve", "--help"]).exit_code == 0


def test_unknown_command_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_others", lambda: EntryPoints([]))
    result = CliRunner().invoke(cli.main, ["bench"])
    assert isinstance(result.exception, SystemExit)
    assert "No such command" in result.output
    assert isinstance(cli.main, click.Group)
