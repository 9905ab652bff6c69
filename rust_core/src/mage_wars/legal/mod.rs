//! Which choices exist now: the one source of legality.

mod actions;
mod attacks;
mod spells;
mod windows;

pub use attacks::BASH_DICE;
pub use spells::{ENCHANTMENT_COST, POISONS, extension_cost};

use super::catalog::CardId;
use super::catalog::kinds::Kind;
use super::choice::{Choice, Tok, Verb};
use super::frame::{Activation, Ask, Attack, Cast, Frame, On, Window};
use super::state::{MageWars, Planning};
use crate::contract::Seat;

impl MageWars {
    /// Appends the choices of `seat`, without repeats; none if it does not decide now.
    pub(super) fn legal_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        match self.stack.last() {
            Some(Frame::Planning) => self.planning_lines(seat, out),
            Some(Frame::Ask(ask)) if ask.seat == seat => self.lines(ask, out),
            _ => {}
        }
    }

    /// The frame that a decision belongs to.
    pub(super) fn parent(&self) -> Option<&Frame> {
        self.stack.len().checked_sub(2).map(|place| &self.stack[place])
    }

    /// The running Action Phase, if any.
    pub(super) fn activation(&self) -> Option<&Activation> {
        self.stack
            .iter()
            .rev()
            .find_map(|frame| if let Frame::Activation(acting) = frame { Some(acting) } else { None })
    }

    /// The innermost attack, if any.
    pub(super) fn attack(&self) -> Option<&Attack> {
        self.stack.iter().rev().find_map(|frame| if let Frame::Attack(attack) = frame { Some(&**attack) } else { None })
    }

    /// The innermost spell being cast, if any.
    pub(super) fn casting(&self) -> Option<&Cast> {
        self.stack.iter().rev().find_map(|frame| if let Frame::Cast(cast) = frame { Some(cast) } else { None })
    }

    /// MW-31.3: cards for the caster who is asked about, from the last chosen one on.
    fn planning_lines(&self, seat: Seat, out: &mut Vec<Choice>) {
        let planning = &self.player(seat).planning;
        if planning.at > 0 || planning.chosen.iter().any(|chosen| !chosen.is_empty()) {
            out.push(Choice::plain(Verb::Replan));
        }
        let Some((caster, _)) = planning.casters.get(planning.at) else { return };
        let first = planning.chosen[planning.at].first().copied();
        let Some(object) = self.find(*caster) else { return };
        let is_mage = self.card_of(object).kind == Kind::Mage;
        let casts = self.card_of(object).casts;
        for (card, count) in self.player(seat).book.cards() {
            let printed = self.catalog.card(card);
            let suits = is_mage || casts.is_some_and(|casts| printed.suits(casts));
            let left = count > planning.taken(card);
            if left && suits && printed.is_playable() && first.is_none_or(|first| card >= first) {
                out.push(Choice::with(Verb::Plan, [Tok::word(printed.own_word)]));
            }
        }
        out.push(self.plan_none());
    }

    /// `plan none`.
    pub(super) fn plan_none(&self) -> Choice {
        let mut choice = Choice::with(Verb::Plan, [Tok::word(self.catalog.words.none)]);
        choice.declines = true;
        choice
    }

    /// Whether the decision opens on public facts even without a real option (MW-27.1, MW-31.7), so that it is never skipped.
    pub(super) fn is_hidden_window(&self, ask: &Ask) -> bool {
        let mage = self.player(ask.seat).mage;
        match &ask.window {
            Window::Deployment | Window::Quickcast | Window::Reveal | Window::Further => true,
            Window::Turn => self.may_quickcast(ask.seat) && !self.player(ask.seat).planned(mage).is_empty(),
            Window::Action => {
                let acting = self.activation().expect("an action belongs to an activation");
                !self.player(ask.seat).planned(acting.actor).is_empty()
            }
            Window::Upkeep
            | Window::Challenge
            | Window::Basilica(_)
            | Window::Meraveran(_)
            | Window::Dorseus(_)
            | Window::LifeLink(_)
            | Window::UpkeepCost(_)
            | Window::Fermata(_)
            | Window::Alandell
            | Window::MandatoryReveal(_)
            | Window::Strongest
            | Window::Solar
            | Window::Intercept
            | Window::Defense
            | Window::Reroll
            | Window::Martyr
            | Window::Vampiric(_)
            | Window::Helm
            | Window::Initiate(_)
            | Window::PushDirection(_)
            | Window::Follow(_)
            | Window::Counterstrike
            | Window::HealSplit
            | Window::Prevention(..)
            | Window::Pillar(_)
            | Window::Token(..)
            | Window::ExtraToken(_)
            | Window::Order(_)
            | Window::EndGuard(_)
            | Window::Escape(_) => false,
        }
    }

    /// Whether an attack or a spell of the other side is under way against something of this seat: targets are declared openly
    /// (MW-11.2, MW-15.1), also those of a hidden enchantment.
    pub(super) fn is_aimed_at(&self, seat: Seat) -> bool {
        let owned = |on: &On| match on {
            On::Object(id) => self.find(*id).is_some_and(|object| object.seat == seat),
            On::Zone(_) | On::Border(_) => false,
        };
        self.stack.iter().any(|frame| match frame {
            Frame::Attack(attack) => attack.by != seat && attack.target.1 == seat,
            Frame::Cast(cast) => cast.seat != seat && (owned(&cast.on) || cast.further.iter().any(owned)),
            Frame::Round(_)
            | Frame::Upkeep(_)
            | Frame::Planning
            | Frame::Deploy(_)
            | Frame::Quickcasts(_)
            | Frame::Stage(_)
            | Frame::Activation(_)
            | Frame::Reveal(_)
            | Frame::Move(_)
            | Frame::ZoneAttack(_)
            | Frame::Displace(_)
            | Frame::Enter(_)
            | Frame::Heal(_)
            | Frame::Hurt(_)
            | Frame::Check
            | Frame::Expire(_)
            | Frame::Ask(_) => false,
        })
    }

    /// MW-27.1: whether a quickcast window opens: the marker is ready and there is a planned card, or an ability could be used.
    pub(super) fn opens_quickcast(&self, seat: Seat) -> bool {
        if !self.may_quickcast(seat) {
            return false;
        }
        if !self.player(seat).planned(self.player(seat).mage).is_empty() {
            return true;
        }
        let mut lines = Vec::new();
        self.ability_lines(seat, &mut lines);
        !lines.is_empty()
    }

    /// Whether the quickcast marker is ready.
    pub(super) fn may_quickcast(&self, seat: Seat) -> bool {
        self.player(seat).quickcast && self.mage(seat).is_some()
    }

    /// Cards that a planning may still take, for `plan` refusals.
    pub(super) fn is_in_book(&self, planning: &Planning, seat: Seat, card: CardId) -> bool {
        self.player(seat).book.count(card) > planning.taken(card)
    }
}
