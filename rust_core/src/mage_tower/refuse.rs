//! Why a choice is refused: what is wrong, the rule, and what would do (MT-25.9).

use super::catalog::{Aiming, CardId, CardType, Group};
use super::choice::{Choice, Term, Verb, print_choice, print_term};
use super::legal::needs_board;
use super::rules::CYCLE_COST;
use super::state::{Asking, MageTower, Phase};
use crate::contract::{ErrorCode, Refusal, Seat};

/// What this game's refusals can say.
pub const ERROR_CODES: &[ErrorCode] = &[
    ErrorCode {
        code: "defender-has-attacked",
        meaning: "A Defender attacks as often as it may in a turn, as a rule once.",
    },
    ErrorCode { code: "already-given", meaning: "The answer is in and can't be changed. Wait for the others." },
    ErrorCode { code: "cannot-attack", meaning: "That Defender never attacks." },
    ErrorCode { code: "cannot-be-bought", meaning: "Only prize cards are bought." },
    ErrorCode { code: "cannot-be-cycled", meaning: "Only Equipment is discarded for a card." },
    ErrorCode { code: "cannot-be-played", meaning: "That card is never played from the hand." },
    ErrorCode { code: "empty-board", meaning: "There is no monster on the board that it could work on." },
    ErrorCode { code: "empty-pile", meaning: "The last card of that pile is gone." },
    ErrorCode { code: "needs-a-defender", meaning: "Equipment is attached to an own Defender, and there is none." },
    ErrorCode {
        code: "needs-a-monster",
        meaning: "The card is attached to a monster of the own board, and there is none.",
    },
    ErrorCode { code: "no-ability", meaning: "That card has nothing to use." },
    ErrorCode { code: "unknown-card", meaning: "No card has that id." },
    ErrorCode { code: "no-target", meaning: "That can't be named there. The listed choices show what can." },
    ErrorCode { code: "not-closest", meaning: "Defenders attack the closest monster." },
    ErrorCode { code: "not-enough-energy", meaning: "It costs more energy than is left." },
    ErrorCode { code: "not-enough-gold", meaning: "It costs more gold than there is." },
    ErrorCode { code: "not-held", meaning: "The card is not in the hand." },
    ErrorCode { code: "not-in-play", meaning: "There is nothing of that name in play on the own side." },
    ErrorCode { code: "used-up", meaning: "The ability was used as often as it may be in a turn." },
];

impl MageTower {
    fn phase_rule(&self) -> &'static str {
        match self.phase {
            Phase::Draft => "MT-3",
            Phase::Keep => "MT-15.1",
            Phase::Gamestart => "MT-2.9",
            Phase::Begin => "MT-5",
            Phase::Monster => "MT-6",
            Phase::Casting => "MT-7.3",
            Phase::End => "MT-19",
            Phase::Over => "MT-20",
        }
    }

    /// Why `seat` decides nothing now.
    pub(super) fn refuse_seat(&self, seat: Seat) -> Refusal {
        if self.phase == Phase::Over {
            return Refusal::new("match-over", "MT-20", "The match is over");
        }
        if self.player(seat).out {
            return Refusal::new("not-your-decision", "MT-21.2", "You are out of the match")
                .with("seat", seat.number());
        }
        let Some(window) = &self.window else {
            return Refusal::new("not-your-decision", self.phase_rule(), "Nobody is asked now");
        };
        if window.asked.iter().any(|(asked, answer)| *asked == seat && answer.is_some()) {
            let message = "Your answer is in and stays as it is; the others are still asked";
            return Refusal::new("already-given", "MT-25.7", message);
        }
        let who: Vec<String> = window.asked.iter().map(|(asked, _)| format!("p{}", asked.number())).collect();
        let (name, who) = (window.asking.name(self), who.join(", "));
        let rule = if matches!(window.asking, Asking::Casting) { "MT-4.2" } else { "MT-25.8" };
        let message = format!("{who} is asked now ({name}); wait for your decision");
        Refusal::new("not-your-decision", rule, message).with("window", name).with("seat", seat.number())
    }

    /// Why a readable choice is not among the legal ones.
    pub(super) fn refuse_choice(&self, seat: Seat, choice: Choice) -> Refusal {
        let casting = self.window.as_ref().is_some_and(|window| matches!(window.asking, Asking::Casting));
        if !casting {
            return self.refuse_answer(seat, choice);
        }
        let [first, second, third] = choice.terms;
        let refusal = match choice.verb {
            Verb::Play => self.refuse_play(seat, first, [second, third]),
            Verb::Buy => self.refuse_buy(seat, first),
            Verb::Cycle => self.refuse_cycle(seat, first),
            Verb::Use => Some(self.refuse_use(seat, first, second)),
            Verb::Attack => Some(self.refuse_attack(seat, first, second)),
            Verb::End => None,
            Verb::Confusion
            | Verb::Damage
            | Verb::Discard
            | Verb::Drop
            | Verb::Give
            | Verb::Gold
            | Verb::Leave
            | Verb::Pass
            | Verb::Pick
            | Verb::Take => Some(Refusal::new(
                "wrong-window",
                "MT-7.3",
                "This is your casting phase: play, use, attack, buy, cycle, end",
            )),
        };
        refusal.unwrap_or_else(|| {
            let mut line = String::new();
            print_choice(&self.catalog, &choice, &mut line);
            Refusal::new("no-target", "MT-25.4", format!("{line} names something that can't be named there"))
        })
    }

    /// A window that is no casting phase: the line is of another one, or names what is not offered.
    fn refuse_answer(&self, seat: Seat, choice: Choice) -> Refusal {
        let mut legal = Vec::new();
        self.legal_choices(seat, &mut legal);
        let default = self.default_choice(seat);
        let mut would_do = String::new();
        print_choice(&self.catalog, &default, &mut would_do);
        let window = self.window.as_ref().map_or("", |window| window.asking.name(self));
        if legal.iter().any(|known| known.verb == choice.verb) {
            let message = format!("That can't be named in the window {window}; {would_do} would do");
            return Refusal::new("no-target", "MT-25.5", message).with("window", window);
        }
        let message = format!("You are asked in the window {window}; {would_do} would do");
        Refusal::new("wrong-window", "MT-25.5", message).with("window", window)
    }

    fn text(&self, term: Term) -> String {
        let mut text = String::new();
        print_term(&self.catalog, term, &mut text);
        text
    }

    fn named_card(&self, term: Term) -> Option<CardId> {
        self.catalog.spell(term.name()).1
    }

    fn refuse_energy(&self, cost: i32, rule: &'static str) -> Option<Refusal> {
        let energy = self.energy;
        (cost > energy).then(|| {
            Refusal::new("not-enough-energy", rule, format!("That costs {cost} energy and you have {energy}"))
                .with("cost", cost)
                .with("energy", energy)
        })
    }

    fn refuse_hand(&self, seat: Seat, term: Term, rule: &'static str) -> Result<CardId, Refusal> {
        let card = self.named_card(term).filter(|card| term.copy == 0 && self.player(seat).hand.contains(card));
        card.ok_or_else(|| {
            let mut hand: Vec<&str> =
                self.player(seat).hand.iter().map(|card| self.card(*card).entry.id.as_str()).collect();
            hand.dedup();
            let hand = if hand.is_empty() { "nothing".to_owned() } else { hand.join(", ") };
            let card = self.text(term);
            let message = format!("{card} is not in your hand; you hold {hand}");
            Refusal::new("not-held", rule, message).with("card", card).with("hand", hand)
        })
    }

    fn refuse_play(&self, seat: Seat, first: Term, terms: [Term; 2]) -> Option<Refusal> {
        let id = match self.refuse_hand(seat, first, "MT-7.3") {
            Ok(id) => id,
            Err(refusal) => return Some(refusal),
        };
        let card = self.card(id);
        if card.is(CardType::Boon) {
            return Some(Refusal::new("cannot-be-played", "MT-2.10", "A Boon starts in play and is never played"));
        }
        if card.aiming == Aiming::Defender && self.defenders(seat).next().is_none() {
            let message = "Equipment needs a Defender of yours; without one you may cycle it";
            return Some(Refusal::new("needs-a-defender", "MT-10.1", message).with("card", self.text(first)));
        }
        if card.aiming == Aiming::Monster && self.boards[self.board_of(seat)].is_empty() {
            let message = "It is attached to a monster of your board, and there is none";
            return Some(Refusal::new("needs-a-monster", "MT-7.15", message).with("card", self.text(first)));
        }
        self.refuse_energy(i32::from(card.entry.cost), "MT-7.1").or_else(|| {
            let named: Vec<String> = terms.iter().filter(|term| term.is_some()).map(|term| self.text(*term)).collect();
            let mut would_do = Vec::new();
            self.aims(seat, id, |[one, other]| {
                would_do.push(format!("{} {}", self.text(one), self.text(other)).trim().to_owned());
            });
            let named = if named.is_empty() { "nothing".to_owned() } else { named.join(" ") };
            let offer = would_do.iter().map(|aim| if aim.is_empty() { "nothing" } else { aim.as_str() });
            let offer = offer.collect::<Vec<_>>().join(", ");
            let message = format!("You named {named}; it can be {offer}");
            Some(Refusal::new("no-target", "MT-25.4", message).with("named", named))
        })
    }

    fn refuse_buy(&self, seat: Seat, term: Term) -> Option<Refusal> {
        let card = self.named_card(term).filter(|card| self.card(*card).entry.group == Group::Prize);
        let Some(card) = card.filter(|_| term.copy == 0) else {
            let message = "Only intellect, summoning and gloryseeking can be bought";
            return Some(Refusal::new("cannot-be-bought", "MT-11.1", message).with("card", self.text(term)));
        };
        if self.pile(card) == 0 {
            let message = "The last card of that pile is gone";
            return Some(Refusal::new("empty-pile", "MT-11.1", message).with("card", self.text(term)));
        }
        let (price, gold) = (self.price(seat, card), self.player(seat).gold);
        (price > gold).then(|| {
            Refusal::new("not-enough-gold", "MT-11.1", format!("That costs {price} gold and you have {gold}"))
                .with("price", price)
                .with("gold", gold)
        })
    }

    fn refuse_cycle(&self, seat: Seat, term: Term) -> Option<Refusal> {
        match self.refuse_hand(seat, term, "MT-10.2") {
            Err(refusal) => Some(refusal),
            Ok(card) if !self.card(card).is(CardType::Equipment) => {
                let message = "Only Equipment can be discarded for a card";
                Some(Refusal::new("cannot-be-cycled", "MT-10.2", message).with("card", self.text(term)))
            }
            Ok(_) => self.refuse_energy(CYCLE_COST, "MT-10.2"),
        }
    }

    fn refuse_unit(&self, seat: Seat, term: Term) -> Refusal {
        let name = self.text(term);
        let message = format!("There is no {name} in play on your side; copies are numbered, as knight#1");
        Refusal::new("not-in-play", "MT-25.1", message).with("name", name).with("seat", seat.number())
    }

    fn refuse_use(&self, seat: Seat, term: Term, second: Term) -> Refusal {
        let rule = "MT-9.2";
        let Some(item) = self.named_unit(seat, term).and_then(|uid| self.item(uid)) else {
            return self.refuse_unit(seat, term);
        };
        let card = self.card(item.card);
        let Some(activated) = &card.entry.activated else {
            let message = format!("{} has no ability to use", self.text(term));
            return Refusal::new("no-ability", rule, message).with("name", self.text(term));
        };
        if activated.limit.is_some_and(|limit| item.uses >= limit) {
            let message = format!("{} was used this turn", self.text(term));
            return Refusal::new("used-up", "MT-9.5", message).with("name", self.text(term));
        }
        if let Some(refusal) = self.refuse_energy(i32::from(activated.energy), "MT-7.1") {
            return refusal;
        }
        if needs_board(card) && self.boards[self.board_of(seat)].is_empty() {
            let message = "Your board is empty; the cost would be wasted";
            return Refusal::new("empty-board", "MT-9.3", message);
        }
        let named = if second.is_some() { self.text(second) } else { "nothing".to_owned() };
        let message = format!("You named {named}, which it can't work on or be paid with");
        Refusal::new("no-target", "MT-9.5", message).with("named", named)
    }

    fn refuse_attack(&self, seat: Seat, term: Term, target: Term) -> Refusal {
        let found = self.named_unit(seat, term).and_then(|uid| self.item(uid));
        let Some(item) = found.filter(|item| item.role == CardType::Defender) else {
            return self.refuse_unit(seat, term);
        };
        let name = self.text(term);
        if self.card(item.card).traits.cannot_attack {
            let message = format!("{name} never attacks");
            return Refusal::new("cannot-attack", "MT-14.4", message).with("name", name);
        }
        if self.attacks_left(item) == 0 {
            let message = format!("{name} has attacked; a Defender attacks once a turn");
            return Refusal::new("defender-has-attacked", "MT-8.2", message).with("name", name);
        }
        if self.boards[self.board_of(seat)].is_empty() && self.opponents(seat).is_empty() {
            let message = "Your board is empty and there is no opponent";
            return Refusal::new("empty-board", "MT-15.5", message);
        }
        let named = self.text(target);
        if self.aims_freely(seat, item) {
            let message = format!("There is no {named} on your board; name a monster that is there");
            return Refusal::new("no-target", "MT-8.3", message).with("named", named);
        }
        let message = format!("{name} attacks the closest monster; say attack {name}");
        Refusal::new("not-closest", "MT-8.3", message).with("name", name)
    }
}
