//! Who may know whom, read from the sources: `registry -> games -> ground floor -> contract`, and games never know each other.

mod support;

use std::path::Path;

use spellmoot_core::registry;

/// What all games stand on, and what knows no game.
const GROUND_FLOOR: [&str; 4] = ["rng", "dice", "carryover", "board"];

/// Each mention of another part of the crate in code: place, the part it is in, the part it names.
fn mentions() -> Vec<(String, String, String)> {
    let source = support::root().join("rust_core/src");
    let mut found = Vec::new();
    for path in support::files(&source, "rs") {
        let own = part_of(path.strip_prefix(&source).expect("it was found there"));
        for (at, line) in support::read(&path).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            for (place, _) in code.match_indices("crate::") {
                let rest = &code[place + "crate::".len()..];
                let names: Vec<&str> = match rest.strip_prefix('{') {
                    Some(list) => list.trim_end_matches(['}', ';']).split(',').map(str::trim).collect(),
                    None => vec![rest],
                };
                for name in names.into_iter().filter(|name| !name.is_empty()) {
                    let end = name.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(name.len());
                    found.push((format!("{}:{}", support::shown(&path), at + 1), own.clone(), name[..end].to_owned()));
                }
            }
        }
    }
    found
}

/// The module at the root of the crate that a file belongs to.
fn part_of(path: &Path) -> String {
    let first = path.components().next().expect("a file has a name").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

fn games() -> Vec<&'static str> {
    registry::GAMES.iter().map(|game| game.name()).collect()
}

/// All mentions that `is_wrong` (part, named part) says are.
fn check(what: &str, is_wrong: impl Fn(&str, &str) -> bool) {
    let faults: Vec<String> = mentions()
        .into_iter()
        .filter(|(_, own, named)| own != named && is_wrong(own, named))
        .map(|(place, own, named)| format!("{place}: {own} names {named}"))
        .collect();
    assert!(faults.is_empty(), "{what}:\n{}", faults.join("\n"));
}

#[test]
fn mentions_are_found() {
    let mentions = mentions();
    let has = |own: &str, named: &str| mentions.iter().any(|(_, one, other)| one == own && other == named);
    assert!(has("registry", "wizards_arena") && has("rng", "contract") && has("wizards_arena", "rng"));
}

#[test]
fn games_stand_on_the_ground_floor_and_the_contract_alone() {
    check("a game knows the contract and the ground floor, never another game or what is above", |own, named| {
        games().contains(&own) && named != "contract" && !GROUND_FLOOR.contains(&named)
    });
}

#[test]
fn the_ground_floor_knows_the_contract_alone() {
    check("the ground floor knows only itself and the contract", |own, named| {
        GROUND_FLOOR.contains(&own) && named != "contract" && !GROUND_FLOOR.contains(&named)
    });
}

#[test]
fn only_the_registry_names_games() {
    check("only the registry names games", |own, named| own != "registry" && games().contains(&named));
}

#[test]
fn nothing_but_the_crate_itself_knows_python() {
    check("the boundary is called from outside only", |_, named| named == "python");
}

#[test]
fn every_folder_of_the_source_is_a_game_or_known() {
    let source = support::root().join("rust_core/src");
    for path in support::files(&source, "rs") {
        let part = part_of(path.strip_prefix(&source).expect("it was found there"));
        let known = ["lib", "python", "registry", "contract", "search"];
        let is_known = known.contains(&part.as_str()) || GROUND_FLOOR.contains(&part.as_str());
        assert!(is_known || games().contains(&part.as_str()), "{part}: no game of the registry, and no known part");
    }
}
