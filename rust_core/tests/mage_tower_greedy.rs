//! The house plays sensibly: with plain decks (MT-24) it holds out until a monster deck is reshuffled for the second time, as a rule.

mod support;

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use spellmoot_core::registry;
use spellmoot_core::rng::Chance;

/// Sixteen cards of 4 arrow damage for 3 energy, so that two players have eight each.
fn plain_cards() -> String {
    let mut text = String::new();
    for letter in 'a'..='p' {
        let _ = writeln!(
            text,
            "[[card]]\nid = \"plain_{letter}\"\nname = \"Plain {letter}\"\ntype = \"ability\"\ncost = 3\nplay = [{{ arrow = 4 }}]"
        );
    }
    text
}

#[test]
fn greedy_players_with_plain_decks_reach_the_second_reshuffle() {
    let rules = registry::find("mage_tower").expect("it is registered");
    let catalog = rules.catalog(&[plain_cards()]).expect("the cards are sound");
    let deck =
        |letters: std::ops::RangeInclusive<char>| letters.map(|letter| format!("plain_{letter}")).collect::<Vec<_>>();
    let setup = serde_json::json!({"players": 2, "decks": [deck('a'..='h'), deck('i'..='p')]});
    let stop = AtomicBool::new(false);
    let games = support::amount(60, 1000);
    let (mut reached, mut turns, mut life) = (0, 0, 0);
    for game in 0..games {
        let mut picks = support::Picks::new(game);
        let mut duel = rules.create(&catalog, &setup, Chance::seeded(picks.seed())).expect("a legal setup");
        while let Some(seat) = support::decider(&*duel) {
            let line = duel.best_choice(seat, 1, picks.word(), &stop).expect("the seat decides");
            duel.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        }
        let view: serde_json::Value = serde_json::from_str(&duel.view(None)).expect("a view is JSON");
        let outcome = duel.outcome().expect("it is over");
        turns += view["turn"].as_u64().expect("a number");
        life += outcome.scores.iter().sum::<i32>();
        let reshuffles = |seat: usize| view["players"][seat]["monsters"]["reshuffles"].as_u64();
        if reshuffles(0).max(reshuffles(1)) >= Some(2) {
            reached += 1;
        }
    }
    assert!(reached * 10 >= games * 9, "{reached} of {games} games, {turns} turns, {life} life left in all");
}
