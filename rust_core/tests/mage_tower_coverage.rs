//! Plays at random until every card was played at least once, in the modes in which it can be; prints those that never were, and fails.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use spellmoot_core::contract::{DynGame, Seat};
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;

/// A small generator of its own, so that the picks are the same everywhere.
struct Picks(u64);

impl Picks {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).expect("it is below a usize")
    }
}

fn seed(number: u64) -> [u8; 32] {
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed
}

/// The cards that an event shows at work: played, bought, used, entered, on a board.
fn note(json: &str, seen: &mut BTreeSet<String>) {
    let event: serde_json::Value = serde_json::from_str(json).expect("events are JSON");
    let kind = event["type"].as_str().expect("events have a type");
    let field = match kind {
        "played" | "bought" | "starts-discarded" | "gamestart-taken" => "card",
        "entered" => "thing",
        "charmed" => "to",
        "monster-entered" => "monster",
        _ => return,
    };
    let name = event[field].as_str().expect("it is a name");
    let name = name.split_once(':').map_or(name, |(_, name)| name);
    seen.insert(name.split('#').next().expect("split gives a part").to_owned());
    // A second board's copy of a Monster-Attack is a placeholder.
    if kind == "monster-entered"
        && event["by"].is_number()
        && event["monster"].as_str().is_some_and(|name| name.starts_with("p3"))
    {
        seen.insert("ma_placeholder".to_owned());
    }
}

fn play(game: &mut Box<dyn DynGame>, picks: &mut Picks, seen: &mut BTreeSet<String>) -> usize {
    for event in game.opening() {
        event.faces.iter().for_each(|face| note(&face.json, seen));
    }
    loop {
        let pending = game.pending();
        let Some(open) = pending.first() else { return game.choices_made() };
        let choices = game.choices(open.seat);
        assert!((1..=256).contains(&choices.len()), "{} choices in {}", choices.len(), open.window);
        // Ending the phase only now and then lets more cards be played.
        let mut choice = &choices[picks.below(choices.len())];
        if choice == "end" && choices.len() > 1 && picks.below(4) > 0 {
            choice = &choices[picks.below(choices.len())];
        }
        let events = game.choose(open.seat, choice).unwrap_or_else(|refusal| panic!("{choice}: {refusal}"));
        game.invariants().unwrap_or_else(|fault| panic!("{fault} after {choice}"));
        for event in &events {
            event.faces.iter().for_each(|face| note(&face.json, seen));
        }
    }
}

#[test]
fn every_card_gets_played() {
    let rules = registry::find("mage_tower").expect("it is registered");
    let catalog = rules.catalog(&[]).expect("the built-in cards are sound");
    let json: serde_json::Value = serde_json::from_str(&catalog.json).expect("it is JSON");
    let cards = json["cards"].as_array().expect("a list");
    let all: BTreeSet<String> = cards.iter().map(|card| card["id"].as_str().expect("an id").to_owned()).collect();
    let setups = [
        serde_json::json!({"players": 2, "advanced": true}),
        serde_json::json!({"players": 3, "advanced": true, "draft": "hidden"}),
        serde_json::json!({"players": 2, "advanced": true, "draft": "visible"}),
        serde_json::json!({"mode": "coop", "players": 3, "advanced": true}),
        serde_json::json!({"mode": "solo", "advanced": true}),
        serde_json::json!({"players": 6, "advanced": true}),
    ];
    let mut picks = Picks(1);
    let mut seen = BTreeSet::new();
    let mut choices = 0;
    for round in 0..60 {
        for setup in &setups {
            let mut game = rules.create(&catalog, setup, Chance::seeded(seed(round))).expect("a legal setup");
            choices += play(&mut game, &mut picks, &mut seen);
        }
        if seen.is_superset(&all) {
            break;
        }
    }
    let never: Vec<&String> = all.difference(&seen).collect();
    assert!(never.is_empty(), "never played in {choices} choices: {never:?}");
}

#[test]
fn a_game_of_six_replays_to_the_same_digests() {
    let rules = registry::find("mage_tower").expect("it is registered");
    let catalog = rules.catalog(&[]).expect("the built-in cards are sound");
    // More life and more monsters than usual, so that the game is a long one.
    let seats = vec![serde_json::json!({"life": 60}); 6];
    let monsters: Vec<&str> =
        ["orc", "warlock", "giant", "hellhound", "demon", "ogre"].iter().copied().cycle().take(300).collect();
    let setup = serde_json::json!({"players": 6, "advanced": true, "position": {"active": 0, "turn": 1, "phase": "begin", "seats": seats, "shared": {"monster_deck": monsters}}});
    let mut picks = Picks(5);
    let stop = AtomicBool::new(false);
    let mut record: Vec<(Seat, String, [u8; 8])> = Vec::new();
    let mut game = rules.create(&catalog, &setup, Chance::seeded(seed(99))).expect("a legal setup");
    while let Some(open) = game.pending().first().cloned() {
        let seed = u64::try_from(picks.below(1 << 30)).expect("it is small");
        let choice = game.best_choice(open.seat, 1, seed, &stop).expect("the seat decides");
        game.choose(open.seat, &choice).expect("listed lines are accepted");
        record.push((open.seat, choice, game.digest()));
    }
    assert!(record.len() >= 300, "{} choices, {:?}", record.len(), game.outcome());
    let mut again = rules.create(&catalog, &setup, Chance::seeded(seed(99))).expect("a legal setup");
    for (seat, choice, digest) in record {
        again.choose(seat, &choice).expect("it was accepted before");
        assert_eq!(again.digest(), digest, "after {choice}");
    }
}
