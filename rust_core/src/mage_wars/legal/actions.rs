//! What the acting creature may do (MW-9.2, MW-25).

use crate::board::zones::{Direction, Zone, distance};
use crate::contract::Seat;
use crate::mage_wars::catalog::kinds::{Action, Aura, Kind, Power, Token, Trait};
use crate::mage_wars::choice::{Choice, Tok, Verb};
use crate::mage_wars::frame::{Activation, Obeys};
use crate::mage_wars::state::{MageWars, Object};
use crate::mage_wars::stats::Stats;

/// Move actions at most (MW-9.2).
const MOST_MOVES: u8 = 2;

impl MageWars {
    /// Whether the acting creature may still take a move action at all.
    fn may_move(acting: &Activation, actor: &Object, stats: &Stats) -> bool {
        !acting.acted
            && acting.moves < MOST_MOVES
            && (acting.moves == 0 || !acting.hindered)
            && !stats.is_held()
            && !actor.is_incapacitated()
    }

    /// Whether the acting creature may move into the zone next to it (MW-9.8 for hills).
    pub(in crate::mage_wars) fn may_enter(&self, acting: &Activation, stats: &Stats, to: Zone) -> bool {
        !self.takes_full_action(stats, to) || acting.moves == 0
    }

    /// MW-9.8: a hill takes a creature on foot a full action.
    pub(in crate::mage_wars) fn takes_full_action(&self, stats: &Stats, to: Zone) -> bool {
        !stats.flies() && self.terrain_in(to).is_some_and(|terrain| self.card_of(terrain).has(Power::SteepHill))
    }

    /// All lines of the Action Phase, with the mandatory action each obeys; without the filter of MW-25.5.
    fn unfiltered(&self, acting: &Activation, out: &mut Vec<(Choice, Option<Obeys>)>) {
        let actor = self.object(acting.actor);
        let card = self.card_of(actor);
        let stats = self.stats(actor);
        if acting.acted {
            return;
        }
        if actor.is_incapacitated() {
            // MW-11.8: Mages still cast quick spells that are no attacks.
            if card.kind == Kind::Mage {
                self.spell_lines(acting, out);
            }
            return;
        }
        let at = self.zone_of(actor).expect("creatures are in zones");
        if Self::may_move(acting, actor, &stats) {
            for direction in Direction::ALL {
                if let Some(to) = self.grid.step(at, direction)
                    && self.may_enter(acting, &stats, to)
                {
                    let obeys = self.obeys_by_move(acting, actor, at, to);
                    out.push((Choice::with(Verb::Move, [Tok::zone(to)]), obeys));
                }
            }
        }
        self.attack_lines(acting, out);
        if !actor.guard && actor.captor.is_none() && self.preys_of(actor.id).next().is_none() {
            out.push((Choice::plain(Verb::Guard), None));
        }
        if card.has(Power::Chivalry) {
            let player = self.player(acting.seat);
            for aura in Aura::ALL {
                let free = !player.has_aura(*aura) && !player.has_aura(aura.other_side());
                if free && player.valor >= aura.cost() {
                    let word = self.catalog.words.known(aura.as_str());
                    out.push((Choice::with(Verb::Aura, [Tok::word(word)]), None));
                }
            }
        }
        self.spell_lines(acting, out);
    }

    /// Spells of an acting Mage or familiar, and a Mage's abilities.
    fn spell_lines(&self, acting: &Activation, out: &mut Vec<(Choice, Option<Obeys>)>) {
        let mut spells = Vec::new();
        let full = acting.moves == 0;
        self.cast_lines(acting.seat, acting.actor, full, &mut spells);
        if acting.actor == self.player(acting.seat).mage {
            self.ability_lines(acting.seat, &mut spells);
        }
        out.extend(spells.into_iter().map(|choice| (choice, None)));
    }

    /// MW-25.3, MW-25.4: a move that brings it nearer.
    fn obeys_by_move(&self, acting: &Activation, actor: &Object, at: Zone, to: Zone) -> Option<Obeys> {
        if acting.moves == 0 && !acting.called {
            for seat in [Seat(0), Seat(1)] {
                let player = self.player(seat);
                if player.call == Some(actor.id) {
                    let siren = self.zone(player.mage)?;
                    if distance(to, siren) < distance(at, siren) {
                        return Some(Obeys::SirensCall);
                    }
                }
            }
        }
        if self.is_enraged(actor.id) {
            let haters = self.objects.iter().filter(|object| object.token(Token::Hate) > 0 && object.id != actor.id);
            let nearest = haters.filter_map(|object| self.zone_of(object)).min_by_key(|zone| distance(*zone, at))?;
            if distance(to, nearest) < distance(at, nearest) {
                return Some(Obeys::Hate);
            }
        }
        None
    }

    /// The lines of the Action Phase after the filter of MW-25.5: while some action would obey, only such actions are legal.
    pub(in crate::mage_wars) fn action_lines(&self, acting: &Activation, out: &mut Vec<Choice>) {
        let mut lines = Vec::with_capacity(32);
        self.unfiltered(acting, &mut lines);
        let binds =
            |obeys: &Option<Obeys>| obeys.is_some_and(|which| acting.obeys.is_none_or(|chosen| chosen == which));
        // A rage that can strike does not walk first (MW-25.3).
        let strikes = lines
            .iter()
            .any(|(choice, obeys)| choice.verb == Verb::Attack && *obeys == Some(Obeys::Hate) && binds(obeys));
        let counts = |choice: &Choice, obeys: &Option<Obeys>| {
            binds(obeys) && !(strikes && *obeys == Some(Obeys::Hate) && choice.verb == Verb::Move)
        };
        if lines.iter().any(|(choice, obeys)| counts(choice, obeys)) {
            out.extend(lines.iter().filter(|(choice, obeys)| counts(choice, obeys)).map(|(choice, _)| *choice));
            return;
        }
        out.extend(lines.iter().map(|(choice, _)| *choice));
        out.push(Choice::plain(Verb::Done));
    }

    /// Whether nothing can bind the acting creature (MW-25.1): then it may always end its Action Phase.
    pub(in crate::mage_wars) fn is_unbound(&self, acting: &Activation) -> bool {
        let called = [Seat(0), Seat(1)].into_iter().any(|seat| self.player(seat).call == Some(acting.actor));
        let thirsty = self.find(acting.actor).is_some_and(|actor| self.card_of(actor).prints(Trait::Bloodthirsty));
        !called && !thirsty && !self.is_enraged(acting.actor)
    }

    /// Which mandatory action a line obeys, to remember it (MW-25.5).
    pub(in crate::mage_wars) fn obeyed_by(&self, acting: &Activation, choice: Choice) -> Option<Obeys> {
        if self.is_unbound(acting) {
            return None;
        }
        let mut lines = Vec::with_capacity(32);
        self.unfiltered(acting, &mut lines);
        lines.iter().find(|(line, _)| *line == choice).and_then(|(_, obeys)| *obeys)
    }

    /// Whether an attack or spell of this kind still fits into the Action Phase.
    pub(in crate::mage_wars) fn fits_action(acting: &Activation, action: Action) -> bool {
        !acting.acted && (action != Action::Full || acting.moves == 0)
    }

    /// Whether the trait `Slow` ends an Action Phase after a move (MW-9.4).
    pub(in crate::mage_wars) fn is_slow(stats: &Stats) -> bool {
        stats.has(Trait::Slow)
    }
}
