//! MW-32.2: a state to start from, for puzzles, drills and tests.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::Deserialize;

use crate::board::zones::{Border, Zone};
use crate::contract::{Seat, SetupError, SetupFault, Sink};
use crate::mage_wars::catalog::CardId;
use crate::mage_wars::catalog::kinds::{Aura, Condition, Kind, Slot, Token};
use crate::mage_wars::event::Happening;
use crate::mage_wars::frame::{ActivationStep, Frame, Stage};
use crate::mage_wars::state::{MageWars, Object, ObjectId, Phase, Place, Plan};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    #[serde(default)]
    round: Option<u32>,
    phase: Phase,
    #[serde(default)]
    initiative: u8,
    #[serde(default)]
    turn: Option<u8>,
    #[serde(default)]
    acting: Option<String>,
    #[serde(default)]
    seats: Vec<SeatPosition>,
    #[serde(default)]
    objects: Vec<ObjectPosition>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SeatPosition {
    mana: Option<i32>,
    valor: i32,
    quickcast: Option<bool>,
    auras: Vec<String>,
    challenge: Option<String>,
    call: Option<String>,
    planned: BTreeMap<String, Vec<String>>,
    spellbook: Option<BTreeMap<String, u8>>,
    discard: Vec<String>,
    used: Vec<String>,
    smite: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectPosition {
    #[serde(rename = "ref")]
    name: String,
    #[serde(default)]
    zone: Option<[u8; 2]>,
    #[serde(default)]
    border: Option<[[u8; 2]; 2]>,
    #[serde(default)]
    host: Option<String>,
    #[serde(default)]
    damage: i32,
    #[serde(default)]
    mana: i32,
    #[serde(default)]
    active: Option<bool>,
    #[serde(default)]
    guard: bool,
    #[serde(default = "yes")]
    revealed: bool,
    #[serde(default)]
    conditions: BTreeMap<String, u8>,
    #[serde(default)]
    tokens: BTreeMap<String, u8>,
    #[serde(default)]
    fermata: u8,
    #[serde(default)]
    prey: Vec<String>,
    #[serde(default)]
    slot: Option<Slot>,
}

const fn yes() -> bool {
    true
}

/// Builds the position on a fresh game, with the faults on the way.
struct Builder {
    game: MageWars,
    names: BTreeMap<String, ObjectId>,
    faults: Vec<SetupFault>,
}

impl Builder {
    fn fault(&mut self, path: &str, message: impl Into<String>) {
        self.faults.push(SetupFault::new(path, "impossible-position", message));
    }

    /// `p1:kraken#1`: seat, card and number.
    fn read_name(&mut self, name: &str, path: &str) -> Option<(Seat, CardId, u16)> {
        let read = || {
            let (seat, rest) = name.split_once(':')?;
            let seat = match seat {
                "p1" => Seat(0),
                "p2" => Seat(1),
                _ => return None,
            };
            let (card, number) = match rest.split_once('#') {
                Some((card, number)) => (card, number.parse().ok()?),
                None => (rest, 0),
            };
            Some((seat, self.game.catalog.find(card)?, number))
        };
        let found = read();
        if found.is_none() {
            self.fault(path, format!("{name:?} is no object; say p1:kraken#1"));
        }
        found
    }

    fn find(&mut self, name: &str, path: &str) -> Option<ObjectId> {
        let found = self.names.get(name).copied();
        if found.is_none() {
            self.fault(path, format!("{name:?} is not among the objects"));
        }
        found
    }

    fn card(&mut self, id: &str, path: &str) -> Option<CardId> {
        let card = self.game.catalog.find(id);
        if card.is_none() {
            self.fault(path, format!("there is no card {id:?}"));
        }
        card
    }

    fn zone(&mut self, zone: [u8; 2], path: &str) -> Zone {
        let zone = Zone { x: zone[0], y: zone[1] };
        if !self.game.grid.holds(zone) {
            self.fault(path, "the zone is outside the arena");
        }
        zone
    }

    fn create(&mut self, given: &ObjectPosition, path: &str) {
        let Some((seat, card, number)) = self.read_name(&given.name, path) else { return };
        let kind = self.game.catalog.card(card).kind;
        if kind == Kind::Mage {
            let mage = self.game.player(seat).mage;
            if self.game.player(seat).mage_card != card {
                self.fault(path, "that seat plays another Mage");
            }
            self.names.insert(given.name.clone(), mage);
            return;
        }
        if !self.game.catalog.card(card).is_spell() || matches!(kind, Kind::Incantation | Kind::Attack) || number == 0 {
            self.fault(path, "that is never in play under such a name");
            return;
        }
        let object = self.game.fresh(card, seat, Place::Zone(Zone { x: 0, y: 0 }), number);
        if self.names.insert(given.name.clone(), object.id).is_some() {
            self.fault(path, "the name is given twice");
        }
        let player = self.game.player_mut(seat);
        let last =
            if kind == Kind::Enchantment { &mut player.enchantments } else { &mut player.numbers[card.0 as usize] };
        *last = (*last).max(number);
        self.game.objects.push(object);
    }

    fn fill(&mut self, given: &ObjectPosition, path: &str) {
        let Some(id) = self.names.get(&given.name).copied() else { return };
        let Some(mut object) = self.game.find(id).copied() else { return };
        let card = self.game.catalog.card(object.card).clone();
        if let Some(place) = self.place_of(given, &object, card.kind, path) {
            object.place = place;
        }
        object.damage = given.damage;
        object.mana = given.mana;
        object.active = card.kind.is_creature() && given.active.unwrap_or(true);
        object.guard = given.guard;
        object.revealed = given.revealed;
        object.fermata = given.fermata;
        object.tokens = [0; Token::ALL.len()];
        if given.revealed {
            *object.token_mut(Token::Dissipate) = u8::try_from(card.dissipate).unwrap_or(0);
        }
        if card.kind == Kind::Equipment {
            object.slot = given.slot.or(card.slots.first().copied());
        }
        for (name, count) in &given.conditions {
            match Condition::parse(name) {
                Some(condition) => *object.condition_mut(condition) = *count,
                None => self.fault(&format!("{path}.conditions"), format!("there is no condition {name:?}")),
            }
        }
        for (name, count) in &given.tokens {
            match Token::parse(name) {
                Some(token) => *object.token_mut(token) = *count,
                None => self.fault(&format!("{path}.tokens"), format!("there is no token {name:?}")),
            }
        }
        if given.guard && !card.kind.is_creature() {
            self.fault(path, "only creatures guard");
            object.guard = false;
        }
        *self.game.find_mut(id).expect("it was just found") = object;
        for (place, prey) in given.prey.iter().enumerate() {
            let Some(prey) = self.find(prey, &format!("{path}.prey[{place}]")) else { continue };
            let word = card
                .attacks
                .iter()
                .find(|attack| {
                    attack
                        .bands
                        .iter()
                        .any(|(_, does)| does.contains(&crate::mage_wars::catalog::kinds::Effect::Grapple))
                })
                .map(|attack| attack.word);
            match (word, self.game.find_mut(prey)) {
                (Some(word), Some(prey)) => prey.captor = Some((id, word)),
                _ => self.fault(path, "it has no attack that grapples"),
            }
        }
    }

    fn place_of(&mut self, given: &ObjectPosition, object: &Object, kind: Kind, path: &str) -> Option<Place> {
        match (given.zone, given.border, &given.host) {
            (Some(zone), None, None) if kind != Kind::Equipment => {
                Some(Place::Zone(self.zone(zone, &format!("{path}.zone"))))
            }
            (None, Some([a, b]), None) if kind == Kind::Wall => {
                let (a, b) = (self.zone(a, path), self.zone(b, path));
                let border = Border::between(a, b);
                if border.is_none() {
                    self.fault(path, "these zones share no border");
                }
                border.map(Place::Border)
            }
            (None, None, Some(host)) => self.find(host, &format!("{path}.host")).map(Place::On),
            (None, None, None) if kind == Kind::Mage => Some(object.place),
            (None, None, None) if kind == Kind::Equipment => Some(Place::On(self.game.player(object.seat).mage)),
            _ => {
                self.fault(path, "say one of zone, border (walls) and host");
                None
            }
        }
    }

    fn fill_seat(&mut self, seat: Seat, given: &SeatPosition, path: &str) {
        let player = self.game.player_mut(seat);
        player.mana = given.mana.unwrap_or(player.mana);
        player.valor = given.valor;
        player.quickcast = given.quickcast.unwrap_or(true);
        player.smite = given.smite;
        for name in &given.auras {
            let aura = Aura::parse(name.strip_suffix("_aura").unwrap_or(name));
            match aura {
                Some(aura) => self.game.player_mut(seat).auras |= 1 << aura as u8,
                None => self.fault(&format!("{path}.auras"), format!("there is no aura {name:?}")),
            }
        }
        if let Some(name) = &given.challenge {
            self.game.player_mut(seat).challenge = self.find(name, &format!("{path}.challenge"));
        }
        if let Some(name) = &given.call {
            self.game.player_mut(seat).call = self.find(name, &format!("{path}.call"));
        }
        for (caster, cards) in &given.planned {
            let path = format!("{path}.planned.{caster}");
            let caster = if caster == "mage" { Some(self.game.player(seat).mage) } else { self.find(caster, &path) };
            let mut planned = ArrayVec::new();
            for card in cards {
                if let Some(card) = self.card(card, &path)
                    && planned.try_push(card).is_err()
                {
                    self.fault(&path, "nobody plans more than two cards");
                }
            }
            planned.sort_unstable();
            if let Some(caster) = caster {
                self.game.player_mut(seat).plans.push(Plan { caster, cards: planned });
            }
        }
        self.game.player_mut(seat).plans.sort_by_key(|plan| plan.caster);
        for card in &given.discard {
            if let Some(card) = self.card(card, &format!("{path}.discard")) {
                self.game.player_mut(seat).discard.push(card);
            }
        }
        self.fill_book(seat, given.spellbook.as_ref(), path);
        for word in &given.used {
            self.mark_used(seat, word, &format!("{path}.used"));
        }
    }

    /// A book that is left out is the given one less every card that is somewhere else.
    fn fill_book(&mut self, seat: Seat, given: Option<&BTreeMap<String, u8>>, path: &str) {
        if let Some(counts) = given {
            let mut book = crate::mage_wars::catalog::Book::new(self.game.catalog.cards.len());
            for (id, count) in counts {
                if let Some(card) = self.card(id, &format!("{path}.spellbook")) {
                    book.set(card, *count);
                }
            }
            self.game.player_mut(seat).book = book;
            return;
        }
        let in_play = self.game.objects.iter().filter(|object| object.seat == seat).map(|object| object.card);
        let player = self.game.player(seat);
        let planned = player.plans.iter().flat_map(|plan| plan.cards.iter().copied());
        let gone: Vec<CardId> = in_play.chain(planned).chain(player.discard.iter().copied()).collect();
        for card in gone {
            self.game.player_mut(seat).book.take(card);
        }
    }

    fn mark_used(&mut self, seat: Seat, word: &str, path: &str) {
        let used = &mut self.game.player_mut(seat).used;
        match word {
            "challenge_reroll" => used.paladin_reroll = true,
            "challenged_reroll" => used.challenged_reroll = true,
            "valor_strongest" => used.valor_strongest = true,
            "signet_mana" => used.signet = true,
            "ring_discount" => used.ring = true,
            "voice_discount" => used.voice = true,
            "meraveran" => used.meraveran = true,
            _ => {
                let (what, name) = word.split_once(':').unwrap_or((word, ""));
                let Some(id) = self.find(name, path) else { return };
                let object = self.game.find_mut(id).expect("it is among the objects");
                match what {
                    "defense" => object.defenses += 1,
                    "eligor_counter" => object.countered = true,
                    "vampiric" => object.drained = true,
                    "overextend" => object.overextended = true,
                    _ => self.fault(path, format!("nothing is called {what:?}")),
                }
            }
        }
    }

    /// What a table never shows: two terrains in a zone, damage up to Life, a Grapple across zones.
    fn judge(&mut self) {
        if let Err(message) = self.game.check_table() {
            self.fault("position", message);
        }
    }
}

impl MageWars {
    /// Faults of a given table beyond the invariants.
    fn check_table(&self) -> Result<(), String> {
        for object in &self.objects {
            let name = format!("{}#{}", self.card_of(object).id, object.number);
            if self.stats(object).life.is_some_and(|life| object.revealed && Self::suffered(object) >= life) {
                return Err(format!("{name} has as much damage as Life"));
            }
            let same_place = |other: &&Object| other.id != object.id && other.place == object.place;
            let kind = self.card_of(object).kind;
            let crowded = self.objects.iter().filter(same_place).any(|other| {
                let theirs = self.card_of(other).kind;
                kind == theirs && matches!(kind, Kind::Terrain | Kind::Wall)
            });
            if crowded {
                return Err(format!("{name} shares its place with another of its kind"));
            }
        }
        self.check()
    }
}

/// Makes the position and plays up to its first decision.
pub(super) fn place(
    game: MageWars,
    position: Position,
    sink: &mut impl Sink<Happening>,
) -> Result<MageWars, SetupError> {
    if position.initiative > 1 || position.seats.len() > 2 || position.turn.is_some_and(|turn| turn > 1) {
        return Err(SetupError::one("position", "no-such-seat", "a duel has the seats 0 and 1"));
    }
    let mut builder = Builder { game, names: BTreeMap::new(), faults: Vec::new() };
    for seat in [Seat(0), Seat(1)] {
        let player = builder.game.player(seat);
        let name = format!("p{}:{}", seat.number(), builder.game.catalog.card(player.mage_card).id);
        let mage = player.mage;
        builder.names.insert(name, mage);
    }
    builder.game.round = position.round.unwrap_or(1);
    builder.game.initiative = Seat(position.initiative);
    builder.game.phase = position.phase;
    for (place, object) in position.objects.iter().enumerate() {
        builder.create(object, &format!("position.objects[{place}]"));
    }
    for (place, object) in position.objects.iter().enumerate() {
        builder.fill(object, &format!("position.objects[{place}]"));
    }
    let mut seats = position.seats.into_iter();
    for seat in [Seat(0), Seat(1)] {
        let given = seats.next().unwrap_or_default();
        builder.fill_seat(seat, &given, &format!("position.seats[{}]", seat.0));
    }
    let acting = position.acting.and_then(|name| builder.find(&name, "position.acting"));
    builder.game.stack.push(Frame::Planning);
    if builder.faults.is_empty() {
        builder.judge();
    }
    if !builder.faults.is_empty() {
        return Err(SetupError { faults: builder.faults });
    }
    let mut game = builder.game;
    game.stack.clear();
    if position.phase == Phase::Action {
        game.stack.push(Frame::Round(Some(Phase::FinalQuickcast)));
        let turn = Seat(position.turn.unwrap_or(position.initiative));
        sink.push(Happening::PhaseBegan { round: game.round, phase: "action", initiative: game.initiative });
        match acting {
            None => game.stack.push(Frame::Stage(Stage { turn, must: false, after: false })),
            Some(actor) => {
                let seat = game.object(actor).seat;
                game.stack.push(Frame::Stage(Stage { turn: seat, must: false, after: true }));
                game.activate(seat, actor);
                game.find_mut(actor).expect("it acts").active = false;
                if let Some(Frame::Activation(acting)) = game.stack.last_mut() {
                    acting.step = ActivationStep::Choose;
                }
            }
        }
    } else {
        game.stack.push(Frame::Round(Some(position.phase)));
    }
    game.run(sink);
    Ok(game)
}
