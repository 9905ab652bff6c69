//! MT-7: what the active player does, one line at a time.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{Aiming, CardId, CardType, Group, Sacrifice};
use crate::mage_tower::choice::{Choice, Term, Verb, Word};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::state::{Aim, Asking, Context, Frame, Home, MAX_ACTIONS, MageTower, Place, Step, Uid};

/// Energy for the hand ability of Equipment (MT-10.2).
pub const CYCLE_COST: i32 = 2;

impl MageTower {
    /// The casting phase goes on, or ends by itself (MT-7.14).
    pub(super) fn casting_step(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.check_cleared(sink);
        if self.outcome.is_some() {
            return;
        }
        if self.actions >= MAX_ACTIONS {
            self.stack.push(Frame::Turn(Step::End));
            return;
        }
        self.stack.push(Frame::Turn(Step::Casting));
        self.open(Asking::Casting, [self.active]);
    }

    /// A line of the casting phase.
    ///
    /// # Panics
    /// If the line is of another window: a bug.
    pub(super) fn act(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        self.actions += 1;
        let [first, second, third] = choice.terms;
        match choice.verb {
            Verb::Play => self.play(seat, self.card_of(first), [second, third], sink),
            Verb::Buy => self.buy(seat, self.card_of(first), sink),
            Verb::Cycle => self.cycle(seat, self.card_of(first), sink),
            Verb::Use => self.use_ability(seat, self.unit_of(seat, first), second, sink),
            Verb::Attack => {
                let closest = || self.boards[self.board_of(seat)].first().map(|monster| monster.uid);
                let target = if second.is_some() { Some(self.unit_of(seat, second)) } else { closest() };
                self.declare_attack(seat, self.unit_of(seat, first), target, sink);
            }
            Verb::End => {
                self.stack.pop();
                self.stack.push(Frame::Turn(Step::End));
            }
            Verb::Confusion
            | Verb::Damage
            | Verb::Discard
            | Verb::Drop
            | Verb::Give
            | Verb::Gold
            | Verb::Leave
            | Verb::Pass
            | Verb::Pick
            | Verb::Take => panic!("{choice:?} was let through in the casting phase"),
        }
        self.settle(Some(seat), sink);
    }

    /// The card that a legal term names.
    pub(in crate::mage_tower) fn card_of(&self, term: Term) -> CardId {
        self.catalog.spell(term.name()).1.expect("legal lines name cards")
    }

    /// The thing in play that a legal term of `seat` names.
    pub(in crate::mage_tower) fn unit_of(&self, seat: Seat, term: Term) -> Uid {
        self.named_unit(seat, term).expect("legal lines name what is there")
    }

    /// The thing in play of that name on the side of `seat` (MT-25.1).
    pub(in crate::mage_tower) fn named_unit(&self, seat: Seat, term: Term) -> Option<Uid> {
        let card = self.catalog.spell(term.name()).1?;
        let own = self.player(seat).in_play.iter().find(|item| item.card == card && item.copy == term.copy);
        own.map(|item| item.uid).or_else(|| {
            let board = &self.boards[self.board_of(seat)];
            board.iter().find(|monster| monster.card == card && monster.copy == term.copy).map(|monster| monster.uid)
        })
    }

    /// What the terms after a card mean for it, seen from `seat`.
    pub(in crate::mage_tower) fn resolve_aim(&self, seat: Seat, card: CardId, terms: [Term; 2]) -> Aim {
        let [first, second] = terms;
        if !first.is_some() {
            return Aim::Nothing;
        }
        match self.card(card).aiming {
            Aiming::Nothing => Aim::Nothing,
            Aiming::Foe => self.foe_of(seat, first.head).map_or(Aim::Nothing, Aim::Foe),
            Aiming::AngryUpTo(_) if second.is_some() => {
                Aim::Units(self.unit_of(seat, first), self.unit_of(seat, second))
            }
            Aiming::Defender | Aiming::Monster | Aiming::Subtype(_) | Aiming::AngryUpTo(_) => {
                Aim::Unit(self.unit_of(seat, first))
            }
            Aiming::OwnAbility | Aiming::OwnPrize => Aim::Card(self.card_of(first)),
            Aiming::Confusions(_) => {
                let hand = self.catalog.word("hand");
                let number = |wanted: bool| {
                    let count = terms.iter().filter(|term| term.is_some() && (Some(term.head) == hand) == wanted);
                    u8::try_from(count.count()).expect("two at most")
                };
                Aim::Zones(number(true), number(false))
            }
        }
    }

    /// The opponent that a word of `seat` means: `foe`, `p3`.
    pub(in crate::mage_tower) fn foe_of(&self, seat: Seat, word: Word) -> Option<Seat> {
        self.opponents(seat).into_iter().find(|foe| self.foe_word(seat, *foe) == word)
    }

    /// How `seat` calls another player (MT-25.2).
    pub(in crate::mage_tower) fn foe_word(&self, seat: Seat, foe: Seat) -> Word {
        let two = self.players.len() == 2;
        let text = if two && foe != seat { "foe" } else { ["p1", "p2", "p3", "p4", "p5", "p6"][foe.index()] };
        self.catalog.word(text).expect("it is reserved")
    }

    /// MT-7.3, MT-25.8: the cost is paid and the card leaves the hand; then reactions; then its text.
    fn play(&mut self, seat: Seat, card: CardId, terms: [Term; 2], sink: &mut impl Sink<TowerEvent>) {
        let aim = self.resolve_aim(seat, card, terms);
        let entry = &self.card(card).entry;
        let (cost, role, group) = (entry.cost, entry.kind, entry.group);
        let block = entry.play.id;
        self.energy -= i32::from(cost);
        self.take_from_hand(seat, card);
        self.show(seat, card);
        sink.push(TowerEvent::Played { seat, card: self.catalog.id(card), cost, energy: self.energy });
        let base = Context { aim, killer: Some(seat), ..Context::new(seat, card, None, self.board_of(seat)) };
        let placed = role == CardType::MonsterAttack && !self.opponents(seat).is_empty();
        if placed {
            self.stack.push(Frame::Place { seat, card, refused: ArrayVec::new() });
            self.stack.push(Frame::Ops { block, at: 0, context: base });
            let asking = self.gates(seat);
            self.stack.push(Frame::Gates { seat, card, asking, refused: ArrayVec::new() });
            return;
        }
        // MT-15.6: without opponents a Monster-Attack is discarded like an Ability.
        let role = if role == CardType::MonsterAttack { CardType::Ability } else { role };
        let on = match aim {
            Aim::Unit(uid) if role == CardType::Equipment => Some(uid),
            Aim::Nothing | Aim::Foe(_) | Aim::Unit(_) | Aim::Units(..) | Aim::Card(_) | Aim::Zones(..) => None,
        };
        let home = if group == Group::Confusion { Home::Pile } else { Home::Player(seat) };
        let uid = self.enter(seat, card, role, home, on, sink);
        self.push_play(card, Context { source: Some(uid), ..base });
    }

    /// MT-11.1: gold for a prize card, which is played at once.
    fn buy(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        let price = self.price(seat, card);
        self.add_to_pile(card, -1);
        let player = self.player_mut(seat);
        player.gold -= price;
        let gold = player.gold;
        sink.push(TowerEvent::Bought { seat, card: self.catalog.id(card), price, gold });
        let uid = self.enter(seat, card, CardType::Ability, Home::Player(seat), None, sink);
        if let Some(item) = self.item_mut(uid) {
            item.bought = true;
        }
        let base = Context::new(seat, card, Some(uid), self.board_of(seat));
        self.push_play(card, Context { bought: true, killer: Some(seat), ..base });
    }

    /// MT-10.2.
    fn cycle(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<TowerEvent>) {
        self.energy -= CYCLE_COST;
        sink.push(TowerEvent::Cycled { seat, card: self.catalog.id(card), energy: self.energy });
        self.discard(seat, card, sink);
        self.draw(seat, 1, true, sink);
    }

    /// MT-9.2: the cost is paid, then the text.
    fn use_ability(&mut self, seat: Seat, uid: Uid, term: Term, sink: &mut impl Sink<TowerEvent>) {
        let item = self.item(uid).expect("legal lines name what is there");
        let card = item.card;
        let activated = self.card(card).entry.activated.as_ref().expect("legal lines use abilities");
        let (energy, sacrifice, block) = (activated.energy, activated.sacrifice, activated.block.id);
        self.energy -= i32::from(energy);
        sink.push(TowerEvent::Used { seat, thing: self.thing(uid), energy: self.energy });
        if let Some(item) = self.item_mut(uid) {
            item.uses = item.uses.saturating_add(1);
        }
        let mut aim = Aim::Nothing;
        match sacrifice {
            None if term.is_some() => aim = Aim::Unit(self.unit_of(seat, term)),
            None => {}
            Some(Sacrifice::HandCard) => self.discard(seat, self.card_of(term), sink),
            Some(Sacrifice::Defender) => self.sacrifice(self.unit_of(seat, term), sink),
            Some(Sacrifice::This) => self.sacrifice(uid, sink),
        }
        if self.is_cut_short(seat) {
            return;
        }
        let context = Context { aim, killer: Some(seat), ..Context::new(seat, card, Some(uid), self.board_of(seat)) };
        self.stack.push(Frame::Ops { block, at: 0, context });
    }

    /// MT-7.11: what is sacrificed is killed.
    fn sacrifice(&mut self, uid: Uid, sink: &mut impl Sink<TowerEvent>) {
        if let Some(Place::Item(seat, place)) = self.find(uid) {
            self.kill_item(seat, place, sink);
        }
    }
}
