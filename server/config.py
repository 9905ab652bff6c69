"""What an operator can set. Everything has a default, so that a server needs no configuration."""

from pathlib import Path
from typing import Final

from attrs import field, frozen
from attrs.validators import ge, gt, le

from .cards import CardFile

VERSION: Final = "0.1.0"


@frozen
class Config:
    """A server's settings; times in seconds.

    Raises:
        ValueError: a number is out of range.
    """

    host: str = "0.0.0.0"  # noqa: S104 (a LAN server listens to its LAN)
    port: int = field(default=4000, validator=[ge(0), le(65535)])
    """0 takes a free one."""
    login_s: float = field(default=120.0, validator=gt(0))
    """A connection that has not logged in is closed after so long without a line."""
    absence_s: float = field(default=60.0, validator=gt(0))
    """A player whose last connection is gone for so long gives the match up."""
    shutdown_s: float = field(default=5.0, validator=ge(0))
    """How long players have for last words when the server stops."""
    connections: int = field(default=4096, validator=gt(0))
    """More connections than this are told so and closed."""
    matches: int = field(default=2048, validator=gt(0))
    """More matches at a time are refused."""
    cards: tuple[CardFile, ...] = ()
    """Cards of one's own, beside or in place of those of the box."""
    data: Path | None = None
    """The folder of the journal; None: nothing is kept, and a stop of the server ends all matches."""
