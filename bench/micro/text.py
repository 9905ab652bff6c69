"""What people are shown, in each game that has texts: a board, what can be chosen, what happened."""

import json
import random
from typing import Final

import rust_core
from server.lobby import make_match
from server.screen import texts_for
from server.settings import Settings
from server.setups import Shelf
from server.text.fluent import DEFAULT_LANGUAGE, texts_of
from server.text.viewer import Viewer

from .timing import Figure, timed

_LEAST_CHOICES: Final = 20
_MOST_CHOICES: Final = 200
_LINES: Final = 4
"""Looked at is the first moment, after some choices, at which there are so many lines to choose from."""


def figures(round_s: float) -> list[Figure]:
    """Return what texts cost."""
    shelf = Shelf()
    return [figure for game in (info.name for info in shelf.games()) for figure in _game(shelf, game, round_s)]


def _game(shelf: Shelf, game: str, round_s: float) -> list[Figure]:
    chance = random.Random(1)
    setup = json.dumps(shelf.setup(game, [None, None], chance))
    match = make_match(game, setup, bytes(32), shelf.catalog(game))
    events: list[rust_core.Event] = match.opening()
    for number in range(_MOST_CHOICES):
        pending = match.pending()
        if not pending or (number >= _LEAST_CHOICES and len(match.choices(pending[0].seat)) >= _LINES):
            break
        events = match.choose(pending[0].seat, chance.choice(match.choices(pending[0].seat))) or events
    pending = match.pending()
    seat = pending[0].seat if pending else 0
    view = json.loads(match.view(seat))
    faces = [json.loads(face) for event in events if (face := event.face(seat)) is not None]
    texts = texts_for(game)
    reader = Viewer(texts_of(DEFAULT_LANGUAGE), Settings().style, ("Ana", "Bea"), seat)
    found = [
        timed(f"{game}: a board", lambda: texts.board(view, reader, 1, None), round_s),
        timed(f"{game}: what a choice brought about", lambda: texts.tell_events(faces, reader), round_s),
    ]
    if pending:
        decision, choices = pending[0], match.choices(seat)
        prompt = timed(
            f"{game}: what can be done",
            lambda: texts.prompt(decision.window, choices, view, reader, decision.default),
            round_s,
        )
        found.append(prompt)
    return found
