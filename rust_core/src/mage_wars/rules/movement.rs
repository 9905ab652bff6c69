//! MW-9.5, MW-9.6, MW-18: moves, Push, Snatch, Teleport, and what happens to who enters a zone.

use crate::board::zones::{Border, Direction, Way, Zone};
use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Condition, Kind, Power, Subtype, Trait};
use crate::mage_wars::choice::{Choice, Said, Verb};
use crate::mage_wars::event::{At, Happening};
use crate::mage_wars::frame::{Displace, Enter, Frame, Move, Source, Window};
use crate::mage_wars::state::{MageWars, ObjectId, Place};

impl MageWars {
    /// One step of MW-9.5, each with its window.
    pub(super) fn step_move(&mut self, mut moving: Move, sink: &mut impl Sink<Happening>) {
        let Some(mover) = self.find(moving.mover) else { return };
        let name = self.name(mover);
        let step = moving.step;
        moving.step += 1;
        let (id, from, to) = (moving.mover, moving.from, moving.to);
        match step {
            1 => {
                sink.push(Happening::MoveDeclared { object: name, from: At(from), to: At(to) });
                self.spend_move(id, to);
                self.stack.push(Frame::Move(moving));
                self.window(false);
            }
            // MW-9.5: no card here asks for a cost, or does something when a zone is left.
            2 | 3 => {
                self.stack.push(Frame::Move(moving));
                self.window(false);
            }
            4 => {
                let flies = self.stats(mover).flies();
                self.stack.push(Frame::Move(moving));
                self.window(false);
                if !flies {
                    self.passage(id, from, to);
                }
            }
            5 => {
                let held = self.stats(mover).is_held() || mover.is_incapacitated() || self.zone_of(mover) != Some(from);
                if held {
                    sink.push(Happening::MoveFailed { object: name });
                    self.window(true);
                    return;
                }
                let hindered = self.is_hindered_between(id, from, to);
                self.put(id, to, "move", sink);
                if hindered && let Some(acting) = self.activation_mut() {
                    acting.hindered = true;
                    sink.push(Happening::Hindered { object: name });
                }
                if let Some(acting) = self.activation_mut() {
                    acting.just_moved = true;
                }
                self.stack.push(Frame::Move(moving));
                self.window(false);
            }
            6 => {
                self.stack.push(Frame::Move(moving));
                self.enter(id, to);
            }
            _ => {
                // The last step's window is the one after the action.
                self.window(true);
            }
        }
    }

    /// MW-9.2: what a move action uses up.
    fn spend_move(&mut self, id: ObjectId, to: Zone) {
        let stats = self.stats(self.object(id));
        let full = self.takes_full_action(&stats, to);
        let (fast, slow) = (stats.has(Trait::Fast), Self::is_slow(&stats));
        if let Some(acting) = self.activation_mut() {
            let second = acting.moves > 0;
            acting.moves += 1;
            acting.just_moved = false;
            acting.called = true;
            if full || slow || (second && !fast) {
                acting.acted = true;
            }
        }
    }

    /// MW-10.1: whether leaving one zone or entering the other hinders the creature.
    fn is_hindered_between(&self, id: ObjectId, from: Zone, to: Zone) -> bool {
        let mover = self.object(id);
        let stats = self.stats(mover);
        if stats.has(Trait::CannotBeHindered) {
            return false;
        }
        if stats.has(Trait::Hindered) || self.zone_hinders(id, to) {
            return true;
        }
        if stats.has(Trait::Elusive) {
            return false;
        }
        [from, to].into_iter().any(|zone| {
            self.creatures_in(zone).any(|other| {
                let theirs = self.stats(other);
                other.seat != mover.seat && theirs.flies() == stats.flies() && self.can_hinder(other, &theirs)
            })
        })
    }

    /// Whether the creature would be hindered by the zone that it enters.
    fn zone_hinders(&self, id: ObjectId, zone: Zone) -> bool {
        let mut there = *self.object(id);
        there.place = Place::Zone(zone);
        self.stats(&there).has(Trait::Hindered)
    }

    /// Puts a creature into a zone, and tells it.
    fn put(&mut self, id: ObjectId, to: Zone, by: &'static str, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(id) else { return };
        let name = self.name(object);
        let from = self.zone_of(object).unwrap_or(to);
        self.find_mut(id).expect("it was just found").place = Place::Zone(to);
        sink.push(Happening::Moved { object: name, from: At(from), to: At(to), by });
    }

    /// MW-17.4: the wall on the way attacks, if it does.
    fn passage(&mut self, id: ObjectId, from: Zone, to: Zone) {
        let Some(border) = Border::between(from, to) else { return };
        let Some(wall) = self.wall_on(border) else { return };
        let card = self.card_of(wall);
        if !card.prints(Trait::PassageAttacks) || card.attacks.is_empty() {
            return;
        }
        let attack = self.new_attack(Source::Passage, Some(wall.id), wall.seat, wall.card, 0, id);
        self.stack.push(Frame::Attack(Box::new(attack)));
    }

    /// Starts a Push or a Snatch (MW-18.1, MW-18.4).
    pub(super) fn displace(&mut self, moved: ObjectId, by: Seat, source: Zone, snatch: bool) {
        if let Some(from) = self.zone(moved) {
            self.stack.push(Frame::Displace(Displace { moved, by, source, snatch, from, direction: None, step: 0 }));
        }
    }

    /// One step of a Push or a Snatch.
    pub(super) fn step_displace(&mut self, mut push: Displace, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(push.moved) else { return };
        let stats = self.stats(object);
        // MW-18.3, MW-18.4.
        let immune = stats.has(Trait::Unmovable) || (push.snatch && stats.has(Trait::Uncontainable));
        if immune || !self.is_creature(object) || self.zone_of(object) != Some(push.from) {
            return;
        }
        match (push.step, push.direction) {
            (0, _) => {
                let ways = if push.snatch {
                    self.grid.toward(push.source, push.from)
                } else {
                    self.grid.away(push.source, push.from)
                };
                push.step = 1;
                let by = push.by;
                if ways.is_empty() {
                    return;
                }
                self.stack.push(Frame::Displace(push));
                self.ask(by, Window::PushDirection(ways));
            }
            (1, Some(direction)) => match self.grid.way(push.from, direction) {
                Way::Edge => {
                    // MW-17.5: against a wall that blocks passage, the outer edge included.
                    let card = object.card;
                    let attack = self.new_attack(Source::Bash, None, push.by, card, 0, push.moved);
                    self.stack.push(Frame::Attack(Box::new(attack)));
                }
                Way::Open(to, _) => {
                    push.step = 2;
                    let (id, from) = (push.moved, push.from);
                    self.stack.push(Frame::Displace(push));
                    if !stats.flies() {
                        self.passage(id, from, to);
                    }
                }
            },
            (_, Some(direction)) => {
                let Way::Open(to, _) = self.grid.way(push.from, direction) else { return };
                self.put(push.moved, to, if push.snatch { "snatch" } else { "push" }, sink);
                self.enter(push.moved, to);
            }
            (_, None) => unreachable!("the direction is known after the first step"),
        }
    }

    /// `push DIRECTION`.
    pub(super) fn answer_push(&mut self, choice: Choice) {
        let Said::Word(word, _) = choice.args[0].says() else { unreachable!("a direction is a word") };
        let direction = Direction::parse(self.catalog.words.text(word));
        if let Some(Frame::Displace(push)) = self.stack.last_mut() {
            push.direction = direction;
        }
    }

    /// MW-18.7: walls, hindering, Restrained and Unmovable do not matter; Stuck and Grapples end.
    pub(super) fn teleport(&mut self, id: ObjectId, to: Zone, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(id) else { return };
        if self.stats(object).has(Trait::Anchored) {
            return;
        }
        let from = self.zone_of(object);
        let stuck = object.condition(Condition::Stuck);
        self.lift(id, Condition::Stuck, stuck, sink);
        self.free(id, sink);
        self.release_all(id, sink);
        if from != Some(to) {
            self.put(id, to, "teleport", sink);
            self.enter(id, to);
        }
    }

    /// Moves a creature after one it pushed (MW-18.8).
    pub(super) fn follow(&mut self, id: ObjectId, to: Zone, sink: &mut impl Sink<Happening>) {
        let Some(from) = self.zone(id) else { return };
        self.put(id, to, "follow", sink);
        self.enter(id, to);
        if !self.stats(self.object(id)).flies() {
            self.passage(id, from, to);
        }
    }

    /// MW-9.6: lists what happens to who enters the zone.
    pub(super) fn enter(&mut self, who: ObjectId, zone: Zone) {
        let left: Vec<ObjectId> = self
            .objects
            .iter()
            .filter(|source| self.acts_on_entry(source.id, who, zone))
            .map(|source| source.id)
            .collect();
        if !left.is_empty() {
            self.stack.push(Frame::Enter(Enter { who, zone, left, spent: None }));
        }
    }

    fn acts_on_entry(&self, source: ObjectId, who: ObjectId, zone: Zone) -> bool {
        let (Some(source), Some(creature)) = (self.find(source), self.find(who)) else { return false };
        if self.zone_of(source) != Some(zone) || source.id == who {
            return false;
        }
        let card = self.card_of(source);
        let enemy = source.seat != creature.seat;
        if card.has(Power::Urchins) {
            let at_home = self.card_of(creature).is(Subtype::Aquatic) && self.is_aquatic_zone(zone);
            return !self.stats(creature).flies() && !at_home;
        }
        (card.has(Power::Pillar) && enemy) || (card.has(Power::Vent) && enemy && !source.revealed)
    }

    /// The Initiative player's effects first, each player's in the order he chooses.
    pub(super) fn step_enter(&mut self, mut enter: Enter, sink: &mut impl Sink<Happening>) {
        if let Some(trap) = enter.spent.take() {
            self.remove(trap, "spent", sink);
        }
        let here = self.zone(enter.who) == Some(enter.zone);
        enter.left.retain(|source| self.acts_on_entry(*source, enter.who, enter.zone));
        if !here || enter.left.is_empty() {
            return;
        }
        let first = |seat: Seat| {
            let of_seat: Vec<ObjectId> =
                enter.left.iter().copied().filter(|id| self.object(*id).seat == seat).collect();
            of_seat
        };
        let mut seat = self.initiative;
        let mut mine = first(seat);
        if mine.is_empty() {
            seat = seat.other();
            mine = first(seat);
        }
        self.stack.push(Frame::Enter(enter));
        self.ask(seat, Window::Order(mine));
    }

    /// One of the effects was chosen.
    pub(super) fn run_entry(&mut self, source: ObjectId) {
        let Some(Frame::Enter(enter)) = self.stack.last_mut() else { unreachable!("an entry has its frame") };
        enter.left.retain(|left| *left != source);
        let who = enter.who;
        let object = self.object(source);
        let (seat, card) = (object.seat, object.card);
        if self.card_of(object).kind == Kind::Enchantment {
            self.ask(seat, Window::MandatoryReveal(source));
            return;
        }
        let attack = self.new_attack(Source::Trap, Some(source), seat, card, 0, who);
        self.stack.push(Frame::Attack(Box::new(attack)));
    }

    /// `next OBJECT`: of zone-enter effects, or of the objects of a zone attack.
    pub(super) fn answer_order(&mut self, seat: Seat, choice: Choice) {
        debug_assert_eq!(choice.verb, Verb::Next);
        let id = self.called(seat, choice.args[0]).expect("a listed object");
        if matches!(self.stack.last(), Some(Frame::Enter(_))) {
            self.run_entry(id);
        } else {
            self.attack_in_zone(id);
        }
    }
}
