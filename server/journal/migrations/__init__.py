"""How the tables came about, version by version: step n makes version n + 1 out of version n.

A step once released never changes what it makes.
"""

from collections.abc import Callable, Sequence
from typing import Final

import apsw

from .parts import make_index
from .rows import make_first, make_parts, say_more

Migration = Callable[[apsw.Connection], None]
MIGRATIONS: Final[Sequence[Migration]] = (make_first, say_more, make_parts, make_index)
VERSION: Final = len(MIGRATIONS)

__all__ = ["MIGRATIONS", "VERSION", "Migration"]
