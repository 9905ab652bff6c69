//! MW-8.2 to MW-8.4: the players activate creatures in turn, with a quickcast before or after.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::Condition;
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Activation, ActivationStep, Frame, Stage, Window};
use crate::mage_wars::state::{MageWars, ObjectId};

impl MageWars {
    /// Whose turn it is, or the end of the stage.
    pub(super) fn step_stage(&mut self, mut stage: Stage) {
        let seat = stage.turn;
        if stage.after {
            // RW-05: the quickcast after an own Action Phase.
            self.stack.push(Frame::Stage(Stage { turn: seat.other(), must: false, after: false }));
            if self.opens_quickcast(seat) {
                self.ask(seat, Window::Quickcast);
            }
            return;
        }
        let active = |seat| self.active_of(seat).next().is_some();
        if !active(seat) {
            if active(seat.other()) {
                stage.turn = seat.other();
                stage.must = false;
                self.stack.push(Frame::Stage(stage));
            }
            return;
        }
        self.stack.push(Frame::Stage(stage));
        self.ask(seat, Window::Turn);
    }

    fn stage_mut(&mut self) -> &mut Stage {
        match self.stack.last_mut() {
            Some(Frame::Stage(stage)) => stage,
            other => unreachable!("a turn belongs to the stage, not to {other:?}"),
        }
    }

    /// A line of the `turn` window.
    pub(super) fn answer_turn(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            sink.push(Happening::Passed { seat, window: "turn" });
            let stage = self.stage_mut();
            stage.turn = seat.other();
            stage.must = false;
        } else if choice.verb == Verb::Activate {
            let actor = self.called(seat, choice.args[0]).expect("a listed creature");
            self.stage_mut().after = true;
            self.activate(seat, actor);
        } else {
            // MW-27.5: now somebody must be activated.
            self.stage_mut().must = true;
            self.quickcast(seat, choice, sink);
        }
    }

    /// Puts an Action Phase on the stack.
    pub(in crate::mage_wars) fn activate(&mut self, seat: Seat, actor: ObjectId) {
        let object = self.object(actor);
        let before = [object.condition(Condition::Daze), object.condition(Condition::Stun)];
        self.stack.push(Frame::Activation(Activation {
            actor,
            seat,
            step: ActivationStep::Begin,
            moves: 0,
            acted: false,
            hindered: false,
            just_moved: false,
            charged: false,
            obeys: None,
            called: false,
            before,
            escapes: 0,
            paid: 0,
        }));
    }

    /// Uses the quickcast action for a spell or an ability (MW-8.6).
    pub(super) fn quickcast(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        self.player_mut(seat).quickcast = false;
        let mage = self.player(seat).mage;
        self.begin_spell(seat, mage, choice, sink);
    }

    /// A spell or an ability of a caster.
    pub(super) fn begin_spell(
        &mut self,
        seat: Seat,
        caster: ObjectId,
        choice: Choice,
        sink: &mut impl Sink<Happening>,
    ) {
        if choice.verb == Verb::Cast {
            self.begin_cast(seat, caster, choice, sink);
        } else {
            self.begin_ability(seat, choice, sink);
        }
    }
}
