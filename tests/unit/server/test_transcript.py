"""Transcripts of real matches: whole ones are found whole, and each damage, lie and cut is found in its line."""

from __future__ import annotations

import hashlib
import json
import random
from typing import TYPE_CHECKING

import orjson
import pytest
from attrs import evolve

import rust_core
from server.fairness import commitment
from server.journal import (
    Aborted,
    Charged,
    Chosen,
    Created,
    DrawAgreed,
    Ended,
    PlanLine,
    Retired,
    Revealed,
    Rewound,
    Seat,
    Spoke,
    Stored,
    StoredMatch,
    Wished,
)
from server.transcript import OK, Fault, TranscriptError, export, verify
from server.transcript.lines import NO_PREVIOUS, hash_of, read_line, write_line
from server.transcript.replaying import ReplayError, apply, seed_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.journal import Record

GAME = "wizards_arena"
MATCH = 7
CATALOG = rust_core.Catalog(GAME)
PART = bytes(range(100, 132))
SETUP = json.dumps({"patterns": ["BBBCCCHHHIIIGGGPPPQQQUUUA", "BCGBHKGPBHCRPGKQHPRUQLUQU"], "first": None})


class Game:
    """A match that writes its records down as it is played."""

    def __init__(self) -> None:
        """A match between two people begins."""
        seats = (Seat("Ada", "secret-word", "", "my nonce"), Seat("Bö", "other-word"))
        begun = Created(
            MATCH,
            GAME,
            rust_core.rules_version(GAME),
            CATALOG.fingerprint,
            SETUP,
            seats,
            "10m+15s/20s:60s",
            commitment(PART),
            PART.hex(),
            "",
        )
        self.core = rust_core.Match(GAME, SETUP, seed_of(begun), CATALOG)
        self.records: list[Record] = [evolve(begun, digest=self.digest)]

    @property
    def digest(self) -> str:
        """The match's digest, hex."""
        return self.core.digest().hex()

    def choose(self, chance: random.Random) -> None:
        """Play any line."""
        seat = self.core.pending()[0].seat
        line = chance.choice(self.core.choices(seat))
        self.core.choose(seat, line)
        self.records.append(Chosen(MATCH, seat, line, self.digest))

    def stored(self) -> StoredMatch:
        """The match as the journal gives it."""
        begun = self.records[0]
        assert isinstance(begun, Created)
        kept = tuple(Stored(index, 1_000 + index, record) for index, record in enumerate(self.records))
        return StoredMatch(begun, kept)

    def end(self) -> StoredMatch:
        """The match with its end."""
        outcome = self.core.outcome()
        assert outcome is not None
        self.records.append(Ended(MATCH, tuple(outcome.winners), outcome.reason, tuple(outcome.scores), self.digest))
        self.records.append(Revealed(MATCH, PART.hex()))
        return self.stored()


def short_match() -> StoredMatch:
    """Some choices, one taken back, a clock, a word, a resignation."""
    game, chance = Game(), random.Random(3)
    for _ in range(4):
        game.choose(chance)
    game.records.append(Charged(MATCH, 0, "bank", 12_000, 588_000, 15_000, 3, "bank", "line"))
    game.core.rewind(1)
    game.records.append(Rewound(MATCH, 1, game.digest))
    game.choose(chance)
    game.records.append(Spoke(MATCH, "Ada", "a private joke"))
    game.core.retire(1, "resigned")
    game.records.append(Retired(MATCH, 1, "resigned", game.digest))
    return game.end()


def whole_match(seed: int) -> StoredMatch:
    game, chance = Game(), random.Random(seed)
    while game.core.pending():
        game.choose(chance)
    return game.end()


@pytest.fixture(scope="module")
def short() -> bytes:
    return export(short_match(), CATALOG.json)


def forge(data: bytes, change: Callable[[list[dict[str, object]]], object]) -> bytes:
    """A transcript that somebody changed who knows how seals and chain are made."""
    lines = [orjson.loads(line) for line in data.splitlines()]
    change(lines)
    out: list[bytes] = []
    previous = NO_PREVIOUS
    for line in lines:
        line.pop("seal", None)
        line["previous"] = previous
        body = orjson.dumps(line)[:-1]
        written = body + b',"seal":"' + hashlib.sha256(body).hexdigest().encode() + b'"}'
        previous = hashlib.sha256(written).hexdigest()
        out += [written, b"\n"]
    return b"".join(out)


def fault_of(data: bytes) -> Fault:
    verdict = verify(data, one_catalog)
    assert isinstance(verdict, Fault)
    return verdict


def one_catalog(game: str, cards: list[str]) -> rust_core.Catalog:
    """The catalogue, made once."""
    return CATALOG if game == GAME and not cards else rust_core.Catalog(game, cards)


# Whole ones


def test_a_short_match_is_found_whole(short: bytes) -> None:
    assert verify(short) is OK
    assert verify(forge(short, len)) is OK


@pytest.mark.parametrize("seed", range(3))
def test_a_played_match_is_found_whole(seed: int) -> None:
    assert verify(export(whole_match(seed), CATALOG.json)) is OK


def test_a_draw_and_an_abort_are_ends_too() -> None:
    game = Game()
    game.choose(random.Random(1))
    game.core.agree_draw()
    game.records.append(DrawAgreed(MATCH, game.digest))
    assert verify(export(game.end(), CATALOG.json)) is OK
    game = Game()
    game.choose(random.Random(1))
    game.records.append(Aborted(MATCH, "the server was upgraded"))
    assert verify(export(game.stored(), CATALOG.json)) is OK


def test_what_a_transcript_holds(short: bytes) -> None:
    lines = [json.loads(line) for line in short.splitlines()]
    assert [line["type"] for line in lines] == ["header", *["record"] * 8, "end"]
    header = lines[0]
    assert header["format"] == 2
    assert hashlib.sha256(header["catalog"].encode()).hexdigest() == header["fingerprint"]
    assert hashlib.sha256(bytes.fromhex(header["part"])).hexdigest() == header["commitment"]
    assert header["seats"][0] == {"name": "Ada", "house": "", "nonce": "my nonce"}
    for line, raw in zip(lines[1:], short.splitlines(), strict=False):
        assert line["previous"] == hashlib.sha256(raw).hexdigest()
    assert b"secret-word" not in short
    assert b"private joke" not in short
    assert lines[5]["record"] == {
        "match": MATCH,
        "seat": 0,
        "account": "bank",
        "millis": 12_000,
        "left": 588_000,
        "at": 15_000,
        "decision": 3,
        "kind": "bank",
        "reason": "line",
        "type": "charged",
    }


def test_transcripts_of_older_servers_are_still_judged(short: bytes) -> None:
    """Their charges say less, and are not taken for changed ones."""
    late = ("at", "decision", "kind", "reason")

    def make_older(lines: list[dict[str, object]]) -> None:
        lines[0].update(format=1)
        for name in late:
            del record(lines, 5)[name]

    older = forge(short, make_older)
    assert b'"kind"' not in older
    assert verify(older) is OK


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"left": 588_001}, "bank of seat 1 had 600000 ms"),
        ({"millis": 11_999}, "bank of seat 1 had 600000 ms"),
        ({"millis": 700_000, "left": -100_000}, "bank of seat 1"),
        ({"account": "none"}, "none of seat 1"),
        ({"seat": 2}, "no seat 3"),
        ({"account": "reaction"}, "reaction of seat 1 had 60000 ms"),
    ],
)
def test_charges_that_do_not_add_up_are_found(short: bytes, change: dict[str, object], words: str) -> None:
    verdict = fault_of(forge(short, lambda lines: record(lines, 5).update(change)))
    assert (verdict.line, verdict.kind) == (6, "differs")
    assert words in verdict.what


def test_accounts_of_the_servers_settings_are_followed_from_their_first_charge(short: bytes) -> None:
    def charge(lines: list[dict[str, object]], left: int) -> None:
        record(lines, 5).update(account="disconnect", left=left)

    assert verify(forge(short, lambda lines: charge(lines, 48_000))) is OK
    verdict = fault_of(forge(short, lambda lines: charge(lines, -1)))
    assert verdict.kind == "differs"
    verdict = fault_of(forge(short, lambda lines: lines[0].update(time_control="soon")))
    assert (verdict.line, verdict.kind) == (1, "differs")


def test_tags_stops_and_plans_are_nobody_elses_matter() -> None:
    stored = short_match()
    records = list(stored.records)
    place = next(index for index, kept in enumerate(records) if isinstance(kept.record, Chosen))
    records[place] = evolve(records[place], record=evolve(records[place].record, tag="my-tag"))
    wish = Wished(MATCH, 0, False, (), 2, (PlanLine(1, "intercept", "pass"),), 2)
    records.insert(place, Stored(place, 1_000, wish))
    transcript = export(evolve(stored, records=tuple(records)), CATALOG.json)
    assert b"my-tag" not in transcript
    assert b"intercept" not in transcript
    assert verify(transcript) is OK


def test_a_match_that_is_on_keeps_its_secrets() -> None:
    with pytest.raises(TranscriptError, match="not over"):
        export(Game().stored(), CATALOG.json)
    with pytest.raises(TranscriptError, match="catalogue"):
        export(short_match(), CATALOG.json + " ")


def test_lines_are_written_in_one_way_alone(short: bytes) -> None:
    previous = NO_PREVIOUS
    for raw in short.splitlines():
        line, said = read_line(raw)
        assert said == previous
        assert write_line(line, said) == raw
        previous = hash_of(raw)
    spaced = forge(short, lambda lines: lines[1].update(record=dict(reversed(list(lines[1]["record"].items())))))  # type: ignore[attr-defined]
    assert fault_of(spaced).line == 2


# Damage


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 31])
def test_every_flipped_bit_is_found_in_its_line(short: bytes, every: int) -> None:
    """All bits in the slow suite; each 31st, and all of the line ends, in the quick one."""
    for bit in range(len(short) * 8):
        place = bit // 8
        if bit % every and short[place] != ord("\n"):
            continue
        changed = bytearray(short)
        changed[place] ^= 1 << bit % 8
        verdict = verify(bytes(changed), one_catalog)
        assert isinstance(verdict, Fault), bit
        assert verdict.line == short[:place].count(b"\n") + 1, (bit, verdict)
        assert verdict.kind == "damaged"


def test_every_cut_is_found_in_its_line(short: bytes) -> None:
    header = short.index(b"\n")
    for length in [*range(0, header, 53), *range(header, len(short), 7), len(short) - 1]:
        verdict = fault_of(short[:length])
        assert verdict.line == short[:length].count(b"\n") + 1, length
        assert verdict.kind == "damaged"


def test_lines_left_out_doubled_exchanged_or_put_behind_are_found(short: bytes) -> None:
    lines = short.splitlines(keepends=True)
    for place in range(len(lines)):
        left_out = b"".join(lines[:place] + lines[place + 1 :])
        assert fault_of(left_out).line == place + 1
        doubled = b"".join([*lines[: place + 1], *lines[place:]])
        assert fault_of(doubled).line == place + 2
        if place:
            exchanged = b"".join([*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]])
            assert fault_of(exchanged).line == place
    assert fault_of(short + b"\n").line == len(lines) + 1
    assert fault_of(short + lines[0]).line == len(lines) + 1
    assert fault_of(b"").line == 1
    other = export(whole_match(1), CATALOG.json).splitlines(keepends=True)
    assert fault_of(b"".join([*lines[:3], *other[3:]])).line == 4


def test_a_line_changed_and_sealed_anew_is_betrayed_by_the_next(short: bytes) -> None:
    """The reason of a retirement is nothing that the rules could check."""
    lines = short.splitlines()
    body = lines[8].replace(b'"resigned"', b'"cheated!"').rpartition(b',"seal":')[0]
    lines[8] = body + b',"seal":"' + hashlib.sha256(body).hexdigest().encode() + b'"}'
    verdict = fault_of(b"\n".join(lines) + b"\n")
    assert (verdict.line, verdict.kind) == (10, "damaged")
    assert "does not follow" in verdict.what


@pytest.mark.parametrize("junk", [b"\n", b"{}\n", b"null\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b'"x"\n' * 3])
def test_junk_is_a_fault_and_no_exception(junk: bytes) -> None:
    assert fault_of(junk).line == 1
    sealed = junk.rstrip(b"\n")
    sealed += b',"seal":"' + hashlib.sha256(sealed).hexdigest().encode() + b'"}\n'
    assert fault_of(sealed).line == 1


# Lies: seals and chain are made anew


def record(lines: list[dict[str, object]], place: int) -> dict[str, object]:
    found = lines[place]["record"]
    assert isinstance(found, dict)
    return found


def end_early(lines: list[dict[str, object]]) -> None:
    del lines[8]
    lines[8]["records"] = 7


LIES: list[tuple[str, Callable[[list[dict[str, object]]], object], int, str]] = [
    ("another line", lambda lines: record(lines, 1).update(line="cut 24"), 2, "state differs"),
    ("a line that is none", lambda lines: record(lines, 1).update(line="win"), 2, "refuse"),
    ("another digest", lambda lines: record(lines, 3).update(digest="0" * 16), 4, "state differs"),
    ("another seat", lambda lines: record(lines, 1).update(seat=99), 2, "refuse"),
    ("a seat below", lambda lines: record(lines, 1).update(seat=-1), 2, "range"),
    ("another match", lambda lines: record(lines, 1).update(match=8), 2, "of match 8"),
    ("a choice left out", lambda lines: lines.pop(2), 3, "record 2, not 3"),
    ("a rewind of more", lambda lines: record(lines, 6).update(count=2), 7, "state differs"),
    ("a rewind of all", lambda lines: record(lines, 6).update(count=50), 7, "refuse"),
    ("another loser", lambda lines: record(lines, 8).update(seat=0), 9, "differs"),
    ("another winner", lambda lines: lines[9]["end"].update(winners=[1]), 10, "result differs"),  # type: ignore[attr-defined]
    ("another score", lambda lines: lines[9]["end"].update(scores=[0, 0]), 10, "result differs"),  # type: ignore[attr-defined]
    ("fewer records", lambda lines: lines[9].update(records=7), 10, "8 records, not 7"),
    ("an early end", end_early, 9, "result differs"),
    ("another part", lambda lines: lines[0].update(part="00" * 32), 1, "commitment"),
    ("a part that is none", lambda lines: lines[0].update(part="00"), 1, "32 bytes"),
    ("another commitment", lambda lines: lines[0].update(commitment="00" * 32), 1, "commitment"),
    ("another nonce", lambda lines: lines[0]["seats"][1].update(nonce="x"), 1, "begin so"),  # type: ignore[index]
    ("another setup", lambda lines: lines[0].update(setup=SETUP.replace("null", "0")), 1, "begin so"),
    ("a setup that is none", lambda lines: lines[0].update(setup="{}"), 1, "begin so"),
    ("a third seat", lambda lines: lines[0]["seats"].append({"name": "C", "house": "", "nonce": ""}), 1, "begin so"),  # type: ignore[attr-defined]
    ("another catalogue", lambda lines: lines[0].update(catalog="{}"), 1, "fingerprint"),
    ("two headers", lambda lines: lines.insert(1, dict(lines[0])), 2, "second header"),
    ("no header", lambda lines: lines.pop(0), 1, "header"),
    ("more behind the end", lambda lines: lines.append(dict(lines[8])), 11, "behind the end"),
    ("another field", lambda lines: lines[2].update(more=1), 3, "read"),
    ("another type", lambda lines: lines[2].update(type="remark"), 3, "remark"),
    ("a type that is a list", lambda lines: lines[2].update(type=["record"]), 3, "type"),
    ("a word for a number", lambda lines: record(lines, 1).update(seat="0"), 2, "read"),
]


@pytest.mark.parametrize(("change", "line", "words"), [lie[1:] for lie in LIES], ids=[lie[0] for lie in LIES])
def test_a_lie_is_found_in_its_line(
    short: bytes, change: Callable[[list[dict[str, object]]], object], line: int, words: str
) -> None:
    verdict = fault_of(forge(short, change))
    assert verdict.line == line
    assert words in verdict.what
    assert str(verdict) == f"line {line}: {verdict.what}"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[0].update(rules="0"), "version 0"),
        (lambda lines: lines[0].update(format=3), "format 3"),
        (lambda lines: lines[0].update(game="tiddlywinks"), "tiddlywinks"),
        (
            lambda lines: lines[0].update(catalog="{}", fingerprint=hashlib.sha256(b"{}").hexdigest()),
            "another catalogue",
        ),
    ],
)
def test_other_rules_are_said_and_nothing_is_judged(
    short: bytes, change: Callable[[list[dict[str, object]]], object], words: str
) -> None:
    """Even a match that went wrong is not called wrong by rules that it was not played by."""

    def change_more(lines: list[dict[str, object]]) -> None:
        change(lines)
        record(lines, 1).update(line="nonsense")

    verdict = fault_of(forge(short, change_more))
    assert (verdict.line, verdict.kind) == (1, "other-rules")
    assert words in verdict.what


def test_verdicts_tell_damage_from_difference(short: bytes) -> None:
    assert fault_of(short[:-1]).kind == "damaged"
    assert fault_of(forge(short, lambda lines: record(lines, 1).update(line="win"))).kind == "differs"


# Replays


def test_records_replay_into_the_same_match() -> None:
    stored = short_match()
    core = rust_core.Match(GAME, SETUP, seed_of(stored.created), CATALOG)
    steps = [apply(core, kept.record) for kept in stored.records]
    assert core.outcome() is not None
    assert any(step.events for step in steps)


def test_a_replay_that_goes_astray_says_so() -> None:
    stored = short_match()
    core = rust_core.Match(GAME, SETUP, bytes(32), CATALOG)

    def replay() -> None:
        for kept in stored.records:
            apply(core, kept.record)

    with pytest.raises(ReplayError, match=r"digest|refuse"):
        replay()
