//! The choice lines of MT-25: a verb and up to three terms. Words are numbered in their alphabetical order and verbs and fields stand
//! in theirs, so sorting choices sorts lines without looking a word up.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::catalog::Catalog;

/// A word of choice lines: its place, from 1, among all words in alphabetical order; 0 is none.
#[derive(Copy, Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Word(u16);

impl Word {
    /// No word.
    pub const NONE: Self = Self(0);

    /// The word at a place counted from 0.
    pub(super) fn at(place: usize) -> Self {
        Self(u16::try_from(place + 1).expect("check bounds the number of cards"))
    }

    /// The place counted from 0.
    pub(super) const fn place(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// Words of choice lines that are no card ids.
pub const RESERVED: [&str; 10] = ["discard", "foe", "hand", "none", "p1", "p2", "p3", "p4", "p5", "p6"];

/// What follows a verb: `archer`, `knight#1`, `foe`, `foe:insight`, `p3:orc#2`, `hand`.
#[derive(Copy, Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Term {
    /// What it begins with.
    pub head: Word,
    /// What follows a colon.
    pub tail: Word,
    /// What follows a `#`; 0 is nothing.
    pub copy: u8,
}

impl Term {
    /// Nothing there.
    pub const NONE: Self = Self { head: Word::NONE, tail: Word::NONE, copy: 0 };

    /// A bare word.
    pub const fn word(head: Word) -> Self {
        Self { head, tail: Word::NONE, copy: 0 }
    }

    /// A copy in play on the own side.
    pub const fn unit(head: Word, copy: u8) -> Self {
        Self { head, tail: Word::NONE, copy }
    }

    /// Whether something is there.
    pub fn is_some(self) -> bool {
        self.head != Word::NONE
    }

    /// The card's word: behind the colon, if there is one.
    pub fn name(self) -> Word {
        if self.tail == Word::NONE { self.head } else { self.tail }
    }
}

/// The first word of a line, in alphabetical order.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub enum Verb {
    Attack,
    Buy,
    Confusion,
    Cycle,
    Damage,
    Discard,
    Drop,
    End,
    Give,
    Gold,
    Leave,
    Pass,
    Pick,
    Play,
    Take,
    Use,
}

/// The first words of all choice lines, as [`Verb`] has them.
pub const VERBS: [&str; 16] = [
    "attack",
    "buy",
    "confusion",
    "cycle",
    "damage",
    "discard",
    "drop",
    "end",
    "give",
    "gold",
    "leave",
    "pass",
    "pick",
    "play",
    "take",
    "use",
];

const ALL_VERBS: [Verb; 16] = [
    Verb::Attack,
    Verb::Buy,
    Verb::Confusion,
    Verb::Cycle,
    Verb::Damage,
    Verb::Discard,
    Verb::Drop,
    Verb::End,
    Verb::Give,
    Verb::Gold,
    Verb::Leave,
    Verb::Pass,
    Verb::Pick,
    Verb::Play,
    Verb::Take,
    Verb::Use,
];

impl Verb {
    /// Reads a verb.
    pub fn parse(word: &str) -> Option<Self> {
        VERBS.binary_search(&word).ok().map(|place| ALL_VERBS[place])
    }

    /// The word.
    pub const fn as_str(self) -> &'static str {
        VERBS[self as usize]
    }
}

/// Terms after a verb at most.
pub const TERMS: usize = 3;

/// One decision's answer.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Choice {
    /// What is done.
    pub verb: Verb,
    /// With or to what; unused ones come last.
    pub terms: [Term; TERMS],
}

impl Choice {
    /// A verb alone.
    pub const fn bare(verb: Verb) -> Self {
        Self { verb, terms: [Term::NONE; TERMS] }
    }

    /// A verb with one term.
    pub const fn one(verb: Verb, term: Term) -> Self {
        Self { verb, terms: [term, Term::NONE, Term::NONE] }
    }

    /// A verb with two terms.
    pub const fn two(verb: Verb, first: Term, second: Term) -> Self {
        Self { verb, terms: [first, second, Term::NONE] }
    }

    /// The terms that are there.
    pub fn given(&self) -> ArrayVec<Term, TERMS> {
        self.terms.iter().copied().filter(|term| term.is_some()).collect()
    }
}

/// Appends a term as a line spells it.
pub fn print_term(catalog: &Catalog, term: Term, out: &mut String) {
    out.push_str(catalog.spell(term.head).0);
    if term.tail != Word::NONE {
        out.push(':');
        out.push_str(catalog.spell(term.tail).0);
    }
    if term.copy > 0 {
        out.push('#');
        out.push_str(&term.copy.to_string());
    }
}

/// Appends the one spelling of a choice.
pub fn print_choice(catalog: &Catalog, choice: &Choice, out: &mut String) {
    out.push_str(choice.verb.as_str());
    for term in choice.given() {
        out.push(' ');
        print_term(catalog, term, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_in_alphabetical_order_and_read_back() {
        assert!(VERBS.is_sorted());
        for verb in ALL_VERBS {
            assert_eq!(Verb::parse(verb.as_str()), Some(verb));
        }
        assert_eq!(Verb::parse("dance"), None);
    }
}
