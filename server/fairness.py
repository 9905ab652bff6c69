"""Fair chance: what the server commits to, what players add, and what anybody can check afterwards.

1. Before the match the server draws its *part*, 32 bytes, and publishes the *commitment*: SHA-256 of the part, in hex.
2. Each seat may add a *nonce*, any text; none is the empty text. The server has committed itself by then, so it can't
   answer to them.
3. The match seed is SHA-256 of these bytes, one after another:

       "spellmoot seed 1" and a zero byte       (17 bytes, ASCII)
       the part                                 (32 bytes)
       how many seats there are                 (4 bytes, little-endian)
       for each seat, in order: the length of its nonce in bytes (4 bytes, little-endian), then the nonce in UTF-8

   Lengths stand before what varies, so no two different matches share an encoding.
4. After the match the part is revealed: whoever kept the commitment and a nonce computes the seed, replays, and sees
   every roll.

A dice report is a different thing: whether a list of rolls looks like those of fair dice. It proves nothing about one
roll.
"""

import hashlib
import hmac
import math
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from attrs import frozen

PART_BYTES: Final = 32
NONCE_BYTES: Final = 256
"""A longer nonce (in UTF-8) is refused."""
LEAST_EXPECTED: Final = 5
"""A face must be expected this often, or the test says nothing: below, the curve is too far from the truth."""
UNUSUAL: Final = Fraction(1, 1000)
"""Fair dice do worse than this once in a thousand reports; then the report says so."""
_PREFIX: Final = b"spellmoot seed 1\0"


def draw_part() -> bytes:
    """Return a new part from the system's own source."""
    return secrets.token_bytes(PART_BYTES)


def commitment(part: bytes) -> str:
    """Return what is published before the match: hex SHA-256 of the part.

    Raises:
        ValueError: the part has not 32 bytes.
    """
    _require_part(part)
    return hashlib.sha256(part).hexdigest()


def keeps_commitment(part: bytes, published: str) -> bool:
    """Return whether `part` is what `published` (hex, any case) promised."""
    return len(part) == PART_BYTES and hmac.compare_digest(commitment(part).encode(), published.lower().encode())


def match_seed(part: bytes, nonces: Sequence[str]) -> bytes:
    """Return the 32 bytes that decide all chance of a match; `nonces` has one text a seat.

    Raises:
        ValueError: the part has not 32 bytes; a nonce is too long or no Unicode.
    """
    _require_part(part)
    seed = hashlib.sha256(_PREFIX + part + len(nonces).to_bytes(4, "little"))
    for nonce in nonces:
        data = nonce.encode()
        if len(data) > NONCE_BYTES:
            raise ValueError(f"a nonce has at most {NONCE_BYTES} bytes")
        seed.update(len(data).to_bytes(4, "little") + data)
    return seed.digest()


def _require_part(part: bytes) -> None:
    if len(part) != PART_BYTES:
        raise ValueError(f"the part of a seed has {PART_BYTES} bytes, not {len(part)}")


@frozen
class Roll:
    """One number drawn in public: `value` of 0 .. `sides` - 1, each equally likely."""

    kind: str
    """What it was for: the type of its event."""
    sides: int
    value: int


@frozen
class DiceLine:
    """What is to say of all rolls of one kind and number of sides."""

    kind: str
    sides: int
    counts: tuple[int, ...]
    """How often each value came."""
    chi_square: Fraction
    """Sum over the values of (count - expected)^2 / expected, with `sides` - 1 degrees of freedom; exact."""
    chance: float | None
    """How often fair dice are at least as uneven, by the chi-square distribution; None: too few rolls to say."""

    @property
    def rolls(self) -> int:
        """How many there were."""
        return sum(self.counts)

    @property
    def is_unusual(self) -> bool:
        """Whether fair dice would do this less than once in a thousand reports."""
        return self.chance is not None and self.chance < UNUSUAL


def rolls_in(events: Iterable[Mapping[str, object]], seats: int) -> list[Roll]:
    """Return the public rolls among a match's events.

    A roll is an event with `stream` and `position`. Its number is `value` (or each of `values`), counted from 0, of
    `sides`; where there is neither, it is the `seat` that it names, of `seats`. Events that do not fit are no rolls.
    """
    rolls: list[Roll] = []
    for event in events:
        if "stream" not in event or "position" not in event:
            continue
        kind, sides = str(event.get("type")), event.get("sides")
        values = event.get("values", [event.get("value")])
        if sides is None and type(event.get("seat")) is int:
            sides, values = seats, [event["seat"]]
        if type(sides) is int and isinstance(values, list):
            rolls += [Roll(kind, sides, value) for value in values if type(value) is int and 0 <= value < sides]
    return rolls


def dice_report(rolls: Iterable[Roll]) -> list[DiceLine]:
    """Return a line for each kind of roll and number of sides, sorted by both."""
    counts: dict[tuple[str, int], Counter[int]] = {}
    for roll in rolls:
        counts.setdefault((roll.kind, roll.sides), Counter())[roll.value] += 1
    return [_line(kind, sides, found) for (kind, sides), found in sorted(counts.items())]


def _line(kind: str, sides: int, found: Counter[int]) -> DiceLine:
    counts = tuple(found[value] for value in range(sides))
    expected = Fraction(sum(counts), sides)
    chi_square = sum(((count - expected) ** 2 / expected for count in counts), Fraction(0))
    can_say = sides > 1 and expected >= LEAST_EXPECTED
    chance = chi_square_tail(chi_square, sides - 1) if can_say else None
    return DiceLine(kind, sides, counts, chi_square, chance)


def chi_square_tail(value: Fraction, freedom: int) -> float:
    """Return the chance that a chi-square variable of `freedom` degrees (1 or more) is at least `value`.

    In closed form: with h = value / 2, an even `freedom` gives exp(-h) * sum of h^i / i! for i below freedom / 2; an
    odd one erfc(sqrt(h)) + exp(-h) * sum of h^(i - 1/2) / gamma(i + 1/2) for i from 1 to (freedom - 1) / 2. Terms are
    taken by their logarithms, so that large values do not overflow.
    """
    half = float(value) / 2
    if half == 0:
        return 1.0
    logarithm = math.log(half)
    if freedom % 2 == 0:
        powers = [float(power) for power in range(freedom // 2)]
        start = 0.0
    else:
        powers = [step - 0.5 for step in range(1, (freedom - 1) // 2 + 1)]
        start = math.erfc(math.sqrt(half))
    terms = [math.exp(power * logarithm - half - math.lgamma(power + 1)) for power in powers]
    return min(1.0, math.fsum([start, *terms]))
