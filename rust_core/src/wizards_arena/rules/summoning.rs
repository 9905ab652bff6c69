//! WA-5: summons, and triggers by Cast and by Flash.

use crate::contract::{Seat, Sink};
use crate::wizards_arena::choice::Target;
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::legal::flash_cost;
use crate::wizards_arena::state::{Ability, CardId, Fighter, WizardsArena};

/// Whose card, and which, a trigger of `seat` is aimed at.
///
/// # Panics
/// If it is aimed at a player: a bug, since only cards are listed (WA-5.5).
fn aimed_card(seat: Seat, target: Target) -> (Seat, CardId) {
    match target {
        Target::Own(card) => (seat, card),
        Target::FoeCard(card) => (seat.other(), card),
        Target::Foe => unreachable!("triggers are aimed at cards"),
    }
}

impl WizardsArena {
    /// WA-5.1.
    pub(super) fn summon(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let cost = i32::from(player.card(card).cost);
        player.mana -= cost;
        player.hand.retain(|held| *held != card);
        player.arena.push(Fighter::new(card));
        let mana = player.mana;
        let card = self.reference(seat, card);
        sink.push(DuelEvent::Summoned { seat, card, cost, mana });
    }

    /// WA-5.3: from the Arena, for 1 Mana, with current values.
    pub(super) fn cast(&mut self, seat: Seat, card: CardId, target: Target, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let place = player.place(card).expect("only cards in the Arena are cast");
        player.mana -= 1;
        player.arena[place].triggered = true;
        let fighter = player.arena[place];
        let (attack, health, mana) = (player.attack(&fighter), player.health(&fighter), player.mana);
        let ability = player.card(card).ability.expect("a card that can be triggered has an ability");
        let (owner, aim) = aimed_card(seat, target);
        sink.push(DuelEvent::Cast {
            seat,
            card: self.reference(seat, card),
            ability,
            target: self.reference(owner, aim),
            cost: 1,
            mana,
        });
        self.trigger(seat, ability, attack, health, (owner, aim), sink);
    }

    /// WA-5.4: from the Hand, for its cost less 1, with printed values; then it goes to the end of the Pattern.
    pub(super) fn flash(&mut self, seat: Seat, card: CardId, target: Target, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let printed = *player.card(card);
        let cost = flash_cost(printed.cost);
        player.mana -= cost;
        let mana = player.mana;
        let ability = printed.ability.expect("a card that can be triggered has an ability");
        let (owner, aim) = aimed_card(seat, target);
        let name = self.reference(seat, card);
        sink.push(DuelEvent::Flashed { seat, card: name, ability, target: self.reference(owner, aim), cost, mana });
        self.trigger(seat, ability, i32::from(printed.attack), i32::from(printed.health), (owner, aim), sink);
        self.player_mut(seat).hand.retain(|held| *held != card);
        self.return_to_pattern(seat, card);
        sink.push(DuelEvent::Returned { card: name });
    }

    /// WA-5.6 to WA-5.8. What is given is counted now; later changes of the giver don't change it.
    fn trigger(
        &mut self,
        seat: Seat,
        ability: Ability,
        attack: i32,
        health: i32,
        (owner, card): (Seat, CardId),
        sink: &mut impl Sink<DuelEvent>,
    ) {
        let giver = seat.index();
        if ability == Ability::Archer {
            self.damage(owner, card, attack, sink);
            self.bury_if_dead(owner, card, sink);
            return;
        }
        let is_leader = ability == Ability::Leader;
        let attack = if is_leader { 0 } else { attack };
        let player = self.player_mut(owner);
        let place = player.place(card).expect("triggers are aimed at cards in the Arena");
        let fighter = &mut player.arena[place];
        fighter.attack_given[giver] += attack;
        fighter.health_given[giver] += health;
        fighter.blocker_given[giver] |= is_leader;
        let card = self.reference(owner, card);
        sink.push(DuelEvent::Strengthened { card, attack, health, blocker: is_leader });
    }
}
