//! What a viewer can't know, dealt anew: spellbooks, planned cards, which enchantments lie face down (MW-2.10).
//!
//! The places that a hidden card can be in are swapped by pairs, each swap only if both cards fit where they go. So whatever stands
//! at the end is consistent with everything public: numbers, targets, casters.

use super::catalog::CardId;
use super::catalog::TargetKind;
use super::catalog::kinds::Kind;
use super::frame::{Frame, On, Spell, Window};
use super::state::{MageWars, ObjectId, Place};
use crate::contract::Seat;
use crate::rng::{Chance, Label};

const REDEAL: Label = Label { name: "redeal", code: 90 };

/// Where a card can be that the viewer does not see.
#[derive(Copy, Clone, Debug)]
enum Slot {
    /// In the spellbook.
    Book(CardId),
    /// Planned: which plan, which card of it.
    Plan(usize, usize),
    /// Chosen in a planning that is not over.
    Choice(usize, usize),
    /// A face-down enchantment.
    Hidden(ObjectId),
    /// An enchantment being cast, by its frame.
    Cast(usize),
}

impl MageWars {
    /// Re-deals what `viewer` can't know.
    pub(super) fn deal_anew(&mut self, viewer: Option<Seat>, chance: &mut Chance) {
        for seat in [Seat(0), Seat(1)] {
            if viewer != Some(seat) {
                self.deal_side(seat, chance);
            }
        }
    }

    fn deal_side(&mut self, seat: Seat, chance: &mut Chance) {
        let slots = self.hidden_slots(seat);
        let bound = u32::try_from(slots.len()).expect("a few hundred places");
        let mut slots = slots;
        for _ in 0..4 * slots.len() {
            let one = chance.below(bound, REDEAL, None).value as usize;
            let other = chance.below(bound, REDEAL, None).value as usize;
            self.swap(seat, &mut slots, one, other);
        }
        let player = self.player_mut(seat);
        for plan in &mut player.plans {
            plan.cards.sort_unstable();
        }
        for chosen in &mut player.planning.chosen {
            chosen.sort_unstable();
        }
    }

    fn hidden_slots(&self, seat: Seat) -> Vec<Slot> {
        let player = self.player(seat);
        let mut slots = Vec::new();
        // While planning runs, a chosen card is still in the book: it must not be swapped twice.
        for (card, count) in player.book.cards() {
            let free = count.saturating_sub(player.planning.taken(card));
            slots.extend(std::iter::repeat_n(Slot::Book(card), usize::from(free)));
        }
        for (plan, cards) in player.plans.iter().enumerate() {
            slots.extend((0..cards.cards.len()).map(|place| Slot::Plan(plan, place)));
        }
        for (caster, cards) in player.planning.chosen.iter().enumerate() {
            slots.extend((0..cards.len()).map(|place| Slot::Choice(caster, place)));
        }
        // A mandatory reveal that is open has told what it is (MW-27.2).
        let told = |id: ObjectId| {
            self.stack.iter().any(|frame| {
                if let Frame::Ask(ask) = frame {
                    if let Window::Order(left) = &ask.window {
                        return left.contains(&id);
                    }
                    return ask.window == Window::MandatoryReveal(id);
                }
                if let Frame::Enter(enter) = frame { enter.left.contains(&id) } else { false }
            })
        };
        slots.extend(self.hidden_of(seat).filter(|object| !told(object.id)).map(|object| Slot::Hidden(object.id)));
        for (place, frame) in self.stack.iter().enumerate() {
            if let Frame::Cast(cast) = frame {
                let hidden = cast.seat == seat
                    && cast.step <= 3
                    && matches!(cast.spell, Spell::Card(id) if self.catalog.card(id).kind == Kind::Enchantment);
                if hidden {
                    slots.push(Slot::Cast(place));
                }
            }
        }
        slots
    }

    fn card_in(&self, seat: Seat, slot: Slot) -> CardId {
        let player = self.player(seat);
        match slot {
            Slot::Book(card) => card,
            Slot::Plan(plan, place) => player.plans[plan].cards[place],
            Slot::Choice(caster, place) => player.planning.chosen[caster][place],
            Slot::Hidden(id) => self.object(id).card,
            Slot::Cast(place) => {
                let Frame::Cast(cast) = &self.stack[place] else { unreachable!("only casts are listed") };
                let Spell::Card(card) = cast.spell else { unreachable!("only cards are listed") };
                card
            }
        }
    }

    /// Whether the card could be there.
    fn fits(&self, seat: Seat, slot: Slot, card: CardId) -> bool {
        let printed = self.catalog.card(card);
        let player = self.player(seat);
        let caster_takes = |caster: ObjectId| {
            printed.is_playable()
                && (caster == player.mage
                    || self
                        .find(caster)
                        .is_some_and(|object| self.card_of(object).casts.is_some_and(|casts| printed.suits(casts))))
        };
        match slot {
            Slot::Book(_) => true,
            Slot::Plan(plan, _) => caster_takes(player.plans[plan].caster),
            Slot::Choice(caster, _) => caster_takes(player.planning.casters[caster].0),
            Slot::Hidden(id) => self.lies_well(seat, card, self.object(id).place),
            Slot::Cast(place) => {
                let Frame::Cast(cast) = &self.stack[place] else { return false };
                let on = match cast.on {
                    On::Object(host) => Place::On(host),
                    On::Zone(zone) => Place::Zone(zone),
                    On::Border(border) => Place::Border(border),
                };
                self.lies_well(seat, card, on)
            }
        }
    }

    /// Whether the enchantment could have been cast there; a host that changed since is no proof (MW-12.10), so only the lasting
    /// parts of the target bar count.
    fn lies_well(&self, seat: Seat, card: CardId, place: Place) -> bool {
        let printed = self.catalog.card(card);
        if printed.kind != Kind::Enchantment || printed.special {
            return false;
        }
        let twin =
            self.objects.iter().any(|object| object.seat == seat && object.place == place && object.card == card);
        match place {
            Place::On(host) => {
                !twin
                    && printed.target.kind == Some(TargetKind::Creature)
                    && self.find(host).is_some_and(|host| self.fits_target(seat, printed, host))
            }
            Place::Zone(_) => !twin && printed.target.kind == Some(TargetKind::Zone),
            Place::Border(_) => false,
        }
    }

    fn set_card(&mut self, seat: Seat, slot: Slot, card: CardId) {
        match slot {
            Slot::Book(_) => {}
            Slot::Plan(plan, place) => self.player_mut(seat).plans[plan].cards[place] = card,
            Slot::Choice(caster, place) => self.player_mut(seat).planning.chosen[caster][place] = card,
            Slot::Hidden(id) => self.find_mut(id).expect("a listed object").card = card,
            Slot::Cast(place) => {
                if let Frame::Cast(cast) = &mut self.stack[place] {
                    cast.spell = Spell::Card(card);
                }
            }
        }
    }

    fn swap(&mut self, seat: Seat, slots: &mut [Slot], one: usize, other: usize) {
        let (a, b) = (slots[one], slots[other]);
        let (card_a, card_b) = (self.card_in(seat, a), self.card_in(seat, b));
        if one == other || card_a == card_b || !self.fits(seat, a, card_b) || !self.fits(seat, b, card_a) {
            return;
        }
        self.set_card(seat, a, card_b);
        self.set_card(seat, b, card_a);
        for (slot, old, new) in [(one, card_a, card_b), (other, card_b, card_a)] {
            match slots[slot] {
                Slot::Book(_) => {
                    let player = self.player_mut(seat);
                    player.book.take(old);
                    player.book.add(new);
                    slots[slot] = Slot::Book(new);
                }
                // A card that is only chosen is still counted in the book.
                Slot::Choice(..) => {
                    let player = self.player_mut(seat);
                    player.book.take(old);
                    player.book.add(new);
                }
                Slot::Plan(..) | Slot::Hidden(_) | Slot::Cast(_) => {}
            }
        }
    }
}
