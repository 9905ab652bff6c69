"""A Spellmoot server on a free port of the loopback, for benches: prints the port, then serves until it is killed.

`python -m bench.game_server [--data DIR]`: with a folder, it has a journal there.
"""

import argparse
import logging
import sys
from pathlib import Path

import structlog
import trio

from server.app import serve
from server.config import Config


async def _serve(data: Path | None) -> None:
    async with trio.open_nursery() as nursery:
        addresses = await nursery.start(serve, Config(host="127.0.0.1", port=0, data=data), trio.Event())
        sys.stdout.write(f"{addresses[0][1]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    parser = argparse.ArgumentParser(prog="python -m bench.game_server")
    parser.add_argument("--data", type=Path, help="folder of the journal; none: no journal")
    trio.run(_serve, parser.parse_args().data)
