//! WA-3.1, WA-11.1: from a setup to the state before the first cut, or to every fault that it has.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::catalog::Catalog;
use super::choice::find_card;
use super::event::DuelEvent;
use super::state::{Card, CardId, Fighter, MARK, PATTERN_SIZE, Phase, Player, WizardsArena};
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

/// Reads a setup and deals.
///
/// # Errors
/// Every fault, with its path: `patterns[1][25]` is place 25 of the second seat's Pattern.
pub(super) fn start(
    catalog: &Catalog,
    setup: &Value,
    mut chance: Chance,
    sink: &mut impl Sink<DuelEvent>,
) -> Result<WizardsArena, SetupError> {
    let setup =
        Setup::deserialize(setup).map_err(|error| SetupError::one("setup", "unreadable-setup", error.to_string()))?;
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
    let drawn = setup.first.is_none().then(|| chance.below(2, FIRST_PLAYER, None));
    let first = Seat(setup.first.unwrap_or_else(|| u8::from(drawn.is_some_and(|draw| draw.value == 1))));
    let mut duel = WizardsArena {
        players: [player(catalog, &letters[0]), player(catalog, &letters[1])],
        active: first,
        turn: 0,
        phase: Phase::FirstCut,
        outcome: None,
        serial: 0,
        chance,
    };
    if let Some(draw) = drawn {
        sink.push(DuelEvent::FirstPlayer { seat: first, stream: draw.stream, position: draw.position });
    }
    if let Some(position) = setup.position {
        place(&mut duel, &position)?;
    }
    Ok(duel)
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
        if !player.pattern.contains(&MARK) {
            player.pattern.push(MARK);
        }
    }
    for fighter in &mut duel.player_mut(active.other()).arena {
        (fighter.since_start, fighter.triggered, fighter.attacked) = (false, false, false);
    }
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

fn place_player(player: &mut Player, given: &PlayerPosition, path: &str, faults: &mut Vec<SetupFault>) {
    let mut find = |player: &Player, name: &str, path: String| {
        let card = find_card(player, name);
        if card.is_none() {
            faults.push(SetupFault::new(path, "no-such-card", format!("{name:?} is no card of this Pattern")));
        }
        card
    };
    let mut hand = Vec::new();
    for (number, name) in given.hand.iter().enumerate() {
        hand.extend(find(player, name, format!("{path}.hand[{number}]")));
    }
    let mut arena = Vec::new();
    for (number, fighter) in given.arena.iter().enumerate() {
        let (name, damage, flags) = match fighter {
            FighterPosition::Name(name) => (name, 0, (true, false, false)),
            FighterPosition::Full { name, damage, since_start, triggered, attacked } => {
                (name, *damage, (*since_start, *triggered, *attacked))
            }
        };
        if let Some(card) = find(player, name, format!("{path}.arena[{number}]")) {
            let (since_start, triggered, attacked) = flags;
            arena.push(Fighter { damage, since_start, triggered, attacked, ..Fighter::new(card) });
        }
    }
    let mut pattern = Vec::new();
    if let Some(names) = &given.pattern {
        for (number, name) in names.iter().enumerate() {
            let card = if name == "X" { Some(MARK) } else { find(player, name, format!("{path}.pattern[{number}]")) };
            pattern.extend(card);
        }
    } else {
        let elsewhere = |card: &CardId| hand.contains(card) || arena.iter().any(|fighter| fighter.card == *card);
        pattern.extend(player.pattern.iter().copied().filter(|card| !elsewhere(card)));
        pattern.push(MARK);
    }
    if pattern.len() > PATTERN_SIZE + 1 || hand.len() > PATTERN_SIZE || arena.len() > PATTERN_SIZE {
        faults.push(SetupFault::new(path, "impossible-position", "more cards than a Pattern has"));
        return;
    }
    player.life = given.life.unwrap_or(player.life);
    player.crystals = given.crystals;
    player.mana = given.mana;
    player.pattern = pattern.into_iter().collect();
    player.hand = hand.into_iter().collect();
    player.arena = arena.into_iter().collect();
}
