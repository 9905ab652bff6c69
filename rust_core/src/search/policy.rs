//! How the house and the benches choose: at random, or greedily one step ahead.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::contract::{Rules, Seat};

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

/// The chooser's own chance, apart from the match's: fast, seeded, the same everywhere.
pub struct Picker(ChaCha8Rng);

impl Picker {
    /// A picker that gives the same picks for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`, which must not be 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let word = u64::from(self.0.next_u32());
        usize::try_from((word * bound) >> 32).expect("it is below a usize")
    }

    /// 32 bytes for a match seed.
    pub fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        seed
    }
}

/// The place in `choices` of what a greedy player would take; ties go to a random one of the best. `None` if there are none.
pub(super) fn greedy<R: Rules>(state: &R, seat: Seat, choices: &[R::Choice], picker: &mut Picker) -> Option<usize> {
    let standing = state.evaluate(seat);
    let value = |choice: R::Choice| {
        if R::is_pass(choice) {
            return standing;
        }
        let mut next = state.clone();
        next.apply(seat, choice, &mut ());
        next.evaluate(seat)
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
