//! Operations on players.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{Amount, BlockId, OptionEntry, Who};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Aim, Asking, Context, MAX_SEATS, MageTower};

impl MageTower {
    /// The players meant, living ones only, in the order of MT-21.6.
    pub(super) fn whom(&self, who: Who, context: &Context) -> ArrayVec<Seat, MAX_SEATS> {
        let one = |seat: Option<Seat>| seat.into_iter().filter(|seat| !self.player(*seat).out).collect();
        match who {
            Who::You | Who::Team => one(Some(context.you)),
            Who::EachOpponent => self.opponents(context.you),
            Who::ChosenOpponent => match context.aim {
                Aim::Foe(foe) => one(Some(foe)),
                Aim::Nothing | Aim::Unit(_) | Aim::Units(..) | Aim::Card(_) | Aim::Zones(..) => ArrayVec::new(),
            },
            Who::ThatPlayer => one(context.that),
            Who::EachPlayer => self.living_from(self.active),
            Who::Killer => one(context.killer),
        }
    }

    /// Damage to all players meant, at the same time.
    pub(super) fn damage(&mut self, amount: Amount, to: Who, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let seats = self.whom(to, context);
        let hits: ArrayVec<(Seat, i32), MAX_SEATS> =
            seats.into_iter().map(|seat| (seat, self.amount(amount, context.you, seat))).collect();
        self.lose_life(&hits, sink);
    }

    /// Pickpocket.
    pub(super) fn steal(&mut self, you: Seat, amount: i32, sink: &mut impl Sink<TowerEvent>) {
        for foe in self.opponents(you) {
            let stolen = amount.min(self.player(foe).gold);
            self.change_gold(foe, -stolen, sink);
            self.change_gold(you, stolen, sink);
        }
    }

    /// MT-6.10.
    pub(super) fn tidings(&mut self, points: u8, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        if let Aim::Foe(foe) = context.aim {
            self.player_mut(foe).tidings += i32::from(points);
            sink.push(TowerEvent::Tidings { seat: foe, points: i32::from(points) });
        }
    }

    /// MT-22.7: who holds two or more is asked; with one there is nothing to ask.
    pub(super) fn unravel(&mut self, you: Seat, sink: &mut impl Sink<TowerEvent>) {
        let asked: ArrayVec<Seat, MAX_SEATS> =
            self.opponents(you).into_iter().filter(|foe| self.player(*foe).hand.len() > 1).collect();
        if asked.is_empty() {
            self.unravelled(&[], sink);
        } else {
            self.open(Asking::Unravel, asked);
        }
    }

    /// Who has one option takes it; the others are asked together.
    pub(super) fn choose(
        &mut self,
        by: Who,
        options: &[OptionEntry],
        here: (BlockId, u8),
        context: &Context,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let mut asked = ArrayVec::<Seat, MAX_SEATS>::new();
        for seat in self.whom(by, context) {
            let mut open = options.iter().filter(|option| self.may_take(seat, option));
            match (open.next(), open.next()) {
                (Some(_), Some(_)) => asked.push(seat),
                (Some(only), None) => {
                    let then = only.block.id;
                    self.run_now(then, Context { that: Some(seat), ..*context }, sink);
                }
                (None, _) => {}
            }
        }
        asked.retain(|seat| !self.player(*seat).out);
        if !asked.is_empty() && self.outcome.is_none() && !self.player(context.you).out {
            self.open(Asking::Options { block: here.0, at: here.1, context: *context }, asked);
        }
    }
}
