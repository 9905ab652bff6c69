//! A Pattern as a ring, so that a card leaves at the top without moving the others.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, Serializer};

use super::state::{CardId, MARK, PATTERN_SIZE};

const RING: u8 = 32;
const _: () = assert!(PATTERN_SIZE < RING as usize, "the mark needs a place too");

type Row = ArrayVec<CardId, { PATTERN_SIZE + 1 }>;

/// Cards in their order, top first, and [`MARK`] among them once the cuts are done (WA-3.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Row")]
pub struct Pattern {
    ring: [CardId; RING as usize],
    top: u8,
    size: u8,
}

impl Pattern {
    /// It never holds more cards than this.
    pub const SPACE: usize = RING as usize;

    #[inline]
    const fn index(&self, place: u8) -> usize {
        (self.top.wrapping_add(place) % RING) as usize
    }

    /// The cards from the top on, with the mark.
    pub fn iter(&self) -> impl Iterator<Item = CardId> + '_ {
        (0..self.size).map(|place| self.ring[self.index(place)])
    }

    /// The top: a card, or [`MARK`] if there is no card at all.
    #[inline]
    pub const fn top(&self) -> CardId {
        self.ring[self.index(0)]
    }

    /// Takes the top away.
    #[inline]
    pub const fn take_top(&mut self) -> CardId {
        let card = self.top();
        self.top = (self.top + 1) % RING;
        self.size -= 1;
        card
    }

    /// Puts a card, or the mark, at the very end.
    #[inline]
    pub const fn push(&mut self, card: CardId) {
        self.ring[self.index(self.size)] = card;
        self.size += 1;
    }

    /// Puts a card at the end, behind X; in front of it if there is nothing else (WA-8.3).
    #[inline]
    pub const fn push_card(&mut self, card: CardId) {
        let is_alone = self.size == 1;
        self.push(card);
        if is_alone {
            self.push_top_back();
        }
    }

    /// Moves the top to the end.
    #[inline]
    pub const fn push_top_back(&mut self) {
        let card = self.take_top();
        self.push(card);
    }

    /// Moves the first `count` to the end (WA-3.2).
    pub fn cut(&mut self, count: u8) {
        for _ in 0..count {
            self.push_top_back();
        }
    }
}

impl FromIterator<CardId> for Pattern {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut pattern = Self { ring: [MARK; RING as usize], top: 0, size: 0 };
        for card in cards {
            pattern.push(card);
        }
        pattern
    }
}

impl From<Row> for Pattern {
    fn from(row: Row) -> Self {
        row.into_iter().collect()
    }
}

/// The cards in their order. Each digest has it, so nothing is copied for it, as serde's `into` would.
impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pattern: &Pattern) -> Vec<u8> {
        pattern.iter().map(|card| card.0).collect()
    }

    #[test]
    fn cards_go_round_in_their_order() {
        let mut pattern: Pattern = (0..25).map(CardId).collect();
        pattern.cut(24);
        pattern.push(MARK);
        for turn in 0..200u8 {
            assert_eq!(pattern.top().0, (24 + turn) % 25);
            let card = pattern.take_top();
            pattern.push_card(card);
            if pattern.top() == MARK {
                pattern.push_top_back();
            }
        }
        let bytes = postcard::to_stdvec(&pattern).expect("it is plain data");
        let read: Pattern = postcard::from_bytes(&bytes).expect("it was just written");
        assert_eq!(row(&read), row(&pattern));
    }

    #[test]
    fn rule_wa_8_3_a_card_goes_in_front_of_a_mark_that_is_alone() {
        let mut pattern: Pattern = [MARK].into_iter().collect();
        pattern.push_card(CardId(3));
        assert_eq!(row(&pattern), [3, MARK.0]);
        pattern.push_card(CardId(1));
        assert_eq!(row(&pattern), [3, MARK.0, 1]);
    }
}
