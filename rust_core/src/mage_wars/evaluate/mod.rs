//! How good a game stands for a seat, for greedy play: what lies on the table (`things.rs`), what is being resolved (`pending.rs`) and
//! what is planned (`plans.rs`). Weights are in hundredths of a point of a Mage's Life.
//!
//! Greedy play looks one choice ahead, and most choices only begin something: an attack waits in windows, a spell is paid for before
//! it resolves. So what is under way counts as what it will probably bring, a little less than having it.

mod pending;
mod plans;
mod things;

use super::state::MageWars;
use crate::contract::Seat;

const WIN: i64 = 1_000_000;
/// A point of a Mage's Life.
const LIFE: i64 = 100;
/// A point of mana, as long as it can be spent within two rounds or so; beyond that it hardly counts.
const MANA: i64 = 20;
const USEFUL_MANA: i64 = 20;
const SPARE_MANA: i64 = 5;
const VALOR: i64 = 25;
const AURA: i64 = 260;
const QUICKCAST: i64 = 4;
const CHALLENGE: i64 = 20;
/// A Smite that waits for its attack.
const SMITE: i64 = 150;

impl MageWars {
    /// Own value less the opponent's.
    pub(super) fn value(&self, seat: Seat) -> i64 {
        if let Some(outcome) = &self.outcome {
            return match outcome.winners.as_slice() {
                [winner] if *winner == seat => WIN,
                [_] => -WIN,
                _ => 0,
            };
        }
        self.side_value(seat) - self.side_value(seat.other()) + self.pending_value(seat)
    }

    fn side_value(&self, seat: Seat) -> i64 {
        let player = self.player(seat);
        let things: i64 =
            self.objects.iter().filter(|object| object.seat == seat).map(|object| self.worth(object)).sum();
        let mana = i64::from(player.mana);
        things
            + MANA * mana.min(USEFUL_MANA)
            + SPARE_MANA * (mana - USEFUL_MANA).max(0)
            + VALOR * i64::from(player.valor)
            + AURA * i64::from(player.auras.count_ones())
            + if player.quickcast { QUICKCAST } else { 0 }
            + if player.challenge.is_some() { CHALLENGE } else { 0 }
            + if player.smite { SMITE } else { 0 }
            + self.plans_value(seat)
    }
}
