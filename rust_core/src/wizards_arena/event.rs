//! What can happen in a duel. Everything is public (WA-1.1), so each event has one face.

use std::fmt;

use arrayvec::{ArrayString, ArrayVec};
use serde::{Serialize, Serializer};

use super::deck::Ability;
use super::state::{CardId, WizardsArena};
use crate::contract::{Event, GameEvent, Seat, push_number};

/// A card of either player by its absolute name: `p1:B2`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct CardRef {
    seat: Seat,
    letter: u8,
    copy: u8,
}

impl CardRef {
    fn name(self) -> ArrayString<12> {
        let mut name = ArrayString::new();
        name.push('p');
        push_number(u64::from(self.seat.number()), &mut name);
        name.push(':');
        name.push(char::from(self.letter));
        push_number(u64::from(self.copy), &mut name);
        name
    }
}

impl fmt::Display for CardRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

impl Serialize for CardRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl WizardsArena {
    /// The absolute name of a card of `seat`.
    #[inline]
    pub(super) fn reference(&self, seat: Seat, card: CardId) -> CardRef {
        let card = self.player(seat).card(card);
        CardRef { seat, letter: card.letter, copy: card.copy }
    }
}

/// An event as the wire tells it: `{"type": "drew", "seat": 0, "card": "p1:B2"}`. Seats are counted from 0.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "fields are named as on the wire; catalog/wizards_arena/schema.json describes each")]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum DuelEvent {
    /// Chance named the first player (WA-3.1).
    FirstPlayer { seat: Seat, stream: u64, position: u32 },
    /// `seat` moved the first `count` cards of `of`'s Pattern to its end (WA-3.2).
    Cut { seat: Seat, of: Seat, count: u8 },
    /// The first three cards (WA-3.3).
    HandDealt { seat: Seat, cards: ArrayVec<CardRef, 3> },
    /// A turn began and its Crystal and Mana came (WA-4.1 a, b).
    TurnBegan { turn: u32, seat: Seat, crystals: i32, mana: i32 },
    /// A Crystal was paid for Life (WA-4.1 c).
    Healed { seat: Seat, amount: i32, life: i32, crystals: i32 },
    /// What `seat` had given to cards until its next turn ended (WA-4.1 d).
    EffectsEnded { seat: Seat, cards: ArrayVec<CardRef, 50> },
    /// A card came from the Pattern to the Hand (WA-4.1 e).
    Drew { seat: Seat, card: CardRef },
    /// A Crystal was paid for a second card (WA-4.1 e).
    CrystalPaid { seat: Seat, crystals: i32 },
    /// The mark reached the start (WA-8.1, WA-8.2).
    Rollover { seat: Seat, lost: i32, life: i32 },
    /// A card entered the Arena (WA-5.1).
    Summoned { seat: Seat, card: CardRef, cost: i32, mana: i32 },
    /// An ability was triggered from the Arena (WA-5.3).
    Cast { seat: Seat, card: CardRef, ability: Ability, target: CardRef, cost: i32, mana: i32 },
    /// An ability was triggered from the Hand (WA-5.4).
    Flashed { seat: Seat, card: CardRef, ability: Ability, target: CardRef, cost: i32, mana: i32 },
    /// A card got something until the giver's next turn (WA-5.6, WA-5.8); `attack` and `health` are what it got.
    Strengthened { card: CardRef, attack: i32, health: i32, blocker: bool },
    /// A card took damage; `left` is what it can still take.
    Damaged { card: CardRef, amount: i32, left: i32 },
    /// A card was destroyed and went to the end of its owner's Pattern (WA-7.1).
    Destroyed { card: CardRef },
    /// The flashed card went to the end of its Pattern (WA-5.4).
    Returned { card: CardRef },
    /// Summoning ended (WA-4.3).
    AttackBegan { seat: Seat },
    /// A card attacks a player; with `crash` a Mana was paid for 3 Attack (WA-6.3).
    AttackedPlayer { card: CardRef, seat: Seat, crash: bool, attack: i32 },
    /// A card attacks a card.
    AttackedCard { card: CardRef, target: CardRef, crash: bool, attack: i32 },
    /// A Blocker attacked and rests until its player's next turn (WA-6.2).
    BlockerRests { card: CardRef },
    /// A player lost Life to an attack (WA-6.6).
    LifeLost { seat: Seat, amount: i32, life: i32 },
    /// A turn ended: damage and Mana are gone (WA-4.4).
    TurnEnded { turn: u32, seat: Seat },
    /// A player left the duel (WA-11.3).
    Retired { seat: Seat, reason: String },
    /// The duel is over.
    Over { winners: Vec<Seat>, reason: String },
}

impl GameEvent for DuelEvent {
    fn tell(&self, _seats: usize) -> Event {
        Event::public(self)
    }
}
