"""A view to sentences, for who wants no picture: the same things in the same order as on the board."""

from collections.abc import Sequence

from server.text.viewer import Viewer
from server.text.wrap import wrap

from .board import (
    BEFORE,
    clock_words,
    deck_words,
    is_ready,
    moment,
    numbers_of,
    order_of,
    others_in_play,
    team_numbers,
    title,
)
from .position import Cards, ItemView, MonsterView, PlayerView, View, picked_by
from .words import price_words, someone, use_words, worn_by


def board(
    view: View, viewer: Viewer, cards: Cards, match_id: int | None = None, clocks: Sequence[str] | None = None
) -> list[str]:
    """Return the position in sentences; arguments as for `board.board`."""
    texts = [f"{title(viewer, match_id)}, {moment(view, viewer)}."]
    if clocks:
        texts.append(viewer.say("mt-linear-clocks", clocks=", ".join(clock_words(viewer, clocks))))
    if view["team"] is not None and view["phase"] not in BEFORE:
        texts.append(
            viewer.say("mt-linear-side", **someone(viewer, None), numbers=", ".join(team_numbers(view, viewer)))
        )
        texts.append(_zone(viewer, None, "closest", [_monster(viewer, each) for each in view["team"]["board"]]))
    for seat in order_of(view, viewer):
        texts += _side(view, view["players"][seat], viewer, cards)
    if view["phase"] not in BEFORE:
        seat = viewer.you if viewer.you is not None else view["active"] or 0
        things = price_words(viewer, view["players"][seat]["price"], view["piles"])
        things.append(viewer.say("mt-confusion-left", amount=view["piles"]["confusion"]))
        if view["monsters"] is not None and view["team"] is None:
            things.append(deck_words(viewer, view["monsters"]))
        texts.append(viewer.say("mt-linear-buy", things=", ".join(things)))
    return viewer.style.folded([line for text in texts for line in wrap(text, viewer.style.width)])


def _side(view: View, player: PlayerView, viewer: Viewer, cards: Cards) -> list[str]:
    seat = player["seat"]
    if view["phase"] in BEFORE:
        picked = picked_by(view, seat)
        return [_zone(viewer, seat, "picked", picked)] if picked else []
    numbers = ", ".join(numbers_of(view, player, viewer))
    texts = [viewer.say("mt-linear-side", **someone(viewer, seat), numbers=numbers)]
    if player["out"]:
        return texts
    monsters: Sequence[MonsterView] = player["board"] or []
    if player["board"] is not None:
        texts.append(_zone(viewer, seat, "closest", [_monster(viewer, each) for each in monsters]))
    items = player["in_play"]
    defenders = [_defender(view, seat, item, items, viewer) for item in items if item["type"] == "defender"]
    texts.append(_zone(viewer, seat, "defenders", defenders))
    all_monsters = monsters if view["team"] is None else view["team"]["board"]
    stays, played = others_in_play(items, [monster["name"] for monster in all_monsters], viewer)
    texts += [_zone(viewer, seat, "permanents", stays)] if stays else []
    texts += [_zone(viewer, seat, "played", played)] if played else []
    if player["hand"] is not None:
        held = [
            viewer.say("mt-linear-held", card=card, cost=cards.of(card).cost, use=use_words(viewer, cards.of(card)))
            for card in player["hand"]
        ]
        texts.append(_zone(viewer, seat, "hand", held))
    return texts


def _zone(viewer: Viewer, seat: int | None, zone: str, things: Sequence[str]) -> str:
    said = "; ".join(things) or viewer.say("mt-linear-empty")
    return viewer.say("mt-linear-zone", **someone(viewer, seat), zone=viewer.say(f"mt-linear-{zone}"), things=said)


def _body(viewer: Viewer, body: MonsterView | ItemView) -> str:
    attack, health = body["attack"] or 0, body["health"] or 0
    text = viewer.say("mt-linear-body", thing=body["name"], attack=attack, health=health)
    if body["damage"]:
        text += ", " + viewer.say("mt-linear-damage", damage=body["damage"])
    return text


def _monster(viewer: Viewer, monster: MonsterView) -> str:
    text = _body(viewer, monster)
    if monster["angry"]:
        return f"{text}, {viewer.say('mt-linear-angry')}"
    return f"{text}, {viewer.say('mt-linear-delay')}" if monster["delay"] else text


def _defender(view: View, seat: int, item: ItemView, items: Sequence[ItemView], viewer: Viewer) -> str:
    text = _body(viewer, item)
    worn = worn_by(items, item["name"])
    if worn:
        text += ", " + viewer.say("mt-linear-worn", things=", ".join(worn))
    return f"{text}, {viewer.say('mt-linear-ready')}" if is_ready(view, seat, item) else text
