//! What must always hold (`invariants`), and how all cards are counted for it.

use super::catalog::{BlockId, CardId, CardType, Op};
use super::state::{Asking, Context, Frame, Home, MageTower, Mode, Phase, Step};

/// No number of a match comes near it.
const BOUND: i32 = 100_000;

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a match has fewer cards than that")
}

impl MageTower {
    /// All cards that there are, wherever they lie. Placeholders and monsters from outside the deck come and go and are not counted.
    pub(super) fn count_cards(&self) -> u32 {
        let mut count = self.gone + number(self.pool.len());
        count += self.piles.iter().map(|left| u32::from(*left)).sum::<u32>();
        for player in &self.players {
            count += number(player.deck.len() + player.hand.len() + player.discard.len());
            count += number(player.in_play.iter().filter(|item| item.home != Home::Nowhere).count());
        }
        for deck in &self.decks {
            count += number(deck.cards.len() + deck.discard.len());
        }
        for board in &self.boards {
            count += number(board.iter().filter(|monster| monster.home != Home::Nowhere).count());
        }
        if let Some(draft) = &self.draft {
            let lists = draft.packs.iter().chain(&draft.picked).map(Vec::len).sum::<usize>();
            count += number(lists + draft.layout.len() + draft.later.len());
        }
        for frame in &self.stack {
            count += match frame {
                Frame::Enter { .. } | Frame::Place { .. } => 1,
                Frame::Turn(Step::Spawn { aside, .. }) => number(aside.len()),
                Frame::Turn(_)
                | Frame::Ops { .. }
                | Frame::Triggers(_)
                | Frame::Shuffle { .. }
                | Frame::Gates { .. }
                | Frame::Strike { .. }
                | Frame::Mob { .. } => 0,
            };
        }
        count
    }

    /// How many of a pile's cards lie elsewhere.
    pub(super) fn copies_outside(&self, card: CardId) -> usize {
        let same = |cards: &[CardId]| cards.iter().filter(|held| **held == card).count();
        let players = self.players.iter().map(|player| {
            let items = player.in_play.iter().filter(|item| item.card == card).count();
            same(&player.deck) + same(&player.hand) + same(&player.discard) + items
        });
        let boards = self.boards.iter().flatten().filter(|monster| monster.card == card).count();
        players.sum::<usize>() + boards
    }

    /// Something in a position that would be dead before anything happens.
    pub(super) fn dead_at_start(&self) -> Option<String> {
        for (board, monsters) in self.boards.iter().enumerate() {
            if let Some(place) = (0..monsters.len()).find(|place| self.monster_left(board, *place) <= 0) {
                return Some(format!("monster {place} of board {board} has more damage than health"));
            }
        }
        for seat in self.all_seats() {
            if self.defenders(seat).any(|item| self.defender_left(seat, item) <= 0) {
                return Some(format!("a Defender of seat {} has more damage than health", seat.0));
            }
            if self.life(seat) <= 0 && !self.player(seat).out {
                return Some(format!("seat {} has no life", seat.0));
            }
        }
        None
    }

    /// What must always hold.
    ///
    /// # Errors
    /// The first thing that does not, in words.
    pub(super) fn check(&self) -> Result<(), String> {
        self.check_shape()?;
        let over = self.phase == Phase::Over;
        if over != self.outcome.is_some() {
            return Err(format!("phase {:?} with outcome {:?}", self.phase, self.outcome));
        }
        let count = self.count_cards();
        if count != self.cards {
            return Err(format!("{count} cards of {}", self.cards));
        }
        if self.energy < 0 {
            return Err(format!("{} energy", self.energy));
        }
        if !over {
            let Some(window) = &self.window else { return Err("nobody is asked and it is not over".to_owned()) };
            if window.asked.is_empty() || window.asked.iter().all(|(_, answer)| answer.is_some()) {
                return Err("a window waits for nobody".to_owned());
            }
            if self.stack.is_empty() && self.draft.is_none() {
                return Err("nothing is to be done and it is not over".to_owned());
            }
            if let Some(fault) = self.dead_at_start() {
                return Err(fault);
            }
        }
        for seat in self.all_seats() {
            let player = self.player(seat);
            if player.gold < 0 || !player.hand.is_sorted() || !player.shown.is_sorted() {
                return Err(format!("seat {} has {} gold, or a list out of order", seat.0, player.gold));
            }
            let cards = player.deck.len() + player.hand.len() + player.discard.len() + player.in_play.len();
            if player.out && cards > 0 {
                return Err(format!("seat {} is out and has {cards} cards", seat.0));
            }
            let lost = player.in_play.iter().find(|item| item.on.is_some_and(|on| self.find(on).is_none()));
            if let Some(item) = lost {
                return Err(format!(
                    "a card of seat {} hangs on something that is gone: number {}",
                    seat.0, item.card.0
                ));
            }
            let loose = |item: &&super::state::Item| item.role == CardType::Equipment && item.on.is_none();
            if player.in_play.iter().any(|item| loose(&item)) {
                return Err(format!("seat {} has Equipment on nobody", seat.0));
            }
        }
        self.check_names()
    }

    /// MT-25.1: no two copies of a card bear the same number on one side.
    fn check_names(&self) -> Result<(), String> {
        let mut names = Vec::new();
        for seat in self.all_seats() {
            let side = if self.mode == Mode::Coop { 0 } else { seat.index() };
            names.extend(self.player(seat).in_play.iter().map(|item| (side, item.card, item.copy)));
        }
        for (board, monsters) in self.boards.iter().enumerate() {
            names.extend(monsters.iter().map(|monster| (board, monster.card, monster.copy)));
        }
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("card number {} #{} is on side {} twice", pair[0].1.0, pair[0].2, pair[0].0)),
            None => Ok(()),
        }
    }

    /// Whether all numbers point to something: asked first, because a damaged snapshot may hold anything.
    fn check_shape(&self) -> Result<(), String> {
        let seats = self.players.len();
        let boards = if self.mode == Mode::Coop { 1 } else { seats };
        let decks = if self.mode == Mode::Versus && seats == 2 { 2 } else { 1 };
        let fits = (1..=super::state::MAX_SEATS).contains(&seats)
            && (self.mode != Mode::Solo || seats == 1)
            && (self.mode != Mode::Versus || seats >= 2)
            && (self.mode != Mode::Coop || seats <= 4);
        let lists = self.boards.len() == boards
            && self.decks.len() == decks
            && self.piles.len() == self.catalog.piles.len()
            && self.known.len() == seats;
        let draft = self.draft.as_ref().is_none_or(|draft| {
            draft.packs.len() == seats && draft.picked.len() == seats && draft.turn.index() < seats
        });
        if !fits || !lists || !draft || self.first.index() >= seats || self.active.index() >= seats {
            return Err("the table does not have the places of its mode".to_owned());
        }
        let known = self.catalog.cards().len();
        let unknown = self.all_cards().find(|card| card.0 as usize >= known);
        if let Some(card) = unknown {
            return Err(format!("there is no card number {}", card.0));
        }
        let bounded = |number: i32| (-BOUND..=BOUND).contains(&number);
        let players = self.players.iter().all(|player| {
            bounded(player.life)
                && bounded(player.gold)
                && bounded(player.tidings)
                && player.in_play.iter().all(|item| bounded(item.damage) && self.is_home(item.home, item.card))
        });
        let monsters = self.boards.iter().flatten().all(|monster| {
            bounded(monster.damage)
                && bounded(monster.more_attack)
                && self.is_home(monster.home, monster.card)
                && monster.owner.is_none_or(|owner| owner.index() < seats)
        });
        let counters = bounded(self.team_life)
            && bounded(self.energy)
            && self.serial < 1 << 24
            && self.gone < 1 << 16
            && self.turn < 1 << 20
            && self.next_uid < 1 << 30;
        if !players || !monsters || !counters {
            return Err("a number is out of all bounds".to_owned());
        }
        self.check_waiting(seats)
    }

    fn is_home(&self, home: Home, card: CardId) -> bool {
        match home {
            Home::Player(seat) => seat.index() < self.players.len(),
            Home::Deck(deck) => (deck as usize) < self.decks.len(),
            Home::Pile => self.card(card).pile.is_some(),
            Home::Nowhere => true,
        }
    }

    /// Whether what is asked and what is to be done point to something.
    fn check_waiting(&self, seats: usize) -> Result<(), String> {
        let context = |context: &Context| {
            context.you.index() < seats
                && (context.board as usize) < self.boards.len()
                && context.that.is_none_or(|that| that.index() < seats)
                && context.killer.is_none_or(|killer| killer.index() < seats)
        };
        let block = |block: BlockId| self.catalog.has_block(block);
        let frames = self.stack.iter().all(|frame| match frame {
            Frame::Turn(Step::Gamestart { seat, .. })
            | Frame::Enter { seat, .. }
            | Frame::Shuffle { seat }
            | Frame::Gates { seat, .. }
            | Frame::Place { seat, .. }
            | Frame::Strike { seat, .. } => seat.index() < seats,
            Frame::Ops { block: id, context: known, .. } => block(*id) && context(known),
            Frame::Triggers(list) => list.iter().all(|waiting| block(waiting.block) && context(&waiting.context)),
            Frame::Turn(_) | Frame::Mob { .. } => true,
        });
        let Some(window) = &self.window else {
            return if frames { Ok(()) } else { Err("what is to be done points to nothing".to_owned()) };
        };
        let answers = window.asked.iter().all(|(seat, _)| seat.index() < seats && !self.player(*seat).out);
        let asking = match &window.asking {
            Asking::Options { block: id, at, context: known } => {
                let is_choose = |op: Option<&Op>| matches!(op, Some(Op::Choose { .. }));
                block(*id) && is_choose(self.catalog.block(*id).get(*at as usize)) && context(known)
            }
            Asking::Gate { uid } | Asking::Ambush { uid } => self.item(*uid).is_some(),
            Asking::Target { context: known, .. }
            | Asking::Copy { context: known }
            | Asking::Lowest { context: known, .. } => context(known),
            Asking::DraftHidden | Asking::DraftVisible | Asking::Keep => self.draft.is_some(),
            Asking::Gamestart { .. }
            | Asking::Casting
            | Asking::Search { .. }
            | Asking::Sift { .. }
            | Asking::Unravel
            | Asking::Mob { .. } => true,
        };
        if !frames || !answers || !asking || window.serial > self.serial {
            return Err("a window or what is to be done points to nothing".to_owned());
        }
        Ok(())
    }

    /// The numbers of all cards that the state names.
    fn all_cards(&self) -> impl Iterator<Item = CardId> {
        let players = self.players.iter().flat_map(|player| {
            let zones = player.deck.iter().chain(&player.hand).chain(&player.discard).chain(&player.shown);
            zones.copied().chain(player.in_play.iter().map(|item| item.card))
        });
        let decks = self.decks.iter().flat_map(|deck| deck.cards.iter().chain(&deck.discard)).copied();
        let boards = self.boards.iter().flatten().map(|monster| monster.card);
        let draft = self.draft.iter().flat_map(|draft| {
            let lists = draft.packs.iter().chain(&draft.picked).flatten();
            lists.chain(&draft.layout).chain(&draft.later).copied()
        });
        let frames = self.stack.iter().filter_map(|frame| match frame {
            Frame::Enter { card, .. } | Frame::Gates { card, .. } | Frame::Place { card, .. } => Some(*card),
            Frame::Ops { context, .. } => Some(context.card),
            Frame::Turn(_) | Frame::Triggers(_) | Frame::Shuffle { .. } | Frame::Strike { .. } | Frame::Mob { .. } => {
                None
            }
        });
        players.chain(decks).chain(boards).chain(draft).chain(frames).chain(self.pool.iter().copied())
    }
}
