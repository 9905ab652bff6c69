//! MW-15.6, MW-15.16: the effects of a strike and what it triggers.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Condition, Damage, Effect, Power, Reach, Token, Trait};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Attack, AttackStep, Frame, Source, Window};
use crate::mage_wars::state::{MageWars, ObjectId};

/// Damage of one Radiant Slash that gives a Valor.
const RADIANT: i32 = 5;

impl MageWars {
    /// The next effect: first on the defender, then mirrored on the attacker (MW-26.15); after the last the check.
    pub(super) fn apply_effects(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let place = usize::from(attack.next_effect / 2);
        let mirrored = attack.next_effect % 2 == 1;
        let Some(effect) = attack.effects.get(place).copied() else {
            attack.step = AttackStep::Triggers;
            attack.trigger = 0;
            self.stack.push(Frame::Attack(attack));
            self.check_later();
            return;
        };
        attack.next_effect += 1;
        let (attacker, defender, by) = (attack.attacker, attack.defender, attack.by);
        let eye = attack.eye.and_then(|eye| self.find(eye)).map(|eye| eye.seat);
        let word = self.printed(&attack).word;
        let source = self.source_zone(&attack);
        let real = attack.source.is_by_creature();
        if mirrored {
            let target = attacker.filter(|_| real);
            let at = self.zone(defender);
            self.stack.push(Frame::Attack(attack));
            if let (Some(side), Some(target), Some(at)) = (eye, target, at) {
                self.mirror(effect, target, side, at, sink);
            }
            return;
        }
        self.stack.push(Frame::Attack(attack));
        match effect {
            Effect::Bleed => self.afflict_by(defender, Condition::Bleed, sink),
            Effect::Burn => self.afflict_by(defender, Condition::Burn, sink),
            Effect::Daze => self.afflict_by(defender, Condition::Daze, sink),
            Effect::Rot => self.afflict_by(defender, Condition::Rot, sink),
            Effect::Stun => self.afflict_by(defender, Condition::Stun, sink),
            Effect::Grapple => {
                if let Some(grappler) = attacker {
                    self.grapple(grappler, defender, word, sink);
                }
            }
            Effect::Push | Effect::Snatch => {
                if let Some(source) = source {
                    self.displace(defender, by, source, effect == Effect::Snatch);
                }
            }
        }
    }

    /// A condition on the defender; an Eye for an Eye mirrors only what it took (MW-26.15).
    fn afflict_by(&mut self, defender: ObjectId, condition: Condition, sink: &mut impl Sink<Happening>) {
        let took = self.afflict(defender, condition, sink);
        if !took {
            self.skip_mirror();
        }
    }

    /// The effect did nothing: nothing is mirrored.
    fn skip_mirror(&mut self) {
        if let Some(attack) = self.attack_mut() {
            attack.next_effect += 1;
        }
    }

    /// A mirrored effect.
    fn mirror(
        &mut self,
        effect: Effect,
        target: ObjectId,
        side: Seat,
        at: crate::board::zones::Zone,
        sink: &mut impl Sink<Happening>,
    ) {
        let condition = match effect {
            Effect::Bleed => Condition::Bleed,
            Effect::Burn => Condition::Burn,
            Effect::Daze => Condition::Daze,
            Effect::Rot => Condition::Rot,
            Effect::Stun => Condition::Stun,
            Effect::Grapple => return,
            Effect::Push | Effect::Snatch => {
                let attack = self.attack().expect("an attack runs");
                if attack.pushed_from != Some(at) {
                    self.displace(target, side, at, effect == Effect::Snatch);
                }
                return;
            }
        };
        self.afflict(target, condition, sink);
    }

    /// Where a Push of this attack comes from: the attacker's or caster's zone.
    fn source_zone(&self, attack: &Attack) -> Option<crate::board::zones::Zone> {
        attack.attacker.and_then(|id| self.zone(id)).or(attack.at)
    }

    /// MW-15.16: one trigger after the other, a destruction check after each.
    pub(super) fn run_trigger(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let trigger = attack.trigger;
        attack.trigger += 1;
        let frame = (*attack).clone();
        if trigger > 5 || attack.dealt == 0 && trigger < 5 {
            if trigger <= 5 {
                attack.trigger = 5;
                self.stack.push(Frame::Attack(attack));
                return;
            }
            let next = if attack.source == Source::ZonePart { AttackStep::End } else { AttackStep::Strikes };
            self.next_step(attack, next);
            return;
        }
        self.stack.push(Frame::Attack(attack));
        self.check_later();
        match trigger {
            0 => self.automatic_gains(&frame, sink),
            1 if frame.solar => self.hurt_direct(frame.defender, 1, Some(Damage::Light), Some(frame.by)),
            2 if frame.vampiric && frame.strike == 1 => self.ask_vampiric(&frame),
            3 => self.ask_blind(&frame),
            4 => self.ask_helm(&frame),
            5 => self.ask_follow(&frame),
            _ => {}
        }
    }

    /// Valor, Gold, Temple tokens.
    fn automatic_gains(&mut self, attack: &Attack, sink: &mut impl Sink<Happening>) {
        let (card, side) = attack.target;
        let creature = self.catalog.card(card).kind.is_creature();
        let Some(attacker) = attack.attacker.filter(|_| attack.source.is_by_creature()) else { return };
        let melee = self.printed(attack).reach == Reach::Melee;
        let player = self.player(attack.by);
        let by_paladin =
            attacker == player.mage && self.mage(attack.by).is_some_and(|mage| self.card_of(mage).has(Power::Chivalry));
        if by_paladin && attack.strongest && melee && !player.used.valor_strongest && side != attack.by {
            // MW-22.3.
            self.player_mut(attack.by).used.valor_strongest = true;
            self.gain_valor(attack.by, 1, sink);
        }
        if self.catalog.card(attack.card).has(Power::Radiance) && attack.dealt >= RADIANT {
            self.gain_valor(attack.by, 1, sink);
        }
        let is_gerard = self.find(attacker).is_some_and(|object| self.card_of(object).has(Power::Gold));
        if is_gerard && creature && side != attack.by {
            self.add_tokens(attacker, Token::Gold, 1, sink);
        }
        if creature && side != attack.by {
            let temple = self.with_power(side, Power::Meraveran).next().map(|temple| temple.id);
            if let Some(temple) = temple {
                self.add_tokens(temple, Token::Valor, 1, sink);
            }
        }
    }

    /// MW-20.24: up to half of the damage that there was Life for, rounded up.
    fn ask_vampiric(&mut self, attack: &Attack) {
        let Some(attacker) = attack.attacker.and_then(|id| self.find(id)) else { return };
        let living = !self.catalog.card(attack.target.0).prints(Trait::Nonliving);
        let most = (attack.dealt.min(attack.life_left) + 1) / 2;
        let useful = attacker.damage > 0 || attacker.condition(Condition::Bleed) > 0;
        if living && most > 0 && useful {
            self.ask(attack.by, Window::Vampiric(most));
        }
    }

    /// `heal N` of a Vampiric attack.
    pub(super) fn answer_vampiric(&mut self, choice: Choice) {
        if choice.verb == Verb::Heal
            && let Some(attacker) = self.attack().and_then(|attack| attack.attacker)
        {
            self.heal(attacker, choice.amount());
        }
    }

    /// A hidden Blind on the attacker must be revealed now.
    fn ask_blind(&mut self, attack: &Attack) {
        let Some(attacker) = attack.attacker.filter(|_| attack.source.is_by_creature()) else { return };
        let blinds: Vec<(ObjectId, Seat)> = self
            .attached_to(attacker)
            .filter(|on| !on.revealed && self.card_of(on).has(Power::Blind))
            .map(|on| (on.id, on.seat))
            .collect();
        for (blind, seat) in blinds {
            self.ask(seat, Window::MandatoryReveal(blind));
        }
    }

    /// Helm of Justice: a friendly creature in the wearer's zone was hurt by an enemy.
    fn ask_helm(&mut self, attack: &Attack) {
        let (card, side) = attack.target;
        let mage = self.player(side).mage;
        let Some(zone) = self.zone(mage) else { return };
        let struck = attack.at == Some(zone)
            && attack.by != side
            && attack.defender != mage
            && self.catalog.card(card).kind.is_creature()
            && attack.source != Source::Bash
            && attack.attacker.and_then(|id| self.find(id)).is_some_and(|object| self.card_of(object).life.is_some());
        if struck && self.player(side).mana >= 1 && self.with_power(side, Power::Justice).next().is_some() {
            self.ask(side, Window::Helm);
        }
    }

    /// `pay` for the Helm.
    pub(super) fn answer_helm(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pay {
            self.pay_mage(seat, 1, sink);
            if let Some(attacker) = self.attack().and_then(|attack| attack.attacker) {
                self.hurt_direct(attacker, 1, Some(Damage::Light), Some(seat));
            }
        }
    }

    /// MW-18.8: the Water Elemental may follow whom it pushed.
    fn ask_follow(&mut self, attack: &Attack) {
        let Some(attacker) = attack.attacker.and_then(|id| self.find(id)) else { return };
        let pushed = attack.effects.contains(&Effect::Push) && self.card_of(attacker).has(Power::Follow);
        let Some(zone) = self.zone(attack.defender) else { return };
        let stats = self.stats(attacker);
        if pushed && attack.pushed_from != Some(zone) && !stats.is_held() && self.zone_of(attacker) != Some(zone) {
            self.ask(attack.by, Window::Follow(zone));
        }
    }

    /// `follow` or `pass`.
    pub(super) fn answer_follow(
        &mut self,
        zone: crate::board::zones::Zone,
        choice: Choice,
        sink: &mut impl Sink<Happening>,
    ) {
        if choice.verb == Verb::Follow
            && let Some(attacker) = self.attack().and_then(|attack| attack.attacker)
        {
            self.follow(attacker, zone, sink);
        }
    }
}
