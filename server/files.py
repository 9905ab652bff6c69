"""What an operator does with files while no server is needed: export a match, verify a transcript, list matches."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import rust_core

from .journal import Aborted, Summary, read_history, read_match
from .text.registry import title_of
from .transcript import Fault, TranscriptError, export, verify

LISTED_MATCHES: Final = 20


def export_match(folder: Path, number: int) -> bytes:
    """Return the transcript of a match of the journal in `folder`.

    Raises:
        JournalError: the journal can't be read.
        TranscriptError: there is no such match, it is not over, or its catalogue is not the one here.
    """
    stored = read_match(folder, number)
    if stored is None:
        raise TranscriptError(f"The journal has no match {number}.")
    try:
        catalog = rust_core.Catalog(stored.created.game, list(stored.created.cards))
    except rust_core.SetupError:
        game = stored.created.game
        raise TranscriptError(f"The game {game!r} is not known here, or can't be played with its cards.") from None
    return export(stored, catalog.json)


def verify_file(file: Path) -> Fault | None:
    """Return what is wrong with a transcript; None if nothing is.

    Raises:
        OSError: the file can't be read.
    """
    verdict = verify(file.read_bytes())
    return verdict if isinstance(verdict, Fault) else None


def history_lines(folder: Path, name: str | None) -> Iterator[str]:
    """Yield a line for each of the newest matches, or of those of the player `name`; newest first.

    Raises:
        JournalError: the journal can't be read.
    """
    found = read_history(folder, name, LISTED_MATCHES)
    if not found:
        yield "No matches." if name is None else f"No matches of {name}."
    for summary in found:
        yield _line(summary)


def _line(summary: Summary) -> str:
    created = summary.created
    names = [seat.name for seat in created.seats]
    begun = datetime.fromtimestamp(summary.begun_at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return f"{created.match:6}  {begun}Z  {title_of(created.game)}: {' - '.join(names)}; {_result(summary, names)}"


def _result(summary: Summary, names: list[str]) -> str:
    end = summary.end
    if end is None:
        return "not over"
    if isinstance(end, Aborted):
        return "no result"
    winners = " and ".join(names[seat] for seat in end.winners)
    return f"{winners} won ({end.reason})" if winners else f"a draw ({end.reason})"
