//! What a viewer is told, as lines ready to be sent. The words around it are the server's: here events and decisions, which are
//! JSON already, are only joined with them. A server tells millions of these, so nothing is parsed or made twice on the way.

use std::fmt;

use super::{Decision, DynGame, Event, Kind, Seat};

/// The words around what is told; made once a match.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Before an event's number, between number and event, behind the event.
    pub event: [String; 3],
    /// Before the fields of a decision (see [`DynGame::ask`]), before the time that is left, behind it.
    pub decide: [String; 3],
    /// Before the seats that are waited for, between them and the window, behind it.
    pub waiting: [String; 3],
}

/// What one change of a match brought about, and what is open since.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    /// What happened.
    pub events: Vec<Event>,
    /// The open decisions by seat; none when the match is over.
    pub pending: Vec<Decision>,
    /// The match's digest, if it was asked for.
    pub digest: Option<[u8; 8]>,
}

impl Step {
    /// Looks at `game` as it is now, after `events`.
    pub fn new(game: &dyn DynGame, events: Vec<Event>, with_digest: bool) -> Self {
        Self { events, pending: game.pending(), digest: with_digest.then(|| game.digest()) }
    }

    /// The one open decision, if there is only one and it is a plain turn: nothing about it is hidden or sealed.
    pub fn turn(&self) -> Option<&Decision> {
        let [only] = self.pending.as_slice() else { return None };
        (only.kind == Kind::Turn && !only.hidden && !only.sealed).then_some(only)
    }

    /// Moves `numbers` on past the events: the number of the next event of each seat, and at the end of who watches.
    pub fn count(&self, numbers: &mut [u64]) {
        let watcher = numbers.len().saturating_sub(1);
        for event in &self.events {
            for (place, number) in numbers.iter_mut().enumerate() {
                let viewer = u8::try_from(place).ok().filter(|_| place < watcher).map(Seat);
                *number += u64::from(event.face(viewer).is_some());
            }
        }
    }

    /// Tells `viewer` (`None`: who watches) the events that it may know, numbered from `first`, and then its decision with the
    /// milliseconds that are left, or, where it has none or is not `asked`, who is waited for. A match that is over ends with events.
    /// All of it is put behind what is in `out`.
    pub fn tell(
        &self,
        game: &dyn DynGame,
        viewer: Option<Seat>,
        first: u64,
        frames: &Frames,
        asked: Option<Option<u64>>,
        out: &mut String,
    ) {
        let [before, between, behind] = &frames.event;
        for (number, face) in (first..).zip(self.events.iter().filter_map(|event| event.face(viewer))) {
            out.push_str(before);
            push_number(number, out);
            out.push_str(between);
            out.push_str(face);
            out.push_str(behind);
        }
        let mine = self.pending.iter().find(|decision| Some(decision.seat) == viewer);
        match (mine, asked) {
            (Some(decision), Some(millis)) => {
                out.push_str(&frames.decide[0]);
                game.ask(decision, out);
                out.push_str(&frames.decide[1]);
                match millis {
                    Some(millis) => push_number(millis, out),
                    None => out.push_str("null"),
                }
                out.push_str(&frames.decide[2]);
            }
            _ => self.wait(frames, out),
        }
    }

    /// Appends who is waited for: those who have not sealed a line yet, unless all have.
    fn wait(&self, frames: &Frames, out: &mut String) {
        let all_sealed = self.pending.iter().all(|decision| decision.sealed);
        let mut awaited = self.pending.iter().filter(|decision| all_sealed || !decision.sealed);
        let Some(first) = awaited.next() else { return };
        out.push_str(&frames.waiting[0]);
        push_number(u64::from(first.seat.0), out);
        for other in awaited {
            out.push(',');
            push_number(u64::from(other.seat.0), out);
        }
        out.push_str(&frames.waiting[1]);
        out.push_str(first.window);
        out.push_str(&frames.waiting[2]);
    }
}

/// Appends `number` in decimal. `write!` costs several times as much, and a choice is told with dozens of numbers.
///
/// # Panics
/// If `out` is full, which a `String` never is.
pub fn push_number(number: u64, out: &mut impl fmt::Write) {
    if number > 9 {
        push_number(number / 10, out);
    }
    let digit = b'0' + u8::try_from(number % 10).expect("one digit");
    out.write_char(char::from(digit)).expect("there is room");
}

/// Appends `text` as a JSON string. Choice lines and names need no escaping as a rule; asking is cheaper than escaping.
pub(super) fn quote(text: &str, out: &mut String) {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'!' | b'#'..=b'[' | b']'..);
    if text.as_bytes().iter().all(is_plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).expect("a string is JSON"));
    }
}

#[cfg(test)]
mod tests {
    use super::{push_number, quote};

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 9, 10, 1_000, 1_234_567_890, u64::MAX] {
            let mut printed = String::new();
            push_number(number, &mut printed);
            assert_eq!(printed, number.to_string());
        }
    }

    #[test]
    fn quoted_text_is_what_a_json_library_writes() {
        for text in ["", "attack B1 foe:C2", "\"", "a\\b", "\n\t\u{1}\u{1f}", "\u{7f}\u{80}", "é🂡 [x]", "~}"] {
            let mut quoted = String::from("x");
            quote(text, &mut quoted);
            assert_eq!(quoted[1..], serde_json::to_string(text).expect("a string is JSON"));
        }
    }
}
