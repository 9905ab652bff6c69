"""An open decision to what can be typed now: as words, and as numbers where a whole line stands beside one.

The words are the choice lines themselves, letter by letter. About eight lines are shown. What helps comes first; what
would only hurt (an attack on one's own card) is left to `choices`. Where single lines would be too many, lines that
differ only in what they are aimed at become one row with the word TARGET, and the targets are named below.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from server.text.viewer import Listing, Viewer
from server.text.wrap import columns, flow, grid

from .position import CRASH_ATTACK, Blow, Cards, Line, View, drawn, fighter_of, hand_after_cut, pass_line, read_lines
from .words import card_kind

SHOWN: Final = 8  # rows beside the pass


@frozen
class _Row:
    """One row: a line with its number, or a family of lines without one."""

    text: str
    about: str
    lines: Sequence[Line]
    is_family: bool = False


def prompt(window: str, choices: Sequence[str], view: View, viewer: Viewer, cards: Cards) -> Listing:
    """Return what is asked, the rows, and how many lines are not shown.

    Args:
        window: the decision's.
        choices: all choice lines, of the reader's seat.
        view: the position.
        viewer: who decides; a seat.
        cards: the catalogue.
    """
    asked = Asked(view, viewer, cards)
    passing = pass_line(choices)
    lines = [line for line in read_lines(choices) if line.text != passing or line.verb == "draw"]
    rows = asked.rows(lines)[:SHOWN]
    numbered = [passing]
    table: list[tuple[str, str, str]] = []
    for row in rows:
        number = "" if row.is_family else str(len(numbered))
        numbered += [] if row.is_family else [row.lines[0].text]
        table.append((number, row.text, row.about))
    if passing and not passing.startswith("draw"):
        table.append(("0", passing, asked.about_pass(window, Line.read(passing))))
    hidden = len(lines) - sum(len(row.lines) for row in rows)
    shown = viewer.lines(asked.question(window, len(choices)))
    shown += _table(table, viewer)
    shown += asked.targets([row for row in rows if row.is_family])
    if hidden:
        more = viewer.say("wa-more-cut") if window == "cut" else viewer.say("wa-more", count=hidden)
        shown += viewer.lines(more, "     ")
    return Listing(viewer.style.folded(shown), numbered)


def choices_listing(choices: Sequence[str], viewer: Viewer) -> Listing:
    """Return every line with its number, in columns; the pass is number 0."""
    passing = pass_line(choices)
    numbered = [passing] + [line.text for line in read_lines(choices) if line.text != passing]
    digits = len(str(len(numbered) - 1))
    start = 0 if passing else 1
    items = [f"{number:>{digits}} {line}" for number, line in enumerate(numbered) if number >= start]
    items = items[1:] + items[:1] if passing else items
    return Listing(viewer.style.folded(grid(items, viewer.style.width, 3, " ", " ")), numbered)


def _table(rows: Sequence[tuple[str, str, str]], viewer: Viewer) -> list[str]:
    """Return the rows as a table; in linear style, each as a sentence."""
    style = viewer.style
    if style.linear:
        texts = [f"{number + ' ' if number else ''}{text}: {about}" for number, text, about in rows]
        return [line for text in texts for line in flow(text.split(), style.width, " ")]
    lines = columns([(number.rjust(2), text, about) for number, text, about in rows], style.width, " ")
    if style.colour:
        for _, text, _ in rows:
            place = next(
                (place for place, line in enumerate(lines) if f" {text} " in f"{line} " and "\x1b" not in line), None
            )
            if place is not None:
                lines[place] = lines[place].replace(text, style.paint(text, "choice"), 1)
    return lines


@frozen
class Asked:
    """A decision as the seat sees it that makes it: which lines help, and what each would do."""

    view: View
    viewer: Viewer
    cards: Cards

    @property
    def you(self) -> int:
        """The seat that decides."""
        return self.viewer.you if self.viewer.you is not None else self.view["active"]

    @property
    def foe_name(self) -> str:
        """The other player's name."""
        return self.viewer.names[1 - self.you]

    def question(self, window: str, count: int) -> str:
        """Return what is asked."""
        player = self.view["players"][self.you]
        return self.viewer.say(
            f"wa-ask-{window}",
            name=self.foe_name,
            mana=player["mana"],
            crystals=player["crystals"],
            life=player["life"],
            only="yes" if count == 1 else "no",
        )

    def rows(self, lines: Sequence[Line]) -> list[_Row]:
        """Return the rows, in the order of play; families where there would be too many."""
        helpful = [line for line in lines if self.helps(line)]
        families: dict[str, list[Line]] = {}
        for line in helpful:
            families.setdefault(line.family if line.target else line.text, []).append(line)
        collapsed: set[str] = set()
        verbs = {line.verb for line in helpful}
        for verb in sorted(verbs, key=lambda verb: -sum(line.verb == verb for line in helpful)):
            if sum(1 if name in collapsed else len(members) for name, members in families.items()) <= SHOWN:
                break
            collapsed |= {name for name, members in families.items() if members[0].verb == verb and len(members) > 1}
        rows: list[_Row] = []
        for name, members in families.items():
            if name in collapsed:
                others = [line for line in lines if line.target and line.family == name and line not in members]
                rows.append(_Row(name, self.about_family(members[0]), members + others, is_family=True))
            else:
                rows += [_Row(line.text, self.about(line), [line]) for line in members]
        return rows

    def targets(self, rows: Sequence[_Row]) -> list[str]:
        """Return what TARGET can be, one line for all families that share their targets; and an example."""
        shared: dict[tuple[str, ...], list[str]] = {}
        for row in rows:
            shared.setdefault(tuple(line.target for line in row.lines), []).append(row.lines[0].card)
        lines: list[str] = []
        for targets, cards in shared.items():
            which = self.viewer.say("wa-targets", cards=", ".join(cards), shared="yes" if len(shared) == 1 else "no")
            lines += flow([which, *targets], self.viewer.style.width, "  ", "     ", "       ")
        if rows:
            lines += self.viewer.lines(self.viewer.say("wa-example", line=rows[0].lines[0].text), "     ")
        return lines

    def helps(self, line: Line) -> bool:
        """Whether `line` is worth showing: a strike at the other side, or something good for one's own."""
        at_foe = line.target.startswith("foe")
        match line.verb:
            case "attack":
                return at_foe and self.attack_of(line) > 0
            case "cast" | "flash":
                return at_foe == (self.cards.of(line.card).ability == "archer")
            case _:
                return True

    def attack_of(self, line: Line) -> int:
        """Return the Attack that a line's card would have."""
        fighter = fighter_of(self.view, self.you, line.card)
        return (fighter["attack"] if fighter else 0) + (CRASH_ATTACK if line.crash else 0)

    def shot_destroys(self, line: Line) -> bool:
        """Whether `line` is an Archer's, and destroys a card of the other side (WA-5.7)."""
        if line.verb not in {"cast", "flash"} or not self.helps(line) or self.cards.of(line.card).ability != "archer":
            return False
        fighter = fighter_of(self.view, self.you, line.target)
        return fighter is not None and Blow.on(fighter, self.power_of(line)[0]).destroys

    def power_of(self, line: Line) -> tuple[int, int]:
        """Return Attack and Health of a trigger: current in the Arena, printed in the Hand (WA-5.8)."""
        card = self.cards.of(line.card)
        fighter = fighter_of(self.view, self.you, line.card) if line.verb == "cast" else None
        return (fighter["attack"], fighter["health"]) if fighter else (card.attack, card.health)

    def about(self, line: Line) -> str:
        """Return what `line` would do."""
        player = self.view["players"][self.you]
        say = self.viewer.say
        match line.verb:
            case "cut":
                hand = hand_after_cut(self.view["players"][1 - self.you]["pattern"], int(line.card))
                return say("wa-about-cut", name=self.foe_name, cards=" ".join(hand))
            case "draw":
                cards, lost = drawn(player["pattern"], int(line.card))
                paid = "no" if line.card == "1" else "yes"
                return say("wa-about-draw", cards=" ".join(cards) or "-", paid=paid, lost=lost)
            case "heal":
                healers = sum("healer" in fighter["abilities"] for fighter in player["arena"])
                return say("wa-about-heal", amount=healers, life=player["life"])
            case "summon":
                card = self.cards.of(line.card)
                use = say(f"wa-use-{card.ability}") if card.ability else "-"
                kind = card_kind(self.viewer, card)
                return say("wa-about-summon", cost=card.cost, kind=kind, use=use, has="yes" if card.ability else "no")
            case "cast" | "flash":
                return self.about_trigger(line)
            case "attack":
                return self.about_attack(line)
            case _:
                return ""

    def about_pass(self, window: str, line: Line) -> str:
        """Return what passing means in `window`."""
        return self.about(line) if line.verb == "cut" else self.viewer.say(f"wa-pass-{window}")

    def cost_of(self, line: Line) -> str:
        """Return what a trigger costs, in words."""
        cost = 1 if line.verb == "cast" else self.cards.of(line.card).flash_cost
        return self.viewer.say("wa-cost", cost=cost)

    def about_family(self, line: Line) -> str:
        """Return what the lines of a family have in common."""
        if line.verb == "attack":
            crash = "yes" if line.crash else "no"
            return self.viewer.say("wa-about-attack-family", amount=self.attack_of(line), crash=crash)
        attack, health = self.power_of(line)
        ability = self.cards.of(line.card).ability
        numbers: Mapping[str, int] = {"attack": attack, "health": health}
        gift = self.viewer.say(f"wa-about-{ability}-family", **numbers)
        return self.viewer.say("wa-with-cost", what=gift, cost=self.cost_of(line))

    def about_trigger(self, line: Line) -> str:
        """Return what a cast or a flash does to its target."""
        attack, health = self.power_of(line)
        ability = self.cards.of(line.card).ability
        fighter = fighter_of(self.view, self.you, line.target)
        if ability == "archer" and fighter:
            what = self.damage(line.target, Blow.on(fighter, attack))
        else:
            what = self.viewer.say(f"wa-about-{ability}", attack=attack, health=health, target=line.target)
        return self.viewer.say("wa-with-cost", what=what, cost=self.cost_of(line))

    def damage(self, target: str, blow: Blow) -> str:
        """Return "1 damage to C1, 1 left", or that it is destroyed."""
        ending = "destroyed" if blow.destroys else "left"
        name = target.removeprefix("foe:")
        return self.viewer.say("wa-damage", amount=blow.amount, target=name, left=blow.left, ending=ending)

    def about_attack(self, line: Line) -> str:
        """Return what an attack does, and what comes back (WA-6.6)."""
        attacker = fighter_of(self.view, self.you, line.card)
        attack = self.attack_of(line)
        parts: list[str] = []
        if line.target == "foe":
            left = self.view["players"][1 - self.you]["life"] - attack
            ending = "won" if left <= 0 else "left"
            parts.append(
                self.viewer.say("wa-damage-player", amount=attack, name=self.foe_name, life=max(left, 0), ending=ending)
            )
        defender = fighter_of(self.view, self.you, line.target)
        if defender and attacker:
            parts.append(self.damage(line.target, Blow.on(defender, attack)))
            back = Blow.on(attacker, defender["attack"])
            if back.amount:
                parts.append(self.damage(line.card, back))
        if line.crash:
            parts.append(self.viewer.say("wa-crash-cost"))
        if attacker and "blocker" in attacker["abilities"]:
            parts.append(self.viewer.say("wa-unblocks", card=line.card))
        return "; ".join(parts)
