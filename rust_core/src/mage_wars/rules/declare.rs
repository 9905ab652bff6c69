//! MW-15.1, MW-15.2: declaring an attack, and what it costs.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Condition, Damage, Power, Reach, Subtype};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Attack, AttackStep, Frame, Source, Window, ZoneAttack};
use crate::mage_wars::state::{MageWars, Object, ObjectId};

impl MageWars {
    /// MW-15.1.
    pub(super) fn declare(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let defender = *self.object(attack.defender);
        let (id, melee) = (self.id_of_attack(&attack), self.is_melee(&attack));
        sink.push(Happening::AttackDeclared {
            attacker: attack.attacker.and_then(|id| self.name_id(id)),
            attack: id,
            defender: self.name(&defender),
            source: match attack.source {
                Source::Action => "action",
                Source::Counter => "counterstrike",
                Source::Spell => "spell",
                Source::ZonePart => "zone",
                Source::Trap => "trap",
                Source::Passage => "passage",
                Source::Bash => "bash",
            },
        });
        if let Some(attacker) = attack.attacker.filter(|_| attack.source.is_by_creature()) {
            let object = *self.object(attacker);
            attack.guarded = defender.guard && melee;
            if melee && self.stats(&object).flies() && !self.stats(&defender).flies() {
                self.find_mut(attacker).expect("it attacks").grounded = true;
            }
            if attack.valor {
                self.gain_valor(attack.by, -1, sink);
            }
            self.note_charge(&mut attack, attacker, melee);
            self.note_bonuses(&mut attack, &object, &defender, melee);
            self.challenge_triggers(&attack, &object, sink);
        }
        let tie = self.note_strongest(&mut attack);
        let by = attack.by;
        self.next_step(attack, AttackStep::FirstStrike);
        if tie {
            self.ask(by, Window::Strongest);
        }
    }

    /// MW-16.2: Charge is for the first melee attack right after a move action.
    fn note_charge(&mut self, attack: &mut Attack, attacker: ObjectId, melee: bool) {
        if attack.source != Source::Action {
            return;
        }
        if let Some(acting) = self.activation_mut()
            && acting.actor == attacker
        {
            attack.charge = melee && acting.just_moved && !acting.charged;
            acting.charged |= melee;
        }
    }

    /// Smite, Doublestrike, Vampiric, Eligor: what is settled at Declare Attack.
    fn note_bonuses(&mut self, attack: &mut Attack, attacker: &Object, defender: &Object, melee: bool) {
        let seat = attacker.seat;
        let card = self.catalog.card(attacker.card).clone();
        if melee && attacker.id == self.player(seat).mage && std::mem::take(&mut self.player_mut(seat).smite) {
            attack.smite = true;
            attack.unavoidable = true;
        }
        let Some(zone) = self.zone_of(attacker) else { return };
        if card.has(Power::BleedDoublestrike) && melee {
            attack.doublestrike = self.creatures_in(zone).any(|creature| creature.condition(Condition::Bleed) > 0);
        }
        let shaman = |object: &&Object| object.seat == seat && self.card_of(object).has(Power::Bloodshaman);
        if melee
            && card.is(Subtype::Deptonne)
            && !attacker.drained
            && defender.condition(Condition::Bleed) > 0
            && self.creatures_in(zone).any(|object| shaman(&object))
        {
            attack.vampiric = true;
            self.find_mut(attacker.id).expect("it attacks").drained = true;
        }
        if attack.source == Source::Counter && card.has(Power::Eligor) && !attacker.countered {
            attack.counter_bonus = true;
            self.find_mut(attacker.id).expect("it attacks").countered = true;
        }
    }

    /// MW-22.13 and the Signet: triggers of declaring.
    fn challenge_triggers(&mut self, attack: &Attack, attacker: &Object, sink: &mut impl Sink<Happening>) {
        if attack.source == Source::ZonePart {
            return;
        }
        let foe = attacker.seat.other();
        if self.player(foe).challenge == Some(attacker.id) && attack.defender != self.player(foe).mage {
            self.gain_valor(foe, 1, sink);
        }
        let own = self.player(attacker.seat);
        if own.challenge == Some(attack.defender)
            && own.mage == attacker.id
            && !own.used.signet
            && self.with_power(attacker.seat, Power::Signet).next().is_some()
        {
            self.player_mut(attacker.seat).used.signet = true;
            let mage = attacker.id;
            self.change_mana(mage, 1, sink);
        }
    }

    /// MW-22.13 for zone attacks: the zone holds something else than the Paladin that can be attacked.
    pub(super) fn valor_for_zone(&mut self, attack: &ZoneAttack, sink: &mut impl Sink<Happening>) {
        let foe = attack.by.other();
        if self.player(foe).challenge != Some(attack.caster) {
            return;
        }
        let paladin = self.player(foe).mage;
        let other = self.attackable().any(|object| self.zone_of(object) == Some(attack.zone) && object.id != paladin);
        if other {
            self.gain_valor(foe, 1, sink);
        }
    }

    /// MW-21.3, MW-21.4: whether effects against the strongest apply; whether a tie must be asked about.
    pub(super) fn note_strongest(&self, attack: &mut Attack) -> bool {
        attack.strongest = false;
        let Some(attacker) = attack.attacker.and_then(|id| self.find(id)) else { return false };
        let defender = self.object(attack.defender);
        if !attack.source.is_by_creature()
            || defender.seat == attacker.seat
            || !self.card_of(defender).kind.is_creature()
        {
            return false;
        }
        let player = self.player(attacker.seat);
        let earns = attacker.id == player.mage
            && self.card_of(attacker).has(Power::Chivalry)
            && !player.used.valor_strongest
            && self.printed(attack).reach == Reach::Melee;
        if !earns && self.vs_strongest(attacker) == (0, 0) {
            return false;
        }
        match self.is_strongest(defender) {
            None => false,
            Some(tie) => {
                attack.strongest = !tie;
                tie
            }
        }
    }

    /// MW-15.13: a guarding Temple High Guard may strike first.
    pub(super) fn first_strike(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::PayCosts;
        let defender = *self.object(attack.defender);
        let strikes = attack.source == Source::Action
            && self.is_melee(&attack)
            && defender.guard
            && self.card_of(&defender).has(Power::FirstStrike)
            && self.has_counter(&attack);
        self.stack.push(Frame::Attack(attack));
        if strikes {
            self.ask(defender.seat, Window::Counterstrike);
        }
    }

    pub(super) fn has_counter(&self, attack: &Attack) -> bool {
        let mut lines = Vec::new();
        if let Some(attacker) = attack.attacker {
            self.counter_lines(attack.defender, attacker, &mut lines);
        }
        !lines.is_empty()
    }

    /// MW-15.2: the attack's own cost, Solar Aura.
    pub(super) fn pay_costs(&mut self, attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let mana = self.printed(&attack).mana;
        let by = attack.by;
        if mana > 0 && attack.source == Source::Action {
            if self.player(by).mana < mana {
                let mut attack = attack;
                attack.failed = true;
                self.next_step(attack, AttackStep::End);
                return;
            }
            self.pay_mage(by, mana, sink);
        }
        let shines = self.may_shine(&attack);
        self.next_step(attack, AttackStep::RollToMiss);
        if shines {
            self.ask(by, Window::Solar);
        }
    }

    /// MW-22.10: a light attack by a friendly creature in the Paladin's zone.
    fn may_shine(&self, attack: &Attack) -> bool {
        let player = self.player(attack.by);
        let Some(attacker) = attack.attacker.and_then(|id| self.find(id)) else { return false };
        attack.source.is_by_creature()
            && attack.source != Source::ZonePart
            && self.printed(attack).damage == Some(Damage::Light)
            && player.has_aura(crate::mage_wars::catalog::kinds::Aura::Solar)
            && player.valor >= 1
            && self.zone(player.mage).is_some()
            && self.zone(player.mage) == self.zone_of(attacker)
    }

    /// `pay` for Solar Aura.
    pub(super) fn answer_solar(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pay {
            self.gain_valor(seat, -1, sink);
            self.attack_mut().expect("an attack runs").solar = true;
        }
    }
}
