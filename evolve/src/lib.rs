//! Evolution of Barbados Warri players.
//!
//! A piece of data travels in the order of the modules: a [`Player`] plays on
//! an [`Opening`]; a schedule of [`Pairing`]s goes through the [`Arena`];
//! results become a [`Tally`], a tally fitness; an [`Algorithm`] breeds
//! the next generation; [`Evolution`] is the loop around it, set up by a
//! [`Config`]. A field of players makes a [`CrossTable`], a cross table
//! [`Ratings`]. Every random draw comes from a [`Stream`], and every thread
//! that plays is in the arena.
#![warn(clippy::unwrap_used)]

mod algorithms;
mod arena;
mod ask_tell;
mod books;
mod bot;
mod bradley_terry;
mod config;
mod cross_table;
mod evolution;
mod expected;
mod fixed_players;
mod generation;
mod genome;
mod initial;
mod island;
mod migration;
mod opening;
mod operators;
mod opponents;
pub mod over_seeds;
mod play_off;
mod player;
mod range;
mod rating;
mod schedule;
pub mod seed;
mod series;
mod sprt;
mod state;
mod statistics;
mod stop;
mod stream;
mod tables;
mod tally;
pub mod toml_input;
mod training;
mod truth;

pub use algorithms::{
    Algorithm, Base, CmaEs, DifferentialEvolution, Distribution, EvolutionStrategy, Genetic,
    HillClimber, RandomSearch, Recombination, Survival,
};
pub use arena::{Arena, Played};
pub use ask_tell::{AskTell, Breed, Child, FitnessError, Individual, Memory, Next, Told};
pub use bot::{Bot, BotError};
pub use config::{Config, Initial, Population, Test, Training};
pub use cross_table::CrossTable;
pub use evolution::{Evolution, EvolutionError};
pub use fixed_players::FixedPlayers;
pub use generation::{DecidingGame, Generation};
pub use genome::{Encoding, Genome};
pub use island::Island;
pub use migration::{Emigrants, Islands, Topology};
pub use opening::{MIN_OPENING_PLIES, Opening, TooFewOpenings, draw_openings};
pub use operators::{Bounds, Crossover, Mutation, Selection};
pub use opponents::{Opponents, Part};
pub use play_off::PlayOff;
pub use player::{Player, PlayerError, Strategy};
pub use range::ConfigError;
pub use rating::{Anchor, Ratings, Unconnected};
pub use schedule::{Pairing, gauntlet, random_peers, round_robin};
pub use series::Series;
pub use sprt::{Sprt, SprtError, Verdict};
pub use state::{Champion, State};
pub use statistics::{Estimate, MatchScore, Summary, elo, score_of_elo};
pub use stop::{Record, Stop};
pub use stream::{Purpose, Stream};
pub use tables::Tables;
pub use tally::{Points, Tally};
pub use truth::{Decision, Judgment, Truth, TruthScore, TruthSuite};
