//! Why a choice is refused: what is wrong, the rule, and what would do.

use super::card_set::CardSet;
use super::choice::{Choice, Target};
use super::rules::flash_cost;
use super::state::{CardId, Ending, Phase, WizardsArena};
use crate::contract::{ErrorCode, Refusal, Seat};

/// What this game's refusals can say.
pub const ERROR_CODES: &[ErrorCode] = &[
    ErrorCode { code: "already-attacked", meaning: "A card attacks once a turn." },
    ErrorCode { code: "already-triggered", meaning: "A card is cast once a turn." },
    ErrorCode { code: "attacks-itself", meaning: "A card can't attack itself. Aim at another." },
    ErrorCode { code: "cannot-trigger", meaning: "Only Supports, Archers and Leaders can be cast or flashed." },
    ErrorCode { code: "cut-out-of-range", meaning: "A cut moves 0 to 24 cards." },
    ErrorCode { code: "needs-a-card", meaning: "Triggers are aimed at a card in the Arena, not at a player." },
    ErrorCode {
        code: "no-such-card",
        meaning: "Nobody has a card of that name. Cards are called by letter and number.",
    },
    ErrorCode { code: "not-a-crasher", meaning: "Only Crashers may crash. Attack without the word." },
    ErrorCode { code: "not-enough-mana", meaning: "It costs more Mana than is left." },
    ErrorCode { code: "not-in-arena", meaning: "The card is not in the Arena." },
    ErrorCode { code: "not-in-hand", meaning: "The card is not in the Hand." },
    ErrorCode { code: "not-your-card", meaning: "Only own cards act." },
    ErrorCode { code: "shielded-by-blocker", meaning: "Attack the Blocker first, or use a Stealth card." },
    ErrorCode { code: "summoned-this-turn", meaning: "The card must be in the Arena since the start of the turn." },
    ErrorCode { code: "triggered-this-turn", meaning: "A card that was triggered does not attack in that turn." },
];

impl WizardsArena {
    /// The rule that says what is decided now, and in words.
    fn phase_rule(&self) -> (&'static str, &'static str) {
        match self.phase {
            Phase::FirstCut | Phase::SecondCut => ("WA-3.2", "the cut: cut 0 ... cut 24"),
            Phase::Heal => ("WA-4.1", "healing: heal or skip"),
            Phase::Draw => ("WA-4.1", "the draw: draw 1 or draw 2"),
            Phase::Summoning => ("WA-4.2", "the Summoning phase: summon, cast, flash, done"),
            Phase::Attack => ("WA-4.3", "the Attack phase: attack, done"),
            Phase::Over => (self.end_rule(), "over"),
        }
    }

    fn end_rule(&self) -> &'static str {
        self.ending.map_or("WA-11.3", Ending::rule)
    }

    /// Why `seat` decides nothing now.
    pub(super) fn refuse_seat(&self, seat: Seat) -> Refusal {
        let (rule, phase) = self.phase_rule();
        if self.phase == Phase::Over {
            return Refusal::new("match-over", rule, "The duel is over");
        }
        let message = format!("It is your opponent's decision now ({phase}); wait for yours");
        Refusal::new("not-your-decision", rule, message).with("seat", seat.number())
    }

    fn name(&self, seat: Seat, card: CardId) -> String {
        let card = self.player(seat).card(card);
        format!("{}{}", char::from(card.letter), card.copy)
    }

    /// Why a readable choice is not among the legal ones.
    ///
    /// # Panics
    /// If nothing speaks against it: then it was legal, and asking is a bug.
    pub(super) fn refuse_choice(&self, seat: Seat, choice: Choice) -> Refusal {
        let refusal = match (self.phase, choice) {
            (Phase::Summoning, Choice::Summon(card)) => self.refuse_summon(seat, card),
            (Phase::Summoning, Choice::Cast { card, target }) => self.refuse_cast(seat, card, target),
            (Phase::Summoning, Choice::Flash { card, target }) => self.refuse_flash(seat, card, target),
            (Phase::Attack, Choice::Attack { card, target, crash }) => self.refuse_attack(seat, card, target, crash),
            _ => {
                let (rule, phase) = self.phase_rule();
                Some(Refusal::new("wrong-window", rule, format!("This is {phase}")).with("phase", phase))
            }
        };
        refusal.unwrap_or_else(|| panic!("{choice:?} is refused for no reason"))
    }

    fn refuse_mana(&self, seat: Seat, cost: i32, rule: &'static str) -> Option<Refusal> {
        let mana = self.player(seat).mana;
        (cost > mana).then(|| {
            Refusal::new("not-enough-mana", rule, format!("That costs {cost} Mana and you have {mana}"))
                .with("cost", cost)
                .with("mana", mana)
        })
    }

    fn not_in_hand(&self, seat: Seat, card: CardId, rule: &'static str) -> Option<Refusal> {
        let player = self.player(seat);
        if player.hand.has(card) {
            return None;
        }
        let name = self.name(seat, card);
        let place = if player.arena.has(card) { "in the Arena" } else { "in your Pattern" };
        let hand: Vec<String> = player.in_order(player.hand).into_iter().map(|held| self.name(seat, held)).collect();
        let hand = if hand.is_empty() { "nothing".to_owned() } else { hand.join(", ") };
        let message = format!("{name} is {place}, not in your Hand; you hold {hand}");
        Some(Refusal::new("not-in-hand", rule, message).with("card", name).with("place", place).with("hand", hand))
    }

    fn not_in_arena(&self, seat: Seat, card: CardId, rule: &'static str) -> Option<Refusal> {
        if self.player(seat).arena.has(card) {
            return None;
        }
        let name = self.name(seat, card);
        Some(Refusal::new("not-in-arena", rule, format!("{name} is not in the Arena")).with("card", name))
    }

    fn refuse_summon(&self, seat: Seat, card: CardId) -> Option<Refusal> {
        let cost = i32::from(self.player(seat).card(card).cost);
        self.not_in_hand(seat, card, "WA-1.5").or_else(|| self.refuse_mana(seat, cost, "WA-5.1"))
    }

    /// WA-5.2: what can't be triggered at all.
    fn refuse_kind(&self, seat: Seat, card: CardId) -> Option<Refusal> {
        if self.player(seat).deck.triggers.has(card) {
            return None;
        }
        let name = self.name(seat, card);
        let message = format!("{name} has nothing to trigger; only Supports, Archers and Leaders do");
        Some(Refusal::new("cannot-trigger", "WA-5.2", message).with("card", name))
    }

    /// WA-5.5: what a trigger can be aimed at.
    fn refuse_target(&self, seat: Seat, target: Target) -> Option<Refusal> {
        let (owner, card) = match target {
            Target::Own(card) => (seat, card),
            Target::FoeCard(card) => (seat.other(), card),
            Target::Foe => {
                let message = "A trigger is aimed at a card in the Arena, not at a player";
                return Some(Refusal::new("needs-a-card", "WA-5.5", message));
            }
        };
        self.not_in_arena(owner, card, "WA-5.5")
    }

    fn refuse_cast(&self, seat: Seat, card: CardId, target: Target) -> Option<Refusal> {
        if let Some(refusal) = self.refuse_kind(seat, card) {
            return Some(refusal);
        }
        if let Some(refusal) = self.not_in_arena(seat, card, "WA-5.3") {
            return Some(refusal);
        }
        let player = self.player(seat);
        let name = self.name(seat, card);
        if !player.since_start.has(card) {
            let message = format!("{name} came this turn; it can be cast from your next turn on");
            return Some(Refusal::new("summoned-this-turn", "WA-5.3", message).with("card", name));
        }
        if player.triggered.has(card) {
            let message = format!("{name} was cast already; a card is cast once a turn");
            return Some(Refusal::new("already-triggered", "WA-5.3", message).with("card", name));
        }
        self.refuse_target(seat, target).or_else(|| self.refuse_mana(seat, 1, "WA-5.3"))
    }

    fn refuse_flash(&self, seat: Seat, card: CardId, target: Target) -> Option<Refusal> {
        let cost = flash_cost(*self.player(seat).card(card));
        self.refuse_kind(seat, card)
            .or_else(|| self.not_in_hand(seat, card, "WA-5.4"))
            .or_else(|| self.refuse_target(seat, target))
            .or_else(|| self.refuse_mana(seat, cost, "WA-5.4"))
    }

    fn refuse_attack(&self, seat: Seat, card: CardId, target: Target, crash: bool) -> Option<Refusal> {
        if let Some(refusal) = self.not_in_arena(seat, card, "WA-6.1") {
            return Some(refusal);
        }
        let name = self.name(seat, card);
        let player = self.player(seat);
        if crash {
            if !player.deck.crashers.has(card) {
                let message = format!("{name} is no Crasher; attack without 'crash'");
                return Some(Refusal::new("not-a-crasher", "WA-6.3", message).with("card", name));
            }
            if let Some(refusal) = self.refuse_mana(seat, 1, "WA-6.3") {
                return Some(refusal);
            }
        }
        if !player.since_start.has(card) {
            let message = format!("{name} came this turn; it may attack from your next turn on");
            return Some(Refusal::new("summoned-this-turn", "WA-6.1", message).with("card", name));
        }
        if player.triggered.has(card) {
            let message = format!("{name} was triggered this turn and does not attack");
            return Some(Refusal::new("triggered-this-turn", "WA-6.1", message).with("card", name));
        }
        if player.attacked.has(card) {
            let message = format!("{name} has attacked; a card attacks once a turn");
            return Some(Refusal::new("already-attacked", "WA-6.1", message).with("card", name));
        }
        self.refuse_defender(seat, card, target)
    }

    /// WA-6.4, WA-6.5.
    fn refuse_defender(&self, seat: Seat, card: CardId, target: Target) -> Option<Refusal> {
        let owner = match target {
            Target::Own(other) if other == card => {
                let name = self.name(seat, card);
                let message = format!("{name} can't attack itself");
                return Some(Refusal::new("attacks-itself", "WA-6.4", message).with("card", name));
            }
            Target::Own(other) => match self.not_in_arena(seat, other, "WA-6.4") {
                None => seat,
                refusal => return refusal,
            },
            Target::FoeCard(other) => match self.not_in_arena(seat.other(), other, "WA-6.4") {
                None => seat.other(),
                refusal => return refusal,
            },
            Target::Foe => seat.other(),
        };
        let player = self.player(owner);
        let mut shield = player.blockers();
        if owner == seat {
            shield -= CardSet::of(card);
        }
        if shield.is_empty() {
            return None;
        }
        let prefix = if owner == seat { "" } else { "foe:" };
        let names = player.in_order(shield).into_iter().map(|card| format!("{prefix}{}", self.name(owner, card)));
        let names = names.collect::<Vec<_>>().join(" or ");
        let message = format!("Blockers shield that: attack {names} first, or use a Stealth card");
        Some(Refusal::new("shielded-by-blocker", "WA-6.5", message).with("blockers", names))
    }
}
