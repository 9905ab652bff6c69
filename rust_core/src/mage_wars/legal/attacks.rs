//! Which attacks may be made, and by whom taken (MW-10.4, MW-15.1, MW-15.9, MW-20.13, MW-24.4).

use crate::board::zones::{Zone, distance};
use crate::contract::Seat;
use crate::mage_wars::catalog::kinds::{Action, Damage, Kind, Power, Reach, Token, Trait};
use crate::mage_wars::catalog::{AttackCard, Card, CardId};
use crate::mage_wars::choice::{Choice, Tok, Verb};
use crate::mage_wars::frame::{Activation, Attack, Obeys, Source};
use crate::mage_wars::state::{MageWars, Object, ObjectId, Place};
use crate::mage_wars::stats::Stats;

/// What a Bash and a passage attack are, where no card prints them (MW-17.5).
pub const BASH_DICE: i32 = 3;

impl MageWars {
    /// Whether the straight line between two zones is free (MW-1.8); always to and from what flies (MW-1.10).
    pub(in crate::mage_wars) fn sees(&self, from: Zone, to: Zone, flying: bool) -> bool {
        if flying || from == to {
            return true;
        }
        let mut hills = self.objects.iter().filter(|object| self.card_of(object).has(Power::SteepHill)).peekable();
        if hills.peek().is_none() {
            return true;
        }
        let is_hill =
            |zone: Zone| self.terrain_in(zone).is_some_and(|terrain| self.card_of(terrain).has(Power::SteepHill));
        self.grid.sees(from, to, is_hill, |_| false)
    }

    /// The zones that an object can be reached in: its own, or both sides of a wall's border (MW-1.7).
    pub(in crate::mage_wars) fn reachable_in(&self, object: &Object) -> [Option<Zone>; 2] {
        match object.place {
            Place::Border(border) => [Some(border.a), Some(border.b)],
            Place::Zone(_) | Place::On(_) => [self.zone_of(object), None],
        }
    }

    /// The attacks a creature has: its own, then those of its equipment (MW-13.3).
    pub(in crate::mage_wars) fn attacks_of<'a>(
        &'a self,
        object: &'a Object,
    ) -> impl Iterator<Item = (CardId, u8, &'a AttackCard)> + 'a {
        let own = std::iter::once(object.card);
        let is_mage = self.card_of(object).kind == Kind::Mage;
        let worn = self
            .objects
            .iter()
            .filter(move |item| is_mage && item.place == Place::On(object.id) && item.revealed)
            .map(|item| item.card);
        own.chain(worn).flat_map(move |card| {
            let attacks = self.catalog.card(card).attacks.iter().enumerate();
            attacks
                .filter(|(_, attack)| attack.action != Action::Triggered)
                .map(move |(index, attack)| (card, u8::try_from(index).expect("a few attacks"), attack))
        })
    }

    /// Whether `attacker` may make `attack` against `defender`: everything of MW-15.1 but the action it takes.
    pub(in crate::mage_wars) fn may_attack(
        &self,
        attacker: &Object,
        stats: &Stats,
        attack: &AttackCard,
        defender: &Object,
        source: Source,
    ) -> bool {
        if attacker.id == defender.id || !defender.revealed {
            return false;
        }
        let card = self.card_of(defender);
        if card.life.is_none() || !(card.kind.is_creature() || card.kind.is_conjuration()) {
            return false;
        }
        let theirs = self.stats(defender);
        if theirs.has(Trait::Indestructible) {
            return false;
        }
        if let Some(damage) = attack.damage
            && theirs.is_immune(damage)
            && !(damage == Damage::Hydro && attack.has(Trait::Extinguish))
        {
            return false;
        }
        if !self.allows(attacker, attack, defender) {
            return false;
        }
        let Some(from) = self.zone_of(attacker) else { return false };
        match attack.reach {
            Reach::Melee => self.melee_reaches(attacker, stats, defender, &theirs, from, source),
            Reach::Ranged => self.ranged_reaches(attacker, stats, attack, defender, &theirs, from),
            Reach::Passage | Reach::Unclassified => false,
        }
    }

    /// Bans: Grapple (MW-24.4), Death Roll, Song of Love, Siren's Call (MW-23.4), costs (MW-15.2).
    fn allows(&self, attacker: &Object, attack: &AttackCard, defender: &Object) -> bool {
        let is_spell = attack.has(Trait::SpellAttack);
        if let (Some((captor, _)), false) = (attacker.captor, is_spell)
            && (defender.id != captor || attack.reach != Reach::Melee)
        {
            return false;
        }
        if self.preys_of(attacker.id).any(|prey| prey.captor.is_some_and(|(_, word)| word == attack.word)) {
            return false;
        }
        if attack.has(Trait::PreyOnly) && defender.captor.is_none_or(|(captor, _)| captor != attacker.id) {
            return false;
        }
        if defender.token(Token::Love) > 0
            && self.attached_to(attacker.id).any(|song| song.revealed && self.card_of(song).has(Power::Love))
        {
            return false;
        }
        if [Seat(0), Seat(1)].into_iter().any(|seat| self.is_called_to(attacker.id, seat, defender.id)) {
            return false;
        }
        attack.mana <= self.player(attacker.seat).mana
    }

    /// Whether the Call of `seat` forbids `attacker` to attack `target`.
    pub(in crate::mage_wars) fn is_called_to(&self, attacker: ObjectId, seat: Seat, target: ObjectId) -> bool {
        self.player(seat).call == Some(attacker) && self.player(seat).mage == target
    }

    fn melee_reaches(
        &self,
        attacker: &Object,
        stats: &Stats,
        defender: &Object,
        theirs: &Stats,
        from: Zone,
        source: Source,
    ) -> bool {
        if !self.reachable_in(defender).contains(&Some(from)) {
            return false;
        }
        if theirs.flies() && !stats.flies() {
            return false;
        }
        if source == Source::Counter || matches!(defender.place, Place::Border(_)) {
            return true;
        }
        !self.is_guarded_from(attacker, stats, defender, theirs, from)
    }

    /// MW-10.4, MW-10.5: whether guards make the target illegal.
    fn is_guarded_from(&self, attacker: &Object, stats: &Stats, defender: &Object, theirs: &Stats, zone: Zone) -> bool {
        let grappling = attacker.captor.is_some_and(|(captor, _)| captor == defender.id)
            || defender.captor.is_some_and(|(captor, _)| captor == attacker.id);
        if grappling || stats.has(Trait::Elusive) || (stats.flies() && theirs.flies()) {
            return false;
        }
        if defender.guard && defender.seat != attacker.seat {
            return false;
        }
        self.creatures_in(zone)
            .filter(|guard| guard.guard && guard.seat != attacker.seat)
            .any(|guard| self.can_hinder(guard, &self.stats(guard)))
    }

    fn ranged_reaches(
        &self,
        attacker: &Object,
        stats: &Stats,
        attack: &AttackCard,
        defender: &Object,
        theirs: &Stats,
        from: Zone,
    ) -> bool {
        let flying = stats.flies() || theirs.flies();
        let obscured = theirs.has(Trait::Obscured) && !self.card_of(attacker).has(Power::SeesObscured);
        self.reachable_in(defender).into_iter().flatten().any(|at| {
            let steps = distance(from, at);
            let least = if flying && steps == 0 { 0 } else { attack.range.0 };
            steps >= least && steps <= attack.range.1 && !(obscured && steps > 1) && self.sees(from, at, flying)
        })
    }

    /// Everything that is there to be attacked, as a rough sieve.
    pub(in crate::mage_wars) fn attackable(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.revealed && self.card_of(object).life.is_some())
    }

    /// Appends the attack lines of the acting creature.
    pub(super) fn attack_lines(&self, acting: &Activation, out: &mut Vec<(Choice, Option<Obeys>)>) {
        let attacker = self.object(acting.actor);
        let stats = self.stats(attacker);
        for (card, _, attack) in self.attacks_of(attacker) {
            if acting.acted || (attack.action == Action::Full && acting.moves > 0) {
                continue;
            }
            let printed = self.catalog.card(card);
            for defender in self.attackable() {
                if !self.may_attack(attacker, &stats, attack, defender, Source::Action) {
                    continue;
                }
                let obeys = self.obeys_by_attack(attacker, &stats, attack, defender);
                let tokens = [Tok::word(attack.word), self.call(acting.seat, defender)];
                out.push((Choice::with(Verb::Attack, tokens), obeys));
                if self.may_pay_valor(printed, acting.seat) {
                    let tokens = [tokens[0], tokens[1], Tok::word(self.catalog.words.valor)];
                    out.push((Choice::with(Verb::Attack, tokens), obeys));
                }
            }
        }
    }

    /// RW-33: Sword of Radiance.
    pub(in crate::mage_wars) fn may_pay_valor(&self, card: &Card, seat: Seat) -> bool {
        card.has(Power::Radiance) && self.player(seat).valor >= 1
    }

    /// Which mandatory action the attack obeys (MW-25.2, MW-25.3).
    fn obeys_by_attack(
        &self,
        attacker: &Object,
        stats: &Stats,
        attack: &AttackCard,
        defender: &Object,
    ) -> Option<Obeys> {
        if attack.reach != Reach::Melee || !self.card_of(defender).kind.is_creature() {
            return None;
        }
        if stats.has(Trait::Bloodthirsty)
            && defender.seat != attacker.seat
            && defender.damage > 0
            && self.stats(defender).has(Trait::Living)
        {
            return Some(Obeys::Bloodthirsty);
        }
        (self.is_enraged(attacker.id) && defender.token(Token::Hate) > 0).then_some(Obeys::Hate)
    }

    /// Whether a revealed Chant of Rage is on the creature.
    pub(in crate::mage_wars) fn is_enraged(&self, creature: ObjectId) -> bool {
        self.attached_to(creature).any(|song| song.revealed && self.card_of(song).has(Power::Hate))
    }

    /// Appends the counterstrikes of `defender` against `attacker` (MW-15.9).
    pub(in crate::mage_wars) fn counter_lines(&self, defender: ObjectId, attacker: ObjectId, out: &mut Vec<Choice>) {
        let (Some(striker), Some(target)) = (self.find(defender), self.find(attacker)) else { return };
        if striker.is_incapacitated() {
            return;
        }
        let stats = self.stats(striker);
        for (card, _, attack) in self.attacks_of(striker) {
            let strikes_back = striker.guard || attack.has(Trait::Counterstrike);
            let is_quick_melee = attack.reach == Reach::Melee && attack.action == Action::Quick;
            if !strikes_back || !is_quick_melee || !self.may_attack(striker, &stats, attack, target, Source::Counter) {
                continue;
            }
            out.push(Choice::with(Verb::Counter, [Tok::word(attack.word)]));
            if self.may_pay_valor(self.catalog.card(card), striker.seat) {
                let tokens = [Tok::word(attack.word), Tok::word(self.catalog.words.valor)];
                out.push(Choice::with(Verb::Counter, tokens));
            }
        }
    }

    /// The guards of `seat` that may take the attack on themselves (MW-20.13).
    pub(in crate::mage_wars) fn interceptors(&self, attack: &Attack, seat: Seat) -> Vec<ObjectId> {
        let (Some(attacker), Some(defender)) =
            (attack.attacker.and_then(|id| self.find(id)), self.find(attack.defender))
        else {
            return Vec::new();
        };
        let printed = &self.catalog.card(attack.card).attacks[attack.index as usize];
        if printed.reach != Reach::Ranged || attack.source == Source::ZonePart {
            return Vec::new();
        }
        let Some(zone) = self.zone_of(defender) else { return Vec::new() };
        if self.stats(defender).flies() {
            return Vec::new();
        }
        let stats = self.stats(attacker);
        let fits = |guard: &&Object| {
            if !guard.guard || guard.seat != seat || guard.id == attack.defender || guard.id == attacker.id {
                return false;
            }
            let theirs = self.stats(guard);
            theirs.has(Trait::Intercept)
                && !theirs.is_held()
                && !guard.is_incapacitated()
                && self.may_be_hit(attacker, &stats, printed, guard, &theirs, attack.source)
        };
        self.creatures_in(zone).filter(fits).map(|guard| guard.id).collect()
    }

    /// Whether the attack could have been made at the guard: range, sight, immunity, Love, the Call (MW-15.15).
    fn may_be_hit(
        &self,
        attacker: &Object,
        stats: &Stats,
        printed: &AttackCard,
        guard: &Object,
        theirs: &Stats,
        source: Source,
    ) -> bool {
        if source.is_by_creature() {
            return self.may_attack(attacker, stats, printed, guard, source);
        }
        printed.damage.is_none_or(|damage| !theirs.is_immune(damage))
    }
}
