//! What the tests of the core share: where files are, seeded picks, the table of games, events as lines.

#![allow(dead_code, reason = "each test file uses its own part of this")]

pub mod events;
pub mod games;

use std::path::{Path, PathBuf};

use spellmoot_core::contract::{DynGame, Seat};
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is a folder of the repository").to_owned()
}

/// A path as messages show it: from the repository's root.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Whether expected texts are rewritten instead of compared (`BLESS=1`).
#[expect(clippy::disallowed_methods, reason = "how a test runs may come from the environment")]
pub fn is_bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value != "0")
}

/// Whether there is time for many games (`SPELLMOOT_SLOW=1`).
#[expect(clippy::disallowed_methods, reason = "how a test runs may come from the environment")]
pub fn is_slow() -> bool {
    std::env::var_os("SPELLMOOT_SLOW").is_some_and(|value| value != "0")
}

/// `quick` by default, `slow` with `SPELLMOOT_SLOW=1`.
pub fn amount(quick: u64, slow: u64) -> u64 {
    if is_slow() { slow } else { quick }
}

#[expect(clippy::disallowed_methods, reason = "tests read their files")]
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", shown(path)))
}

#[expect(clippy::disallowed_methods, reason = "a blessed file is written where it is read")]
pub fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", shown(path)));
}

/// All files below `folder` whose names end in `.ending`, sorted; none if there is no such folder.
#[expect(clippy::disallowed_methods, reason = "tests read their files")]
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The tests' own seeded numbers (`SplitMix64`), apart from the chance of any match.
pub struct Picks(u64);

impl Picks {
    /// The same numbers for the same seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "nothing is below 0");
        usize::try_from(self.word() % bound as u64).expect("it is below a usize")
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// 32 bytes for a match.
    pub fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        for part in seed.chunks_exact_mut(8) {
            part.copy_from_slice(&self.word().to_le_bytes());
        }
        seed
    }
}

/// A match with the built-in catalogue.
pub fn start(game: &str, setup: &str, chance: Chance) -> Box<dyn DynGame> {
    let game = registry::find(game).unwrap_or_else(|| panic!("there is no game {game}"));
    let catalog = game.catalog(&[]).expect("the built-in catalogue is sound");
    let setup = serde_json::from_str(setup).expect("setups of tests are JSON");
    game.create(&catalog, &setup, chance).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

/// The seats of a match.
pub fn seats(game: &dyn DynGame) -> impl Iterator<Item = Seat> + use<> {
    (0..u8::try_from(game.seats()).expect("no game has that many seats")).map(Seat)
}

/// Who decides next: the first seat whose decision is open and has no sealed line yet.
pub fn decider(game: &dyn DynGame) -> Option<Seat> {
    game.pending().iter().find(|open| !open.sealed).map(|open| open.seat)
}

/// The order of choice lines: numbers by their value, all else by ASCII.
pub fn natural_key(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|sign: char| sign.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(match piece.parse() {
            Ok(number) if is_digit => Piece::Number(number),
            _ => Piece::Text(piece.to_owned()),
        });
        rest = after;
    }
    pieces
}

/// A run of digits or of anything else.
#[derive(Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Piece {
    Number(u64),
    Text(String),
}

/// All rule numbers in `text` that begin with `prefix`: `WA-6.5`, and `WA-9` for a whole chapter.
pub fn rule_numbers(text: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&format!("{prefix}-")) {
        let before = text[..at].chars().next_back();
        let digits = &text[at + prefix.len() + 1..];
        let end = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
        if end == 0 || before.is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == '-') {
            continue;
        }
        let (chapter, rest) = digits.split_at(end);
        let rule = rest
            .strip_prefix('.')
            .map_or("", |rule| &rule[..rule.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rule.len())]);
        found.push(if rule.is_empty() { format!("{prefix}-{chapter}") } else { format!("{prefix}-{chapter}.{rule}") });
    }
    found
}
