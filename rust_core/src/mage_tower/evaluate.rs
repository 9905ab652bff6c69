//! How good a match stands for a seat, for greedy play. Weights are in hundredths of a point of life.
//!
//! Greedy looks one line ahead, so everything that a line brings must be worth something at once: angry monsters weigh what they will
//! deal next turn, calm ones what they will deal the turn after, energy and gold less than what they buy.

use super::catalog::{CardId, CardType, Group};
use super::state::{Item, MageTower, Mode};
use crate::contract::Seat;

const WIN: i64 = 10_000_000;
const LIFE: i64 = 100;
/// The last points are worth more: below this.
const LOW_LIFE: i64 = 8;
const LOW_LIFE_MORE: i64 = 60;
/// A point of attack that comes next turn.
const ANGRY: i64 = 95;
/// A point of attack that comes the turn after.
const CALM: i64 = 60;
/// A point of attack that comes later still.
const DELAYED: i64 = 45;
/// A monster as such: it must be dealt with.
const MONSTER: i64 = 12;
/// A point of damage that stays on a monster, of its threat in parts of its health.
const WOUND: i64 = 70;
const HAND: i64 = 30;
const ENERGY: i64 = 4;
const GOLD: i64 = 22;
/// A prize card in the deck or in play, beyond the gold that it cost.
const PRIZE: i64 = 130;
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
        value += player.hand.iter().map(|card| HAND + self.owned_value(*card)).sum::<i64>();
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
                20 + 16 * attack + 14 * left + 12 * i64::from(self.card(item.card).entry.cost)
            }
            CardType::Permanent => 45 + 15 * i64::from(self.card(item.card).entry.cost),
            CardType::Equipment => 20 + 8 * i64::from(self.card(item.card).entry.cost),
            CardType::Boon => 0,
            CardType::Ability | CardType::Monster | CardType::MonsterAttack | CardType::Placeholder => {
                self.owned_value(item.card)
            }
        }
    }

    /// What a card is worth wherever it lies in its owner's zones.
    fn owned_value(&self, card: CardId) -> i64 {
        match self.card(card).entry.group {
            Group::Prize => PRIZE,
            Group::Confusion => CONFUSION,
            Group::Basic | Group::Draft | Group::Demonspawn | Group::Token | Group::Monster | Group::CoopMonster => 0,
        }
    }
}
