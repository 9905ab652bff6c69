"""Text of one person that another person's terminal will show: made harmless here.

Everything that comes from a client and is shown to somebody else (names, chat, names of decks, settings) goes through
these functions. What is left can't move a cursor, change a colour, turn the writing direction, hide, or end a line.
"""

import re
import unicodedata
from typing import Final

from .errors import RemoteError

NAME_SHORTEST: Final = 3
NAME_LONGEST: Final = 17
NONCE_LONGEST: Final = 64

_UNSAFE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control (ESC, C1), format (bidi, zero-width), surrogate, private, unassigned, line and paragraph separators."""

_BREAKS: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x85\u2028\u2029", " "))
_NONCE: Final = re.compile(f"[ -~]{{0,{NONCE_LONGEST}}}")
_NAME: Final = re.compile(f"[A-Za-z]{{{NAME_SHORTEST},{NAME_LONGEST}}}")


def clean_text(text: str, limit: int) -> str:
    """Return `text` as one harmless line of at most `limit` characters.

    Tabs and line breaks become spaces; every other character of an unsafe category is removed (of an escape sequence
    that is its ESC, so that the rest shows as plain letters). Space at both ends is removed. Cleaning twice changes
    nothing more. The result may be empty.
    """
    if not text.isprintable():
        text = "".join(
            character
            for character in text.translate(_BREAKS)
            if unicodedata.category(character) not in _UNSAFE_CATEGORIES
        )
    return text.strip()[:limit].rstrip()


def clean_name(text: str) -> str:
    """Return the name in `text`, without space around it.

    Raises:
        RemoteError: `bad-name` if it is not 3 to 17 letters from A to Z.
    """
    name = text.strip()
    if _NAME.fullmatch(name):
        return name
    shown = clean_text(name, NAME_LONGEST)
    message = f"A name is {NAME_SHORTEST} to {NAME_LONGEST} letters from A to Z."
    raise RemoteError("bad-name", message, {"name": shown})


def clean_nonce(text: str) -> str:
    """Return the nonce in `text`, without space around it; it may be empty.

    Raises:
        RemoteError: `bad-nonce` if it is not at most 64 printable characters of ASCII.
    """
    nonce = text.strip()
    if _NONCE.fullmatch(nonce):
        return nonce
    message = f"A nonce is at most {NONCE_LONGEST} printable characters of ASCII."
    raise RemoteError("bad-nonce", message)
