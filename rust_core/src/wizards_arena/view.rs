//! WA-11.2 to WA-11.5: what anybody sees, which is everything.

use serde::Serialize;

use super::state::{MARK, Phase, Player, WizardsArena};
use crate::contract::Seat;

#[derive(Serialize)]
struct View<'a> {
    game: &'static str,
    turn: u32,
    active: Seat,
    phase: &'static str,
    players: [PlayerView<'a>; 2],
}

#[derive(Serialize)]
struct PlayerView<'a> {
    life: i32,
    crystals: i32,
    mana: i32,
    pattern: Vec<&'a str>,
    hand: Vec<&'a str>,
    arena: Vec<FighterView<'a>>,
}

#[derive(Serialize)]
struct FighterView<'a> {
    name: &'a str,
    card: char,
    attack: i32,
    health: i32,
    damage: i32,
    abilities: Vec<&'static str>,
    since_start: bool,
    triggered: bool,
    attacked: bool,
}

fn player_view<'a>(player: &Player, names: &'a [String], is_active: bool) -> PlayerView<'a> {
    let name = |card: super::state::CardId| {
        if card == MARK { "X" } else { names[card.0 as usize].as_str() }
    };
    let arena = player.in_order(player.arena).into_iter().map(|id| {
        let card = player.card(id);
        let mut abilities: Vec<&str> =
            card.ability.iter().map(|ability| ability.as_str()).filter(|ability| *ability != "blocker").collect();
        if player.blockers().has(id) {
            abilities.insert(0, "blocker");
        }
        abilities.sort_unstable();
        FighterView {
            name: name(id),
            card: char::from(card.letter),
            attack: player.attack(id),
            health: player.health(id),
            damage: player.damage[id.0 as usize],
            abilities,
            since_start: is_active && player.since_start.has(id),
            triggered: is_active && player.triggered.has(id),
            attacked: is_active && player.attacked.has(id),
        }
    });
    PlayerView {
        life: player.life,
        crystals: player.crystals,
        mana: player.mana,
        pattern: player.pattern.iter().map(name).collect(),
        hand: player.in_order(player.hand).into_iter().map(name).collect(),
        arena: arena.collect(),
    }
}

impl WizardsArena {
    /// The view as JSON; the same for every viewer.
    pub(super) fn view_json(&self) -> String {
        let phase = match self.phase {
            Phase::FirstCut | Phase::SecondCut => "cut",
            Phase::Heal | Phase::Draw => "opening",
            Phase::Summoning => "summoning",
            Phase::Attack => "attack",
            Phase::Over => "over",
        };
        let names = self.players.each_ref().map(|player| {
            player.deck.iter().map(|(_, card)| format!("{}{}", char::from(card.letter), card.copy)).collect::<Vec<_>>()
        });
        let view = View {
            game: "wizards_arena",
            turn: self.turn,
            active: self.active,
            phase,
            players: [0, 1]
                .map(|seat: usize| player_view(&self.players[seat], &names[seat], self.active.index() == seat)),
        };
        serde_json::to_string(&view).expect("a view is plain data")
    }
}
