//! The choice lines of MW-31: a verb and up to six tokens, their one spelling, and reading.
//!
//! Tokens are numbers chosen so that comparing choices compares lines: numbers and zones before words, words by their place in the
//! sorted list of all words (`catalog/words.rs`), an object by its name's word and then its number.

use std::fmt::Write as _;

use super::catalog::Word;
use super::catalog::kinds::words;
use super::state::{MageWars, Object, ObjectId};
use crate::board::zones::{Border, Zone};
use crate::contract::{Refusal, Seat};
use crate::dice::Face;

words! {
    /// The verbs, in the order in which lines sort.
    Verb {
        /// `activate OBJECT`.
        Activate => "activate",
        /// `add`: an extra token.
        Add => "add",
        /// `apply`: the strongest effect.
        Apply => "apply",
        /// `attack ATTACK OBJECT [valor]`.
        Attack => "attack",
        /// `aura AURA`.
        Aura => "aura",
        /// `auto`: the default order of Upkeep tasks.
        Auto => "auto",
        /// `bleed N`: points of a heal spent on Bleed markers.
        Bleed => "bleed",
        /// `call OBJECT`.
        Call => "call",
        /// `cast CARD ARGUMENTS`.
        Cast => "cast",
        /// `challenge OBJECT`.
        Challenge => "challenge",
        /// `cleanse OBJECT [CONDITION]`.
        Cleanse => "cleanse",
        /// `counter ATTACK [valor]`.
        Counter => "counter",
        /// `defend`.
        Defend => "defend",
        /// `deploy OBJECT`.
        Deploy => "deploy",
        /// `done`: the Action Phase ends.
        Done => "done",
        /// `escape`.
        Escape => "escape",
        /// `extend`: Fermata.
        Extend => "extend",
        /// `follow`.
        Follow => "follow",
        /// `guard`.
        Guard => "guard",
        /// `heal OBJECT` or `heal N`.
        Heal => "heal",
        /// `intercept OBJECT`.
        Intercept => "intercept",
        /// `move ZONE`.
        Move => "move",
        /// `next TASK` or `next OBJECT`.
        Next => "next",
        /// `pass`.
        Pass => "pass",
        /// `pay`, `pay N`, `pay save`.
        Pay => "pay",
        /// `plan CARD`, `plan none`.
        Plan => "plan",
        /// `push DIRECTION`.
        Push => "push",
        /// `release OBJECT`.
        Release => "release",
        /// `replan`.
        Replan => "replan",
        /// `reroll FACE ...`.
        Reroll => "reroll",
        /// `return`: the Challenge marker.
        Return => "return",
        /// `reveal OBJECT [save]`.
        Reveal => "reveal",
        /// `target OBJECT`.
        Target => "target",
        /// `teleport OBJECT`.
        Teleport => "teleport",
        /// `token OBJECT`.
        Token => "token",
        /// `transfer N`.
        Transfer => "transfer",
        /// `use`.
        Use => "use",
    }
}

/// The verbs of all lines, for programs.
pub const VERBS: [&str; Verb::ALL.len()] = {
    let mut names = [""; Verb::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = Verb::ALL[place].as_str();
        place += 1;
    }
    names
};

/// Tokens that a line can have.
pub const MAX_TOKENS: usize = 6;

/// One token of a line.
#[derive(Copy, Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Tok(u32);

const NUMBER: u32 = 1 << 28;
const ZONE: u32 = 2 << 28;
const BORDER: u32 = 3 << 28;
const WORD: u32 = 8 << 28;

/// What a token says.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Said {
    /// Nothing.
    None,
    /// A number.
    Number(i32),
    /// A zone.
    Zone(Zone),
    /// A border.
    Border(Border),
    /// A word, and its `#N` (0: none).
    Word(Word, u16),
}

impl Tok {
    /// A number from 0 on.
    pub fn number(value: i32) -> Self {
        Self(NUMBER | u32::try_from(value).expect("lines hold no negative numbers"))
    }

    /// A zone.
    pub const fn zone(zone: Zone) -> Self {
        Self(ZONE | (zone.x as u32) << 4 | zone.y as u32)
    }

    /// A border.
    pub const fn border(border: Border) -> Self {
        let (a, b) = (border.a, border.b);
        Self(BORDER | (a.x as u32) << 12 | (a.y as u32) << 8 | (b.x as u32) << 4 | b.y as u32)
    }

    /// A word alone.
    pub const fn word(word: Word) -> Self {
        Self::named(word, 0)
    }

    /// A word with a number: `kraken#1`.
    pub const fn named(word: Word, number: u16) -> Self {
        Self(WORD | (word.0 as u32) << 16 | number as u32)
    }

    /// What it says.
    pub fn says(self) -> Said {
        let part = |shift: u32, mask: u32| u8::try_from((self.0 >> shift) & mask).expect("a masked nibble");
        match self.0 & (15 << 28) {
            NUMBER => Said::Number(i32::try_from(self.0 & !(15 << 28)).expect("28 bits")),
            ZONE => Said::Zone(Zone { x: part(4, 15), y: part(0, 15) }),
            BORDER => Said::Border(Border {
                a: Zone { x: part(12, 15), y: part(8, 15) },
                b: Zone { x: part(4, 15), y: part(0, 15) },
            }),
            WORD => {
                let word = u16::try_from((self.0 >> 16) & 0xfff).expect("12 bits");
                Said::Word(Word(word), u16::try_from(self.0 & 0xffff).expect("16 bits"))
            }
            _ => Said::None,
        }
    }
}

/// One decision's answer. Its order is the order of the lines.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Choice {
    /// The first word.
    pub verb: Verb,
    /// What follows; the faces of `reroll` are packed into the first two.
    pub args: [Tok; MAX_TOKENS],
    /// It only declines or ends something.
    pub declines: bool,
}

/// Faces in the order in which lines sort (`1c` before `2`).
const SORTED_FACES: [Face; 5] = [Face::Blank, Face::One, Face::CritOne, Face::Two, Face::CritTwo];

impl Choice {
    /// A verb alone.
    pub const fn plain(verb: Verb) -> Self {
        Self { verb, args: [Tok(0); MAX_TOKENS], declines: matches!(verb, Verb::Pass | Verb::Done) }
    }

    /// A verb with tokens.
    pub fn with(verb: Verb, tokens: impl IntoIterator<Item = Tok>) -> Self {
        let mut choice = Self::plain(verb);
        for (place, token) in tokens.into_iter().enumerate() {
            choice.args[place] = token;
        }
        choice
    }

    /// `pass`.
    pub const PASS: Self = Self::plain(Verb::Pass);

    /// The tokens that are there.
    pub fn tokens(&self) -> impl Iterator<Item = Tok> + '_ {
        self.args.iter().copied().take_while(|token| *token != Tok(0))
    }

    /// How many tokens there are.
    pub fn count(&self) -> usize {
        self.tokens().count()
    }

    /// The number of the first token.
    pub fn amount(&self) -> i32 {
        match self.args[0].says() {
            Said::Number(number) => number,
            Said::None | Said::Zone(_) | Said::Border(_) | Said::Word(..) => 0,
        }
    }

    /// `reroll` with so many of each face, by [`Face::ALL`].
    pub fn reroll(counts: [u8; 5]) -> Self {
        let mut choice = Self::plain(Verb::Reroll);
        let mut packed = 0u64;
        let mut place = 16u32;
        for (face, count) in Face::ALL.into_iter().zip(counts) {
            let rank = SORTED_FACES.iter().position(|sorted| *sorted == face).expect("all faces are there") as u64 + 1;
            for _ in 0..count {
                place = place.saturating_sub(1);
                packed |= rank << (4 * place);
            }
        }
        choice.args[0] = Tok(u32::try_from(packed >> 32).expect("32 bits"));
        choice.args[1] = Tok(u32::try_from(packed & 0xffff_ffff).expect("32 bits"));
        choice
    }

    /// The faces of a `reroll`, in the order said.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        let packed = u64::from(self.args[0].0) << 32 | u64::from(self.args[1].0);
        (0..16u32).rev().map_while(move |place| {
            let rank = usize::try_from((packed >> (4 * place)) & 15).expect("4 bits");
            rank.checked_sub(1).map(|rank| SORTED_FACES[rank])
        })
    }
}

impl MageWars {
    /// The token of an object as `seat` calls it (MW-31.2): own things bare, hidden ones of the opponent without their card.
    pub(super) fn call(&self, seat: Seat, object: &Object) -> Tok {
        let card = self.card_of(object);
        let word = if object.seat == seat {
            card.own_word
        } else if object.revealed {
            card.foe_word
        } else {
            self.catalog.words.foe_hidden
        };
        Tok::named(word, object.number)
    }

    /// The object that `seat` calls so, if it is in play.
    pub(super) fn called(&self, seat: Seat, token: Tok) -> Option<ObjectId> {
        self.objects.iter().find(|object| self.call(seat, object) == token).map(|object| object.id)
    }

    /// Appends the canonical spelling of `choice`.
    pub(super) fn print_choice(&self, choice: Choice, out: &mut String) {
        out.push_str(choice.verb.as_str());
        if choice.verb == Verb::Reroll {
            for face in choice.faces() {
                out.push(' ');
                out.push_str(face.as_str());
            }
            return;
        }
        let is_task = choice.verb == Verb::Next && choice.count() == 2;
        for (place, token) in choice.tokens().enumerate() {
            out.push(if is_task && place == 1 { ':' } else { ' ' });
            self.print_token(token, out);
        }
    }

    fn print_token(&self, token: Tok, out: &mut String) {
        let written = match token.says() {
            Said::None => Ok(()),
            Said::Number(number) => write!(out, "{number}"),
            Said::Zone(zone) => write!(out, "{},{}", zone.x, zone.y),
            Said::Border(Border { a, b }) => write!(out, "{},{}-{},{}", a.x, a.y, b.x, b.y),
            Said::Word(word, 0) => {
                out.push_str(self.catalog.words.text(word));
                Ok(())
            }
            Said::Word(word, number) => write!(out, "{}#{number}", self.catalog.words.text(word)),
        };
        written.expect("writing to a string never fails");
    }

    /// Reads a line of `seat`. Case and runs of spaces don't matter; `p1:` and `p2:` are taken too, and `#N` may be left out while
    /// only one object fits.
    pub(super) fn parse_choice(&self, seat: Seat, line: &str) -> Result<Choice, Refusal> {
        let line = line.to_ascii_lowercase();
        let mut words = line.split_ascii_whitespace();
        let first = words.next().unwrap_or("");
        let verb = Verb::parse(first).ok_or_else(|| unreadable(first))?;
        if verb == Verb::Reroll {
            return Self::parse_reroll(words);
        }
        let mut tokens = Vec::new();
        for word in words {
            if verb == Verb::Next
                && tokens.is_empty()
                && let Some((kind, object)) = split_task(word)
            {
                tokens.push(Tok::word(self.catalog.words.known(kind)));
                tokens.push(self.parse_token(seat, verb, 1, object)?);
                continue;
            }
            tokens.push(self.parse_token(seat, verb, tokens.len(), word)?);
        }
        if tokens.len() > MAX_TOKENS {
            return Err(unreadable(first));
        }
        let mut choice = Choice::with(verb, tokens);
        choice.declines |= verb == Verb::Plan && choice.args[0] == Tok::word(self.catalog.words.none);
        Ok(choice)
    }

    fn parse_reroll<'a>(words: impl Iterator<Item = &'a str>) -> Result<Choice, Refusal> {
        let mut counts = [0u8; 5];
        for word in words {
            let face = Face::parse(word).ok_or_else(|| unreadable("reroll"))?;
            counts[face as usize] += 1;
            if counts.iter().sum::<u8>() > 16 {
                return Err(unreadable("reroll"));
            }
        }
        Ok(Choice::reroll(counts))
    }

    fn parse_token(&self, seat: Seat, verb: Verb, place: usize, word: &str) -> Result<Tok, Refusal> {
        if word.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            return parse_number(word).ok_or_else(|| unreadable(verb.as_str()));
        }
        let foe = format!("p{}:", seat.other().number());
        let own = format!("p{}:", seat.number());
        let bare = word.strip_prefix(&own).unwrap_or(word);
        let word = word.strip_prefix(&foe).map_or_else(|| bare.to_owned(), |rest| format!("foe:{rest}"));
        let (name, number) = match word.split_once('#') {
            None => (word.as_str(), None),
            Some((name, number)) => {
                let number = number.parse::<u16>().map_err(|_| unreadable(verb.as_str()))?;
                (name, Some(number))
            }
        };
        let known = self.catalog.words.find(name).ok_or_else(|| no_such_name(name))?;
        // The owner of a hidden enchantment may call it so too; its card's name is the canonical form.
        if known == self.catalog.words.hidden {
            let hidden = self.hidden_of(seat).find(|object| Some(object.number) == number);
            return hidden.map(|object| self.call(seat, object)).ok_or_else(|| no_such_name(&word));
        }
        let names_object =
            place > 0 || !matches!(verb, Verb::Cast | Verb::Plan | Verb::Attack | Verb::Counter | Verb::Aura);
        match number {
            Some(number) => Ok(Tok::named(known, number)),
            None if names_object => {
                let mut fitting =
                    self.objects.iter().map(|object| self.call(seat, object)).filter(
                        |token| matches!(token.says(), Said::Word(word, number) if word == known && number > 0),
                    );
                match (fitting.next(), fitting.next()) {
                    (Some(only), None) => Ok(only),
                    _ => Ok(Tok::word(known)),
                }
            }
            None => Ok(Tok::word(known)),
        }
    }
}

/// `bleed:noble_vanguard#1` is a task; `foe:kraken#1` and `p1:kraken#1` are not.
fn split_task(word: &str) -> Option<(&str, &str)> {
    let (kind, object) = word.split_once(':')?;
    super::catalog::kinds::Task::parse(kind).map(|_| (kind, object))
}

fn parse_number(word: &str) -> Option<Tok> {
    let zone = |text: &str| {
        let (x, y) = text.split_once(',')?;
        let small = |text: &str| text.parse::<u8>().ok().filter(|value| *value < 16);
        Some(Zone { x: small(x)?, y: small(y)? })
    };
    if let Some((a, b)) = word.split_once('-') {
        return Border::between(zone(a)?, zone(b)?).map(Tok::border);
    }
    if word.contains(',') {
        return zone(word).map(Tok::zone);
    }
    word.parse::<u16>().ok().map(|number| Tok::number(i32::from(number)))
}

fn no_such_name(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    let message =
        format!("There is no {name}; things are called by their card and number, as kraken#1 or foe:kraken#1");
    Refusal::new("no-such-name", "MW-31.2", message).with("name", name)
}

fn unreadable(verb: &str) -> Refusal {
    let usage = match Verb::parse(verb) {
        None => "activate, attack, cast, guard, move, pass, plan, reveal and the other verbs of the list of choices",
        Some(Verb::Activate) => "activate kraken#1",
        Some(Verb::Attack) => "attack longsword foe:kraken#1",
        Some(Verb::Cast) => "cast swell foe:kraken#1 | cast shallow_sea 1,1 | cast coral_barrier 1,1-2,1",
        Some(Verb::Move) => "move 1,2",
        Some(Verb::Plan) => "plan swell | plan none",
        Some(Verb::Push) => "push north | push east | push south | push west",
        Some(Verb::Reroll) => "reroll 0 0 1 1c (faces of the dice to roll again)",
        Some(Verb::Reveal) => "reveal lullaby#2",
        Some(Verb::Next) => "next bleed:kraken#1 | next foe:kraken#1",
        Some(Verb::Bleed | Verb::Transfer) => "the verb and a number",
        Some(
            Verb::Add
            | Verb::Apply
            | Verb::Aura
            | Verb::Auto
            | Verb::Call
            | Verb::Challenge
            | Verb::Cleanse
            | Verb::Counter
            | Verb::Defend
            | Verb::Deploy
            | Verb::Done
            | Verb::Escape
            | Verb::Extend
            | Verb::Follow
            | Verb::Guard
            | Verb::Heal
            | Verb::Intercept
            | Verb::Pass
            | Verb::Pay
            | Verb::Release
            | Verb::Replan
            | Verb::Return
            | Verb::Target
            | Verb::Teleport
            | Verb::Token
            | Verb::Use,
        ) => "a line from the list of choices",
    };
    Refusal::new("unreadable-line", "MW-31", format!("That can't be read. What would do: {usage}")).with("usage", usage)
}
