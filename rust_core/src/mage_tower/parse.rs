//! Reading choice lines (MT-25): forgiving in case and spaces, in `#1` where there is one copy, in targets where there is one.

use super::choice::{Choice, TERMS, Term, Verb, Word};
use super::state::{Asking, MageTower, Mode, seat_at};
use crate::contract::{Refusal, Seat};

fn unreadable(what: &str, usage: &'static str) -> Refusal {
    Refusal::new("unreadable-line", "MT-25", format!("{what}. What would do: {usage}")).with("usage", usage)
}

/// How the lines of a verb look.
const fn usage(verb: Verb) -> &'static str {
    match verb {
        Verb::Attack => "attack knight#1 | attack griffon_lancer#1 orc#2",
        Verb::Buy => "buy intellect | buy summoning | buy gloryseeking",
        Verb::Cycle => "cycle war_maul",
        Verb::Discard => "discard archer | discard watch_spire#1",
        Verb::Drop => "drop emberdart",
        Verb::Give => "give none | give archer | give archer knight",
        Verb::Pick => "pick archer | pick orc#1 | pick none",
        Verb::Play => "play archer | play tower_shield knight#1 | play frostbind orc#1 orc#2",
        Verb::Use => "use element_cannon#1 knight#1",
        Verb::Confusion | Verb::Damage | Verb::End | Verb::Gold | Verb::Leave | Verb::Pass | Verb::Take => {
            "the word alone"
        }
    }
}

const USAGE: &str = "play, use, attack, buy, cycle, end; in other windows one of the listed choices";

impl MageTower {
    /// Reads a line of `seat`.
    pub(super) fn parse_choice(&self, seat: Seat, line: &str) -> Result<Choice, Refusal> {
        let line = line.to_ascii_lowercase();
        let mut words = line.split_ascii_whitespace();
        let verb = words.next().unwrap_or("");
        let Some(verb) = Verb::parse(verb) else {
            return Err(unreadable("That can't be read", USAGE));
        };
        let words: Vec<&str> = words.take(TERMS + 1).collect();
        let bare = matches!(
            verb,
            Verb::Confusion | Verb::Damage | Verb::End | Verb::Gold | Verb::Leave | Verb::Pass | Verb::Take
        );
        if words.len() > if bare { 0 } else { TERMS } {
            return Err(unreadable("There are too many words", usage(verb)));
        }
        let mut terms = [Term::NONE; TERMS];
        for (term, word) in terms.iter_mut().zip(&words) {
            *term = self.parse_term(seat, word)?;
        }
        self.complete(seat, Choice { verb, terms })
    }

    fn parse_term(&self, seat: Seat, word: &str) -> Result<Term, Refusal> {
        let (rest, copy) = match word.split_once('#') {
            Some((rest, number)) => {
                let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                let copy = if plain { number.parse::<u8>().ok().filter(|copy| *copy > 0) } else { None };
                let copy = copy.ok_or_else(|| unreadable("A number after # is 1 to 255", "knight#1"))?;
                (rest, copy)
            }
            None => (word, 0),
        };
        let (prefix, name) = rest.split_once(':').map_or((None, rest), |(prefix, name)| (Some(prefix), name));
        let name_word = self.catalog.word(name).ok_or_else(|| no_such_card(name))?;
        let player = |text: &str| self.parse_player(seat, text);
        match prefix {
            None => match player(name) {
                Some(other) => Ok(Term::word(self.foe_word(seat, other))),
                None => Ok(Term { head: name_word, tail: Word::NONE, copy }),
            },
            Some(prefix) => {
                let Some(owner) = player(prefix) else {
                    return Err(unreadable(
                        "There is no such player",
                        "foe:insight with two players, p3:insight with more",
                    ));
                };
                if owner == seat {
                    return Ok(Term { head: name_word, tail: Word::NONE, copy });
                }
                Ok(Term { head: self.foe_word(seat, owner), tail: name_word, copy })
            }
        }
    }

    /// `foe`, `p1` to `p6`.
    fn parse_player(&self, seat: Seat, text: &str) -> Option<Seat> {
        if text == "foe" {
            return (self.players.len() == 2 && self.mode != Mode::Coop).then(|| seat.other());
        }
        let number: usize = text.strip_prefix('p')?.parse().ok()?;
        (1..=self.players.len()).contains(&number).then(|| seat_at(number - 1))
    }

    /// Fills in what a player may leave out: a copy's number, a target, the order of two.
    fn complete(&self, seat: Seat, choice: Choice) -> Result<Choice, Refusal> {
        let mut legal = Vec::new();
        self.legal_choices(seat, &mut legal);
        if legal.contains(&choice) {
            return Ok(choice);
        }
        if !choice.terms[0].is_some() {
            return Ok(choice);
        }
        let mut swapped = choice;
        swapped.terms.swap(1, 2);
        for order in [choice, swapped] {
            let meant = |candidate: &&Choice| candidate.verb == order.verb && self.may_mean(seat, &order, candidate);
            let mut found = legal.iter().filter(meant);
            match (found.next(), found.next()) {
                (Some(only), None) => return Ok(*only),
                (Some(_), Some(_)) => {
                    let given = choice.given().len();
                    let exact = |candidate: &&Choice| candidate.given().len() == given && meant(candidate);
                    let mut exact = legal.iter().filter(exact);
                    if let (Some(only), None) = (exact.next(), exact.next()) {
                        return Ok(*only);
                    }
                    return Err(unreadable("That could mean several things; name them all", usage(choice.verb)));
                }
                (None, _) => {}
            }
            if !swapped.terms[1].is_some() {
                break;
            }
        }
        Ok(self.with_numbers(seat, choice))
    }

    /// Whether a line with things left out may mean `candidate`.
    fn may_mean(&self, seat: Seat, given: &Choice, candidate: &Choice) -> bool {
        given.terms.iter().zip(&candidate.terms).all(|(given, candidate)| {
            if !given.is_some() {
                return true;
            }
            let same = given.head == candidate.head && given.tail == candidate.tail;
            same && (given.copy == candidate.copy || (given.copy == 0 && self.copies(seat, *given) == 1))
        })
    }

    /// How many copies of what a term names are in play on the own side.
    fn copies(&self, seat: Seat, term: Term) -> usize {
        let Some(card) = self.catalog.spell(term.name()).1 else { return 0 };
        let board = self.boards[self.board_of(seat)].iter().filter(|monster| monster.card == card).count();
        board + self.player(seat).in_play.iter().filter(|item| item.card == card).count()
    }

    /// A line that is not legal, with the numbers that it left out, so that a refusal can speak of the thing meant.
    fn with_numbers(&self, seat: Seat, mut choice: Choice) -> Choice {
        let casting = self.window.as_ref().is_some_and(|window| matches!(window.asking, Asking::Casting));
        let names_units = matches!(choice.verb, Verb::Attack | Verb::Use) || !casting;
        for term in &mut choice.terms[..if names_units { TERMS } else { 0 }] {
            let Some(card) = self.catalog.spell(term.name()).1 else { continue };
            if term.copy == 0 && term.tail == Word::NONE && self.copies(seat, *term) == 1 {
                let own = self.player(seat).in_play.iter().find(|item| item.card == card).map(|item| item.copy);
                let board = self.boards[self.board_of(seat)].iter();
                let on_board = || board.clone().find(|monster| monster.card == card).map(|monster| monster.copy);
                term.copy = own.or_else(on_board).unwrap_or(0);
            }
        }
        choice
    }
}

fn no_such_card(name: &str) -> Refusal {
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(24).collect();
    let message = format!("There is no card {name}; cards are called by their id, as elite_archer");
    Refusal::new("unknown-card", "MT-25.1", message).with("card", name)
}
