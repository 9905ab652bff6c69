//! How good a game stands for a seat, for greedy play. Weights are in hundredths of a point of a Mage's Life.

use super::catalog::kinds::{Condition, Kind, Trait};
use super::frame::{AttackStep, Frame, On, Spell};
use super::state::{MageWars, Object, ObjectId};
use crate::board::zones::distance;
use crate::contract::Seat;

const WIN: i64 = 1_000_000;
const LIFE: i64 = 100;
const MANA: i64 = 14;
const VALOR: i64 = 25;
const AURA: i64 = 260;
const PLANNED: i64 = 12;
const GUARD: i64 = 10;
const NEARER: i64 = 6;

impl MageWars {
    /// Own value less the opponent's.
    pub(super) fn value(&self, seat: Seat) -> i64 {
        if let Some(outcome) = &self.outcome {
            return match outcome.winners.as_slice() {
                [winner] if *winner == seat => WIN,
                [_] => -WIN,
                _ => 0,
            };
        }
        self.side_value(seat) - self.side_value(seat.other())
    }

    fn side_value(&self, seat: Seat) -> i64 {
        let player = self.player(seat);
        let things: i64 =
            self.objects.iter().filter(|object| object.seat == seat).map(|object| self.worth(object)).sum();
        let planned = player.planning.chosen.iter().flatten().count()
            + player.plans.iter().map(|plan| plan.cards.len()).sum::<usize>();
        let affordable = player
            .planning
            .chosen
            .iter()
            .flatten()
            .filter(|card| self.catalog.card(**card).cost <= player.mana && !self.catalog.card(**card).special)
            .count();
        things
            + MANA * i64::from(player.mana)
            + VALOR * i64::from(player.valor)
            + AURA * i64::from(player.auras.count_ones())
            + PLANNED * i64::try_from(planned + affordable).unwrap_or(0)
            + if player.quickcast { 4 } else { 0 }
            + self.promised(seat)
            + self.threatened(seat)
    }

    /// What an object is worth where it is.
    fn worth(&self, object: &Object) -> i64 {
        let card = self.card_of(object);
        let cost = i64::from(card.cost.max(4));
        if !object.revealed {
            return 3 * MANA;
        }
        match card.kind {
            Kind::Mage | Kind::Creature => {
                let stats = self.stats(object);
                let left = i64::from(stats.life.unwrap_or(0) - Self::suffered(object)).max(0);
                let life = i64::from(stats.life.unwrap_or(1)).max(1);
                let body = if card.kind == Kind::Mage {
                    let low = if left <= 8 { 40 * (8 - left) } else { 0 };
                    LIFE * left - low
                } else {
                    26 * cost * left / life + 8 * cost
                };
                let ills = i64::from(
                    object.condition(Condition::Bleed)
                        + object.condition(Condition::Burn)
                        + object.condition(Condition::Rot),
                ) * 45
                    + i64::from(object.condition(Condition::Daze)) * 30
                    + i64::from(object.condition(Condition::Stun)) * 60
                    + if object.captor.is_some() { 80 } else { 0 };
                let strength = 12 * i64::from(stats.armor + stats.melee + stats.ranged);
                body - ills + strength + self.stance(object, card.kind, &stats)
            }
            Kind::Conjuration | Kind::Terrain | Kind::Wall => {
                let left = card.life.map_or(10, |life| (life - object.damage).max(0));
                9 * cost + i64::from(left) * 4
            }
            Kind::Equipment => 22 * cost,
            Kind::Enchantment => 20 * cost + 12 * i64::from(card.reveal),
            Kind::Incantation | Kind::Attack | Kind::Aura | Kind::Marker => 0,
        }
    }

    /// Guards and nearness to the enemy Mage.
    fn stance(&self, object: &Object, kind: Kind, stats: &super::stats::Stats) -> i64 {
        let guard = if object.guard { GUARD } else { 0 };
        let foe = self.zone(self.player(object.seat.other()).mage);
        let near = match (self.zone_of(object), foe) {
            (Some(at), Some(foe)) if kind == Kind::Creature && !stats.has(Trait::Restrained) => {
                -NEARER * i64::from(distance(at, foe))
            }
            (Some(at), Some(foe)) => -i64::from(distance(at, foe)),
            _ => 0,
        };
        guard + near
    }

    /// A spell being cast is paid for and not yet in play: what it will bring.
    fn promised(&self, seat: Seat) -> i64 {
        let casts = self.stack.iter().filter_map(|frame| if let Frame::Cast(cast) = frame { Some(cast) } else { None });
        let of_seat = casts.filter(|cast| cast.seat == seat && cast.step < 4);
        of_seat
            .map(|cast| match cast.spell {
                Spell::Call => self.called_value(seat, cast.on),
                Spell::Cleanse(_) => 0,
                Spell::Card(id) => {
                    let card = self.catalog.card(id);
                    let cost = i64::from(card.cost.max(3));
                    match card.kind {
                        Kind::Creature => 34 * cost,
                        Kind::Conjuration | Kind::Terrain | Kind::Wall => 15 * cost,
                        Kind::Equipment => 22 * cost,
                        Kind::Enchantment => self.enchantment_value(seat, cast.on, id),
                        Kind::Incantation => 16 * cost,
                        Kind::Attack => self.attack_value(seat, cast.on, cost),
                        Kind::Mage | Kind::Aura | Kind::Marker => 0,
                    }
                }
            })
            .sum()
    }

    /// An attack that waits in a window: the dice it will roll.
    fn threatened(&self, seat: Seat) -> i64 {
        self.stack
            .iter()
            .filter_map(|frame| if let Frame::Attack(attack) = frame { Some(attack) } else { None })
            .filter(|attack| attack.by == seat && attack.step < AttackStep::Damage && !attack.failed)
            .map(|attack| {
                let dice = i64::from(self.printed(attack).dice);
                if self.is_foe(seat, attack.defender) { 40 * dice } else { -60 * dice }
            })
            .sum()
    }

    fn is_foe(&self, seat: Seat, id: ObjectId) -> bool {
        self.find(id).is_some_and(|object| object.seat != seat)
    }

    fn called_value(&self, seat: Seat, on: On) -> i64 {
        match on {
            On::Object(id) if !self.is_foe(seat, id) => 10,
            On::Object(_) => 30,
            On::Zone(_) | On::Border(_) => 0,
        }
    }

    fn attack_value(&self, seat: Seat, on: On, cost: i64) -> i64 {
        match on {
            On::Object(id) if self.is_foe(seat, id) => 45 * cost,
            On::Object(_) => -45 * cost,
            On::Zone(zone) => {
                self.creatures_in(zone).map(|creature| if creature.seat == seat { -12 * cost } else { 12 * cost }).sum()
            }
            On::Border(_) => 0,
        }
    }

    /// Songs that help go on friends, the others on foes.
    fn enchantment_value(&self, seat: Seat, on: On, id: super::catalog::CardId) -> i64 {
        use super::catalog::kinds::Power;
        let card = self.catalog.card(id);
        let harms = [Power::Blind, Power::Hate, Power::Love, Power::Lullaby, Power::Drown, Power::Vent];
        let harmful = harms.into_iter().any(|power| card.has(power));
        match on {
            On::Object(host) => {
                if self.is_foe(seat, host) == harmful {
                    90
                } else {
                    -90
                }
            }
            On::Zone(_) | On::Border(_) => 60,
        }
    }
}
