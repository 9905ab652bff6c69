//! The table of games: what the tests that every game gets need to know of each. A new game gets them all by its row.

use std::sync::Arc;

use serde_json::Value;
use spellmoot_core::contract::{GameCatalog, Pending, Rules, Seat};
use spellmoot_core::mage_tower::MageTower;
use spellmoot_core::mage_wars::MageWars;
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;
use spellmoot_core::wizards_arena::WizardsArena;

use super::Picks;

/// A game's row.
pub struct Row {
    pub game: &'static str,
    /// Setups that differ in what they make likely.
    pub setups: &'static [&'static str],
    /// Most choices that a decision may list: 256, unless argued here.
    pub most_choices: usize,
    /// Random games end within so many choices.
    pub longest: usize,
    pub typed: Typed,
}

/// What is asked of the typed game behind a match, one set for each `Rules`.
pub struct Typed {
    /// Counts the sequences of `depth` choices after the lines of a prelude.
    pub count_sequences: fn(&Value, &[(Seat, String)], u32) -> u64,
    /// Plays a random game of a setup and checks that reading what was printed gives the same choice.
    pub check_spelling: fn(&Value, u64),
    /// Plays a random game of a setup and checks that picks by number are the listed choices, each once.
    pub check_picks: fn(&Value, u64),
}

impl Typed {
    const fn of<R: Rules>() -> Self {
        Self {
            count_sequences: count_sequences::<R>,
            check_spelling: check_spelling::<R>,
            check_picks: check_picks::<R>,
        }
    }
}

pub const ROWS: &[Row] = &[WIZARDS_ARENA, MAGE_TOWER, MAGE_WARS];

const WIZARDS_ARENA: Row = Row {
    game: "wizards_arena",
    setups: &[
        // Ready Patterns; chance names the first player.
        r#"{"patterns": ["BCGBHKGPBHCRPGKQHPRUQLUQU", "BGBEGLBGEKLPHRLHMPHRPMKEQ"]}"#,
        // Blockers and Healers against Sources and Leaders: long games with Rollovers.
        r#"{"patterns": ["ACICAITQCAIQHUQTUHPUTPPHG", "ADCDFNANDCONPQFUSPQUSPQUS"], "first": 1}"#,
        // Everything that can be triggered.
        r#"{"patterns": ["FFFJJJKKKOOORRRSSSBBBAAAL", "KKKRRRJJJSSSOOOFFFTTTBBBU"], "first": 0}"#,
        // In the middle of a fight, near the end.
        r#"{"patterns": ["BCGBHKGPBHCRPGKQHPRUQLUQU", "CKDBKJRCKJRIRGDSQPSGQPUSU"], "first": 0,
            "position": {"turn": 9, "active": 1, "phase": "opening", "players": [
                {"life": 4, "crystals": 3, "hand": ["R1", "U1"], "arena": ["B1", "C1", "K1", "Q1", "L1"]},
                {"life": 5, "crystals": 4, "hand": ["J1", "R1"], "arena": ["K1", "B1", "J2", "S1", "I1"]}]}}"#,
    ],
    // WA-10 fixes one line a decision, and a list that left out legal lines would be worse. 25 cards a side bound it: as many
    // attackers with 49 cards and a player to attack, six of them Crashers that have every line twice, and `done`.
    most_choices: 25 * 50 + 6 * 50 + 1,
    longest: 10_000,
    typed: Typed::of::<WizardsArena>(),
};

const MAGE_TOWER: Row = Row {
    game: "mage_tower",
    setups: &[
        // Two players, dealt at random.
        r#"{"players": 2, "advanced": true}"#,
        // Four, drafting in secret; a shared monster deck.
        r#"{"players": 4, "draft": "hidden", "advanced": true}"#,
        // Cards that open windows for others.
        r#"{"players": 2, "advanced": true, "decks": [
            ["sunlance", "crusade", "sift_the_omens", "parrot_familiar", "unravel", "sabotage", "blood_tithe", "pathfinder"],
            ["harpy", "bog_witch", "brazen_bargain", "warded_gate", "ambush_marker", "meat_grinder", "griffon_lancer", "wisp"]]}"#,
        // Two, drafting openly.
        r#"{"players": 2, "draft": "visible"}"#,
        // Together, and alone.
        r#"{"mode": "coop", "players": 3, "advanced": true}"#,
        r#"{"mode": "solo"}"#,
        // In the middle, near the end.
        r#"{"players": 3, "position": {"active": 1, "turn": 30, "phase": "begin", "seats": [
            {"life": 3, "hand": ["hexbolt", "knight", "tower_shield"], "in_play": [{"card": "knight", "damage": 1, "equipment": ["hell_axe"]}]},
            {"life": 4, "gold": 6, "hand": ["chain_lightning"], "board": ["demon", {"card": "harpy", "owner": 0}], "in_play": ["wisp", "archer"]},
            {"life": 2, "board": [{"card": "giant", "angry": true}], "in_play": ["spite_totem", "watch_spire"]}],
            "shared": {"monster_deck": ["orc", "giant", "hellhound", "ogre"], "monster_discard": ["warlock", "orc", "demon"], "reshuffles": 1}}}"#,
    ],
    most_choices: 256,
    longest: 20_000,
    typed: Typed::of::<MageTower>(),
};

const MAGE_WARS: Row = Row {
    game: "mage_wars",
    setups: &[
        // The printed spellbooks; dice name who begins.
        r#"{"seats": [{"mage": "paladin"}, {"mage": "siren"}], "round_limit": 5}"#,
        // A fight in the middle of the arena, near the end, with enchantments on both sides.
        r#"{"seats": [{"mage": "siren"}, {"mage": "paladin"}], "round_limit": 6, "position": {
            "round": 4, "phase": "upkeep", "initiative": 1,
            "seats": [{"mana": 40}, {"mana": 40, "valor": 7, "auras": ["martyrs_aura"]}],
            "objects": [
                {"ref": "p1:siren", "zone": [1, 1], "damage": 15},
                {"ref": "p2:paladin", "zone": [2, 1], "damage": 20},
                {"ref": "p1:shallow_sea#1", "zone": [1, 1]},
                {"ref": "p1:coral_barrier#1", "border": [[1, 1], [2, 1]]},
                {"ref": "p1:kraken#1", "zone": [1, 1]},
                {"ref": "p1:shoalsdeep_thrasher#1", "zone": [2, 1]},
                {"ref": "p1:merren_harpooner#1", "zone": [1, 0]},
                {"ref": "p2:noble_vanguard#1", "zone": [2, 1], "guard": true},
                {"ref": "p2:crusader_griffin#1", "zone": [2, 0], "damage": 3},
                {"ref": "p2:knight_of_the_red_helm#1", "zone": [1, 1], "conditions": {"bleed": 2}},
                {"ref": "p2:light_of_dawn#1", "zone": [3, 1]},
                {"ref": "p1:lullaby#1", "host": "p2:light_of_dawn#1", "revealed": false},
                {"ref": "p1:hydrothermal_vent#2", "zone": [2, 1], "revealed": false},
                {"ref": "p2:eye_for_an_eye#1", "host": "p2:noble_vanguard#1", "revealed": false},
                {"ref": "p2:blind#2", "host": "p1:kraken#1", "revealed": false}]}}"#,
    ],
    most_choices: 256,
    longest: 40_000,
    typed: Typed::of::<MageWars>(),
};

/// The row of a game.
///
/// # Panics
/// If the game is registered and has none: every game gets the whole battery.
pub fn row(game: &str) -> &'static Row {
    ROWS.iter().find(|row| row.game == game).unwrap_or_else(|| panic!("{game} needs a row in tests/support/games.rs"))
}

/// Every game of the registry with its row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    registry::GAMES.iter().map(|game| row(game.name()))
}

fn first_state<R: Rules>(setup: &Value, chance: Chance) -> R {
    let catalog = R::Catalog::load(&[]).expect("the built-in catalogue is sound");
    R::setup(&Arc::new(catalog), setup, chance, &mut ()).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

fn next_seat<R: Rules>(state: &R, pending: &mut Vec<Pending<R::Choice>>) -> Option<Seat> {
    pending.clear();
    state.pending(pending);
    pending.iter().find(|open| !open.sealed).map(|open| open.seat)
}

fn count_sequences<R: Rules>(setup: &Value, prelude: &[(Seat, String)], depth: u32) -> u64 {
    let mut state: R = first_state(setup, Chance::seeded([0; 32]));
    for (seat, line) in prelude {
        let choice = state.parse(*seat, line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        let mut legal = Vec::new();
        state.legal(*seat, &mut legal);
        assert!(legal.contains(&choice), "{line} is not legal");
        state.apply(*seat, choice, &mut ());
    }
    count_from(&state, depth)
}

fn count_from<R: Rules>(state: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some(seat) = next_seat(state, &mut Vec::new()) else { return 0 };
    let mut legal = Vec::new();
    state.legal(seat, &mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |choice: R::Choice| {
        let mut next = state.clone();
        next.apply(seat, choice, &mut ());
        count_from(&next, depth - 1)
    };
    legal.into_iter().map(after).sum()
}

fn check_spelling<R: Rules>(setup: &Value, seed: u64) {
    let mut picks = Picks::new(seed);
    let mut state: R = first_state(setup, Chance::seeded(picks.seed()));
    let mut pending = Vec::new();
    let mut legal = Vec::new();
    while let Some(seat) = next_seat(&state, &mut pending) {
        legal.clear();
        state.legal(seat, &mut legal);
        for choice in &legal {
            let mut line = String::new();
            state.print(seat, *choice, &mut line);
            for spelling in [line.clone(), line.to_ascii_uppercase(), format!("  {}\t", line.replace(' ', "   "))] {
                let read = state.parse(seat, &spelling);
                assert_eq!(read.as_ref(), Ok(choice), "{spelling:?} of {choice:?}, seed {seed}");
            }
        }
        let choice = *picks.pick(&legal);
        state.apply(seat, choice, &mut ());
    }
}

fn check_picks<R: Rules>(setup: &Value, seed: u64) {
    let mut picks = Picks::new(seed);
    let match_seed = picks.seed();
    let catalog = Arc::new(R::Catalog::load(&[]).expect("the built-in catalogue is sound"));
    let begin = R::starts(&catalog, setup).unwrap_or_else(|error| panic!("{setup}: {error}"));
    let mut state = begin(Chance::seeded(match_seed));
    let same: R = first_state(setup, Chance::seeded(match_seed));
    assert_eq!(bytes(&state), bytes(&same), "a start that was read before differs from a setup");
    let mut pending = Vec::new();
    let (mut legal, mut picked, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(decider) = next_seat(&state, &mut pending) {
        assert_eq!(state.decider(), Some(decider), "seed {seed}");
        for seat in (0..).map(Seat).take(state.seats()) {
            legal.clear();
            state.legal(seat, &mut legal);
            legal.sort_unstable();
            let mut told = 0;
            let first = state.pick(seat, &mut buffer, |count| {
                told = count;
                0
            });
            assert_eq!((told, first.is_some()), (legal.len(), !legal.is_empty()), "seed {seed}: {legal:?}");
            picked.clear();
            picked.extend((0..told).filter_map(|number| state.pick(seat, &mut buffer, |_| number)));
            picked.sort_unstable();
            assert_eq!(picked, legal, "seed {seed}, {seat:?}");
        }
        let choice = state.pick(decider, &mut buffer, |count| picks.below(count)).expect("it decides");
        state.apply(decider, choice, &mut ());
    }
    assert_eq!(state.decider(), None, "seed {seed}");
}

fn bytes(state: &impl Rules) -> Vec<u8> {
    serde_json::to_vec(state).expect("a state is plain data")
}
