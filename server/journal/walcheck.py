"""Looks whether SQLite's write-ahead log lost commits that it had kept.

A log whose end is torn is an ordinary thing: the commit that ran when the power went was told to nobody. But SQLite
reads a log only up to the first frame that does not add up, and takes the rest for such an end, even if a flipped bit
in the middle cuts off a thousand commits. Every commit is synced before the next begins, so at most one commit can be
torn: two or more commits behind the place where SQLite stopped mean damage. (Damage within the very last commit looks
like a torn one, and is taken for it.)

The format is SQLite's (https://sqlite.org/fileformat2.html, section 4): a header of 32 bytes, then frames of 24 bytes
and a page. Frames of the log's present round carry the header's two salts; a frame that ends a commit has a number
other than 0 in its second word.
"""

import struct
from pathlib import Path
from typing import Final

from attrs import frozen

from .errors import JournalError

_HEADER: Final = struct.Struct(">8I")
_FRAME: Final = struct.Struct(">6I")
_MAGIC_LITTLE: Final = 0x377F0682
_MAGIC_BIG: Final = 0x377F0683
_TORN_COMMITS: Final = 1


@frozen
class Wal:
    """A log's frames of the present round, as far as their headers say."""

    commits: tuple[int, ...]
    """The frames that end a commit, counted from 1."""


def look(path: Path) -> Wal:
    """Read the frames' headers of the log at `path` before SQLite opens it; an empty one when there is none.

    Raises:
        JournalError: `damaged`: the log's own header does not add up, and frames follow it.
        OSError: it can't be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Wal(())
    if len(data) < _HEADER.size + _FRAME.size:
        return Wal(())
    magic, _, page_size, _, *salts, sum_1, sum_2 = _HEADER.unpack_from(data)
    order = {_MAGIC_LITTLE: "<", _MAGIC_BIG: ">"}.get(magic)
    if order is None or _checksum(data[: _HEADER.size - 8], order) != (sum_1, sum_2):
        raise JournalError("damaged", f"{path} is damaged at its beginning; without it, the last records are lost.")
    commits: list[int] = []
    stride = _FRAME.size + page_size
    for number, place in enumerate(range(_HEADER.size, len(data) - _FRAME.size + 1, stride), 1):
        _, pages_after, *frame_salts, _, _ = _FRAME.unpack_from(data, place)
        if frame_salts == salts and pages_after:
            commits.append(number)
    return Wal(tuple(commits))


def require_whole(seen: Wal, frames: int, path: Path) -> None:
    """Compare what `look` saw with how many frames SQLite took.

    Raises:
        JournalError: `damaged`.
    """
    lost = [number for number in seen.commits if number > frames]
    if len(lost) > _TORN_COMMITS:
        text = f"{path} is damaged after frame {frames}: {len(lost)} commits behind it can't be read."
        raise JournalError("damaged", text)


def _checksum(data: bytes, order: str) -> tuple[int, int]:
    first = second = 0
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
