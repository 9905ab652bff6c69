"""What clients heard, held beside what the journal says: each match is played again from its records.

A match that is over is exported and verified besides, as `spellmoot export` and `spellmoot verify` do it.
"""

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import orjson
from attrs import frozen

import rust_core
from server.files import export_match
from server.journal import Aborted, Ended, JournalError, StoredMatch, read_match
from server.transcript import Fault, TranscriptError, verify
from server.transcript.replaying import ReplayError, apply, seed_of

from .checks import Faults, Heard


@frozen
class Compared:
    """What was looked at.

    Attributes:
        matches: how many matches were played again.
        of: how many there were.
        over: how many of those played again were over, and so were verified.
        viewers: how many seats and watchers of them were compared.
        events: how many events those heard.
    """

    matches: int
    of: int
    over: int
    viewers: int
    events: int


def compare(folder: Path, heard: Sequence[Heard], faults: Faults, most: int, seed: int) -> Compared:
    """Compare what was heard of up to `most` matches, drawn by `seed`, with the journal in `folder`; note `faults`."""
    by_match: defaultdict[int, list[Heard]] = defaultdict(list)
    for one in heard:
        by_match[one.match].append(one)
    numbers = sorted(by_match)
    chosen = sorted(random.Random(seed).sample(numbers, most)) if len(numbers) > most else numbers
    over = 0
    for number in chosen:
        try:
            over += _compare_match(folder, number, by_match[number], faults)
        except (JournalError, TranscriptError, ReplayError, rust_core.RulesError) as error:
            faults.add("transcript", f"match {number}: {error}")
    compared = [one for number in chosen for one in by_match[number]]
    return Compared(len(chosen), len(numbers), over, len(compared), sum(one.count for one in compared))


def _compare_match(folder: Path, number: int, heard: list[Heard], faults: Faults) -> bool:
    """Compare one match; return whether it is over."""
    stored = read_match(folder, number)
    if stored is None:
        faults.add("transcript", f"the journal has no match {number}, but it was played")
        return False
    if isinstance(stored.end, Ended):
        verdict = verify(export_match(folder, number))
        if isinstance(verdict, Fault):
            faults.add("transcript", f"match {number}: {verdict}")
    faces = _Faces(stored)
    for one in heard:
        fault = _fault_of(one, faces, stored.end)
        if fault is not None:
            who = "somebody who watched" if one.seat is None else f"seat {one.seat + 1}"
            faults.add("not-as-written", f"match {number}, {who}: {fault}")
    return stored.end is not None


class _Faces:
    """The events of a match as each viewer must have heard them."""

    def __init__(self, stored: StoredMatch) -> None:
        created = stored.created
        match = rust_core.Match(created.game, created.setup, seed_of(created), rust_core.Catalog(created.game))
        self._events = match.opening()
        for kept in stored.records[1:]:
            self._events += apply(match, kept.record).events
        self._by_seat: dict[int | None, list[bytes]] = {}
        self._checksums: dict[tuple[int | None, int, int], int] = {}

    def of(self, seat: int | None) -> list[bytes]:
        """Return the events that `seat` (None: who watches) is told."""
        if seat not in self._by_seat:
            faces = (event.face(seat) for event in self._events)
            self._by_seat[seat] = [face.encode() for face in faces if face is not None]
        return self._by_seat[seat]

    def checksum(self, seat: int | None, first: int, count: int) -> int:
        """Return the checksum of `count` of them, from number `first` on."""
        key = (seat, first, count)
        if key not in self._checksums:
            self._checksums[key] = crc32(b"".join(self.of(seat)[first - 1 : first - 1 + count]))
        return self._checksums[key]


def _fault_of(heard: Heard, faces: _Faces, end: Ended | Aborted | None) -> str | None:
    """Return what is wrong with what somebody heard; None if nothing is."""
    there = len(faces.of(heard.seat))
    last = heard.first - 1 + heard.count
    if heard.checksum is None:
        return None  # an event was missed, and that has been told
    if last > there:
        return f"heard {last} events, but only {there} are written down"
    if heard.checksum != faces.checksum(heard.seat, heard.first, heard.count):
        return "heard other events than are written down"
    if heard.over is None:
        return None
    if last < there:
        return f"heard the end after {last} events of {there}"
    if not isinstance(end, Ended):
        return "heard the end of a match that is not over"
    told = orjson.loads(heard.over)
    if (tuple(told["winners"]), told["reason"], tuple(told["scores"])) != (end.winners, end.reason, end.scores):
        return f"heard that it ended as {heard.over}, but it ended as {end}"
    return None
