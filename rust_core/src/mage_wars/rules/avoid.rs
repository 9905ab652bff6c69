//! MW-15.3, MW-15.4, MW-20.13: missing, intercepting, defending.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Condition, Power};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Attack, AttackStep, Frame, Window};
use crate::mage_wars::state::{MageWars, Object, ObjectId, Place};

/// An attack misses with this or less (MW-15.3).
pub const MISS: i32 = 6;

impl MageWars {
    /// Whether an attacker is Dazed or Blind (MW-15.3).
    pub(super) fn must_roll_to_miss(&self, attacker: ObjectId) -> bool {
        let Some(object) = self.find(attacker) else { return false };
        object.condition(Condition::Daze) > 0
            || self.attached_to(attacker).any(|on| on.revealed && self.card_of(on).has(Power::Blind))
    }

    /// MW-15.3.
    pub(super) fn roll_to_miss(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        if let Some(attacker) = attack.attacker.filter(|_| attack.source.is_by_creature())
            && self.must_roll_to_miss(attacker)
        {
            let name = self.name_id(attacker);
            let roll = self.roll_die("roll-to-miss", attack.by, name.clone(), 0, sink);
            if roll <= MISS {
                let defender = self.name(self.object(attack.defender));
                sink.push(Happening::AttackMissed { attacker: name, defender });
                attack.failed = true;
                self.next_step(attack, AttackStep::Strikes);
                return;
            }
        }
        self.next_step(attack, AttackStep::Intercept);
    }

    /// MW-15.3b: the Initiative player's guards first.
    pub(super) fn ask_intercept(&mut self, mut attack: Box<Attack>) {
        if attack.asked >= 2 || attack.intercepted {
            attack.step = AttackStep::Avoid;
            self.stack.push(Frame::Attack(attack));
            return;
        }
        let seat = if attack.asked == 0 { self.initiative } else { self.initiative.other() };
        attack.asked += 1;
        let asks = !self.interceptors(&attack, seat).is_empty();
        self.stack.push(Frame::Attack(attack));
        if asks {
            self.ask(seat, Window::Intercept);
        }
    }

    /// `intercept OBJECT` or `pass`.
    pub(super) fn answer_intercept(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            return;
        }
        let guard = self.called(seat, choice.args[0]).expect("a listed guard");
        let attack = self.attack().expect("an attack runs");
        let (old, by) = (attack.defender, attack.by);
        if let (Some(object), Some(instead_of)) = (self.name_id(guard), self.name_id(old)) {
            sink.push(Happening::Intercepted { object, instead_of });
        }
        let target = self.object(guard);
        let (card, side) = (target.card, target.seat);
        let attack = self.attack_mut().expect("an attack runs");
        attack.defender = guard;
        attack.target = (card, side);
        attack.intercepted = true;
        // MW-21.3: evaluated for the new defender.
        let mut probe = attack.clone();
        let tie = self.note_strongest(&mut probe);
        self.attack_mut().expect("an attack runs").strongest = probe.strongest;
        if tie {
            self.ask(by, Window::Strongest);
        }
        let wears =
            self.attached_to(guard).any(|item| item.revealed && self.card_of(item).has(Power::ValorOnIntercept));
        if wears && by != seat {
            self.gain_valor(seat, 1, sink);
        }
    }

    /// The threshold of a Defense that the defender may use now (MW-15.4).
    fn defense_of(&self, attack: &Attack) -> Option<i32> {
        if attack.unavoidable {
            return None;
        }
        let defender = self.find(attack.defender)?;
        if defender.is_incapacitated() {
            return None;
        }
        let own = std::iter::once(defender);
        let worn = self.attached_to(attack.defender).filter(|item| item.revealed && item.slot.is_some());
        own.chain(worn)
            .filter_map(|source| self.card_of(source).defense.filter(|(_, uses)| source.defenses < *uses))
            .map(|(threshold, _)| threshold)
            .min()
    }

    /// MW-15.4.
    pub(super) fn ask_defense(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::RollDice;
        let asks = self.defense_of(&attack).is_some();
        let seat = attack.target.1;
        self.stack.push(Frame::Attack(attack));
        self.window(false);
        if asks {
            self.ask(seat, Window::Defense);
        }
    }

    /// `defend`: the best ready Defense, with a die.
    pub(super) fn answer_defense(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            return;
        }
        let attack = self.attack().expect("an attack runs");
        let id = attack.defender;
        let threshold = self.defense_of(attack).expect("a Defense is ready");
        let defender = self.object(id);
        let held = if self.stats(defender).is_held() { 2 } else { 0 };
        let penalty = 2 * i32::from(defender.condition(Condition::Daze)) + held;
        let name = self.name(defender);
        let fits = |object: &Object, game: &Self| {
            (object.id == id || object.place == Place::On(id))
                && object.revealed
                && game
                    .card_of(object)
                    .defense
                    .is_some_and(|(least, uses)| least == threshold && object.defenses < uses)
        };
        let source = self.objects.iter().find(|object| fits(object, self)).map(|object| object.id);
        if let Some(source) = source.and_then(|source| self.find_mut(source)) {
            source.defenses += 1;
        }
        let total = self.roll_die("defense", seat, Some(name.clone()), -penalty, sink);
        if total >= threshold {
            sink.push(Happening::AttackAvoided { defender: name });
            let attack = self.attack_mut().expect("an attack runs");
            attack.failed = true;
            attack.step = AttackStep::Strikes;
        }
    }
}
