//! MW-15: the attack sequence, step by step, each step with its window.

use crate::contract::{Seat, Sink};
use crate::dice::Protection;
use crate::mage_wars::catalog::CardId;
use crate::mage_wars::catalog::kinds::{Condition, Damage, Power, Reach, Subtype, Trait};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::{Dice, Happening};
use crate::mage_wars::frame::{Attack, AttackStep, Frame, Hurt, Source, Window, ZoneAttack};
use crate::mage_wars::state::{MageWars, Object, ObjectId, Place};

/// An attack misses with this or less (MW-15.3).
pub const MISS: i32 = 6;

impl MageWars {
    /// An attack before its first step.
    pub(super) fn new_attack(
        &self,
        source: Source,
        attacker: Option<ObjectId>,
        by: Seat,
        card: CardId,
        index: u8,
        defender: ObjectId,
    ) -> Attack {
        let target = self.object(defender);
        let mut attack = Attack {
            source,
            attacker,
            by,
            card,
            index,
            defender,
            target: (target.card, target.seat),
            from: attacker.and_then(|id| self.zone(id)),
            at: self.zone_of(target),
            step: AttackStep::Declare,
            strike: 1,
            asked: 0,
            failed: false,
            unavoidable: false,
            guarded: false,
            thirst: false,
            intercepted: false,
            valor: false,
            solar: false,
            smite: false,
            doublestrike: false,
            vampiric: false,
            charge: false,
            counter_bonus: false,
            countered: false,
            strongest: false,
            eye: None,
            dice: crate::dice::Pool::new(),
            piercing: 0,
            total: None,
            dealt: 0,
            life_left: 0,
            effects: arrayvec::ArrayVec::new(),
            next_effect: 0,
            trigger: 0,
            pushed_from: None,
            harmless: false,
        };
        attack.unavoidable = self.printed(&attack).has(Trait::Unavoidable) || source == Source::ZonePart;
        attack
    }

    /// Whether attacker and defender are still where they were (MW-15.11).
    fn still_stands(&self, attack: &Attack) -> bool {
        let attacker = match attack.attacker {
            None => true,
            Some(id) => self.find(id).is_some_and(|object| self.zone_of(object) == attack.from),
        };
        attacker && self.find(attack.defender).is_some_and(|object| self.zone_of(object) == attack.at)
    }

    fn is_melee(&self, attack: &Attack) -> bool {
        self.printed(attack).reach == Reach::Melee && attack.source.is_by_creature()
    }

    /// One step.
    pub(super) fn step_attack(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        if attack.step < AttackStep::Damage && !attack.failed && !self.still_stands(&attack) {
            sink.push(Happening::AttackCancelled {
                attacker: attack.attacker.and_then(|id| self.name_id(id)),
                defender: self.name_id(attack.defender),
            });
            attack.failed = true;
            attack.step = AttackStep::End;
        }
        match attack.step {
            AttackStep::Declare => self.declare(attack, sink),
            AttackStep::FirstStrike => self.first_strike(attack),
            AttackStep::PayCosts => self.pay_costs(attack, sink),
            AttackStep::RollToMiss => self.roll_to_miss(attack, sink),
            AttackStep::Intercept => self.ask_intercept(attack),
            AttackStep::Avoid => self.ask_defense(attack),
            AttackStep::RollDice => self.roll_dice(attack, sink),
            AttackStep::Reroll => {
                attack.step = AttackStep::Damage;
                let seat = attack.by;
                let asks = self.reroll_of(&attack).is_some();
                self.stack.push(Frame::Attack(attack));
                self.window(false);
                if asks {
                    self.ask(seat, Window::Reroll);
                }
            }
            AttackStep::Damage => self.deal(attack),
            AttackStep::Effects => self.apply_effects(attack, sink),
            AttackStep::Triggers => self.run_trigger(attack, sink),
            AttackStep::Strikes => self.strike_again(attack),
            AttackStep::Barrier => {
                // MW-15.8: no card here has a damage barrier; steps 8 and 9 are for melee attacks by creatures.
                let counts = self.is_melee(&attack) && attack.source == Source::Action;
                attack.step = if counts { AttackStep::Counterstrike } else { AttackStep::End };
                self.stack.push(Frame::Attack(attack));
            }
            AttackStep::Counterstrike => self.ask_counterstrike(attack),
            AttackStep::Unguard => {
                attack.step = AttackStep::End;
                if attack.guarded {
                    self.unguard(attack.defender, sink);
                }
                self.stack.push(Frame::Attack(attack));
                self.window(false);
            }
            AttackStep::End => self.end_attack(&attack, sink),
        }
    }

    /// Puts the attack back and opens the window after its step.
    pub(super) fn next_step(&mut self, mut attack: Box<Attack>, step: AttackStep) {
        attack.step = step;
        self.stack.push(Frame::Attack(attack));
        self.window(false);
    }

    /// MW-15.1.
    fn declare(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let defender = *self.object(attack.defender);
        let (id, melee) = (self.id_of_attack(&attack), self.is_melee(&attack));
        sink.push(Happening::AttackDeclared {
            attacker: attack.attacker.and_then(|id| self.name_id(id)),
            attack: id,
            defender: self.name(&defender),
            source: match attack.source {
                Source::Action => "action",
                Source::Counter => "counterstrike",
                Source::Spell => "spell",
                Source::ZonePart => "zone",
                Source::Trap => "trap",
                Source::Passage => "passage",
                Source::Bash => "bash",
            },
        });
        if let Some(attacker) = attack.attacker.filter(|_| attack.source.is_by_creature()) {
            let object = *self.object(attacker);
            attack.guarded = defender.guard && melee;
            if melee && self.stats(&object).flies() && !self.stats(&defender).flies() {
                self.find_mut(attacker).expect("it attacks").grounded = true;
            }
            if attack.valor {
                self.gain_valor(attack.by, -1, sink);
            }
            self.note_charge(&mut attack, attacker, melee);
            self.note_bonuses(&mut attack, &object, &defender, melee);
            self.challenge_triggers(&attack, &object, sink);
        }
        let tie = self.note_strongest(&mut attack);
        let by = attack.by;
        self.next_step(attack, AttackStep::FirstStrike);
        if tie {
            self.ask(by, Window::Strongest);
        }
    }

    /// MW-16.2: Charge is for the first melee attack right after a move action.
    fn note_charge(&mut self, attack: &mut Attack, attacker: ObjectId, melee: bool) {
        if attack.source != Source::Action {
            return;
        }
        if let Some(acting) = self.activation_mut()
            && acting.actor == attacker
        {
            attack.charge = melee && acting.just_moved && !acting.charged;
            acting.charged |= melee;
        }
    }

    /// Smite, Doublestrike, Vampiric, Eligor: what is settled at Declare Attack.
    fn note_bonuses(&mut self, attack: &mut Attack, attacker: &Object, defender: &Object, melee: bool) {
        let seat = attacker.seat;
        let card = self.catalog.card(attacker.card).clone();
        if melee && attacker.id == self.player(seat).mage && std::mem::take(&mut self.player_mut(seat).smite) {
            attack.smite = true;
            attack.unavoidable = true;
        }
        let Some(zone) = self.zone_of(attacker) else { return };
        if card.has(Power::BleedDoublestrike) && melee {
            attack.doublestrike = self.creatures_in(zone).any(|creature| creature.condition(Condition::Bleed) > 0);
        }
        let shaman = |object: &&Object| object.seat == seat && self.card_of(object).has(Power::Bloodshaman);
        if melee
            && card.is(Subtype::Deptonne)
            && !attacker.drained
            && defender.condition(Condition::Bleed) > 0
            && self.creatures_in(zone).any(|object| shaman(&object))
        {
            attack.vampiric = true;
            self.find_mut(attacker.id).expect("it attacks").drained = true;
        }
        if attack.source == Source::Counter && card.has(Power::Eligor) && !attacker.countered {
            attack.counter_bonus = true;
            self.find_mut(attacker.id).expect("it attacks").countered = true;
        }
    }

    /// MW-22.13 and the Signet: triggers of declaring.
    fn challenge_triggers(&mut self, attack: &Attack, attacker: &Object, sink: &mut impl Sink<Happening>) {
        if attack.source == Source::ZonePart {
            return;
        }
        let foe = attacker.seat.other();
        if self.player(foe).challenge == Some(attacker.id) && attack.defender != self.player(foe).mage {
            self.gain_valor(foe, 1, sink);
        }
        let own = self.player(attacker.seat);
        if own.challenge == Some(attack.defender)
            && own.mage == attacker.id
            && !own.used.signet
            && self.with_power(attacker.seat, Power::Signet).next().is_some()
        {
            self.player_mut(attacker.seat).used.signet = true;
            let mage = attacker.id;
            self.change_mana(mage, 1, sink);
        }
    }

    /// MW-22.13 for zone attacks: the zone holds something else than the Paladin that can be attacked.
    pub(super) fn valor_for_zone(&mut self, attack: &ZoneAttack, sink: &mut impl Sink<Happening>) {
        let foe = attack.by.other();
        if self.player(foe).challenge != Some(attack.caster) {
            return;
        }
        let paladin = self.player(foe).mage;
        let other = self.attackable().any(|object| self.zone_of(object) == Some(attack.zone) && object.id != paladin);
        if other {
            self.gain_valor(foe, 1, sink);
        }
    }

    /// MW-21.3, MW-21.4: whether effects against the strongest apply; whether a tie must be asked about.
    fn note_strongest(&self, attack: &mut Attack) -> bool {
        attack.strongest = false;
        let Some(attacker) = attack.attacker.and_then(|id| self.find(id)) else { return false };
        let defender = self.object(attack.defender);
        if !attack.source.is_by_creature()
            || defender.seat == attacker.seat
            || !self.card_of(defender).kind.is_creature()
        {
            return false;
        }
        let player = self.player(attacker.seat);
        let earns = attacker.id == player.mage
            && self.card_of(attacker).has(Power::Chivalry)
            && !player.used.valor_strongest
            && self.printed(attack).reach == Reach::Melee;
        if !earns && self.vs_strongest(attacker) == (0, 0) {
            return false;
        }
        match self.is_strongest(defender) {
            None => false,
            Some(tie) => {
                attack.strongest = !tie;
                tie
            }
        }
    }

    /// MW-15.13: a guarding Temple High Guard may strike first.
    fn first_strike(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::PayCosts;
        let defender = *self.object(attack.defender);
        let strikes = attack.source == Source::Action
            && self.is_melee(&attack)
            && defender.guard
            && self.card_of(&defender).has(Power::FirstStrike)
            && self.has_counter(&attack);
        self.stack.push(Frame::Attack(attack));
        if strikes {
            self.ask(defender.seat, Window::Counterstrike);
        }
    }

    fn has_counter(&self, attack: &Attack) -> bool {
        let mut lines = Vec::new();
        if let Some(attacker) = attack.attacker {
            self.counter_lines(attack.defender, attacker, &mut lines);
        }
        !lines.is_empty()
    }

    /// MW-15.2: the attack's own cost, Solar Aura.
    fn pay_costs(&mut self, attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let mana = self.printed(&attack).mana;
        let by = attack.by;
        if mana > 0 && attack.source == Source::Action {
            if self.player(by).mana < mana {
                let mut attack = attack;
                attack.failed = true;
                self.next_step(attack, AttackStep::End);
                return;
            }
            self.pay_mage(by, mana, sink);
        }
        let shines = self.may_shine(&attack);
        self.next_step(attack, AttackStep::RollToMiss);
        if shines {
            self.ask(by, Window::Solar);
        }
    }

    /// MW-22.10: a light attack by a friendly creature in the Paladin's zone.
    fn may_shine(&self, attack: &Attack) -> bool {
        let player = self.player(attack.by);
        let Some(attacker) = attack.attacker.and_then(|id| self.find(id)) else { return false };
        attack.source.is_by_creature()
            && attack.source != Source::ZonePart
            && self.printed(attack).damage == Some(Damage::Light)
            && player.has_aura(crate::mage_wars::catalog::kinds::Aura::Solar)
            && player.valor >= 1
            && self.zone(player.mage).is_some()
            && self.zone(player.mage) == self.zone_of(attacker)
    }

    /// `pay` for Solar Aura.
    pub(super) fn answer_solar(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pay {
            self.gain_valor(seat, -1, sink);
            self.attack_mut().expect("an attack runs").solar = true;
        }
    }

    /// Whether an attacker is Dazed or Blind (MW-15.3).
    pub(super) fn must_roll_to_miss(&self, attacker: ObjectId) -> bool {
        let Some(object) = self.find(attacker) else { return false };
        object.condition(Condition::Daze) > 0
            || self.attached_to(attacker).any(|on| on.revealed && self.card_of(on).has(Power::Blind))
    }

    /// MW-15.3.
    fn roll_to_miss(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        if let Some(attacker) = attack.attacker.filter(|_| attack.source.is_by_creature())
            && self.must_roll_to_miss(attacker)
        {
            let name = self.name_id(attacker);
            let roll = self.roll_die("roll-to-miss", attack.by, name.clone(), 0, sink);
            if roll <= MISS {
                let defender = self.name(self.object(attack.defender));
                sink.push(Happening::AttackMissed { attacker: name, defender });
                attack.failed = true;
                self.next_step(attack, AttackStep::Strikes);
                return;
            }
        }
        self.next_step(attack, AttackStep::Intercept);
    }

    /// MW-15.3b: the Initiative player's guards first.
    fn ask_intercept(&mut self, mut attack: Box<Attack>) {
        if attack.asked >= 2 || attack.intercepted {
            attack.step = AttackStep::Avoid;
            self.stack.push(Frame::Attack(attack));
            return;
        }
        let seat = if attack.asked == 0 { self.initiative } else { self.initiative.other() };
        attack.asked += 1;
        let asks = !self.interceptors(&attack, seat).is_empty();
        self.stack.push(Frame::Attack(attack));
        if asks {
            self.ask(seat, Window::Intercept);
        }
    }

    /// `intercept OBJECT` or `pass`.
    pub(super) fn answer_intercept(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            return;
        }
        let guard = self.called(seat, choice.args[0]).expect("a listed guard");
        let attack = self.attack().expect("an attack runs");
        let (old, by) = (attack.defender, attack.by);
        if let (Some(object), Some(instead_of)) = (self.name_id(guard), self.name_id(old)) {
            sink.push(Happening::Intercepted { object, instead_of });
        }
        let target = self.object(guard);
        let (card, side) = (target.card, target.seat);
        let attack = self.attack_mut().expect("an attack runs");
        attack.defender = guard;
        attack.target = (card, side);
        attack.intercepted = true;
        // MW-21.3: evaluated for the new defender.
        let mut probe = attack.clone();
        let tie = self.note_strongest(&mut probe);
        self.attack_mut().expect("an attack runs").strongest = probe.strongest;
        if tie {
            self.ask(by, Window::Strongest);
        }
        let wears =
            self.attached_to(guard).any(|item| item.revealed && self.card_of(item).has(Power::ValorOnIntercept));
        if wears && by != seat {
            self.gain_valor(seat, 1, sink);
        }
    }

    /// The threshold of a Defense that the defender may use now (MW-15.4).
    fn defense_of(&self, attack: &Attack) -> Option<i32> {
        if attack.unavoidable {
            return None;
        }
        let defender = self.find(attack.defender)?;
        if defender.is_incapacitated() {
            return None;
        }
        let own = std::iter::once(defender);
        let worn = self.attached_to(attack.defender).filter(|item| item.revealed && item.slot.is_some());
        own.chain(worn)
            .filter_map(|source| self.card_of(source).defense.filter(|(_, uses)| source.defenses < *uses))
            .map(|(threshold, _)| threshold)
            .min()
    }

    /// MW-15.4.
    fn ask_defense(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::RollDice;
        let asks = self.defense_of(&attack).is_some();
        let seat = attack.target.1;
        self.stack.push(Frame::Attack(attack));
        self.window(false);
        if asks {
            self.ask(seat, Window::Defense);
        }
    }

    /// `defend`: the best ready Defense, with a die.
    pub(super) fn answer_defense(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            return;
        }
        let attack = self.attack().expect("an attack runs");
        let id = attack.defender;
        let threshold = self.defense_of(attack).expect("a Defense is ready");
        let defender = self.object(id);
        let held = if self.stats(defender).is_held() { 2 } else { 0 };
        let penalty = 2 * i32::from(defender.condition(Condition::Daze)) + held;
        let name = self.name(defender);
        let fits = |object: &Object, game: &Self| {
            (object.id == id || object.place == Place::On(id))
                && object.revealed
                && game
                    .card_of(object)
                    .defense
                    .is_some_and(|(least, uses)| least == threshold && object.defenses < uses)
        };
        let source = self.objects.iter().find(|object| fits(object, self)).map(|object| object.id);
        if let Some(source) = source.and_then(|source| self.find_mut(source)) {
            source.defenses += 1;
        }
        let total = self.roll_die("defense", seat, Some(name.clone()), -penalty, sink);
        if total >= threshold {
            sink.push(Happening::AttackAvoided { defender: name });
            let attack = self.attack_mut().expect("an attack runs");
            attack.failed = true;
            attack.step = AttackStep::Strikes;
        }
    }

    /// MW-15.5.
    fn roll_dice(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let pool = self.pool(&attack);
        let printed = self.printed(&attack);
        let table = !printed.bands.is_empty();
        let immune = printed.damage.is_some_and(|damage| self.stats(self.object(attack.defender)).is_immune(damage));
        let defender = self.name_id(attack.defender);
        attack.thirst |= pool.thirst;
        attack.piercing = pool.piercing;
        attack.harmless = immune;
        attack.dice.clear();
        let rolled = crate::dice::roll_attack(&mut self.chance, super::ATTACK_DICE, None, pool.dice, &mut attack.dice);
        sink.push(Happening::Rolled {
            purpose: "attack",
            object: defender.clone(),
            dice: Some(Dice(attack.dice.clone())),
            die: None,
            total: None,
            stream: rolled.stream,
            position: rolled.position,
        });
        attack.total = if table { Some(self.roll_die("effect", attack.by, defender, pool.effect, sink)) } else { None };
        self.lift(attack.defender, Condition::Burn, pool.extinguished, sink);
        attack.step = AttackStep::Reroll;
        self.stack.push(Frame::Attack(attack));
    }

    /// MW-22.12: whose re-roll this attack may use: the Paladin's seat, and whether it is his own.
    fn reroll_of(&self, attack: &Attack) -> Option<(Seat, bool)> {
        if !self.is_melee(attack) {
            return None;
        }
        [Seat(0), Seat(1)].into_iter().find_map(|seat| {
            let player = self.player(seat);
            let challenged = player.challenge?;
            let by_paladin = attack.attacker == Some(player.mage) && attack.defender == challenged;
            let by_foe = attack.attacker == Some(challenged) && attack.defender == player.mage;
            let ready = (by_paladin && !player.used.paladin_reroll) || (by_foe && !player.used.challenged_reroll);
            ready.then_some((seat, by_paladin))
        })
    }

    /// `reroll FACE ...`: each chosen die once, from left to right (MW-29.5).
    pub(super) fn answer_reroll(&mut self, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            return;
        }
        let attack = self.attack().expect("an attack runs").clone();
        if let Some((seat, by_paladin)) = self.reroll_of(&attack) {
            let used = &mut self.player_mut(seat).used;
            if by_paladin {
                used.paladin_reroll = true;
            } else {
                used.challenged_reroll = true;
            }
        }
        let mut left: Vec<_> = choice.faces().collect();
        let mut dice = attack.dice.clone();
        let mut first = None;
        for die in &mut dice {
            if let Some(place) = left.iter().position(|face| face == die) {
                left.swap_remove(place);
                let mut one = crate::dice::Pool::new();
                let rolled = crate::dice::roll_attack(&mut self.chance, super::ATTACK_DICE, None, 1, &mut one);
                first = first.or(Some(rolled));
                *die = one[0];
            }
        }
        let defender = self.name_id(attack.defender);
        if let Some(rolled) = first {
            sink.push(Happening::Rolled {
                purpose: "reroll",
                object: defender,
                dice: Some(Dice(dice.clone())),
                die: None,
                total: None,
                stream: rolled.stream,
                position: rolled.position,
            });
        }
        self.attack_mut().expect("an attack runs").dice = dice;
    }

    /// MW-15.6, MW-16.4: damage, on the defender and, by an Eye for an Eye, on the attacker at the same moment.
    fn deal(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::Effects;
        attack.next_effect = 0;
        attack.trigger = 0;
        attack.effects.clear();
        attack.dealt = 0;
        let Some(defender) = self.find(attack.defender).filter(|object| self.zone_of(object) == attack.at) else {
            attack.failed = true;
            attack.step = AttackStep::Strikes;
            self.stack.push(Frame::Attack(attack));
            return;
        };
        let stats = self.stats(defender);
        let protection = Protection {
            armor: stats.armor - attack.piercing,
            resilient: stats.has(Trait::Resilient),
            all_critical: attack.smite,
        };
        attack.life_left = stats.life.unwrap_or(0) - Self::suffered(defender);
        if !attack.harmless {
            attack.dealt = crate::dice::damage(&attack.dice, protection);
            if let Some(total) = attack.total {
                let bands = &self.printed(&attack).bands;
                if let Some(place) = crate::dice::look_up(bands.iter().map(|(band, _)| *band), total) {
                    attack.effects = bands[place].1.iter().copied().collect();
                }
            }
        }
        attack.pushed_from = attack.at;
        let (target, dealt, by) = (attack.defender, attack.dealt, attack.by);
        let from = attack.attacker.filter(|_| attack.source.is_by_creature());
        let mirror = attack.eye.zip(from).and_then(|(eye, attacker)| self.find(eye).map(|eye| (attacker, eye.seat)));
        self.stack.push(Frame::Attack(attack));
        if dealt > 0 {
            if let Some((attacker, side)) = mirror {
                // MW-26.3: the attacker's armor does not count; what is mirrored is not transferred.
                self.stack.push(Frame::Hurt(Hurt {
                    target: attacker,
                    amount: dealt,
                    by: Some(side),
                    from: None,
                    asked: true,
                }));
            }
            self.stack.push(Frame::Hurt(Hurt { target, amount: dealt, by: Some(by), from, asked: false }));
        }
    }

    /// MW-15.7.
    fn strike_again(&mut self, mut attack: Box<Attack>) {
        let again = attack.doublestrike && attack.strike == 1 && self.still_stands(&attack) && {
            let attacker = self.object(attack.attacker.expect("a creature strikes twice"));
            let defender = self.object(attack.defender);
            !attacker.is_incapacitated()
                && self.may_attack(attacker, &self.stats(attacker), self.printed(&attack), defender, Source::Counter)
        };
        if again {
            attack.strike = 2;
            attack.failed = false;
            self.next_step(attack, AttackStep::RollToMiss);
        } else {
            self.next_step(attack, AttackStep::Barrier);
        }
    }

    /// MW-15.9.
    fn ask_counterstrike(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::Unguard;
        let seat = attack.target.1;
        let together = attack
            .attacker
            .is_some_and(|attacker| self.zone(attacker).is_some() && self.zone(attacker) == self.zone(attack.defender));
        let asks = !attack.countered && together && self.has_counter(&attack);
        self.stack.push(Frame::Attack(attack));
        if asks {
            self.ask(seat, Window::Counterstrike);
        }
    }

    /// `counter ATTACK [valor]` or `pass`.
    pub(super) fn answer_counterstrike(&mut self, choice: Choice) {
        if choice.verb == Verb::Pass {
            return;
        }
        let attack = self.attack_mut().expect("an attack runs");
        attack.countered = true;
        let (striker, target) = (attack.defender, attack.attacker.expect("a creature is struck back"));
        self.begin_attack(Source::Counter, striker, choice.args[0], target, choice.count() > 1);
    }

    /// MW-15.10.
    fn end_attack(&mut self, attack: &Attack, sink: &mut impl Sink<Happening>) {
        let by_action = attack.source == Source::Action;
        self.window(by_action);
        if let Some(attacker) = attack.attacker.and_then(|id| self.find_mut(id)) {
            attacker.grounded = false;
        }
        let melee = self.is_melee(attack);
        // A counterstrike skips step 9, so the marker of who is struck back stays (MW-10.6).
        if attack.intercepted || (melee && by_action && attack.guarded) {
            self.unguard(attack.defender, sink);
        }
        if let Some(eye) = attack.eye {
            self.remove(eye, "spent", sink);
        }
    }
}
