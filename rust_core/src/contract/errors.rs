//! Refusals, faults of a setup, snapshots that do not open. A refusal is a value: it has a stable code, the rule that it comes
//! from, and an English sentence that says what would do; servers may say it in other words from `code` and `params`.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

/// A code that a refusal can carry, and what it means.
#[derive(Copy, Clone, Debug)]
pub struct ErrorCode {
    /// Stable kebab-case word.
    pub code: &'static str,
    /// When it is given, and what the player should do.
    pub meaning: &'static str,
}

/// Codes that any game may give; each game adds its own in `Rules::ERROR_CODES`.
pub const CONTRACT_CODES: &[ErrorCode] = &[
    ErrorCode { code: "already-out", meaning: "The seat has left the match, or was thrown out, already." },
    ErrorCode { code: "match-over", meaning: "The match has ended; no line changes it. Read its outcome." },
    ErrorCode { code: "no-such-seat", meaning: "The match has no seat of that number." },
    ErrorCode { code: "not-your-decision", meaning: "Another seat decides now. Wait for the next decision." },
    ErrorCode {
        code: "nothing-to-rewind",
        meaning: "Fewer choices than that were made since the start or the last retirement.",
    },
    ErrorCode { code: "unreadable-line", meaning: "The line is not in the game's grammar. Use a listed choice." },
    ErrorCode { code: "wrong-window", meaning: "The line belongs to another window. Use a listed choice." },
];

/// A choice that was not taken; the match is as it was.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error("{message}")]
pub struct Refusal {
    /// Stable kebab-case code, listed in `error_codes`.
    pub code: &'static str,
    /// What the sentence speaks of: `rule`, names of cards, amounts. All text.
    pub params: BTreeMap<&'static str, String>,
    /// An English sentence, without the rule number.
    pub message: String,
}

impl Refusal {
    /// A refusal that cites `rule` (empty where no rule of a game says it).
    pub fn new(code: &'static str, rule: &'static str, message: impl Into<String>) -> Self {
        let mut params = BTreeMap::new();
        if !rule.is_empty() {
            params.insert("rule", rule.to_owned());
        }
        Self { code, params, message: message.into() }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// The rule that it comes from, if a rule says it.
    pub fn rule(&self) -> Option<&str> {
        self.params.get("rule").map(String::as_str)
    }
}

/// One fault of a setup or a catalogue.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SetupFault {
    /// Where: `patterns[1]`, or file and field of a catalogue entry.
    pub path: String,
    /// Stable kebab-case code.
    pub code: &'static str,
    /// What is wrong and what would do.
    pub message: String,
}

impl SetupFault {
    /// A fault at `path`.
    pub fn new(path: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { path: path.into(), code, message: message.into() }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

/// A setup or catalogue that was not taken: every fault that it has.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// At least one.
    pub faults: Vec<SetupFault>,
}

impl SetupError {
    /// An error of one fault.
    pub fn one(path: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { faults: vec![SetupFault::new(path, code, message)] }
    }
}

/// Bytes that do not restore to a match here.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum SnapshotError {
    /// No snapshot of ours, cut short, or damaged.
    #[error("the bytes are no whole Spellmoot snapshot")]
    Damaged,
    /// Written by rules or a format that this program does not have.
    #[error("the snapshot is of {found}; this program has {expected}")]
    OtherVersion {
        /// What the snapshot names.
        found: String,
        /// What this program would take.
        expected: String,
    },
    /// Made with another catalogue than the one given.
    #[error("the snapshot was made with another catalogue")]
    OtherCatalog,
}

/// A fault of the program itself: the match it happened in is lost, no other is.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error("{0}")]
pub struct RulesBug(pub String);
