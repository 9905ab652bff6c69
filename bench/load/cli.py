"""`spellmoot bench`: measure a server with one command. Loaded by the `spellmoot` program when it is asked for."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TextIO

import click

_MISSING = (
    "The bench needs what the server does not: install it with 'pip install spellmoot[bench]', or by 'make bench'."
)


@click.group()
def bench() -> None:
    """Measure a server, honestly."""


@bench.command()
@click.argument("address", metavar="[HOST:PORT]", required=False)
@click.option("--profile", "profile_name", metavar="NAME|FILE", help="What is played; see 'spellmoot bench profiles'.")
@click.option("--clients", type=int, help="How many play, two a match.")
@click.option("--watchers", type=int, help="How many watch each match.")
@click.option("--text-share", type=float, help="Share of players in text mode, 0 to 1; the others use json.")
@click.option("--game", help="Which game.")
@click.option("--mode", type=click.Choice(["open", "closed"]), help="open: at fixed times. closed: as fast as it goes.")
@click.option("--rate", type=float, help="Choices a second of all matches (open).")
@click.option("--duration", "duration_s", type=float, help="Seconds that are measured.")
@click.option("--warm-up", "warm_up_s", type=float, help="Seconds that are played before that.")
@click.option("--processes", type=int, help="Driver processes; 0: as many as are needed.")
@click.option("--journal/--no-journal", default=None, help="Whether the own server keeps a journal.")
@click.option("--seed", type=int, help="Of the driver's choices.")
@click.option("--p50-limit", "p50_limit_ms", type=float, help="More milliseconds than this are a fault; 0: no limit.")
@click.option("--p99-limit", "p99_limit_ms", type=float, help="The same for the 99th percentile.")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Journal of the server at HOST:PORT, to check what was heard.",
)
@click.option("--pid", type=int, default=0, help="Process of the server at HOST:PORT, to watch memory and processor.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for PROFILE.json and PROFILE.html."
)
def load(
    address: str | None, profile_name: str | None, data: Path | None, pid: int, out: Path | None, **changes: object
) -> None:
    """Let clients play whole matches against HOST:PORT, or against a server of the bench's own.

    Ends with 1 if anything was wrong: an event lost or told twice, a match that did not go as its transcript says,
    answers later than the profile allows.
    """
    with _needs():
        from . import profiles, run  # noqa: PLC0415 (only who measures needs what they import)
        from .report import to_json  # noqa: PLC0415
        from .terminal import lines  # noqa: PLC0415
        from .workers import DriverError  # noqa: PLC0415
    _end_cleanly()
    try:
        profile = profiles.load(profile_name) if profile_name else profiles.Profile()
        profile = profiles.changed(profile, **changes)
        where = None if address is None else _address(address)
        with _progress() as tell:
            report = run.run_load(profile, tell, address=where, data=data, pid=pid)
    except (profiles.ProfileError, DriverError, OSError, RuntimeError, ValueError) as error:
        _give_up(str(error))
    for line in lines(report):
        click.echo(line)
    if out is not None:
        _write(out, profile.name, to_json(report))
    sys.exit(0 if report.is_fine else 1)


@bench.command("report")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--figures", type=click.File("r"), help="What 'python -m bench' printed, to stand below the table.")
def report_all(folder: Path, figures: TextIO | None) -> None:
    """Play all profiles against the bench's own server, and write all reports into FOLDER, with a table of them."""
    with _needs():
        from . import profiles, run  # noqa: PLC0415 (see above)
        from .index import index  # noqa: PLC0415
        from .report import to_json  # noqa: PLC0415
        from .terminal import lines  # noqa: PLC0415
    _end_cleanly()
    reports = []
    for name in profiles.names():
        with _progress() as tell:
            reports.append(run.run_load(profiles.load(name), tell))
        for line in lines(reports[-1]):
            click.echo(line)
        _write(folder, name, to_json(reports[-1]))
    table = index(reports, figures.read() if figures is not None else "")
    (folder / "README.md").write_text(table, encoding="utf-8")
    sys.exit(0 if all(report.is_fine for report in reports) else 1)


@bench.command("profiles")
def list_profiles() -> None:
    """List what can be played."""
    from . import profiles  # noqa: PLC0415 (see above)

    for name in profiles.names():
        click.echo(f"{name:14}{profiles.load(name).title}")


@bench.command("page")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def make_page(file: Path) -> None:
    """Draw the page of a report: `spellmoot bench page FILE.json > FILE.html`."""
    with _needs():
        from .page import page  # noqa: PLC0415 (see above)
        from .report import ReportError, read  # noqa: PLC0415
    try:
        click.echo(page(read(file)), nl=False)
    except ReportError as error:
        _give_up(str(error))


@bench.command()
@click.argument("first", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("second", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def compare(first: Path, second: Path) -> None:
    """Say what is different between two reports (their JSON files), and whether they can be compared."""
    with _needs():
        from .compare import compare as differences  # noqa: PLC0415 (see above)
        from .report import ReportError, read  # noqa: PLC0415
    try:
        for line in differences(read(first), read(second)):
            click.echo(line)
    except ReportError as error:
        _give_up(str(error))


def _end_cleanly() -> None:
    """Let the own server and the drivers end with this process, also when it is asked to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def _write(out: Path, name: str, data: bytes) -> None:
    from .page import page  # noqa: PLC0415 (see above)
    from .report import read  # noqa: PLC0415

    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{name}.json"
    file.write_bytes(data)
    file.with_suffix(".html").write_text(page(read(file)), encoding="utf-8")
    click.echo(f"  {file} and {file.with_suffix('.html').name}")


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal():
        raise ValueError(f"An address is HOST:PORT, not {text}.")
    return host.strip("[]") or "localhost", int(port)


@contextmanager
def _progress() -> Iterator["_Teller"]:
    with click.progressbar(length=1000, label="starting", width=30, show_eta=False, file=sys.stderr) as bar:
        yield _Teller(bar)


class _Teller:
    """Moves a progress bar, which goes back where another part begins."""

    def __init__(self, bar: "click._termui_impl.ProgressBar[int]") -> None:
        self._bar = bar

    def __call__(self, text: str, share: float) -> None:
        """Show what is being done, and how much of it is."""
        self._bar.label = f"{text:24}"
        self._bar.update(int(share * 1000) - self._bar.pos)


@contextmanager
def _needs() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name in {"hdrh", "leather"}:
            _give_up(_MISSING)
        raise


def _give_up(text: str) -> NoReturn:
    click.echo(text, err=True)
    sys.exit(2)


if __name__ == "__main__":
    bench()
