//! Custom card files: a set of ten is drafted and played without compiling anything, and every fault is named by file, line and field.

mod support;

use std::collections::BTreeSet;

use spellmoot_core::registry::{self, GameType};
use spellmoot_core::rng::Chance;

const TEN: &str = include_str!("../../tests/support/ten_cards.toml");

fn game() -> &'static dyn GameType {
    registry::find("mage_tower").expect("it is registered")
}

#[test]
fn ten_cards_are_drafted_and_played() {
    let catalog = game().catalog(&[TEN.to_owned()]).expect("the cards are sound");
    let ten: BTreeSet<&str> =
        TEN.lines().filter_map(|line| line.strip_prefix("id = \"")).map(|line| line.trim_end_matches('"')).collect();
    assert_eq!(ten.len(), 10);
    let setup = serde_json::json!({"players": 3, "draft": "hidden"});
    let (mut drafted, mut played) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..200 {
        if drafted.len() + played.len() == 19 {
            break;
        }
        let mut picks = support::Picks::new(seed);
        let mut duel = game().create(&catalog, &setup, Chance::seeded(picks.seed())).expect("a legal setup");
        while let Some(seat) = support::decider(&*duel) {
            let choices = duel.choices(seat);
            // Who sees a custom card takes it, and plays it.
            let is_own = |line: &&String| ten.iter().any(|id| line.split(' ').nth(1) == Some(id));
            let own = choices.iter().filter(|line| !line.starts_with("cycle")).find(is_own);
            // Defenders, so that Equipment has somebody to wear it.
            let line = own.or_else(|| choices.iter().find(|line| *line == "play knight"));
            let line = line.cloned().unwrap_or_else(|| picks.pick(&choices).clone());
            let word = line.split(' ').nth(1).and_then(|word| ten.get(word));
            if let Some(id) = word {
                if line.starts_with("pick") {
                    drafted.insert(*id);
                } else if line.starts_with("play") {
                    played.insert(*id);
                }
            }
            duel.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
            assert_eq!(duel.invariants(), Ok(()), "after {line}");
        }
        let restored = registry::restore(&duel.snapshot(), Some(&catalog)).expect("a snapshot opens with its cards");
        assert_eq!(restored.digest(), duel.digest());
    }
    assert_eq!(drafted, ten);
    // A Boon starts in play.
    let wanted: BTreeSet<&str> = ten.iter().copied().filter(|id| *id != "boon_of_dawn").collect();
    assert_eq!(played, wanted);
}

/// The faults of a file, as `path: message`.
fn faults(text: &str) -> Vec<String> {
    match game().catalog(&[text.to_owned()]) {
        Ok(_) => Vec::new(),
        Err(error) => error.faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn faults_have_file_line_and_field() {
    let card = |lines: &str| format!("\n[[card]]\nid = \"fault\"\nname = \"Fault\"\n{lines}\n");
    let cases = [
        (card("type = \"abilty\""), "extra[0]:5", "unknown variant"),
        (card("type = \"ability\"\nenergy = 3"), "extra[0]:6", "unknown field"),
        (card("type = \"ability\"\nplay = [{ arow = 3 }]"), "extra[0]:6", "unknown variant"),
        (card("type = \"defender\"\nattack = 2"), "extra[0]:2: fault.health", "needs at least 1 health"),
        (card("type = \"ability\"\ncost = 99"), "extra[0]:6: fault.cost", "more than 50"),
        (
            card("type = \"ability\"\nplay = [{ token = { id = \"nobody\" } }]"),
            "extra[0]:6: fault.play",
            "no card nobody",
        ),
        (card("type = \"ability\"\nplay = [{ token = { id = \"orc\" } }]"), "extra[0]:6: fault.play", "does not fit"),
        (card("type = \"ability\"\nplay = [\"enter-play\"]"), "extra[0]:6: fault.play", "only under gamestart"),
        (card("type = \"ability\"\nstatics = [{ moat = 1 }]"), "extra[0]:6: fault.statics", "means nothing"),
        (card("type = \"ability\"\nplay = [{ calm = 1 }, \"recover\"]"), "extra[0]:6: fault.play", "one kind of thing"),
        (
            card("type = \"monster-attack\"\nhealth = 1\ntriggers = [{ on = \"killed\", do = [\"unravel\"] }]"),
            "extra[0]:7: fault.triggers",
            "can't wait",
        ),
        (
            card("type = \"permanent\"\nactivated = { do = [{ draw = 1 }] }"),
            "extra[0]:6: fault.activated",
            "needs a limit",
        ),
        (card("group = \"monster\"\ntype = \"monster\"\nhealth = 1"), "extra[0]:5: fault.group", "is a draft card"),
        (
            "[[card]]\nid = \"archer\"\nname = \"A\"\ntype = \"ability\"".to_owned(),
            "extra[0]:2: archer.id",
            "can't be replaced",
        ),
        ("[[card]]\nid = \"No\"\nname = \"A\"\ntype = \"ability\"".to_owned(), "extra[0]:2: No.id", "lower case"),
        (
            "[[card]]\nid = \"foe\"\nname = \"A\"\ntype = \"ability\"".to_owned(),
            "extra[0]:2: foe.id",
            "word of the choice",
        ),
    ];
    for (text, place, message) in cases {
        let found = faults(&text);
        let named = found.iter().any(|fault| fault.starts_with(place) && fault.contains(message));
        assert!(named, "wanted {place}: {message}\ngot {found:?}\nfor {text}");
    }
}
