//! The state of a duel: data only, and what must always hold of it.
//!
//! A player's cards are numbered in the order of their names (`A1` before `B1` before `B2`), so comparing numbers compares
//! names, and lists of choices sort without looking anything up.
//!
//! Hand and Arena are sets, and so is every mark that a card can bear. Where their order is asked for (WA-11.5), it is that of
//! the cards' arrivals.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::card_set::CardSet;
use super::deck::{Card, Deck};
use super::pattern::Pattern;
use crate::contract::{Outcome, Seat};
use crate::rng::Chance;

/// Cards in a Pattern (WA-1.2).
pub const PATTERN_SIZE: usize = 25;
/// Life at the start, and at most (WA-2.1).
pub const MAX_LIFE: i32 = 15;
/// Crystals at most (WA-2.2).
pub const MAX_CRYSTALS: i32 = 5;
/// Mana at most (WA-2.2).
pub const MAX_MANA: i32 = 8;
/// The Closing of this turn ends the game as a draw (WA-4.6).
pub const LAST_TURN: u32 = 1000;
/// Attack that a crash adds (WA-6.3).
pub const CRASH: i32 = 3;

/// A card of one player: its place in the order of that player's card names.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u8);

/// The Rollover mark X, which stands in a Pattern among the cards (WA-3.3).
pub const MARK: CardId = CardId(u8::MAX);

/// A number for each card of a player.
type ByCard<T> = [T; PATTERN_SIZE];

/// What cards in the Arena hold of what was given to them by one seat, until that seat's next turn (WA-5.6, WA-5.8).
///
/// Why 32 bits do: what passes from turn to turn is what one side gave to cards of the other that can be triggered. A triggered
/// card hands on what it has once a turn, to one card. So a turn gives to the other side at most what its triggered cards had at
/// its start, and to an own card at most twice that (a card may be its own target). From turn to turn this grows by what is
/// printed on a player's cards: 25 numbers below 256, in 1,000 turns less than 7 million.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gifts {
    /// Attack given by Supports.
    pub attack: ByCard<i32>,
    /// Health given by Supports and Leaders.
    pub health: ByCard<i32>,
    /// Blocker given by Leaders.
    pub blockers: CardSet,
    /// Cards that hold any of it.
    pub holders: CardSet,
}

impl Gifts {
    const NONE: Self = Self {
        attack: [0; PATTERN_SIZE],
        health: [0; PATTERN_SIZE],
        blockers: CardSet::EMPTY,
        holders: CardSet::EMPTY,
    };

    /// Gives some to a card.
    #[inline]
    pub fn give(&mut self, card: CardId, attack: i32, health: i32, blocker: bool) {
        let number = card.0 as usize;
        self.attack[number] += attack;
        self.health[number] += health;
        if blocker {
            self.blockers.insert(card);
        }
        self.holders.insert(card);
    }

    /// Takes all of it from a card.
    #[inline]
    pub fn take(&mut self, card: CardId) {
        let number = card.0 as usize;
        self.attack[number] = 0;
        self.health[number] = 0;
        self.blockers -= CardSet::of(card);
        self.holders -= CardSet::of(card);
    }
}

/// One player's things.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Player {
    /// 15 at most; 0 or less has lost.
    pub life: i32,
    /// 0 to 5.
    pub crystals: i32,
    /// 0 to 8.
    pub mana: i32,
    /// What the cards are.
    pub deck: Deck,
    /// Top first; holds [`MARK`] once the cuts are done.
    pub pattern: Pattern,
    /// Cards in the Hand.
    pub hand: CardSet,
    /// Cards in the Arena. All sets below, and those of the gifts, hold such cards only.
    pub arena: CardSet,
    /// How many cards are in the Arena.
    pub arena_size: u8,
    /// In the Arena since the start of its player's running turn.
    pub since_start: CardSet,
    /// Triggered in its player's running turn.
    pub triggered: CardSet,
    /// Attacked in its player's running turn.
    pub attacked: CardSet,
    /// Its player paid for 3 Attack in this phase (WA-6.3).
    pub crashing: CardSet,
    /// It attacked, so a Blocker that is printed on it rests until its player's next turn (WA-6.2).
    pub resting: CardSet,
    /// Damage taken this turn; 0 outside the Arena.
    pub damage: ByCard<i32>,
    /// What either seat gave; nothing outside the Arena.
    pub gifts: [Gifts; 2],
    /// When a card came to the zone that it is in: later is more.
    pub arrived: ByCard<u16>,
    /// How often a card has come to the Hand or the Arena. 3 do at the start and 2 a turn at most, and each of them once more
    /// to the Arena: some 4,000 in the longest game.
    pub arrivals: u16,
}

impl Player {
    /// A player before the cuts, with a Pattern in `order`.
    pub fn new(cards: ByCard<Card>, order: impl IntoIterator<Item = CardId>) -> Self {
        Self {
            life: MAX_LIFE,
            crystals: 0,
            mana: 0,
            deck: cards.into(),
            pattern: order.into_iter().collect(),
            hand: CardSet::EMPTY,
            arena: CardSet::EMPTY,
            arena_size: 0,
            since_start: CardSet::EMPTY,
            triggered: CardSet::EMPTY,
            attacked: CardSet::EMPTY,
            crashing: CardSet::EMPTY,
            resting: CardSet::EMPTY,
            damage: [0; PATTERN_SIZE],
            gifts: [Gifts::NONE; 2],
            arrived: [0; PATTERN_SIZE],
            arrivals: 0,
        }
    }

    /// The printed card.
    #[inline]
    pub const fn card(&self, id: CardId) -> &Card {
        self.deck.card(id)
    }

    /// Current Attack of a card in the Arena, with everything given and crashing (WA-6.3).
    #[inline]
    pub fn attack(&self, id: CardId) -> i32 {
        let number = id.0 as usize;
        let crash = i32::from(self.crashing.has(id)) * CRASH;
        i32::from(self.card(id).attack) + self.gifts[0].attack[number] + self.gifts[1].attack[number] + crash
    }

    /// Current Health of a card in the Arena.
    #[inline]
    pub fn health(&self, id: CardId) -> i32 {
        let number = id.0 as usize;
        i32::from(self.card(id).health) + self.gifts[0].health[number] + self.gifts[1].health[number]
    }

    /// Damage that a card in the Arena can still take.
    #[inline]
    pub fn left(&self, id: CardId) -> i32 {
        self.health(id) - self.damage[id.0 as usize]
    }

    /// The cards in the Arena that block now (WA-5.8, WA-6.2).
    #[inline]
    pub fn blockers(&self) -> CardSet {
        (self.arena & (self.deck.blockers - self.resting)) | self.gifts[0].blockers | self.gifts[1].blockers
    }

    #[inline]
    fn arrive(&mut self, card: CardId) {
        self.arrivals += 1;
        self.arrived[card.0 as usize] = self.arrivals;
    }

    /// A card comes to the Hand.
    #[inline]
    pub fn enter_hand(&mut self, card: CardId) {
        self.arrive(card);
        self.hand.insert(card);
    }

    /// A card leaves the Hand.
    #[inline]
    pub fn leave_hand(&mut self, card: CardId) {
        self.hand -= CardSet::of(card);
    }

    /// A card comes to the Arena.
    #[inline]
    pub fn enter_arena(&mut self, card: CardId) {
        self.arrive(card);
        self.arena.insert(card);
        self.arena_size += 1;
    }

    /// A card leaves the Arena, and all that it bore is gone (WA-7.1).
    #[inline]
    pub fn leave_arena(&mut self, card: CardId) {
        let gone = CardSet::of(card);
        self.arena -= gone;
        self.arena_size -= 1;
        self.since_start -= gone;
        self.triggered -= gone;
        self.attacked -= gone;
        self.crashing -= gone;
        self.resting -= gone;
        self.damage[card.0 as usize] = 0;
        for gifts in &mut self.gifts {
            gifts.take(card);
        }
    }

    /// Damage and crashes end with the turn, whosever it was (WA-4.4).
    #[inline]
    pub const fn heal_all(&mut self) {
        self.damage = [0; PATTERN_SIZE];
        self.crashing = CardSet::EMPTY;
    }

    /// Forgets what the cards did in a turn of their player.
    #[inline]
    pub const fn forget_turn(&mut self) {
        self.since_start = CardSet::EMPTY;
        self.triggered = CardSet::EMPTY;
        self.attacked = CardSet::EMPTY;
    }

    /// Cards of the Hand or of the Arena in the order in which they came there (WA-11.5).
    pub fn in_order(&self, cards: CardSet) -> ArrayVec<CardId, PATTERN_SIZE> {
        let mut row: ArrayVec<CardId, PATTERN_SIZE> = cards.into_iter().collect();
        row.sort_unstable_by_key(|card| self.arrived[card.0 as usize]);
        row
    }
}

/// Where the match stands, as far as decisions go.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Phase {
    /// The first player cuts (WA-3.2).
    FirstCut,
    /// The other player cuts.
    SecondCut,
    /// Healing is asked (WA-4.1 c).
    Heal,
    /// One or two cards is asked (WA-4.1 e).
    Draw,
    /// Summons and triggers (WA-4.2).
    Summoning,
    /// Attacks (WA-4.3).
    Attack,
    /// Nothing more.
    Over,
}

/// How a duel ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Ending {
    /// A seat has no Life left (WA-2.1).
    Life {
        /// The other one.
        winner: Seat,
    },
    /// A seat left (WA-11.3).
    Retired {
        /// The other one.
        winner: Seat,
    },
    /// The seats agreed on a draw (WA-11.3).
    AgreedDraw,
    /// The last turn is over (WA-4.6).
    TurnLimit,
}

impl Ending {
    /// Who won; nobody in a draw.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Life { winner } | Self::Retired { winner } => Some(winner),
            Self::AgreedDraw | Self::TurnLimit => None,
        }
    }

    /// The reason that events and outcomes give.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Life { .. } => "life",
            Self::Retired { .. } => "retired",
            Self::AgreedDraw => "agreed-draw",
            Self::TurnLimit => "turn-limit",
        }
    }

    /// The rule that says so.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Life { .. } => "WA-2.1",
            Self::TurnLimit => "WA-4.6",
            Self::Retired { .. } | Self::AgreedDraw => "WA-11.3",
        }
    }
}

/// A duel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WizardsArena {
    /// By seat.
    pub players: [Player; 2],
    /// Whose turn it is; during the cuts the first player.
    pub active: Seat,
    /// 0 during the cuts; then every player's turn counts.
    pub turn: u32,
    /// What is decided next.
    pub phase: Phase,
    /// Set once, at the end.
    pub ending: Option<Ending>,
    /// Choices applied; tells decisions apart.
    pub serial: u32,
    /// Only the first player is chance.
    pub chance: Chance,
}

impl WizardsArena {
    /// Who decides now; `None` when the match is over.
    #[inline]
    pub const fn decider(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over => None,
            Phase::SecondCut => Some(self.active.other()),
            Phase::FirstCut | Phase::Heal | Phase::Draw | Phase::Summoning | Phase::Attack => Some(self.active),
        }
    }

    /// A player's things.
    #[inline]
    pub const fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// A player's things, to change.
    #[inline]
    pub const fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Who won, why, and the Life left.
    pub fn result(&self) -> Option<Outcome> {
        self.ending.map(|ending| Outcome {
            winners: ending.winner().into_iter().collect(),
            reason: ending.reason().to_owned(),
            scores: self.players.iter().map(|player| player.life).collect(),
        })
    }

    /// What must always hold.
    ///
    /// # Errors
    /// The first thing that does not, in words.
    pub fn check(&self) -> Result<(), String> {
        if self.active.index() >= self.players.len() {
            return Err(format!("seat {} is active", self.active.0));
        }
        for (seat, player) in self.players.iter().enumerate() {
            player.check().map_err(|fault| format!("seat {seat} {fault}"))?;
            let marks = player.pattern.iter().filter(|card| *card == MARK).count();
            if marks != usize::from(self.turn > 0) {
                return Err(format!("seat {seat} has {marks} marks in turn {}", self.turn));
            }
            if player.life <= 0 && self.phase != Phase::Over {
                return Err(format!("seat {seat} has no life and plays on"));
            }
        }
        if self.turn > LAST_TURN {
            return Err(format!("turn {} is after the last", self.turn));
        }
        if (self.phase == Phase::Over) != self.ending.is_some() {
            return Err(format!("phase {:?} with ending {:?}", self.phase, self.ending));
        }
        Ok(())
    }
}

impl Player {
    fn check(&self) -> Result<(), String> {
        let mut seen = CardSet::EMPTY;
        let everywhere = self.pattern.iter().filter(|card| *card != MARK).chain(self.hand).chain(self.arena);
        for card in everywhere {
            if card.0 as usize >= PATTERN_SIZE {
                return Err(format!("has card number {}", card.0));
            }
            if seen.has(card) {
                return Err(format!("has card number {} twice", card.0));
            }
            seen.insert(card);
        }
        if seen != CardSet::ALL {
            return Err("lost a card".to_owned());
        }
        if self.life > MAX_LIFE || !(0..=MAX_CRYSTALS).contains(&self.crystals) || !(0..=MAX_MANA).contains(&self.mana)
        {
            return Err(format!("has {} life, {} crystals, {} mana", self.life, self.crystals, self.mana));
        }
        let marks = self.since_start | self.triggered | self.attacked | self.crashing | self.resting;
        let holders = self.gifts[0].holders | self.gifts[1].holders;
        if !(marks - self.arena).is_empty() || !(holders - self.arena).is_empty() {
            return Err("has a mark on a card that is not in the Arena".to_owned());
        }
        for gifts in &self.gifts {
            let holds = |card: CardId| gifts.attack[card.0 as usize] != 0 || gifts.health[card.0 as usize] != 0;
            if CardSet::ALL.into_iter().any(|card| holds(card) && !gifts.holders.has(card))
                || !(gifts.blockers - gifts.holders).is_empty()
            {
                return Err("has a gift that nobody holds".to_owned());
            }
        }
        if usize::from(self.arena_size) != self.arena.len() {
            return Err(format!("has {} cards in the Arena, not {}", self.arena.len(), self.arena_size));
        }
        if (CardSet::ALL - self.arena).into_iter().any(|card| self.damage[card.0 as usize] != 0)
            || self.damage.iter().any(|damage| *damage < 0)
        {
            return Err("has damage where there can be none".to_owned());
        }
        if let Some(dead) = self.arena.into_iter().find(|card| self.left(*card) <= 0) {
            return Err(format!("has a dead card in the Arena: number {}", dead.0));
        }
        Ok(())
    }
}
