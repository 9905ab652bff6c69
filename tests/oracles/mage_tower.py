"""Mage Tower for two with the basics alone, read from the rules and written as plainly as can be: slow, easy to check.

Both decks hold Archers, Elite Archers and Knights, and what was bought since; nothing else is in the game, so the only
window is the casting phase. Everything is looked up anew when it is asked for. The first order of the decks is given;
what comes out of a deck that was shuffled later is told by who plays beside it (``Feed``), and must have been in it.
Rule numbers are those of the game's ``rules.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

COST = {"archer": 2, "elite_archer": 4, "knight": 4, "intellect": 0, "summoning": 0, "gloryseeking": 0, "confusion": 2}
PRICE = {"intellect": 3, "summoning": 4, "gloryseeking": 4}  # MT-11.3
ARROWS = {"archer": 3, "elite_archer": 5, "gloryseeking": 2}
# MT-6.11: attack, health, points; MT-14.1 for the last one.
MONSTERS = {
    "orc": (2, 3, 3),
    "hellhound": (1, 2, 2),
    "ogre": (3, 4, 4),
    "warlock": (2, 2, 3),
    "demon": (4, 4, 5),
    "giant": (5, 5, 5),
    "demonspawn": (1, 1, 0),
}
KNIGHT_ATTACK, KNIGHT_HEALTH = 3, 4
ENERGY = 7  # MT-7.1
FEWEST, MOST = 10, 12  # MT-6.5
LIFE = 20  # MT-2.6
ACTIONS = 200  # MT-7.14
ROUNDS = 100  # MT-20.6
THRESHOLD = 2  # MT-20.2


@dataclass
class Feed:
    """What came out of shuffled decks: the cards that each seat drew, and the monsters turned over, in order."""

    drawn: list[list[str]] = field(default_factory=lambda: [[], []])
    monsters: list[str] = field(default_factory=list)


@dataclass
class Deck:
    """Cards face down, the top one first; once it was shuffled, the order means nothing."""

    cards: list[str]
    is_shuffled: bool = False


@dataclass
class Monster:
    """A monster on a board."""

    card: str
    name: str
    entered_turn: int
    damage: int = 0
    angry: bool = False

    @property
    def attack(self) -> int:
        """MT-6.11."""
        return MONSTERS[self.card][0]

    @property
    def left(self) -> int:
        """The health that is left (MT-7.6)."""
        return MONSTERS[self.card][1] - self.damage


@dataclass
class Item:
    """A card in an in-play zone: a Knight, or an ability until the end of the turn (MT-7.4)."""

    card: str
    name: str
    bought: bool = False
    damage: int = 0
    attacks: int = 0


@dataclass
class Player:
    """A seat."""

    hand: list[str]
    deck: Deck
    monsters: Deck
    life: int = LIFE
    gold: int = 0
    out: bool = False
    discard: list[str] = field(default_factory=list)
    in_play: list[Item] = field(default_factory=list)
    board: list[Monster] = field(default_factory=list)
    monster_discard: list[str] = field(default_factory=list)
    reshuffles: int = 0

    def name(self, card: str) -> str:
        """Give the name of a new copy: the lowest free number on this side (MT-25.1)."""
        known = {one.name for one in [*self.board, *self.in_play]}
        return next(name for number in range(1, 400) if (name := f"{card}#{number}") not in known)


class Oracle:
    """A match of two.

    Args:
        decks: for each seat its cards, the starting hand of two first, then the deck, top first.
        monsters: for each seat its monster deck, top first.
        first: the seat that begins.
        feed: what came out of shuffled decks up to the first decision.
    """

    def __init__(self, decks: list[list[str]], monsters: list[list[str]], first: int, feed: Feed) -> None:
        """Play up to the first decision."""
        self.players = [
            Player(list(cards[:2]), Deck(list(cards[2:])), Deck(list(row)))
            for cards, row in zip(decks, monsters, strict=True)
        ]
        self.piles = {"intellect": 9, "summoning": 9, "gloryseeking": 9, "confusion": 11, "demonspawn": 9}  # MT-2.5
        self.first = self.active = first
        self.turn = self.round = 0
        self.energy = self.actions = 0
        self.last_turns: list[int] | None = None
        self.winners: list[int] | None = None
        self.reason = ""
        self.feed = feed
        self.begin_turn(first)
        self.require_fed()

    # What is asked

    @property
    def seat(self) -> int | None:
        """The seat that decides; None at the end."""
        return None if self.winners is not None else self.active

    def choices(self) -> list[str]:
        """The lines of the seat that decides (MT-25.4)."""
        me = self.players[self.active]
        lines = {"end"}
        lines |= {f"play {card}" for card in me.hand if COST[card] <= self.energy}
        lines |= {f"buy {card}" for card, price in PRICE.items() if price <= me.gold and self.piles[card]}
        lines |= {f"attack {item.name}" for item in me.in_play if item.card == "knight" and not item.attacks}
        return sorted(lines)

    def choose(self, line: str, feed: Feed) -> None:
        """Carry out a line of ``choices``."""
        assert line in self.choices()
        self.feed = feed
        verb, _, name = line.partition(" ")
        self.actions += 1
        if verb == "end":
            self.end_turn()
        else:
            getattr(self, verb)(self.players[self.active], name)
            if self.actions == ACTIONS and self.winners is None:
                self.end_turn()
        self.require_fed()

    def require_fed(self) -> None:
        """Nothing may come out of a deck that was not drawn here."""
        assert self.feed == Feed(), f"left over: {self.feed}"

    # Cards of a player

    def draw(self, seat: int, count: int) -> None:
        """MT-4.4."""
        me = self.players[seat]
        for _ in range(count):
            if not me.deck.cards:
                self.refill(me)
            if not me.deck.cards:
                return
            card = self.next_card(seat, me.deck)
            me.deck.cards.remove(card)
            me.hand.append(card)

    def next_card(self, seat: int, deck: Deck) -> str:
        """Take the next card of a deck that is not empty, which the feed must know of."""
        drawn = self.feed.drawn[seat]
        card = drawn[0] if deck.is_shuffled else deck.cards[0]
        drawn.remove(card)
        return card

    @staticmethod
    def refill(me: Player) -> None:
        """Shuffle the discard pile into a new deck."""
        me.deck = Deck(me.discard, is_shuffled=True)
        me.discard = []

    def play(self, me: Player, card: str) -> None:
        """MT-7.3."""
        me.hand.remove(card)
        self.energy -= COST[card]
        self.enter(me, card, bought=False)

    def buy(self, me: Player, card: str) -> None:
        """MT-11.1."""
        me.gold -= PRICE[card]
        self.piles[card] -= 1
        self.enter(me, card, bought=True)

    def enter(self, me: Player, card: str, *, bought: bool) -> None:
        """Put a card into play and do what it says."""
        me.in_play.append(Item(card, me.name(card), bought))
        if card in ARROWS:
            self.arrow(me, ARROWS[card])
        if card == "intellect":
            self.draw(self.active, 1)
        if card == "summoning":
            self.energy += 2
        if card in PRICE and not bought and self.winners is None:  # MT-11.4
            self.draw(self.active, 1)

    def arrow(self, me: Player, amount: int) -> None:
        """MT-7.5, MT-7.8 to MT-7.10."""
        while amount and me.board:
            closest = me.board[0]
            dealt = min(amount, closest.left)
            closest.damage += dealt
            amount -= dealt
            if not closest.left:
                self.kill(me, closest)
        if amount:
            self.hurt(self.other(me), amount)

    def attack(self, me: Player, name: str) -> None:
        """MT-8.3, MT-8.5, MT-8.10."""
        knight = next(item for item in me.in_play if item.name == name)
        knight.attacks += 1
        if not me.board:
            knight.damage += 2
            self.bury(me, knight)
            self.hurt(self.other(me), KNIGHT_ATTACK)
            return
        closest = me.board[0]
        closest.damage += min(KNIGHT_ATTACK, closest.left)
        knight.damage += closest.attack
        if not closest.left:
            self.kill(me, closest)
        self.bury(me, knight)

    @staticmethod
    def bury(me: Player, knight: Item) -> None:
        """MT-8.1."""
        if knight.damage >= KNIGHT_HEALTH:
            me.in_play.remove(knight)
            me.discard.append(knight.card)

    # Monsters

    def kill(self, me: Player, monster: Monster) -> None:
        """MT-6.11 (Demon), MT-6.13, MT-14.1."""
        self.remove(me, monster)
        if monster.card == "demon" and self.piles["demonspawn"]:
            self.piles["demonspawn"] -= 1
            me.board.append(Monster("demonspawn", me.name("demonspawn"), self.turn))

    def remove(self, me: Player, monster: Monster) -> None:
        """Put a monster where it came from."""
        me.board.remove(monster)
        if monster.card == "demonspawn":
            self.piles["demonspawn"] += 1
        else:
            me.monster_discard.append(monster.card)

    def monster_phase(self, me: Player) -> None:
        """MT-6."""
        for monster in [one for one in me.board if one.angry]:
            me.life -= monster.attack
            if monster.card == "warlock" and self.piles["confusion"]:
                self.piles["confusion"] -= 1
                me.discard.append("confusion")
            self.remove(me, monster)
            self.check_life()
            if self.winners is not None:
                return
        for monster in me.board:
            monster.angry = True
        points = 0
        while points < FEWEST:
            if not me.monsters.cards:
                if all(points + MONSTERS[card][2] > MOST for card in me.monster_discard):  # MT-6.9
                    return
                me.monsters = Deck(me.monster_discard, is_shuffled=True)
                me.monster_discard = []
                me.reshuffles += 1
                if me.reshuffles == THRESHOLD and self.last_turns is None:
                    self.last_turns = [1 - self.active]  # MT-20.3
            card = self.next_monster(me.monsters)
            me.monsters.cards.remove(card)
            if points + MONSTERS[card][2] > MOST:
                me.monster_discard.append(card)  # MT-6.7
            else:
                points += MONSTERS[card][2]
                me.board.append(Monster(card, me.name(card), self.turn))

    def next_monster(self, deck: Deck) -> str:
        """Turn over the next monster of a deck that is not empty, which the feed must know of."""
        card = self.feed.monsters.pop(0)
        assert deck.is_shuffled or card == deck.cards[0]
        return card

    # Turns and the end

    def begin_turn(self, seat: int) -> None:
        """MT-5, then MT-6; the casting phase is asked."""
        me = self.players[seat]
        self.active = seat
        self.turn += 1
        self.round += seat == self.first
        self.energy = self.actions = 0
        for item in [*me.in_play, *self.players[1 - seat].in_play]:
            item.attacks = 0  # MT-8.7
        self.draw(seat, 2)
        me.gold += 1
        self.monster_phase(me)
        if self.winners is None:
            self.energy = ENERGY

    def end_turn(self) -> None:
        """MT-19, MT-20.3, MT-20.6."""
        me = self.players[self.active]
        self.energy = 0
        for item in [one for one in me.in_play if one.card != "knight"]:
            me.in_play.remove(item)
            if item.card == "confusion":
                self.piles["confusion"] += 1
            else:
                me.discard.append(item.card)
        if not me.deck.cards:
            self.refill(me)
        following = 1 - self.active
        if self.last_turns is not None:
            if following not in self.last_turns:
                self.finish("most-life")
                return
            self.last_turns.remove(following)
        elif self.round == ROUNDS and following == self.first:
            self.finish("round-limit")
            return
        self.begin_turn(following)

    def finish(self, reason: str) -> None:
        """MT-20.3, MT-21.3."""
        most = max(player.life for player in self.players)
        self.winners = [seat for seat, player in enumerate(self.players) if player.life == most]
        self.reason = reason

    def other(self, me: Player) -> Player:
        """The opponent."""
        return self.players[1 - self.players.index(me)]

    def hurt(self, player: Player, amount: int) -> None:
        """Damage to a player."""
        player.life -= amount
        self.check_life()

    def check_life(self) -> None:
        """MT-20.1, MT-21.2."""
        for player in self.players:
            if player.life <= 0 and not player.out:
                player.out = True
                held = [*player.hand, *player.deck.cards, *player.discard, *(item.card for item in player.in_play)]
                self.piles["confusion"] += held.count("confusion")
                for monster in list(player.board):
                    self.remove(player, monster)
                player.hand, player.deck, player.discard, player.in_play = [], Deck([]), [], []
                self.winners = [1 - self.players.index(player)]
                self.reason = "last-standing"

    # What is seen

    def view(self, viewer: int | None) -> dict[str, object]:
        """MT-26.5 to MT-26.9."""
        is_over = self.winners is not None
        return {
            "game": "mage_tower",
            "mode": "versus",
            "turn": self.turn,
            "round": self.round,
            "active": None if is_over else self.active,
            "phase": "over" if is_over else "casting",
            "you": viewer,
            "energy": self.energy,
            "actions_left": ACTIONS - self.actions,
            "players": [self.player_view(seat, viewer) for seat in (0, 1)],
            "piles": {**self.piles, "militia_token": 3, "golem_token": 1, "decoy_token": 1},
            "monsters": None,
            "team": None,
            "last_turns": self.last_turns,
            "draft": None,
        }

    def player_view(self, seat: int, viewer: int | None) -> dict[str, object]:
        """MT-26.6."""
        player = self.players[seat]
        return {
            "seat": seat,
            "life": player.life,
            "gold": player.gold,
            "out": player.out,
            "hand_size": len(player.hand),
            "hand": sorted(player.hand) if seat == viewer else None,
            "deck_size": len(player.deck.cards),
            "discard": player.discard,
            "in_play": [item_view(item) for item in player.in_play],
            "board": [monster_view(monster) for monster in player.board],
            "monsters": {
                "deck_size": len(player.monsters.cards),
                "discard": player.monster_discard,
                "reshuffles": player.reshuffles,
                "threshold": THRESHOLD,
            },
            "price": PRICE,
            "next_energy": ENERGY,
            "window": [FEWEST, MOST],
        }


def item_view(item: Item) -> dict[str, object]:
    """MT-26.7."""
    is_knight = item.card == "knight"
    return {
        "name": item.name,
        "card": item.card,
        "type": "defender" if is_knight else "ability",
        "attack": KNIGHT_ATTACK if is_knight else None,
        "health": KNIGHT_HEALTH if is_knight else None,
        "damage": item.damage,
        "attacks_left": 1 - item.attacks if is_knight else None,
        "on": None,
        "uses_left": None,
    }


def monster_view(monster: Monster) -> dict[str, object]:
    """MT-26.7."""
    attack, health, _ = MONSTERS[monster.card]
    return {
        "name": monster.name,
        "card": monster.card,
        "attack": attack,
        "health": health,
        "damage": monster.damage,
        "angry": monster.angry,
        "delay": 0,
        "owner": None,
        "real": True,
        "entered_turn": monster.entered_turn,
    }
