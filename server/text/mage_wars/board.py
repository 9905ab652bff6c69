"""Where everybody stands, as a picture: the zones as boxes, then both sides with what they have in play.

In the boxes an object is its short name and the Life that is left, `+` before what is the reader's own (a spectator's
first seat), `-` before the other's; `!` marks a guard, `*` who may still act. What that leaves out, the rows below say.
"""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Viewer
from server.text.wrap import clip, columns, flow, pad, rule, width_of

from .position import (
    Cards,
    ObjectView,
    Reference,
    SeatView,
    View,
    border_words,
    in_zone,
    life_left,
    walls,
    zone_words,
)
from .words import body_words, marks, thing_words, typed_words

NARROWEST_BOX: Final = 11
NARROW: Final = 60  # columns of a screen on which rows have no columns
MOST_IN_A_BOX: Final = 7


def board(
    view: View, viewer: Viewer, cards: Cards, match_id: int | None = None, clocks: Sequence[str] | None = None
) -> list[str]:
    """Return the position.

    Args:
        view: what the viewer may know.
        viewer: who reads.
        cards: the catalogue.
        match_id: the number of the match, where it should be named.
        clocks: what is left for each seat; None in an untimed match.
    """
    style = viewer.style
    drawing = _Drawing(view, viewer, cards)
    lines = [style.paint(line, "title") for line in heading(view, viewer, match_id, clocks)]
    lines += drawing.arena()
    for seat in order(viewer):
        lines += drawing.side(view["seats"][seat])
    lines += [style.paint(line, "faint") for line in drawing.foot()]
    return style.folded(lines)


def scene(view: View) -> object:
    """Return what another board would show, but for who may still act and what is planned."""
    things = [{key: value for key, value in thing.items() if key != "active"} for thing in view["objects"]]
    return things, [(player["mana"], player["valor"], player["auras"]) for player in view["seats"]]


def order(viewer: Viewer) -> list[int]:
    """Return the seats from the top: the reader's own comes last."""
    return [0, 1] if viewer.you is None or viewer.you == 1 else [1, 0]


def heading(view: View, viewer: Viewer, match_id: int | None, clocks: Sequence[str] | None) -> list[str]:
    """Return the match, the round and the phase, whose turn it is, the clocks."""
    title = viewer.say("mw-title", duel="none" if match_id is None else str(match_id))
    phase = viewer.say(f"mw-phase-{view['phase']}")
    turn = view["turn"]
    place = viewer.say("mw-round", round=str(view["round"]), phase=phase)
    if turn is not None:
        place = viewer.say("mw-turn", place=place, who=viewer.person(turn), name=viewer.names[turn])
    times = [f"{viewer.names[seat]} {clock}" for seat, clock in enumerate(clocks or ())]
    text = f"{title} -- {place}"
    right = "  ".join(times)
    if width_of(text) + width_of(right) + 6 <= viewer.style.width:
        return [rule(text, viewer.style.width, right)]
    return flow([f"-- {title}", f"-- {place}", *times], viewer.style.width, " ", "", "   ")


def seat_numbers(player: SeatView, view: View, viewer: Viewer, cards: Cards) -> list[str]:
    """Return a Mage's numbers, each as a few words."""
    say = viewer.say
    found = [
        say("mw-num-life", left=max(0, player["life"] - player["damage"]), life=player["life"]),
        say("mw-num-mana", mana=player["mana"], channeling=player["channeling"]),
        say("mw-num-quickcast", ready="yes" if player["quickcast"] else "no"),
    ]
    found += [say("mw-num-valor", valor=player["valor"])] if player["valor"] else []
    found += [say("mw-num-auras", auras=", ".join(cards.name(aura) for aura in player["auras"]))] * bool(
        player["auras"]
    )
    found.append(say("mw-num-book", count=player["spellbook"]["count"]))
    found += [say("mw-num-discard", count=len(player["discard"]))] if player["discard"] else []
    found += [say("mw-num-initiative")] if view["initiative"] == player["seat"] else []
    return found


def planned_words(player: SeatView, viewer: Viewer, cards: Cards) -> list[str]:
    """Return what is planned: of the own side the cards with their costs, of the other only how many."""
    found = []
    for plan in player["planned"]:
        if plan["cards"] is None:
            found.append(viewer.say("mw-planned-hidden", count=plan["count"]))
            continue
        names = [f"{card} ({cards.cards[card].cost_words})" if card in cards.cards else card for card in plan["cards"]]
        text = ", ".join(names) or "-"
        caster = plan["caster"]
        is_mage = caster is None or not Reference.read(caster).number
        found.append(text if is_mage else f"{Reference.read(caster or '').bare}: {text}")
    return found


def things_of(view: View, seat: int) -> list[ObjectView]:
    """Return what a side has in play by itself: not what is attached, nor what stands on a border."""
    return [thing for thing in view["objects"] if thing["seat"] == seat and thing["zone"] is not None]


def loose_of(view: View, seat: int) -> list[ObjectView]:
    """Return the walls of a side."""
    return [thing for thing in walls(view) if thing["seat"] == seat]


@frozen
class _Drawing:
    view: View
    viewer: Viewer
    cards: Cards

    @property
    def _is_wide(self) -> bool:
        return self._box >= NARROWEST_BOX

    @property
    def _box(self) -> int:
        """The columns inside a box."""
        across = self.view["arena"]["columns"]
        return (self.viewer.style.width - across - 1) // across

    def arena(self) -> list[str]:
        """Return the zones as boxes; nothing where they would be too narrow, as the rows name the zones too."""
        if not self._is_wide:
            return []
        across, down = self.view["arena"]["columns"], self.view["arena"]["rows"]
        blocked = {
            frozenset(map(zone_words, wall["border"])) for wall in walls(self.view) if wall["border"] is not None
        }
        lines = []
        for y in range(down):
            edge = [
                ("=" if frozenset({f"{x},{y - 1}", f"{x},{y}"}) in blocked else "-") * self._box for x in range(across)
            ]
            lines.append("+" + "+".join(edge) + "+")
            boxes = [self._zone(x, y) for x in range(across)]
            for place in range(max(len(box) for box in boxes)):
                text = ""
                for x, box in enumerate(boxes):
                    wall = x and frozenset({f"{x - 1},{y}", f"{x},{y}"}) in blocked
                    text += ("#" if wall else "|") + pad(box[place] if place < len(box) else "", self._box)
                lines.append(text + "|")
        return [*lines, "+" + "+".join(["-" * self._box] * across) + "+"]

    def _zone(self, x: int, y: int) -> list[str]:
        """Return the lines of a box, at least two."""
        here = in_zone(self.view, (x, y))
        lines = [f"{x},{y}", *(self._short(thing) for thing in here)]
        if len(lines) > MOST_IN_A_BOX:
            left = len(lines) - MOST_IN_A_BOX + 1
            lines = [*lines[: MOST_IN_A_BOX - 1], clip(self.viewer.say("mw-box-more", count=left), self._box)]
        return lines + [""] * (2 - len(lines))

    def _short(self, thing: ObjectView) -> str:
        own = thing["seat"] == (self.viewer.you or 0)
        found = Reference.read(thing["ref"])
        number = f"#{found.number}" if found.number > 1 else ""
        tail = number + (f" {life_left(thing)}" if thing["life"] is not None else "")
        tail += "!" if thing["guard"] else ""
        tail += "*" if thing["active"] else ""
        name = _shortest(self.cards.name(found.card))
        return f"{'+' if own else '-'}{clip(name, self._box - 1 - len(tail)).rstrip()}{tail}"

    def side(self, player: SeatView) -> list[str]:
        """Return a side: the Mage's numbers, what is planned, and what is in play."""
        viewer, style, seat = self.viewer, self.viewer.style, player["seat"]
        name = viewer.say(
            "mw-side",
            name=viewer.names[seat],
            own="yes" if viewer.you == seat else "no",
            mage=self.cards.name(player["mage"]),
        )
        first, *rest = flow([name, *seat_numbers(player, self.view, viewer, self.cards)], style.width, "  ", " ", "   ")
        painted = style.paint(name, "you" if viewer.you == seat else "foe")
        lines = [first.replace(name, painted, 1), *rest]
        planned = planned_words(player, viewer, self.cards)
        if planned:
            label = "  " + viewer.say("mw-label-planned") + "  "
            lines += flow(planned, style.width, "  ", label, " " * width_of(label))
        rows = [self._row(thing) for thing in things_of(self.view, seat)]
        for wall in loose_of(self.view, seat):
            place = border_words(wall["border"] or [])
            rows.append((place, typed_words(viewer, wall), ", ".join([body_words(viewer, wall), *self._marks(wall)])))
        if style.width >= NARROW:
            return lines + columns(rows, style.width, "  ")
        for place, name, text in rows:
            lines += flow(f"{place} {name} {text}".split(), style.width, " ", "  ", "    ")
        return lines

    def _row(self, thing: ObjectView) -> tuple[str, str, str]:
        body = "" if thing["kind"] == "mage" and not thing["armor"] else body_words(self.viewer, thing)
        texts = [text for text in [body, *self._marks(thing)] if text]
        return zone_words(thing["zone"] or ()), typed_words(self.viewer, thing), ", ".join(texts)

    def _marks(self, thing: ObjectView) -> list[str]:
        return marks(self.viewer, thing, self.view)

    def foot(self) -> list[str]:
        """Return the lines that explain the signs in the boxes."""
        viewer, width = self.viewer, self.viewer.style.width
        if not self._is_wide:
            return [rule("", width)]
        own, other = (0, 1) if viewer.you is None else (viewer.you, 1 - viewer.you)
        signs = [
            viewer.say("mw-sign-own", who=viewer.person(own), name=viewer.names[own]),
            viewer.say("mw-sign-other", name=viewer.names[other]),
            viewer.say("mw-sign-life"),
            viewer.say("mw-sign-guard"),
            viewer.say("mw-sign-active"),
        ]
        signs += [viewer.say("mw-sign-wall")] if walls(self.view) else []
        lines = flow([f"-- {sign}" for sign in signs], width, " ")
        lines[-1] += (" " + "-" * width)[: max(0, width - width_of(lines[-1]))]
        return lines


def _shortest(name: str) -> str:
    """Return the part of a card's name that tells it from others best: "Eligor Larington" is "Eligor"."""
    head = name.partition(",")[0]
    return head.rpartition(" of ")[0] or head


def situation(view: View, viewer: Viewer, cards: Cards) -> str:
    """Return what is going on, of which a reaction is a part; nothing between events."""
    attack, cast = view["attack"], view["cast"]
    if attack is not None and attack["defender"] is not None:
        attacker = attack["attacker"]
        text = viewer.say(
            "mw-under-attack",
            attacker="none" if attacker is None else thing_words(viewer, attacker, cards),
            attack=cards.attack_name(attack["attack"]),
            defender=thing_words(viewer, attack["defender"], cards),
        )
        return text[0].upper() + text[1:]
    if cast is not None and cast["caster"] is not None:
        card = "none" if cast["card"] is None else cards.name(cast["card"])
        text = viewer.say("mw-under-cast", caster=thing_words(viewer, cast["caster"], cards), card=card)
        return text[0].upper() + text[1:]
    return ""
