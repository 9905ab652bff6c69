"""Matches that are over, for people: the list of them, and one of them step by step."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from protocol.server_messages import HistoryList, PastMatch, ReplayStep

from .lobby import versus
from .registry import GameText, title_of
from .viewer import Listing, Viewer, joined, paragraphs
from .wrap import columns


def history_listing(history: HistoryList, viewer: Viewer) -> Listing:
    """Return the matches, newest first; each number stands for reading one of them, or watching it while it is on."""
    if not history.matches:
        name = history.name or ""
        text = viewer.say("history-none-of", name=name) if name else viewer.say("history-none")
        return Listing(paragraphs(text, viewer.style), [])
    rows: list[tuple[str, str, str]] = []
    for number, past in enumerate(history.matches, 1):
        word = "observe" if past.state == "on" else "replay"
        rows.append((str(number), f"{word} {past.match}", _about(past, viewer)))
    title = paragraphs(viewer.say("history-title"), viewer.style)
    lines = title + viewer.style.folded(columns(rows, viewer.style.width))
    return Listing(lines, ["", *(command for _, command, _ in rows)])


def _about(past: PastMatch, viewer: Viewer) -> str:
    begun = datetime.fromtimestamp(past.begun / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    if past.state == "over":
        winners = [past.names[seat] for seat in past.winners]
        end = viewer.say("history-won", names=joined(winners, viewer.texts)) if winners else viewer.say("history-draw")
    else:
        end = viewer.say(f"history-{past.state}")
    return viewer.say(
        "history-match", begun=begun, names=versus(past.names, viewer), title=title_of(past.game), end=end
    )


def step_listing(
    step: ReplayStep, game: GameText, turn_of: Callable[[Mapping[str, Any]], int], reader: Viewer
) -> Listing:
    """Return a step: what was done, what came of it, how the match stood then, and what can be typed.

    Args:
        step: the step.
        game: the texts of its game.
        turn_of: the number of the turn in a view.
        reader: who reads, with the names of the match and the seat whose eyes it is seen with.
    """
    view = json.loads(step.view.text)
    number = str(step.match)
    lines = reader.lines(reader.say("replay-step", match=number, step=str(step.step), steps=str(step.steps)))
    lines += _done(step, reader)
    lines += game.tell_events([json.loads(event.text) for event in step.events], reader)
    lines += game.board(view, reader, step.match)
    if step.over is not None:
        lines += game.result(step.over.winners, step.over.reason, turn_of(view), reader, step.match)
    lines += reader.lines(reader.say("replay-commands"))
    return Listing(lines, ["/replay off", "/next", "/back", "/auto 2"])  # they may be choice verbs, too


def _done(step: ReplayStep, reader: Viewer) -> list[str]:
    """Return what was done; a choice whose line the reader may not see is told by its events alone."""
    mover = "" if step.mover is None else step.names[step.mover]
    if step.what == "choice" and step.line is not None:
        return reader.lines(reader.say("replay-choice", name=mover, line=step.line))
    if step.what == "takeback":
        return reader.lines(reader.say("taken-back", count=step.count))
    return []
