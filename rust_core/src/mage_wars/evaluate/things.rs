//! What an object is worth where it is.

use super::{LIFE, MANA};
use crate::board::zones::{Zone, distance};
use crate::contract::Seat;
use crate::mage_wars::catalog::Card;
use crate::mage_wars::catalog::kinds::{Action, Condition, Kind, Power, Subtype, Trait};
use crate::mage_wars::frame::{Frame, Window};
use crate::mage_wars::state::{MageWars, Object, Place};
use crate::mage_wars::stats::Stats;

/// A creature counts by its mana: so much for being there, and so much more while it is unhurt.
const CREATURE: i64 = 14;
const UNHURT: i64 = 28;
/// The same for what does not act.
const CONJURED: i64 = 10;
const UNBROKEN: i64 = 12;
/// A point of mana of a terrain, of an item.
const TERRAIN: i64 = 15;
const ITEM: i64 = 28;
/// A creature that swims in an own terrain, or wades in it.
const SWIMS: i64 = 30;
const WADES: i64 = 20;
/// With so much Life left each point of a Mage's is dearer.
const LOW_LIFE: i64 = 10;
const LOW: i64 = 50;
/// A step nearer to where its best attack reaches the enemy Mage, for each die of that attack; and for a Mage itself.
const STEP_PER_DIE: i64 = 10;
const STEP_OF_MAGE: i64 = 12;
const GUARD: i64 = 2;
const GUARD_AMONG_FOES: i64 = 6;
/// Of a face-down enchantment's worth, so that turning it up is better.
const HIDDEN: i64 = 3;
const HIDDEN_OF: i64 = 4;

impl MageWars {
    /// What an object is worth to its owner where it is.
    pub(super) fn worth(&self, object: &Object) -> i64 {
        let card = self.card_of(object);
        if card.kind == Kind::Enchantment {
            return self.enchantment_worth(object, card);
        }
        let cost = i64::from(card.cost);
        match card.kind {
            Kind::Mage | Kind::Creature => self.creature_worth(object, card),
            Kind::Conjuration | Kind::Wall => {
                let life = i64::from(card.life.unwrap_or(1)).max(1);
                let left = card.life.map_or(1, |life| i64::from(life - object.damage).max(0));
                CONJURED * cost + UNBROKEN * cost * left / life
            }
            Kind::Terrain => TERRAIN * cost + self.terrain_use(object.seat, card, self.zone_of(object)),
            Kind::Equipment => ITEM * cost,
            Kind::Enchantment | Kind::Incantation | Kind::Attack | Kind::Aura | Kind::Marker => 0,
        }
    }

    fn creature_worth(&self, object: &Object, card: &Card) -> i64 {
        let stats = self.stats(object);
        let life = i64::from(stats.life.unwrap_or(1)).max(1);
        let left = (life - i64::from(Self::suffered(object))).max(0);
        let body = if card.kind == Kind::Mage {
            LIFE * left - LOW * (LOW_LIFE - left).max(0)
        } else {
            let cost = i64::from(card.cost);
            CREATURE * cost + UNHURT * cost * left / life
        };
        let ills =
            40 * i64::from(
                object.condition(Condition::Bleed)
                    + object.condition(Condition::Burn)
                    + object.condition(Condition::Rot),
            ) + 25 * i64::from(object.condition(Condition::Daze))
                + 70 * i64::from(object.condition(Condition::Stun))
                + if object.captor.is_some() { 80 } else { 0 };
        let strength = 12 * i64::from(stats.armor + stats.melee + stats.ranged);
        body - ills + strength + self.stance(object, card)
    }

    /// What a point of damage takes from an object, and what its end takes besides.
    pub(super) fn fragility(&self, object: &Object, stats: &Stats) -> (i64, i64) {
        let card = self.card_of(object);
        let life = i64::from(stats.life.unwrap_or(1)).max(1);
        let cost = i64::from(card.cost);
        match card.kind {
            Kind::Mage => {
                let left = life - i64::from(Self::suffered(object));
                (LIFE + if left <= LOW_LIFE { LOW } else { 0 }, super::WIN)
            }
            Kind::Creature => (UNHURT * cost / life, CREATURE * cost),
            Kind::Conjuration | Kind::Wall | Kind::Terrain => (UNBROKEN * cost / life, CONJURED * cost),
            Kind::Equipment | Kind::Enchantment | Kind::Incantation | Kind::Attack | Kind::Aura | Kind::Marker => {
                (0, 0)
            }
        }
    }

    /// The most dice that a creature's own card throws, and how far.
    fn best_attack(card: &Card) -> (i64, (u8, u8)) {
        let own = card.attacks.iter().filter(|attack| attack.action != Action::Triggered);
        own.filter(|attack| !attack.has(Trait::PreyOnly))
            .max_by_key(|attack| attack.dice)
            .map_or((0, (0, 0)), |attack| (i64::from(attack.dice), attack.range))
    }

    /// Nearness to the enemy Mage, guards.
    fn stance(&self, object: &Object, card: &Card) -> i64 {
        let Some(at) = self.bound_for(object) else { return 0 };
        let Some(foe) = self.zone(self.player(object.seat.other()).mage) else { return 0 };
        let (dice, (least, most)) = Self::best_attack(card);
        let steps = distance(at, foe);
        let gap = i64::from(if steps < least { least - steps } else { steps.saturating_sub(most) });
        let step = if card.kind == Kind::Mage { STEP_OF_MAGE } else { STEP_PER_DIE * dice };
        let guard = match object.guard {
            false => 0,
            true if self.creatures_in(at).any(|other| other.seat != object.seat) => GUARD_AMONG_FOES,
            true => GUARD,
        };
        guard - step * gap
    }

    /// Where a creature is, or will be after its move.
    pub(super) fn bound_for(&self, object: &Object) -> Option<Zone> {
        let moving = self.stack.iter().find_map(|frame| {
            let Frame::Move(step) = frame else { return None };
            (step.mover == object.id && step.step < 5).then_some(step.to)
        });
        moving.or_else(|| self.zone_of(object))
    }

    /// Who swims and who wades in a terrain of `seat` there.
    pub(super) fn terrain_use(&self, seat: Seat, card: &Card, zone: Option<Zone>) -> i64 {
        let Some(zone) = zone.filter(|_| card.is(Subtype::Aquatic)) else { return 0 };
        let each = |creature: &Object| {
            let swims = self.card_of(creature).is(Subtype::Aquatic);
            match (swims, creature.seat == seat) {
                (true, true) => SWIMS,
                (true, false) => -SWIMS,
                (false, true) => -WADES,
                (false, false) => WADES,
            }
        };
        self.creatures_in(zone).map(each).sum()
    }

    fn enchantment_worth(&self, object: &Object, card: &Card) -> i64 {
        let full = self.enchantment_use(object.seat, card, object.place);
        if object.revealed {
            let spent = card.dissipate > 0;
            let left = i64::from(object.token(crate::mage_wars::catalog::kinds::Token::Dissipate))
                + i64::from(object.fermata == 1);
            let at_stake = matches!(self.stack.last(), Some(Frame::Ask(ask))
                if matches!(&ask.window, Window::UpkeepCost(id) | Window::Fermata(id) if *id == object.id));
            return match (at_stake, spent) {
                (true, _) => 0,
                (false, true) => full * left / i64::from(card.dissipate),
                (false, false) => full,
            };
        }
        self.hidden_worth(full, self.reveal_cost(object))
    }

    /// What a face-down enchantment counts.
    #[expect(clippy::unused_self, reason = "read beside the other worths")]
    pub(super) fn hidden_worth(&self, full: i64, reveal: i32) -> i64 {
        let net = full - MANA * i64::from(reveal);
        if net > 0 { net * HIDDEN / HIDDEN_OF } else { net.max(-MANA) }
    }

    /// What an enchantment of `seat` does face up on what it is on. Some are for friends and harm foes, some the other way round.
    pub(super) fn enchantment_use(&self, seat: Seat, card: &Card, place: Place) -> i64 {
        let Place::On(host) = place else { return if card.has(Power::Vent) { 85 } else { 40 } };
        let Some(host) = self.find(host) else { return 0 };
        let cost = i64::from(self.card_of(host).cost);
        let harmful =
            [Power::Blind, Power::Hate, Power::Love, Power::Lullaby, Power::Drown].into_iter().any(|it| card.has(it));
        let full = if card.has(Power::Blind) {
            110
        } else if card.has(Power::EyeForAnEye) {
            120
        } else if card.has(Power::Lullaby) {
            12 * cost
        } else if card.has(Power::Drown) {
            40 + 6 * cost
        } else if card.has(Power::Madrigal) {
            60 + 20 * i64::from(host.damage.min(6))
        } else if card.has(Power::LifeLink) {
            20
        } else {
            70 + 2 * cost
        };
        if (host.seat == seat) == harmful { -full } else { full }
    }
}
