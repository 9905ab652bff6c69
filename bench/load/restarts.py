"""A restart amid many matches: the server is killed and started again; how long until it can be played on?"""

import time
from pathlib import Path
from typing import Final

from attrs import frozen

from .crowd import arrive, clients_of, gather
from .loop import Driver
from .own_server import OwnServer
from .processors import Processors, kept_away
from .profiles import Profile
from .run import temporary_folder

MATCHES: Final = 500
GOAL_S: Final = 3.0
_AWAY_S: Final = 0.02
_GIVE_UP_S: Final = 60.0


@frozen
class Restart:
    """Seconds from the start of the program.

    Attributes:
        choices: that had been made in all matches together.
        port_s: until it took connections.
        first_s: until a player, back at its match, was asked to decide.
        all_s: until one player of each match was.
    """

    choices: int
    port_s: float
    first_s: float
    all_s: float


def measure(play_s: float, matches: int = MATCHES) -> Restart:
    """Play for some seconds, kill the server, start it again, and come back.

    Raises:
        RuntimeError: not everybody got back, or something was wrong with what they were told.
    """
    processors = Processors.here()
    profile = Profile(
        name="restart",
        clients=2 * matches,
        mode="closed",
        connects_per_s=2000.0,
        kill_every_s=play_s,
        away_s=_AWAY_S,
    )
    with (
        kept_away(processors),
        temporary_folder() as folder,
        OwnServer(Path(folder), processor=processors.server) as server,
    ):
        driver = Driver(("127.0.0.1", server.port), expects_losses=True, away_s=_AWAY_S, seed=1)
        pairings = gather(driver, profile, range(matches), "back")
        arrive(driver, profile, pairings)
        driver.is_started = True
        for pairing in pairings:
            pairing.go(driver.now())
        over = driver.now() + play_s
        driver.run(lambda now: now >= over)
        driver.is_started = False
        server.kill()
        driver.run(lambda _: all(client.state == "away" for client in clients_of(pairings)))
        begin = time.monotonic()
        server.start()
        port_s = time.monotonic() - begin
        # Those whose match was over just then begin another one: they count as soon as they are asked in it.
        asked = [False] * matches
        first_s = 0.0

        def is_everybody_back(now: float) -> bool:
            nonlocal first_s
            for place, pairing in enumerate(pairings):
                asked[place] = asked[place] or any(player.is_asked for player in pairing.players)
            if not first_s and any(asked):
                first_s = now - begin
            return all(asked) or now > begin + _GIVE_UP_S

        driver.run(is_everybody_back)
        all_s = driver.now() - begin
        driver.close()
    if not all(asked) or driver.faults.counts:
        raise RuntimeError(f"{asked.count(False)} matches did not go on; {dict(driver.faults.counts)}")
    return Restart(driver.done, port_s, first_s, all_s)
