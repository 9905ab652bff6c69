//! MW-15.5, MW-15.6: the dice, the re-roll, the damage.

use crate::contract::{Seat, Sink};
use crate::dice::Protection;
use crate::mage_wars::catalog::kinds::{Condition, Trait};
use crate::mage_wars::choice::{Choice, Verb};
use crate::mage_wars::event::{Dice, Happening};
use crate::mage_wars::frame::{Attack, AttackStep, Frame, Hurt};
use crate::mage_wars::state::MageWars;

impl MageWars {
    /// MW-15.5.
    pub(super) fn roll_dice(&mut self, mut attack: Box<Attack>, sink: &mut impl Sink<Happening>) {
        let pool = self.pool(&attack);
        let printed = self.printed(&attack);
        let table = !printed.bands.is_empty();
        let immune = printed.damage.is_some_and(|damage| self.stats(self.object(attack.defender)).is_immune(damage));
        let defender = self.name_id(attack.defender);
        attack.thirst |= pool.thirst;
        attack.piercing = pool.piercing;
        attack.harmless = immune;
        attack.dice.clear();
        let rolled = crate::dice::roll_attack(&mut self.chance, super::ATTACK_DICE, None, pool.dice, &mut attack.dice);
        sink.push(Happening::Rolled {
            purpose: "attack",
            object: defender.clone(),
            dice: Some(Dice(attack.dice.clone())),
            die: None,
            total: None,
            stream: rolled.stream,
            position: rolled.position,
        });
        attack.total = if table { Some(self.roll_die("effect", attack.by, defender, pool.effect, sink)) } else { None };
        self.lift(attack.defender, Condition::Burn, pool.extinguished, sink);
        attack.step = AttackStep::Reroll;
        self.stack.push(Frame::Attack(attack));
    }

    /// MW-22.12: whose re-roll this attack may use: the Paladin's seat, and whether it is his own.
    pub(super) fn reroll_of(&self, attack: &Attack) -> Option<(Seat, bool)> {
        if !self.is_melee(attack) {
            return None;
        }
        [Seat(0), Seat(1)].into_iter().find_map(|seat| {
            let player = self.player(seat);
            let challenged = player.challenge?;
            let by_paladin = attack.attacker == Some(player.mage) && attack.defender == challenged;
            let by_foe = attack.attacker == Some(challenged) && attack.defender == player.mage;
            let ready = (by_paladin && !player.used.paladin_reroll) || (by_foe && !player.used.challenged_reroll);
            ready.then_some((seat, by_paladin))
        })
    }

    /// `reroll FACE ...`: each chosen die once, from left to right (MW-29.5).
    pub(super) fn answer_reroll(&mut self, choice: Choice, sink: &mut impl Sink<Happening>) {
        if choice.verb == Verb::Pass {
            return;
        }
        let attack = self.attack().expect("an attack runs").clone();
        if let Some((seat, by_paladin)) = self.reroll_of(&attack) {
            let used = &mut self.player_mut(seat).used;
            if by_paladin {
                used.paladin_reroll = true;
            } else {
                used.challenged_reroll = true;
            }
        }
        let mut left: Vec<_> = choice.faces().collect();
        let mut dice = attack.dice.clone();
        let mut first = None;
        for die in &mut dice {
            if let Some(place) = left.iter().position(|face| face == die) {
                left.swap_remove(place);
                let mut one = crate::dice::Pool::new();
                let rolled = crate::dice::roll_attack(&mut self.chance, super::ATTACK_DICE, None, 1, &mut one);
                first = first.or(Some(rolled));
                *die = one[0];
            }
        }
        let defender = self.name_id(attack.defender);
        if let Some(rolled) = first {
            sink.push(Happening::Rolled {
                purpose: "reroll",
                object: defender,
                dice: Some(Dice(dice.clone())),
                die: None,
                total: None,
                stream: rolled.stream,
                position: rolled.position,
            });
        }
        self.attack_mut().expect("an attack runs").dice = dice;
    }

    /// MW-15.6, MW-16.4: damage, on the defender and, by an Eye for an Eye, on the attacker at the same moment.
    pub(super) fn deal(&mut self, mut attack: Box<Attack>) {
        attack.step = AttackStep::Effects;
        attack.next_effect = 0;
        attack.trigger = 0;
        attack.effects.clear();
        attack.dealt = 0;
        let Some(defender) = self.find(attack.defender).filter(|object| self.zone_of(object) == attack.at) else {
            attack.failed = true;
            attack.step = AttackStep::Strikes;
            self.stack.push(Frame::Attack(attack));
            return;
        };
        let stats = self.stats(defender);
        let protection = Protection {
            armor: stats.armor - attack.piercing,
            resilient: stats.has(Trait::Resilient),
            all_critical: attack.smite,
        };
        attack.life_left = stats.life.unwrap_or(0) - Self::suffered(defender);
        if !attack.harmless {
            attack.dealt = crate::dice::damage(&attack.dice, protection);
            if let Some(total) = attack.total {
                let bands = &self.printed(&attack).bands;
                if let Some(place) = crate::dice::look_up(bands.iter().map(|(band, _)| *band), total) {
                    attack.effects = bands[place].1.iter().copied().collect();
                }
            }
        }
        attack.pushed_from = attack.at;
        let (target, dealt, by) = (attack.defender, attack.dealt, attack.by);
        let from = attack.attacker.filter(|_| attack.source.is_by_creature());
        let mirror = attack.eye.zip(from).and_then(|(eye, attacker)| self.find(eye).map(|eye| (attacker, eye.seat)));
        self.stack.push(Frame::Attack(attack));
        if dealt > 0 {
            if let Some((attacker, side)) = mirror {
                // MW-26.3: the attacker's armor does not count; what is mirrored is not transferred.
                self.stack.push(Frame::Hurt(Hurt {
                    target: attacker,
                    amount: dealt,
                    by: Some(side),
                    from: None,
                    asked: true,
                }));
            }
            self.stack.push(Frame::Hurt(Hurt { target, amount: dealt, by: Some(by), from, asked: false }));
        }
    }
}
