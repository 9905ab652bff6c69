//! Operations on monsters and Defenders.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{AngerAt, CardId, CardType, DefendersHit, Monsters, ShiftTo, SpawnAt};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::rules::Blow;
use crate::mage_tower::state::{Aim, Asking, Context, Home, MageTower, Mode, Uid};

/// What a destroy deals in co-op (MT-15.7).
const COOP_DESTROY: i32 = 5;

impl MageTower {
    /// The monsters meant, fixed before the first of them is touched (MT-18.1).
    fn monsters(&self, which: Monsters, context: &Context) -> Vec<Uid> {
        let board = self.board_of(context.you);
        let row = &self.boards[board];
        match which {
            Monsters::Closest => row.first().map(|monster| monster.uid).into_iter().collect(),
            Monsters::All => row.iter().map(|monster| monster.uid).collect(),
            Monsters::LastDamaged => context.last.into_iter().collect(),
            Monsters::ChosenAngry => row.iter().filter(|monster| monster.angry).map(|monster| monster.uid).collect(),
            Monsters::EnteredThisTurn => {
                row.iter().filter(|monster| monster.entered_turn == self.turn).map(|monster| monster.uid).collect()
            }
            Monsters::Weak(most) => {
                let weak = (0..row.len()).filter(|place| self.monster_left(board, *place) <= i32::from(most));
                weak.map(|place| row[place].uid).collect()
            }
        }
    }

    /// Plain damage, or the question whom (Sunlance).
    pub(super) fn harm(&mut self, amount: u8, to: Monsters, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let targets = self.monsters(to, context);
        if to == Monsters::ChosenAngry && targets.len() > 1 {
            self.open(Asking::Target { amount, context: *context }, [context.you]);
            return;
        }
        for uid in targets {
            self.harm_monster(uid, i32::from(amount), &Blow::by(context.you), sink);
        }
    }

    /// Kills, or in co-op deals 5 (MT-15.7).
    pub(super) fn destroy(&mut self, which: Monsters, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let blow = Blow::by(context.you);
        for uid in self.monsters(which, context) {
            match self.mode {
                Mode::Coop => self.harm_monster(uid, COOP_DESTROY, &blow, sink),
                Mode::Versus | Mode::Solo => {
                    if let Some((board, place)) = self.find_monster(uid) {
                        self.kill_monster(board, place, &blow, sink);
                    }
                }
            }
        }
    }

    /// MT-14.1 to MT-14.3.
    pub(super) fn demonspawn(&mut self, at: SpawnAt, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let card = self.catalog.demonspawn;
        let boards: ArrayVec<usize, 6> = match at {
            SpawnAt::SameBoard => std::iter::once(context.board as usize).collect(),
            SpawnAt::EachOpponentBoard => {
                self.opponents(context.you).into_iter().map(|foe| self.board_of(foe)).collect()
            }
            SpawnAt::OwnDefender => {
                if self.pile(card) > 0 {
                    self.add_to_pile(card, -1);
                    self.enter(context.you, card, CardType::Defender, Home::Pile, None, sink);
                }
                return;
            }
        };
        for board in boards {
            if self.pile(card) > 0 {
                self.add_to_pile(card, -1);
                self.add_monster(board, card, Home::Pile, None, sink);
            }
        }
    }

    /// Frostbind: the monsters named stop being angry (MT-6.15).
    pub(super) fn calm(&mut self, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let named: ArrayVec<Uid, 2> = match context.aim {
            Aim::Unit(uid) => std::iter::once(uid).collect(),
            Aim::Units(one, other) => [one, other].into_iter().collect(),
            Aim::Nothing | Aim::Foe(_) | Aim::Card(_) | Aim::Zones(..) => ArrayVec::new(),
        };
        for uid in named {
            if let Some((board, place)) = self.find_monster(uid) {
                self.boards[board][place].angry = false;
                sink.push(TowerEvent::Calmed { monster: self.monster_thing(board, place) });
            }
        }
    }

    /// MT-6.15: who is made angry has no delay any more.
    pub(super) fn anger(&mut self, at: AngerAt, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let chosen: Vec<(usize, usize)> = match (at, context.aim) {
            (AngerAt::ChosenOpponentClosest, Aim::Foe(foe)) => {
                let board = self.board_of(foe);
                let place = self.boards[board].iter().position(|monster| !monster.angry);
                place.map(|place| (board, place)).into_iter().collect()
            }
            (AngerAt::ChosenOpponentClosest, _) => Vec::new(),
            (AngerAt::AllOthers, _) => {
                let board = context.board as usize;
                let others = self.boards[board].iter().enumerate();
                let calm = others.filter(|(_, monster)| !monster.angry && Some(monster.uid) != context.source);
                calm.map(|(place, _)| (board, place)).collect()
            }
        };
        let mut monsters = Vec::new();
        for (board, place) in chosen {
            let monster = &mut self.boards[board][place];
            monster.angry = true;
            monster.delay = 0;
            monsters.push(self.monster_thing(board, place));
        }
        if !monsters.is_empty() {
            sink.push(TowerEvent::Angry { monsters });
        }
    }

    /// Shove Back, Banish Across (MT-6.15, MT-12.13).
    pub(super) fn shift(&mut self, to: ShiftTo, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let board = self.board_of(context.you);
        if self.boards[board].is_empty() {
            return;
        }
        let from = self.monster_thing(board, 0);
        let target = match (to, context.aim) {
            (ShiftTo::Back, _) => board,
            (ShiftTo::ChosenOpponent, Aim::Foe(foe)) => self.board_of(foe),
            (ShiftTo::ChosenOpponent, _) => return,
        };
        let mut monster = self.boards[board].remove(0);
        monster.angry = false;
        if target != board {
            monster.entered_turn = self.turn;
            monster.copy = self.fresh_copy(self.board_player(target), monster.card);
        }
        let uid = monster.uid;
        self.boards[target].push(monster);
        let to = self.monster_thing(target, self.boards[target].len() - 1);
        sink.push(TowerEvent::Moved { from, to });
        if target != board {
            self.shed(uid, sink);
        }
    }

    /// MT-17.7: a monster becomes a Defender with its damage; without one on the board, from the discard pile of the own monster deck.
    pub(super) fn charm(&mut self, subtype: &str, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let you = context.you;
        if let Aim::Unit(uid) = context.aim {
            let Some((board, place)) = self.find_monster(uid) else { return };
            let from = self.monster_thing(board, place);
            let monster = self.boards[board].remove(place);
            self.shed(monster.uid, sink);
            self.become_defender(you, monster.card, monster.home, monster.damage, Some(from), sink);
            return;
        }
        let bit = self.catalog.subtype(subtype);
        let deck = self.deck_of(you);
        let fits = |card: &CardId| self.card(*card).subtypes & bit != 0;
        if let Some(place) = self.decks[deck].discard.iter().rposition(fits) {
            let card = self.decks[deck].discard.remove(place);
            let home = Home::Deck(u8::try_from(deck).expect("at most six decks"));
            self.become_defender(you, card, home, 0, None, sink);
        }
    }

    fn become_defender(
        &mut self,
        seat: Seat,
        card: CardId,
        home: Home,
        damage: i32,
        from: Option<crate::mage_tower::event::Thing>,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let uid = self.enter(seat, card, CardType::Defender, home, None, &mut ());
        if let Some(item) = self.item_mut(uid) {
            item.damage = damage;
        }
        sink.push(TowerEvent::Charmed { from, to: self.thing(uid) });
    }

    /// Field Surgeon.
    pub(super) fn repair(&mut self, amount: u8, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let Aim::Unit(uid) = context.aim else { return };
        if let Some(item) = self.item_mut(uid) {
            item.damage = (item.damage - i32::from(amount)).max(0);
            let damage = item.damage;
            sink.push(TowerEvent::Repaired { thing: self.thing(uid), damage });
        }
    }

    /// Shape the Clay.
    pub(super) fn restore(&mut self, you: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        let mine: Vec<Uid> = self.defenders(you).filter(|item| item.card == card).map(|item| item.uid).collect();
        for uid in mine {
            if let Some(item) = self.item_mut(uid) {
                item.damage = 0;
                sink.push(TowerEvent::Repaired { thing: self.thing(uid), damage: 0 });
            }
        }
    }

    /// Drillmaster.
    pub(super) fn extra_attacks(&mut self, more: u8, context: &Context) {
        for item in &mut self.player_mut(context.you).in_play {
            if item.role == CardType::Defender && Some(item.uid) != context.source {
                item.more_attacks = item.more_attacks.saturating_add(more);
            }
        }
    }

    /// Tower Lich.
    pub(super) fn strengthen(&mut self, attack: u8, context: &Context, sink: &mut impl Sink<TowerEvent>) {
        let Some((board, place)) = context.source.and_then(|uid| self.find_monster(uid)) else { return };
        self.boards[board][place].more_attack += i32::from(attack);
        let attack = self.monster_attack(board, place);
        sink.push(TowerEvent::Strengthened { thing: self.monster_thing(board, place), attack });
    }

    /// The Defenders of `seat` with the lowest remaining health (MT-12.8).
    pub(in crate::mage_tower) fn weakest_defenders(&self, seat: Seat) -> Vec<Uid> {
        let lowest = self.defenders(seat).map(|item| self.defender_left(seat, item)).min();
        let weakest = self.defenders(seat).filter(|item| Some(self.defender_left(seat, item)) == lowest);
        weakest.map(|item| item.uid).collect()
    }

    /// Harpy, Flameback Drake.
    pub(super) fn harm_defenders(
        &mut self,
        amount: u8,
        whom: DefendersHit,
        context: &Context,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let hit: Vec<Uid> = match whom {
            DefendersHit::All => {
                let seats = self.living_from(Seat(0));
                seats.into_iter().flat_map(|seat| self.defenders(seat)).map(|item| item.uid).collect()
            }
            DefendersHit::Lowest => {
                let Some(seat) = context.that else { return };
                let weakest = self.weakest_defenders(seat);
                if weakest.len() > 1 {
                    self.open(Asking::Lowest { amount, context: *context }, [seat]);
                    return;
                }
                weakest
            }
        };
        for uid in hit {
            self.wound_defender(uid, i32::from(amount), sink);
        }
    }
}
