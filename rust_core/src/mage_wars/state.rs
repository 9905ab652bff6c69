//! The state of a game: data only, its simplest questions, and what must always hold of it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::catalog::kinds::{Aura, Condition, Kind, Power, Slot, Subtype, Token};
use super::catalog::{Book, Card, CardId, Catalog, Word};
use super::frame::Frame;
use crate::board::zones::{Border, Grid, Zone};
use crate::contract::{Outcome, Seat};
use crate::rng::Chance;

/// Mana at the start (MW-4.1).
pub const STARTING_MANA: i32 = 10;
/// Rounds that a game lasts at most unless its setup says otherwise (MW-28.4).
pub const ROUND_LIMIT: u32 = 100;
/// Fermata markers of a Siren (MW-23.8).
pub const FERMATAS: usize = 2;

/// An object in play; given in order of entering and never again (MW-29.3).
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectId(pub u16);

/// Where an object is (MW-2.4).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Place {
    /// In a zone.
    Zone(Zone),
    /// A wall on a border.
    Border(Border),
    /// Attached to another object.
    On(ObjectId),
}

/// Something in play (MW-2.1).
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a marker that lies on the object or does not")]
pub struct Object {
    /// Its number.
    pub id: ObjectId,
    /// Its card.
    pub card: CardId,
    /// Owner and controller: control never changes here.
    pub seat: Seat,
    /// The N of `kraken#N`; 0 for Mages (MW-31.2).
    pub number: u16,
    /// Where it is.
    pub place: Place,
    /// Damage on it.
    pub damage: i32,
    /// Its own mana (familiars, spawnpoints).
    pub mana: i32,
    /// Action marker (MW-2.2).
    pub active: bool,
    /// Guard marker.
    pub guard: bool,
    /// Face up.
    pub revealed: bool,
    /// Where it is worn.
    pub slot: Option<Slot>,
    /// Condition markers, by [`Condition`].
    pub conditions: [u8; Condition::ALL.len()],
    /// Tokens, by [`Token`].
    pub tokens: [u8; Token::ALL.len()],
    /// Side of a Fermata marker; 0 without.
    pub fermata: u8,
    /// Who holds it in a Grapple, with which attack (MW-24).
    pub captor: Option<(ObjectId, Word)>,
    /// Damage that it dealt to its captor this round (MW-24.7).
    pub to_captor: i32,
    /// Whose attack or effect hurt it last; nobody's for conditions (MW-17.7).
    pub struck_by: Option<Seat>,
    /// Defenses used this round.
    pub defenses: u8,
    /// Light +X until the end of the round (Basilica).
    pub light: u8,
    /// Its own melee attack holds it on the ground (MW-15.1).
    pub grounded: bool,
    /// Its once-per-round strength in counterstrikes is used (Eligor).
    pub countered: bool,
    /// Its once-per-round thirst is used (Bloodshaman).
    pub drained: bool,
    /// Overextended this round; the Stun is still to come.
    pub overextended: bool,
    /// The Stun of Overextend comes at the end of its next Action Phase.
    pub overextend_due: bool,
}

impl Object {
    /// Markers of a condition.
    #[inline]
    pub const fn condition(&self, condition: Condition) -> u8 {
        self.conditions[condition as usize]
    }

    /// Markers of a condition, to change.
    pub const fn condition_mut(&mut self, condition: Condition) -> &mut u8 {
        &mut self.conditions[condition as usize]
    }

    /// Tokens of a sort.
    #[inline]
    pub const fn token(&self, token: Token) -> u8 {
        self.tokens[token as usize]
    }

    /// Tokens of a sort, to change.
    pub const fn token_mut(&mut self, token: Token) -> &mut u8 {
        &mut self.tokens[token as usize]
    }

    /// MW-19.15: Stun, Slam and Sleep.
    #[inline]
    pub const fn is_incapacitated(&self) -> bool {
        self.condition(Condition::Stun) > 0
            || self.condition(Condition::Slam) > 0
            || self.condition(Condition::Sleep) > 0
    }
}

/// What a caster has planned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Mage, familiar or spawnpoint.
    pub caster: ObjectId,
    /// Sorted.
    pub cards: ArrayVec<CardId, 2>,
}

/// A player's sealed planning, while it lasts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Planning {
    /// Casters in order, with how many cards each may get.
    pub casters: Vec<(ObjectId, u8)>,
    /// What is chosen so far, a list a caster.
    pub chosen: Vec<ArrayVec<CardId, 2>>,
    /// The caster who is asked about; past the end when sealed.
    pub at: usize,
}

impl Planning {
    /// Whether everything is planned.
    pub fn is_sealed(&self) -> bool {
        self.at >= self.casters.len()
    }

    /// How many copies of a card it has taken.
    pub fn taken(&self, card: CardId) -> u8 {
        let copies = self.chosen.iter().flatten().filter(|chosen| **chosen == card).count();
        u8::try_from(copies).expect("a few cards")
    }
}

/// Once-per-round things of a player.
#[derive(Copy, Clone, Debug, Default, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a ready marker")]
pub struct Used {
    /// The Paladin's re-roll (MW-22.12).
    pub paladin_reroll: bool,
    /// His Challenged enemy's re-roll.
    pub challenged_reroll: bool,
    /// MW-22.3.
    pub valor_strongest: bool,
    /// Signet of the Dawnbreaker.
    pub signet: bool,
    /// Ring of the Ocean's Depths.
    pub ring: bool,
    /// Voice of the Sea.
    pub voice: bool,
    /// Temple of Meraveran: used this round, and its bonus holds.
    pub meraveran: bool,
}

/// One player's things.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The Mage.
    pub mage: ObjectId,
    /// Which Mage.
    pub mage_card: CardId,
    /// The Mage's mana.
    pub mana: i32,
    /// MW-22.2.
    pub valor: i32,
    /// Quickcast marker ready.
    pub quickcast: bool,
    /// Bits by [`Aura`].
    pub auras: u8,
    /// Who carries the Challenge marker.
    pub challenge: Option<ObjectId>,
    /// Who carries the Call marker.
    pub call: Option<ObjectId>,
    /// A Smite waits for the next melee attack this round.
    pub smite: bool,
    /// Planned cards of each caster that has some.
    pub plans: Vec<Plan>,
    /// Planning in progress.
    pub planning: Planning,
    /// Cards in the spellbook.
    pub book: Book,
    /// Discard pile, oldest first.
    pub discard: Vec<CardId>,
    /// The last N given, by card.
    pub numbers: Vec<u16>,
    /// The last N given to an enchantment.
    pub enchantments: u16,
    /// Ready markers.
    pub used: Used,
}

impl Player {
    /// Whether the aura is active.
    #[inline]
    pub const fn has_aura(&self, aura: Aura) -> bool {
        self.auras & (1 << aura as u8) != 0
    }

    /// What `caster` has planned.
    pub fn planned(&self, caster: ObjectId) -> &[CardId] {
        self.plans.iter().find(|plan| plan.caster == caster).map_or(&[], |plan| plan.cards.as_slice())
    }

    /// Takes a planned card away from its caster.
    pub fn unplan(&mut self, caster: ObjectId, card: CardId) {
        if let Some(plan) = self.plans.iter_mut().find(|plan| plan.caster == caster)
            && let Some(place) = plan.cards.iter().position(|planned| *planned == card)
        {
            plan.cards.remove(place);
        }
        self.plans.retain(|plan| !plan.cards.is_empty());
    }
}

/// The phases of a round (MW-7, MW-8).
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// MW-7.1.
    Initiative,
    /// MW-7.2.
    Reset,
    /// MW-7.3.
    Channel,
    /// MW-7.4.
    Upkeep,
    /// MW-7.10.
    Planning,
    /// MW-7.11.
    Deployment,
    /// MW-8.1.
    FirstQuickcast,
    /// MW-8.2.
    Action,
    /// MW-8.5.
    FinalQuickcast,
}

impl Phase {
    /// The word of views and events.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Initiative => "initiative",
            Self::Reset => "reset",
            Self::Channel => "channel",
            Self::Upkeep => "upkeep",
            Self::Planning => "planning",
            Self::Deployment => "deployment",
            Self::FirstQuickcast => "first-quickcast",
            Self::Action => "action",
            Self::FinalQuickcast => "final-quickcast",
        }
    }
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MageWars {
    /// The cards; not part of a snapshot.
    #[serde(skip)]
    pub catalog: Arc<Catalog>,
    /// The arena.
    pub grid: Grid,
    /// After this round it ends (MW-28.4).
    pub round_limit: Option<u32>,
    /// From 1.
    pub round: u32,
    /// Where the round is.
    pub phase: Phase,
    /// Who has the Initiative.
    pub initiative: Seat,
    /// By seat.
    pub players: [Player; 2],
    /// By id.
    pub objects: Vec<Object>,
    /// The next object's number.
    pub next_object: u16,
    /// What is being resolved, the innermost last.
    pub stack: Vec<Frame>,
    /// Decisions made, by seat.
    pub serials: [u32; 2],
    /// Set once, at the end.
    pub outcome: Option<Outcome>,
    /// All dice.
    pub chance: Chance,
}

impl MageWars {
    /// A player's things.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// A player's things, to change.
    #[inline]
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    fn place_of(&self, id: ObjectId) -> Option<usize> {
        self.objects.binary_search_by_key(&id, |object| object.id).ok()
    }

    /// An object, if it is still in play.
    #[inline]
    pub fn find(&self, id: ObjectId) -> Option<&Object> {
        self.place_of(id).map(|place| &self.objects[place])
    }

    /// An object, to change, if it is still in play.
    #[inline]
    pub fn find_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let place = self.place_of(id)?;
        Some(&mut self.objects[place])
    }

    /// An object that is in play.
    ///
    /// # Panics
    /// If it is not: a bug.
    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        self.find(id).expect("the object is in play")
    }

    /// The card of an object.
    #[inline]
    pub fn card_of(&self, object: &Object) -> &Card {
        self.catalog.card(object.card)
    }

    /// A seat's Mage, unless destroyed.
    pub fn mage(&self, seat: Seat) -> Option<&Object> {
        self.find(self.player(seat).mage)
    }

    /// The zone an object is in; `None` for walls (MW-1.12: attached objects are where their host is).
    pub fn zone_of(&self, object: &Object) -> Option<Zone> {
        match object.place {
            Place::Zone(zone) => Some(zone),
            Place::Border(_) => None,
            // Hosts stand in zones: nothing is attached to what is attached itself.
            Place::On(host) => match self.find(host)?.place {
                Place::Zone(zone) => Some(zone),
                Place::Border(_) | Place::On(_) => None,
            },
        }
    }

    /// The zone of an object that may have left play.
    pub fn zone(&self, id: ObjectId) -> Option<Zone> {
        self.find(id).and_then(|object| self.zone_of(object))
    }

    /// Objects in a zone that are creatures.
    pub fn creatures_in(&self, zone: Zone) -> impl Iterator<Item = &Object> {
        self.objects
            .iter()
            .filter(move |object| object.place == Place::Zone(zone) && self.card_of(object).kind.is_creature())
    }

    /// All creatures of a seat.
    pub fn creatures_of(&self, seat: Seat) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(move |object| object.seat == seat && self.card_of(object).kind.is_creature())
    }

    /// The terrain of a zone.
    pub fn terrain_in(&self, zone: Zone) -> Option<&Object> {
        self.objects
            .iter()
            .find(|object| object.place == Place::Zone(zone) && self.card_of(object).kind == Kind::Terrain)
    }

    /// MW-14.4.
    pub fn is_aquatic_zone(&self, zone: Zone) -> bool {
        self.terrain_in(zone).is_some_and(|terrain| self.card_of(terrain).is(Subtype::Aquatic))
    }

    /// The wall on a border.
    pub fn wall_on(&self, border: Border) -> Option<&Object> {
        self.objects.iter().find(|object| object.place == Place::Border(border))
    }

    /// Revealed objects of a seat with a power.
    pub fn with_power(&self, seat: Seat, power: Power) -> impl Iterator<Item = &Object> {
        self.objects
            .iter()
            .filter(move |object| object.seat == seat && object.revealed && self.card_of(object).has(power))
    }

    /// What is attached to an object.
    pub fn attached_to(&self, host: ObjectId) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(move |object| object.place == Place::On(host))
    }

    /// The preys of a grappler.
    pub fn preys_of(&self, grappler: ObjectId) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(move |object| object.captor.is_some_and(|(captor, _)| captor == grappler))
    }

    /// Hidden enchantments of a seat (a public number: MW-2.12).
    pub fn hidden_of(&self, seat: Seat) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(move |object| object.seat == seat && !object.revealed)
    }
}
