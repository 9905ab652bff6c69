//! The match's only source of chance: `ChaCha20` (RFC 8439) keyed by the match seed, one substream for each (label, owner).
//!
//! Because streams are apart, a hidden draw never shifts a public roll. A draw takes 32-bit words of its stream in order; its
//! position is how many words went before it, so that anybody who learns the seed can check any roll by itself:
//!
//! * the stream number (the 64-bit nonce of the cipher) is `label.code * 256 + owner`; owner 0 is the table, seat `n` is `n + 1`;
//! * a number below `n` is the high half of `word * n`, unless the low half is below `2^32 mod n`, when the next word is tried
//!   (Lemire's multiply-shift, without bias);
//! * a shuffle goes from the last place down to the second and swaps each with the place drawn below its number plus one;
//! * after a rewind the key is `sha256(key, "rewind", count as 4 bytes little-endian)`, so dice once seen do not come again.

use std::collections::VecDeque;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::contract::Seat;

/// What a draw is for; each game lists its own. The code is part of the stream number and never changes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Label {
    /// The word that events use.
    pub name: &'static str,
    /// Stable number, unique in the game.
    pub code: u32,
}

/// One number drawn, and where it came from.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Draw {
    /// The number.
    pub value: u32,
    /// The stream's number.
    pub stream: u64,
    /// How many words of the stream were used before.
    pub position: u32,
}

/// The match's chance. Cheap to copy: a key and a position a stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Chance {
    /// Draws from the cipher.
    Seeded {
        /// The key: the match seed, changed by rewinds.
        key: [u8; 32],
        /// How often the match was rewound.
        rewinds: u32,
        /// Words used of each stream that was drawn from, by stream.
        positions: Vec<(u64, u32)>,
    },
    /// Draws what a test wrote down, in order; what is left over at the end is a fault of the test.
    Scripted {
        /// What is still to come.
        rolls: VecDeque<u32>,
    },
}

const fn stream_of(label: Label, owner: Option<Seat>) -> u64 {
    let owner = match owner {
        None => 0,
        Some(seat) => seat.0 as u64 + 1,
    };
    label.code as u64 * 256 + owner
}

impl Chance {
    /// Chance from a match seed.
    pub const fn seeded(seed: [u8; 32]) -> Self {
        Self::Seeded { key: seed, rewinds: 0, positions: Vec::new() }
    }

    /// Chance that gives just these numbers (each counted from 0), for tests.
    pub fn scripted(rolls: impl IntoIterator<Item = u32>) -> Self {
        Self::Scripted { rolls: rolls.into_iter().collect() }
    }

    /// Whether nothing was drawn from it yet; a script never counts as fresh.
    pub fn is_fresh(&self) -> bool {
        match self {
            Self::Seeded { positions, .. } => positions.is_empty(),
            Self::Scripted { .. } => false,
        }
    }

    /// How many scripted numbers were not drawn; 0 for real chance.
    pub fn left_over(&self) -> usize {
        match self {
            Self::Seeded { .. } => 0,
            Self::Scripted { rolls } => rolls.len(),
        }
    }

    /// Draws a number below `bound` for `label`, on behalf of `owner` (`None`: the table).
    ///
    /// # Panics
    /// If `bound` is 0; if a script is used up or holds a number that is not below `bound`.
    pub fn below(&mut self, bound: u32, label: Label, owner: Option<Seat>) -> Draw {
        let stream = stream_of(label, owner);
        let mut draw = Draw { value: 0, stream, position: 0 };
        self.with_stream(stream, |source| {
            draw.position = source.position();
            draw.value = source.below(bound, label);
        });
        draw
    }

    /// Puts `items` in a random order, for `label` on behalf of `owner`. A script gives, for each place from the last to the
    /// second, the place to swap with.
    ///
    /// # Panics
    /// As [`Chance::below`]; if there are more than `u32::MAX` items.
    pub fn shuffle<T>(&mut self, items: &mut [T], label: Label, owner: Option<Seat>) {
        self.with_stream(stream_of(label, owner), |source| {
            for place in (1..items.len()).rev() {
                let bound = u32::try_from(place + 1).expect("no game shuffles that many");
                items.swap(place, source.below(bound, label) as usize);
            }
        });
    }

    /// Makes all later draws different from those that would have come: used when choices are taken back.
    pub fn rewound(&mut self) {
        match self {
            Self::Seeded { key, rewinds, .. } => {
                *rewinds += 1;
                let mut hash = Sha256::new();
                hash.update(&key[..]);
                hash.update(b"rewind");
                hash.update(rewinds.to_le_bytes());
                *key = hash.finalize().into();
            }
            Self::Scripted { .. } => {}
        }
    }

    fn with_stream(&mut self, stream: u64, use_source: impl FnOnce(&mut Source<'_>)) {
        match self {
            Self::Scripted { rolls } => use_source(&mut Source::Script(rolls)),
            Self::Seeded { key, positions, .. } => {
                let entry = match positions.binary_search_by_key(&stream, |(known, _)| *known) {
                    Ok(entry) => entry,
                    Err(entry) => {
                        positions.insert(entry, (stream, 0));
                        entry
                    }
                };
                let mut cipher = ChaCha20Rng::from_seed(*key);
                cipher.set_stream(stream);
                cipher.set_word_pos(u128::from(positions[entry].1));
                use_source(&mut Source::Cipher(&mut cipher, &mut positions[entry].1));
            }
        }
    }
}

enum Source<'a> {
    Cipher(&'a mut ChaCha20Rng, &'a mut u32),
    Script(&'a mut VecDeque<u32>),
}

impl Source<'_> {
    fn position(&self) -> u32 {
        match self {
            Self::Cipher(_, position) => **position,
            Self::Script(_) => 0,
        }
    }

    fn below(&mut self, bound: u32, label: Label) -> u32 {
        assert!(bound > 0, "nothing is below 0");
        match self {
            Self::Script(rolls) => {
                let value =
                    rolls.pop_front().unwrap_or_else(|| panic!("the script has no number left for {}", label.name));
                assert!(value < bound, "the script gives {value} for {}, which must be below {bound}", label.name);
                value
            }
            Self::Cipher(cipher, position) => loop {
                **position += 1;
                let product = u64::from(cipher.next_u32()) * u64::from(bound);
                let (high, low) = split(product);
                if low >= bound.wrapping_neg() % bound {
                    break high;
                }
            },
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves of a 64-bit number are 32 bits each")]
const fn split(product: u64) -> (u32, u32) {
    ((product >> 32) as u32, product as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COIN: Label = Label { name: "coin", code: 1 };
    const DECK: Label = Label { name: "deck", code: 2 };

    fn numbers(chance: &mut Chance, label: Label, owner: Option<Seat>) -> Vec<u32> {
        (0..8).map(|_| chance.below(100, label, owner).value).collect()
    }

    #[test]
    fn draws_are_golden() {
        let mut chance = Chance::seeded([1; 32]);
        assert_eq!(numbers(&mut chance, COIN, None), GOLDEN_TABLE);
        assert_eq!(numbers(&mut chance, COIN, Some(Seat(0))), GOLDEN_SEAT);
        let mut deck: Vec<u32> = (0..10).collect();
        chance.shuffle(&mut deck, DECK, Some(Seat(1)));
        assert_eq!(deck, GOLDEN_DECK);
    }

    // Computed by a plain implementation of RFC 8439, not by this one.
    const GOLDEN_TABLE: [u32; 8] = [32, 84, 75, 36, 36, 77, 35, 91];
    const GOLDEN_SEAT: [u32; 8] = [90, 46, 60, 62, 24, 39, 55, 46];
    const GOLDEN_DECK: [u32; 10] = [9, 4, 6, 3, 5, 1, 2, 8, 7, 0];

    #[test]
    fn a_stream_is_not_shifted_by_another() {
        let mut alone = Chance::seeded([9; 32]);
        let mut mixed = alone.clone();
        let mut seen = Vec::new();
        for _ in 0..8 {
            mixed.shuffle(&mut [0; 20], DECK, Some(Seat(0)));
            seen.push(mixed.below(100, COIN, None).value);
        }
        assert_eq!(seen, numbers(&mut alone, COIN, None));
    }

    #[test]
    fn a_position_finds_its_draw_again() {
        let mut chance = Chance::seeded([3; 32]);
        let draws: Vec<Draw> = (0..50).map(|_| chance.below(6, COIN, Some(Seat(1)))).collect();
        for draw in draws {
            let mut again = Chance::Seeded { key: [3; 32], rewinds: 0, positions: vec![(draw.stream, draw.position)] };
            assert_eq!(again.below(6, COIN, Some(Seat(1))), draw);
        }
    }

    #[test]
    fn a_rewind_changes_what_comes() {
        let mut chance = Chance::seeded([5; 32]);
        let mut rewound = chance.clone();
        rewound.rewound();
        assert_ne!(numbers(&mut chance, COIN, None), numbers(&mut rewound, COIN, None));
    }

    #[test]
    fn every_number_is_equally_likely() {
        let mut chance = Chance::seeded([11; 32]);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[chance.below(6, COIN, None).value as usize] += 1;
        }
        // Five degrees of freedom: 20.5 is passed by one honest die in a thousand, and the seed is fixed.
        let chi_square: u32 = counts.iter().map(|count| count.abs_diff(10_000).pow(2)).sum::<u32>() / 10_000;
        assert!(chi_square < 20, "counts {counts:?}");
    }

    #[test]
    fn a_script_must_be_used_up() {
        let mut chance = Chance::scripted([1, 0]);
        assert_eq!(chance.below(2, COIN, None).value, 1);
        assert_eq!(chance.left_over(), 1);
        assert_eq!(chance.below(2, COIN, None).value, 0);
        assert_eq!(chance.left_over(), 0);
    }
}
