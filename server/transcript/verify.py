"""Judges a transcript: is it whole, was the chance the one committed to, does the match go as it says?

What the rules know is proved: setup, chance, every choice, the result; and of the clocks, that every charge adds up.
Names, times and the reason of a retirement are as the server wrote them; the hashes show no more than that nobody
changed them by accident. Nothing but
the file and the rules of this installation is needed. The lines are gone through in order and the first that is wrong
is named. A match of other rules or another catalogue is not judged: today's rules say nothing about it.
"""

from collections.abc import Callable
from typing import Final, Literal

from attrs import frozen

import rust_core
from server.fairness import keeps_commitment, match_seed
from server.journal.records import Charged

from .accounts import Accounts, ChargeError
from .lines import FORMAT, FORMATS, NO_PREVIOUS, EndLine, Header, Line, RecordLine, hash_of, is_sealed, read_line
from .replaying import ReplayError, apply, require_digest

LINE_BYTES: Final = 16 * 1024 * 1024
"""No line is longer."""


@frozen
class Ok:
    """All of it is true."""


OK: Final = Ok()


@frozen
class Fault:
    """The first line that is wrong."""

    line: int
    """Counted from 1; one more than there are, if lines are missing at the end."""
    kind: Literal["damaged", "differs", "other-rules"]
    """`damaged`: the file is not what was written. `differs`: the match did not go so. `other-rules`: no judgement."""
    what: str
    """A sentence."""

    def __str__(self) -> str:
        """Return a line for people."""
        return f"line {self.line}: {self.what}"


class _FaultError(Exception):
    def __init__(self, kind: Literal["damaged", "differs", "other-rules"], what: str) -> None:
        super().__init__(what)
        self.kind: Final[Literal["damaged", "differs", "other-rules"]] = kind
        self.what: Final = what


CatalogMaker = Callable[[str, list[str]], rust_core.Catalog]
"""A game's id and card files beside the box to a catalogue; raises `rust_core.SetupError`."""


def verify(data: bytes, catalogs: CatalogMaker = rust_core.Catalog) -> Ok | Fault:
    """Return `OK`, or the first line of a transcript that is wrong and how. Raises nothing, whatever `data` is.

    Costs about as much as playing the match again.
    """
    *lines, rest = data.split(b"\n")
    judge = _Judge(catalogs)
    for number, line in enumerate(lines, 1):
        try:
            judge.take(line)
        except _FaultError as fault:
            return Fault(number, fault.kind, fault.what)
    number = len(lines) + 1
    if rest:
        return Fault(number, "damaged", "The line is torn: it has no end.")
    if not judge.is_over:
        return Fault(number, "damaged", "The transcript ends here, before its match does.")
    return OK


class _Judge:
    """Takes line after line."""

    def __init__(self, catalogs: CatalogMaker) -> None:
        self.is_over = False
        self._catalogs = catalogs
        self._previous = NO_PREVIOUS
        self._header: Header | None = None
        self._match: rust_core.Match | None = None
        self._records = 0
        self._accounts: Accounts | None = None

    def take(self, data: bytes) -> None:
        """Judge one line.

        Raises:
            _FaultError: it is wrong.
        """
        line = self._read(data)
        if self.is_over:
            raise _FaultError("damaged", "There is something behind the end.")
        if isinstance(line, Header):
            if self._header is not None:
                raise _FaultError("damaged", "There is a second header.")
            self._match = self._begin(line)
            self._accounts = self._clocks(line)
            self._header = line
        elif self._match is None or self._header is None:
            raise _FaultError("damaged", "The transcript does not begin with a header.")
        else:
            self._play(self._match, self._header, line)

    def _read(self, data: bytes) -> Line:
        if len(data) > LINE_BYTES:
            raise _FaultError("damaged", "The line is longer than any of a transcript.")
        if not is_sealed(data):
            raise _FaultError("damaged", "The line is not what was written: its seal does not fit.")
        try:
            line, previous = read_line(data)
        except ValueError as error:
            raise _FaultError("damaged", f"The line can't be read: {error}.") from None
        if previous != self._previous:
            text = "The line does not follow the one before it: that one was changed, or lines are missing between."
            raise _FaultError("damaged", text)
        self._previous = hash_of(data)
        return line

    def _begin(self, header: Header) -> rust_core.Match:
        if header.format not in FORMATS:
            raise _FaultError(
                "other-rules", f"The transcript has format {header.format}; known here is up to {FORMAT}."
            )
        catalog = self._same_rules(header)
        try:
            part = bytes.fromhex(header.part)
            seed = match_seed(part, [seat.nonce for seat in header.seats])
        except ValueError as error:
            raise _FaultError("differs", f"The seed can't be computed: {error}.") from None
        if not keeps_commitment(part, header.commitment):
            raise _FaultError("differs", "The server did not keep to its commitment: this is another part.")
        try:
            match = rust_core.Match(header.game, header.setup, seed, catalog)
            require_digest(match, header.digest)
        except rust_core.SetupError as error:
            faults = "; ".join(fault[2] for fault in error.faults[:3])
            raise _FaultError("differs", f"No match can begin so: {faults}.") from None
        except (ReplayError, rust_core.RulesBug) as error:
            raise _FaultError("differs", f"The match does not begin so: {error}.") from None
        if match.seats != len(header.seats):
            raise _FaultError("differs", f"The match has {match.seats} seats, not {len(header.seats)}.")
        return match

    def _clocks(self, header: Header) -> Accounts:
        try:
            return Accounts(header.time_control, len(header.seats))
        except ChargeError as error:
            raise _FaultError("differs", f"The clocks can't be: {error}.") from None

    def _same_rules(self, header: Header) -> rust_core.Catalog:
        """Return the catalogue, if the rules here are those that the match was played by."""
        try:
            here = rust_core.rules_version(header.game)
            catalog = self._catalogs(header.game, list(header.cards))
        except rust_core.SetupError:
            text = f"The game {header.game!r} is not known here, or can't be played with these cards."
            raise _FaultError("other-rules", text) from None
        if here != header.rules:
            text = f"The match was played by version {header.rules} of the rules; here is version {here}."
            raise _FaultError("other-rules", text)
        if hash_of(header.catalog.encode()) != header.fingerprint:
            raise _FaultError("differs", "The catalogue is not the one of the fingerprint.")
        if catalog.fingerprint != header.fingerprint:
            raise _FaultError("other-rules", "The match was played with another catalogue than the one here.")
        return catalog

    def _play(self, match: rust_core.Match, header: Header, line: RecordLine | EndLine) -> None:
        record = line.record if isinstance(line, RecordLine) else line.end
        if record.match != header.match:
            raise _FaultError("differs", f"The record is of match {record.match}, not of {header.match}.")
        if isinstance(line, RecordLine):
            self._records += 1
            if line.number != self._records:
                raise _FaultError("differs", f"This is record {self._records}, not {line.number}.")
        elif line.records != self._records:
            raise _FaultError("differs", f"There are {self._records} records, not {line.records}.")
        try:
            if isinstance(record, Charged) and self._accounts is not None:
                self._accounts.take(record)
            apply(match, record)
        except ChargeError as error:
            raise _FaultError("differs", f"The clocks do not go so: {error}.") from None
        except (ReplayError, rust_core.RulesBug) as error:
            raise _FaultError("differs", f"The match does not go so: {error}.") from None
        self.is_over = isinstance(line, EndLine)
