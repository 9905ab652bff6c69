"""One sentence of advice for a first duel: what to do now, and why. It looks at the choices, never ahead."""

from collections.abc import Sequence

from attrs import frozen

from server.text.viewer import Viewer

from .position import Blow, Cards, Line, View, fighter_of, hand_after_cut, read_lines
from .prompt import Asked

LOW_LIFE = 6
FULL_LIFE = 15  # WA-2.1
MANY_CRYSTALS = 5  # WA-2.2


def hint(window: str, choices: Sequence[str], view: View, viewer: Viewer, cards: Cards) -> str | None:
    """Return a sentence for the seat that decides in `window`; None where there is nothing to say.

    Every line that it names is one of `choices`.
    """
    advisor = _Advisor(Asked(view, viewer, cards), read_lines(choices))
    match window:
        case "cut":
            return advisor.cut()
        case "heal":
            return advisor.heal()
        case "draw":
            return advisor.draw()
        case "summoning":
            return advisor.summoning()
        case "attack":
            return advisor.attack()
        case _:
            return None


@frozen
class _Advisor:
    asked: Asked
    lines: Sequence[Line]

    def say(self, message_id: str, line: Line | None = None, **numbers: int) -> str:
        """Return a hint about `line`."""
        words = {"line": line.text, "card": line.card, "target": line.target.removeprefix("foe:")} if line else {}
        return self.asked.viewer.say(f"wa-hint-{message_id}", name=self.asked.foe_name, **words, **numbers)

    def cut(self) -> str:
        """WA-3.2: a first Hand that can't be paid for is a slow start."""
        pattern = self.asked.view["players"][1 - self.asked.you]["pattern"]

        def cost(line: Line) -> int:
            return sum(self.asked.cards.of(name).cost for name in hand_after_cut(pattern, int(line.card)))

        return self.say("cut", max(self.lines, key=cost))

    def heal(self) -> str:
        """WA-4.1 c: a Crystal is a Mana in every turn to come."""
        life = self.asked.view["players"][self.asked.you]["life"]
        return self.say("heal" if life <= LOW_LIFE else "skip", life=life)

    def draw(self) -> str:
        """WA-4.1 e: at five Crystals the next one is not gained anyway (WA-2.2)."""
        player = self.asked.view["players"][self.asked.you]
        is_rich = player["crystals"] >= MANY_CRYSTALS
        return self.say("draw-two" if is_rich and not player["hand"] else "draw-one", crystals=player["crystals"])

    def summoning(self) -> str:
        """WA-5: what kills at once, then the dearest card, then a trigger that strengthens, then on."""
        shots = [line for line in self.lines if self.asked.shot_destroys(line)]
        if shots:
            return self.say("shoot", shots[0])
        mana = self.asked.view["players"][self.asked.you]["mana"]
        summons = [line for line in self.lines if line.verb == "summon"]
        if summons:
            best = max(summons, key=lambda line: self._worth(line.card))
            kind = "free" if self.asked.cards.of(best.card).cost == 0 else self._kind(best.card)
            return self.say(f"summon-{kind}", best, mana=mana)
        own = self.asked.view["players"][self.asked.you]["arena"]
        if any(fighter["since_start"] and not fighter["triggered"] for fighter in own):
            return self.say("done-summoning-attack")
        return self.say("done-summoning")

    def attack(self) -> str:
        """WA-6: win, then trades that cost nothing, then the player, then the Blocker in the way."""
        asked = self.asked
        strikes = [line for line in self.lines if line.verb == "attack" and asked.helps(line)]
        life = asked.view["players"][1 - asked.you]["life"]
        at_player = [line for line in strikes if line.target == "foe"]
        if at_player and sum({line.card: asked.attack_of(line) for line in at_player}.values()) >= life:
            return self.say("win", max(at_player, key=asked.attack_of), life=life)
        trades = [line for line in strikes if self._trade(line) == (True, False)]
        if trades:
            return self.say("free-kill", trades[0])
        if at_player:
            best = max(at_player, key=lambda line: (not self._blocks(line.card), asked.attack_of(line)))
            return self.say("block-or-attack" if self._blocks(best.card) else "attack-player", best)
        kills = [line for line in strikes if self._trade(line)[0]]
        if kills:
            return self.say("trade", kills[0])
        together = self._together(strikes)
        if together:
            return self.say("together", together)
        if any(line.verb == "attack" for line in self.lines):
            return self.say("done-attack-weak")
        return self.say("done-attack")

    def _together(self, strikes: Sequence[Line]) -> Line | None:
        """Return the strongest strike at a card that several strikes destroy, by an attacker that survives it."""
        for target in dict.fromkeys(line.target for line in strikes):
            at_target = [line for line in strikes if line.target == target]
            defender = fighter_of(self.asked.view, self.asked.you, target)
            strength = sum({line.card: self.asked.attack_of(line) for line in at_target}.values())
            surviving = [line for line in at_target if not self._trade(line)[1]]
            if defender and surviving and Blow.on(defender, strength).destroys:
                return max(surviving, key=self.asked.attack_of)
        return None

    def _worth(self, name: str) -> tuple[int, int, int]:
        card = self.asked.cards.of(name)
        return (card.cost, card.attack, card.health)

    def _kind(self, name: str) -> str:
        card = self.asked.cards.of(name)
        if card.ability == "blocker":
            return "blocker"
        return "fighter" if card.attack else "other"

    def _blocks(self, name: str) -> bool:
        fighter = fighter_of(self.asked.view, self.asked.you, name)
        return fighter is not None and "blocker" in fighter["abilities"]

    def _trade(self, line: Line) -> tuple[bool, bool]:
        """Return whether the defender falls, and whether the attacker does."""
        attacker = fighter_of(self.asked.view, self.asked.you, line.card)
        defender = fighter_of(self.asked.view, self.asked.you, line.target)
        if not attacker or not defender:
            return False, False
        falls = Blow.on(defender, self.asked.attack_of(line)).destroys
        return falls, Blow.on(attacker, defender["attack"]).destroys
