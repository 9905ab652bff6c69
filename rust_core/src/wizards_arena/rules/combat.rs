//! WA-6: attacks, one at a time.

use crate::contract::{Seat, Sink};
use crate::wizards_arena::card_set::CardSet;
use crate::wizards_arena::choice::Target;
use crate::wizards_arena::event::DuelEvent;
use crate::wizards_arena::state::{CardId, Ending, WizardsArena};

/// An attack that was declared, with the attacker's Attack then.
#[derive(Copy, Clone)]
struct Declared {
    seat: Seat,
    card: CardId,
    attack: i32,
    crash: bool,
    /// Whether it blocked until now.
    blocked: bool,
}

impl WizardsArena {
    /// Declares and resolves one attack.
    #[inline]
    pub(super) fn attack(
        &mut self,
        seat: Seat,
        card: CardId,
        target: Target,
        crash: bool,
        sink: &mut impl Sink<DuelEvent>,
    ) {
        let player = self.player_mut(seat);
        let blocked = player.blockers().has(card);
        player.attacked.insert(card);
        if crash {
            player.mana -= 1;
            player.crashing.insert(card);
        }
        // WA-6.2: what a Leader gave is lost too, not only put to rest.
        player.resting.insert(card);
        for gifts in &mut player.gifts {
            gifts.blockers -= CardSet::of(card);
        }
        let declared = Declared { seat, card, attack: player.attack(card), crash, blocked };
        if matches!(target, Target::Foe) {
            self.attack_player(declared, sink);
        } else {
            self.attack_card(declared, Self::aim(seat, target), sink);
        }
    }

    /// WA-6.6: a player deals no damage back.
    #[inline]
    fn attack_player(
        &mut self,
        Declared { seat, card, attack, crash, blocked }: Declared,
        sink: &mut impl Sink<DuelEvent>,
    ) {
        let foe = seat.other();
        sink.push_with(|| DuelEvent::AttackedPlayer { card: self.reference(seat, card), seat: foe, crash, attack });
        if blocked {
            sink.push_with(|| DuelEvent::BlockerRests { card: self.reference(seat, card) });
        }
        let is_lost = self.lose_life(foe, attack);
        sink.push_with(|| DuelEvent::LifeLost { seat: foe, amount: attack, life: self.player(foe).life });
        if is_lost {
            self.end(Ending::Life { winner: seat }, sink);
        }
    }

    /// WA-6.6: both deal damage at the same moment. WA-7.2: the attacker's card is buried first.
    #[inline]
    fn attack_card(
        &mut self,
        Declared { seat, card, attack, crash, blocked }: Declared,
        (owner, other): (Seat, CardId),
        sink: &mut impl Sink<DuelEvent>,
    ) {
        sink.push_with(|| {
            let (card, target) = (self.reference(seat, card), self.reference(owner, other));
            DuelEvent::AttackedCard { card, target, crash, attack }
        });
        if blocked {
            sink.push_with(|| DuelEvent::BlockerRests { card: self.reference(seat, card) });
        }
        let back = self.player(owner).attack(other);
        self.damage(owner, other, attack, sink);
        self.damage(seat, card, back, sink);
        self.bury_if_dead(seat, card, sink);
        self.bury_if_dead(owner, other, sink);
    }
}
