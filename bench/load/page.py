"""A report as one HTML page that needs nothing else: for somebody who never saw one."""

from collections.abc import Iterator
from html import escape
from typing import Final

from . import pictures
from .report import Report
from .samples import Distribution
from .terminal import COLUMNS, KINDS, count, name, played

_STYLE: Final = """
body { font: 16px/1.5 sans-serif; color: #222; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin-bottom: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem } p { margin: .4rem 0 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: right; padding: .2rem .5rem; border-bottom: 1px solid #ddd }
td:first-child, th:first-child { text-align: left }
ul { padding: 0 } li { list-style: none; margin: .2rem 0 } svg { max-width: 100%; height: auto }
.small { color: #666; font-size: .85rem } .look { color: #b3261e }
.fine::before { content: "\\2713\\a0"; color: #287a4b } .look::before { content: "\\26a0\\a0" }
.big { display: flex; gap: 2rem; flex-wrap: wrap; margin: 1rem 0 }
.big div { min-width: 8rem } .big b { font-size: 1.6rem; display: block }
"""
_CLASSES: Final = {True: "fine", False: "look", None: "small"}
_PICTURES: Final = (
    (
        "The percentile curve",
        "How long the slowest of so many took. Flat and low is good; a step is a stall.",
        pictures.percentile_curve,
    ),
    ("Throughput", "Choices that were answered, a second.", pictures.throughput),
    ("The longest", "The slowest choice of each half second.", pictures.worst),
    (
        "Memory of the server",
        "A match keeps what it told, so the line rises until matches end. One that rises for ever is a leak.",
        pictures.memory,
    ),
    (
        "What a choice costs, by the number of matches",
        "Measured apart, as fast as the server can. A level line means: no match pays for the others.",
        pictures.cost,
    ),
)
_OPEN: Final = """
<p>When each choice is due was fixed before the run. One that could not be made in time, because the server had not
asked for it yet, was made late, and its time counts from when it was due: a server that stands still does not look
better for being asked less.</p>
"""
_CLOSED: Final = """
<p>Each choice was made as soon as it was asked for: this shows how much the server can do. The times of such a run are
those of a server that is fully busy.</p>
"""


def page(report: Report) -> str:
    """Return the page."""
    title = escape(f"{report.profile.name}: {report.profile.title}")
    head = f'<meta charset="utf-8">\n<title>{title}</title>\n<meta name="viewport" content="width=device-width">'
    body = "\n".join(_body(report))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n<style>{_STYLE}</style>\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _body(report: Report) -> Iterator[str]:
    yield f"<h1>{escape(report.profile.title)}</h1>"
    commit = f", commit {report.commit}" if report.commit else ""
    yield f'<p class="small">Profile {escape(report.profile.name)}; Spellmoot {report.version}{commit}; {report.at}</p>'
    if report.profile.about:
        yield f"<p>{escape(report.profile.about.strip())}</p>"
    yield f"<p>{escape(played(report))}.</p>"
    yield from _figures(report)
    yield "<h2>Was everything right?</h2><ul>"
    for verdict in report.verdicts:
        yield f'<li class="{_CLASSES[verdict.is_fine]}">{escape(verdict.text)}</li>'
    yield "</ul>"
    if report.examples:
        yield "<p>The first faults:</p><ul>"
        yield from (f'<li class="small">{escape(example)}</li>' for example in report.examples)
        yield "</ul>"
    yield from _times(report)
    yield from _pictures(report)
    yield from _measured(report)


def _figures(report: Report) -> Iterator[str]:
    told = report.times["told"]
    yield '<div class="big">'
    yield f"<div><b>{report.per_s:,.0f}</b>choices a second</div>"
    yield f"<div><b>{told.at(50.0):,.2f} ms</b>half of them were told within</div>"
    yield f"<div><b>{told.at(99.0):,.2f} ms</b>99 of 100 within</div>"
    if report.server:
        yield f"<div><b>{max(one.memory_mib for one in report.server):,.0f} MiB</b>of memory, at most</div>"
    yield "</div>"


def _times(report: Report) -> Iterator[str]:
    yield "<h2>How long it took</h2>"
    yield "<p>Milliseconds, from the moment at which a choice was due. p99: 99 of 100 took no longer than that.</p>"
    yield "<table><tr><th></th><th>how many</th>" + "".join(f"<th>{name(column)}</th>" for column in COLUMNS) + "</tr>"
    for kind, words in KINDS.items():
        if report.times[kind].count:
            yield _row(words, report.times[kind])
    if report.echo is not None:
        yield _row("for comparison: a line, bounced off a bare echo", report.echo.distribution)
    yield "</table>"


def _row(words: str, distribution: Distribution) -> str:
    cells = "".join(f"<td>{distribution.at(column):,.2f}</td>" for column in COLUMNS)
    return f"<tr><td>{words}</td><td>{distribution.count:,}</td>{cells}</tr>"


def _pictures(report: Report) -> Iterator[str]:
    for title, words, draw in _PICTURES:
        svg = draw(report)
        if svg is not None:
            yield f"<h2>{title}</h2><p>{words}</p>{svg}"


def _measured(report: Report) -> Iterator[str]:
    machine, driver, echo = report.machine, report.driver, report.echo
    yield "<h2>How it was measured</h2>"
    yield _OPEN if report.profile.mode == "open" else _CLOSED
    yield (
        f"<p>{report.profile.warm_up_s:g} s of warm-up are not counted; {report.seconds:g} s are. The driver:"
        f" {count(driver.processes, 'process')}, {driver.busy:.0%} busy, {driver.cost_us:.0f} us of processor a choice."
        f" An answer lay there for at most {driver.delay.mean:.3f} ms on average before it was looked at, and a choice"
        f" was sent {driver.late.mean:.3f} ms late on average: {driver.share:.1%} of the average time.</p>"
    )
    if report.cost_us:
        text = f"The server spent {report.cost_us:,.0f} us of its processor on a choice"
        if echo is not None and echo.ratio:
            text += (
                f", as much as on {1 / echo.ratio:.1f} lines of a bare Trio echo of the same run that is fully busy"
                f" ({echo.per_cpu_s:,.0f} lines a second). Between machines compare this ratio, not the times"
            )
        yield f"<p>{text}.</p>"
    yield (
        f'<p class="small">{machine.cores} cores, {escape(machine.processor)}, {machine.memory_gib:g} GiB;'
        f" {escape(machine.system)}; Python {machine.python}. Seed {report.profile.seed}.</p>"
    )
