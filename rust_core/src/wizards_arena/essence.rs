//! What tells two duels apart, for digests: short, since most cards of a player bear nothing, and none of them ever changes.

use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

use super::card_set::CardSet;
use super::pattern::Pattern;
use super::state::{Gifts, Player, WizardsArena};
use crate::rng::Chance;

/// The essence of a duel.
pub(super) fn of(duel: &WizardsArena) -> impl Serialize {
    let WizardsArena { players: [one, other], active, turn, phase, ending, serial, chance } = duel;
    (Mine(one), Mine(other), active, turn, phase, ending, serial, Luck(chance))
}

/// The essence of a player's things: of each card what its zone says is there, and no more.
struct Mine<'a>(&'a Player);

impl Serialize for Mine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let player = self.0;
        let numbers = (player.life, player.crystals, player.mana);
        let marks = (player.since_start, player.triggered, player.attacked, player.crashing, player.resting);
        let damage = Each(player.arena, |card| player.damage[card]);
        let [own, others] = &player.gifts;
        let cards = (Bytes(&player.deck.print()), Row(&player.pattern), player.hand, player.arena, marks);
        let arrivals = (player.arrivals, Each(player.hand | player.arena, |card| player.arrived[card]));
        (numbers, cards, damage, Given(own), Given(others), arrivals).serialize(serializer)
    }
}

/// The essence of what was given: of each holder its share.
struct Given<'a>(&'a Gifts);

impl Serialize for Given<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let gifts = self.0;
        let shares = Each(gifts.holders, |card| (gifts.attack[card], gifts.health[card]));
        (gifts.holders, gifts.blockers, shares).serialize(serializer)
    }
}

/// The essence of what is still to be drawn.
struct Row<'a>(&'a Pattern);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = [0; Pattern::SPACE];
        let mut size = 0;
        for (place, card) in row.iter_mut().zip(self.0.iter()) {
            *place = card.0;
            size += 1;
        }
        Bytes(&row[..size]).serialize(serializer)
    }
}

/// The essence of the chance of a duel.
struct Luck<'a>(&'a Chance);

impl Serialize for Luck<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Chance::Seeded { key, rewinds, positions } => (true, Bytes(key), rewinds, positions).serialize(serializer),
            Chance::Scripted { rolls } => (false, rolls).serialize(serializer),
        }
    }
}

/// Bytes that are written in one go; an array of them would be written one by one.
struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// Something of each card of a set, in the order of their numbers. How many they are, the set itself tells beside it.
struct Each<F>(CardSet, F);

impl<T: Serialize, F: Fn(usize) -> T> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_tuple(self.0.len())?;
        for card in self.0 {
            row.serialize_element(&(self.1)(card.0 as usize))?;
        }
        row.end()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::contract::{GameCatalog, Rules, Seat};
    use crate::rng::Chance;
    use crate::wizards_arena::Catalog;
    use crate::wizards_arena::state::{CardId, Ending, Phase};

    /// A duel in which each player has two cards in the Arena, with a gift and damage on them, and two in the Hand.
    fn duel(patterns: [&str; 2]) -> WizardsArena {
        let catalog = Arc::new(Catalog::load(&[]).expect("the built-in catalogue is sound"));
        let setup = serde_json::json!({ "patterns": patterns });
        let mut duel = WizardsArena::setup(&catalog, &setup, Chance::seeded([7; 32]), &mut ()).expect("a legal setup");
        for player in &mut duel.players {
            for _ in 0..2 {
                let (hand, arena) = (player.pattern.take_top(), player.pattern.take_top());
                player.enter_hand(hand);
                player.enter_arena(arena);
                player.gifts[0].give(arena, 2, 1, true);
                player.damage[arena.0 as usize] = 1;
            }
        }
        duel
    }

    const PATTERNS: [&str; 2] = ["BCGBHKGPBHCRPGKQHPRUQLUQU", "BGBEGLBGEKLPHRLHMPHRPMKEQ"];

    fn essence(duel: &WizardsArena) -> Vec<u8> {
        postcard::to_stdvec(&of(duel)).expect("it is plain data")
    }

    #[test]
    fn whatever_differs_is_seen() {
        let in_arena = |player: &Player| player.arena.into_iter().next().expect("it has cards there");
        let changes: [fn(&mut Player, CardId); 20] = [
            |player, _| player.life -= 1,
            |player, _| player.crystals += 1,
            |player, _| player.mana += 1,
            |player, _| player.pattern.push_top_back(),
            |player, card| player.leave_arena(card),
            |player, card| player.since_start.insert(card),
            |player, card| player.triggered.insert(card),
            |player, card| player.attacked.insert(card),
            |player, card| player.crashing.insert(card),
            |player, card| player.resting.insert(card),
            |player, card| player.damage[card.0 as usize] += 1,
            |player, card| player.gifts[0].give(card, 1, 0, false),
            |player, card| player.gifts[0].give(card, 0, 1, false),
            |player, card| player.gifts[1].give(card, 1, 0, false),
            |player, card| player.gifts[1].give(card, 0, 1, false),
            |player, card| player.gifts[1].give(card, 0, 0, true),
            |player, card| player.gifts[0].take(card),
            |player, card| player.arrived[card.0 as usize] += 9,
            |player, _| player.arrivals += 1,
            |player, _| player.hand = CardSet::EMPTY,
        ];
        let whole: [fn(&mut WizardsArena); 6] = [
            |duel| duel.active = duel.active.other(),
            |duel| duel.turn += 1,
            |duel| duel.phase = Phase::Attack,
            |duel| duel.ending = Some(Ending::Life { winner: Seat(1) }),
            |duel| duel.serial += 1,
            |duel| duel.chance = Chance::seeded([8; 32]),
        ];
        let duel = duel(PATTERNS);
        let mut seen = BTreeSet::from([essence(&duel)]);
        for change in changes {
            for seat in 0..2 {
                let mut other = duel.clone();
                let card = in_arena(&other.players[seat]);
                change(&mut other.players[seat], card);
                assert!(seen.insert(essence(&other)));
            }
        }
        for change in whole {
            let mut other = duel.clone();
            change(&mut other);
            assert!(seen.insert(essence(&other)));
        }
    }

    #[test]
    fn other_cards_are_seen_although_everything_else_is_alike() {
        let [one, other] = PATTERNS.map(|pattern| duel([pattern, pattern]));
        let mut mixed = one.clone();
        mixed.players[1].deck = other.players[1].deck.clone();
        assert_ne!(essence(&one), essence(&mixed));
    }

    #[test]
    fn where_a_card_of_the_pattern_came_from_does_not_matter() {
        let mut duel = duel(PATTERNS);
        let before = essence(&duel);
        let top = duel.players[0].pattern.top();
        duel.players[0].arrived[top.0 as usize] += 1;
        assert_eq!(before, essence(&duel));
    }
}
