//! MW-16: how many dice, how much piercing, what is added to the effect die.

use crate::mage_wars::catalog::AttackCard;
use crate::mage_wars::catalog::kinds::{Condition, Damage, Power, Reach, Scope, Token, Trait};
use crate::mage_wars::frame::{Attack, Source};
use crate::mage_wars::state::{MageWars, Object};
use crate::mage_wars::stats::Stats;

/// What Valor adds to Radiant Slash's effect roll.
const RADIANCE: i32 = 6;
/// What Solar Aura adds (MW-22.10).
const SOLAR: i32 = 2;
/// What Smite adds (MW-26.11).
const SMITE: i32 = 2;
/// What Blightheart adds against creatures that have acted.
const INACTIVE: i32 = 4;
/// Dice and piercing of Eligor's first counterstrike.
const COUNTER: (i32, i32) = (2, 1);
/// Dice and effect of Ring of Tides.
const TIDES: (i32, i32) = (1, 2);

/// What an attack rolls.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Pooled {
    /// Dice, at least 1.
    pub dice: i32,
    /// Taken from the armor.
    pub piercing: i32,
    /// Added to the effect die.
    pub effect: i32,
    /// Burn markers that go out.
    pub extinguished: u8,
    /// Bloodthirsty is in it.
    pub thirst: bool,
}

impl MageWars {
    /// The printed attack.
    pub(in crate::mage_wars) fn printed(&self, attack: &Attack) -> &AttackCard {
        if attack.source == Source::Bash {
            &self.catalog.bash[0]
        } else {
            &self.catalog.card(attack.card).attacks[attack.index as usize]
        }
    }

    /// MW-16.2, MW-16.3, MW-16.5 for this strike of the attack as things stand.
    pub(in crate::mage_wars) fn pool(&self, attack: &Attack) -> Pooled {
        let printed = self.printed(attack);
        let defender = self.object(attack.defender);
        let theirs = self.stats(defender);
        let mut pool = Pooled { dice: printed.dice, piercing: printed.piercing, ..Pooled::default() };
        if let (true, Some(attacker)) = (attack.source.is_by_creature(), attack.attacker.and_then(|id| self.find(id))) {
            self.add_attacker(attack, printed, attacker, defender, &theirs, &mut pool);
        }
        if self.card_of(defender).kind.is_creature() && theirs.has(Trait::Nonliving) {
            pool.dice += printed.vs_nonliving;
            pool.effect += printed.vs_nonliving;
        }
        if let Some(damage) = printed.damage {
            pool.dice += theirs.more[damage as usize];
            pool.effect += theirs.more[damage as usize];
        }
        pool.dice += theirs.incoming - theirs.aegis;
        if printed.reach == Reach::Ranged && printed.damage != Some(Damage::Flame) {
            pool.dice += theirs.incoming_ranged;
        }
        pool.effect += theirs.tough;
        if printed.has(Trait::Extinguish) {
            pool.extinguished = defender.condition(Condition::Burn);
            pool.dice -= i32::from(pool.extinguished);
            pool.effect -= i32::from(pool.extinguished);
        }
        if attack.valor {
            pool.effect += RADIANCE;
        }
        if attack.solar {
            pool.effect += SOLAR;
        }
        pool.dice = pool.dice.max(1);
        pool
    }

    /// What the attacker brings.
    fn add_attacker(
        &self,
        attack: &Attack,
        printed: &AttackCard,
        attacker: &Object,
        defender: &Object,
        theirs: &Stats,
        pool: &mut Pooled,
    ) {
        let stats = self.stats(attacker);
        let first = attack.strike == 1;
        let melee = printed.reach == Reach::Melee;
        let zone = attack.source == Source::ZonePart;
        let (strongest_melee, strongest_piercing) = if attack.strongest { self.vs_strongest(attacker) } else { (0, 0) };
        pool.piercing += stats.piercing + strongest_piercing;
        pool.effect += stats.effect_roll;
        if melee {
            pool.piercing += stats.piercing_melee;
            if first {
                pool.dice += stats.melee + strongest_melee;
                if attack.charge {
                    pool.dice += stats.charge;
                }
            }
            let wounded = defender.damage > 0
                && theirs.has(Trait::Living)
                && self.card_of(defender).kind.is_creature()
                && stats.has(Trait::Bloodthirsty);
            if wounded && !attack.thirst {
                pool.dice += stats.bloodthirsty;
                pool.thirst = true;
            }
        } else if first && !zone {
            pool.dice += stats.ranged;
        }
        if let (Source::Action, Some(acting)) = (attack.source, self.activation()) {
            // Alandell's payment is a Melee bonus and adds to all his effect rolls.
            if acting.actor == attacker.id {
                pool.effect += acting.paid;
                if melee && first {
                    pool.dice += acting.paid;
                }
            }
        }
        if attack.counter_bonus {
            pool.dice += COUNTER.0;
            pool.piercing += COUNTER.1;
        }
        let is_mage = attacker.id == self.player(attacker.seat).mage;
        if is_mage
            && printed.damage == Some(Damage::Hydro)
            && self.initiative == attacker.seat
            && self.attached_to(attacker.id).any(|item| self.card_of(item).has(Power::Tides))
        {
            pool.dice += TIDES.0;
            pool.effect += TIDES.1;
        }
        if attack.smite {
            pool.dice += SMITE;
        }
        if printed.has(Trait::PiercingPerGold) {
            pool.piercing += i32::from(attacker.token(Token::Gold));
        }
        let inactive = self.card_of(defender).kind.is_creature() && !defender.active;
        if self.card_of(attacker).has(Power::InactiveBonus) && attack.source == Source::Action && inactive {
            pool.effect += INACTIVE;
        }
        if !printed.has(Trait::SpellAttack) {
            pool.dice += stats.nonspell - i32::from(attacker.condition(Condition::Weak));
            if attacker.captor.is_some_and(|(captor, _)| captor == defender.id) {
                pool.dice -= 2;
            }
        }
    }

    /// Melee and piercing that the attacker has against the strongest enemy creature (MW-21.3).
    pub(in crate::mage_wars) fn vs_strongest(&self, attacker: &Object) -> (i32, i32) {
        let own = self.card_of(attacker).grants.iter().filter(|grant| grant.to == Scope::VsStrongest);
        let attached = self.attached_to(attacker.id).filter(|on| on.revealed);
        let given =
            attached.flat_map(|on| self.card_of(on).grants.iter().filter(|grant| grant.to == Scope::HostVsStrongest));
        own.chain(given).fold((0, 0), |(melee, piercing), grant| {
            if grant.gives == Trait::Melee { (melee + grant.value, piercing) } else { (melee, piercing + grant.value) }
        })
    }
}
