//! The cards and the printed spellbooks, read from TOML and made ready for play.

mod book;
mod card;
pub mod kinds;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use book::{Book, points};
pub use card::{AttackCard, Card, CardId, TargetKind, XCost};
pub use words::{Word, Words};

use super::choice::VERBS;
use crate::contract::{GameCatalog, SetupError, SetupFault};
use card::CardEntry;

const BUILT_IN: &str = include_str!("../../../catalog/mage_wars/cards.toml");

/// More cards than this do not fit into the numbers that the state keeps.
pub const MAX_CARDS: usize = 255;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BookEntry {
    mage: String,
    cards: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    card: Vec<CardEntry>,
    #[serde(default)]
    book: Vec<BookEntry>,
}

/// The data of Mage Wars.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// In the order of their ids.
    pub cards: Vec<Card>,
    /// The printed books, by Mage.
    pub books: BTreeMap<CardId, Book>,
    /// Every word of the choice lines.
    pub words: Words,
    /// What a wall does to who is pushed against it.
    pub bash: Vec<AttackCard>,
    entries: Vec<CardEntry>,
    printed: Vec<BookEntry>,
}

impl Catalog {
    /// The card of an id.
    pub fn find(&self, id: &str) -> Option<CardId> {
        let place = self.cards.binary_search_by(|card| (*card.id).cmp(id)).ok()?;
        Some(CardId(u8::try_from(place).expect("the load checks how many there are")))
    }

    /// A card.
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = CardId> + '_ {
        (0..self.cards.len()).map(|place| CardId(u8::try_from(place).expect("the load checks how many there are")))
    }

    fn add(&mut self, name: &str, text: &str) -> Result<(), SetupError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            SetupError::one(format!("{name}:{line}"), "unreadable-catalog", error.message())
        })?;
        for entry in file.card {
            match self.entries.binary_search_by(|known| known.id.cmp(&entry.id)) {
                Ok(place) => self.entries[place] = entry,
                Err(place) => self.entries.insert(place, entry),
            }
        }
        for book in file.book {
            self.printed.retain(|known| known.mage != book.mage);
            self.printed.push(book);
        }
        Ok(())
    }

    fn compile(&mut self) -> Result<(), SetupError> {
        let mut faults = Vec::new();
        if self.entries.len() > MAX_CARDS {
            return Err(SetupError::one("card", "bad-card", format!("more than {MAX_CARDS} cards")));
        }
        for entry in &self.entries {
            match Card::new(entry) {
                Ok(card) => self.cards.push(card),
                Err((field, message)) => {
                    faults.push(SetupFault::new(format!("card.{}.{field}", entry.id), "bad-card", message));
                }
            }
        }
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        self.words = Words::new(&mut self.cards);
        self.bash = vec![AttackCard::bash(super::legal::BASH_DICE)];
        for printed in &self.printed {
            let Some(mage) = self.find(&printed.mage) else {
                let message = "there is no such Mage";
                faults.push(SetupFault::new(format!("book.{}", printed.mage), "no-such-card", message));
                continue;
            };
            let mut book = Book::new(self.cards.len());
            for (id, count) in &printed.cards {
                match self.find(id) {
                    Some(card) => book.set(card, *count),
                    None => faults.push(SetupFault::new(
                        format!("book.{}.{id}", printed.mage),
                        "no-such-card",
                        "there is no such card",
                    )),
                }
            }
            self.books.insert(mage, book);
        }
        if faults.is_empty() { Ok(()) } else { Err(SetupError { faults }) }
    }
}

impl GameCatalog for Catalog {
    fn load(extra: &[String]) -> Result<Self, SetupError> {
        let mut catalog = Self::default();
        catalog.add("cards.toml", BUILT_IN)?;
        for (number, text) in extra.iter().enumerate() {
            catalog.add(&format!("extra[{number}]"), text)?;
        }
        catalog.compile()?;
        Ok(catalog)
    }

    fn json(&self) -> String {
        let json = serde_json::json!({
            "game": "mage_wars",
            "seats": [2, 2],
            "verbs": VERBS.as_slice(),
            "cards": self.entries,
            "books": self.printed,
        });
        json.to_string()
    }
}
