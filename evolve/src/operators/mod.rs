//! Genetic operators: selection, crossover, mutation. A file each.

mod crossover;
mod mutation;
mod selection;

pub use crossover::Crossover;
pub use mutation::{Bounds, Mutation};
pub use selection::Selection;
pub(crate) use selection::best_first;
