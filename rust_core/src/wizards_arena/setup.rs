//! WA-3.1, WA-11.1: from a setup to the state before the first cut, or to every fault that it has.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::card_set::CardSet;
use super::catalog::Catalog;
use super::choice::find_card;
use super::deck::Card;
use super::event::DuelEvent;
use super::state::{CardId, MARK, PATTERN_SIZE, Phase, Player, WizardsArena};
use crate::contract::{Seat, SetupError, SetupFault, Sink};
use crate::rng::{Chance, Label};

/// The draw that names the first player.
pub const FIRST_PLAYER: Label = Label { name: "first-player", code: 1 };

/// Copies of a card in a Pattern at most (WA-1.2).
const MAX_COPIES: usize = 3;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    patterns: Vec<String>,
    #[serde(default)]
    first: Option<u8>,
    #[serde(default)]
    position: Option<Position>,
}

/// A state to start from; what it leaves out is as at the start of that phase of turn 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    #[serde(default)]
    turn: Option<u32>,
    active: u8,
    phase: StartPhase,
    #[serde(default)]
    players: Vec<PlayerPosition>,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StartPhase {
    Opening,
    Summoning,
    Attack,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct PlayerPosition {
    life: Option<i32>,
    crystals: i32,
    mana: i32,
    /// Top first, X included; left out: every card that is nowhere else, then X.
    pattern: Option<Vec<String>>,
    hand: Vec<String>,
    arena: Vec<FighterPosition>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum FighterPosition {
    Name(String),
    Full {
        name: String,
        #[serde(default)]
        damage: i32,
        #[serde(default = "yes")]
        since_start: bool,
        #[serde(default)]
        triggered: bool,
        #[serde(default)]
        attacked: bool,
    },
}

const fn yes() -> bool {
    true
}

/// The 25 letters of a Pattern as entries of the catalogue; faults are added with the place, counted from 1 (WA-11.1).
pub(super) fn read_pattern(catalog: &Catalog, letters: &str, path: &str, faults: &mut Vec<SetupFault>) -> Vec<char> {
    let before = faults.len();
    let letters: Vec<char> = letters.chars().map(|letter| letter.to_ascii_uppercase()).collect();
    let mut counts = BTreeMap::new();
    for (place, letter) in letters.iter().enumerate() {
        let place = place + 1;
        if catalog.card(*letter).is_none() {
            let letter: String = letter.escape_debug().take(8).collect();
            faults.push(SetupFault::new(
                format!("{path}[{place}]"),
                "no-such-card",
                format!("place {place}: no card {letter}"),
            ));
            continue;
        }
        let count = counts.entry(*letter).or_insert(0);
        *count += 1;
        if *count == MAX_COPIES + 1 {
            let message = format!("place {place}: a fourth {letter}; a card may stand {MAX_COPIES} times");
            faults.push(SetupFault::new(format!("{path}[{place}]"), "too-many-copies", message));
        }
    }
    if letters.len() != PATTERN_SIZE {
        let message = format!("{} letters; a Pattern has {PATTERN_SIZE}", letters.len());
        faults.push(SetupFault::new(path, "wrong-length", message));
    }
    if faults.len() > before { Vec::new() } else { letters }
}

/// A player with a sound Pattern, before the cuts.
fn player(catalog: &Catalog, letters: &[char]) -> Player {
    let mut copies = BTreeMap::new();
    let named: Vec<(char, u8)> = letters
        .iter()
        .map(|letter| {
            let copy = copies.entry(*letter).or_insert(0);
            *copy += 1;
            (*letter, *copy)
        })
        .collect();
    let mut sorted = named.clone();
    sorted.sort_unstable();
    let cards = std::array::from_fn(|number| {
        let (letter, copy) = sorted[number];
        let entry = catalog.card(letter).expect("the Pattern was read with this catalogue");
        Card {
            letter: u8::try_from(letter).expect("card ids are ASCII"),
            copy,
            cost: entry.cost,
            attack: entry.attack,
            health: entry.health,
            ability: entry.ability,
        }
    });
    let number = |name: &(char, u8)| {
        let place = sorted.binary_search(name).expect("it was sorted from the same names");
        CardId(u8::try_from(place).expect("25 cards"))
    };
    Player::new(cards, named.iter().map(number))
}

/// A setup that was read: all of a start but what chance decides.
pub(super) struct Start {
    duel: WizardsArena,
    is_first_drawn: bool,
    is_placed: bool,
}

impl Start {
    /// Reads a setup.
    ///
    /// # Errors
    /// Every fault, with its path: `patterns[1][25]` is place 25 of the second seat's Pattern.
    pub(super) fn read(catalog: &Catalog, setup: &Value) -> Result<Self, SetupError> {
        let setup = Setup::deserialize(setup)
            .map_err(|error| SetupError::one("setup", "unreadable-setup", error.to_string()))?;
        let mut faults = Vec::new();
        if setup.patterns.len() != 2 {
            let message = format!("{} Patterns; a duel has 2", setup.patterns.len());
            return Err(SetupError::one("patterns", "wrong-number", message));
        }
        let letters: Vec<Vec<char>> = setup
            .patterns
            .iter()
            .enumerate()
            .map(|(seat, text)| read_pattern(catalog, text, &format!("patterns[{seat}]"), &mut faults))
            .collect();
        if setup.first.is_some_and(|first| first > 1) {
            faults.push(SetupFault::new("first", "no-such-seat", "the first player is 0, 1 or null"));
        }
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let mut duel = WizardsArena {
            players: [player(catalog, &letters[0]), player(catalog, &letters[1])],
            active: Seat(setup.first.unwrap_or(0)),
            turn: 0,
            phase: Phase::FirstCut,
            ending: None,
            serial: 0,
            chance: Chance::seeded([0; 32]),
        };
        let is_placed = setup.position.is_some();
        if let Some(position) = &setup.position {
            place(&mut duel, position)?;
        }
        Ok(Self { duel, is_first_drawn: setup.first.is_none(), is_placed })
    }

    /// The state before the first choice; names the first player if the setup does not (WA-3.1).
    pub(super) fn begin(&self, chance: Chance, sink: &mut impl Sink<DuelEvent>) -> WizardsArena {
        let mut duel = WizardsArena { chance, ..self.duel.clone() };
        if self.is_first_drawn {
            let draw = duel.chance.below(2, FIRST_PLAYER, None);
            let seat = Seat(u8::from(draw.value == 1));
            sink.push(DuelEvent::FirstPlayer { seat, stream: draw.stream, position: draw.position });
            if !self.is_placed {
                duel.active = seat;
            }
        }
        duel
    }
}

fn place(duel: &mut WizardsArena, position: &Position) -> Result<(), SetupError> {
    if position.active > 1 || position.players.len() > 2 {
        return Err(SetupError::one("position", "no-such-seat", "a duel has the seats 0 and 1"));
    }
    let active = Seat(position.active);
    let mut faults = Vec::new();
    for (seat, given) in position.players.iter().enumerate() {
        place_player(&mut duel.players[seat], given, &format!("position.players[{seat}]"), &mut faults);
    }
    for player in &mut duel.players {
        if player.pattern.iter().all(|card| card != MARK) {
            player.pattern.push(MARK);
        }
    }
    let waiting = duel.player_mut(active.other());
    (waiting.since_start, waiting.triggered, waiting.attacked) = (CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    duel.turn = position.turn.unwrap_or(1);
    duel.active = active;
    match position.phase {
        StartPhase::Summoning => duel.phase = Phase::Summoning,
        StartPhase::Attack => duel.phase = Phase::Attack,
        StartPhase::Opening => {
            duel.turn = duel.turn.saturating_sub(1);
            duel.begin_turn(active, &mut ());
        }
    }
    duel.check().map_err(|fault| SetupError::one("position", "impossible-position", fault))
}

/// Finds the cards that a position names; each stands in one place only.
struct Finder<'a> {
    player: &'a Player,
    found: CardSet,
    faults: &'a mut Vec<SetupFault>,
}

impl Finder<'_> {
    fn find(&mut self, name: &str, path: String) -> Option<CardId> {
        let card = find_card(self.player, name);
        match card {
            None => {
                let message = format!("{name:?} is no card of this Pattern");
                self.faults.push(SetupFault::new(path, "no-such-card", message));
            }
            Some(card) if self.found.has(card) => {
                let message = format!("{name:?} stands somewhere else too");
                self.faults.push(SetupFault::new(path, "impossible-position", message));
            }
            Some(card) => self.found.insert(card),
        }
        card
    }
}

fn place_player(player: &mut Player, given: &PlayerPosition, path: &str, faults: &mut Vec<SetupFault>) {
    let before = faults.len();
    let mut finder = Finder { player, found: CardSet::EMPTY, faults };
    let mut hand = Vec::new();
    for (number, name) in given.hand.iter().enumerate() {
        hand.extend(finder.find(name, format!("{path}.hand[{number}]")));
    }
    let mut arena = Vec::new();
    for (number, fighter) in given.arena.iter().enumerate() {
        let (name, damage, flags) = match fighter {
            FighterPosition::Name(name) => (name, 0, [true, false, false]),
            FighterPosition::Full { name, damage, since_start, triggered, attacked } => {
                (name, *damage, [*since_start, *triggered, *attacked])
            }
        };
        if let Some(card) = finder.find(name, format!("{path}.arena[{number}]")) {
            arena.push((card, damage, flags));
        }
    }
    let mut pattern = Vec::new();
    if let Some(names) = &given.pattern {
        for (number, name) in names.iter().enumerate() {
            let card = if name == "X" { Some(MARK) } else { finder.find(name, format!("{path}.pattern[{number}]")) };
            pattern.extend(card);
        }
    } else {
        let found = finder.found;
        pattern.extend(player.pattern.iter().filter(|card| !found.has(*card)));
        pattern.push(MARK);
    }
    if pattern.len() > PATTERN_SIZE + 1 {
        faults.push(SetupFault::new(path, "impossible-position", "more cards than a Pattern has"));
    }
    if faults.len() > before {
        return;
    }
    player.life = given.life.unwrap_or(player.life);
    player.crystals = given.crystals;
    player.mana = given.mana;
    player.pattern = pattern.into_iter().collect();
    for card in hand {
        player.enter_hand(card);
    }
    for (card, damage, [since_start, triggered, attacked]) in arena {
        player.enter_arena(card);
        player.damage[card.0 as usize] = damage;
        let marks = [
            (&mut player.since_start, since_start),
            (&mut player.triggered, triggered),
            (&mut player.attacked, attacked),
        ];
        for (set, _) in marks.into_iter().filter(|(_, is_set)| *is_set) {
            set.insert(card);
        }
    }
}
