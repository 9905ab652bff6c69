//! WA-7 and WA-8: destruction, the way back into a Pattern, and Rollover.

use crate::contract::{Seat, Sink};
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::state::{CardId, Ending, MARK, WizardsArena};

/// Life that Rollover costs (WA-8.1).
const ROLLOVER: i32 = 3;

impl WizardsArena {
    /// Moves the top card of the Pattern to the Hand, with Rollover; whether the player lost the game by it.
    #[inline]
    pub(super) fn draw_card(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) -> bool {
        let player = self.player_mut(seat);
        // With only X left there is nothing to draw, and the mark has reached the start again (WA-8.2).
        if player.pattern.top() != MARK {
            let card = player.pattern.take_top();
            player.enter_hand(card);
            sink.push_with(|| DuelEvent::Drew { seat, card: self.reference(seat, card) });
        }
        self.player(seat).pattern.top() == MARK && self.rollover(seat, sink)
    }

    /// WA-8.1: lose 3 Life, then the mark goes to the end (not if that was the last Life: WA-2.1).
    fn rollover(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) -> bool {
        let is_lost = self.lose_life(seat, ROLLOVER);
        let life = self.player(seat).life;
        sink.push_with(|| DuelEvent::Rollover { seat, lost: ROLLOVER, life });
        if is_lost {
            self.end(Ending::Life { winner: seat.other() }, sink);
        } else {
            self.player_mut(seat).pattern.push_top_back();
        }
        is_lost
    }

    /// WA-7.1: a card whose damage has reached its Health goes to its owner's Pattern, losing all that it bore.
    #[inline]
    pub(super) fn bury_if_dead(&mut self, owner: Seat, card: CardId, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(owner);
        if player.left(card) <= 0 {
            player.leave_arena(card);
            player.pattern.push_card(card);
            sink.push_with(|| DuelEvent::Destroyed { card: self.reference(owner, card) });
        }
    }

    /// Deals damage to a card in the Arena; it is not buried yet.
    #[inline]
    pub(super) fn damage(&mut self, owner: Seat, card: CardId, amount: i32, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(owner);
        player.damage[card.0 as usize] += amount;
        sink.push_with(|| DuelEvent::Damaged {
            card: self.reference(owner, card),
            amount,
            left: self.player(owner).left(card),
        });
    }
}
