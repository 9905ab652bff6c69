//! Sets of cards and of targets as bits: small, copied like numbers, counted and picked from without going through them.
//!
//! A zone or a mark is one set a player; in which order cards came to a zone is told by their arrivals (see `state.rs`).

use std::ops::{BitAnd, BitAndAssign, BitOr, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use super::choice::Target;
use super::state::{CardId, PATTERN_SIZE};

const _: () = assert!(PATTERN_SIZE <= 31, "a set has 32 places, and targets need one for the opposing player");

/// A set of one player's cards.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardSet(u32);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All cards of a player.
    pub const ALL: Self = Self((1 << PATTERN_SIZE) - 1);

    /// A set of one card.
    #[inline]
    pub const fn of(card: CardId) -> Self {
        Self(1u32.wrapping_shl(card.0 as u32))
    }

    /// The set itself or no card, without a branch.
    #[inline]
    #[must_use]
    pub const fn only_if(self, condition: bool) -> Self {
        Self(self.0 & (condition as u32).wrapping_neg())
    }

    /// Whether no card is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `card` is in it.
    #[inline]
    pub const fn has(self, card: CardId) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// Takes `card` in.
    #[inline]
    pub const fn insert(&mut self, card: CardId) {
        self.0 |= Self::of(card).0;
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for CardSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for CardSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl IntoIterator for CardSet {
    type Item = CardId;
    type IntoIter = Cards;

    #[inline]
    fn into_iter(self) -> Cards {
        Cards(self.0)
    }
}

/// The cards of a set, ascending.
#[derive(Clone, Debug)]
pub struct Cards(u32);

impl Iterator for Cards {
    type Item = CardId;

    #[inline]
    fn next(&mut self) -> Option<CardId> {
        let place = u64::from(self.0).trailing_zeros();
        let card = (self.0 != 0).then_some(CardId(narrow(place)));
        self.0 &= self.0.wrapping_sub(1);
        card
    }
}

/// Two sets of cards, counted when they are put together, and picked from as one.
#[derive(Copy, Clone, Debug)]
pub struct TwoSets {
    bits: u64,
    /// In each byte: how many bits are set in that byte and all lower ones.
    sums: u64,
}

impl TwoSets {
    /// Both sets; they may hold the same cards.
    #[inline]
    pub const fn new(first: CardSet, second: CardSet) -> Self {
        let bits = first.0 as u64 | ((second.0 as u64) << 32);
        let pairs = bits.wrapping_sub(bits >> 1 & (ONES * 0x55));
        let quads = (pairs & (ONES * 0x33)).wrapping_add(pairs >> 2 & (ONES * 0x33));
        let counts = quads.wrapping_add(quads >> 4) & (ONES * 0x0f);
        Self { bits, sums: counts.wrapping_mul(ONES) }
    }

    /// How many cards are in both together.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.sums >> 56) as usize
    }

    /// How many are in each.
    #[inline]
    pub const fn lens(&self) -> (usize, usize) {
        let first = (self.sums >> 24 & 0xff) as usize;
        (first, self.len() - first)
    }

    /// The card that has `number` others before it, those of the first set coming first; and whether it is of the second.
    /// `number` is below `len`.
    ///
    /// There is no loop and no branch in it, which would be guessed wrongly half of the time: it finds the byte by comparing
    /// all the sums at once, and looks the bit up.
    #[inline]
    pub const fn nth(&self, number: usize) -> (CardId, bool) {
        let number = number as u64;
        let passed = (number.wrapping_mul(ONES) | TOPS).wrapping_sub(self.sums) & TOPS;
        let byte_place = ((passed >> 7).wrapping_mul(ONES) >> 56) as u8;
        let shift = byte_place as u32 * 8;
        let before = (self.sums << 8).wrapping_shr(shift) & 0xff;
        let byte = (self.bits.wrapping_shr(shift) & 0xff) as usize;
        let place = BIT_PLACES[byte][(number.wrapping_sub(before) & 7) as usize];
        (CardId(byte_place % 4 * 8 + place), byte_place >= 4)
    }
}

/// What a trigger or an attack can be aimed at: cards of either player, and the opposing player.
#[derive(Copy, Clone, Debug)]
pub struct Targets(TwoSets);

/// Stands for the opposing player among the opponent's cards.
const FOE: CardId = CardId(31);

impl Targets {
    /// Own cards, cards of the opponent, and whether the opposing player is one too.
    #[inline]
    pub const fn new(own: CardSet, foe_cards: CardSet, foe: bool) -> Self {
        Self(TwoSets::new(own, CardSet(foe_cards.0 | (foe as u32) << FOE.0)))
    }

    /// How many there are.
    #[inline]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// The target that has `number` others before it. `number` is below `len`.
    #[inline]
    pub fn nth(&self, number: usize) -> Target {
        match self.0.nth(number) {
            (card, false) => Target::Own(card),
            (FOE, true) => Target::Foe,
            (card, true) => Target::FoeCard(card),
        }
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Target> {
        (0..self.len()).map(move |number| self.nth(number))
    }
}

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const TOPS: u64 = ONES << 7;

/// For a byte, the places of its set bits from the lowest on.
const BIT_PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut found = 0;
        let mut place = 0;
        while place < 8 {
            if byte >> place & 1 != 0 {
                places[byte][found] = place;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "places of bits are at most 64")]
const fn narrow(place: u32) -> u8 {
    place as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sets_are_counted_and_picked_from_as_lists_would_be() {
        let mut word = 1u64;
        for _ in 0..2000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let thin = word & word.rotate_left(17);
            for bits in [word, thin, thin & word.rotate_left(29), !word] {
                let first = CardSet(u32::try_from(bits >> 32).expect("half of 64 bits")) & CardSet::ALL;
                let second = CardSet(u32::try_from(bits & 0xffff_ffff).expect("half of 64 bits"));
                let sets = TwoSets::new(first, second);
                let list: Vec<(CardId, bool)> = first
                    .into_iter()
                    .map(|card| (card, false))
                    .chain(second.into_iter().map(|card| (card, true)))
                    .collect();
                assert_eq!(sets.lens(), (first.len(), second.len()));
                assert_eq!(sets.len(), list.len());
                let picked: Vec<(CardId, bool)> = (0..list.len()).map(|number| sets.nth(number)).collect();
                assert_eq!(picked, list);
            }
        }
    }
}
