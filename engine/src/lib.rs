//! The game of Barbados Warri: rules, notation, features and search.
//!
//! ```
//! use warri_engine::*;
//!
//! // Play a game of material-greedy searchers from the start.
//! let material = Evaluation::new(&FeatureSet::named("material")?, &[1.0])?;
//! let mut game = Game::new(Variant::Speightstown);
//! while game.end().is_none() {
//!     let found = search(
//!         game.position(),
//!         game.variant(),
//!         Depth::new(3)?,
//!         &material,
//!         game.repeating(),
//!     );
//!     game.play(found.expect("the game goes on").house)?;
//! }
//! let end = game.end().expect("the loop is over");
//! println!("{} by {}", end.outcome, end.reason);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] is always valid: text and numbers from outside are a
//! [`RawPosition`] first. A [`Game`] adds the history that the cycle rule
//! needs. [`FEATURES`] are what an [`Evaluation`] weighs, [`search()`] plays by
//! one. There is no randomness here, no clock, no printing and no `unsafe`.
//!
//! # Cargo features
//! `serde`: the small types and feature sets can be read from and written to
//! files.

#![warn(clippy::unwrap_used)]

mod board;
mod depth;
pub mod endgame;
mod ending;
mod evaluation;
mod feature;
mod feature_set;
mod game;
mod hits;
mod house;
mod known;
mod leaf;
mod notation;
mod order;
mod perft;
mod plain;
mod position;
mod row;
mod search;
mod side;
mod sowing;
mod table;
mod variant;
mod weights;

pub use depth::{Depth, DepthError};
pub use ending::{End, Outcome, Reason};
pub use evaluation::{Evaluation, EvaluationError, Score, WEIGHT_LIMIT, WEIGHT_SCALE, WIN};
pub use feature::{FEATURES, Feature};
pub use feature_set::{FeatureSet, FeatureSetError, NamedSet, SETS, Term, Whose};
pub use game::{DEFAULT_PLY_CAP, Game};
pub use house::{HOUSES, House, Houses, HousesIter};
pub use notation::{MoveError, PositionError, format_moves, parse_moves};
pub use perft::{perft, perft_divide, perft_to_leaf};
pub use plain::{expected_line, expected_line_with, search_plainly};
pub use position::{IllegalMove, Position, RawPosition, SEEDS, TooManySeeds};
pub use row::Row;
pub use search::{Found, Searcher, search};
pub use side::Side;
pub use variant::{UnknownVariant, Variant};
