//! MW-15: the attack sequence, step by step, each step with its window.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::CardId;
use crate::mage_wars::catalog::kinds::{Reach, Trait};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Attack, AttackStep, Frame, Source, Window};
use crate::mage_wars::state::{MageWars, ObjectId};

impl MageWars {
    /// An attack before its first step.
    pub(super) fn new_attack(
        &self,
        source: Source,
        attacker: Option<ObjectId>,
        by: Seat,
        card: CardId,
        index: u8,
        defender: ObjectId,
    ) -> Attack {
        let target = self.object(defender);
        let mut attack = Attack {
            source,
            attacker,
            by,
            card,
            index,
            defender,
            target: (target.card, target.seat),
            from: attacker.and_then(|id| self.zone(id)),
            at: self.zone_of(target),
            step: AttackStep::Declare,
            strike: 1,
            asked: 0,
            failed: false,
            unavoidable: false,
            guarded: false,
            thirst: false,
            intercepted: false,
            valor: false,
            solar: false,
            smite: false,
            doublestrike: false,
            vampiric: false,
            charge: false,
            counter_bonus: false,
            countered: false,
            strongest: false,
            eye: None,
            dice: crate::dice::Pool::new(),
            piercing: 0,
            total: None,
            dealt: 0,
            life_left: 0,
            effects: arrayvec::ArrayVec::new(),
            next_effect: 0,
            trigger: 0,
            pushed_from: None,
            harmless: false,
        };
        attack.unavoidable = self.printed(&attack).has(Trait::Unavoidable) || source == Source::ZonePart;
        attack
    }

    /// Whether attacker and defender are still where they were (MW-15.11).
    pub(super) fn still_stands(&self, attack: &Attack) -> bool {
        let attacker = match attack.attacker {
            None => true,
            Some(id) => self.find(id).is_some_and(|object| self.zone_of(object) == attack.from),
        };
        attacker && self.find(attack.defender).is_some_and(|object| self.zone_of(object) == attack.at)
    }

    pub(super) fn is_melee(&self, attack: &Attack) -> bool {
        self.printed(attack).reach == Reach::Melee && attack.source.is_by_creature()
    }

    /// One step.
    pub(super) fn step_attack(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        if attack.step < AttackStep::Damage && !attack.failed && !self.still_stands(&attack) {
            sink.push(Happening::AttackCancelled {
                attacker: attack.attacker.and_then(|id| self.name_id(id)),
                defender: self.name_id(attack.defender),
            });
            attack.failed = true;
            attack.step = AttackStep::End;
        }
        match attack.step {
            AttackStep::Declare => self.declare(attack, sink),
            AttackStep::FirstStrike => self.first_strike(attack),
            AttackStep::PayCosts => self.pay_costs(attack, sink),
            AttackStep::RollToMiss => self.roll_to_miss(attack, sink),
            AttackStep::Intercept => self.ask_intercept(attack),
            AttackStep::Avoid => self.ask_defense(attack),
            AttackStep::RollDice => self.roll_dice(attack, sink),
            AttackStep::Reroll => {
                attack.step = AttackStep::Damage;
                let seat = attack.by;
                let asks = self.reroll_of(&attack).is_some();
                self.stack.push(Frame::Attack(attack));
                self.window(false);
                if asks {
                    self.ask(seat, Window::Reroll);
                }
            }
            AttackStep::Damage => self.deal(attack),
            AttackStep::Effects => self.apply_effects(attack, sink),
            AttackStep::Triggers => self.run_trigger(attack, sink),
            AttackStep::Strikes => self.strike_again(attack),
            AttackStep::Barrier => {
                // MW-15.8: no card here has a damage barrier; steps 8 and 9 are for melee attacks by creatures.
                let counts = self.is_melee(&attack) && attack.source == Source::Action;
                attack.step = if counts { AttackStep::Counterstrike } else { AttackStep::End };
                self.stack.push(Frame::Attack(attack));
            }
            AttackStep::Counterstrike => self.ask_counterstrike(attack),
            AttackStep::Unguard => {
                attack.step = AttackStep::End;
                if attack.guarded {
                    self.unguard(attack.defender, sink);
                }
                self.stack.push(Frame::Attack(attack));
                self.window(false);
            }
            AttackStep::End => self.end_attack(&attack, sink),
        }
    }

    /// Puts the attack back and opens the window after its step.
    pub(super) fn next_step(&mut self, mut attack: Box<Attack>, step: AttackStep) {
        attack.step = step;
        self.stack.push(Frame::Attack(attack));
        self.window(false);
    }

    /// MW-15.7.
    fn strike_again(&mut self, mut attack: Box<Attack>) {
        let again = attack.doublestrike && attack.strike == 1 && self.still_stands(&attack) && {
            let attacker = self.object(attack.attacker.expect("a creature strikes twice"));
            let defender = self.object(attack.defender);
            !attacker.is_incapacitated()
                && self.may_attack(attacker, &self.stats(attacker), self.printed(&attack), defender, Source::Counter)
        };
        if again {
            attack.strike = 2;
            attack.failed = false;
            self.next_step(attack, AttackStep::RollToMiss);
        } else {
            self.next_step(attack, AttackStep::Barrier);
        }
    }

    /// MW-15.9.
    fn ask_counterstrike(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::Unguard;
        let seat = attack.target.1;
        let together = attack
            .attacker
            .is_some_and(|attacker| self.zone(attacker).is_some() && self.zone(attacker) == self.zone(attack.defender));
        let asks = !attack.countered && together && self.has_counter(&attack);
        self.stack.push(Frame::Attack(attack));
        if asks {
            self.ask(seat, Window::Counterstrike);
        }
    }

    /// `counter ATTACK [valor]` or `pass`.
    pub(super) fn answer_counterstrike(&mut self, choice: Choice) {
        if choice.verb == Verb::Pass {
            return;
        }
        let attack = self.attack_mut().expect("an attack runs");
        attack.countered = true;
        let (striker, target) = (attack.defender, attack.attacker.expect("a creature is struck back"));
        self.begin_attack(Source::Counter, striker, choice.args[0], target, choice.count() > 1);
    }

    /// MW-15.10.
    fn end_attack(&mut self, attack: &Attack, sink: &mut impl Sink<Happening>) {
        let by_action = attack.source == Source::Action;
        self.window(by_action);
        if let Some(attacker) = attack.attacker.and_then(|id| self.find_mut(id)) {
            attacker.grounded = false;
        }
        let melee = self.is_melee(attack);
        // A counterstrike skips step 9, so the marker of who is struck back stays (MW-10.6).
        if attack.intercepted || (melee && by_action && attack.guarded) {
            self.unguard(attack.defender, sink);
        }
        if let Some(eye) = attack.eye {
            self.remove(eye, "spent", sink);
        }
    }
}
