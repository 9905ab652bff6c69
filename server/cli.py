"""The `spellmoot` program: arguments to a configuration, and nothing else.

Commands of other packages (the bench) come as entry points of the group `spellmoot.commands`, which are loaded when
they are asked for: the server knows none of them.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from typing import NoReturn

import click
import structlog
import trio

from .app import serve_until_signal
from .cards import DEFAULT_GAME, CardFileError, card_faults, count_cards, read_card_file, read_sound_files
from .config import VERSION, Config
from .files import export_match, history_lines, verify_file
from .journal import DEFAULT_FOLDER, JournalError, backup, restore
from .terminal import PROMPT, TerminalReader
from .text.registry import title_of
from .transcript import TranscriptError

_DATA = click.option(
    "--data",
    default=DEFAULT_FOLDER,
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the journal.",
)
_NEW_FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
_FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


class Commands(click.Group):
    """The server's own commands, and those of packages that are installed beside it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *_others().names})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name; one of another package is loaded now."""
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in _others().names:
            return own
        command: click.Command = _others()[cmd_name].load()
        return command


def _others() -> EntryPoints:
    return entry_points(group="spellmoot.commands")


@click.group(cls=Commands)
@click.version_option(VERSION, prog_name="spellmoot")
def main() -> None:
    """A game server where wizards duel, over telnet, netcat or any program that writes lines."""


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 (a LAN server)
@click.option("--port", default=4000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0: any free one.")
@_DATA
@click.option(
    "--cards",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with cards of your own, see 'spellmoot cards check'; may be given several times.",
)
def serve(host: str, port: int, data: Path, files: tuple[Path, ...]) -> None:
    """Run the server until Ctrl-C. Matches that are not over go on at the next start."""
    _log_for_people()
    with _faults_told():
        own = read_sound_files(files)

    def say_ready(port: int) -> None:
        click.echo(f"Spellmoot {VERSION}: 'nc localhost {port}' or 'telnet localhost {port}' plays; Ctrl-C stops.")

    try:
        trio.run(serve_until_signal, Config(host=host, port=port, data=data, cards=own), say_ready)
    except* JournalError as errors:
        _give_up(str(_first(errors)))
    except* OSError as errors:
        _give_up(f"Can't listen on {host} port {port}: {_first(errors)}. Another port: --port 4001.")


@main.command("backup")
@_NEW_FILE
@_DATA
def back_up(file: Path, data: Path) -> None:
    """Copy the journal into the new FILE, while the server runs or not."""
    with _faults_told():
        done = backup(data, file)
        click.echo(f"{file}: {done.matches} matches, {done.unfinished} of them not over, {done.records} records.")


@main.command("restore")
@_FILE
@_DATA
def bring_in(file: Path, data: Path) -> None:
    """Make a journal out of the backup FILE, in a folder that has none."""
    with _faults_told():
        done = restore(file, data)
        click.echo(f"{data}: {done.matches} matches, {done.unfinished} of them not over, {done.records} records.")


@main.command()
@click.argument("match", type=click.IntRange(min=1))
@_DATA
def export(match: int, data: Path) -> None:
    """Write the transcript of a match that is over: `spellmoot export 12 > 12.jsonl`."""
    with _faults_told():
        sys.stdout.buffer.write(export_match(data, match))


@main.command()
@_FILE
def verify(file: Path) -> None:
    """Play a transcript again, and say OK or the first line that is wrong. Needs no server and no journal."""
    with _faults_told():
        fault = verify_file(file)
    if fault is not None:
        _give_up(f"{file}: {fault}")
    click.echo("OK")


@main.group()
def cards() -> None:
    """Card files of your own."""


@cards.command()
@_FILE
@click.option("--game", help=f"The game that they are for, if the file does not say so; else {DEFAULT_GAME}.")
def check(file: Path, game: str | None) -> None:
    """Look through a card FILE: OK, or each fault with its line and field."""
    with _faults_told():
        found = read_card_file(file, game)
    faults = card_faults(found)
    for fault in faults:
        click.echo(f"{file}: {fault}", err=True)
    if faults:
        sys.exit(1)
    click.echo(f"OK: {count_cards(found)} cards for {title_of(found.game)}.")


@main.command()
@_FILE
@click.option("--as", "name", help="See it with this player's eyes; else as a watcher.")
def replay(file: Path, name: str | None) -> None:
    """Read a transcript step by step: next (or Enter), back, go N, auto S, quit. Needs no server and no journal."""
    with _faults_told():
        TerminalReader(file.read_bytes(), name, click.echo).run(_typed_lines())


def _typed_lines() -> Iterator[str]:
    """Yield what is typed, until the end of the input; there is a prompt where somebody reads it."""
    while True:
        if sys.stdin.isatty():
            click.echo(PROMPT, nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        yield line


@main.command()
@click.argument("name", required=False)
@_DATA
def history(name: str | None, data: Path) -> None:
    """List the newest matches, or those of the player NAME."""
    with _faults_told():
        for line in history_lines(data, name):
            click.echo(line)


@contextmanager
def _faults_told() -> Iterator[None]:
    try:
        yield
    except (CardFileError, JournalError, TranscriptError, OSError) as error:
        _give_up(str(error))


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first fault of a group, however deep the nurseries were."""
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _give_up(text: str) -> NoReturn:
    click.echo(text, err=True)
    sys.exit(1)


def _log_for_people() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            # Plain tracebacks: values of variables would be hands and rolls that nobody may see.
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


if __name__ == "__main__":
    main()
