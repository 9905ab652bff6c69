//! Operations on the controller's own cards.

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{BlockId, CardId, CardType, CopyFrom, Group};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Aim, Asking, Context, Home, MageTower, Phase};

impl MageTower {
    /// Draws; before the game it makes the starting hand larger (MT-2.9).
    pub(super) fn draw_for(&mut self, you: Seat, count: u8, sink: &mut impl Sink<TowerEvent>) {
        if self.phase == Phase::Gamestart {
            self.player_mut(you).more_cards += count;
        } else {
            self.draw(you, count, true, sink);
        }
    }

    /// The cards that a copy may take from opponents' discard piles.
    pub(in crate::mage_tower) fn may_copy(&self, card: CardId) -> bool {
        let card = self.card(card);
        card.is(CardType::Ability) && !matches!(card.entry.group, Group::Prize | Group::Confusion)
    }

    /// Parrot Familiar asks; Golden Echo was told.
    pub(super) fn copy(&mut self, from: CopyFrom, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        match (from, context.aim) {
            (CopyFrom::OpponentDiscard, _) => {
                let foes = self.opponents(context.you);
                let mut cards = foes.iter().flat_map(|foe| &self.player(*foe).discard);
                if cards.any(|card| self.may_copy(*card)) {
                    self.open(Asking::Copy { context: *context }, [context.you]);
                }
            }
            (CopyFrom::OwnPrize, Aim::Card(card)) => self.copy_text(card, *context, sink),
            (CopyFrom::OwnPrize, _) => {}
        }
    }

    /// Crusade: a search never refills (MT-18.8).
    pub(super) fn search(&mut self, you: Seat, count: u8, max_cost: u8) {
        if !self.player(you).deck.is_empty() {
            self.open(Asking::Search { count, max_cost }, [you]);
        }
    }

    /// Whether a search for Defenders may take a card.
    pub(in crate::mage_tower) fn may_find(&self, card: CardId, max_cost: u8) -> bool {
        let card = self.card(card);
        card.is(CardType::Defender) && card.entry.cost <= max_cost
    }

    /// Recollection.
    pub(super) fn recover(&mut self, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let Aim::Card(card) = context.aim else { return };
        let discard = &mut self.player_mut(context.you).discard;
        if let Some(place) = discard.iter().rposition(|held| *held == card) {
            discard.remove(place);
            self.take_to_hand(context.you, card);
            sink.push(TowerEvent::Recovered { seat: context.you, card: self.catalog.id(card) });
        }
    }

    /// Bounty: onto the monster named. Carried out again it is the same card, and only the monster is another (MT-17.4).
    pub(super) fn attach(&mut self, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let (Aim::Unit(to), Some(uid)) = (context.aim, context.source) else { return };
        if self.find_monster(to).is_none() || self.item(uid).is_none() {
            return;
        }
        if let Some(item) = self.item_mut(uid) {
            item.on = Some(to);
        }
        sink.push(TowerEvent::Attached { thing: self.thing(uid), on: self.thing(to) });
    }

    /// Clear the Mind.
    pub(super) fn forget(&mut self, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let Aim::Zones(from_hand, from_discard) = context.aim else { return };
        let (you, confusion) = (context.you, self.catalog.confusion);
        let mut count = 0;
        for _ in 0..from_hand {
            count += i8::from(self.take_from_hand(you, confusion));
        }
        for _ in 0..from_discard {
            let discard = &mut self.player_mut(you).discard;
            if let Some(place) = discard.iter().rposition(|held| *held == confusion) {
                discard.remove(place);
                count += 1;
            }
        }
        if count > 0 {
            self.add_to_pile(confusion, count);
            let count = count.unsigned_abs();
            sink.push(TowerEvent::Returned { seat: you, card: self.catalog.id(confusion), count });
        }
    }

    /// Chain Lightning (MT-17.6): no reshuffle; all revealed cards are discarded at the end.
    pub(super) fn reveal_until_defender(&mut self, each: BlockId, context: Context, sink: &mut impl Sink<TowerEvent>) {
        let you = context.you;
        let mut revealed = Vec::new();
        while let Some(card) = self.player_mut(you).deck.pop() {
            revealed.push(card);
            self.show(you, card);
            sink.push(TowerEvent::Revealed { seat: you, card: self.catalog.id(card) });
            if self.card(card).is(CardType::Defender) {
                break;
            }
            self.run_now(each, context, sink);
            if self.is_cut_short(you) {
                break;
            }
        }
        for card in revealed {
            self.send_home(card, Home::Player(you));
        }
    }

    /// Toss the Bones: the block that follows; none if there is no card.
    pub(super) fn toss(
        &mut self,
        you: Seat,
        even: BlockId,
        odd: BlockId,
        sink: &mut impl Sink<TowerEvent>,
    ) -> Option<BlockId> {
        self.refill(you, sink);
        let card = self.player_mut(you).deck.pop()?;
        self.show(you, card);
        sink.push(TowerEvent::Revealed { seat: you, card: self.catalog.id(card) });
        if self.card(card).entry.cost.is_multiple_of(2) {
            self.take_to_hand(you, card);
            Some(even)
        } else {
            self.player_mut(you).discard.push(card);
            Some(odd)
        }
    }

    /// Sift the Omens: with one card there is nothing to ask.
    pub(super) fn sift(&mut self, you: Seat, count: u8, sink: &mut impl Sink<TowerEvent>) {
        self.refill(you, sink);
        let deck = &self.player(you).deck;
        let n = deck.len().min(count as usize);
        if n == 0 {
            return;
        }
        let top: Vec<CardId> = deck.iter().rev().take(n).copied().collect();
        sink.push(TowerEvent::Looked { seat: you, n, cards: Some(self.catalog.ids(&top)) });
        let count = u8::try_from(n).expect("it is at most the count");
        if let [only] = top[..] {
            self.sift_take(you, count, only, sink);
        } else {
            self.open(Asking::Sift { count }, [you]);
        }
    }

    /// Time Eddy.
    pub(super) fn replenish(&mut self, you: Seat, sink: &mut impl Sink<TowerEvent>) {
        let player = self.player_mut(you);
        let mut discard = std::mem::take(&mut player.discard);
        player.deck.append(&mut discard);
        let cards = player.deck.len();
        self.shuffle_deck(you);
        sink.push(TowerEvent::Reshuffled { seat: you, cards });
    }

    /// MT-2.10: a Boon starts in play.
    pub(super) fn boon_enters(&mut self, you: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        let deck = &mut self.player_mut(you).deck;
        if let Some(place) = deck.iter().position(|held| *held == card) {
            deck.remove(place);
            self.enter(you, card, CardType::Boon, Home::Player(you), None, sink);
        }
    }

    /// Slow Fuse.
    pub(super) fn starts_discarded(&mut self, you: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        let player = self.player_mut(you);
        if let Some(place) = player.deck.iter().position(|held| *held == card) {
            player.deck.remove(place);
            player.discard.push(card);
            sink.push(TowerEvent::StartsDiscarded { seat: you, card: self.catalog.id(card) });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::contract::{GameCatalog, Rules, Seat};
    use crate::mage_tower::MageTower;
    use crate::mage_tower::catalog::Catalog;
    use crate::mage_tower::rules::Blow;
    use crate::mage_tower::state::{Aim, Context};
    use crate::rng::Chance;

    /// Golden case S46: the text of Bounty carried out a second time moves the same card (MT-17.4).
    #[test]
    fn s46_bounty_rechoose() {
        let catalog = Arc::new(Catalog::load(&[]).expect("the built-in cards are sound"));
        let setup = serde_json::json!({"players": 2, "position": {"active": 0, "seats": [
            {"board": [{"card": "orc", "attached": ["bounty"]}, "hellhound"]}]}});
        let mut game = MageTower::setup(&catalog, &setup, Chance::seeded([0; 32]), &mut ()).expect("a sound position");
        let you = Seat(0);
        let bounty = game.player(you).in_play[0].clone();
        let hellhound = game.boards[0][1].uid;
        let again = Context { aim: Aim::Unit(hellhound), ..Context::new(you, bounty.card, Some(bounty.uid), 0) };
        game.run_now(game.card(bounty.card).entry.play.id, again, &mut ());
        assert_eq!(game.player(you).in_play.len(), 1);
        assert_eq!(game.player(you).in_play[0].on, Some(hellhound));
        game.kill_monster(0, 0, &Blow::by(you), &mut ());
        assert_eq!(game.player(you).gold, 0);
        game.kill_monster(0, 0, &Blow::by(you), &mut ());
        assert_eq!(game.player(you).gold, 3);
        assert!(game.player(you).in_play.is_empty());
    }
}
