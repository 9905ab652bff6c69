//! Arenas of zones: steps, pushes, distance and line of sight over the whole of Mage Wars' arena.

use divan::{Bencher, black_box};
use spellmoot_core::board::zones::{Border, Direction, Grid, Zone, distance};

const ARENA: Grid = Grid { columns: 4, rows: 3 };
const HILL: Zone = Zone { x: 1, y: 1 };

fn main() {
    divan::main();
}

fn pairs() -> Vec<(Zone, Zone)> {
    ARENA.zones().flat_map(|from| ARENA.zones().map(move |to| (from, to))).collect()
}

/// All 144 pairs of zones.
#[divan::bench]
fn distances(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    bencher.bench_local(|| -> u32 { black_box(&pairs).iter().map(|(from, to)| u32::from(distance(*from, *to))).sum() });
}

/// All 48 steps, those against the edge too.
#[divan::bench]
fn steps() -> usize {
    let tries = ARENA.zones().flat_map(|from| Direction::ALL.map(|direction| (from, direction)));
    tries.filter(|(from, direction)| ARENA.step(black_box(*from), *direction).is_some()).count()
}

/// Where all pairs may push and snatch each other.
#[divan::bench]
fn pushes(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    bencher.bench_local(|| -> usize {
        black_box(&pairs).iter().map(|(one, two)| ARENA.away(*one, *two).len() + ARENA.toward(*one, *two).len()).sum()
    });
}

/// Sight between all pairs, with a hill and a wall in the way.
#[divan::bench]
fn sight(bencher: Bencher<'_, '_>) {
    let pairs = pairs();
    let wall = Border::between(Zone { x: 2, y: 1 }, Zone { x: 3, y: 1 }).expect("they are adjacent");
    bencher.bench_local(|| -> usize {
        let sees = |(from, to): &&(Zone, Zone)| ARENA.sees(*from, *to, |zone| zone == HILL, |border| border == wall);
        black_box(&pairs).iter().filter(sees).count()
    });
}
