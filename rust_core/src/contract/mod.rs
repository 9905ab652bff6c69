//! What every game promises, and the one adapter that turns the typed promise into lines and JSON.
//!
//! Inside, a game is typed and cheap: it implements [`Rules`], and search and simulation use it directly. Outside, everything a
//! player can decide is one *choice line* of plain text. [`Adapter`] makes the object-safe [`DynGame`] of any [`Rules`].

mod adapter;
mod errors;
mod telling;

pub(crate) use adapter::SnapshotHeader;
pub use adapter::{Adapter, Decision, DynGame};
pub use errors::{CONTRACT_CODES, ErrorCode, Refusal, RulesBug, SetupError, SetupFault, SnapshotError};
pub use telling::{Frames, Step, push_number};

use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::rng::Chance;

/// A place at the table, counted from 0. In text seats are counted from 1: see [`Seat::number`].
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into lists that have an entry a seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat as text counts it: from 1.
    pub const fn number(self) -> u16 {
        self.0 as u16 + 1
    }

    /// The other seat of a game for two.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What sort of waiting a decision asks for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The seat's own turn: its bank runs.
    Turn,
    /// A short window to answer what another seat does.
    Reaction,
    /// Several seats at once, sealed until the last one is in.
    Secret,
}

impl Kind {
    /// The word used on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Reaction => "reaction",
            Self::Secret => "secret",
        }
    }
}

/// An open decision as a game states it; the adapter adds the id and spells the default as a line.
#[derive(Copy, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that have nothing to do with each other")]
pub struct Pending<C> {
    /// Who decides.
    pub seat: Seat,
    /// Stable kebab-case name of the window.
    pub window: &'static str,
    /// What sort of waiting it is.
    pub kind: Kind,
    /// What a time-out plays.
    pub default: C,
    /// Whether skipping the wait when there is no real option would give away hidden information.
    pub hidden: bool,
    /// Whether it answers something that is aimed at the seat, or at what it has in play, by what everybody knows.
    pub aimed: bool,
    /// Whether `legal` lists every legal choice.
    pub complete: bool,
    /// Whether a sealed line of this seat is in already and may still be replaced.
    pub sealed: bool,
    /// A number that is different for each decision that this seat ever has in this game, and the same as long as one stays
    /// open (a sealed line that may be replaced leaves it as it is).
    pub serial: u32,
}

/// Why a match is over and for whom.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The seats that won, ascending; empty is a draw (or, where a game is lost by all, a loss).
    pub winners: Vec<Seat>,
    /// Stable kebab-case reason.
    pub reason: String,
    /// One number a seat, in the game's own unit (Life left, as a rule).
    pub scores: Vec<i32>,
}

/// One telling of an event: to whom, and the JSON they get.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Face {
    /// The seats that get this face; `None` is everybody who is not named in another face of the event.
    pub viewers: Option<Vec<Seat>>,
    /// `{"type": ..., ...}` with absolute references (`p1:B1`).
    pub json: String,
}

/// Something that happened, with its audience. Each viewer gets at most one face.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Event {
    /// The tellings; a fact that nobody may know has none.
    pub faces: Vec<Face>,
}

impl Event {
    /// An event that everybody sees alike.
    ///
    /// # Panics
    /// If `body` cannot be written as JSON: a bug, events are plain data.
    pub fn public(body: &impl Serialize) -> Self {
        let json = serde_json::to_string(body).expect("events are plain data");
        Self { faces: vec![Face { viewers: None, json }] }
    }

    /// What `viewer` (`None`: who watches) gets: the face that names it, else the one for everybody else, if there is one.
    pub fn face(&self, viewer: Option<Seat>) -> Option<&str> {
        let names =
            |face: &&Face| face.viewers.as_ref().is_some_and(|seats| viewer.is_some_and(|seat| seats.contains(&seat)));
        let named = self.faces.iter().find(names);
        named.or_else(|| self.faces.iter().find(|face| face.viewers.is_none())).map(|face| face.json.as_str())
    }
}

/// Where a game puts its events. Search passes `()`, which drops them; the compiler then drops their making too.
pub trait Sink<E> {
    /// Takes one event.
    fn push(&mut self, event: E);

    /// Takes the event that `make` makes; a sink that drops its events does not even make it.
    #[inline]
    fn push_with(&mut self, make: impl FnOnce() -> E) {
        self.push(make());
    }
}

impl<E> Sink<E> for () {
    #[inline]
    fn push(&mut self, _: E) {}

    #[inline]
    fn push_with(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Sink<E> for Vec<E> {
    #[inline]
    fn push(&mut self, event: E) {
        Self::push(self, event);
    }
}

/// A game's typed event.
pub trait GameEvent: Debug + Clone + Send {
    /// Writes the event for those who may see it, in a match of `seats` seats.
    fn tell(&self, seats: usize) -> Event;
}

/// The cards, warriors, spells and so on of a game: data, read once, shared by all matches that use it.
pub trait GameCatalog: Default + Send + Sync + 'static {
    /// Reads the built-in entries and then `extra`, whose entries add or replace.
    ///
    /// # Errors
    /// Every fault, each with file and field.
    fn load(extra: &[String]) -> Result<Self, SetupError>;

    /// Everything a program may want to look up: cards with their texts, ready decks, choice verbs.
    fn json(&self) -> String;
}

/// A game: its state, and how it goes on. Required of every game; everything else is made from it.
pub trait Rules: Clone + Send + Sync + Sized + Serialize + DeserializeOwned + 'static {
    /// The game's id.
    const NAME: &'static str;
    /// Changes whenever an old record could replay differently.
    const VERSION: &'static str;
    /// What a refusal of this game can say.
    const ERROR_CODES: &'static [ErrorCode];

    /// The numbered rules in our own words, as the `rules` command shows them: a heading `## XX-1 Title` a chapter, an entry
    /// `- XX-1.1 text` a rule.
    const RULES_TEXT: &'static str;
    /// JSON Schema with `$defs/event` and `$defs/view`.
    const SCHEMA: &'static str;

    /// One decision's answer; small, and its order is the order in which choices are listed.
    type Choice: Copy + Ord + Debug + Send + Sync;
    /// What can happen.
    type Event: GameEvent;
    /// The data that it is played with.
    type Catalog: GameCatalog;

    /// Starts a match from its setup; the only place where a setup is judged. What chance decides and deals goes to `sink`.
    ///
    /// # Errors
    /// Every fault of `setup`, each with its path.
    fn setup(
        catalog: &Arc<Self::Catalog>,
        setup: &serde_json::Value,
        chance: Chance,
        sink: &mut impl Sink<Self::Event>,
    ) -> Result<Self, SetupError>;

    /// Reads `setup` once for many matches: what it gives starts a match from its chance, just as `setup` would.
    ///
    /// # Errors
    /// As `setup`.
    fn starts(
        catalog: &Arc<Self::Catalog>,
        setup: &serde_json::Value,
    ) -> Result<impl Fn(Chance) -> Self + Sync, SetupError> {
        Self::setup(catalog, setup, Chance::seeded([0; 32]), &mut ())?;
        Ok(|chance| Self::setup(catalog, setup, chance, &mut ()).expect("the same setup was taken before"))
    }

    /// What a digest is made of: as little as tells two states apart for which anything could go on differently. Each recorded
    /// choice has a digest, so a game with much that is mostly empty, or never changes, says it shorter than its snapshot does.
    fn essence(&self) -> impl Serialize {
        self
    }

    /// Gives a restored state its catalogue back (a snapshot does not carry it).
    fn bind(&mut self, catalog: &Arc<Self::Catalog>);

    /// How many seats the match has.
    fn seats(&self) -> usize;

    /// The open decisions, by seat; none when the match is over.
    fn pending(&self, out: &mut Vec<Pending<Self::Choice>>);

    /// The first seat with an open decision that is not sealed; none when the match is over. A game that can tell it without
    /// the whole list does.
    fn decider(&self) -> Option<Seat> {
        let mut open = Vec::new();
        self.pending(&mut open);
        open.iter().find(|decision| !decision.sealed).map(|decision| decision.seat)
    }

    /// Appends the choices of `seat` now, without repeats, in any order; none if it has no open decision. The one source of legality.
    fn legal(&self, seat: Seat, out: &mut Vec<Self::Choice>);

    /// The choice of `seat` that `number` picks: it is told how many there are, and answers with a number below that. Each number
    /// stands for another of the choices that `legal` lists, in whatever order. `None`, without asking, if there are none.
    ///
    /// This is how random play chooses. A game that can count its choices without a list does; `buffer` is for the list of
    /// those that cannot.
    fn pick(
        &self,
        seat: Seat,
        buffer: &mut Vec<Self::Choice>,
        number: impl FnOnce(usize) -> usize,
    ) -> Option<Self::Choice> {
        buffer.clear();
        self.legal(seat, buffer);
        if buffer.is_empty() { None } else { buffer.get(number(buffer.len())).copied() }
    }

    /// Carries `choice` out. May assume that it is legal.
    fn apply(&mut self, seat: Seat, choice: Self::Choice, sink: &mut impl Sink<Self::Event>);

    /// Whether `seat` has no part in the match any more while it goes on for others; never in a game of two.
    fn is_out(&self, _seat: Seat) -> bool {
        false
    }

    /// Takes `seat` out of the match (resignation, flag fall): part of the game, so that replays hold. May assume that it is in.
    fn retire(&mut self, seat: Seat, reason: &str, sink: &mut impl Sink<Self::Event>);

    /// Ends the match as a draw by agreement.
    fn agree_draw(&mut self, sink: &mut impl Sink<Self::Event>);

    /// Who won and why; `None` while the match goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Reads a choice line of `seat`: forgiving in case and spaces, never ambiguous. Says nothing of legality.
    ///
    /// # Errors
    /// What could not be read, and what would do.
    fn parse(&self, seat: Seat, line: &str) -> Result<Self::Choice, Refusal>;

    /// Appends the one canonical spelling of `choice` as said by `seat`.
    fn print(&self, seat: Seat, choice: Self::Choice, out: &mut String);

    /// Why `choice`, which is not among the legal ones, is refused: what is wrong, the rule, and what would do.
    fn explain(&self, seat: Seat, choice: Self::Choice) -> Refusal;

    /// Why `seat` may not decide anything now.
    fn not_your_decision(&self, seat: Seat) -> Refusal;

    /// JSON of what `viewer` (`None`: a spectator) may know, and nothing more. Built up, never stripped down.
    fn view(&self, viewer: Option<Seat>) -> String;

    /// The match's source of chance.
    fn chance(&self) -> &Chance;

    /// The match's source of chance, for the adapter to mix a rewind in.
    fn chance_mut(&mut self) -> &mut Chance;

    /// Deals everything anew that `viewer` can't know, keeping what it does know.
    fn redeal(&mut self, viewer: Option<Seat>, chance: &mut Chance);

    /// What must always hold.
    ///
    /// # Errors
    /// The first thing that does not, in words.
    fn invariants(&self) -> Result<(), String>;

    /// How good the state is for `seat`; only comparisons between states of one match mean anything.
    fn evaluate(&self, seat: Seat) -> i64;

    /// Whether `choice` only passes or ends a phase: a greedy player takes it when nothing else improves the state.
    fn is_pass(choice: Self::Choice) -> bool;
}
