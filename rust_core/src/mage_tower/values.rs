//! Attack and health as they are now: printed or counted, then everything that adds (MT-8.11, MT-18.3).

use super::catalog::{Amount, Aura, CardType, Count};
use super::state::{Item, MageTower, Monster, START_LIFE, seat_at};
use crate::contract::Seat;

fn fits(aura: &Aura, subtypes: u32) -> bool {
    aura.subtypes == 0 || aura.subtypes & subtypes != 0
}

impl MageTower {
    /// What other monsters of the board give to the one at `place`.
    fn board_bonus(&self, board: usize, place: usize) -> (i32, i32) {
        let subtypes = self.card(self.boards[board][place].card).subtypes;
        let mut bonus = (0, 0);
        for (other, monster) in self.boards[board].iter().enumerate() {
            if let Some(aura) = &self.card(monster.card).traits.board_aura
                && other != place
                && fits(aura, subtypes)
            {
                bonus.0 += aura.attack;
                bonus.1 += aura.health;
            }
        }
        bonus
    }

    /// The attack of a monster.
    pub fn monster_attack(&self, board: usize, place: usize) -> i32 {
        let monster = &self.boards[board][place];
        let card = self.card(monster.card);
        let base = if card.traits.mirrors_behind {
            match self.boards[board].get(place + 1) {
                Some(behind) if !self.card(behind.card).traits.mirrors_behind => self.monster_attack(board, place + 1),
                _ => 0,
            }
        } else {
            i32::from(card.entry.attack)
        };
        (base + monster.more_attack + self.board_bonus(board, place).0).max(0)
    }

    /// The health of a monster, damage not counted.
    #[inline]
    pub fn monster_health(&self, board: usize, place: usize) -> i32 {
        let monster = &self.boards[board][place];
        i32::from(self.card(monster.card).entry.health) + self.board_bonus(board, place).1
    }

    /// What a monster still bears.
    #[inline]
    pub fn monster_left(&self, board: usize, place: usize) -> i32 {
        self.monster_health(board, place) - self.boards[board][place].damage
    }

    /// The Equipment of a Defender.
    pub fn worn_by<'a>(&'a self, seat: Seat, item: &'a Item) -> impl Iterator<Item = &'a Item> {
        let worn = self.player(seat).in_play.iter();
        worn.filter(move |worn| worn.role == CardType::Equipment && worn.on == Some(item.uid))
    }

    /// The attack of a Defender (MT-8.11).
    pub fn defender_attack(&self, seat: Seat, item: &Item) -> i32 {
        let card = self.card(item.card);
        let mut attack = match card.traits.attack_is {
            Some(amount) => self.amount(amount, seat, seat),
            None => i32::from(card.entry.attack),
        };
        let mut more = 0;
        for worn in self.worn_by(seat, item) {
            let traits = &self.card(worn.card).traits;
            attack = traits.equipped_attack_is.unwrap_or(attack);
            more += traits.equipped_aura.map_or(0, |aura| aura.attack);
        }
        for other in &self.player(seat).in_play {
            if let Some(aura) = &self.card(other.card).traits.defenders_aura
                && fits(aura, card.subtypes)
            {
                more += aura.attack;
            }
        }
        (attack + more).max(0)
    }

    /// The health of a Defender, damage not counted.
    pub fn defender_health(&self, seat: Seat, item: &Item) -> i32 {
        let card = self.card(item.card);
        let mut health = i32::from(card.entry.health);
        for other in &self.player(seat).in_play {
            let traits = &self.card(other.card).traits;
            if let Some(aura) = &traits.equipped_aura
                && other.on == Some(item.uid)
            {
                health += aura.health;
            }
            if let Some(aura) = &traits.defenders_aura
                && fits(aura, card.subtypes)
            {
                health += aura.health;
            }
        }
        health
    }

    /// What a Defender still bears.
    pub fn defender_left(&self, seat: Seat, item: &Item) -> i32 {
        self.defender_health(seat, item) - item.damage
    }

    /// How often a Defender may still attack this turn (MT-8.2).
    pub fn attacks_left(&self, item: &Item) -> u8 {
        let traits = &self.card(item.card).traits;
        if traits.cannot_attack {
            return 0;
        }
        traits.extra_attacks.saturating_add(1).saturating_add(item.more_attacks).saturating_sub(item.attacks)
    }

    /// Whether a Defender's attack is arrow damage (MT-8.8).
    pub fn attacks_with_arrows(&self, seat: Seat, item: &Item) -> bool {
        self.card(item.card).traits.arrow_attack
            || self.worn_by(seat, item).any(|worn| self.card(worn.card).traits.arrow_attack)
    }

    /// An amount for an effect of `you` on `that` (MT-18.2).
    pub fn amount(&self, amount: Amount, you: Seat, that: Seat) -> i32 {
        let counted = match amount {
            Amount::Fixed(number) => return i32::from(number),
            Amount::Counted(counted) => counted,
        };
        let size = |cards: usize| i32::try_from(cards).expect("a pile is not that high");
        let count = match counted.count {
            Count::MyDiscard => size(self.player(you).discard.len()),
            Count::TheirDeckAndDiscard => size(self.player(that).deck.len() + self.player(that).discard.len()),
            Count::LifeBelow20 => (START_LIFE - self.life(you)).max(0),
            Count::MyDefendersAttack => {
                let defenders = self.player(you).in_play.iter().filter(|item| item.role == CardType::Defender);
                defenders.map(|item| self.defender_attack(you, item)).sum()
            }
        };
        let amount = count / i32::from(counted.div.max(1)) + i32::from(counted.plus);
        counted.max.map_or(amount, |max| amount.min(i32::from(max)))
    }

    /// Whether a monster carries something of that kind; for questions about whole boards.
    pub fn board_has(&self, board: usize, asks: impl Fn(&Monster) -> bool) -> bool {
        self.boards[board].iter().any(asks)
    }

    /// Own Defenders in order of entering.
    pub fn defenders(&self, seat: Seat) -> impl Iterator<Item = &Item> {
        self.player(seat).in_play.iter().filter(|item| item.role == CardType::Defender)
    }

    /// The seat of each board's player; the first one in co-op.
    pub fn board_player(&self, board: usize) -> Seat {
        seat_at(board)
    }
}
