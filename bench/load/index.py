"""All profiles in one folder of reports, with a table of them in front."""

from collections.abc import Iterable, Iterator
from typing import Final

from .report import Report

_HEAD: Final = (
    "profile",
    "choices/s",
    "told, p50",
    "p99",
    "us of processor a choice",
    "in echoed lines",
    "MiB",
    "driver's share",
    "faults",
)


def index(reports: Iterable[Report], figures: str) -> str:
    """Return the table as Markdown; `figures` is what `python -m bench` printed, as it is."""
    return "\n".join(_lines(list(reports), figures)) + "\n"


def _lines(reports: list[Report], figures: str) -> Iterator[str]:
    first = reports[0]
    machine = first.machine
    yield f"# Spellmoot {first.version}, measured"
    yield ""
    yield f"{first.at}, commit {first.commit or 'unknown'}; made by `make bench-report`. {machine.cores} cores,"
    yield f"{machine.processor}, {machine.memory_gib:g} GiB; {machine.system}; Python {machine.python}."
    yield "How to read this: [bench/README.md](../../README.md)."
    yield ""
    yield f"| {' | '.join(_HEAD)} |"
    yield "|---" * len(_HEAD) + "|"
    yield from map(_row, reports)
    if figures:
        yield from ("", "```", figures.rstrip(), "```")


def _row(report: Report) -> str:
    told = report.times["told"]
    memory = f"{max(one.memory_mib for one in report.server):.0f}" if report.server else "-"
    lines = f"{1 / report.echo.ratio:.1f}" if report.echo is not None and report.echo.ratio else "-"
    faults = ", ".join(f"{kind}: {count:,}" for kind, count in sorted(report.faults.items())) or "none"
    cells = (
        f"[{report.profile.name}]({report.profile.name}.html)",
        f"{report.per_s:,.0f}",
        f"{told.at(50.0):,.2f} ms",
        f"{told.at(99.0):,.2f} ms",
        f"{report.cost_us:,.0f}",
        lines,
        memory,
        f"{report.driver.share:.1%}",
        faults,
    )
    return f"| {' | '.join(cells)} |"
