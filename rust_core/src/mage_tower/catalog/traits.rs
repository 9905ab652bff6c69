//! What is always so while a card is in play, folded from its list of statics into fields that are asked all the time.

use super::card::{Amount, AuraOn, CardEntry, CardType, Static, Who};

/// Attack and health for others.
#[derive(Copy, Clone, Debug, Default)]
pub struct Aura {
    /// Of these subtypes (bits); 0 is all.
    pub subtypes: u32,
    /// More attack.
    pub attack: i32,
    /// More health.
    pub health: i32,
}

/// The statics of a card.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a text of its own that a card has or has not")]
pub struct Traits {
    /// On the other monsters of the board.
    pub board_aura: Option<Aura>,
    /// On the Defender that wears it.
    pub equipped_aura: Option<Aura>,
    /// On all own Defenders.
    pub defenders_aura: Option<Aura>,
    /// MT-8.11.
    pub attack_is: Option<Amount>,
    /// MT-8.11.
    pub equipped_attack_is: Option<i32>,
    /// Mirror Fiend.
    pub mirrors_behind: bool,
    /// MT-8.8.
    pub arrow_attack: bool,
    /// Griffon Lancer.
    pub free_target: bool,
    /// Attacks a turn beyond one.
    pub extra_attacks: u8,
    /// Decoy.
    pub cannot_attack: bool,
    /// Line Pikeman.
    pub parry: i32,
    /// Iron Juggernaut (MT-15.12).
    pub armour: i32,
    /// Bramble Moat.
    pub moat: i32,
    /// Spite Totem: how much, and how much at most a phase.
    pub totem: Option<(u8, u8)>,
    /// Stone Sentinel.
    pub sentinel: bool,
    /// Change of the own prices.
    pub own_price: i32,
    /// Change of the opponents' prices.
    pub foe_price: i32,
    /// Change of the own starting energy.
    pub own_energy: i32,
    /// Change of the opponents' starting energy.
    pub foe_energy: i32,
    /// Change of everybody's starting energy.
    pub all_energy: i32,
    /// Cinder Hound.
    pub enters_angry: bool,
    /// Blood Ogre.
    pub frenzy: i32,
}

impl Traits {
    /// Folds the statics of `entry`.
    pub(super) fn of(entry: &CardEntry, subtype: impl Fn(&str) -> u32) -> Self {
        let mut traits = Self::default();
        for always in &entry.statics {
            match always {
                Static::Aura { on, subtypes, attack, health } => {
                    let subtypes = subtypes.iter().map(|name| subtype(name)).fold(0, |all, bit| all | bit);
                    let aura = Aura { subtypes, attack: i32::from(*attack), health: i32::from(*health) };
                    match on {
                        AuraOn::Equipped => traits.equipped_aura = Some(aura),
                        AuraOn::MyDefenders => traits.defenders_aura = Some(aura),
                        AuraOn::OtherMonsters => traits.board_aura = Some(aura),
                    }
                }
                Static::AttackIs(amount) => traits.attack_is = Some(*amount),
                Static::EquippedAttackIs(attack) => traits.equipped_attack_is = Some(i32::from(*attack)),
                Static::MirrorsBehind => traits.mirrors_behind = true,
                Static::ArrowAttack => traits.arrow_attack = true,
                Static::FreeTarget => traits.free_target = true,
                Static::ExtraAttack(more) => traits.extra_attacks = *more,
                Static::CannotAttack => traits.cannot_attack = true,
                Static::Parry(less) => traits.parry = i32::from(*less),
                Static::Armour(less) => traits.armour = i32::from(*less),
                Static::Moat(less) => traits.moat = i32::from(*less),
                Static::Totem { amount, max } => traits.totem = Some((*amount, *max)),
                Static::Sentinel => traits.sentinel = true,
                Static::Price { who: Who::You, amount } => traits.own_price = i32::from(*amount),
                Static::Price { amount, .. } => traits.foe_price = i32::from(*amount),
                Static::StartEnergy { who: Who::You, amount } => traits.own_energy = i32::from(*amount),
                Static::StartEnergy { who: Who::EachOpponent, amount } => traits.foe_energy = i32::from(*amount),
                Static::StartEnergy { amount, .. } => traits.all_energy = i32::from(*amount),
                Static::EntersAngry => traits.enters_angry = true,
                Static::Frenzy(more) => traits.frenzy = i32::from(*more),
            }
        }
        traits
    }
}

/// The types that a static makes sense on.
pub(super) fn fits(always: &Static, kind: CardType) -> bool {
    let is_monster = matches!(kind, CardType::Monster | CardType::MonsterAttack);
    match always {
        Static::Aura { on: AuraOn::Equipped, .. } | Static::EquippedAttackIs(_) => kind == CardType::Equipment,
        Static::Aura { on: AuraOn::MyDefenders, .. }
        | Static::Moat(_)
        | Static::Totem { .. }
        | Static::Price { .. } => {
            matches!(kind, CardType::Defender | CardType::Permanent | CardType::Equipment | CardType::Boon)
        }
        Static::StartEnergy { .. } => !matches!(kind, CardType::Ability | CardType::Placeholder),
        Static::ArrowAttack => matches!(kind, CardType::Defender | CardType::Equipment),
        Static::AttackIs(_)
        | Static::FreeTarget
        | Static::ExtraAttack(_)
        | Static::CannotAttack
        | Static::Parry(_)
        | Static::Sentinel => kind == CardType::Defender,
        Static::Aura { on: AuraOn::OtherMonsters, .. }
        | Static::MirrorsBehind
        | Static::Armour(_)
        | Static::EntersAngry
        | Static::Frenzy(_) => is_monster,
    }
}
