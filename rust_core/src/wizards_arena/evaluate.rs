//! How good a duel stands for a seat, for greedy play. Weights are in hundredths of a point of Life.

use super::deck::Ability;
use super::state::{CardId, Ending, Phase, Player, WizardsArena};
use crate::contract::Seat;

const WIN: i64 = 1_000_000;
const LIFE: i64 = 100;
const CRYSTAL: i64 = 60;
const HAND: i64 = 45;
const ATTACK: i64 = 70;
const HEALTH: i64 = 45;
/// What a bonus that ends soon is worth, beside the printed numbers.
const GIVEN: i64 = 12;

const fn ability_value(ability: Option<Ability>) -> i64 {
    match ability {
        None => 0,
        Some(Ability::Blocker | Ability::Healer) => 60,
        Some(Ability::Source) => 90,
        Some(Ability::Crasher) => 80,
        Some(Ability::Leader | Ability::Support) => 40,
        Some(Ability::Archer) => 70,
        Some(Ability::Stealth) => 50,
    }
}

fn fighter_value(player: &Player, id: CardId) -> i64 {
    let card = player.card(id);
    let number = id.0 as usize;
    let given = player.gifts.iter().map(|gifts| i64::from(gifts.attack[number]) + i64::from(gifts.health[number]));
    let given: i64 = given.sum();
    let blocker = if player.gifts.iter().any(|gifts| gifts.blockers.has(id)) { GIVEN } else { 0 };
    // Damage is gone at the Closing, so a wounded survivor is worth nearly what an unhurt one is.
    let wounds = i64::from(player.damage[number]);
    30 + ATTACK * i64::from(card.attack)
        + HEALTH * i64::from(card.health)
        + ability_value(card.ability)
        + GIVEN * given.min(6)
        + blocker
        - wounds
}

fn player_value(player: &Player) -> i64 {
    let arena: i64 = player.arena.into_iter().map(|card| fighter_value(player, card)).sum();
    let hand = HAND * i64::try_from(player.hand.len()).unwrap_or(0);
    let low_life = if player.life <= 5 { 50 * i64::from(5 - player.life) } else { 0 };
    LIFE * i64::from(player.life) - low_life + CRYSTAL * i64::from(player.crystals) + hand + arena
}

impl WizardsArena {
    /// Own value less the opponent's.
    pub(super) fn value(&self, seat: Seat) -> i64 {
        if self.phase == Phase::Over {
            return match self.ending.and_then(Ending::winner) {
                Some(winner) if winner == seat => WIN,
                Some(_) => -WIN,
                None => 0,
            };
        }
        player_value(self.player(seat)) - player_value(self.player(seat.other()))
    }
}
