//! Counts the sequences of choices from the positions of `tests/perft/<game>.txt`: any change in what is legal shows at once.
//!
//! ```text
//! title: before the cut
//! setup: {"patterns": [...], "first": 0}
//! after: p1> cut 0; p2> cut 3            lines that lead to the position, if any
//! 1: 25                                  depth: sequences of that many choices
//! ```
//!
//! Entries are parted by empty lines. Counts above the node limit wait for `SPELLMOOT_SLOW=1`. Never blessed: a number that
//! changes needs a rule that changed. The oracle counts the small ones as well.

mod support;

use spellmoot_core::contract::Seat;
use support::games::rows;

/// About a second on one core without optimisation.
const NODE_LIMIT: u64 = 100_000;
const SLOW_NODE_LIMIT: u64 = 50_000_000;

fn seat_and_line(text: &str) -> (Seat, String) {
    let (seat, line) = text.trim().split_once("> ").unwrap_or_else(|| panic!("not `pN> line`: {text}"));
    let number: u8 = seat.strip_prefix('p').and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{seat}"));
    (Seat(number - 1), line.to_owned())
}

#[test]
fn sequences_are_as_many_as_written() {
    let limit = support::amount(NODE_LIMIT, SLOW_NODE_LIMIT);
    let mut faults = Vec::new();
    for row in rows() {
        let path = support::root().join("tests/perft").join(format!("{}.txt", row.game));
        let mut title = "";
        let mut setup = serde_json::Value::Null;
        let mut prelude = Vec::new();
        let mut counted = 0;
        let text = support::read(&path);
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let place = format!("{}:{}", support::shown(&path), at + 1);
            let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{place}: not `key: value`"));
            match key {
                "title" => (title, prelude) = (value, Vec::new()),
                "setup" => setup = serde_json::from_str(value).unwrap_or_else(|error| panic!("{place}: {error}")),
                "after" => prelude = value.split(';').map(seat_and_line).collect(),
                depth => {
                    let depth = depth.parse().unwrap_or_else(|_| panic!("{place}: no key of a position: {depth}"));
                    let wanted: u64 = value.parse().unwrap_or_else(|_| panic!("{place}: no number: {value}"));
                    if wanted <= limit {
                        let count = (row.typed.count_sequences)(&setup, &prelude, depth);
                        counted += 1;
                        if count != wanted {
                            faults.push(format!("{place}: {title}: {count} sequences of {depth}, not {wanted}"));
                        }
                    }
                }
            }
        }
        assert!(counted > 0, "{} counts nothing", support::shown(&path));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
