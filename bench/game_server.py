"""A Spellmoot server on a port of the loopback, for benches: prints the port, then serves until it is killed.

`python -m bench.game_server [--port N] [--data DIR]`: with a folder, it has a journal there.
"""

import argparse
import logging
import sys
from pathlib import Path

import structlog
import trio

from server.app import serve
from server.config import Config


async def _serve(port: int, data: Path | None) -> None:
    async with trio.open_nursery() as nursery:
        addresses = await nursery.start(serve, Config(host="127.0.0.1", port=port, data=data), trio.Event())
        sys.stdout.write(f"{addresses[0][1]}\n")
        sys.stdout.flush()


def main() -> None:
    """Serve as the arguments say."""
    structlog.configure(
        # Tracebacks with the values of all variables take a second each: nobody is to wait for that.
        processors=[structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    parser = argparse.ArgumentParser(prog="python -m bench.game_server")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--data", type=Path, help="folder of the journal; none: no journal")
    given = parser.parse_args()
    trio.run(_serve, given.port, given.data)


if __name__ == "__main__":
    main()
