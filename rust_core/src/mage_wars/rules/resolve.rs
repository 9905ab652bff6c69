//! What spells do when they resolve (MW-11.4, MW-13, MW-14).

use crate::board::zones::Direction;
use crate::contract::{Seat, Sink};
use crate::dice::Pool;
use crate::mage_wars::catalog::CardId;
use crate::mage_wars::catalog::kinds::{Condition, Kind, Power, Slot, Token};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::{At, Between, Dice, Happening};
use crate::mage_wars::frame::{Attack, Cast, Frame, Heal, On, Source, Spell, Window, ZoneAttack};
use crate::mage_wars::state::{MageWars, Object, ObjectId, Place};

/// Dice of one heal of Mending Wave.
const WAVE_DICE: i32 = 3;
/// What Cleansing Aura heals (MW-22.9).
const CLEANSE: i32 = 2;

impl MageWars {
    /// A fresh object of a card, before it is in play.
    pub(in crate::mage_wars) fn fresh(&mut self, card: CardId, seat: Seat, place: Place, number: u16) -> Object {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        Object {
            id,
            card,
            seat,
            number,
            place,
            damage: 0,
            mana: 0,
            active: false,
            guard: false,
            revealed: true,
            slot: None,
            conditions: [0; Condition::ALL.len()],
            tokens: [0; Token::ALL.len()],
            fermata: 0,
            captor: None,
            to_captor: 0,
            struck_by: None,
            defenses: 0,
            light: 0,
            grounded: false,
            countered: false,
            drained: false,
            overextended: false,
            overextend_due: false,
        }
    }

    /// The next N of a card (MW-31.2).
    pub(in crate::mage_wars) fn next_number(&mut self, seat: Seat, card: CardId) -> u16 {
        let number = &mut self.player_mut(seat).numbers[card.0 as usize];
        *number += 1;
        *number
    }

    /// Puts an object into play and tells it.
    fn come(&mut self, object: Object, sink: &mut impl Sink<Happening>) -> ObjectId {
        let id = object.id;
        self.objects.push(object);
        let object = self.object(id);
        let name = self.name(object);
        let (zone, border, host) = match object.place {
            Place::Zone(zone) => (Some(At(zone)), None, None),
            Place::Border(border) => (None, Some(Between(border)), None),
            Place::On(host) => (None, None, self.name_id(host)),
        };
        sink.push(Happening::Entered { object: name, zone, border, host });
        let tokens = self.card_of(self.object(id)).dissipate;
        if tokens > 0 && self.object(id).revealed {
            self.add_tokens(id, Token::Dissipate, tokens, sink);
        }
        id
    }

    /// Carries the effect out.
    pub(super) fn resolve(&mut self, cast: &Cast, sink: &mut impl Sink<Happening>) {
        let seat = cast.seat;
        let id = match cast.spell {
            Spell::Card(id) => id,
            Spell::Call => {
                let On::Object(target) = cast.on else { return };
                self.player_mut(seat).call = Some(target);
                sink.push(Happening::Call { seat, on: self.name_id(target) });
                return;
            }
            Spell::Cleanse(condition) => {
                let On::Object(target) = cast.on else { return };
                if let Some(condition) = condition {
                    self.lift(target, condition, 1, sink);
                }
                self.heal(target, CLEANSE);
                return;
            }
        };
        match self.catalog.card(id).kind {
            Kind::Creature | Kind::Conjuration | Kind::Terrain | Kind::Wall => self.resolve_permanent(cast, id, sink),
            Kind::Equipment => self.resolve_equipment(cast, id, sink),
            Kind::Enchantment => {
                let place = match cast.on {
                    On::Object(host) => Place::On(host),
                    On::Zone(zone) => Place::Zone(zone),
                    On::Border(border) => Place::Border(border),
                };
                let object = Object { revealed: false, ..self.fresh(id, seat, place, cast.named) };
                self.come(object, sink);
            }
            Kind::Incantation => self.resolve_incantation(cast, id, sink),
            Kind::Attack => self.resolve_attack(cast, id),
            Kind::Mage | Kind::Aura | Kind::Marker => unreachable!("these are not cast"),
        }
    }

    fn resolve_permanent(&mut self, cast: &Cast, id: CardId, sink: &mut impl Sink<Happening>) {
        let seat = cast.seat;
        let kind = self.catalog.card(id).kind;
        let place = match cast.on {
            On::Object(host) => Place::On(host),
            On::Zone(zone) => Place::Zone(zone),
            On::Border(border) => Place::Border(border),
        };
        if let (Kind::Terrain, Place::Zone(zone)) = (kind, place) {
            // MW-14.2.
            if let Some(old) = self.terrain_in(zone).map(|terrain| terrain.id) {
                self.remove(old, "replaced", sink);
            }
        }
        let number = self.next_number(seat, id);
        let object = self.fresh(id, seat, place, number);
        let entered = self.come(object, sink);
        for further in &cast.further {
            if let On::Border(border) = further {
                let number = self.next_number(seat, id);
                let object = self.fresh(id, seat, Place::Border(*border), number);
                self.come(object, sink);
            }
        }
        if self.catalog.card(id).has(Power::Pillar) {
            self.ask_pillar(entered);
        }
    }

    /// MW-13.1, MW-13.2.
    fn resolve_equipment(&mut self, cast: &Cast, id: CardId, sink: &mut impl Sink<Happening>) {
        let On::Object(mage) = cast.on else { return };
        let slot = cast.slot;
        let replaced = match slot {
            Some(Slot::Ring) => cast.replaces,
            _ => self.attached_to(mage).find(|item| item.slot.is_some() && item.slot == slot).map(|item| item.id),
        };
        if let Some(old) = replaced {
            self.remove(old, "returned", sink);
        }
        let number = self.next_number(cast.seat, id);
        let object = Object { slot, ..self.fresh(id, cast.seat, Place::On(mage), number) };
        self.come(object, sink);
    }

    fn resolve_attack(&mut self, cast: &Cast, id: CardId) {
        match cast.on {
            On::Zone(zone) => self.stack.push(Frame::ZoneAttack(ZoneAttack {
                caster: cast.caster,
                by: cast.seat,
                card: id,
                zone,
                direction: cast.direction,
                left: Vec::new(),
                step: 0,
            })),
            On::Object(target) => {
                let attack = self.new_attack(Source::Spell, Some(cast.caster), cast.seat, id, 0, target);
                self.stack.push(Frame::Attack(Box::new(attack)));
            }
            On::Border(_) => {}
        }
    }

    fn resolve_incantation(&mut self, cast: &Cast, id: CardId, sink: &mut impl Sink<Happening>) {
        let On::Object(target) = cast.on else { return };
        let card = self.catalog.card(id);
        if card.has(Power::Dispel) {
            self.remove(target, "dispelled", sink);
        } else if card.has(Power::Dissolve) {
            if let Some(On::Object(item)) = cast.further.first() {
                self.dissolve(*item, cast.seat, sink);
            }
        } else if card.has(Power::Teleport) {
            if let Some(On::Zone(zone)) = cast.further.first() {
                self.teleport(target, *zone, sink);
            }
        } else if card.has(Power::Restoration) {
            self.stack.push(Frame::Heal(Heal {
                target,
                amount: cast.number,
                bleed: None,
                moves_to: Some(cast.caster),
                bypass: true,
            }));
        } else if card.has(Power::MendingWave) {
            let waves: Vec<ObjectId> = std::iter::once(cast.on)
                .chain(cast.further.iter().copied())
                .filter_map(|on| if let On::Object(creature) = on { Some(creature) } else { None })
                .collect();
            let rolled: Vec<(ObjectId, i32)> =
                waves.into_iter().map(|creature| (creature, self.roll_heal(creature, sink))).collect();
            for (creature, points) in rolled.into_iter().rev() {
                self.heal(creature, points);
            }
        } else if card.has(Power::Overextend) {
            if let Some(soldier) = self.find_mut(target) {
                soldier.active = true;
                soldier.overextended = true;
                soldier.overextend_due = true;
            }
        } else if card.has(Power::Smite) {
            let seat = self.object(target).seat;
            self.player_mut(seat).smite = true;
        }
    }

    /// Dice that heal (MW-3.6).
    fn roll_heal(&mut self, target: ObjectId, sink: &mut impl Sink<Happening>) -> i32 {
        let mut dice = Pool::new();
        let rolled = crate::dice::roll_attack(&mut self.chance, super::ATTACK_DICE, None, WAVE_DICE, &mut dice);
        let total = crate::dice::sum(&dice);
        sink.push(Happening::Rolled {
            purpose: "heal",
            object: self.name_id(target),
            dice: Some(Dice(dice)),
            die: None,
            total: Some(total),
            stream: rolled.stream,
            position: rolled.position,
        });
        total
    }

    /// Destroys an item by an effect of `by`, unless something keeps it (MW-26.14).
    fn dissolve(&mut self, item: ObjectId, by: Seat, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(item) else { return };
        let card = self.card_of(object);
        if object.seat != by {
            let guarded = matches!(object.slot, Some(Slot::Weapon | Slot::Ring | Slot::Shield));
            if guarded && self.with_power(object.seat, Power::ProtectsEquipment).next().is_some() {
                return;
            }
            let price = if card.has(Power::ProtectsEquipment) {
                Some(2)
            } else if card.has(Power::Echo) {
                Some(2 * i32::try_from(self.songs_of(object.seat)).expect("a few songs"))
            } else {
                None
            };
            if let Some(price) = price.filter(|price| *price > 0) {
                if self.player(by).mana >= price {
                    self.ask(by, Window::Prevention(item, price));
                }
                return;
            }
        }
        self.remove(item, "dissolved", sink);
    }

    /// `pay` or `pass` (RW-18).
    pub(super) fn answer_prevention(
        &mut self,
        item: ObjectId,
        price: i32,
        seat: Seat,
        choice: Choice,
        sink: &mut impl Sink<Happening>,
    ) {
        if choice.verb == Verb::Pay {
            self.pay_mage(seat, price, sink);
            self.remove(item, "dissolved", sink);
        }
    }

    /// MW-17.1, MW-17.2: zone after zone.
    pub(super) fn step_zone_attack(&mut self, mut attack: ZoneAttack, sink: &mut impl Sink<Happening>) {
        let Some(caster) = self.find(attack.caster) else { return };
        let (name, seat) = (self.name(caster), attack.by);
        match attack.step {
            0 => {
                attack.step = 1;
                self.valor_for_zone(&attack, sink);
                let zone = attack.zone;
                let misses = self.must_roll_to_miss(attack.caster);
                if misses && self.roll_die("roll-to-miss", seat, Some(name.clone()), 0, sink) <= super::avoid::MISS {
                    if let Some(defender) = self.creatures_in(zone).next().map(|creature| self.name(creature)) {
                        sink.push(Happening::AttackMissed { attacker: Some(name), defender });
                    }
                    return;
                }
                self.stack.push(Frame::ZoneAttack(attack));
                self.window(false);
            }
            1 => {
                attack.step = 2;
                let in_zone = |object: &&Object| self.zone_of(object) == Some(attack.zone) && object.revealed;
                attack.left = self
                    .attackable()
                    .filter(in_zone)
                    .filter(|object| {
                        let card = self.card_of(object);
                        // MW-17.2: Flying creatures are immune.
                        (card.kind.is_creature() && !self.stats(object).flies()) || card.kind.is_conjuration()
                    })
                    .filter(|object| !matches!(object.place, Place::Border(_)))
                    .map(|object| object.id)
                    .collect();
                self.stack.push(Frame::ZoneAttack(attack));
            }
            _ => {
                let zone = attack.zone;
                attack.left.retain(|id| self.zone(*id) == Some(zone));
                if attack.left.is_empty() {
                    let next = attack.direction.and_then(|direction: Direction| self.grid.step(zone, direction));
                    if let Some(next) = next {
                        attack.zone = next;
                        attack.step = 1;
                        self.stack.push(Frame::ZoneAttack(attack));
                    }
                    return;
                }
                let left = attack.left.clone();
                self.stack.push(Frame::ZoneAttack(attack));
                self.ask(seat, Window::Order(left));
            }
        }
    }

    /// The next object of a zone attack.
    pub(super) fn attack_in_zone(&mut self, id: ObjectId) {
        let Some(Frame::ZoneAttack(attack)) = self.stack.last_mut() else { unreachable!("an order is of some list") };
        attack.left.retain(|left| *left != id);
        let (caster, by, card) = (attack.caster, attack.by, attack.card);
        let part = self.new_attack(Source::ZonePart, Some(caster), by, card, 0, id);
        let part = Attack { step: crate::mage_wars::frame::AttackStep::RollDice, ..part };
        self.stack.push(Frame::Attack(Box::new(part)));
    }
}
