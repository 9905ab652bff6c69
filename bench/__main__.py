"""`python -m bench [--quick]`: the main figures, each as a ratio from one run. See README.md beside this file."""

import argparse
import json
import statistics

import rust_core

from . import wire
from .core import decisions, games, playouts
from .load import durable, restarts
from .micro import actor, codec, text


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Spellmoot on this machine.")
    parser.add_argument("--quick", action="store_true", help="under a minute")
    quick = parser.parse_args().quick
    found = wire.measure(3 if quick else 7, 2.4 if quick else 8.0)
    print(f"wire: {wire.DUELS} duels over TCP beside a bare Trio echo (medians of interleaved rounds)")
    for name, rounds in (("choices", found.duels), ("durable", found.durable), ("echoed lines", found.echoes)):
        seen = statistics.median(one.per_second for one in rounds)
        able = statistics.median(one.per_cpu_second for one in rounds)
        print(f"  {name:13}{able:10,.0f} a second of server processor   {seen:10,.0f} a second seen")
    print(f"  ratio        {found.ratio:10.2f} (goal: at least 0.60)")
    print(f"  journal on   {found.journal_ratio:10.2f} of off (goal: at least {durable.GOAL:g})")
    print("random games in the core, one thread")
    for game, setup in games.setups().items():
        figures = games.measure(game, setup, 0.5 if quick else 3.0)
        print(
            f"  {game:14}{figures.choices:12,.0f} choices/s {figures.games:10,.0f} games/s"
            f"   snapshot {figures.snapshot:,} bytes"
        )
    for line in decisions.report(3 if quick else 40):
        print(line)
    print("random games in tuned plain Python beside the core (medians of interleaved rounds)")
    for game, make in playouts.CONTESTS.items():
        contest = make()
        rust, python, ratio = playouts.compare(game, contest, 5 if quick else playouts.ROUNDS)
        goal = f" (goal: {contest.goal})" if contest.goal else ""
        print(f"  {game:14}{rust:12,.0f} choices/s in Rust {python:10,.0f} in Python   ratio {ratio:.1f}{goal}")
    print("greedy against random, seats and Patterns mirrored")
    print(f"  wizards_arena {_greedy_share():8.1%} won (goal: at least 75%)")
    print("parts of the server, without sockets")
    for figure in (*codec.figures(_round(quick)), *text.figures(_round(quick)), *actor.figures(_round(quick))):
        print(f"  {figure.name:42}{figure.us:10.2f} us")
    if not quick:
        _load()


def _round(quick: bool) -> float:
    return 0.01 if quick else 0.1


def _load() -> None:
    """Measure what takes real clients."""
    print(f"{durable.MATCHES} matches over TCP, in turn with a journal (on the disk before it is told) and with none")
    found = durable.measure(11, 2.0)
    for name, per_s, told in zip(("journal on", "journal off"), found.per_s, found.told, strict=True):
        times = f"{told.at(50.0):.2f} ms (p50), {told.at(99.0):.2f} ms (p99)"
        print(f"  {name:13}{per_s:10,.0f} choices/s   told within {times} at {found.rate:,.0f}/s")
    low, middle, high = statistics.quantiles(found.shares, n=4)
    rounds = f"median of {len(found.shares)} rounds; half of them {low:.2f} to {high:.2f}"
    print(f"  {'on / off':13}{middle:10.2f} ({rounds}; goal: at least {durable.GOAL:g})")
    print(f"killed with {restarts.MATCHES} matches on, and started again")
    restart = restarts.measure(10.0)
    print(f"  {restart.port_s:10.2f} s until it takes connections; {restart.choices:,} choices had been made")
    print(f"  {restart.first_s:10.2f} s until a player is asked again (goal: {restarts.GOAL_S:g} s)")
    print(f"  {restart.all_s:10.2f} s until somebody of each match is")


def _greedy_share() -> float:
    """Return the share of 1,000 mirrored games that greedy play wins against random play."""
    catalog = json.loads(rust_core.Catalog("wizards_arena").json)
    wins = 0
    for number, pattern in enumerate(catalog["patterns"]):
        setup = json.dumps({"patterns": [pattern["letters"]] * 2})
        for seat, policy in enumerate(("greedy,random", "random,greedy")):
            wins += rust_core.simulate("wizards_arena", setup, policy, 100, number).wins[seat]
    return wins / (200 * len(catalog["patterns"]))


if __name__ == "__main__":
    main()
