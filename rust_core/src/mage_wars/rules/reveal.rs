//! MW-12: reveal windows, revealing, mandatory reveals, releasing a prey.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Kind, Power, Subtype, Token};
use crate::mage_wars::choice::{Choice, Tok, Verb};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{Frame, Reveal, Source, Window};
use crate::mage_wars::state::{MageWars, ObjectId, Place};

impl MageWars {
    /// MW-12.11, MW-27.4: asked is who controls a hidden enchantment, or, between events, a grappler.
    pub(super) fn opens_reveal(&self, seat: Seat, between: bool) -> bool {
        self.hidden_of(seat).next().is_some()
            || (between && self.objects.iter().any(|object| self.is_held_by(seat, object)))
    }

    /// MW-12.4: the Initiative player first; closed when both decline in a row.
    pub(super) fn step_reveal(&mut self, mut reveal: Reveal) {
        if reveal.declined >= 2 {
            return;
        }
        let seat = reveal.seat;
        if self.opens_reveal(seat, reveal.between) {
            self.stack.push(Frame::Reveal(reveal));
            self.ask(seat, Window::Reveal);
        } else {
            reveal.declined += 1;
            reveal.seat = seat.other();
            self.stack.push(Frame::Reveal(reveal));
        }
    }

    /// `reveal OBJECT [save]`, `release OBJECT` or `pass`.
    pub(super) fn answer_reveal(&mut self, seat: Seat, choice: Choice, sink: &mut impl Sink<Happening>) {
        let first = self.initiative;
        let Some(Frame::Reveal(reveal)) = self.stack.last_mut() else { unreachable!("a reveal has its window") };
        if choice.verb == Verb::Pass {
            reveal.declined += 1;
            reveal.seat = seat.other();
            return;
        }
        reveal.declined = 0;
        reveal.seat = first;
        let id = self.called(seat, choice.args[0]).expect("a listed object");
        if choice.verb == Verb::Release {
            self.free(id, sink);
        } else {
            let save = choice.args[1] == Tok::word(self.catalog.words.save);
            self.reveal(id, save, sink);
        }
    }

    /// Turns an enchantment up and pays for it (MW-12.2).
    pub(super) fn reveal(&mut self, id: ObjectId, save: bool, sink: &mut impl Sink<Happening>) {
        let object = *self.object(id);
        let seat = object.seat;
        let card = self.catalog.card(object.card).clone();
        let full = self.reveal_cost(&object);
        let mage = self.player(seat).mage;
        let discount = if save { 0 } else { self.discount(seat, mage, &card, true).min(full) };
        if discount > 0 {
            self.use_discounts(seat, &card, full);
        }
        let cost = full - discount;
        self.pay_mage(seat, cost, sink);
        let hidden = self.name(&object);
        self.find_mut(id).expect("it is in play").revealed = true;
        let name = self.name_id(id).expect("it is in play");
        sink.push(Happening::Revealed { hidden, object: name, cost });
        // MW-2.5, MW-12.6: a second one of its name, or a host that is no legal target, destroys it without effect.
        let twin = self
            .objects
            .iter()
            .any(|other| other.id != id && other.revealed && other.place == object.place && other.card == object.card);
        let misplaced = match object.place {
            Place::On(host) => !self.find(host).is_some_and(|host| self.fits_target(seat, &card, host)),
            Place::Zone(_) | Place::Border(_) => false,
        };
        if twin || misplaced {
            self.remove(id, "no-effect", sink);
            return;
        }
        if card.dissipate > 0 {
            self.add_tokens(id, Token::Dissipate, card.dissipate, sink);
        }
        if card.has(Power::EyeForAnEye)
            && let Some(attack) = self.attack_mut()
        {
            attack.eye = Some(id);
        }
        self.check_later();
        for (power, token) in [(Power::Love, Token::Love), (Power::Hate, Token::Hate)] {
            if card.has(power) {
                self.ask(seat, Window::Token(token, false));
            }
        }
        if card.kind == Kind::Enchantment
            && card.is(Subtype::Song)
            && card.dissipate > 0
            && self.with_power(seat, Power::Voice).next().is_some()
        {
            self.ask(seat, Window::ExtraToken(id));
        }
    }

    /// Marks the discounts that a spell of `cost` used (MW-4.6).
    pub(super) fn use_discounts(&mut self, seat: Seat, card: &crate::mage_wars::catalog::Card, cost: i32) {
        let wears = |game: &Self, power| game.with_power(seat, power).next().is_some();
        let mut left = cost;
        let water = card.is(Subtype::Hydro) || card.is(Subtype::Aquatic);
        if water && !self.player(seat).used.ring && wears(self, Power::RingDiscount) && left > 0 {
            self.player_mut(seat).used.ring = true;
            left -= 1;
        }
        if card.is(Subtype::Song) && !self.player(seat).used.voice && wears(self, Power::Voice) && left > 0 {
            self.player_mut(seat).used.voice = true;
        }
    }

    /// `pay [save]` or `pass` for a mandatory reveal (MW-12.5).
    pub(super) fn answer_mandatory(&mut self, id: ObjectId, choice: Choice, sink: &mut impl Sink<Happening>) {
        let object = *self.object(id);
        if choice.verb == Verb::Pass || self.is_barred_as_unique(object.seat, self.card_of(&object)) {
            self.remove(id, "not-revealed", sink);
            return;
        }
        let save = choice.args[0] == Tok::word(self.catalog.words.save);
        self.reveal(id, save, sink);
        if self.find(id).is_some() && self.card_of(self.object(id)).has(Power::Vent) {
            let Some(Frame::Enter(enter)) = self.stack.iter_mut().rev().find(|frame| matches!(frame, Frame::Enter(_)))
            else {
                unreachable!("a trap goes off when somebody enters")
            };
            enter.spent = Some(id);
            let who = enter.who;
            let attack = self.new_attack(Source::Trap, Some(id), object.seat, object.card, 0, who);
            self.stack.push(Frame::Attack(Box::new(attack)));
        }
    }

    /// `token OBJECT` (RW-34).
    pub(super) fn answer_token(
        &mut self,
        seat: Seat,
        token: Token,
        taken: bool,
        choice: Choice,
        sink: &mut impl Sink<Happening>,
    ) {
        let id = self.called(seat, choice.args[0]).expect("a listed creature");
        self.add_tokens(id, token, if taken { -1 } else { 1 }, sink);
    }
}
