//! Damage carried along a row, by how long the row is.

use divan::{Bencher, black_box};
use spellmoot_core::carryover::{Carried, Target, carry, strike};

fn main() {
    divan::main();
}

#[divan::bench]
fn one_strike() -> spellmoot_core::carryover::Hit {
    strike(black_box(7), black_box(Target { health: 3, armour: 1 }))
}

/// Enough damage for the whole row.
#[divan::bench(args = [1, 5, 20])]
fn through_a_row(bencher: Bencher<'_, '_>, length: u32) {
    let row: Vec<Target> = (0..length).map(|place| Target { health: 1 + place % 4, armour: place % 2 }).collect();
    bencher.bench_local(|| -> Carried { carry(black_box(&row), black_box(5 * length)) });
}
