"""Everything outside a game: arriving, menu, lists, challenges, refusals. Functions of values, to lines."""

from collections.abc import Mapping, Sequence
from typing import Final

from protocol.server_messages import (
    Challenged,
    ClockState,
    GamesList,
    PlayerStatus,
    SeriesScore,
    Started,
    StoredInfo,
)

from . import tables as open_tables
from .fluent import Argument
from .registry import title_of
from .tables import titled
from .viewer import Listing, Viewer, joined, paragraphs
from .wrap import columns, flow, pad, width_of, wrap

SETTINGS: Final = ("width", "colour", "style", "hints", "bell")
_MOST_NAMES: Final = 4  # of free players that a menu names


def _said(viewer: Viewer, message_id: str, **arguments: Argument) -> list[str]:
    """Return one message, wrapped."""
    return paragraphs(viewer.say(message_id, **arguments), viewer.style)


# Arriving


def greeting(players: int, matches: int, viewer: Viewer) -> list[str]:
    """Return the first lines that anybody sees, with the question for a name."""
    title = viewer.say("greeting-title")
    counts = viewer.say("greeting-counts", players=players, matches=matches)
    if width_of(title) + width_of(counts) + 2 <= viewer.style.width:
        room = viewer.style.width - width_of(counts)
        lines = [viewer.style.paint(title, "title") + pad(title, room)[len(title) :] + counts]
    else:
        lines = [*wrap(title, viewer.style.width), *wrap(counts, viewer.style.width)]
    return viewer.style.folded(lines) + _said(viewer, "greeting-ask-name")


def hello(name: str, viewer: Viewer, *, is_guest: bool = True, token: str | None = None) -> list[str]:
    """Return the welcome behind the name; `token` is the word that brings a dropped player back."""
    lines = _said(viewer, "hello", name=name, guest="yes" if is_guest else "no")
    return lines + (_said(viewer, "hello-token", name=name, token=token) if token else [])


def menu(you: str, players: Sequence[PlayerStatus], lists: GamesList, viewer: Viewer) -> Listing:
    """Return what can be done in the lobby; each number stands for the command beside it.

    Args:
        you: the reader's name, who is not offered.
        players: who is here.
        lists: what can be played and what is on.
        viewer: who reads.
    """
    games, matches = lists.games, lists.matches
    own = next((player.table for player in players if player.name == you), None)
    free = [player.name for player in players if player.state == "free" and player.name != you]
    rows: list[tuple[str, str]] = open_tables.own_rows(lists.tables, own, you, viewer)
    rows.append(("learn", viewer.say("menu-learn")))
    rows += [(f"bot {_typed(game.name)}", viewer.say("menu-bot", title=title_of(game.name))) for game in games]
    if free:
        one = f"match {free[0]} {_typed(games[0].name)}" if len(free) == 1 and games else "who"
        rows.append((one, viewer.say("menu-match", count=len(free), names=joined(free[:_MOST_NAMES], viewer.texts))))
    else:
        rows.append(("who", viewer.say("menu-nobody")))
    rows += open_tables.menu_rows(games, [] if own is not None else lists.tables, viewer)
    if matches:
        first = matches[0]
        words = {"names": versus(first.names, viewer), "title": title_of(first.game), "turn": str(first.turn)}
        rows.append((f"observe {first.match}", viewer.say("menu-watch", **words)))
    if len(matches) > 1:
        rows.append(("games", viewer.say("menu-games")))
    rows += [("pattern", viewer.say("menu-pattern")), ("help start", viewer.say("menu-help"))]
    table = [(str(number), command, about) for number, (command, about) in enumerate(rows, 1)]
    lines = columns(table, viewer.style.width)
    return Listing(viewer.style.folded(lines), ["", *(command for command, _ in rows)])


def _typed(game: str) -> str:
    """Return a game's id as one types it."""
    return game.replace("_", " ")


def versus(names: Sequence[str], viewer: Viewer) -> str:
    """Return "Ana - Bea"; more players than two as a list."""
    return viewer.say("versus", first=names[0], second=names[1]) if len(names) == 2 else joined(names, viewer.texts)


# Lists


def who_lines(players: Sequence[PlayerStatus], viewer: Viewer) -> list[str]:
    """Return who is here, and how to challenge them."""
    lines = _said(viewer, "who-title", count=len(players))
    rows = [(player.name, _state(player, viewer)) for player in players]
    lines += viewer.style.folded(columns(rows, viewer.style.width))
    return lines + (_said(viewer, "who-challenge") if players else [])


def _state(player: PlayerStatus, viewer: Viewer) -> str:
    known = f"who-state-{player.state}"
    if not viewer.texts.has(known):
        return player.state
    place = player.table if player.match is None else player.match
    return viewer.say(known, match="?" if place is None else str(place))


def games_lines(lists: GamesList, viewer: Viewer) -> list[str]:
    """Return the games there are, the open tables and the matches that are on."""
    games, matches = lists.games, lists.matches
    lines = _said(viewer, "games-title")
    rows = [(title_of(game.name), open_tables.seats_of(game, viewer), ", ".join(game.options)) for game in games]
    lines += columns(rows, viewer.style.width)
    lines += open_tables.table_lines(games, lists.tables, viewer)
    if not matches:
        title = _typed(games[0].name) if games else "GAME"
        return viewer.style.folded(lines) + _said(viewer, "games-none", title=title)
    lines += _said(viewer, "games-matches")
    table = []
    for match in matches:
        words = {"title": title_of(match.game), "turn": str(match.turn)}
        about = viewer.say("games-match" if match.turn else "games-match-early", **words)
        table.append((str(match.match), versus(match.names, viewer), about))
    return viewer.style.folded(lines + columns(table, viewer.style.width))


def stored_lines(matches: Sequence[StoredInfo], viewer: Viewer) -> list[str]:
    """Return the reader's adjourned matches, and how to go on with them."""
    if not matches:
        return _said(viewer, "stored-none")
    table = []
    for match in matches:
        about = viewer.say("games-match", title=title_of(match.game), turn=str(match.turn))
        here = viewer.say("stored-here", names=joined(match.here, viewer.texts)) if match.here else ""
        table.append((str(match.match), versus(match.names, viewer), about, match.clock or "", here))
    lines = _said(viewer, "stored-title")
    return lines + viewer.style.folded(columns(table, viewer.style.width))


def resume_offered(match: int, name: str, game: str, viewer: Viewer) -> list[str]:
    """Return that `name` wants to go on with an adjourned match, and how to answer."""
    return _said(viewer, "resume-offered", match=str(match), name=name, title=title_of(game))


# Challenges and matches


def challenged(message: Challenged, viewer: Viewer) -> list[str]:
    """Return that somebody wants a match (perhaps in the midst of another one) or a series, and how to answer."""
    title = titled(message.game, message.options, message.clock)
    if message.best > 1:
        title += ", " + viewer.say("best-of", best=message.best)
    if message.origin is not None:
        return _said(viewer, "challenged-from", name=message.name, title=title, match=str(message.origin))
    return _said(viewer, "challenged", name=message.name, title=title)


def series_score(score: SeriesScore, viewer: Viewer) -> list[str]:
    """Return how a series stands after a game, or who has won it."""
    pairs = [f"{name} {wins}" for name, wins in zip(score.names, score.wins, strict=True)]
    words = {"best": viewer.say("best-of", best=score.best), "score": joined(pairs, viewer.texts)}
    if not score.is_over:
        return _said(viewer, "series-score", **words)
    return _said(viewer, "series-over", **words)


def spell_time(millis: int) -> str:
    """Return a time as a clock shows it: minutes and seconds, rounded up so that 0:00 is really the end."""
    seconds = -(-max(0, millis) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def clock_lines(state: ClockState, viewer: Viewer) -> list[str]:
    """Return how the clocks stand, and every charge to them if the state has them."""
    if state.control == "untimed":
        lines = _said(viewer, "clock-untimed")
    else:
        lines = _said(viewer, "clock-control", control=state.control)
        for one in state.seats:
            lines += _said(
                viewer,
                "clock-seat",
                name=one.name,
                bank=spell_time(one.bank or 0),
                reaction=spell_time(one.reaction or 0),
                state=one.state,
                lag=one.lag,
                used=one.lag_used,
            )
    names = [one.name for one in state.seats]
    for charge in state.log or []:
        lines += _said(
            viewer,
            "clock-charge",
            at=spell_time(charge.at),
            name=names[charge.seat],
            amount=charge.amount,
            kind=charge.kind,
            reason=charge.reason,
            left=charge.left,
        )
    return lines


def challenge_sent(name: str, game: str, viewer: Viewer) -> list[str]:
    """Return that the reader's challenge is on its way."""
    return _said(viewer, "challenge-sent", name=name, title=title_of(game))


def challenge_ended(name: str, game: str, reason: str, viewer: Viewer) -> list[str]:
    """Return that a challenge is gone."""
    text = viewer.texts.first([f"challenge-ended-{reason}", "challenge-ended"], name=name, title=title_of(game))
    return paragraphs(text, viewer.style)


def sealed(commitment: str | None, viewer: Viewer) -> list[str]:
    """Return what the server has committed itself to, and what that is good for; nothing if it has not."""
    return _said(viewer, "sealed", commitment=commitment) if commitment else []


def started(message: Started, viewer: Viewer) -> list[str]:
    """Return that a match begins; `message.seat` is None for a spectator."""
    words = {
        "match": str(message.match),
        "names": versus(message.names, viewer),
        "title": title_of(message.game),
    }
    lines = _said(viewer, "started", **words)
    return lines + (_said(viewer, "started-commitment", commitment=message.commitment) if message.commitment else [])


def waiting(names: Sequence[str], window: str, clock: str | None, viewer: Viewer) -> list[str]:
    """Return whom the match waits for: `window` in words, `clock` ready to be shown."""
    words = {"names": joined(names, viewer.texts), "window": window}
    if clock is None:
        return _said(viewer, "waiting", **words)
    return _said(viewer, "waiting-clock", **words, clock=clock)


def said(name: str, text: str, match: int | None, viewer: Viewer) -> list[str]:
    """Return what somebody said; `text` is harmless already (`protocol.clean_text`)."""
    if match is None:
        return _said(viewer, "said", name=name, text=text)
    return _said(viewer, "said-match", name=name, text=text, match=str(match))


def notice(text: str, viewer: Viewer) -> list[str]:
    """Return a word of the server's own, set off from the rest."""
    return _said(viewer, "notice", text=text)


def hint_lines(text: str, viewer: Viewer) -> list[str]:
    """Return a game's hint, set off from the rest."""
    lines = wrap(viewer.say("hint", text=text), viewer.style.width, "", "  ")
    return [viewer.style.paint(line, "hint") for line in viewer.style.folded(lines)]


def message(message_id: str, viewer: Viewer, **arguments: Argument) -> list[str]:
    """Return any other message of `server.ftl`, wrapped: `aborted`, `observing`, `resign-ask` and so on."""
    return _said(viewer, message_id, **arguments)


def bye(reason: str, viewer: Viewer) -> list[str]:
    """Return the last words."""
    return paragraphs(viewer.texts.first([f"bye-{reason}", "bye"]), viewer.style)


def pong(text: str, viewer: Viewer) -> list[str]:
    """Return the answer to `ping`."""
    return _said(viewer, "pong", text=text, has="yes" if text else "no")


def settings(values: Mapping[str, str], viewer: Viewer) -> list[str]:
    """Return settings (keys of `SETTINGS`) with their values and what they do."""
    rows = [(key, value, viewer.say(f"setting-{key}")) for key, value in values.items()]
    return _said(viewer, "set-list") + viewer.style.folded(columns(rows, viewer.style.width))


# Refusals


def refusal(code: str, params: Mapping[str, str], fallback: str, viewer: Viewer) -> str:
    """Return why a command was refused, in one sentence or two.

    Args:
        code: of the protocol or the server; those of a game are the game's to say.
        params: the facts that the sentence speaks of.
        fallback: the refusal's own English sentence, for a code that has no text.
        viewer: who reads.
    """
    known = f"refusal-{code}"
    if viewer.texts.has(known):
        return viewer.say(known, **params)
    return fallback or viewer.say("refusal-unknown", code=code)


def refusal_lines(sentence: str, suggestions: Sequence[str], viewer: Viewer) -> list[str]:
    """Return a refusal (of the server or of a game) with what could be typed instead."""
    lines = viewer.style.folded(wrap(sentence, viewer.style.width, " ", " "))
    if suggestions:
        asked = viewer.say("did-you-mean", suggestions="").rstrip()
        shown = [f"{each} |" for each in suggestions[:-1]] + [suggestions[-1]]
        lines += viewer.style.folded(flow([asked, *shown], viewer.style.width, " ", " ", "   "))
    return [viewer.style.paint(line, "bad") for line in lines]
