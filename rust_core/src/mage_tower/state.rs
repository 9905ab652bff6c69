//! The state of a match: data only, with the questions that are asked of it everywhere.
//!
//! Everything that waits stands on `stack` (what is to be done, the top first) and in `window` (who is asked what), so a match can be
//! stored in the middle of a reaction. Things in play are called by a number that is never used again, a [`Uid`].

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::catalog::{BlockId, Card, CardId, CardType, Catalog};
use super::choice::Choice;
use crate::contract::{Outcome, Seat};
use crate::rng::Chance;

/// Seats at most (MT-2.14).
pub const MAX_SEATS: usize = 6;
/// MT-2.6.
pub const START_LIFE: i32 = 20;
/// MT-7.1.
pub const START_ENERGY: i32 = 7;
/// MT-2.2.
pub const DRAFTED: usize = 8;
/// MT-15.1.
pub const COOP_DEALT: usize = 13;
/// MT-7.14.
pub const MAX_ACTIONS: u32 = 200;
/// MT-20.6.
pub const LAST_ROUND: u32 = 100;

/// A thing in play; never used again.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Uid(pub u32);

/// How a match is played.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Each against each.
    Versus,
    /// MT-16.
    Solo,
    /// MT-15.
    Coop,
}

/// How the draft cards come to the players (MT-3).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DraftKind {
    /// Dealt.
    #[default]
    Random,
    /// Laid out.
    Visible,
    /// Packs passed on.
    Hidden,
}

/// Where a card goes when it leaves play.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Home {
    /// The discard pile of that player.
    Player(Seat),
    /// The discard pile of that monster deck (MT-6.13).
    Deck(u8),
    /// Its common pile.
    Pile,
    /// Nowhere: a placeholder (MT-12.6), or a monster set aside (MT-15.8).
    Nowhere,
}

/// A card in an in-play zone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Its number.
    pub uid: Uid,
    /// What it is.
    pub card: CardId,
    /// The n of its name (MT-25.1).
    pub copy: u8,
    /// How it serves now: a charmed Ogre is a Defender.
    pub role: CardType,
    /// Where it goes.
    pub home: Home,
    /// Damage that stays (MT-7.6).
    pub damage: i32,
    /// Attacks made this turn.
    pub attacks: u8,
    /// Attacks given for this turn.
    pub more_attacks: u8,
    /// Uses of its ability, or of its trigger, this turn.
    pub uses: u8,
    /// Bought this turn (MT-11.4).
    pub bought: bool,
    /// What it is attached to.
    pub on: Option<Uid>,
}

/// A monster on a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Monster {
    /// Its number.
    pub uid: Uid,
    /// What it is; of a placeholder, the card that it stands for.
    pub card: CardId,
    /// The n of its name.
    pub copy: u8,
    /// Damage that stays.
    pub damage: i32,
    /// Whether it attacks in the next step a.
    pub angry: bool,
    /// Monster phases that it stays calm beyond an ordinary one (MT-12.3).
    pub delay: u8,
    /// Who played it; none for a deck monster.
    pub owner: Option<Seat>,
    /// Where it goes.
    pub home: Home,
    /// Whether it is the card itself and no placeholder.
    pub real: bool,
    /// The turn in which it came to this board (MT-6.12).
    pub entered_turn: u32,
    /// Attack that it got for good (Tower Lich).
    pub more_attack: i32,
}

/// A monster deck with its discard pile.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MonsterDeck {
    /// The top is last.
    pub cards: Vec<CardId>,
    /// How many on top everybody has seen (MT-16.2).
    pub known: u8,
    /// Oldest first.
    pub discard: Vec<CardId>,
    /// MT-20.2.
    pub reshuffles: u32,
}

/// One player's things.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// 0 or less is eliminated; in co-op the team's life counts.
    pub life: i32,
    /// No upper bound (MT-5.3).
    pub gold: i32,
    /// Eliminated, or left.
    pub out: bool,
    /// Points more in the next monster phase (MT-6.10).
    pub tidings: i32,
    /// The top is last.
    pub deck: Vec<CardId>,
    /// By number.
    pub hand: Vec<CardId>,
    /// Oldest first.
    pub discard: Vec<CardId>,
    /// In order of entering.
    pub in_play: Vec<Item>,
    /// Draft cards of this player that everybody has seen, by number.
    pub shown: Vec<CardId>,
    /// Cards drawn to the starting hand beyond two.
    pub more_cards: u8,
}

/// What an effect knows while it is carried out.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Context {
    /// Whose effect it is.
    pub you: Seat,
    /// The card whose text it is.
    pub card: CardId,
    /// The thing in play that says it, if there is one.
    pub source: Option<Uid>,
    /// What was named.
    pub aim: Aim,
    /// The player it happens to.
    pub that: Option<Seat>,
    /// The board that it happens on.
    pub board: u8,
    /// Whether this very copy was bought this turn.
    pub bought: bool,
    /// The last monster damaged by its arrow damage, if it lives.
    pub last: Option<Uid>,
    /// What its arrow damage killed.
    pub kills: u8,
    /// Who dealt the last damage (MT-15.11).
    pub killer: Option<Seat>,
}

impl Context {
    /// The context of a card's text, with nothing named.
    pub fn new(you: Seat, card: CardId, source: Option<Uid>, board: usize) -> Self {
        let board = u8::try_from(board).expect("there are at most six boards");
        Self {
            you,
            card,
            source,
            aim: Aim::Nothing,
            that: None,
            board,
            bought: false,
            last: None,
            kills: 0,
            killer: None,
        }
    }
}

/// What was named when a card was played or an ability used.
#[derive(Copy, Clone, Debug, Default, Serialize, Deserialize)]
pub enum Aim {
    /// Nothing.
    #[default]
    Nothing,
    /// An opponent.
    Foe(Seat),
    /// A thing in play.
    Unit(Uid),
    /// Two things in play.
    Units(Uid, Uid),
    /// A card of a discard pile.
    Card(CardId),
    /// So many Confusion of the hand and of the discard pile.
    Zones(u8, u8),
}

/// Where the turn stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Step {
    /// MT-2.9: game-start texts of this seat that come after that card, then those of the seats behind.
    Gamestart { seat: Seat, after: Option<CardId> },
    /// The first turn begins.
    First,
    /// MT-5.2 (i) is done: draw and gold.
    Income,
    /// MT-6.1: angry monsters attack.
    Attack,
    /// MT-6.3.
    Anger,
    /// MT-6.5: so many points are placed; these were set aside (MT-16.2).
    Spawn { points: i32, aside: Vec<CardId> },
    /// MT-7.
    Casting,
    /// MT-19.
    End,
    /// Whose turn is next.
    Next,
}

/// A trigger at the beginning of a turn (MT-5.4).
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Waiting {
    /// The text.
    pub block: BlockId,
    /// Its context; its source must still be there.
    pub context: Context,
    /// Whether the source is a monster.
    pub on_board: bool,
}

/// Something that is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// The turn goes on. Always at the bottom.
    Turn(Step),
    /// Operations of a block, from a place on.
    Ops { block: BlockId, at: u8, context: Context },
    /// Triggers at the beginning of a turn, the next one last.
    Triggers(Vec<Waiting>),
    /// A card found in the deck comes into play.
    Enter { seat: Seat, card: CardId },
    /// A player's deck is shuffled.
    Shuffle { seat: Seat },
    /// A Monster-Attack: who may still refuse it, who has.
    Gates { seat: Seat, card: CardId, asking: ArrayVec<Uid, 8>, refused: ArrayVec<Seat, MAX_SEATS> },
    /// It is put onto boards.
    Place { seat: Seat, card: CardId, refused: ArrayVec<Seat, MAX_SEATS> },
    /// An attack: which ambushes may still be asked, and the damage that they add.
    Strike { seat: Seat, defender: Uid, target: Option<Uid>, asking: ArrayVec<Uid, 8>, more: i32 },
    /// Players are asked for cards in seat order (MT-22.12).
    Mob { seat: Seat, left: u8 },
}

/// What a window is about; [`Window::name`] is what the wire calls it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Asking {
    /// MT-3.3.
    DraftHidden,
    /// MT-3.2.
    DraftVisible,
    /// MT-15.1.
    Keep,
    /// MT-22.4.
    Gamestart { card: CardId },
    /// MT-7.
    Casting,
    /// Sunlance.
    Target { amount: u8, context: Context },
    /// Crusade.
    Search { count: u8, max_cost: u8 },
    /// Sift the Omens.
    Sift { count: u8 },
    /// Parrot Familiar.
    Copy { context: Context },
    /// MT-22.5.
    Lowest { amount: u8, context: Context },
    /// `choose`: the operation, by block and place.
    Options { block: BlockId, at: u8, context: Context },
    /// MT-22.7.
    Unravel,
    /// MT-22.10.
    Gate { uid: Uid },
    /// MT-22.11.
    Ambush { uid: Uid },
    /// MT-22.12: what must and may be given.
    Mob { least: u8, most: u8 },
}

/// Who is asked what.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Window {
    /// The question.
    pub asking: Asking,
    /// By seat, with the answers that are in.
    pub asked: ArrayVec<(Seat, Option<Choice>), MAX_SEATS>,
    /// Tells it from all other windows.
    pub serial: u32,
}

/// A draft, or the choice of 8 of 13.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// Which.
    pub kind: DraftKind,
    /// From 1.
    pub round: u8,
    /// Visible draft: what lies there, by number.
    pub layout: Vec<CardId>,
    /// Hidden draft: by seat, by number. Keep: in the order dealt.
    pub packs: Vec<Vec<CardId>>,
    /// By seat.
    pub picked: Vec<Vec<CardId>>,
    /// Cards for later layouts.
    pub later: Vec<CardId>,
    /// Visible draft: who picks.
    pub turn: Seat,
}

/// How the lists of draft cards came about, which decides what may be dealt anew.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Known {
    /// Dealt by chance.
    Dealt,
    /// Drafted in secret.
    Drafted,
    /// Everybody knows it.
    Public,
}

/// The phase as views call it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Draft,
    Keep,
    Gamestart,
    Begin,
    Monster,
    Casting,
    End,
    Over,
}

/// A match of Mage Tower.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MageTower {
    /// The cards.
    #[serde(skip)]
    pub catalog: Arc<Catalog>,
    /// How it is played.
    pub mode: Mode,
    /// By seat.
    pub players: Vec<Player>,
    /// By seat; in co-op one for all.
    pub boards: Vec<Vec<Monster>>,
    /// Two players: by seat; else one for all.
    pub decks: Vec<MonsterDeck>,
    /// Co-op (MT-15.2).
    pub team_life: i32,
    /// Cards left in the common piles.
    pub piles: Vec<u8>,
    /// Draft cards that nobody was dealt and nobody has seen, by number.
    pub pool: Vec<CardId>,
    /// By seat.
    pub known: Vec<Known>,
    /// Who had the first turn.
    pub first: Seat,
    /// Whose turn it is.
    pub active: Seat,
    /// It is the co-op deck's turn.
    pub deck_turn: bool,
    /// Counts every turn, the co-op deck's too.
    pub turn: u32,
    /// MT-20.6.
    pub round: u32,
    /// Of the active player.
    pub energy: i32,
    /// In this casting phase (MT-7.14).
    pub actions: u32,
    /// Where it stands.
    pub phase: Phase,
    /// Who still has a last turn, in order (MT-20.3).
    pub last_turns: Option<ArrayVec<Seat, MAX_SEATS>>,
    /// While cards are chosen.
    pub draft: Option<Draft>,
    /// What is to be done, the next one last.
    pub stack: Vec<Frame>,
    /// Who is asked.
    pub window: Option<Window>,
    /// The next thing's number.
    pub next_uid: u32,
    /// Windows opened.
    pub serial: u32,
    /// Cards that left the game (MT-21.2), for the count of all cards.
    pub gone: u32,
    /// All cards that there are, those that left included.
    pub cards: u32,
    /// Set once, at the end.
    pub outcome: Option<Outcome>,
    /// All shuffles and draws.
    pub chance: Chance,
}

/// A thing in play, found by its number.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Place {
    /// In an in-play zone.
    Item(Seat, usize),
    /// On a board.
    Monster(usize, usize),
}

impl MageTower {
    /// A card.
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        self.catalog.card(id)
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

    /// All seats.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(seat_at)
    }

    /// Seats from `from` on, all round.
    #[inline]
    pub fn seats_from(&self, from: Seat) -> impl Iterator<Item = Seat> + use<> {
        let count = self.players.len();
        (0..count).map(move |step| seat_at((from.index() + step) % count))
    }

    /// Living players from `from` on, all round.
    pub fn living_from(&self, from: Seat) -> ArrayVec<Seat, MAX_SEATS> {
        self.seats_from(from).filter(|seat| !self.player(*seat).out).collect()
    }

    /// MT-21.6: living opponents in seat order after `seat`; none in co-op and solo (MT-15.5, MT-16.4).
    #[inline]
    pub fn opponents(&self, seat: Seat) -> ArrayVec<Seat, MAX_SEATS> {
        match self.mode {
            Mode::Versus => self.seats_from(seat).skip(1).filter(|other| !self.player(*other).out).collect(),
            Mode::Solo | Mode::Coop => ArrayVec::new(),
        }
    }

    /// The number of a player's board: MT-15.3.
    #[inline]
    pub fn board_of(&self, seat: Seat) -> usize {
        match self.mode {
            Mode::Coop => 0,
            Mode::Versus | Mode::Solo => seat.index(),
        }
    }

    /// The number of a player's monster deck: MT-2.3, MT-2.4.
    #[inline]
    pub fn deck_of(&self, seat: Seat) -> usize {
        if self.decks.len() > 1 { seat.index() } else { 0 }
    }

    /// Life: the team's in co-op.
    #[inline]
    pub fn life(&self, seat: Seat) -> i32 {
        match self.mode {
            Mode::Coop => self.team_life,
            Mode::Versus | Mode::Solo => self.player(seat).life,
        }
    }

    /// A fresh number.
    pub fn fresh_uid(&mut self) -> Uid {
        self.next_uid += 1;
        Uid(self.next_uid)
    }

    /// MT-25.1: the lowest n that no other copy of `card` bears on the side of `seat`.
    pub fn fresh_copy(&self, seat: Seat, card: CardId) -> u8 {
        let mut used = [0u64; 4];
        let mut mark = |copy: u8| used[copy as usize / 64] |= 1 << (copy % 64);
        let board = &self.boards[self.board_of(seat)];
        board.iter().filter(|monster| monster.card == card).for_each(|monster| mark(monster.copy));
        let players = match self.mode {
            Mode::Coop => &self.players[..],
            Mode::Versus | Mode::Solo => &self.players[seat.index()..=seat.index()],
        };
        let items = players.iter().flat_map(|player| &player.in_play);
        items.filter(|item| item.card == card).for_each(|item| mark(item.copy));
        (1..=255).find(|copy: &u8| used[*copy as usize / 64] & (1 << (copy % 64)) == 0).unwrap_or(255)
    }

    /// Where a thing is now.
    pub fn find(&self, uid: Uid) -> Option<Place> {
        self.find_item(uid)
            .map(|(seat, place)| Place::Item(seat, place))
            .or_else(|| self.find_monster(uid).map(|(board, place)| Place::Monster(board, place)))
    }

    /// Where a card in play is.
    #[inline]
    pub fn find_item(&self, uid: Uid) -> Option<(Seat, usize)> {
        self.players.iter().enumerate().find_map(|(seat, player)| {
            player.in_play.iter().position(|item| item.uid == uid).map(|place| (seat_at(seat), place))
        })
    }

    /// Where a monster is.
    #[inline]
    pub fn find_monster(&self, uid: Uid) -> Option<(usize, usize)> {
        self.boards.iter().enumerate().find_map(|(board, monsters)| {
            monsters.iter().position(|monster| monster.uid == uid).map(|place| (board, place))
        })
    }

    /// A card in play.
    pub fn item(&self, uid: Uid) -> Option<&Item> {
        self.players.iter().flat_map(|player| &player.in_play).find(|item| item.uid == uid)
    }

    /// A card in play, to change.
    pub fn item_mut(&mut self, uid: Uid) -> Option<&mut Item> {
        self.players.iter_mut().flat_map(|player| &mut player.in_play).find(|item| item.uid == uid)
    }

    /// How many cards are left in the pile of `card`.
    pub fn pile(&self, card: CardId) -> u8 {
        self.card(card).pile.map_or(0, |pile| self.piles[pile as usize])
    }

    /// Changes the pile of `card`.
    pub fn add_to_pile(&mut self, card: CardId, change: i8) {
        let pile = self.card(card).pile.expect("it has a pile") as usize;
        self.piles[pile] = self.piles[pile].checked_add_signed(change).expect("piles are counted");
    }

    /// What a prize card costs `seat` now (MT-11.5).
    pub fn price(&self, seat: Seat, card: CardId) -> i32 {
        let mut price = i32::from(self.card(card).entry.price);
        let foes = self.opponents(seat);
        for (owner, player) in self.players.iter().enumerate() {
            for item in &player.in_play {
                let traits = &self.card(item.card).traits;
                if owner == seat.index() {
                    price += traits.own_price;
                } else if foes.contains(&seat_at(owner)) {
                    price += traits.foe_price;
                }
            }
        }
        price.max(1)
    }

    /// The energy that `seat` begins a casting phase with (MT-7.1).
    pub fn start_energy(&self, seat: Seat) -> i32 {
        let mut energy = START_ENERGY;
        let foes = self.opponents(seat);
        for (owner, player) in self.players.iter().enumerate() {
            for item in &player.in_play {
                let traits = &self.card(item.card).traits;
                energy += traits.all_energy;
                if owner == seat.index() {
                    energy += traits.own_energy;
                } else if foes.contains(&seat_at(owner)) {
                    energy += traits.foe_energy;
                }
            }
        }
        for monster in &self.boards[self.board_of(seat)] {
            energy += self.card(monster.card).traits.all_energy;
        }
        energy.max(0)
    }

    /// The points of the next monster phase, least and most (MT-6.6, MT-6.10, MT-15.4, MT-16.2).
    pub fn window_of_points(&self, seat: Seat) -> (i32, i32) {
        match self.mode {
            Mode::Versus => {
                let more = self.player(seat).tidings;
                (10 + more, 12 + more)
            }
            Mode::Solo => (11, 13),
            Mode::Coop => ([4, 10, 15, 20][self.players.len() - 1], i32::MAX),
        }
    }

    /// MT-20.2, MT-20.4.
    pub fn threshold(&self) -> u32 {
        reshuffle_threshold(self.players.len())
    }
}

/// How many reshuffles of a monster deck end a game of so many players (MT-20.2).
pub const fn reshuffle_threshold(players: usize) -> u32 {
    match players {
        0..=3 => 2,
        4 | 5 => 3,
        _ => 4,
    }
}

/// The seat of an index.
#[inline]
pub fn seat_at(index: usize) -> Seat {
    Seat(u8::try_from(index).expect("there are at most six seats"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden case S52.
    #[test]
    fn s52_end_thresholds() {
        assert_eq!([2, 3, 4, 5, 6].map(reshuffle_threshold), [2, 2, 3, 3, 4]);
    }
}
