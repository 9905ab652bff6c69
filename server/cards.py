"""Card files of one's own: which game they are for, what is wrong with them, and where."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

import rust_core
from protocol import clean_text

DEFAULT_GAME: Final = "mage_tower"
FILE_BYTES: Final = 1 << 20
"""No card file is larger."""
_GAME: Final = re.compile(r'^[ \t]*game[ \t]*=[ \t]*"([^"\n]*)"[ \t]*(?:#[^\n]*)?$', re.MULTILINE)
_TABLE: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)
_ID: Final = re.compile(r'^[ \t]*id[ \t]*=[ \t]*"([^"\n]*)"', re.MULTILINE)
_KEY: Final = re.compile(r"[ \t]*([A-Za-z_-]+)[ \t]*=")
_PLACE: Final = re.compile(r"extra\[0\]:(\d+)(?:: (.*))?")
_UNREAD: Final = "extra[0]"


class CardFileError(Exception):
    """The file can't be used at all; the text says why."""


@frozen
class CardFile:
    """A file that was read.

    Attributes:
        game: the game that it is for.
        text: TOML as the core reads it; every line stands where it stands in the file.
    """

    game: str
    text: str


@frozen
class CardFault:
    """Something that is wrong with a card file.

    Attributes:
        line: counted from 1; None: it is about all cards together.
        field: the card and its field (`frost_lance.cost`), or the field alone; empty where there is none.
        what: what is wrong, and what would do.
    """

    line: int | None
    field: str
    what: str

    def __str__(self) -> str:
        """Return the fault as one line."""
        place = "" if self.line is None else f"line {self.line}: "
        return place + (f"{self.field}: " if self.field else "") + self.what


def read_card_file(path: Path, game: str | None = None) -> CardFile:
    """Read a card file; its game is `game`, or what a line `game = "..."` before the first card says.

    Raises:
        OSError: the file can't be read.
        CardFileError: it is no text, is too large, or is for another game than `game` or for none that there is.
    """
    data = path.read_bytes()
    if len(data) > FILE_BYTES:
        raise CardFileError(f"A card file has at most {FILE_BYTES} bytes, not {len(data)}.")
    try:
        text = data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CardFileError(f"line {line}: the file is not UTF-8.") from None
    first_table = _TABLE.search(text)
    said = _GAME.search(text, 0, first_table.start() if first_table else len(text))
    if said is not None:
        if game is not None and said[1] != game:
            raise CardFileError(f"The file says it is for {clean_text(said[1], 40)}, not for {game}.")
        game = said[1]
        text = text[: said.start()] + text[said.end() :]
    found = game or DEFAULT_GAME
    if found not in rust_core.games():
        known = ", ".join(rust_core.games())
        raise CardFileError(f"There is no game {clean_text(found, 40)}. There is {known}.")
    return CardFile(found, text)


def card_faults(file: CardFile) -> list[CardFault]:
    """Return everything that is wrong with a card file, by line; nothing if it can be played with.

    A card that can't even be read hides what is wrong with the others: so it is left out, and the rest is looked at
    again.
    """
    text = file.text
    unread: list[CardFault] = []
    left_out: set[str] = set()
    while True:
        faults = list(_faults(file.game, text))
        broken = next((fault for fault in faults if fault.line is not None and "." not in fault.field), None)
        if broken is None or broken.line is None:
            break
        unread.append(_with_field(broken, text))
        rest, ids = _without_card(text, broken.line)
        if rest == text:
            break
        text = rest
        left_out |= ids
    others = [fault for fault in faults if fault is not broken and not _speaks_of(fault, left_out)]
    return sorted({*unread, *others}, key=lambda fault: (fault.line or 0, fault.field))


def count_cards(file: CardFile) -> int:
    """Return how many cards a sound file has."""
    return len(_ID.findall(file.text))


def read_sound_files(paths: Iterable[Path]) -> tuple[CardFile, ...]:
    """Read files that can be played with, all of them together.

    Raises:
        OSError: one can't be read.
        CardFileError: one can't be played with: all its faults.
    """
    found: list[CardFile] = []
    for path in paths:
        file = read_card_file(path)
        faults = card_faults(file)
        if faults:
            raise CardFileError("\n".join(f"{path}: {fault}" for fault in faults))
        found.append(file)
    for game in {file.game for file in found}:
        try:
            rust_core.Catalog(game, texts_for(game, found))
        except rust_core.SetupError as error:
            raise CardFileError(f"The card files don't go together: {error}") from None
    return tuple(found)


def texts_for(game: str, files: Iterable[CardFile]) -> list[str]:
    """Return the texts of the files that are for `game`, in order."""
    return [file.text for file in files if file.game == game]


def _faults(game: str, text: str) -> Iterator[CardFault]:
    try:
        rust_core.Catalog(game, [text])
    except rust_core.SetupError as error:
        for path, _, message in error.faults:
            place = _PLACE.fullmatch(path)
            if place is not None:
                yield CardFault(int(place[1]), place[2] or "", message)
            else:
                yield CardFault(None, path.removeprefix(_UNREAD).lstrip(": "), message)


def _with_field(fault: CardFault, text: str) -> CardFault:
    """Name the field that stands in the line of a fault."""
    key = _KEY.match(text.split("\n")[(fault.line or 1) - 1])
    return fault if key is None or fault.field else CardFault(fault.line, key[1], fault.what)


def _without_card(text: str, line: int) -> tuple[str, set[str]]:
    """Return `text` with the lines of the card around `line` empty, and the ids of what is left out."""
    lines = text.split("\n")
    starts = [number for number, content in enumerate(lines) if _TABLE.match(content)]
    first = max((start for start in starts if start < line), default=0)
    last = min((start for start in starts if start >= line), default=len(lines))
    ids = set(_ID.findall("\n".join(lines[first:last])))
    return "\n".join([*lines[:first], *[""] * (last - first), *lines[last:]]), ids


def _speaks_of(fault: CardFault, ids: set[str]) -> bool:
    """Return whether a fault only says that a card is not there which was left out."""
    return any(re.search(rf"\b{re.escape(one)}\b", fault.what) for one in ids)
