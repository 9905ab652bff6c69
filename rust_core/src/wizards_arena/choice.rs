//! The choice lines of WA-10: the enum, its one spelling, and reading.
//!
//! The order of the variants, and of their fields, is the order of the lines, so sorting choices sorts lines.

use std::fmt::Write as _;

use super::state::{CardId, PATTERN_SIZE, Player, WizardsArena};
use crate::contract::{Refusal, Seat};

/// What a trigger or an attack is aimed at, seen from who chooses.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Target {
    /// An own card: `B1`.
    Own(CardId),
    /// The other player: `foe`.
    Foe,
    /// A card of the other player: `foe:B1`.
    FoeCard(CardId),
}

/// One decision's answer.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Choice {
    /// `attack B1 foe`, `attack E1 foe:C2 crash` (WA-6).
    Attack {
        /// The attacker.
        card: CardId,
        /// The defender.
        target: Target,
        /// Whether a Mana is paid for 3 Attack (WA-6.3).
        crash: bool,
    },
    /// `cast J1 B2` (WA-5.3).
    Cast {
        /// The card in the Arena.
        card: CardId,
        /// What it is aimed at.
        target: Target,
    },
    /// `cut 3` (WA-3.2).
    Cut(u8),
    /// `done`: ends Summoning, then Attack.
    Done,
    /// `draw 1`, `draw 2` (WA-4.1 e).
    Draw(u8),
    /// `flash K1 foe:C1` (WA-5.4).
    Flash {
        /// The card in the Hand.
        card: CardId,
        /// What it is aimed at.
        target: Target,
    },
    /// `heal` (WA-4.1 c).
    Heal,
    /// `skip`: no healing.
    Skip,
    /// `summon B1` (WA-5.1).
    Summon(CardId),
}

/// The first words of all choice lines.
pub const VERBS: [&str; 9] = ["attack", "cast", "cut", "done", "draw", "flash", "heal", "skip", "summon"];

fn print_card(player: &Player, card: CardId, out: &mut String) {
    let card = player.card(card);
    let _ = write!(out, "{}{}", char::from(card.letter), card.copy);
}

pub(super) fn find_card(player: &Player, word: &str) -> Option<CardId> {
    let (letter, copy) = word.split_at_checked(1)?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let copy: u8 = copy.parse().ok()?;
    let place = player.cards.iter().position(|card| card.letter == letter && card.copy == copy)?;
    u8::try_from(place).ok().map(CardId)
}

impl WizardsArena {
    fn print_target(&self, seat: Seat, target: Target, out: &mut String) {
        match target {
            Target::Own(card) => print_card(self.player(seat), card, out),
            Target::Foe => out.push_str("foe"),
            Target::FoeCard(card) => {
                out.push_str("foe:");
                print_card(self.player(seat.other()), card, out);
            }
        }
    }

    /// Appends the canonical spelling of `choice` as `seat` says it.
    pub(super) fn print_choice(&self, seat: Seat, choice: Choice, out: &mut String) {
        let own = self.player(seat);
        match choice {
            Choice::Attack { card, target, crash } => {
                out.push_str("attack ");
                print_card(own, card, out);
                out.push(' ');
                self.print_target(seat, target, out);
                if crash {
                    out.push_str(" crash");
                }
            }
            Choice::Cast { card, target } | Choice::Flash { card, target } => {
                out.push_str(if matches!(choice, Choice::Cast { .. }) { "cast " } else { "flash " });
                print_card(own, card, out);
                out.push(' ');
                self.print_target(seat, target, out);
            }
            Choice::Cut(count) => {
                let _ = write!(out, "cut {count}");
            }
            Choice::Done => out.push_str("done"),
            Choice::Draw(count) => {
                let _ = write!(out, "draw {count}");
            }
            Choice::Heal => out.push_str("heal"),
            Choice::Skip => out.push_str("skip"),
            Choice::Summon(card) => {
                out.push_str("summon ");
                print_card(own, card, out);
            }
        }
    }

    /// Reads a line of `seat`. Case and runs of spaces don't matter; `p1:` and `p2:` are taken for the bare and `foe:` forms.
    pub(super) fn parse_choice(&self, seat: Seat, line: &str) -> Result<Choice, Refusal> {
        let line = line.to_ascii_lowercase();
        let mut words = line.split_ascii_whitespace();
        let verb = words.next().unwrap_or("");
        let rest: Vec<&str> = words.take(5).collect();
        match (verb, rest.as_slice()) {
            ("cut", [count]) => Self::parse_cut(count),
            ("draw", ["1"]) => Ok(Choice::Draw(1)),
            ("draw", ["2"]) => Ok(Choice::Draw(2)),
            ("done", []) => Ok(Choice::Done),
            ("heal", []) => Ok(Choice::Heal),
            ("skip", []) => Ok(Choice::Skip),
            ("summon", [card]) => Ok(Choice::Summon(self.parse_own(seat, card)?)),
            ("cast", [card, target]) => {
                Ok(Choice::Cast { card: self.parse_own(seat, card)?, target: self.parse_target(seat, target)? })
            }
            ("flash", [card, target]) => {
                Ok(Choice::Flash { card: self.parse_own(seat, card)?, target: self.parse_target(seat, target)? })
            }
            ("attack", [card, target, crash @ ..]) if matches!(crash, [] | ["crash"]) => Ok(Choice::Attack {
                card: self.parse_own(seat, card)?,
                target: self.parse_target(seat, target)?,
                crash: !crash.is_empty(),
            }),
            _ => Err(unreadable(verb)),
        }
    }

    fn parse_cut(word: &str) -> Result<Choice, Refusal> {
        match word.parse::<u8>() {
            Ok(count) if (count as usize) < PATTERN_SIZE => Ok(Choice::Cut(count)),
            _ => Err(Refusal::new("cut-out-of-range", "WA-3.2", "A cut moves 0 to 24 cards").with("count", word)),
        }
    }

    fn strip_seat(seat: Seat, word: &str) -> (Seat, &str) {
        for (prefix, owner) in [("foe:", seat.other()), ("p1:", Seat(0)), ("p2:", Seat(1))] {
            if let Some(rest) = word.strip_prefix(prefix) {
                return (owner, rest);
            }
        }
        (seat, word)
    }

    fn parse_own(&self, seat: Seat, word: &str) -> Result<CardId, Refusal> {
        let (owner, name) = Self::strip_seat(seat, word);
        if owner != seat {
            let message = format!("{} is your opponent's; only your own cards act for you", name.to_ascii_uppercase());
            return Err(Refusal::new("not-your-card", "WA-1.3", message).with("card", name.to_ascii_uppercase()));
        }
        find_card(self.player(seat), name).ok_or_else(|| no_such_card(name, "you have", "WA-5.1"))
    }

    fn parse_target(&self, seat: Seat, word: &str) -> Result<Target, Refusal> {
        // `p2` alone is no player: it is the second P.
        if word == "foe" {
            return Ok(Target::Foe);
        }
        let (owner, name) = Self::strip_seat(seat, word);
        let rule = "WA-1.4";
        if owner == seat {
            find_card(self.player(seat), name).map(Target::Own).ok_or_else(|| no_such_card(name, "you have", rule))
        } else {
            let card = find_card(self.player(owner), name);
            card.map(Target::FoeCard).ok_or_else(|| no_such_card(name, "your opponent has", rule))
        }
    }
}

fn no_such_card(name: &str, who: &str, rule: &'static str) -> Refusal {
    let name: String = name.chars().take(12).collect::<String>().to_ascii_uppercase();
    let message =
        format!("There is no {name} among the cards that {who}; cards are called by letter and number, as B1");
    Refusal::new("no-such-card", rule, message).with("card", name)
}

fn unreadable(verb: &str) -> Refusal {
    if matches!(verb, "retire" | "resign" | "agree_draw") {
        let message = "Leaving the duel and agreeing a draw are no choices; they can be asked for at any moment";
        return Refusal::new("unreadable-line", "WA-11.3", message);
    }
    let usage = match verb {
        "attack" => "attack B1 foe | attack B1 foe:C2 | attack E1 foe crash",
        "cast" => "cast J1 B2 | cast K1 foe:B2",
        "cut" => "cut 0 ... cut 24",
        "draw" => "draw 1 | draw 2",
        "flash" => "flash K1 foe:C1",
        "summon" => "summon B1",
        "done" | "heal" | "skip" => "the word alone",
        _ => "cut, heal, skip, draw, summon, cast, flash, attack, done",
    };
    Refusal::new("unreadable-line", "WA-10", format!("That can't be read. What would do: {usage}")).with("usage", usage)
}
