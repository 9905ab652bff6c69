"""Random games of Wizard's Arena in plain Python, as fast as plain Python goes: what the engine is measured against.

It plays the full rules (WA-1 to WA-9) and draws each choice from all the legal ones, each as likely.

What makes it fast:

- One function with the whole game in its local variables; no object, and no text in the loop.
- A card is a number. The numbers go up with the Cost, so that in a sorted Hand all that can be paid stands in front,
  and one bisection counts it. What can happen to a card stands in lists indexed by its number.
- Choices are counted by kind, not listed: the number that was drawn says which one it is. An
  earlier form listed them all as integers and picked from the list; it made a little more than half as many a second.
- The two sides swap names at the end of a turn. Bonuses are taken back by way of a list of the cards that got some.

What was tried and did not help: to keep the attackers without any ability apart, with one division instead of a loop
(there are only two or three attackers at a time).

``python -m bench.core.wizards_arena_playout [seconds]`` prints choices per second on one core.
"""

from __future__ import annotations

import random
import sys
from bisect import bisect_left, bisect_right, insort
from time import perf_counter
from typing import TYPE_CHECKING

from tests.support.patterns import LETTERS, random_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

# WA-9, by letter from A to U.
COSTS = (0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4)
ATTACKS = (0, 1, 0, 0, 0, 0, 2, 1, 0, 1, 1, 1, 0, 0, 0, 2, 1, 2, 1, 0, 2)
HEALTHS = (1, 1, 2, 1, 1, 1, 1, 2, 3, 1, 1, 1, 2, 2, 2, 2, 3, 1, 2, 3, 3)
SUPPORT, ARCHER, LEADER = 1, 2, 3
TRIGGERS = {"J": SUPPORT, "S": SUPPORT, "K": ARCHER, "R": ARCHER, "F": LEADER, "O": LEADER}
# What a card does in its player's Opening: get its Blocker back, give Mana, heal.
RETURNS, PRODUCES, HEALS = 1, 2, 3
DUTIES = dict.fromkeys("ACIQU", RETURNS) | dict.fromkeys("DN", PRODUCES) | {"T": HEALS}
CRASHERS = "EM"
STEALTHY = "L"
# Cost, Attack, Health, trigger, duty, Blocker, Crasher, Stealth, and whether the number of its attacks is not simple.
CARDS = {
    letter: (
        COSTS[kind],
        ATTACKS[kind],
        HEALTHS[kind],
        TRIGGERS.get(letter, 0),
        DUTIES.get(letter, 0),
        int(DUTIES.get(letter) == RETURNS),
        int(letter in CRASHERS),
        int(letter in STEALTHY),
        int(letter in CRASHERS + STEALTHY),
    )
    for kind, letter in enumerate(LETTERS)
}

SIZE = 25
CARD_COUNT = 2 * SIZE
MARK = CARD_COUNT  # X in a Pattern
FOE = CARD_COUNT  # the opposing player as a defender
MAX_LIFE = 15
MAX_CRYSTALS = 5
MAX_MANA = 8
LAST_TURN = 1000
NOBODY = -1

# A choice in the log is a number: below ACTION one without a card (a cut is the number of its cards), else
# kind + first card * STEP + second card.
HEAL, SKIP, DRAW_1, DRAW_2, DONE = range(SIZE, SIZE + 5)
PLAIN_LINES = {HEAL: "heal", SKIP: "skip", DRAW_1: "draw 1", DRAW_2: "draw 2", DONE: "done"}
STEP = 64
ACTION = STEP * STEP
SUMMON, CAST, FLASH, ATTACK, CRASH = range(ACTION, 6 * ACTION, ACTION)

MEASURED_PAIRS = 64


def play(rng: random.Random, patterns: Sequence[str], first: int) -> tuple[int, int]:
    """Plays one random game.

    Args:
        rng: asked once a choice.
        patterns: two Patterns, taken to be legal.
        first: the seat that takes the first turn.

    Returns:
        How many choices were made, and the seat that won, -1 for a draw.
    """
    log: list[int] = []
    winner = run(rng, patterns, first, log)
    return len(log), winner


def card_order(patterns: Sequence[str]) -> list[int]:
    """Gives for each card number its place in both Patterns written behind each other; numbers go up with the Cost."""
    letters = patterns[0] + patterns[1]
    return sorted(range(CARD_COUNT), key=lambda place: CARDS[letters[place]][0])


def run(  # noqa: C901, PLR0912, PLR0915 - calls cost more than anything else here
    rng: random.Random, patterns: Sequence[str], first: int, log: list[int]
) -> int:
    """Plays one random game, adds each choice made to ``log``, and gives the winner as ``play`` does."""
    rand = rng.random
    note = log.append
    letters = patterns[0] + patterns[1]
    order = card_order(patterns)
    rows = [CARDS[letters[place]] for place in order]
    cost, base_attack, base_health, trigger, duty, base_block, crasher, stealth, is_special = map(
        list, zip(*rows, strict=True)
    )
    owner = [place // SIZE for place in order]
    card_at = [0] * CARD_COUNT
    for card, place in enumerate(order):
        card_at[place] = card
    # The first card that so much Mana does not pay.
    limit = [bisect_right(cost, mana) for mana in range(MAX_MANA + 2)]

    attack = base_attack[:]
    health = base_health[:]
    damage = [0] * CARD_COUNT
    crash = [0] * CARD_COUNT
    # Blocker now: 1 printed and not lost, 2 and 4 given by a Leader of either side.
    block = base_block[:]

    # Setup (WA-3).
    me = first
    my_pattern = card_at[SIZE:] if me else card_at[:SIZE]
    foe_pattern = card_at[:SIZE] if me else card_at[SIZE:]
    number = int(rand() * SIZE)
    note(number)
    foe_pattern = foe_pattern[number:] + foe_pattern[:number] + [MARK]
    number = int(rand() * SIZE)
    note(number)
    my_pattern = my_pattern[number:] + my_pattern[:number] + [MARK]
    my_hand, my_pattern = sorted(my_pattern[:3]), my_pattern[3:]
    foe_hand, foe_pattern = sorted(foe_pattern[:3]), foe_pattern[3:]
    my_flashes = [card for card in my_hand if trigger[card]]  # the part of the Hand that has a trigger
    foe_flashes = [card for card in foe_hand if trigger[card]]
    my_life = foe_life = MAX_LIFE
    my_crystals = foe_crystals = 0
    my_arena: list[int] = []
    foe_arena: list[int] = []
    my_gifts: list[int] = []  # cards that my triggers gave something, and how much each holds of it
    foe_gifts: list[int] = []
    my_given_attack, my_given_health = [0] * CARD_COUNT, [0] * CARD_COUNT
    foe_given_attack, foe_given_health = [0] * CARD_COUNT, [0] * CARD_COUNT
    my_bit, foe_bit = 2, 4

    for _ in range(LAST_TURN):
        # Opening (WA-4.1). There is always a Crystal to pay for healing: one has just been gained.
        if my_crystals < MAX_CRYSTALS:
            my_crystals += 1
        mana = my_crystals
        healers = 0
        for card in my_arena:
            task = duty[card]
            if task:
                if task == RETURNS:
                    block[card] |= 1
                elif task == PRODUCES:
                    mana += 1
                else:
                    healers += 1
        mana = min(mana, MAX_MANA)
        if healers:
            if int(rand() * 2):
                note(HEAL)
                my_crystals -= 1
                my_life = min(my_life + healers, MAX_LIFE)
            else:
                note(SKIP)
        if my_gifts:
            for card in my_gifts:
                attack[card] -= my_given_attack[card]
                health[card] -= my_given_health[card]
                my_given_attack[card] = my_given_health[card] = 0
                block[card] &= ~my_bit
            my_gifts.clear()
        draws = 1
        if my_crystals:
            if int(rand() * 2):
                note(DRAW_2)
                my_crystals -= 1
                draws = 2
            else:
                note(DRAW_1)
        while draws:
            draws -= 1
            if my_pattern[0] != MARK:
                card = my_pattern.pop(0)
                insort(my_hand, card)
                if trigger[card]:
                    insort(my_flashes, card)
            if my_pattern[0] == MARK:  # WA-8.1, WA-8.2
                my_life -= 3
                if my_life <= 0:
                    return 1 - me
                my_pattern.append(my_pattern.pop(0))

        # Summoning (WA-5). Only what is there now may cast and attack.
        ready = my_arena[:]
        casters = [card for card in my_arena if trigger[card]]
        targets = my_arena + foe_arena
        while True:
            summons = bisect_left(my_hand, limit[mana])
            flashes = bisect_left(my_flashes, limit[mana + 1])
            width = len(targets)
            number = int(rand() * (summons + 1 + width * (flashes + (len(casters) if mana else 0))))
            if number < summons:
                card = my_hand.pop(number)
                note(SUMMON + card * STEP)
                mana -= cost[card]
                if trigger[card]:
                    my_flashes.remove(card)
                my_arena.append(card)
                targets.append(card)
                continue
            if number == summons:
                note(DONE)
                break
            number -= summons + 1
            target = targets[number % width]
            number //= width
            is_flash = number < flashes
            if is_flash:
                card = my_flashes.pop(number)
                note(FLASH + card * STEP + target)
                mana -= cost[card] - 1
                given_attack = base_attack[card]
                given_health = base_health[card]
            else:
                card = casters.pop(number - flashes)
                note(CAST + card * STEP + target)
                mana -= 1
                ready.remove(card)
                given_attack = attack[card]
                given_health = health[card]
            kind = trigger[card]
            if kind == ARCHER:
                damage[target] += given_attack
                if damage[target] >= health[target]:  # WA-7.1
                    targets.remove(target)
                    damage[target] = 0
                    attack[target] = base_attack[target]
                    health[target] = base_health[target]
                    block[target] = base_block[target]
                    my_given_attack[target] = my_given_health[target] = 0
                    foe_given_attack[target] = foe_given_health[target] = 0
                    if owner[target] == me:
                        my_arena.remove(target)
                        if target in ready:
                            ready.remove(target)
                            if target in casters:
                                casters.remove(target)
                        pattern = my_pattern
                    else:
                        foe_arena.remove(target)
                        pattern = foe_pattern
                    if len(pattern) == 1:  # WA-8.3
                        pattern.insert(0, target)
                    else:
                        pattern.append(target)
            else:
                my_gifts.append(target)
                health[target] += given_health
                my_given_health[target] += given_health
                if kind == SUPPORT:
                    attack[target] += given_attack
                    my_given_attack[target] += given_attack
                else:
                    block[target] |= my_bit
            if is_flash:
                my_hand.remove(card)
                if len(my_pattern) == 1:
                    my_pattern.insert(0, card)
                else:
                    my_pattern.append(card)

        # Attack (WA-6).
        crashed: list[int] = []
        my_blockers = [card for card in my_arena if block[card]]
        foe_blockers = [card for card in foe_arena if block[card]]
        while True:
            if not ready:
                int(rand() * 1)
                note(DONE)
                break
            # How many defenders an attacker has: of the foe's side, and of the own one without itself.
            all_own = len(my_arena) - 1
            all_foes = len(foe_arena) + 1
            shields = len(my_blockers)
            foes = len(foe_blockers) or all_foes
            plain_span = foes + (shields or all_own)
            spans = []
            count = 1
            for card in ready:
                span = plain_span
                if is_special[card] or block[card]:
                    if stealth[card]:
                        span = all_foes + all_own
                    elif block[card]:
                        span = foes + (shields - 1 or all_own)
                    if mana and crasher[card]:
                        span += span
                spans.append(span)
                count += span
            number = int(rand() * count)
            if not number:
                note(DONE)
                break
            number -= 1
            place = 0
            for span in spans:
                if number < span:
                    break
                number -= span
                place += 1
            card = ready.pop(place)
            action = ATTACK
            if block[card]:  # WA-6.2
                block[card] = 0
                my_blockers.remove(card)
                shields -= 1
            if mana and crasher[card]:
                span >>= 1
                if number >= span:  # WA-6.3
                    number -= span
                    mana -= 1
                    attack[card] += 3
                    crash[card] = 3
                    crashed.append(card)
                    action = CRASH
            is_shielded = bool(foe_blockers)
            if stealth[card]:  # WA-6.5
                foes = all_foes
                shields = 0
                is_shielded = False
            if number >= foes:
                number -= foes
                if shields:
                    target = my_blockers[number]
                else:
                    target = my_arena[number]
                    if target == card:  # the last card stands in for the attacker, which is passed over
                        target = my_arena[-1]
            elif is_shielded:
                target = foe_blockers[number]
            elif number == all_foes - 1:
                note(action + card * STEP + FOE)
                foe_life -= attack[card]
                if foe_life <= 0:
                    return me
                continue
            else:
                target = foe_arena[number]
            note(action + card * STEP + target)
            damage[target] += attack[card]
            damage[card] += attack[target]
            if damage[card] >= health[card]:  # WA-7.1, WA-7.2
                my_arena.remove(card)
                damage[card] = crash[card] = 0
                attack[card] = base_attack[card]
                health[card] = base_health[card]
                block[card] = base_block[card]
                my_given_attack[card] = my_given_health[card] = 0
                foe_given_attack[card] = foe_given_health[card] = 0
                if len(my_pattern) == 1:
                    my_pattern.insert(0, card)
                else:
                    my_pattern.append(card)
            if damage[target] >= health[target]:
                damage[target] = crash[target] = 0
                attack[target] = base_attack[target]
                health[target] = base_health[target]
                block[target] = base_block[target]
                my_given_attack[target] = my_given_health[target] = 0
                foe_given_attack[target] = foe_given_health[target] = 0
                if owner[target] == me:
                    my_arena.remove(target)
                    if target in ready:
                        ready.remove(target)
                    if target in my_blockers:
                        my_blockers.remove(target)
                    pattern = my_pattern
                else:
                    foe_arena.remove(target)
                    if target in foe_blockers:
                        foe_blockers.remove(target)
                    pattern = foe_pattern
                if len(pattern) == 1:
                    pattern.insert(0, target)
                else:
                    pattern.append(target)

        # Closing (WA-4.4), and the sides change.
        for card in crashed:
            attack[card] -= crash[card]
            crash[card] = 0
        damage = [0] * CARD_COUNT
        me = 1 - me
        my_pattern, foe_pattern = foe_pattern, my_pattern
        my_hand, foe_hand = foe_hand, my_hand
        my_flashes, foe_flashes = foe_flashes, my_flashes
        my_arena, foe_arena = foe_arena, my_arena
        my_life, foe_life = foe_life, my_life
        my_crystals, foe_crystals = foe_crystals, my_crystals
        my_gifts, foe_gifts = foe_gifts, my_gifts
        my_given_attack, foe_given_attack = foe_given_attack, my_given_attack
        my_given_health, foe_given_health = foe_given_health, my_given_health
        my_bit, foe_bit = foe_bit, my_bit
    return NOBODY


class _TellingFloat(float):
    """A drawn number that tells what it is multiplied by: between how many choices it decides."""

    counts: list[int]

    def __mul__(self, count: float, /) -> float:
        self.counts.append(int(count))
        return float(self) * count


class _TellingRandom(random.Random):
    """Draws what another generator would, as numbers that tell into ``counts``."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.counts: list[int] = []

    def random(self) -> float:
        number = _TellingFloat(self.rng.random())
        number.counts = self.counts
        return number


def play_traced(rng: random.Random, patterns: Sequence[str], first: int) -> tuple[list[str], list[int], int]:
    """Plays the very game that ``play`` would play, and tells it.

    Returns:
        The choice lines (WA-10), how many choices there were at each, and the seat that won, -1 for a draw.
    """
    telling = _TellingRandom(rng)
    log: list[int] = []
    winner = run(telling, patterns, first, log)
    return _lines(log, patterns, first), telling.counts, winner


def _lines(log: list[int], patterns: Sequence[str], first: int) -> list[str]:
    """Writes a log as choice lines; whose turn it is follows from the lines ``done``, two a turn."""
    names = [
        f"{letter}{pattern[: place + 1].count(letter)}" for pattern in patterns for place, letter in enumerate(pattern)
    ]
    order = card_order(patterns)
    lines = []
    dones = 0
    for choice in log:
        me = first ^ (dones // 2 % 2)
        kind, cards = choice - choice % ACTION, choice % ACTION
        card, target = divmod(cards, STEP)
        if choice < SIZE:
            lines.append(f"cut {choice}")
        elif choice < ACTION:
            lines.append(PLAIN_LINES[choice])
            dones += choice == DONE
        elif kind == SUMMON:
            lines.append(f"summon {names[order[card]]}")
        else:
            verb = {CAST: "cast", FLASH: "flash", ATTACK: "attack", CRASH: "attack"}[kind]
            aim = "foe"
            if target != FOE:
                place = order[target]
                aim = names[place] if place // SIZE == me else f"foe:{names[place]}"
            lines.append(f"{verb} {names[order[card]]} {aim}{' crash' if kind == CRASH else ''}")
    return lines


def measure(seconds: float) -> float:
    """Measures choices per second over random games with random Patterns: the same games each time."""
    rng = random.Random(1)
    pairs = [(random_pattern(rng), random_pattern(rng)) for _ in range(MEASURED_PAIRS)]
    choices = games = 0
    start = perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        made, _ = play(rng, pairs[games % MEASURED_PAIRS], games % 2)
        choices += made
        games += 1
        elapsed = perf_counter() - start
    return choices / elapsed


if __name__ == "__main__":
    speed = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
    sys.stdout.write(f"{speed:,.0f} choices/s\n")
