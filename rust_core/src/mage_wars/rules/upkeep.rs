//! MW-7.4 to MW-7.9: the Upkeep Phase, a task after the other.

use crate::contract::{Seat, Sink};
use crate::dice::Pool;
use crate::mage_wars::catalog::kinds::{Condition, Damage, Kind, Power, School, Subtype, Task, Token, Trait};
use crate::mage_wars::choice::{Choice, Said, Verb};
use crate::mage_wars::event::{Dice, Happening};
use crate::mage_wars::frame::{Frame, Source, Upkeep, Window};
use crate::mage_wars::state::{FERMATAS, MageWars, Object, ObjectId, Place};

/// What Lullaby's Stun needs.
const LULLABY_STUN: i32 = 7;

impl MageWars {
    /// Lists the tasks.
    pub(super) fn begin_upkeep(&mut self) {
        let mut tasks = Vec::new();
        for object in self.objects.iter().filter(|object| object.revealed) {
            for task in Task::ALL {
                if self.is_due(*task, object) {
                    tasks.push((*task, object.id, object.seat));
                }
            }
        }
        tasks.sort_unstable_by_key(|(task, id, seat)| (*seat, *task, *id));
        if !tasks.is_empty() {
            self.stack.push(Frame::Upkeep(Upkeep { seat: self.initiative, auto: [false; 2], tasks }));
        }
    }

    /// Whether the object has the task now.
    fn is_due(&self, task: Task, object: &Object) -> bool {
        let card = self.card_of(object);
        let host = || if let Place::On(host) = object.place { self.find(host) } else { None };
        match task {
            Task::Challenge => {
                let player = self.player(object.seat);
                card.has(Power::Chivalry)
                    && match player.challenge {
                        None => self.objects.iter().any(|target| self.may_challenge(object.seat, target)),
                        Some(_) => player.valor >= 2,
                    }
            }
            Task::Basilica => card.has(Power::Basilica) && self.basilica_targets(object.id).next().is_some(),
            Task::Meraveran => {
                card.has(Power::Meraveran)
                    && object.token(Token::Valor) >= 3
                    && !self.player(object.seat).used.meraveran
            }
            Task::Dorseus => card.has(Power::Dorseus) && self.dorseus_targets(object.id).next().is_some(),
            Task::LifeLink => card.has(Power::LifeLink) && host().is_some_and(|host| host.damage > 0),
            Task::Gold => card.has(Power::Gold),
            Task::Regenerate => {
                card.kind.is_creature() && (object.damage > 0 || object.condition(Condition::Bleed) > 0) && {
                    let stats = self.stats(object);
                    stats.regenerate > 0 && !stats.has(Trait::FiniteLife)
                }
            }
            Task::Madrigal => card.has(Power::Madrigal) && !self.madrigal_targets(object).is_empty(),
            Task::Lullaby => card.has(Power::Lullaby),
            Task::Drown => card.has(Power::Drown),
            Task::Dissipate => object.token(Token::Dissipate) > 0,
            Task::Fermata => object.fermata > 0,
            Task::Consecrated => card.has(Power::Consecrated) && !self.consecrated_targets(object).is_empty(),
            Task::Whirlpool => card.has(Power::Whirlpool) && !self.whirlpool_targets(object).is_empty(),
            Task::Burn => object.condition(Condition::Burn) > 0,
            Task::Bleed => object.condition(Condition::Bleed) > 0,
            Task::Rot => object.condition(Condition::Rot) > 0,
        }
    }

    /// Living creatures of the song's side in its zone that something can be healed of.
    fn madrigal_targets(&self, song: &Object) -> Vec<ObjectId> {
        let Some(zone) = self.zone_of(song) else { return Vec::new() };
        self.creatures_in(zone)
            .filter(|creature| creature.seat == song.seat)
            .filter(|creature| creature.damage > 0 || creature.condition(Condition::Bleed) > 0)
            .filter(|creature| self.stats(creature).has(Trait::Living))
            .map(|creature| creature.id)
            .collect()
    }

    /// Enemy creatures in the zone that are not Holy; Mages never are (MW-2.9).
    fn consecrated_targets(&self, ground: &Object) -> Vec<ObjectId> {
        let Some(zone) = self.zone_of(ground) else { return Vec::new() };
        self.creatures_in(zone)
            .filter(|creature| creature.seat != ground.seat && !self.card_of(creature).of(School::Holy))
            .map(|creature| creature.id)
            .collect()
    }

    /// Who stands in the Whirlpool on foot and is not at home there.
    fn whirlpool_targets(&self, whirlpool: &Object) -> Vec<ObjectId> {
        let Some(zone) = self.zone_of(whirlpool) else { return Vec::new() };
        self.creatures_in(zone)
            .filter(|creature| !self.card_of(creature).is(Subtype::Aquatic))
            .filter(|creature| {
                let stats = self.stats(creature);
                !stats.flies() && !stats.has(Trait::Uncontainable)
            })
            .map(|creature| creature.id)
            .collect()
    }

    /// The Initiative player's tasks first, each player's in the order he chooses.
    pub(super) fn step_upkeep(&mut self, mut upkeep: Upkeep, sink: &mut impl Sink<Happening>) {
        upkeep.tasks.retain(|(task, id, _)| self.find(*id).is_some_and(|object| self.is_due(*task, object)));
        let count = |seat: Seat| upkeep.tasks.iter().filter(|(_, _, owner)| *owner == seat).count();
        if count(upkeep.seat) == 0 {
            if upkeep.seat == self.initiative && count(upkeep.seat.other()) > 0 {
                upkeep.seat = upkeep.seat.other();
                self.stack.push(Frame::Upkeep(upkeep));
            } else if count(upkeep.seat.other()) > 0 {
                // A task of the first player came up again.
                upkeep.seat = upkeep.seat.other();
                self.stack.push(Frame::Upkeep(upkeep));
            }
            return;
        }
        let seat = upkeep.seat;
        if count(seat) == 1 || upkeep.auto[seat.index()] {
            let place = upkeep.tasks.iter().position(|(_, _, owner)| *owner == seat).expect("there is one");
            let (task, id, _) = upkeep.tasks.remove(place);
            self.stack.push(Frame::Upkeep(upkeep));
            self.do_task(task, id, seat, sink);
        } else {
            self.stack.push(Frame::Upkeep(upkeep));
            self.ask(seat, Window::Upkeep);
        }
    }

    /// `next TASK` or `auto`.
    pub(super) fn answer_upkeep(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Auto {
            if let Some(Frame::Upkeep(upkeep)) = self.stack.last_mut() {
                upkeep.auto[seat.index()] = true;
            }
            return;
        }
        let Said::Word(word, _) = choice.args[0].says() else { unreachable!("a task is a word") };
        let task = Task::parse(self.catalog.words.text(word)).expect("a listed task");
        let id = self.called(seat, choice.args[1]).expect("a listed object");
        if let Some(Frame::Upkeep(upkeep)) = self.stack.last_mut() {
            upkeep.tasks.retain(|(kind, object, _)| (*kind, *object) != (task, id));
        }
        self.do_task(task, id, seat, sink);
    }

    fn do_task(&mut self, task: Task, id: ObjectId, seat: Seat, sink: &mut impl Sink<Happening>) {
        let object = *self.object(id);
        let host = if let Place::On(host) = object.place { Some(host) } else { None };
        self.check_later();
        match task {
            Task::Challenge => self.ask(seat, Window::Challenge),
            Task::Basilica => self.ask(seat, Window::Basilica(id)),
            Task::Meraveran => self.ask(seat, Window::Meraveran(id)),
            Task::Dorseus => self.ask(seat, Window::Dorseus(id)),
            Task::LifeLink => self.ask(seat, Window::LifeLink(id)),
            Task::Gold => self.add_tokens(id, Token::Gold, 1, sink),
            Task::Regenerate => {
                let points = self.stats(&object).regenerate;
                self.heal(id, points);
            }
            Task::Madrigal => {
                for target in self.madrigal_targets(&object).into_iter().rev() {
                    self.heal(target, 2);
                }
            }
            Task::Lullaby => {
                let Some(host) = host else { return };
                let name = self.name_id(host);
                let roll = self.roll_die("lullaby", seat, name, 0, sink);
                if !self.stats(self.object(host)).has(Trait::PsychicImmunity) {
                    let condition = if roll >= LULLABY_STUN { Condition::Stun } else { Condition::Daze };
                    self.afflict(host, condition, sink);
                }
            }
            Task::Drown => {
                self.add_tokens(id, Token::Suffocate, 1, sink);
                // MW-7.12: a check after the token, another after the payment.
                self.ask(seat, Window::UpkeepCost(id));
                self.check_later();
            }
            Task::Dissipate => self.dissipate(id, sink),
            Task::Fermata => {
                let price = i32::from(self.card_of(&object).level);
                if object.fermata == 1 && self.player(seat).mana >= price {
                    self.ask(seat, Window::Fermata(id));
                } else {
                    self.remove(id, "fermata", sink);
                }
            }
            Task::Consecrated => {
                for target in self.consecrated_targets(&object).into_iter().rev() {
                    self.hurt_direct(target, 1, Some(Damage::Light), Some(seat));
                }
            }
            Task::Whirlpool => self.whirlpool(&object, sink),
            Task::Burn => self.burn(id, sink),
            Task::Bleed => self.hurt_direct(id, i32::from(object.condition(Condition::Bleed)), None, None),
            Task::Rot => {
                self.hurt_direct(id, i32::from(object.condition(Condition::Rot)), Some(Damage::Poison), None);
            }
        }
    }

    /// Whirlpool puts out the fires of whom it hurts.
    fn whirlpool(&mut self, whirlpool: &Object, sink: &mut impl Sink<Happening>) {
        for target in self.whirlpool_targets(whirlpool).into_iter().rev() {
            let object = self.object(target);
            if self.stats(object).has(Trait::HydroImmunity) {
                continue;
            }
            let burning = object.condition(Condition::Burn);
            self.lift(target, Condition::Burn, burning, sink);
            self.hurt_direct(target, 2, Some(Damage::Hydro), Some(whirlpool.seat));
        }
    }

    /// MW-7.8: one die a marker; a blank removes it.
    fn burn(&mut self, id: ObjectId, sink: &mut impl Sink<Happening>) {
        let markers = self.object(id).condition(Condition::Burn);
        let mut dice = Pool::new();
        let rolled =
            crate::dice::roll_attack(&mut self.chance, super::ATTACK_DICE, None, i32::from(markers), &mut dice);
        let blanks = dice.iter().filter(|face| face.points() == 0).count();
        let total = crate::dice::sum(&dice);
        sink.push(Happening::Rolled {
            purpose: "burn",
            object: self.name_id(id),
            dice: Some(Dice(dice)),
            die: None,
            total: Some(total),
            stream: rolled.stream,
            position: rolled.position,
        });
        self.lift(id, Condition::Burn, u8::try_from(blanks).expect("as many as markers"), sink);
        self.hurt_direct(id, total, Some(Damage::Flame), None);
    }

    /// MW-7.7: triggers of the token's removal first, then the end.
    fn dissipate(&mut self, id: ObjectId, sink: &mut impl Sink<Happening>) {
        self.add_tokens(id, Token::Dissipate, -1, sink);
        let object = self.object(id);
        if object.token(Token::Dissipate) == 0 {
            self.stack.push(Frame::Expire(id));
        }
        if self.card_of(self.object(id)).has(Power::Pillar) {
            self.ask_pillar(id);
        }
    }

    /// The Pillar strikes one enemy creature in its zone, if there is one.
    pub(super) fn ask_pillar(&mut self, id: ObjectId) {
        if self.pillar_targets(id).next().is_some() {
            let seat = self.object(id).seat;
            self.ask(seat, Window::Pillar(id));
        }
    }

    /// `target OBJECT` for the Pillar.
    pub(super) fn answer_pillar(&mut self, pillar: ObjectId, seat: Seat, choice: Choice) {
        let target = self.called(seat, choice.args[0]).expect("a listed target");
        let card = self.object(pillar).card;
        let attack = self.new_attack(Source::Trap, Some(pillar), seat, card, 0, target);
        self.stack.push(Frame::Attack(Box::new(attack)));
    }

    /// The last token is gone: a Siren may keep her song (MW-23.6).
    pub(super) fn expire(&mut self, id: ObjectId, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(id) else { return };
        let seat = object.seat;
        let card = self.card_of(object);
        let is_siren = self.mage(seat).is_some_and(|mage| self.card_of(mage).has(Power::SirenSong));
        let out = self.objects.iter().filter(|song| song.seat == seat && song.fermata > 0).count();
        let keeps = is_siren
            && card.kind == Kind::Enchantment
            && card.is(Subtype::Song)
            && out < FERMATAS
            && self.player(seat).mana >= i32::from(card.level);
        if keeps {
            self.ask(seat, Window::Fermata(id));
        } else {
            self.remove(id, "dissipate", sink);
        }
    }

    /// `extend` or `pass`.
    pub(super) fn answer_fermata(&mut self, id: ObjectId, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            self.remove(id, "dissipate", sink);
            return;
        }
        let price = i32::from(self.card_of(self.object(id)).level);
        self.pay_mage(seat, price, sink);
        let object = self.find_mut(id).expect("the song is in play");
        object.fermata += 1;
        let side = object.fermata;
        let name = self.name_id(id).expect("the song is in play");
        sink.push(Happening::Fermata { object: name, side });
    }

    /// MW-22.11.
    pub(super) fn answer_challenge(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Challenge {
            let target = self.called(seat, choice.args[0]).expect("a listed creature");
            self.player_mut(seat).challenge = Some(target);
            sink.push(Happening::Challenge { seat, on: self.name_id(target) });
        } else if choice.verb == Verb::Return {
            self.gain_valor(seat, -2, sink);
            self.player_mut(seat).challenge = None;
            sink.push(Happening::Challenge { seat, on: None });
            // It may be placed again in the same Upkeep.
            if self.objects.iter().any(|target| self.may_challenge(seat, target)) {
                self.ask(seat, Window::Challenge);
            }
        }
    }
}
