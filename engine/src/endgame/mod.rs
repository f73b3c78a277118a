//! Exact endgames: what both sides can force in every position with few seeds
//! on the board.
//!
//! A [`Layer`] has all positions with so many seeds, [`Endgames`] all layers up
//! to some number. A table is not about a margin but about two guarantees, as
//! play may circle for ever and leave seeds to nobody; with the stores they
//! give the true result of a game.

mod check;
mod layer;
mod moves;
mod report;
mod rows;
mod solver;
mod tables;

pub use check::PlainSolver;
pub use layer::{Layer, positions_with};
pub use report::{LayerReport, positions_played_differently};
pub use solver::memory_to_solve;
pub use tables::{Endgames, Guarantees, SolvedMove, WrongLayer};

/// The most seeds on the board for which positions can be solved.
pub const MOST_SEEDS: u8 = 24;
