//! What must always hold of a state: asked after every choice in debug builds, and of every snapshot before it is used.

use super::catalog::CardId;
use super::catalog::kinds::Kind;
use super::frame::{Activation, Ask, Attack, Cast, Frame, On, Source, Spell, Window};
use super::state::{MageWars, Object, Place};
use crate::board::zones::Zone;
use crate::contract::Seat;

impl MageWars {
    /// What must always hold.
    ///
    /// # Errors
    /// The first thing that does not, in words.
    pub fn check(&self) -> Result<(), String> {
        let sized = (1..=8).contains(&self.grid.columns) && (1..=8).contains(&self.grid.rows);
        if !sized || self.initiative.0 > 1 {
            return Err("the arena or the Initiative is out of range".to_owned());
        }
        if !self.objects.is_sorted_by(|a, b| a.id < b.id) {
            return Err("objects are out of order".to_owned());
        }
        if self.objects.last().is_some_and(|last| last.id.0 >= self.next_object) {
            return Err("an object is newer than the next one".to_owned());
        }
        for object in &self.objects {
            if !self.is_card(object.card) || object.seat.0 > 1 {
                return Err(format!("object {} is of no card or seat", object.id.0));
            }
        }
        for object in &self.objects {
            self.check_object(object)?;
        }
        for seat in [Seat(0), Seat(1)] {
            self.check_player(seat)?;
        }
        if self.outcome.is_none() == self.stack.is_empty() {
            return Err(format!("outcome {:?} with {} frames", self.outcome, self.stack.len()));
        }
        for frame in &self.stack {
            self.check_frame(frame).ok_or_else(|| format!("a frame is out of range: {frame:?}"))?;
        }
        match self.stack.last() {
            None | Some(Frame::Planning) => Ok(()),
            Some(Frame::Ask(ask)) => self.check_ask(ask),
            Some(other) => Err(format!("nobody decides: {other:?}")),
        }
    }

    fn is_card(&self, card: CardId) -> bool {
        (card.0 as usize) < self.catalog.cards.len()
    }

    fn check_object(&self, object: &Object) -> Result<(), String> {
        let name = || format!("{}#{}", self.card_of(object).id, object.number);
        let kind = self.card_of(object).kind;
        let in_play =
            kind.is_creature() || kind.is_conjuration() || matches!(kind, Kind::Equipment | Kind::Enchantment);
        if !in_play {
            return Err(format!("{} is never in play", name()));
        }
        match object.place {
            Place::Zone(zone) if !self.grid.holds(zone) || matches!(kind, Kind::Wall | Kind::Equipment) => {
                return Err(format!("{} is in {zone:?}", name()));
            }
            Place::Border(border) if kind != Kind::Wall || !self.grid.holds(border.b) || !self.grid.holds(border.a) => {
                return Err(format!("{} is inside a border", name()));
            }
            Place::On(host) => {
                let stands = self.find(host).is_some_and(|host| matches!(host.place, Place::Zone(_)));
                if !stands || kind.is_creature() || host == object.id {
                    return Err(format!("{} is on nothing", name()));
                }
            }
            Place::Zone(_) | Place::Border(_) => {}
        }
        if !(0..=10_000).contains(&object.damage) || !(0..=10_000).contains(&object.mana) {
            return Err(format!("{} has {} damage and {} mana", name(), object.damage, object.mana));
        }
        if object.guard && !kind.is_creature() {
            return Err(format!("{} guards", name()));
        }
        if let Some((captor, _)) = object.captor {
            if !kind.is_creature() || self.zone(captor).is_none() || self.zone(captor) != self.zone_of(object) {
                return Err(format!("{} is held from elsewhere", name()));
            }
            if object.guard {
                return Err(format!("{} guards in a Grapple", name()));
            }
        }
        if !object.revealed && kind != Kind::Enchantment {
            return Err(format!("{} is face down", name()));
        }
        Ok(())
    }

    fn check_player(&self, seat: Seat) -> Result<(), String> {
        let player = self.player(seat);
        let cards = self.catalog.cards.len();
        if !(0..=10_000).contains(&player.mana) || !(0..=10_000).contains(&player.valor) {
            return Err(format!("seat {} has {} mana and {} Valor", seat.0, player.mana, player.valor));
        }
        if !player.book.fits(cards) || player.numbers.len() != cards || !self.is_card(player.mage_card) {
            return Err(format!("seat {} has a book of another catalogue", seat.0));
        }
        let planned = player.plans.iter().flat_map(|plan| plan.cards.iter());
        let mut held = planned.chain(player.planning.chosen.iter().flatten()).chain(&player.discard);
        if !held.all(|card| self.is_card(*card)) || player.planning.chosen.len() != player.planning.casters.len() {
            return Err(format!("seat {} holds what is no card", seat.0));
        }
        let stands = self.mage(seat).is_some_and(|mage| self.card_of(mage).kind == Kind::Mage && mage.seat == seat);
        if self.outcome.is_none() && !stands {
            return Err(format!("seat {} has no Mage and plays on", seat.0));
        }
        Ok(())
    }

    fn is_zone(&self, zone: Option<Zone>) -> bool {
        zone.is_none_or(|zone| self.grid.holds(zone))
    }

    fn check_frame(&self, frame: &Frame) -> Option<()> {
        let sound = match frame {
            Frame::Round(_) | Frame::Planning | Frame::Check | Frame::Expire(_) => true,
            Frame::Deploy(done) | Frame::Quickcasts(done) => *done <= 2,
            Frame::Upkeep(upkeep) => upkeep.seat.0 < 2 && upkeep.tasks.iter().all(|(_, _, seat)| seat.0 < 2),
            Frame::Stage(stage) => stage.turn.0 < 2,
            Frame::Activation(acting) => acting.seat.0 < 2,
            Frame::Reveal(reveal) => reveal.seat.0 < 2,
            Frame::Move(moving) => self.is_zone(Some(moving.from)) && self.is_zone(Some(moving.to)),
            Frame::Cast(cast) => self.is_cast(cast),
            Frame::ZoneAttack(attack) => {
                attack.by.0 < 2 && self.is_zone(Some(attack.zone)) && self.is_card(attack.card)
            }
            Frame::Attack(attack) => self.is_attack(attack),
            Frame::Displace(push) => push.by.0 < 2 && self.is_zone(Some(push.source)) && self.is_zone(Some(push.from)),
            Frame::Enter(enter) => self.is_zone(Some(enter.zone)),
            Frame::Heal(heal) => (-1000..1000).contains(&heal.amount),
            Frame::Hurt(hurt) => (-1000..1000).contains(&hurt.amount) && hurt.by.is_none_or(|seat| seat.0 < 2),
            Frame::Ask(ask) => ask.seat.0 < 2,
        };
        sound.then_some(())
    }

    fn is_cast(&self, cast: &Cast) -> bool {
        let card = match cast.spell {
            Spell::Card(card) => self.is_card(card),
            Spell::Call | Spell::Cleanse(_) => true,
        };
        let within = |on: &On| match on {
            On::Object(_) => true,
            On::Zone(zone) => self.grid.holds(*zone),
            On::Border(border) => self.grid.holds(border.a) && self.grid.holds(border.b),
        };
        card && cast.seat.0 < 2 && within(&cast.on) && cast.further.iter().all(within) && self.is_zone(cast.at)
    }

    fn is_attack(&self, attack: &Attack) -> bool {
        let printed = attack.source == Source::Bash
            || (self.is_card(attack.card) && usize::from(attack.index) < self.catalog.card(attack.card).attacks.len());
        printed && attack.by.0 < 2 && attack.target.1.0 < 2 && self.is_card(attack.target.0) && attack.strike <= 2
    }

    /// The open decision stands on what it is about, and has a line.
    fn check_ask(&self, ask: &Ask) -> Result<(), String> {
        let acts =
            |acting: &Activation| self.find(acting.actor).is_some_and(|actor| matches!(actor.place, Place::Zone(_)));
        let parent = self.parent();
        let rests = match &ask.window {
            Window::Upkeep => matches!(parent, Some(Frame::Upkeep(_))),
            Window::Turn => matches!(parent, Some(Frame::Stage(_))),
            Window::Reveal => matches!(parent, Some(Frame::Reveal(_))),
            Window::Martyr => matches!(parent, Some(Frame::Hurt(_))),
            Window::HealSplit => matches!(parent, Some(Frame::Heal(_))),
            Window::PushDirection(_) => matches!(parent, Some(Frame::Displace(_))),
            Window::Further => matches!(parent, Some(Frame::Cast(_))),
            Window::Deployment => matches!(parent, Some(Frame::Deploy(_))),
            Window::Order(_) => matches!(parent, Some(Frame::Enter(_) | Frame::ZoneAttack(_))),
            Window::Action => matches!(parent, Some(Frame::Activation(acting)) if acts(acting)),
            Window::Alandell | Window::EndGuard(_) | Window::Escape(_) => self.activation().is_some_and(acts),
            Window::Strongest
            | Window::Solar
            | Window::Intercept
            | Window::Defense
            | Window::Reroll
            | Window::Vampiric(_)
            | Window::Helm
            | Window::Follow(_)
            | Window::Counterstrike => self.attack().is_some(),
            Window::Challenge
            | Window::Basilica(_)
            | Window::Meraveran(_)
            | Window::Dorseus(_)
            | Window::LifeLink(_)
            | Window::UpkeepCost(_)
            | Window::Fermata(_)
            | Window::Quickcast
            | Window::MandatoryReveal(_)
            | Window::Initiate(_)
            | Window::Prevention(..)
            | Window::Pillar(_)
            | Window::Token(..)
            | Window::ExtraToken(_) => true,
        };
        let mut lines = Vec::new();
        if rests {
            self.lines(ask, &mut lines);
        }
        if lines.is_empty() { Err(format!("{ask:?} stands on nothing")) } else { Ok(()) }
    }
}
