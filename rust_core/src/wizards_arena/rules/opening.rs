//! WA-3 and WA-4.1: the cuts, and what a turn opens with.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::state::{Ability, MARK, MAX_CRYSTALS, MAX_LIFE, MAX_MANA, Phase, WizardsArena};

impl WizardsArena {
    /// WA-3.2: moves the first `count` cards of the opponent's Pattern to its end.
    pub(super) fn cut(&mut self, seat: Seat, count: u8, sink: &mut impl Sink<DuelEvent>) {
        let of = seat.other();
        self.player_mut(of).pattern.rotate_left(count as usize);
        sink.push(DuelEvent::Cut { seat, of, count });
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
            let dealt: ArrayVec<_, 3> = player.pattern.drain(..3).collect();
            player.hand.extend(dealt.iter().copied());
            let cards = dealt.into_iter().map(|card| self.reference(seat, card)).collect();
            sink.push(DuelEvent::HandDealt { seat, cards });
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
        let sources = i32::try_from(player.count(Ability::Source)).expect("an Arena holds 25 cards");
        player.mana = (player.crystals + sources).min(MAX_MANA);
        for fighter in &mut player.arena {
            fighter.since_start = true;
        }
        let (crystals, mana) = (player.crystals, player.mana);
        let healers = player.count(Ability::Healer);
        sink.push(DuelEvent::TurnBegan { turn, seat, crystals, mana });
        if healers > 0 {
            self.phase = Phase::Heal;
        } else {
            self.end_effects(seat, sink);
        }
    }

    /// WA-4.1 (c): one Crystal pays for all Healers together.
    pub(super) fn heal(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let healers = i32::try_from(player.count(Ability::Healer)).expect("an Arena holds 25 cards");
        let amount = healers.min(MAX_LIFE - player.life);
        player.crystals -= 1;
        player.life += amount;
        let (life, crystals) = (player.life, player.crystals);
        sink.push(DuelEvent::Healed { seat, amount, life, crystals });
        self.end_effects(seat, sink);
    }

    /// WA-4.1 (d): what `seat` gave ends, on all cards; own Blockers that attacked block again (WA-6.2). Then (e): drawing
    /// is asked if a Crystal can be paid, else one card is drawn.
    pub(super) fn end_effects(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) {
        let giver = seat.index();
        let mut ended = ArrayVec::new();
        for owner in [Seat(0), Seat(1)] {
            for fighter in self.player(owner).arena.clone() {
                let given = fighter.blocker_given[giver]
                    || fighter.attack_given[giver] != 0
                    || fighter.health_given[giver] != 0;
                let place = self.player(owner).place(fighter.card).expect("nothing left the Arena");
                let ending = &mut self.player_mut(owner).arena[place];
                ending.blocker_rests &= owner != seat;
                if given {
                    ending.attack_given[giver] = 0;
                    ending.health_given[giver] = 0;
                    ending.blocker_given[giver] = false;
                    ended.push(self.reference(owner, fighter.card));
                    // Damage is gone by now, so this buries nobody; WA-7.3 asks for it all the same.
                    self.bury_if_dead(owner, fighter.card, sink);
                }
            }
        }
        if !ended.is_empty() {
            sink.push(DuelEvent::EffectsEnded { seat, cards: ended });
        }
        if self.player(seat).crystals > 0 {
            self.phase = Phase::Draw;
        } else {
            self.draw(seat, 1, sink);
        }
    }

    /// WA-4.1 (e): one card, or two for a Crystal; each is checked for Rollover by itself (WA-8.1, WA-8.2).
    pub(super) fn draw(&mut self, seat: Seat, count: u8, sink: &mut impl Sink<DuelEvent>) {
        if count == 2 {
            let player = self.player_mut(seat);
            player.crystals -= 1;
            let crystals = player.crystals;
            sink.push(DuelEvent::CrystalPaid { seat, crystals });
        }
        for _ in 0..count {
            if self.draw_card(seat, sink) {
                return;
            }
        }
        self.phase = Phase::Summoning;
    }
}
