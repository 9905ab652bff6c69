//! How good a match stands for a seat, for greedy play. Weights are in hundredths of a point of life.
//!
//! Greedy looks one line ahead and stops when no line is better than standing still. So energy has nearly the worth of the damage that
//! it buys, which makes greedy take the cheap damage first; and what was played has a worth of its own, which makes it spend the energy
//! that would be lost at the end of the turn. Angry monsters weigh what they will deal next turn, calm ones what the turn after.

use super::catalog::{CardId, CardType, Group};
use super::state::{Item, MageTower, Mode};
use crate::contract::Seat;

const WIN: i64 = 10_000_000;
const LIFE: i64 = 100;
/// The last points are worth more: below this.
const LOW_LIFE: i64 = 8;
const LOW_LIFE_MORE: i64 = 85;
/// A point of attack that comes next turn.
const ANGRY: i64 = 95;
/// A point of attack that comes the turn after.
const CALM: i64 = 60;
/// A point of attack that comes later still.
const DELAYED: i64 = 45;
/// A monster as such: it must be dealt with.
const MONSTER: i64 = 19;
/// A point of damage that stays on a monster, of its threat in parts of its health.
const WOUND: i64 = 23;
/// A card in hand, as long as there are few; and beyond that.
const HAND: i64 = 69;
const HAND_ENOUGH: usize = 4;
const HAND_MORE: i64 = 9;
const ENERGY: i64 = 37;
const GOLD: i64 = 48;
/// An Ability played this turn: its energy is not wasted.
const PLAYED: i64 = 154;
/// An own Monster-Attack on another board.
const SENT: i64 = 150;
/// A prize card of the price of 4 in the own deck; a cheaper one.
const PRIZE: i64 = 150;
const SMALL_PRIZE: i64 = -40;
const CONFUSION: i64 = -50;

impl MageTower {
    /// Own value less the opponents' (their mean, so that a table of six weighs like one of two).
    pub(super) fn value(&self, seat: Seat) -> i64 {
        if let Some(outcome) = &self.outcome {
            return match outcome.winners.as_slice() {
                [] if self.mode == Mode::Versus => 0,
                winners if winners.contains(&seat) => WIN / i64::try_from(winners.len()).unwrap_or(1),
                _ => -WIN,
            };
        }
        if self.player(seat).out {
            return -WIN;
        }
        let own = self.side_value(seat);
        let foes = self.opponents(seat);
        let others: i64 = foes.iter().map(|foe| self.side_value(*foe)).sum();
        own - others / i64::try_from(foes.len().max(1)).unwrap_or(1)
    }

    fn side_value(&self, seat: Seat) -> i64 {
        let player = self.player(seat);
        let life = i64::from(self.life(seat));
        let mut value = LIFE * life - LOW_LIFE_MORE * (LOW_LIFE - life).max(0);
        value -= self.threat(self.board_of(seat));
        value += player.in_play.iter().map(|item| self.item_value(seat, item)).sum::<i64>();
        value += player.hand.iter().map(|card| self.owned_value(*card)).sum::<i64>();
        let held = |count: usize| i64::try_from(count).expect("a hand is not that large");
        let enough = player.hand.len().min(HAND_ENOUGH);
        value += HAND * held(enough) + HAND_MORE * held(player.hand.len() - enough);
        let sent = self.boards.iter().flatten().filter(|monster| monster.owner == Some(seat)).count();
        value += SENT * held(sent);
        value += player.deck.iter().chain(&player.discard).map(|card| self.owned_value(*card)).sum::<i64>();
        value += GOLD * i64::from(player.gold);
        if seat == self.active {
            value += ENERGY * i64::from(self.energy);
        }
        value - i64::from(player.tidings) * 40
    }

    /// What a board will cost its player, angry ones first.
    fn threat(&self, board: usize) -> i64 {
        let mut threat = 0;
        for (place, monster) in self.boards[board].iter().enumerate() {
            let attack = i64::from(self.monster_attack(board, place));
            let weight = match (monster.angry, monster.delay) {
                (true, _) => ANGRY,
                (false, 0) => CALM,
                (false, _) => DELAYED,
            };
            let health = i64::from(self.monster_health(board, place)).max(1);
            let left = i64::from(self.monster_left(board, place)).clamp(0, health);
            let whole = attack * weight + MONSTER;
            threat += whole - whole * (health - left) * WOUND / (health * 100);
        }
        threat
    }

    fn item_value(&self, seat: Seat, item: &Item) -> i64 {
        match item.role {
            CardType::Defender => {
                let attack = i64::from(self.defender_attack(seat, item));
                let left = i64::from(self.defender_left(seat, item));
                161 + 30 * attack + 49 * left
            }
            CardType::Permanent => 200 + 70 * i64::from(self.card(item.card).entry.cost),
            CardType::Equipment => 190 + 66 * i64::from(self.card(item.card).entry.cost),
            CardType::Boon => 0,
            CardType::Ability | CardType::Monster | CardType::MonsterAttack | CardType::Placeholder => {
                // A Confusion returns to its pile, which is all that it is good for.
                let is_confusion = self.card(item.card).entry.group == Group::Confusion;
                let played = match (is_confusion, item.bought) {
                    (true, _) => 150,
                    (false, true) => 0,
                    (false, false) => PLAYED,
                };
                played + self.owned_value(item.card)
            }
        }
    }

    /// What a card is worth wherever it lies in its owner's zones.
    fn owned_value(&self, card: CardId) -> i64 {
        match self.card(card).entry.group {
            Group::Prize if self.card(card).entry.price < 4 => SMALL_PRIZE,
            Group::Prize => PRIZE,
            Group::Confusion => CONFUSION,
            Group::Basic | Group::Draft | Group::Demonspawn | Group::Token | Group::Monster | Group::CoopMonster => 0,
        }
    }
}
