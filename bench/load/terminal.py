"""A report on a terminal: what was measured in a screenful, and what it means."""

from collections.abc import Iterator
from typing import Final

from .report import Report
from .samples import Distribution

KINDS: Final = {
    "told": "a choice, until the opponent hears of it",
    "answer": "a choice, until its sender hears of it",
    "watched": "a choice, until a watcher hears of it",
    "back": "a lost connection, until all was heard again",
    "arrived": "connecting, until one has a name",
}
"""What is timed, in words; in the order in which it is told."""
_MARKS: Final = {True: "ok  ", False: "LOOK", None: "--  "}
COLUMNS: Final = (50.0, 90.0, 99.0, 99.9, 100.0)


def lines(report: Report) -> Iterator[str]:
    """Yield a report as lines."""
    profile = report.profile
    yield f"{profile.name}: {profile.title}"
    yield f"  {played(report)}"
    yield ""
    done = f"{report.choices:,} choices in {report.seconds:g} s: {report.per_s:,.0f} a second"
    yield f"  {done}; {count(report.finished, 'match')} ended"
    yield f"  {'milliseconds':46}{''.join(f'{name(column):>9}' for column in COLUMNS)}"
    for kind, words in KINDS.items():
        distribution = report.times[kind]
        if distribution.count:
            yield f"  {words:46}{_row(distribution)}"
    if report.echo is not None:
        yield f"  {'for comparison: a line, bounced off a bare echo':46}{_row(report.echo.distribution)}"
    yield ""
    yield from _server(report)
    driver = report.driver
    yield (
        f"  driver: {count(driver.processes, 'process')}, {driver.busy:.0%} busy,"
        f" {driver.cost_us:.0f} us a choice; at most {driver.share:.1%} of the times are its own doing"
    )
    yield ""
    for verdict in report.verdicts:
        yield f"  {_MARKS[verdict.is_fine]} {verdict.text}"
    for example in report.examples[:5]:
        yield f"         {example}"


def played(report: Report) -> str:
    """Return what was played, in a sentence."""
    profile = report.profile
    who = f"{count(profile.matches, 'match')} of {profile.game}"
    if profile.watchers:
        who += f", {profile.watchers:,} watchers each"
    if profile.text_share:
        who += f", {profile.text_share:.0%} of the players people (text), the others programs (json)"
    else:
        who += ", all players programs (json)"
    if profile.mode == "open":
        how = f"{profile.rate:g} choices a second at fixed times"
    else:
        how = "each choice as soon as it is asked for"
    where = "own server" if report.is_own_server else "a server that ran already"
    if report.is_own_server:
        where += ", every choice on the disk first" if profile.journal else ", no journal"
    return f"{who}; {how}; {where}"


def count(number: int, word: str) -> str:
    """Return so many of something whose plural ends with `es`."""
    return f"{number:,} {word}{'' if number == 1 else 'es'}"


def name(percentile: float) -> str:
    """Return how a percentile is called."""
    return "max" if percentile == 100.0 else f"p{percentile:g}"


def _row(distribution: Distribution) -> str:
    return "".join(f"{distribution.at(column):9.2f}" for column in COLUMNS)


def _server(report: Report) -> Iterator[str]:
    if report.cost_us:
        yield f"  server: {report.cost_us:,.0f} us of its processor a choice, {_busy(report):.0%} busy"
        if report.echo is not None and report.echo.ratio:
            yield (
                f"          a choice costs as much as {1 / report.echo.ratio:.1f} lines of a bare Trio echo"
                f" that is fully busy ({report.echo.per_cpu_s:,.0f} a second)"
            )
    if report.server:
        first, last, most = report.server[0], report.server[-1], max(one.memory_mib for one in report.server)
        yield f"          memory {first.memory_mib:.0f} MiB at first, {last.memory_mib:.0f} at last, {most:.0f} at most"
    if report.kills:
        yield f"          killed and started again {report.kills} time{'s' if report.kills > 1 else ''}"
    for step in report.steps:
        yield (
            f"  as fast as it can, {count(step.matches, 'match'):>13}: {step.per_s:8,.0f} choices a second,"
            f" {step.cost_us:5.0f} us each, {step.memory_mib:.0f} MiB"
        )


def _busy(report: Report) -> float:
    return report.cost_us * report.per_s / 1e6
