//! What can happen in a game, as the wire tells it. Names are absolute (`p2:kraken#1`); private facts have a public face.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::catalog::CardId;
use super::frame::Attack;
use super::state::{MageWars, Object, ObjectId};
use crate::board::zones::{Border, Zone};
use crate::contract::{Event, Face, GameEvent, Seat};
use crate::dice::Face as Die;

/// An object by its absolute name, as everybody sees it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ref {
    seat: Seat,
    /// `None`: a hidden enchantment.
    card: Option<Arc<str>>,
    number: u16,
}

impl fmt::Display for Ref {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.card.as_deref().unwrap_or("hidden");
        write!(formatter, "p{}:{name}", self.seat.number())?;
        if self.number > 0 { write!(formatter, "#{}", self.number) } else { Ok(()) }
    }
}

impl Serialize for Ref {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A zone as `[x, y]`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct At(pub Zone);

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0.x, self.0.y].serialize(serializer)
    }
}

/// A border as a pair of zones.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Between(pub Border);

impl Serialize for Between {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [At(self.0.a), At(self.0.b)].serialize(serializer)
    }
}

/// What something is aimed at.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Aim {
    /// An object, by name.
    Object(Ref),
    /// A zone.
    Zone(Zone),
    /// A border.
    Border(Border),
}

impl Serialize for Aim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(object) => object.serialize(serializer),
            Self::Zone(zone) => serializer.collect_str(&format_args!("{},{}", zone.x, zone.y)),
            Self::Border(Border { a, b }) => serializer.collect_str(&format_args!("{},{}-{},{}", a.x, a.y, b.x, b.y)),
        }
    }
}

/// Dice as they are written: `["0", "2c"]`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dice(pub crate::dice::Pool);

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|face: &Die| face.as_str()))
    }
}

/// A card or an attack, by its id.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Id(Arc<str>);

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// How many cards a caster has planned.
#[derive(Clone, Debug, Serialize)]
pub struct Planned {
    /// Mage, familiar or spawnpoint.
    pub caster: Ref,
    /// Cards.
    pub count: usize,
}

/// An event as the wire tells it: `{"type": "moved", ...}`. Seats are counted from 0.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "fields are named as on the wire; catalog/mage_wars/schema.json describes each")]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Happening {
    /// The Initiative of round 1 was rolled (MW-6.2); equal rolls were rolled again.
    InitiativeRolled { rolls: [i32; 2], seat: Seat, stream: u64, position: u32 },
    /// A phase began (MW-7, MW-8).
    PhaseBegan { round: u32, phase: &'static str, initiative: Seat },
    /// Mana was channeled (MW-7.3).
    Channeled { object: Ref, amount: i32, mana: i32 },
    /// A card was planned (MW-7.10); its owner alone is told.
    CardPlanned { seat: Seat, caster: Ref, card: Option<Id> },
    /// The owner alone: everything planned so far is taken back.
    PlanningRestarted { seat: Seat },
    /// Both players have planned (MW-31.10).
    PlansSealed { seat: Seat, casters: Vec<Planned> },
    /// Unused planned cards went back to the spellbook; `cards` for their owner alone.
    PlansReturned { seat: Seat, count: usize, cards: Option<Vec<Id>> },
    /// A player declined to act.
    Passed { seat: Seat, window: &'static str },
    /// A creature began its Action Phase (MW-9.1).
    Activated { object: Ref },
    /// An Action Phase ended.
    ActionPhaseEnded { object: Ref },
    /// A creature sets out (MW-9.5); after this it may still be stopped.
    MoveDeclared { object: Ref, from: At, to: At },
    /// A creature is in another zone; `by` is `move`, `push`, `snatch`, `teleport` or `follow`.
    Moved { object: Ref, from: At, to: At, by: &'static str },
    /// It could not move after all.
    MoveFailed { object: Ref },
    /// It cannot move on in this Action Phase (MW-10.1).
    Hindered { object: Ref },
    /// A Guard marker came or went.
    Guard { object: Ref, guard: bool },
    /// A spell was cast (MW-11.2); `card` is null for an opponent's enchantment, `enchantment` its number.
    SpellCast { caster: Ref, card: Option<Id>, enchantment: Option<Ref>, targets: Vec<Aim>, cost: i32 },
    /// A spell was cancelled (MW-11.4).
    SpellCancelled { caster: Ref, card: Option<Id> },
    /// An object came into play.
    Entered { object: Ref, zone: Option<At>, border: Option<Between>, host: Option<Ref> },
    /// An object left play; `card` names it, also if it was hidden; `to` is `discard` or `spellbook`.
    Left { object: Ref, card: Id, to: &'static str, cause: &'static str },
    /// A card went to the discard pile without having been an object.
    Discarded { seat: Seat, card: Id },
    /// An enchantment was revealed (MW-12.2).
    Revealed { hidden: Ref, object: Ref, cost: i32 },
    /// Dice or a die were rolled; `total` is a die with its modifiers.
    Rolled {
        purpose: &'static str,
        object: Option<Ref>,
        dice: Option<Dice>,
        die: Option<i32>,
        total: Option<i32>,
        stream: u64,
        position: u32,
    },
    /// An attack was declared (MW-15.1).
    AttackDeclared { attacker: Option<Ref>, attack: Id, defender: Ref, source: &'static str },
    /// An attack missed (MW-15.3).
    AttackMissed { attacker: Option<Ref>, defender: Ref },
    /// An attack was avoided (MW-15.4).
    AttackAvoided { defender: Ref },
    /// An attack ended before it could be made (MW-15.11).
    AttackCancelled { attacker: Option<Ref>, defender: Option<Ref> },
    /// A guard took the attack on itself (MW-20.13).
    Intercepted { object: Ref, instead_of: Ref },
    /// Damage was put on an object; `life` is its Life.
    Damaged { object: Ref, amount: i32, damage: i32, life: i32 },
    /// Damage was taken over by the Paladin (MW-22.6).
    Transferred { from: Ref, to: Ref, amount: i32 },
    /// Damage was removed.
    Healed { object: Ref, amount: i32, damage: i32 },
    /// Condition markers came or went; `count` is how many there are now.
    Condition { object: Ref, condition: &'static str, change: i32, count: u8 },
    /// Tokens came or went; `count` is how many there are now.
    Token { object: Ref, token: &'static str, change: i32, count: u8 },
    /// A Grapple began (MW-24.1).
    Grappled { grappler: Ref, prey: Ref },
    /// A Grapple ended (MW-24.6).
    Released { grappler: Ref, prey: Ref },
    /// A Mage's mana or an object's own changed.
    Mana { object: Ref, change: i32, mana: i32 },
    /// Valor changed (MW-22.2).
    Valor { seat: Seat, change: i32, valor: i32 },
    /// An aura was activated (MW-22.4).
    AuraActivated { seat: Seat, aura: &'static str },
    /// The Challenge marker lies here now; null: at home (MW-22.11).
    Challenge { seat: Seat, on: Option<Ref> },
    /// The Call marker lies here now; null: at home (MW-23.2).
    Call { seat: Seat, on: Option<Ref> },
    /// A Fermata marker was put on a song or turned (MW-23.6).
    Fermata { object: Ref, side: u8 },
    /// A player left the game (MW-28.3).
    Retired { seat: Seat, reason: String },
    /// The game is over.
    Over { winners: Vec<Seat>, reason: String },
}

impl Happening {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("events are plain data")
    }

    fn private(&self, seat: Seat, public: Option<&Self>) -> Event {
        let mut faces = vec![Face { viewers: Some(vec![seat]), json: self.json() }];
        faces.extend(public.map(|public| Face { viewers: None, json: public.json() }));
        Event { faces }
    }
}

impl GameEvent for Happening {
    fn tell(&self, _seats: usize) -> Event {
        if let Self::CardPlanned { seat, .. } | Self::PlanningRestarted { seat } = self {
            return self.private(*seat, None);
        }
        if let Self::PlansReturned { seat, count, .. } = self {
            return self.private(*seat, Some(&Self::PlansReturned { seat: *seat, count: *count, cards: None }));
        }
        if let Self::SpellCast { caster, card: Some(_), enchantment: Some(enchantment), targets, cost } = self {
            let public = Self::SpellCast {
                caster: caster.clone(),
                card: None,
                enchantment: Some(enchantment.clone()),
                targets: targets.clone(),
                cost: *cost,
            };
            return self.private(caster.seat, Some(&public));
        }
        Event::public(self)
    }
}

impl MageWars {
    /// The absolute name of an object, as everybody sees it.
    pub(super) fn name(&self, object: &Object) -> Ref {
        let card = object.revealed.then(|| Arc::clone(&self.card_of(object).id));
        Ref { seat: object.seat, card, number: object.number }
    }

    /// The same, by number; an object that left play has no name left.
    pub(super) fn name_id(&self, id: ObjectId) -> Option<Ref> {
        self.find(id).map(|object| self.name(object))
    }

    /// The name of an enchantment that is still to come.
    pub(super) fn hidden_name(seat: Seat, number: u16) -> Ref {
        Ref { seat, card: None, number }
    }

    /// The id of a running attack, to tell.
    pub(super) fn id_of_attack(&self, attack: &Attack) -> Id {
        Id(Arc::clone(&self.printed(attack).id))
    }

    /// A card's id, to tell.
    pub(super) fn id_of(&self, card: CardId) -> Id {
        Id(Arc::clone(&self.catalog.card(card).id))
    }
}
