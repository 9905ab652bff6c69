//! Which choices exist now: the one source of legality.
//!
//! The rules say in sets who may act and what may be aimed at. The list goes through the sets; random play counts them and finds
//! one choice by its number, without a list. That both know the same choices is tested for every game in `tests/contract.rs`.

use super::card_set::{CardSet, Targets, TwoSets};
use super::choice::Choice;
use super::state::{CardId, PATTERN_SIZE, Phase, Player, WizardsArena};
use crate::contract::Seat;

/// How many cuts there are (WA-3.2): 0 to 24 cards.
const CUTS: u8 = 25;
const _: () = assert!(PATTERN_SIZE == CUTS as usize, "a cut of all cards would be a cut of none");

impl Player {
    /// Cards of the Hand that can be summoned (WA-5.1).
    #[inline]
    pub(super) fn summons(&self) -> CardSet {
        self.hand & self.deck.affordable(self.mana)
    }

    /// Cards of the Hand that can be flashed, which costs one less than to summon them (WA-5.4).
    #[inline]
    pub(super) fn flashes(&self) -> CardSet {
        self.hand & self.deck.triggers & self.deck.affordable(self.mana + 1)
    }

    /// Cards in the Arena that can be cast (WA-5.3).
    #[inline]
    pub(super) fn casts(&self) -> CardSet {
        ((self.since_start & self.deck.triggers) - self.triggered).only_if(self.mana >= 1)
    }

    /// Cards that may attack (WA-6.1).
    #[inline]
    pub(super) fn attackers(&self) -> CardSet {
        self.since_start - self.triggered - self.attacked
    }

    /// Cards that could crash when they attack (WA-6.3).
    #[inline]
    pub(super) fn crashers(&self) -> CardSet {
        self.deck.crashers.only_if(self.mana >= 1)
    }
}

/// Attackers that have equally many defenders.
struct Attackers {
    /// Those who may attack, and those who may do so with a crash.
    ways: TwoSets,
    /// How many defenders each of them has.
    defenders: usize,
}

impl Attackers {
    /// How many attacks these are.
    #[inline]
    const fn attacks(&self) -> usize {
        self.ways.len() * self.defenders
    }
}

impl WizardsArena {
    /// Appends the choices of `seat`, in no particular order; none if it does not decide now.
    pub(super) fn legal_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        if self.decider() != Some(seat) {
            return;
        }
        match self.phase {
            Phase::FirstCut | Phase::SecondCut => out.extend((0..CUTS).map(Choice::Cut)),
            Phase::Heal => out.extend([Choice::Heal, Choice::Skip]),
            Phase::Draw => out.extend([Choice::Draw(1), Choice::Draw(2)]),
            Phase::Summoning => self.summoning_choices(seat, out),
            Phase::Attack => self.attack_choices(seat, out),
            Phase::Over => {}
        }
    }

    /// Every card in the Arena, of either player (WA-5.5).
    #[inline]
    fn trigger_targets(&self, seat: Seat) -> Targets {
        Targets::new(self.player(seat).arena, self.player(seat.other()).arena, false)
    }

    /// Whom `attacker` may attack. Its own Blocker is gone before targets are chosen (WA-6.2), it can't attack itself (WA-6.4),
    /// and a player's Blockers shield that player and the other cards, except from Stealth (WA-6.5).
    #[inline]
    fn defenders(&self, seat: Seat, attacker: CardId) -> Targets {
        let attacker = CardSet::of(attacker);
        let (own, foe) = (self.player(seat), self.player(seat.other()));
        let is_shielded = (attacker & own.deck.stealthy).is_empty();
        let own_shield = own.blockers() - attacker;
        let foe_shield = foe.blockers();
        let own_is_shielded = is_shielded && !own_shield.is_empty();
        let foe_is_shielded = is_shielded && !foe_shield.is_empty();
        Targets::new(
            if own_is_shielded { own_shield } else { own.arena - attacker },
            if foe_is_shielded { foe_shield } else { foe.arena },
            !foe_is_shielded,
        )
    }

    /// WA-5: summons that can be paid, casts, flashes.
    fn summoning_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        let player = self.player(seat);
        let targets = self.trigger_targets(seat);
        out.push(Choice::Done);
        out.extend(player.summons().into_iter().map(Choice::Summon));
        for card in player.flashes() {
            out.extend(targets.iter().map(|target| Choice::Flash { card, target }));
        }
        for card in player.casts() {
            out.extend(targets.iter().map(|target| Choice::Cast { card, target }));
        }
    }

    /// WA-6: who may attack, and whom.
    fn attack_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        let player = self.player(seat);
        out.push(Choice::Done);
        for card in player.attackers() {
            let may_crash = player.crashers().has(card);
            for target in self.defenders(seat, card).iter() {
                out.push(Choice::Attack { card, target, crash: false });
                if may_crash {
                    out.push(Choice::Attack { card, target, crash: true });
                }
            }
        }
    }

    /// The choice of `seat` that `number` picks when told how many there are; `None` if it does not decide now.
    #[inline]
    pub(super) fn pick_choice(&self, seat: Seat, number: impl FnOnce(usize) -> usize) -> Option<Choice> {
        if self.decider() != Some(seat) {
            return None;
        }
        match self.phase {
            Phase::FirstCut | Phase::SecondCut => u8::try_from(number(CUTS.into())).ok().map(Choice::Cut),
            Phase::Heal => Some(if number(2) == 0 { Choice::Heal } else { Choice::Skip }),
            Phase::Draw => Some(Choice::Draw(if number(2) == 0 { 1 } else { 2 })),
            Phase::Summoning => Some(self.pick_in_summoning(seat, number)),
            Phase::Attack => Some(self.pick_in_attack(seat, number)),
            Phase::Over => None,
        }
    }

    /// WA-5: `done`, then the summons, then each trigger with each target.
    #[inline]
    fn pick_in_summoning(&self, seat: Seat, number: impl FnOnce(usize) -> usize) -> Choice {
        let player = self.player(seat);
        let (summons, triggers) = (player.summons(), player.flashes() | player.casts());
        if (summons | triggers).is_empty() {
            number(1);
            return Choice::Done;
        }
        let cards = TwoSets::new(summons, triggers);
        let (summons, triggers) = cards.lens();
        let targets = usize::from(player.arena_size + self.player(seat.other()).arena_size);
        let number = number(1 + summons + triggers * targets);
        if number == 0 {
            return Choice::Done;
        }
        let number = number - 1;
        if number < summons {
            return Choice::Summon(cards.nth(number).0);
        }
        let number = number - summons;
        let (card, _) = cards.nth(summons + number / targets);
        let target = self.trigger_targets(seat).nth(number % targets);
        if player.hand.has(card) { Choice::Flash { card, target } } else { Choice::Cast { card, target } }
    }

    /// WA-6: `done`, then the attacks of each kind of attackers.
    #[inline]
    fn pick_in_attack(&self, seat: Seat, number: impl FnOnce(usize) -> usize) -> Choice {
        let attackers = self.player(seat).attackers();
        if attackers.is_empty() {
            number(1);
            return Choice::Done;
        }
        let kinds = self.kinds_of_attackers(seat, attackers);
        let [plain, blocking, stealthy] = kinds.each_ref().map(Attackers::attacks);
        let number = number(1 + plain + blocking + stealthy);
        if number == 0 {
            return Choice::Done;
        }
        // The kind is worked out rather than branched on: no processor could guess it.
        let number = number - 1;
        let (is_not_plain, is_stealthy) = (number >= plain, number >= plain + blocking);
        let kind = &kinds[usize::from(is_not_plain) + usize::from(is_stealthy)];
        let before = if is_stealthy { plain + blocking } else { plain * usize::from(is_not_plain) };
        let number = number - before;
        let (card, crash) = kind.ways.nth(number / kind.defenders);
        let target = self.defenders(seat, card).nth(number % kind.defenders);
        Choice::Attack { card, target, crash }
    }

    /// Parts `attackers`, of which there are some, as `defenders` tells them apart: those that neither block nor have Stealth,
    /// those that block until they attack, and those with Stealth.
    #[inline]
    fn kinds_of_attackers(&self, seat: Seat, attackers: CardSet) -> [Attackers; 3] {
        let (player, foe) = (self.player(seat), self.player(seat.other()));
        let own_shield = player.blockers();
        let (own_shields, foe_shields) = TwoSets::new(own_shield, foe.blockers()).lens();
        let others = usize::from(player.arena_size) - 1;
        let foes = usize::from(foe.arena_size) + 1;
        let shown_foes = if foe_shields > 0 { foe_shields } else { foes };
        let stealthy = attackers & player.deck.stealthy;
        let blocking = (attackers & own_shield) - stealthy;
        let crashers = attackers & player.crashers();
        [
            Attackers {
                ways: TwoSets::new(attackers - stealthy - blocking, crashers - blocking),
                defenders: shown_foes + if own_shields > 0 { own_shields } else { others },
            },
            Attackers {
                ways: TwoSets::new(blocking, crashers & blocking),
                defenders: shown_foes + if own_shields > 1 { own_shields - 1 } else { others },
            },
            Attackers { ways: TwoSets::new(stealthy, CardSet::EMPTY), defenders: foes + others },
        ]
    }
}
