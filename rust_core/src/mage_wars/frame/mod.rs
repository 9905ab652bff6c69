//! What is being resolved: an explicit stack, so that a snapshot in the middle of any window goes on where it stood.
//!
//! The innermost frame is last. A step takes its frame off, does one thing, puts the frame back with its next step if there is one,
//! and puts what has to happen first on top of it. A decision is a frame too: [`Ask`].

mod attack;
mod window;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

pub use attack::{Attack, AttackStep, Source, ZoneAttack};
pub use window::Window;

use super::catalog::CardId;
use super::catalog::kinds::{Condition, Task};
use super::state::{ObjectId, Phase};
use crate::board::zones::{Border, Direction, Zone};
use crate::contract::Seat;

/// Things that are resolved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// Begins the phase; `None`: the round ends.
    Round(Option<Phase>),
    /// MW-7.4.
    Upkeep(Upkeep),
    /// MW-7.10: both players at once.
    Planning,
    /// MW-7.11: the players in turn; how many are done.
    Deploy(u8),
    /// MW-8.1, MW-8.5: the players in turn; how many are done.
    Quickcasts(u8),
    /// MW-8.2.
    Stage(Stage),
    /// MW-9.
    Activation(Activation),
    /// MW-12.4.
    Reveal(Reveal),
    /// MW-9.5.
    Move(Move),
    /// MW-11.
    Cast(Cast),
    /// MW-17.1, MW-17.2.
    ZoneAttack(ZoneAttack),
    /// MW-15.
    Attack(Box<Attack>),
    /// MW-18.
    Displace(Displace),
    /// MW-9.6.
    Enter(Enter),
    /// MW-3.6 to MW-3.8.
    Heal(Heal),
    /// One amount of damage on its way (MW-22.6).
    Hurt(Hurt),
    /// A destruction check (MW-3.2).
    Check,
    /// An object without Dissipate tokens left goes, or a Fermata keeps it (MW-7.7, MW-23.6).
    Expire(ObjectId),
    /// A decision.
    Ask(Ask),
}

/// Upkeep tasks of both players (MW-7.4).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Upkeep {
    /// Who resolves now.
    pub seat: Seat,
    /// `auto` was said.
    pub auto: [bool; 2],
    /// What is left, with its owner.
    pub tasks: Vec<(Task, ObjectId, Seat)>,
}

/// The alternating action phases (MW-8.2).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// Whose turn it is.
    pub turn: Seat,
    /// A quickcast was made before the activation: now somebody must be activated (MW-27.5).
    pub must: bool,
    /// The activation of this turn is over; the quickcast after it is open.
    pub after: bool,
}

/// Which mandatory action is obeyed (MW-25.5).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obeys {
    /// MW-25.2.
    Bloodthirsty,
    /// MW-25.3.
    Hate,
    /// MW-25.4.
    SirensCall,
}

/// Where an activation is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum ActivationStep {
    /// Alandell's payment, the window after activating.
    Begin,
    /// Choosing actions.
    Choose,
    /// MW-9.9, by its number.
    End(u8),
}

/// One creature's Action Phase (MW-9).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of the running Action Phase")]
pub struct Activation {
    /// Who acts.
    pub actor: ObjectId,
    /// Its controller.
    pub seat: Seat,
    /// Where it is.
    pub step: ActivationStep,
    /// Move actions taken.
    pub moves: u8,
    /// The quick or full action is taken.
    pub acted: bool,
    /// MW-10.1.
    pub hindered: bool,
    /// The last thing it did was a move action of a zone (Charge).
    pub just_moved: bool,
    /// Its first melee attack has been made.
    pub charged: bool,
    /// Which mandatory action it obeys.
    pub obeys: Option<Obeys>,
    /// The Call's move has been made (MW-25.4).
    pub called: bool,
    /// Daze and Stun markers that were on it before (MW-9.9).
    pub before: [u8; 2],
    /// Escape rolls still to be asked for.
    pub escapes: u8,
    /// Mana paid for Alandell.
    pub paid: i32,
}

/// A reveal window (MW-12.4).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reveal {
    /// Between events: preys may be released too (MW-27.4).
    pub between: bool,
    /// Who is asked next.
    pub seat: Seat,
    /// Players in a row who declined.
    pub declined: u8,
}

/// A move action (MW-9.5); the step is the rule's number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Who moves.
    pub mover: ObjectId,
    /// From.
    pub from: Zone,
    /// To.
    pub to: Zone,
    /// 1 to 7.
    pub step: u8,
}

/// What a spell is cast on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum On {
    /// An object.
    Object(ObjectId),
    /// A zone.
    Zone(Zone),
    /// A border.
    Border(Border),
}

/// What is cast.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Spell {
    /// A card.
    Card(CardId),
    /// Siren's Call (MW-23.2).
    Call,
    /// Cleansing Aura (MW-22.9), with the condition to remove.
    Cleanse(Option<Condition>),
}

/// A spell being cast (MW-11).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cast {
    /// The caster's controller.
    pub seat: Seat,
    /// Mage, familiar or spawnpoint.
    pub caster: ObjectId,
    /// Where the caster stood.
    pub from: Option<Zone>,
    /// The spell.
    pub spell: Spell,
    /// Its target.
    pub on: On,
    /// Where the target stood.
    pub at: Option<Zone>,
    /// Further targets: Lesser Teleport's zone, Mending Wave's creatures, Dissolve's item, the extended wall.
    pub further: ArrayVec<On, 2>,
    /// The place for an item.
    pub slot: Option<super::catalog::kinds::Slot>,
    /// The item that goes back to the spellbook.
    pub replaces: Option<ObjectId>,
    /// A number said with it, or a direction.
    pub number: i32,
    /// Tsunami's direction.
    pub direction: Option<Direction>,
    /// The N of the enchantment that it will be.
    pub named: u16,
    /// 1 to 6.
    pub step: u8,
    /// Damage healed by it (Paladin's Cloak).
    pub healed: i32,
    /// It was cancelled.
    pub cancelled: bool,
}

/// A Push or a Snatch (MW-18).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Displace {
    /// Who is moved.
    pub moved: ObjectId,
    /// Who controls it.
    pub by: Seat,
    /// Where it comes from.
    pub source: Zone,
    /// Toward the source.
    pub snatch: bool,
    /// Where the moved stood.
    pub from: Zone,
    /// The direction, once known.
    pub direction: Option<Direction>,
    /// 0 to 2.
    pub step: u8,
}

/// Effects on a creature that enters a zone (MW-9.6).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Enter {
    /// Who enters.
    pub who: ObjectId,
    /// Where.
    pub zone: Zone,
    /// What is still to happen.
    pub left: Vec<ObjectId>,
    /// A trap that has gone off and leaves.
    pub spent: Option<ObjectId>,
}

/// A heal (MW-3.6).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heal {
    /// Who heals.
    pub target: ObjectId,
    /// How many points.
    pub amount: i32,
    /// Points that removed Bleed, once known.
    pub bleed: Option<i32>,
    /// What is healed goes on this one as damage (Life Link, Martyr's Restoration).
    pub moves_to: Option<ObjectId>,
    /// Finite Life does not stop it.
    pub bypass: bool,
}

/// Damage on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hurt {
    /// Whom it is for.
    pub target: ObjectId,
    /// How much.
    pub amount: i32,
    /// Whose attack or effect it is (MW-17.7).
    pub by: Option<Seat>,
    /// The attacker, for escapes from it.
    pub from: Option<ObjectId>,
    /// Martyr's Aura has been asked or does not apply.
    pub asked: bool,
}

/// A decision (MW-31.7).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// Who decides.
    pub seat: Seat,
    /// What.
    pub window: Window,
}
