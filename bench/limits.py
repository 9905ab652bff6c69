"""What Trio can do on this machine: a bare `trio.serve_tcp` echo, the 1.0 that every wire figure is a ratio to."""

import sys
from contextlib import suppress
from functools import partial

import trio


async def _echo(stream: trio.SocketStream) -> None:
    with suppress(trio.BrokenResourceError):  # who hangs up with lines unread ends its own connection only
        async for data in stream:
            await stream.send_all(data)


async def _serve() -> None:
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, _echo, 0, host="127.0.0.1"))
        sys.stdout.write(f"{listeners[0].socket.getsockname()[1]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    trio.run(_serve)
