//! The boundary to Python: converts arguments, calls, converts results. No logic; an `if` about a game is in the wrong file.
//!
//! Everything goes through one door, [`enter`]: a panic becomes `RulesBug`, an ordinary exception, and poisons the match it
//! happened in. (`PyO3`'s own panic exception is a `BaseException` and would take a whole server down.)

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::contract::{self, DynGame, Refusal, Seat};
use crate::registry;
use crate::rng::Chance;
use crate::search::{self, Policy};

create_exception!(rust_core, RulesError, PyException, "Base of everything that the rules raise.");
create_exception!(
    rust_core,
    SetupError,
    RulesError,
    "A setup or catalogue was refused: `faults` lists all that is wrong."
);
create_exception!(rust_core, IllegalChoice, RulesError, "A line was refused; the match is as it was.");
create_exception!(rust_core, SnapshotError, RulesError, "Bytes that do not restore to a match here.");
create_exception!(rust_core, RulesBug, RulesError, "A fault of the rules themselves; this match is lost, no other is.");

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

thread_local! {
    static SCRATCH: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Lends an empty string that has room already, since all matches of a thread share it.
fn with_scratch<T>(body: impl FnOnce(&mut String) -> T) -> T {
    SCRATCH.with(|scratch| {
        let mut text = scratch.take();
        text.clear();
        let result = body(&mut text);
        scratch.replace(text);
        result
    })
}

/// Remembers where a panic came from, for the message of `RulesBug`, instead of printing it.
fn remember_panics() {
    panic::set_hook(Box::new(|info| {
        LAST_PANIC.with(|last| *last.borrow_mut() = Some(info.to_string()));
    }));
}

/// The one door: runs `body`, and turns a panic into `RulesBug`.
fn enter<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        let told = LAST_PANIC.with(|last| last.borrow_mut().take());
        Err(RulesBug::new_err(told.unwrap_or_else(|| "a panic without a message".to_owned())))
    })
}

fn refused(error: Refusal) -> PyErr {
    Python::attach(|py| {
        let raised = IllegalChoice::new_err(error.message.clone());
        let value = raised.value(py);
        let set = value
            .setattr("code", error.code)
            .and_then(|()| value.setattr("params", error.params))
            .and_then(|()| value.setattr("message", error.message));
        set.map_or_else(|failure| failure, |()| raised)
    })
}

fn bad_setup(error: &contract::SetupError) -> PyErr {
    Python::attach(|py| {
        let raised = SetupError::new_err(error.to_string());
        let faults: Vec<(&str, &str, &str)> =
            error.faults.iter().map(|fault| (fault.path.as_str(), fault.code, fault.message.as_str())).collect();
        raised.value(py).setattr("faults", faults).map_or_else(|failure| failure, |()| raised)
    })
}

fn game_of(name: &str) -> PyResult<&'static dyn registry::GameType> {
    registry::find(name).ok_or_else(|| {
        let known: Vec<&str> = registry::GAMES.iter().map(|game| game.name()).collect();
        let message = format!("there is no game {name:?}; there is {}", known.join(", "));
        bad_setup(&contract::SetupError::one("game", "no-such-game", message))
    })
}

fn catalog_of(game: &dyn registry::GameType, catalog: Option<&Catalog>) -> PyResult<registry::Catalog> {
    match catalog {
        Some(catalog) => Ok(catalog.inner.clone()),
        None => game.catalog(&[]).map_err(|error| bad_setup(&error)),
    }
}

fn setup_of(text: &str) -> PyResult<serde_json::Value> {
    serde_json::from_str(text)
        .map_err(|error| bad_setup(&contract::SetupError::one("setup", "unreadable-setup", error.to_string())))
}

fn seed_of(seed: &[u8]) -> PyResult<[u8; 32]> {
    seed.try_into().map_err(|_| PyValueError::new_err(format!("a seed has 32 bytes, not {}", seed.len())))
}

/// The data of a game.
#[pyclass(frozen, module = "rust_core")]
struct Catalog {
    inner: registry::Catalog,
}

#[pymethods]
impl Catalog {
    #[new]
    #[pyo3(signature = (game, extra_toml = Vec::new()))]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
    fn new(game: &str, extra_toml: Vec<String>) -> PyResult<Self> {
        enter(|| {
            let inner = game_of(game)?.catalog(&extra_toml).map_err(|error| bad_setup(&error))?;
            Ok(Self { inner })
        })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.inner.game
    }

    #[getter]
    fn fingerprint(&self) -> &str {
        &self.inner.fingerprint
    }

    #[getter]
    fn json(&self) -> &str {
        &self.inner.json
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.inner)
    }
}

/// An open decision.
#[pyclass(frozen, eq, get_all, module = "rust_core")]
#[derive(Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that have nothing to do with each other")]
struct Decision {
    id: u32,
    seat: u8,
    window: &'static str,
    kind: &'static str,
    default: String,
    hidden: bool,
    aimed: bool,
    complete: bool,
    sealed: bool,
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        format!("Decision(id={}, seat={}, window={:?}, kind={:?})", self.id, self.seat, self.window, self.kind)
    }
}

impl From<contract::Decision> for Decision {
    fn from(decision: contract::Decision) -> Self {
        Self {
            id: decision.id,
            seat: decision.seat.0,
            window: decision.window,
            kind: decision.kind.as_str(),
            default: decision.default,
            hidden: decision.hidden,
            aimed: decision.aimed,
            complete: decision.complete,
            sealed: decision.sealed,
        }
    }
}

/// Something that happened, with its audience.
#[pyclass(frozen, eq, module = "rust_core")]
#[derive(Clone, PartialEq)]
struct Event {
    inner: contract::Event,
}

#[pymethods]
impl Event {
    #[getter]
    fn faces(&self) -> Vec<(Option<Vec<u32>>, &str)> {
        let seats = |viewers: &Vec<Seat>| viewers.iter().map(|seat| u32::from(seat.0)).collect();
        self.inner.faces.iter().map(|face| (face.viewers.as_ref().map(seats), face.json.as_str())).collect()
    }

    fn face(&self, seat: Option<u8>) -> Option<&str> {
        self.inner.face(seat.map(Seat))
    }

    fn __repr__(&self) -> String {
        format!("Event({:?})", self.faces())
    }
}

fn events(list: impl IntoIterator<Item = contract::Event>) -> Vec<Event> {
    list.into_iter().map(|inner| Event { inner }).collect()
}

fn own_events(list: &Bound<'_, PyList>) -> PyResult<Vec<contract::Event>> {
    list.iter().map(|event| Ok(event.cast_into::<Event>()?.get().inner.clone())).collect()
}

/// The words of a protocol around what a match tells.
#[pyclass(frozen, module = "rust_core")]
struct Frames {
    inner: contract::Frames,
}

#[pymethods]
impl Frames {
    #[new]
    const fn new(event: [String; 3], decide: [String; 3], waiting: [String; 3]) -> Self {
        Self { inner: contract::Frames { event, decide, waiting } }
    }

    #[getter]
    fn event(&self) -> (&str, &str, &str) {
        words(&self.inner.event)
    }

    #[getter]
    fn decide(&self) -> (&str, &str, &str) {
        words(&self.inner.decide)
    }

    #[getter]
    fn waiting(&self) -> (&str, &str, &str) {
        words(&self.inner.waiting)
    }
}

fn words([before, between, behind]: &[String; 3]) -> (&str, &str, &str) {
    (before, between, behind)
}

/// What one change brought about, and what is open since.
#[pyclass(frozen, eq, module = "rust_core")]
#[derive(Clone, PartialEq)]
struct Step {
    inner: contract::Step,
}

#[pymethods]
impl Step {
    #[getter]
    fn events(&self) -> Vec<Event> {
        events(self.inner.events.iter().cloned())
    }

    #[getter]
    fn pending(&self) -> Vec<Decision> {
        self.inner.pending.iter().cloned().map(Decision::from).collect()
    }

    #[getter]
    fn turn(&self) -> Option<(u8, u32)> {
        self.inner.turn().map(|decision| (decision.seat.0, decision.id))
    }

    #[getter]
    fn digest<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.inner.digest.map(|digest| PyBytes::new(py, &digest))
    }

    #[getter]
    const fn is_over(&self) -> bool {
        self.inner.pending.is_empty()
    }

    fn faces(&self, seat: Option<u8>) -> Vec<&str> {
        self.inner.events.iter().filter_map(|event| event.face(seat.map(Seat))).collect()
    }

    fn count(&self, mut numbers: Vec<u64>) -> Vec<u64> {
        self.inner.count(&mut numbers);
        numbers
    }

    fn __repr__(&self) -> String {
        format!("Step({} events, {} open)", self.inner.events.len(), self.inner.pending.len())
    }
}

/// Who won and why.
#[pyclass(frozen, eq, get_all, module = "rust_core")]
#[derive(Clone, PartialEq)]
struct Outcome {
    winners: Vec<u32>,
    reason: String,
    scores: Vec<i32>,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("Outcome(winners={:?}, reason={:?}, scores={:?})", self.winners, self.reason, self.scores)
    }
}

/// What came of a simulation.
#[pyclass(frozen, get_all, module = "rust_core")]
struct Stats {
    games: u64,
    choices: u64,
    seconds: f64,
    wins: Vec<u64>,
    draws: u64,
}

#[pymethods]
impl Stats {
    fn __repr__(&self) -> String {
        format!(
            "Stats(games={}, choices={}, seconds={:.3}, wins={:?}, draws={})",
            self.games, self.choices, self.seconds, self.wins, self.draws
        )
    }
}

/// Stops a long search from another thread.
#[pyclass(frozen, module = "rust_core")]
#[derive(Default)]
struct StopFlag {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl StopFlag {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// A match: the only mutable class. It has one owner; threads get a `clone()`.
#[pyclass(module = "rust_core")]
struct Match {
    game: Box<dyn DynGame>,
    poison: Option<String>,
}

impl Match {
    /// The door for whatever changes the match: after a panic nothing is done with it any more.
    fn change<T>(&mut self, body: impl FnOnce(&mut (dyn DynGame + 'static)) -> PyResult<T>) -> PyResult<T> {
        self.refuse_poisoned()?;
        let result = enter(|| body(self.game.as_mut()));
        if let Err(error) = &result {
            Python::attach(|py| {
                if error.is_instance_of::<RulesBug>(py) {
                    self.poison = Some(error.value(py).to_string());
                }
            });
        }
        result
    }

    fn read<T>(&self, body: impl FnOnce(&(dyn DynGame + 'static)) -> T) -> PyResult<T> {
        self.refuse_poisoned()?;
        enter(|| Ok(body(self.game.as_ref())))
    }

    fn refuse_poisoned(&self) -> PyResult<()> {
        match &self.poison {
            None => Ok(()),
            Some(told) => Err(RulesBug::new_err(format!("this match broke before: {told}"))),
        }
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, setup_json, seed, catalog = None))]
    fn new(game: &str, setup_json: &str, seed: &[u8], catalog: Option<&Bound<'_, Catalog>>) -> PyResult<Self> {
        enter(|| {
            let game = game_of(game)?;
            let catalog = catalog_of(game, catalog.map(Bound::get))?;
            let chance = Chance::seeded(seed_of(seed)?);
            let game = game.create(&catalog, &setup_of(setup_json)?, chance).map_err(|error| bad_setup(&error))?;
            Ok(Self { game, poison: None })
        })
    }

    /// A match whose chance gives just `rolls`, for tests.
    #[staticmethod]
    #[pyo3(signature = (game, setup_json, rolls, catalog = None))]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
    fn scripted(game: &str, setup_json: &str, rolls: Vec<u32>, catalog: Option<&Bound<'_, Catalog>>) -> PyResult<Self> {
        enter(|| {
            let game = game_of(game)?;
            let catalog = catalog_of(game, catalog.map(Bound::get))?;
            let chance = Chance::scripted(rolls.iter().copied());
            let game = game.create(&catalog, &setup_of(setup_json)?, chance).map_err(|error| bad_setup(&error))?;
            Ok(Self { game, poison: None })
        })
    }

    #[staticmethod]
    #[pyo3(signature = (data, catalog = None))]
    fn restore(data: &[u8], catalog: Option<&Bound<'_, Catalog>>) -> PyResult<Self> {
        enter(|| {
            let game = registry::restore(data, catalog.map(|catalog| &catalog.get().inner))
                .map_err(|error| SnapshotError::new_err(error.to_string()))?;
            Ok(Self { game, poison: None })
        })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game.game()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.game.seats()
    }

    #[getter]
    fn choices_made(&self) -> usize {
        self.game.choices_made()
    }

    fn opening(&self) -> PyResult<Vec<Event>> {
        self.read(|game| events(game.opening().iter().cloned()))
    }

    fn pending(&self) -> PyResult<Vec<Decision>> {
        self.read(|game| game.pending().into_iter().map(Decision::from).collect())
    }

    fn choices(&self, seat: u8) -> PyResult<Vec<String>> {
        self.read(|game| game.choices(Seat(seat)))
    }

    /// Plays a line and looks at what is open then: `choose`, `pending` and all in one call, for servers.
    #[pyo3(signature = (seat, line, with_digest = false))]
    fn play(&mut self, seat: u8, line: &str, with_digest: bool) -> PyResult<Step> {
        self.change(|game| {
            let events = game.choose(Seat(seat), line).map_err(refused)?;
            Ok(Step { inner: contract::Step::new(game, events, with_digest) })
        })
    }

    fn look(&self, events: &Bound<'_, PyList>) -> PyResult<Step> {
        let events = own_events(events)?;
        self.read(|game| Step { inner: contract::Step::new(game, events, false) })
    }

    #[pyo3(signature = (step, seat, first, frames, millis = None, *, is_asked = true))]
    #[expect(clippy::too_many_arguments, reason = "one call a viewer, with nothing made for it")]
    fn tell<'py>(
        &self,
        py: Python<'py>,
        step: &Bound<'_, Step>,
        seat: Option<u8>,
        first: u64,
        frames: &Bound<'_, Frames>,
        millis: Option<u64>,
        is_asked: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let asked = is_asked.then_some(millis);
        let (step, frames) = (&step.get().inner, &frames.get().inner);
        with_scratch(|out| {
            self.read(|game| step.tell(game, seat.map(Seat), first, frames, asked, out))?;
            Ok(PyBytes::new(py, out.as_bytes()))
        })
    }

    /// Tells several viewers without clocks in one call, those of one place the same bytes, and counts on.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands lists over by value")]
    fn tell_all<'py>(
        &self,
        py: Python<'py>,
        step: &Bound<'_, Step>,
        viewers: Vec<Option<u8>>,
        mut first: Vec<u64>,
        frames: &Bound<'_, Frames>,
    ) -> PyResult<(Vec<Bound<'py, PyBytes>>, Vec<u64>)> {
        let (step, frames) = (&step.get().inner, &frames.get().inner);
        let mut told: Vec<Bound<'py, PyBytes>> = Vec::with_capacity(viewers.len());
        for (number, viewer) in viewers.iter().enumerate() {
            if let Some(before) = viewers[..number].iter().position(|one| one == viewer) {
                told.push(told[before].clone());
                continue;
            }
            let place = viewer.map_or(first.len().saturating_sub(1), usize::from);
            let first = *first.get(place).ok_or_else(|| PyValueError::new_err("a number is missing"))?;
            told.push(with_scratch(|out| {
                self.read(|game| step.tell(game, viewer.map(Seat), first, frames, Some(None), out))?;
                Ok::<_, PyErr>(PyBytes::new(py, out.as_bytes()))
            })?);
        }
        step.count(&mut first);
        Ok((told, first))
    }

    fn choose(&mut self, seat: u8, line: &str) -> PyResult<Vec<Event>> {
        self.change(|game| game.choose(Seat(seat), line).map(events).map_err(refused))
    }

    fn retire(&mut self, seat: u8, reason: &str) -> PyResult<Vec<Event>> {
        self.change(|game| game.retire(Seat(seat), reason).map(events).map_err(refused))
    }

    fn agree_draw(&mut self) -> PyResult<Vec<Event>> {
        self.change(|game| game.agree_draw().map(events).map_err(refused))
    }

    fn rewind(&mut self, count: usize) -> PyResult<()> {
        self.change(|game| game.rewind(count).map_err(refused))
    }

    fn view(&self, seat: Option<u8>) -> PyResult<String> {
        self.read(|game| game.view(seat.map(Seat)))
    }

    fn outcome(&self) -> PyResult<Option<Outcome>> {
        self.read(|game| {
            game.outcome().map(|outcome| Outcome {
                winners: outcome.winners.iter().map(|seat| u32::from(seat.0)).collect(),
                reason: outcome.reason,
                scores: outcome.scores,
            })
        })
    }

    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read(DynGame::digest)?))
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read(DynGame::snapshot)?))
    }

    fn clone(&self) -> PyResult<Self> {
        let game = self.read(DynGame::boxed_clone)?;
        Ok(Self { game, poison: None })
    }

    fn redeal(&mut self, viewer: Option<u8>, seed: &[u8]) -> PyResult<()> {
        let seed = seed_of(seed)?;
        self.change(|game| {
            game.redeal(viewer.map(Seat), seed);
            Ok(())
        })
    }

    fn rolls_left(&self) -> PyResult<usize> {
        self.read(DynGame::left_over)
    }

    fn check_invariants(&self) -> PyResult<()> {
        self.read(DynGame::invariants)?.map_err(RulesBug::new_err)
    }

    /// Breaks the match as a fault of the rules would; for tests of what a server does then.
    fn _panic_for_test(&mut self, message: &str) -> PyResult<()> {
        self.change(|_| panic!("{message}"))
    }

    fn __repr__(&self) -> String {
        format!("Match({}, {} choices)", self.game.game(), self.game.choices_made())
    }
}

/// The games there are.
#[pyfunction]
fn games() -> Vec<&'static str> {
    registry::GAMES.iter().map(|game| game.name()).collect()
}

/// The version of a game's rules.
#[pyfunction]
fn rules_version(game: &str) -> PyResult<&'static str> {
    Ok(game_of(game)?.version())
}

/// The numbered rules of a game, as the `rules` command shows them.
#[pyfunction]
fn rules_text(game: &str) -> PyResult<&'static str> {
    Ok(game_of(game)?.rules_text())
}

/// JSON Schema of a game's events and views.
#[pyfunction]
fn schema(game: &str) -> PyResult<&'static str> {
    Ok(game_of(game)?.schema())
}

/// Every code that an `IllegalChoice` can carry, sorted.
#[pyfunction]
fn error_codes() -> Vec<&'static str> {
    registry::error_codes().iter().map(|code| code.code).collect()
}

/// Plays whole matches; the interpreter is free meanwhile.
#[pyfunction]
#[pyo3(signature = (game, setup_json, policy, games, seed, threads = 1))]
fn simulate(
    py: Python<'_>,
    game: &str,
    setup_json: &str,
    policy: &str,
    games: u32,
    seed: u64,
    threads: usize,
) -> PyResult<Stats> {
    let game = game_of(game)?;
    let setup = setup_of(setup_json)?;
    let policies: Option<Vec<Policy>> = policy.split(',').map(|name| Policy::parse(name.trim())).collect();
    let policies = policies.ok_or_else(|| {
        let message =
            format!("{policy:?} is no policy, nor a comma list with one a seat; there is {}", registry::policies());
        PyValueError::new_err(message)
    })?;
    let order = search::Order { policies, games, seed, threads };
    py.detach(|| {
        enter(|| {
            let catalog = catalog_of(game, None)?;
            let stats = game.simulate(&catalog, &setup, &order).map_err(|error| bad_setup(&error))?;
            Ok(Stats {
                games: stats.games,
                choices: stats.choices,
                seconds: stats.elapsed.as_secs_f64(),
                wins: stats.wins,
                draws: stats.draws,
            })
        })
    })
}

/// The line that the house would play; the interpreter is free meanwhile.
#[pyfunction]
#[pyo3(signature = (m, seat, iterations, seed, stop = None))]
fn best_choice(
    py: Python<'_>,
    m: &Match,
    seat: u8,
    iterations: u32,
    seed: u64,
    stop: Option<&Bound<'_, StopFlag>>,
) -> PyResult<String> {
    let stop = stop.map_or_else(Default::default, |stop| Arc::clone(&stop.get().flag));
    let game = m.read(DynGame::boxed_clone)?;
    py.detach(|| enter(|| game.best_choice(Seat(seat), iterations, seed, &stop).map_err(refused)))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    remember_panics();
    let py = module.py();
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("SetupError", py.get_type::<SetupError>())?;
    module.add("IllegalChoice", py.get_type::<IllegalChoice>())?;
    module.add("SnapshotError", py.get_type::<SnapshotError>())?;
    module.add("RulesBug", py.get_type::<RulesBug>())?;
    module.add_class::<Catalog>()?;
    module.add_class::<Decision>()?;
    module.add_class::<Event>()?;
    module.add_class::<Frames>()?;
    module.add_class::<Match>()?;
    module.add_class::<Outcome>()?;
    module.add_class::<Stats>()?;
    module.add_class::<Step>()?;
    module.add_class::<StopFlag>()?;
    module.add_function(wrap_pyfunction!(best_choice, module)?)?;
    module.add_function(wrap_pyfunction!(error_codes, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(rules_text, module)?)?;
    module.add_function(wrap_pyfunction!(rules_version, module)?)?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(simulate, module)?)?;
    module.add("__all__", PyList::new(py, EXPORTS)?)?;
    Ok(())
}

const EXPORTS: [&str; 21] = [
    "Catalog",
    "Decision",
    "Event",
    "Frames",
    "IllegalChoice",
    "Match",
    "Outcome",
    "RulesBug",
    "RulesError",
    "SetupError",
    "SnapshotError",
    "Stats",
    "Step",
    "StopFlag",
    "best_choice",
    "error_codes",
    "games",
    "rules_text",
    "rules_version",
    "schema",
    "simulate",
];
