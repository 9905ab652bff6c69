//! The rules carried out: the stack's engine, and a file a part of the rules.

mod activation;
mod answer;
mod attack;
mod avoid;
mod casting;
mod damage;
mod declare;
mod destroy;
mod movement;
mod pool;
mod resolve;
mod reveal;
mod roll;
mod round;
mod stage;
mod strike;
mod upkeep;

use super::choice::Choice;
use super::event::Happening;
use super::frame::{Activation, Ask, Attack, Frame, Reveal, Window};
use super::state::MageWars;
use crate::contract::{Outcome, Seat, Sink};
use crate::rng::Label;

/// Attack dice.
pub const ATTACK_DICE: Label = Label { name: "attack", code: 1 };
/// The effect die, for whatever it is rolled.
pub const EFFECT_DIE: Label = Label { name: "effect", code: 2 };
/// Who begins (MW-6.2).
pub const INITIATIVE_DIE: Label = Label { name: "initiative", code: 3 };

impl MageWars {
    /// Carries out a legal choice and everything that follows without anybody being asked.
    ///
    /// # Panics
    /// If the choice does not belong to the open decision: a bug, since only listed choices come here.
    pub(super) fn carry_out(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if matches!(self.stack.last(), Some(Frame::Planning)) {
            self.plan(seat, choice, sink);
        } else {
            let Some(Frame::Ask(ask)) = self.stack.pop() else {
                panic!("{choice:?} was let through without a decision")
            };
            self.serials[seat.index()] += 1;
            self.answer(&ask, choice, sink);
        }
        self.run(sink);
    }

    /// Goes on until somebody must decide or the game is over. A decision with one line that does not open on public facts is
    /// played without asking (MW-31.7).
    pub(super) fn run(&mut self, sink: &mut impl Sink<Happening>) {
        let mut lines = Vec::new();
        while self.outcome.is_none() {
            match self.stack.last() {
                None => unreachable!("a running game has a round"),
                Some(Frame::Ask(ask)) => {
                    if self.is_hidden_window(ask) {
                        return;
                    }
                    lines.clear();
                    self.lines(ask, &mut lines);
                    if lines.is_empty() {
                        // Its last option went away meanwhile: a token's bearer that fell at the same check.
                        self.stack.pop();
                        continue;
                    }
                    if lines.len() != 1 {
                        return;
                    }
                    let Some(Frame::Ask(ask)) = self.stack.pop() else { unreachable!("it was just seen") };
                    self.answer(&ask, lines[0], sink);
                }
                Some(Frame::Planning) => {
                    if !self.players.iter().all(|player| player.planning.is_sealed()) {
                        return;
                    }
                    self.stack.pop();
                    self.seal_plans(sink);
                }
                Some(_) => {
                    let frame = self.stack.pop().expect("it was just seen");
                    self.step(frame, sink);
                }
            }
        }
        self.stack.clear();
    }

    /// One step of the innermost frame.
    fn step(&mut self, frame: Frame, sink: &mut impl Sink<Happening>) {
        match frame {
            Frame::Round(next) => self.step_round(next, sink),
            Frame::Upkeep(upkeep) => self.step_upkeep(upkeep, sink),
            Frame::Deploy(done) => self.step_deploy(done),
            Frame::Quickcasts(done) => self.step_quickcasts(done),
            Frame::Stage(stage) => self.step_stage(stage),
            Frame::Activation(acting) => self.step_activation(acting, sink),
            Frame::Reveal(reveal) => self.step_reveal(reveal),
            Frame::Move(step) => self.step_move(step, sink),
            Frame::Cast(cast) => self.step_cast(cast, sink),
            Frame::ZoneAttack(attack) => self.step_zone_attack(attack, sink),
            Frame::Attack(attack) => self.step_attack(attack, sink),
            Frame::Displace(displace) => self.step_displace(displace, sink),
            Frame::Enter(enter) => self.step_enter(enter, sink),
            Frame::Heal(heal) => self.step_heal(heal, sink),
            Frame::Hurt(hurt) => self.step_hurt(hurt, sink),
            Frame::Check => self.check_destruction(sink),
            Frame::Expire(id) => self.expire(id, sink),
            Frame::Planning | Frame::Ask(_) => unreachable!("decisions are not stepped"),
        }
    }

    /// Puts a decision on top.
    fn ask(&mut self, seat: Seat, window: Window) {
        self.stack.push(Frame::Ask(Ask { seat, window }));
    }

    /// Puts a reveal window on top (MW-12.3); `between` events preys may be released too.
    fn window(&mut self, between: bool) {
        if self.opens_reveal(Seat(0), between) || self.opens_reveal(Seat(1), between) {
            self.stack.push(Frame::Reveal(Reveal { between, seat: self.initiative, declined: 0 }));
        }
    }

    /// Puts a destruction check on top.
    fn check_later(&mut self) {
        self.stack.push(Frame::Check);
    }

    /// The running Action Phase, to change.
    fn activation_mut(&mut self) -> Option<&mut Activation> {
        self.stack
            .iter_mut()
            .rev()
            .find_map(|frame| if let Frame::Activation(acting) = frame { Some(acting) } else { None })
    }

    /// The innermost attack, to change.
    fn attack_mut(&mut self) -> Option<&mut Attack> {
        self.stack
            .iter_mut()
            .rev()
            .find_map(|frame| if let Frame::Attack(attack) = frame { Some(&mut **attack) } else { None })
    }

    /// Ends the game (MW-28).
    pub(super) fn end(&mut self, winners: Vec<Seat>, reason: &str, sink: &mut impl Sink<Happening>) {
        let left =
            |seat: Seat| self.mage(seat).map_or(0, |mage| (self.stats(mage).life.unwrap_or(0) - mage.damage).max(0));
        let scores = vec![left(Seat(0)), left(Seat(1))];
        sink.push(Happening::Over { winners: winners.clone(), reason: reason.to_owned() });
        self.outcome = Some(Outcome { winners, reason: reason.to_owned(), scores });
    }

    /// Rolls the effect die and tells it.
    fn roll_die(
        &mut self,
        purpose: &'static str,
        seat: Seat,
        object: Option<super::event::Ref>,
        added: i32,
        sink: &mut impl Sink<Happening>,
    ) -> i32 {
        let (die, rolled) = crate::dice::roll_effect(&mut self.chance, EFFECT_DIE, None);
        let _ = seat;
        let total = die + added;
        sink.push(Happening::Rolled {
            purpose,
            object,
            dice: None,
            die: Some(die),
            total: Some(total),
            stream: rolled.stream,
            position: rolled.position,
        });
        total
    }

    /// Changes a Mage's or an object's own mana and tells it.
    fn change_mana(&mut self, id: super::state::ObjectId, change: i32, sink: &mut impl Sink<Happening>) {
        if change == 0 {
            return;
        }
        let Some(object) = self.find(id) else { return };
        let seat = object.seat;
        let name = self.name(object);
        let mana = if self.player(seat).mage == id {
            let player = self.player_mut(seat);
            player.mana += change;
            player.mana
        } else {
            let object = self.find_mut(id).expect("it was just found");
            object.mana += change;
            object.mana
        };
        sink.push(Happening::Mana { object: name, change, mana });
    }

    /// Changes a seat's Mage's mana.
    fn pay_mage(&mut self, seat: Seat, amount: i32, sink: &mut impl Sink<Happening>) {
        self.change_mana(self.player(seat).mage, -amount, sink);
    }

    /// MW-22.2.
    fn gain_valor(&mut self, seat: Seat, change: i32, sink: &mut impl Sink<Happening>) {
        if change == 0 {
            return;
        }
        let player = self.player_mut(seat);
        player.valor += change;
        let valor = player.valor;
        sink.push(Happening::Valor { seat, change, valor });
    }
}
