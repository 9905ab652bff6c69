//! What planned spells promise: enough to plan what can be cast and paid, less than casting it.

use super::MANA;
use crate::board::zones::distance;
use crate::contract::Seat;
use crate::mage_wars::catalog::kinds::{Action, Kind, Power, Subtype};
use crate::mage_wars::catalog::{Card, CardId};
use crate::mage_wars::legal::ENCHANTMENT_COST;
use crate::mage_wars::state::{MageWars, Object, ObjectId, Place};

/// Of what a spell would gain; the rest comes with casting it.
const PROMISE: i64 = 3;
/// What a spell gains beyond its mana, a point of its cost.
const SUMMONS: i64 = 22;
const EQUIPS: i64 = 10;
const CONJURES: i64 = 2;
/// Anything at all is better than nothing.
const SOMETHING: i64 = 1;

impl MageWars {
    /// What all planned cards of `seat` promise, and those that it is choosing.
    pub(super) fn plans_value(&self, seat: Seat) -> i64 {
        let player = self.player(seat);
        let choosing = player.planning.casters.iter().zip(&player.planning.chosen);
        let choosing = choosing.map(|((caster, _), cards)| (*caster, cards.as_slice()));
        let planned = player.plans.iter().map(|plan| (plan.caster, plan.cards.as_slice()));
        let mut purse = player.mana;
        choosing.chain(planned).map(|(caster, cards)| self.plan_value(seat, caster, cards, &mut purse)).sum()
    }

    /// One caster's cards: all that can be paid, one of them at most with a full action.
    fn plan_value(&self, seat: Seat, caster: ObjectId, cards: &[CardId], purse: &mut i32) -> i64 {
        let own = if caster == self.player(seat).mage { 0 } else { self.find(caster).map_or(0, |object| object.mana) };
        let mut value = 0;
        let mut full = false;
        for (place, id) in cards.iter().enumerate() {
            let card = self.catalog.card(*id);
            let cost = planned_cost(card);
            let repeats = cards[..place].contains(id) && card.kind != Kind::Creature && card.kind != Kind::Attack;
            let takes_all = card.action == Some(Action::Full);
            if cost > *purse + own || (takes_all && full) || repeats {
                continue;
            }
            full |= takes_all;
            *purse -= (cost - own).max(0);
            value += SOMETHING + self.prospect(seat, card, *id).max(0) / PROMISE;
        }
        value
    }

    /// What a planned spell would gain if it were cast this round.
    fn prospect(&self, seat: Seat, card: &Card, id: CardId) -> i64 {
        let cost = i64::from(card.cost);
        if card.valor > self.player(seat).valor {
            return 0;
        }
        match card.kind {
            Kind::Creature if self.is_barred_as_unique(seat, card) => 0,
            Kind::Creature => SUMMONS * cost,
            Kind::Equipment => {
                let worn = |slot| self.objects.iter().any(|item| item.seat == seat && item.slot == Some(slot));
                let free = card.slots.iter().any(|slot| !worn(*slot));
                if free { EQUIPS * cost } else { 0 }
            }
            Kind::Conjuration | Kind::Terrain | Kind::Wall => {
                let again = self.objects.iter().any(|other| other.seat == seat && other.card == id);
                if again { 0 } else { CONJURES * cost }
            }
            Kind::Attack => {
                let best = self.in_reach(seat, card).map(|target| self.spell_harm(seat, id, target)).max();
                best.unwrap_or(0) - MANA * cost
            }
            Kind::Enchantment => {
                let gain = |host: &Object| {
                    let full = self.enchantment_use(seat, card, Place::On(host.id));
                    self.hidden_worth(full, card.reveal)
                };
                let hosts = self.in_reach(seat, card).filter(|host| self.fits_target(seat, card, host));
                let unused = |host: &&Object| self.attached_to(host.id).all(|on| on.seat != seat || on.card != id);
                hosts.filter(unused).map(gain).max().unwrap_or(0) - MANA * i64::from(ENCHANTMENT_COST)
            }
            Kind::Incantation => self.incantation_prospect(seat, card),
            Kind::Mage | Kind::Aura | Kind::Marker => 0,
        }
    }

    fn incantation_prospect(&self, seat: Seat, card: &Card) -> i64 {
        let foe = seat.other();
        if card.has(Power::Smite) {
            let zone = self.zone(self.player(seat).mage);
            let near = zone.is_some_and(|zone| self.creatures_in(zone).any(|other| other.seat == foe));
            return if near { super::SMITE } else { 0 };
        }
        if card.has(Power::Dispel) || card.has(Power::Dissolve) {
            let kind = if card.has(Power::Dispel) { Kind::Enchantment } else { Kind::Equipment };
            let found = self.objects.iter().any(|it| it.seat == foe && it.revealed && self.card_of(it).kind == kind);
            return if found { 2 * MANA } else { 0 };
        }
        let hurt = self.mage(seat).map_or(0, |mage| i64::from(mage.damage));
        if card.is(Subtype::Healing) && !card.has(Power::Restoration) {
            return super::LIFE * hurt.min(4) - MANA * i64::from(card.cost);
        }
        0
    }

    /// Creatures that the Mage's spell reaches, after a step if need be.
    fn in_reach(&self, seat: Seat, card: &Card) -> impl Iterator<Item = &Object> {
        let from = self.zone(self.player(seat).mage);
        let most = card.range.1 + 1;
        self.objects.iter().filter(move |object| {
            self.card_of(object).kind.is_creature()
                && from.zip(self.zone_of(object)).is_some_and(|(from, at)| distance(from, at) <= most)
        })
    }
}

/// What casting a planned spell takes, with the revealing of an enchantment.
fn planned_cost(card: &Card) -> i32 {
    if card.kind == Kind::Enchantment { ENCHANTMENT_COST + card.reveal } else { card.cost }
}
