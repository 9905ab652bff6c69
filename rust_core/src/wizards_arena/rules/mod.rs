//! The rules carried out, a file a phase.

mod combat;
mod opening;
mod pattern;
mod summoning;

use super::choice::Choice;
use super::event::DuelEvent;
use super::state::{LAST_TURN, Phase, WizardsArena};
use crate::contract::{Outcome, Seat, Sink};

impl WizardsArena {
    /// Carries out a legal choice.
    ///
    /// # Panics
    /// If the choice does not belong to the phase: a bug, since only listed choices come here.
    pub(super) fn carry_out(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<DuelEvent>) {
        self.serial += 1;
        match (self.phase, choice) {
            (Phase::FirstCut | Phase::SecondCut, Choice::Cut(count)) => self.cut(seat, count, sink),
            (Phase::Heal, Choice::Heal) => self.heal(seat, sink),
            (Phase::Heal, Choice::Skip) => self.end_effects(seat, sink),
            (Phase::Draw, Choice::Draw(count)) => self.draw(seat, count, sink),
            (Phase::Summoning, Choice::Summon(card)) => self.summon(seat, card, sink),
            (Phase::Summoning, Choice::Cast { card, target }) => self.cast(seat, card, target, sink),
            (Phase::Summoning, Choice::Flash { card, target }) => self.flash(seat, card, target, sink),
            (Phase::Summoning, Choice::Done) => {
                self.phase = Phase::Attack;
                sink.push(DuelEvent::AttackBegan { seat });
            }
            (Phase::Attack, Choice::Attack { card, target, crash }) => self.attack(seat, card, target, crash, sink),
            (Phase::Attack, Choice::Done) => self.closing(seat, sink),
            (phase, choice) => panic!("{choice:?} was let through in {phase:?}"),
        }
    }

    /// WA-4.4: all damage and the Mana go; then the opponent's turn, or the end of the last one (WA-4.6).
    fn closing(&mut self, seat: Seat, sink: &mut impl Sink<DuelEvent>) {
        for player in &mut self.players {
            for fighter in &mut player.arena {
                fighter.damage = 0;
                fighter.crashing = false;
            }
        }
        self.player_mut(seat).mana = 0;
        sink.push(DuelEvent::TurnEnded { turn: self.turn, seat });
        if self.turn == LAST_TURN {
            // The turn stays the running one (WA-11.4), so what its cards did in it still shows.
            self.end(Vec::new(), "turn-limit", sink);
            return;
        }
        for fighter in &mut self.player_mut(seat).arena {
            fighter.since_start = false;
            fighter.triggered = false;
            fighter.attacked = false;
        }
        self.begin_turn(seat.other(), sink);
    }

    /// Ends the duel.
    pub(super) fn end(&mut self, winners: Vec<Seat>, reason: &str, sink: &mut impl Sink<DuelEvent>) {
        self.phase = Phase::Over;
        let scores = self.players.iter().map(|player| player.life).collect();
        sink.push(DuelEvent::Over { winners: winners.clone(), reason: reason.to_owned() });
        self.outcome = Some(Outcome { winners, reason: reason.to_owned(), scores });
    }

    /// Takes Life; whether `seat` has lost by it (WA-2.1: nothing more of the running action is carried out then).
    fn lose_life(&mut self, seat: Seat, amount: i32) -> bool {
        let player = self.player_mut(seat);
        player.life -= amount;
        player.life <= 0
    }
}
