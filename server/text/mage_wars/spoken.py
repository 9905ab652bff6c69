"""The position in sentences, zone by zone from the north-west, for whoever can't see a picture."""

from collections.abc import Sequence

from server.text.viewer import Viewer

from .board import heading, order, planned_words, seat_numbers
from .position import Cards, ObjectView, View, border_words, in_zone, walls
from .words import body_words, marks, thing_words


def board(
    view: View, viewer: Viewer, cards: Cards, match_id: int | None = None, clocks: Sequence[str] | None = None
) -> list[str]:
    """Return the position, as `server.text.mage_wars.board.board`: where, both sides, then every zone in turn."""
    texts = [" ".join(line.strip("- ") for line in heading(view, viewer, match_id, clocks)) + "."]
    for seat in order(viewer):
        player = view["seats"][seat]
        numbers = ", ".join(seat_numbers(player, view, viewer, cards))
        texts.append(
            viewer.say("mw-linear-side", name=viewer.names[seat], mage=cards.name(player["mage"]), said=numbers)
        )
        planned = planned_words(player, viewer, cards)
        if planned:
            texts.append(viewer.say("mw-linear-planned", name=viewer.names[seat], said="; ".join(planned)))
    empty = []
    for y in range(view["arena"]["rows"]):
        for x in range(view["arena"]["columns"]):
            here = in_zone(view, (x, y))
            if here:
                said = "; ".join(_thing(thing, view, viewer, cards) for thing in here)
                texts.append(viewer.say("mw-linear-zone", zone=f"{x},{y}", said=said))
            else:
                empty.append(f"{x},{y}")
    for wall in walls(view):
        said = _thing(wall, view, viewer, cards)
        texts.append(viewer.say("mw-linear-border", border=border_words(wall["border"] or []), said=said))
    if empty:
        texts.append(viewer.say("mw-linear-empty", zones=" ".join(empty)))
    return [line for text in texts for line in viewer.lines(text)]


def _thing(thing: ObjectView, view: View, viewer: Viewer, cards: Cards) -> str:
    said = [thing_words(viewer, thing["ref"], cards), body_words(viewer, thing), *marks(viewer, thing, view)]
    return ", ".join(text for text in said if text)
