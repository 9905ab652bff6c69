"""Open tables in words: what happens at them, and what can be typed about them."""

from collections.abc import Sequence

from protocol.server_messages import GameInfo, TableChanged, TableInfo

from .registry import title_of
from .viewer import Listing, Viewer, joined, paragraphs
from .wrap import columns

_TABLE_SEATS = 2  # from more seats on, a menu offers to open a table


def titled(game: str, options: Sequence[str] = (), clock: str | None = None) -> str:
    """Return a game with all that was agreed on: "Mage Tower, draft, 10m+15s"."""
    return ", ".join([title_of(game), *options, *([clock] if clock else [])])


def _about(table: TableInfo) -> str:
    return titled(table.game, table.options, table.clock)


def _names(table: TableInfo) -> str:
    return f"{', '.join(table.names)} ({len(table.names)}/{table.seats})"


def seats_of(game: GameInfo, viewer: Viewer) -> str:
    """Return how many can play a game."""
    if game.least == game.seats:
        return viewer.say("games-seats", most=game.seats)
    return viewer.say("games-seats-range", least=game.least, most=game.seats)


def table_lines(games: Sequence[GameInfo], tables: Sequence[TableInfo], viewer: Viewer) -> list[str]:
    """Return what options mean, if a game has some, and the open tables with who sits there."""
    lines: list[str] = []
    optional = next((game for game in games if game.options), None)
    if optional is not None:
        title = f"{optional.name.replace('_', ' ')} {optional.options[0]}"
        lines += paragraphs(viewer.say("games-options", title=title), viewer.style)
    if tables:
        lines += paragraphs(viewer.say("games-tables"), viewer.style)
        rows = [(str(one.table), _names(one), _about(one)) for one in tables]
        lines += viewer.style.folded(columns(rows, viewer.style.width))
    return lines


def menu_rows(games: Sequence[GameInfo], tables: Sequence[TableInfo], viewer: Viewer) -> list[tuple[str, str]]:
    """Return what a menu offers of tables, each with its command; `tables` are those where the reader could sit."""
    rows: list[tuple[str, str]] = []
    if tables:
        first = tables[0]
        words = {
            "names": joined(first.names, viewer.texts),
            "title": _about(first),
            "taken": str(len(first.names)),
            "seats": str(first.seats),
        }
        rows.append((f"join {first.table}", viewer.say("menu-join", **words)))
    if len(tables) > 1:
        rows.append(("games", viewer.say("menu-join-others")))
    for game in games:
        if game.seats > _TABLE_SEATS:
            words = {"title": title_of(game.name), "seats": viewer.say("games-seats-range", least=2, most=game.seats)}
            rows.append((f"table {game.name.replace('_', ' ')}", viewer.say("menu-table", **words)))
    return rows


def own_rows(tables: Sequence[TableInfo], own: int | None, you: str, viewer: Viewer) -> list[tuple[str, str]]:
    """Return what the reader can do at table number `own`, each with its command."""
    table = next((one for one in tables if one.table == own), None)
    return [] if table is None else _rows(table, you, viewer)


def _rows(table: TableInfo, you: str, viewer: Viewer) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    number = str(table.table)
    if table.host == you:
        if len(table.names) >= table.least:
            rows.append(("begin", viewer.say("menu-begin", table=number, title=_about(table))))
        rows.append(("house", viewer.say("menu-house")))
    rows.append(("leave", viewer.say("menu-leave", table=number)))
    return rows


def table_changed(message: TableChanged, you: str, viewer: Viewer, *, is_free: bool) -> Listing:
    """Return what happened at an open table; to who sits there, also who is there and what can be done now.

    Args:
        message: what happened.
        you: the reader's name.
        viewer: who reads.
        is_free: whether numbers can be offered: a match has its own.
    """
    table, what = message.table, message.what
    if what == "begun":
        return Listing([], [])  # the match itself says so
    words = {
        "table": str(table.table),
        "name": message.name,
        "who": "you" if message.name == you else "other",
        "title": _about(table),
        "seats": str(table.seats),
    }
    sentences = [viewer.say(f"table-{what}", **words)]
    if you not in table.names:
        return Listing(paragraphs(" ".join(sentences), viewer.style), [])
    names = joined(table.names, viewer.texts)
    sentences.append(viewer.say("table-seats", names=names, free=table.seats - len(table.names)))
    missing = table.least - len(table.names)
    if missing > 0:
        sentences.append(viewer.say("table-needs", missing=missing))
    if table.host != you:
        sentences.append(viewer.say("table-host", who="other", host=table.host))
    rows = _rows(table, you, viewer) if is_free else []
    numbered = [(str(number), command, about) for number, (command, about) in enumerate(rows, 1)]
    listed = columns(numbered, viewer.style.width)
    lines = paragraphs(" ".join(sentences), viewer.style)
    return Listing(lines + viewer.style.folded(listed), ["", *(command for command, _ in rows)])
