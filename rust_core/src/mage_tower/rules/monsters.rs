//! MT-6: angry monsters attack, the others become angry, new ones come.

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{CardId, CardType, On};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::rules::MONSTERS;
use crate::mage_tower::state::{Context, Frame, Home, MageTower, Mode, Monster, Step, Uid};

impl MageTower {
    /// A monster comes to the end of a board, calm.
    pub(in crate::mage_tower) fn add_monster(
        &mut self,
        board: usize,
        card: CardId,
        home: Home,
        owner: Option<Seat>,
        sink: &mut impl Sink<TowerEvent>,
    ) -> Uid {
        let uid = self.fresh_uid();
        let side = self.board_player(board);
        let copy = self.fresh_copy(side, card);
        let angry = self.card(card).traits.enters_angry;
        self.boards[board].push(Monster {
            uid,
            card,
            copy,
            damage: 0,
            angry,
            delay: u8::from(owner.is_some()),
            owner,
            home,
            real: home != Home::Nowhere || owner.is_none(),
            entered_turn: self.turn,
            more_attack: 0,
        });
        let place = self.boards[board].len() - 1;
        let points = self.card(card).entry.points;
        sink.push(TowerEvent::MonsterEntered { monster: self.monster_thing(board, place), points, angry, by: owner });
        uid
    }

    /// A monster leaves a board without being killed; what is attached to it goes, without its reward (MT-9.4).
    pub(in crate::mage_tower) fn leave_board(&mut self, board: usize, place: usize, sink: &mut impl Sink<TowerEvent>) {
        sink.push(TowerEvent::Left { thing: self.monster_thing(board, place) });
        let monster = self.boards[board].remove(place);
        self.send_home(monster.card, monster.home);
        self.shed(monster.uid, sink);
    }

    /// MT-6.1, MT-6.2: every angry monster attacks, closest first.
    pub(super) fn attack_step(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.stack.push(Frame::Turn(Step::Anger));
        let board = self.board_of(self.active);
        let angry = self.boards[board].iter().filter(|monster| monster.angry).count();
        let others = i32::try_from(angry).expect("a board is not that full") - 1;
        let turn = self.turn;
        while let Some(place) = self.boards[board].iter().position(|monster| monster.angry) {
            self.one_attack(board, place, others, sink);
            if self.outcome.is_some() || self.turn != turn || self.player(self.active).out {
                return;
            }
            self.settle(None, sink);
            if self.outcome.is_some() {
                return;
            }
        }
    }

    /// One monster's attack: raised, then redirected or reduced, then dealt; its text if damage reached the player (MT-6.14);
    /// then it is discarded.
    fn one_attack(&mut self, board: usize, place: usize, others: i32, sink: &mut impl Sink<TowerEvent>) {
        let seat = self.active;
        let monster = &self.boards[board][place];
        let (uid, card, owner) = (monster.uid, monster.card, monster.owner);
        let frenzy = self.card(card).traits.frenzy * others;
        let damage = self.monster_attack(board, place) + frenzy + self.totems(seat);
        sink.push(TowerEvent::MonsterAttacks { monster: self.monster_thing(board, place), damage });
        if let Some(sentinel) = self.sentinel(seat) {
            let to = self.thing(sentinel);
            sink.push(TowerEvent::Redirected { monster: self.monster_thing(board, place), to });
            self.wound_defender(sentinel, damage, sink);
        } else {
            let damage = (damage - self.moats(seat)).max(0);
            self.lose_life(&[(seat, damage)], sink);
            if self.outcome.is_some() || self.player(seat).out {
                return;
            }
            if damage > 0 {
                let catalog = std::sync::Arc::clone(&self.catalog);
                for trigger in catalog.card(card).triggers(On::AttacksPlayer) {
                    let base = Context::new(owner.unwrap_or(seat), card, Some(uid), board);
                    self.run_now(trigger.block.id, Context { that: Some(seat), ..base }, sink);
                }
            }
        }
        if let Some((board, place)) = self.find_monster(uid) {
            self.leave_board(board, place, sink);
        }
    }

    /// Who is attacked together with `seat`: the whole team in co-op.
    fn attacked_with(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let all = self.mode == Mode::Coop;
        self.living_from(Seat(0)).into_iter().filter(move |other| all || *other == seat)
    }

    /// What opponents' Totems add, counted against their bound for this monster phase.
    fn totems(&mut self, seat: Seat) -> i32 {
        let catalog = std::sync::Arc::clone(&self.catalog);
        let mut more = 0;
        for owner in self.opponents(seat) {
            for item in &mut self.player_mut(owner).in_play {
                if let Some((amount, max)) = catalog.card(item.card).traits.totem {
                    let amount = amount.min(max.saturating_sub(item.uses));
                    item.uses += amount;
                    more += i32::from(amount);
                }
            }
        }
        more
    }

    /// The first own Sentinel that has not yet stood in this phase; it does now.
    fn sentinel(&mut self, seat: Seat) -> Option<Uid> {
        let catalog = std::sync::Arc::clone(&self.catalog);
        for owner in self.attacked_with(seat) {
            let stands = |item: &&mut crate::mage_tower::state::Item| {
                item.role == CardType::Defender && item.uses == 0 && catalog.card(item.card).traits.sentinel
            };
            if let Some(item) = self.player_mut(owner).in_play.iter_mut().find(stands) {
                item.uses = 1;
                return Some(item.uid);
            }
        }
        None
    }

    fn moats(&self, seat: Seat) -> i32 {
        let items = self.attacked_with(seat).flat_map(|owner| &self.player(owner).in_play);
        items.map(|item| self.card(item.card).traits.moat).sum()
    }

    /// MT-6.3, MT-12.3: who is calm becomes angry, unless it is delayed.
    pub(super) fn anger_step(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.stack.push(Frame::Turn(Step::Spawn { points: 0, aside: Vec::new() }));
        let board = self.board_of(self.active);
        let mut angered = Vec::new();
        for place in 0..self.boards[board].len() {
            let monster = &mut self.boards[board][place];
            if monster.angry {
                continue;
            }
            if monster.delay > 0 {
                monster.delay -= 1;
            } else {
                monster.angry = true;
                angered.push(self.monster_thing(board, place));
            }
        }
        if !angered.is_empty() {
            sink.push(TowerEvent::Angry { monsters: angered });
        }
    }

    /// MT-6.5 to MT-6.10, MT-15.4, MT-16.2: monsters come until the points are reached. One that says something when it enters
    /// is heard before the next (MT-15.10).
    pub(super) fn spawn_step(&mut self, mut points: i32, mut aside: Vec<CardId>, sink: &mut impl Sink<TowerEvent>) {
        let seat = self.active;
        let deck = self.deck_of(seat);
        let board = self.board_of(seat);
        let (least, most) = self.window_of_points(seat);
        while points < least {
            if self.decks[deck].cards.is_empty() && !self.reshuffle_monsters(deck, most - points, sink) {
                break;
            }
            let monsters = &mut self.decks[deck];
            let card = monsters.cards.pop().expect("it is not empty, or was just filled");
            monsters.known = monsters.known.saturating_sub(1);
            let worth = i32::from(self.card(card).entry.points);
            if worth > most - points {
                if self.mode == Mode::Solo {
                    sink.push(TowerEvent::MonsterSetAside { card: self.catalog.id(card) });
                    aside.push(card);
                } else {
                    sink.push(TowerEvent::MonsterSkipped { card: self.catalog.id(card) });
                    self.decks[deck].discard.push(card);
                }
                continue;
            }
            points += worth;
            let home = Home::Deck(u8::try_from(deck).expect("at most six decks"));
            let uid = self.add_monster(board, card, home, None, sink);
            let mut enters = self.card(card).triggers(On::Enters).peekable();
            if enters.peek().is_some() {
                let blocks: Vec<_> = enters.map(|trigger| trigger.block.id).collect();
                self.stack.push(Frame::Turn(Step::Spawn { points, aside }));
                let context = Context::new(seat, card, Some(uid), board);
                for block in blocks.into_iter().rev() {
                    self.stack.push(Frame::Ops { block, at: 0, context });
                }
                return;
            }
        }
        let set_aside = u8::try_from(aside.len()).unwrap_or(u8::MAX);
        let monsters = &mut self.decks[deck];
        monsters.known = monsters.known.saturating_add(set_aside);
        monsters.cards.extend(aside.into_iter().rev());
        self.player_mut(seat).tidings = 0;
        self.check_cleared(sink);
        if self.outcome.is_some() {
            return;
        }
        if self.mode == Mode::Coop {
            self.stack.push(Frame::Turn(Step::Next));
        } else {
            self.begin_casting(sink);
        }
    }

    /// MT-6.8, MT-6.9: the discard pile becomes the deck, if some card of it can be placed; never in solo and co-op.
    fn reshuffle_monsters(&mut self, deck: usize, room: i32, sink: &mut impl Sink<TowerEvent>) -> bool {
        let fits = |card: &CardId| i32::from(self.card(*card).entry.points) <= room;
        if self.mode != Mode::Versus || !self.decks[deck].discard.iter().any(fits) {
            return false;
        }
        let owner = (self.decks.len() > 1).then_some(self.active);
        let monsters = &mut self.decks[deck];
        monsters.cards = std::mem::take(&mut monsters.discard);
        monsters.known = 0;
        let cards = monsters.cards.len();
        self.chance.shuffle(&mut monsters.cards, MONSTERS, owner);
        let reshuffles = monsters.reshuffles + 1;
        sink.push(TowerEvent::MonstersReshuffled { seat: owner, cards, reshuffles });
        self.count_reshuffle(deck, sink);
        true
    }
}
