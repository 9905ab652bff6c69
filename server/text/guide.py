"""Help: an index that fits a small screen, a list a group of commands, a page a command or topic."""

from typing import Final

from protocol import COMMANDS, command_named

from .viewer import Viewer, paragraphs
from .wrap import columns, flow

TOPICS: Final = ("start", "turn", "cards", "tower", "wars", "options", "telnet")
"""Help beside that on commands."""
GROUPS: Final = ("meet", "duel", "look", "past", "session")
"""Groups of commands, each a topic too."""


def index(viewer: Viewer) -> list[str]:
    """Return the names of all commands by group, and the topics: less than a screen of 24 lines."""
    style = viewer.style
    lines = paragraphs(viewer.say("help-title"), style)
    for group in GROUPS:
        head = viewer.say(f"help-group-{group}")
        lines.append(style.paint(head, "title"))
        lines += flow([each.name for each in COMMANDS if each.group == group], style.width, " ", "  ", "  ")
    words = {"topics": ", ".join(TOPICS), "groups": ", ".join(GROUPS)}
    return style.folded(lines + paragraphs(viewer.say("help-more", **words), style))


def topic(word: str, viewer: Viewer) -> list[str] | None:
    """Return help on a command (by name or alias, with or without `/`), a group or a topic; None if there is none."""
    word = word.strip().lower().removeprefix("/")
    command = command_named(word)
    name = command.name if command else word
    if name in GROUPS:
        return _group(name, viewer)
    if command is None and name not in TOPICS:
        return None
    usage = viewer.say("help-usage", usage=command.usage) + "\n" if command else ""
    first, *rest = paragraphs(usage + viewer.say(f"help-{name}"), viewer.style)
    return [viewer.style.paint(first, "title"), *rest]


def _group(name: str, viewer: Viewer) -> list[str]:
    """Return the commands of a group, with a line each."""
    style = viewer.style
    rows = [(each.usage, each.summary) for each in COMMANDS if each.group == name]
    lines = [style.paint(viewer.say(f"help-group-{name}"), "title"), *columns(rows, style.width)]
    return style.folded(lines + paragraphs(viewer.say("help-group-end"), style))
