"""Everything that can be said, in two closed unions: `ClientMessage` and `ServerMessage`.

A class is a message, its fields are the fields on the wire, and its `"type"` there is its name in kebab-case
(`MatchOver` is `match-over`). What every field means and when a message is sent stands in PROTOCOL.md; the meaning of
a field never changes, and new fields have defaults. Seats are counted from 0, matches from 1; times are milliseconds.
"""

import re
from typing import Final, get_args

from .client_messages import ClientMessage
from .server_messages import ServerMessage

PROTOCOL_VERSION: Final = 1
TAG: Final = re.compile(r"[!-~]{1,32}")
"""What a tag looks like: visible ASCII, so that it is one word in a text line, too."""
LARGEST_INT: Final = 2**53 - 1
"""Integers on the wire lie between minus this and this: what every JSON library keeps exactly."""


def type_name(message_class: type) -> str:
    """Return a message class's `"type"` on the wire: its name in kebab-case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", message_class.__name__).lower()


CLIENT_CLASSES: Final[dict[str, type]] = {type_name(member): member for member in get_args(ClientMessage)}
SERVER_CLASSES: Final[dict[str, type]] = {type_name(member): member for member in get_args(ServerMessage)}
