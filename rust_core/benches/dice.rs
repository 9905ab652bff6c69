//! Dice: rolling, what comes of a roll, and exact odds.

use divan::{Bencher, black_box};
use spellmoot_core::dice::{Band, Face, Pool, Protection, damage, damage_ways, look_up, roll_attack, roll_effect};
use spellmoot_core::rng::{Chance, Label};

const DICE: Label = Label { name: "bench", code: 1 };
const ARMORED: Protection = Protection { armor: 2, resilient: false, all_critical: false };

fn main() {
    divan::main();
}

/// A pool of so many dice from the cipher.
#[divan::bench(args = [1, 4, 8])]
fn roll(bencher: Bencher<'_, '_>, count: i32) {
    let mut chance = Chance::seeded([7; 32]);
    bencher.bench_local(|| {
        let mut pool = Pool::new();
        roll_attack(&mut chance, DICE, None, black_box(count), &mut pool);
        pool
    });
}

#[divan::bench]
fn roll_one_effect(bencher: Bencher<'_, '_>) {
    let mut chance = Chance::seeded([7; 32]);
    bencher.bench_local(|| roll_effect(&mut chance, DICE, None));
}

#[divan::bench]
fn damage_of_eight_dice() -> i32 {
    let faces = [Face::Blank, Face::One, Face::Two, Face::CritOne, Face::CritTwo, Face::One, Face::Blank, Face::Two];
    damage(black_box(&faces), black_box(ARMORED))
}

#[divan::bench]
fn look_up_an_effect() -> Option<usize> {
    let bands = [(5, Some(8)), (9, Some(12)), (13, None)].map(|(from, to)| Band { from, to });
    look_up(black_box(bands), black_box(11))
}

/// Odds by enumeration, for so many dice.
#[divan::bench(args = [1, 4, 8])]
fn exact_odds(count: usize) -> Vec<u64> {
    damage_ways(black_box(count), black_box(ARMORED))
}
