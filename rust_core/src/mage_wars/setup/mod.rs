//! MW-5, MW-6, MW-32.1: from a setup to the first decision, or to every fault that the setup has.

mod position;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::catalog::kinds::Kind;
use super::catalog::{Book, CardId, Catalog, points};
use super::event::Happening;
use super::frame::Frame;
use super::rules::INITIATIVE_DIE;
use super::state::{MageWars, ObjectId, Phase, Place, Planning, Player, ROUND_LIMIT, STARTING_MANA, Used};
use crate::board::zones::{Grid, Zone};
use crate::contract::{Seat, SetupError, SetupFault, Sink};
use crate::rng::Chance;

/// Spell points of a book (MW-5.1).
const BOOK_POINTS: u32 = 120;
/// Zones from side to side at most: choice lines and the state's numbers are made for no more.
const MOST_ZONES: u8 = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    seats: Vec<SeatSetup>,
    #[serde(default)]
    arena: Option<Arena>,
    #[serde(default)]
    initiative: Option<u8>,
    #[serde(default = "standard_limit")]
    round_limit: Option<u32>,
    #[serde(default)]
    position: Option<position::Position>,
}

#[expect(clippy::unnecessary_wraps, reason = "null means without limit, so the default is a value")]
const fn standard_limit() -> Option<u32> {
    Some(ROUND_LIMIT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatSetup {
    mage: String,
    #[serde(default)]
    spellbook: Option<BookSetup>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum BookSetup {
    Named(String),
    Counts(BTreeMap<String, u8>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arena {
    columns: u8,
    rows: u8,
}

/// Reads a setup and plays up to the first decision.
pub(super) fn start(
    catalog: &Arc<Catalog>,
    setup: &Value,
    chance: Chance,
    sink: &mut impl Sink<Happening>,
) -> Result<MageWars, SetupError> {
    let setup =
        Setup::deserialize(setup).map_err(|error| SetupError::one("setup", "unreadable-setup", error.to_string()))?;
    let mut faults = Vec::new();
    if setup.seats.len() != 2 {
        let message = format!("{} seats; a duel has 2", setup.seats.len());
        return Err(SetupError::one("seats", "wrong-number", message));
    }
    if setup.initiative.is_some_and(|seat| seat > 1) {
        faults.push(SetupFault::new("initiative", "no-such-seat", "the Initiative is 0, 1 or null"));
    }
    if setup.round_limit == Some(0) {
        faults.push(SetupFault::new(
            "round_limit",
            "wrong-number",
            "a game has at least 1 round; null is without limit",
        ));
    }
    let arena = setup.arena.unwrap_or(Arena { columns: 4, rows: 3 });
    let size_ok = |size: u8| (1..=MOST_ZONES).contains(&size);
    if !size_ok(arena.columns) || !size_ok(arena.rows) || arena.columns * arena.rows < 2 {
        let message = format!("an arena has 1 to {MOST_ZONES} columns and rows, and at least two zones");
        faults.push(SetupFault::new("arena", "wrong-number", message));
    }
    let mut mages = Vec::new();
    for (seat, given) in setup.seats.iter().enumerate() {
        mages.extend(read_seat(catalog, given, &format!("seats[{seat}]"), &mut faults));
    }
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    let grid = Grid { columns: arena.columns, rows: arena.rows };
    let mut game = fresh(catalog, grid, &mages, setup.round_limit, chance);
    if let Some(position) = setup.position {
        return position::place(game, position, sink);
    }
    match setup.initiative {
        Some(seat) => game.initiative = Seat(seat),
        None => roll_initiative(&mut game, sink),
    }
    game.stack.push(Frame::Round(Some(Phase::Channel)));
    game.run(sink);
    Ok(game)
}

fn read_seat(catalog: &Catalog, given: &SeatSetup, path: &str, faults: &mut Vec<SetupFault>) -> Option<(CardId, Book)> {
    let mage = catalog.find(&given.mage).filter(|card| catalog.card(*card).kind == Kind::Mage);
    let Some(mage) = mage else {
        faults.push(SetupFault::new(format!("{path}.mage"), "no-such-mage", "the Mages are paladin and siren"));
        return None;
    };
    let preset = || catalog.books.get(&mage).cloned().unwrap_or_else(|| Book::new(catalog.cards.len()));
    match &given.spellbook {
        None => Some((mage, preset())),
        Some(BookSetup::Named(name)) if name == "preset" => Some((mage, preset())),
        Some(BookSetup::Named(name)) => {
            let message = format!("{name:?} is no spellbook; say \"preset\" or list the cards");
            faults.push(SetupFault::new(format!("{path}.spellbook"), "no-such-book", message));
            None
        }
        Some(BookSetup::Counts(counts)) => {
            let before = faults.len();
            let book = read_book(catalog, &given.mage, counts, &format!("{path}.spellbook"), faults);
            (faults.len() == before).then_some((mage, book))
        }
    }
}

/// MW-5.1: who may have what, how often, for how much.
fn read_book(
    catalog: &Catalog,
    mage: &str,
    counts: &BTreeMap<String, u8>,
    path: &str,
    faults: &mut Vec<SetupFault>,
) -> Book {
    let mut book = Book::new(catalog.cards.len());
    let mut total = 0;
    for (id, count) in counts {
        let path = format!("{path}.{id}");
        let Some(card) = catalog.find(id).filter(|card| catalog.card(*card).is_spell()) else {
            faults.push(SetupFault::new(path, "no-such-card", "there is no spell of that name"));
            continue;
        };
        let printed = catalog.card(card);
        if printed.barred(mage) {
            faults.push(SetupFault::new(path.clone(), "barred-card", format!("a {mage} may not have it")));
        }
        if *count > printed.max_copies() {
            let message = format!("{count} copies; a book holds at most {}", printed.max_copies());
            faults.push(SetupFault::new(path, "too-many-copies", message));
        }
        total += u32::from(*count) * points(mage, printed);
        book.set(card, *count);
    }
    if total > BOOK_POINTS {
        let message = format!("{total} spell points; a book has {BOOK_POINTS}");
        faults.push(SetupFault::new(path, "too-many-points", message));
    }
    book
}

/// MW-6.1.
fn fresh(
    catalog: &Arc<Catalog>,
    grid: Grid,
    mages: &[(CardId, Book)],
    round_limit: Option<u32>,
    chance: Chance,
) -> MageWars {
    let player = |seat: usize| {
        let (mage_card, book) = &mages[seat];
        Player {
            mage: ObjectId(u16::try_from(seat).expect("two seats")),
            mage_card: *mage_card,
            mana: STARTING_MANA,
            valor: 0,
            quickcast: true,
            auras: 0,
            challenge: None,
            call: None,
            smite: false,
            plans: Vec::new(),
            planning: Planning::default(),
            book: book.clone(),
            discard: Vec::new(),
            numbers: vec![0; catalog.cards.len()],
            enchantments: 0,
            used: Used::default(),
        }
    };
    let mut game = MageWars {
        catalog: Arc::clone(catalog),
        grid,
        round_limit,
        round: 1,
        phase: Phase::Channel,
        initiative: Seat(0),
        players: [player(0), player(1)],
        objects: Vec::new(),
        next_object: 0,
        stack: Vec::new(),
        serials: [0; 2],
        outcome: None,
        chance,
    };
    let corners = [Zone { x: 0, y: 0 }, Zone { x: grid.columns - 1, y: grid.rows - 1 }];
    for (seat, corner) in [Seat(0), Seat(1)].into_iter().zip(corners) {
        let card = mages[seat.index()].0;
        let mut mage = game.fresh(card, seat, Place::Zone(corner), 0);
        mage.active = true;
        game.objects.push(mage);
    }
    game
}

/// MW-6.2: the higher of two dice has the Initiative; equal ones are rolled again.
fn roll_initiative(game: &mut MageWars, sink: &mut impl Sink<Happening>) {
    loop {
        let (first, rolled) = crate::dice::roll_effect(&mut game.chance, INITIATIVE_DIE, None);
        let (second, _) = crate::dice::roll_effect(&mut game.chance, INITIATIVE_DIE, None);
        if first != second {
            game.initiative = if first > second { Seat(0) } else { Seat(1) };
            sink.push(Happening::InitiativeRolled {
                rolls: [first, second],
                seat: game.initiative,
                stream: rolled.stream,
                position: rolled.position,
            });
            return;
        }
    }
}
