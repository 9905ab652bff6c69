//! MW-3.2, MW-3.9, MW-28: destruction, leaving play, the end of the game.

use crate::contract::{Seat, Sink};
use crate::mage_wars::catalog::kinds::{Kind, Power, Token};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::Window;
use crate::mage_wars::state::{MageWars, ObjectId};

impl MageWars {
    /// Destroys everything whose damage has reached its Life, at once; again while that brings others down (MW-3.2). The game
    /// stops with a Mage (MW-28.1, MW-28.5).
    pub(super) fn check_destruction(&mut self, sink: &mut impl Sink<Happening>) {
        loop {
            let mut fallen: Vec<ObjectId> = Vec::new();
            for object in self.objects.iter().filter(|object| object.revealed) {
                // A quick look before the values are computed: nothing falls unhurt but by losing Life.
                if self.card_of(object).life.is_none() {
                    continue;
                }
                let suffered = Self::suffered(object);
                if (suffered > 0 || self.attached_to(object.id).any(|on| on.token(Token::Suffocate) > 0))
                    && self.stats(object).life.is_some_and(|life| suffered >= life)
                {
                    fallen.push(object.id);
                }
            }
            if fallen.is_empty() {
                return;
            }
            let lost = [Seat(0), Seat(1)].map(|seat| fallen.contains(&self.player(seat).mage));
            if lost != [false, false] {
                for seat in [Seat(0), Seat(1)].into_iter().filter(|seat| lost[seat.index()]) {
                    if let Some(object) = self.name_id(self.player(seat).mage) {
                        let card = self.id_of(self.player(seat).mage_card);
                        sink.push(Happening::Left { object, card, to: "discard", cause: "destroyed" });
                    }
                }
                let winners = match lost {
                    [true, true] => Vec::new(),
                    [true, false] => vec![Seat(1)],
                    _ => vec![Seat(0)],
                };
                let reason = if winners.is_empty() { "both-destroyed" } else { "mage-destroyed" };
                self.end(winners, reason, sink);
                return;
            }
            for id in fallen {
                self.fall(id, sink);
            }
        }
    }

    /// One object is destroyed by damage.
    fn fall(&mut self, id: ObjectId, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(id) else { return };
        let object = *object;
        let zone = self.zone_of(&object);
        let avenged = self.card_of(&object).has(Power::Initiate) && object.struck_by == Some(object.seat.other());
        if let Some(attack) = self.attack() {
            // Signet of the Dawnbreaker: the Challenged creature fell to its wearer's attack.
            let challenged = self.player(attack.by).challenge == Some(id) && attack.defender == id;
            let by_mage = attack.attacker == Some(self.player(attack.by).mage);
            if challenged && by_mage && self.with_power(attack.by, Power::Signet).next().is_some() {
                let seat = attack.by;
                let level = i32::from(self.card_of(&object).level);
                self.gain_valor(seat, level, sink);
            }
        }
        self.remove(id, "destroyed", sink);
        if let (true, Some(zone)) = (avenged, zone) {
            self.ask(object.seat, Window::Initiate(zone));
        }
    }

    /// Takes an object out of play with everything attached to it (MW-2.4, MW-3.9).
    pub(super) fn remove(&mut self, id: ObjectId, cause: &'static str, sink: &mut impl Sink<Happening>) {
        let Some(object) = self.find(id) else { return };
        let object = *object;
        let card = self.catalog.card(object.card);
        let (kind, cantrip) = (card.kind, card.cantrip);
        let hates = [(Power::Love, Token::Love), (Power::Hate, Token::Hate)]
            .into_iter()
            .find(|(power, _)| object.revealed && card.has(*power))
            .map(|(_, token)| token);
        let on_it: Vec<ObjectId> = self.attached_to(id).map(|attached| attached.id).collect();
        for attached in on_it {
            self.remove(attached, "host-left", sink);
        }
        self.free(id, sink);
        self.release_all(id, sink);
        let name = self.name(&object);
        let to = if cantrip && cause != "returned" { "spellbook" } else { "discard" };
        let to = if cause == "returned" { "spellbook" } else { to };
        sink.push(Happening::Left { object: name, card: self.id_of(object.card), to, cause });
        let planned: Vec<_> = self.player(object.seat).planned(id).to_vec();
        let player = self.player_mut(object.seat);
        player.plans.retain(|plan| plan.caster != id);
        if to == "spellbook" {
            player.book.add(object.card);
        } else {
            player.discard.push(object.card);
        }
        // MW-14.7: what was planned on it is discarded.
        for card in planned {
            self.discard(object.seat, card, sink);
        }
        let place = self.objects.iter().position(|other| other.id == id).expect("it was just found");
        self.objects.remove(place);
        for seat in [Seat(0), Seat(1)] {
            if self.player(seat).challenge == Some(id) {
                self.player_mut(seat).challenge = None;
                sink.push(Happening::Challenge { seat, on: None });
            }
            if self.player(seat).call == Some(id) {
                self.player_mut(seat).call = None;
                sink.push(Happening::Call { seat, on: None });
            }
        }
        if let Some(token) = hates
            && self.token_bearers(object.seat, token, true).next().is_some()
        {
            self.ask(object.seat, Window::Token(token, true));
        }
        debug_assert!(kind != Kind::Mage, "the game ends before a Mage leaves");
    }

    /// Puts a card that is no object on its owner's discard pile.
    pub(super) fn discard(
        &mut self,
        seat: Seat,
        card: crate::mage_wars::catalog::CardId,
        sink: &mut impl Sink<Happening>,
    ) {
        self.player_mut(seat).discard.push(card);
        sink.push(Happening::Discarded { seat, card: self.id_of(card) });
    }
}
