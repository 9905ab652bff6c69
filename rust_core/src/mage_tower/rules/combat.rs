//! MT-8: Defenders attack. MT-12.5, MT-12.6: a Monster-Attack comes to the boards. Both wait for reactions first (MT-25.8).

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{CardId, On, Reaction};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::rules::Blow;
use crate::mage_tower::state::{Asking, Context, Frame, Home, MAX_SEATS, MageTower, Uid};

/// What a Defender takes for attacking an empty board (MT-8.5).
const EMPTY_BOARD_DAMAGE: i32 = 2;

impl MageTower {
    /// Opponents' cards that may refuse a Monster-Attack, in seat order.
    pub(super) fn gates(&self, seat: Seat) -> ArrayVec<Uid, 8> {
        let items = self.opponents(seat).into_iter().flat_map(|owner| &self.player(owner).in_play);
        let refuses = |reaction: &Option<Reaction>| matches!(reaction, Some(Reaction::RefuseMonsterAttack));
        items.filter(|item| refuses(&self.card(item.card).entry.reaction)).map(|item| item.uid).take(8).collect()
    }

    /// Asks the next gate; when all have answered, the placing learns who refused (MT-12.12).
    pub(super) fn step_gates(
        &mut self,
        seat: Seat,
        card: CardId,
        mut asking: ArrayVec<Uid, 8>,
        refused: ArrayVec<Seat, MAX_SEATS>,
    ) {
        while !asking.is_empty() {
            let uid = asking.remove(0);
            if let Some((owner, _)) = self.find_item(uid)
                && !refused.contains(&owner)
                && !self.player(owner).out
            {
                self.stack.push(Frame::Gates { seat, card, asking, refused });
                self.open(Asking::Gate { uid }, [owner]);
                return;
            }
        }
        let placing = self.stack.iter_mut().rev().find_map(|frame| match frame {
            Frame::Place { refused, .. } => Some(refused),
            Frame::Turn(_)
            | Frame::Ops { .. }
            | Frame::Triggers(_)
            | Frame::Enter { .. }
            | Frame::Shuffle { .. }
            | Frame::Gates { .. }
            | Frame::Strike { .. }
            | Frame::Mob { .. } => None,
        });
        if let Some(placing) = placing {
            *placing = refused;
        }
    }

    /// MT-12.6: the real card goes to the first board that takes it, placeholders to the others.
    pub(super) fn place_monster_attack(
        &mut self,
        seat: Seat,
        card: CardId,
        refused: &[Seat],
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let mut home = Home::Player(seat);
        for foe in self.opponents(seat) {
            if refused.contains(&foe) {
                continue;
            }
            let board = self.board_of(foe);
            self.add_monster(board, card, home, Some(seat), sink);
            home = Home::Nowhere;
        }
        if home == Home::Player(seat) {
            self.send_home(card, home);
        }
    }

    /// An attack is declared: it counts, and may be ambushed before damage (MT-22.11).
    pub(super) fn declare_attack(
        &mut self,
        seat: Seat,
        defender: Uid,
        target: Option<Uid>,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let Some((owner, place)) = self.find_item(defender) else { return };
        self.player_mut(owner).in_play[place].attacks += 1;
        let attack = self.defender_attack(owner, &self.player(owner).in_play[place]);
        let target_thing = target.map(|target| self.thing(target));
        sink.push(TowerEvent::Attacked { defender: self.thing(defender), target: target_thing, attack });
        let items = self.opponents(seat).into_iter().flat_map(|owner| &self.player(owner).in_play);
        let lurks = |reaction: &Option<Reaction>| matches!(reaction, Some(Reaction::AmbushDefender { .. }));
        let asking =
            items.filter(|item| lurks(&self.card(item.card).entry.reaction)).map(|item| item.uid).take(8).collect();
        self.stack.push(Frame::Strike { seat, defender, target, asking, more: 0 });
    }

    /// Asks the next ambush, or strikes.
    pub(super) fn step_strike(
        &mut self,
        seat: Seat,
        defender: Uid,
        target: Option<Uid>,
        mut asking: ArrayVec<Uid, 8>,
        more: i32,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        while !asking.is_empty() {
            let uid = asking.remove(0);
            if let Some(owner) = self.may_ambush(uid) {
                self.stack.push(Frame::Strike { seat, defender, target, asking, more });
                self.open(Asking::Ambush { uid }, [owner]);
                return;
            }
        }
        self.strike_now(seat, defender, target, more, sink);
    }

    /// The controller of an ambush that can be paid for and was not used this turn.
    fn may_ambush(&self, uid: Uid) -> Option<Seat> {
        let (owner, place) = self.find_item(uid)?;
        let item = &self.player(owner).in_play[place];
        match self.card(item.card).entry.reaction {
            Some(Reaction::AmbushDefender { gold, .. })
                if item.uses == 0 && self.player(owner).gold >= i32::from(gold) =>
            {
                Some(owner)
            }
            Some(Reaction::AmbushDefender { .. } | Reaction::RefuseMonsterAttack) | None => None,
        }
    }

    /// MT-8.3, MT-8.5, MT-8.8, MT-8.10: both deal damage together; then the dead are killed, the monster first.
    fn strike_now(
        &mut self,
        seat: Seat,
        defender: Uid,
        target: Option<Uid>,
        more: i32,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let blow = self.weapons(seat, defender);
        for uid in self.worn(defender) {
            self.run_item_triggers(seat, uid, On::EquippedAttacks, None, sink);
        }
        if self.is_cut_short(seat) {
            return;
        }
        let Some((_, place)) = self.find_item(defender) else { return };
        let item = &self.player(seat).in_play[place];
        let attack = self.defender_attack(seat, item);
        let arrows = self.attacks_with_arrows(seat, item);
        let parry = self.card(item.card).traits.parry;
        let Some(target) = target else {
            self.wound_defender(defender, EMPTY_BOARD_DAMAGE + more, sink);
            self.settle(None, sink); // MT-23.4: who dies of the blow does so before an elimination ends the match
            let hits: ArrayVec<_, MAX_SEATS> = self.opponents(seat).iter().map(|foe| (*foe, attack)).collect();
            self.lose_life(&hits, sink);
            return;
        };
        // An opponent that Hell Axe eliminated may have taken the target along; then the blow goes nowhere.
        let Some((board, place)) = self.find_monster(target) else { return };
        let back = (self.monster_attack(board, place) - parry).max(0) + more;
        if arrows {
            self.wound_defender(defender, back, sink);
            self.arrow(seat, attack, &blow, sink);
            return;
        }
        let armour = self.card(self.boards[board][place].card).traits.armour;
        self.wound_monster(board, place, attack - armour, sink);
        self.wound_defender(defender, back, sink);
        if self.monster_left(board, place) <= 0 {
            self.kill_monster(board, place, &blow, sink);
        }
    }

    /// The Equipment of a Defender, in the order of attaching.
    fn worn(&self, defender: Uid) -> ArrayVec<Uid, 12> {
        let Some((seat, place)) = self.find_item(defender) else { return ArrayVec::new() };
        let item = &self.player(seat).in_play[place];
        self.worn_by(seat, item).map(|worn| worn.uid).take(12).collect()
    }

    /// What the Equipment of an attacking Defender does at each kill.
    fn weapons(&self, seat: Seat, defender: Uid) -> Blow {
        let mut blow = Blow::by(seat);
        for uid in self.worn(defender) {
            let card = self.item(uid).expect("it was just listed").card;
            for trigger in self.card(card).triggers(On::EquippedKills) {
                let context =
                    Context { killer: Some(seat), ..Context::new(seat, card, Some(uid), self.board_of(seat)) };
                let _ = blow.weapons.try_push((trigger.block.id, context));
            }
        }
        blow
    }
}
