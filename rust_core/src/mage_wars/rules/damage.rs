//! MW-3, MW-19, MW-24: damage, healing, conditions, tokens, Grapples.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::Word;
use crate::mage_wars::catalog::kinds::{Aura, Condition, Damage, Kind, Power, Subtype, Token, Trait};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Frame, Heal, Hurt, Spell, Window};
use crate::mage_wars::state::{MageWars, Object, ObjectId};

/// What one Tainted marker counts as (MW-19.14).
const TAINTED: i32 = 3;
/// Damage healed from one creature that gives a Valor (Paladin's Cloak).
const CLOAK: i32 = 4;

impl MageWars {
    /// All damage that counts against an object's Life.
    pub(in crate::mage_wars) fn suffered(object: &Object) -> i32 {
        object.damage + TAINTED * i32::from(object.condition(Condition::Tainted))
    }

    /// Sends direct damage to an object (MW-3.5); `by` nobody for conditions.
    pub(super) fn hurt_direct(&mut self, target: ObjectId, amount: i32, damage: Option<Damage>, by: Option<Seat>) {
        let Some(object) = self.find(target) else { return };
        let immune = damage.is_some_and(|damage| self.stats(object).is_immune(damage));
        if amount > 0 && !immune {
            self.stack.push(Frame::Hurt(Hurt { target, amount, by, from: None, asked: false }));
        }
    }

    /// Martyr's Aura may take part of it over; then it is put on (MW-22.6).
    pub(super) fn step_hurt(&mut self, mut hurt: Hurt, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(hurt.target) else { return };
        if !hurt.asked {
            hurt.asked = true;
            let seat = object.seat;
            let player = self.player(seat);
            let protects = hurt.by == Some(seat.other())
                && hurt.amount > 0
                && player.has_aura(Aura::Martyrs)
                && hurt.target != player.mage
                && self.card_of(object).kind.is_creature()
                && self.zone(player.mage).is_some()
                && self.zone(player.mage) == self.zone_of(object);
            self.stack.push(Frame::Hurt(hurt));
            if protects {
                self.ask(seat, Window::Martyr);
            }
            return;
        }
        self.wound(hurt.target, hurt.amount, hurt.by, hurt.from, sink);
    }

    /// `transfer N` or `pass`.
    pub(super) fn answer_martyr(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        let amount = choice.amount();
        let Some(Frame::Hurt(hurt)) = self.stack.last_mut() else { unreachable!("a transfer is of some damage") };
        if choice.verb == Verb::Pass {
            return;
        }
        hurt.amount -= amount;
        let (target, by) = (hurt.target, hurt.by);
        let mage = self.player(seat).mage;
        if let (Some(from), Some(to)) = (self.name_id(target), self.name_id(mage)) {
            sink.push(Happening::Transferred { from, to, amount });
        }
        self.wound(mage, amount, by, None, sink);
    }

    /// Puts damage on an object; the check comes later (MW-3.2).
    pub(super) fn wound(
        &mut self,
        target: ObjectId,
        amount: i32,
        by: Option<Seat>,
        from: Option<ObjectId>,
        sink: &mut impl Sink<Happening>,
    ) {
        let Some(object) = self.find(target) else { return };
        let stats = self.stats(object);
        let Some(life) = stats.life.filter(|_| amount > 0 && !stats.has(Trait::Indestructible)) else { return };
        let asleep = object.condition(Condition::Sleep);
        let object = self.find_mut(target).expect("it was just found");
        object.damage += amount;
        object.struck_by = by;
        let damage = object.damage;
        let name = self.name_id(target).expect("it was just found");
        sink.push(Happening::Damaged { object: name, amount, damage, life });
        if let Some(attacker) = from.and_then(|id| self.find_mut(id))
            && attacker.captor.is_some_and(|(captor, _)| captor == target)
        {
            attacker.to_captor += amount;
        }
        if asleep > 0 {
            // MW-19.13.
            self.lift(target, Condition::Sleep, asleep, sink);
            self.afflict(target, Condition::Daze, sink);
        }
    }

    /// Sends points of healing to an object.
    pub(super) fn heal(&mut self, target: ObjectId, amount: i32) {
        self.stack.push(Frame::Heal(Heal { target, amount, bleed: None, moves_to: None, bypass: false }));
    }

    /// MW-3.6, MW-3.8: points may be spent on Bleed markers; the rest removes damage.
    pub(super) fn step_heal(&mut self, heal: Heal, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(heal.target) else { return };
        if heal.amount <= 0 || (!heal.bypass && self.stats(object).has(Trait::FiniteLife)) {
            return;
        }
        let seat = object.seat;
        let bleeds = object.condition(Condition::Bleed) > 0;
        if bleeds && heal.bleed.is_none() {
            self.stack.push(Frame::Heal(heal));
            self.ask(seat, Window::HealSplit);
            return;
        }
        let cancelled = heal.bleed.unwrap_or(0);
        self.lift(heal.target, Condition::Bleed, u8::try_from(cancelled).expect("as many as markers"), sink);
        let object = self.find_mut(heal.target).expect("it was just found");
        let healed = (heal.amount - cancelled).min(object.damage);
        object.damage -= healed;
        let damage = object.damage;
        if healed > 0 {
            let name = self.name_id(heal.target).expect("it was just found");
            sink.push(Happening::Healed { object: name, amount: healed, damage });
        }
        if let Some(to) = heal.moves_to {
            self.wound(to, healed, None, None, sink);
        }
        self.cloak(heal.target, healed, sink);
    }

    /// Paladin's Cloak: a healing incantation of the wearer that heals 4 or more from one friendly creature gives a Valor.
    fn cloak(&mut self, target: ObjectId, healed: i32, sink: &mut impl Sink<Happening>) {
        let Some(cast) = self.casting() else { return };
        let (seat, caster) = (cast.seat, cast.caster);
        let Spell::Card(card) = cast.spell else { return };
        let card = self.catalog.card(card);
        let object = self.object(target);
        let counts = healed >= CLOAK
            && card.kind == Kind::Incantation
            && card.is(Subtype::Healing)
            && caster == self.player(seat).mage
            && object.seat == seat
            && object.id != caster
            && self.attached_to(caster).any(|item| self.card_of(item).has(Power::HealingCloak));
        if counts {
            self.gain_valor(seat, 1, sink);
        }
    }

    /// `bleed N`.
    pub(super) fn answer_heal_split(&mut self, choice: Choice) {
        let Some(Frame::Heal(heal)) = self.stack.last_mut() else { unreachable!("a split is of some heal") };
        heal.bleed = Some(choice.amount());
    }

    /// Puts one marker of a condition on, if the object can have it (MW-19).
    pub(super) fn afflict(&mut self, target: ObjectId, condition: Condition, sink: &mut impl Sink<Happening>) -> bool {
        let Some(object) = self.find(target) else { return false };
        let card = self.card_of(object);
        let stats = self.stats(object);
        let creature = card.kind.is_creature();
        let possible = match condition {
            Condition::Burn => stats.life.is_some() && !stats.has(Trait::Burnproof),
            Condition::Bleed => creature && stats.has(Trait::Living) && !card.is(Subtype::Plant),
            Condition::Daze | Condition::Stun | Condition::Slam => creature,
            Condition::Rot | Condition::Cripple | Condition::Weak | Condition::Tainted => {
                creature && !stats.has(Trait::PoisonImmunity)
            }
            Condition::Corrode => stats.life.is_some() && !card.no_armor,
            Condition::Stuck => creature && !stats.has(Trait::Uncontainable),
            Condition::Sleep => creature && !stats.has(Trait::PsychicImmunity) && stats.has(Trait::Living),
        };
        if !possible {
            return false;
        }
        let marker = self.find_mut(target).expect("it was just found").condition_mut(condition);
        *marker = marker.saturating_add(1);
        let count = *marker;
        let name = self.name_id(target).expect("it was just found");
        sink.push(Happening::Condition { object: name, condition: condition.as_str(), change: 1, count });
        if self.object(target).is_incapacitated() {
            // MW-10.6, MW-24.6.
            self.unguard(target, sink);
            self.release_all(target, sink);
        }
        true
    }

    /// Takes markers of a condition off.
    pub(super) fn lift(&mut self, target: ObjectId, condition: Condition, count: u8, sink: &mut impl Sink<Happening>) {
        if count == 0 {
            return;
        }
        let Some(object) = self.find_mut(target) else { return };
        let marker = object.condition_mut(condition);
        let gone = count.min(*marker);
        *marker -= gone;
        let left = *marker;
        let name = self.name_id(target).expect("it was just found");
        sink.push(Happening::Condition {
            object: name,
            condition: condition.as_str(),
            change: -i32::from(gone),
            count: left,
        });
    }

    /// Puts tokens on an object, or takes them off.
    pub(super) fn add_tokens(&mut self, target: ObjectId, token: Token, change: i32, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find_mut(target) else { return };
        let tokens = object.token_mut(token);
        let count = (i32::from(*tokens) + change).clamp(0, i32::from(u8::MAX));
        *tokens = u8::try_from(count).expect("clamped");
        let count = *tokens;
        let name = self.name_id(target).expect("it was just found");
        sink.push(Happening::Token { object: name, token: token.as_str(), change, count });
    }

    /// MW-24.1, MW-24.2: whether the Grapple took hold.
    pub(super) fn grapple(
        &mut self,
        grappler: ObjectId,
        prey: ObjectId,
        attack: Word,
        sink: &mut impl Sink<Happening>,
    ) -> bool {
        let (Some(holder), Some(held)) = (self.find(grappler), self.find(prey)) else { return false };
        let fails = grappler == prey
            || held.captor.is_some()
            || !self.card_of(held).kind.is_creature()
            || self.stats(held).has(Trait::Uncontainable)
            || self.zone_of(holder) != self.zone_of(held)
            || holder.is_incapacitated();
        if fails {
            return false;
        }
        let names = (self.name(holder), self.name(held));
        let held = self.find_mut(prey).expect("it was just found");
        held.captor = Some((grappler, attack));
        held.to_captor = 0;
        sink.push(Happening::Grappled { grappler: names.0, prey: names.1 });
        self.unguard(grappler, sink);
        self.unguard(prey, sink);
        true
    }

    /// Ends the Grapple that holds a creature.
    pub(super) fn free(&mut self, prey: ObjectId, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(prey) else { return };
        let Some((captor, _)) = object.captor else { return };
        let name = self.name(object);
        let grappler = self.name_id(captor);
        let object = self.find_mut(prey).expect("it was just found");
        object.captor = None;
        object.to_captor = 0;
        if let Some(grappler) = grappler {
            sink.push(Happening::Released { grappler, prey: name });
        }
    }

    /// Ends all Grapples of a grappler.
    pub(super) fn release_all(&mut self, grappler: ObjectId, sink: &mut impl Sink<Happening>) {
        let preys: Vec<ObjectId> = self.preys_of(grappler).map(|prey| prey.id).collect();
        for prey in preys {
            self.free(prey, sink);
        }
    }
}
