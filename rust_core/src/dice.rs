//! Attack dice and the effect die: six-sided dice with blank, normal and critical faces, and a twelve-sided die that is looked up in
//! a table. Knows no game: what adds dice or armor is the caller's business.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::contract::Seat;
use crate::rng::{Chance, Label};

/// More dice than any pool has; what goes beyond is not rolled.
pub const MAX_DICE: usize = 24;
/// Sides of the effect die.
pub const EFFECT_SIDES: u32 = 12;

/// What an attack die shows.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub enum Face {
    /// Nothing.
    Blank,
    /// 1 normal damage.
    One,
    /// 2 normal damage.
    Two,
    /// 1 critical damage.
    CritOne,
    /// 2 critical damage.
    CritTwo,
}

/// The six sides of an attack die, all equally likely.
pub const ATTACK_DIE: [Face; 6] = [Face::Blank, Face::Blank, Face::One, Face::Two, Face::CritOne, Face::CritTwo];

impl Face {
    /// All faces, in the order in which they are told.
    pub const ALL: [Self; 5] = [Self::Blank, Self::One, Self::Two, Self::CritOne, Self::CritTwo];

    /// The points on it, normal or critical.
    pub const fn points(self) -> i32 {
        match self {
            Self::Blank => 0,
            Self::One | Self::CritOne => 1,
            Self::Two | Self::CritTwo => 2,
        }
    }

    /// Whether armor does not help against it.
    pub const fn is_critical(self) -> bool {
        matches!(self, Self::CritOne | Self::CritTwo)
    }

    /// How it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Blank => "0",
            Self::One => "1",
            Self::Two => "2",
            Self::CritOne => "1c",
            Self::CritTwo => "2c",
        }
    }

    /// Reads what [`Face::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.as_str() == text)
    }
}

/// Dice that lie on the table.
pub type Pool = ArrayVec<Face, MAX_DICE>;

/// A roll of dice and where its first number came from; the others follow it in the same stream.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Rolled {
    /// The stream's number.
    pub stream: u64,
    /// How many words of the stream were used before.
    pub position: u32,
}

/// Rolls `count` attack dice, left to right, onto `pool`.
pub fn roll_attack(chance: &mut Chance, label: Label, owner: Option<Seat>, count: i32, pool: &mut Pool) -> Rolled {
    let mut rolled = Rolled { stream: 0, position: 0 };
    for number in 0..count {
        if pool.is_full() {
            break;
        }
        let draw = chance.below(6, label, owner);
        if number == 0 {
            rolled = Rolled { stream: draw.stream, position: draw.position };
        }
        pool.push(ATTACK_DIE[draw.value as usize]);
    }
    rolled
}

/// Rolls the effect die: 1 to 12.
pub fn roll_effect(chance: &mut Chance, label: Label, owner: Option<Seat>) -> (i32, Rolled) {
    let draw = chance.below(EFFECT_SIDES, label, owner);
    let value = i32::try_from(draw.value).expect("it is below 12") + 1;
    (value, Rolled { stream: draw.stream, position: draw.position })
}

/// What stands between an attack's dice and the damage.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Protection {
    /// Taken from normal damage, after piercing; never below 0.
    pub armor: i32,
    /// Normal damage does nothing.
    pub resilient: bool,
    /// All faces count as critical.
    pub all_critical: bool,
}

/// The damage of `faces`: normal points less armor, never below 0, and critical points.
pub fn damage(faces: &[Face], protection: Protection) -> i32 {
    let mut normal = 0;
    let mut critical = 0;
    for face in faces {
        if face.is_critical() || protection.all_critical {
            critical += face.points();
        } else {
            normal += face.points();
        }
    }
    if protection.resilient {
        normal = 0;
    }
    (normal - protection.armor.max(0)).max(0) + critical
}

/// The sum of all points, for healing.
pub fn sum(faces: &[Face]) -> i32 {
    faces.iter().map(|face| face.points()).sum()
}

/// One line of an effect table: from `from` to `to`, or without upper end.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Band {
    /// The least total.
    pub from: i32,
    /// The greatest total; `None`: no end.
    pub to: Option<i32>,
}

/// The place of the band that `total` falls into. Totals are not clamped; below the first band nothing happens.
pub fn look_up(bands: impl IntoIterator<Item = Band>, total: i32) -> Option<usize> {
    bands.into_iter().position(|band| total >= band.from && band.to.is_none_or(|to| total <= to))
}

/// Whether an escape roll succeeds: the die and what is added against a target.
pub const fn escapes(die: i32, added: i32, target: i32) -> bool {
    die + added >= target
}

/// In how many of the `6^count` ways of `count` dice each damage comes out; place `d` counts damage `d`. Exact, by adding one die
/// after the other over (normal, critical) sums.
pub fn damage_ways(count: usize, protection: Protection) -> Vec<u64> {
    let size = 2 * count + 1;
    let mut ways = vec![0u64; size * size];
    ways[0] = 1;
    for _ in 0..count {
        let mut next = vec![0u64; size * size];
        for (place, way) in ways.iter().enumerate().filter(|(_, way)| **way > 0) {
            for face in ATTACK_DIE {
                let points = usize::try_from(face.points()).expect("points are not negative");
                let step = if face.is_critical() || protection.all_critical { points } else { points * size };
                next[place + step] += way;
            }
        }
        ways = next;
    }
    let mut result = vec![0u64; size];
    for (place, way) in ways.into_iter().enumerate().filter(|(_, way)| *way > 0) {
        let normal = if protection.resilient { 0 } else { place / size };
        let armor = usize::try_from(protection.armor.max(0)).expect("it is not negative");
        result[normal.saturating_sub(armor) + place % size] += way;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: Label = Label { name: "attack", code: 1 };
    const EFFECT: Label = Label { name: "effect", code: 2 };

    /// Every combination of `count` dice, one by one.
    fn enumerate(count: usize, protection: Protection) -> Vec<u64> {
        let mut result = vec![0; 2 * count + 1];
        for mut number in 0..6usize.pow(u32::try_from(count).expect("small")) {
            let mut faces = Vec::new();
            for _ in 0..count {
                faces.push(ATTACK_DIE[number % 6]);
                number /= 6;
            }
            result[usize::try_from(damage(&faces, protection)).expect("not negative")] += 1;
        }
        result
    }

    #[test]
    fn ways_are_exact() {
        for count in 0..=6 {
            for armor in 0..=4 {
                for (resilient, all_critical) in [(false, false), (true, false), (false, true)] {
                    let protection = Protection { armor, resilient, all_critical };
                    assert_eq!(damage_ways(count, protection), enumerate(count, protection), "{count} {protection:?}");
                }
            }
        }
    }

    #[test]
    fn one_die_is_worth_one() {
        let ways = damage_ways(1, Protection::default());
        assert_eq!(ways, [2, 2, 2]);
        let total: u64 = damage_ways(8, Protection::default()).iter().enumerate().map(|(d, way)| d as u64 * way).sum();
        assert_eq!(total, 8 * 6u64.pow(8));
    }

    #[test]
    fn rolled_totals_follow_the_exact_ways() {
        let mut chance = Chance::seeded([21; 32]);
        let protection = Protection { armor: 2, ..Protection::default() };
        let ways = damage_ways(4, protection);
        let rolls = 60_000u64;
        let mut seen = vec![0u64; ways.len()];
        for _ in 0..rolls {
            let mut pool = Pool::new();
            roll_attack(&mut chance, DIE, None, 4, &mut pool);
            seen[usize::try_from(damage(&pool, protection)).expect("not negative")] += 1;
        }
        // Chi square times 1296: eight degrees of freedom, 26.1 is passed by one honest seed in a thousand.
        let mut chi = 0;
        for (seen, way) in seen.iter().zip(&ways) {
            let expected = way * rolls / 1296;
            chi += (seen.abs_diff(expected)).pow(2) * 1000 / expected.max(1);
        }
        assert!(chi < 26_100, "{chi} thousandths: {seen:?} of {ways:?}");
    }

    #[test]
    fn the_effect_die_is_fair_and_looked_up() {
        let mut chance = Chance::seeded([4; 32]);
        let mut seen = [0u32; 12];
        for _ in 0..12_000 {
            let (value, _) = roll_effect(&mut chance, EFFECT, None);
            seen[usize::try_from(value - 1).expect("1 to 12")] += 1;
        }
        assert!(seen.iter().all(|count| (880..1120).contains(count)), "{seen:?}");
        let bands = [Band { from: 4, to: Some(8) }, Band { from: 9, to: None }];
        let found: Vec<Option<usize>> = [-2, 3, 4, 8, 9, 17].into_iter().map(|total| look_up(bands, total)).collect();
        assert_eq!(found, [None, None, Some(0), Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn escapes_need_their_target() {
        // 7 or more on a twelve-sided die is one half; 9 with 3 added likewise.
        let free = |added, target| (1..=12).filter(|die| escapes(*die, added, target)).count();
        assert_eq!((free(0, 7), free(3, 9), free(0, 9), free(8, 9)), (6, 7, 4, 12));
    }

    #[test]
    fn damage_takes_armor_from_normal_faces_only() {
        let faces = [Face::Two, Face::Two, Face::CritOne, Face::CritTwo];
        assert_eq!(damage(&faces, Protection { armor: 3, ..Protection::default() }), 4);
        assert_eq!(damage(&faces, Protection { resilient: true, ..Protection::default() }), 3);
        assert_eq!(damage(&faces, Protection { armor: 9, all_critical: true, ..Protection::default() }), 7);
        assert_eq!(sum(&faces), 7);
    }
}
