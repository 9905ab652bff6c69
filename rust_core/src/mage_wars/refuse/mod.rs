//! Why a choice is refused: what is wrong, the rule, and what would do. Refusals are worked out from public facts and the
//! player's own things alone.

mod codes;

pub use codes::ERROR_CODES;

use super::catalog::CardId;
use super::catalog::kinds::{Action, Aura, Kind, Reach};
use super::choice::{Choice, Said, Tok, Verb};
use super::frame::{Activation, Ask, Frame, Window};
use super::state::MageWars;
use crate::contract::{Refusal, Seat};

impl MageWars {
    /// The rule that opens the window, and what can be said in it.
    fn window_rule(window: &Window) -> (&'static str, &'static str) {
        match window {
            Window::Upkeep => ("MW-7.4", "the order of your Upkeep tasks: next TASK, auto"),
            Window::Challenge => ("MW-22.11", "the Challenge: challenge OBJECT, return, pass"),
            Window::Basilica(_) => ("MW-26.12", "the Basilica: target OBJECT"),
            Window::Meraveran(_) => ("MW-7.5", "the Temple: use, pass"),
            Window::Dorseus(_) => ("MW-3.6", "Dorseus: heal OBJECT, pass"),
            Window::LifeLink(_) => ("MW-26.13", "Life Link: heal N, pass"),
            Window::UpkeepCost(_) => ("MW-7.6", "an Upkeep cost: pay, pass"),
            Window::Fermata(_) => ("MW-23.6", "Fermata: extend, pass"),
            Window::Deployment => ("MW-7.11", "Deployment: deploy OBJECT, pass"),
            Window::Quickcast => ("MW-8.6", "a quickcast: cast, call, cleanse, pass"),
            Window::Turn => ("MW-8.2", "your turn: activate OBJECT, a quickcast, pass"),
            Window::Alandell => ("MW-9.1", "Alandell: pay N, pass"),
            Window::Action => ("MW-9.2", "an Action Phase: move, attack, guard, cast, done"),
            Window::Reveal => ("MW-12.4", "a reveal window: reveal OBJECT, release OBJECT, pass"),
            Window::MandatoryReveal(_) => ("MW-12.5", "a mandatory reveal: pay, pass"),
            Window::Strongest => ("MW-21.4", "a tie of the strongest: apply, pass"),
            Window::Solar => ("MW-22.10", "Solar Aura: pay, pass"),
            Window::Intercept => ("MW-20.13", "an Intercept: intercept OBJECT, pass"),
            Window::Defense => ("MW-15.4", "a Defense: defend, pass"),
            Window::Reroll => ("MW-22.12", "the Challenge's re-roll: reroll FACE ..., pass"),
            Window::Martyr => ("MW-22.6", "Martyr's Aura: transfer N, pass"),
            Window::Vampiric(_) => ("MW-20.24", "a Vampiric heal: heal N, pass"),
            Window::Helm => ("MW-15.16", "Helm of Justice: pay, pass"),
            Window::Initiate(_) => ("MW-26.2", "the Initiate's last act: teleport OBJECT, pass"),
            Window::PushDirection(_) => ("MW-18.1", "a direction: push DIRECTION"),
            Window::Follow(_) => ("MW-18.8", "the Water Elemental: follow, pass"),
            Window::Counterstrike => ("MW-15.9", "a counterstrike: counter ATTACK, pass"),
            Window::HealSplit => ("MW-3.8", "points of a heal for Bleed markers: bleed N"),
            Window::Prevention(..) => ("MW-26.14", "the price of destroying it: pay, pass"),
            Window::Pillar(_) => ("MW-17.3", "the Pillar: target OBJECT"),
            Window::Token(..) => ("MW-25.1", "a token: token OBJECT"),
            Window::ExtraToken(_) => ("MW-12.7", "an extra token: add, pass"),
            Window::Order(_) => ("MW-29.4", "an order: next OBJECT"),
            Window::EndGuard(_) => ("MW-20.25", "a Guard marker: guard, pass"),
            Window::Escape(_) => ("MW-16.7", "an escape: escape, pass"),
            Window::Further => ("MW-11.6", "a further target: target OBJECT, pass"),
        }
    }

    /// Why `seat` decides nothing now.
    pub(super) fn refuse_seat(&self, seat: Seat) -> Refusal {
        if self.outcome.is_some() {
            return Refusal::new("match-over", "MW-28.1", "The game is over");
        }
        let rule = match self.stack.last() {
            Some(Frame::Ask(ask)) => Self::window_rule(&ask.window).0,
            _ => "MW-31.7",
        };
        Refusal::new("not-your-decision", rule, "It is your opponent's decision now; wait for yours")
            .with("seat", seat.number())
    }

    /// Why a readable choice is not among the legal ones.
    pub(super) fn refuse_choice(&self, seat: Seat, choice: Choice) -> Refusal {
        match self.stack.last() {
            Some(Frame::Planning) => self.refuse_plan(seat, choice),
            Some(Frame::Ask(ask)) => self.refuse_answer(ask, choice),
            _ => self.refuse_seat(seat),
        }
    }

    fn refuse_plan(&self, seat: Seat, choice: Choice) -> Refusal {
        if choice.verb != Verb::Plan {
            let message = "This is planning: plan CARD, plan none, replan";
            return Refusal::new("wrong-window", "MW-31.3", message);
        }
        let planning = &self.player(seat).planning;
        if planning.is_sealed() {
            return Refusal::new("wrong-window", "MW-31.3", "Your planning is done; replan takes it back");
        }
        let Some(id) = self.named_card(choice.args[0]) else {
            return Refusal::new("not-in-book", "MW-7.10", "A spell is planned by its card's name");
        };
        let card = self.catalog.card(id);
        if card.special {
            let message = format!("{} can't be planned yet: its text is not played", card.name);
            return Refusal::new("special-card", "MW-7.10", message).with("card", &card.id);
        }
        if !self.is_in_book(planning, seat, id) {
            let message = format!("Your spellbook has no further {}", card.name);
            return Refusal::new("not-in-book", "MW-7.10", message).with("card", &card.id);
        }
        let message = format!(
            "{} can't be planned here: pairs are said in the order of the alphabet, and a familiar or spawnpoint takes only what it may cast",
            card.name
        );
        Refusal::new("not-in-book", "MW-31.3", message).with("card", &card.id)
    }

    fn named_card(&self, token: Tok) -> Option<CardId> {
        match token.says() {
            Said::Word(word, _) => self.catalog.words.card(word).map(|(card, _)| card),
            Said::None | Said::Number(_) | Said::Zone(_) | Said::Border(_) => None,
        }
    }

    fn refuse_answer(&self, ask: &Ask, choice: Choice) -> Refusal {
        let (rule, says) = Self::window_rule(&ask.window);
        let seat = ask.seat;
        let mut lines = Vec::new();
        self.lines(ask, &mut lines);
        let refusal = match (&ask.window, choice.verb) {
            (Window::Turn, Verb::Pass) => Some(Refusal::new(
                "cannot-pass",
                "MW-8.3",
                "You may pass only with fewer active creatures than your opponent, and not after a quickcast of this turn",
            )),
            (Window::Turn, Verb::Activate) => {
                Some(Refusal::new("not-active", "MW-8.2", "Only an active creature of yours can be activated"))
            }
            (Window::Turn | Window::Quickcast | Window::Action, Verb::Cast) => Some(self.refuse_cast(ask, choice)),
            (Window::Turn | Window::Quickcast | Window::Action, Verb::Call) => Some(Refusal::new(
                "cannot-target",
                "MW-23.2",
                "The Call needs 1 mana, its marker at home and a creature in sight within 2 zones that is no Mage and not immune",
            )),
            (Window::Turn | Window::Quickcast | Window::Action, Verb::Cleanse) => Some(Refusal::new(
                "cannot-target",
                "MW-22.9",
                "Cleansing needs the aura, 1 Valor and a creature of yours in the Paladin's zone",
            )),
            (Window::Action, _) => self.activation().map(|acting| self.refuse_action(acting, choice, &lines)),
            (Window::Reveal, Verb::Reveal) => Some(self.refuse_reveal(seat, choice)),
            _ => None,
        };
        refusal.unwrap_or_else(|| {
            let known = lines.iter().any(|line| line.verb == choice.verb);
            let code = if known { "not-offered" } else { "wrong-window" };
            Refusal::new(code, rule, format!("This is {says}")).with("window", ask.window.name())
        })
    }

    fn refuse_action(&self, acting: &Activation, choice: Choice, lines: &[Choice]) -> Refusal {
        let seat = acting.seat;
        let bound = !lines.contains(&Choice::plain(Verb::Done));
        let must = || Refusal::new("mandatory-action", "MW-25.5", "The creature must obey a mandatory action first");
        let verb = choice.verb;
        if verb == Verb::Done {
            return must();
        }
        if verb == Verb::Move {
            if bound && !lines.iter().any(|line| line.verb == Verb::Move) {
                return must();
            }
            let rule = if acting.acted || acting.moves > 0 { "MW-9.2" } else { "MW-9.5" };
            let message = "It may not move there now: a move goes into an adjacent zone, twice at most, not when held or \
                           hindered, and onto a hill only as a full action";
            return Refusal::new("cannot-move-there", rule, message);
        }
        if verb == Verb::Guard {
            let message =
                "It can't guard: it does already, or it is held, Incapacitated or bound by a mandatory action";
            return Refusal::new("cannot-guard", "MW-10.3", message);
        }
        if verb == Verb::Aura {
            return self.refuse_aura(seat, choice);
        }
        if verb == Verb::Attack {
            return self.refuse_attack(acting, choice, bound);
        }
        Refusal::new("wrong-window", "MW-9.2", "This is an Action Phase: move, attack, guard, aura, cast, done")
    }

    fn refuse_aura(&self, seat: Seat, choice: Choice) -> Refusal {
        let aura = match choice.args[0].says() {
            Said::Word(word, _) => Aura::parse(self.catalog.words.text(word)),
            Said::None | Said::Number(_) | Said::Zone(_) | Said::Border(_) => None,
        };
        let player = self.player(seat);
        match aura {
            Some(aura) if player.has_aura(aura) || player.has_aura(aura.other_side()) => {
                Refusal::new("aura-lost", "MW-22.4", "A side of that marker is active already")
            }
            Some(aura) if player.valor < aura.cost() => {
                let message = format!("That aura costs {} Valor and you have {}", aura.cost(), player.valor);
                Refusal::new("lacks-valor", "MW-22.4", message)
            }
            _ => Refusal::new("action-spent", "MW-22.4", "Auras are activated by the Paladin with a quick action"),
        }
    }

    fn refuse_attack(&self, acting: &Activation, choice: Choice, bound: bool) -> Refusal {
        let Some(actor) = self.find(acting.actor) else { return self.refuse_seat(acting.seat) };
        let found = self.attacks_of(actor).find(|(_, _, attack)| Tok::word(attack.word) == choice.args[0]);
        let Some((_, _, attack)) = found else {
            return Refusal::new("no-such-attack", "MW-15.1", "It has no attack of that name");
        };
        if !Self::fits_action(acting, attack.action) {
            let kind = if attack.action == Action::Full { "full" } else { "quick" };
            return Refusal::new("action-spent", "MW-9.2", format!("It has no {kind} action left"));
        }
        let target = self.called(acting.seat, choice.args[1]).and_then(|id| self.find(id));
        let Some(target) = target else {
            return Refusal::new("no-such-name", "MW-31.2", "Nothing of that name is in play");
        };
        let stats = self.stats(actor);
        if self.may_attack(actor, &stats, attack, target, super::frame::Source::Action) {
            if bound {
                return Refusal::new("mandatory-action", "MW-25.5", "The creature must obey a mandatory action first");
            }
            return Refusal::new("lacks-valor", "MW-26.11", "That needs Valor you don't have");
        }
        for seat in [Seat(0), Seat(1)] {
            if self.is_called_to(actor.id, seat, target.id) {
                return Refusal::new("cannot-target", "MW-23.3", "Who carries the Call may not attack the Siren");
            }
        }
        if actor.captor.is_some() {
            return Refusal::new("cannot-target", "MW-24.4", "A prey attacks its grappler only, and in melee");
        }
        let rule = if attack.reach == Reach::Melee && self.zone_of(target) == self.zone_of(actor) {
            "MW-10.4"
        } else {
            "MW-15.1"
        };
        Refusal::new(
            "cannot-target",
            rule,
            "It can't attack that: out of reach or sight, guarded, flying, immune or without Life",
        )
    }

    fn refuse_cast(&self, ask: &Ask, choice: Choice) -> Refusal {
        let seat = ask.seat;
        let Some(id) = self.named_card(choice.args[0]) else {
            return Refusal::new("not-planned", "MW-11.1", "A spell is cast by its card's name");
        };
        let card = self.catalog.card(id);
        if ask.window == Window::Turn && !self.may_quickcast(seat) {
            return Refusal::new("quickcast-used", "MW-8.4", "Your quickcast is used up this round");
        }
        let caster = match (&ask.window, self.activation()) {
            (Window::Action, Some(acting)) => acting.actor,
            _ => self.player(seat).mage,
        };
        if !self.player(seat).planned(caster).contains(&id) {
            let message = format!("{} is not planned on that caster", card.name);
            return Refusal::new("not-planned", "MW-11.1", message).with("card", &card.id);
        }
        if card.valor > self.player(seat).valor {
            let message = format!("That costs {} Valor and you have {}", card.valor, self.player(seat).valor);
            return Refusal::new("lacks-valor", "MW-4.3", message);
        }
        if card.action == Some(Action::Full) && ask.window != Window::Action {
            return Refusal::new(
                "action-spent",
                "MW-8.6",
                "A quickcast is a quick spell; this one takes a full action",
            );
        }
        if self.is_barred_as_unique(seat, card) && card.kind != Kind::Enchantment {
            return Refusal::new("cannot-target", "MW-2.6", "One of these is in play already");
        }
        if card.cost > self.purse(seat, caster) {
            let message = format!("That costs {} mana or more and there are {}", card.cost, self.purse(seat, caster));
            return Refusal::new("lacks-mana", "MW-4.3", message);
        }
        let message =
            "It can't be cast so: the target is of the wrong sort, out of range or sight, or it all costs too much";
        Refusal::new("cannot-target", "MW-11.1", message).with("card", &card.id)
    }

    fn refuse_reveal(&self, seat: Seat, choice: Choice) -> Refusal {
        let object = self.called(seat, choice.args[0]).and_then(|id| self.find(id));
        match object {
            Some(object) if object.seat == seat && !object.revealed => match self.may_reveal(object) {
                Err(rule) => Refusal::new("cannot-reveal", rule, "It may not be revealed at this moment"),
                Ok(()) => {
                    Refusal::new("lacks-mana", "MW-12.2", "You can't pay for revealing it, or nothing is to be saved")
                }
            },
            _ => Refusal::new("cannot-reveal", "MW-12.2", "Only your own hidden enchantments can be revealed"),
        }
    }
}
