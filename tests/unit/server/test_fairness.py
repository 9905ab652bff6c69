"""Commitment, nonces and seed against a plain second reading; the dice report against known chi-square values."""

from __future__ import annotations

import hashlib
import math
import random
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

import rust_core
from server.fairness import (
    NONCE_BYTES,
    Roll,
    chi_square_tail,
    commitment,
    dice_report,
    draw_part,
    keeps_commitment,
    match_seed,
    rolls_in,
)

PART = bytes(range(32))


def plain_seed(part: bytes, nonces: list[str]) -> bytes:
    """The document's words, written down once more."""
    data = b"spellmoot seed 1\x00" + part + struct.pack("<I", len(nonces))
    for nonce in nonces:
        data += struct.pack("<I", len(nonce.encode("utf-8"))) + nonce.encode("utf-8")
    return hashlib.sha256(data).digest()


def test_the_seed_is_golden() -> None:
    """Fixed for ever: every match that was played depends on it."""
    assert match_seed(PART, ["", "Ä"]).hex() == GOLDEN_SEED
    assert commitment(PART) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


GOLDEN_SEED = "887acf4fc47403ca62ecdcbcc8527ea43e2a984a5331d6b877dbf7c4f111f6bd"
TEXTS = some.lists(some.text(some.characters(exclude_categories=["Cs"]), max_size=20), max_size=4)


@given(part=some.binary(min_size=32, max_size=32), nonces=TEXTS)
def test_the_seed_is_what_the_document_says(part: bytes, nonces: list[str]) -> None:
    assert match_seed(part, nonces) == plain_seed(part, nonces)


@given(one=TEXTS, other=TEXTS)
def test_different_nonces_give_different_seeds(one: list[str], other: list[str]) -> None:
    assert (match_seed(PART, one) == match_seed(PART, other)) == (one == other)


def test_no_two_divisions_of_the_same_letters_are_one() -> None:
    seeds = {match_seed(PART, nonces) for nonces in (["ab", ""], ["a", "b"], ["", "ab"], ["ab"], ["a", "b", ""])}
    assert len(seeds) == 5


def test_a_seed_starts_a_match() -> None:
    letters = "BBBCCCHHHIIIGGGPPPQQQUUUA"
    setup = f'{{"patterns":["{letters}","{letters}"]}}'
    one, other = (rust_core.Match("wizards_arena", setup, match_seed(PART, [nonce, ""])) for nonce in ("", "x"))
    assert one.digest() != other.digest()


def test_a_commitment_is_kept_by_its_part_alone() -> None:
    part = draw_part()
    published = commitment(part)
    assert keeps_commitment(part, published)
    assert keeps_commitment(part, published.upper())
    assert not keeps_commitment(draw_part(), published)
    assert not keeps_commitment(part[:31], published)
    assert not keeps_commitment(part, published[:-1])
    assert not keeps_commitment(part, "Ä" * 64)
    assert draw_part() != draw_part()


def test_what_is_no_part_or_nonce_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")
    with pytest.raises(ValueError, match="32 bytes"):
        match_seed(b"short", [])
    with pytest.raises(ValueError, match="at most"):
        match_seed(PART, ["Ä" * (NONCE_BYTES // 2 + 1)])
    assert match_seed(PART, ["Ä" * (NONCE_BYTES // 2)])
    with pytest.raises(ValueError, match="surrogate"):
        match_seed(PART, ["\ud800"])


# Dice


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [
        (Fraction("3.841459"), 1, 0.05),
        (Fraction("5.991465"), 2, 0.05),
        (Fraction("7.814728"), 3, 0.05),
        (Fraction("11.070498"), 5, 0.05),
        (Fraction("20.515006"), 5, 0.001),
        (Fraction("19.675138"), 11, 0.05),
        (Fraction("30.143527"), 19, 0.05),
        (Fraction("43.820196"), 19, 0.001),
        (Fraction("123.225221"), 99, 0.05),
        (Fraction("124.342113"), 100, 0.05),
    ],
)
def test_the_tail_agrees_with_printed_tables(value: Fraction, freedom: int, chance: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(chance, rel=2e-6)


@given(value=some.fractions(0, 10_000), freedom=some.integers(1, 300))
def test_the_tail_is_a_chance_and_falls(value: Fraction, freedom: int) -> None:
    here, further = chi_square_tail(value, freedom), chi_square_tail(value + 1, freedom)
    assert 0 <= further <= here + 1e-12  # sums round
    assert here <= 1
    assert math.isfinite(here)
    assert chi_square_tail(Fraction(0), freedom) == 1


def test_the_report_counts_and_tests_exactly() -> None:
    rolls = [Roll("attack", 6, value) for value in (0, 0, 0, 1, 1, 2, 3, 4, 5, 5) for _ in range(3)]
    rolls += [Roll("coin", 2, 1)] * 4
    attack, coin = dice_report(rolls)
    assert (attack.kind, attack.sides, attack.counts, attack.rolls) == ("attack", 6, (9, 6, 3, 3, 3, 6), 30)
    assert attack.chi_square == Fraction(16 + 1 + 4 + 4 + 4 + 1, 5)
    assert attack.chance == pytest.approx(0.3062, abs=1e-4)
    assert not attack.is_unusual
    assert (coin.counts, coin.chance, coin.is_unusual) == ((0, 4), None, False)
    assert dice_report([]) == []
    assert dice_report([Roll("one", 1, 0)] * 9)[0].chance is None


def test_loaded_dice_are_found_and_fair_ones_are_not() -> None:
    chance = random.Random(1)
    (fair,) = dice_report(Roll("d", 12, chance.randrange(12)) for _ in range(6_000))
    (loaded,) = dice_report(Roll("d", 12, min(11, chance.randrange(13))) for _ in range(6_000))
    assert not fair.is_unusual
    assert loaded.is_unusual


def test_fair_dice_look_unusual_as_rarely_as_it_says() -> None:
    chance = random.Random(2)
    tails = []
    for _ in range(400):
        (line,) = dice_report(Roll("d", 6, chance.randrange(6)) for _ in range(120))
        assert line.chance is not None
        tails.append(line.chance)
    assert 0.4 < sum(tails) / len(tails) < 0.6
    assert 0.05 < sum(tail < 0.1 for tail in tails) / len(tails) < 0.15


def test_rolls_are_found_among_events() -> None:
    events: list[dict[str, object]] = [
        {"type": "first-player", "seat": 1, "stream": 256, "position": 0},
        {"type": "turn-began", "seat": 0, "turn": 1},
        {"type": "rolled", "sides": 12, "value": 7, "seat": 0, "stream": 512, "position": 3},
        {"type": "attack-dice", "sides": 6, "values": [0, 5, 5], "stream": 513, "position": 0},
        {"type": "odd", "sides": 6, "value": 6, "stream": 513, "position": 0},
        {"type": "odd", "sides": 6, "value": True, "stream": 513, "position": 0},
        {"type": "odd", "stream": 513, "position": 0},
        {"type": "shuffled", "stream": 513, "position": 0, "values": [1, 2]},
    ]
    assert rolls_in(events, 2) == [
        Roll("first-player", 2, 1),
        Roll("rolled", 12, 7),
        *[Roll("attack-dice", 6, value) for value in (0, 5, 5)],
    ]
