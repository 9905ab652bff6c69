//! Events as lines of a test file: `summoned seat=0 card=p1:B1 cost=1 mana=0`, with `@p2` or `@p1,p3` in front of a face that only
//! those seats get. A value is compact JSON, or bare where it is text that can't be taken for anything else.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use spellmoot_core::contract::Event;

/// One face of an event: who gets it (empty: everybody else), its type, its other fields.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Told {
    pub viewers: Vec<u16>,
    pub kind: String,
    pub fields: Map<String, Value>,
}

/// The faces of events in order.
pub fn told(events: &[Event]) -> Vec<Told> {
    let faces = events.iter().flat_map(|event| &event.faces);
    faces
        .map(|face| {
            let mut fields: Map<String, Value> = serde_json::from_str(&face.json).expect("an event is a JSON object");
            let kind = fields.remove("type").and_then(|kind| kind.as_str().map(str::to_owned));
            let viewers = face.viewers.iter().flatten().map(|seat| seat.number()).collect();
            Told { viewers, kind: kind.expect("an event has a type"), fields }
        })
        .collect()
}

fn is_bare(text: &str) -> bool {
    let is_plain = !text.is_empty() && !text.contains(|sign: char| sign.is_whitespace() || "\"[{".contains(sign));
    is_plain && serde_json::from_str::<Value>(text).is_err()
}

impl Told {
    /// The line.
    pub fn line(&self) -> String {
        let mut line = String::new();
        if !self.viewers.is_empty() {
            let seats: Vec<String> = self.viewers.iter().map(|seat| format!("p{seat}")).collect();
            let _ = write!(line, "@{} ", seats.join(","));
        }
        line.push_str(&self.kind);
        for (key, value) in &self.fields {
            let _ = match value.as_str().filter(|text| is_bare(text)) {
                Some(text) => write!(line, " {key}={text}"),
                None => write!(line, " {key}={value}"),
            };
        }
        line
    }

    /// Reads a line.
    pub fn read(line: &str) -> Result<Self, String> {
        let mut rest = line.trim();
        let mut viewers = Vec::new();
        if let Some(marked) = rest.strip_prefix('@') {
            let (seats, after) = marked.split_once(' ').ok_or("an event has a type after its seats")?;
            for seat in seats.split(',') {
                viewers
                    .push(seat.strip_prefix('p').and_then(|seat| seat.parse().ok()).ok_or("seats are called p1, p2")?);
            }
            rest = after.trim_start();
        }
        let (kind, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut fields = Map::new();
        while !rest.trim_start().is_empty() {
            let (key, after) = rest.trim_start().split_once('=').ok_or("fields are key=value")?;
            let value;
            if after.starts_with(['"', '[', '{']) {
                let mut stream = serde_json::Deserializer::from_str(after).into_iter::<Value>();
                value = stream.next().ok_or("a value is missing")?.map_err(|error| error.to_string())?;
                rest = &after[stream.byte_offset()..];
            } else {
                let (word, left) = after.split_once(' ').unwrap_or((after, ""));
                value = serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_owned()));
                rest = left;
            }
            fields.insert(key.to_owned(), value);
        }
        Ok(Self { viewers, kind: kind.to_owned(), fields })
    }
}
