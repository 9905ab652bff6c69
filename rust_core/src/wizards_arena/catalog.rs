//! The cards and the ready Patterns, read from TOML.

use serde::{Deserialize, Serialize};

use super::choice::VERBS;
use super::deck::Ability;
use super::setup::read_pattern;
use crate::contract::{GameCatalog, SetupError};

const BUILT_IN: &str = include_str!("../../catalog/wizards_arena/cards.toml");

/// A card as the catalogue has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardEntry {
    /// One letter.
    pub id: char,
    /// Mana.
    pub cost: u8,
    /// Damage dealt.
    pub attack: u8,
    /// Damage borne.
    pub health: u8,
    /// What else it does.
    #[serde(default)]
    pub ability: Option<Ability>,
    /// What it does, in English.
    #[serde(default)]
    pub text: String,
}

/// A ready Pattern.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternEntry {
    /// Lower case, for `pattern NAME`.
    pub name: String,
    /// 25 letters, top first.
    pub letters: String,
    /// How it wants to play.
    #[serde(default)]
    pub plan: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    card: Vec<CardEntry>,
    #[serde(default)]
    pattern: Vec<PatternEntry>,
}

/// The data of Wizard's Arena.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// By letter.
    pub cards: Vec<CardEntry>,
    /// In the order in which they are offered.
    pub patterns: Vec<PatternEntry>,
}

impl Catalog {
    /// The card of a letter.
    pub fn card(&self, letter: char) -> Option<&CardEntry> {
        self.cards.binary_search_by_key(&letter, |card| card.id).ok().map(|place| &self.cards[place])
    }

    fn add(&mut self, name: &str, text: &str) -> Result<(), SetupError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            SetupError::one(format!("{name}:{line}"), "unreadable-catalog", error.message())
        })?;
        for card in file.card {
            if !card.id.is_ascii_uppercase() {
                let message = format!("a card's id is one letter from A to Z, not {:?}", card.id);
                return Err(SetupError::one(format!("{name}: card.id"), "bad-card", message));
            }
            match self.cards.binary_search_by_key(&card.id, |known| known.id) {
                Ok(place) => self.cards[place] = card,
                Err(place) => self.cards.insert(place, card),
            }
        }
        for pattern in file.pattern {
            self.patterns.retain(|known| known.name != pattern.name);
            self.patterns.push(pattern);
        }
        Ok(())
    }
}

impl GameCatalog for Catalog {
    fn load(extra: &[String]) -> Result<Self, SetupError> {
        let mut catalog = Self::default();
        catalog.add("cards.toml", BUILT_IN)?;
        for (number, text) in extra.iter().enumerate() {
            catalog.add(&format!("extra[{number}]"), text)?;
        }
        let mut faults = Vec::new();
        for pattern in &catalog.patterns {
            read_pattern(&catalog, &pattern.letters, &format!("pattern.{}", pattern.name), &mut faults);
        }
        if faults.is_empty() { Ok(catalog) } else { Err(SetupError { faults }) }
    }

    fn json(&self) -> String {
        let json = serde_json::json!({
            "game": "wizards_arena",
            "seats": [2, 2],
            "verbs": VERBS,
            "cards": self.cards,
            "patterns": self.patterns,
        });
        json.to_string()
    }
}
