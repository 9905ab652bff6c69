//! How the house and the benches choose: at random, or greedily one step ahead.

use crate::contract::{Rules, Seat};
use crate::rng::Chance;

/// A way to choose.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Policy {
    /// Any listed choice, all equally likely.
    Random,
    /// The choice after which the state is best for the seat; a pass only if nothing is better than standing still.
    Greedy,
}

impl Policy {
    /// The names, as users write them.
    pub const NAMES: [&'static str; 2] = ["random", "greedy"];

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            _ => None,
        }
    }
}

/// The chooser's own chance, apart from the match's: `SplitMix64` (Steele, Lea and Flood, 2014), which is fast, seeded and the same
/// everywhere. It can be foreseen, which harms nobody: no match is dealt with it.
pub struct Picker(u64);

impl Picker {
    /// A picker that gives the same picks for the same seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    #[inline]
    const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is neither 0 nor 2^32 or more.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.word() >> 32).wrapping_mul(bound as u64) >> 32) as usize
    }

    /// Another picker, which takes no pick of this one.
    const fn aside(&self) -> Self {
        Self(self.0 ^ 0x5851_f42d_4c95_7f2d)
    }

    /// 32 bytes for a match seed.
    pub fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        for bytes in seed.chunks_exact_mut(8) {
            bytes.copy_from_slice(&self.word().to_le_bytes());
        }
        seed
    }
}

/// What a greedy player would choose; `buffer` is for the list. `None` if there is nothing to choose.
pub(super) fn greedy_choice<R: Rules>(
    state: &R,
    seat: Seat,
    buffer: &mut Vec<R::Choice>,
    picker: &mut Picker,
) -> Option<R::Choice> {
    buffer.clear();
    state.legal(seat, buffer);
    greedy(state, seat, buffer, picker).map(|place| buffer[place])
}

/// Chances that a choice is looked at with if it rolls or deals anything.
const CHANCES: usize = 8;

/// The place in `choices` of what a greedy player would take; ties go to a random one of the best. `None` if there are none.
///
/// What is still to be rolled is not foreseen: every choice is tried with chances of the player's own, the same for all of them, and
/// counts as it does on average.
pub(super) fn greedy<R: Rules>(state: &R, seat: Seat, choices: &[R::Choice], picker: &mut Picker) -> Option<usize> {
    let scale = i64::try_from(CHANCES).expect("a few chances");
    let standing = scale * state.evaluate(seat);
    let mut aside = picker.aside();
    let chances: [_; CHANCES] = std::array::from_fn(|_| Chance::seeded(aside.seed()));
    let tried = |choice: R::Choice, chance: &Chance| {
        let mut next = state.clone();
        next.chance_mut().clone_from(chance);
        next.apply(seat, choice, &mut ());
        (next.evaluate(seat), next.chance().is_fresh())
    };
    let value = |choice: R::Choice| {
        if R::is_pass(choice) {
            return standing;
        }
        let (first, is_certain) = tried(choice, &chances[0]);
        if is_certain {
            return scale * first;
        }
        first + chances[1..].iter().map(|chance| tried(choice, chance).0).sum::<i64>()
    };
    let mut best = None;
    let mut equals = 0;
    for (place, choice) in choices.iter().enumerate() {
        let key = (value(*choice), R::is_pass(*choice));
        match best {
            Some((_, top)) if key < top => {}
            Some((_, top)) if key == top => {
                equals += 1;
                if picker.below(equals) == 0 {
                    best = Some((place, key));
                }
            }
            _ => {
                equals = 1;
                best = Some((place, key));
            }
        }
    }
    best.map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_are_golden() {
        // The numbers that the authors' own program gives for this seed.
        let mut picker = Picker::new(1_234_567);
        let words: Vec<u64> = (0..3).map(|_| picker.word()).collect();
        assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_pick_is_equally_likely() {
        let mut picker = Picker::new(5);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[picker.below(7)] += 1;
        }
        // Six degrees of freedom: 22.5 is passed once in a thousand, and the seed is fixed.
        let chi_square: u32 = counts.iter().map(|count| count.abs_diff(10_000).pow(2)).sum::<u32>() / 10_000;
        assert!(chi_square < 22, "counts {counts:?}");
    }
}
