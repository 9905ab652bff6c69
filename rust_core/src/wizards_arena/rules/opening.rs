//! WA-3 and WA-4.1: the cuts, and what a turn opens with.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::wizards_arena::card_set::CardSet;
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::state::{MARK, MAX_CRYSTALS, MAX_LIFE, MAX_MANA, Phase, WizardsArena};

fn number(cards: CardSet) -> i32 {
    i32::try_from(cards.len()).expect("a player has 25 cards")
}

impl WizardsArena {
    /// WA-3.2: moves the first `count` cards of the opponent's Pattern to its end.
    pub(super) fn cut(&mut self, seat: Seat, count: u8, sink: &mut impl Sink<DuelEvent>) {
        let of = seat.other();
        self.player_mut(of).pattern.cut(count);
        sink.push_with(|| DuelEvent::Cut { seat, of, count });
        if self.phase == Phase::FirstCut {
            self.phase = Phase::SecondCut;
        } else {
            self.deal(sink);
        }
    }

    /// WA-3.3: the mark goes to the end, three cards to the Hand; WA-3.4: the first turn begins.
    fn deal(&mut self, sink: &mut impl Sink<DuelEvent>) {
        for seat in [self.active, self.active.other()] {
            let player = self.player_mut(seat);
            player.pattern.push(MARK);
            let dealt: ArrayVec<_, 3> = (0..3).map(|_| player.pattern.take_top()).collect();
            for card in &dealt {
                player.enter_hand(*card);
            }
            let cards = dealt.into_iter().map(|card| self.reference(seat, card)).collect();
            sink.push_with(|| DuelEvent::HandDealt { seat, cards });
        }
        self.begin_turn(self.active, sink);
    }

    /// WA-4.1 (a) and (b): a Crystal, then Mana; healing is asked if it can be paid for.
    pub(in crate::wizards_arena) fn begin_turn(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) {
        self.turn += 1;
        self.active = seat;
        let turn = self.turn;
        let player = self.player_mut(seat);
        player.crystals = (player.crystals + 1).min(MAX_CRYSTALS);
        player.mana = (player.crystals + number(player.arena & player.deck.sources)).min(MAX_MANA);
        player.since_start = player.arena;
        let (crystals, mana) = (player.crystals, player.mana);
        let is_healed = !(player.arena & player.deck.healers).is_empty();
        sink.push_with(|| DuelEvent::TurnBegan { turn, seat, crystals, mana });
        if is_healed {
            self.phase = Phase::Heal;
        } else {
            self.end_effects(seat, sink);
        }
    }

    /// WA-4.1 (c): one Crystal pays for all Healers together.
    pub(super) fn heal(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let healers = number(player.arena & player.deck.healers);
        let amount = healers.min(MAX_LIFE - player.life);
        player.crystals -= 1;
        player.life += amount;
        let (life, crystals) = (player.life, player.crystals);
        sink.push_with(|| DuelEvent::Healed { seat, amount, life, crystals });
        self.end_effects(seat, sink);
    }

    /// WA-4.1 (d): what `seat` gave ends, on all cards; own Blockers that attacked block again (WA-6.2). Then (e): drawing
    /// is asked if a Crystal can be paid, else one card is drawn.
    pub(super) fn end_effects(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) {
        self.player_mut(seat).resting = CardSet::EMPTY;
        let holders = [0, 1].map(|owner: usize| self.players[owner].gifts[seat.index()].holders);
        if !(holders[0] | holders[1]).is_empty() {
            self.take_gifts(seat, holders, sink);
        }
        if self.player(seat).crystals > 0 {
            self.phase = Phase::Draw;
        } else {
            self.draw(seat, 1, sink);
        }
    }

    fn take_gifts(&mut self, giver: Seat, holders: [CardSet; 2], sink: &mut impl Sink<DuelEvent>) {
        let rows = [Seat(0), Seat(1)].map(|owner| (owner, holders[owner.index()]));
        // Damage is gone by now, so this buries nobody; WA-7.3 asks for it all the same.
        for (owner, holders) in rows {
            for card in holders {
                self.player_mut(owner).gifts[giver.index()].take(card);
                self.bury_if_dead(owner, card, sink);
            }
        }
        sink.push_with(|| {
            let mut cards = ArrayVec::new();
            for (owner, holders) in rows {
                cards.extend(self.player(owner).in_order(holders).iter().map(|card| self.reference(owner, *card)));
            }
            DuelEvent::EffectsEnded { seat: giver, cards }
        });
    }

    /// WA-4.1 (e): one card, or two for a Crystal; each is checked for Rollover by itself (WA-8.1, WA-8.2).
    pub(super) fn draw(&mut self, seat: Seat, count: u8, sink: &mut impl Sink<DuelEvent>) {
        if count == 2 {
            let player = self.player_mut(seat);
            player.crystals -= 1;
            let crystals = player.crystals;
            sink.push_with(|| DuelEvent::CrystalPaid { seat, crystals });
        }
        for _ in 0..count {
            if self.draw_card(seat, sink) {
                return;
            }
        }
        self.phase = Phase::Summoning;
    }
}
