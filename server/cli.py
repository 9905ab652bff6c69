"""The `spellmoot` program: arguments to a configuration, and nothing else."""

import logging
import sys

import click
import structlog
import trio

from .app import serve_until_signal
from .config import VERSION, Config


@click.group()
@click.version_option(VERSION, prog_name="spellmoot")
def main() -> None:
    """A game server where wizards duel, over telnet, netcat or any program that writes lines."""


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 (a LAN server)
@click.option("--port", default=4000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0: any free one.")
def serve(host: str, port: int) -> None:
    """Run the server until Ctrl-C."""
    _log_for_people()
    click.echo(f"Spellmoot {VERSION}: 'nc localhost {port}' or 'telnet localhost {port}' plays; Ctrl-C stops.")
    try:
        trio.run(serve_until_signal, Config(host=host, port=port))
    except* OSError as errors:
        reason = errors.exceptions[0]
        click.echo(f"Can't listen on {host} port {port}: {reason}. Another port: --port 4001.", err=True)
        sys.exit(1)


def _log_for_people() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


if __name__ == "__main__":
    main()
