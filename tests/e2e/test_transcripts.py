r"""Whole sessions as files, compared byte for byte: what a netcat, a telnet and a json client send and get.

`BLESS=1` writes them anew; review the diff like code. Bytes are shown as Latin letters are in Python (`\xff`), each
line of the client after `> `; what the server sends stands as it is, its CR LF as a line end, and what is not a whole
line (a prompt) ends in `\`. The client says its next packet once the server has said all it has to say.
"""

import os
from pathlib import Path

import pytest
import trio

from protocol.client_messages import Ping
from protocol.server_messages import Pong
from tests.support.client import SocketWire

from .server import Address, program, serving

FOLDER = Path(__file__).parent / "transcripts"
QUIET_S = 0.03
"""After so long without a byte, and several answers to somebody else, the server, in this process, has said all."""

NETCAT = [
    b"Ana\n",
    b"bot wizards arena greedy\n",
    b"1\n1\n",
    b"choices\n",
    b"board\n",
    b"summon Z9\n",
    b"rules WA-6\n",
    b"card B\n",
    b"nonsense\n",
    b"resign\n",
    b"yes\n",
    b"rematch\n",
    b"resign\nyes\n",
    b"who\n",
    b"quit\n",
]
TELNET = [
    # WILL NAWS, DO SGA, WILL TTYPE; then the window's size: 60 columns, 24 lines.
    b"\xff\xfb\x1f\xff\xfd\x03\xff\xfb\x18\xff\xfa\x1f\x00\x3c\x00\x18\xff\xf0",
    b"Anx\x08a\r\n",
    b"learn\r\0",
    b"1\r\n",
    b"\x1b[A1\r\n",
    b"\xff\xf6",  # are you there?
    b"set colour on\r\n",
    b"board\r\n",
    b"caf\xe9\r\n",
    b"resign\r\n",
    b"no\r\n",
    b"quit\r\n",
    b"yes\r\n",
]
JSON = [
    b"mode json\n",
    b'{"type":"login","name":"Robot","tag":"1"}\n',
    b'{"type":"games"}\n{"type":"who"}\n',
    b'{"type":"bot","game":"wizards_arena","level":"greedy"}\n',
    b'{"type":"choose","line":"cut 3","tag":"2"}\n',
    b'{"type":"choose","line":"draw 1"}\n',
    b'{"type":"choose","line":"summon Z9","tag":"3"}\n',
    b'{"type":"choose","line":"done","decision":1,"tag":"4"}\n',
    b'{"type":"board"}\n{"type":"choices"}\n',
    b'{"type":"nonsense","tag":"5"}\n',
    b"{\n",
    b"@6 ping in words\n",
    b'{"type":"resign","tag":"7"}\n',
    b'{"type":"quit"}\n',
]


async def _converse(address: Address, packets: list[bytes]) -> str:
    """Say each packet when all is quiet, and return the transcript."""
    lines: list[str] = []
    async with await program(address, "Witness") as witness:
        wire = await SocketWire.to(address)

        async def listen() -> bool:
            for _ in range(3):
                assert await witness.ask(Ping("quiet?"), Pong)
            heard = bytearray()
            is_over = False
            with trio.move_on_after(QUIET_S) as patience:
                while data := await wire.receive():
                    heard += data
                    patience.deadline = trio.current_time() + QUIET_S
                is_over = True
            lines.extend(_shown(bytes(heard)))
            return is_over

        assert not await listen()
        for packet in packets:
            lines.extend(f"> {line}" for line in _visible(packet).replace("\\n", "\\n\n").splitlines())
            await wire.send(packet)
            if await listen():
                lines.append("(closed)")
                break
        else:
            pytest.fail("the server did not close the connection")
        await wire.close()
    return "\n".join(lines) + "\n"


def _visible(data: bytes) -> str:
    """Return bytes with everything but visible ASCII escaped."""
    return data.decode("latin-1").encode("unicode_escape").decode()


def _shown(data: bytes) -> list[str]:
    *whole, rest = [_readable(line) for line in data.split(b"\r\n")]
    return [*whole, rest + "\\"] if rest else whole


def _readable(line: bytes) -> str:
    text = line.decode(errors="backslashreplace")
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


@pytest.mark.parametrize(("name", "packets"), [("netcat", NETCAT), ("telnet", TELNET), ("json", JSON)])
async def test_transcript(name: str, packets: list[bytes]) -> None:
    async with serving(seed=3) as address:
        transcript = await _converse(address, packets)
    path = FOLDER / f"{name}.txt"
    if os.environ.get("BLESS"):
        path.write_text(transcript, encoding="utf-8")
    assert transcript == path.read_text(encoding="utf-8")
