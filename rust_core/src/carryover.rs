//! Damage carried along a row of targets, closest first: what kills one goes on to the next. Knows no game.
//!
//! A [`Target`] bears `health` more damage, and `armour` of each hit is lost on it: a hit must be worth `health + armour` to kill, and
//! only what is beyond that goes on. [`strike`] is one step, for games in which a death may change the row; [`carry`] is the whole way
//! along a row that stays as it is.

/// One in the row.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Target {
    /// How much damage it still bears; 0 is dead already and costs nothing to pass.
    pub health: u32,
    /// How much of each hit is lost on it.
    pub armour: u32,
}

impl Target {
    /// A target without armour.
    pub const fn new(health: u32) -> Self {
        Self { health, armour: 0 }
    }
}

/// What a hit did to one target.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Hit {
    /// How much of the amount was used up here: by wounds and by armour.
    pub used: u32,
    /// The damage that the target took.
    pub wounds: u32,
    /// How much goes on; 0 if the target lives.
    pub left: u32,
    /// Whether the target died.
    pub kills: bool,
}

/// Strikes one target with `amount`. `used + left` is always `amount`; something is left only if the target died.
#[inline]
pub const fn strike(amount: u32, target: Target) -> Hit {
    let Target { health, armour } = target;
    if health == 0 {
        return Hit { used: 0, wounds: 0, left: amount, kills: true };
    }
    let needed = health.saturating_add(armour);
    if amount >= needed {
        return Hit { used: needed, wounds: health, left: amount - needed, kills: true };
    }
    let wounds = amount.saturating_sub(armour);
    Hit { used: amount, wounds, left: 0, kills: false }
}

/// What came of carrying damage along a row.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Carried {
    /// One hit for each target that was reached, closest first. All but the last one killed.
    pub hits: Vec<Hit>,
    /// What was beyond the last target.
    pub left: u32,
}

/// Carries `amount` along `row`, closest first.
pub fn carry(row: &[Target], amount: u32) -> Carried {
    let mut carried = Carried { hits: Vec::with_capacity(row.len()), left: amount };
    for target in row {
        if carried.left == 0 {
            break;
        }
        let hit = strike(carried.left, *target);
        carried.left = hit.left;
        carried.hits.push(hit);
    }
    carried
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(healths: &[u32]) -> Vec<Target> {
        healths.iter().map(|health| Target::new(*health)).collect()
    }

    #[test]
    fn the_rulebook_s_example() {
        let carried = carry(&row(&[2, 2, 5]), 5);
        assert_eq!(carried.hits.iter().map(|hit| hit.wounds).collect::<Vec<_>>(), [2, 2, 1]);
        assert_eq!((carried.hits[2].kills, carried.left), (false, 0));
    }

    #[test]
    fn an_exact_kill_leaves_nothing_and_reaches_nobody() {
        let carried = carry(&row(&[3, 5]), 3);
        assert_eq!(carried.hits, [Hit { used: 3, wounds: 3, left: 0, kills: true }]);
        assert_eq!(carried.left, 0);
    }

    #[test]
    fn an_empty_row_takes_nothing() {
        assert_eq!(carry(&[], 7), Carried { hits: Vec::new(), left: 7 });
    }

    #[test]
    fn armour_must_be_paid_for_too() {
        let row = [Target { health: 3, armour: 1 }, Target::new(2)];
        assert_eq!(carry(&row, 5).hits.iter().map(|hit| (hit.used, hit.wounds)).collect::<Vec<_>>(), [(4, 3), (1, 1)]);
        assert_eq!(carry(&row, 3).hits, [Hit { used: 3, wounds: 2, left: 0, kills: false }]);
        assert_eq!(carry(&row, 1).hits, [Hit { used: 1, wounds: 0, left: 0, kills: false }]);
    }

    fn targets() -> impl Strategy<Value = Vec<Target>> {
        let target = (1u32..12, 0u32..3).prop_map(|(health, armour)| Target { health, armour });
        prop::collection::vec(target, 0..10)
    }

    proptest! {
        #[test]
        fn dealt_and_left_over_are_the_amount(row in targets(), amount in 0u32..80) {
            let carried = carry(&row, amount);
            let used: u32 = carried.hits.iter().map(|hit| hit.used).sum();
            prop_assert_eq!(used + carried.left, amount);
        }

        #[test]
        fn nobody_behind_a_survivor_is_touched(row in targets(), amount in 0u32..80) {
            let carried = carry(&row, amount);
            let survivors = carried.hits.iter().filter(|hit| !hit.kills).count();
            prop_assert!(survivors <= 1);
            if survivors == 1 {
                prop_assert!(!carried.hits.last().is_some_and(|hit| hit.kills));
                prop_assert_eq!(carried.left, 0);
            }
        }

        #[test]
        fn who_dies_took_just_its_health(row in targets(), amount in 0u32..80) {
            for (hit, target) in carry(&row, amount).hits.iter().zip(&row) {
                prop_assert_eq!(hit.kills, hit.wounds == target.health);
                prop_assert!(hit.wounds <= target.health);
            }
        }

        #[test]
        fn one_more_damage_never_does_less(row in targets(), amount in 0u32..80) {
            let total = |amount| carry(&row, amount).hits.iter().map(|hit| hit.wounds).sum::<u32>();
            prop_assert!(total(amount) <= total(amount + 1));
        }

        #[test]
        fn what_is_left_means_that_the_row_is_dead(row in targets(), amount in 0u32..80) {
            let carried = carry(&row, amount);
            if carried.left > 0 {
                prop_assert_eq!(carried.hits.len(), row.len());
                prop_assert!(carried.hits.iter().all(|hit| hit.kills));
            }
        }
    }
}
