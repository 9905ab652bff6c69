//! MT-22, MT-25.5: windows are opened, and what was answered is carried out.

use arrayvec::ArrayVec;

use crate::contract::{Seat, Sink};
use crate::mage_tower::catalog::{BlockId, CardType, Op, OptionEntry, OptionWord, Reaction};
use crate::mage_tower::choice::{Choice, Verb};
use crate::mage_tower::event::TowerEvent;
use crate::mage_tower::rules::Blow;
use crate::mage_tower::state::{Asking, Context, Frame, MAX_SEATS, MageTower, Uid, Window};

impl Asking {
    /// The window's name on the wire.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "an options window stands for a choose, and every other one is a plain choice"
    )]
    pub(in crate::mage_tower) fn name(&self, game: &MageTower) -> &'static str {
        use crate::mage_tower::catalog::ChooseWindow;
        match self {
            Self::DraftHidden => "draft-hidden",
            Self::DraftVisible => "draft-visible",
            Self::Keep => "keep",
            Self::Gamestart { .. } => "gamestart",
            Self::Casting => "casting",
            Self::Target { .. } => "target",
            Self::Search { .. } => "search",
            Self::Sift { .. } => "sift",
            Self::Copy { .. } => "copy",
            Self::Lowest { .. } => "harpy",
            Self::Unravel => "unravel",
            Self::Gate { .. } => "warded-gate",
            Self::Ambush { .. } => "ambush-marker",
            Self::Mob { .. } => "village-mob",
            Self::Options { block, at, .. } => match &game.catalog.block(*block)[*at as usize] {
                Op::Choose { window: ChooseWindow::BogWitch, .. } => "bog-witch",
                Op::Choose { window: ChooseWindow::BrazenBargain, .. } => "brazen-bargain",
                Op::Choose { window: ChooseWindow::Sabotage, .. } => "sabotage",
                Op::Choose { window: ChooseWindow::BloodTithe, .. } => "blood-tithe",
                _ => "choice",
            },
        }
    }
}

impl OptionWord {
    pub(in crate::mage_tower) const fn verb(self) -> Verb {
        match self {
            Self::Confusion => Verb::Confusion,
            Self::Damage => Verb::Damage,
            Self::Discard => Verb::Discard,
            Self::Gold => Verb::Gold,
        }
    }
}

impl MageTower {
    /// Opens a window.
    pub(in crate::mage_tower) fn open(&mut self, asking: Asking, seats: impl IntoIterator<Item = Seat>) {
        self.serial += 1;
        let asked = seats.into_iter().map(|seat| (seat, None)).collect();
        self.window = Some(Window { asking, asked, serial: self.serial });
    }

    pub(super) fn open_for_living(&mut self, asking: Asking) {
        let living = self.living_from(Seat(0));
        self.open(asking, living);
    }

    /// The options of an open `choose`.
    pub(in crate::mage_tower) fn options(&self, block: BlockId, at: u8) -> (&[OptionEntry], OptionWord) {
        let Op::Choose { options, default, .. } = &self.catalog.block(block)[at as usize] else {
            panic!("an options window stands for a choose");
        };
        (options, *default)
    }

    /// Whether `seat` may take an option now.
    pub(in crate::mage_tower) fn may_take(&self, seat: Seat, option: &OptionEntry) -> bool {
        let pays = self.player(seat).gold >= i32::from(option.needs_gold);
        pays && (option.line != OptionWord::Discard || self.discardable(seat).next().is_some())
    }

    /// Permanents and Equipment of `seat` (MT-25.6).
    pub(in crate::mage_tower) fn discardable(
        &self,
        seat: Seat,
    ) -> impl Iterator<Item = &crate::mage_tower::state::Item> {
        let kinds = |role: CardType| matches!(role, CardType::Permanent | CardType::Equipment);
        self.player(seat).in_play.iter().filter(move |item| kinds(item.role))
    }

    /// Carries out what was answered.
    pub(super) fn resolve(&mut self, window: &Window, sink: &mut impl Sink<TowerEvent>) {
        let answers: ArrayVec<(Seat, Choice), MAX_SEATS> =
            window.asked.iter().filter_map(|(seat, answer)| Some((*seat, (*answer)?))).collect();
        let Some((seat, choice)) = answers.first().copied() else { return };
        match &window.asking {
            Asking::Casting => {}
            Asking::DraftHidden => self.picked_all(window, sink),
            Asking::DraftVisible => self.picked_openly(seat, choice, sink),
            Asking::Keep => self.kept_all(sink),
            Asking::Gamestart { card } => {
                let taken = choice.verb == Verb::Take;
                sink.push(TowerEvent::GamestartTaken { seat, card: self.catalog.id(*card), taken });
                if taken {
                    self.player_mut(seat).deck.retain(|held| held != card);
                    self.take_to_hand(seat, *card);
                }
            }
            Asking::Target { amount, context } => {
                let uid = self.unit_of(seat, choice.terms[0]);
                self.harm_monster(uid, i32::from(*amount), &Blow::by(context.you), sink);
            }
            Asking::Search { .. } => self.found(seat, choice),
            Asking::Sift { count } => self.sifted(seat, *count, choice, sink),
            Asking::Copy { context } => self.copied(seat, *context, choice, sink),
            Asking::Lowest { amount, .. } => {
                let uid = self.unit_of(seat, choice.terms[0]);
                self.wound_defender(uid, i32::from(*amount), sink);
            }
            Asking::Options { block, at, context } => self.chose(&answers, *block, *at, *context, sink),
            Asking::Unravel => self.unravelled(&answers, sink),
            Asking::Gate { uid } => self.gate_answered(seat, *uid, choice, sink),
            Asking::Ambush { uid } => self.ambush_answered(seat, *uid, choice, sink),
            Asking::Mob { .. } => {
                let mut given = 0;
                for term in choice.given() {
                    if term.name() != self.none_word() {
                        self.discard(seat, self.card_of(term), sink);
                        given += 1;
                    }
                }
                self.stack.iter_mut().rev().find_map(|frame| {
                    let Frame::Mob { left, .. } = frame else { return None };
                    *left = left.saturating_sub(given);
                    Some(())
                });
            }
        }
        self.settle(None, sink);
    }

    /// The word `none`.
    pub(in crate::mage_tower) fn none_word(&self) -> crate::mage_tower::choice::Word {
        self.catalog.word("none").expect("it is reserved")
    }

    /// Crusade: what was found comes into play in that order; then the deck is shuffled.
    fn found(&mut self, seat: Seat, choice: Choice) {
        self.stack.push(Frame::Shuffle { seat });
        let mut cards = ArrayVec::<_, 3>::new();
        for term in choice.given() {
            if term.name() == self.none_word() {
                continue;
            }
            let card = self.card_of(term);
            let deck = &mut self.player_mut(seat).deck;
            if let Some(place) = deck.iter().rposition(|held| *held == card) {
                deck.remove(place);
                cards.push(card);
            }
        }
        for card in cards.into_iter().rev() {
            self.stack.push(Frame::Enter { seat, card });
        }
    }

    /// Sift the Omens: one comes to the hand, the others go to the bottom in the order in which they lay.
    fn sifted(&mut self, seat: Seat, count: u8, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        let card = self.card_of(choice.terms[0]);
        self.sift_take(seat, count, card, sink);
    }

    /// See [`MageTower::sifted`].
    pub(in crate::mage_tower) fn sift_take(
        &mut self,
        seat: Seat,
        count: u8,
        card: crate::mage_tower::catalog::CardId,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        let deck = &mut self.player_mut(seat).deck;
        let looked = deck.len().saturating_sub(count as usize);
        let mut top = deck.split_off(looked);
        if let Some(place) = top.iter().rposition(|held| *held == card) {
            top.remove(place);
        }
        deck.splice(0..0, top);
        self.take_to_hand(seat, card);
        sink.push(TowerEvent::Took { seat, card: Some(self.catalog.id(card)) });
    }

    /// Parrot Familiar: another card's text, with the choices of its play line.
    fn copied(&mut self, seat: Seat, context: Context, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        let [first, second, third] = choice.terms;
        if first.name() == self.none_word() {
            return;
        }
        let card = self.card_of(first);
        let aim = self.resolve_aim(seat, card, [second, third]);
        self.copy_text(card, Context { aim, ..context }, sink);
    }

    /// MT-18.9: the text of `card`, as one that was not bought this turn.
    pub(in crate::mage_tower) fn copy_text(
        &mut self,
        card: crate::mage_tower::catalog::CardId,
        context: Context,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        sink.push(TowerEvent::Copied { seat: context.you, card: self.catalog.id(card) });
        self.push_play(card, Context { card, bought: false, last: None, kills: 0, ..context });
    }

    /// `choose`: all answers become public together, then each is carried out in turn (MT-25.7).
    fn chose(
        &mut self,
        answers: &[(Seat, Choice)],
        block: BlockId,
        at: u8,
        context: Context,
        sink: &mut impl Sink<TowerEvent>,
    ) {
        for (seat, choice) in answers {
            sink.push(TowerEvent::Chose { seat: *seat, line: choice.verb.as_str() });
        }
        for (seat, choice) in answers {
            if choice.verb == Verb::Discard {
                let uid = self.unit_of(*seat, choice.terms[0]);
                if let Some((owner, place)) = self.find_item(uid) {
                    self.leave_play(owner, place, sink);
                }
            }
            let (options, _) = self.options(block, at);
            let taken = options.iter().find(|option| option.line.verb() == choice.verb);
            let then = taken.expect("legal lines are options").block.id;
            if !self.is_cut_short(*seat) {
                self.run_now(then, Context { that: Some(*seat), ..context }, sink);
            }
        }
    }

    /// MT-22.7: those who were asked and those with one card discard together.
    pub(in crate::mage_tower) fn unravelled(&mut self, answers: &[(Seat, Choice)], sink: &mut impl Sink<TowerEvent>) {
        for seat in self.opponents(self.active) {
            let answer = answers.iter().find(|(asked, _)| *asked == seat);
            let card = match (answer, self.player(seat).hand.as_slice()) {
                (Some((_, choice)), _) => Some(self.card_of(choice.terms[0])),
                (None, [only]) => Some(*only),
                (None, _) => None,
            };
            if let Some(card) = card {
                self.discard(seat, card, sink);
            }
        }
    }

    fn gate_answered(&mut self, seat: Seat, uid: Uid, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        if choice.verb != Verb::Use {
            return;
        }
        if let Some((owner, place)) = self.find_item(uid) {
            self.leave_play(owner, place, sink);
        }
        let Some(Frame::Gates { card, refused, .. }) = self.stack.last_mut() else { return };
        refused.push(seat);
        let card = *card;
        sink.push(TowerEvent::Refused { seat, card: self.catalog.id(card) });
    }

    fn ambush_answered(&mut self, seat: Seat, uid: Uid, choice: Choice, sink: &mut impl Sink<TowerEvent>) {
        if choice.verb != Verb::Use {
            return;
        }
        let Some(item) = self.item_mut(uid) else { return };
        item.uses += 1;
        let card = item.card;
        let Some(Reaction::AmbushDefender { gold, damage }) = self.card(card).entry.reaction else { return };
        self.change_gold(seat, -i32::from(gold), sink);
        let Some(Frame::Strike { more, defender, .. }) = self.stack.last_mut() else { return };
        *more += i32::from(damage);
        let defender = *defender;
        sink.push(TowerEvent::Ambushed { defender: self.thing(defender), by: seat });
    }

    /// MT-22.12: asks the next player for cards, or takes what must be given.
    pub(super) fn step_mob(&mut self, seat: Seat, left: u8, sink: &mut impl Sink<TowerEvent>) {
        let held = |seat: Seat| self.player(seat).hand.len();
        if left == 0 || seat.index() >= self.players.len() {
            return;
        }
        let next = Seat(seat.0 + 1);
        let hand = if self.player(seat).out { 0 } else { held(seat) };
        let behind: usize = (next.index()..self.players.len())
            .map(crate::mage_tower::state::seat_at)
            .filter(|seat| !self.player(*seat).out)
            .map(held)
            .sum();
        let most = hand.min(left as usize);
        let least = (left as usize).saturating_sub(behind).min(hand);
        if hand == 0 || least == hand {
            let all = self.player(seat).hand.clone();
            for card in &all {
                self.discard(seat, *card, sink);
            }
            let left = left.saturating_sub(u8::try_from(all.len()).unwrap_or(u8::MAX));
            self.stack.push(Frame::Mob { seat: next, left });
            return;
        }
        self.stack.push(Frame::Mob { seat: next, left });
        let number = |count: usize| u8::try_from(count).expect("two at most");
        self.open(Asking::Mob { least: number(least), most: number(most) }, [seat]);
    }
}
