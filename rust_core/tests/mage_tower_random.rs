//! Random choices in every mode, with every invariant asked after each: a million of them with `SPELLMOOT_SLOW=1`.

mod support;

use spellmoot_core::rng::Chance;
use support::Picks;

const SETUPS: [&str; 8] = [
    r#"{"players": 2, "advanced": true}"#,
    r#"{"players": 2, "draft": "visible", "advanced": true}"#,
    r#"{"players": 3, "draft": "hidden", "advanced": true}"#,
    r#"{"players": 6, "advanced": true}"#,
    r#"{"mode": "coop", "players": 1, "advanced": true}"#,
    r#"{"mode": "coop", "players": 4, "advanced": true}"#,
    r#"{"mode": "solo", "advanced": true}"#,
    r#"{"players": 5}"#,
];

#[test]
fn random_choices_break_nothing() {
    let wanted = support::amount(4_000, 1_000_000);
    let mut made = 0;
    let mut seed = 0;
    while made < wanted {
        seed += 1;
        let mut picks = Picks::new(seed);
        let setup = SETUPS[picks.below(SETUPS.len())];
        let mut game = support::start("mage_tower", setup, Chance::seeded(picks.seed()));
        // Some players play their turns out, so that games are long; some leave.
        let patient = picks.below(2) == 0;
        while let Some(seat) = support::decider(&*game) {
            let choices = game.choices(seat);
            assert!(choices.len() <= 256, "{} choices, seed {seed}", choices.len());
            let mut line = picks.pick(&choices);
            if patient && line == "end" && picks.below(6) > 0 {
                line = picks.pick(&choices);
            }
            game.choose(seat, line).unwrap_or_else(|refusal| panic!("{line}: {refusal}, seed {seed}"));
            assert_eq!(game.invariants(), Ok(()), "after {line}, seed {seed}");
            made += 1;
            if picks.below(2_000) == 0 && game.outcome().is_none() {
                if let Err(refusal) = game.retire(seat, "resigned") {
                    assert_eq!(refusal.code, "already-out", "{refusal}, seed {seed}"); // by its own choice
                }
                assert_eq!(game.invariants(), Ok(()), "after {seat:?} left, seed {seed}");
            }
        }
    }
}
