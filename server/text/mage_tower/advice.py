"""One sentence of advice for a first game: what to do now, and why. It looks at the choices, never ahead."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Viewer, joined

from .about import Asked
from .position import (
    CYCLE_COST,
    Card,
    Cards,
    Hit,
    Line,
    Strike,
    View,
    board_of,
    life_of,
    living_foes,
    read_lines,
    strike,
)

CHEAP: Final = 3
_OF_NO_USE: Final = frozenset({"confusion", "overcharge", "frostbind"})
_DEFAULTS: Final = {
    "gamestart": "take",
    "search": "pick none",
    "copy": "pick none",
    "bog-witch": "gold",
    "brazen-bargain": "damage",
    "sabotage": "damage",
    "blood-tithe": "damage",
    "ambush-marker": "pass",
    "village-mob": "give none",
}
"""What does the least harm, where a line of one word decides."""


def hint(window: str, choices: Sequence[str], view: View, viewer: Viewer, cards: Cards) -> str | None:
    """Return a sentence for the seat that decides in `window`; None where there is nothing to say.

    Every line that it names is one of `choices`.
    """
    if not choices:
        return None
    advisor = _Advisor(Asked(window, view, viewer, cards), read_lines(choices))
    match window:
        case "casting":
            return advisor.casting()
        case "draft-hidden" | "draft-visible" | "sift":
            return advisor.draft()
        case "keep":
            return advisor.say("keep", min(advisor.lines, key=lambda line: advisor.worth(cards.of(line.first))))
        case "unravel":
            return advisor.say("default", min(advisor.lines, key=lambda line: advisor.worth(cards.of(line.first))))
        case _:
            return advisor.other()


@frozen
class _Advisor:
    asked: Asked
    lines: Sequence[Line]

    def say(self, message_id: str, line: Line, hits: Sequence[Hit] = ()) -> str:
        """Return a hint about `line`."""
        asked = self.asked
        board = board_of(asked.view, asked.you)
        is_relief = message_id != "kills" or self._relief(hits) > 0
        angry = sum(monster["attack"] for monster in board if monster["angry"] and is_relief)
        killed = [hit.name for hit in hits if hit.kills] or [hit.name for hit in hits]
        things = joined(killed, asked.viewer.texts)
        return asked.viewer.say(f"mt-hint-{message_id}", line=line.text, angry=angry, things=things)

    def worth(self, card: Card) -> tuple[int, int]:
        """Return how good a card is for somebody who keeps a board clear: damage, then a low cost."""
        return (card.arrows * 2 + (card.attack if card.type == "defender" else 0) - card.cost, -card.cost)

    def draft(self) -> str:
        """Arrow damage first: it decides the solitary part of the game."""
        best = max(self.lines, key=lambda line: self.worth(self.asked.cards.of(line.first)))
        return self.say("draft" if self.asked.cards.of(best.first).arrows else "draft-other", best)

    def other(self) -> str:
        """What does the least harm."""
        wanted = _DEFAULTS.get(self.asked.window, "")
        found = next((line for line in self.lines if line.text == wanted), self.lines[0])
        if self.asked.window == "search":
            found = max(self.lines, key=lambda line: len(line.terms) - (line.first == "none"))
        return self.say("default", found)

    def casting(self) -> str:
        """MT-7: win; kill what costs nothing; clear the board; get Defenders and prizes; then on."""
        shots = [(line, *self.asked.arrows(line)) for line in self._of("play", "buy") if self._is_shot(line)]
        strikes = [(line, found) for line in self._of("attack") if (found := self._strike(line)) is not None]
        foes = living_foes(self.asked.view, self.asked.you)
        weakest = min((life_of(self.asked.view, foe) for foe in foes), default=0)
        past = [(surplus, line) for line, _, surplus in shots if foes] + [
            (found.past, line) for line, found in strikes if foes and found.past
        ]
        for amount, line in past:
            if amount >= weakest:
                return self.say("win", line)
        for line, found in strikes:
            if found.left > 0 and any(hit.kills for hit in found.hits):
                return self.say("strike", line, found.hits)
        killing = [(line, hits) for line, hits, _ in shots if any(hit.kills for hit in hits)]
        if killing:
            line, hits = max(killing, key=lambda shot: (self._relief(shot[1]), -self._cost(shot[0])))
            return self.say("kills", line, hits)
        trades = [(self._relief(found.hits), line, found.hits) for line, found in strikes]
        if trades and max(trades, key=lambda trade: trade[0])[0] > 0:
            _, line, struck = max(trades, key=lambda trade: trade[0])
            return self.say("trade", line, struck)
        return self._building(shots, strikes, past)

    def _building(
        self,
        shots: Sequence[tuple[Line, list[Hit], int]],
        strikes: Sequence[tuple[Line, Strike]],
        past: Sequence[tuple[int, Line]],
    ) -> str:
        defenders = [line for line in self._of("play") if self._card(line).type == "defender"]
        if defenders:
            return self.say("defender", max(defenders, key=lambda line: self.worth(self._card(line))))
        prizes = self._of("buy")
        if prizes:
            return self.say("buy", prizes[0])
        harmless = [(amount, line) for amount, line in past if amount and self._survives(line)]
        if harmless:
            return self.say("past", max(harmless, key=lambda each: each[0])[1])
        hitting = [(line, hits) for line, hits, _ in shots if hits]
        hitting += [(line, list(found.hits)) for line, found in strikes if found.left > 0 and found.hits]
        if hitting:
            return self.say("hits", *hitting[0])
        others = [line for line in self._of("play", "use") if self._is_of_use(line)]
        if others:
            return self.say("play", others[0])
        cycles = self._of("cycle") if self.asked.view["energy"] >= CYCLE_COST else []
        if cycles:
            return self.say("cycle", cycles[0])
        return self.say("end", next(line for line in self.lines if line.verb == "end"))

    def _relief(self, hits: Sequence[Hit]) -> int:
        """Return the attack of the angry monsters that would be killed."""
        board = {monster["name"]: monster for monster in board_of(self.asked.view, self.asked.you)}
        killed = [board[hit.name] for hit in hits if hit.kills and hit.name in board]
        return sum(monster["attack"] for monster in killed if monster["angry"])

    def _of(self, *verbs: str) -> list[Line]:
        return [line for line in self.lines if line.verb in verbs]

    def _card(self, line: Line) -> Card:
        return self.asked.cards.of(line.first)

    def _is_shot(self, line: Line) -> bool:
        return bool(self._card(line).arrows) and not line.terms[1:]

    def _cost(self, line: Line) -> int:
        return self._card(line).cost

    def _strike(self, line: Line) -> Strike | None:
        return strike(self.asked.view, self.asked.you, line, self.asked.cards)

    def _survives(self, line: Line) -> bool:
        found = self._strike(line) if line.verb == "attack" else None
        return found is None or found.left > 0

    def _is_of_use(self, line: Line) -> bool:
        if line.verb == "use":
            return line.first.startswith("snare_pit")
        return line.first not in _OF_NO_USE
