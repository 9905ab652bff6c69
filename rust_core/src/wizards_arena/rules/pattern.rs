//! WA-7 and WA-8: destruction, the way back into a Pattern, and Rollover.

use crate::contract::{Seat, Sink};
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::state::{CardId, MARK, WizardsArena};

/// Life that Rollover costs (WA-8.1).
const ROLLOVER: i32 = 3;

impl WizardsArena {
    /// Moves the top card of the Pattern to the Hand, with Rollover; whether the player lost the game by it.
    pub(super) fn draw_card(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) -> bool {
        // With only X left there is nothing to draw, and the mark has reached the start again (WA-8.2).
        if self.player(seat).pattern[0] != MARK {
            let player = self.player_mut(seat);
            let card = player.pattern.remove(0);
            player.hand.push(card);
            let card = self.reference(seat, card);
            sink.push(DuelEvent::Drew { seat, card });
        }
        self.player(seat).pattern[0] == MARK && self.rollover(seat, sink)
    }

    /// WA-8.1: lose 3 Life, then the mark goes to the end (not if that was the last Life: WA-2.1).
    fn rollover(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) -> bool {
        let is_lost = self.lose_life(seat, ROLLOVER);
        let life = self.player(seat).life;
        sink.push(DuelEvent::Rollover { seat, lost: ROLLOVER, life });
        if is_lost {
            self.end(vec![seat.other()], "life", sink);
        } else {
            self.player_mut(seat).pattern.rotate_left(1);
        }
        is_lost
    }

    /// Puts a card at the end of its owner's Pattern, behind X; in front of it if there is nothing else (WA-8.3).
    pub(super) fn return_to_pattern(&mut self, owner: Seat, card: CardId) {
        let pattern = &mut self.player_mut(owner).pattern;
        if pattern.len() == 1 {
            pattern.insert(0, card);
        } else {
            pattern.push(card);
        }
    }

    /// WA-7.1: a card whose damage has reached its Health goes to its owner's Pattern, losing all that it was given.
    pub(super) fn bury_if_dead(&mut self, owner: Seat, card: CardId, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(owner);
        let place = player.place(card).expect("it has not left the Arena");
        if player.arena[place].damage >= player.health(&player.arena[place]) {
            player.arena.remove(place);
            self.return_to_pattern(owner, card);
            let card = self.reference(owner, card);
            sink.push(DuelEvent::Destroyed { card });
        }
    }

    /// Deals damage to a card in the Arena; it is not buried yet.
    pub(super) fn damage(&mut self, owner: Seat, card: CardId, amount: i32, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(owner);
        let place = player.place(card).expect("only cards in the Arena are damaged");
        player.arena[place].damage += amount;
        let fighter = player.arena[place];
        let left = player.health(&fighter) - fighter.damage;
        let card = self.reference(owner, card);
        sink.push(DuelEvent::Damaged { card, amount, left });
    }
}
