"""The numbered rules of a game, looked up by number: `WA-6.5`, `wa 6.5`, `6.5`, or a chapter, `6`.

The source is what `rust_core.rules_text` gives: `## WA-6 Combat` opens a chapter, `- WA-6.5 ...` a rule, and indented
bullets (`RULING`) and lines belong to the rule above them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from .style import Style
from .wrap import wrap

_CHAPTER: Final = re.compile(r"## ([A-Z]+)-([0-9]+) (.+)")
_RULE: Final = re.compile(r"- ([A-Z]+-[0-9]+(?:\.[0-9]+)+) (.+)")
_NUMBER: Final = re.compile(r"(?:([a-z]+)[- ]?)?([0-9]+(?:\.[0-9]+)*)")


@frozen
class Chapter:
    """A chapter: its number (`WA-6`), title, text before its first rule, and rules by number."""

    number: str
    title: str
    text: Sequence[str]
    rules: Mapping[str, Sequence[str]]


@frozen
class RuleBook:
    """All rules of a game.

    Attributes:
        prefix: what its numbers begin with: `WA`.
        chapters: by number.
    """

    prefix: str
    chapters: Mapping[str, Chapter]

    @classmethod
    def parse(cls, text: str) -> "RuleBook":
        """Read a rules text. A line that fits nothing goes on the paragraph above it."""
        chapters: dict[str, Chapter] = {}
        prefix = ""
        preface: list[str] = []
        rules: dict[str, list[str]] = {}
        current = preface
        for raw in text.splitlines():
            line = raw.strip().replace("`", "'")
            if chapter := _CHAPTER.fullmatch(raw.rstrip()):
                prefix = chapter[1]
                number = f"{prefix}-{chapter[2]}"
                preface, rules = [], {}
                current = preface
                chapters[number] = Chapter(number, chapter[3], preface, rules)
            elif rule := _RULE.fullmatch(raw.rstrip().replace("`", "'")):
                current = rules.setdefault(rule[1], [])
                current.append(rule[2])
            elif line and chapters:
                current.append(line.removeprefix("- "))
        return cls(prefix, chapters)

    def overview(self, style: Style) -> list[str]:
        """Return the list of chapters."""
        lines: list[str] = []
        for chapter in self.chapters.values():
            lines += wrap(f"{chapter.number:<6} {chapter.title}", style.width, "  ", " " * 9)
        return style.folded(lines)

    def numbers(self) -> list[str]:
        """Return the numbers of all chapters and rules, in their order."""
        return [number for chapter in self.chapters.values() for number in (chapter.number, *chapter.rules)]

    def canonical(self, number: str) -> str | None:
        """Return the number as the rules write it; None if there is no such rule or chapter."""
        found = _NUMBER.fullmatch(" ".join(number.lower().strip("[]. ").split()))
        if not found or found[1] not in {None, self.prefix.lower()}:
            return None
        full = f"{self.prefix}-{found[2]}"
        chapter = self.chapters.get(full.partition(".")[0])
        return full if chapter and (full == chapter.number or full in chapter.rules) else None

    def lookup(self, number: str, style: Style) -> list[str] | None:
        """Return a rule with its rulings, or a whole chapter, wrapped; None if there is none of that number."""
        full = self.canonical(number)
        if full is None:
            return None
        chapter = self.chapters[full.partition(".")[0]]
        if full != chapter.number:
            return style.folded(_rule(full, chapter.rules[full], style))
        lines = wrap(f"{chapter.number} {chapter.title}", style.width)
        for paragraph in chapter.text:
            lines += wrap(paragraph, style.width, "  ", "  ")
        for each, paragraphs in chapter.rules.items():
            lines += _rule(each, paragraphs, style)
        return style.folded(lines)


def _rule(number: str, paragraphs: Sequence[str], style: Style) -> list[str]:
    first, *rest = paragraphs
    lines = wrap(first, style.width, f"{number} ", "  ")
    for paragraph in rest:
        lines += wrap(paragraph, style.width, "  - ", "    ")
    return lines
