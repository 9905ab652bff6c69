//! Reading card files and judging them: every fault with file, line, card and field, so that nothing that was read can go wrong in play.

use serde::Deserialize;
use toml::Spanned;

use super::card::{
    AngerAt, CardEntry, CardType, CopyFrom, DefendersHit, Group, Monsters, On, Op, OptionWord, Sacrifice, ShiftTo, Who,
};
use super::{Aiming, inner_blocks, named_of, traits};
use crate::contract::SetupFault;
use crate::mage_tower::choice::RESERVED;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    card: Vec<Spanned<CardEntry>>,
}

/// A card with where it was read, for faults.
pub(super) struct Read {
    pub(super) entry: CardEntry,
    file: String,
    /// The lines of the card with their numbers.
    lines: Vec<(usize, String)>,
}

/// A fault of a card file.
pub(super) struct Fault {
    path: String,
    message: String,
}

impl From<Fault> for SetupFault {
    fn from(fault: Fault) -> Self {
        Self::new(fault.path, "bad-card", fault.message)
    }
}

impl Read {
    fn fault(&self, field: &str, message: impl Into<String>) -> Fault {
        let says =
            |line: &str| line.trim_start().strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with('='));
        let line = self.lines.iter().find(|(_, line)| says(line)).or_else(|| self.lines.first());
        let line = line.map_or(1, |(number, _)| *number);
        Fault { path: format!("{}:{line}: {}.{field}", self.file, self.entry.id), message: message.into() }
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(1, |before| before.matches('\n').count() + 1)
}

/// Adds the cards of a file. A built-in file may hold cards of any group; others only draft cards, which may replace draft cards.
pub(super) fn read(name: &str, text: &str, entries: &mut Vec<Read>, built_in: bool, faults: &mut Vec<Fault>) {
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            faults.push(Fault { path: format!("{name}:{line}"), message: error.message().to_owned() });
            return;
        }
    };
    let starts: Vec<usize> = file.card.iter().map(|card| card.span().start).collect();
    for (number, card) in file.card.into_iter().enumerate() {
        let first = line_of(text, starts[number]);
        let last = starts.get(number + 1).map_or(usize::MAX, |next| line_of(text, *next));
        let lines = text.lines().enumerate().map(|(line, content)| (line + 1, content.to_owned()));
        let lines = lines.filter(|(line, _)| (first..last).contains(line)).collect();
        let read = Read { entry: card.into_inner(), file: name.to_owned(), lines };
        let known = entries.iter().position(|known| known.entry.id == read.entry.id);
        if !built_in {
            judge_custom(&read, known.map(|place| &entries[place].entry), faults);
        }
        match known {
            Some(place) => entries[place] = read,
            None => entries.push(read),
        }
    }
}

/// What a card of a custom file must keep to beyond what every card does.
fn judge_custom(read: &Read, replaced: Option<&CardEntry>, faults: &mut Vec<Fault>) {
    let entry = &read.entry;
    if entry.group != Group::Draft {
        faults.push(read.fault("group", "a custom card is a draft card; leave the group out"));
    }
    if replaced.is_some_and(|known| known.group != Group::Draft) {
        faults.push(read.fault("id", format!("{} is no draft card and can't be replaced", entry.id)));
    }
    if matches!(entry.kind, CardType::Monster | CardType::Placeholder) {
        faults.push(
            read.fault("type", "a draft card is an ability, defender, permanent, equipment, monster-attack or boon"),
        );
    }
    if entry.copies != 1 {
        faults.push(read.fault("copies", "every draft card is there once"));
    }
}

/// Judges all cards together.
pub(super) fn references(entries: &mut [Read], faults: &mut Vec<Fault>) {
    let ids: Vec<(String, Group, CardType)> =
        entries.iter().map(|read| (read.entry.id.clone(), read.entry.group, read.entry.kind)).collect();
    let mut subtypes: Vec<String> = Vec::new();
    for read in entries.iter_mut() {
        judge(read, faults);
        subtypes.extend(read.entry.subtypes.iter().cloned());
        let mut named = Vec::new();
        for (field, block) in fields(&mut read.entry) {
            collect_named(block, field, &mut named);
        }
        for (field, id, wanted) in named {
            let found = ids.iter().find(|(known, ..)| *known == id);
            match (found, wanted) {
                (None, _) => faults.push(read.fault(field, format!("there is no card {id}"))),
                (Some((_, Group::Token, CardType::Defender)), Some(Group::Token)) | (Some(_), None) => {}
                (Some((_, group, _)), Some(wanted)) if *group == wanted && wanted != Group::Token => {}
                (Some(_), Some(_)) => faults.push(read.fault(field, format!("{id} does not fit there"))),
            }
        }
    }
    subtypes.sort();
    subtypes.dedup();
    if subtypes.len() > 32 {
        let message = format!("{} subtypes; 32 at most", subtypes.len());
        faults.push(Fault { path: "subtypes".to_owned(), message });
    }
    if entries.len() > 2000 {
        faults.push(Fault { path: "card".to_owned(), message: "2,000 cards at most".to_owned() });
    }
}

fn fields(entry: &mut CardEntry) -> Vec<(&'static str, &mut super::Block)> {
    let mut all = vec![("play", &mut entry.play), ("gamestart", &mut entry.gamestart)];
    all.extend(entry.activated.as_mut().map(|activated| ("activated", &mut activated.block)));
    all.extend(entry.triggers.iter_mut().map(|trigger| ("triggers", &mut trigger.block)));
    all
}

#[expect(clippy::wildcard_enum_match_arm, reason = "only two operations name cards of one group")]
fn collect_named(block: &mut super::Block, field: &'static str, out: &mut Vec<(&'static str, String, Option<Group>)>) {
    for op in &mut block.ops {
        let wanted = match op {
            Op::Token { .. } => Some(Group::Token),
            Op::Summon { .. } => Some(Group::CoopMonster),
            _ => None,
        };
        out.extend(named_of(op).into_iter().map(|named| (field, named.id.clone(), wanted)));
        for inner in inner_blocks(op) {
            collect_named(inner, field, out);
        }
    }
}

fn judge(read: &Read, faults: &mut Vec<Fault>) {
    let entry = &read.entry;
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    let id = entry.id.as_bytes();
    if id.is_empty() || id.len() > 24 || !id.iter().all(|byte| plain(*byte)) || id[0] == b'_' {
        faults.push(read.fault("id", "an id is 1 to 24 lower case letters and _, and begins with a letter"));
    }
    if RESERVED.contains(&entry.id.as_str()) {
        faults.push(read.fault("id", format!("{} is a word of the choice lines", entry.id)));
    }
    if entry.name.is_empty() || entry.name.len() > 40 || entry.name.chars().any(char::is_control) {
        faults.push(read.fault("name", "a name is 1 to 40 bytes of printable text"));
    }
    if entry.text.len() > 600 || entry.text.chars().any(char::is_control) {
        faults.push(read.fault("text", "a text is at most 600 bytes of printable text"));
    }
    let has_body = matches!(entry.kind, CardType::Defender | CardType::Monster | CardType::MonsterAttack);
    if has_body && entry.health == 0 {
        faults.push(read.fault("health", "it has a body and needs at least 1 health"));
    }
    for (field, number) in
        [("cost", entry.cost), ("price", entry.price), ("attack", entry.attack), ("health", entry.health)]
    {
        if number > 50 {
            faults.push(read.fault(field, format!("{number} is more than 50")));
        }
    }
    if entry.group == Group::Prize && entry.price == 0 {
        faults.push(read.fault("price", "a prize card costs at least 1 gold"));
    }
    for always in &entry.statics {
        if !traits::fits(always, entry.kind) {
            let kind = format!("{:?}", entry.kind).to_lowercase();
            faults.push(read.fault("statics", format!("that means nothing on a card of type {kind}")));
        }
    }
    if entry.play.ops.iter().any(|op| matches!(op, Op::Attach)) && entry.kind != CardType::Permanent {
        faults.push(read.fault("play", "only a permanent is attached to a monster"));
    }
    if entry.reaction.is_some() && entry.kind != CardType::Permanent {
        faults.push(read.fault("reaction", "only a permanent reacts"));
    }
    if (entry.kind == CardType::Boon) != matches!(entry.gamestart.ops.first(), Some(Op::EnterPlay)) {
        faults.push(read.fault("gamestart", "a boon begins with \"enter-play\", and only a boon does"));
    }
    judge_blocks(read, faults);
}

/// Where a block stands, which decides what it may do.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Place {
    Play,
    Gamestart,
    Activated,
    /// A trigger that may ask somebody.
    Turn,
    /// A trigger in the middle of something, which asks nobody.
    Quick,
}

fn judge_blocks(read: &Read, faults: &mut Vec<Fault>) {
    let entry = &read.entry;
    let mut judge = |field: &str, block: &super::Block, place: Place| {
        for op in &block.ops {
            if let Some(message) = judge_op(op, place) {
                faults.push(read.fault(field, message));
            }
        }
    };
    judge("play", &entry.play, Place::Play);
    judge("gamestart", &entry.gamestart, Place::Gamestart);
    if let Some(activated) = &entry.activated {
        judge("activated", &activated.block, Place::Activated);
        let repairs = activated.block.ops.iter().any(|op| matches!(op, Op::Repair(_)));
        if repairs && activated.sacrifice.is_some() {
            faults.push(read.fault("activated", "an ability names one thing only: what it repairs, or what it costs"));
        }
        let free = activated.energy == 0 && activated.sacrifice.is_none() && activated.limit.is_none();
        if free {
            faults.push(read.fault("activated", "an ability without cost needs a limit"));
        }
        if activated.sacrifice == Some(Sacrifice::HandCard) && activated.limit.is_none() {
            faults.push(read.fault("activated", "an ability that costs hand cards needs a limit"));
        }
        if !matches!(entry.kind, CardType::Defender | CardType::Permanent | CardType::Equipment) {
            faults.push(read.fault("activated", "only what stays in play has an activated ability"));
        }
    }
    for trigger in &entry.triggers {
        let place = match trigger.on {
            On::TurnBegin | On::BoardTurnBegin | On::OpponentTurnBegin | On::Enters | On::DeckTurnBegin => Place::Turn,
            On::AttacksPlayer
            | On::Killed
            | On::OtherKilled
            | On::AttachedKilled
            | On::OpponentDraws
            | On::Dies
            | On::EquippedKills
            | On::EquippedAttacks => Place::Quick,
        };
        for op in &trigger.block.ops {
            if let Some(message) = judge_op(op, place) {
                faults.push(read.fault("triggers", message));
            }
        }
    }
    if aims(entry).len() > 1 {
        faults.push(read.fault("play", "a card names one kind of thing only when it is played"));
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a fault is named where it can be; other operations have none")]
fn judge_op(op: &Op, place: Place) -> Option<String> {
    let asks = matches!(
        op,
        Op::Harm { to: Monsters::ChosenAngry, .. }
            | Op::Copy(CopyFrom::OpponentDiscard)
            | Op::Search { .. }
            | Op::Sift(_)
            | Op::Unravel
            | Op::Choose { .. }
            | Op::TeamDiscard(_)
            | Op::HarmDefenders { whom: DefendersHit::Lowest, .. }
    );
    let names = aim_of(op).is_some();
    let starts = matches!(op, Op::EnterPlay | Op::MayTakeToHand | Op::ToDiscard);
    let quiet = matches!(
        op,
        Op::Life(_) | Op::Gold { .. } | Op::Draw(_) | Op::Token { .. } | Op::Confusion { .. } | Op::If { .. }
    );
    let fault = if matches!(op, Op::Destroy(Monsters::ChosenAngry)) {
        "destroy can't choose; harm can"
    } else if place == Place::Gamestart && !starts && !quiet {
        "before the game only life, gold, draw, token, confusion and the gamestart operations work"
    } else if place != Place::Gamestart && starts {
        "that works only under gamestart"
    } else if place != Place::Play && names {
        "what must be named when a card is played works only under play"
    } else if matches!(op, Op::Repair(_)) != (place == Place::Activated) && matches!(op, Op::Repair(_)) {
        "repair works only in an activated ability"
    } else if asks && place == Place::Quick {
        "that asks somebody, which this trigger can't wait for"
    } else if matches!(op, Op::Search { count, .. } if !(1..=2).contains(count)) {
        "a search finds 1 or 2"
    } else if matches!(op, Op::Sift(count) if !(1..=5).contains(count)) {
        "at most 5 cards can be looked at"
    } else if matches!(op, Op::Calm(count) | Op::Forget(count) if !(1..=2).contains(count)) {
        "that works for 1 or 2"
    } else if let Op::Choose { options, default, by, .. } = op {
        let known = options.iter().any(|option| option.line == *default && option.line != OptionWord::Discard);
        let mut words: Vec<OptionWord> = options.iter().map(|option| option.line).collect();
        words.sort_by_key(|word| *word as u8);
        words.dedup();
        if !known || words.len() != options.len() || options.len() < 2 {
            "a choice needs two options or more, all different, and a default among them that is not discard"
        } else if options.iter().all(|option| option.needs_gold > 0 || option.line == OptionWord::Discard) {
            "a choice needs an option that can always be taken"
        } else if !matches!(by, Who::EachOpponent | Who::ChosenOpponent | Who::ThatPlayer) {
            "each-opponent, chosen-opponent or that-player chooses"
        } else {
            return options.iter().flat_map(|option| &option.block.ops).find_map(|op| judge_op(op, Place::Quick));
        }
    } else {
        let inner: Vec<&Op> = match op {
            Op::Token { or, .. } => or.ops.iter().collect(),
            Op::If { then_do, otherwise, .. } => then_do.ops.iter().chain(&otherwise.ops).collect(),
            Op::RevealUntilDefender { each } => return each.ops.iter().find_map(|op| judge_op(op, Place::Quick)),
            Op::Toss { even, odd } => even.ops.iter().chain(&odd.ops).collect(),
            _ => return None,
        };
        return inner.into_iter().find_map(|op| judge_op(op, place));
    };
    Some(fault.to_owned())
}

/// The aim of an operation, before subtypes are numbered.
#[expect(clippy::wildcard_enum_match_arm, reason = "most operations name nothing")]
fn aim_of(op: &Op) -> Option<Aiming> {
    match op {
        Op::Damage { to: Who::ChosenOpponent, .. }
        | Op::Gold { who: Who::ChosenOpponent, .. }
        | Op::Confusion { who: Who::ChosenOpponent, .. }
        | Op::Choose { by: Who::ChosenOpponent, .. }
        | Op::Anger(AngerAt::ChosenOpponentClosest)
        | Op::Shift(ShiftTo::ChosenOpponent)
        | Op::Tidings(_) => Some(Aiming::Foe),
        Op::Calm(count) => Some(Aiming::AngryUpTo(*count)),
        Op::Charm(_) => Some(Aiming::Subtype(0)),
        Op::Attach => Some(Aiming::Monster),
        Op::Recover => Some(Aiming::OwnAbility),
        Op::Copy(CopyFrom::OwnPrize) => Some(Aiming::OwnPrize),
        Op::Forget(count) => Some(Aiming::Confusions(*count)),
        _ => None,
    }
}

fn aims(entry: &CardEntry) -> Vec<Aiming> {
    let mut aims: Vec<Aiming> = Vec::new();
    if entry.kind == CardType::Equipment {
        aims.push(Aiming::Defender);
    }
    for aim in entry.play.ops.iter().filter_map(aim_of) {
        if !aims.contains(&aim) {
            aims.push(aim);
        }
    }
    aims
}

/// What the play line of a card names.
pub(super) fn aiming(entry: &CardEntry, subtype: impl Fn(&str) -> u32) -> Aiming {
    let charmed =
        entry.play.ops.iter().find_map(|op| if let Op::Charm(name) = op { Some(subtype(name)) } else { None });
    match aims(entry).first() {
        Some(Aiming::Subtype(_)) => Aiming::Subtype(charmed.unwrap_or(0)),
        Some(aim) => *aim,
        None => Aiming::Nothing,
    }
}
