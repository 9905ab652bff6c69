"""The pictures of a report, as inline SVG, drawn by `leather`: pure Python, no dependencies, small files."""

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

import leather

from .report import Report
from .samples import Distribution

WIDTH: Final = 660
HEIGHT: Final = 300
_COLOURS: Final = ("#0b6e99", "#d9730d", "#448361", "#9065b0")
_KINDS: Final = {"told": "told", "answer": "answered", "watched": "watched", "back": "back again"}
_Points = list[tuple[float, float]]

leather.theme.title_font_family = leather.theme.legend_font_family = "sans-serif"
leather.theme.axis_title_font_family = leather.theme.tick_font_family = "sans-serif"
leather.theme.background_color = "#ffffff"
leather.theme.tick_font_size = leather.theme.axis_title_font_size = leather.theme.legend_font_size = 13
leather.theme.default_series_colors = list(_COLOURS)


def percentile_curve(report: Report) -> str | None:
    """Return the milliseconds below which each share of the times lies, both axes logarithmic."""
    shown = {
        words: report.times[kind]
        for kind, words in _KINDS.items()
        if kind in report.times and report.times[kind].count > 1
    }
    if report.echo is not None and report.echo.distribution.count > 1:
        shown["a bare echo"] = report.echo.distribution
    curves = {words: _curve(distribution) for words, distribution in shown.items()}
    if not curves:
        return None
    values = [y for curve in curves.values() for _, y in curve]
    low, high = math.floor(min(values)), max(math.ceil(max(values)), math.floor(min(values)) + 1)
    right = max(x for curve in curves.values() for x, _ in curve)
    chart = _chart((0.0, max(1.0, right)), (float(low), float(high)))
    for curve, (words, points) in enumerate(curves.items()):
        chart.add_line(
            points, name=words, stroke_color=_COLOURS[curve % len(_COLOURS)] if words != "a bare echo" else "#999"
        )
    ticks = [math.log10(1 / (1 - share)) for share in (0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999)]
    labels = ["p50", "p90", "p99", "p99.9", "p99.99", "p99.999"]
    shown_ticks = [tick for tick in ticks if tick <= right + 0.01]
    chart.add_x_axis(ticks=shown_ticks, tick_formatter=lambda _value, index, _count: labels[index], name="share of all")
    chart.add_y_axis(
        ticks=list(range(low, high + 1)),
        tick_formatter=lambda value, *_: f"{10 ** float(value):g}",
        name="milliseconds",
    )
    return _svg(chart)


def _curve(distribution: Distribution) -> _Points:
    """Return points of log10(1 / share above) and log10(ms), as far as there are enough values to say."""
    points: _Points = []
    for percentile, value in distribution.percentiles:
        above = 1 - percentile / 100
        if percentile < 100 and above * distribution.count >= 0.5:
            points.append((math.log10(1 / above), math.log10(max(value, 0.001))))
    return points


def throughput(report: Report) -> str | None:
    """Return choices a second over time."""
    points = [(one.at, one.choices) for one in report.timeline]
    return _over_time(points, "choices a second")


def worst(report: Report) -> str | None:
    """Return the longest time from due to told, over time."""
    points = [(one.at, one.worst_ms) for one in report.timeline]
    return _over_time(points, "longest, ms")


def memory(report: Report) -> str | None:
    """Return the server's memory over time."""
    return _over_time([(one.at, one.memory_mib) for one in report.server], "MiB")


def cost(report: Report) -> str | None:
    """Return the cost of a choice by the number of matches."""
    if len(report.steps) < 2:
        return None
    points = [(math.log10(step.matches), step.cost_us) for step in report.steps]
    top = _nice_top([y for _, y in points])
    chart = _chart((min(x for x, _ in points), max(x for x, _ in points)), (0.0, top))
    chart.add_line(points, stroke_color=_COLOURS[0])
    matches = [step.matches for step in report.steps]
    chart.add_x_axis(
        ticks=[x for x, _ in points], tick_formatter=lambda _value, index, _count: f"{matches[index]:,}", name="matches"
    )
    chart.add_y_axis(ticks=_ticks(top), tick_formatter=_plain, name="us of processor a choice")
    return _svg(chart)


def _over_time(points: Sequence[tuple[float, float]], name: str) -> str | None:
    if len(points) < 2:
        return None
    top = _nice_top([y for _, y in points])
    chart = _chart((min(0.0, points[0][0]), points[-1][0]), (0.0, top))
    chart.add_line(list(points), stroke_color=_COLOURS[0])
    chart.add_x_axis(name="seconds", tick_formatter=_plain)
    chart.add_y_axis(ticks=_ticks(top), tick_formatter=_plain, name=name)
    return _svg(chart)


def _chart(across: tuple[float, float], upwards: tuple[float, float]) -> Any:  # noqa: ANN401 (leather has no types)
    chart = leather.Chart()
    chart.add_x_scale(*across)
    chart.add_y_scale(*upwards)
    return chart


def _svg(chart: Any) -> str:  # noqa: ANN401 (leather has no types)
    svg: str = chart.to_svg(width=WIDTH, height=HEIGHT)
    return svg[svg.index("<svg") :]


def _nice_top(values: Sequence[float]) -> float:
    """Return the next 1, 2 or 5 times a power of ten above all values."""
    top = max([*values, 1e-3])
    power = 10.0 ** math.floor(math.log10(top))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= top)


def _ticks(top: float) -> list[float]:
    return [top * part / 4 for part in range(5)]


def _plain(value: float | Decimal, *_: int) -> str:
    return f"{float(value):,.6g}"
