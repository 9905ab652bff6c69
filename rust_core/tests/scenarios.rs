//! Plays every `tests/scenarios/<game>/**/*.txt`, and sees that every rule has one. What a file may hold:
//!
//! ```text
//! title: a Blocker shields its player
//! cites: WA-6.5, WA-6.6
//! setup: {"patterns": [...], "first": 0}
//! rolls: 1, 0                       what chance gives, each number counted from 0; must be used up exactly
//! ---
//!       first-player seat=1 ...     events of the setup, if any are given; then all of them must be
//! p1> attack B1 foe                 a choice; after it, indented, its events: all of them or none
//!       life-lost seat=1 amount=1 life=14
//! offered p1: done | attack B1 foe  the whole list in its order; (nothing) where the seat decides nothing
//! refused p1 attack L1 foe: WA-6.5  refused for that rule (or, in small letters, with that code), and nothing has changed
//! view: {"players": [{"life": 15}, {}]}      what a spectator sees holds this; `view p1:` a seat
//! pending: p1 casting, p2 reveal    the open decisions by window; or none
//! aimed: p2                         the seats whose open decision answers what is aimed at them; or none
//! outcome: winners 1                or winners none, or running
//! setup-error: patterns[0]: part of the message     the setup is refused; nothing else stands in such a file
//! ```
//!
//! A view is looked at in part: of an object the named keys, of a list of objects with names (`name`, or `ref`) the named ones, of any other list
//! every entry. `K_top`, `K_end`, `K_size` and `K_names` look at the first, the last, the number and the names of `K`.
//!
//! `BLESS=1` rewrites the event lines of choices that have some; a line `?` asks for them.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use spellmoot_core::contract::{DynGame, Event, Seat, SetupError};
use spellmoot_core::registry::{self, GameType};
use spellmoot_core::rng::Chance;
use support::events::{Told, told};

const GOLDEN_WIZARDS_ARENA: u32 = 42;
const EVENT_INDENT: &str = "      ";

fn folder(game: &str) -> PathBuf {
    support::root().join("tests/scenarios").join(game)
}

struct Scenario {
    path: PathBuf,
    text: String,
    header: BTreeMap<String, String>,
    /// Lines of the body with their numbers in the file.
    body: Vec<(usize, String)>,
}

impl Scenario {
    fn read(path: &Path) -> Result<Self, String> {
        let text = support::read(path);
        let mut header = BTreeMap::new();
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        for (at, line) in lines.by_ref() {
            if line == "---" {
                break;
            }
            let (key, value) =
                line.split_once(": ").ok_or(format!("{}:{at}: not `key: value`: {line}", support::shown(path)))?;
            if !["title", "cites", "setup", "rolls"].contains(&key) || header.contains_key(key) {
                return Err(format!("{}:{at}: no key of a scenario, or twice: {key}", support::shown(path)));
            }
            header.insert(key.to_owned(), value.to_owned());
        }
        let body = lines
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
            .map(|(at, line)| (at, line.to_owned()))
            .collect();
        let scenario = Self { path: path.to_owned(), text: text.clone(), header, body };
        for key in ["title", "cites", "setup"] {
            if !scenario.header.contains_key(key) {
                return Err(scenario.fault(1, format!("there is no {key}")));
            }
        }
        Ok(scenario)
    }

    fn fault(&self, line: usize, what: impl std::fmt::Display) -> String {
        format!("{}:{line}: {what}", support::shown(&self.path))
    }

    fn cites(&self) -> impl Iterator<Item = &str> {
        self.header["cites"].split(',').map(str::trim)
    }

    fn chance(&self) -> Result<Chance, String> {
        let Some(rolls) = self.header.get("rolls") else { return Ok(Chance::seeded([0; 32])) };
        let rolls: Result<Vec<u32>, _> = rolls.split(',').map(|roll| roll.trim().parse()).collect();
        rolls.map(Chance::scripted).map_err(|error| self.fault(1, format!("rolls: {error}")))
    }

    fn run(&self, game: &dyn GameType) -> Result<String, String> {
        let setup = serde_json::from_str(&self.header["setup"]).map_err(|error| self.fault(1, error))?;
        let catalog = game.catalog(&[]).map_err(|error| self.fault(1, error))?;
        let started = game.create(&catalog, &setup, self.chance()?);
        if let [(at, line)] = self.body.as_slice()
            && let Some(wanted) = line.strip_prefix("setup-error: ")
        {
            let error = started.err().ok_or_else(|| self.fault(*at, "the setup was taken"))?;
            check_setup_error(wanted, &error).map_err(|what| self.fault(*at, what))?;
            return Ok(self.text.clone());
        }
        let duel = started.map_err(|error| self.fault(1, format!("the setup was refused: {error}")))?;
        Run { scenario: self, events: duel.opening().to_vec(), game: duel, blessed: BTreeMap::new() }.all()
    }
}

/// `seat 1 place 25: no card V`, or `PATH: part of the message`.
fn check_setup_error(wanted: &str, error: &SetupError) -> Result<(), String> {
    let (place, reason) = wanted.rsplit_once(": ").ok_or("a setup-error says where and what")?;
    let path = match place.split(' ').collect::<Vec<_>>().as_slice() {
        ["seat", seat, rest @ ..] => {
            let seat: u32 = seat.parse().map_err(|_| "seats are numbers")?;
            let path = format!("patterns[{}]", seat - 1);
            match rest {
                ["place", place] => format!("{path}[{place}]"),
                _ => path,
            }
        }
        _ => place.to_owned(),
    };
    let is_found = error.faults.iter().any(|fault| fault.path == path && fault.message.contains(reason));
    if is_found { Ok(()) } else { Err(format!("wanted {path}: {reason}\n    got {error}")) }
}

/// A scenario under way.
struct Run<'a> {
    scenario: &'a Scenario,
    game: Box<dyn DynGame>,
    /// What the last choice brought about.
    events: Vec<Event>,
    /// The lines that take the place of the event lines that begin at a line, and how many those are.
    blessed: BTreeMap<usize, (usize, Vec<String>)>,
}

impl Run<'_> {
    fn all(mut self) -> Result<String, String> {
        let mut lines = self.scenario.body.iter().peekable();
        let mut is_first = true;
        while let Some((at, line)) = lines.peek() {
            let is_event = line.starts_with(' ');
            if is_event && (is_first || line.starts_with(EVENT_INDENT)) {
                let mut given = Vec::new();
                while let Some((_, event)) = lines.next_if(|(_, line)| line.starts_with(' ')) {
                    given.push(event.as_str());
                }
                self.check_events(*at, &given).map_err(|what| self.scenario.fault(*at, what))?;
            } else {
                self.line(line).map_err(|what| self.scenario.fault(*at, format!("{line}\n    {what}")))?;
                lines.next();
            }
            is_first = false;
        }
        self.game.invariants().map_err(|what| self.scenario.fault(1, what))?;
        match self.game.left_over() {
            0 => Ok(self.blessed_text()),
            left => Err(self.scenario.fault(1, format!("{left} rolls were not used"))),
        }
    }

    fn check_events(&mut self, at: usize, given: &[&str]) -> Result<(), String> {
        let actual = told(&self.events);
        let lines: Vec<String> = actual.iter().map(Told::line).collect();
        if support::is_bless() {
            self.blessed.insert(at, (given.len(), lines));
            return Ok(());
        }
        let wanted: Result<Vec<Told>, String> = given.iter().map(|line| Told::read(line)).collect();
        if wanted? == actual {
            return Ok(());
        }
        let given: Vec<&str> = given.iter().map(|line| line.trim()).collect();
        Err(format!(
            "other events\n    wanted {}\n    got    {}",
            given.join("\n           "),
            lines.join("\n           ")
        ))
    }

    fn blessed_text(&self) -> String {
        let mut text = String::new();
        let mut skip = 0;
        for (at, line) in self.scenario.text.lines().enumerate() {
            if let Some((count, events)) = self.blessed.get(&(at + 1)) {
                skip = *count;
                for event in events {
                    let _ = writeln!(text, "{EVENT_INDENT}{event}");
                }
            }
            if skip > 0 {
                skip -= 1;
            } else {
                let _ = writeln!(text, "{line}");
            }
        }
        text
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some((seat, choice)) = line.split_once("> ").and_then(|(seat, rest)| Some((seat_of(seat)?, rest))) {
            self.events = self.game.choose(seat, choice).map_err(|refusal| format!("refused: {refusal:?}"))?;
            return self.game.invariants();
        }
        let (key, rest) = line.split_once(' ').ok_or("not a line of a scenario")?;
        match key {
            "offered" => self.offered(rest),
            "refused" => self.refused(rest),
            "view:" => self.viewed(None, rest),
            "view" => {
                let (seat, wanted) = rest.split_once(": ").ok_or("not a line of a scenario")?;
                self.viewed(Some(seat_of(seat).ok_or("seats are called p1, p2")?), wanted)
            }
            "pending:" => {
                let open = self.game.pending();
                let open: Vec<String> =
                    open.iter().map(|open| format!("p{} {}", open.seat.number(), open.window)).collect();
                same(rest, if open.is_empty() { "none".to_owned() } else { open.join(", ") })
            }
            "aimed:" => {
                let open = self.game.pending();
                let aimed: Vec<String> =
                    open.iter().filter(|open| open.aimed).map(|open| format!("p{}", open.seat.number())).collect();
                same(rest, if aimed.is_empty() { "none".to_owned() } else { aimed.join(", ") })
            }
            "outcome:" => same(rest, self.outcome()),
            _ => Err("not a line of a scenario".to_owned()),
        }
    }

    fn outcome(&self) -> String {
        match self.game.outcome() {
            None => "running".to_owned(),
            Some(outcome) if outcome.winners.is_empty() => "winners none".to_owned(),
            Some(outcome) => {
                let winners: Vec<String> = outcome.winners.iter().map(|seat| seat.number().to_string()).collect();
                format!("winners {}", winners.join(" "))
            }
        }
    }

    fn offered(&self, rest: &str) -> Result<(), String> {
        let (seat, wanted) = rest.split_once(": ").ok_or("offered pN: a | b")?;
        let choices = self.game.choices(seat_of(seat).ok_or("seats are called p1, p2")?);
        same(wanted, if choices.is_empty() { "(nothing)".to_owned() } else { choices.join(" | ") })
    }

    fn refused(&mut self, rest: &str) -> Result<(), String> {
        let (seat, rest) = rest.split_once(' ').ok_or("refused pN LINE: RULE")?;
        let (line, wanted) = rest.rsplit_once(": ").ok_or("refused pN LINE: RULE")?;
        let before = self.game.digest();
        let refusal = match self.game.choose(seat_of(seat).ok_or("seats are called p1, p2")?, line) {
            Ok(events) => return Err(format!("it was taken: {events:?}")),
            Err(refusal) => refusal,
        };
        if before != self.game.digest() {
            return Err("the refusal changed the state".to_owned());
        }
        let is_rule = wanted.starts_with(|sign: char| sign.is_ascii_uppercase());
        let actual = if is_rule { refusal.rule().unwrap_or("no rule") } else { refusal.code };
        same(wanted, actual.to_owned()).map_err(|what| format!("{what}\n    {}: {refusal}", refusal.code))
    }

    fn viewed(&self, viewer: Option<Seat>, wanted: &str) -> Result<(), String> {
        let wanted: Value = serde_json::from_str(wanted).map_err(|error| error.to_string())?;
        let view: Value = serde_json::from_str(&self.game.view(viewer)).map_err(|error| error.to_string())?;
        check_part(&wanted, &view, "view")
    }
}

fn seat_of(word: &str) -> Option<Seat> {
    let number: u8 = word.strip_prefix('p')?.parse().ok()?;
    number.checked_sub(1).map(Seat)
}

fn same(wanted: &str, actual: impl Into<String>) -> Result<(), String> {
    let actual = actual.into();
    if wanted == actual { Ok(()) } else { Err(format!("wanted {wanted}\n    got    {actual}")) }
}

fn name_of(value: &Value) -> Option<&Value> {
    value.get("name").or_else(|| value.get("ref"))
}

/// Whether `wanted` holds of `actual`, which may say more.
fn check_part(wanted: &Value, actual: &Value, at: &str) -> Result<(), String> {
    match (wanted, actual) {
        (Value::Object(wanted), Value::Object(known)) => {
            for (key, part) in wanted {
                match known.get(key) {
                    Some(value) => check_part(part, value, &format!("{at}.{key}"))?,
                    None => check_look(key, part, actual, at)?,
                }
            }
            Ok(())
        }
        (Value::Array(wanted), Value::Array(known)) => {
            if !wanted.is_empty() && wanted.iter().all(|entry| name_of(entry).is_some()) {
                for part in wanted {
                    let found = known.iter().find(|entry| name_of(entry) == name_of(part));
                    let name = name_of(part).unwrap_or(&Value::Null);
                    check_part(part, found.ok_or(format!("{at}: there is no {name}"))?, &format!("{at}[{name}]"))?;
                }
                return Ok(());
            }
            if wanted.len() != known.len() {
                return Err(format!("{at}: {} entries, not {}: {actual}", known.len(), wanted.len()));
            }
            for (place, (part, value)) in wanted.iter().zip(known).enumerate() {
                check_part(part, value, &format!("{at}[{place}]"))?;
            }
            Ok(())
        }
        _ if wanted == actual => Ok(()),
        _ => Err(format!("{at}: wanted {wanted}\n    got    {actual}")),
    }
}

/// `K_top`, `K_end`, `K_size`, `K_names`.
fn check_look(key: &str, wanted: &Value, object: &Value, at: &str) -> Result<(), String> {
    let at = format!("{at}.{key}");
    let (name, look) = key.rsplit_once('_').ok_or(format!("{at}: there is no such key"))?;
    let list = object.get(name).and_then(Value::as_array).ok_or(format!("{at}: there is no such list"))?;
    let length = wanted.as_array().map_or(0, Vec::len).min(list.len());
    let seen = match look {
        "top" => list[..length].to_vec().into(),
        "end" => list[list.len() - length..].to_vec().into(),
        "size" => list.len().into(),
        "names" => list.iter().map(|entry| name_of(entry).cloned().unwrap_or(Value::Null)).collect(),
        _ => return Err(format!("{at}: there is no such key")),
    };
    check_part(wanted, &seen, &at)
}

/// Every scenario of a game, by its path.
fn scenarios(game: &str) -> Result<Vec<Scenario>, String> {
    support::files(&folder(game), "txt")
        .iter()
        .filter(|path| !["uncited.txt", "golden_ids.txt"].iter().any(|name| path.ends_with(name)))
        .map(|path| Scenario::read(path))
        .collect()
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_scenario_holds() {
    let mut faults = Vec::new();
    for game in registry::GAMES {
        let scenarios = scenarios(game.name()).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(!scenarios.is_empty(), "{} has no scenarios", game.name());
        for scenario in scenarios {
            match scenario.run(*game) {
                Err(fault) => faults.push(fault),
                Ok(text) if support::is_bless() && text != scenario.text => support::write(&scenario.path, &text),
                Ok(_) => {}
            }
        }
    }
    report(&faults);
}

/// The numbers of a game's rules: `- WA-1.1 text` a rule, `## WA-9 Title` for a chapter without numbered rules. And their prefix.
fn rules_of(game: &dyn GameType) -> (String, BTreeSet<String>) {
    let mut rules = BTreeSet::new();
    let mut chapters = BTreeSet::new();
    let mut prefix = String::new();
    for line in game.rules_text().lines() {
        let (list, rest) = match (line.strip_prefix("- "), line.strip_prefix("## ")) {
            (Some(rest), _) => (&mut rules, rest),
            (_, Some(rest)) => (&mut chapters, rest),
            _ => continue,
        };
        let number = rest.split(' ').next().unwrap_or("");
        if let Some((before, _)) = number.split_once('-')
            && number.ends_with(|sign: char| sign.is_ascii_digit())
        {
            before.clone_into(&mut prefix);
            list.insert(number.to_owned());
        }
    }
    let has_rules = |chapter: &String| rules.iter().any(|rule| rule.starts_with(&format!("{chapter}.")));
    let bare: Vec<String> = chapters.into_iter().filter(|chapter| !has_rules(chapter)).collect();
    rules.extend(bare);
    assert!(!rules.is_empty(), "{} has no numbered rules", game.name());
    (prefix, rules)
}

#[test]
fn every_rule_is_cited_by_a_scenario() {
    let mut faults = Vec::new();
    for game in registry::GAMES {
        let (prefix, rules) = rules_of(*game);
        let mut cited = BTreeSet::new();
        for scenario in scenarios(game.name()).unwrap_or_else(|fault| panic!("{fault}")) {
            for rule in scenario.cites() {
                if !rules.contains(rule) {
                    faults.push(scenario.fault(1, format!("it cites {rule}, which does not exist")));
                }
                cited.insert(rule.to_owned());
            }
            for (at, line) in &scenario.body {
                if line.starts_with("refused ") {
                    let told = support::rule_numbers(line, &prefix);
                    let unknown = told.iter().filter(|rule| !is_rule_or_chapter(&rules, rule));
                    faults.extend(unknown.map(|rule| scenario.fault(*at, format!("there is no {rule}"))));
                }
            }
        }
        let list = folder(game.name()).join("uncited.txt");
        let excuses = if list.exists() { support::read(&list) } else { String::new() };
        for line in excuses.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (rule, reason) = line.split_once(": ").unwrap_or((line, ""));
            if !rules.contains(rule) || reason.is_empty() || !cited.insert(rule.to_owned()) {
                faults.push(format!("{}: {line}: no rule, no reason, or cited after all", support::shown(&list)));
            }
        }
        faults.extend(rules.difference(&cited).map(|rule| format!("{rule} is cited by no scenario")));
    }
    report(&faults);
}

fn is_rule_or_chapter(rules: &BTreeSet<String>, number: &str) -> bool {
    rules.contains(number) || rules.iter().any(|rule| rule.starts_with(&format!("{number}.")))
}

#[test]
fn every_rule_cited_by_the_source_exists() {
    let mut faults = Vec::new();
    for game in registry::GAMES {
        let (prefix, rules) = rules_of(*game);
        let source = support::root().join("rust_core/src").join(game.name());
        let mut files = support::files(&source, "rs");
        files.extend(support::files(&source, "md"));
        files.extend(support::files(&support::root().join("rust_core/catalog").join(game.name()), "json"));
        for path in files {
            for (at, line) in support::read(&path).lines().enumerate() {
                let cited = support::rule_numbers(line, &prefix);
                let unknown = cited.iter().filter(|rule| !is_rule_or_chapter(&rules, rule));
                faults.extend(unknown.map(|rule| format!("{}:{}: there is no {rule}", support::shown(&path), at + 1)));
            }
        }
    }
    report(&faults);
}

#[test]
fn every_golden_case_has_its_file() {
    let mut faults = Vec::new();
    for game in registry::GAMES {
        let folder = folder(game.name());
        let ids: Vec<String> = if game.name() == "wizards_arena" {
            (1..=GOLDEN_WIZARDS_ARENA).map(|number| format!("WA-S{number:02}")).collect()
        } else {
            support::read(&folder.join("golden_ids.txt")).split_whitespace().map(str::to_owned).collect()
        };
        faults.extend(
            ids.iter()
                .map(|id| folder.join(format!("{id}.txt")))
                .filter(|path| !path.exists())
                .map(|path| format!("{} is missing", support::shown(&path))),
        );
    }
    report(&faults);
}

#[test]
fn an_event_line_is_read_as_it_was_written() {
    let lines = [
        "over winners=[0] reason=life",
        "@p2 drew card=p2:B1 seat=1",
        "@p1,p3 said text=\"two words = [\" count=3 flag=true other=\"7\" empty=\"\" list=[\"a b\",{\"k\":null}]",
    ];
    for line in lines {
        let event = Told::read(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(Told::read(&event.line()), Ok(event), "{line}");
    }
    assert!(Told::read("drew card").is_err());
}

#[test]
fn rule_numbers_are_found() {
    assert_eq!(support::rule_numbers("(WA-6.5) XWA-1 WA-10: SWA-2.1, WA-3.", "WA"), ["WA-6.5", "WA-10", "WA-3"]);
}

#[test]
fn a_view_is_looked_at_in_part() {
    let view =
        serde_json::json!({"turn": 3, "players": [{"row": [{"name": "A", "life": 1}, {"name": "B", "life": 2}]}, {}]});
    let holds = |wanted: Value| check_part(&wanted, &view, "view");
    assert_eq!(holds(serde_json::json!({"players": [{"row": [{"name": "B", "life": 2}]}, {}]})), Ok(()));
    assert_eq!(holds(serde_json::json!({"players": [{"row_names": ["A", "B"], "row_size": 2}, {}]})), Ok(()));
    assert_eq!(holds(serde_json::json!({"players": [{"row_top": [{"name": "A"}]}, {}]})), Ok(()));
    assert!(holds(serde_json::json!({"players": [{"row": []}, {}]})).is_err());
    assert!(holds(serde_json::json!({"players": [{"row_names": ["B", "A"]}, {}]})).is_err());
    assert!(holds(serde_json::json!({"players": [{}]})).is_err());
    assert!(holds(serde_json::json!({"round": 3})).is_err());
}
