//! Whole games of Mage Wars: that they end, that snapshots go on alike at every decision, how many lines a decision lists.

mod support;

use spellmoot_core::contract::DynGame;
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;
use spellmoot_core::search::{Order, Policy};
use support::{Picks, amount, decider, start};

const SETUP: &str = r#"{"seats": [{"mage": "paladin"}, {"mage": "siren"}]}"#;
const SHORT: &str = r#"{"seats": [{"mage": "paladin"}, {"mage": "siren"}], "round_limit": 5}"#;

fn batch(policy: Policy, games: u64, setup: &str) -> f64 {
    let game = registry::find("mage_wars").expect("it is listed");
    let catalog = game.catalog(&[]).expect("the built-in catalogue is sound");
    let setup = serde_json::from_str(setup).expect("JSON");
    let order = Order { policies: vec![policy], games: u32::try_from(games).expect("few"), seed: 7, threads: 1 };
    let stats = game.simulate(&catalog, &setup, &order).expect("a legal setup");
    assert_eq!(stats.games, games);
    assert_eq!(stats.wins.iter().sum::<u64>() + stats.draws, games);
    eprintln!("{policy:?}: {stats:?}");
    stats.choices as f64 / stats.elapsed.as_secs_f64()
}

#[test]
fn random_and_greedy_games_end() {
    eprintln!("{} /s", batch(Policy::Random, amount(10, 1000), SETUP));
    eprintln!("{} /s", batch(Policy::Greedy, amount(1, 1000), if amount(0, 1) == 0 { SHORT } else { SETUP }));
}
