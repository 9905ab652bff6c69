"""What it costs that every choice is on the disk before anybody is told: the same load with a journal and without."""

import statistics
from typing import Final

from attrs import evolve, frozen

from .processors import Processors, kept_away
from .profiles import Profile
from .run import play_alone
from .samples import Distribution, merge

MATCHES: Final = 200
GOAL: Final = 0.75
"""Of what it makes without a journal, at least so much with one."""
_FULL: Final = Profile(
    name="durable", clients=2 * MATCHES, mode="closed", warm_up_s=1.5, connects_per_s=2000.0, p50_limit_ms=0.0
)
_SHARE: Final = 0.5
"""Times are measured at this share of what the server can do with a journal: a fully busy one has only queues."""


@frozen
class Durable:
    """200 matches, in turn with a journal and without.

    Attributes:
        per_s: choices a second, as fast as it goes: with, without (medians).
        shares: of each round, smallest first: what it makes with a journal over what it makes without.
        rate: choices a second at which the times were measured, with and without alike.
        told: from when a choice was due until the opponent heard of it: with, without.
    """

    per_s: tuple[float, float]
    shares: tuple[float, ...]
    rate: float
    told: tuple[Distribution, Distribution]


def measure(rounds: int, seconds: float) -> Durable:
    """Measure in rounds of `seconds` each: with a journal and without, in turn.

    Many short rounds say more than few long ones: what else runs on the machine comes and goes within seconds.
    """
    processors = Processors.here()
    with kept_away(processors):
        full: dict[bool, list[float]] = {True: [], False: []}
        for number in range(rounds):
            for journal in (True, False):
                profile = evolve(_FULL, journal=journal, duration_s=seconds, seed=number + 1)
                full[journal].append(play_alone(profile, processors).played.per_s)
        rate = _SHARE * min(statistics.median(full[True]), statistics.median(full[False]))
        told: dict[bool, list[str]] = {True: [], False: []}
        for number in range(rounds):
            for journal in (True, False):
                profile = evolve(_FULL, journal=journal, mode="open", rate=rate, duration_s=seconds, seed=number + 1)
                told[journal].append(play_alone(profile, processors).played.samples["told"])
    return Durable(
        (statistics.median(full[True]), statistics.median(full[False])),
        tuple(sorted(one / other for one, other in zip(full[True], full[False], strict=True))),
        rate,
        (Distribution.of(merge(told[True])), Distribution.of(merge(told[False]))),
    )
