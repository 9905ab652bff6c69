//! The rules of Spellmoot: what resolves. Deterministic state machines, one folder a game, over a small ground floor.
//!
//! A match is a value: game, catalogue, setup, seed and the choice lines so far give the state, always, on every machine.
//! Nothing here knows a clock, a network, a file or (outside `python.rs`) Python; lints enforce it.
//!
//! ```
//! use spellmoot_core::{contract::Seat, registry, rng::Chance};
//!
//! let game = registry::find("wizards_arena").expect("it is listed");
//! let catalog = game.catalog(&[]).expect("the built-in catalogue is sound");
//! let setup = serde_json::json!({"patterns": ["BBBCCCHHHIIIGGGPPPQQQUUUA", "BBBCCCHHHIIIGGGPPPQQQUUUA"], "first": 0});
//! let mut duel = game.create(&catalog, &setup, Chance::seeded([7; 32])).expect("a legal setup");
//! duel.choose(Seat(0), "cut 0").expect("listed lines are accepted");
//! assert_eq!(duel.pending()[0].window, "cut");
//! assert_eq!(duel.choose(Seat(1), "dance").unwrap_err().code, "unreadable-line");
//! ```

pub mod board;
pub mod carryover;
pub mod contract;
pub mod dice;
pub mod mage_tower;
pub mod mage_wars;
pub mod registry;
pub mod rng;
pub mod search;
pub mod wizards_arena;

#[cfg(feature = "python")]
mod python;
