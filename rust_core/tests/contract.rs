//! What every game must hold to, asked of every game of the registry: the promises of `contract::DynGame`. A game gets all of it by
//! its row in `support/games.rs`. More games with `SPELLMOOT_SLOW=1`; a failure names game, setup and seed.

mod support;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use sha2::{Digest, Sha256};
use spellmoot_core::contract::{CONTRACT_CODES, Decision, DynGame, Event, Kind, Refusal, Seat};
use spellmoot_core::registry;
use spellmoot_core::rng::Chance;
use support::games::{Row, rows};
use support::{Picks, amount, decider, natural_key, seats};

/// A random game written down.
struct Record {
    seed: [u8; 32],
    lines: Vec<(Seat, String)>,
    /// Before the first line, and after each.
    digests: Vec<[u8; 8]>,
}

/// Calls `check` with a few random games of each setup of each game.
fn each_game(quick: u64, slow: u64, check: impl Fn(&Row, &str, &mut Picks)) {
    for row in rows() {
        for (number, setup) in row.setups.iter().enumerate() {
            for seed in 0..amount(quick, slow) {
                let mut picks = Picks::new(seed);
                let result = catch_unwind(AssertUnwindSafe(|| check(row, setup, &mut picks)));
                assert!(result.is_ok(), "{} failed with setup {number}, seed {seed}", row.game);
            }
        }
    }
}

/// Plays at random to the end, calling `look` before each choice.
fn play(game: &mut dyn DynGame, row: &Row, picks: &mut Picks, mut look: impl FnMut(&dyn DynGame, &mut Picks)) {
    for _ in 0..row.longest {
        look(game, picks);
        let Some(seat) = decider(game) else { return };
        let line = picks.pick(&game.choices(seat)).clone();
        game.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    panic!("{} goes on after {} choices", row.game, row.longest);
}

fn record(row: &Row, setup: &str, picks: &mut Picks) -> Record {
    let seed = picks.seed();
    let mut game = support::start(row.game, setup, Chance::seeded(seed));
    let mut record = Record { seed, lines: Vec::new(), digests: vec![game.digest()] };
    while let Some(seat) = decider(&*game) {
        let line = picks.pick(&game.choices(seat)).clone();
        game.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        record.lines.push((seat, line));
        record.digests.push(game.digest());
        assert!(record.lines.len() <= row.longest, "{} goes on and on", row.game);
    }
    record
}

fn replay(row: &Row, setup: &str, record: &Record, count: usize) -> Box<dyn DynGame> {
    let mut game = support::start(row.game, setup, Chance::seeded(record.seed));
    for (seat, line) in &record.lines[..count] {
        game.choose(*seat, line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    game
}

/// Everything that can be told of a match except for its chance and the ids of its decisions.
#[derive(Debug, Eq, PartialEq)]
struct Seen {
    views: Vec<String>,
    choices: Vec<Vec<String>>,
    open: Vec<Decision>,
}

fn seen(game: &dyn DynGame) -> Seen {
    Seen {
        views: std::iter::once(None).chain(seats(game).map(Some)).map(|viewer| game.view(viewer)).collect(),
        choices: seats(game).map(|seat| game.choices(seat)).collect(),
        open: game.pending().into_iter().map(|open| Decision { id: 0, ..open }).collect(),
    }
}

fn check_unchanged<T: std::fmt::Debug>(
    game: &mut dyn DynGame,
    what: &str,
    attempt: impl FnOnce(&mut dyn DynGame) -> Result<T, Refusal>,
) -> Refusal {
    let (digest, pending) = (game.digest(), game.pending());
    let refusal = match attempt(game) {
        Ok(done) => panic!("{what} was taken: {done:?}"),
        Err(refusal) => refusal,
    };
    assert_eq!(digest, game.digest(), "{what} was refused and changed the state");
    assert_eq!(pending, game.pending(), "{what} was refused and changed what is open");
    let known = registry::error_codes();
    assert!(known.iter().any(|code| code.code == refusal.code), "{what}: {} is in no list of codes", refusal.code);
    assert!(!refusal.message.is_empty(), "{what} is refused without a word");
    refusal
}

fn is_kebab(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-')
}

fn check_events(events: &[Event], count: usize) {
    for event in events {
        let mut told = BTreeSet::new();
        let mut to_all = 0;
        for face in &event.faces {
            let body: serde_json::Value = serde_json::from_str(&face.json).expect("an event is JSON");
            assert!(body["type"].as_str().is_some_and(is_kebab), "an event without a type: {}", face.json);
            match &face.viewers {
                None => to_all += 1,
                Some(viewers) => {
                    for seat in viewers {
                        assert!(seat.index() < count && told.insert(*seat), "{seat:?} gets no face or two: {event:?}");
                    }
                }
            }
        }
        assert!(to_all < 2, "two faces for everybody: {event:?}");
    }
}

#[test]
fn random_play_ends_and_every_list_is_in_order() {
    each_game(3, 300, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        check_events(game.opening(), game.seats());
        play(&mut *game, row, picks, |game, _| {
            assert_eq!(game.invariants(), Ok(()));
            let pending = game.pending();
            assert_eq!(pending.is_empty(), game.outcome().is_some(), "over, or somebody decides");
            assert!(pending.is_sorted_by_key(|open| open.seat), "open decisions by seat");
            assert!(pending.iter().any(|open| !open.sealed) || pending.is_empty(), "all sealed and nothing happens");
            for seat in seats(game) {
                let choices = game.choices(seat);
                let Some(open) = pending.iter().find(|open| open.seat == seat) else {
                    assert!(choices.is_empty(), "{seat:?} has choices and no decision");
                    continue;
                };
                assert!(is_kebab(open.window), "{open:?}");
                assert!(!choices.is_empty(), "{open:?} has no choices");
                assert!(choices.len() <= row.most_choices, "{} choices", choices.len());
                assert!(
                    choices.is_sorted_by(|one, other| natural_key(one) < natural_key(other)),
                    "not sorted, or a line twice: {choices:?}"
                );
                assert!(!open.complete || choices.contains(&open.default), "{open:?}: its default is not listed");
            }
        });
        let outcome = game.outcome().expect("it is over");
        assert!(is_kebab(&outcome.reason), "{outcome:?}");
        assert_eq!(outcome.scores.len(), game.seats());
        assert!(outcome.winners.is_sorted() && outcome.winners.iter().all(|seat| seat.index() < game.seats()));
    });
}

#[test]
fn listed_choices_are_accepted_and_told() {
    each_game(2, 50, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        play(&mut *game, row, picks, |game, picks| {
            for open in game.pending() {
                let choices = game.choices(open.seat);
                let few = if support::is_slow() { choices.len() } else { 3.min(choices.len()) };
                let some: Vec<&String> = (0..few).map(|_| picks.pick(&choices)).chain([&open.default]).collect();
                for line in some {
                    let mut next = game.boxed_clone();
                    let events = next.choose(open.seat, line);
                    let events = events.unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
                    check_events(&events, game.seats());
                    assert_eq!(next.invariants(), Ok(()), "after {line}");
                    assert_eq!(next.choices_made(), game.choices_made() + 1);
                    let mut shouted = game.boxed_clone();
                    let loud = format!("  {}  ", line.to_ascii_uppercase().replace(' ', "   "));
                    assert_eq!(shouted.choose(open.seat, &loud).as_ref(), Ok(&events), "{loud:?}");
                    assert_eq!(shouted.digest(), next.digest(), "{loud:?}");
                }
            }
        });
    });
}

#[test]
fn a_printed_choice_is_read_as_itself() {
    each_game(2, 50, |row, setup, picks| {
        let setup = serde_json::from_str(setup).expect("setups of tests are JSON");
        (row.typed.check_spelling)(&setup, picks.word());
    });
}

#[test]
fn picks_by_number_are_the_listed_choices() {
    each_game(2, 50, |row, setup, picks| {
        let setup = serde_json::from_str(setup).expect("setups of tests are JSON");
        (row.typed.check_picks)(&setup, picks.word());
    });
}

#[test]
fn junk_and_other_seats_are_refused_without_a_trace() {
    let long = "attack ".repeat(1000);
    let junk = [
        "",
        " ",
        "\t\r\n",
        "dance",
        "\0",
        "-1",
        "0",
        "ö",
        "💥 💥",
        "done done done done done done done",
        "cut 18446744073709551616",
        "\u{202e}enod",
        "%s %n",
        "{}",
        "p1:",
        "foe:",
        &long,
    ];
    each_game(1, 20, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        let mut turn = 0;
        while let Some(decider) = decider(&*game) {
            let choices = game.choices(decider);
            let line = picks.pick(&choices).clone();
            turn += 1;
            if turn % 5 == 0 {
                for text in junk {
                    check_unchanged(&mut *game, text, |game| game.choose(decider, text));
                }
                for text in
                    [format!("{line} {line}"), format!("{line}x"), format!("x{line}"), format!("{line} 0 0 0 0")]
                {
                    check_unchanged(&mut *game, &text, |game| game.choose(decider, &text));
                }
            }
            for seat in seats(&*game) {
                if !game.pending().iter().any(|open| open.seat == seat) {
                    check_unchanged(&mut *game, "another seat's line", |game| game.choose(seat, &line));
                    check_unchanged(&mut *game, "another seat's junk", |game| game.choose(seat, "dance"));
                }
            }
            let nobody = Seat(u8::try_from(game.seats()).expect("few seats"));
            for seat in [nobody, Seat(u8::MAX)] {
                let refusal = check_unchanged(&mut *game, "nobody's line", |game| game.choose(seat, &line));
                assert_eq!(refusal.code, "no-such-seat");
                assert!(game.choices(seat).is_empty());
            }
            game.choose(decider, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        }
        for seat in seats(&*game) {
            let refusal = check_unchanged(&mut *game, "a line after the end", |game| game.choose(seat, "done"));
            assert_eq!(refusal.code, "match-over");
        }
    });
}

/// Follows the decision ids of a match.
struct Ids(Vec<(u32, Option<u32>)>);

impl Ids {
    fn new(game: &dyn DynGame) -> Self {
        Self(vec![(0, None); game.seats()])
    }

    /// `answered`: the seat whose decision has just been answered for good.
    fn look(&mut self, pending: &[Decision], answered: Option<Seat>) {
        for (seat, (last, open)) in self.0.iter_mut().enumerate() {
            if answered.is_some_and(|answered| answered.index() == seat) {
                *open = None;
            }
            let now = pending.iter().find(|decision| decision.seat.index() == seat).map(|decision| decision.id);
            if let Some(id) = now {
                assert!(*open == Some(id) || id > *last, "id {id} is used again (the last was {last})");
                *last = id;
            }
            *open = now;
        }
    }

    /// After a rewind every decision is a new one.
    fn forget(&mut self) {
        for (_, open) in &mut self.0 {
            *open = None;
        }
    }
}

#[test]
fn decision_ids_are_never_used_again() {
    each_game(2, 50, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        let mut ids = Ids::new(&*game);
        ids.look(&game.pending(), None);
        let mut rewinds = 0;
        while let Some(seat) = decider(&*game) {
            let line = picks.pick(&game.choices(seat)).clone();
            let others: Vec<Decision> = game.pending().into_iter().filter(|open| open.seat != seat).collect();
            let is_secret = game.pending().iter().any(|open| open.seat == seat && open.kind == Kind::Secret);
            game.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
            let pending = game.pending();
            let stays = pending.iter().any(|open| open.seat == seat && open.sealed);
            ids.look(&pending, (!stays).then_some(seat));
            if is_secret && others.iter().any(|open| !open.sealed) {
                for other in &others {
                    assert!(pending.contains(other), "a sealed line of {seat:?} disturbs {other:?}");
                }
            }
            if rewinds < 20 && game.outcome().is_none() && picks.below(15) == 0 {
                rewinds += 1;
                let count = 1 + picks.below(game.choices_made().min(40));
                game.rewind(count).unwrap_or_else(|refusal| panic!("rewind {count}: {refusal:?}"));
                ids.forget();
                ids.look(&game.pending(), None);
            }
        }
    });
}

#[test]
fn a_replay_gives_the_same_match() {
    each_game(2, 100, |row, setup, picks| {
        let record = record(row, setup, picks);
        let mut game = support::start(row.game, setup, Chance::seeded(record.seed));
        let mut other = support::start(row.game, setup, Chance::seeded(record.seed));
        assert_eq!(game.opening(), other.opening());
        for ((seat, line), digest) in record.lines.iter().zip(&record.digests) {
            assert_eq!(game.digest(), *digest, "before {line}");
            assert_eq!(game.choose(*seat, line), other.choose(*seat, line), "the events of {line}");
        }
        assert_eq!(game.digest(), record.digests[record.lines.len()]);
        assert_eq!(game.snapshot(), other.snapshot());
        let mut changes: Vec<_> = record.digests.clone();
        changes.dedup();
        assert_eq!(changes.len(), record.digests.len(), "a choice left the digest as it was");
    });
}

#[test]
fn snapshots_and_clones_go_on_alike() {
    each_game(2, 50, |row, setup, picks| {
        let record = record(row, setup, picks);
        for _ in 0..4 {
            let at = picks.below(record.lines.len());
            let mut game = replay(row, setup, &record, at);
            if at > 2 && picks.below(2) == 0 {
                game.rewind(1).unwrap_or_else(|refusal| panic!("{refusal:?}"));
                game.choose(record.lines[at - 1].0, &record.lines[at - 1].1)
                    .unwrap_or_else(|refusal| panic!("{refusal}"));
            }
            let snapshot = game.snapshot();
            let mut restored = registry::restore(&snapshot, None).expect("a snapshot opens");
            let mut clone = game.boxed_clone();
            assert!(restored.opening().is_empty());
            assert_eq!(restored.snapshot(), snapshot);
            assert_eq!(clone.snapshot(), snapshot);
            for (seat, line) in &record.lines[at..] {
                assert_eq!(restored.pending(), game.pending());
                let events = game.choose(*seat, line);
                assert_eq!(restored.choose(*seat, line), events, "{line}");
                assert_eq!(clone.choose(*seat, line), events, "{line}");
                assert_eq!(restored.digest(), game.digest(), "after {line}");
            }
            assert_eq!(clone.digest(), game.digest());
            assert_eq!(restored.outcome(), game.outcome());
            assert_eq!(restored.snapshot(), game.snapshot());
        }
    });
}

#[test]
fn a_rewind_takes_choices_back_but_not_chance() {
    each_game(2, 50, |row, setup, picks| {
        let record = record(row, setup, picks);
        for _ in 0..4 {
            // The last choice ended the match, and what is over can't be taken back.
            let at = 1 + picks.below(record.lines.len() - 1);
            let count = 1 + picks.below(at);
            let before = replay(row, setup, &record, at - count);
            let mut game = replay(row, setup, &record, at);
            game.rewind(count).unwrap_or_else(|refusal| panic!("{refusal:?}"));
            assert_eq!(game.invariants(), Ok(()));
            assert_eq!(game.choices_made(), at - count);
            assert_eq!(seen(&*game), seen(&*before), "{count} of {at} taken back");
            assert_ne!(game.digest(), before.digest(), "what chance gives next is the same");
            let once = game.digest();
            // To the same point a second time, by way of a snapshot: chance differs again.
            let (seat, line) = &record.lines[at - count];
            game.choose(*seat, line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
            let mut game = registry::restore(&game.snapshot(), None).expect("a snapshot opens");
            game.rewind(1).unwrap_or_else(|refusal| panic!("{refusal:?}"));
            assert_eq!(seen(&*game), seen(&*before));
            assert!(game.digest() != once && game.digest() != before.digest(), "chance repeats itself");
            play(&mut *game, row, picks, |_, _| {});
        }
        let mut game = replay(row, setup, &record, record.lines.len() / 2);
        let made = game.choices_made();
        for count in [0, made + 1, usize::MAX] {
            let refusal = check_unchanged(&mut *game, "a rewind too far", |game| game.rewind(count));
            assert_eq!(refusal.code, "nothing-to-rewind");
        }
        let mut game = replay(row, setup, &record, record.lines.len());
        assert_eq!(check_unchanged(&mut *game, "a rewind of the end", |game| game.rewind(1)).code, "match-over");
    });
}

/// The open decisions as `viewer` may know them: the default of another seat's hidden window may name a hidden card.
fn known_of_pending(game: &dyn DynGame, viewer: Option<Seat>) -> Vec<Decision> {
    let mut pending = game.pending();
    for open in pending.iter_mut().filter(|open| open.hidden && Some(open.seat) != viewer) {
        open.default.clear();
    }
    pending
}

#[test]
fn a_redeal_changes_nothing_that_the_viewer_knows() {
    each_game(1, 30, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        play(&mut *game, row, picks, |game, picks| {
            for viewer in std::iter::once(None).chain(seats(game).map(Some)) {
                let mut other = game.boxed_clone();
                other.redeal(viewer, picks.seed());
                assert_eq!(other.invariants(), Ok(()));
                assert_eq!(other.view(viewer), game.view(viewer), "the view of {viewer:?}");
                let known = |game: &dyn DynGame| known_of_pending(game, viewer);
                assert_eq!(known(&*other), known(game), "windows, as {viewer:?} sees them");
                assert_eq!(other.outcome(), game.outcome());
                if let Some(seat) = viewer {
                    assert_eq!(other.choices(seat), game.choices(seat), "the choices of {viewer:?}");
                }
            }
        });
    });
}

#[test]
fn views_are_json_of_this_game() {
    each_game(1, 30, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        play(&mut *game, row, picks, |game, _| {
            for viewer in std::iter::once(None).chain(seats(game).map(Some)) {
                let view: serde_json::Value = serde_json::from_str(&game.view(viewer)).expect("a view is JSON");
                assert_eq!(view["game"], row.game);
                let places = view.get("players").or_else(|| view.get("seats"));
                assert_eq!(places.and_then(serde_json::Value::as_array).map(Vec::len), Some(game.seats()));
            }
        });
    });
}

#[test]
fn retiring_and_agreeing_end_a_match_or_let_it_go_on() {
    each_game(1, 30, |row, setup, picks| {
        let record = record(row, setup, picks);
        for at in [0, picks.below(record.lines.len()), record.lines.len() - 1] {
            let start = replay(row, setup, &record, at);
            for seat in seats(&*start) {
                let mut game = start.boxed_clone();
                let events = match game.retire(seat, "resigned") {
                    Ok(events) => events,
                    Err(refusal) => {
                        assert_eq!(refusal.code, "already-out", "{refusal:?}");
                        assert!(game.seats() > 2, "one of two is out and the match goes on");
                        assert!(game.pending().iter().all(|open| open.seat != seat), "{seat:?} is out and decides");
                        assert_eq!(game.digest(), start.digest());
                        continue;
                    }
                };
                check_events(&events, game.seats());
                assert!(!events.is_empty(), "nobody is told");
                assert_eq!(game.invariants(), Ok(()));
                assert!(game.pending().iter().all(|open| open.seat != seat), "{seat:?} has left and decides");
                let refusal = check_unchanged(&mut *game, "a rewind past a retirement", |game| game.rewind(1));
                assert!(["nothing-to-rewind", "match-over"].contains(&refusal.code));
                assert!(game.seats() > 2 || game.outcome().is_some(), "one is left and plays on");
                let restored = registry::restore(&game.snapshot(), None).expect("a snapshot opens");
                assert_eq!(restored.digest(), game.digest());
                play(&mut *game, row, picks, |_, _| {});
                let outcome = game.outcome().expect("it is over");
                assert!(!outcome.winners.contains(&seat) || game.seats() > 2, "{seat:?} left and won");
                check_over(&mut *game);
            }
            let mut game = start.boxed_clone();
            check_events(&game.agree_draw().unwrap_or_else(|refusal| panic!("{refusal:?}")), game.seats());
            assert_eq!(game.outcome().map(|outcome| outcome.winners), Some(Vec::new()));
            check_over(&mut *game);
            let mut game = start.boxed_clone();
            let refusal = check_unchanged(&mut *game, "nobody retires", |game| game.retire(Seat(99), "resigned"));
            assert_eq!(refusal.code, "no-such-seat");
        }
    });
}

fn check_over(game: &mut dyn DynGame) {
    assert!(game.pending().is_empty());
    assert_eq!(check_unchanged(game, "retire", |game| game.retire(Seat(0), "late")).code, "match-over");
    assert_eq!(check_unchanged(game, "agree_draw", |game| game.agree_draw()).code, "match-over");
    assert_eq!(check_unchanged(game, "rewind", |game| game.rewind(1)).code, "match-over");
    for seat in seats(game) {
        assert!(game.choices(seat).is_empty());
        assert_eq!(check_unchanged(game, "choose", |game| game.choose(seat, "done")).code, "match-over");
    }
}

#[test]
fn the_house_plays_listed_lines_and_the_same_each_time() {
    let go_on = AtomicBool::new(false);
    let stop = AtomicBool::new(true);
    each_game(1, 20, |row, setup, picks| {
        let mut game = support::start(row.game, setup, Chance::seeded(picks.seed()));
        for _ in 0..row.longest {
            let Some(seat) = decider(&*game) else { return };
            let seed = picks.word();
            let line = game.best_choice(seat, 2, seed, &go_on).unwrap_or_else(|refusal| panic!("{refusal:?}"));
            assert_eq!(game.best_choice(seat, 2, seed, &go_on).as_ref(), Ok(&line));
            assert!(game.best_choice(seat, u32::MAX, seed, &stop).is_ok(), "a stopped search has no line");
            for other in seats(&*game).filter(|other| game.choices(*other).is_empty()) {
                assert!(game.best_choice(other, 1, seed, &go_on).is_err());
            }
            assert!(game.choices(seat).contains(&line), "{line} is not listed");
            game.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        }
        panic!("the house plays on and on");
    });
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let whole = bytes.len() - 8;
    bytes.truncate(whole);
    let seal = Sha256::digest(&bytes);
    bytes.extend(&seal[..8]);
    bytes
}

#[test]
fn a_damaged_snapshot_is_refused() {
    each_game(1, 10, |row, setup, picks| {
        let record = record(row, setup, picks);
        let at = picks.below(record.lines.len());
        let snapshot = replay(row, setup, &record, at).snapshot();
        let step = if support::is_slow() { 1 } else { 37 };
        for length in (0..snapshot.len()).step_by(step).chain([snapshot.len() - 1]) {
            assert!(registry::restore(&snapshot[..length], None).is_err(), "cut to {length} bytes, it opens");
        }
        for byte in (0..snapshot.len()).step_by(step) {
            let mut damaged = snapshot.clone();
            damaged[byte] ^= 1 << picks.below(8);
            assert!(registry::restore(&damaged, None).is_err(), "byte {byte} is damaged and it opens");
            // With the seal put right, as no accident does: it opens or not, but it does not panic.
            if let Ok(game) = registry::restore(&sealed(damaged), None) {
                assert_eq!(game.invariants(), Ok(()));
                assert_eq!(game.view(None).is_empty(), game.pending().len() > game.seats());
            }
        }
        let mut longer = snapshot.clone();
        longer.push(0);
        assert!(registry::restore(&longer, None).is_err(), "a byte more and it opens");
        assert!(registry::restore(&sealed(snapshot), None).is_ok(), "the seal of this test is not that of snapshots");
    });
}

#[test]
fn a_snapshot_needs_its_own_catalogue() {
    for row in rows() {
        let type_of_game = registry::find(row.game).expect("rows are games");
        let game = support::start(row.game, row.setups[0], Chance::seeded([4; 32]));
        let catalog = type_of_game.catalog(&[]).expect("the built-in catalogue is sound");
        assert_eq!(registry::restore(&game.snapshot(), Some(&catalog)).map(|game| game.digest()), Ok(game.digest()));
        let mut other = catalog.clone();
        other.fingerprint = "0".repeat(64);
        assert!(registry::restore(&game.snapshot(), Some(&other)).is_err());
    }
}

#[test]
fn codes_are_kebab_case_with_a_meaning_and_listed_once() {
    let mut codes = BTreeSet::new();
    for code in registry::error_codes() {
        assert!(is_kebab(code.code), "{code:?}");
        assert!(code.meaning.ends_with('.'), "{code:?}: what should a player do?");
        assert!(codes.insert(code.code), "{code:?} is listed twice");
    }
    assert!(CONTRACT_CODES.iter().all(|code| codes.contains(code.code)));
}

#[test]
fn every_setup_has_its_faults_named() {
    for row in rows() {
        let game = registry::find(row.game).expect("rows are games");
        let catalog = game.catalog(&[]).expect("the built-in catalogue is sound");
        // A game may have a default for every key, so `{}` may be a setup.
        for setup in ["null", "[]", "3", "\"\"", "{\"no-such-key\": 1}"] {
            let setup = serde_json::from_str(setup).expect("JSON");
            let Err(error) = game.create(&catalog, &setup, Chance::seeded([0; 32])) else {
                panic!("{}: {setup} was taken", row.game)
            };
            assert!(!error.faults.is_empty());
            for fault in &error.faults {
                assert!(!fault.path.is_empty() && is_kebab(fault.code) && !fault.message.is_empty(), "{fault:?}");
            }
        }
    }
}
