//! MW-7, MW-8.1, MW-8.5: the phases of a round, sealed planning, deployment, quickcast phases.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Kind, Power, Trait};
use crate::mage_wars::choice::{Choice, Said, Tok, Verb};
use crate::mage_wars::event::{Happening, Planned};
use crate::mage_wars::frame::{Frame, Stage, Window};
use crate::mage_wars::state::{MageWars, Object, ObjectId, Phase, Plan, Planning};

impl MageWars {
    /// Begins a phase, or ends the round; the phase's own window stands at its end (MW-12.3).
    pub(super) fn step_round(&mut self, next: Option<Phase>, sink: &mut impl Sink<Happening>) {
        let Some(phase) = next else { return self.end_round(sink) };
        let after = match phase {
            Phase::Initiative => Some(Phase::Reset),
            Phase::Reset => Some(Phase::Channel),
            Phase::Channel => Some(Phase::Upkeep),
            Phase::Upkeep => Some(Phase::Planning),
            Phase::Planning => Some(Phase::Deployment),
            Phase::Deployment => Some(Phase::FirstQuickcast),
            Phase::FirstQuickcast => Some(Phase::Action),
            Phase::Action => Some(Phase::FinalQuickcast),
            Phase::FinalQuickcast => None,
        };
        self.stack.push(Frame::Round(after));
        self.begin_phase(phase, sink);
    }

    /// Starts what a phase does; also the entry of positions.
    pub(in crate::mage_wars) fn begin_phase(&mut self, phase: Phase, sink: &mut impl Sink<Happening>) {
        self.phase = phase;
        if phase == Phase::Initiative {
            // MW-7.1: every round after the first.
            self.initiative = self.initiative.other();
        }
        sink.push(Happening::PhaseBegan { round: self.round, phase: phase.as_str(), initiative: self.initiative });
        if phase != Phase::Action {
            self.window(true);
        }
        match phase {
            Phase::Initiative => {}
            Phase::Reset => self.reset(),
            Phase::Channel => self.channel(sink),
            Phase::Upkeep => self.begin_upkeep(),
            Phase::Planning => self.begin_planning(sink),
            Phase::Deployment => self.stack.push(Frame::Deploy(0)),
            Phase::FirstQuickcast | Phase::FinalQuickcast => self.stack.push(Frame::Quickcasts(0)),
            Phase::Action => {
                self.stack.push(Frame::Stage(Stage { turn: self.initiative, must: false, after: false }));
            }
        }
    }

    /// MW-8.5, MW-28.4: effects of the round expire; at the limit the game ends.
    fn end_round(&mut self, sink: &mut impl Sink<Happening>) {
        for player in &mut self.players {
            player.smite = false;
            player.used.meraveran = false;
        }
        for object in &mut self.objects {
            object.light = 0;
            object.to_captor = 0;
        }
        if self.round_limit.is_some_and(|limit| self.round >= limit) {
            let left = [0, 1].map(|seat| {
                let mage = self.mage(Seat(seat)).expect("the game goes on");
                self.stats(mage).life.unwrap_or(0) - mage.damage
            });
            let winners = match left[0].cmp(&left[1]) {
                std::cmp::Ordering::Greater => vec![Seat(0)],
                std::cmp::Ordering::Less => vec![Seat(1)],
                std::cmp::Ordering::Equal => Vec::new(),
            };
            return self.end(winners, "round-limit", sink);
        }
        self.round += 1;
        self.stack.push(Frame::Round(Some(Phase::Initiative)));
    }

    /// MW-7.2.
    fn reset(&mut self) {
        for object in &mut self.objects {
            let card = self.catalog.card(object.card);
            object.active = card.kind.is_creature();
            object.defenses = 0;
            object.countered = false;
            object.drained = false;
            object.overextended = false;
        }
        for player in &mut self.players {
            player.quickcast = true;
            player.used = crate::mage_wars::state::Used::default();
        }
    }

    /// MW-7.3.
    fn channel(&mut self, sink: &mut impl Sink<Happening>) {
        let gains: Vec<(ObjectId, i32)> = self
            .objects
            .iter()
            .filter(|object| object.revealed && self.card_of(object).channeling.is_some())
            .map(|object| (object.id, self.stats(object).channeling.unwrap_or(0)))
            .collect();
        for (id, amount) in gains {
            let object = self.object(id);
            let (seat, name) = (object.seat, self.name(object));
            let mana = if self.player(seat).mage == id {
                self.player_mut(seat).mana += amount;
                self.player(seat).mana
            } else {
                let object = self.find_mut(id).expect("it channels");
                object.mana += amount;
                object.mana
            };
            sink.push(Happening::Channeled { object: name, amount, mana });
        }
    }

    /// MW-7.10: what was not used goes back; then both plan at once.
    fn begin_planning(&mut self, sink: &mut impl Sink<Happening>) {
        for seat in [Seat(0), Seat(1)] {
            let plans = std::mem::take(&mut self.player_mut(seat).plans);
            let cards: Vec<_> = plans.iter().flat_map(|plan| plan.cards.iter().copied()).collect();
            if !cards.is_empty() {
                let names = cards.iter().map(|card| self.id_of(*card)).collect();
                sink.push(Happening::PlansReturned { seat, count: cards.len(), cards: Some(names) });
            }
            for card in cards {
                self.player_mut(seat).book.add(card);
            }
            self.player_mut(seat).planning = self.fresh_planning(seat);
        }
        self.stack.push(Frame::Planning);
    }

    /// MW-31.3: the Mage, then familiars and spawnpoints by id.
    fn fresh_planning(&self, seat: Seat) -> Planning {
        let mage = self.player(seat).mage;
        let mut casters = vec![(mage, 2)];
        let others = self.objects.iter().filter(|object| object.seat == seat && object.revealed && object.id != mage);
        casters.extend(others.filter_map(|object| {
            let card = self.card_of(object);
            card.casts.map(|_| (object.id, if card.has(Power::Banner) { 2 } else { 1 }))
        }));
        let chosen = casters.iter().map(|_| ArrayVec::new()).collect();
        Planning { casters, chosen, at: 0 }
    }

    /// One step of a player's planning. A line that seals it leaves the decision's serial as it is.
    pub(super) fn plan(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Replan {
            self.serials[seat.index()] += 1;
            self.player_mut(seat).planning = self.fresh_planning(seat);
            sink.push(Happening::PlanningRestarted { seat });
            return;
        }
        let at = self.player(seat).planning.at;
        let (caster, most) = self.player(seat).planning.casters[at];
        let card = match choice.args[0].says() {
            Said::Word(word, _) if !choice.declines => self.catalog.words.card(word).map(|(card, _)| card),
            Said::None | Said::Number(_) | Said::Zone(_) | Said::Border(_) | Said::Word(..) => None,
        };
        if let Some(caster) = self.name_id(caster) {
            sink.push(Happening::CardPlanned { seat, caster, card: card.map(|card| self.id_of(card)) });
        }
        let planning = &mut self.player_mut(seat).planning;
        if let Some(card) = card {
            planning.chosen[at].push(card);
        }
        if card.is_none() || planning.chosen[at].len() >= usize::from(most) {
            planning.at += 1;
        }
        if !planning.is_sealed() {
            self.serials[seat.index()] += 1;
        }
    }

    /// Both are done: the cards leave the spellbooks, their numbers become public (MW-2.12).
    pub(super) fn seal_plans(&mut self, sink: &mut impl Sink<Happening>) {
        for seat in [Seat(0), Seat(1)] {
            self.serials[seat.index()] += 1;
            let planning = std::mem::take(&mut self.player_mut(seat).planning);
            for ((caster, _), mut cards) in planning.casters.into_iter().zip(planning.chosen) {
                cards.sort_unstable();
                for card in &cards {
                    let had = self.player_mut(seat).book.take(*card);
                    debug_assert!(had, "only cards of the book are planned");
                }
                if !cards.is_empty() {
                    self.player_mut(seat).plans.push(Plan { caster, cards });
                }
            }
            let casters =
                self.player(seat).plans.iter().filter_map(|plan| {
                    self.name_id(plan.caster).map(|caster| Planned { caster, count: plan.cards.len() })
                });
            let casters = casters.collect();
            sink.push(Happening::PlansSealed { seat, casters });
        }
    }

    /// The player whose turn it is in Initiative order.
    fn in_order(&self, done: u8) -> Seat {
        if done == 0 { self.initiative } else { self.initiative.other() }
    }

    /// MW-7.11.
    pub(super) fn step_deploy(&mut self, done: u8) {
        if done >= 2 {
            return;
        }
        let seat = self.in_order(done);
        let is_spawnpoint =
            |plan: &Plan| self.find(plan.caster).is_some_and(|caster| self.card_of(caster).prints(Trait::Spawnpoint));
        if self.player(seat).plans.iter().any(is_spawnpoint) {
            self.stack.push(Frame::Deploy(done));
            self.ask(seat, Window::Deployment);
        } else {
            self.stack.push(Frame::Deploy(done + 1));
        }
    }

    /// `deploy OBJECT` or `pass`.
    pub(super) fn answer_deployment(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            sink.push(Happening::Passed { seat, window: "deployment" });
            if let Some(Frame::Deploy(done)) = self.stack.last_mut() {
                *done += 1;
            }
            return;
        }
        let spawnpoint = self.called(seat, choice.args[0]).expect("a listed object");
        let cards: Vec<_> = self.player(seat).planned(spawnpoint).to_vec();
        // The last is cast last: frames stand the other way round.
        for card in cards.into_iter().rev() {
            let name = Tok::word(self.catalog.card(card).own_word);
            self.begin_cast(seat, spawnpoint, Choice::with(Verb::Cast, [name]), sink);
        }
    }

    /// MW-8.1, MW-8.5.
    pub(super) fn step_quickcasts(&mut self, done: u8) {
        if done >= 2 {
            return;
        }
        let seat = self.in_order(done);
        self.stack.push(Frame::Quickcasts(done + 1));
        if self.opens_quickcast(seat) {
            self.ask(seat, Window::Quickcast);
        }
    }

    /// Whether the object is a creature that a player has activated or may activate.
    pub(super) fn is_creature(&self, object: &Object) -> bool {
        let kind = self.card_of(object).kind;
        matches!(kind, Kind::Mage | Kind::Creature)
    }
}
