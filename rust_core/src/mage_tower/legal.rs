//! Which choices exist now: the one source of legality (MT-25.4, MT-25.5).

use super::catalog::{Aiming, Card, CardId, CardType, Group, Op, Sacrifice};
use super::choice::{Choice, Term, Verb};
use super::rules::CYCLE_COST;
use super::state::{Asking, DRAFTED, Item, MageTower, Monster};
use crate::contract::Seat;

/// Distinct neighbours of a sorted or unsorted list of cards, in the order of their numbers.
fn distinct(cards: impl IntoIterator<Item = CardId>) -> Vec<CardId> {
    let mut cards: Vec<CardId> = cards.into_iter().collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

impl MageTower {
    /// Whether `seat` is asked now and has not answered.
    pub(super) fn is_asked(&self, seat: Seat) -> bool {
        self.window.as_ref().is_some_and(|window| window.asked.contains(&(seat, None)))
    }

    /// Appends the choices of `seat`; none if it is not asked.
    pub(super) fn legal_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        let Some(window) = &self.window else { return };
        if !self.is_asked(seat) {
            return;
        }
        let cards = |verb: Verb, cards: Vec<CardId>, out: &mut Vec<Choice>| {
            out.extend(cards.into_iter().map(|card| Choice::one(verb, self.card_term(card))));
        };
        match &window.asking {
            Asking::Casting => self.casting_choices(seat, out),
            Asking::DraftHidden => cards(Verb::Pick, self.pack(seat).to_vec(), out),
            Asking::DraftVisible => {
                let layout = self.draft.as_ref().map(|draft| draft.layout.clone()).unwrap_or_default();
                cards(Verb::Pick, layout, out);
            }
            Asking::Keep => cards(Verb::Drop, self.pack(seat).to_vec(), out),
            Asking::Gamestart { .. } => out.extend([Choice::bare(Verb::Leave), Choice::bare(Verb::Take)]),
            Asking::Target { .. } => {
                let angry = self.boards[self.board_of(seat)].iter().filter(|monster| monster.angry);
                out.extend(angry.map(|monster| Choice::one(Verb::Pick, self.monster_term(monster))));
            }
            Asking::Search { count, max_cost } => self.search_choices(seat, *count, *max_cost, out),
            Asking::Sift { count } => {
                let top = self.player(seat).deck.iter().rev().take(*count as usize).copied();
                cards(Verb::Pick, distinct(top), out);
            }
            Asking::Copy { .. } => self.copy_choices(seat, out),
            Asking::Lowest { .. } => {
                let weakest = self.weakest_defenders(seat).into_iter().filter_map(|uid| self.item(uid));
                out.extend(weakest.map(|item| Choice::one(Verb::Pick, self.item_term(item))));
            }
            Asking::Options { block, at, .. } => {
                for option in self.options(*block, *at).0.iter().filter(|option| self.may_take(seat, option)) {
                    let verb = option.line.verb();
                    if verb == Verb::Discard {
                        out.extend(self.discardable(seat).map(|item| Choice::one(verb, self.item_term(item))));
                    } else {
                        out.push(Choice::bare(verb));
                    }
                }
            }
            Asking::Unravel => cards(Verb::Discard, distinct(self.player(seat).hand.iter().copied()), out),
            Asking::Gate { uid } | Asking::Ambush { uid } => {
                out.push(Choice::bare(Verb::Pass));
                out.extend(self.item(*uid).map(|item| Choice::one(Verb::Use, self.item_term(item))));
            }
            Asking::Mob { least, most } => self.mob_choices(seat, *least, *most, out),
        }
    }

    /// The pack of `seat` in a draft.
    pub(super) fn pack(&self, seat: Seat) -> &[CardId] {
        self.draft.as_ref().map_or(&[], |draft| &draft.packs[seat.index()])
    }

    /// A card by its id.
    #[inline]
    pub(super) fn card_term(&self, card: CardId) -> Term {
        Term::word(self.card(card).word)
    }

    /// An own card in play by its name.
    #[inline]
    pub(super) fn item_term(&self, item: &Item) -> Term {
        Term::unit(self.card(item.card).word, item.copy)
    }

    /// A monster of the own board by its name.
    #[inline]
    pub(super) fn monster_term(&self, monster: &Monster) -> Term {
        Term::unit(self.card(monster.card).word, monster.copy)
    }

    fn casting_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        out.push(Choice::bare(Verb::End));
        let player = self.player(seat);
        let mut before = None;
        for id in player.hand.iter().copied() {
            if before == Some(id) {
                continue;
            }
            before = Some(id);
            let card = self.card(id);
            if i32::from(card.entry.cost) <= self.energy && !card.is(CardType::Boon) {
                let first = Term::word(card.word);
                self.aims(seat, id, |[second, third]| {
                    out.push(Choice { verb: Verb::Play, terms: [first, second, third] });
                });
            }
            if card.is(CardType::Equipment) && self.energy >= CYCLE_COST {
                out.push(Choice::one(Verb::Cycle, Term::word(card.word)));
            }
        }
        for prize in &self.catalog.prizes {
            if self.pile(*prize) > 0 && player.gold >= self.price(seat, *prize) {
                out.push(Choice::one(Verb::Buy, self.card_term(*prize)));
            }
        }
        for item in &player.in_play {
            if item.role == CardType::Defender && self.attacks_left(item) > 0 {
                self.attack_choices(seat, item, out);
            }
            self.use_choices(seat, item, out);
        }
    }

    /// MT-8.3, MT-8.5, MT-15.5: the closest monster, any for who may aim freely, or the empty board of a game with opponents.
    fn attack_choices(&self, seat: Seat, item: &Item, out: &mut Vec<Choice>) {
        let term = self.item_term(item);
        let board = &self.boards[self.board_of(seat)];
        if board.is_empty() {
            if !self.opponents(seat).is_empty() {
                out.push(Choice::one(Verb::Attack, term));
            }
        } else if self.aims_freely(seat, item) {
            out.extend(board.iter().map(|monster| Choice::two(Verb::Attack, term, self.monster_term(monster))));
        } else {
            out.push(Choice::one(Verb::Attack, term));
        }
    }

    /// MT-8.9: arrows always begin at the closest monster.
    pub(super) fn aims_freely(&self, seat: Seat, item: &Item) -> bool {
        self.card(item.card).traits.free_target && !self.attacks_with_arrows(seat, item)
    }

    /// MT-9.2, MT-9.3, MT-9.5.
    fn use_choices(&self, seat: Seat, item: &Item, out: &mut Vec<Choice>) {
        let card = self.card(item.card);
        let Some(activated) = &card.entry.activated else { return };
        if self.energy < i32::from(activated.energy) || activated.limit.is_some_and(|limit| item.uses >= limit) {
            return;
        }
        if needs_board(card) && self.boards[self.board_of(seat)].is_empty() {
            return;
        }
        let term = self.item_term(item);
        let repairs = activated.block.ops.iter().any(|op| matches!(op, Op::Repair(_)));
        match activated.sacrifice {
            Some(Sacrifice::Defender) => {
                out.extend(self.defenders(seat).map(|other| Choice::two(Verb::Use, term, self.item_term(other))));
            }
            None if repairs => {
                let others = self.defenders(seat).filter(|other| other.uid != item.uid);
                out.extend(others.map(|other| Choice::two(Verb::Use, term, self.item_term(other))));
            }
            Some(Sacrifice::HandCard) => {
                let hand = distinct(self.player(seat).hand.iter().copied());
                out.extend(hand.into_iter().map(|held| Choice::two(Verb::Use, term, self.card_term(held))));
            }
            Some(Sacrifice::This) | None => out.push(Choice::one(Verb::Use, term)),
        }
    }

    /// The terms that may follow a card in its play line, each once (MT-25.4).
    pub(super) fn aims(&self, seat: Seat, id: CardId, mut take: impl FnMut([Term; 2])) {
        let none = [Term::NONE; 2];
        let one = |term| [term, Term::NONE];
        let board = &self.boards[self.board_of(seat)];
        let player = self.player(seat);
        match self.card(id).aiming {
            Aiming::Nothing => take(none),
            Aiming::Foe => {
                let foes = self.opponents(seat);
                foes.iter().for_each(|foe| take(one(Term::word(self.foe_word(seat, *foe)))));
                if foes.is_empty() {
                    take(none);
                }
            }
            Aiming::Defender => self.defenders(seat).for_each(|item| take(one(self.item_term(item)))),
            Aiming::Monster => board.iter().for_each(|monster| take(one(self.monster_term(monster)))),
            Aiming::Subtype(bit) => {
                let mut found = false;
                for monster in board.iter().filter(|monster| self.card(monster.card).subtypes & bit != 0) {
                    found = true;
                    take(one(self.monster_term(monster)));
                }
                if !found {
                    take(none);
                }
            }
            Aiming::AngryUpTo(most) => {
                take(none);
                let angry: Vec<Term> =
                    board.iter().filter(|monster| monster.angry).map(|monster| self.monster_term(monster)).collect();
                for (place, first) in angry.iter().enumerate() {
                    take(one(*first));
                    if most > 1 {
                        angry[place + 1..].iter().for_each(|second| take([*first, *second]));
                    }
                }
            }
            Aiming::OwnAbility => {
                let fits = |card: &CardId| *card != id && self.card(*card).is(CardType::Ability);
                let cards = distinct(player.discard.iter().copied().filter(fits));
                for card in &cards {
                    take(one(self.card_term(*card)));
                }
                if cards.is_empty() {
                    take(none);
                }
            }
            Aiming::OwnPrize => {
                let fits = |card: &CardId| self.card(*card).entry.group == Group::Prize;
                let cards = distinct(player.discard.iter().copied().filter(fits));
                for card in &cards {
                    take(one(self.card_term(*card)));
                }
                if cards.is_empty() {
                    take(none);
                }
            }
            Aiming::Confusions(most) => self.confusion_aims(seat, most, take),
        }
    }

    /// MT-25.4: a word for each Confusion returned, `hand` first.
    fn confusion_aims(&self, seat: Seat, most: u8, mut take: impl FnMut([Term; 2])) {
        let confusion = self.catalog.confusion;
        let count = |cards: &[CardId]| cards.iter().filter(|card| **card == confusion).count().min(most as usize);
        let player = self.player(seat);
        let word = |text: &str| Term::word(self.catalog.word(text).expect("it is reserved"));
        let (hand, discard) = (word("hand"), word("discard"));
        for from_hand in 0..=count(&player.hand) {
            for from_discard in 0..=count(&player.discard).min(most as usize - from_hand) {
                let mut terms = [Term::NONE; 2];
                terms[..from_hand].fill(hand);
                terms[from_hand..from_hand + from_discard].fill(discard);
                take(terms);
            }
        }
    }

    fn search_choices(&self, seat: Seat, count: u8, max_cost: u8, out: &mut Vec<Choice>) {
        out.push(Choice::one(Verb::Pick, Term::word(self.none_word())));
        let deck = &self.player(seat).deck;
        let found = distinct(deck.iter().copied().filter(|card| self.may_find(*card, max_cost)));
        for first in &found {
            out.push(Choice::one(Verb::Pick, self.card_term(*first)));
            if count < 2 {
                continue;
            }
            for second in &found {
                let copies = deck.iter().filter(|card| *card == second).count();
                if first != second || copies > 1 {
                    out.push(Choice::two(Verb::Pick, self.card_term(*first), self.card_term(*second)));
                }
            }
        }
    }

    fn copy_choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        out.push(Choice::one(Verb::Pick, Term::word(self.none_word())));
        for foe in self.opponents(seat) {
            let head = self.foe_word(seat, foe);
            let cards = self.player(foe).discard.iter().copied().filter(|card| self.may_copy(*card));
            for card in distinct(cards) {
                let first = Term { head, tail: self.card(card).word, copy: 0 };
                self.aims(seat, card, |[second, third]| {
                    out.push(Choice { verb: Verb::Pick, terms: [first, second, third] });
                });
            }
        }
    }

    fn mob_choices(&self, seat: Seat, least: u8, most: u8, out: &mut Vec<Choice>) {
        if least == 0 {
            out.push(Choice::one(Verb::Give, Term::word(self.none_word())));
        }
        let hand = &self.player(seat).hand;
        let held = distinct(hand.iter().copied());
        for (place, first) in held.iter().enumerate() {
            if least <= 1 {
                out.push(Choice::one(Verb::Give, self.card_term(*first)));
            }
            if most < 2 {
                continue;
            }
            for second in &held[place..] {
                let copies = hand.iter().filter(|card| *card == second).count();
                if first != second || copies > 1 {
                    out.push(Choice::two(Verb::Give, self.card_term(*first), self.card_term(*second)));
                }
            }
        }
    }

    /// What a time-out plays for `seat` in the open window (MT-22).
    ///
    /// # Panics
    /// If no window is open.
    pub(super) fn default_choice(&self, seat: Seat) -> Choice {
        let window = self.window.as_ref().expect("a default answers a window");
        let player = self.player(seat);
        let first_card = |verb, card: Option<&CardId>| {
            card.map_or(Choice::bare(verb), |card| Choice::one(verb, self.card_term(*card)))
        };
        let cheapest = || {
            let mut hand = player.hand.clone();
            hand.sort_by_key(|card| (self.card(*card).entry.cost, *card));
            hand
        };
        let none = Term::word(self.none_word());
        match &window.asking {
            Asking::Casting => Choice::bare(Verb::End),
            Asking::DraftHidden => first_card(Verb::Pick, self.pack(seat).first()),
            Asking::DraftVisible => first_card(Verb::Pick, self.draft.as_ref().and_then(|draft| draft.layout.first())),
            Asking::Keep => first_card(Verb::Drop, self.pack(seat).get(DRAFTED..).and_then(|behind| behind.last())),
            Asking::Gamestart { .. } => Choice::bare(Verb::Take),
            Asking::Target { .. } => {
                let angry = self.boards[self.board_of(seat)].iter().find(|monster| monster.angry);
                angry.map_or(Choice::bare(Verb::Pick), |monster| Choice::one(Verb::Pick, self.monster_term(monster)))
            }
            Asking::Search { .. } | Asking::Copy { .. } => Choice::one(Verb::Pick, none),
            Asking::Sift { .. } => first_card(Verb::Pick, player.deck.last()),
            Asking::Lowest { .. } => {
                let first = self.weakest_defenders(seat).first().and_then(|uid| self.item(*uid));
                first.map_or(Choice::bare(Verb::Pick), |item| Choice::one(Verb::Pick, self.item_term(item)))
            }
            Asking::Options { block, at, .. } => {
                let (options, default) = self.options(*block, *at);
                let open = |option: &&super::catalog::OptionEntry| self.may_take(seat, option);
                let wished = options.iter().filter(open).find(|option| option.line == default);
                let taken = wished.or_else(|| options.iter().find(open));
                Choice::bare(taken.map_or(default.verb(), |option| option.line.verb()))
            }
            Asking::Unravel => first_card(Verb::Discard, cheapest().first()),
            Asking::Gate { uid } => {
                let item = self.item(*uid);
                item.map_or(Choice::bare(Verb::Pass), |item| Choice::one(Verb::Use, self.item_term(item)))
            }
            Asking::Ambush { .. } => Choice::bare(Verb::Pass),
            Asking::Mob { least, .. } => {
                let mut given = cheapest();
                given.truncate(*least as usize);
                given.sort_unstable();
                match given[..] {
                    [] => Choice::one(Verb::Give, none),
                    [one] => Choice::one(Verb::Give, self.card_term(one)),
                    [one, other, ..] => Choice::two(Verb::Give, self.card_term(one), self.card_term(other)),
                }
            }
        }
    }
}

/// Whether an ability can't be used on an empty board (MT-9.3, MT-9.5).
pub(super) fn needs_board(card: &Card) -> bool {
    let Some(activated) = &card.entry.activated else { return false };
    activated.block.ops.iter().all(|op| matches!(op, Op::Destroy(_) | Op::Harm { .. }))
}
