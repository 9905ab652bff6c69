//! A player's 25 cards as printed, and the sets of them that the rules ask about.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::card_set::CardSet;
use super::state::{CardId, MAX_MANA, PATTERN_SIZE};

/// What a card can do beyond its numbers (WA-9).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    /// Shields its player and that player's other cards (WA-6.5).
    Blocker,
    /// Gives a Mana each Opening (WA-4.1).
    Source,
    /// May pay a Mana for 3 Attack (WA-6.3).
    Crasher,
    /// Triggered: gives Blocker and Health (WA-5.8).
    Leader,
    /// Triggered: gives Attack and Health (WA-5.6).
    Support,
    /// Triggered: deals damage (WA-5.7).
    Archer,
    /// Ignores Blockers (WA-6.5).
    Stealth,
    /// Heals its player for a Crystal (WA-4.1).
    Healer,
}

impl Ability {
    /// The word of views and texts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Blocker => "blocker",
            Self::Source => "source",
            Self::Crasher => "crasher",
            Self::Leader => "leader",
            Self::Support => "support",
            Self::Archer => "archer",
            Self::Stealth => "stealth",
            Self::Healer => "healer",
        }
    }
}

/// A card as printed, and its name.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The ID letter.
    pub letter: u8,
    /// Which of its letter, from 1, in the owner's original Pattern (WA-1.4).
    pub copy: u8,
    /// Mana to summon it.
    pub cost: u8,
    /// Damage it deals.
    pub attack: u8,
    /// Damage that destroys it.
    pub health: u8,
    /// What else it does.
    pub ability: Option<Ability>,
}

/// Summons are judged by up to 8 Mana, flashes by one more (WA-5.4).
const PRICES: usize = MAX_MANA as usize + 2;

/// All cards of a player, by [`CardId`]. Nothing in it ever changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "[Card; PATTERN_SIZE]", into = "[Card; PATTERN_SIZE]")]
pub struct Deck {
    cards: [Card; PATTERN_SIZE],
    /// By an amount of Mana: the cards that cost no more.
    affordable: [CardSet; PRICES],
    /// Cards that can be triggered (WA-5.2).
    pub triggers: CardSet,
    /// Printed Blockers.
    pub blockers: CardSet,
    /// Crashers.
    pub crashers: CardSet,
    /// Cards with Stealth.
    pub stealthy: CardSet,
    /// Sources.
    pub sources: CardSet,
    /// Healers.
    pub healers: CardSet,
    print: [u8; 8],
}

impl Deck {
    /// The printed card.
    #[inline]
    pub const fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// What stands for all cards: the start of the SHA-256 of them.
    pub const fn print(&self) -> [u8; 8] {
        self.print
    }

    /// Every card with its number.
    pub fn iter(&self) -> impl Iterator<Item = (CardId, &Card)> {
        (0..).map(CardId).zip(&self.cards)
    }

    /// The cards that cost no more than `mana`, which is at least 0 and at most one more than anybody can have.
    #[inline]
    pub fn affordable(&self, mana: i32) -> CardSet {
        usize::try_from(mana).ok().and_then(|mana| self.affordable.get(mana)).copied().unwrap_or_default()
    }
}

impl From<[Card; PATTERN_SIZE]> for Deck {
    fn from(cards: [Card; PATTERN_SIZE]) -> Self {
        let set = |has: &dyn Fn(&Card) -> bool| {
            (0..).map(CardId).zip(&cards).filter(|(_, card)| has(card)).map(|(id, _)| id).collect::<CardSet>()
        };
        let bytes = postcard::to_stdvec(&cards).expect("cards are plain data");
        let with = |ability| set(&|card| card.ability == Some(ability));
        Self {
            affordable: std::array::from_fn(|mana| set(&|card| usize::from(card.cost) <= mana)),
            triggers: with(Ability::Support) | with(Ability::Archer) | with(Ability::Leader),
            blockers: with(Ability::Blocker),
            crashers: with(Ability::Crasher),
            stealthy: with(Ability::Stealth),
            sources: with(Ability::Source),
            healers: with(Ability::Healer),
            print: *Sha256::digest(bytes).first_chunk().expect("a hash has 32 bytes"),
            cards,
        }
    }
}

impl From<Deck> for [Card; PATTERN_SIZE] {
    fn from(deck: Deck) -> Self {
        deck.cards
    }
}
