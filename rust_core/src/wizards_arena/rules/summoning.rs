//! WA-5: summons, and triggers by Cast and by Flash.

use crate::contract::{Seat, Sink};
use crate::wizards_arena::choice::Target;
use crate::wizards_arena::deck::{Ability, Card};
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::state::{CardId, WizardsArena};

/// Mana that a Cast costs (WA-5.3).
const CAST: i32 = 1;

/// What a triggered card hands on: its current numbers in the Arena, its printed ones in the Hand (WA-5.6 to WA-5.8).
struct Trigger {
    ability: Ability,
    attack: i32,
    health: i32,
}

/// What a flash costs: one less than the summons (WA-5.4).
#[inline]
pub(in crate::wizards_arena) fn flash_cost(card: Card) -> i32 {
    (i32::from(card.cost) - 1).max(0)
}

fn ability(card: Card) -> Ability {
    card.ability.expect("a card that can be triggered has an ability")
}

impl WizardsArena {
    /// WA-5.1.
    #[inline]
    pub(super) fn summon(&mut self, seat: Seat, card: CardId, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let cost = i32::from(player.card(card).cost);
        player.mana -= cost;
        player.leave_hand(card);
        player.enter_arena(card);
        let mana = player.mana;
        sink.push_with(|| DuelEvent::Summoned { seat, card: self.reference(seat, card), cost, mana });
    }

    /// WA-5.3: from the Arena, for 1 Mana, with current values.
    #[inline]
    pub(super) fn cast(&mut self, seat: Seat, card: CardId, target: Target, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        player.mana -= CAST;
        player.triggered.insert(card);
        let mana = player.mana;
        let ability = ability(*player.card(card));
        let trigger = Trigger { ability, attack: player.attack(card), health: player.health(card) };
        let aim = Self::aim(seat, target);
        sink.push_with(|| DuelEvent::Cast {
            seat,
            card: self.reference(seat, card),
            ability,
            target: self.reference(aim.0, aim.1),
            cost: CAST,
            mana,
        });
        self.trigger(seat, &trigger, aim, sink);
    }

    /// WA-5.4: from the Hand, for its cost less 1, with printed values; then it goes to the end of the Pattern.
    #[inline]
    pub(super) fn flash(&mut self, seat: Seat, card: CardId, target: Target, sink: &mut impl Sink<DuelEvent>) {
        let player = self.player_mut(seat);
        let printed = *player.card(card);
        let cost = flash_cost(printed);
        player.mana -= cost;
        let mana = player.mana;
        let ability = ability(printed);
        let trigger = Trigger { ability, attack: printed.attack.into(), health: printed.health.into() };
        let aim = Self::aim(seat, target);
        sink.push_with(|| DuelEvent::Flashed {
            seat,
            card: self.reference(seat, card),
            ability,
            target: self.reference(aim.0, aim.1),
            cost,
            mana,
        });
        self.trigger(seat, &trigger, aim, sink);
        let player = self.player_mut(seat);
        player.leave_hand(card);
        player.pattern.push_card(card);
        sink.push_with(|| DuelEvent::Returned { card: self.reference(seat, card) });
    }

    /// Whose card a target is, and which.
    #[inline]
    pub(super) fn aim(seat: Seat, target: Target) -> (Seat, CardId) {
        let owner = if matches!(target, Target::Own(_)) { seat } else { seat.other() };
        match target {
            Target::Own(card) | Target::FoeCard(card) => (owner, card),
            Target::Foe => unreachable!("a player is no card"),
        }
    }

    /// WA-5.6 to WA-5.8. What is given is counted now; later changes of the giver don't change it.
    #[inline]
    fn trigger(
        &mut self,
        seat: Seat,
        &Trigger { ability, attack, health }: &Trigger,
        (owner, card): (Seat, CardId),
        sink: &mut impl Sink<DuelEvent>,
    ) {
        if ability == Ability::Archer {
            self.damage(owner, card, attack, sink);
            self.bury_if_dead(owner, card, sink);
            return;
        }
        let blocker = ability == Ability::Leader;
        let attack = if blocker { 0 } else { attack };
        self.player_mut(owner).gifts[seat.index()].give(card, attack, health, blocker);
        sink.push_with(|| DuelEvent::Strengthened { card: self.reference(owner, card), attack, health, blocker });
    }
}
