//! Which choices exist now: the one source of legality.

use super::choice::{Choice, Target};
use super::state::{Ability, Fighter, PATTERN_SIZE, Phase, Player, WizardsArena};
use crate::contract::Seat;

impl WizardsArena {
    /// Appends the choices of `seat`, in no particular order; none if it does not decide now.
    #[inline]
    pub(super) fn legal_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        if self.decider() != Some(seat) {
            return;
        }
        match self.phase {
            Phase::FirstCut | Phase::SecondCut => out.extend((0..25).map(Choice::Cut)),
            Phase::Heal => out.extend([Choice::Heal, Choice::Skip]),
            Phase::Draw => out.extend([Choice::Draw(1), Choice::Draw(2)]),
            Phase::Summoning => self.summoning_choices(seat, out),
            Phase::Attack => self.attack_choices(seat, out),
            Phase::Over => {}
        }
    }

    /// Every card in the Arena, of either player (WA-5.5).
    fn trigger_targets(&self, seat: Seat) -> impl Iterator<Item = Target> + '_ {
        let own = self.player(seat).arena.iter().map(|fighter| Target::Own(fighter.card));
        own.chain(self.player(seat.other()).arena.iter().map(|fighter| Target::FoeCard(fighter.card)))
    }

    /// WA-5: summons that can be paid, casts, flashes.
    fn summoning_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        let player = self.player(seat);
        out.push(Choice::Done);
        for card in player.hand.iter().copied() {
            let printed = player.card(card);
            if i32::from(printed.cost) <= player.mana {
                out.push(Choice::Summon(card));
            }
            if can_trigger(printed.ability) && flash_cost(printed.cost) <= player.mana {
                out.extend(self.trigger_targets(seat).map(|target| Choice::Flash { card, target }));
            }
        }
        if player.mana >= 1 {
            for fighter in player.arena.iter().filter(|fighter| fighter.since_start && !fighter.triggered) {
                if can_trigger(player.card(fighter.card).ability) {
                    let card = fighter.card;
                    out.extend(self.trigger_targets(seat).map(|target| Choice::Cast { card, target }));
                }
            }
        }
    }

    /// WA-6: who may attack, and whom.
    fn attack_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        let player = self.player(seat);
        let foe = self.player(seat.other());
        let own_blockers = blockers(player);
        let foe_blockers = blockers(foe);
        out.push(Choice::Done);
        for attacker in player.arena.iter().filter(|fighter| may_attack(fighter)) {
            let card = attacker.card;
            let ability = player.card(card).ability;
            let stealth = ability == Some(Ability::Stealth);
            let may_crash = ability == Some(Ability::Crasher) && player.mana >= 1;
            let mut aim = |target| {
                out.push(Choice::Attack { card, target, crash: false });
                if may_crash {
                    out.push(Choice::Attack { card, target, crash: true });
                }
            };
            // The attacker's own Blocker is gone before targets are chosen (WA-6.2, WA-6.5).
            let own_shield = !stealth && own_blockers > usize::from(player.blocks(attacker));
            let foe_shield = !stealth && foe_blockers > 0;
            for other in player.arena.iter().filter(|other| other.card != card) {
                if !own_shield || player.blocks(other) {
                    aim(Target::Own(other.card));
                }
            }
            if !foe_shield {
                aim(Target::Foe);
            }
            for other in &foe.arena {
                if !foe_shield || foe.blocks(other) {
                    aim(Target::FoeCard(other.card));
                }
            }
        }
    }
}

/// How many cards of `player` block.
pub(super) fn blockers(player: &Player) -> usize {
    player.arena.iter().filter(|fighter| player.blocks(fighter)).count()
}

/// Whether a card of this ability can be triggered (WA-5.2).
#[inline]
pub(super) const fn can_trigger(ability: Option<Ability>) -> bool {
    matches!(ability, Some(Ability::Support | Ability::Archer | Ability::Leader))
}

/// What a flash costs: one less than the summons (WA-5.4).
#[inline]
pub(super) fn flash_cost(cost: u8) -> i32 {
    (i32::from(cost) - 1).max(0)
}

/// Whether a card may attack (WA-6.1).
#[inline]
pub(super) const fn may_attack(fighter: &Fighter) -> bool {
    fighter.since_start && !fighter.triggered && !fighter.attacked
}

const _: () = assert!(PATTERN_SIZE == 25, "cuts are listed up to 24");
