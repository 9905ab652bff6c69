//! Which spells may be cast, on what, for how much (MW-2.5, MW-2.6, MW-4, MW-11 to MW-14).

use crate::board::zones::{Border, Direction, Zone, distance};
use crate::contract::Seat;
use crate::mage_wars::catalog::kinds::{Action, Aura, Condition, Kind, Power, Slot, Subtype, Token, Trait};
use crate::mage_wars::catalog::{Card, CardId, TargetKind, XCost};
use crate::mage_wars::choice::{Choice, Tok, Verb};
use crate::mage_wars::frame::On;
use crate::mage_wars::state::{MageWars, Object, ObjectId, Place};

/// Mana to cast an enchantment face down (MW-11.2).
pub const ENCHANTMENT_COST: i32 = 2;
/// Extra mana of an extended wall: its cost and its level (MW-14.6).
pub fn extension_cost(card: &Card) -> i32 {
    card.cost + i32::from(card.level)
}
/// Range of Siren's Call and of the Challenge (MW-22.11, MW-23.2).
const CALL_RANGE: u8 = 2;
/// Most points of Martyr's Restoration.
const RESTORATION: i32 = 5;

impl MageWars {
    /// Mana that a caster's spell may be paid with (MW-4.2).
    pub(in crate::mage_wars) fn purse(&self, seat: Seat, caster: ObjectId) -> i32 {
        let player = self.player(seat);
        let own = if caster == player.mage { 0 } else { self.find(caster).map_or(0, |object| object.mana) };
        player.mana + own
    }

    /// The discount that is ready for a spell cast by the Mage, or for a reveal (MW-4.6).
    pub(in crate::mage_wars) fn discount(&self, seat: Seat, caster: ObjectId, card: &Card, revealing: bool) -> i32 {
        if caster != self.player(seat).mage || (card.kind == Kind::Enchantment && !revealing) {
            return 0;
        }
        let used = &self.player(seat).used;
        let wears = |power| self.with_power(seat, power).next().is_some();
        let ring = !used.ring
            && (card.is(Subtype::Hydro) || card.is(Subtype::Aquatic))
            && card.kind != Kind::Mage
            && wears(Power::RingDiscount);
        let voice = !used.voice && card.is(Subtype::Song) && wears(Power::Voice);
        i32::from(ring) + i32::from(voice)
    }

    /// What an enchantment costs to reveal where it is (MW-12.2).
    pub(in crate::mage_wars) fn reveal_cost(&self, object: &Object) -> i32 {
        let card = self.card_of(object);
        match card.x {
            Some(XCost::HostLevelLessOne) => match object.place {
                Place::On(host) => self.find(host).map_or(0, |host| (i32::from(self.card_of(host).level) - 1).max(0)),
                Place::Zone(_) | Place::Border(_) => card.reveal,
            },
            Some(XCost::OneLessInAquatic) => {
                let aquatic = self.zone_of(object).is_some_and(|zone| self.is_aquatic_zone(zone));
                card.reveal - i32::from(aquatic)
            }
            Some(XCost::TargetTotal | XCost::ItemCost) | None => card.reveal,
        }
    }

    /// What replacing the terrain of a zone costs beyond the new one (MW-14.2).
    fn replacing_cost(&self, zone: Zone) -> i32 {
        let Some(terrain) = self.terrain_in(zone) else { return 0 };
        let on_it = self.attached_to(terrain.id).filter(|object| self.card_of(object).kind.is_conjuration());
        self.card_of(terrain).cost + on_it.map(|object| self.card_of(object).cost).sum::<i32>()
    }

    /// What a spell costs on this target, without discount (MW-4.3).
    pub(in crate::mage_wars) fn cast_cost(&self, card: &Card, on: On, item: Option<ObjectId>) -> i32 {
        let base = if card.kind == Kind::Enchantment { ENCHANTMENT_COST } else { card.cost };
        match (card.kind, on, card.x) {
            (Kind::Terrain, On::Zone(zone), _) => base + self.replacing_cost(zone),
            (_, On::Object(target), Some(XCost::TargetTotal)) => {
                self.find(target).map_or(0, |target| ENCHANTMENT_COST + self.reveal_cost(target))
            }
            (_, _, Some(XCost::ItemCost)) => {
                item.and_then(|item| self.find(item)).map_or(0, |item| self.card_of(item).cost)
            }
            _ => base,
        }
    }

    /// Whether a spell or ability of these subtypes can be aimed at the object at all (MW-11.7).
    fn is_open_to(&self, card: &Card, object: &Object) -> bool {
        let stats = self.stats(object);
        let deaf = card.is(Subtype::Psychic) && stats.has(Trait::PsychicImmunity);
        let dry = card.is(Subtype::Hydro) && card.kind != Kind::Attack && stats.has(Trait::HydroImmunity);
        !deaf && !dry
    }

    /// Range, sight and Obscured of a spell from `from` (MW-1.7 to MW-1.12).
    fn is_in_reach(&self, from: Zone, range: (u8, u8), object: &Object, flying: bool) -> bool {
        let flies = flying || (self.card_of(object).kind.is_creature() && self.stats(object).flies());
        let obscured = self.is_obscured(object);
        self.reachable_in(object).into_iter().flatten().any(|at| {
            let steps = distance(from, at);
            steps >= range.0 && steps <= range.1 && !(obscured && steps > 1) && self.sees(from, at, flies)
        })
    }

    /// Whether the object fits the target bar, wherever it is; `seat` is the caster's side.
    pub(in crate::mage_wars) fn fits_target(&self, seat: Seat, card: &Card, object: &Object) -> bool {
        let rule = &card.target;
        let target = self.card_of(object);
        let fits = match rule.kind {
            Some(TargetKind::Creature) => target.kind.is_creature(),
            Some(TargetKind::CreatureOrConjuration) => {
                (target.kind.is_creature() || target.kind.is_conjuration()) && target.life.is_some()
            }
            Some(TargetKind::Enchantment) => target.kind == Kind::Enchantment && object.revealed,
            Some(TargetKind::Mage) => target.kind == Kind::Mage,
            Some(TargetKind::Terrain) => target.kind == Kind::Terrain,
            Some(TargetKind::Zone | TargetKind::Border) | None => false,
        };
        if !fits {
            return false;
        }
        let stats = self.stats(object);
        (!rule.living || stats.has(Trait::Living))
            && (!rule.nonmage || target.kind != Kind::Mage)
            && (!rule.friendly || object.seat == seat)
            && (!rule.knight || target.is(Subtype::Knight))
            && (!rule.soldier || target.is(Subtype::Soldier))
            && (!rule.inactive || !object.active)
            && (!rule.nonaquatic || !target.is(Subtype::Aquatic))
            && (!rule.aquatic || target.is(Subtype::Aquatic))
            && (!rule.nonflying || !stats.flies())
            && (!rule.paladin || target.has(Power::Chivalry))
            && self.is_open_to(card, object)
    }

    /// Whether the caster may target the object with the card now.
    pub(in crate::mage_wars) fn may_target(&self, caster: &Object, card: &Card, object: &Object) -> bool {
        let Some(from) = self.zone_of(caster) else { return false };
        if !self.fits_target(caster.seat, card, object) {
            return false;
        }
        let flying = self.card_of(caster).kind.is_creature() && self.stats(caster).flies();
        if !self.is_in_reach(from, card.range, object, flying) {
            return false;
        }
        match card.kind {
            // MW-2.5: no second copy of an own enchantment on the same object.
            Kind::Enchantment => self.may_attach(caster.seat, card, Place::On(object.id)),
            Kind::Attack => {
                let attack = &card.attacks[0];
                self.may_attack(caster, &self.stats(caster), attack, object, crate::mage_wars::frame::Source::Spell)
            }
            Kind::Incantation => self.may_do(card, object),
            Kind::Mage
            | Kind::Creature
            | Kind::Conjuration
            | Kind::Terrain
            | Kind::Wall
            | Kind::Equipment
            | Kind::Aura
            | Kind::Marker => true,
        }
    }

    /// What incantations ask of their target beyond the target bar.
    fn may_do(&self, card: &Card, object: &Object) -> bool {
        if card.has(Power::Teleport) {
            let conjured = self.attached_to(object.id).any(|other| self.card_of(other).kind.is_conjuration());
            return !self.stats(object).has(Trait::Anchored) && !conjured;
        }
        if card.has(Power::Overextend) {
            return !object.overextended;
        }
        true
    }

    /// Whether the player may still attach a copy of the enchantment there (MW-2.5).
    fn may_attach(&self, seat: Seat, card: &Card, place: Place) -> bool {
        !self
            .objects
            .iter()
            .any(|object| object.seat == seat && object.place == place && self.card_of(object).id == card.id)
    }

    /// MW-2.5, MW-2.6: whether the zone takes the conjuration.
    fn may_conjure(&self, seat: Seat, card: &Card, zone: Zone) -> bool {
        !self.objects.iter().any(|object| {
            if self.zone_of(object) != Some(zone) {
                return false;
            }
            let other = self.card_of(object);
            other.kind.is_conjuration()
                && ((other.zone_exclusive && card.zone_exclusive) || (object.seat == seat && other.id == card.id))
        })
    }

    /// MW-2.6: Legendary and Unique; hidden enchantments do not count (MW-2.11).
    pub(in crate::mage_wars) fn is_barred_as_unique(&self, seat: Seat, card: &Card) -> bool {
        if !card.legendary && !card.unique {
            return false;
        }
        self.objects.iter().any(|object| {
            object.revealed && self.card_of(object).id == card.id && (card.legendary || object.seat == seat)
        })
    }

    /// Appends what `caster` may cast now: quick spells, and full ones if `full`.
    pub(in crate::mage_wars) fn cast_lines(&self, seat: Seat, caster: ObjectId, full: bool, out: &mut Vec<Choice>) {
        let Some(object) = self.find(caster) else { return };
        let planned = self.player(seat).planned(caster);
        let incapacitated = object.is_incapacitated();
        if incapacitated && self.card_of(object).kind != Kind::Mage {
            return;
        }
        for (place, card) in planned.iter().enumerate() {
            if planned[..place].contains(card) {
                continue;
            }
            let printed = self.catalog.card(*card);
            if printed.action == Some(Action::Full) && (!full || incapacitated) {
                continue;
            }
            if incapacitated && printed.kind == Kind::Attack {
                continue;
            }
            self.card_lines(seat, object, *card, out);
        }
    }

    /// Appends the lines of one card.
    pub(in crate::mage_wars) fn card_lines(&self, seat: Seat, caster: &Object, id: CardId, out: &mut Vec<Choice>) {
        let card = self.catalog.card(id);
        if card.special || card.valor > self.player(seat).valor {
            return;
        }
        if card.kind != Kind::Enchantment && self.is_barred_as_unique(seat, card) {
            return;
        }
        let Some(from) = self.zone_of(caster) else { return };
        match card.kind {
            Kind::Creature => self.price(seat, caster, card, On::Zone(from), None, &[], out),
            Kind::Equipment => self.equip_lines(seat, caster, card, out),
            Kind::Conjuration if card.target.kind == Some(TargetKind::Terrain) => {
                for target in &self.objects {
                    if self.may_target(caster, card, target)
                        && self.attached_to(target.id).all(|on| self.card_of(on).id != card.id)
                    {
                        self.price(seat, caster, card, On::Object(target.id), None, &[self.call(seat, target)], out);
                    }
                }
            }
            Kind::Conjuration | Kind::Terrain => {
                for zone in self.zones_in_reach(caster, from, card.range) {
                    if self.may_conjure(seat, card, zone) {
                        self.price(seat, caster, card, On::Zone(zone), None, &[Tok::zone(zone)], out);
                    }
                }
            }
            Kind::Wall => self.wall_lines(seat, caster, card, id, from, out),
            Kind::Enchantment if card.target.kind == Some(TargetKind::Zone) => {
                for zone in self.zones_in_reach(caster, from, card.range) {
                    if self.may_attach(seat, card, Place::Zone(zone)) {
                        self.price(seat, caster, card, On::Zone(zone), None, &[Tok::zone(zone)], out);
                    }
                }
            }
            Kind::Attack if card.target.kind == Some(TargetKind::Zone) => {
                for zone in self.zones_in_reach(caster, from, card.range) {
                    for direction in Direction::ALL {
                        let word = self.catalog.words.known(direction.as_str());
                        let tokens = [Tok::zone(zone), Tok::word(word)];
                        self.price(seat, caster, card, On::Zone(zone), None, &tokens, out);
                    }
                }
            }
            Kind::Enchantment | Kind::Incantation | Kind::Attack => {
                for target in &self.objects {
                    if self.may_target(caster, card, target) {
                        self.target_lines(seat, caster, card, from, target, out);
                    }
                }
            }
            Kind::Mage | Kind::Aura | Kind::Marker => {}
        }
    }

    /// One target, with the further arguments some cards want (MW-31.5).
    fn target_lines(
        &self,
        seat: Seat,
        caster: &Object,
        card: &Card,
        from: Zone,
        target: &Object,
        out: &mut Vec<Choice>,
    ) {
        let on = On::Object(target.id);
        let name = self.call(seat, target);
        if card.has(Power::Teleport) {
            let at = self.zone_of(target).expect("creatures are in zones");
            let flying = self.stats(caster).flies();
            for zone in self.grid.zones().filter(|zone| distance(*zone, at) <= 1) {
                if self.sees(from, zone, flying) {
                    self.price(seat, caster, card, on, None, &[name, Tok::zone(zone)], out);
                }
            }
        } else if card.has(Power::Dissolve) {
            for item in self.attached_to(target.id).filter(|item| self.card_of(item).kind == Kind::Equipment) {
                self.price(seat, caster, card, on, Some(item.id), &[name, self.call(seat, item)], out);
            }
        } else if card.has(Power::Restoration) {
            for points in 0..=RESTORATION.min(target.damage) {
                self.price(seat, caster, card, on, None, &[name, Tok::number(points)], out);
            }
        } else {
            self.price(seat, caster, card, on, None, &[name], out);
        }
    }

    /// Zones in range and sight.
    pub(in crate::mage_wars) fn zones_in_reach(
        &self,
        caster: &Object,
        from: Zone,
        range: (u8, u8),
    ) -> impl Iterator<Item = Zone> + '_ {
        let flying = self.card_of(caster).kind.is_creature() && self.stats(caster).flies();
        self.grid.zones().filter(move |zone| {
            let steps = distance(from, *zone);
            steps >= range.0 && steps <= range.1 && self.sees(from, *zone, flying)
        })
    }

    /// MW-13.1, MW-13.2: where the item goes. Items are put on the own Mage only (a ruling: README).
    fn equip_lines(&self, seat: Seat, caster: &Object, card: &Card, out: &mut Vec<Choice>) {
        let Some(mage) = self.mage(seat) else { return };
        if !self.may_target(caster, card, mage) {
            return;
        }
        let worn: Vec<&Object> = self.attached_to(mage.id).filter(|item| item.slot.is_some()).collect();
        if worn.iter().any(|item| self.card_of(item).id == card.id) {
            return;
        }
        let on = On::Object(mage.id);
        let name = self.call(seat, mage);
        let rings: Vec<&&Object> = worn.iter().filter(|item| item.slot == Some(Slot::Ring)).collect();
        if card.slots == [Slot::Ring] && rings.len() >= 2 {
            for ring in rings {
                self.price(seat, caster, card, on, None, &[name, self.call(seat, ring)], out);
            }
        } else if card.slots.len() > 1 {
            for slot in &card.slots {
                let word = self.catalog.words.known(slot.as_str());
                self.price(seat, caster, card, on, None, &[name, Tok::word(word)], out);
            }
        } else {
            self.price(seat, caster, card, on, None, &[name], out);
        }
    }

    /// Borders that take a wall: free, with a side in range and sight (MW-14.5).
    fn wall_lines(&self, seat: Seat, caster: &Object, card: &Card, id: CardId, from: Zone, out: &mut Vec<Choice>) {
        let flying = self.card_of(caster).kind.is_creature() && self.stats(caster).flies();
        let is_free = |border: Border| self.wall_on(border).is_none();
        let sides = |border: Border| [border.a, border.b];
        let extends = card.prints(Trait::Extendable)
            && (self.player(seat).book.count(id) > 0)
            && self.purse(seat, caster.id)
                >= card.cost + extension_cost(card) - self.discount(seat, caster.id, card, false);
        for border in self.grid.borders().filter(|border| is_free(*border)) {
            let in_reach = sides(border).into_iter().any(|side| {
                let steps = distance(from, side);
                steps >= card.range.0 && steps <= card.range.1 && self.sees(from, side, flying)
            });
            if !in_reach {
                continue;
            }
            let token = Tok::border(border);
            self.price(seat, caster, card, On::Border(border), None, &[token], out);
            if !extends {
                continue;
            }
            for second in self.grid.borders().filter(|second| second.meets(border) && is_free(*second)) {
                if sides(second).into_iter().any(|side| self.sees(from, side, flying)) {
                    let name = Tok::word(card.own_word);
                    out.push(Choice::with(Verb::Cast, [name, token, Tok::border(second)]));
                }
            }
        }
    }

    /// Puts the options behind a line that can be paid: Gold, and saving a discount (MW-31.5).
    #[expect(clippy::too_many_arguments, reason = "they are the parts of one line")]
    fn price(
        &self,
        seat: Seat,
        caster: &Object,
        card: &Card,
        on: On,
        item: Option<ObjectId>,
        tokens: &[Tok],
        out: &mut Vec<Choice>,
    ) {
        let cost = self.cast_cost(card, on, item);
        let purse = self.purse(seat, caster.id);
        let discount = self.discount(seat, caster.id, card, false).min(cost);
        let line = || std::iter::once(Tok::word(card.own_word)).chain(tokens.iter().copied());
        let words = &self.catalog.words;
        if cost - discount <= purse {
            out.push(Choice::with(Verb::Cast, line()));
        }
        if discount > 0 && cost <= purse {
            out.push(Choice::with(Verb::Cast, line().chain([Tok::word(words.save)])));
        }
        let gold = self.gold_for(seat, caster.id, card).min(cost);
        for spent in 1..=gold {
            if cost - spent <= purse {
                out.push(Choice::with(Verb::Cast, line().chain([Tok::word(words.gold), Tok::number(spent)])));
            }
        }
    }

    /// MW-4.4: Gold tokens that the Mage may spend on the creature.
    pub(in crate::mage_wars) fn gold_for(&self, seat: Seat, caster: ObjectId, card: &Card) -> i32 {
        let fits = card.kind == Kind::Creature
            && caster == self.player(seat).mage
            && (card.is(Subtype::Soldier) || card.is(Subtype::Pirate));
        if !fits {
            return 0;
        }
        self.with_power(seat, Power::Gold).map(|object| i32::from(object.token(Token::Gold))).sum()
    }

    /// Siren's Call and Cleansing Aura (MW-11.10): quick, by the Mage.
    pub(in crate::mage_wars) fn ability_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        let player = self.player(seat);
        let Some(mage) = self.mage(seat) else { return };
        let card = self.card_of(mage);
        if card.has(Power::SirenSong) && player.call.is_none() && player.mana >= 1 {
            let from = self.zone_of(mage).expect("Mages are in zones");
            for target in self.objects.iter().filter(|target| self.card_of(target).kind == Kind::Creature) {
                let open = !self.stats(target).has(Trait::PsychicImmunity);
                if open && self.is_in_reach(from, (0, CALL_RANGE), target, false) {
                    out.push(Choice::with(Verb::Call, [self.call(seat, target)]));
                }
            }
        }
        if player.has_aura(Aura::Cleansing) && player.valor >= 1 {
            let from = self.zone_of(mage).expect("Mages are in zones");
            for target in self.creatures_in(from).filter(|target| target.seat == seat) {
                let name = self.call(seat, target);
                out.push(Choice::with(Verb::Cleanse, [name]));
                for (condition, cost) in POISONS {
                    if target.condition(condition) > 0 && player.mana >= cost {
                        let word = self.catalog.words.known(condition.as_str());
                        out.push(Choice::with(Verb::Cleanse, [name, Tok::word(word)]));
                    }
                }
            }
        }
    }

    /// Whether the Challenge may be placed on the creature (MW-22.11).
    pub(in crate::mage_wars) fn may_challenge(&self, seat: Seat, target: &Object) -> bool {
        let Some(from) = self.mage(seat).and_then(|mage| self.zone_of(mage)) else { return false };
        target.seat != seat
            && self.card_of(target).kind.is_creature()
            && self.is_in_reach(from, (0, CALL_RANGE), target, false)
    }

    /// Whether something in `from` sees the object, whatever the range (Basilica, further targets: MW-11.6).
    pub(in crate::mage_wars) fn is_in_sight(&self, from: Zone, target: &Object, flying: bool) -> bool {
        self.is_in_reach(from, (0, u8::MAX), target, flying)
    }
}

/// Poison conditions and their removal costs (MW-19).
pub const POISONS: [(Condition, i32); 4] =
    [(Condition::Cripple, 4), (Condition::Rot, 2), (Condition::Tainted, 3), (Condition::Weak, 2)];
