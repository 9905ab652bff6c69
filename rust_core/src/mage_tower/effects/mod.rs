//! Operations carried out, one match over all of them. What asks somebody opens a window and lets the rest wait on the stack; what asks
//! nobody happens at once.

mod boards;
mod own_cards;
mod players;

use std::sync::Arc;

use super::catalog::{BlockId, CardType, Condition, Op};
use super::event::TowerEvent;
use super::rules::Blow;
use super::state::{Context, Frame, Home, MageTower};
use crate::contract::Sink;

/// How a block inside an operation goes on.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Flow {
    /// On the stack: it may ask.
    Waits,
    /// At once: check made sure that it asks nobody.
    Quick,
}

impl MageTower {
    /// Carries out the operation at a place of a block; those behind it wait on the stack.
    pub(super) fn step_ops(&mut self, block: BlockId, at: u8, mut context: Context, sink: &mut impl Sink<TowerEvent>) {
        let ops = Arc::clone(self.catalog.block(block));
        let Some(op) = ops.get(at as usize) else { return };
        let depth = self.stack.len();
        let more = (at as usize) + 1 < ops.len();
        if more {
            self.stack.push(Frame::Ops { block, at: at + 1, context });
        }
        self.execute(op, (block, at), &mut context, Flow::Waits, sink);
        if more && let Some(Frame::Ops { context: waiting, .. }) = self.stack.get_mut(depth) {
            waiting.last = context.last;
            waiting.kills = context.kills;
        }
    }

    /// Carries out a block that asks nobody.
    pub(super) fn run_now(&mut self, block: BlockId, mut context: Context, sink: &mut impl Sink<TowerEvent>) {
        let ops = Arc::clone(self.catalog.block(block));
        for op in ops.iter() {
            if self.is_cut_short(context.you) {
                return;
            }
            self.execute(op, (block, 0), &mut context, Flow::Quick, sink);
        }
    }

    fn follow(&mut self, block: BlockId, context: Context, flow: Flow, sink: &mut impl Sink<TowerEvent>) {
        match flow {
            Flow::Quick => self.run_now(block, context, sink),
            Flow::Waits if self.catalog.block(block).is_empty() => {}
            Flow::Waits => self.stack.push(Frame::Ops { block, at: 0, context }),
        }
    }

    /// One operation. `here` is its place, for a window that must find it again.
    fn execute(
        &mut self,
        op: &Op,
        here: (BlockId, u8),
        context: &mut Context,
        flow: Flow,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let you = context.you;
        match op {
            Op::Arrow(amount) => {
                let amount = self.amount(*amount, you, you);
                let (last, kills) = self.arrow(you, amount, &Blow::by(you), sink);
                context.last = last;
                context.kills = context.kills.saturating_add(kills);
            }
            Op::Harm { amount, to } => self.harm(*amount, *to, context, sink),
            Op::Destroy(which) => self.destroy(*which, context, sink),
            Op::Damage { amount, to } => self.damage(*amount, *to, context, sink),
            Op::Life(amount) => self.gain_life(you, i32::from(*amount), sink),
            Op::Draw(count) => self.draw_for(you, *count, sink),
            Op::Energy(amount) => self.gain_energy(you, i32::from(*amount), sink),
            Op::Gold { amount, who } => {
                for seat in self.whom(*who, context) {
                    self.change_gold(seat, i32::from(*amount), sink);
                }
            }
            Op::Steal(amount) => self.steal(you, i32::from(*amount), sink),
            Op::Confusion { count, who } => {
                for seat in self.whom(*who, context) {
                    self.confuse(seat, *count, sink);
                }
            }
            Op::Demonspawn(at) => self.demonspawn(*at, context, sink),
            Op::Token { id, or } => {
                if self.pile(id.card) > 0 {
                    self.add_to_pile(id.card, -1);
                    self.enter(you, id.card, CardType::Defender, Home::Pile, None, sink);
                } else {
                    self.follow(or.id, *context, flow, sink);
                }
            }
            Op::If { when, then_do, otherwise } => {
                let holds = match when {
                    Condition::NotBought => !context.bought,
                    Condition::Kills(count) => context.kills >= *count,
                    Condition::Controls(named) => self.player(you).in_play.iter().any(|item| item.card == named.card),
                };
                let block = if holds { then_do.id } else { otherwise.id };
                self.follow(block, *context, flow, sink);
            }
            Op::Calm(_) => self.calm(context, sink),
            Op::Anger(at) => self.anger(*at, context, sink),
            Op::Shift(to) => self.shift(*to, context, sink),
            Op::Charm(subtype) => self.charm(subtype, context, sink),
            Op::Copy(from) => self.copy(*from, context, sink),
            Op::Search { count, max_cost } => self.search(you, *count, *max_cost),
            Op::Recover => self.recover(context, sink),
            Op::Forget(_) => self.forget(context, sink),
            Op::RevealUntilDefender { each } => self.reveal_until_defender(each.id, *context, sink),
            Op::Toss { even, odd } => {
                if let Some(block) = self.toss(you, even.id, odd.id, sink) {
                    self.follow(block, *context, flow, sink);
                }
            }
            Op::Sift(count) => self.sift(you, *count, sink),
            Op::Replenish => self.replenish(you, sink),
            Op::Unravel => self.unravel(you, sink),
            Op::DiscardRandom(count) => {
                for _ in 0..*count {
                    if let Some(seat) = context.that {
                        self.discard_random(seat, sink);
                    }
                }
            }
            Op::TeamDiscard(count) => self.stack.push(Frame::Mob { seat: crate::contract::Seat(0), left: *count }),
            Op::Choose { by, options, .. } => self.choose(*by, options, here, context, sink),
            Op::Repair(amount) => self.repair(*amount, context, sink),
            Op::Restore(named) => self.restore(you, named.card, sink),
            Op::ExtraAttacks(more) => self.extra_attacks(*more, context),
            Op::Strengthen(attack) => self.strengthen(*attack, context, sink),
            Op::Tidings(points) => self.tidings(*points, context, sink),
            Op::HarmDefenders { amount, whom } => self.harm_defenders(*amount, *whom, context, sink),
            Op::Summon { id, count } => {
                for _ in 0..*count {
                    self.add_monster(context.board as usize, id.card, Home::Nowhere, None, sink);
                }
            }
            Op::Attach => self.attach(context, sink),
            Op::EnterPlay => self.boon_enters(you, context.card, sink),
            Op::MayTakeToHand => self.open(super::state::Asking::Gamestart { card: context.card }, [you]),
            Op::ToDiscard => self.starts_discarded(you, context.card, sink),
        }
    }
}
