"""A Spellmoot server on a free port of the loopback, for benches: prints the port, then serves until it is killed."""

import logging
import sys

import structlog
import trio

from server.app import serve
from server.config import Config


async def _serve() -> None:
    async with trio.open_nursery() as nursery:
        addresses = await nursery.start(serve, Config(host="127.0.0.1", port=0), trio.Event())
        sys.stdout.write(f"{addresses[0][1]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    trio.run(_serve)
