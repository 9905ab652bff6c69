//! Spellbooks: how many of each card, and what they cost (MW-5).

use serde::{Deserialize, Serialize};

use super::card::{Card, CardId, Join, Only};
use super::kinds::{Kind, School, Subtype};

/// How many of each card, by [`CardId`].
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Book {
    counts: Vec<u8>,
}

impl Book {
    /// An empty book for a catalogue of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self { counts: vec![0; cards] }
    }

    /// Copies of a card.
    #[inline]
    pub fn count(&self, card: CardId) -> u8 {
        self.counts[card.0 as usize]
    }

    /// Sets the copies of a card.
    pub fn set(&mut self, card: CardId, count: u8) {
        self.counts[card.0 as usize] = count;
    }

    /// Puts a card in.
    pub fn add(&mut self, card: CardId) {
        self.counts[card.0 as usize] += 1;
    }

    /// Takes a card out; whether there was one.
    pub fn take(&mut self, card: CardId) -> bool {
        let count = &mut self.counts[card.0 as usize];
        let had = *count > 0;
        *count = count.saturating_sub(1);
        had
    }

    /// All cards that are in, with their copies, by id.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, u8)> + '_ {
        let numbered = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        numbered.map(|(place, count)| (CardId(u8::try_from(place).expect("a catalogue has at most 255 cards")), *count))
    }

    /// How many cards are in.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|count| usize::from(*count)).sum()
    }

    /// Whether it has a place for every card of a catalogue.
    pub fn fits(&self, cards: usize) -> bool {
        self.counts.len() == cards
    }
}

/// Whether `mage` is trained in this card's `school` part (MW-5.2, MW-5.3); and whether opposed.
fn multiplier(mage: &str, card: &Card, school: School, level: u8) -> u32 {
    let (trained, opposed) = match mage {
        "paladin" => {
            let trained = match school {
                School::Holy => level <= 3 || card.kind == Kind::Creature,
                School::War => level <= 2,
                School::Arcane | School::Dark | School::Earth | School::Mind | School::Nature | School::Water => false,
            };
            (trained || (card.kind == Kind::Creature && card.of(School::Holy)), school == School::Dark)
        }
        "siren" => (school == School::Water || card.is(Subtype::Pirate) || card.is(Subtype::Song), false),
        _ => (false, false),
    };
    if trained {
        1
    } else if opposed {
        3
    } else {
        2
    }
}

/// Spell points of one copy in `mage`'s book (MW-5.1).
pub fn points(mage: &str, card: &Card) -> u32 {
    if card.novice {
        return 1;
    }
    let costs = card.schools.iter().map(|(school, level)| u32::from(*level) * multiplier(mage, card, *school, *level));
    match card.join {
        Some(Join::Or) => costs.min().unwrap_or(0),
        Some(Join::And) | None => costs.sum(),
    }
}

impl Card {
    /// Why `mage` may not have it, if so (MW-5.1).
    pub fn barred(&self, mage: &str) -> bool {
        let allowed = |only: &Only| match only {
            Only::HolyMage | Only::WarMage | Only::Paladin => mage == "paladin",
            Only::WaterMage | Only::Siren => mage == "siren",
        };
        !self.only.iter().all(allowed)
    }

    /// Copies that a book may hold (MW-5.1).
    pub const fn max_copies(&self) -> u8 {
        if self.epic {
            1
        } else if self.level == 1 {
            6
        } else {
            4
        }
    }
}
