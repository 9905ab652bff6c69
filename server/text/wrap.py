"""Words and tables into columns. Width is what a terminal shows (wcwidth): wide letters count two, colours nothing."""

from collections.abc import Iterable, Sequence

import wcwidth


def width_of(text: str) -> int:
    """Return the columns that `text` takes."""
    return len(text) if text.isascii() and text.isprintable() else wcwidth.width(text)


def pad(text: str, width: int) -> str:
    """Return `text` with spaces behind it, up to `width` columns."""
    return text + " " * (width - width_of(text))


def clip(text: str, width: int) -> str:
    """Return as much of `text` as fits into `width` columns."""
    return text if width_of(text) <= width else wcwidth.clip(text, 0, width)


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return `text` in lines of at most `width` columns, broken between words; longer words are cut.

    Args:
        text: one paragraph.
        width: of a line, `first` and `rest` included.
        first: what stands in front of the first line.
        rest: what stands in front of every other one.
    """
    return flow(text.split(), width, " ", first, rest)


def flow(items: Iterable[str], width: int, gap: str = "  ", first: str = "", rest: str = "") -> list[str]:
    """Return `items` one behind the other, `gap` between them, broken between items only; longer ones are wrapped."""
    lines: list[str] = []
    line = first
    is_empty = True
    for item in _fitting(items, width - max(width_of(first), width_of(rest))):
        if is_empty:
            line += item
        elif width_of(line) + width_of(gap) + width_of(item) <= width:
            line += gap + item
        else:
            lines.append(line.rstrip())
            line = rest + item
        is_empty = False
    return [*lines, line.rstrip()]


def _fitting(items: Iterable[str], room: int) -> Iterable[str]:
    """Yield `items`, those that are wider than `room` in pieces."""
    for item in items:
        if width_of(item) <= room:
            yield item
        elif " " in item:
            yield from wrap(item, room)
        else:
            piece = item
            while width_of(piece) > room:
                head = clip(piece, room)
                yield head
                piece = piece[len(head) :]
            if piece:
                yield piece


def grid(items: Sequence[str], width: int, gap: int = 3, first: str = "", rest: str = "") -> list[str]:
    """Return `items` in columns of equal width, row by row, as many as fit."""
    cell = max((width_of(item) for item in items), default=0)
    columns = max(1, (width - max(width_of(first), width_of(rest)) + gap) // (cell + gap))
    if columns == 1:
        lines: list[str] = []
        for item in items:
            lines += wrap(item, width, rest if lines else first, rest + "  " if cell > width - width_of(rest) else rest)
        return lines or [first.rstrip()]
    rows = [items[start : start + columns] for start in range(0, len(items), columns)] or [[]]
    texts = [(" " * gap).join(pad(item, cell) for item in row) for row in rows]
    return [((rest if number else first) + text).rstrip() for number, text in enumerate(texts)]


def columns(rows: Sequence[Sequence[str]], width: int, indent: str = "  ") -> list[str]:
    """Return `rows` as a table: every column as wide as its widest cell, the last one wrapped into what is left.

    Where less than a third of the width is left for the last column, it goes below its row, indented.
    """
    if not rows:
        return []
    leading = [max(width_of(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    start = width_of(indent) + sum(leading) + 2 * len(leading)
    lines: list[str] = []
    for row in rows:
        cells = [pad(cell, wide) for cell, wide in zip(row, leading, strict=False)]
        head = indent + "".join(cell + "  " for cell in cells)
        if width - start >= width // 3 or not row[-1]:
            lines += wrap(row[-1], width, head, " " * start)
        else:
            lines += wrap(" ".join(cell.strip() for cell in row[:-1]), width, indent, indent + "  ")
            lines += wrap(row[-1], width, indent + "    ", indent + "    ")
    return lines


def rule(text: str, width: int, right: str = "") -> str:
    """Return a line of hyphens across `width`, with `text` in it on the left and `right` on the right."""
    left = f"-- {text} " if text else ""
    tail = f" {right}" if right else ""
    if width_of(left) + width_of(tail) > width:
        return clip((left + tail.strip()).rstrip(), width)
    return left + "-" * (width - width_of(left) - width_of(tail)) + tail
