//! The rules carried out: a file a part of the turn.

mod cards;
mod casting;
mod combat;
mod damage;
mod draft;
mod ending;
mod monsters;
mod turn;
mod windows;

pub(super) use casting::CYCLE_COST;
pub(super) use damage::Blow;

use super::choice::Choice;
use super::event::TowerEvent;
use super::state::{Asking, Frame, MageTower, Step};
use crate::contract::{Seat, Sink};
use crate::rng::Label;

/// The first player (MT-2.8).
pub const FIRST_PLAYER: Label = Label { name: "first-player", code: 1 };
/// Draft cards dealt, packs, layouts (MT-3).
pub const DEAL: Label = Label { name: "deal", code: 2 };
/// A player's deck.
pub const DECK: Label = Label { name: "deck", code: 3 };
/// A monster deck: its owner's, or the table's.
pub const MONSTERS: Label = Label { name: "monsters", code: 4 };
/// A random discard.
pub const DISCARD: Label = Label { name: "discard", code: 5 };

impl MageTower {
    /// Carries out a legal choice, and everything that follows until somebody is asked again.
    ///
    /// # Panics
    /// If nobody is asked: a bug, since only listed choices come here.
    pub(super) fn carry_out(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        let window = self.window.as_mut().expect("a choice answers a window");
        match window.asking {
            Asking::Casting => {
                self.window = None;
                self.act(seat, choice, sink);
            }
            Asking::Keep => self.drop_card(seat, choice, sink),
            Asking::DraftHidden
            | Asking::DraftVisible
            | Asking::Gamestart { .. }
            | Asking::Target { .. }
            | Asking::Search { .. }
            | Asking::Sift { .. }
            | Asking::Copy { .. }
            | Asking::Lowest { .. }
            | Asking::Options { .. }
            | Asking::Unravel
            | Asking::Gate { .. }
            | Asking::Ambush { .. }
            | Asking::Mob { .. } => {
                let entry = window.asked.iter_mut().find(|(asked, _)| *asked == seat).expect("the seat is asked");
                entry.1 = Some(choice);
                if window.asked.len() > 1 {
                    sink.push(TowerEvent::Answered { seat });
                }
            }
        }
        self.close_if_answered(sink);
        self.advance(sink);
    }

    /// Resolves the window when all answers are in.
    pub(super) fn close_if_answered(&mut self, sink: &mut impl Sink<TowerEvent>) {
        let all_in = |window: &super::state::Window| window.asked.iter().all(|(_, answer)| answer.is_some());
        if self.window.as_ref().is_some_and(all_in) {
            let window = self.window.take().expect("it was just seen");
            self.resolve(&window, sink);
        }
    }

    /// Does what is to be done until somebody must be asked or the match is over.
    pub(super) fn advance(&mut self, sink: &mut impl Sink<TowerEvent>) {
        while self.outcome.is_none() && self.window.is_none() {
            let frame = self.stack.pop().expect("the turn is always at the bottom");
            match frame {
                Frame::Turn(step) => self.turn_step(step, sink),
                Frame::Ops { block, at, context } => {
                    self.step_ops(block, at, context, sink);
                    self.settle(Some(context.you), sink);
                }
                Frame::Triggers(list) => self.step_triggers(list),
                Frame::Enter { seat, card } => {
                    self.enter_from_deck(seat, card, sink);
                    self.settle(Some(seat), sink);
                }
                Frame::Shuffle { seat } => {
                    self.shuffle_deck(seat);
                    sink.push(TowerEvent::Shuffled { seat });
                }
                Frame::Gates { seat, card, asking, refused } => self.step_gates(seat, card, asking, refused),
                Frame::Place { seat, card, refused } => {
                    self.place_monster_attack(seat, card, &refused, sink);
                    self.settle(Some(seat), sink);
                }
                Frame::Strike { seat, defender, target, asking, more } => {
                    self.step_strike(seat, defender, target, asking, more, sink);
                    self.settle(Some(seat), sink);
                }
                Frame::Mob { seat, left } => self.step_mob(seat, left, sink),
            }
        }
    }

    fn turn_step(&mut self, step: Step, sink: &mut impl Sink<TowerEvent>) {
        match step {
            Step::Gamestart { seat, after } => self.gamestart(seat, after, sink),
            Step::First => self.first_turn(sink),
            Step::Income => self.income(sink),
            Step::Attack => self.attack_step(sink),
            Step::Anger => self.anger_step(sink),
            Step::Spawn { points, aside } => self.spawn_step(points, aside, sink),
            Step::Casting => self.casting_step(sink),
            Step::End => self.end_turn(sink),
            Step::Next => self.next_turn(sink),
        }
    }
}
