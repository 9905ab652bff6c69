//! What only Mage Wars is asked for: properties over random games, what redealing keeps, the list of golden cases.

mod support;

use std::collections::BTreeMap;

use serde_json::Value;
use spellmoot_core::contract::{DynGame, Event, Seat};
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;
use support::{Picks, amount, decider, start};

const SHORT: &str = r#"{"seats": [{"mage": "paladin"}, {"mage": "siren"}], "round_limit": 4}"#;
/// Golden cases that the digest of the rules came with.
const GOLDEN: usize = 88;

fn json(game: &dyn DynGame, viewer: Option<Seat>) -> Value {
    serde_json::from_str(&game.view(viewer)).expect("a view is JSON")
}

/// Plays random games, telling `look` the match before each choice, the choice's events and the match after it.
fn each_step(games: u64, setup: &str, mut look: impl FnMut(&dyn DynGame, &[Event], &dyn DynGame)) {
    for seed in 0..games {
        let mut picks = Picks::new(seed);
        let mut game = start("mage_wars", setup, Chance::seeded(picks.seed()));
        while let Some(seat) = decider(&*game) {
            let lines = game.choices(seat);
            let line = picks.pick(&lines).clone();
            let before = game.boxed_clone();
            let events = game.choose(seat, &line).unwrap_or_else(|refusal| panic!("seed {seed}: {line}: {refusal:?}"));
            look(&*before, &events, &*game);
        }
    }
}

fn damages(view: &Value) -> BTreeMap<String, i64> {
    let objects = view["objects"].as_array().expect("objects");
    objects
        .iter()
        .map(|object| (object["ref"].as_str().expect("a name").to_owned(), object["damage"].as_i64().expect("damage")))
        .collect()
}

/// All damage comes and goes by events, all mana too; nobody stands in a wall; a Snatch never leads away.
#[test]
fn damage_and_mana_are_conserved_and_everybody_stands_in_a_zone() {
    each_step(amount(2, 60), SHORT, |before, events, after| {
        let (old, new) = (json(before, None), json(after, None));
        let mut damage = damages(&old);
        let mut mana = [0, 1].map(|seat: usize| old["seats"][seat]["mana"].as_i64().expect("mana"));
        for event in events.iter().flat_map(|event| &event.faces).filter(|face| face.viewers.is_none()) {
            let event: Value = serde_json::from_str(&event.json).expect("JSON");
            let name = event["object"].as_str().unwrap_or("").to_owned();
            match event["type"].as_str().expect("a type") {
                "entered" => drop(damage.insert(name, 0)),
                "revealed" => {
                    let hidden = event["hidden"].as_str().expect("a name");
                    let kept = damage.remove(hidden).unwrap_or(0);
                    damage.insert(name, kept);
                }
                "left" => drop(damage.remove(&name)),
                "damaged" => {
                    let kept = damage.entry(name).or_insert(0);
                    *kept += event["amount"].as_i64().expect("an amount");
                    assert_eq!(Some(*kept), event["damage"].as_i64(), "{event}");
                }
                "healed" => {
                    let kept = damage.entry(name).or_insert(0);
                    *kept -= event["amount"].as_i64().expect("an amount");
                    assert_eq!(Some(*kept), event["damage"].as_i64(), "{event}");
                }
                "mana" | "channeled" => {
                    let change = event["change"].as_i64().or(event["amount"].as_i64()).expect("a change");
                    for (seat, mage) in ["p1:paladin", "p2:siren"].into_iter().enumerate() {
                        if name == mage {
                            mana[seat] += change;
                        }
                    }
                }
                "moved" if event["by"] == "snatch" => {
                    let zone = |key: &str| [0, 1].map(|axis: usize| event[key][axis].as_i64().expect("a zone"));
                    let (from, to) = (zone("from"), zone("to"));
                    assert_eq!((from[0] - to[0]).abs() + (from[1] - to[1]).abs(), 1, "{event}");
                }
                _ => {}
            }
        }
        if after.outcome().is_none() {
            assert_eq!(damage, damages(&new), "damage changed without an event");
            for (seat, mana) in mana.into_iter().enumerate() {
                assert_eq!(new["seats"][seat]["mana"].as_i64(), Some(mana), "mana changed without an event");
            }
        }
        for object in new["objects"].as_array().expect("objects") {
            let is_creature = object["kind"] == "creature" || object["kind"] == "mage";
            assert!(!is_creature || object["zone"].is_array(), "{object} stands nowhere");
            assert!(object["kind"] != "wall" || object["border"].is_array(), "{object} is no wall");
        }
    });
}

/// Two worlds: what is face down, planned or in the spellbooks is dealt anew, and the other player sees no difference: not in the
/// view, not in the windows, not in the lines.
#[test]
fn two_worlds_look_the_same_to_who_cannot_know() {
    let mut differing = 0;
    let setup = r#"{"seats": [{"mage": "siren"}, {"mage": "paladin"}], "round_limit": 6, "position": {
        "round": 4, "phase": "planning", "seats": [{"mana": 60}, {"mana": 60}], "objects": [
        {"ref": "p1:naiya#1", "zone": [1, 1]}, {"ref": "p2:noble_vanguard#1", "zone": [2, 1]},
        {"ref": "p1:lullaby#1", "host": "p2:noble_vanguard#1", "revealed": false},
        {"ref": "p1:hydrothermal_vent#2", "zone": [2, 1], "revealed": false},
        {"ref": "p2:knights_courage#1", "host": "p2:noble_vanguard#1", "revealed": false}]}}"#;
    let mut seed = 0u64;
    each_step(amount(2, 60), setup, |before, _, _| {
        for viewer in [Seat(0), Seat(1)] {
            seed += 1;
            let mut other = before.boxed_clone();
            other.redeal(Some(viewer), Picks::new(seed).seed());
            assert_eq!(other.view(Some(viewer)), before.view(Some(viewer)));
            assert_eq!(other.view(None), before.view(None));
            assert_eq!(other.pending(), before.pending());
            assert_eq!(other.choices(viewer), before.choices(viewer));
            let hidden = Seat(1 - viewer.0);
            differing += u32::from(other.view(Some(hidden)) != before.view(Some(hidden)));
        }
    });
    assert!(differing > 50, "redealing hardly changes anything");
}

#[test]
fn the_printed_books_and_all_cards_are_there() {
    let game = registry::find("mage_wars").expect("it is listed");
    let catalog: Value = serde_json::from_str(&game.catalog(&[]).expect("sound").json).expect("JSON");
    let cards = catalog["cards"].as_array().expect("cards");
    assert_eq!(cards.len(), 93);
    assert!(cards.iter().all(|card| card["text"].as_str().is_some_and(|text| !text.is_empty())));
}

/// Every golden case has its file or waits by id in `waiting_ids.list`, none does both.
#[test]
fn golden_cases_have_files_or_wait() {
    let folder = support::root().join("tests/scenarios/mage_wars");
    let ids = |name: &str| -> Vec<String> {
        let text = support::read(&folder.join(name));
        text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
    };
    let (here, waiting) = (ids("golden_ids.txt"), ids("waiting_ids.list"));
    assert_eq!(here.len() + waiting.len(), GOLDEN);
    assert!(waiting.iter().all(|id| !here.contains(id) && !folder.join(format!("{id}.txt")).exists()));
}
