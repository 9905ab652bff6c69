//! The windows in which somebody is asked (MW-31.7).

use serde::{Deserialize, Serialize};

use crate::board::zones::{Directions, Zone};
use crate::mage_wars::catalog::kinds::{Condition, Token};
use crate::mage_wars::state::ObjectId;

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
