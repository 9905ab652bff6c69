//! What a viewer is told, as lines ready to be sent. The words around it are the server's: here events and decisions, which are
//! JSON already, are only joined with them. A server tells millions of these, so nothing is parsed or made twice on the way.

use std::fmt;

use super::{DynGame, Event, Seat};

/// The words around what is told.
#[derive(Copy, Clone, Debug)]
pub struct Frames<'a> {
    /// Before an event's number, between number and event, behind the event.
    pub event: (&'a str, &'a str, &'a str),
    /// Before and behind the fields of a decision, see [`DynGame::ask`].
    pub decide: (&'a str, &'a str),
    /// The last line for who has no decision.
    pub otherwise: &'a str,
}

/// Tells `viewer` (`None`: who watches) the events that it may know, numbered from `first`, and then its decision, if it has one.
pub fn tell<'a>(
    game: &dyn DynGame,
    events: impl Iterator<Item = &'a Event>,
    viewer: Option<Seat>,
    first: u64,
    frames: &Frames<'_>,
) -> String {
    let mut out = String::with_capacity(1024);
    let (before, between, behind) = frames.event;
    for (number, face) in (first..).zip(events.filter_map(|event| event.face(viewer))) {
        out.push_str(before);
        push_number(number, &mut out);
        out.push_str(between);
        out.push_str(face);
        out.push_str(behind);
    }
    let start = out.len();
    out.push_str(frames.decide.0);
    if viewer.is_some_and(|seat| game.ask(seat, &mut out)) {
        out.push_str(frames.decide.1);
    } else {
        out.truncate(start);
        out.push_str(frames.otherwise);
    }
    out
}

/// Moves `numbers` on past `events`: the number of the next event of each seat, and at the end of who watches.
pub fn count_told<'a>(events: impl Iterator<Item = &'a Event>, numbers: &mut [u64]) {
    let watcher = numbers.len().saturating_sub(1);
    for event in events {
        for (place, number) in numbers.iter_mut().enumerate() {
            let viewer = u8::try_from(place).ok().filter(|_| place < watcher).map(Seat);
            *number += u64::from(event.face(viewer).is_some());
        }
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
