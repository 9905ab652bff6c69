//! MT-2.9, MT-5: game-start texts, the first turn, what a turn begins with.

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{CardId, On};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Context, Frame, MageTower, Mode, Phase, Step, Uid, Waiting, seat_at};

impl MageTower {
    /// MT-2.12: shows all Gamestart cards, then begins with the first of them.
    pub(in crate::mage_tower) fn begin_gamestart(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.phase = Phase::Gamestart;
        for seat in self.living_from(Seat(0)) {
            let mut cards = self.player(seat).deck.clone();
            cards.retain(|card| self.card(*card).has_gamestart);
            cards.sort_unstable();
            if !cards.is_empty() {
                for card in &cards {
                    self.show(seat, *card);
                }
                sink.push(TowerEvent::GamestartShown { seat, cards: self.catalog.ids(&cards) });
            }
        }
        self.stack.push(Frame::Turn(Step::Gamestart { seat: Seat(0), after: None }));
    }

    /// MT-2.9: the next game-start text of `seat`, or its deck is shuffled again and the seats behind follow.
    pub(super) fn gamestart(&mut self, seat: Seat, after: Option<CardId>, sink: &mut impl Sink<TowerEvent>) {
        let player = self.player(seat);
        let mut next: Option<CardId> = None;
        for card in &player.deck {
            let later = after.is_none_or(|after| *card > after) && next.is_none_or(|next| *card < next);
            if later && self.card(*card).has_gamestart {
                next = Some(*card);
            }
        }
        if let Some(card) = next {
            self.stack.push(Frame::Turn(Step::Gamestart { seat, after: Some(card) }));
            let block = self.card(card).entry.gamestart.id;
            let context = Context::new(seat, card, None, self.board_of(seat));
            self.stack.push(Frame::Ops { block, at: 0, context });
            return;
        }
        if after.is_some() && !player.out {
            self.shuffle_deck(seat);
            sink.push(TowerEvent::Shuffled { seat });
        }
        if seat.index() + 1 < self.players.len() {
            self.stack.push(Frame::Turn(Step::Gamestart { seat: seat_at(seat.index() + 1), after: None }));
            return;
        }
        for seat in self.living_from(Seat(0)) {
            let count = 2 + std::mem::take(&mut self.player_mut(seat).more_cards);
            self.draw(seat, count, false, sink);
        }
        self.stack.push(Frame::Turn(Step::First));
    }

    /// The first turn of the match.
    pub(super) fn first_turn(&mut self, sink: &mut impl Sink<TowerEvent>) {
        if self.mode == Mode::Coop {
            self.begin_deck_turn(sink);
        } else {
            self.round = 1;
            let first = self.living_from(self.first)[0];
            self.begin_turn(first, sink);
        }
    }

    /// What was counted by the turn starts anew.
    fn fresh_turn(&mut self) {
        self.turn += 1;
        self.energy = 0;
        self.actions = 0;
        self.phase = Phase::Begin;
        for item in self.players.iter_mut().flat_map(|player| &mut player.in_play) {
            item.attacks = 0;
            item.more_attacks = 0;
            item.uses = 0;
        }
    }

    /// MT-5.2 (i): the triggers of the beginning of a turn are listed once and for all (MT-5.4).
    pub(in crate::mage_tower) fn begin_turn(&mut self, seat: Seat, sink: &mut impl Sink<TowerEvent>) {
        self.fresh_turn();
        self.active = seat;
        self.deck_turn = false;
        sink.push(TowerEvent::TurnBegan { turn: self.turn, round: self.round, seat: Some(seat) });
        self.stack.push(Frame::Turn(Step::Income));
        let board = self.board_of(seat);
        let mut list = Vec::new();
        for monster in &self.boards[board] {
            for trigger in self.card(monster.card).triggers(On::BoardTurnBegin) {
                let you = monster.owner.unwrap_or(seat);
                let context = Context { that: Some(seat), ..Context::new(you, monster.card, Some(monster.uid), board) };
                list.push(Waiting { block: trigger.block.id, context, on_board: true });
            }
        }
        for owner in std::iter::once(seat).chain(self.opponents(seat)) {
            let on = if owner == seat { On::TurnBegin } else { On::OpponentTurnBegin };
            for item in &self.player(owner).in_play {
                for trigger in self.card(item.card).triggers(on) {
                    let base = Context::new(owner, item.card, Some(item.uid), self.board_of(owner));
                    let context = Context { that: Some(seat), ..base };
                    list.push(Waiting { block: trigger.block.id, context, on_board: false });
                }
            }
        }
        self.push_triggers(list);
    }

    fn push_triggers(&mut self, mut list: Vec<Waiting>) {
        if !list.is_empty() {
            list.reverse();
            self.stack.push(Frame::Triggers(list));
        }
    }

    /// MT-15.3: the co-op deck's turn begins.
    pub(in crate::mage_tower) fn begin_deck_turn(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.fresh_turn();
        self.round += 1;
        self.deck_turn = true;
        self.active = self.living_from(Seat(0))[0];
        sink.push(TowerEvent::TurnBegan { turn: self.turn, round: self.round, seat: None });
        self.phase = Phase::Monster;
        self.stack.push(Frame::Turn(Step::Attack));
        let mut list = Vec::new();
        for monster in &self.boards[0] {
            for trigger in self.card(monster.card).triggers(On::DeckTurnBegin) {
                let context = Context::new(self.active, monster.card, Some(monster.uid), 0);
                list.push(Waiting { block: trigger.block.id, context, on_board: true });
            }
        }
        self.push_triggers(list);
    }

    /// The next trigger, if its source is still there.
    pub(super) fn step_triggers(&mut self, mut list: Vec<Waiting>) {
        let Some(waiting) = list.pop() else { return };
        if !list.is_empty() {
            self.stack.push(Frame::Triggers(list));
        }
        let there = |uid: Uid| {
            if waiting.on_board {
                self.find_monster(uid).is_some_and(|(board, _)| board == waiting.context.board as usize)
            } else {
                self.find_item(uid).is_some()
            }
        };
        if waiting.context.source.is_some_and(there) {
            self.stack.push(Frame::Ops { block: waiting.block, at: 0, context: waiting.context });
        }
    }

    /// MT-5.1, MT-5.2 (ii), (iii).
    pub(super) fn income(&mut self, sink: &mut impl Sink<TowerEvent>) {
        let seat = self.active;
        self.draw(seat, 2, false, sink);
        self.change_gold(seat, 1, sink);
        if self.mode == Mode::Coop {
            self.begin_casting(sink);
        } else {
            self.phase = Phase::Monster;
            self.stack.push(Frame::Turn(Step::Attack));
        }
    }

    /// MT-7.1: energy, and the phase begins.
    pub(in crate::mage_tower) fn begin_casting(&mut self, sink: &mut impl Sink<TowerEvent>) {
        let seat = self.active;
        self.phase = Phase::Casting;
        self.actions = 0;
        self.energy = self.start_energy(seat);
        sink.push(TowerEvent::CastingBegan { seat, energy: self.energy });
        self.stack.push(Frame::Turn(Step::Casting));
    }
}
