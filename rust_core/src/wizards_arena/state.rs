//! The state of a duel: data only, and what must always hold of it.
//!
//! A player's cards are numbered in the order of their names (`A1` before `B1` before `B2`), so comparing numbers compares
//! names, and lists of choices sort without looking anything up.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

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

/// A card of one player: its place in the order of that player's card names.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u8);

/// The Rollover mark X, which stands in a Pattern among the cards (WA-3.3).
pub const MARK: CardId = CardId(u8::MAX);

/// What a card can do beyond its numbers (WA-9).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    /// Shields its player and that player's other cards (WA-6.5).
    Blocker,
    /// Gives a Mana each Opening (WA-4.1).
    Source,
    /// May pay a Mana for 3 Attack (WA-6.3).
    Crasher,
    /// Triggered: gives Blocker and Health (WA-5.8).
    Leader,
    /// Triggered: gives Attack and Health (WA-5.6).
    Support,
    /// Triggered: deals damage (WA-5.7).
    Archer,
    /// Ignores Blockers (WA-6.5).
    Stealth,
    /// Heals its player for a Crystal (WA-4.1).
    Healer,
}

impl Ability {
    /// The word of views and texts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Blocker => "blocker",
            Self::Source => "source",
            Self::Crasher => "crasher",
            Self::Leader => "leader",
            Self::Support => "support",
            Self::Archer => "archer",
            Self::Stealth => "stealth",
            Self::Healer => "healer",
        }
    }
}

/// A card as printed, and its name.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The ID letter.
    pub letter: u8,
    /// Which of its letter, from 1, in the owner's original Pattern (WA-1.4).
    pub copy: u8,
    /// Mana to summon it.
    pub cost: u8,
    /// Damage it deals.
    pub attack: u8,
    /// Damage that destroys it.
    pub health: u8,
    /// What else it does.
    pub ability: Option<Ability>,
}

/// A card in the Arena.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts of the rules, independent of each other")]
pub struct Fighter {
    /// Which card.
    pub card: CardId,
    /// Damage taken this turn.
    pub damage: i32,
    /// Attack given by Supports, by the seat that gave it.
    pub attack_given: [i32; 2],
    /// Health given by Supports and Leaders, by the seat that gave it.
    pub health_given: [i32; 2],
    /// Blocker given by Leaders, by the seat that gave it.
    pub blocker_given: [bool; 2],
    /// It attacked, so its own Blocker rests until its player's next turn (WA-6.2).
    pub blocker_rests: bool,
    /// In the Arena since the start of its player's running turn.
    pub since_start: bool,
    /// Triggered in its player's running turn.
    pub triggered: bool,
    /// Attacked in its player's running turn.
    pub attacked: bool,
    /// Its player paid for 3 Attack in this phase (WA-6.3).
    pub crashing: bool,
}

impl Fighter {
    /// A card that has just entered.
    pub const fn new(card: CardId) -> Self {
        Self {
            card,
            damage: 0,
            attack_given: [0; 2],
            health_given: [0; 2],
            blocker_given: [false; 2],
            blocker_rests: false,
            since_start: false,
            triggered: false,
            attacked: false,
            crashing: false,
        }
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
    /// All 25 cards, by [`CardId`].
    pub cards: [Card; PATTERN_SIZE],
    /// Top first; holds [`MARK`] once the cuts are done.
    pub pattern: ArrayVec<CardId, { PATTERN_SIZE + 1 }>,
    /// In order of arrival.
    pub hand: ArrayVec<CardId, PATTERN_SIZE>,
    /// In order of entering.
    pub arena: ArrayVec<Fighter, PATTERN_SIZE>,
}

impl Player {
    /// A player before the cuts, with a Pattern in `order`.
    pub fn new(cards: [Card; PATTERN_SIZE], order: impl IntoIterator<Item = CardId>) -> Self {
        Self {
            life: MAX_LIFE,
            crystals: 0,
            mana: 0,
            cards,
            pattern: order.into_iter().collect(),
            hand: ArrayVec::new(),
            arena: ArrayVec::new(),
        }
    }

    /// The printed card.
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// The place of `id` in the Arena.
    #[inline]
    pub fn place(&self, id: CardId) -> Option<usize> {
        self.arena.iter().position(|fighter| fighter.card == id)
    }

    /// Current Attack of a card in the Arena, with everything given and crashing (WA-6.3).
    #[inline]
    pub fn attack(&self, fighter: &Fighter) -> i32 {
        let crash = if fighter.crashing { 3 } else { 0 };
        i32::from(self.card(fighter.card).attack) + fighter.attack_given[0] + fighter.attack_given[1] + crash
    }

    /// Current Health of a card in the Arena.
    #[inline]
    pub fn health(&self, fighter: &Fighter) -> i32 {
        i32::from(self.card(fighter.card).health) + fighter.health_given[0] + fighter.health_given[1]
    }

    /// Whether a card in the Arena blocks now (WA-5.8, WA-6.2).
    #[inline]
    pub fn blocks(&self, fighter: &Fighter) -> bool {
        fighter.blocker_given[0]
            || fighter.blocker_given[1]
            || (!fighter.blocker_rests && self.card(fighter.card).ability == Some(Ability::Blocker))
    }

    /// How many cards in the Arena have `ability` printed (only Blocker ever comes and goes).
    #[inline]
    pub fn count(&self, ability: Ability) -> usize {
        self.arena.iter().filter(|fighter| self.card(fighter.card).ability == Some(ability)).count()
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
    pub outcome: Option<Outcome>,
    /// Choices applied; tells decisions apart.
    pub serial: u32,
    /// Only the first player is chance.
    pub chance: Chance,
}

impl WizardsArena {
    /// Who decides now; `None` when the match is over.
    #[inline]
    pub fn decider(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over => None,
            Phase::SecondCut => Some(self.active.other()),
            Phase::FirstCut | Phase::Heal | Phase::Draw | Phase::Summoning | Phase::Attack => Some(self.active),
        }
    }

    /// A player's things.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// A player's things, to change.
    #[inline]
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
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
            let mut seen = [false; PATTERN_SIZE];
            let mut marks = 0;
            let arena = player.arena.iter().map(|fighter| fighter.card);
            for card in player.pattern.iter().copied().chain(player.hand.iter().copied()).chain(arena) {
                if card == MARK {
                    marks += 1;
                } else {
                    let place =
                        seen.get_mut(card.0 as usize).ok_or(format!("seat {seat} has card number {}", card.0))?;
                    if std::mem::replace(place, true) {
                        return Err(format!("seat {seat} has card number {} twice", card.0));
                    }
                }
            }
            if seen.contains(&false) {
                return Err(format!("seat {seat} lost a card"));
            }
            if marks != u8::from(self.turn > 0) {
                return Err(format!("seat {seat} has {marks} marks in turn {}", self.turn));
            }
            if player.life > MAX_LIFE
                || !(0..=MAX_CRYSTALS).contains(&player.crystals)
                || !(0..=MAX_MANA).contains(&player.mana)
            {
                return Err(format!(
                    "seat {seat} has {} life, {} crystals, {} mana",
                    player.life, player.crystals, player.mana
                ));
            }
            if player.life <= 0 && self.phase != Phase::Over {
                return Err(format!("seat {seat} has no life and plays on"));
            }
            if let Some(fighter) = player.arena.iter().find(|fighter| fighter.damage >= player.health(fighter)) {
                return Err(format!("seat {seat} has a dead card in the Arena: number {}", fighter.card.0));
            }
        }
        if (self.phase == Phase::Over) != self.outcome.is_some() {
            return Err(format!("phase {:?} with outcome {:?}", self.phase, self.outcome));
        }
        Ok(())
    }
}
