//! MT-2, MT-3, MT-26.1 to MT-26.3: from a setup to the first decision, or to every fault that it has.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::catalog::{CardId, CardType, Catalog, Group};
use super::event::TowerEvent;
use super::position::{self, Position};
use super::rules::{DEAL, FIRST_PLAYER, MONSTERS};
use super::state::{
    COOP_DEALT, DRAFTED, Draft, DraftKind, Known, MageTower, Mode, MonsterDeck, Phase, Player, START_LIFE, seat_at,
};
use crate::contract::{Seat, SetupError, SetupFault, Sink};
use crate::rng::Chance;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(default = "versus")]
    mode: Mode,
    #[serde(default)]
    players: Option<usize>,
    #[serde(default)]
    draft: DraftKind,
    #[serde(default)]
    advanced: bool,
    #[serde(default)]
    first: Option<usize>,
    #[serde(default)]
    decks: Option<Vec<Option<Vec<String>>>>,
    #[serde(default)]
    position: Option<Position>,
}

const fn versus() -> Mode {
    Mode::Versus
}

/// A setup that was judged.
#[derive(Clone)]
struct Plan {
    mode: Mode,
    players: usize,
    draft: DraftKind,
    advanced: bool,
    first: Option<Seat>,
    /// By seat: given decks; none is dealt.
    given: Vec<Option<Vec<CardId>>>,
    has_decks: bool,
}

/// A setup that was read: any number of matches start from it.
pub(super) struct Start {
    /// The table before anything has happened.
    table: MageTower,
    plan: Plan,
    position: Option<Position>,
}

impl Start {
    /// A match with this chance, up to its first decision.
    pub(super) fn begin(&self, chance: Chance, sink: &mut impl Sink<TowerEvent>) -> MageTower {
        let mut game = MageTower { chance, ..self.table.clone() };
        match &self.position {
            Some(position) => position::start(&mut game, position, sink),
            None => begin(&mut game, self.plan.clone(), sink),
        }
        game
    }
}

/// Reads a setup and starts.
///
/// # Errors
/// Every fault, with its path: `decks[1][3]` is the fourth card of the second seat.
pub(super) fn start(
    catalog: &Arc<Catalog>,
    setup: &Value,
    chance: Chance,
    sink: &mut impl Sink<TowerEvent>,
) -> Result<MageTower, SetupError> {
    let game = read(catalog, setup)?.begin(chance, sink);
    game.check().map_err(|fault| SetupError::one("position", "impossible-position", fault))?;
    Ok(game)
}

/// Reads and judges a setup.
///
/// # Errors
/// As `start`, but for positions that are impossible in a way that only shows once the match has started.
pub(super) fn read(catalog: &Arc<Catalog>, setup: &Value) -> Result<Start, SetupError> {
    if !setup.is_object() {
        return Err(SetupError::one("setup", "unreadable-setup", "a setup is a JSON object"));
    }
    let setup =
        Setup::deserialize(setup).map_err(|error| SetupError::one("setup", "unreadable-setup", error.to_string()))?;
    let (plan, position) = judge(catalog, setup)?;
    let mut table = empty(catalog, &plan, Chance::seeded([0; 32]));
    if let Some(position) = &position {
        lay_out(&mut table, &plan);
        position::place(&mut table, position)?;
    }
    Ok(Start { table, plan, position })
}

fn judge(catalog: &Catalog, setup: Setup) -> Result<(Plan, Option<Position>), SetupError> {
    let mut faults = Vec::new();
    let players = setup.players.unwrap_or(if setup.mode == Mode::Solo { 1 } else { 2 });
    let (least, most) = match setup.mode {
        Mode::Versus => (2, 6),
        Mode::Solo => (1, 1),
        Mode::Coop => (1, 4),
    };
    if !(least..=most).contains(&players) {
        let message = format!("{players} players; this mode takes {least} to {most}");
        return Err(SetupError::one("players", "wrong-number", message));
    }
    if setup.draft == DraftKind::Visible && setup.mode == Mode::Versus && players != 2 {
        faults.push(SetupFault::new(
            "draft",
            "wrong-number",
            "the visible draft is for two players; hidden is for any",
        ));
    }
    if setup.first.is_some_and(|first| first >= players) {
        let message = format!("the first player is a seat from 0 to {}, or null", players - 1);
        faults.push(SetupFault::new("first", "no-such-seat", message));
    }
    let has_decks = setup.decks.is_some();
    let given = read_decks(catalog, setup.decks.unwrap_or_default(), players, setup.mode, setup.advanced, &mut faults);
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    let plan = Plan {
        mode: setup.mode,
        players,
        draft: setup.draft,
        advanced: setup.advanced,
        first: setup.first.map(seat_at),
        given,
        has_decks,
    };
    Ok((plan, setup.position))
}

/// MT-26.2, MT-26.3: given decks as cards, with every fault.
fn read_decks(
    catalog: &Catalog,
    decks: Vec<Option<Vec<String>>>,
    players: usize,
    mode: Mode,
    advanced: bool,
    faults: &mut Vec<SetupFault>,
) -> Vec<Option<Vec<CardId>>> {
    if decks.len() > players {
        let message = format!("{} decks for {players} players", decks.len());
        faults.push(SetupFault::new("decks", "wrong-number", message));
    }
    let mut seen = Vec::new();
    let mut given: Vec<Option<Vec<CardId>>> = Vec::new();
    for (seat, deck) in decks.into_iter().enumerate() {
        let Some(ids) = deck else {
            given.push(None);
            continue;
        };
        if ids.len() != DRAFTED {
            let message = format!("{} cards; a deck has {DRAFTED} draft cards beside the basics", ids.len());
            faults.push(SetupFault::new(format!("decks[{seat}]"), "wrong-number", message));
        }
        let mut cards = Vec::new();
        for (place, id) in ids.iter().enumerate() {
            let path = format!("decks[{seat}][{place}]");
            let Some(card) = catalog.find(id) else {
                let id: String = id.escape_debug().take(32).collect();
                faults.push(SetupFault::new(path, "no-such-card", format!("there is no card {id}")));
                continue;
            };
            let entry = &catalog.card(card).entry;
            let fault = if entry.group != Group::Draft {
                Some(("no-draft-card", format!("{id} is no draft card")))
            } else if seen.contains(&card) {
                Some(("twice", format!("{id} is in the match twice; there is one of each draft card")))
            } else if entry.kind == CardType::Boon && mode != Mode::Versus {
                Some(("no-boons", format!("{id} is a Boon; co-op and solo have none")))
            } else if entry.advanced && !advanced {
                Some(("advanced-card", format!("{id} is advanced; \"advanced\": true would allow it")))
            } else {
                None
            };
            if let Some((code, message)) = fault {
                faults.push(SetupFault::new(path, code, message));
            }
            seen.push(card);
            cards.push(card);
        }
        given.push(Some(cards));
    }
    given.resize(players.max(given.len()), None);
    given
}

/// A table with piles and monster decks in their order, nothing shuffled, nobody's deck made.
fn empty(catalog: &Arc<Catalog>, plan: &Plan, chance: Chance) -> MageTower {
    let boards = if plan.mode == Mode::Coop { 1 } else { plan.players };
    let player = Player { life: START_LIFE, ..Player::default() };
    let known = plan.given.iter().map(|given| if given.is_some() { Known::Public } else { Known::Dealt });
    let mut game = MageTower {
        catalog: Arc::clone(catalog),
        mode: plan.mode,
        players: vec![player; plan.players],
        boards: vec![Vec::new(); boards],
        decks: monster_decks(catalog, plan.mode, plan.players),
        team_life: START_LIFE,
        piles: catalog.piles.iter().map(|card| catalog.card(*card).entry.copies).collect(),
        pool: catalog.pool(plan.advanced, plan.mode == Mode::Versus),
        known: known.collect(),
        first: plan.first.unwrap_or(Seat(0)),
        active: plan.first.unwrap_or(Seat(0)),
        deck_turn: false,
        turn: 0,
        round: 0,
        energy: 0,
        actions: 0,
        phase: Phase::Gamestart,
        last_turns: None,
        draft: None,
        stack: Vec::with_capacity(8),
        window: None,
        next_uid: 0,
        serial: 0,
        gone: 0,
        cards: 0,
        outcome: None,
        chance,
    };
    for given in plan.given.iter().flatten().flatten() {
        game.pool.retain(|card| card != given);
    }
    for player in &mut game.players {
        for (card, count) in &catalog.basics {
            player.deck.extend(std::iter::repeat_n(*card, *count as usize));
        }
    }
    game
}

/// MT-2.3, MT-2.4, MT-15.8, MT-16.1: kinds by turns, so that an unshuffled deck is mixed too.
fn monster_decks(catalog: &Catalog, mode: Mode, players: usize) -> Vec<MonsterDeck> {
    let base = |each: u8| {
        let rounds = (0..each).flat_map(|_| catalog.monsters.iter().rev().copied());
        MonsterDeck { cards: rounds.collect(), ..MonsterDeck::default() }
    };
    match mode {
        Mode::Versus if players == 2 => vec![base(4), base(4)],
        Mode::Versus => vec![base(8)],
        Mode::Solo => vec![base(6)],
        Mode::Coop => {
            let copies = catalog
                .coop_monsters
                .iter()
                .rev()
                .flat_map(|card| std::iter::repeat_n(*card, catalog.card(*card).entry.copies as usize));
            vec![MonsterDeck { cards: copies.collect(), ..MonsterDeck::default() }]
        }
    }
}

/// A position's untouched start: given or the first cards of the pool, no chance.
fn lay_out(game: &mut MageTower, plan: &Plan) {
    for (seat, given) in plan.given.iter().enumerate() {
        let cards = given.clone().unwrap_or_else(|| {
            let plain = |card: &&CardId| !game.card(**card).has_gamestart;
            game.pool.iter().filter(plain).take(DRAFTED).copied().collect()
        });
        game.pool.retain(|card| !cards.contains(card));
        game.players[seat].deck.extend(cards);
        game.players[seat].deck.reverse();
    }
}

/// A match from its beginning.
fn begin(game: &mut MageTower, plan: Plan, sink: &mut impl Sink<TowerEvent>) {
    if plan.first.is_none() && game.mode == Mode::Versus {
        let bound = u32::try_from(plan.players).expect("six at most");
        let draw = game.chance.below(bound, FIRST_PLAYER, None);
        game.first = seat_at(draw.value as usize);
        game.active = game.first;
        sink.push(TowerEvent::FirstPlayer { seat: game.first, stream: draw.stream, position: draw.position });
    }
    for deck in 0..game.decks.len() {
        let owner = (game.decks.len() > 1).then(|| seat_at(deck));
        game.chance.shuffle(&mut game.decks[deck].cards, MONSTERS, owner);
    }
    let mut pool = std::mem::take(&mut game.pool);
    game.chance.shuffle(&mut pool, DEAL, None);
    let mut deal = |count: usize| -> Vec<CardId> { pool.split_off(pool.len().saturating_sub(count)) };
    let kind = match (plan.mode, plan.has_decks) {
        (_, true) => DraftKind::Random,
        (Mode::Versus, false) => plan.draft,
        (Mode::Solo | Mode::Coop, false) => DraftKind::Hidden,
    };
    let empty = vec![Vec::new(); plan.players];
    let draft = |packs, later, kind| Draft {
        kind,
        round: 0,
        layout: Vec::new(),
        packs,
        picked: empty.clone(),
        later,
        turn: game.first,
    };
    let mut wants_draft = true;
    match (plan.mode, kind) {
        (_, DraftKind::Random) => {
            wants_draft = false;
            for (seat, given) in plan.given.into_iter().enumerate() {
                let cards = given.unwrap_or_else(|| deal(DRAFTED));
                game.players[seat].deck.extend(cards);
            }
        }
        (Mode::Versus, DraftKind::Visible) => {
            game.draft = Some(draft(empty.clone(), deal(DRAFTED * 2), kind));
            game.known.fill(Known::Public);
        }
        (Mode::Versus, DraftKind::Hidden) => {
            let mut packs: Vec<Vec<CardId>> = (0..plan.players).map(|_| deal(DRAFTED)).collect();
            for pack in &mut packs {
                pack.sort_unstable();
            }
            game.draft = Some(draft(packs, Vec::new(), kind));
            game.known.fill(Known::Drafted);
        }
        (Mode::Solo | Mode::Coop, DraftKind::Visible | DraftKind::Hidden) => {
            let packs: Vec<Vec<CardId>> = (0..plan.players).map(|_| deal(COOP_DEALT)).collect();
            for (seat, pack) in packs.iter().enumerate() {
                let cards = Some(game.catalog.ids(pack));
                sink.push(TowerEvent::Pack { seat: seat_at(seat), n: pack.len(), cards });
            }
            game.draft = Some(draft(packs, Vec::new(), DraftKind::Hidden));
        }
    }
    pool.sort_unstable();
    game.pool = pool;
    game.cards = game.count_cards();
    if wants_draft {
        game.phase = if plan.mode == Mode::Versus { Phase::Draft } else { Phase::Keep };
        game.draft_round(sink);
    } else {
        for seat in game.all_seats() {
            game.shuffle_deck(seat);
        }
        game.begin_gamestart(sink);
    }
    game.advance(sink);
}
