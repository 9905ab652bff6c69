//! MW-9: one creature's Action Phase.

use crate::contract::Sink;
use crate::mage_wars::catalog::kinds::{Aura, Condition, Kind, Power, Trait};
use crate::mage_wars::choice::{Choice, Said, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Activation, ActivationStep, Attack, Frame, Move, Source, Window};
use crate::mage_wars::state::MageWars;

/// What an escape from Stuck or Cripple needs (MW-16.7).
const ESCAPE: i32 = 7;
/// What an escape from a Grapple needs (MW-24.7).
const ESCAPE_GRAPPLE: i32 = 9;
/// Mana of Radiant Breastplate's guard.
const BREASTPLATE: i32 = 2;

impl MageWars {
    /// One step of an Action Phase.
    pub(super) fn step_activation(&mut self, mut acting: Activation, sink: &mut impl Sink<Happening>) {
        if self.find(acting.actor).is_none() {
            // It was destroyed: nothing of MW-9.9 is left to do, the phase's last window stands.
            self.window(true);
            return;
        }
        match acting.step {
            ActivationStep::Begin => self.begin_activation(acting, sink),
            ActivationStep::Choose => {
                let mut lines = Vec::with_capacity(32);
                if !acting.acted {
                    self.action_lines(&acting, &mut lines);
                }
                let waits = !self.player(acting.seat).planned(acting.actor).is_empty() && !acting.acted;
                let only_done = lines.iter().all(|line| line.verb == Verb::Done);
                if only_done && !waits {
                    acting.step = ActivationStep::End(1);
                    self.stack.push(Frame::Activation(acting));
                } else {
                    let seat = acting.seat;
                    self.stack.push(Frame::Activation(acting));
                    self.ask(seat, Window::Action);
                }
            }
            ActivationStep::End(step) => self.end_activation(acting, step, sink),
        }
    }

    /// MW-9.1: the action marker is used, the Guard marker goes, options when activated, a window.
    fn begin_activation(&mut self, mut acting: Activation, sink: &mut impl Sink<Happening>) {
        let object = self.object(acting.actor);
        let name = self.name(object);
        let is_alandell = self.card_of(object).has(Power::Alandell);
        let object = self.find_mut(acting.actor).expect("it is in play");
        object.active = false;
        sink.push(Happening::Activated { object: name });
        self.unguard(acting.actor, sink);
        if self.object(acting.actor).condition(Condition::Slam) > 0 {
            // MW-19.5.
            let markers = self.object(acting.actor).condition(Condition::Slam);
            self.lift(acting.actor, Condition::Slam, markers, sink);
            self.afflict(acting.actor, Condition::Daze, sink);
        }
        acting.step = ActivationStep::Choose;
        let seat = acting.seat;
        self.stack.push(Frame::Activation(acting));
        self.window(true);
        if is_alandell && self.player(seat).mana >= 1 {
            self.ask(seat, Window::Alandell);
        }
    }

    /// `pay N` for Alandell, or `pass`.
    pub(super) fn answer_alandell(&mut self, choice: Choice, sink: &mut impl Sink<Happening>) {
        let amount = choice.amount();
        let Some(acting) = self.activation_mut() else { return };
        acting.paid = amount;
        let seat = acting.seat;
        self.pay_mage(seat, amount, sink);
    }

    /// A line of the `action` window.
    pub(super) fn answer_action(&mut self, choice: Choice, sink: &mut impl Sink<Happening>) {
        let acting = self.activation().expect("an action belongs to an activation").clone();
        let (seat, actor) = (acting.seat, acting.actor);
        let obeys = self.obeyed_by(&acting, choice);
        let from = self.zone(actor).expect("creatures are in zones");
        let running = self.activation_mut().expect("it was just seen");
        running.obeys = running.obeys.or(obeys);
        if choice.verb != Verb::Move {
            running.acted = true;
        }
        let verb = choice.verb;
        if verb == Verb::Done {
            running.step = ActivationStep::End(1);
        } else if verb == Verb::Move {
            let Said::Zone(to) = choice.args[0].says() else { unreachable!("a move names a zone") };
            self.stack.push(Frame::Move(Move { mover: actor, from, to, step: 1 }));
        } else if verb == Verb::Attack {
            let target = self.called(seat, choice.args[1]).expect("a listed target");
            let valor = choice.count() > 2;
            self.begin_attack(Source::Action, actor, choice.args[0], target, valor);
        } else if verb == Verb::Guard {
            self.set_guard(actor, sink);
            self.window(true);
        } else if verb == Verb::Aura {
            let Said::Word(word, _) = choice.args[0].says() else { unreachable!("an aura is a word") };
            let aura = Aura::parse(self.catalog.words.text(word)).expect("a listed aura");
            self.gain_valor(seat, -aura.cost(), sink);
            self.player_mut(seat).auras |= 1 << aura as u8;
            sink.push(Happening::AuraActivated { seat, aura: aura.as_str() });
            self.window(true);
        } else {
            self.begin_spell(seat, actor, choice, sink);
        }
    }

    /// Puts a Guard marker on (MW-10.3).
    pub(super) fn set_guard(&mut self, id: crate::mage_wars::state::ObjectId, sink: &mut impl Sink<Happening>) {
        if let Some(object) = self.find_mut(id) {
            object.guard = true;
            let name = self.name_id(id).expect("it is in play");
            sink.push(Happening::Guard { object: name, guard: true });
        }
    }

    /// Takes a Guard marker off.
    pub(super) fn unguard(&mut self, id: crate::mage_wars::state::ObjectId, sink: &mut impl Sink<Happening>) {
        if let Some(object) = self.find_mut(id)
            && std::mem::take(&mut object.guard)
        {
            let name = self.name_id(id).expect("it is in play");
            sink.push(Happening::Guard { object: name, guard: false });
        }
    }

    /// MW-9.9, by its numbers; each step that asks puts its question on top.
    fn end_activation(&mut self, mut acting: Activation, step: u8, sink: &mut impl Sink<Happening>) {
        acting.step = ActivationStep::End(step + 1);
        let (actor, seat) = (acting.actor, acting.seat);
        match step {
            1 => {
                for owner in [crate::contract::Seat(0), crate::contract::Seat(1)] {
                    if self.player(owner).call == Some(actor) {
                        self.player_mut(owner).call = None;
                        sink.push(Happening::Call { seat: owner, on: None });
                    }
                }
                self.stack.push(Frame::Activation(acting));
            }
            2 => {
                for (condition, before) in [Condition::Daze, Condition::Stun].into_iter().zip(acting.before) {
                    let gone = before.min(self.object(actor).condition(condition));
                    self.lift(actor, condition, gone, sink);
                }
                let object = self.object(actor);
                acting.escapes = object.condition(Condition::Stuck) + object.condition(Condition::Cripple);
                self.stack.push(Frame::Activation(acting));
            }
            3 => self.ask_escape(acting),
            // MW-24.5: no card here has a damage barrier.
            4 => self.stack.push(Frame::Activation(acting)),
            5 => {
                self.stack.push(Frame::Activation(acting));
                self.ask_end_guard(actor, seat);
            }
            6 => {
                let object = self.find_mut(actor).expect("it is in play");
                if std::mem::take(&mut object.overextend_due) {
                    self.afflict(actor, Condition::Stun, sink);
                }
                let name = self.name_id(actor).expect("it is in play");
                sink.push(Happening::ActionPhaseEnded { object: name });
                self.window(true);
            }
            _ => unreachable!("MW-9.9 has six steps"),
        }
    }

    /// One roll for each Stuck and Cripple marker, then one from a Grapple.
    fn ask_escape(&mut self, mut acting: Activation) {
        let object = self.object(acting.actor);
        let seat = acting.seat;
        if acting.escapes > 0 {
            let condition = if object.condition(Condition::Stuck) >= acting.escapes {
                Condition::Stuck
            } else {
                Condition::Cripple
            };
            acting.escapes -= 1;
            acting.step = ActivationStep::End(3);
            self.stack.push(Frame::Activation(acting));
            self.ask(seat, Window::Escape(Some(condition)));
        } else {
            let held = object.captor.is_some();
            self.stack.push(Frame::Activation(acting));
            if held {
                self.ask(seat, Window::Escape(None));
            }
        }
    }

    /// `escape` or `pass`.
    pub(super) fn answer_escape(
        &mut self,
        condition: Option<Condition>,
        choice: Choice,
        sink: &mut impl Sink<Happening>,
    ) {
        if choice.verb == Verb::Pass {
            return;
        }
        let (actor, seat) = self.activation().map(|acting| (acting.actor, acting.seat)).expect("it ends a phase");
        let name = self.name_id(actor);
        let (added, target) = match condition {
            Some(_) => (0, ESCAPE),
            None => (self.object(actor).to_captor, ESCAPE_GRAPPLE),
        };
        let total = self.roll_die("escape", seat, name, added, sink);
        if crate::dice::escapes(total, 0, target) {
            match condition {
                Some(condition) => self.lift(actor, condition, 1, sink),
                None => self.free(actor, sink),
            }
        }
    }

    /// Vigilant and Radiant Breastplate (MW-20.25).
    fn ask_end_guard(&mut self, actor: crate::mage_wars::state::ObjectId, seat: crate::contract::Seat) {
        let object = self.object(actor);
        let unable = object.guard
            || object.is_incapacitated()
            || object.captor.is_some()
            || self.preys_of(actor).next().is_some();
        if unable {
            return;
        }
        if self.stats(object).has(Trait::Vigilant) {
            self.ask(seat, Window::EndGuard(0));
        } else if self.card_of(object).kind == Kind::Mage
            && self.player(seat).mana >= BREASTPLATE
            && self.attached_to(actor).any(|item| self.card_of(item).has(Power::GuardForMana))
        {
            self.ask(seat, Window::EndGuard(BREASTPLATE));
        }
    }

    /// `guard` or `pass` at the end of an Action Phase.
    pub(super) fn answer_end_guard(&mut self, price: i32, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Guard {
            let (actor, seat) = self.activation().map(|acting| (acting.actor, acting.seat)).expect("it ends a phase");
            self.pay_mage(seat, price, sink);
            self.set_guard(actor, sink);
        }
    }

    /// A new attack of a creature; `word` is its name.
    pub(super) fn begin_attack(
        &mut self,
        source: Source,
        attacker: crate::mage_wars::state::ObjectId,
        word: crate::mage_wars::choice::Tok,
        defender: crate::mage_wars::state::ObjectId,
        valor: bool,
    ) {
        let object = self.object(attacker);
        let found = self
            .attacks_of(object)
            .find(|(_, _, printed)| crate::mage_wars::choice::Tok::word(printed.word) == word)
            .map(|(card, index, _)| (card, index));
        let (card, index) = found.expect("a listed attack");
        let by = object.seat;
        let attack = Attack { valor, ..self.new_attack(source, Some(attacker), by, card, index, defender) };
        self.stack.push(Frame::Attack(Box::new(attack)));
    }
}
