//! Name to game: the only list of games.

use std::any::Any;
use std::fmt::{self, Write as _};
use std::marker::PhantomData;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::contract::{
    Adapter, CONTRACT_CODES, DynGame, ErrorCode, GameCatalog, Rules, SetupError, SnapshotError, SnapshotHeader,
};
use crate::mage_tower::MageTower;
use crate::mage_wars::MageWars;
use crate::rng::Chance;
use crate::search::{self, Policy, Stats};
use crate::wizards_arena::WizardsArena;

/// The games there are, by id.
pub const GAMES: &[&dyn GameType] =
    &[&Typed::<WizardsArena>(PhantomData), &Typed::<MageTower>(PhantomData), &Typed::<MageWars>(PhantomData)];

/// A loaded catalogue of any game. Cheap to clone.
#[derive(Clone)]
pub struct Catalog {
    /// The game it belongs to.
    pub game: &'static str,
    /// Hex of the SHA-256 of `json`: two catalogues with one fingerprint play alike.
    pub fingerprint: String,
    /// What a program may want to look up.
    pub json: Arc<str>,
    typed: Arc<dyn Any + Send + Sync>,
}

impl fmt::Debug for Catalog {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Catalog({}, {})", self.game, &self.fingerprint[..12])
    }
}

impl Catalog {
    fn typed<R: Rules>(&self) -> Result<Arc<R::Catalog>, SetupError> {
        Arc::clone(&self.typed).downcast().map_err(|_| {
            SetupError::one(
                "catalog",
                "other-game",
                format!("this is the catalogue of {}, not of {}", self.game, R::NAME),
            )
        })
    }
}

/// What can be done with a game before there is a match of it.
pub trait GameType: Sync {
    /// The game's id.
    fn name(&self) -> &'static str;
    /// The version of its rules.
    fn version(&self) -> &'static str;
    /// What its refusals can say, beside the codes of the contract.
    fn error_codes(&self) -> &'static [ErrorCode];
    /// Its numbered rules.
    fn rules_text(&self) -> &'static str;
    /// JSON Schema of its events and views.
    fn schema(&self) -> &'static str;
    /// Loads its catalogue; entries of `extra` (TOML texts) add or replace.
    ///
    /// # Errors
    /// Every fault, with file and field.
    fn catalog(&self, extra: &[String]) -> Result<Catalog, SetupError>;
    /// Starts a match.
    ///
    /// # Errors
    /// Every fault of the setup, with its path.
    fn create(
        &self,
        catalog: &Catalog,
        setup: &serde_json::Value,
        chance: Chance,
    ) -> Result<Box<dyn DynGame>, SetupError>;
    /// Plays `games` matches without telling anybody.
    ///
    /// # Errors
    /// As `create`.
    fn simulate(
        &self,
        catalog: &Catalog,
        setup: &serde_json::Value,
        order: &search::Order,
    ) -> Result<Stats, SetupError>;
    /// Opens the part of a snapshot after its header.
    ///
    /// # Errors
    /// See [`SnapshotError`].
    #[doc(hidden)]
    fn open(&self, catalog: &Catalog, snapshot: &[u8]) -> Result<Box<dyn DynGame>, SnapshotError>;
}

struct Typed<R>(PhantomData<fn() -> R>);

impl<R: Rules> GameType for Typed<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn version(&self) -> &'static str {
        R::VERSION
    }

    fn error_codes(&self) -> &'static [ErrorCode] {
        R::ERROR_CODES
    }

    fn rules_text(&self) -> &'static str {
        R::RULES_TEXT
    }

    fn schema(&self) -> &'static str {
        R::SCHEMA
    }

    fn catalog(&self, extra: &[String]) -> Result<Catalog, SetupError> {
        let typed = R::Catalog::load(extra)?;
        let json = typed.json();
        let mut fingerprint = String::with_capacity(64);
        for byte in Sha256::digest(json.as_bytes()) {
            let _ = write!(fingerprint, "{byte:02x}");
        }
        Ok(Catalog { game: R::NAME, fingerprint, json: json.into(), typed: Arc::new(typed) })
    }

    fn create(
        &self,
        catalog: &Catalog,
        setup: &serde_json::Value,
        chance: Chance,
    ) -> Result<Box<dyn DynGame>, SetupError> {
        let mut opening = Vec::new();
        let state = R::setup(&catalog.typed::<R>()?, setup, chance, &mut opening)?;
        Ok(Box::new(Adapter::new(catalog.clone(), state, &opening)))
    }

    fn simulate(
        &self,
        catalog: &Catalog,
        setup: &serde_json::Value,
        order: &search::Order,
    ) -> Result<Stats, SetupError> {
        search::simulate::<R>(&catalog.typed::<R>()?, setup, order)
    }

    fn open(&self, catalog: &Catalog, snapshot: &[u8]) -> Result<Box<dyn DynGame>, SnapshotError> {
        let (header, body) = SnapshotHeader::read(snapshot)?;
        let typed = catalog.typed::<R>().map_err(|_| SnapshotError::OtherCatalog)?;
        Ok(Box::new(Adapter::<R>::restore(catalog, &typed, &header, body)?))
    }
}

/// The game called `name`.
pub fn find(name: &str) -> Option<&'static dyn GameType> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// Opens a snapshot, with `catalog` or the built-in one of the game that the snapshot names.
///
/// # Errors
/// See [`SnapshotError`].
pub fn restore(snapshot: &[u8], catalog: Option<&Catalog>) -> Result<Box<dyn DynGame>, SnapshotError> {
    let (header, _) = SnapshotHeader::read(snapshot)?;
    let game = find(&header.game).ok_or_else(|| SnapshotError::OtherVersion {
        found: format!("the game {}", header.game),
        expected: GAMES.iter().map(|game| game.name()).collect::<Vec<_>>().join(", "),
    })?;
    match catalog {
        Some(catalog) => game.open(catalog, snapshot),
        None => game.open(&game.catalog(&[]).map_err(|_| SnapshotError::OtherCatalog)?, snapshot),
    }
}

/// Every code that a refusal can carry, sorted.
pub fn error_codes() -> Vec<ErrorCode> {
    let mut codes = CONTRACT_CODES.to_vec();
    codes.extend(GAMES.iter().flat_map(|game| game.error_codes()));
    codes.sort_unstable_by_key(|code| code.code);
    codes
}

/// The policies that `simulate` knows, for messages.
pub fn policies() -> String {
    Policy::NAMES.join(", ")
}
