//! Every word that a choice line can hold, numbered in the order in which lines sort: comparing numbers compares words.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::card::{Card, CardId};
use super::kinds::{Aura, Condition, Slot, Task};
use crate::board::zones::Direction;

/// A word's place in the sorted list.
#[derive(Copy, Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Word(pub u16);

/// Words that are no names.
const PLAIN: [&str; 6] = ["none", "gold", "save", "valor", "hidden", "foe:hidden"];

/// The sorted words.
#[derive(Clone, Debug, Default)]
pub struct Words {
    list: Vec<String>,
    /// The card whose bare or `foe:` name the word is.
    cards: Vec<Option<(CardId, bool)>>,
    /// `none`.
    pub none: Word,
    /// `gold`.
    pub gold: Word,
    /// `save`.
    pub save: Word,
    /// `valor`.
    pub valor: Word,
    /// `hidden`.
    pub hidden: Word,
    /// `foe:hidden`.
    pub foe_hidden: Word,
}

impl Words {
    /// Numbers all words, and tells the cards theirs.
    pub(super) fn new(cards: &mut [Card]) -> Self {
        let mut sorted: BTreeSet<String> = PLAIN.iter().map(|word| (*word).to_owned()).collect();
        sorted.extend(Direction::ALL.iter().map(|word| word.as_str().to_owned()));
        sorted.extend(Slot::ALL.iter().map(|word| word.as_str().to_owned()));
        sorted.extend(Task::ALL.iter().map(|word| word.as_str().to_owned()));
        sorted.extend(Aura::ALL.iter().map(|word| word.as_str().to_owned()));
        sorted.extend(Condition::ALL.iter().map(|word| word.as_str().to_owned()));
        for card in cards.iter() {
            sorted.insert(card.id.to_string());
            sorted.insert(format!("foe:{}", card.id));
            sorted.extend(card.attacks.iter().map(|attack| attack.id.to_string()));
        }
        let mut words = Self { list: sorted.into_iter().collect(), ..Self::default() };
        words.cards = vec![None; words.list.len()];
        for (place, card) in cards.iter_mut().enumerate() {
            let id = CardId(u8::try_from(place).expect("the load checks how many there are"));
            card.own_word = words.known(&card.id);
            card.foe_word = words.known(&format!("foe:{}", card.id));
            words.cards[card.own_word.0 as usize] = Some((id, false));
            words.cards[card.foe_word.0 as usize] = Some((id, true));
            for attack in &mut card.attacks {
                attack.word = words.known(&attack.id);
            }
        }
        words.none = words.known("none");
        words.gold = words.known("gold");
        words.save = words.known("save");
        words.valor = words.known("valor");
        words.hidden = words.known("hidden");
        words.foe_hidden = words.known("foe:hidden");
        words
    }

    /// The word's number.
    pub fn find(&self, text: &str) -> Option<Word> {
        let place = self.list.binary_search_by(|known| known.as_str().cmp(text)).ok()?;
        Some(Word(u16::try_from(place).expect("a few hundred words")))
    }

    /// The number of a word that is surely there.
    ///
    /// # Panics
    /// If it is not: words are closed lists.
    pub fn known(&self, text: &str) -> Word {
        self.find(text).expect("the word was put into the list")
    }

    /// The word's letters.
    pub fn text(&self, word: Word) -> &str {
        &self.list[word.0 as usize]
    }

    /// The card whose name it is, and whether with `foe:`.
    pub fn card(&self, word: Word) -> Option<(CardId, bool)> {
        self.cards.get(word.0 as usize).copied().flatten()
    }
}

/// A printed name as a word: `Magic Flintlock` is `magic_flintlock`.
pub(super) fn spelled(name: &str) -> String {
    let letters = name.chars().filter(|letter| *letter != '\'');
    letters.map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' }).collect()
}
