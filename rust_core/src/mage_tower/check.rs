//! What must always hold (`invariants`), and how all cards are counted for it.

use super::catalog::{CardId, CardType};
use super::state::{Frame, Home, MageTower, Mode, Phase, Step};

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
                return Err(format!("a card of seat {} hangs on something that is gone: number {}", seat.0, item.card.0));
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
}
