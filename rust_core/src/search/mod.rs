//! Play without a server: policies, batch simulation, the house's choice. Over the contract only; no game is named here.
//!
//! This folder alone may measure time and use threads, and it never decides what is legal.

mod policy;
mod simulate;

pub use policy::{Picker, Policy};
pub use simulate::{Order, Stats, simulate};

use std::sync::atomic::{AtomicBool, Ordering};

use crate::contract::{Rules, Seat};
use crate::rng::Chance;

/// The choice that looks best for `seat` one step ahead, on copies in which everything that the seat can't know is dealt anew;
/// `iterations` such copies are looked at (at least one, and one is enough in a game without secrets). `None` if `seat` has no
/// open decision. Stops early, with what it has, when `stop` is set. The same arguments give the same choice.
pub fn best_choice<R: Rules>(
    state: &R,
    seat: Seat,
    iterations: u32,
    seed: u64,
    stop: &AtomicBool,
) -> Option<R::Choice> {
    let mut choices = Vec::new();
    state.legal(seat, &mut choices);
    choices.sort_unstable();
    let mut votes = vec![0u32; choices.len()];
    let mut picker = Picker::new(seed);
    for round in 0..iterations.max(1) {
        if round > 0 && stop.load(Ordering::Relaxed) {
            break;
        }
        let mut world = state.clone();
        world.redeal(Some(seat), &mut Chance::seeded(picker.seed()));
        let best = policy::greedy(&world, seat, &choices, &mut picker)?;
        votes[best] += 1;
    }
    let most = votes.iter().copied().max()?;
    let winner = votes.iter().position(|vote| *vote == most)?;
    Some(choices[winner])
}
