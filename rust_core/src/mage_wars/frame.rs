//! What is being resolved: an explicit stack, so that a snapshot in the middle of any window goes on where it stood.
//!
//! The innermost frame is last. A step takes its frame off, does one thing, puts the frame back with its next step if there is one,
//! and puts what has to happen first on top of it. A decision is a frame too: [`Ask`].

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::catalog::CardId;
use super::catalog::kinds::{Condition, Effect, Task, Token};
use super::state::{ObjectId, Phase};
use crate::board::zones::{Border, Direction, Directions, Zone};
use crate::contract::Seat;
use crate::dice::Pool;

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

/// An attack on zones (MW-17).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ZoneAttack {
    /// The caster.
    pub caster: ObjectId,
    /// Its controller.
    pub by: Seat,
    /// The spell.
    pub card: CardId,
    /// Which zone now.
    pub zone: Zone,
    /// Where it goes on.
    pub direction: Option<Direction>,
    /// Objects still to be attacked there.
    pub left: Vec<ObjectId>,
    /// 0: roll to miss; 1: list; 2: next object; 3: next zone.
    pub step: u8,
}

/// Where an attack comes from.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Source {
    /// A creature's action.
    Action,
    /// A counterstrike.
    Counter,
    /// An attack spell.
    Spell,
    /// One object of a zone attack.
    ZonePart,
    /// A conjuration or a trap (MW-17.3).
    Trap,
    /// A wall (MW-17.4).
    Passage,
    /// A wall that stops a Push (MW-17.5).
    Bash,
}

impl Source {
    /// Whether a creature makes it (MW-17.6).
    pub const fn is_by_creature(self) -> bool {
        matches!(self, Self::Action | Self::Counter | Self::Spell | Self::ZonePart)
    }
}

/// The steps of MW-15.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackStep {
    /// MW-15.1.
    Declare,
    /// MW-15.13.
    FirstStrike,
    /// MW-15.2.
    PayCosts,
    /// MW-15.3.
    RollToMiss,
    /// MW-15.3b.
    Intercept,
    /// MW-15.4.
    Avoid,
    /// MW-15.5.
    RollDice,
    /// The dice lie; a re-roll is asked.
    Reroll,
    /// MW-15.6: damage.
    Damage,
    /// MW-15.6: effects.
    Effects,
    /// MW-15.16.
    Triggers,
    /// MW-15.7.
    Strikes,
    /// MW-15.8.
    Barrier,
    /// MW-15.9.
    Counterstrike,
    /// After the counterstrike: the Guard marker goes.
    Unguard,
    /// MW-15.10.
    End,
}

/// An attack (MW-15).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of the running attack")]
pub struct Attack {
    /// Where it comes from.
    pub source: Source,
    /// The object that makes it; none for a Bash.
    pub attacker: Option<ObjectId>,
    /// Who controls it (MW-17.7).
    pub by: Seat,
    /// The card that prints it.
    pub card: CardId,
    /// Which of that card's attacks.
    pub index: u8,
    /// Who is attacked.
    pub defender: ObjectId,
    /// Its card and side, for what happens after it has left play.
    pub target: (CardId, Seat),
    /// Where the attacker stood when it was declared.
    pub from: Option<Zone>,
    /// Where the defender stood.
    pub at: Option<Zone>,
    /// Where it is.
    pub step: AttackStep,
    /// 1 or 2.
    pub strike: u8,
    /// How many seats have been asked to intercept.
    pub asked: u8,
    /// It missed or was avoided.
    pub failed: bool,
    /// No Defense helps.
    pub unavoidable: bool,
    /// The defender had a Guard marker when it was declared.
    pub guarded: bool,
    /// Bloodthirsty has added its dice (MW-16.2).
    pub thirst: bool,
    /// Somebody took it on himself.
    pub intercepted: bool,
    /// Valor was paid for its effect roll (Sword of Radiance).
    pub valor: bool,
    /// Valor was paid for its light (Solar Aura).
    pub solar: bool,
    /// It is the one that a Smite was for.
    pub smite: bool,
    /// It strikes twice.
    pub doublestrike: bool,
    /// The attacker may heal.
    pub vampiric: bool,
    /// The Charge bonus applies.
    pub charge: bool,
    /// The once-per-round strength of a counterstrike applies.
    pub counter_bonus: bool,
    /// A counterstrike was taken first (MW-15.13).
    pub countered: bool,
    /// Effects for attacking the strongest apply (MW-21.4).
    pub strongest: bool,
    /// An Eye for an Eye was revealed for it.
    pub eye: Option<ObjectId>,
    /// Dice of this strike.
    pub dice: Pool,
    /// Piercing of this strike.
    pub piercing: i32,
    /// Effect total of this strike.
    pub total: Option<i32>,
    /// Damage of this strike before transfers.
    pub dealt: i32,
    /// Life that was left to the defender before it.
    pub life_left: i32,
    /// Effects to apply.
    pub effects: ArrayVec<Effect, 4>,
    /// The next of them; each has a turn for the defender and one for the mirror.
    pub next_effect: u8,
    /// The next trigger.
    pub trigger: u8,
    /// Where the defender stood before the effects (Water Elemental).
    pub pushed_from: Option<Zone>,
    /// This attack did not touch what it hit (an immune object is only put out).
    pub harmless: bool,
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

/// The windows.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Window {
    /// The next Upkeep task.
    Upkeep,
    /// MW-22.11.
    Challenge,
    /// Malakai's Basilica.
    Basilica(ObjectId),
    /// Temple of Meraveran.
    Meraveran(ObjectId),
    /// Dorseus.
    Dorseus(ObjectId),
    /// Life Link.
    LifeLink(ObjectId),
    /// Drown.
    UpkeepCost(ObjectId),
    /// MW-23.6; whether it is the second time.
    Fermata(ObjectId),
    /// MW-7.11.
    Deployment,
    /// MW-8.1, MW-8.4, MW-8.5.
    Quickcast,
    /// MW-8.2.
    Turn,
    /// Alandell.
    Alandell,
    /// MW-9.2.
    Action,
    /// MW-12.4.
    Reveal,
    /// MW-12.5.
    MandatoryReveal(ObjectId),
    /// MW-21.4.
    Strongest,
    /// MW-22.10.
    Solar,
    /// MW-20.13.
    Intercept,
    /// MW-15.4.
    Defense,
    /// MW-22.12.
    Reroll,
    /// MW-22.6.
    Martyr,
    /// MW-20.24, with the most that may be healed.
    Vampiric(i32),
    /// Helm of Justice.
    Helm,
    /// Dawnbreaker's Initiate, with the zone.
    Initiate(Zone),
    /// MW-18.1.
    PushDirection(Directions),
    /// MW-18.8, with the zone.
    Follow(Zone),
    /// MW-15.9.
    Counterstrike,
    /// MW-3.8.
    HealSplit,
    /// RW-18: the object that would be destroyed, and the price.
    Prevention(ObjectId, i32),
    /// Pillar of Righteous Flame.
    Pillar(ObjectId),
    /// Love and Hate tokens: the token, whether it is taken away.
    Token(Token, bool),
    /// Voice of the Sea.
    ExtraToken(ObjectId),
    /// RW-29: among these.
    Order(Vec<ObjectId>),
    /// MW-20.25, Radiant Breastplate: mana to pay.
    EndGuard(i32),
    /// MW-16.7, MW-24.7: which condition; `None`: the Grapple.
    Escape(Option<Condition>),
    /// A further target of a spell being cast.
    Further,
}

impl Window {
    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Upkeep => "upkeep",
            Self::Challenge => "challenge",
            Self::Basilica(_) => "basilica",
            Self::Meraveran(_) => "meraveran",
            Self::Dorseus(_) => "dorseus",
            Self::LifeLink(_) => "life-link",
            Self::UpkeepCost(_) => "upkeep-cost",
            Self::Fermata(_) => "fermata",
            Self::Deployment => "deployment",
            Self::Quickcast => "quickcast",
            Self::Turn => "turn",
            Self::Alandell => "alandell",
            Self::Action => "action",
            Self::Reveal => "reveal",
            Self::MandatoryReveal(_) => "mandatory-reveal",
            Self::Strongest => "strongest",
            Self::Solar => "solar",
            Self::Intercept => "intercept",
            Self::Defense => "defense",
            Self::Reroll => "challenge-reroll",
            Self::Martyr => "martyr",
            Self::Vampiric(_) => "vampiric",
            Self::Helm => "helm",
            Self::Initiate(_) => "initiate",
            Self::PushDirection(_) => "push-direction",
            Self::Follow(_) => "follow",
            Self::Counterstrike => "counterstrike",
            Self::HealSplit => "heal-split",
            Self::Prevention(..) => "prevention",
            Self::Pillar(_) => "pillar",
            Self::Token(..) => "token",
            Self::ExtraToken(_) => "extra-token",
            Self::Order(_) => "order",
            Self::EndGuard(_) => "end-guard",
            Self::Escape(_) => "escape",
            Self::Further => "further-target",
        }
    }

    /// Whether the decision belongs to the player's own turn (MW-31.7).
    pub const fn is_turn(&self) -> bool {
        match self {
            Self::Upkeep
            | Self::Challenge
            | Self::Basilica(_)
            | Self::Meraveran(_)
            | Self::Dorseus(_)
            | Self::LifeLink(_)
            | Self::UpkeepCost(_)
            | Self::Fermata(_)
            | Self::Deployment
            | Self::Quickcast
            | Self::Turn
            | Self::Alandell
            | Self::Action
            | Self::EndGuard(_)
            | Self::Escape(_)
            | Self::Further => true,
            Self::Reveal
            | Self::MandatoryReveal(_)
            | Self::Strongest
            | Self::Solar
            | Self::Intercept
            | Self::Defense
            | Self::Reroll
            | Self::Martyr
            | Self::Vampiric(_)
            | Self::Helm
            | Self::Initiate(_)
            | Self::PushDirection(_)
            | Self::Follow(_)
            | Self::Counterstrike
            | Self::HealSplit
            | Self::Prevention(..)
            | Self::Pillar(_)
            | Self::Token(..)
            | Self::ExtraToken(_)
            | Self::Order(_) => false,
        }
    }
}

impl Window {
    /// The object that the decision is about, if it is about one.
    pub const fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Basilica(id)
            | Self::Meraveran(id)
            | Self::Dorseus(id)
            | Self::LifeLink(id)
            | Self::UpkeepCost(id)
            | Self::Fermata(id)
            | Self::MandatoryReveal(id)
            | Self::Prevention(id, _)
            | Self::Pillar(id)
            | Self::ExtraToken(id) => Some(*id),
            Self::Upkeep
            | Self::Challenge
            | Self::Deployment
            | Self::Quickcast
            | Self::Turn
            | Self::Alandell
            | Self::Action
            | Self::Reveal
            | Self::Strongest
            | Self::Solar
            | Self::Intercept
            | Self::Defense
            | Self::Reroll
            | Self::Martyr
            | Self::Vampiric(_)
            | Self::Helm
            | Self::Initiate(_)
            | Self::PushDirection(_)
            | Self::Follow(_)
            | Self::Counterstrike
            | Self::HealSplit
            | Self::Token(..)
            | Self::Order(_)
            | Self::EndGuard(_)
            | Self::Escape(_)
            | Self::Further => None,
        }
    }
}
