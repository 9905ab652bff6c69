"""A view to a board: the others above, the reader below."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Viewer
from server.text.wrap import columns, flow, grid, pad, rule, width_of, wrap

from .position import USUAL_ENERGY, USUAL_WINDOW, Cards, DeckView, ItemView, MonsterView, PlayerView, View, picked_by
from .words import defender_words, monster_words, price_words, someone, use_words, worn_by

BEFORE: Final = frozenset({"draft", "keep"})
"""Phases in which nobody has anything but picks."""
_GAP: Final = 3


def board(
    view: View, viewer: Viewer, cards: Cards, match_id: int | None = None, clocks: Sequence[str] | None = None
) -> list[str]:
    """Return the position as `viewer` sees it.

    Args:
        view: what the match shows.
        viewer: who reads.
        cards: the catalogue.
        match_id: the number of the match, where it should be named.
        clocks: time left by seat, ready to be shown; None without clocks.
    """
    drawing = _Drawing(view, viewer, cards)
    lines = _head(view, viewer, match_id, clocks)
    if view["team"] is not None and view["phase"] not in BEFORE:
        lines += drawing.side(None, team_numbers(view, viewer))
        lines += drawing.zone("monsters", [monster_words(viewer, each) for each in view["team"]["board"]])
    for seat in order_of(view, viewer):
        lines += drawing.player(view["players"][seat])
    if view["phase"] not in BEFORE:
        lines += drawing.shop()
        lines += _foot(viewer)
    else:
        lines.append("-" * viewer.style.width)
    return viewer.style.folded(lines)


def order_of(view: View, viewer: Viewer) -> list[int]:
    """Return the seats in the order in which they are shown: the reader's is the last."""
    count = len(view["players"])
    after = 0 if viewer.you is None else viewer.you + 1
    return [(after + step) % count for step in range(count)]


def title(viewer: Viewer, match_id: int | None) -> str:
    """Return the game's title, with the number of the match."""
    said = viewer.say("mt-title")
    return said if match_id is None else f"{said} {match_id}"


def moment(view: View, viewer: Viewer) -> str:
    """Return "turn 7: Ana, casting"."""
    phase = viewer.say(f"mt-phase-{view['phase']}")
    if not view["turn"]:
        return phase
    if view["active"] is not None:
        return viewer.say("mt-moment", turn=str(view["turn"]), name=viewer.names[view["active"]], phase=phase)
    if view["phase"] == "over":
        return viewer.say("mt-moment-none", turn=str(view["turn"]), phase=phase)
    return viewer.say("mt-moment-monsters", turn=str(view["turn"]))


def clock_words(viewer: Viewer, clocks: Sequence[str] | None) -> list[str]:
    """Return "you 4:31", "Bea 3:58", the reader's first."""
    if not clocks:
        return []
    order = sorted(range(len(clocks)), key=lambda seat: seat != viewer.you)
    return [viewer.say("mt-clock", **someone(viewer, seat), clock=clocks[seat]) for seat in order]


def is_ready(view: View, seat: int, item: ItemView) -> bool:
    """Whether the board marks a Defender as one that may attack now (MT-8.2)."""
    return view["phase"] == "casting" and seat == view["active"] and bool(item["attacks_left"])


def deck_words(viewer: Viewer, deck: DeckView) -> str:
    """Return a monster deck's size, and how near it is to the end of the game (MT-20.2)."""
    if deck["threshold"] is None:
        return viewer.say("mt-monster-deck", amount=deck["deck_size"])
    times, most = deck["reshuffles"], deck["threshold"]
    return viewer.say("mt-monster-deck-ends", amount=deck["deck_size"], times=times, most=most)


def team_numbers(view: View, viewer: Viewer) -> list[str]:
    """Return the numbers of a team."""
    numbers = [viewer.say("mt-number-life", amount=view["team"]["life"])] if view["team"] is not None else []
    return numbers + ([deck_words(viewer, view["monsters"])] if view["monsters"] is not None else [])


def numbers_of(view: View, player: PlayerView, viewer: Viewer) -> list[str]:
    """Return the numbers of a player: life, gold, energy, cards, what is to be expected."""
    if player["out"]:
        return [viewer.say("mt-out")]
    numbers: list[tuple[str, int]] = [("gold", player["gold"])]
    if player["life"] is not None:
        numbers.insert(0, ("life", player["life"]))
    if view["active"] == player["seat"] and view["phase"] == "casting":
        numbers.append(("energy", view["energy"]))
    elif player["next_energy"] != USUAL_ENERGY:
        numbers.append(("next-energy", player["next_energy"]))
    if player["hand"] is None:
        numbers.append(("hand-size", player["hand_size"]))
    numbers += [("deck-size", player["deck_size"]), ("discard-size", len(player["discard"]))]
    said = [viewer.say(f"mt-number-{name}", amount=amount) for name, amount in numbers]
    said += [deck_words(viewer, player["monsters"])] if player["monsters"] is not None else []
    window = player["window"]
    if view["mode"] == "versus" and window is not None and tuple(window) != USUAL_WINDOW:
        said.append(viewer.say("mt-points", least=window[0], most=window[1]))
    if view["last_turns"] is not None and player["seat"] in view["last_turns"]:
        said.append(viewer.say("mt-last-turn"))
    return said


def others_in_play(
    items: Sequence[ItemView], board_names: Sequence[str], viewer: Viewer
) -> tuple[list[str], list[str]]:
    """Return what is in play beside Defenders and what these wear: what stays, and what was played this turn."""
    defenders = {item["name"] for item in items if item["type"] == "defender"}
    stays, played = [], []
    for item in items:
        if item["type"] == "ability":
            played.append(item["card"])
        elif item["type"] != "defender" and item["on"] not in defenders:
            on = item["on"] if item["on"] in board_names else None
            stays.append(item["name"] if on is None else viewer.say("mt-on", thing=item["name"], on=on))
    return stays, played


def _head(view: View, viewer: Viewer, match_id: int | None, clocks: Sequence[str] | None) -> list[str]:
    width = viewer.style.width
    text = f"{title(viewer, match_id)} -- {moment(view, viewer)}"
    shown = "  ".join(clock_words(viewer, clocks))
    if width_of(text) + width_of(shown) + 5 <= width:
        lines = [rule(text, width, shown)]
    else:
        lines = wrap(f"-- {text}", width, "", "   ") + (wrap(shown, width, "   ", "   ") if shown else [])
    return [viewer.style.paint(line, "title") for line in lines]


def _foot(viewer: Viewer) -> list[str]:
    """Return the lines that explain the signs on the board."""
    width = viewer.style.width
    signs = [viewer.say(f"mt-sign-{sign}") for sign in ("closest", "numbers", "angry", "delay", "ready")]
    lines = flow([f"-- {sign}" for sign in signs], width, " ")
    lines[-1] += (" " + "-" * width)[: max(0, width - width_of(lines[-1]))]
    return [viewer.style.paint(line, "faint") for line in lines]


@frozen
class _Drawing:
    view: View
    viewer: Viewer
    cards: Cards

    @property
    def _labels(self) -> dict[str, str]:
        zones = ("monsters", "defenders", "permanents", "played", "hand", "picked", "buy")
        return {zone: self.viewer.say(f"mt-zone-{zone}") for zone in zones}

    def side(self, seat: int | None, numbers: Sequence[str]) -> list[str]:
        """Return whose side follows, with its numbers."""
        style = self.viewer.style
        who = someone(self.viewer, seat)
        name = self.viewer.say("mt-side", **who)
        first, *rest = flow([name, *numbers], style.width, "  ", " ", "   ")
        painted = style.paint(name, "foe" if who["who"] == "other" else "you")
        return [first.replace(name, painted, 1), *rest]

    def zone(self, zone: str, items: Sequence[str], *, in_columns: bool = True) -> list[str]:
        """Return a zone's things behind its label; in columns, or one behind the other."""
        labels = self._labels
        wide = max(map(width_of, labels.values()))
        label, blank = f"  {pad(labels[zone], wide)}  ", " " * (wide + 4)
        width = self.viewer.style.width
        if in_columns:
            return grid(items or ["-"], width, _GAP, label, blank)
        return flow(items or ["-"], width, "  ", label, blank)

    def player(self, player: PlayerView) -> list[str]:
        """Return a side."""
        view, viewer, seat = self.view, self.viewer, player["seat"]
        if view["phase"] in BEFORE:
            picked = picked_by(view, seat)
            return self.side(seat, []) + self.zone("picked", picked, in_columns=False) if picked else []
        lines = self.side(seat, numbers_of(view, player, viewer))
        if player["out"]:
            return lines
        monsters: Sequence[MonsterView] = player["board"] or []
        if player["board"] is not None:
            lines += self.zone("monsters", [monster_words(viewer, each) for each in monsters])
        items = player["in_play"]
        defenders = [
            defender_words(viewer, item, worn_by(items, item["name"]), is_ready=is_ready(view, seat, item))
            for item in items
            if item["type"] == "defender"
        ]
        lines += self.zone("defenders", defenders) if defenders else []
        all_monsters = monsters if view["team"] is None else view["team"]["board"]
        stays, played = others_in_play(items, [monster["name"] for monster in all_monsters], viewer)
        lines += self.zone("permanents", stays, in_columns=False) if stays else []
        lines += self.zone("played", played, in_columns=False) if played else []
        return lines + (self.hand(player["hand"]) if player["hand"] is not None else [])

    def hand(self, hand: Sequence[str]) -> list[str]:
        """Return the cards in the hand, each with its energy and what it does."""
        if not hand:
            return self.zone("hand", [])
        label = self._labels["hand"]
        rows = []
        for place, card in enumerate(hand):
            entry = self.cards.of(card)
            front = pad("" if place else label, width_of(label))
            rows.append((front, str(entry.cost), card, use_words(self.viewer, entry)))
        return columns(rows, self.viewer.style.width)

    def shop(self) -> list[str]:
        """Return what can be bought and at which price for the reader, the Confusion left, the shared monster deck."""
        view = self.view
        seat = self.viewer.you if self.viewer.you is not None else view["active"] or 0
        items = price_words(self.viewer, view["players"][seat]["price"], view["piles"])
        items.append(self.viewer.say("mt-confusion-left", amount=view["piles"]["confusion"]))
        if view["monsters"] is not None and view["team"] is None:
            items.append(deck_words(self.viewer, view["monsters"]))
        return self.zone("buy", items, in_columns=False)
