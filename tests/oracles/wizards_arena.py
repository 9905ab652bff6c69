"""Wizard's Arena read out of its rules, slowly and plainly: what the engine is compared with.

Written from the numbered rules (WA-1 to WA-11) alone, with a function for each rule and nothing kept that could be
worked out again. A loss stops everything at once (WA-2.1), wherever it happens: that is the one use of an exception
for control flow here, ``_EndedError``, raised where Life is lost and caught in ``Oracle.choose``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

PATTERN_SIZE = 25
MAX_COPIES = 3
MAX_LIFE = 15
MAX_CRYSTALS = 5
MAX_MANA = 8
FIRST_HAND = 3
CRASH_ATTACK = 3
CRASH_COST = 1
CAST_COST = 1
ROLLOVER_LIFE = 3
LAST_TURN = 1000
MARK = "X"
TRIGGERS = frozenset({"support", "archer", "leader"})  # WA-5.2

# WA-9: letter, cost-attack/health, ability.
CARD_LIST = """
A 0-0/1 blocker
B 1-1/1
C 1-0/2 blocker
D 1-0/1 source
E 1-0/1 crasher
F 1-0/1 leader
G 2-2/1
H 2-1/2
I 2-0/3 blocker
J 2-1/1 support
K 2-1/1 archer
L 2-1/1 stealth
M 2-0/2 crasher
N 2-0/2 source
O 2-0/2 leader
P 3-2/2
Q 3-1/3 blocker
R 3-2/1 archer
S 3-1/2 support
T 3-0/3 healer
U 4-2/3 blocker
"""


@dataclass(frozen=True)
class Card:
    """A printed card (WA-9)."""

    letter: str
    cost: int
    attack: int
    health: int
    abilities: frozenset[str]


def _read_cards() -> dict[str, Card]:
    cards = {}
    for line in CARD_LIST.strip().splitlines():
        letter, stats, *abilities = line.split()
        cost, attack, health = (int(number) for number in re.split("[-/]", stats))
        cards[letter] = Card(letter, cost, attack, health, frozenset(abilities))
    return cards


CARDS = _read_cards()


class PatternError(ValueError):
    """A Pattern that WA-1.2 does not allow (WA-11.1).

    Attributes:
        seat: whose Pattern, counted from 0.
        place: the first wrong letter, counted from 1; None when the length is wrong.
        reason: what is wrong with it.
    """

    def __init__(self, seat: int, place: int | None, reason: str) -> None:
        """Keeps the three and makes the message of them."""
        super().__init__(f"seat {seat}, place {place}: {reason}")
        self.seat = seat
        self.place = place
        self.reason = reason


class _EndedError(Exception):
    """The game has just ended: whatever was running is not carried on (WA-2.1)."""


@dataclass
class Bonus:
    """What a trigger gave to a card, until the start of the giver's next turn (WA-5.6, WA-5.8)."""

    giver: int
    attack: int
    health: int
    is_blocker: bool


@dataclass(eq=False)
class Copy:
    """A card that somebody owns, with all that can happen to it in the Arena."""

    name: str
    card: Card
    owner: int
    damage: int = 0
    bonuses: list[Bonus] = field(default_factory=list)
    crash: int = 0
    lost_blocker: bool = False
    since_start: bool = False
    triggered: bool = False
    attacked: bool = False

    @property
    def attack(self) -> int:
        """Current Attack: printed, given (WA-5.6) and from a crash (WA-6.3)."""
        return self.card.attack + sum(bonus.attack for bonus in self.bonuses) + self.crash

    @property
    def health(self) -> int:
        """Current Health: printed and given (WA-5.6, WA-5.8)."""
        return self.card.health + sum(bonus.health for bonus in self.bonuses)

    @property
    def abilities(self) -> set[str]:
        """Current abilities: a printed Blocker may be lost (WA-6.2), Blocker may be given (WA-5.8)."""
        abilities = set(self.card.abilities)
        if self.lost_blocker:
            abilities.discard("blocker")
        if any(bonus.is_blocker for bonus in self.bonuses):
            abilities.add("blocker")
        return abilities

    def has(self, ability: str) -> bool:
        """Tells whether the card has the ability now."""
        return ability in self.abilities

    def forget(self) -> None:
        """Drops all that had happened to it (WA-7.1)."""
        self.damage = 0
        self.bonuses = []
        self.crash = 0
        self.lost_blocker = False
        self.since_start = False
        self.triggered = False
        self.attacked = False


@dataclass(eq=False)
class Player:
    """One player's Life, Crystals, Mana and zones (WA-1.1, WA-2). None in the Pattern is the mark X."""

    seat: int
    pattern: list[Copy | None]
    life: int = MAX_LIFE
    crystals: int = 0
    mana: int = 0
    hand: list[Copy] = field(default_factory=list)
    arena: list[Copy] = field(default_factory=list)

    def blockers(self) -> list[Copy]:
        """Lists the player's cards in the Arena that have Blocker now."""
        return [copy for copy in self.arena if copy.has("blocker")]


@cache
def natural_key(line: str) -> tuple[str | int, ...]:
    """Sort key of the canonical order: ASCII, but numbers by their value ("cut 2" before "cut 10")."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"([0-9]+)", line))


def read_pattern(seat: int, letters: str) -> list[Copy | None]:
    """Makes the copies of a Pattern and names them in its order (WA-1.2, WA-1.4).

    Raises:
        PatternError: not 25 letters, an unknown letter, or a letter for the fourth time.
    """
    if len(letters) != PATTERN_SIZE:
        raise PatternError(seat, None, f"{len(letters)} letters")
    pattern: list[Copy | None] = []
    seen: dict[str, int] = {}
    for place, letter in enumerate(letters, start=1):
        if letter not in CARDS:
            raise PatternError(seat, place, f"no card {letter}")
        seen[letter] = seen.get(letter, 0) + 1
        if seen[letter] > MAX_COPIES:
            raise PatternError(seat, place, f"a fourth {letter}")
        pattern.append(Copy(f"{letter}{seen[letter]}", CARDS[letter], seat))
    return pattern


class Oracle:
    """One game of Wizard's Arena.

    Attributes:
        winners: None while it runs; then the seats that won, none for a draw.
        reason: None while it runs; then "life" or "turn-limit".
    """

    def __init__(self, patterns: list[str], first: int) -> None:
        """Starts before the cuts (WA-3.2, WA-11.4).

        Args:
            patterns: 25 letters for each seat.
            first: the seat that takes the first turn.

        Raises:
            PatternError: a Pattern is not allowed.
        """
        self.players = [Player(seat, read_pattern(seat, letters)) for seat, letters in enumerate(patterns)]
        self.turn = 0
        self.active = first
        self.winners: list[int] | None = None
        self.reason: str | None = None
        # What is asked: cut, second cut, heal, draw, summoning, attack, over.
        self._asked = "cut"

    # Who decides, and what.

    @property
    def seat(self) -> int | None:
        """The seat that decides, None when the game is over."""
        if self._asked == "over":
            return None
        if self._asked == "second cut":
            return 1 - self.active
        return self.active

    @property
    def _me(self) -> Player:
        return self.players[self.active]

    @property
    def _foe(self) -> Player:
        return self.players[1 - self.active]

    def choices(self) -> list[str]:
        """Lists every legal line of the seat that decides, in canonical order (WA-10)."""
        return sorted(self._legal_lines(), key=natural_key)

    def _legal_lines(self) -> list[str]:
        if self._asked == "over":
            lines = []
        elif self._asked in {"cut", "second cut"}:
            lines = [f"cut {number}" for number in range(PATTERN_SIZE)]  # WA-3.2: 0..24
        elif self._asked == "heal":
            lines = ["heal", "skip"]
        elif self._asked == "draw":
            lines = ["draw 1", "draw 2"]
        elif self._asked == "summoning":
            lines = [*self._summons(), *self._casts(), *self._flashes(), "done"]
        else:
            lines = [*self._attacks(), "done"]
        return lines

    def _summons(self) -> list[str]:
        """WA-5.1: what is in the Hand and can be paid."""
        return [f"summon {copy.name}" for copy in self._me.hand if copy.card.cost <= self._me.mana]

    def _casts(self) -> list[str]:
        """WA-5.3: there since the start of the turn, 1 Mana, once a card a turn."""
        return [
            f"cast {copy.name} {target}"
            for copy in self._me.arena
            if copy.abilities & TRIGGERS and copy.since_start and not copy.triggered and self._me.mana >= CAST_COST
            for target in self._trigger_targets()
        ]

    def _flashes(self) -> list[str]:
        """WA-5.4: from the Hand, at the Cost less 1."""
        return [
            f"flash {copy.name} {target}"
            for copy in self._me.hand
            if copy.card.abilities & TRIGGERS and copy.card.cost - 1 <= self._me.mana
            for target in self._trigger_targets()
        ]

    def _trigger_targets(self) -> list[str]:
        """WA-5.5: any card in the Arena, of either player."""
        return [self._target_name(copy) for copy in [*self._me.arena, *self._foe.arena]]

    def _attacks(self) -> list[str]:
        """WA-6.1, WA-6.3 and WA-6.4: each attacker with each defender, and once more with a crash."""
        lines = []
        for attacker in self._me.arena:
            if not attacker.since_start or attacker.triggered or attacker.attacked:
                continue
            for defender in self._defenders(attacker):
                lines.append(f"attack {attacker.name} {defender}")
                if attacker.has("crasher") and self._me.mana >= CRASH_COST:
                    lines.append(f"attack {attacker.name} {defender} crash")
        return lines

    def _defenders(self, attacker: Copy) -> list[str]:
        """WA-6.4 and WA-6.5, with the attacker's own Blocker already gone (WA-6.2)."""
        names = []
        for player in (self._foe, self._me):
            blockers = [copy for copy in player.blockers() if copy is not attacker]
            shielded = bool(blockers) and not attacker.has("stealth")
            if player is self._foe and not shielded:
                names.append("foe")
            names += [
                self._target_name(copy)
                for copy in player.arena
                if copy is not attacker and (not shielded or copy in blockers)
            ]
        return names

    def _target_name(self, copy: Copy) -> str:
        """WA-10: own cards by name, the opponent's with ``foe:`` in front."""
        return copy.name if copy.owner == self.active else f"foe:{copy.name}"

    # What a choice does.

    def choose(self, line: str) -> None:
        """Carries out a choice of the seat that decides, and all that follows up to the next decision.

        Raises:
            ValueError: the line is not one of ``choices()``; nothing has changed.
        """
        if line not in self._legal_lines():
            message = f"not a legal choice: {line!r}"
            raise ValueError(message)
        try:
            self._carry_out(line.split())
        except _EndedError:
            self._asked = "over"

    def _carry_out(self, words: list[str]) -> None:
        if words[0] == "cut":
            self._cut(int(words[1]))
        elif words[0] in {"heal", "skip"}:
            self._heal(pays=words[0] == "heal")
        elif words[0] == "draw":
            self._draw_step(int(words[1]))
        elif words[0] == "summon":
            self._summon(self._in_hand(words[1]))
        elif words[0] == "cast":
            self._cast(self._in_arena(words[1]), self._in_arena(words[2]))
        elif words[0] == "flash":
            self._flash(self._in_hand(words[1]), self._in_arena(words[2]))
        elif words[0] == "attack":
            self._attack(self._in_arena(words[1]), words[2], crashes=words[-1] == "crash")
        elif self._asked == "summoning":
            self._asked = "attack"
        else:
            self._closing()

    def _in_hand(self, name: str) -> Copy:
        return next(copy for copy in self._me.hand if copy.name == name)

    def _in_arena(self, target: str) -> Copy:
        cards = [*self._me.arena, *self._foe.arena]
        return next(copy for copy in cards if self._target_name(copy) == target)

    def _cut(self, number: int) -> None:
        """WA-3.2: the first cards of the opponent's Pattern go to its end."""
        cut = self._foe if self._asked == "cut" else self._me
        cut.pattern = cut.pattern[number:] + cut.pattern[:number]
        if self._asked == "cut":
            self._asked = "second cut"
            return
        for player in self.players:  # WA-3.3
            player.pattern.append(None)
            for _ in range(FIRST_HAND):
                self._take_top_card(player)
        self._begin_turn(self.active)  # WA-3.4

    # WA-4: the turn.

    def _begin_turn(self, seat: int) -> None:
        """WA-4.1 (a) and (b), and then whatever is asked first."""
        self.turn += 1
        self.active = seat
        for copy in self._me.arena:
            copy.since_start = True
        me = self._me
        me.crystals = min(MAX_CRYSTALS, me.crystals + 1)
        sources = sum(copy.has("source") for copy in me.arena)
        me.mana = min(MAX_MANA, me.mana + me.crystals + sources)
        if self._healers() and me.crystals >= 1:
            self._asked = "heal"
        else:
            self._after_heal()

    def _healers(self) -> int:
        return sum(copy.has("healer") for copy in self._me.arena)

    def _heal(self, *, pays: bool) -> None:
        """WA-4.1 (c): one Crystal pays for all Healers together."""
        if pays:
            self._me.crystals -= 1
            self._me.life = min(MAX_LIFE, self._me.life + self._healers())
        self._after_heal()

    def _after_heal(self) -> None:
        """WA-4.1 (d): what this player made ends; then (e) is asked, or done if no Crystal can be paid."""
        for copy in self._me.arena:
            copy.lost_blocker = False  # WA-6.2: only its owner attacks with a card
        for copy in [*self._me.arena, *self._foe.arena]:
            copy.bonuses = [bonus for bonus in copy.bonuses if bonus.giver != self.active]
            self._destroy_if_due(copy)  # WA-7.3
        if self._me.crystals >= 1:
            self._asked = "draw"
        else:
            self._draw_step(1)

    def _draw_step(self, number: int) -> None:
        """WA-4.1 (e): one card, or two for a Crystal. Each is checked by itself (WA-8.1, WA-8.2)."""
        self._me.crystals -= number - 1
        for _ in range(number):
            self._take_top_card(self._me)
        self._asked = "summoning"

    def _closing(self) -> None:
        """WA-4.4: crashes have ended with the phase (WA-6.3), damage and Mana go, and the opponent's turn comes."""
        for copy in [*self._me.arena, *self._foe.arena]:
            copy.crash = 0
            copy.damage = 0
        self._me.mana = 0
        if self.turn == LAST_TURN:  # WA-4.6
            self.winners = []
            self.reason = "turn-limit"
            raise _EndedError
        for copy in self._me.arena:  # WA-11.2: these speak of the active player's cards
            copy.since_start = False
            copy.triggered = False
            copy.attacked = False
        self._begin_turn(1 - self.active)

    # WA-5: summoning.

    def _summon(self, copy: Copy) -> None:
        """WA-5.1."""
        self._me.mana -= copy.card.cost
        self._me.hand.remove(copy)
        self._me.arena.append(copy)

    def _cast(self, copy: Copy, target: Copy) -> None:
        """WA-5.3."""
        self._me.mana -= CAST_COST
        copy.triggered = True
        self._resolve(copy, target)

    def _flash(self, copy: Copy, target: Copy) -> None:
        """WA-5.4: the flashed card goes to the Pattern after a card that it destroyed."""
        self._me.mana -= copy.card.cost - 1
        self._resolve(copy, target)
        self._me.hand.remove(copy)
        self._to_pattern(copy)

    def _resolve(self, copy: Copy, target: Copy) -> None:
        """WA-5.6, WA-5.7 and WA-5.8, with the current values of the triggered card."""
        if copy.has("support"):
            target.bonuses.append(Bonus(self.active, copy.attack, copy.health, is_blocker=False))
        elif copy.has("archer"):
            target.damage += copy.attack
            self._destroy_if_due(target)
        else:
            target.bonuses.append(Bonus(self.active, 0, copy.health, is_blocker=True))

    # WA-6: combat.

    def _attack(self, attacker: Copy, defender: str, *, crashes: bool) -> None:
        attacker.attacked = True  # WA-6.1
        attacker.lost_blocker = True  # WA-6.2; it says nothing of a card that never had Blocker
        for bonus in attacker.bonuses:
            bonus.is_blocker = False
        if crashes:  # WA-6.3
            self._me.mana -= CRASH_COST
            attacker.crash = CRASH_ATTACK
        if defender == "foe":
            self._lose_life(self._foe, attacker.attack)
            return
        copy = self._in_arena(defender)
        copy.damage += attacker.attack  # WA-6.6
        attacker.damage += copy.attack
        self._destroy_if_due(attacker)  # WA-7.2: the attacker's card goes first
        self._destroy_if_due(copy)

    # WA-2.1, WA-7 and WA-8: losing.

    def _lose_life(self, player: Player, life: int) -> None:
        """WA-2.1: at 0 or less the player loses at once, and everything stops."""
        player.life -= life
        if player.life <= 0:
            self.winners = [1 - player.seat]
            self.reason = "life"
            raise _EndedError

    def _destroy_if_due(self, copy: Copy) -> None:
        """WA-7.1."""
        if copy.damage >= copy.health:
            self.players[copy.owner].arena.remove(copy)
            copy.forget()
            self._to_pattern(copy)

    def _to_pattern(self, copy: Copy) -> None:
        """To the end of its owner's Pattern, behind X; in front of X if X is alone (WA-8.3)."""
        pattern = self.players[copy.owner].pattern
        if pattern == [None]:
            pattern.insert(0, copy)
        else:
            pattern.append(copy)

    def _take_top_card(self, player: Player) -> None:
        """WA-4.1 (e) for one card, with the Rollover of WA-8.1, or of WA-8.2 when there is no card."""
        if player.pattern[0] is not None:
            player.hand.append(player.pattern[0])
            player.pattern = player.pattern[1:]
        if player.pattern[0] is None:
            self._lose_life(player, ROLLOVER_LIFE)
            player.pattern = [*player.pattern[1:], None]

    # WA-11.2: the view.

    def view(self) -> dict[str, object]:
        """Shows everything, in the shape of WA-11.2; a new value each time."""
        phases = {"second cut": "cut", "heal": "opening", "draw": "opening"}
        return {
            "game": "wizards_arena",
            "turn": self.turn,
            "active": self.active,
            "phase": phases.get(self._asked, self._asked),
            "players": [_player_view(player) for player in self.players],
        }


def _player_view(player: Player) -> dict[str, object]:
    return {
        "life": player.life,
        "crystals": player.crystals,
        "mana": player.mana,
        "pattern": [MARK if copy is None else copy.name for copy in player.pattern],
        "hand": [copy.name for copy in player.hand],
        "arena": [_copy_view(copy) for copy in player.arena],
    }


def _copy_view(copy: Copy) -> dict[str, object]:
    return {
        "name": copy.name,
        "card": copy.card.letter,
        "attack": copy.attack,
        "health": copy.health,
        "damage": copy.damage,
        "abilities": sorted(copy.abilities),
        "since_start": copy.since_start,
        "triggered": copy.triggered,
        "attacked": copy.attacked,
    }
