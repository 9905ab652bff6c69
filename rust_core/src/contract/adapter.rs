//! The one adapter from a typed game to lines and JSON, and what it adds for every game alike: decision ids, the record of
//! what was chosen, rewinds, snapshots, digests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::telling::{push_number, quote};
use super::{Event, GameEvent, Kind, Outcome, Pending, Refusal, Rules, RulesBug, Seat, SnapshotError};
use crate::registry::Catalog;
use crate::rng::Chance;
use crate::search;

/// An open decision, ready for a server.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that have nothing to do with each other")]
pub struct Decision {
    /// Counted from 1 for each seat, never used again, not even after a rewind.
    pub id: u32,
    /// Who decides.
    pub seat: Seat,
    /// Stable kebab-case name of the window.
    pub window: &'static str,
    /// What sort of waiting it is.
    pub kind: Kind,
    /// The line that a time-out plays.
    pub default: String,
    /// Whether skipping the wait when there is no real option would give away hidden information.
    pub hidden: bool,
    /// Whether it answers something that is aimed at the seat, or at what it has in play, by what everybody knows.
    pub aimed: bool,
    /// Whether `choices` lists every legal line.
    pub complete: bool,
    /// Whether a sealed line of this seat is in already and may still be replaced.
    pub sealed: bool,
}

/// A match of any game: what servers, tests and tools hold. Made by the registry.
pub trait DynGame: Send + Sync {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// How many seats the match has.
    fn seats(&self) -> usize;
    /// What the setup itself brought about: rolls for the first turn, deals. Empty in a restored match.
    fn opening(&self) -> &[Event];
    /// The open decisions by seat; none when the match is over.
    fn pending(&self) -> Vec<Decision>;
    /// The canonical lines of `seat`: sorted (numbers by value), unique, each accepted by `choose`. None without a decision.
    fn choices(&self, seat: Seat) -> Vec<String>;
    /// Appends the fields of an open decision as JSON, without the braces around them: `seat`, `decision` (its id), `window`,
    /// `kind`, `default`, `choices`, `complete`.
    fn ask(&self, decision: &Decision, out: &mut String);
    /// Plays a line.
    ///
    /// # Errors
    /// Why not; the match is unchanged then.
    fn choose(&mut self, seat: Seat, line: &str) -> Result<Vec<Event>, Refusal>;
    /// Takes a seat out of the match.
    ///
    /// # Errors
    /// `match-over`, `no-such-seat`, `already-out`.
    fn retire(&mut self, seat: Seat, reason: &str) -> Result<Vec<Event>, Refusal>;
    /// Ends the match as a draw by agreement.
    ///
    /// # Errors
    /// `match-over`.
    fn agree_draw(&mut self) -> Result<Vec<Event>, Refusal>;
    /// Takes the last `count` choices back. Later draws differ from those that were seen.
    ///
    /// # Errors
    /// `nothing-to-rewind`, `match-over`.
    fn rewind(&mut self, count: usize) -> Result<(), Refusal>;
    /// JSON of what `viewer` (`None`: a spectator) may know.
    fn view(&self, viewer: Option<Seat>) -> String;
    /// Who won and why; `None` while the match goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Eight bytes that two matches share only if they are in the same state.
    fn digest(&self) -> [u8; 8];
    /// The whole match as bytes, for [`crate::registry::restore`].
    fn snapshot(&self) -> Vec<u8>;
    /// A copy that shares nothing.
    fn boxed_clone(&self) -> Box<dyn DynGame>;
    /// How many choices have been made and not taken back.
    fn choices_made(&self) -> usize;
    /// Deals everything anew that `viewer` can't know.
    fn redeal(&mut self, viewer: Option<Seat>, seed: [u8; 32]);
    /// What must always hold.
    ///
    /// # Errors
    /// The first thing that does not.
    fn invariants(&self) -> Result<(), String>;
    /// How many numbers of a scripted chance were not drawn.
    fn left_over(&self) -> usize;
    /// The line that the house would play for `seat`, found on a redealt copy. The same arguments give the same line.
    ///
    /// # Errors
    /// As `choose` would refuse a seat that has no decision.
    fn best_choice(&self, seat: Seat, iterations: u32, seed: u64, stop: &AtomicBool) -> Result<String, Refusal>;
}

/// The seats' decision ids.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Opened {
    count: u32,
    serial: Option<u32>,
}

/// Something that changed the match, as it is kept for rewinds.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Record {
    Choice { seat: Seat, line: String },
    Retired { seat: Seat, reason: String },
    Draw,
}

/// A record, with how often the match had been rewound when it was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    record: Record,
    rewinds: u32,
}

/// States kept on the way, so that a rewind replays at most this many records.
const CHECKPOINT_EVERY: usize = 32;

const MAGIC: [u8; 4] = *b"SPMT";
const FORMAT: u16 = 1;
/// Bytes at the end of a snapshot that tell a damaged one: the short hash of what is before them.
const SEAL: usize = 8;

/// Bytes of a state for which its digest needs no allocation.
const DIGEST_BUFFER: usize = 2048;

/// The start of the SHA-256 of `bytes`: for digests and for seals.
fn short_hash(bytes: &[u8]) -> [u8; SEAL] {
    *Sha256::digest(bytes).first_chunk().expect("a hash has 32 bytes")
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SnapshotHeader {
    magic: [u8; 4],
    format: u16,
    pub(crate) game: String,
    version: String,
    fingerprint: String,
}

#[derive(Serialize, Deserialize)]
struct SnapshotBody<R> {
    base: R,
    entries: Vec<Entry>,
    state: R,
    rewinds: u32,
    opened: Vec<Opened>,
}

impl SnapshotHeader {
    /// Checks that the bytes are whole; reads the header and gives the body.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Self, &[u8]), SnapshotError> {
        let (header, rest): (Self, _) = postcard::take_from_bytes(bytes).map_err(|_| SnapshotError::Damaged)?;
        if header.magic != MAGIC {
            return Err(SnapshotError::Damaged);
        }
        if header.format != FORMAT {
            return Err(SnapshotError::OtherVersion {
                found: format!("format {}", header.format),
                expected: format!("format {FORMAT}"),
            });
        }
        let (body, seal) = rest.split_last_chunk::<SEAL>().ok_or(SnapshotError::Damaged)?;
        if *seal != short_hash(&bytes[..bytes.len() - SEAL]) {
            return Err(SnapshotError::Damaged);
        }
        Ok((header, body))
    }
}

/// A typed game with everything that [`DynGame`] promises around it.
#[derive(Clone)]
pub struct Adapter<R: Rules> {
    catalog: Catalog,
    opening: Vec<Event>,
    state: R,
    checkpoints: Vec<(usize, R)>,
    entries: Vec<Entry>,
    rewinds: u32,
    opened: Vec<Opened>,
    choices: Vec<R::Choice>,
}

impl<R: Rules> Adapter<R> {
    /// Wraps a state that has just been set up, with the events of its setup.
    pub fn new(catalog: Catalog, state: R, opening: &[R::Event]) -> Self {
        let seats = state.seats();
        let opened = vec![Opened::default(); seats];
        let mut adapter = Self {
            catalog,
            opening: opening.iter().map(|event| event.tell(seats)).collect(),
            checkpoints: vec![(0, state.clone())],
            state,
            entries: Vec::new(),
            rewinds: 0,
            opened,
            choices: Vec::new(),
        };
        adapter.refresh_ids();
        adapter
    }

    /// Rebuilds a match from the part of a snapshot after its header.
    ///
    /// # Errors
    /// If the header names other rules or another catalogue, or the bytes are damaged.
    pub(crate) fn restore(
        catalog: &Catalog,
        typed: &Arc<R::Catalog>,
        header: &SnapshotHeader,
        body: &[u8],
    ) -> Result<Self, SnapshotError> {
        if header.version != R::VERSION {
            return Err(SnapshotError::OtherVersion {
                found: format!("{} rules {}", header.game, header.version),
                expected: format!("rules {}", R::VERSION),
            });
        }
        if header.fingerprint != catalog.fingerprint {
            return Err(SnapshotError::OtherCatalog);
        }
        let mut body: SnapshotBody<R> = postcard::from_bytes(body).map_err(|_| SnapshotError::Damaged)?;
        body.base.bind(typed);
        body.state.bind(typed);
        let is_sound = body.base.invariants().is_ok() && body.state.invariants().is_ok();
        if !is_sound || body.opened.len() != body.state.seats() {
            return Err(SnapshotError::Damaged);
        }
        Ok(Self {
            catalog: catalog.clone(),
            opening: Vec::new(),
            state: body.state,
            checkpoints: vec![(0, body.base)],
            entries: body.entries,
            rewinds: body.rewinds,
            opened: body.opened,
            choices: Vec::new(),
        })
    }

    fn refresh_ids(&mut self) {
        let mut pending = Vec::with_capacity(2);
        self.state.pending(&mut pending);
        let mut open = pending.iter().peekable();
        for (seat, opened) in self.opened.iter_mut().enumerate() {
            let now = open.next_if(|decision| decision.seat.index() == seat).map(|decision| decision.serial);
            if now.is_some() && now != opened.serial {
                opened.count += 1;
            }
            opened.serial = now;
        }
    }

    fn record(&mut self, record: Record) {
        self.entries.push(Entry { record, rewinds: self.rewinds });
        if self.entries.len().is_multiple_of(CHECKPOINT_EVERY) {
            self.checkpoints.push((self.entries.len(), self.state.clone()));
        }
        self.refresh_ids();
        debug_assert_eq!(self.state.invariants(), Ok(()));
    }

    fn tell(&self, events: &[R::Event]) -> Vec<Event> {
        let seats = self.state.seats();
        events.iter().map(|event| event.tell(seats)).collect()
    }

    fn refuse_if_over(&self) -> Result<(), Refusal> {
        match self.state.outcome() {
            None => Ok(()),
            Some(_) => Err(Refusal::new("match-over", "", "The match is over")),
        }
    }

    fn refuse_unknown_seat(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.index() < self.state.seats() {
            return Ok(());
        }
        let seats = self.state.seats();
        Err(Refusal::new("no-such-seat", "", format!("There is no seat {}; the match has {seats}", seat.number()))
            .with("seat", seat.number())
            .with("seats", seats))
    }

    /// Plays the entries after `from` again on `state`. They were accepted once, so they are accepted now.
    fn replay(mut state: R, entries: &[Entry]) -> Result<R, RulesBug> {
        for Entry { record, rewinds } in entries {
            while state_rewinds(&state) < *rewinds {
                state.chance_mut().rewound();
            }
            match record {
                Record::Choice { seat, line } => {
                    let choice = state.parse(*seat, line).map_err(|refusal| RulesBug(refusal.message))?;
                    state.apply(*seat, choice, &mut ());
                }
                Record::Retired { seat, reason } => state.retire(*seat, reason, &mut ()),
                Record::Draw => state.agree_draw(&mut ()),
            }
        }
        Ok(state)
    }
}

fn state_rewinds<R: Rules>(state: &R) -> u32 {
    match state.chance() {
        Chance::Seeded { rewinds, .. } => *rewinds,
        Chance::Scripted { .. } => u32::MAX,
    }
}

impl<R: Rules> DynGame for Adapter<R> {
    fn game(&self) -> &'static str {
        R::NAME
    }

    fn seats(&self) -> usize {
        self.state.seats()
    }

    fn opening(&self) -> &[Event] {
        &self.opening
    }

    fn pending(&self) -> Vec<Decision> {
        let mut pending = Vec::with_capacity(2);
        self.state.pending(&mut pending);
        let decision = |open: &Pending<R::Choice>| {
            let mut default = String::new();
            self.state.print(open.seat, open.default, &mut default);
            Decision {
                id: self.opened[open.seat.index()].count,
                seat: open.seat,
                window: open.window,
                kind: open.kind,
                default,
                hidden: open.hidden,
                aimed: open.aimed,
                complete: open.complete,
                sealed: open.sealed,
            }
        };
        pending.iter().map(decision).collect()
    }

    fn choices(&self, seat: Seat) -> Vec<String> {
        let mut choices = Vec::new();
        if seat.index() < self.state.seats() {
            self.state.legal(seat, &mut choices);
        }
        choices.sort_unstable();
        let spell = |choice: &R::Choice| {
            let mut line = String::with_capacity(20);
            self.state.print(seat, *choice, &mut line);
            line
        };
        choices.iter().map(spell).collect()
    }

    fn ask(&self, decision: &Decision, out: &mut String) {
        let seat = decision.seat;
        let mut choices = Vec::with_capacity(64);
        self.state.legal(seat, &mut choices);
        choices.sort_unstable();
        out.push_str(r#""seat":"#);
        push_number(u64::from(seat.0), out);
        out.push_str(r#","decision":"#);
        push_number(u64::from(decision.id), out);
        out.push_str(r#","window":"#);
        quote(decision.window, out);
        out.push_str(r#","kind":"#);
        quote(decision.kind.as_str(), out);
        out.push_str(r#","default":"#);
        quote(&decision.default, out);
        out.push_str(r#","choices":["#);
        let mut line = String::with_capacity(20);
        for (place, choice) in choices.into_iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            line.clear();
            self.state.print(seat, choice, &mut line);
            quote(&line, out);
        }
        out.push_str(r#"],"complete":"#);
        out.push_str(if decision.complete { "true" } else { "false" });
    }

    fn choose(&mut self, seat: Seat, line: &str) -> Result<Vec<Event>, Refusal> {
        self.refuse_unknown_seat(seat)?;
        self.choices.clear();
        self.state.legal(seat, &mut self.choices);
        if self.choices.is_empty() {
            return Err(self.state.not_your_decision(seat));
        }
        let choice = self.state.parse(seat, line)?;
        if !self.choices.contains(&choice) {
            return Err(self.state.explain(seat, choice));
        }
        let mut canonical = String::with_capacity(20);
        self.state.print(seat, choice, &mut canonical);
        let mut events = Vec::new();
        self.state.apply(seat, choice, &mut events);
        self.record(Record::Choice { seat, line: canonical });
        Ok(self.tell(&events))
    }

    fn retire(&mut self, seat: Seat, reason: &str) -> Result<Vec<Event>, Refusal> {
        self.refuse_unknown_seat(seat)?;
        self.refuse_if_over()?;
        if self.state.is_out(seat) {
            return Err(Refusal::new("already-out", "", "The seat is out of the match already"));
        }
        let mut events = Vec::new();
        self.state.retire(seat, reason, &mut events);
        self.record(Record::Retired { seat, reason: reason.to_owned() });
        Ok(self.tell(&events))
    }

    fn agree_draw(&mut self) -> Result<Vec<Event>, Refusal> {
        self.refuse_if_over()?;
        let mut events = Vec::new();
        self.state.agree_draw(&mut events);
        self.record(Record::Draw);
        Ok(self.tell(&events))
    }

    fn rewind(&mut self, count: usize) -> Result<(), Refusal> {
        self.refuse_if_over()?;
        let since = self.entries.iter().rev().take_while(|entry| matches!(entry.record, Record::Choice { .. })).count();
        if count == 0 || count > since {
            let message = format!("{since} choices can be taken back, not {count}");
            return Err(Refusal::new("nothing-to-rewind", "", message).with("count", count).with("possible", since));
        }
        let keep = self.entries.len() - count;
        self.checkpoints.retain(|(at, _)| *at <= keep);
        self.entries.truncate(keep);
        let (at, checkpoint) = self.checkpoints.last().expect("the first checkpoint is at 0");
        let mut state =
            Self::replay(checkpoint.clone(), &self.entries[*at..]).expect("what was accepted is accepted again");
        self.rewinds += 1;
        while state_rewinds(&state) < self.rewinds {
            state.chance_mut().rewound();
        }
        self.state = state;
        for opened in &mut self.opened {
            opened.serial = None;
        }
        self.refresh_ids();
        Ok(())
    }

    fn view(&self, viewer: Option<Seat>) -> String {
        self.state.view(viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn digest(&self) -> [u8; 8] {
        // Each recorded choice has one: most states fit a buffer that needs no allocation.
        let mut buffer = [0; DIGEST_BUFFER];
        let essence = self.state.essence();
        match postcard::to_slice(&essence, &mut buffer) {
            Ok(bytes) => short_hash(bytes),
            Err(_) => short_hash(&postcard::to_stdvec(&essence).expect("a state is plain data")),
        }
    }

    fn snapshot(&self) -> Vec<u8> {
        let header = SnapshotHeader {
            magic: MAGIC,
            format: FORMAT,
            game: R::NAME.to_owned(),
            version: R::VERSION.to_owned(),
            fingerprint: self.catalog.fingerprint.clone(),
        };
        let body = SnapshotBody {
            base: self.checkpoints[0].1.clone(),
            entries: self.entries.clone(),
            state: self.state.clone(),
            rewinds: self.rewinds,
            opened: self.opened.clone(),
        };
        let mut bytes = postcard::to_stdvec(&header).expect("a header is plain data");
        bytes.extend(postcard::to_stdvec(&body).expect("a state is plain data"));
        let seal = short_hash(&bytes);
        bytes.extend(seal);
        bytes
    }

    fn boxed_clone(&self) -> Box<dyn DynGame> {
        Box::new(self.clone())
    }

    fn choices_made(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry.record, Record::Choice { .. })).count()
    }

    fn redeal(&mut self, viewer: Option<Seat>, seed: [u8; 32]) {
        self.state.redeal(viewer, &mut Chance::seeded(seed));
    }

    fn invariants(&self) -> Result<(), String> {
        self.state.invariants()
    }

    fn left_over(&self) -> usize {
        self.state.chance().left_over()
    }

    fn best_choice(&self, seat: Seat, iterations: u32, seed: u64, stop: &AtomicBool) -> Result<String, Refusal> {
        self.refuse_unknown_seat(seat)?;
        let choice = search::best_choice(&self.state, seat, iterations, seed, stop)
            .ok_or_else(|| self.state.not_your_decision(seat))?;
        let mut line = String::new();
        self.state.print(seat, choice, &mut line);
        Ok(line)
    }
}
