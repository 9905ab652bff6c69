//! Every game of the registry: whole games without anybody being told, and the calls that a server makes for a choice.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use spellmoot_core::contract::{DynGame, Seat};
use spellmoot_core::registry::{self, Catalog, GameType};
use spellmoot_core::rng::Chance;
use spellmoot_core::search::{Order, Policy};

fn main() {
    divan::main();
}

/// What each game is measured with.
fn setup(game: &str) -> serde_json::Value {
    match game {
        "wizards_arena" => {
            serde_json::json!({"patterns": ["BCGBHKGPBHCRPGKQHPRUQLUQU", "BGBEGLBGEKLPHRLHMPHRPMKEQ"]})
        }
        "mage_tower" => serde_json::json!({"players": 2}),
        "mage_wars" => serde_json::json!({"seats": [{"mage": "paladin"}, {"mage": "siren"}]}),
        other => panic!("{other} has no setup here"),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    registry::GAMES.iter().map(|game| game.name())
}

fn found(name: &str) -> (&'static dyn GameType, Catalog) {
    let game = registry::find(name).expect("it is registered");
    (game, game.catalog(&[]).expect("the built-in catalogue is sound"))
}

/// Plays one game after the other; the counter turns the time into games a second, the list of choices into choices a second.
fn play(bencher: Bencher<'_, '_>, name: &str, policy: Policy) {
    let (game, catalog) = found(name);
    let setup = setup(name);
    let order = |games, seed| Order { policies: vec![policy], games, seed, threads: 1 };
    let mut seed = 0;
    let sample = game.simulate(&catalog, &setup, &order(20, 0)).expect("a legal setup");
    let choices = usize::try_from(sample.choices / sample.games).expect("few choices");
    bencher.counter(ItemsCount::new(choices)).bench_local(|| {
        seed += 1;
        game.simulate(&catalog, &setup, &order(1, seed)).expect("a legal setup").choices
    });
}

/// A game a run, all choices at random. Items are choices (as many as a game has on average).
#[divan::bench(args = names())]
fn random_playout(bencher: Bencher<'_, '_>, name: &str) {
    play(bencher, name, Policy::Random);
}

/// A game a run, as the house plays. Items are choices.
#[divan::bench(args = names(), sample_count = 20)]
fn greedy_playout(bencher: Bencher<'_, '_>, name: &str) {
    play(bencher, name, Policy::Greedy);
}

/// A match after sixty default choices, or at the last decision before it ends.
fn midway(name: &str) -> (Box<dyn DynGame>, Seat) {
    let (game, catalog) = found(name);
    let mut duel = game.create(&catalog, &setup(name), Chance::seeded([7; 32])).expect("a legal setup");
    let decider = |duel: &dyn DynGame| duel.pending().into_iter().find(|open| !open.sealed);
    for _ in 0..60 {
        let open = decider(&*duel).expect("it goes on");
        let mut next = duel.boxed_clone();
        next.choose(open.seat, &open.default).expect("a default is legal");
        if next.outcome().is_some() {
            break;
        }
        duel = next;
    }
    let seat = decider(&*duel).expect("it goes on").seat;
    (duel, seat)
}

#[divan::bench(args = names())]
fn choices(bencher: Bencher<'_, '_>, name: &str) {
    let (duel, seat) = midway(name);
    bencher.bench_local(|| black_box(&duel).choices(seat));
}

/// One choice, on a copy that is made outside of what is measured.
#[divan::bench(args = names())]
fn choose(bencher: Bencher<'_, '_>, name: &str) {
    let (duel, seat) = midway(name);
    let line = duel.choices(seat).pop().expect("an open decision has a line");
    bencher.with_inputs(|| duel.boxed_clone()).bench_local_refs(|duel| duel.choose(seat, &line).is_ok());
}

#[divan::bench(args = names())]
fn view(bencher: Bencher<'_, '_>, name: &str) {
    let (duel, seat) = midway(name);
    bencher.bench_local(|| black_box(&duel).view(Some(seat)));
}

#[divan::bench(args = names())]
fn snapshot(bencher: Bencher<'_, '_>, name: &str) {
    let (duel, _) = midway(name);
    bencher.bench_local(|| black_box(&duel).snapshot());
}
