//! Attacks under way (MW-15, MW-17).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::board::zones::{Direction, Zone};
use crate::contract::Seat;
use crate::dice::Pool;
use crate::mage_wars::catalog::CardId;
use crate::mage_wars::catalog::kinds::Effect;
use crate::mage_wars::state::ObjectId;

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
