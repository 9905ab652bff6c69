//! What is being resolved counts as what it will probably bring.

use super::{LIFE, MANA};
use crate::contract::Seat;
use crate::dice::Protection;
use crate::mage_wars::catalog::kinds::{Condition, Kind, Power, Subtype, Trait};
use crate::mage_wars::catalog::{AttackCard, CardId};
use crate::mage_wars::frame::{Activation, Attack, AttackStep, Cast, Frame, On, Source, Spell};
use crate::mage_wars::state::{MageWars, Object, Place};

/// A creature that acts, has its action left and stands among foes: those act first.
const READY: i64 = 3;
/// A point of mana of a new creature, item, conjuration: what they will be worth.
const SUMMONED: i64 = 42;
const EQUIPPED: i64 = 28;
const CONJURED: i64 = 22;
const TERRAIN: i64 = 15;
/// Siren's Call on a foe that has still to act, on a swimmer of one's own.
const CALL: i64 = 35;
/// A point that Alandell pays, when there is somebody to strike.
const ALANDELL: i64 = 45;
/// What a healing spell heals, about.
const HEALED: i64 = 4;

impl MageWars {
    /// What is under way, for `seat`.
    pub(super) fn pending_value(&self, seat: Seat) -> i64 {
        let signed = |of: Seat, value: i64| if of == seat { value } else { -value };
        let each = |frame: &Frame| match frame {
            Frame::Cast(cast) if cast.step < 4 && !cast.cancelled => signed(cast.seat, self.promised(cast)),
            Frame::Attack(attack) => -self.threat(attack).map_or(0, |(owner, harm)| signed(owner, harm)),
            Frame::Hurt(hurt) => self
                .find(hurt.target)
                .map_or(0, |target| -signed(target.seat, self.harm(target, LIFE * i64::from(hurt.amount)))),
            Frame::Activation(acting) => signed(acting.seat, self.readiness(acting)),
            Frame::Round(_)
            | Frame::Upkeep(_)
            | Frame::Planning
            | Frame::Deploy(_)
            | Frame::Quickcasts(_)
            | Frame::Stage(_)
            | Frame::Cast(_)
            | Frame::Reveal(_)
            | Frame::Move(_)
            | Frame::ZoneAttack(_)
            | Frame::Displace(_)
            | Frame::Enter(_)
            | Frame::Heal(_)
            | Frame::Check
            | Frame::Expire(_)
            | Frame::Ask(_) => 0,
        };
        self.stack.iter().map(each).sum()
    }

    /// What so many hundredths of a point of damage take from an object.
    fn harm(&self, target: &Object, damage: i64) -> i64 {
        let stats = self.stats(target);
        let left = LIFE * i64::from((stats.life.unwrap_or(0) - Self::suffered(target)).max(0));
        let (point, end) = self.fragility(target, &stats);
        damage.min(left) * point / LIFE + if damage >= left { end } else { 0 }
    }

    /// The damage that so many dice do on average against armor, in hundredths: half of the points are critical (MW-16.1).
    const fn average(dice: i32, armor: i32) -> i64 {
        let half = 50 * dice as i64;
        let normal = half - 80 * if armor > 0 { armor as i64 } else { 0 };
        half + if normal > 0 { normal } else { 0 }
    }

    /// What an attack will take, and from whose side.
    fn threat(&self, attack: &Attack) -> Option<(Seat, i64)> {
        if attack.failed || attack.harmless || attack.step >= AttackStep::Effects {
            return None;
        }
        let defender = self.find(attack.defender)?;
        let stats = self.stats(defender);
        let damage = if attack.step > AttackStep::RollDice {
            let protection = Protection {
                armor: stats.armor - attack.piercing,
                resilient: stats.has(Trait::Resilient),
                all_critical: attack.smite,
            };
            LIFE * i64::from(crate::dice::damage(&attack.dice, protection))
        } else {
            let pool = self.pool(attack);
            let sure = Self::average(pool.dice, if attack.smite { 0 } else { stats.armor - pool.piercing });
            let dazed =
                attack.attacker.and_then(|id| self.find(id)).is_some_and(|it| it.condition(Condition::Daze) > 0);
            if dazed && attack.step <= AttackStep::RollToMiss { sure / 2 } else { sure }
        };
        let harm = self.harm(defender, damage);
        let mirrored = attack.eye.is_some();
        let answered = attack.source == Source::Action && attack.guarded && !mirrored;
        let back = match attack.attacker.and_then(|id| self.find(id)) {
            Some(attacker) if mirrored => self.harm(attacker, damage),
            Some(attacker) if answered => {
                let dice = self.card_of(defender).attacks.iter().map(|own| own.dice).max().unwrap_or(0);
                self.harm(attacker, Self::average(dice, self.stats(attacker).armor)) / 2
            }
            _ => 0,
        };
        // What comes back is the attacker's loss, and so the defender's gain.
        Some((defender.seat, harm - back))
    }

    /// Whether the acting creature could still strike somebody; what Alandell has paid for that.
    fn readiness(&self, acting: &Activation) -> i64 {
        let Some(actor) = self.find(acting.actor).filter(|_| !acting.acted) else { return 0 };
        let Some(at) = self.bound_for(actor) else { return 0 };
        if !self.creatures_in(at).any(|other| other.seat != acting.seat) {
            return 0;
        }
        READY + ALANDELL * i64::from(acting.paid)
    }

    /// What a spell that is being cast will bring.
    fn promised(&self, cast: &Cast) -> i64 {
        let Spell::Card(id) = cast.spell else { return self.ability(cast) };
        let card = self.catalog.card(id);
        let cost = i64::from(card.cost);
        match card.kind {
            Kind::Creature => SUMMONED * cost,
            Kind::Conjuration | Kind::Wall => CONJURED * cost,
            Kind::Terrain => match cast.on {
                On::Zone(zone) => TERRAIN * cost + self.terrain_use(cast.seat, card, Some(zone)),
                On::Object(_) | On::Border(_) => 0,
            },
            Kind::Equipment => {
                EQUIPPED * cost - cast.replaces.and_then(|old| self.find(old)).map_or(0, |old| self.worth(old))
            }
            Kind::Enchantment => {
                let place = match cast.on {
                    On::Object(host) => Place::On(host),
                    On::Zone(zone) => Place::Zone(zone),
                    On::Border(border) => Place::Border(border),
                };
                let full = self.enchantment_use(cast.seat, card, place);
                self.hidden_worth(full, card.reveal)
            }
            Kind::Incantation => self.incantation(cast, id),
            Kind::Attack => match cast.on {
                On::Object(target) => self.find(target).map_or(0, |target| self.spell_harm(cast.seat, id, target)),
                On::Zone(zone) => self.creatures_in(zone).map(|target| self.spell_harm(cast.seat, id, target)).sum(),
                On::Border(_) => 0,
            },
            Kind::Mage | Kind::Aura | Kind::Marker => 0,
        }
    }

    /// What an attack spell of `seat` does to the target, as a gain of `seat`.
    pub(super) fn spell_harm(&self, seat: Seat, id: CardId, target: &Object) -> i64 {
        let Some(AttackCard { dice, piercing, .. }) = self.catalog.card(id).attacks.first() else { return 0 };
        let harm = self.harm(target, Self::average(*dice, self.stats(target).armor - piercing));
        if target.seat == seat { -harm } else { harm }
    }

    fn incantation(&self, cast: &Cast, id: CardId) -> i64 {
        let card = self.catalog.card(id);
        let On::Object(target) = cast.on else { return 0 };
        let Some(target) = self.find(target) else { return 0 };
        let signed = |value: i64| if target.seat == cast.seat { value } else { -value };
        if card.has(Power::Smite) {
            return super::SMITE;
        }
        if card.has(Power::Dispel) {
            return -signed(self.worth(target));
        }
        if card.has(Power::Dissolve) {
            let item = cast.further.first().and_then(|on| if let On::Object(id) = on { self.find(*id) } else { None });
            return -signed(item.map_or(0, |item| self.worth(item)));
        }
        if card.is(Subtype::Healing) && !card.has(Power::Restoration) {
            let (point, _) = self.fragility(target, &self.stats(target));
            return signed(point * HEALED.min(i64::from(target.damage)));
        }
        0
    }

    /// Siren's Call, Cleansing Aura.
    fn ability(&self, cast: &Cast) -> i64 {
        let On::Object(target) = cast.on else { return 0 };
        let Some(target) = self.find(target) else { return 0 };
        let own = target.seat == cast.seat;
        match cast.spell {
            Spell::Call if own => {
                if target.active && self.card_of(target).is(Subtype::Aquatic) {
                    CALL
                } else {
                    0
                }
            }
            Spell::Call => {
                if target.active {
                    CALL
                } else {
                    0
                }
            }
            Spell::Cleanse(condition) => {
                let (point, _) = self.fragility(target, &self.stats(target));
                let lifted = if condition.is_some() { 2 * MANA } else { 0 };
                lifted + point * 2.min(i64::from(target.damage))
            }
            Spell::Card(_) => 0,
        }
    }
}
