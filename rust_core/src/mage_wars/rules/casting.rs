//! MW-11: casting, step by step.

use arrayvec::ArrayVec;

use crate::board::zones::Direction;
use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Aura, Condition, Damage, Kind, Power, Slot, Subtype, Token};
use crate::mage_wars::catalog::{Card, CardId};
use crate::mage_wars::choice::{Choice, Said, Tok, Verb};
use crate::mage_wars::event::{Aim, Happening};
use crate::mage_wars::frame::{Cast, Frame, On, Spell, Window};
use crate::mage_wars::legal::{POISONS, extension_cost};
use crate::mage_wars::state::{MageWars, ObjectId};

/// Creatures that Mending Wave heals at most.
const WAVES: usize = 3;

/// The options behind a line.
struct Options {
    gold: i32,
    save: bool,
}

impl MageWars {
    /// Reads the arguments of a listed `cast` line.
    fn read_cast(&self, seat: Seat, caster: ObjectId, choice: Choice) -> (CardId, Cast, Options) {
        let words = &self.catalog.words;
        let Said::Word(name, _) = choice.args[0].says() else { unreachable!("a spell has a name") };
        let (id, _) = words.card(name).expect("a listed card");
        let card = self.catalog.card(id);
        let from = self.zone(caster);
        let mut options = Options { gold: 0, save: false };
        let mut on = None;
        let mut cast = Cast {
            seat,
            caster,
            from,
            spell: Spell::Card(id),
            on: On::Object(caster),
            at: None,
            further: ArrayVec::new(),
            slot: card.slots.first().copied(),
            replaces: None,
            number: 0,
            direction: None,
            named: 0,
            step: 1,
            healed: 0,
            cancelled: false,
        };
        let mut is_gold = false;
        for token in choice.tokens().skip(1) {
            let target = match token.says() {
                Said::None => continue,
                Said::Number(number) => {
                    if is_gold {
                        options.gold = number;
                    } else {
                        cast.number = number;
                    }
                    continue;
                }
                Said::Zone(zone) => On::Zone(zone),
                Said::Border(border) => On::Border(border),
                Said::Word(word, 0) if word == words.gold => {
                    is_gold = true;
                    continue;
                }
                Said::Word(word, 0) if word == words.save => {
                    options.save = true;
                    continue;
                }
                Said::Word(word, number) => {
                    if let Some(object) = self.called(seat, Tok::named(word, number)) {
                        On::Object(object)
                    } else {
                        let text = words.text(word);
                        cast.direction = Direction::parse(text).or(cast.direction);
                        cast.slot = Slot::parse(text).or(cast.slot);
                        continue;
                    }
                }
            };
            match (on, target) {
                (None, _) => on = Some(target),
                (Some(_), On::Object(item)) if card.kind == Kind::Equipment => cast.replaces = Some(item),
                (Some(_), _) => cast.further.push(target),
            }
        }
        let here = from.map(On::Zone);
        cast.on = on.or(here).expect("a caster is in a zone");
        (id, cast, options)
    }

    /// MW-11.2, its first half: everything chosen is paid for and told.
    pub(super) fn begin_cast(&mut self, seat: Seat, caster: ObjectId, choice: Choice, sink: &mut impl Sink<Happening>) {
        let (id, mut cast, options) = self.read_cast(seat, caster, choice);
        let card = self.catalog.card(id).clone();
        let item = cast.further.first().and_then(|on| if let On::Object(item) = on { Some(*item) } else { None });
        let extended = card.kind == Kind::Wall && !cast.further.is_empty();
        let full = self.cast_cost(&card, cast.on, item) + if extended { extension_cost(&card) } else { 0 };
        let discount = if options.save { 0 } else { self.discount(seat, caster, &card, false).min(full) };
        if discount > 0 {
            self.use_discounts(seat, &card, full);
        }
        let cost = full - discount;
        self.spend_gold(seat, options.gold, sink);
        self.pay(seat, caster, cost - options.gold, sink);
        self.gain_valor(seat, -card.valor, sink);
        self.player_mut(seat).unplan(caster, id);
        if extended {
            let had = self.player_mut(seat).book.take(id);
            debug_assert!(had, "a second wall is in the book");
        }
        cast.at = self.stands(cast.on);
        let mut enchantment = None;
        if card.kind == Kind::Enchantment {
            let player = self.player_mut(seat);
            player.enchantments += 1;
            cast.named = player.enchantments;
            enchantment = Some(Self::hidden_name(seat, cast.named));
        }
        let targets = std::iter::once(cast.on).chain(cast.further.iter().copied());
        let targets = targets.filter_map(|on| self.aim(on)).collect();
        if let Some(caster) = self.name_id(caster) {
            sink.push(Happening::SpellCast { caster, card: Some(self.id_of(id)), enchantment, targets, cost });
        }
        self.stack.push(Frame::Cast(cast));
    }

    /// MW-4.2, MW-4.7: own mana first.
    fn pay(&mut self, seat: Seat, caster: ObjectId, amount: i32, sink: &mut impl Sink<Happening>) {
        let mage = self.player(seat).mage;
        let own = if caster == mage { 0 } else { self.find(caster).map_or(0, |object| object.mana.min(amount)) };
        self.change_mana(caster, -own, sink);
        self.pay_mage(seat, amount - own, sink);
    }

    /// MW-4.4.
    fn spend_gold(&mut self, seat: Seat, mut amount: i32, sink: &mut impl Sink<Happening>) {
        while amount > 0 {
            let Some(purse) = self.with_power(seat, Power::Gold).find(|object| object.token(Token::Gold) > 0) else {
                return;
            };
            let (id, spent) = (purse.id, amount.min(i32::from(purse.token(Token::Gold))));
            self.add_tokens(id, Token::Gold, -spent, sink);
            amount -= spent;
        }
    }

    /// Siren's Call and Cleansing Aura run through the steps as well (MW-11.10).
    pub(super) fn begin_ability(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        let mage = self.player(seat).mage;
        let target = self.called(seat, choice.args[0]).expect("a listed target");
        let spell = if choice.verb == Verb::Call {
            self.pay_mage(seat, 1, sink);
            Spell::Call
        } else {
            self.gain_valor(seat, -1, sink);
            let condition = match choice.args[1].says() {
                Said::Word(word, _) => Condition::parse(self.catalog.words.text(word)),
                Said::None | Said::Number(_) | Said::Zone(_) | Said::Border(_) => None,
            };
            let price = POISONS.iter().find(|(poison, _)| Some(*poison) == condition).map_or(0, |(_, price)| *price);
            self.pay_mage(seat, price, sink);
            Spell::Cleanse(condition)
        };
        let on = On::Object(target);
        let targets = self.aim(on).into_iter().collect();
        if let Some(caster) = self.name_id(mage) {
            sink.push(Happening::SpellCast { caster, card: None, enchantment: None, targets, cost: 1 });
        }
        self.stack.push(Frame::Cast(Cast {
            seat,
            caster: mage,
            from: self.zone(mage),
            spell,
            on,
            at: self.stands(on),
            further: ArrayVec::new(),
            slot: None,
            replaces: None,
            number: 0,
            direction: None,
            named: 0,
            step: 1,
            healed: 0,
            cancelled: false,
        }));
    }

    /// Where a target stands.
    fn stands(&self, on: On) -> Option<crate::board::zones::Zone> {
        match on {
            On::Object(id) => self.zone(id),
            On::Zone(zone) => Some(zone),
            On::Border(border) => Some(border.a),
        }
    }

    fn aim(&self, on: On) -> Option<Aim> {
        match on {
            On::Object(id) => self.name_id(id).map(Aim::Object),
            On::Zone(zone) => Some(Aim::Zone(zone)),
            On::Border(border) => Some(Aim::Border(border)),
        }
    }

    /// The card of a spell, unless it is an ability.
    pub(super) fn spell_card(&self, cast: &Cast) -> Option<&Card> {
        match cast.spell {
            Spell::Card(id) => Some(self.catalog.card(id)),
            Spell::Call | Spell::Cleanse(_) => None,
        }
    }

    /// One step of MW-11, each with its window.
    pub(super) fn step_cast(&mut self, mut cast: Cast, sink: &mut impl Sink<Happening>) {
        let step = cast.step;
        let seat = cast.seat;
        match step {
            1 => {
                // "When you cast" choices that have their own decision; then the window of Step 1.
                let chains = self.spell_card(&cast).is_some_and(|card| card.has(Power::MendingWave));
                if chains && cast.number == 0 && cast.further.len() + 1 < WAVES {
                    self.stack.push(Frame::Cast(cast));
                    self.ask(seat, Window::Further);
                    return;
                }
                cast.step = 2;
                self.stack.push(Frame::Cast(cast));
                self.window(false);
            }
            // MW-11.3: nothing here counters spells.
            2 => {
                cast.step = 3;
                self.stack.push(Frame::Cast(cast));
                self.window(false);
            }
            3 => {
                cast.step = 4;
                cast.cancelled = !self.is_still_legal(&cast);
                if cast.cancelled {
                    self.cancel(&cast, sink);
                    self.stack.push(Frame::Cast(cast));
                } else {
                    self.stack.push(Frame::Cast(cast.clone()));
                    self.check_later();
                    self.resolve(&cast, sink);
                }
            }
            _ => self.finish_cast(&cast, sink),
        }
    }

    /// `target OBJECT` or `pass`.
    pub(super) fn answer_further(&mut self, seat: Seat, choice: Choice) {
        let target = if choice.verb == Verb::Pass { None } else { self.called(seat, choice.args[0]) };
        let Some(Frame::Cast(cast)) = self.stack.last_mut() else { unreachable!("a target is of some spell") };
        match target {
            Some(target) => cast.further.push(On::Object(target)),
            None => cast.number = 1,
        }
    }

    /// MW-11.4: whether caster and target still are what and where they were.
    fn is_still_legal(&self, cast: &Cast) -> bool {
        if self.find(cast.caster).is_none() || self.zone(cast.caster) != cast.from {
            return false;
        }
        match cast.on {
            On::Object(target) => {
                let Some(object) = self.find(target) else { return false };
                if self.zone_of(object) != cast.at {
                    return false;
                }
                self.spell_card(cast).is_none_or(|card| self.fits_target(cast.seat, card, object))
            }
            On::Border(border) => self.wall_on(border).is_none(),
            On::Zone(_) => true,
        }
    }

    /// Costs are lost, the card is discarded.
    fn cancel(&mut self, cast: &Cast, sink: &mut impl Sink<Happening>) {
        let Some(caster) = self.name_id(cast.caster) else {
            if let Spell::Card(card) = cast.spell {
                self.discard(cast.seat, card, sink);
            }
            return;
        };
        match cast.spell {
            Spell::Card(id) => {
                sink.push(Happening::SpellCancelled { caster, card: Some(self.id_of(id)) });
                self.discard(cast.seat, id, sink);
                if self.catalog.card(id).kind == Kind::Wall && !cast.further.is_empty() {
                    self.discard(cast.seat, id, sink);
                }
            }
            Spell::Call | Spell::Cleanse(_) => sink.push(Happening::SpellCancelled { caster, card: None }),
        }
    }

    /// After Step 3: the card of an incantation or attack spell is discarded, triggers on casting (MW-11.5), the last window.
    fn finish_cast(&mut self, cast: &Cast, sink: &mut impl Sink<Happening>) {
        self.window(true);
        let Spell::Card(id) = cast.spell else { return };
        let card = self.catalog.card(id).clone();
        if cast.cancelled {
            return;
        }
        if matches!(card.kind, Kind::Incantation | Kind::Attack) {
            self.discard(cast.seat, id, sink);
        }
        self.retribute(cast, &card);
        let mage = self.player(cast.seat).mage;
        let wears_cloak =
            cast.caster == mage && self.attached_to(mage).any(|item| self.card_of(item).has(Power::HealingCloak));
        if card.kind == Kind::Incantation && card.is(Subtype::Healing) && wears_cloak {
            self.heal(mage, 1);
        }
        // MW-14.9: a Banner that has summoned is destroyed.
        let is_banner = self.find(cast.caster).is_some_and(|caster| self.card_of(caster).has(Power::Banner));
        let waits = self.stack.iter().any(|frame| matches!(frame, Frame::Cast(other) if other.caster == cast.caster));
        if is_banner && !waits {
            self.remove(cast.caster, "spent", sink);
        }
    }

    /// MW-22.5: an enemy enchantment or incantation on a friendly creature in the Paladin's zone.
    fn retribute(&mut self, cast: &Cast, card: &Card) {
        let foe = cast.seat.other();
        if !self.player(foe).has_aura(Aura::Retribution) || !matches!(card.kind, Kind::Enchantment | Kind::Incantation)
        {
            return;
        }
        let Some(zone) = self.zone(self.player(foe).mage) else { return };
        let shielded = |on: &On| match on {
            On::Object(id) => self.find(*id).is_some_and(|target| {
                target.seat == foe && self.card_of(target).kind.is_creature() && cast.at == Some(zone)
            }),
            On::Zone(_) | On::Border(_) => false,
        };
        if std::iter::once(&cast.on).chain(&cast.further).any(shielded) {
            self.check_later();
            self.hurt_direct(cast.caster, 1, Some(Damage::Light), Some(foe));
        }
    }
}
