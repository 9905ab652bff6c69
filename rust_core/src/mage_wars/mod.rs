//! Mage Wars Arena, Paladin against Siren: two Mages with spellbooks in an arena of zones. `README.md` beside this file tells how it
//! is laid out; rule numbers (MW-15.6) are those of `catalog/mage_wars/rules.md`.

mod catalog;
mod check;
mod choice;
mod evaluate;
mod event;
mod frame;
mod legal;
mod redeal;
mod refuse;
mod rules;
mod setup;
mod state;
mod stats;
mod view;

use std::sync::Arc;

pub use catalog::Catalog;
pub use choice::Choice;
pub use event::Happening;
pub use state::MageWars;

use crate::contract::{ErrorCode, Kind, Outcome, Pending, Refusal, Rules, Seat, SetupError, Sink};
use crate::rng::Chance;
use choice::Verb;
use frame::Frame;

impl Rules for MageWars {
    const NAME: &'static str = "mage_wars";
    const VERSION: &'static str = "1";
    const ERROR_CODES: &'static [ErrorCode] = refuse::ERROR_CODES;

    const RULES_TEXT: &'static str = include_str!("../../catalog/mage_wars/rules.md");
    const SCHEMA: &'static str = include_str!("../../catalog/mage_wars/schema.json");

    type Choice = Choice;
    type Event = Happening;
    type Catalog = Catalog;

    fn setup(
        catalog: &Arc<Catalog>,
        setup: &serde_json::Value,
        chance: Chance,
        sink: &mut impl Sink<Happening>,
    ) -> Result<Self, SetupError> {
        setup::start(catalog, setup, chance, sink)
    }

    fn bind(&mut self, catalog: &Arc<Catalog>) {
        self.catalog = Arc::clone(catalog);
    }

    fn seats(&self) -> usize {
        2
    }

    fn pending(&self, out: &mut Vec<Pending<Choice>>) {
        match self.stack.last() {
            Some(Frame::Planning) => {
                for seat in [Seat(0), Seat(1)] {
                    let sealed = self.player(seat).planning.is_sealed();
                    out.push(Pending {
                        seat,
                        window: "planning",
                        kind: Kind::Secret,
                        default: if sealed { Choice::plain(Verb::Replan) } else { self.plan_none() },
                        hidden: true,
                        aimed: false,
                        complete: true,
                        sealed,
                        serial: self.serials[seat.index()] + 1,
                    });
                }
            }
            Some(Frame::Ask(ask)) => out.push(Pending {
                seat: ask.seat,
                window: ask.window.name(),
                kind: if ask.window.is_turn() { Kind::Turn } else { Kind::Reaction },
                default: self.default_line(ask),
                hidden: self.is_hidden_window(ask),
                aimed: !ask.window.is_turn() && self.is_aimed_at(ask.seat),
                complete: true,
                sealed: false,
                serial: self.serials[ask.seat.index()] + 1,
            }),
            _ => {}
        }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Choice>) {
        self.legal_choices(seat, out);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        self.carry_out(seat, choice, sink);
    }

    /// MW-28.3: the retired player loses.
    fn retire(&mut self, seat: Seat, reason: &str, sink: &mut impl Sink<Happening>) {
        sink.push(Happening::Retired { seat, reason: reason.to_owned() });
        self.end(vec![seat.other()], "retired", sink);
        self.stack.clear();
    }

    fn agree_draw(&mut self, sink: &mut impl Sink<Happening>) {
        self.end(Vec::new(), "agreed-draw", sink);
        self.stack.clear();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn parse(&self, seat: Seat, line: &str) -> Result<Choice, Refusal> {
        self.parse_choice(seat, line)
    }

    fn print(&self, _: Seat, choice: Choice, out: &mut String) {
        self.print_choice(choice, out);
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

    /// Ending an Action Phase gives something up, so it is looked at like any other choice.
    fn is_pass(choice: Choice) -> bool {
        choice.declines && choice.verb != Verb::Done
    }
}
