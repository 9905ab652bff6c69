//! Boards that games are played on; no game is named here.

pub mod zones;
