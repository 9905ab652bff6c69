//! MT-26.4: a match that starts in the middle. Nothing is dealt by chance; what is not named is as at an untouched start: two Archers in
//! the hand, the other cards of the deck in order.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::catalog::{Aiming, CardId, CardType, Group};
use super::event::TowerEvent;
use super::state::{Frame, Home, Item, MageTower, Mode, Monster, MonsterDeck, Phase, Step, Uid, seat_at};
use crate::contract::{Seat, SetupError, SetupFault, Sink};

/// A position.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Position {
    /// A seat; null is the co-op deck.
    active: Option<usize>,
    turn: Option<u32>,
    round: Option<u32>,
    phase: Option<StartPhase>,
    energy: Option<i32>,
    seats: Vec<SeatPosition>,
    piles: BTreeMap<String, u8>,
    shared: Shared,
}

#[derive(Copy, Clone, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StartPhase {
    Begin,
    Monster,
    #[default]
    Casting,
    End,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SeatPosition {
    life: Option<i32>,
    gold: i32,
    out: bool,
    tidings: i32,
    hand: Option<Vec<String>>,
    deck: Option<Vec<String>>,
    discard: Vec<String>,
    in_play: Vec<ItemPosition>,
    board: Vec<MonsterPosition>,
    monster_deck: Option<Vec<String>>,
    monster_discard: Option<Vec<String>>,
    reshuffles: Option<u32>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Shared {
    board: Vec<MonsterPosition>,
    monster_deck: Option<Vec<String>>,
    monster_discard: Option<Vec<String>>,
    reshuffles: Option<u32>,
    life: Option<i32>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ItemPosition {
    Id(String),
    Full(FullItem),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullItem {
    card: String,
    #[serde(default)]
    damage: i32,
    #[serde(default)]
    equipment: Vec<String>,
    #[serde(default)]
    attacks_used: u8,
    #[serde(default)]
    uses: u8,
    #[serde(default)]
    bought: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum MonsterPosition {
    Id(String),
    Full(FullMonster),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullMonster {
    card: String,
    #[serde(default)]
    damage: i32,
    #[serde(default)]
    angry: bool,
    #[serde(default)]
    owner: Option<usize>,
    #[serde(default)]
    delay: u8,
    #[serde(default)]
    entered_turn: u32,
    #[serde(default)]
    real: Option<bool>,
    #[serde(default)]
    attached: Vec<String>,
}

/// Puts a position onto the table; `start` goes on from there.
///
/// # Errors
/// Every fault, with its path.
pub(super) fn place(game: &mut MageTower, position: &Position) -> Result<(), SetupError> {
    let mut placing = Placing { game, faults: Vec::new() };
    placing.all(position);
    let faults = placing.faults;
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    if let Some(fault) = game.dead_at_start() {
        return Err(SetupError::one("position", "impossible-position", fault));
    }
    game.cards = game.count_cards();
    Ok(())
}

/// Puts the turn onto the stack at its phase.
pub(super) fn start(game: &mut MageTower, position: &Position, sink: &mut impl Sink<TowerEvent>) {
    let players = u32::try_from(game.players.len()).expect("six at most");
    game.turn = position.turn.unwrap_or(1);
    game.round = position.round.unwrap_or_else(|| game.turn.saturating_sub(1) / players + 1);
    let is_deck = game.mode == Mode::Coop && position.active.is_none();
    let active = seat_at(position.active.unwrap_or(0));
    game.active = active;
    match position.phase.unwrap_or_default() {
        StartPhase::Begin => {
            game.turn = game.turn.saturating_sub(1);
            if is_deck {
                game.round = game.round.saturating_sub(1);
                game.begin_deck_turn(sink);
            } else {
                game.begin_turn(active, sink);
            }
        }
        StartPhase::Monster => {
            game.deck_turn = is_deck;
            game.phase = Phase::Monster;
            game.stack.push(Frame::Turn(Step::Attack));
        }
        StartPhase::Casting => {
            game.begin_casting(&mut ());
            game.energy = position.energy.unwrap_or(game.energy);
        }
        StartPhase::End => {
            game.energy = position.energy.unwrap_or(0);
            game.stack.push(Frame::Turn(Step::End));
        }
    }
    game.advance(sink);
}

struct Placing<'a> {
    game: &'a mut MageTower,
    faults: Vec<SetupFault>,
}

impl Placing<'_> {
    fn all(&mut self, position: &Position) {
        let players = self.game.players.len();
        if position.seats.len() > players {
            self.fault("position.seats", "no-such-seat", format!("the match has {players} seats"));
            return;
        }
        if position.active.is_some_and(|active| active >= players) {
            self.fault("position.active", "no-such-seat", format!("the match has {players} seats"));
            return;
        }
        for (seat, given) in position.seats.iter().enumerate() {
            self.seat(seat_at(seat), given, &format!("position.seats[{seat}]"));
        }
        for seat in position.seats.len()..players {
            self.untouched_hand(seat_at(seat));
        }
        self.shared(&position.shared);
        self.piles(&position.piles);
        let game = &self.game;
        let active_out = position.active.is_some_and(|active| game.players[active].out);
        if active_out || (game.mode == Mode::Versus && game.living_from(Seat(0)).len() < 2) {
            self.fault("position", "impossible-position", "two players and the active one must be in");
        }
    }

    fn fault(&mut self, path: impl Into<String>, code: &'static str, message: impl Into<String>) {
        self.faults.push(SetupFault::new(path, code, message));
    }

    fn card(&mut self, id: &str, path: &str) -> Option<CardId> {
        let card = self.game.catalog.find(id);
        if card.is_none() {
            let id: String = id.escape_debug().take(32).collect();
            self.fault(path, "no-such-card", format!("there is no card {id}"));
        }
        card
    }

    fn cards(&mut self, ids: &[String], path: &str) -> Vec<CardId> {
        let find = |(place, id): (usize, &String)| self.card(id, &format!("{path}[{place}]"));
        ids.iter().enumerate().filter_map(find).collect()
    }

    /// Two Archers come from the deck to the hand, if they are there.
    fn untouched_hand(&mut self, seat: Seat) {
        let Some((archer, _)) = self.game.catalog.basics.first().copied() else { return };
        for _ in 0..2 {
            let deck = &mut self.game.player_mut(seat).deck;
            if let Some(place) = deck.iter().rposition(|card| *card == archer) {
                deck.remove(place);
                self.game.take_to_hand(seat, archer);
            }
        }
    }

    fn seat(&mut self, seat: Seat, given: &SeatPosition, path: &str) {
        if given.hand.is_none() && given.deck.is_none() {
            self.untouched_hand(seat);
        }
        if let Some(ids) = &given.hand {
            let mut hand = self.cards(ids, &format!("{path}.hand"));
            hand.sort_unstable();
            self.game.player_mut(seat).hand = hand;
        }
        if let Some(ids) = &given.deck {
            let mut deck = self.cards(ids, &format!("{path}.deck"));
            deck.reverse();
            self.game.player_mut(seat).deck = deck;
        }
        let discard = self.cards(&given.discard, &format!("{path}.discard"));
        for card in &discard {
            self.game.show(seat, *card);
        }
        let player = self.game.player_mut(seat);
        player.discard = discard;
        player.life = given.life.unwrap_or(player.life);
        player.gold = given.gold.max(0);
        player.out = given.out;
        player.tidings = given.tidings;
        for (place, item) in given.in_play.iter().enumerate() {
            self.item(seat, item, &format!("{path}.in_play[{place}]"));
        }
        if self.game.mode != Mode::Coop {
            self.board(seat.index(), &given.board, &format!("{path}.board"));
        } else if !given.board.is_empty() {
            self.fault(format!("{path}.board"), "impossible-position", "in co-op the board is shared.board");
        }
        let own = self.game.decks.len() > 1 || self.game.mode == Mode::Solo;
        if own {
            let deck = self.game.deck_of(seat);
            let parts = (given.monster_deck.as_deref(), given.monster_discard.as_deref(), given.reshuffles);
            self.monster_deck(deck, parts, path);
        } else if given.monster_deck.is_some() || given.monster_discard.is_some() || given.reshuffles.is_some() {
            self.fault(path, "impossible-position", "the monster deck is shared; name it under shared");
        }
    }

    fn shared(&mut self, given: &Shared) {
        self.game.team_life = given.life.unwrap_or(self.game.team_life);
        if self.game.mode == Mode::Coop {
            self.board(0, &given.board, "position.shared.board");
        } else if !given.board.is_empty() {
            self.fault("position.shared.board", "impossible-position", "only co-op has a shared board");
        }
        if self.game.decks.len() == 1 {
            let parts = (given.monster_deck.as_deref(), given.monster_discard.as_deref(), given.reshuffles);
            self.monster_deck(0, parts, "position.shared");
        } else if given.monster_deck.is_some() || given.monster_discard.is_some() || given.reshuffles.is_some() {
            self.fault("position.shared", "impossible-position", "with two players each has an own monster deck");
        }
    }

    fn monster_deck(
        &mut self,
        deck: usize,
        (cards, discard, reshuffles): (Option<&[String]>, Option<&[String]>, Option<u32>),
        path: &str,
    ) {
        let mut read = |ids: Option<&[String]>, field: &str| -> Option<Vec<CardId>> {
            let cards = self.cards(ids?, &format!("{path}.{field}"));
            let wrong = cards.iter().position(|card| !self.game.card(*card).is(CardType::Monster));
            if let Some(place) = wrong {
                self.fault(format!("{path}.{field}[{place}]"), "no-monster", "that is no monster");
            }
            Some(cards)
        };
        let cards = read(cards, "monster_deck");
        let discard = read(discard, "monster_discard");
        let target: &mut MonsterDeck = &mut self.game.decks[deck];
        if let Some(mut cards) = cards {
            cards.reverse();
            target.cards = cards;
        }
        if let Some(discard) = discard {
            target.discard = discard;
        }
        target.reshuffles = reshuffles.unwrap_or(target.reshuffles);
    }

    fn item(&mut self, seat: Seat, given: &ItemPosition, path: &str) {
        let plain;
        let full = match given {
            ItemPosition::Full(full) => full,
            ItemPosition::Id(id) => {
                plain = FullItem {
                    card: id.clone(),
                    damage: 0,
                    equipment: Vec::new(),
                    attacks_used: 0,
                    uses: 0,
                    bought: false,
                };
                &plain
            }
        };
        let Some(card) = self.card(&full.card, path) else { return };
        let uid = self.enter(seat, card, None);
        if let Some(item) = self.game.item_mut(uid) {
            item.damage = full.damage.max(0);
            item.attacks = full.attacks_used;
            item.uses = full.uses;
            item.bought = full.bought;
        }
        for (place, id) in full.equipment.iter().enumerate() {
            let path = format!("{path}.equipment[{place}]");
            if let Some(worn) = self.card(id, &path) {
                if self.game.card(worn).is(CardType::Equipment) {
                    self.enter(seat, worn, Some(uid));
                } else {
                    self.fault(path, "no-equipment", format!("{id} is no Equipment"));
                }
            }
        }
    }

    fn enter(&mut self, seat: Seat, card: CardId, on: Option<Uid>) -> Uid {
        let game = &mut *self.game;
        let entry = &game.card(card).entry;
        let role = match entry.kind {
            CardType::Monster => CardType::Defender,
            CardType::MonsterAttack | CardType::Placeholder => CardType::Ability,
            CardType::Ability | CardType::Defender | CardType::Permanent | CardType::Equipment | CardType::Boon => {
                entry.kind
            }
        };
        let home = match entry.group {
            Group::Confusion | Group::Demonspawn | Group::Token => Home::Pile,
            Group::Monster | Group::CoopMonster => {
                Home::Deck(u8::try_from(game.deck_of(seat)).expect("at most six decks"))
            }
            Group::Basic | Group::Prize | Group::Draft => Home::Player(seat),
        };
        game.show(seat, card);
        let uid = game.fresh_uid();
        let copy = game.fresh_copy(seat, card);
        let item =
            Item { uid, card, copy, role, home, damage: 0, attacks: 0, more_attacks: 0, uses: 0, bought: false, on };
        game.player_mut(seat).in_play.push(item);
        uid
    }

    fn board(&mut self, board: usize, given: &[MonsterPosition], path: &str) {
        for (place, monster) in given.iter().enumerate() {
            let path = format!("{path}[{place}]");
            let plain;
            let full = match monster {
                MonsterPosition::Full(full) => full,
                MonsterPosition::Id(id) => {
                    plain = FullMonster {
                        card: id.clone(),
                        damage: 0,
                        angry: false,
                        owner: None,
                        delay: 0,
                        entered_turn: 0,
                        real: None,
                        attached: Vec::new(),
                    };
                    &plain
                }
            };
            self.monster(board, full, &path);
        }
    }

    fn monster(&mut self, board: usize, full: &FullMonster, path: &str) {
        let Some(card) = self.card(&full.card, path) else { return };
        let side = self.game.board_player(board);
        let kind = self.game.card(card).entry.kind;
        let owner = match (kind, full.owner) {
            (CardType::MonsterAttack, Some(owner)) if owner < self.game.players.len() => Some(seat_at(owner)),
            (CardType::MonsterAttack, None) if self.game.mode == Mode::Versus => {
                self.game.opponents(side).first().copied()
            }
            (CardType::Monster, None) => None,
            (CardType::Monster, Some(_)) | (CardType::MonsterAttack, _) => {
                self.fault(path, "wrong-owner", "a Monster-Attack has an owner, another monster has none");
                return;
            }
            _ => {
                self.fault(path, "no-monster", format!("{} is no monster", full.card));
                return;
            }
        };
        let real = full.real.unwrap_or(true);
        let home = match (owner, self.game.card(card).entry.group) {
            (Some(owner), _) if real => Home::Player(owner),
            (Some(_), _) => Home::Nowhere,
            (None, Group::Demonspawn) => Home::Pile,
            (None, _) if self.game.card(card).entry.points == 0 => Home::Nowhere,
            (None, _) => Home::Deck(u8::try_from(self.game.deck_of(side)).expect("at most six decks")),
        };
        if let (Some(owner), true) = (owner, real) {
            self.game.show(owner, card);
        }
        let uid = self.game.fresh_uid();
        let copy = self.game.fresh_copy(side, card);
        self.game.boards[board].push(Monster {
            uid,
            card,
            copy,
            damage: full.damage.max(0),
            angry: full.angry,
            delay: full.delay,
            owner,
            home,
            real,
            entered_turn: full.entered_turn,
            more_attack: 0,
        });
        for (place, id) in full.attached.iter().enumerate() {
            let path = format!("{path}.attached[{place}]");
            if let Some(attached) = self.card(id, &path) {
                if self.game.card(attached).aiming == Aiming::Monster {
                    self.enter(side, attached, Some(uid));
                } else {
                    self.fault(path, "not-attached", format!("{id} is not attached to monsters"));
                }
            }
        }
    }

    /// Piles that are not named hold what is nowhere else.
    fn piles(&mut self, given: &BTreeMap<String, u8>) {
        for pile in 0..self.game.piles.len() {
            let card = self.game.catalog.piles[pile];
            let elsewhere = u8::try_from(self.game.copies_outside(card)).unwrap_or(u8::MAX);
            self.game.piles[pile] = self.game.piles[pile].saturating_sub(elsewhere);
        }
        for (id, count) in given {
            let path = format!("position.piles.{id}");
            let Some(card) = self.card(id, &path) else { continue };
            match self.game.card(card).pile {
                Some(pile) if *count <= 100 => self.game.piles[pile as usize] = *count,
                Some(_) => self.fault(path, "impossible-position", "a pile holds at most 100 cards"),
                None => self.fault(path, "no-pile", format!("{id} has no common pile")),
            }
        }
    }
}
