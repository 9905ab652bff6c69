"""The people and programs of a profile: made, seated beside each other, and connected at the profile's pace."""

from collections.abc import Iterable, Sequence
from typing import Final

from .clients import Client
from .loop import Driver
from .pairings import Pairing
from .people import Person
from .profiles import Profile
from .programs import Program

_READY_WITHIN_S: Final = 60.0


def gather(driver: Driver, profile: Profile, places: Sequence[int], mark: str) -> list[Pairing]:
    """Make the pairings of these places; nobody connects yet.

    Args:
        driver: whose clients they are.
        profile: what they play.
        places: their numbers among all pairings of the profile.
        mark: letters that nobody else on the server has in front of a name.
    """
    return [_pairing(driver, profile, place, mark) for place in places]


def _pairing(driver: Driver, profile: Profile, place: int, mark: str) -> Pairing:
    pairing = Pairing(driver, profile.game, is_open=profile.mode == "open")
    for side in range(2):
        kind = Person if is_person(profile, place, side) else Program
        pairing.players.append(kind(f"{mark}{'lr'[side]}{_letters(place)}", pairing, driver))
    for number in range(profile.watchers):
        pairing.watchers.append(Program(f"{mark}w{_letters(place, 3)}{_letters(number)}", pairing, driver))
    return pairing


def arrive(driver: Driver, profile: Profile, pairings: Sequence[Pairing]) -> int:
    """Connect everybody at the profile's pace, and wait until all matches have begun; return how many have.

    The others are a fault (`not-ready`).
    """
    begin = driver.now()
    rate = profile.connects_per_s * len(pairings) / max(1, profile.matches)
    for number, client in enumerate(clients_of(pairings)):
        _connect_at(driver, client, begin + number / rate)
    give_up = begin + _READY_WITHIN_S
    driver.run(lambda now: now > give_up or all(map(_is_ready, pairings)))
    missing = sum(not _is_ready(pairing) for pairing in pairings)
    if missing:
        driver.faults.add("not-ready", f"{missing} matches did not begin within {_READY_WITHIN_S:g} s", missing)
    return len(pairings) - missing


def _connect_at(driver: Driver, client: Client, when: float) -> None:
    def connect(now: float) -> None:
        client.back_since = when
        driver.connect(client, now)

    driver.at(when, connect)


def clients_of(pairings: Iterable[Pairing]) -> Iterable[Client]:
    """Yield everybody."""
    for pairing in pairings:
        yield from pairing.players
        yield from pairing.watchers


def _is_ready(pairing: Pairing) -> bool:
    return pairing.is_on and all(watcher.state == "at-match" for watcher in pairing.watchers)


def is_person(profile: Profile, place: int, side: int) -> bool:
    """Return whether a player is a person: the second one of a pairing first, both where it is more than half."""
    share = 2 * profile.text_share - (1 if side == 0 else 0)
    return share > 0 and int((place + 1) * share + 1e-9) > int(place * share + 1e-9)


def _letters(number: int, length: int = 5) -> str:
    return "".join(chr(97 + int(digit)) for digit in f"{number:0{length}d}")
