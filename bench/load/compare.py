"""Two reports beside each other: what changed, and whether they can be compared at all."""

from collections.abc import Iterator

from .profiles import facts_of
from .report import Report
from .terminal import KINDS, name

_NOTICED = 0.1
"""A smaller change is noise even on a quiet machine."""


def compare(first: Report, second: Report) -> Iterator[str]:
    """Yield lines that say what is different from `first` to `second`."""
    yield f"{_what(first)}  ->  {_what(second)}"
    yield from (f"  LOOK {reason}" for reason in unlike(first, second))
    yield f"  {'':54}{'first':>10}{'second':>10}{'change':>9}"
    yield _line("choices a second", first.per_s, second.per_s)
    for kind, words in KINDS.items():
        one, other = first.times[kind], second.times[kind]
        if one.count and other.count:
            for percentile in (50.0, 99.0):
                words_at = f"{words}, {name(percentile)}, ms"
                yield _line(words_at, one.at(percentile), other.at(percentile))
    if first.cost_us and second.cost_us:
        yield _line("processor a choice, us", first.cost_us, second.cost_us)
    if first.echo and second.echo and first.echo.ratio and second.echo.ratio:
        yield _line("the same, in lines of a bare echo", 1 / first.echo.ratio, 1 / second.echo.ratio)
        yield _line("a line of that echo, us", 1e6 / first.echo.per_cpu_s, 1e6 / second.echo.per_cpu_s)
    if first.server and second.server:
        yield _line(
            "memory at most, MiB", *(max(one.memory_mib for one in report.server) for report in (first, second))
        )
    yield _line("faults", float(sum(first.faults.values())), float(sum(second.faults.values())))


def unlike(first: Report, second: Report) -> Iterator[str]:
    """Yield reasons why the two can't be compared fairly."""
    one, other = facts_of(first.profile), facts_of(second.profile)
    if any(one[key] != other[key] for key in one if key not in {"name", "title", "about"}):
        yield "They played different things."
    if first.machine != second.machine:
        yield "They come from different machines: compare only what is in lines of a bare echo."
    elif first.echo and second.echo and first.echo.per_cpu_s and second.echo.per_cpu_s:
        ratio = second.echo.per_cpu_s / first.echo.per_cpu_s
        if not 1 - _NOTICED < ratio < 1 / (1 - _NOTICED):
            yield f"The machine was not the same to both: a bare echo was {ratio:.2f} times as fast in the second."
    for number, report in (("first", first), ("second", second)):
        yield from (f"The {number}: {verdict.text}" for verdict in report.verdicts if verdict.is_fine is False)


def _what(report: Report) -> str:
    commit = f", {report.commit}" if report.commit else ""
    return f"{report.profile.name} of {report.at} ({report.version}{commit})"


def _line(words: str, first: float, second: float) -> str:
    change = second / first - 1 if first else 0.0
    mark = f"{change:+9.0%}" if abs(change) >= _NOTICED else f"{'=':>9}"
    return f"  {words:54}{first:10,.2f}{second:10,.2f}{mark}"
