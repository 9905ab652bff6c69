"""What a line would do, told to the seat that may play it."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Viewer, joined

from .position import (
    Card,
    Cards,
    Hit,
    Line,
    Thing,
    View,
    arrow_hits,
    board_of,
    item_named,
    left,
    living_foes,
    monster_named,
    strike,
)
from .words import people_words, type_words, use_words

_WORDS: Final = frozenset({"confusion", "damage", "gold", "leave", "pass", "take"})
"""Lines of one word, whose meaning is the window's."""


@frozen
class Asked:
    """A decision as the seat sees it that makes it.

    Attributes:
        window: the decision's.
        view: the position.
        viewer: who decides.
        cards: the catalogue.
    """

    window: str
    view: View
    viewer: Viewer
    cards: Cards

    @property
    def you(self) -> int:
        """The seat that decides."""
        return self.viewer.you if self.viewer.you is not None else self.view["active"] or 0

    def about(self, line: Line) -> str:
        """Return what `line` would do; "" where its words say it."""
        if line.verb == "end":
            return self.viewer.say("mt-about-end")
        if line.text == "give none":
            return self.viewer.say("mt-about-none-given")
        if line.first == "none":
            return self.viewer.say("mt-about-none")
        if line.verb in _WORDS or (line.verb == "use" and self.window != "casting"):
            return self.viewer.say(f"mt-about-{self.window}-{line.verb}")
        match line.verb:
            case "play":
                return self._play(line)
            case "attack":
                return self.attack(line)
            case "buy":
                price = self.view["players"][self.you]["price"][line.first]
                return self.viewer.say("mt-about-price", price=price, use=self._use(self.cards.of(line.first)))
            case "cycle":
                return self.viewer.say("mt-about-cycle")
            case "use":
                return self._use(self.cards.of(Thing.read(line.first).card))
            case _:
                return self._named(line.first)

    def _use(self, card: Card) -> str:
        return use_words(self.viewer, card)

    def _named(self, name: str) -> str:
        """Return what a card, a monster or something in play is."""
        body = monster_named(self.view, self.you, name) or item_named(self.view, self.you, name)
        if body is not None and body["attack"] is not None:
            health = body["health"] or 0
            return self.viewer.say("mt-about-body", attack=body["attack"], health=health, left=left(body))
        card = self.cards.of(Thing.read(name).card)
        words = {"type": type_words(self.viewer, card), "use": self._use(card)}
        if card.type == "boon" or body is not None:
            return self.viewer.say("mt-about-boon", **words)
        return self.viewer.say("mt-about-card", **words, cost=card.cost)

    def _play(self, line: Line) -> str:
        card = self.cards.of(line.first)
        use = self._use(card)
        arrows = card.arrows
        if arrows and not line.terms[1:]:
            hits = self.hits_words(*self.arrows(line))
            is_all = len(card.play) == 1 and not card.has_body
            words = {"hits": hits, "use": use}
            use = self.viewer.say(f"mt-about-arrows{'' if is_all else '-and'}", amount=arrows, **words) if hits else use
        return self.viewer.say("mt-about-cost", cost=card.cost, use=use)

    def arrows(self, line: Line) -> tuple[list[Hit], int]:
        """Return what the arrows of a card played or bought would hit, and what would be left for opponents."""
        card = self.cards.of(line.first)
        return arrow_hits(board_of(self.view, self.you), card.arrows, self.cards)

    def attack(self, line: Line) -> str:
        """Return what an attack does, and what comes back."""
        found = strike(self.view, self.you, line, self.cards)
        if found is None:
            return ""
        parts = [self.hits_words(found.hits, found.past)]
        if found.left <= 0:
            parts.append(self.viewer.say("mt-hit-self-killed"))
        elif found.back:
            parts.append(self.viewer.say("mt-hit-self", amount=found.back, left=found.left))
        return "; ".join(part for part in parts if part)

    def hits_words(self, hits: Sequence[Hit], past: int) -> str:
        """Return "kills orc#1 and orc#2, 2 to ogre#1 (2 left)"."""
        killed = joined([hit.name for hit in hits if hit.kills], self.viewer.texts)
        said = [self.viewer.say("mt-hit-kills", things=killed)] if killed else []
        said += [
            self.viewer.say("mt-hit-left", thing=hit.name, amount=hit.amount, left=hit.left)
            for hit in hits
            if not hit.kills
        ]
        foes = living_foes(self.view, self.you)
        if past and foes:
            said.append(self.viewer.say("mt-hit-players", amount=past, people=people_words(self.viewer, foes)))
        return ", ".join(said)

    def question(self, count: int) -> str:
        """Return what is asked."""
        view, player = self.view, self.view["players"][self.you]
        draft = view["draft"]
        pack = len(draft["pack"] or ()) if draft is not None else 0
        others = [player["seat"] for player in view["players"] if player["seat"] != self.you]
        return self.viewer.say(
            f"mt-ask-{self.window}",
            energy=view["energy"],
            gold=player["gold"],
            only="yes" if count == 1 else "no",
            round=draft["round"] if draft is not None else 0,
            count=max(pack - 8, 0),
            name=self.viewer.names[others[0]] if others else "",
        )
