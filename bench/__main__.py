"""`python -m bench [--quick]`: the main figures, each as a ratio from one run. See README.md beside this file."""

import argparse
import statistics

from . import wire


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Spellmoot on this machine.")
    parser.add_argument("--quick", action="store_true", help="under a minute")
    quick = parser.parse_args().quick
    found = wire.measure(3 if quick else 7, 3.0 if quick else 8.0)
    print(f"wire: {wire.DUELS} duels over TCP beside a bare Trio echo (medians of interleaved rounds)")
    for name, rounds in (("choices", found.duels), ("echoed lines", found.echoes)):
        seen = statistics.median(one.per_second for one in rounds)
        able = statistics.median(one.per_cpu_second for one in rounds)
        print(f"  {name:13}{able:10,.0f} a second of server processor   {seen:10,.0f} a second seen")
    print(f"  ratio        {found.ratio:10.2f} (goal: at least 0.60)")


if __name__ == "__main__":
    main()
