//! The closed lists of words that cards are made of.

/// Makes a fieldless enum with its kebab- or snake-case words.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident => $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word for it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// Reads what `as_str` writes.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }
    };
}
pub(crate) use words;

words! {
    /// What a card is (MW-2.1).
    Kind {
        /// The player's Mage, a creature.
        Mage => "mage",
        /// Any other creature.
        Creature => "creature",
        /// A conjuration in a zone.
        Conjuration => "conjuration",
        /// A conjuration that is the zone's terrain.
        Terrain => "terrain",
        /// A conjuration on a border.
        Wall => "wall",
        /// Worn by a Mage.
        Equipment => "equipment",
        /// Face down until revealed.
        Enchantment => "enchantment",
        /// Done once.
        Incantation => "incantation",
        /// An attack spell.
        Attack => "attack",
        /// A side of the Paladin's aura markers.
        Aura => "aura_marker",
        /// A marker or token, listed for look-up.
        Marker => "marker",
    }
}

impl Kind {
    /// Mages are creatures (MW-2.1).
    pub const fn is_creature(self) -> bool {
        matches!(self, Self::Mage | Self::Creature)
    }

    /// Terrain and walls are conjurations (MW-2.1).
    pub const fn is_conjuration(self) -> bool {
        matches!(self, Self::Conjuration | Self::Terrain | Self::Wall)
    }
}

words! {
    /// Subtypes that rules ask for (MW-2.8); a card may have others.
    Subtype {
        /// At home in water.
        Aquatic => "aquatic",
        /// A song.
        Song => "song",
        /// Of the mind.
        Psychic => "psychic",
        /// Of water.
        Hydro => "hydro",
        /// Of light.
        Light => "light",
        /// Heals.
        Healing => "healing",
        /// Protects.
        Protection => "protection",
        /// A pirate.
        Pirate => "pirate",
        /// A soldier.
        Soldier => "soldier",
        /// A knight.
        Knight => "knight",
        /// A Deptonne.
        Deptonne => "deptonne",
        /// An animal.
        Animal => "animal",
        /// A plant.
        Plant => "plant",
        /// A trap.
        Trap => "trap",
    }
}

words! {
    /// Schools of magic.
    School {
        /// Arcane.
        Arcane => "arcane",
        /// Dark.
        Dark => "dark",
        /// Earth.
        Earth => "earth",
        /// Holy.
        Holy => "holy",
        /// Mind.
        Mind => "mind",
        /// Nature.
        Nature => "nature",
        /// War.
        War => "war",
        /// Water.
        Water => "water",
    }
}

words! {
    /// Traits (MW-20) and what grants give that is no printed trait.
    Trait {
        /// Attacks against it roll fewer dice.
        Aegis => "aegis",
        /// Cannot be teleported.
        Anchored => "anchored",
        /// Armor more or less.
        Armor => "armor",
        /// Melee dice against the wounded, and a duty (MW-20.4).
        Bloodthirsty => "bloodthirsty",
        /// Cannot burn.
        Burnproof => "burnproof",
        /// Cannot be Elusive.
        CannotBeElusive => "cannot_be_elusive",
        /// Nothing hinders it.
        CannotBeHindered => "cannot_be_hindered",
        /// Mana each round more or less.
        Channeling => "channeling",
        /// Dice after a move action.
        Charge => "charge",
        /// The attack strikes back.
        Counterstrike => "counterstrike",
        /// Lasts so many Upkeeps.
        Dissipate => "dissipate",
        /// Added to its effect rolls.
        EffectRoll => "effect_roll",
        /// Not hindered by creatures, ignores guards.
        Elusive => "elusive",
        /// Works on the incorporeal.
        Ethereal => "ethereal",
        /// May be cast with a second copy.
        Extendable => "extendable",
        /// Puts fires out (MW-20.11).
        Extinguish => "extinguish",
        /// Casts spells of its own.
        Familiar => "familiar",
        /// Two moves and an action.
        Fast => "fast",
        /// Cannot heal.
        FiniteLife => "finite_life",
        /// Flies.
        Flying => "flying",
        /// Hindered by the zone.
        Hindered => "hindered",
        /// Hydro does nothing.
        HydroImmunity => "hydro_immunity",
        /// Attacks against it roll fewer dice.
        IncomingDice => "incoming_dice",
        /// Ranged attacks but flame roll fewer dice against it.
        IncomingRangedNonflameDice => "incoming_ranged_nonflame_dice",
        /// Damage does nothing.
        Indestructible => "indestructible",
        /// Takes ranged attacks on itself.
        Intercept => "intercept",
        /// Life more or less.
        Life => "life",
        /// Alive though a conjuration.
        Living => "living",
        /// Melee dice.
        Melee => "melee",
        /// Flame against it.
        MoreFlame => "more_flame",
        /// Frost against it.
        MoreFrost => "more_frost",
        /// Hydro against it.
        MoreHydro => "more_hydro",
        /// Light against it.
        MoreLight => "more_light",
        /// Lightning against it.
        MoreLightning => "more_lightning",
        /// Not alive.
        Nonliving => "nonliving",
        /// Dice of its attacks that are no spells.
        NonspellDice => "nonspell_attack_dice",
        /// Seen from one zone away only.
        Obscured => "obscured",
        /// Attacks who passes.
        PassageAttacks => "passage_attacks",
        /// Cannot hinder, may be ignored.
        Pest => "pest",
        /// Takes armor away.
        Piercing => "piercing",
        /// One point for each Gold token on the attacker.
        PiercingPerGold => "piercing_per_gold",
        /// Piercing of its melee attacks.
        PiercingMelee => "piercing_melee",
        /// Poison does nothing.
        PoisonImmunity => "poison_immunity",
        /// May be made against the attacker's prey only.
        PreyOnly => "prey_only",
        /// The mind is closed.
        PsychicImmunity => "psychic_immunity",
        /// Ranged dice.
        Ranged => "ranged",
        /// Heals each Upkeep.
        Regenerate => "regenerate",
        /// Normal damage does nothing.
        Resilient => "resilient",
        /// Held where it is.
        Restrained => "restrained",
        /// A move ends its Action Phase.
        Slow => "slow",
        /// Casts in Deployment.
        Spawnpoint => "spawnpoint",
        /// The attack is a spell.
        SpellAttack => "spell_attack",
        /// Effect rolls against it.
        Tough => "tough",
        /// No Defense helps.
        Unavoidable => "unavoidable",
        /// Not restrained, grappled, snatched.
        Uncontainable => "uncontainable",
        /// Not pushed, not snatched.
        Unmovable => "unmovable",
        /// Not hindered, pushed or held.
        Unstoppable => "unstoppable",
        /// Half of the damage may be healed.
        Vampiric => "vampiric",
        /// May guard after its Action Phase.
        Vigilant => "vigilant",
    }
}

words! {
    /// Whom a grant is for.
    Scope {
        /// The object itself.
        Itself => "self",
        /// Itself while it guards.
        WhileGuarding => "self_while_guarding",
        /// Itself against the strongest enemy creature.
        VsStrongest => "self_vs_strongest_enemy_creature",
        /// Itself in a zone with an aquatic terrain.
        InAquatic => "self_in_zone_with_aquatic_terrain",
        /// Itself while its controller has the Initiative.
        WithInitiative => "self_while_controller_has_initiative",
        /// Itself while its controller has a revealed song.
        WithSong => "self_while_controlling_song_enchantment",
        /// The Mage who wears it.
        Wearer => "wearer",
        /// The creature it is on.
        Host => "enchanted_creature",
        /// The creature it is on, against the strongest enemy creature.
        HostVsStrongest => "enchanted_creature_vs_strongest_enemy_creature",
        /// Aquatic creatures in its zone.
        AquaticHere => "aquatic_creatures_in_zone",
        /// Holy creatures of its controller in its zone.
        FriendlyHolyHere => "friendly_holy_creatures_in_zone",
        /// Non-Flying creatures in its zone.
        GroundHere => "nonflying_creatures_in_zone",
        /// Non-Flying creatures in its zone that are not aquatic.
        GroundNonaquaticHere => "nonflying_nonaquatic_creatures_in_zone",
        /// The same, without Uncontainable ones.
        GroundContainableHere => "nonflying_nonaquatic_not_uncontainable_creatures_in_zone",
        /// Non-Flying animals in its zone.
        GroundAnimalsHere => "nonflying_animal_creatures_in_zone",
        /// Non-Flying creatures in its zone that are no animals.
        GroundNonanimalsHere => "nonflying_nonanimal_creatures_in_zone",
        /// Everything else in its zone that does not fly.
        GroundObjectsHere => "other_nonflying_objects_in_zone",
        /// Pirates everywhere, while its controller has the Initiative.
        PiratesWithInitiative => "pirate_creatures_while_controller_has_initiative",
    }
}

words! {
    /// What a card does that data cannot say: each has its function.
    Power {
        /// Champion's Gauntlets.
        ProtectsEquipment => "protects_equipment",
        /// Dawn's Bastion.
        ValorOnIntercept => "valor_on_intercept",
        /// Helm of Justice.
        Justice => "justice",
        /// Paladin's Cloak.
        HealingCloak => "healing_cloak",
        /// Radiant Breastplate.
        GuardForMana => "guard_for_mana",
        /// Signet of the Dawnbreaker.
        Signet => "signet",
        /// Sword of Radiance.
        Radiance => "radiance",
        /// Consecrated Ground.
        Consecrated => "consecrated",
        /// Crusade Banner.
        Banner => "banner",
        /// Malakai's Basilica.
        Basilica => "basilica",
        /// Pillar of Righteous Flame.
        Pillar => "pillar",
        /// Steep Hill.
        SteepHill => "steep_hill",
        /// Temple of Meraveran.
        Meraveran => "meraveran",
        /// Alandell.
        Alandell => "alandell",
        /// Artemis.
        SeesObscured => "sees_obscured",
        /// Dawnbreaker's Initiate.
        Initiate => "initiate",
        /// Dorseus.
        Dorseus => "dorseus",
        /// Eligor.
        Eligor => "eligor",
        /// Temple High Guard.
        FirstStrike => "first_strike",
        /// Blind.
        Blind => "blind",
        /// Eye for an Eye.
        EyeForAnEye => "eye_for_an_eye",
        /// Healing Madrigal.
        Madrigal => "madrigal",
        /// Life Link.
        LifeLink => "life_link",
        /// Song of Love.
        Love => "love",
        /// Chant of Rage.
        Hate => "hate",
        /// Lullaby.
        Lullaby => "lullaby",
        /// Drown.
        Drown => "drown",
        /// Hydrothermal Vent.
        Vent => "vent",
        /// Dispel.
        Dispel => "dispel",
        /// Dissolve.
        Dissolve => "dissolve",
        /// Lesser Teleport.
        Teleport => "teleport",
        /// Martyr's Restoration.
        Restoration => "restoration",
        /// Mending Wave.
        MendingWave => "mending_wave",
        /// Overextend.
        Overextend => "overextend",
        /// Smite.
        Smite => "smite",
        /// Echo of the Depths.
        Echo => "echo",
        /// Ring of the Ocean's Depths.
        RingDiscount => "ring_discount",
        /// Ring of Tides.
        Tides => "tides",
        /// Voice of the Sea.
        Voice => "voice",
        /// Bed of Urchins.
        Urchins => "urchins",
        /// Whirlpool.
        Whirlpool => "whirlpool",
        /// Blightheart.
        InactiveBonus => "inactive_bonus",
        /// Deptonne Berserker.
        BleedDoublestrike => "bleed_doublestrike",
        /// Deptonne Bloodshaman.
        Bloodshaman => "bloodshaman",
        /// Gerard Mantranga.
        Gold => "gold",
        /// Water Elemental.
        Follow => "follow",
        /// The Paladin's Valor, auras and Challenge (MW-22).
        Chivalry => "chivalry",
        /// The Siren's Call and Fermata (MW-23).
        SirenSong => "siren_song",
    }
}

words! {
    /// What an attack's table can bring about.
    Effect {
        /// A Bleed marker.
        Bleed => "bleed",
        /// A Burn marker.
        Burn => "burn",
        /// A Daze marker.
        Daze => "daze",
        /// A Grapple.
        Grapple => "grapple",
        /// A Push.
        Push => "push",
        /// A Rot marker.
        Rot => "rot",
        /// A Snatch.
        Snatch => "snatch",
        /// A Stun marker.
        Stun => "stun",
    }
}

words! {
    /// Types of damage.
    Damage {
        /// Flame.
        Flame => "flame",
        /// Frost.
        Frost => "frost",
        /// Hydro.
        Hydro => "hydro",
        /// Light.
        Light => "light",
        /// Lightning.
        Lightning => "lightning",
        /// Acid.
        Acid => "acid",
        /// Poison.
        Poison => "poison",
    }
}

words! {
    /// How an attack reaches its target.
    Reach {
        /// In the own zone.
        Melee => "melee",
        /// By range.
        Ranged => "ranged",
        /// On whoever passes.
        Passage => "passage",
        /// Neither.
        Unclassified => "unclassified",
    }
}

words! {
    /// What an attack or a spell takes.
    Action {
        /// A quick action.
        Quick => "quick",
        /// A full action.
        Full => "full",
        /// None: it happens.
        Triggered => "triggered",
    }
}

words! {
    /// Where a Mage wears equipment (MW-13.1).
    Slot {
        /// Boots.
        Boots => "boots",
        /// Chest.
        Chest => "chest",
        /// Cloak.
        Cloak => "cloak",
        /// Gloves.
        Gloves => "gloves",
        /// Helmet.
        Helmet => "helmet",
        /// One of two.
        Ring => "ring",
        /// Shield.
        Shield => "shield",
        /// Weapon.
        Weapon => "weapon",
    }
}

words! {
    /// Condition markers (MW-19).
    Condition {
        /// MW-19.2.
        Bleed => "bleed",
        /// MW-19.1.
        Burn => "burn",
        /// MW-19.8.
        Corrode => "corrode",
        /// MW-19.6.
        Cripple => "cripple",
        /// MW-19.3.
        Daze => "daze",
        /// MW-19.9.
        Rot => "rot",
        /// MW-19.5.
        Slam => "slam",
        /// MW-19.13.
        Sleep => "sleep",
        /// MW-19.10.
        Stuck => "stuck",
        /// MW-19.4.
        Stun => "stun",
        /// MW-19.14.
        Tainted => "tainted",
        /// MW-19.7.
        Weak => "weak",
    }
}

words! {
    /// Tokens that lie on objects.
    Token {
        /// Counts down.
        Dissipate => "dissipate",
        /// Gerard's.
        Gold => "gold",
        /// The Temple's.
        Valor => "valor",
        /// Song of Love.
        Love => "love",
        /// Chant of Rage.
        Hate => "hate",
        /// Drown.
        Suffocate => "suffocate",
    }
}

words! {
    /// The Paladin's auras (MW-22.4), by the word of choice lines.
    Aura {
        /// MW-22.9.
        Cleansing => "cleansing",
        /// MW-22.6.
        Martyrs => "martyrs",
        /// MW-22.7.
        Resolute => "resolute",
        /// MW-22.5.
        Retribution => "retribution",
        /// MW-22.10.
        Solar => "solar",
        /// MW-22.8.
        Vengeful => "vengeful",
    }
}

impl Aura {
    /// Valor to activate it (MW-22.4).
    pub const fn cost(self) -> i32 {
        match self {
            Self::Cleansing | Self::Solar | Self::Martyrs | Self::Retribution => 3,
            Self::Resolute | Self::Vengeful => 6,
        }
    }

    /// The other side of its marker.
    #[must_use]
    pub const fn other_side(self) -> Self {
        match self {
            Self::Cleansing => Self::Solar,
            Self::Solar => Self::Cleansing,
            Self::Martyrs => Self::Retribution,
            Self::Retribution => Self::Martyrs,
            Self::Resolute => Self::Vengeful,
            Self::Vengeful => Self::Resolute,
        }
    }
}

words! {
    /// Upkeep tasks (MW-31.2), in the default order of MW-7.5.
    Task {
        /// The Challenge marker.
        Challenge => "challenge",
        /// Malakai's Basilica.
        Basilica => "basilica",
        /// Temple of Meraveran.
        Meraveran => "meraveran",
        /// Dorseus.
        Dorseus => "dorseus",
        /// Life Link.
        LifeLink => "life_link",
        /// Gerard's token.
        Gold => "gold",
        /// Regenerate.
        Regenerate => "regenerate",
        /// Healing Madrigal.
        Madrigal => "madrigal",
        /// Lullaby.
        Lullaby => "lullaby",
        /// Drown.
        Drown => "drown",
        /// Dissipate.
        Dissipate => "dissipate",
        /// A song with a Fermata marker.
        Fermata => "fermata",
        /// Consecrated Ground.
        Consecrated => "consecrated",
        /// Whirlpool.
        Whirlpool => "whirlpool",
        /// Burn.
        Burn => "burn",
        /// Bleed.
        Bleed => "bleed",
        /// Rot.
        Rot => "rot",
    }
}
