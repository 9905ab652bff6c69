//! What an object is worth now: printed values and traits with everything that changes them (MW-3, MW-16, MW-19, MW-20).

use super::catalog::kinds::School;
use super::catalog::kinds::{Aura, Condition, Damage, Kind, Scope, Subtype, Token, Trait};
use super::state::{MageWars, Object, Place};
use crate::board::zones::Zone;

/// An object's current values.
#[derive(Copy, Clone, Debug, Default)]
pub struct Stats {
    bits: u64,
    /// Armor after Corrode, never below 0.
    pub armor: i32,
    /// Life, if the object has any.
    pub life: Option<i32>,
    /// Channeling, if it has any.
    pub channeling: Option<i32>,
    /// Melee +X.
    pub melee: i32,
    /// Ranged +X.
    pub ranged: i32,
    /// Charge +X.
    pub charge: i32,
    /// Bloodthirsty +X.
    pub bloodthirsty: i32,
    /// The sum of Tough values, not positive.
    pub tough: i32,
    /// The highest Aegis.
    pub aegis: i32,
    /// The highest Regenerate.
    pub regenerate: i32,
    /// Added to its effect rolls.
    pub effect_roll: i32,
    /// Added to the dice of attacks against it.
    pub incoming: i32,
    /// The same, for ranged attacks that are not flame.
    pub incoming_ranged: i32,
    /// Added to its attacks that are no spells.
    pub nonspell: i32,
    /// Piercing of all its attacks.
    pub piercing: i32,
    /// Piercing of its melee attacks.
    pub piercing_melee: i32,
    /// Damage type +/-X, by [`Damage`].
    pub more: [i32; Damage::ALL.len()],
}

const _: () = assert!(Trait::ALL.len() <= 64, "traits are bits of a word");

impl Stats {
    /// Whether it has the trait now.
    #[inline]
    pub const fn has(&self, wanted: Trait) -> bool {
        self.bits & (1 << wanted as u64) != 0
    }

    #[inline]
    const fn set(&mut self, given: Trait) {
        self.bits |= 1 << given as u64;
    }

    #[inline]
    const fn clear(&mut self, lost: Trait) {
        self.bits &= !(1 << lost as u64);
    }

    fn give(&mut self, given: Trait, value: i32) {
        self.set(given);
        match given {
            Trait::Aegis => self.aegis = self.aegis.max(value),
            Trait::Armor => self.armor += value,
            Trait::Bloodthirsty => self.bloodthirsty += value,
            Trait::Channeling => self.channeling = self.channeling.map(|channeling| channeling + value),
            Trait::Charge => self.charge += value,
            Trait::EffectRoll => self.effect_roll += value,
            Trait::IncomingDice => self.incoming += value,
            Trait::IncomingRangedNonflameDice => self.incoming_ranged += value,
            Trait::Life => self.life = self.life.map(|life| life + value),
            Trait::Melee => self.melee += value,
            Trait::MoreFlame => self.more[Damage::Flame as usize] += value,
            Trait::MoreFrost => self.more[Damage::Frost as usize] += value,
            Trait::MoreHydro => self.more[Damage::Hydro as usize] += value,
            Trait::MoreLight => self.more[Damage::Light as usize] += value,
            Trait::MoreLightning => self.more[Damage::Lightning as usize] += value,
            Trait::NonspellDice => self.nonspell += value,
            Trait::Piercing => self.piercing += value,
            Trait::PiercingMelee => self.piercing_melee += value,
            Trait::Ranged => self.ranged += value,
            Trait::Regenerate => self.regenerate = self.regenerate.max(value),
            Trait::Tough => self.tough += value,
            Trait::Unstoppable => {
                self.set(Trait::CannotBeHindered);
                self.set(Trait::Unmovable);
                self.set(Trait::Uncontainable);
            }
            Trait::Anchored
            | Trait::Burnproof
            | Trait::CannotBeElusive
            | Trait::CannotBeHindered
            | Trait::Counterstrike
            | Trait::Dissipate
            | Trait::Elusive
            | Trait::Ethereal
            | Trait::Extendable
            | Trait::Extinguish
            | Trait::Familiar
            | Trait::Fast
            | Trait::FiniteLife
            | Trait::Flying
            | Trait::Hindered
            | Trait::HydroImmunity
            | Trait::Indestructible
            | Trait::Intercept
            | Trait::Living
            | Trait::Nonliving
            | Trait::Obscured
            | Trait::PassageAttacks
            | Trait::Pest
            | Trait::PiercingPerGold
            | Trait::PoisonImmunity
            | Trait::PreyOnly
            | Trait::PsychicImmunity
            | Trait::Resilient
            | Trait::Restrained
            | Trait::Slow
            | Trait::Spawnpoint
            | Trait::SpellAttack
            | Trait::Unavoidable
            | Trait::Uncontainable
            | Trait::Unmovable
            | Trait::Vampiric
            | Trait::Vigilant => {}
        }
    }

    /// Whether it is immune to a type of damage (MW-20.14).
    pub const fn is_immune(&self, damage: Damage) -> bool {
        match damage {
            Damage::Hydro => self.has(Trait::HydroImmunity),
            Damage::Poison => self.has(Trait::PoisonImmunity),
            Damage::Flame | Damage::Frost | Damage::Light | Damage::Lightning | Damage::Acid => false,
        }
    }

    /// Flying now (MW-20.30).
    #[inline]
    pub const fn flies(&self) -> bool {
        self.has(Trait::Flying)
    }

    /// Whether the creature may be held or taken along (MW-20.19).
    #[inline]
    pub const fn is_held(&self) -> bool {
        self.has(Trait::Restrained)
    }

    /// All traits it has, with the values that matter.
    pub fn list(&self) -> impl Iterator<Item = (Trait, Option<i32>)> + '_ {
        Trait::ALL.iter().filter(|each| self.has(**each)).map(|each| (*each, self.value(*each)))
    }

    const fn value(&self, of: Trait) -> Option<i32> {
        match of {
            Trait::Aegis => Some(self.aegis),
            Trait::Bloodthirsty => Some(self.bloodthirsty),
            Trait::Charge => Some(self.charge),
            Trait::EffectRoll => Some(self.effect_roll),
            Trait::IncomingDice => Some(self.incoming),
            Trait::IncomingRangedNonflameDice => Some(self.incoming_ranged),
            Trait::Melee => Some(self.melee),
            Trait::MoreFlame => Some(self.more[Damage::Flame as usize]),
            Trait::MoreFrost => Some(self.more[Damage::Frost as usize]),
            Trait::MoreHydro => Some(self.more[Damage::Hydro as usize]),
            Trait::MoreLight => Some(self.more[Damage::Light as usize]),
            Trait::MoreLightning => Some(self.more[Damage::Lightning as usize]),
            Trait::NonspellDice => Some(self.nonspell),
            Trait::Piercing => Some(self.piercing),
            Trait::PiercingMelee => Some(self.piercing_melee),
            Trait::Ranged => Some(self.ranged),
            Trait::Regenerate => Some(self.regenerate),
            Trait::Tough => Some(self.tough),
            Trait::Anchored
            | Trait::Armor
            | Trait::Burnproof
            | Trait::CannotBeElusive
            | Trait::CannotBeHindered
            | Trait::Channeling
            | Trait::Counterstrike
            | Trait::Dissipate
            | Trait::Elusive
            | Trait::Ethereal
            | Trait::Extendable
            | Trait::Extinguish
            | Trait::Familiar
            | Trait::Fast
            | Trait::FiniteLife
            | Trait::Flying
            | Trait::Hindered
            | Trait::HydroImmunity
            | Trait::Indestructible
            | Trait::Intercept
            | Trait::Life
            | Trait::Living
            | Trait::Nonliving
            | Trait::Obscured
            | Trait::PassageAttacks
            | Trait::Pest
            | Trait::PiercingPerGold
            | Trait::PoisonImmunity
            | Trait::PreyOnly
            | Trait::PsychicImmunity
            | Trait::Resilient
            | Trait::Restrained
            | Trait::Slow
            | Trait::Spawnpoint
            | Trait::SpellAttack
            | Trait::Unavoidable
            | Trait::Uncontainable
            | Trait::Unmovable
            | Trait::Unstoppable
            | Trait::Vampiric
            | Trait::Vigilant => None,
        }
    }
}

impl MageWars {
    /// Current values of an object, with all modifiers that are revealed.
    pub fn stats(&self, object: &Object) -> Stats {
        let card = self.card_of(object);
        let zone = self.zone_of(object);
        let mut stats = Stats { armor: card.armor, life: card.life, channeling: card.channeling, ..Stats::default() };
        for (given, value) in &card.traits {
            stats.give(*given, *value);
        }
        Self::give_implied(&mut stats, object, card.kind);
        let is_aquatic = card.is(Subtype::Aquatic);
        let is_creature = card.kind.is_creature();
        let held = !stats.has(Trait::Uncontainable)
            && (object.condition(Condition::Stuck) > 0 || object.condition(Condition::Cripple) > 0)
            || object.captor.is_some()
            || (is_creature && self.preys_of(object.id).next().is_some());
        if held {
            stats.set(Trait::Restrained);
            if object.captor.is_some() || object.condition(Condition::Cripple) == 0 {
                stats.set(Trait::Unmovable);
            }
        }
        if object.guard || object.is_incapacitated() || held || object.grounded {
            stats.clear(Trait::Flying);
        }
        for source in self.objects.iter().filter(|source| source.revealed) {
            if source.tokens[Token::Suffocate as usize] > 0
                && source.place == Place::On(object.id)
                && stats.has(Trait::Living)
            {
                stats.give(Trait::Life, -2 * i32::from(source.token(Token::Suffocate)));
            }
            let giver = self.card_of(source);
            for grant in &giver.grants {
                if self.reaches(grant.to, source, object, zone, is_aquatic, &stats) {
                    stats.give(grant.gives, grant.value);
                }
            }
        }
        if is_creature {
            self.give_by_players(&mut stats, object, card.of(School::Holy), is_aquatic, zone);
        }
        if object.light > 0 {
            stats.give(Trait::MoreLight, i32::from(object.light));
        }
        if stats.has(Trait::CannotBeElusive) {
            stats.clear(Trait::Elusive);
        }
        if stats.has(Trait::Slow) && stats.has(Trait::Fast) {
            stats.clear(Trait::Slow);
            stats.clear(Trait::Fast);
        }
        if stats.has(Trait::CannotBeHindered) {
            stats.clear(Trait::Hindered);
        }
        stats.armor =
            if card.no_armor { 0 } else { (stats.armor - i32::from(object.condition(Condition::Corrode))).max(0) };
        stats.channeling = stats.channeling.map(|channeling| channeling.max(0));
        stats
    }

    /// MW-2.3: living or not, and what follows; what every conjuration is.
    fn give_implied(stats: &mut Stats, object: &Object, kind: Kind) {
        let living = if kind.is_creature() { !stats.has(Trait::Nonliving) } else { stats.has(Trait::Living) };
        if living {
            stats.set(Trait::Living);
        } else {
            stats.set(Trait::Nonliving);
            stats.set(Trait::FiniteLife);
            stats.set(Trait::PoisonImmunity);
        }
        if kind.is_conjuration() {
            stats.set(Trait::PsychicImmunity);
            stats.set(Trait::Unmovable);
        }
        debug_assert!(kind.is_creature() || !object.guard, "only creatures guard");
    }

    /// What players' auras, calls and temples give to a creature (MW-22.7, MW-22.8, MW-23.3).
    fn give_by_players(&self, stats: &mut Stats, object: &Object, holy: bool, aquatic: bool, zone: Option<Zone>) {
        let player = self.player(object.seat);
        if player.auras != 0 && zone.is_some() && self.zone(player.mage) == zone {
            if player.has_aura(Aura::Resolute) {
                stats.give(Trait::Tough, -2);
                if object.id != player.mage {
                    stats.give(Trait::Armor, 2);
                }
            }
            if player.has_aura(Aura::Vengeful) {
                stats.give(Trait::Melee, 1);
                stats.give(Trait::PiercingMelee, 2);
            }
        }
        if player.call == Some(object.id) && aquatic {
            stats.give(Trait::Melee, 2);
        }
        if player.used.meraveran && holy {
            stats.give(Trait::Melee, 1);
        }
    }

    /// Whether a grant of `source` is for `object`.
    fn reaches(
        &self,
        scope: Scope,
        source: &Object,
        object: &Object,
        zone: Option<Zone>,
        aquatic: bool,
        stats: &Stats,
    ) -> bool {
        let itself = source.id == object.id;
        let creature_here =
            || zone.is_some() && self.card_of(object).kind.is_creature() && self.zone_of(source) == zone;
        match scope {
            Scope::Itself => itself,
            Scope::WhileGuarding => itself && object.guard,
            Scope::InAquatic => itself && zone.is_some_and(|zone| self.is_aquatic_zone(zone)),
            Scope::WithInitiative => itself && self.initiative == object.seat,
            Scope::WithSong => itself && self.songs_of(object.seat) > 0,
            Scope::Wearer | Scope::Host => source.place == Place::On(object.id),
            // These hang on who is attacked: rules/pool.rs asks for them.
            Scope::VsStrongest | Scope::HostVsStrongest => false,
            Scope::AquaticHere => aquatic && creature_here(),
            Scope::FriendlyHolyHere => {
                source.seat == object.seat && self.card_of(object).of(School::Holy) && creature_here()
            }
            Scope::GroundHere => !stats.flies() && creature_here(),
            Scope::GroundNonaquaticHere => !stats.flies() && !aquatic && creature_here(),
            Scope::GroundContainableHere => {
                !stats.flies() && !aquatic && !stats.has(Trait::Uncontainable) && creature_here()
            }
            Scope::GroundAnimalsHere => !stats.flies() && self.card_of(object).is(Subtype::Animal) && creature_here(),
            Scope::GroundNonanimalsHere => {
                !stats.flies() && !self.card_of(object).is(Subtype::Animal) && creature_here()
            }
            Scope::GroundObjectsHere => {
                !itself
                    && !stats.flies()
                    && matches!(object.place, Place::Zone(here) if self.zone_of(source) == Some(here))
            }
            Scope::PiratesWithInitiative => {
                self.card_of(object).is(Subtype::Pirate)
                    && self.card_of(object).kind.is_creature()
                    && self.initiative == source.seat
            }
        }
    }

    /// Revealed song enchantments of a seat.
    pub fn songs_of(&self, seat: crate::contract::Seat) -> usize {
        let is_song = |object: &&Object| {
            let card = self.card_of(object);
            object.seat == seat && object.revealed && card.kind == Kind::Enchantment && card.is(Subtype::Song)
        };
        self.objects.iter().filter(is_song).count()
    }

    /// Obscured, for the object itself or for what it is attached to (MW-20.15; attached conjurations are not).
    pub fn is_obscured(&self, object: &Object) -> bool {
        match object.place {
            Place::On(host) if !self.card_of(object).kind.is_conjuration() => {
                self.find(host).is_some_and(|host| self.stats(host).has(Trait::Obscured))
            }
            Place::Zone(_) | Place::Border(_) | Place::On(_) => self.stats(object).has(Trait::Obscured),
        }
    }

    /// The lower of printed order of strength: what counts for "strongest" (MW-21.1).
    pub fn total_cost(&self, object: &Object) -> i32 {
        self.card_of(object).cost
    }

    /// The strongest creatures of a seat: all that tie (MW-21.1, MW-21.2).
    pub fn strongest_of(&self, seat: crate::contract::Seat) -> (i32, usize) {
        let mut best = (-1, 0);
        for creature in self.creatures_of(seat) {
            let cost = if creature.id == self.player(seat).mage { 0 } else { self.total_cost(creature) };
            match cost.cmp(&best.0) {
                std::cmp::Ordering::Greater => best = (cost, 1),
                std::cmp::Ordering::Equal => best.1 += 1,
                std::cmp::Ordering::Less => {}
            }
        }
        best
    }

    /// Whether a creature is, or ties for, the strongest of its side; and whether it ties.
    pub fn is_strongest(&self, object: &Object) -> Option<bool> {
        let is_mage = object.id == self.player(object.seat).mage;
        let (best, ties) = self.strongest_of(object.seat);
        let cost = if is_mage { 0 } else { self.total_cost(object) };
        // A Mage has no cost: it counts only without any other creature.
        (cost == best && (!is_mage || self.creatures_of(object.seat).count() == 1)).then_some(ties > 1)
    }

    /// Whether a creature stops others from moving on (MW-10.2), leaving flight aside.
    pub fn can_hinder(&self, object: &Object, stats: &Stats) -> bool {
        !object.is_incapacitated() && !stats.is_held() && !stats.has(Trait::Pest)
    }
}
