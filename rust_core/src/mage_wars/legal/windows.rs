//! The lines of each window (MW-31.4, MW-31.6), and what a time-out plays (MW-31.7).

use crate::board::zones::distance;
use crate::contract::Seat;
use crate::dice::Face;
use crate::mage_wars::catalog::kinds::{Condition, Kind, Power, School, Token, Trait};
use crate::mage_wars::choice::{Choice, Tok, Verb};
use crate::mage_wars::frame::{Ask, AttackStep, Frame, On, Spell, Window};
use crate::mage_wars::state::{MageWars, Object, ObjectId};

/// Lines that a decision lists at most.
const MOST_LINES: usize = 256;
/// Mana that Alandell takes at most.
const ALANDELL: i32 = 4;
/// Points that Life Link moves at most.
const LIFE_LINK: i32 = 3;
/// Points that Martyr's Aura moves at most.
const MARTYR: i32 = 2;

impl MageWars {
    /// Appends the lines of an open decision.
    pub(in crate::mage_wars) fn lines(&self, ask: &Ask, out: &mut Vec<Choice>) {
        let seat = ask.seat;
        let object = |verb: Verb, id: ObjectId| self.find(id).map(|found| Choice::with(verb, [self.call(seat, found)]));
        match &ask.window {
            Window::Upkeep => self.upkeep_lines(seat, out),
            Window::Challenge => self.challenge_lines(seat, out),
            Window::Basilica(id) => {
                out.extend(self.basilica_targets(*id).filter_map(|target| object(Verb::Target, target)));
            }
            Window::Meraveran(_) => out.extend([Choice::PASS, Choice::plain(Verb::Use)]),
            Window::Dorseus(id) => {
                out.extend(self.dorseus_targets(*id).filter_map(|target| object(Verb::Heal, target)));
                out.push(Choice::PASS);
            }
            Window::LifeLink(_) => Self::numbers(Verb::Heal, LIFE_LINK, out),
            Window::UpkeepCost(id) => {
                let price = self.find(*id).map_or(0, |drown| i32::from(drown.token(Token::Suffocate)));
                if price <= self.player(seat).mana {
                    out.push(Choice::plain(Verb::Pay));
                }
                out.push(Choice::PASS);
            }
            Window::Solar | Window::Helm | Window::Prevention(..) => {
                out.extend([Choice::PASS, Choice::plain(Verb::Pay)]);
            }
            Window::Fermata(_) => out.extend([Choice::plain(Verb::Extend), Choice::PASS]),
            Window::Deployment => self.deployment_lines(seat, out),
            Window::Quickcast => {
                self.quickcast_lines(seat, out);
                out.push(Choice::PASS);
            }
            Window::Turn => self.turn_lines(seat, out),
            Window::Alandell => Self::numbers(Verb::Pay, ALANDELL.min(self.player(seat).mana), out),
            Window::Action => {
                if let Some(Frame::Activation(acting)) = self.parent() {
                    self.action_lines(acting, out);
                }
            }
            Window::Reveal => self.reveal_lines(seat, out),
            Window::MandatoryReveal(id) => self.mandatory_lines(seat, *id, out),
            Window::Strongest => out.extend([Choice::plain(Verb::Apply), Choice::PASS]),
            Window::Intercept => {
                if let Some(attack) = self.attack() {
                    let guards = self.interceptors(attack, seat);
                    out.extend(guards.into_iter().filter_map(|guard| object(Verb::Intercept, guard)));
                }
                out.push(Choice::PASS);
            }
            Window::Defense => out.extend([Choice::plain(Verb::Defend), Choice::PASS]),
            Window::Reroll => self.reroll_lines(out),
            Window::Martyr => {
                if let Some(Frame::Hurt(hurt)) = self.parent() {
                    Self::numbers(Verb::Transfer, MARTYR.min(hurt.amount), out);
                }
            }
            Window::Vampiric(most) => Self::numbers(Verb::Heal, *most, out),
            Window::Initiate(_) => {
                out.extend(self.initiate_targets(seat).filter_map(|target| object(Verb::Teleport, target)));
                out.push(Choice::PASS);
            }
            Window::PushDirection(directions) => {
                for direction in directions {
                    let word = self.catalog.words.known(direction.as_str());
                    out.push(Choice::with(Verb::Push, [Tok::word(word)]));
                }
            }
            Window::Follow(_) => out.extend([Choice::plain(Verb::Follow), Choice::PASS]),
            Window::Counterstrike => {
                if let Some((defender, Some(attacker))) = self.attack().map(|attack| (attack.defender, attack.attacker))
                {
                    self.counter_lines(defender, attacker, out);
                }
                out.push(Choice::PASS);
            }
            Window::HealSplit => {
                if let Some(Frame::Heal(heal)) = self.parent() {
                    let markers =
                        self.find(heal.target).map_or(0, |target| i32::from(target.condition(Condition::Bleed)));
                    out.extend(
                        (0..=heal.amount.min(markers)).map(|points| Choice::with(Verb::Bleed, [Tok::number(points)])),
                    );
                }
            }
            Window::Pillar(id) => {
                out.extend(self.pillar_targets(*id).filter_map(|target| object(Verb::Target, target)));
            }
            Window::Token(token, taken) => {
                out.extend(self.token_bearers(seat, *token, *taken).filter_map(|target| object(Verb::Token, target)));
            }
            Window::ExtraToken(_) => out.extend([Choice::plain(Verb::Add), Choice::PASS]),
            Window::Order(left) => out.extend(left.iter().filter_map(|id| object(Verb::Next, *id))),
            Window::EndGuard(_) => out.extend([Choice::plain(Verb::Guard), Choice::PASS]),
            Window::Escape(_) => out.extend([Choice::plain(Verb::Escape), Choice::PASS]),
            Window::Further => self.further_lines(seat, out),
        }
    }

    fn numbers(verb: Verb, most: i32, out: &mut Vec<Choice>) {
        out.extend((1..=most).map(|number| Choice::with(verb, [Tok::number(number)])));
        out.push(Choice::PASS);
    }

    fn upkeep_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        if let Some(Frame::Upkeep(upkeep)) = self.parent() {
            for (task, id, owner) in upkeep.tasks.iter().filter(|(_, _, owner)| *owner == seat) {
                debug_assert_eq!(*owner, seat);
                if let Some(object) = self.find(*id) {
                    let word = self.catalog.words.known(task.as_str());
                    out.push(Choice::with(Verb::Next, [Tok::word(word), self.call(seat, object)]));
                }
            }
        }
        out.push(Choice::plain(Verb::Auto));
    }

    fn challenge_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        let player = self.player(seat);
        if player.challenge.is_none() {
            let targets = self.objects.iter().filter(|target| self.may_challenge(seat, target));
            out.extend(targets.map(|target| Choice::with(Verb::Challenge, [self.call(seat, target)])));
        } else if player.valor >= 2 {
            out.push(Choice::plain(Verb::Return));
        }
        out.push(Choice::PASS);
    }

    /// Enemy creatures that the Basilica can target.
    pub(in crate::mage_wars) fn basilica_targets(&self, basilica: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        let source = self.find(basilica);
        let from = source.and_then(|source| self.zone_of(source));
        self.objects
            .iter()
            .filter(move |target| {
                source.is_some_and(|source| source.seat != target.seat)
                    && self.card_of(target).kind.is_creature()
                    && from.is_some_and(|from| self.is_in_sight(from, target, false))
            })
            .map(|target| target.id)
    }

    /// Other friendly living creatures in Dorseus's zone that are hurt.
    pub(in crate::mage_wars) fn dorseus_targets(&self, dorseus: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        let source = self.find(dorseus);
        let zone = source.and_then(|source| self.zone_of(source));
        self.objects
            .iter()
            .filter(move |target| {
                zone.is_some() && self.card_of(target).kind.is_creature() && self.zone_of(target) == zone
            })
            .filter(move |target| target.id != dorseus && source.is_some_and(|source| target.seat == source.seat))
            .filter(|target| target.damage > 0)
            .filter(|target| self.stats(target).has(Trait::Living))
            .map(|target| target.id)
    }

    /// Enemy creatures in the Pillar's zone.
    pub(in crate::mage_wars) fn pillar_targets(&self, pillar: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        let source = self.find(pillar).map(|pillar| (pillar.seat, self.zone_of(pillar)));
        self.objects
            .iter()
            .filter(move |target| {
                source.is_some_and(|(seat, zone)| {
                    target.seat != seat && self.card_of(target).kind.is_creature() && self.zone_of(target) == zone
                })
            })
            .map(|target| target.id)
    }

    /// The own Mage and own Holy creatures that are not Anchored.
    pub(in crate::mage_wars) fn initiate_targets(&self, seat: Seat) -> impl Iterator<Item = ObjectId> + '_ {
        let fits = move |target: &&Object| {
            let card = self.card_of(target);
            (card.kind == Kind::Mage || card.of(School::Holy)) && !self.stats(target).has(Trait::Anchored)
        };
        self.creatures_of(seat).filter(fits).map(|target| target.id)
    }

    /// Own creatures that may get the token, or that have one.
    pub(in crate::mage_wars) fn token_bearers(
        &self,
        seat: Seat,
        token: Token,
        taken: bool,
    ) -> impl Iterator<Item = ObjectId> + '_ {
        self.creatures_of(seat).filter(move |bearer| !taken || bearer.token(token) > 0).map(|bearer| bearer.id)
    }

    fn deployment_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        for plan in &self.player(seat).plans {
            let Some(spawnpoint) = self.find(plan.caster) else { continue };
            if self.card_of(spawnpoint).prints(Trait::Spawnpoint) && self.may_deploy(seat, spawnpoint, &plan.cards) {
                out.push(Choice::with(Verb::Deploy, [self.call(seat, spawnpoint)]));
            }
        }
        out.push(Choice::PASS);
    }

    /// Whether the spawnpoint's planned creatures can all be summoned; the Banner's only as a pair (MW-14.9).
    fn may_deploy(&self, seat: Seat, spawnpoint: &Object, cards: &[crate::mage_wars::catalog::CardId]) -> bool {
        let pair = self.card_of(spawnpoint).has(Power::Banner);
        let cost: i32 = cards.iter().map(|card| self.catalog.card(*card).cost).sum();
        let barred =
            |card: &crate::mage_wars::catalog::CardId| self.is_barred_as_unique(seat, self.catalog.card(*card));
        let twins = cards.len() == 2 && cards[0] == cards[1] && {
            let card = self.catalog.card(cards[0]);
            card.legendary || card.unique
        };
        (!pair || cards.len() == 2) && !twins && !cards.iter().any(barred) && cost <= self.purse(seat, spawnpoint.id)
    }

    /// Quick spells and abilities of the Mage (MW-8.6).
    fn quickcast_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        self.cast_lines(seat, self.player(seat).mage, false, out);
        self.ability_lines(seat, out);
    }

    /// Creatures of a seat that may still be activated.
    pub(in crate::mage_wars) fn active_of(&self, seat: Seat) -> impl Iterator<Item = &Object> {
        self.creatures_of(seat).filter(|creature| creature.active)
    }

    /// MW-8.3.
    pub(in crate::mage_wars) fn may_pass_turn(&self, seat: Seat) -> bool {
        let Some(Frame::Stage(stage)) = self.parent() else { return false };
        !stage.must && self.active_of(seat).count() < self.active_of(seat.other()).count()
    }

    fn turn_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        let active = self.active_of(seat);
        out.extend(active.map(|creature| Choice::with(Verb::Activate, [self.call(seat, creature)])));
        if self.may_quickcast(seat) {
            self.quickcast_lines(seat, out);
        }
        if self.may_pass_turn(seat) {
            out.push(Choice::PASS);
        }
    }

    /// MW-12.3, MW-12.4, MW-27.4.
    fn reveal_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        let words = &self.catalog.words;
        for object in self.hidden_of(seat) {
            if self.may_reveal(object).is_err() {
                continue;
            }
            let cost = self.reveal_cost(object);
            let mana = self.player(seat).mana;
            let discount = self.discount(seat, self.player(seat).mage, self.card_of(object), true).min(cost);
            if cost - discount <= mana {
                out.push(Choice::with(Verb::Reveal, [self.call(seat, object)]));
            }
            if discount > 0 && cost <= mana {
                out.push(Choice::with(Verb::Reveal, [self.call(seat, object), Tok::word(words.save)]));
            }
        }
        if let Some(Frame::Reveal(reveal)) = self.parent()
            && reveal.between
        {
            for prey in self.objects.iter().filter(|object| self.is_held_by(seat, object)) {
                out.push(Choice::with(Verb::Release, [self.call(seat, prey)]));
            }
        }
        out.push(Choice::PASS);
    }

    /// Whether a creature of `seat` holds the object in a Grapple.
    pub(in crate::mage_wars) fn is_held_by(&self, seat: Seat, object: &Object) -> bool {
        object.captor.and_then(|(captor, _)| self.find(captor)).is_some_and(|captor| captor.seat == seat)
    }

    /// Whether the enchantment may be revealed in a window now, leaving its cost aside; otherwise the rule that forbids it.
    pub(in crate::mage_wars) fn may_reveal(&self, object: &Object) -> Result<(), &'static str> {
        let card = self.card_of(object);
        if card.has(Power::Blind) || card.has(Power::Vent) {
            return Err("MW-12.5");
        }
        if card.has(Power::EyeForAnEye) {
            let fits = self.attack().is_some_and(|attack| {
                !attack.failed
                    && attack.step <= AttackStep::RollDice
                    && attack.eye.is_none()
                    && object.place == crate::mage_wars::state::Place::On(attack.defender)
            });
            if !fits {
                return Err("MW-12.3");
            }
        }
        if (card.has(Power::Love) || card.has(Power::Hate)) && self.activation().is_some() {
            return Err("MW-12.3");
        }
        if self.is_barred_as_unique(object.seat, card) {
            return Err("MW-2.11");
        }
        Ok(())
    }

    fn mandatory_lines(&self, seat: Seat, id: ObjectId, out: &mut Vec<Choice>) {
        if let Some(object) = self.find(id) {
            let cost = self.reveal_cost(object);
            let mana = self.player(seat).mana;
            let discount = self.discount(seat, self.player(seat).mage, self.card_of(object), true).min(cost);
            if cost - discount <= mana {
                out.push(Choice::plain(Verb::Pay));
            }
            if discount > 0 && cost <= mana {
                out.push(Choice::with(Verb::Pay, [Tok::word(self.catalog.words.save)]));
            }
        }
        out.push(Choice::PASS);
    }

    /// Sets of dice to roll again: by count of each face. Where there are more than 256, sets with a `2c` are left out (README).
    fn reroll_lines(&self, out: &mut Vec<Choice>) {
        out.push(Choice::PASS);
        let Some(attack) = self.attack() else { return };
        let mut have = Face::ALL.map(|face| attack.dice.iter().filter(|die| **die == face).count());
        let ways = |have: &[usize; 5]| have.iter().map(|count| count + 1).product::<usize>();
        if ways(&have) > MOST_LINES {
            have[Face::CritTwo as usize] = 0;
        }
        let mut counts = [0u8; 5];
        loop {
            let mut face = 0;
            while face < 5 && usize::from(counts[face]) == have[face] {
                counts[face] = 0;
                face += 1;
            }
            if face == 5 || out.len() >= MOST_LINES {
                break;
            }
            counts[face] += 1;
            out.push(Choice::reroll(counts));
        }
    }

    /// Mending Wave's second and third creature (MW-11.6).
    fn further_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        out.push(Choice::PASS);
        let Some(Frame::Cast(cast)) = self.parent() else { return };
        let (Spell::Card(id), Some(caster)) = (cast.spell, self.find(cast.caster)) else { return };
        let card = self.catalog.card(id);
        let last = cast.further.last().copied().unwrap_or(cast.on);
        let (On::Object(last), Some(from)) = (last, self.zone_of(caster)) else { return };
        let Some(near) = self.zone(last) else { return };
        let flying = self.stats(caster).flies();
        for target in &self.objects {
            let on = On::Object(target.id);
            let is_new = on != cast.on && !cast.further.contains(&on);
            if is_new
                && self.fits_target(seat, card, target)
                && self.zone_of(target).is_some_and(|zone| distance(zone, near) <= 1)
                && self.is_in_sight(from, target, flying)
            {
                out.push(Choice::with(Verb::Target, [self.call(seat, target)]));
            }
        }
    }

    /// What a time-out plays (MW-31.7).
    pub(in crate::mage_wars) fn default_line(&self, ask: &Ask) -> Choice {
        // The frequent ones first, without listing anything.
        let window = &ask.window;
        if matches!(
            window,
            Window::Reveal | Window::Quickcast | Window::Deployment | Window::Intercept | Window::Further
        ) {
            return Choice::PASS;
        }
        if *window == Window::Turn {
            let first = self.active_of(ask.seat).next().map(|creature| self.call(ask.seat, creature));
            let activates = first.map(|name| Choice::with(Verb::Activate, [name]));
            return if self.may_pass_turn(ask.seat) { Choice::PASS } else { activates.unwrap_or(Choice::PASS) };
        }
        if *window == Window::Action && self.activation().is_some_and(|acting| self.is_unbound(acting)) {
            return Choice::plain(Verb::Done);
        }
        let mut lines = Vec::new();
        self.lines(ask, &mut lines);
        let has = |choice: Choice| lines.contains(&choice).then_some(choice);
        let first = || lines.iter().min().copied().expect("an open decision has a line");
        let by_id = |verb: Verb| {
            let lines = lines.iter().filter(|line| line.verb == verb);
            lines.min_by_key(|line| self.called(ask.seat, line.args[0])).copied()
        };
        let wanted = match &ask.window {
            Window::Upkeep => has(Choice::plain(Verb::Auto)),
            Window::Basilica(_) => {
                let strength = |line: &&Choice| {
                    let target = self.called(ask.seat, line.args[0]).map(|id| self.object(id));
                    (target.map(|target| -self.total_cost(target)), target.map(|target| target.id))
                };
                lines.iter().min_by_key(strength).copied()
            }
            Window::Turn => has(Choice::PASS).or_else(|| by_id(Verb::Activate)),
            Window::Action => has(Choice::plain(Verb::Done)),
            Window::MandatoryReveal(_) | Window::Prevention(..) => has(Choice::plain(Verb::Pay)),
            Window::Strongest => has(Choice::plain(Verb::Apply)),
            Window::Defense => has(Choice::plain(Verb::Defend)),
            Window::Vampiric(_) | Window::HealSplit => {
                lines.iter().filter(|line| line.verb != Verb::Pass).max_by_key(|line| line.amount()).copied()
            }
            Window::PushDirection(directions) => directions
                .first()
                .map(|direction| Choice::with(Verb::Push, [Tok::word(self.catalog.words.known(direction.as_str()))])),
            Window::Counterstrike => self.best_counter(&lines),
            Window::Pillar(_) => {
                let left = |line: &&Choice| {
                    let target = self.called(ask.seat, line.args[0]).map(|id| self.object(id));
                    target.map(|target| (self.stats(target).life.unwrap_or(0) - target.damage, target.id))
                };
                lines.iter().min_by_key(left).copied()
            }
            Window::Token(..) => {
                let mage = self.mage(ask.seat).map(|mage| self.call(ask.seat, mage));
                mage.and_then(|mage| has(Choice::with(Verb::Token, [mage]))).or_else(|| by_id(Verb::Token))
            }
            Window::ExtraToken(_) => has(Choice::plain(Verb::Add)),
            Window::Order(_) => by_id(Verb::Next),
            Window::EndGuard(0) => has(Choice::plain(Verb::Guard)),
            Window::Escape(_) => has(Choice::plain(Verb::Escape)),
            Window::Challenge
            | Window::Meraveran(_)
            | Window::Dorseus(_)
            | Window::LifeLink(_)
            | Window::UpkeepCost(_)
            | Window::Fermata(_)
            | Window::Deployment
            | Window::Quickcast
            | Window::Alandell
            | Window::Reveal
            | Window::Solar
            | Window::Intercept
            | Window::Reroll
            | Window::Martyr
            | Window::Helm
            | Window::Initiate(_)
            | Window::Follow(_)
            | Window::EndGuard(_)
            | Window::Further => has(Choice::PASS),
        };
        wanted.unwrap_or_else(first)
    }

    /// The counterstrike with most dice, without Valor.
    fn best_counter(&self, lines: &[Choice]) -> Option<Choice> {
        let attack = self.attack()?;
        let striker = self.find(attack.defender)?;
        let dice = |line: &&Choice| {
            let found = self.attacks_of(striker).find(|(_, _, printed)| Tok::word(printed.word) == line.args[0]);
            found.map(|(_, _, printed)| printed.dice)
        };
        let plain = lines.iter().filter(|line| line.verb == Verb::Counter && line.count() == 1);
        plain.min_by_key(|line| dice(line).map(|dice| -dice)).copied()
    }
}
