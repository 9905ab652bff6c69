//! MT-7.5 to MT-7.12, MT-23.4: arrow and plain damage, killing, and the check after every step.

use arrayvec::ArrayVec;

use crate::carryover::{Target, strike};
use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{BlockId, CardType, On};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Context, MageTower, Mode, Uid, seat_at};

/// Who deals damage, and what an attacking Defender's Equipment does at each kill.
#[derive(Clone, Debug, Default)]
pub(in crate::mage_tower) struct Blow {
    /// MT-15.11.
    pub(in crate::mage_tower) killer: Option<Seat>,
    /// Texts for each kill by this attack.
    pub(in crate::mage_tower) weapons: ArrayVec<(BlockId, Context), 12>,
}

impl Blow {
    /// Damage that is no attack.
    pub(in crate::mage_tower) fn by(seat: Seat) -> Self {
        Self { killer: Some(seat), weapons: ArrayVec::new() }
    }
}

impl MageTower {
    /// Whether an effect of `seat` has lost its ground: the match is over or the player is out.
    pub(in crate::mage_tower) fn is_cut_short(&self, seat: Seat) -> bool {
        self.outcome.is_some() || self.player(seat).out
    }

    /// Arrow damage on the board of `seat`, surplus to each opponent (MT-7.5, MT-7.8, MT-7.9). Gives the last monster damaged,
    /// if it lives, and the number of kills.
    pub(in crate::mage_tower) fn arrow(
        &mut self,
        seat: Seat,
        amount: i32,
        blow: &Blow,
        sink: &mut impl Sink<TowerEvent>,
    ) -> (Option<Uid>, u8) {
        let board = self.board_of(seat);
        let mut left = u32::try_from(amount).unwrap_or(0);
        let mut kills = 0;
        while left > 0 {
            if self.is_cut_short(seat) {
                return (None, kills);
            }
            if self.boards[board].is_empty() {
                let amount = i32::try_from(left).expect("it came from one");
                let hits: ArrayVec<_, 6> = self.opponents(seat).iter().map(|other| (*other, amount)).collect();
                self.lose_life(&hits, sink);
                return (None, kills);
            }
            let health = u32::try_from(self.monster_left(board, 0)).unwrap_or(0);
            let armour = u32::try_from(self.card(self.boards[board][0].card).traits.armour).unwrap_or(0);
            let hit = strike(left, Target { health, armour });
            let wounds = i32::try_from(hit.wounds).expect("it is at most the amount");
            let uid = self.boards[board][0].uid;
            self.wound_monster(board, 0, wounds, sink);
            left = hit.left;
            if !hit.kills {
                return ((wounds > 0).then_some(uid), kills);
            }
            kills += 1;
            self.kill_monster(board, 0, blow, sink);
            self.settle(blow.killer, sink);
        }
        (None, kills)
    }

    /// Marks damage on a monster.
    pub(in crate::mage_tower) fn wound_monster(
        &mut self,
        board: usize,
        place: usize,
        wounds: i32,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        if wounds > 0 {
            self.boards[board][place].damage += wounds;
            let left = self.monster_left(board, place);
            sink.push(TowerEvent::Damaged { thing: self.monster_thing(board, place), amount: wounds, left });
        }
    }

    /// Plain damage to a monster: armour takes off, the dead are killed at once.
    pub(in crate::mage_tower) fn harm_monster(
        &mut self,
        uid: Uid,
        amount: i32,
        blow: &Blow,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let Some((board, place)) = self.find_monster(uid) else { return };
        let armour = self.card(self.boards[board][place].card).traits.armour;
        self.wound_monster(board, place, amount - armour, sink);
        if self.monster_left(board, place) <= 0 {
            self.kill_monster(board, place, blow, sink);
        }
    }

    /// Marks damage on a Defender.
    pub(in crate::mage_tower) fn wound_defender(&mut self, uid: Uid, amount: i32, sink: &mut impl Sink<TowerEvent>) {
        let Some((seat, place)) = self.find_item(uid) else { return };
        if amount > 0 {
            self.player_mut(seat).in_play[place].damage += amount;
            let left = self.defender_left(seat, &self.player(seat).in_play[place]);
            sink.push(TowerEvent::Damaged { thing: self.thing(uid), amount, left });
        }
    }

    /// A monster is killed: it leaves, then what is attached to it, the weapons, its own text, the others' texts (MT-7.10, MT-23.6).
    pub(in crate::mage_tower) fn kill_monster(
        &mut self,
        board: usize,
        place: usize,
        blow: &Blow,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        sink.push(TowerEvent::Killed { thing: self.monster_thing(board, place) });
        let monster = self.boards[board].remove(place);
        self.send_home(monster.card, monster.home);
        let attached: ArrayVec<(Seat, Uid), 8> = self
            .players
            .iter()
            .enumerate()
            .flat_map(|(seat, player)| player.in_play.iter().map(move |item| (seat_at(seat), item)))
            .filter(|(_, item)| item.on == Some(monster.uid))
            .map(|(seat, item)| (seat, item.uid))
            .take(8)
            .collect();
        for (seat, uid) in attached {
            self.run_item_triggers(seat, uid, On::AttachedKilled, None, sink);
        }
        self.shed(monster.uid, sink);
        for (block, context) in &blow.weapons {
            self.run_now(*block, *context, sink);
        }
        let catalog = std::sync::Arc::clone(&self.catalog);
        let that = self.board_player(board);
        let speaks = |owner: Option<Seat>, card, uid| Context {
            that: Some(that),
            killer: blow.killer,
            ..Context::new(owner.unwrap_or(that), card, Some(uid), board)
        };
        for trigger in catalog.card(monster.card).triggers(On::Killed) {
            self.run_now(trigger.block.id, speaks(monster.owner, monster.card, monster.uid), sink);
        }
        let mut at = 0;
        while let Some(other) = self.boards[board].get(at) {
            let context = speaks(other.owner, other.card, other.uid);
            for trigger in catalog.card(context.card).triggers(On::OtherKilled) {
                self.run_now(trigger.block.id, context, sink);
            }
            at += 1;
        }
    }

    /// A Defender, or what is sacrificed, is killed: it leaves first, then what it wears (MT-10.5), then its text.
    pub(in crate::mage_tower) fn kill_item(&mut self, seat: Seat, place: usize, sink: &mut impl Sink<TowerEvent>) {
        let uid = self.player(seat).in_play[place].uid;
        sink.push(TowerEvent::Killed { thing: self.thing(uid) });
        let item = self.player_mut(seat).in_play.remove(place);
        self.send_home(item.card, item.home);
        self.shed(uid, sink);
        let catalog = std::sync::Arc::clone(&self.catalog);
        for trigger in catalog.card(item.card).triggers(On::Dies) {
            let context = Context::new(seat, item.card, None, self.board_of(seat));
            self.run_now(trigger.block.id, context, sink);
        }
    }

    /// MT-23.4: kills whatever bears no more, monsters first, until nothing does.
    pub(in crate::mage_tower) fn settle(&mut self, killer: Option<Seat>, sink: &mut impl Sink<TowerEvent>) {
        while self.outcome.is_none() {
            if let Some((board, place)) = self.dead_monster() {
                let blow = Blow { killer, weapons: ArrayVec::new() };
                self.kill_monster(board, place, &blow, sink);
            } else if let Some((seat, place)) = self.dead_defender() {
                self.kill_item(seat, place, sink);
            } else {
                return;
            }
        }
    }

    fn dead_monster(&self) -> Option<(usize, usize)> {
        let first = self.board_of(self.active);
        let count = self.boards.len();
        (0..count).map(|step| (first + step) % count).find_map(|board| {
            let dead = (0..self.boards[board].len())
                .find(|place| self.boards[board][*place].damage > 0 && self.monster_left(board, *place) <= 0);
            dead.map(|place| (board, place))
        })
    }

    fn dead_defender(&self) -> Option<(Seat, usize)> {
        self.seats_from(self.active).find_map(|seat| {
            let dead = self.player(seat).in_play.iter().position(|item| {
                item.role == CardType::Defender && item.damage > 0 && self.defender_left(seat, item) <= 0
            });
            dead.map(|place| (seat, place))
        })
    }

    /// Damage to players, all at the same time, then the check of MT-21.1.
    pub(in crate::mage_tower) fn lose_life(&mut self, hits: &[(Seat, i32)], sink: &mut impl Sink<TowerEvent>) {
        for (seat, amount) in hits.iter().copied().filter(|(_, amount)| *amount > 0) {
            if self.mode == Mode::Coop {
                self.team_life -= amount;
                sink.push(TowerEvent::LifeLost { seat: None, amount, life: self.team_life });
            } else {
                let player = self.player_mut(seat);
                player.life -= amount;
                let life = player.life;
                sink.push(TowerEvent::LifeLost { seat: Some(seat), amount, life });
            }
        }
        self.check_life(sink);
    }
}
