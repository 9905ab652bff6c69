"""Random games of Mage Tower for two with the basics, in plain Python, as fast as plain Python goes.

It plays the full rules as far as Archers, Elite Archers, Knights, prizes and Confusion need them, and draws each choice
from all the legal ones, each as likely.

What makes it fast:

- One function with the whole game in its local variables; no object, and no text in the loop.
- A card is a number. A hand is a count a kind, and a mask of the kinds it holds: what can be played and bought is a row
  of a table, found by the mask, the energy and the gold. No choice is listed.
- New monsters stand behind the others, and it is always the closest that is killed: so the angry ones are in front, and
  their number is all that is kept of anger. Of a Knight only its damage is kept.
- A deck that was shuffled is drawn from at random, card by card, instead of being put into an order.
- The two sides swap names at the end of a turn.

``python -m bench.core.mage_tower_playout [seconds]`` prints choices and games per second on one core.
"""

from __future__ import annotations

import random
import sys
from time import perf_counter
from typing import TYPE_CHECKING

from tests.support.basics import random_basics

if TYPE_CHECKING:
    from tests.support.basics import Basics

CARDS = ("archer", "elite_archer", "knight", "intellect", "summoning", "gloryseeking", "confusion")
ARCHER, ELITE_ARCHER, KNIGHT, INTELLECT, SUMMONING, GLORYSEEKING, CONFUSION = range(7)
COSTS = (2, 4, 4, 0, 0, 0, 2)
ARROWS = (3, 5, 0, 0, 0, 2, 0)
PRICES = {INTELLECT: 3, SUMMONING: 4, GLORYSEEKING: 4}
KINDS = ("orc", "hellhound", "ogre", "warlock", "demon", "giant", "demonspawn")
WARLOCK, DEMON, DEMONSPAWN = 3, 4, 6
ATTACKS = (2, 1, 3, 2, 4, 5, 1)
HEALTHS = (3, 2, 4, 2, 4, 5, 1)
POINTS = (3, 2, 4, 3, 5, 5, 0)

LIFE = 20
ENERGY = 7
FEWEST, MOST = 10, 12
KNIGHT_ATTACK, KNIGHT_HEALTH = 3, 4
EMPTY_BOARD = 2
LAST_TURN = 200
THRESHOLD = 2
NOBODY = -1

# A choice in the log: a card that is played, BUY and a prize, END, or ATTACK and the place among those who may attack.
END = 7
BUY = 10
ATTACK = 20
BUY_MASK = {prize: 1 << 4 + prize for prize in PRICES}
_DEAREST = 64  # more energy or gold than anybody ever has is as good as less


def _row(mask: int) -> tuple[int, ...]:
    plays = [card for card in range(7) if mask >> card & 1]
    return (END, *plays, *(BUY + prize for prize, bit in BUY_MASK.items() if mask & bit))


ROWS = tuple(map(_row, range(1 << 10)))
PAID = tuple(sum(1 << card for card in range(7) if COSTS[card] <= energy) for energy in range(_DEAREST))
BOUGHT = tuple(sum(bit for prize, bit in BUY_MASK.items() if PRICES[prize] <= gold) for gold in range(2 * LAST_TURN))

MEASURED_SETUPS = 64


def play(rng: random.Random, basics: Basics) -> tuple[int, int]:
    """Plays one random game; how many choices were made, and the seat that won, -1 if both did."""
    log: list[int] = []
    winner = run(rng, basics, log, [])
    return len(log), winner


def play_traced(rng: random.Random, basics: Basics) -> tuple[list[int], list[int], int]:
    """Plays one random game; the choices, what was drawn from shuffled decks in that order, and the winner."""
    log: list[int] = []
    drawn: list[int] = []
    winner = run(rng, basics, log, drawn)
    return log, drawn, winner


def run(  # noqa: C901, PLR0912, PLR0915 - calls cost more than anything else here
    rng: random.Random, basics: Basics, log: list[int], drawn: list[int]
) -> int:
    """Plays one random game, adds each choice to ``log`` and what was shuffled to ``drawn``; the winner as `play`."""
    rand = rng.random
    note = log.append
    tell = drawn.append
    me = basics.first
    my_deck, foe_deck = ([CARDS.index(card) for card in reversed(basics.decks[seat])] for seat in (me, 1 - me))
    my_monsters, foe_monsters = ([KINDS.index(one) for one in reversed(basics.monsters[seat])] for seat in (me, 1 - me))
    my_hand, foe_hand = [0] * 7, [0] * 7
    my_mask = foe_mask = 0
    for _ in range(2):
        card = my_deck.pop()
        my_hand[card] += 1
        my_mask |= 1 << card
        card = foe_deck.pop()
        foe_hand[card] += 1
        foe_mask |= 1 << card
    my_discard: list[int] = []
    foe_discard: list[int] = []
    my_fallen: list[int] = []
    foe_fallen: list[int] = []
    my_knights: list[list[int]] = []
    foe_knights: list[list[int]] = []
    my_board: list[int] = []
    foe_board: list[int] = []
    my_left: list[int] = []
    foe_left: list[int] = []
    my_angry = foe_angry = 0
    my_order = foe_order = my_monster_order = foe_monster_order = True  # whether a deck is in the order given
    my_rounds = foe_rounds = 0
    my_life = foe_life = LIFE
    my_gold = foe_gold = 0
    confusions = 11
    spawns = 9
    stock = [0, 0, 0, 9, 9, 9]
    for_sale = sum(BUY_MASK.values())
    to_go = 0

    for _ in range(LAST_TURN):
        # Beginning of the turn (MT-5).
        draws = 2
        while draws:
            draws -= 1
            if not my_deck:
                if not my_discard:
                    break
                my_deck, my_discard = my_discard, my_deck
                my_order = False
            if my_order:
                card = my_deck.pop()
            else:
                number = int(rand() * len(my_deck))
                card = my_deck[number]
                my_deck[number] = my_deck[-1]
                my_deck.pop()
                tell(card)
            my_hand[card] += 1
            my_mask |= 1 << card
        my_gold += 1

        # Monster phase (MT-6).
        if my_angry:
            for kind in my_board[:my_angry]:
                my_life -= ATTACKS[kind]
                if kind == WARLOCK:
                    if confusions:
                        confusions -= 1
                        my_discard.append(CONFUSION)
                    my_fallen.append(kind)
                elif kind == DEMONSPAWN:
                    spawns += 1
                else:
                    my_fallen.append(kind)
                if my_life <= 0:
                    return 1 - me
            del my_board[:my_angry], my_left[:my_angry]
        my_angry = len(my_board)
        points = 0
        while points < FEWEST:
            if not my_monsters:
                room = MOST - points
                if not any(POINTS[kind] <= room for kind in my_fallen):
                    break
                my_monsters, my_fallen = my_fallen, my_monsters
                my_monster_order = False
                my_rounds += 1
                if my_rounds == THRESHOLD and not to_go:
                    to_go = 2
            if my_monster_order:
                kind = my_monsters.pop()
            else:
                number = int(rand() * len(my_monsters))
                kind = my_monsters[number]
                my_monsters[number] = my_monsters[-1]
                my_monsters.pop()
                tell(kind)
            if points + POINTS[kind] > MOST:
                my_fallen.append(kind)
            else:
                points += POINTS[kind]
                my_board.append(kind)
                my_left.append(HEALTHS[kind])

        # Casting phase (MT-7).
        energy = ENERGY
        ready = my_knights[:]
        played: list[int] = []
        while True:
            row = ROWS[my_mask & PAID[energy] | for_sale & BOUGHT[my_gold]]
            number = int(rand() * (len(row) + len(ready)))
            if number >= len(row):
                number -= len(row)
                note(ATTACK + number)
                knight = ready.pop(number)
                if my_board:
                    kind = my_board[0]
                    knight[0] += ATTACKS[kind]
                    left = my_left[0] - KNIGHT_ATTACK
                    if left > 0:
                        my_left[0] = left
                    else:
                        del my_board[0], my_left[0]
                        if my_angry:
                            my_angry -= 1
                        if kind == DEMONSPAWN:
                            spawns += 1
                        else:
                            my_fallen.append(kind)
                            if kind == DEMON and spawns:
                                spawns -= 1
                                my_board.append(DEMONSPAWN)
                                my_left.append(1)
                else:
                    knight[0] += EMPTY_BOARD
                    foe_life -= KNIGHT_ATTACK
                    if foe_life <= 0:
                        return me
                if knight[0] >= KNIGHT_HEALTH:
                    my_knights.remove(knight)  # no other has so much damage
                    my_discard.append(KNIGHT)
                continue
            card = row[number]
            note(card)
            if card == END:
                break
            if card > END:
                card -= BUY
                my_gold -= PRICES[card]
                stock[card] -= 1
                if not stock[card]:
                    for_sale ^= BUY_MASK[card]
                draws = 1 if card == INTELLECT else 0
            else:
                energy -= COSTS[card]
                my_hand[card] -= 1
                if not my_hand[card]:
                    my_mask ^= 1 << card
                if card == KNIGHT:
                    knight = [0]
                    my_knights.append(knight)
                    ready.append(knight)
                    continue
                draws = 2 if card == INTELLECT else 1 if card in PRICES else 0
            played.append(card)
            if card == SUMMONING:
                energy += 2
            amount = ARROWS[card]
            while amount:
                if not my_board:
                    foe_life -= amount
                    if foe_life <= 0:
                        return me
                    break
                if my_left[0] > amount:
                    my_left[0] -= amount
                    break
                amount -= my_left[0]
                kind = my_board[0]
                del my_board[0], my_left[0]
                if my_angry:
                    my_angry -= 1
                if kind == DEMONSPAWN:
                    spawns += 1
                else:
                    my_fallen.append(kind)
                    if kind == DEMON and spawns:
                        spawns -= 1
                        my_board.append(DEMONSPAWN)
                        my_left.append(1)
            while draws:
                draws -= 1
                if not my_deck:
                    if not my_discard:
                        break
                    my_deck, my_discard = my_discard, my_deck
                    my_order = False
                if my_order:
                    card = my_deck.pop()
                else:
                    number = int(rand() * len(my_deck))
                    card = my_deck[number]
                    my_deck[number] = my_deck[-1]
                    my_deck.pop()
                    tell(card)
                my_hand[card] += 1
                my_mask |= 1 << card

        # End of the turn (MT-19, MT-20.3).
        for card in played:
            if card == CONFUSION:
                confusions += 1
            else:
                my_discard.append(card)
        if not my_deck and my_discard:
            my_deck, my_discard = my_discard, my_deck
            my_order = False
        if to_go:
            to_go -= 1
            if not to_go:
                break
        me = 1 - me
        my_hand, foe_hand, my_mask, foe_mask = foe_hand, my_hand, foe_mask, my_mask
        my_deck, foe_deck, my_order, foe_order = foe_deck, my_deck, foe_order, my_order
        my_discard, foe_discard, my_knights, foe_knights = foe_discard, my_discard, foe_knights, my_knights
        my_monsters, foe_monsters, my_fallen, foe_fallen = foe_monsters, my_monsters, foe_fallen, my_fallen
        my_monster_order, foe_monster_order = foe_monster_order, my_monster_order
        my_board, foe_board, my_left, foe_left = foe_board, my_board, foe_left, my_left
        my_angry, foe_angry, my_rounds, foe_rounds = foe_angry, my_angry, foe_rounds, my_rounds
        my_life, foe_life, my_gold, foe_gold = foe_life, my_life, foe_gold, my_gold
    else:
        me = 1 - me  # the round limit: names were swapped after the last turn
        my_life, foe_life = foe_life, my_life
    if my_life == foe_life:
        return NOBODY
    return me if my_life > foe_life else 1 - me


def measure(seconds: float) -> tuple[float, float]:
    """Plays random games for about so long; choices and games per second."""
    rng = random.Random(1)
    setups = [random_basics(rng) for _ in range(MEASURED_SETUPS)]
    choices = games = 0
    begun = perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        choices += play(rng, setups[games % MEASURED_SETUPS])[0]
        games += 1
        elapsed = perf_counter() - begun
    return choices / elapsed, games / elapsed


if __name__ == "__main__":
    made, ended = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
    print(f"{made:,.0f} choices per second, {ended:,.0f} games per second")
