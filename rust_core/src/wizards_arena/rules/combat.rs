//! WA-6: attacks, one at a time.

use crate::contract::{Seat, Sink};
use crate::wizards_arena::choice::Target;
use crate::wizards_arena::event::{CardRef, DuelEvent};
use crate::wizards_arena::state::{CardId, WizardsArena};

impl WizardsArena {
    /// Declares and resolves one attack.
    pub(super) fn attack(
        &mut self,
        seat: Seat,
        card: CardId,
        target: Target,
        crash: bool,
        sink: &mut impl Sink<DuelEvent>,
    ) {
        let player = self.player_mut(seat);
        let place = player.place(card).expect("only cards in the Arena attack");
        let blocked = player.blocks(&player.arena[place]);
        if crash {
            player.mana -= 1;
        }
        let fighter = &mut player.arena[place];
        fighter.attacked = true;
        fighter.crashing |= crash;
        if blocked {
            // WA-6.2: what a Leader gave is lost too, not only put to rest.
            fighter.blocker_rests = true;
            fighter.blocker_given = [false; 2];
        }
        let fighter = *fighter;
        let attack = player.attack(&fighter);
        let name = self.reference(seat, card);
        match target {
            Target::Foe => self.attack_player(seat.other(), name, attack, crash, blocked, sink),
            Target::Own(other) => self.attack_card((seat, card), (seat, other), attack, crash, blocked, sink),
            Target::FoeCard(other) => {
                self.attack_card((seat, card), (seat.other(), other), attack, crash, blocked, sink);
            }
        }
    }

    /// WA-6.6: a player deals no damage back.
    fn attack_player(
        &mut self,
        foe: Seat,
        card: CardRef,
        attack: i32,
        crash: bool,
        blocked: bool,
        sink: &mut impl Sink<DuelEvent>,
    ) {
        sink.push(DuelEvent::AttackedPlayer { card, seat: foe, crash, attack });
        if blocked {
            sink.push(DuelEvent::BlockerRests { card });
        }
        let is_lost = self.lose_life(foe, attack);
        sink.push(DuelEvent::LifeLost { seat: foe, amount: attack, life: self.player(foe).life });
        if is_lost {
            self.end(vec![foe.other()], "life", sink);
        }
    }

    /// WA-6.6: both deal damage at the same moment. WA-7.2: the attacker's card is buried first.
    fn attack_card(
        &mut self,
        (seat, card): (Seat, CardId),
        (owner, other): (Seat, CardId),
        attack: i32,
        crash: bool,
        blocked: bool,
        sink: &mut impl Sink<DuelEvent>,
    ) {
        let name = self.reference(seat, card);
        sink.push(DuelEvent::AttackedCard { card: name, target: self.reference(owner, other), crash, attack });
        if blocked {
            sink.push(DuelEvent::BlockerRests { card: name });
        }
        let defender = self.player(owner);
        let place = defender.place(other).expect("only cards in the Arena are attacked");
        let back = defender.attack(&defender.arena[place]);
        self.damage(owner, other, attack, sink);
        self.damage(seat, card, back, sink);
        self.bury_if_dead(seat, card, sink);
        self.bury_if_dead(owner, other, sink);
    }
}
