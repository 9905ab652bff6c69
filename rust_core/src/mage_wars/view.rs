//! MW-32.3 to MW-32.5: what a viewer may know, built up.

use std::collections::BTreeMap;

use serde::Serialize;

use super::catalog::kinds::Aura;
use super::catalog::kinds::{Condition, Kind, Power, Token, Trait};
use super::event::{Aim, At, Between, Dice, Ref};
use super::frame::{Attack, Cast, Frame, On, Spell};
use super::state::{FERMATAS, MageWars, Object, Player};
use crate::contract::{Outcome, Seat};

#[derive(Serialize)]
struct View<'a> {
    game: &'static str,
    you: Option<Seat>,
    round: u32,
    phase: &'static str,
    initiative: Seat,
    turn: Option<Seat>,
    arena: Arena,
    round_limit: Option<u32>,
    waiting: Vec<Waiting>,
    seats: [SeatView<'a>; 2],
    objects: Vec<ObjectView<'a>>,
    acting: Option<ActingView>,
    attack: Option<AttackView<'a>>,
    cast: Option<CastView<'a>>,
    deciding: Option<Deciding>,
    outcome: Option<&'a Outcome>,
}

#[derive(Serialize)]
struct Arena {
    columns: u8,
    rows: u8,
}

#[derive(Serialize)]
struct Waiting {
    seat: Seat,
    window: &'static str,
}

#[derive(Serialize)]
struct SeatView<'a> {
    seat: Seat,
    mage: &'a str,
    life: i32,
    damage: i32,
    mana: i32,
    channeling: i32,
    valor: i32,
    quickcast: bool,
    auras: Vec<&'static str>,
    challenge: Option<Ref>,
    call: Option<Ref>,
    fermata_left: Option<usize>,
    used: Vec<String>,
    hidden_enchantments: usize,
    planned: Vec<PlannedView<'a>>,
    spellbook: BookView<'a>,
    discard: Vec<&'a str>,
}

#[derive(Serialize)]
struct PlannedView<'a> {
    caster: Option<Ref>,
    count: usize,
    cards: Option<Vec<&'a str>>,
}

#[derive(Serialize)]
struct BookView<'a> {
    count: usize,
    cards: Option<BTreeMap<&'a str, u8>>,
}

#[derive(Serialize)]
struct TraitView {
    name: &'static str,
    value: Option<i32>,
}

#[derive(Serialize)]
struct ObjectView<'a> {
    #[serde(rename = "ref")]
    name: Ref,
    card: Option<&'a str>,
    seat: Seat,
    kind: &'static str,
    zone: Option<At>,
    border: Option<Between>,
    host: Option<Ref>,
    slot: Option<&'static str>,
    revealed: bool,
    level: Option<u8>,
    cost: Option<i32>,
    life: Option<i32>,
    damage: i32,
    armor: Option<i32>,
    mana: Option<i32>,
    active: Option<bool>,
    guard: Option<bool>,
    conditions: BTreeMap<&'static str, u8>,
    tokens: BTreeMap<&'static str, u8>,
    traits: Vec<TraitView>,
    prey: Vec<Ref>,
    grappler: Option<Ref>,
    fermata: u8,
}

#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the wire")]
struct ActingView {
    #[serde(rename = "ref")]
    name: Option<Ref>,
    moves: u8,
    hindered: bool,
    may_move: bool,
    may_quick: bool,
    may_full: bool,
    obeys: Option<super::frame::Obeys>,
}

#[derive(Serialize)]
struct AttackView<'a> {
    attacker: Option<Ref>,
    attack: &'a str,
    defender: Option<Ref>,
    step: &'static str,
    strike: u8,
    dice: Option<Dice>,
    effect: Option<i32>,
    unavoidable: bool,
}

#[derive(Serialize)]
struct CastView<'a> {
    caster: Option<Ref>,
    card: Option<&'a str>,
    targets: Vec<Aim>,
    step: &'static str,
}

#[derive(Serialize)]
struct Deciding {
    window: &'static str,
    caster: Option<Ref>,
    object: Option<Ref>,
}

impl MageWars {
    /// The view as JSON.
    pub(super) fn view_json(&self, viewer: Option<Seat>) -> String {
        let turn = self.stack.iter().find_map(|frame| {
            let Frame::Stage(stage) = frame else { return None };
            Some(self.activation().map_or(stage.turn, |acting| acting.seat))
        });
        let view = View {
            game: "mage_wars",
            you: viewer,
            round: self.round,
            phase: self.phase.as_str(),
            initiative: self.initiative,
            turn,
            arena: Arena { columns: self.grid.columns, rows: self.grid.rows },
            round_limit: self.round_limit,
            waiting: self.waiting(),
            seats: [Seat(0), Seat(1)].map(|seat| self.seat_view(seat, viewer)),
            objects: self.objects.iter().map(|object| self.object_view(object, viewer)).collect(),
            acting: self.acting_view(),
            attack: self.attack().map(|attack| self.attack_view(attack)),
            cast: self.casting().map(|cast| self.cast_view(cast, viewer)),
            deciding: viewer.and_then(|viewer| self.deciding(viewer)),
            outcome: self.outcome.as_ref(),
        };
        serde_json::to_string(&view).expect("a view is plain data")
    }

    fn waiting(&self) -> Vec<Waiting> {
        match self.stack.last() {
            Some(Frame::Planning) => [Seat(0), Seat(1)]
                .into_iter()
                .filter(|seat| !self.player(*seat).planning.is_sealed())
                .map(|seat| Waiting { seat, window: "planning" })
                .collect(),
            Some(Frame::Ask(ask)) => vec![Waiting { seat: ask.seat, window: ask.window.name() }],
            _ => Vec::new(),
        }
    }

    fn deciding(&self, viewer: Seat) -> Option<Deciding> {
        match self.stack.last() {
            Some(Frame::Planning) => {
                let planning = &self.player(viewer).planning;
                let caster = planning.casters.get(planning.at).and_then(|(caster, _)| self.name_id(*caster));
                Some(Deciding { window: "planning", caster, object: None })
            }
            Some(Frame::Ask(ask)) if ask.seat == viewer => {
                let object = ask.window.object().and_then(|id| self.name_id(id));
                Some(Deciding { window: ask.window.name(), caster: None, object })
            }
            _ => None,
        }
    }

    fn seat_view(&self, seat: Seat, viewer: Option<Seat>) -> SeatView<'_> {
        let player = self.player(seat);
        let own = viewer == Some(seat);
        let mage = self.mage(seat);
        let stats = mage.map(|mage| self.stats(mage));
        let card = self.catalog.card(player.mage_card);
        let out = self.objects.iter().filter(|song| song.seat == seat && song.fermata > 0).count();
        let id = |card: &super::catalog::CardId| &*self.catalog.card(*card).id;
        let mut discard: Vec<&str> = player.discard.iter().map(id).collect();
        discard.sort_unstable();
        let cards = own.then(|| player.book.cards().map(|(card, count)| (id(&card), count)).collect());
        SeatView {
            seat,
            mage: &card.id,
            life: stats.and_then(|stats| stats.life).or(card.life).unwrap_or(0),
            damage: mage.map_or(0, |mage| mage.damage),
            mana: player.mana,
            channeling: stats.and_then(|stats| stats.channeling).or(card.channeling).unwrap_or(0),
            valor: player.valor,
            quickcast: player.quickcast,
            auras: aura_names(player),
            challenge: player.challenge.and_then(|id| self.name_id(id)),
            call: player.call.and_then(|id| self.name_id(id)),
            fermata_left: card.has(Power::SirenSong).then(|| FERMATAS.saturating_sub(out)),
            used: self.used_names(seat),
            hidden_enchantments: self.hidden_of(seat).count(),
            planned: self.planned_view(seat, own),
            spellbook: BookView { count: player.book.len(), cards },
            discard,
        }
    }

    /// What is planned; while planning lasts only its owner sees it (MW-31.10).
    fn planned_view(&self, seat: Seat, own: bool) -> Vec<PlannedView<'_>> {
        let player = self.player(seat);
        let id = |card: &super::catalog::CardId| &*self.catalog.card(*card).id;
        let sealed = player.plans.iter().map(|plan| PlannedView {
            caster: self.name_id(plan.caster),
            count: plan.cards.len(),
            cards: own.then(|| plan.cards.iter().map(id).collect()),
        });
        let planning = &player.planning;
        let open = planning.casters.iter().zip(&planning.chosen).filter(|(_, chosen)| own && !chosen.is_empty());
        let open = open.map(|((caster, _), chosen)| PlannedView {
            caster: self.name_id(*caster),
            count: chosen.len(),
            cards: Some(chosen.iter().map(id).collect()),
        });
        sealed.chain(open).collect()
    }

    fn used_names(&self, seat: Seat) -> Vec<String> {
        let used = &self.player(seat).used;
        let flags = [
            (used.paladin_reroll, "challenge_reroll"),
            (used.challenged_reroll, "challenged_reroll"),
            (used.valor_strongest, "valor_strongest"),
            (used.signet, "signet_mana"),
            (used.ring, "ring_discount"),
            (used.voice, "voice_discount"),
            (used.meraveran, "meraveran"),
        ];
        let mut names: Vec<String> =
            flags.into_iter().filter(|(is_used, _)| *is_used).map(|(_, name)| name.to_owned()).collect();
        for object in self.objects.iter().filter(|object| object.seat == seat) {
            let marks = [
                (object.defenses > 0, "defense"),
                (object.countered, "eligor_counter"),
                (object.drained, "vampiric"),
                (object.overextended, "overextend"),
            ];
            let marked = marks.into_iter().filter(|(is_used, _)| *is_used);
            names.extend(marked.map(|(_, name)| format!("{name}:{}", self.name(object))));
        }
        names
    }

    fn object_view(&self, object: &Object, viewer: Option<Seat>) -> ObjectView<'_> {
        let card = self.card_of(object);
        let known = object.revealed || viewer == Some(object.seat);
        let creature = card.kind.is_creature();
        // What a hidden enchantment is does not show, nor what it would have (MW-12.1).
        let stats = object.revealed.then(|| self.stats(object));
        let solid = creature || card.kind.is_conjuration();
        let (zone, border, host) = match object.place {
            super::state::Place::Zone(zone) => (Some(At(zone)), None, None),
            super::state::Place::Border(border) => (None, Some(Between(border)), None),
            super::state::Place::On(host) => (None, None, self.name_id(host)),
        };
        let traits = stats.iter().flat_map(|stats| {
            let listed: Vec<TraitView> = stats
                .list()
                .filter(|(each, _)| {
                    solid || !matches!(each, Trait::Nonliving | Trait::FiniteLife | Trait::PoisonImmunity)
                })
                .map(|(each, value)| TraitView { name: each.as_str(), value })
                .collect();
            listed
        });
        let is_mage = card.kind == Kind::Mage;
        ObjectView {
            name: self.name(object),
            card: known.then_some(&*card.id),
            seat: object.seat,
            kind: card.kind.as_str(),
            zone,
            border,
            host,
            slot: object.slot.map(super::catalog::kinds::Slot::as_str),
            revealed: object.revealed,
            level: known.then_some(card.level),
            cost: (known && !is_mage).then_some(card.cost),
            life: stats.and_then(|stats| stats.life),
            damage: object.damage,
            armor: stats.filter(|stats| solid && stats.life.is_some()).map(|stats| stats.armor),
            mana: if is_mage {
                Some(self.player(object.seat).mana)
            } else {
                (object.revealed && card.channeling.is_some()).then_some(object.mana)
            },
            active: creature.then_some(object.active),
            guard: creature.then_some(object.guard),
            conditions: Condition::ALL
                .iter()
                .filter(|condition| object.condition(**condition) > 0)
                .map(|condition| (condition.as_str(), object.condition(*condition)))
                .collect(),
            tokens: Token::ALL
                .iter()
                .filter(|token| object.token(**token) > 0)
                .map(|token| (token.as_str(), object.token(*token)))
                .collect(),
            traits: traits.collect(),
            prey: self.preys_of(object.id).map(|prey| self.name(prey)).collect(),
            grappler: object.captor.and_then(|(captor, _)| self.name_id(captor)),
            fermata: object.fermata,
        }
    }

    fn acting_view(&self) -> Option<ActingView> {
        let acting = self.activation()?;
        let actor = self.find(acting.actor)?;
        let stats = self.stats(actor);
        let able = !actor.is_incapacitated() && !acting.acted;
        Some(ActingView {
            name: Some(self.name(actor)),
            moves: acting.moves,
            hindered: acting.hindered,
            may_move: able
                && acting.moves < 2
                && !stats.has(Trait::Restrained)
                && !(acting.moves > 0 && acting.hindered),
            may_quick: able,
            may_full: able && acting.moves == 0,
            obeys: acting.obeys,
        })
    }

    fn attack_view(&self, attack: &Attack) -> AttackView<'_> {
        use super::frame::AttackStep;
        let step = match attack.step {
            AttackStep::Declare | AttackStep::FirstStrike => "declare",
            AttackStep::PayCosts => "pay-costs",
            AttackStep::RollToMiss | AttackStep::Intercept => "roll-to-miss",
            AttackStep::Avoid => "avoid",
            AttackStep::RollDice | AttackStep::Reroll => "roll-dice",
            AttackStep::Damage | AttackStep::Effects | AttackStep::Triggers => "damage",
            AttackStep::Strikes | AttackStep::Barrier => "additional-strike",
            AttackStep::Counterstrike | AttackStep::Unguard => "counterstrike",
            AttackStep::End => "end",
        };
        AttackView {
            attacker: attack.attacker.and_then(|id| self.name_id(id)),
            attack: &self.printed(attack).id,
            defender: self.name_id(attack.defender),
            step,
            strike: attack.strike,
            dice: (!attack.dice.is_empty()).then(|| Dice(attack.dice.clone())),
            effect: attack.total,
            unavoidable: attack.unavoidable,
        }
    }

    fn cast_view(&self, cast: &Cast, viewer: Option<Seat>) -> CastView<'_> {
        let card = match cast.spell {
            Spell::Card(id) => {
                let card = self.catalog.card(id);
                (card.kind != Kind::Enchantment || viewer == Some(cast.seat)).then_some(&*card.id)
            }
            Spell::Call => Some("sirens_call"),
            Spell::Cleanse(_) => Some("cleansing_aura"),
        };
        let aim = |on: &On| match on {
            On::Object(id) => self.name_id(*id).map(Aim::Object),
            On::Zone(zone) => Some(Aim::Zone(*zone)),
            On::Border(border) => Some(Aim::Border(*border)),
        };
        CastView {
            caster: self.name_id(cast.caster),
            card,
            targets: std::iter::once(&cast.on).chain(&cast.further).filter_map(aim).collect(),
            step: match cast.step {
                1 | 2 => "cast",
                3 => "counter",
                _ => "resolve",
            },
        }
    }
}

fn aura_names(player: &Player) -> Vec<&'static str> {
    let name = |aura: &Aura| match aura {
        Aura::Cleansing => "cleansing_aura",
        Aura::Martyrs => "martyrs_aura",
        Aura::Resolute => "resolute_aura",
        Aura::Retribution => "retribution_aura",
        Aura::Solar => "solar_aura",
        Aura::Vengeful => "vengeful_aura",
    };
    Aura::ALL.iter().filter(|aura| player.has_aura(**aura)).map(name).collect()
}
