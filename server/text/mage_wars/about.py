"""What a window asks, and what a line would do, in a few words."""

from typing import Final

from attrs import frozen

from server.text.fluent import Argument
from server.text.viewer import Viewer

from .position import Cards, Line, Reference, View, in_zone, is_reference
from .words import attack_words, kind_words, named_body, thing_words, typed_words

_WAYS: Final = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}


@frozen
class Asked:
    """A decision: its window, and what its words look at."""

    window: str
    view: View
    viewer: Viewer
    cards: Cards

    def question(self) -> str:
        """Return what is asked."""
        deciding = self.view["deciding"] or {}
        said: dict[str, Argument] = {"round": str(self.view["round"]), "mana": self._mana}
        for key in ("caster", "object"):
            name = deciding.get(key)
            said[key] = thing_words(self.viewer, str(name), self.cards) if is_reference(name) else "none"
        acting = self.view["acting"] or {}
        name = acting.get("ref")
        said["actor"] = thing_words(self.viewer, str(name), self.cards) if is_reference(name) else "none"
        said["object"] = said["actor"] if said["object"] == "none" else said["object"]
        text = self.viewer.say(f"mw-ask-{self.window}", **said)
        return text[0].upper() + text[1:]

    @property
    def _mana(self) -> int:
        return self.view["seats"][self.viewer.you or 0]["mana"]

    def about(self, line: Line) -> str:
        """Return what a line would do; of a line that is cut off behind its second word, what all such lines do."""
        match line.verb:
            case "plan" if line.first in self.cards.cards:
                card = self.cards.cards[line.first]
                return self.viewer.say("mw-about-card", kind=kind_words(self.viewer, card), cost=card.cost_words)
            case "cast" if line.first in self.cards.cards:
                card = self.cards.cards[line.first]
                text = self.viewer.say("mw-about-card", kind=kind_words(self.viewer, card), cost=card.cost_words)
                return self._aimed(text, line)
            case "attack" | "counter" if line.first in self.cards.attacks:
                return self._aimed(attack_words(self.viewer, self.cards.attacks[line.first]), line)
            case "pass":
                return self.viewer.texts.first([f"mw-do-pass-{self.window}", "mw-do-pass"])
            case "move" if line.first:
                return self._move(line)
            case "plan" if line.first == "none":
                return self.viewer.say("mw-do-plan-none")
            case "heal" | "pay" if line.first.isdecimal():
                return self.viewer.say(f"mw-do-{line.verb}-amount", amount=line.first)
            case _:
                text = self.viewer.say(f"mw-do-{line.verb}")
                return self._aimed(text, line)

    def _move(self, line: Line) -> str:
        """Return where a move goes, and what stands there."""
        ref = (self.view["acting"] or {}).get("ref")
        here = next((each["zone"] for each in self.view["objects"] if each["ref"] == ref), None)
        there = [int(part) for part in line.first.split(",")]
        if here is None:
            return self.viewer.say("mw-do-move")
        across, down = there[0] - here[0], there[1] - here[1]
        way = self.viewer.say(f"mw-do-move-{_WAYS[across, down]}" if (across, down) in _WAYS else "mw-do-move")
        things = [typed_words(self.viewer, each) for each in in_zone(self.view, there)]
        return self.viewer.say("mw-do-move-to", way=way, things=", ".join(things)) if things else way

    def _aimed(self, text: str, line: Line) -> str:
        """Return `text` with the numbers of what the line is aimed at."""
        for word in reversed(line.words[1:]):
            name = word.rpartition(":")[0]
            body = named_body(self.viewer, word if name in {"", "foe"} else Reference.read(word).bare, self.view)
            if body:
                return f"{text} ({body})" if text else body
        return text
