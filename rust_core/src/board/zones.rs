//! An arena of square zones: borders, distance, sight, and the ways along which things are moved. Knows no game.
//!
//! Directions are those of a map: north is up (a smaller `y`), west is left (a smaller `x`). Everything is computed in integers.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A square zone: `x` from west to east, `y` from north to south.
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Zone {
    /// Column, from 0 in the west.
    pub x: u8,
    /// Row, from 0 in the north.
    pub y: u8,
}

/// One of the four ways out of a zone.
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// `y` less 1.
    North,
    /// `x` plus 1.
    East,
    /// `y` plus 1.
    South,
    /// `x` less 1.
    West,
}

impl Direction {
    /// In the order in which ties are broken.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// Reads what [`Direction::as_str`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.as_str() == text)
    }
}

/// The border of two adjacent zones; `a` is the one with the smaller `x`, then `y`.
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Border {
    /// The western or northern zone.
    pub a: Zone,
    /// The other.
    pub b: Zone,
}

impl Border {
    /// The border of `one` and `other`, if they are adjacent.
    pub fn between(one: Zone, other: Zone) -> Option<Self> {
        let (a, b) = if one <= other { (one, other) } else { (other, one) };
        (distance(a, b) == 1).then_some(Self { a, b })
    }

    /// Whether `zone` is on one of its sides.
    pub fn touches(self, zone: Zone) -> bool {
        self.a == zone || self.b == zone
    }

    /// The two corners of the grid that it runs between.
    pub const fn ends(self) -> [(u8, u8); 2] {
        let corner = (self.b.x, self.b.y);
        if self.a.x == self.b.x { [corner, (corner.0 + 1, corner.1)] } else { [corner, (corner.0, corner.1 + 1)] }
    }

    /// Whether the two borders share an end point.
    pub fn meets(self, other: Self) -> bool {
        self != other && self.ends().iter().any(|end| other.ends().contains(end))
    }
}

/// Steps between two zones, along borders.
#[inline]
pub const fn distance(from: Zone, to: Zone) -> u8 {
    from.x.abs_diff(to.x) + from.y.abs_diff(to.y)
}

/// How large an arena is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Zones from west to east.
    pub columns: u8,
    /// Zones from north to south.
    pub rows: u8,
}

/// What comes of moving something by one zone.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Way {
    /// Into this zone, across this border.
    Open(Zone, Border),
    /// Against the outer edge.
    Edge,
}

/// Up to four directions.
pub type Directions = ArrayVec<Direction, 4>;

impl Grid {
    /// Whether `zone` is in the arena.
    pub const fn holds(self, zone: Zone) -> bool {
        zone.x < self.columns && zone.y < self.rows
    }

    /// All zones, west to east and, within a column, north to south.
    pub fn zones(self) -> impl Iterator<Item = Zone> {
        (0..self.columns).flat_map(move |x| (0..self.rows).map(move |y| Zone { x, y }))
    }

    /// All borders, in order.
    pub fn borders(self) -> impl Iterator<Item = Border> {
        self.zones().flat_map(move |a| {
            [Direction::South, Direction::East]
                .into_iter()
                .filter_map(move |direction| self.step(a, direction))
                .map(move |b| Border { a, b })
        })
    }

    /// The next zone in a direction; `None` at the outer edge.
    pub fn step(self, from: Zone, direction: Direction) -> Option<Zone> {
        let zone = match direction {
            Direction::North => Zone { x: from.x, y: from.y.checked_sub(1)? },
            Direction::East => Zone { x: from.x + 1, y: from.y },
            Direction::South => Zone { x: from.x, y: from.y + 1 },
            Direction::West => Zone { x: from.x.checked_sub(1)?, y: from.y },
        };
        self.holds(zone).then_some(zone)
    }

    /// One step of something moved from outside: into the next zone, or against the edge.
    pub fn way(self, from: Zone, direction: Direction) -> Way {
        match self.step(from, direction) {
            Some(zone) => Way::Open(zone, Border::between(from, zone).expect("a step leads to an adjacent zone")),
            None => Way::Edge,
        }
    }

    /// The directions in which something at `at` may be pushed away from `source`: the straight one if there is one, otherwise
    /// those that lead away; any of the four from the source's own zone. The edge does not count: who is pushed against it stays.
    pub fn away(self, source: Zone, at: Zone) -> Directions {
        let leads_away = |direction: &Direction| match direction {
            Direction::North => at.y < source.y,
            Direction::East => at.x > source.x,
            Direction::South => at.y > source.y,
            Direction::West => at.x < source.x,
        };
        if source == at {
            return Direction::ALL.into_iter().collect();
        }
        Direction::ALL.into_iter().filter(leads_away).collect()
    }

    /// The directions that bring something at `at` nearer to `source`; none in its zone.
    pub fn toward(self, source: Zone, at: Zone) -> Directions {
        let nearer = |direction: &Direction| {
            self.step(at, *direction).is_some_and(|next| distance(next, source) < distance(at, source))
        };
        Direction::ALL.into_iter().filter(nearer).collect()
    }

    /// Whether the straight line between the centres of two zones is free: it crosses no border for which `wall` says so, and
    /// meets the inside of no zone but its two ends for which `hill` says so. Touching a corner does not block.
    pub fn sees(self, from: Zone, to: Zone, hill: impl Fn(Zone) -> bool, wall: impl Fn(Border) -> bool) -> bool {
        let hidden = self.zones().any(|zone| zone != from && zone != to && hill(zone) && meets_inside(from, to, zone));
        !hidden && !self.borders().any(|border| wall(border) && crosses(from, to, border))
    }
}

/// Whether the open segment between two centres meets the inside of `zone`'s square. The grid is doubled, so centres are odd and
/// corners even; the line is clipped against the square with parameters brought to one denominator.
fn meets_inside(from: Zone, to: Zone, zone: Zone) -> bool {
    let start = [i32::from(from.x) * 2 + 1, i32::from(from.y) * 2 + 1];
    let delta = [2 * (i32::from(to.x) - i32::from(from.x)), 2 * (i32::from(to.y) - i32::from(from.y))];
    let low = [i32::from(zone.x) * 2, i32::from(zone.y) * 2];
    let scale: i32 = delta.iter().filter(|step| **step != 0).map(|step| step.abs()).product();
    let (mut enter, mut leave) = (0, scale);
    for axis in 0..2 {
        let (near, far) = (low[axis] - start[axis], low[axis] + 2 - start[axis]);
        if delta[axis] == 0 {
            if near >= 0 || far <= 0 {
                return false;
            }
            continue;
        }
        let by = scale / delta[axis];
        let (first, last) = if by > 0 { (near * by, far * by) } else { (far * by, near * by) };
        enter = enter.max(first);
        leave = leave.min(last);
    }
    enter < leave
}

/// Whether the segment between two centres crosses the inside of `border`.
fn crosses(from: Zone, to: Zone, border: Border) -> bool {
    let point = |zone: Zone| (i32::from(zone.x) * 2 + 1, i32::from(zone.y) * 2 + 1);
    let [one, other] = border.ends().map(|(x, y)| (i32::from(x) * 2, i32::from(y) * 2));
    let (a, b) = (point(from), point(to));
    let side =
        |p: (i32, i32), q: (i32, i32), r: (i32, i32)| ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum();
    side(a, b, one) * side(a, b, other) < 0 && side(one, other, a) * side(one, other, b) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { columns: 4, rows: 3 };

    const fn zone(x: u8, y: u8) -> Zone {
        Zone { x, y }
    }

    #[test]
    fn the_arena_has_its_zones_and_borders() {
        assert_eq!((GRID.zones().count(), GRID.borders().count()), (12, 17));
        assert!(GRID.borders().is_sorted());
        assert_eq!(Border::between(zone(1, 1), zone(2, 2)), None);
        assert_eq!(GRID.step(zone(3, 0), Direction::East), None);
    }

    #[test]
    fn hills_hide_what_the_line_passes_through() {
        let hill = |zone: Zone| zone == Zone { x: 1, y: 1 };
        let sees = |from, to| GRID.sees(from, to, hill, |_| false);
        assert!(!sees(zone(0, 1), zone(2, 1)));
        assert!(!sees(zone(0, 0), zone(2, 2)));
        assert!(sees(zone(0, 0), zone(1, 0)));
        assert!(sees(zone(0, 1), zone(1, 0)));
        assert!(sees(zone(1, 1), zone(3, 1)));
        assert!(!sees(zone(0, 0), zone(2, 1)), "it cuts a corner of the hill");
        for (from, to) in GRID.zones().flat_map(|from| GRID.zones().map(move |to| (from, to))) {
            assert_eq!(sees(from, to), sees(to, from), "{from:?} {to:?}");
            assert!(GRID.sees(from, to, |_| false, |_| false));
        }
    }

    #[test]
    fn walls_hide_what_lies_behind() {
        let border = Border::between(zone(1, 1), zone(2, 1)).expect("adjacent");
        let sees = |from, to| GRID.sees(from, to, |_| false, |wall| wall == border);
        assert!(!sees(zone(0, 1), zone(2, 1)));
        assert!(sees(zone(0, 1), zone(1, 1)));
        assert!(sees(zone(1, 0), zone(2, 0)));
    }

    #[test]
    fn pushes_lead_away_and_snatches_nearer() {
        assert_eq!(GRID.away(zone(1, 1), zone(1, 1)).len(), 4);
        assert_eq!(GRID.away(zone(0, 1), zone(2, 1)).as_slice(), [Direction::East]);
        assert_eq!(GRID.away(zone(0, 0), zone(1, 1)).as_slice(), [Direction::East, Direction::South]);
        assert_eq!(GRID.way(zone(3, 1), Direction::East), Way::Edge);
        for source in GRID.zones() {
            for at in GRID.zones() {
                for direction in GRID.toward(source, at) {
                    let next = GRID.step(at, direction).expect("it leads to a zone");
                    assert!(distance(next, source) + 1 == distance(at, source), "a snatch never leads away");
                }
                for direction in GRID.away(source, at) {
                    if let Some(next) = GRID.step(at, direction) {
                        assert!(distance(next, source) > distance(at, source));
                    }
                }
                assert_eq!(GRID.toward(source, at).is_empty(), source == at);
            }
        }
    }

    #[test]
    fn borders_meet_at_corners() {
        let middle = Border::between(zone(1, 1), zone(2, 1)).expect("adjacent");
        let met: Vec<Border> = GRID.borders().filter(|border| border.meets(middle)).collect();
        assert_eq!(met.len(), 6);
        assert!(met.contains(&Border::between(zone(2, 0), zone(2, 1)).expect("adjacent")));
    }
}
