//! MT-26.5 to MT-26.10: what a viewer may know, built up from what it may see.

use serde::Serialize;

use super::catalog::{CardId, CardType};
use super::event::{Id, Thing};
use super::state::{DraftKind, MageTower, Mode, MonsterDeck, Phase};
use crate::contract::Seat;

#[derive(Serialize)]
struct View {
    game: &'static str,
    mode: Mode,
    turn: u32,
    round: u32,
    active: Option<Seat>,
    phase: Phase,
    you: Option<Seat>,
    energy: i32,
    actions_left: u32,
    players: Vec<PlayerView>,
    piles: Piles,
    monsters: Option<DeckView>,
    team: Option<TeamView>,
    last_turns: Option<Vec<Seat>>,
    draft: Option<DraftView>,
}

/// The common piles by the ids of their cards, in the order of the card file.
struct Piles(Vec<(Id, u8)>);

impl Serialize for Piles {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, left)| (id, left)))
    }
}

#[derive(Serialize)]
struct PlayerView {
    seat: Seat,
    life: Option<i32>,
    gold: i32,
    out: bool,
    hand_size: usize,
    hand: Option<Vec<Id>>,
    deck_size: usize,
    discard: Vec<Id>,
    in_play: Vec<ItemView>,
    board: Option<Vec<MonsterView>>,
    monsters: Option<DeckView>,
    price: Piles,
    next_energy: i32,
    window: Option<[i32; 2]>,
}

#[derive(Serialize)]
struct ItemView {
    name: String,
    card: Id,
    #[serde(rename = "type")]
    role: &'static str,
    attack: Option<i32>,
    health: Option<i32>,
    damage: i32,
    attacks_left: Option<u8>,
    on: Option<String>,
    uses_left: Option<u8>,
}

#[derive(Serialize)]
struct MonsterView {
    name: String,
    card: Id,
    attack: i32,
    health: i32,
    damage: i32,
    angry: bool,
    delay: u8,
    owner: Option<Seat>,
    real: bool,
    entered_turn: u32,
}

#[derive(Serialize)]
struct DeckView {
    deck_size: usize,
    discard: Vec<Id>,
    reshuffles: u32,
    threshold: Option<u32>,
}

#[derive(Serialize)]
struct TeamView {
    life: i32,
    board: Vec<MonsterView>,
}

#[derive(Serialize)]
struct DraftView {
    kind: &'static str,
    round: u8,
    layout: Option<Vec<Id>>,
    pack: Option<Vec<Id>>,
    picked: Option<Picked>,
    waiting: Vec<Seat>,
}

/// Own picks, or in the visible draft everybody's by seat.
enum Picked {
    Own(Vec<Id>),
    All(Vec<Vec<Id>>),
}

impl Serialize for Picked {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Own(cards) => cards.serialize(serializer),
            Self::All(players) => players.serialize(serializer),
        }
    }
}

const fn role_name(role: CardType) -> &'static str {
    match role {
        CardType::Ability => "ability",
        CardType::Defender => "defender",
        CardType::Permanent => "permanent",
        CardType::Equipment => "equipment",
        CardType::MonsterAttack => "monster_attack",
        CardType::Boon => "boon",
        CardType::Monster => "monster",
        CardType::Placeholder => "placeholder",
    }
}

impl MageTower {
    /// The view as JSON.
    pub(super) fn view_json(&self, viewer: Option<Seat>) -> String {
        let is_coop = self.mode == Mode::Coop;
        let turns = matches!(self.phase, Phase::Begin | Phase::Monster | Phase::Casting | Phase::End);
        let view = View {
            game: "mage_tower",
            mode: self.mode,
            turn: self.turn,
            round: self.round,
            active: (turns && !self.deck_turn).then_some(self.active),
            phase: self.phase,
            you: viewer,
            energy: self.energy,
            actions_left: super::state::MAX_ACTIONS.saturating_sub(self.actions),
            players: self.all_seats().map(|seat| self.player_view(seat, viewer)).collect(),
            piles: Piles(self.catalog.piles.iter().map(|card| (self.catalog.id(*card), self.pile(*card))).collect()),
            monsters: (self.decks.len() == 1).then(|| self.deck_view(&self.decks[0])),
            team: is_coop.then(|| TeamView { life: self.team_life, board: self.board_view(0) }),
            last_turns: self.last_turns.as_ref().map(|seats| seats.to_vec()),
            draft: self.draft_view(viewer),
        };
        serde_json::to_string(&view).expect("a view is plain data")
    }

    fn player_view(&self, seat: Seat, viewer: Option<Seat>) -> PlayerView {
        let player = self.player(seat);
        let is_coop = self.mode == Mode::Coop;
        let (least, most) = self.window_of_points(seat);
        PlayerView {
            seat,
            life: (!is_coop).then_some(player.life),
            gold: player.gold,
            out: player.out,
            hand_size: player.hand.len(),
            hand: (viewer == Some(seat)).then(|| self.catalog.ids(&player.hand)),
            deck_size: player.deck.len(),
            discard: self.catalog.ids(&player.discard),
            in_play: player.in_play.iter().map(|item| self.item_view(seat, item)).collect(),
            board: (!is_coop).then(|| self.board_view(self.board_of(seat))),
            monsters: (self.decks.len() > 1).then(|| self.deck_view(&self.decks[seat.index()])),
            price: Piles(
                self.catalog
                    .prizes
                    .iter()
                    .map(|card| (self.catalog.id(*card), u8::try_from(self.price(seat, *card)).unwrap_or(u8::MAX)))
                    .collect(),
            ),
            next_energy: self.start_energy(seat),
            window: (!is_coop).then_some([least, most]),
        }
    }

    fn deck_view(&self, deck: &MonsterDeck) -> DeckView {
        DeckView {
            deck_size: deck.cards.len(),
            discard: self.catalog.ids(&deck.discard),
            reshuffles: deck.reshuffles,
            threshold: (self.mode == Mode::Versus).then(|| self.threshold()),
        }
    }

    fn bare(thing: Thing) -> String {
        let name = thing.to_string();
        name.split_once(':').map_or(name.clone(), |(_, bare)| bare.to_owned())
    }

    fn item_view(&self, seat: Seat, item: &super::state::Item) -> ItemView {
        let is_defender = item.role == CardType::Defender;
        let activated = self.card(item.card).entry.activated.as_ref();
        ItemView {
            name: Self::bare(self.thing(item.uid)),
            card: self.catalog.id(item.card),
            role: role_name(item.role),
            attack: is_defender.then(|| self.defender_attack(seat, item)),
            health: is_defender.then(|| self.defender_health(seat, item)),
            damage: item.damage,
            attacks_left: is_defender.then(|| self.attacks_left(item)),
            on: item.on.map(|on| Self::bare(self.thing(on))),
            uses_left: activated.and_then(|ability| ability.limit).map(|limit| limit.saturating_sub(item.uses)),
        }
    }

    fn board_view(&self, board: usize) -> Vec<MonsterView> {
        let view = |place: usize| {
            let monster = &self.boards[board][place];
            MonsterView {
                name: Self::bare(self.monster_thing(board, place)),
                card: self.catalog.id(monster.card),
                attack: self.monster_attack(board, place),
                health: self.monster_health(board, place),
                damage: monster.damage,
                angry: monster.angry,
                delay: monster.delay,
                owner: monster.owner,
                real: monster.real,
                entered_turn: monster.entered_turn,
            }
        };
        (0..self.boards[board].len()).map(view).collect()
    }

    fn draft_view(&self, viewer: Option<Seat>) -> Option<DraftView> {
        let draft = self.draft.as_ref()?;
        let sorted = |cards: &[CardId]| {
            let mut cards = cards.to_vec();
            cards.sort_unstable();
            self.catalog.ids(&cards)
        };
        let is_visible = draft.kind == DraftKind::Visible;
        let picked = if is_visible {
            Some(Picked::All(draft.picked.iter().map(|cards| self.catalog.ids(cards)).collect()))
        } else {
            viewer.map(|seat| Picked::Own(self.catalog.ids(&draft.picked[seat.index()])))
        };
        let waiting = self.window.iter().flat_map(|window| &window.asked);
        Some(DraftView {
            kind: match (self.phase, draft.kind) {
                (Phase::Keep, _) => "keep",
                (_, DraftKind::Visible) => "visible",
                (_, DraftKind::Hidden | DraftKind::Random) => "hidden",
            },
            round: draft.round,
            layout: is_visible.then(|| self.catalog.ids(&draft.layout)),
            pack: viewer.filter(|_| !is_visible).map(|seat| sorted(&draft.packs[seat.index()])),
            picked,
            waiting: waiting.filter(|(_, answer)| answer.is_none()).map(|(seat, _)| *seat).collect(),
        })
    }
}
