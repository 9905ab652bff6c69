//! The cards, read from TOML and made ready for play: numbered by id, operations in numbered blocks, what is always so as plain fields.

mod card;
mod check;
mod traits;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use card::{
    Amount, AngerAt, Block, CardEntry, CardType, ChooseWindow, Condition, CopyFrom, Count, DefendersHit, Group,
    Monsters, Named, On, Op, OptionEntry, OptionWord, Reaction, Sacrifice, ShiftTo, SpawnAt, Trigger, Who,
};
pub use traits::{Aura, Traits};

use super::choice::{RESERVED, VERBS, Word};
use crate::contract::{GameCatalog, SetupError, SetupFault};

const FILES: [(&str, &str); 3] = [
    ("cards_common.toml", include_str!("../../../catalog/mage_tower/cards_common.toml")),
    ("monsters.toml", include_str!("../../../catalog/mage_tower/monsters.toml")),
    ("cards_draft.toml", include_str!("../../../catalog/mage_tower/cards_draft.toml")),
];

/// A card: its place among all cards in the order of their ids, so comparing numbers compares ids.
#[derive(Copy, Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u16);

/// A list of operations: its place in [`Catalog::block`].
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlockId(pub u16);

/// What must be named when a card is played (MT-25.4).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Aiming {
    /// Nothing.
    #[default]
    Nothing,
    /// An opponent; nothing where there are none.
    Foe,
    /// An own Defender.
    Defender,
    /// A monster of the own board; without one the card can't be played.
    Monster,
    /// A monster of that subtype (a bit); nothing if there is none.
    Subtype(u32),
    /// Up to so many angry monsters, closest first.
    AngryUpTo(u8),
    /// An Ability in the own discard pile that is not the card itself; nothing if there is none.
    OwnAbility,
    /// A prize card in the own discard pile; nothing if there is none.
    OwnPrize,
    /// Up to so many Confusion, by zone.
    Confusions(u8),
}

/// A card made ready.
#[derive(Clone, Debug)]
pub struct Card {
    /// As the file has it.
    pub entry: CardEntry,
    /// Its id as a word of choice lines.
    pub word: Word,
    /// Its place among the common piles (MT-2.5), if it returns to one.
    pub pile: Option<u8>,
    /// A bit for each subtype.
    pub subtypes: u32,
    /// What is always so while it is in play.
    pub traits: Traits,
    /// What its play line names.
    pub aiming: Aiming,
    /// Whether it has a text that acts before the first turn.
    pub has_gamestart: bool,
}

impl Card {
    /// The blocks that `on` starts.
    #[inline]
    pub fn triggers(&self, on: On) -> impl Iterator<Item = &Trigger> {
        self.entry.triggers.iter().filter(move |trigger| trigger.on == on)
    }

    /// Whether it is of that type.
    #[inline]
    pub fn is(&self, kind: CardType) -> bool {
        self.entry.kind == kind
    }
}

/// The data of Mage Tower.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// By number.
    cards: Vec<Card>,
    blocks: Vec<Arc<[Op]>>,
    words: Vec<(String, Option<CardId>)>,
    subtypes: Vec<String>,
    /// The cards of the common piles, by pile.
    pub piles: Vec<CardId>,
    /// The prize cards.
    pub prizes: Vec<CardId>,
    /// MT-13.
    pub confusion: CardId,
    /// MT-14.
    pub demonspawn: CardId,
    /// MT-2.1, with how many each player gets.
    pub basics: Vec<(CardId, u8)>,
    /// The base monsters in the order of their file.
    pub monsters: Vec<CardId>,
    /// The co-op monsters that the deck holds, in the order of their file.
    pub coop_monsters: Vec<CardId>,
}

impl Catalog {
    /// A card.
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// All cards by number.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(number, card)| (card_id(number), card))
    }

    /// The card of an id.
    pub fn find(&self, id: &str) -> Option<CardId> {
        self.cards.binary_search_by(|card| card.entry.id.as_str().cmp(id)).ok().map(card_id)
    }

    /// A block's operations.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Arc<[Op]> {
        &self.blocks[id.0 as usize]
    }

    /// Whether there is such a block.
    pub fn has_block(&self, id: BlockId) -> bool {
        (id.0 as usize) < self.blocks.len()
    }

    /// A word of choice lines.
    pub fn word(&self, text: &str) -> Option<Word> {
        let place = self.words.binary_search_by(|(word, _)| word.as_str().cmp(text)).ok()?;
        Some(Word::at(place))
    }

    /// The text of a word, and the card that it names.
    pub fn spell(&self, word: Word) -> (&str, Option<CardId>) {
        word.place().map_or(("", None), |place| (self.words[place].0.as_str(), self.words[place].1))
    }

    /// The bit of a subtype.
    pub fn subtype(&self, name: &str) -> u32 {
        self.subtypes.iter().position(|known| known == name).map_or(0, |place| 1 << place)
    }

    /// The draft cards that may be dealt, in the order of their ids (MT-2.11, MT-2.14).
    pub fn pool(&self, advanced: bool, boons: bool) -> Vec<CardId> {
        let fits = |card: &Card| {
            card.entry.group == Group::Draft
                && (advanced || !card.entry.advanced)
                && (boons || !card.is(CardType::Boon))
        };
        self.cards().filter(|(_, card)| fits(card)).map(|(id, _)| id).collect()
    }

    /// Numbers cards, words, subtypes, piles and blocks.
    fn prepare(entries: Vec<CardEntry>) -> Self {
        let mut catalog = Self::default();
        let order: Vec<(String, Group)> = entries.iter().map(|entry| (entry.id.clone(), entry.group)).collect();
        let mut entries = entries;
        entries.sort_by(|one, other| one.id.cmp(&other.id));
        let mut words: Vec<(String, Option<CardId>)> = RESERVED.iter().map(|word| ((*word).to_owned(), None)).collect();
        words.extend(entries.iter().enumerate().map(|(number, entry)| (entry.id.clone(), Some(card_id(number)))));
        words.sort();
        catalog.words = words;
        for entry in &entries {
            for subtype in &entry.subtypes {
                if !catalog.subtypes.contains(subtype) {
                    catalog.subtypes.push(subtype.clone());
                }
            }
        }
        let ids: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
        for mut entry in entries {
            for block in blocks_of(&mut entry) {
                catalog.register(block, &ids);
            }
            let card = Card {
                word: catalog.word(&entry.id).expect("its id is among the words"),
                pile: None,
                subtypes: entry.subtypes.iter().map(|name| catalog.subtype(name)).fold(0, |all, bit| all | bit),
                traits: Traits::of(&entry, |name| catalog.subtype(name)),
                aiming: check::aiming(&entry, |name| catalog.subtype(name)),
                has_gamestart: !entry.gamestart.ops.is_empty(),
                entry,
            };
            catalog.cards.push(card);
        }
        catalog.sort_into_groups(&order);
        catalog
    }

    fn sort_into_groups(&mut self, order: &[(String, Group)]) {
        for (id, group) in order {
            let card = self.find(id).expect("it was just numbered");
            let CardEntry { copies, points, kind, .. } = self.card(card).entry;
            match group {
                Group::Basic => self.basics.push((card, copies / 6)),
                Group::Prize => self.prizes.push(card),
                Group::Confusion => self.confusion = card,
                Group::Demonspawn => self.demonspawn = card,
                Group::Monster => self.monsters.push(card),
                // Points 0: comes only through another card (MT-15.8).
                Group::CoopMonster if points > 0 => self.coop_monsters.push(card),
                Group::Token | Group::CoopMonster | Group::Draft => {}
            }
            let piled = match group {
                Group::Prize | Group::Confusion | Group::Demonspawn => true,
                Group::Token => kind == CardType::Defender,
                Group::Basic | Group::Monster | Group::CoopMonster | Group::Draft => false,
            };
            if piled {
                let place = u8::try_from(self.piles.len()).expect("there are eight piles");
                self.piles.push(card);
                self.cards[card.0 as usize].pile = Some(place);
            }
        }
    }

    /// Numbers a block, the blocks inside it, and the cards that it names.
    fn register(&mut self, block: &mut Block, ids: &[String]) {
        for op in &mut block.ops {
            for named in named_of(op) {
                let place = ids.binary_search(&named.id).expect("check looked it up");
                named.card = card_id(place);
            }
            for inner in inner_blocks(op) {
                self.register(inner, ids);
            }
        }
        block.id = BlockId(u16::try_from(self.blocks.len()).expect("a file has fewer blocks than that"));
        self.blocks.push(block.ops.as_slice().into());
    }
}

fn card_id(number: usize) -> CardId {
    CardId(u16::try_from(number).expect("check bounds the number of cards"))
}

/// All outer blocks of a card.
fn blocks_of(entry: &mut CardEntry) -> impl Iterator<Item = &mut Block> {
    let activated = entry.activated.as_mut().map(|activated| &mut activated.block);
    let triggers = entry.triggers.iter_mut().map(|trigger| &mut trigger.block);
    [&mut entry.play, &mut entry.gamestart].into_iter().chain(activated).chain(triggers)
}

/// The blocks inside an operation.
#[expect(clippy::wildcard_enum_match_arm, reason = "most operations hold no block")]
fn inner_blocks(op: &mut Op) -> Vec<&mut Block> {
    match op {
        Op::Token { or, .. } => vec![or],
        Op::If { then_do, otherwise, .. } => vec![then_do, otherwise],
        Op::RevealUntilDefender { each } => vec![each],
        Op::Toss { even, odd } => vec![even, odd],
        Op::Choose { options, .. } => options.iter_mut().map(|option| &mut option.block).collect(),
        _ => Vec::new(),
    }
}

/// The cards that an operation names.
#[expect(clippy::wildcard_enum_match_arm, reason = "most operations name no card")]
fn named_of(op: &mut Op) -> Vec<&mut Named> {
    match op {
        Op::Token { id, .. } | Op::Summon { id, .. } | Op::Restore(id) => vec![id],
        Op::If { when: Condition::Controls(named), .. } => vec![named],
        _ => Vec::new(),
    }
}

impl GameCatalog for Catalog {
    fn load(extra: &[String]) -> Result<Self, SetupError> {
        let mut entries = Vec::new();
        let mut faults = Vec::new();
        for (name, text) in FILES {
            check::read(name, text, &mut entries, true, &mut faults);
        }
        for (number, text) in extra.iter().enumerate() {
            check::read(&format!("extra[{number}]"), text, &mut entries, false, &mut faults);
        }
        check::references(&mut entries, &mut faults);
        if faults.is_empty() {
            Ok(Self::prepare(entries.into_iter().map(|read| read.entry).collect()))
        } else {
            Err(SetupError { faults: faults.into_iter().map(SetupFault::from).collect() })
        }
    }

    fn json(&self) -> String {
        let cards: Vec<&CardEntry> = self.cards.iter().map(|card| &card.entry).collect();
        let json = serde_json::json!({
            "game": "mage_tower",
            "seats": [1, 6],
            "verbs": VERBS,
            "cards": cards,
        });
        json.to_string()
    }
}
