//! Whole games of Mage Wars, at random and as the house plays: they end, no decision is too long, a snapshot goes on as the match did,
//! and the house plays sensibly. A thousand games of each sort with `SPELLMOOT_SLOW=1` (use `--release`).

mod support;

use std::sync::atomic::AtomicBool;

use spellmoot_core::contract::{DynGame, Seat};
use spellmoot_core::registry::{self, Catalog};
use spellmoot_core::rng::Chance;
use support::{Picks, amount, decider};

const SETUP: &str = r#"{"seats": [{"mage": "paladin"}, {"mage": "siren"}]}"#;
const SHORT: &str = r#"{"seats": [{"mage": "paladin"}, {"mage": "siren"}], "round_limit": 4}"#;
/// No decision lists more (MW-31.3).
const MOST_LINES: usize = 256;
/// No game of ours has come near this many choices.
const MOST_CHOICES: usize = 40_000;

fn catalog() -> Catalog {
    registry::find("mage_wars").expect("it is listed").catalog(&[]).expect("the built-in catalogue is sound")
}

fn start(catalog: &Catalog, setup: &str, seed: [u8; 32]) -> Box<dyn DynGame> {
    let setup = serde_json::from_str(setup).expect("JSON");
    let game = registry::find("mage_wars").expect("it is listed");
    game.create(catalog, &setup, Chance::seeded(seed)).expect("a legal setup")
}

#[derive(Copy, Clone, PartialEq)]
enum Player {
    Random,
    House,
}

/// What came of some games.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    choices: usize,
    wins: [u64; 2],
}

/// Plays whole games; every list is looked at.
fn play(players: [Player; 2], games: u64, setup: &str) -> Tally {
    let catalog = catalog();
    let stop = AtomicBool::new(false);
    let mut tally = Tally { games, ..Tally::default() };
    for seed in 0..games {
        let mut picks = Picks::new(seed);
        let mut game = start(&catalog, setup, picks.seed());
        while let Some(seat) = decider(&*game) {
            let lines = game.choices(seat);
            assert!(
                lines.len() <= MOST_LINES,
                "seed {seed}: {} lines, from {} to {:?}",
                lines.len(),
                lines[0],
                lines.last()
            );
            let line = match players[seat.index()] {
                Player::House if lines.len() == 1 => lines[0].clone(),
                Player::Random => picks.pick(&lines).clone(),
                Player::House => game.best_choice(seat, 1, picks.word(), &stop).expect("the seat decides"),
            };
            game.choose(seat, &line).unwrap_or_else(|refusal| panic!("seed {seed}: {line}: {refusal:?}"));
            assert!(game.choices_made() < MOST_CHOICES, "seed {seed} goes on and on");
        }
        tally.choices += game.choices_made();
        if let [winner] = game.outcome().expect("nobody decides any more").winners.as_slice() {
            tally.wins[winner.index()] += 1;
        }
    }
    tally
}

#[test]
fn random_games_end() {
    let setup = if support::is_slow() { SETUP } else { SHORT };
    let tally = play([Player::Random; 2], amount(4, 1000), setup);
    assert!(tally.choices > 0, "{tally:?}");
}

/// The house comes to an end of its own, in hundreds of choices, not at the round limit.
#[test]
fn the_house_finishes_its_games() {
    let tally = play([Player::House; 2], amount(2, 1000), SETUP);
    assert_eq!(tally.wins.iter().sum::<u64>(), tally.games, "{tally:?}");
    assert!(tally.choices < 2000 * usize::try_from(tally.games).expect("few games"), "{tally:?}");
}

#[test]
fn the_house_beats_random_play_from_both_seats() {
    let games = amount(3, 500);
    for (seat, players) in [[Player::House, Player::Random], [Player::Random, Player::House]].into_iter().enumerate() {
        let tally = play(players, games, SETUP);
        assert!(tally.wins[seat] * 10 >= games * 9, "seat {seat}: {tally:?}");
    }
}

/// Snapshot and restore at every decision: equal digests, and the restored match takes the same line to the same state.
#[test]
fn snapshots_go_on_alike_at_every_decision() {
    let catalog = catalog();
    let setup = if support::is_slow() { SETUP } else { SHORT };
    for seed in 0..amount(1, 100) {
        let mut picks = Picks::new(seed);
        let mut game = start(&catalog, setup, picks.seed());
        while let Some(seat) = decider(&*game) {
            let mut restored = registry::restore(&game.snapshot(), Some(&catalog)).expect("a snapshot opens");
            assert_eq!(restored.digest(), game.digest());
            let lines = game.choices(seat);
            assert_eq!(restored.choices(seat), lines);
            let other = Seat(1 - seat.0);
            assert_eq!(restored.view(Some(other)), game.view(Some(other)));
            let line = picks.pick(&lines);
            assert_eq!(restored.choose(seat, line), game.choose(seat, line), "{line}");
            assert_eq!(restored.digest(), game.digest(), "after {line}");
        }
    }
}
