//! Any text is played or refused, never a panic: as a choice line, as a Pattern, as a setup, as a catalogue, as a snapshot.

mod support;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use spellmoot_core::contract::{DynGame, Seat};
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;
use support::games::rows;
use support::{Picks, decider};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTU";

fn config() -> ProptestConfig {
    // Nothing is written into the tree: a failure prints its input, which becomes a scenario.
    let cases = u32::try_from(support::amount(64, 5000)).expect("it is small");
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A match some random choices after its start.
fn midway(game: &str, setup: &str, seed: u64) -> Box<dyn DynGame> {
    let mut picks = Picks::new(seed);
    let mut duel = support::start(game, setup, Chance::seeded(picks.seed()));
    for _ in 0..picks.below(60) {
        let Some(seat) = decider(&*duel) else { break };
        let line = picks.pick(&duel.choices(seat)).clone();
        duel.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    duel
}

/// Says each line by each seat: it is played exactly if what it means is listed, else nothing has changed.
fn check_lines(seed: u64, lines: &[String]) -> TestCaseResult {
    for row in rows() {
        let setup = row.setups[Picks::new(seed).below(row.setups.len())];
        let mut duel = midway(row.game, setup, seed);
        for line in lines {
            for seat in support::seats(&*duel) {
                let before = duel.digest();
                let choices = duel.choices(seat);
                let is_played = duel.choose(seat, line).is_ok();
                prop_assert_eq!(is_played, before != duel.digest(), "{:?}", line);
                if choices.contains(line) {
                    prop_assert!(is_played, "{:?} is listed and refused", line);
                }
                prop_assert_eq!(duel.invariants(), Ok(()), "after {:?}", line);
            }
        }
    }
    Ok(())
}

/// Words of the grammar, put together in any way.
fn nearly_a_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => proptest::sample::select(vec![
            "attack", "cast", "cut", "done", "draw", "flash", "heal", "skip", "summon", "foe", "crash", "X", "x1", "retire",
        ]).prop_map(str::to_owned),
        4 => "(foe:|p1:|p2:|p3:|)[A-Ua-u][0-4]",
        1 => "[0-9]{1,20}",
        1 => "-?[0-9a-zA-Z:]{0,6}",
    ];
    proptest::collection::vec(word, 0..6).prop_map(|words| words.join(" "))
}

fn sound_pattern() -> impl Strategy<Value = String> {
    let deck: Vec<char> = LETTERS.chars().flat_map(|letter| [letter; 3]).collect();
    Just(deck).prop_shuffle().prop_map(|deck| deck[..25].iter().collect())
}

/// WA-1.2, plainly.
fn is_sound(letters: &str) -> bool {
    let mut counts = BTreeMap::new();
    for letter in letters.chars() {
        *counts.entry(letter.to_ascii_uppercase()).or_insert(0) += 1;
    }
    letters.chars().count() == 25 && counts.iter().all(|(letter, count)| LETTERS.contains(*letter) && *count <= 3)
}

fn create(setup: &serde_json::Value) -> Result<Box<dyn DynGame>, Vec<String>> {
    let game = registry::find("wizards_arena").expect("it is listed");
    let catalog = game.catalog(&[]).expect("the built-in catalogue is sound");
    let faults = |error: spellmoot_core::contract::SetupError| error.faults.iter().map(ToString::to_string).collect();
    game.create(&catalog, setup, Chance::seeded([2; 32])).map_err(faults)
}

/// Any JSON, now and then with the keys of setups.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (-3..30i64).prop_map(Into::into),
        "[A-U][0-4]".prop_map(Into::into),
        proptest::sample::select(vec!["X", "opening", "summoning", "attack", "over", ""]).prop_map(Into::into),
        ".{0,30}".prop_map(Into::into),
    ];
    let key = prop_oneof![
        8 => proptest::sample::select(vec![
            "patterns", "first", "position", "turn", "active", "phase", "players", "life", "crystals", "mana", "pattern",
            "hand", "arena", "name", "damage", "since_start",
        ]).prop_map(str::to_owned),
        1 => ".{0,8}",
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            proptest::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Positions that are nearly sound.
fn any_position() -> impl Strategy<Value = serde_json::Value> {
    let player = (
        -1..17i32,
        -1..7i32,
        -1..10i32,
        proptest::collection::vec("[A-Ua-u][1-3]", 0..4),
        proptest::collection::vec("[A-Ua-u][1-3]", 0..5),
    );
    let player = player.prop_map(|(life, crystals, mana, hand, arena)| {
        serde_json::json!({"life": life, "crystals": crystals, "mana": mana, "hand": hand, "arena": arena})
    });
    let phase = proptest::sample::select(vec!["opening", "summoning", "attack"]);
    (proptest::collection::vec(player, 0..3), 0..2u8, phase, proptest::option::of(0..1200u32)).prop_map(
        |(players, active, phase, turn)| {
            serde_json::json!({"players": players, "active": active, "phase": phase, "turn": turn})
        },
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_played_or_refused(seed: u64, lines in proptest::collection::vec(any::<String>(), 1..8)) {
        check_lines(seed, &lines)?;
    }

    #[test]
    fn words_of_the_grammar_are_played_or_refused(
        seed: u64,
        lines in proptest::collection::vec(nearly_a_line(), 1..40),
    ) {
        check_lines(seed, &lines)?;
    }

    #[test]
    fn sound_patterns_are_taken_and_play_to_an_end(one in sound_pattern(), other in sound_pattern(), seed: u64) {
        let setup = serde_json::json!({"patterns": [one, other]});
        let mut duel = create(&setup).map_err(|faults| TestCaseError::fail(faults.join("; ")))?;
        let mut picks = Picks::new(seed);
        while let Some(seat) = decider(&*duel) {
            let line = picks.pick(&duel.choices(seat)).clone();
            duel.choose(seat, &line).map_err(|refusal| TestCaseError::fail(format!("{line}: {refusal:?}")))?;
            prop_assert_eq!(duel.invariants(), Ok(()), "after {}", line);
        }
    }

    #[test]
    fn a_pattern_is_taken_exactly_if_it_is_sound(
        letters in prop_oneof!["[A-Ua-uV]{23,27}", sound_pattern(), ".{0,40}", Just("B".repeat(25))],
    ) {
        let setup = serde_json::json!({"patterns": [letters, "BCGBHKGPBHCRPGKQHPRUQLUQU"]});
        match create(&setup) {
            Ok(_) => prop_assert!(is_sound(&letters), "{:?} was taken", letters),
            Err(faults) => {
                prop_assert!(!is_sound(&letters), "{:?} was refused: {:?}", letters, faults);
                prop_assert!(faults.iter().all(|fault| fault.starts_with("patterns[0]")), "{:?}", faults);
            }
        }
    }

    #[test]
    fn any_setup_is_taken_or_refused(setup in any_json(), position in prop_oneof![any_json(), any_position()]) {
        let _ = create(&setup).is_ok();
        let setup = serde_json::json!({"patterns": ["BCGBHKGPBHCRPGKQHPRUQLUQU", "CKDBKJRCKJRIRGDSQPSGQPUSU"], "position": position});
        if let Ok(mut duel) = create(&setup) {
            prop_assert_eq!(duel.invariants(), Ok(()));
            let mut picks = Picks::new(1);
            for _ in 0..30 {
                let Some(seat) = decider(&*duel) else { break };
                let line = picks.pick(&duel.choices(seat)).clone();
                duel.choose(seat, &line).map_err(|refusal| TestCaseError::fail(format!("{line}: {refusal:?}")))?;
                prop_assert_eq!(duel.invariants(), Ok(()), "after {}", line);
            }
        }
    }

    #[test]
    fn any_catalogue_is_taken_or_refused(text in any::<String>(), id in any::<char>(), number: u8) {
        let game = registry::find("wizards_arena").expect("it is listed");
        let card = format!("[[card]]\nid = {:?}\ncost = {number}\nattack = {number}\nhealth = 1\n", id.to_string());
        for extra in [text, card] {
            if let Err(error) = game.catalog(&[extra]) {
                prop_assert!(!error.faults.is_empty());
            }
        }
    }

    #[test]
    fn any_bytes_restore_or_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(registry::restore(&bytes, None).is_err());
        prop_assert!(registry::restore(&[b"SPMT\x01", bytes.as_slice()].concat(), None).is_err());
    }

    #[test]
    fn any_seat_and_reason_may_be_retired(seat: u8, reason: String, seed: u64) {
        for row in rows() {
            let mut duel = midway(row.game, row.setups[0], seed);
            let is_there = usize::from(seat) < duel.seats() && duel.outcome().is_none();
            let before = duel.digest();
            prop_assert_eq!(duel.retire(Seat(seat), &reason).is_ok(), is_there);
            prop_assert_eq!(before != duel.digest(), is_there);
        }
    }
}
