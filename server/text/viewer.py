"""Who reads, and what they can type."""

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from .fluent import Argument, Texts
from .style import Style
from .wrap import wrap


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(names)


@frozen
class Viewer:
    """Who reads: in the lobby, or about a match.

    Attributes:
        texts: the sentences of their language.
        style: how they want lines.
        names: the players' names by seat; none in the lobby.
        you: their seat; None for a spectator.
    """

    texts: Texts
    style: Style
    names: tuple[str, ...] = field(default=(), converter=_names)
    you: int | None = None

    def say(self, message_id: str, **arguments: Argument) -> str:
        """Return a sentence, as `Texts.say`."""
        return self.texts.say(message_id, **arguments)

    def person(self, seat: int) -> str:
        """Return "you" for the reader's own seat, else "other": what the sentences choose their verbs by."""
        return "you" if seat == self.you else "other"

    def lines(self, text: str, indent: str = "") -> list[str]:
        """Return `text`, each of its lines wrapped behind `indent`."""
        found: list[str] = []
        for line in text.split("\n"):
            found += wrap(line, self.style.width, indent, indent)
        return self.style.folded(found)


@frozen
class Listing:
    """Lines that offer something, and what their numbers stand for.

    Attributes:
        lines: to be shown.
        numbered: what each number means, as a line to be typed; "" for a number that offers nothing.
    """

    lines: list[str]
    numbered: list[str]

    def line(self, number: int) -> str | None:
        """Return what `number` stands for; None if it offers nothing."""
        return self.numbered[number] or None if 0 <= number < len(self.numbered) else None


def paragraphs(text: str, style: Style, indent: str = "") -> list[str]:
    """Return a text of several lines wrapped: empty lines stay, an indented line keeps its indent.

    A run of two spaces or more inside a line opens a column: what is wrapped goes on below it, and where too little
    is left for it, the whole column does.
    """
    found: list[str] = []
    for line in text.split("\n"):
        body = line.lstrip(" ")
        front = indent + line[: len(line) - len(body)]
        head, gap, tail = _column(body)
        hanging = " " * (len(front) + len(head) + len(gap))
        if gap and len(hanging) < style.width // 2:
            found += wrap(tail, style.width, front + head + gap, hanging)
        elif gap:
            found += wrap(head, style.width, front, front) + wrap(tail, style.width, front + "    ", front + "    ")
        else:
            found += wrap(body, style.width, front, front + "  " if front else "")
    return style.folded(found)


def _column(line: str) -> tuple[str, str, str]:
    head, gap, tail = line.partition("  ")
    stripped = tail.lstrip(" ")
    return head, gap + " " * (len(tail) - len(stripped)), stripped


def joined(names: Sequence[str], texts: Texts) -> str:
    """Return a list in a sentence: "A", "A and B", "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return texts.say("list-joined", most=", ".join(names[:-1]), last=names[-1])
