"""How somebody wants lines: width, colour, pictures or sentences."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from attrs import field, frozen, validators

NARROWEST: Final = 40
WIDEST: Final = 200
USUAL_WIDTH: Final = 80

Role = Literal["title", "you", "foe", "good", "bad", "choice", "alert", "hint", "faint"]
"""What a piece of a screen is; its colour follows."""

_SGR: Final[Mapping[Role, str]] = {
    "title": "1",
    "you": "1;36",
    "foe": "1;33",
    "good": "32",
    "bad": "31",
    "choice": "1;32",
    "alert": "1;31",
    "hint": "35",
    "faint": "2",
}
_FOLDED: Final = str.maketrans(
    {
        "\u00b7": "|",
        "\u00d7": "x",
        "\u00df": "ss",
        "\u2013": "-",
        "\u2014": "-",
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2026": "...",
    }
)
"""Signs that Unicode does not take apart into ASCII."""


@frozen
class Style:
    """How lines are made for one reader.

    Attributes:
        width: columns that a line has at most, 40 to 200.
        colour: ANSI colours may be used.
        linear: no pictures: what a board shows is told in sentences, in a fixed order.
        ascii_only: nothing but ASCII; letters lose their accents.
    """

    width: int = field(default=USUAL_WIDTH, validator=[validators.ge(NARROWEST), validators.le(WIDEST)])
    colour: bool = False
    linear: bool = False
    ascii_only: bool = True

    def paint(self, text: str, role: Role) -> str:
        """Return `text` in the colour of `role`, where colour is wanted. Lay out first, paint last."""
        return f"\x1b[{_SGR[role]}m{text}\x1b[0m" if self.colour and text else text

    def fold(self, text: str) -> str:
        """Return `text` in ASCII, where only that is wanted; what has no likeness becomes `?`."""
        if not self.ascii_only or text.isascii():
            return text
        folded = unicodedata.normalize("NFKD", text.translate(_FOLDED))
        bare = (character for character in folded if not unicodedata.combining(character))
        return "".join(character if character.isascii() else "?" for character in bare)

    def folded(self, lines: Iterable[str]) -> list[str]:
        """Return `lines`, each as `fold`."""
        return [self.fold(line) for line in lines]


USUAL: Final = Style()


def fit_width(columns: int | None) -> int:
    """Return the width for a terminal of so many columns; None is an unknown one."""
    return USUAL_WIDTH if columns is None else min(max(columns, NARROWEST), WIDEST)
