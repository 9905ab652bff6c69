//! MT-20 and MT-21: who is out, when it is over, who has won.

use arrayvec::ArrayVec;

use crate::contract::{Outcome, Seat, Sink};
use crate::mage_tower::catalog::{CardId, CardType};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Asking, Frame, Home, MAX_SEATS, MageTower, Mode, Phase, Step};

impl MageTower {
    /// MT-20.1, MT-21.1: eliminates everybody without life, together.
    pub(in crate::mage_tower) fn check_life(&mut self, sink: &mut impl Sink<TowerEvent>) {
        if self.outcome.is_some() {
            return;
        }
        match self.mode {
            Mode::Coop if self.team_life <= 0 => self.end(&[], "life-gone", sink),
            Mode::Solo if self.players[0].life <= 0 => self.end(&[], "life-gone", sink),
            Mode::Coop | Mode::Solo => {}
            Mode::Versus => {
                let living = self.living_from(Seat(0));
                let fallen: ArrayVec<Seat, MAX_SEATS> =
                    living.into_iter().filter(|seat| self.player(*seat).life <= 0).collect();
                if !fallen.is_empty() {
                    sink.push(TowerEvent::Eliminated { seats: fallen.to_vec() });
                    self.eliminate(&fallen, sink);
                }
            }
        }
    }

    /// Takes players out together, and ends the match if fewer than two are left (MT-20.5, MT-21.4).
    fn eliminate(&mut self, fallen: &[Seat], sink: &mut impl Sink<TowerEvent>) {
        for seat in fallen {
            self.player_mut(*seat).out = true;
        }
        for seat in fallen {
            self.clear_away(*seat, sink);
        }
        if let Some(queue) = &mut self.last_turns {
            queue.retain(|seat| !fallen.contains(seat));
        }
        let living = self.living_from(Seat(0));
        match (self.mode, living.as_slice()) {
            (Mode::Versus, []) => self.end(fallen, "all-out", sink),
            (Mode::Coop | Mode::Solo, []) => self.end(&[], "all-out", sink),
            (Mode::Versus, [last]) => self.end(&[*last], "last-standing", sink),
            (Mode::Versus | Mode::Coop | Mode::Solo, _) => {
                let in_turn = matches!(self.phase, Phase::Begin | Phase::Monster | Phase::Casting | Phase::End);
                if in_turn && !self.deck_turn && fallen.contains(&self.active) {
                    self.drop_stack();
                    self.stack.push(Frame::Turn(Step::Next));
                }
            }
        }
    }

    /// Throws away what was to be done; cards that were on their way go to where they belong, or leave with their player.
    fn drop_stack(&mut self) {
        self.window = None;
        for frame in std::mem::take(&mut self.stack) {
            match frame {
                Frame::Enter { seat, card } | Frame::Place { seat, card, .. } => {
                    self.send_home(card, Home::Player(seat));
                }
                Frame::Turn(Step::Spawn { aside, .. }) => {
                    let deck = self.deck_of(self.active);
                    self.decks[deck].cards.extend(aside.into_iter().rev());
                }
                Frame::Turn(_)
                | Frame::Ops { .. }
                | Frame::Triggers(_)
                | Frame::Shuffle { .. }
                | Frame::Gates { .. }
                | Frame::Strike { .. }
                | Frame::Mob { .. } => {}
            }
        }
    }

    /// MT-21.2: a player's cards leave the game; what belongs to piles and decks returns there.
    fn clear_away(&mut self, seat: Seat, sink: &mut impl Sink<TowerEvent>) {
        let player = self.player_mut(seat);
        let mut cards: Vec<CardId> = std::mem::take(&mut player.deck);
        cards.append(&mut player.hand);
        cards.append(&mut player.discard);
        let items = std::mem::take(&mut player.in_play);
        for card in cards {
            self.leave_game(card);
        }
        for item in items {
            match item.home {
                Home::Player(_) => self.leave_game(item.card),
                Home::Deck(_) | Home::Pile | Home::Nowhere => self.send_home(item.card, item.home),
            }
        }
        let board = self.board_of(seat);
        if self.mode != Mode::Coop {
            while !self.boards[board].is_empty() {
                self.leave_board(board, 0, sink);
            }
        }
        for board in 0..self.boards.len() {
            while let Some(place) = self.boards[board].iter().position(|monster| monster.owner == Some(seat)) {
                self.leave_board(board, place, sink);
            }
        }
        if let Some(draft) = &mut self.draft {
            self.gone += u32::try_from(draft.picked[seat.index()].len()).expect("at most 8");
            draft.picked[seat.index()].clear();
            if self.mode == Mode::Coop {
                self.gone += u32::try_from(draft.packs[seat.index()].len()).expect("at most 13");
                draft.packs[seat.index()].clear();
            }
        }
    }

    fn leave_game(&mut self, card: CardId) {
        if card == self.catalog.confusion {
            self.add_to_pile(card, 1);
        } else {
            self.gone += 1;
        }
    }

    /// MT-21.5: a player leaves.
    pub(in crate::mage_tower) fn leave(&mut self, seat: Seat, reason: &str, sink: &mut impl Sink<TowerEvent>) {
        sink.push(TowerEvent::Retired { seat, reason: reason.to_owned() });
        if self.player(seat).out || self.outcome.is_some() {
            return;
        }
        self.eliminate(&[seat], sink);
        if self.outcome.is_some() {
            return;
        }
        if let Some(window) = &mut self.window {
            window.asked.retain(|(asked, _)| *asked != seat);
            let empty = window.asked.is_empty();
            let is_draft = matches!(window.asking, Asking::DraftHidden | Asking::DraftVisible | Asking::Keep);
            if empty && !is_draft {
                self.window = None;
            }
        }
        self.close_if_answered(sink);
        self.settle(None, sink);
        self.advance(sink);
    }

    /// MT-20.2: a monster deck was reshuffled in the turn of the active player.
    pub(in crate::mage_tower) fn count_reshuffle(&mut self, deck: usize, sink: &mut impl Sink<TowerEvent>) {
        self.decks[deck].reshuffles += 1;
        let reached = self.decks[deck].reshuffles >= self.threshold();
        if self.mode == Mode::Versus && reached && self.last_turns.is_none() {
            let others = self.opponents(self.active);
            sink.push(TowerEvent::LastTurns { seats: others.to_vec() });
            self.last_turns = Some(others);
        }
    }

    /// MT-15.9, MT-16.3: deck and board are empty.
    pub(in crate::mage_tower) fn check_cleared(&mut self, sink: &mut impl Sink<TowerEvent>) {
        if self.mode == Mode::Versus || self.outcome.is_some() {
            return;
        }
        if self.decks[0].cards.is_empty() && self.boards[0].is_empty() {
            let winners = self.living_from(Seat(0));
            self.end(&winners, "deck-cleared", sink);
        }
    }

    /// MT-20.3, MT-21.3: the most life wins, ties share.
    pub(in crate::mage_tower) fn end_by_life(&mut self, reason: &str, sink: &mut impl Sink<TowerEvent>) {
        let living = self.living_from(Seat(0));
        let most = living.iter().map(|seat| self.player(*seat).life).max();
        let winners: ArrayVec<Seat, MAX_SEATS> =
            living.into_iter().filter(|seat| Some(self.player(*seat).life) == most).collect();
        self.end(&winners, reason, sink);
    }

    /// It is over.
    pub(in crate::mage_tower) fn end(&mut self, winners: &[Seat], reason: &str, sink: &mut impl Sink<TowerEvent>) {
        self.drop_stack();
        self.phase = Phase::Over;
        let mut winners = winners.to_vec();
        winners.sort_unstable();
        let scores = self.all_seats().map(|seat| self.life(seat)).collect();
        sink.push(TowerEvent::Over { winners: winners.clone(), reason: reason.to_owned() });
        self.outcome = Some(Outcome { winners, reason: reason.to_owned(), scores });
    }

    /// MT-19: Abilities are discarded, an empty deck is made anew, energy is lost.
    pub(in crate::mage_tower) fn end_turn(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.phase = Phase::End;
        let seat = self.active;
        while let Some(place) = self.player(seat).in_play.iter().position(|item| item.role == CardType::Ability) {
            let item = self.player_mut(seat).in_play.remove(place);
            self.send_home(item.card, item.home);
        }
        self.energy = 0;
        sink.push(TowerEvent::TurnEnded { turn: self.turn, seat });
        self.refill(seat, sink);
        self.stack.push(Frame::Turn(Step::Next));
    }

    /// MT-19.2, MT-20.3, MT-20.6: whose turn is next.
    pub(in crate::mage_tower) fn next_turn(&mut self, sink: &mut impl Sink<TowerEvent>) {
        if self.mode == Mode::Coop {
            self.next_coop_turn(sink);
            return;
        }
        let count = self.players.len();
        let place = |seat: Seat| (seat.index() + count - self.first.index()) % count;
        let next = match &mut self.last_turns {
            Some(queue) if queue.is_empty() => None,
            Some(queue) => Some(queue.remove(0)),
            None => self.seats_from(self.active).skip(1).find(|seat| !self.player(*seat).out).or(Some(self.active)),
        };
        let Some(next) = next else {
            self.end_by_life("most-life", sink);
            return;
        };
        if place(next) <= place(self.active) {
            if self.round == super::super::state::LAST_ROUND {
                match self.mode {
                    Mode::Versus => self.end_by_life("round-limit", sink),
                    Mode::Solo | Mode::Coop => self.end(&[], "round-limit", sink),
                }
                return;
            }
            self.round += 1;
        }
        self.begin_turn(next, sink);
    }

    fn next_coop_turn(&mut self, sink: &mut impl Sink<TowerEvent>) {
        let from = if self.deck_turn { 0 } else { self.active.index() + 1 };
        let next = self.all_seats().skip(from).find(|seat| !self.player(*seat).out);
        match next {
            Some(seat) => self.begin_turn(seat, sink),
            None if self.round == super::super::state::LAST_ROUND => self.end(&[], "round-limit", sink),
            None => self.begin_deck_turn(sink),
        }
    }
}
