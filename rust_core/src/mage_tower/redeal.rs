//! Deals anew what a viewer can't know: deck orders, other hands, which unseen draft cards others hold, packs, sealed answers.

use super::catalog::{CardId, Group};
use super::rules::{DEAL, DECK, DISCARD, MONSTERS};
use super::state::{Asking, DraftKind, Known, MageTower, Phase, Window, seat_at};
use crate::contract::Seat;
use crate::rng::Chance;

impl MageTower {
    /// See [`crate::contract::Rules::redeal`].
    pub(super) fn deal_anew(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        self.swap_unseen(viewer, chance);
        self.shuffle_hidden_zones(viewer, chance);
        self.shuffle_monster_decks(chance);
        self.shuffle_draft(viewer, chance);
        self.answer_anew(viewer, chance);
    }

    /// Draft cards that nobody but their holder has seen could as well be others: those of other players that came about in the same
    /// way, and what was never dealt. Gamestart cards were shown (MT-2.12), so an unseen card is none.
    fn swap_unseen(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        if matches!(self.phase, Phase::Draft | Phase::Keep) {
            return;
        }
        for kind in [Known::Dealt, Known::Drafted] {
            let holders: Vec<Seat> = self
                .all_seats()
                .filter(|seat| Some(*seat) != viewer && self.known[seat.index()] == kind && !self.player(*seat).out)
                .collect();
            let mut unseen = Vec::new();
            for seat in &holders {
                let player = self.player(*seat);
                unseen.extend(
                    player.deck.iter().chain(&player.hand).copied().filter(|card| self.is_unseen(*seat, *card)),
                );
            }
            let held = unseen.len();
            if kind == Known::Dealt {
                unseen.extend(self.pool.iter().copied().filter(|card| !self.card(*card).has_gamestart));
            }
            let pool_size = unseen.len() - held;
            chance.shuffle(&mut unseen, DEAL, None);
            if kind == Known::Dealt && pool_size > 0 {
                let back = unseen.split_off(held);
                self.pool.retain(|card| self.catalog.card(*card).has_gamestart);
                self.pool.extend(back);
                self.pool.sort_unstable();
            }
            for seat in holders {
                self.replace_unseen(seat, &mut unseen);
            }
        }
    }

    fn is_unseen(&self, seat: Seat, card: CardId) -> bool {
        self.card(card).entry.group == Group::Draft && self.player(seat).shown.binary_search(&card).is_err()
    }

    fn replace_unseen(&mut self, seat: Seat, unseen: &mut Vec<CardId>) {
        let mut deck = std::mem::take(&mut self.player_mut(seat).deck);
        let mut hand = std::mem::take(&mut self.player_mut(seat).hand);
        for card in deck.iter_mut().chain(&mut hand) {
            if self.is_unseen(seat, *card)
                && let Some(other) = unseen.pop()
            {
                *card = other;
            }
        }
        hand.sort_unstable();
        self.player_mut(seat).deck = deck;
        self.player_mut(seat).hand = hand;
    }

    /// Others' hands and decks are mixed; of the own deck only the order, without what is being looked at.
    fn shuffle_hidden_zones(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        let looked = match &self.window {
            Some(Window { asking: Asking::Sift { count }, asked, .. })
                if asked.first().map(|(seat, _)| *seat) == viewer =>
            {
                *count as usize
            }
            Some(_) | None => 0,
        };
        for seat in self.all_seats() {
            let player = &mut self.players[seat.index()];
            if Some(seat) == viewer {
                let hidden = player.deck.len().saturating_sub(looked);
                chance.shuffle(&mut player.deck[..hidden], DECK, Some(seat));
                continue;
            }
            let held = player.hand.len();
            let mut cards = std::mem::take(&mut player.deck);
            cards.append(&mut player.hand);
            chance.shuffle(&mut cards, DECK, Some(seat));
            player.hand = cards.split_off(cards.len() - held);
            player.hand.sort_unstable();
            player.deck = cards;
        }
    }

    /// What was set aside lies on top and is known (MT-16.2).
    fn shuffle_monster_decks(&mut self, chance: &mut Chance) {
        for (number, deck) in self.decks.iter_mut().enumerate() {
            let hidden = deck.cards.len().saturating_sub(deck.known as usize);
            chance.shuffle(&mut deck.cards[..hidden], MONSTERS, Some(seat_at(number)));
        }
    }

    /// Packs and secret picks of others; in a choice of 8 of 13, what was never dealt too.
    fn shuffle_draft(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        let is_keep = self.phase == Phase::Keep;
        let Some(draft) = &mut self.draft else { return };
        if draft.kind == DraftKind::Visible {
            chance.shuffle(&mut draft.later, DEAL, None);
            return;
        }
        let own = viewer.map(Seat::index);
        let lists = draft.packs.iter_mut().enumerate().chain(draft.picked.iter_mut().enumerate());
        let mut hidden: Vec<&mut Vec<CardId>> =
            lists.filter(|(seat, _)| Some(*seat) != own).map(|(_, list)| list).collect();
        if is_keep {
            hidden.push(&mut self.pool);
        }
        let mut cards: Vec<CardId> = hidden.iter().flat_map(|list| list.iter().copied()).collect();
        chance.shuffle(&mut cards, DEAL, None);
        for list in hidden {
            let rest = cards.split_off(list.len());
            *list = std::mem::replace(&mut cards, rest);
            if !is_keep {
                list.sort_unstable();
            }
        }
        self.pool.sort_unstable();
    }

    /// Sealed answers of others could be any.
    fn answer_anew(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        let Some(window) = &self.window else { return };
        if matches!(window.asking, Asking::Keep) {
            return;
        }
        for place in 0..window.asked.len() {
            let Some(window) = &mut self.window else { return };
            let (seat, answer) = window.asked[place];
            if answer.is_none() || Some(seat) == viewer {
                continue;
            }
            window.asked[place].1 = None;
            let mut legal = Vec::new();
            self.legal_choices(seat, &mut legal);
            let bound = u32::try_from(legal.len()).expect("a list is short");
            let again = match bound {
                0 => answer,
                _ => Some(legal[chance.below(bound, DISCARD, Some(seat)).value as usize]),
            };
            if let Some(window) = &mut self.window {
                window.asked[place].1 = again;
            }
        }
    }
}
