"""The events of one choice in sentences: who did what, and all that came of it, is one sentence."""

from collections.abc import Callable, Sequence
from typing import Final

from attrs import define

from server.text.viewer import Viewer
from server.text.wrap import wrap

from . import events
from .events import Event
from .position import USUAL_ENERGY, Cards, Thing

_OPENERS: Final = frozenset(
    {
        "attacked",
        "bought",
        "casting-began",
        "chose",
        "copied",
        "cycled",
        "draft-round",
        "eliminated",
        "first-player",
        "gamestart-shown",
        "gamestart-taken",
        "last-turns",
        "monster-attacks",
        "over",
        "picked",
        "picked-openly",
        "played",
        "retired",
        "turn-began",
        "turn-ended",
        "used",
    }
)
"""What begins a sentence wherever it stands."""

_ARRIVALS: Final = frozenset({"monster-entered", "monster-set-aside", "monster-skipped", "monsters-reshuffled"})
_PHASES: Final = frozenset({"angry", "first-player", "gamestart-taken", "last-turns", "monster-attacks", "turn-began"})
"""Behind these, angry monsters and new ones are told in sentences of their own."""
_BEFORE_THE_GAME: Final = frozenset(
    {"confused", "entered", "gamestart-taken", "gold", "life-gained", "starts-discarded"}
)
"""What a sentence before the first turn may begin with; the first hands are another one."""
_SIDE_BY_SIDE: Final = frozenset({"discarded", "drew", "entered"})
"""What is behind these in a sentence did not come of them."""
_TURNED_OVER: Final = frozenset({"monster-entered", "monster-set-aside", "monster-skipped"})


def event_lines(event: Event, viewer: Viewer, cards: Cards) -> list[str]:
    """Return one event by itself: one sentence, wrapped; nothing for what another event says.

    Raises:
        KeyError: no event of this game has that type.
    """
    return _sentence([events.clause(event, viewer, cards)], viewer)


def tell_events(batch: Sequence[Event], viewer: Viewer, cards: Cards) -> list[str]:
    """Return the events of one choice, in their order.

    What a prompt or a board shows anyway (a pack, the usual energy, that somebody has answered) is left out.

    Raises:
        KeyError: no event of this game has that type.
    """
    lines: list[str] = []
    for group in _groups([event for event in batch if not _is_shown_elsewhere(event)]):
        gap = "; " if group[0]["type"] in _SIDE_BY_SIDE else ": "
        lines += _sentence(_Clauses(group, viewer, cards).all(), viewer, gap)
    return lines


def _is_shown_elsewhere(event: Event) -> bool:
    match event["type"]:
        case "pack" | "answered" | "shuffled":
            return True
        case "picked" | "dropped":
            return event["card"] is None
        case "casting-began":
            return bool(event["energy"] == USUAL_ENERGY)
        case _:
            return False


def _groups(batch: Sequence[Event]) -> list[list[Event]]:
    """Return the events, those of one sentence together."""
    groups: list[list[Event]] = []
    for event in batch:
        if groups and not _opens(event, groups[-1]):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _opens(event: Event, group: Sequence[Event]) -> bool:
    kind, opener = event["type"], group[0]["type"]
    if kind in _OPENERS or opener == "gamestart-shown" or (kind == "drew" and opener in _BEFORE_THE_GAME):
        return True
    if opener in _ARRIVALS and kind == "angry":
        return True
    if opener == "monsters-reshuffled":
        return kind in _TURNED_OVER
    return opener in _PHASES and (kind == "angry" or (kind in _ARRIVALS and not _is_brought(event, group)))


def _is_brought(event: Event, group: Sequence[Event]) -> bool:
    """Whether a monster came because of what the sentence is about: it was not turned over from a deck."""
    return event["type"] == "monster-entered" and not event["points"] and group[-1]["type"] not in _ARRIVALS


def _board(event: Event) -> int | None:
    """Return the board of an arrival; None where that can't be told apart."""
    return Thing.read(event["monster"]).seat if event["type"] == "monster-entered" else None


def _sentence(clauses: Sequence[str], viewer: Viewer, gap: str = ": ") -> list[str]:
    """Return clauses as a sentence: `gap` stands between what was done and what came of it."""
    head, *rest = [each for each in clauses if each] or [""]
    text = f"{head}{gap}{'; '.join(rest)}" if rest and ": " not in head else "; ".join([head, *rest])
    if not text:
        return []
    if not text.startswith(viewer.names):
        text = text[0].upper() + text[1:]
    return viewer.style.folded(wrap(f"{text}.", viewer.style.width, "", "  "))


@define
class _Clauses:
    """The clauses of one sentence; events that belong together become one of them."""

    group: Sequence[Event]
    viewer: Viewer
    cards: Cards

    def all(self) -> list[str]:
        """Return them."""
        found: list[str] = []
        rest = list(self.group)
        while rest:
            event = rest.pop(0)
            found.append(_MERGED[event["type"]](self, event, rest) if event["type"] in _MERGED else self.plain(event))
        return found

    def plain(self, event: Event) -> str:
        """Return an event's own clause."""
        return events.clause(event, self.viewer, self.cards)

    def played(self, event: Event, rest: list[Event]) -> str:
        """Return a card played, with the name that it got in play; for an Ability that name is of no use."""
        entered = rest[0] if rest and rest[0]["type"] == "entered" else None
        if entered is None or Thing.read(entered["thing"]).card != event["card"]:
            return self.plain(event)
        del rest[0]
        if event["type"] == "bought" or self.cards.of(event["card"]).type == "ability":
            return self.plain(event)
        return events.played_in_place(event, entered, self.viewer, self.cards)

    def cycled(self, event: Event, rest: list[Event]) -> str:
        """Return an Equipment discarded: that is one event, not two."""
        if rest and rest[0]["type"] == "discarded" and rest[0]["card"] == event["card"]:
            del rest[0]
        return self.plain(event)

    def damaged(self, event: Event, rest: list[Event]) -> str:
        """Return a damage, and that it killed."""
        if event["left"] <= 0:
            for place, later in enumerate(rest):
                if later["type"] == "killed" and later["thing"] == event["thing"]:
                    del rest[place]
                    return events.killed_by_damage(event, self.viewer, self.cards)
        return self.plain(event)

    def drew(self, event: Event, rest: list[Event]) -> str:
        """Return what was drawn, with the gold that comes right behind (MT-5.1)."""
        if rest and rest[0]["type"] == "gold" and rest[0]["seat"] == event["seat"] and rest[0]["change"] > 0:
            return events.income(event, rest.pop(0), self.viewer, self.cards)
        return self.plain(event)

    def paid(self, event: Event, rest: list[Event]) -> str:
        """Return gold that came or went; not that of an ambush, which says so itself."""
        return "" if rest and rest[0]["type"] == "ambushed" else self.plain(event)

    def arrived(self, event: Event, rest: list[Event]) -> str:
        """Return the monsters that were turned over one behind the other for one board: who came, then who did not."""
        turned = [event]
        while rest and rest[0]["type"] in _TURNED_OVER and _board(rest[0]) in {None, _board(event)}:
            turned.append(rest.pop(0))
        come = [each for each in turned if each["type"] == "monster-entered"]
        skipped = [each for each in turned if each["type"] != "monster-entered"]
        said = [events.monsters_entered(come, self.viewer, self.cards)] if come else []
        return "; ".join(said + ([events.monsters_skipped(skipped, self.viewer, self.cards)] if skipped else []))

    def left(self, event: Event, rest: list[Event]) -> str:  # noqa: ARG002 (all of `_MERGED` take the rest)
        """Return what left; not the monster that has just attacked, nor what goes with its player."""
        opener = self.group[0]
        is_told = opener["type"] in {"eliminated", "retired"} or opener.get("monster") == event["thing"]
        return "" if is_told else self.plain(event)


_MERGED: Final[dict[str, Callable[[_Clauses, Event, list[Event]], str]]] = {
    "bought": _Clauses.played,
    "cycled": _Clauses.cycled,
    "damaged": _Clauses.damaged,
    "drew": _Clauses.drew,
    "gold": _Clauses.paid,
    "left": _Clauses.left,
    "monster-entered": _Clauses.arrived,
    "monster-set-aside": _Clauses.arrived,
    "monster-skipped": _Clauses.arrived,
    "played": _Clauses.played,
}
