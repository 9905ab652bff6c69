//! MT-3, MT-15.1: drafts, and the choice of 8 of 13.

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::CardId;
use crate::mage_tower::choice::Choice;
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Asking, COOP_DEALT, DRAFTED, Draft, DraftKind, MageTower, Phase, Window, seat_at};

impl MageTower {
    /// Asks for the next picks, or makes decks of what was picked.
    pub(in crate::mage_tower) fn draft_round(&mut self, sink: &mut impl Sink<TowerEvent>) {
        let Some(draft) = &mut self.draft else { return };
        match (self.phase, draft.kind) {
            (Phase::Keep, _) => self.open_for_living(Asking::Keep),
            (_, DraftKind::Hidden) => {
                if draft.packs.iter().all(|pack| pack.len() <= 1) {
                    // The last card is taken without asking (MT-3.3).
                    let last: Vec<Option<CardId>> = draft.packs.iter_mut().map(Vec::pop).collect();
                    for (seat, card) in last.into_iter().enumerate() {
                        if let Some(card) = card {
                            self.pick(seat_at(seat), card, sink);
                        }
                    }
                    self.end_draft(sink);
                    return;
                }
                draft.round += 1;
                let round = draft.round;
                sink.push(TowerEvent::DraftRound { round, layout: None });
                for seat in self.living_from(Seat(0)) {
                    let pack = self.draft.as_ref().map_or(&[][..], |draft| &draft.packs[seat.index()]);
                    let (n, cards) = (pack.len(), Some(self.catalog.ids(pack)));
                    sink.push(TowerEvent::Pack { seat, n, cards });
                }
                self.open_for_living(Asking::DraftHidden);
            }
            (_, DraftKind::Visible | DraftKind::Random) => self.visible_round(sink),
        }
    }

    /// MT-3.2: the next layout, the next pick, or the last card of a layout.
    fn visible_round(&mut self, sink: &mut impl Sink<TowerEvent>) {
        loop {
            let Some(draft) = &mut self.draft else { return };
            if draft.layout.is_empty() {
                if draft.later.is_empty() {
                    self.end_draft(sink);
                    return;
                }
                let rest = draft.later.split_off(DRAFTED.min(draft.later.len()));
                draft.layout = std::mem::replace(&mut draft.later, rest);
                draft.layout.sort_unstable();
                // The first player opens the first layout, the other one the second.
                draft.turn = if draft.round == 0 { self.first } else { self.first.other() };
                draft.round += 1;
                let round = draft.round;
                let layout = self.catalog.ids(&draft.layout);
                sink.push(TowerEvent::DraftRound { round, layout: Some(layout) });
                continue;
            }
            let turn = draft.turn;
            if let [card] = draft.layout[..] {
                draft.layout.clear();
                draft.turn = turn.other();
                self.pick_openly(turn, card, sink);
                continue;
            }
            self.open(Asking::DraftVisible, [turn]);
            return;
        }
    }

    fn pick(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        if let Some(draft) = &mut self.draft {
            if self.players[seat.index()].out {
                self.gone += 1;
            } else {
                draft.picked[seat.index()].push(card);
                sink.push(TowerEvent::Picked { seat, card: Some(self.catalog.id(card)) });
            }
        }
    }

    fn pick_openly(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        if let Some(draft) = &mut self.draft {
            draft.picked[seat.index()].push(card);
        }
        sink.push(TowerEvent::PickedOpenly { seat, card: self.catalog.id(card) });
    }

    /// A pick of the visible draft.
    pub(super) fn picked_openly(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        let card = self.card_of(choice.terms[0]);
        if let Some(draft) = &mut self.draft {
            draft.layout.retain(|laid| *laid != card);
            draft.turn = seat.other();
        }
        self.pick_openly(seat, card, sink);
        self.draft_round(sink);
    }

    /// All picks of a round of the hidden draft are in: packs go to the next player. For a player who left, the first card is taken.
    pub(super) fn picked_all(&mut self, window: &Window, sink: &mut impl Sink<TowerEvent>) {
        for seat in self.all_seats() {
            let answer = window.asked.iter().find(|(asked, _)| *asked == seat).and_then(|(_, answer)| *answer);
            let card = answer.map(|answer| self.card_of(answer.terms[0]));
            let Some(draft) = &mut self.draft else { return };
            let pack = &mut draft.packs[seat.index()];
            let place = card.and_then(|card| pack.iter().position(|held| *held == card)).unwrap_or(0);
            if place < pack.len() {
                let card = pack.remove(place);
                self.pick(seat, card, sink);
            }
        }
        if let Some(draft) = &mut self.draft {
            draft.packs.rotate_right(1);
        }
        self.draft_round(sink);
    }

    /// MT-15.1: one of the 13 is put away; after five the seat is done.
    pub(super) fn drop_card(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        let card = self.card_of(choice.terms[0]);
        let Some(draft) = &mut self.draft else { return };
        draft.packs[seat.index()].retain(|held| *held != card);
        let done = draft.packs[seat.index()].len() <= DRAFTED;
        self.gone += 1;
        sink.push(TowerEvent::Dropped { seat, card: Some(self.catalog.id(card)) });
        if done && let Some(window) = &mut self.window {
            let entry = window.asked.iter_mut().find(|(asked, _)| *asked == seat).expect("the seat is asked");
            entry.1 = Some(choice);
        }
    }

    /// How many cards `seat` has put away.
    pub(in crate::mage_tower) fn dropped(&self, seat: Seat) -> u32 {
        let left = self.draft.as_ref().map_or(COOP_DEALT, |draft| draft.packs[seat.index()].len());
        u32::try_from(COOP_DEALT.saturating_sub(left)).expect("13 at most")
    }

    /// Everybody has kept 8.
    pub(super) fn kept_all(&mut self, sink: &mut impl Sink<TowerEvent>) {
        if let Some(draft) = &mut self.draft {
            draft.picked = std::mem::take(&mut draft.packs);
        }
        self.end_draft(sink);
    }

    /// Decks are made of the basics and what was picked, and shuffled.
    fn end_draft(&mut self, sink: &mut impl Sink<TowerEvent>) {
        let Some(Draft { picked, kind, .. }) = self.draft.take() else { return };
        for (seat, cards) in picked.into_iter().enumerate() {
            let seat = seat_at(seat);
            if self.player(seat).out {
                continue;
            }
            if kind == DraftKind::Visible {
                for card in &cards {
                    self.show(seat, *card);
                }
            }
            self.player_mut(seat).deck.extend(cards);
            self.shuffle_deck(seat);
        }
        self.begin_gamestart(sink);
    }
}
