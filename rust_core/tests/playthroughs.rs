//! Whole games written out, choices and events, in `tests/playthroughs/<game>/seedN.txt`: a change in how a game plays shows as a
//! diff to be reviewed. `BLESS=1` writes them anew.

mod support;

use std::fmt::Write as _;

use spellmoot_core::rng::Chance;
use support::games::rows;
use support::{Picks, decider};

/// For each file: the number of the seed, which of the game's setups.
const FILES: [(u64, usize); 3] = [(1, 0), (2, 1), (3, 2)];

fn written(game: &str, setup: &str, seed: u64) -> String {
    let mut picks = Picks::new(seed);
    let key = picks.seed();
    let hex: String = key.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    let mut duel = support::start(game, setup, Chance::seeded(key));
    let mut text = format!("title: A random game\ngame: {game}\nsetup: {setup}\nseed: {hex}\n---\n");
    let tell = |text: &mut String, events: &[_]| {
        for event in support::events::told(events) {
            let _ = writeln!(text, "      {}", event.line());
        }
    };
    tell(&mut text, duel.opening());
    while let Some(seat) = decider(&*duel) {
        let line = picks.pick(&duel.choices(seat)).clone();
        let events = duel.choose(seat, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        let _ = writeln!(text, "p{}> {line}", seat.number());
        tell(&mut text, &events);
    }
    let outcome = duel.outcome().expect("nobody decides any more");
    let _ = writeln!(text, "view: {}", duel.view(None));
    let winners: Vec<String> = outcome.winners.iter().map(|seat| seat.number().to_string()).collect();
    let winners = if winners.is_empty() { "none".to_owned() } else { winners.join(" ") };
    let _ = writeln!(text, "outcome: winners {winners}");
    let _ =
        writeln!(text, "reason: {}\nscores: {:?}\nchoices: {}", outcome.reason, outcome.scores, duel.choices_made());
    text
}

#[test]
fn games_go_as_they_went() {
    for row in rows() {
        for (seed, setup) in FILES {
            let name = format!("tests/playthroughs/{}/seed{seed}.txt", row.game);
            let path = support::root().join(&name);
            let text = written(row.game, row.setups[setup % row.setups.len()], seed);
            if support::is_bless() {
                support::write(&path, &text);
                continue;
            }
            let wanted = support::read(&path);
            let differs = wanted.lines().zip(text.lines()).position(|(one, other)| one != other);
            let at = differs.unwrap_or_else(|| wanted.lines().count().min(text.lines().count()));
            let line = |text: &str| text.lines().nth(at).unwrap_or("(nothing)").to_owned();
            assert!(
                wanted == text,
                "{name}:{}: the game goes another way (BLESS=1 writes it anew)\n  wanted {}\n  got    {}",
                at + 1,
                line(&wanted),
                line(&text)
            );
        }
    }
}
