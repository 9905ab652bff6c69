//! Whole matches in a batch, for statistics and benches.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::policy::{self, Picker, Policy};
use crate::contract::{Rules, SetupError};
use crate::rng::Chance;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Order {
    /// One policy a seat; a shorter list is repeated.
    pub policies: Vec<Policy>,
    /// How many matches.
    pub games: u32,
    /// Decides all chance and all picks; match `i` is the same whatever `games` and `threads` are.
    pub seed: u64,
    /// At most so many threads; 0 and 1 mean the caller's own.
    pub threads: usize,
}

/// What came of a simulation.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Stats {
    /// Matches played to the end.
    pub games: u64,
    /// Choices made in them.
    pub choices: u64,
    /// Wall time.
    pub elapsed: Duration,
    /// Matches won, by seat (shared wins count for each).
    pub wins: Vec<u64>,
    /// Matches nobody won.
    pub draws: u64,
}

/// Plays the matches.
///
/// # Errors
/// If the setup is refused.
#[expect(clippy::disallowed_methods, reason = "a batch is measured and spread over threads; neither reaches a match")]
pub fn simulate<R: Rules>(
    catalog: &Arc<R::Catalog>,
    setup: &serde_json::Value,
    order: &Order,
) -> Result<Stats, SetupError> {
    let first = R::setup(catalog, setup, Chance::seeded(match_seed(order.seed, 0)), &mut ())?;
    let seats = first.seats();
    let start = Instant::now();
    let play = |game: u32| play_one::<R>(catalog, setup, order, game, seats);
    let threads = order.threads.max(1);
    let mut stats = if threads == 1 {
        (0..order.games).map(play).fold(Stats::empty(seats), Stats::merged)
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("the system gives threads");
        pool.install(|| (0..order.games).into_par_iter().map(play).reduce(|| Stats::empty(seats), Stats::merged))
    };
    stats.elapsed = start.elapsed();
    Ok(stats)
}

impl Stats {
    fn empty(seats: usize) -> Self {
        Self { wins: vec![0; seats], ..Self::default() }
    }

    fn merged(mut self, other: Self) -> Self {
        self.games += other.games;
        self.choices += other.choices;
        self.draws += other.draws;
        for (mine, theirs) in self.wins.iter_mut().zip(other.wins) {
            *mine += theirs;
        }
        self
    }
}

fn match_seed(seed: u64, game: u32) -> [u8; 32] {
    Picker::new(seed ^ (u64::from(game) << 32)).seed()
}

fn play_one<R: Rules>(
    catalog: &Arc<R::Catalog>,
    setup: &serde_json::Value,
    order: &Order,
    game: u32,
    seats: usize,
) -> Stats {
    let seed = match_seed(order.seed, game);
    let mut state = R::setup(catalog, setup, Chance::seeded(seed), &mut ()).expect("the same setup was taken before");
    let mut picker = Picker::new(u64::from_le_bytes(seed[..8].try_into().expect("eight of 32 bytes")));
    let mut stats = Stats::empty(seats);
    let mut pending = Vec::new();
    let mut choices = Vec::new();
    loop {
        pending.clear();
        state.pending(&mut pending);
        let Some(open) = pending.iter().find(|open| !open.sealed) else { break };
        let seat = open.seat;
        choices.clear();
        state.legal(seat, &mut choices);
        let policy = order.policies[seat.index() % order.policies.len()];
        let place = match policy {
            Policy::Random => picker.below(choices.len()),
            Policy::Greedy => {
                policy::greedy(&state, seat, &choices, &mut picker).expect("an open decision has a choice")
            }
        };
        state.apply(seat, choices[place], &mut ());
        stats.choices += 1;
    }
    stats.games = 1;
    let outcome = state.outcome().expect("nothing is pending: the match is over");
    if outcome.winners.is_empty() {
        stats.draws = 1;
    }
    for seat in outcome.winners {
        stats.wins[seat.index()] += 1;
    }
    stats
}
