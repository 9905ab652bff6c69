//! What can happen, and who may hear what of it (MT-26.9).

use std::fmt;

use arrayvec::ArrayString;
use serde::{Serialize, Serializer};

use super::catalog::{CardId, Catalog};
use super::state::{MageTower, Mode, Place, Uid, seat_at};
use crate::contract::{Event, Face, GameEvent, Seat};

/// A card's id.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Id(ArrayString<24>);

/// A thing in play by its absolute name: `p1:knight#1`; on the co-op board `orc#1`.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Thing {
    seat: Option<Seat>,
    id: Id,
    copy: u8,
}

impl fmt::Display for Thing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(seat) = self.seat {
            write!(formatter, "p{}:", seat.number())?;
        }
        write!(formatter, "{}#{}", self.id.0, self.copy)
    }
}

impl Serialize for Thing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Catalog {
    /// A card's id, for events.
    #[inline]
    pub fn id(&self, card: CardId) -> Id {
        Id(ArrayString::from(&self.card(card).entry.id).unwrap_or_default())
    }

    /// Ids of cards, for events.
    pub fn ids(&self, cards: &[CardId]) -> Vec<Id> {
        cards.iter().map(|card| self.id(*card)).collect()
    }
}

impl MageTower {
    /// The absolute name of a thing in play.
    ///
    /// # Panics
    /// If it is not in play: a bug, events name what is there.
    #[inline]
    pub(super) fn thing(&self, uid: Uid) -> Thing {
        match self.find(uid).expect("events name what is in play") {
            Place::Item(seat, place) => {
                let item = &self.player(seat).in_play[place];
                Thing { seat: Some(seat), id: self.catalog.id(item.card), copy: item.copy }
            }
            Place::Monster(board, place) => self.monster_thing(board, place),
        }
    }

    /// The absolute name of a monster.
    #[inline]
    pub(super) fn monster_thing(&self, board: usize, place: usize) -> Thing {
        let monster = &self.boards[board][place];
        let seat = match self.mode {
            Mode::Coop => None,
            Mode::Versus | Mode::Solo => Some(seat_at(board)),
        };
        Thing { seat, id: self.catalog.id(monster.card), copy: monster.copy }
    }
}

/// An event as the wire tells it: `{"type": "gold", "seat": 0, "change": 1, "gold": 3}`. Seats are counted from 0; `seat` is null where
/// the co-op deck acts.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "fields are named as on the wire; catalog/mage_tower/schema.json describes each")]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TowerEvent {
    /// Chance named the first player (MT-2.8).
    FirstPlayer { seat: Seat, stream: u64, position: u32 },
    /// A round of a draft began (MT-3); the layout of a visible one.
    DraftRound { round: u8, layout: Option<Vec<Id>> },
    /// A pack or the 13 cards to keep from: for its seat; others get the number only.
    Pack { seat: Seat, n: usize, cards: Option<Vec<Id>> },
    /// A card was picked in secret (MT-3.3): which one, only its seat knows.
    Picked { seat: Seat, card: Option<Id> },
    /// A card was taken from the layout (MT-3.2).
    PickedOpenly { seat: Seat, card: Id },
    /// A card was put away (MT-15.1).
    Dropped { seat: Seat, card: Option<Id> },
    /// MT-2.12: the Gamestart cards of a deck.
    GamestartShown { seat: Seat, cards: Vec<Id> },
    /// Pathfinder came to the hand, or stays in the deck (MT-22.4).
    GamestartTaken { seat: Seat, card: Id, taken: bool },
    /// A card starts in the discard pile.
    StartsDiscarded { seat: Seat, card: Id },
    /// A turn began.
    TurnBegan { turn: u32, round: u32, seat: Option<Seat> },
    /// Cards came from a deck to a hand; which, only their player knows.
    Drew { seat: Seat, n: usize, cards: Option<Vec<Id>> },
    /// A player deck was made of its discard pile (MT-4.4).
    Reshuffled { seat: Seat, cards: usize },
    /// A deck was shuffled.
    Shuffled { seat: Seat },
    /// A monster deck was made of its discard pile (MT-6.8); whose, with two players.
    MonstersReshuffled { seat: Option<Seat>, cards: usize, reshuffles: u32 },
    /// Gold came or went.
    Gold { seat: Seat, change: i32, gold: i32 },
    /// Energy came.
    Energy { seat: Seat, change: i32, energy: i32 },
    /// Life came.
    LifeGained { seat: Seat, amount: i32, life: i32 },
    /// Life went; `seat` is null for the team.
    LifeLost { seat: Option<Seat>, amount: i32, life: i32 },
    /// An angry monster attacks (MT-6.1).
    MonsterAttacks { monster: Thing, damage: i32 },
    /// The attack was turned on a Defender.
    Redirected { monster: Thing, to: Thing },
    /// A monster left the board after its attack, or with its player; or a card in play went without being killed.
    Left { thing: Thing },
    /// Monsters became angry.
    Angry { monsters: Vec<Thing> },
    /// A monster is calm again.
    Calmed { monster: Thing },
    /// A monster came to a board.
    MonsterEntered { monster: Thing, points: u8, angry: bool, by: Option<Seat> },
    /// A monster that did not fit (MT-6.7).
    MonsterSkipped { card: Id },
    /// A monster that waits on top of the deck (MT-16.2).
    MonsterSetAside { card: Id },
    /// The casting phase began (MT-7.1).
    CastingBegan { seat: Seat, energy: i32 },
    /// A card was played.
    Played { seat: Seat, card: Id, cost: u8, energy: i32 },
    /// A prize card was bought (MT-11.1).
    Bought { seat: Seat, card: Id, price: i32, gold: i32 },
    /// An Equipment was discarded for a card (MT-10.2).
    Cycled { seat: Seat, card: Id, energy: i32 },
    /// An ability was used.
    Used { seat: Seat, thing: Thing, energy: i32 },
    /// A card came into play; what it is attached to.
    Entered { seat: Seat, thing: Thing, on: Option<Thing> },
    /// A Permanent was attached to a monster.
    Attached { thing: Thing, on: Thing },
    /// A Defender attacks; no target is the empty board (MT-8.5).
    Attacked { defender: Thing, target: Option<Thing>, attack: i32 },
    /// Damage; `left` is what it still bears.
    Damaged { thing: Thing, amount: i32, left: i32 },
    /// Damage was removed.
    Repaired { thing: Thing, damage: i32 },
    /// Something was killed.
    Killed { thing: Thing },
    /// A monster changed its place.
    Moved { from: Thing, to: Thing },
    /// A monster became a Defender (MT-17.7).
    Charmed { from: Option<Thing>, to: Thing },
    /// Attack for good.
    Strengthened { thing: Thing, attack: i32 },
    /// Confusion came to a discard pile (MT-13.2).
    Confused { seat: Seat, count: u8, left: u8 },
    /// A card went from a hand to the discard pile.
    Discarded { seat: Seat, card: Id },
    /// A card was revealed from a deck.
    Revealed { seat: Seat, card: Id },
    /// A card came from the discard pile to the hand.
    Recovered { seat: Seat, card: Id },
    /// Cards returned to a common pile.
    Returned { seat: Seat, card: Id, count: u8 },
    /// A player looked at the top of the deck; what was there, only this player knows.
    Looked { seat: Seat, n: usize, cards: Option<Vec<Id>> },
    /// A card came to a hand unseen.
    Took { seat: Seat, card: Option<Id> },
    /// A text was carried out (MT-18.9).
    Copied { seat: Seat, card: Id },
    /// The next monster phase changes (MT-6.10).
    Tidings { seat: Seat, points: i32 },
    /// A Monster-Attack was kept off a board (MT-12.12).
    Refused { seat: Seat, card: Id },
    /// A Defender is ambushed (MT-22.11).
    Ambushed { defender: Thing, by: Seat },
    /// What a player chose; sealed answers come together (MT-25.7).
    Chose { seat: Seat, line: &'static str },
    /// Sealed answers are in or not.
    Answered { seat: Seat },
    /// The last turns were called (MT-20.3).
    LastTurns { seats: Vec<Seat> },
    /// A turn ended.
    TurnEnded { turn: u32, seat: Seat },
    /// Players have no life left (MT-20.1).
    Eliminated { seats: Vec<Seat> },
    /// A player left (MT-21.5).
    Retired { seat: Seat, reason: String },
    /// It is over.
    Over { winners: Vec<Seat>, reason: String },
}

impl TowerEvent {
    /// Who alone may have the whole event; others get [`TowerEvent::public`].
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other events are public")]
    fn private_to(&self) -> Option<Seat> {
        match self {
            Self::Drew { seat, .. } | Self::Pack { seat, .. } | Self::Looked { seat, .. } | Self::Took { seat, .. } => {
                Some(*seat)
            }
            Self::Picked { seat, card: Some(_) } | Self::Dropped { seat, card: Some(_) } => Some(*seat),
            _ => None,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other events are public as they are")]
    fn public(&self) -> Self {
        let mut public = self.clone();
        match &mut public {
            Self::Drew { cards, .. } | Self::Pack { cards, .. } | Self::Looked { cards, .. } => *cards = None,
            Self::Took { card, .. } | Self::Picked { card, .. } | Self::Dropped { card, .. } => *card = None,
            _ => {}
        }
        public
    }
}

impl GameEvent for TowerEvent {
    fn tell(&self, _seats: usize) -> Event {
        let Some(seat) = self.private_to() else { return Event::public(self) };
        let mut event = Event::public(&self.public());
        let json = serde_json::to_string(self).expect("events are plain data");
        event.faces.push(Face { viewers: Some(vec![seat]), json });
        event
    }
}
