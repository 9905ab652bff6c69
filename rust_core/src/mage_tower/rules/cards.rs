//! MT-4.4 and the ways of cards: drawing, shuffling, discarding, coming into play and leaving it.

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{CardId, CardType, Group, On};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::rules::{DECK, DISCARD};
use crate::mage_tower::state::{Context, Frame, Home, Item, MageTower, Mode, Phase, Uid};

impl MageTower {
    /// Shuffles a player's deck.
    pub(in crate::mage_tower) fn shuffle_deck(&mut self, seat: Seat) {
        let deck = &mut self.players[seat.index()].deck;
        self.chance.shuffle(deck, DECK, Some(seat));
    }

    /// MT-4.4: an empty deck is made anew of the discard pile.
    pub(in crate::mage_tower) fn refill(&mut self, seat: Seat, sink: &mut impl Sink<TowerEvent>) {
        let player = self.player_mut(seat);
        if player.deck.is_empty() && !player.discard.is_empty() {
            std::mem::swap(&mut player.deck, &mut player.discard);
            let cards = player.deck.len();
            self.shuffle_deck(seat);
            sink.push(TowerEvent::Reshuffled { seat, cards });
        }
    }

    /// Draws; `extra` is beyond the beginning of the turn, which others may have an eye on (Echo Glass).
    pub(in crate::mage_tower) fn draw(&mut self, seat: Seat, count: u8, extra: bool, sink: &mut impl Sink<TowerEvent>) {
        let mut drawn = Vec::with_capacity(count as usize);
        for _ in 0..count {
            self.refill(seat, sink);
            let Some(card) = self.player_mut(seat).deck.pop() else { break };
            self.take_to_hand(seat, card);
            drawn.push(card);
        }
        if drawn.is_empty() {
            return;
        }
        sink.push(TowerEvent::Drew { seat, n: drawn.len(), cards: Some(self.catalog.ids(&drawn)) });
        if extra && seat == self.active && !self.deck_turn {
            self.notice_draw(seat, sink);
        }
    }

    /// Tells opponents' cards that `seat` drew in its own turn.
    fn notice_draw(&mut self, seat: Seat, sink: &mut impl Sink<TowerEvent>) {
        for owner in self.opponents(seat) {
            let watches = |item: &Item| self.card(item.card).triggers(On::OpponentDraws).next().is_some();
            let watchers: Vec<Uid> =
                self.player(owner).in_play.iter().filter(|item| watches(item)).map(|item| item.uid).collect();
            for uid in watchers {
                self.run_item_triggers(owner, uid, On::OpponentDraws, Some(seat), sink);
            }
        }
    }

    /// Runs the triggers of a card in play that ask nobody, at once.
    pub(in crate::mage_tower) fn run_item_triggers(
        &mut self,
        owner: Seat,
        uid: Uid,
        on: On,
        that: Option<Seat>,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let catalog = std::sync::Arc::clone(&self.catalog);
        let Some(item) = self.item_mut(uid) else { return };
        let card = item.card;
        for trigger in catalog.card(card).triggers(on) {
            if trigger.once_a_turn {
                let Some(item) = self.item_mut(uid) else { return };
                if item.uses > 0 {
                    continue;
                }
                item.uses += 1;
            }
            let context = Context { that, ..Context::new(owner, card, Some(uid), self.board_of(owner)) };
            self.run_now(trigger.block.id, context, sink);
        }
    }

    /// Puts a card into a hand.
    pub(in crate::mage_tower) fn take_to_hand(&mut self, seat: Seat, card: CardId) {
        let hand = &mut self.player_mut(seat).hand;
        let place = hand.partition_point(|held| *held <= card);
        hand.insert(place, card);
    }

    /// Takes a card out of a hand; whether it was there.
    pub(in crate::mage_tower) fn take_from_hand(&mut self, seat: Seat, card: CardId) -> bool {
        let hand = &mut self.player_mut(seat).hand;
        match hand.binary_search(&card) {
            Ok(place) => {
                hand.remove(place);
                true
            }
            Err(_) => false,
        }
    }

    /// Everybody has seen now that a draft card is `seat`'s.
    pub(in crate::mage_tower) fn show(&mut self, seat: Seat, card: CardId) {
        if self.card(card).entry.group == Group::Draft {
            let shown = &mut self.player_mut(seat).shown;
            if let Err(place) = shown.binary_search(&card) {
                shown.insert(place, card);
            }
        }
    }

    /// A card goes from a hand to the discard pile.
    pub(in crate::mage_tower) fn discard(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        if self.take_from_hand(seat, card) {
            self.show(seat, card);
            self.player_mut(seat).discard.push(card);
            sink.push(TowerEvent::Discarded { seat, card: self.catalog.id(card) });
        }
    }

    /// A card of chance's choice goes from a hand to the discard pile.
    pub(in crate::mage_tower) fn discard_random(&mut self, seat: Seat, sink: &mut impl Sink<TowerEvent>) {
        let held = u32::try_from(self.player(seat).hand.len()).expect("a hand is not that large");
        if held > 0 {
            let place = self.chance.below(held, DISCARD, Some(seat)).value as usize;
            let card = self.player(seat).hand[place];
            self.discard(seat, card, sink);
        }
    }

    /// Sends a card that left play where it belongs.
    pub(in crate::mage_tower) fn send_home(&mut self, card: CardId, home: Home) {
        match home {
            Home::Player(owner) if self.player(owner).out => self.gone += 1,
            Home::Player(owner) => self.player_mut(owner).discard.push(card),
            Home::Deck(deck) => self.decks[deck as usize].discard.push(card),
            Home::Pile => self.add_to_pile(card, 1),
            Home::Nowhere => {}
        }
    }

    /// Brings a card into an in-play zone. Its texts are the caller's care.
    pub(in crate::mage_tower) fn enter(
        &mut self,
        seat: Seat,
        card: CardId,
        role: CardType,
        home: Home,
        on: Option<Uid>,
        sink: &mut impl Sink<TowerEvent>,
    ) -> Uid {
        let uid = self.fresh_uid();
        let copy = self.fresh_copy(seat, card);
        self.player_mut(seat).in_play.push(Item {
            uid,
            card,
            copy,
            role,
            home,
            damage: 0,
            attacks: 0,
            more_attacks: 0,
            uses: 0,
            bought: false,
            on,
        });
        let on = on.map(|on| self.thing(on));
        sink.push(TowerEvent::Entered { seat, thing: self.thing(uid), on });
        uid
    }

    /// A card found in the own deck comes into play, with its text (MT-18.6).
    pub(in crate::mage_tower) fn enter_from_deck(
        &mut self,
        seat: Seat,
        card: CardId,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        self.show(seat, card);
        let role = self.card(card).entry.kind;
        let uid = self.enter(seat, card, role, Home::Player(seat), None, sink);
        self.push_play(card, Context::new(seat, card, Some(uid), self.board_of(seat)));
    }

    /// Puts the text of a card on the stack.
    pub(in crate::mage_tower) fn push_play(&mut self, card: CardId, context: Context) {
        let play = &self.card(card).entry.play;
        if !play.ops.is_empty() {
            let block = play.id;
            self.stack.push(Frame::Ops { block, at: 0, context });
        }
    }

    /// A card in play goes where it belongs without being killed, with what it wears.
    pub(in crate::mage_tower) fn leave_play(&mut self, seat: Seat, place: usize, sink: &mut impl Sink<TowerEvent>) {
        let uid = self.player(seat).in_play[place].uid;
        sink.push(TowerEvent::Left { thing: self.thing(uid) });
        let item = self.player_mut(seat).in_play.remove(place);
        self.send_home(item.card, item.home);
        self.shed(item.uid, sink);
    }

    /// What was attached to something that is gone goes too (MT-10.5, MT-9.4).
    pub(in crate::mage_tower) fn shed(&mut self, gone: Uid, sink: &mut impl Sink<TowerEvent>) {
        while let Some((seat, place)) = self.players.iter().enumerate().find_map(|(seat, player)| {
            let place = player.in_play.iter().position(|item| item.on == Some(gone))?;
            Some((crate::mage_tower::state::seat_at(seat), place))
        }) {
            self.leave_play(seat, place, sink);
        }
    }

    /// Gold comes or goes, not below 0.
    pub(in crate::mage_tower) fn change_gold(&mut self, seat: Seat, change: i32, sink: &mut impl Sink<TowerEvent>) {
        let player = self.player_mut(seat);
        let change = change.max(-player.gold);
        if change != 0 && !player.out {
            player.gold += change;
            let gold = player.gold;
            sink.push(TowerEvent::Gold { seat, change, gold });
        }
    }

    /// MT-13.2: Confusion from the pile, as far as it goes.
    pub(in crate::mage_tower) fn confuse(&mut self, seat: Seat, count: u8, sink: &mut impl Sink<TowerEvent>) {
        let confusion = self.catalog.confusion;
        let count = count.min(self.pile(confusion));
        if count > 0 {
            for _ in 0..count {
                self.add_to_pile(confusion, -1);
                self.player_mut(seat).discard.push(confusion);
            }
            sink.push(TowerEvent::Confused { seat, count, left: self.pile(confusion) });
        }
    }

    /// Life comes: the team's in co-op (MT-15.11).
    pub(in crate::mage_tower) fn gain_life(&mut self, seat: Seat, amount: i32, sink: &mut impl Sink<TowerEvent>) {
        match self.mode {
            Mode::Coop => self.team_life += amount,
            Mode::Versus | Mode::Solo => self.player_mut(seat).life += amount,
        }
        sink.push(TowerEvent::LifeGained { seat, amount, life: self.life(seat) });
    }

    /// Energy comes, if it is somebody's casting phase.
    pub(in crate::mage_tower) fn gain_energy(&mut self, seat: Seat, amount: i32, sink: &mut impl Sink<TowerEvent>) {
        if self.phase == Phase::Casting && seat == self.active {
            self.energy += amount;
            sink.push(TowerEvent::Energy { seat, change: amount, energy: self.energy });
        }
    }
}
