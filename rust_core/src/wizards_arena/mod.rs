//! Wizard's Arena: an open-information card duel for two. `README.md` beside this file tells how it is laid out; rule numbers
//! (WA-6.5) are those of `catalog/wizards_arena/rules.md`.

mod card_set;
mod catalog;
mod choice;
mod deck;
mod essence;
mod evaluate;
mod event;
mod legal;
mod pattern;
mod refuse;
mod rules;
mod setup;
mod state;
mod view;

use std::sync::Arc;

pub use catalog::Catalog;
pub use choice::{Choice, Target};
pub use event::{CardRef, DuelEvent};
pub use state::WizardsArena;

use crate::contract::{ErrorCode, Kind, Outcome, Pending, Refusal, Rules, Seat, SetupError, Sink};
use crate::rng::Chance;
use serde::Serialize;
use setup::Start;
use state::{Ending, Phase};

impl Rules for WizardsArena {
    const NAME: &'static str = "wizards_arena";
    const VERSION: &'static str = "3";
    const ERROR_CODES: &'static [ErrorCode] = refuse::ERROR_CODES;

    const RULES_TEXT: &'static str = include_str!("../../catalog/wizards_arena/rules.md");
    const SCHEMA: &'static str = include_str!("../../catalog/wizards_arena/schema.json");

    type Choice = Choice;
    type Event = DuelEvent;
    type Catalog = Catalog;

    fn essence(&self) -> impl Serialize {
        essence::of(self)
    }

    fn setup(
        catalog: &Arc<Catalog>,
        setup: &serde_json::Value,
        chance: Chance,
        sink: &mut impl Sink<DuelEvent>,
    ) -> Result<Self, SetupError> {
        Ok(Start::read(catalog, setup)?.begin(chance, sink))
    }

    fn starts(catalog: &Arc<Catalog>, setup: &serde_json::Value) -> Result<impl Fn(Chance) -> Self + Sync, SetupError> {
        let start = Start::read(catalog, setup)?;
        Ok(move |chance| start.begin(chance, &mut ()))
    }

    /// The state carries its cards' numbers; nothing to give back.
    fn bind(&mut self, _: &Arc<Catalog>) {}

    fn seats(&self) -> usize {
        2
    }

    fn pending(&self, out: &mut Vec<Pending<Choice>>) {
        let Some(seat) = self.decider() else { return };
        let (window, default) = match self.phase {
            Phase::FirstCut | Phase::SecondCut => ("cut", Choice::Cut(0)),
            Phase::Heal => ("heal", Choice::Skip),
            Phase::Draw => ("draw", Choice::Draw(1)),
            Phase::Summoning => ("summoning", Choice::Done),
            Phase::Attack => ("attack", Choice::Done),
            Phase::Over => return,
        };
        out.push(Pending {
            seat,
            window,
            kind: Kind::Turn,
            default,
            hidden: false,
            aimed: false,
            complete: true,
            sealed: false,
            serial: self.serial + 1,
        });
    }

    #[inline]
    fn decider(&self) -> Option<Seat> {
        self.decider()
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Choice>) {
        self.legal_choices(seat, out);
    }

    #[inline]
    fn pick(&self, seat: Seat, _: &mut Vec<Choice>, number: impl FnOnce(usize) -> usize) -> Option<Choice> {
        self.pick_choice(seat, number)
    }

    #[inline]
    fn apply(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<DuelEvent>) {
        self.carry_out(seat, choice, sink);
    }

    /// WA-11.3: who leaves loses.
    fn retire(&mut self, seat: Seat, reason: &str, sink: &mut impl Sink<DuelEvent>) {
        sink.push_with(|| DuelEvent::Retired { seat, reason: reason.to_owned() });
        self.end(Ending::Retired { winner: seat.other() }, sink);
    }

    fn agree_draw(&mut self, sink: &mut impl Sink<DuelEvent>) {
        self.end(Ending::AgreedDraw, sink);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn parse(&self, seat: Seat, line: &str) -> Result<Choice, Refusal> {
        self.parse_choice(seat, line)
    }

    fn print(&self, seat: Seat, choice: Choice, out: &mut String) {
        self.print_choice(seat, choice, out);
    }

    fn explain(&self, seat: Seat, choice: Choice) -> Refusal {
        self.refuse_choice(seat, choice)
    }

    fn not_your_decision(&self, seat: Seat) -> Refusal {
        self.refuse_seat(seat)
    }

    fn view(&self, _: Option<Seat>) -> String {
        self.view_json()
    }

    fn chance(&self) -> &Chance {
        &self.chance
    }

    fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// Everything is known to everybody (WA-1.1).
    fn redeal(&mut self, _: Option<Seat>, _: &mut Chance) {}

    fn invariants(&self) -> Result<(), String> {
        self.check()
    }

    fn evaluate(&self, seat: Seat) -> i64 {
        self.value(seat)
    }

    fn is_pass(choice: Choice) -> bool {
        matches!(choice, Choice::Done | Choice::Skip)
    }
}
