//! A card: as it stands in the file, and as play wants it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::kinds::{Action, Damage, Effect, Kind, Power, Reach, School, Scope, Slot, Subtype, Trait};
use super::words::{Word, spelled};
use crate::dice::Band;

/// A card's place in the order of ids.
#[derive(Copy, Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u8);

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SchoolEntry {
    pub school: School,
    pub level: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TraitEntry {
    name: Trait,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GrantEntry {
    to: Scope,
    #[serde(rename = "trait")]
    gives: Trait,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BandEntry {
    from: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<i32>,
    does: Vec<Effect>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VersusEntry {
    who: String,
    bonus: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackEntry {
    name: String,
    action: Action,
    kind: Reach,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    range: Option<[u8; 2]>,
    dice: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    damage: Option<Damage>,
    #[serde(default)]
    zone: bool,
    #[serde(default)]
    traits: Vec<TraitEntry>,
    #[serde(default)]
    effects: Vec<BandEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vs: Option<VersusEntry>,
    #[serde(default)]
    mana: i32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DefenseEntry {
    threshold: i32,
    uses: u8,
}

/// A card as the catalogue has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardEntry {
    pub id: String,
    name: String,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    #[serde(default)]
    subtypes: Vec<String>,
    #[serde(default)]
    schools: Vec<SchoolEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    join: Option<Join>,
    #[serde(default)]
    level: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reveal: Option<i32>,
    #[serde(default)]
    valor: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<XCost>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    action: Option<Action>,
    #[serde(default)]
    range: [u8; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(default)]
    armor: i32,
    #[serde(default)]
    no_armor: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    life: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    channeling: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subclass: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    defense: Option<DefenseEntry>,
    #[serde(default)]
    slots: Vec<Slot>,
    #[serde(default)]
    attacks: Vec<AttackEntry>,
    #[serde(default)]
    traits: Vec<TraitEntry>,
    #[serde(default)]
    grants: Vec<GrantEntry>,
    #[serde(default)]
    unique: Vec<Uniqueness>,
    #[serde(default)]
    only: Vec<Only>,
    #[serde(default)]
    flags: Vec<Flag>,
    #[serde(default)]
    powers: Vec<Power>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    casts: Option<Casts>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    excludes: Option<String>,
    #[serde(default)]
    special: bool,
    #[serde(default)]
    text: String,
}

/// How the schools of a card go together (MW-2.7).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// All of them.
    And,
    /// Any of them.
    Or,
}

/// MW-2.6.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uniqueness {
    /// One in a spellbook.
    Epic,
    /// One in play.
    Legendary,
    /// One in play a player.
    Unique,
    /// One of these in a zone.
    ZoneExclusive,
}

/// Who may have the card (MW-5.1).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Only {
    /// Who is trained in Holy.
    HolyMage,
    /// Who is trained in War.
    WarMage,
    /// Who is trained in Water.
    WaterMage,
    /// The Paladin.
    Paladin,
    /// The Siren.
    Siren,
}

/// MW-20.12.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Goes back to the spellbook.
    Cantrip,
    /// Cast by Mages only.
    Magecast,
    /// Always 1 spell point.
    Novice,
}

/// What a familiar or a spawnpoint may cast.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Casts {
    /// Cassiel.
    HealingOrProtection,
    /// Naiya.
    WaterNoncreatureOrSong,
    /// Echo of the Depths.
    WaterCreature,
    /// Crusade Banner.
    HolyCreature,
}

/// A cost that depends on what the spell is on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum XCost {
    /// Reveal: the host's level less 1.
    HostLevelLessOne,
    /// Reveal: 1 less on a zone with an aquatic terrain.
    OneLessInAquatic,
    /// Cast: all that the target enchantment cost (MW-12.8).
    TargetTotal,
    /// Cast: the item's casting cost.
    ItemCost,
}

/// What may be targeted.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TargetKind {
    /// A creature.
    Creature,
    /// A creature or a conjuration with Life.
    CreatureOrConjuration,
    /// A revealed enchantment.
    Enchantment,
    /// A Mage.
    Mage,
    /// A terrain.
    Terrain,
    /// A zone.
    Zone,
    /// A border without wall.
    Border,
}

/// A target bar: `creature:living:nonmage`.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one word of a target bar")]
pub struct TargetRule {
    /// What sort of thing; `None`: no target.
    pub kind: Option<TargetKind>,
    /// It must live.
    pub living: bool,
    /// No Mage.
    pub nonmage: bool,
    /// The caster's side.
    pub friendly: bool,
    /// A knight.
    pub knight: bool,
    /// A soldier.
    pub soldier: bool,
    /// Its action marker is used.
    pub inactive: bool,
    /// Not aquatic.
    pub nonaquatic: bool,
    /// Aquatic.
    pub aquatic: bool,
    /// Not Flying.
    pub nonflying: bool,
    /// The Paladin.
    pub paladin: bool,
}

impl TargetRule {
    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(':');
        let kind = match words.next()? {
            "creature" => TargetKind::Creature,
            "creature_or_conjuration" => TargetKind::CreatureOrConjuration,
            "enchantment" => TargetKind::Enchantment,
            "mage" => TargetKind::Mage,
            "terrain" => TargetKind::Terrain,
            "zone" => TargetKind::Zone,
            "zone_border" => TargetKind::Border,
            _ => return None,
        };
        let mut rule = Self { kind: Some(kind), ..Self::default() };
        for word in words {
            let flag = match word {
                "living" => &mut rule.living,
                "nonmage" => &mut rule.nonmage,
                "friendly" => &mut rule.friendly,
                "knight" => &mut rule.knight,
                "soldier" => &mut rule.soldier,
                "inactive" => &mut rule.inactive,
                "nonaquatic" => &mut rule.nonaquatic,
                "aquatic" => &mut rule.aquatic,
                "nonflying" => &mut rule.nonflying,
                "paladin" => &mut rule.paladin,
                "revealed" => continue,
                _ => return None,
            };
            *flag = true;
        }
        Some(rule)
    }
}

/// What a card gives.
#[derive(Copy, Clone, Debug)]
pub struct Grant {
    /// To whom.
    pub to: Scope,
    /// What.
    pub gives: Trait,
    /// How much.
    pub value: i32,
}

/// One attack printed on a card.
#[derive(Clone, Debug)]
pub struct AttackCard {
    /// As choice lines say it.
    pub id: Arc<str>,
    /// The same, among all words.
    pub word: Word,
    /// What it takes.
    pub action: Action,
    /// How it reaches.
    pub reach: Reach,
    /// From and to.
    pub range: (u8, u8),
    /// Dice.
    pub dice: i32,
    /// Type of damage.
    pub damage: Option<Damage>,
    /// It hits a whole zone.
    pub zone: bool,
    /// Its own Piercing.
    pub piercing: i32,
    /// Bonus against nonliving creatures: dice and effect total (MW-16.6).
    pub vs_nonliving: i32,
    /// Mana to declare it.
    pub mana: i32,
    /// Bands of its table, with what each does.
    pub bands: Vec<(Band, Vec<Effect>)>,
    traits: u64,
}

impl AttackCard {
    /// The attack of a wall that stops a Push (MW-17.5).
    pub(super) fn bash(dice: i32) -> Self {
        Self {
            id: "bash".into(),
            word: Word::default(),
            action: Action::Triggered,
            reach: Reach::Unclassified,
            range: (0, 0),
            dice,
            damage: None,
            zone: false,
            piercing: 0,
            vs_nonliving: 0,
            mana: 0,
            bands: Vec::new(),
            traits: 1 << Trait::Unavoidable as u64,
        }
    }

    /// Whether the attack itself has the trait.
    #[inline]
    pub const fn has(&self, wanted: Trait) -> bool {
        self.traits & (1 << wanted as u64) != 0
    }
}

/// A card as play wants it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one printed word")]
pub struct Card {
    /// As choice lines say it.
    pub id: Arc<str>,
    /// As printed.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Level; a Mage's is 6 (MW-2.7).
    pub level: u8,
    /// Schools with their levels.
    pub schools: Vec<(School, u8)>,
    /// How they go together.
    pub join: Option<Join>,
    /// Mana to cast; 0 where X.
    pub cost: i32,
    /// Mana to reveal.
    pub reveal: i32,
    /// Valor to cast.
    pub valor: i32,
    /// A cost that depends.
    pub x: Option<XCost>,
    /// What casting takes.
    pub action: Option<Action>,
    /// From and to.
    pub range: (u8, u8),
    /// What it may be cast on.
    pub target: TargetRule,
    /// Armor.
    pub armor: i32,
    /// It cannot have any.
    pub no_armor: bool,
    /// Life, if it has any.
    pub life: Option<i32>,
    /// Channeling, if it has any.
    pub channeling: Option<i32>,
    /// Threshold and uses a round.
    pub defense: Option<(i32, u8)>,
    /// Where it may be worn.
    pub slots: Vec<Slot>,
    /// Attacks.
    pub attacks: Vec<AttackCard>,
    /// Traits with values.
    pub traits: Vec<(Trait, i32)>,
    /// What it gives.
    pub grants: Vec<Grant>,
    /// One in a spellbook.
    pub epic: bool,
    /// One in play.
    pub legendary: bool,
    /// One in play a player.
    pub unique: bool,
    /// One of these in a zone.
    pub zone_exclusive: bool,
    /// Who may have it.
    pub only: Vec<Only>,
    /// Goes back to the spellbook.
    pub cantrip: bool,
    /// Cast by Mages only.
    pub magecast: bool,
    /// Always 1 spell point.
    pub novice: bool,
    /// What it may cast itself.
    pub casts: Option<Casts>,
    /// Its text is not played yet.
    pub special: bool,
    /// Tokens when it comes into play.
    pub dissipate: i32,
    /// Own bare name, and as the opponent's.
    pub own_word: Word,
    /// `foe:` name.
    pub foe_word: Word,
    subtypes: u32,
    powers: u64,
    trait_bits: u64,
}

fn amount(value: Option<i32>) -> i32 {
    value.unwrap_or(1)
}

impl Card {
    pub(super) fn new(entry: &CardEntry) -> Result<Self, (&'static str, String)> {
        let is_word = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        if !is_word(&entry.id) {
            return Err(("id", "an id is made of small letters, digits and _".to_owned()));
        }
        let target = match &entry.target {
            None => TargetRule::default(),
            Some(text) => TargetRule::parse(text).ok_or_else(|| ("target", format!("{text:?} is no target bar")))?,
        };
        let mut attacks = Vec::new();
        for attack in &entry.attacks {
            if attack.vs.as_ref().is_some_and(|versus| versus.who != "nonliving_creatures") {
                return Err(("attacks.vs", "the only bonus known is against nonliving_creatures".to_owned()));
            }
            let mut traits = 0u64;
            let mut piercing = 0;
            for each in &attack.traits {
                traits |= 1 << each.name as u64;
                if each.name == Trait::Piercing {
                    piercing = amount(each.value);
                }
            }
            let range = attack.range.unwrap_or_default();
            let bands = attack.effects.iter().map(|band| (Band { from: band.from, to: band.to }, band.does.clone()));
            attacks.push(AttackCard {
                id: spelled(&attack.name).into(),
                word: Word::default(),
                action: attack.action,
                reach: attack.kind,
                range: (range[0], range[1]),
                dice: attack.dice,
                damage: attack.damage,
                zone: attack.zone,
                piercing,
                vs_nonliving: attack.vs.as_ref().map_or(0, |versus| versus.bonus),
                mana: attack.mana,
                bands: bands.collect(),
                traits,
            });
        }
        let known = entry.subtypes.iter().filter_map(|word| Subtype::parse(word));
        let traits: Vec<(Trait, i32)> = entry.traits.iter().map(|each| (each.name, amount(each.value))).collect();
        let grants =
            entry.grants.iter().map(|grant| Grant { to: grant.to, gives: grant.gives, value: amount(grant.value) });
        Ok(Self {
            id: entry.id.as_str().into(),
            name: entry.name.clone(),
            kind: entry.kind,
            level: entry.level,
            schools: entry.schools.iter().map(|school| (school.school, school.level)).collect(),
            join: entry.join,
            cost: entry.cost.unwrap_or(0),
            reveal: entry.reveal.unwrap_or(0),
            valor: entry.valor,
            x: entry.x,
            action: entry.action,
            range: (entry.range[0], entry.range[1]),
            target,
            armor: entry.armor,
            no_armor: entry.no_armor,
            life: entry.life,
            channeling: entry.channeling,
            defense: entry.defense.as_ref().map(|defense| (defense.threshold, defense.uses)),
            slots: entry.slots.clone(),
            attacks,
            dissipate: traits.iter().find(|(name, _)| *name == Trait::Dissipate).map_or(0, |(_, value)| *value),
            trait_bits: traits.iter().fold(0, |bits, (name, _)| bits | (1 << *name as u64)),
            traits,
            grants: grants.collect(),
            epic: entry.unique.contains(&Uniqueness::Epic),
            legendary: entry.unique.contains(&Uniqueness::Legendary),
            unique: entry.unique.contains(&Uniqueness::Unique),
            zone_exclusive: entry.unique.contains(&Uniqueness::ZoneExclusive),
            only: entry.only.clone(),
            cantrip: entry.flags.contains(&Flag::Cantrip),
            magecast: entry.flags.contains(&Flag::Magecast),
            novice: entry.flags.contains(&Flag::Novice),
            casts: entry.casts,
            special: entry.special,
            own_word: Word::default(),
            foe_word: Word::default(),
            subtypes: known.fold(0, |bits, subtype| bits | (1 << subtype as u32)),
            powers: entry.powers.iter().fold(0, |bits, power| bits | (1 << *power as u64)),
        })
    }

    /// Whether it has the subtype.
    #[inline]
    pub const fn is(&self, subtype: Subtype) -> bool {
        self.subtypes & (1 << subtype as u32) != 0
    }

    /// Whether it has the power.
    #[inline]
    pub const fn has(&self, power: Power) -> bool {
        self.powers & (1 << power as u64) != 0
    }

    /// Whether it has the trait printed.
    #[inline]
    pub const fn prints(&self, wanted: Trait) -> bool {
        self.trait_bits & (1 << wanted as u64) != 0
    }

    /// Whether it counts as a card of the school (MW-2.7); Mages belong to none (MW-2.9).
    pub fn of(&self, school: School) -> bool {
        self.schools.iter().any(|(known, _)| *known == school)
    }

    /// Whether it can be planned at all: a spell whose text is played.
    pub fn is_playable(&self) -> bool {
        !self.special && self.is_spell()
    }

    /// Whether it belongs into a spellbook.
    pub const fn is_spell(&self) -> bool {
        match self.kind {
            Kind::Creature
            | Kind::Conjuration
            | Kind::Terrain
            | Kind::Wall
            | Kind::Equipment
            | Kind::Enchantment
            | Kind::Incantation
            | Kind::Attack => true,
            Kind::Mage | Kind::Aura | Kind::Marker => false,
        }
    }

    /// Whether a caster that is bound to `casts` may prepare it (MW-7.10).
    pub fn suits(&self, casts: Casts) -> bool {
        if self.magecast {
            return false;
        }
        match casts {
            Casts::HealingOrProtection => self.is(Subtype::Healing) || self.is(Subtype::Protection),
            Casts::WaterNoncreatureOrSong => {
                (self.of(School::Water) && self.kind != Kind::Creature) || self.is(Subtype::Song)
            }
            Casts::WaterCreature => self.of(School::Water) && self.kind == Kind::Creature,
            Casts::HolyCreature => self.of(School::Holy) && self.kind == Kind::Creature,
        }
    }
}
