//! Mage Tower: a tower-defense card game for one to six. `README.md` beside this file tells how it is laid out; rule numbers (MT-7.5)
//! are those of `catalog/mage_tower/rules.md`.

mod catalog;
mod check;
mod choice;
mod effects;
mod evaluate;
mod event;
mod legal;
mod parse;
mod position;
mod redeal;
mod refuse;
mod rules;
mod setup;
mod state;
mod values;
mod view;

use std::sync::Arc;

pub use catalog::Catalog;
pub use choice::Choice;
pub use event::TowerEvent;
pub use state::MageTower;

use crate::contract::{ErrorCode, Kind, Outcome, Pending, Refusal, Rules, Seat, SetupError, Sink};
use crate::rng::Chance;
use choice::{Verb, print_choice};
use state::{Asking, Window};

/// Whether who is asked may be told from hidden cards, so that a skipped question must not show (MT-25.5).
const fn is_hidden(asking: &Asking) -> bool {
    match asking {
        Asking::DraftHidden
        | Asking::Keep
        | Asking::Search { .. }
        | Asking::Sift { .. }
        | Asking::Unravel
        | Asking::Mob { .. } => true,
        Asking::DraftVisible
        | Asking::Gamestart { .. }
        | Asking::Casting
        | Asking::Target { .. }
        | Asking::Copy { .. }
        | Asking::Lowest { .. }
        | Asking::Options { .. }
        | Asking::Gate { .. }
        | Asking::Ambush { .. } => false,
    }
}

impl MageTower {
    /// What sort of waiting a window asks for (MT-25.5).
    fn kind_of(&self, window: &Window) -> Kind {
        match window.asking {
            Asking::DraftHidden | Asking::Keep | Asking::Unravel => Kind::Secret,
            Asking::Gate { .. } | Asking::Ambush { .. } | Asking::Mob { .. } => Kind::Reaction,
            Asking::Options { .. } if self.catalog_asks_all(window) => Kind::Secret,
            Asking::Options { .. } if window.asked.first().is_some_and(|(seat, _)| *seat != self.active) => {
                Kind::Reaction
            }
            Asking::DraftVisible
            | Asking::Gamestart { .. }
            | Asking::Casting
            | Asking::Target { .. }
            | Asking::Search { .. }
            | Asking::Sift { .. }
            | Asking::Copy { .. }
            | Asking::Lowest { .. }
            | Asking::Options { .. } => Kind::Turn,
        }
    }

    /// Whether a reaction is to what somebody else does to whoever is asked: not an ambush, which is a chance and no threat.
    fn is_aimed(&self, window: &Window) -> bool {
        self.kind_of(window) == Kind::Reaction && !matches!(window.asking, Asking::Ambush { .. })
    }

    /// Whether an options window is for each opponent at once.
    fn catalog_asks_all(&self, window: &Window) -> bool {
        let Asking::Options { block, at, .. } = window.asking else { return false };
        let op = &self.catalog.block(block)[at as usize];
        matches!(op, catalog::Op::Choose { by: catalog::Who::EachOpponent, .. })
    }
}

impl Rules for MageTower {
    const NAME: &'static str = "mage_tower";
    const VERSION: &'static str = "1";
    const ERROR_CODES: &'static [ErrorCode] = refuse::ERROR_CODES;

    const RULES_TEXT: &'static str = include_str!("../../catalog/mage_tower/rules.md");
    const SCHEMA: &'static str = include_str!("../../catalog/mage_tower/schema.json");

    type Choice = Choice;
    type Event = TowerEvent;
    type Catalog = Catalog;

    fn setup(
        catalog: &Arc<Catalog>,
        setup: &serde_json::Value,
        chance: Chance,
        sink: &mut impl Sink<TowerEvent>,
    ) -> Result<Self, SetupError> {
        setup::start(catalog, setup, chance, sink)
    }

    fn starts(catalog: &Arc<Catalog>, setup: &serde_json::Value) -> Result<impl Fn(Chance) -> Self + Sync, SetupError> {
        setup::start(catalog, setup, Chance::seeded([0; 32]), &mut ())?;
        let start = setup::read(catalog, setup)?;
        Ok(move |chance| start.begin(chance, &mut ()))
    }

    fn bind(&mut self, catalog: &Arc<Catalog>) {
        self.catalog = Arc::clone(catalog);
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn pending(&self, out: &mut Vec<Pending<Choice>>) {
        let Some(window) = &self.window else { return };
        for (seat, answer) in &window.asked {
            if answer.is_some() {
                continue;
            }
            let dropped = if matches!(window.asking, Asking::Keep) { self.dropped(*seat) } else { 0 };
            out.push(Pending {
                seat: *seat,
                window: window.asking.name(self),
                kind: self.kind_of(window),
                default: self.default_choice(*seat),
                hidden: is_hidden(&window.asking),
                aimed: self.is_aimed(window),
                complete: true,
                sealed: false,
                serial: window.serial * 16 + dropped,
            });
        }
        out.sort_unstable_by_key(|open| open.seat);
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Choice>) {
        self.legal_choices(seat, out);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        self.carry_out(seat, choice, sink);
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.player(seat).out
    }

    /// MT-21.5: leaving is elimination.
    fn retire(&mut self, seat: Seat, reason: &str, sink: &mut impl Sink<TowerEvent>) {
        self.leave(seat, reason, sink);
    }

    fn agree_draw(&mut self, sink: &mut impl Sink<TowerEvent>) {
        self.end(&[], "agreed-draw", sink);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn parse(&self, seat: Seat, line: &str) -> Result<Choice, Refusal> {
        self.parse_choice(seat, line)
    }

    fn print(&self, _: Seat, choice: Choice, out: &mut String) {
        print_choice(&self.catalog, &choice, out);
    }

    fn explain(&self, seat: Seat, choice: Choice) -> Refusal {
        self.refuse_choice(seat, choice)
    }

    fn not_your_decision(&self, seat: Seat) -> Refusal {
        self.refuse_seat(seat)
    }

    fn view(&self, viewer: Option<Seat>) -> String {
        self.view_json(viewer)
    }

    fn chance(&self) -> &Chance {
        &self.chance
    }

    fn chance_mut(&mut self) -> &mut Chance {
        &mut self.chance
    }

    fn redeal(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        self.deal_anew(viewer, chance);
    }

    fn invariants(&self) -> Result<(), String> {
        self.check()
    }

    fn evaluate(&self, seat: Seat) -> i64 {
        self.value(seat)
    }

    fn is_pass(choice: Choice) -> bool {
        matches!(choice.verb, Verb::End | Verb::Pass | Verb::Leave)
    }
}
