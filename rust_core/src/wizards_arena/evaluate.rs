//! How good a duel stands for a seat, for greedy play. Weights are in hundredths of a point of Life.

use super::state::{Ability, Fighter, Phase, Player, WizardsArena};
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

fn fighter_value(player: &Player, fighter: &Fighter) -> i64 {
    let card = player.card(fighter.card);
    let given = fighter.attack_given.iter().chain(&fighter.health_given).map(|points| i64::from(*points)).sum::<i64>();
    let blocker = if fighter.blocker_given.contains(&true) { GIVEN } else { 0 };
    // Damage is gone at the Closing, so a wounded survivor is worth nearly what an unhurt one is.
    let wounds = i64::from(fighter.damage);
    30 + ATTACK * i64::from(card.attack)
        + HEALTH * i64::from(card.health)
        + ability_value(card.ability)
        + GIVEN * given.min(6)
        + blocker
        - wounds
}

fn player_value(player: &Player) -> i64 {
    let arena: i64 = player.arena.iter().map(|fighter| fighter_value(player, fighter)).sum();
    let hand = HAND * i64::try_from(player.hand.len()).unwrap_or(0);
    let low_life = if player.life <= 5 { 50 * i64::from(5 - player.life) } else { 0 };
    LIFE * i64::from(player.life) - low_life + CRYSTAL * i64::from(player.crystals) + hand + arena
}

impl WizardsArena {
    /// Own value less the opponent's.
    pub(super) fn value(&self, seat: Seat) -> i64 {
        if self.phase == Phase::Over {
            return match self.outcome.as_ref().map(|outcome| outcome.winners.as_slice()) {
                Some([winner]) if *winner == seat => WIN,
                Some([_]) => -WIN,
                _ => 0,
            };
        }
        player_value(self.player(seat)) - player_value(self.player(seat.other()))
    }
}
