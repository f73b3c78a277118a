//! Genetic operators: selection, crossover, mutation. A module each.

mod bounds;
mod crossover;
#[cfg(test)]
mod goodness;
mod mutation;
mod selection;

pub use bounds::Bounds;
pub use crossover::Crossover;
pub use mutation::Mutation;
pub use selection::Selection;
pub(crate) use selection::best_first;

use crate::range::{ConfigError, require};

/// An error unless `eta` is one that simulated binary crossover and polynomial
/// mutation can have: the distribution index, by which large steps are rare.
fn distribution_index(key: &str, eta: f64) -> Result<(), ConfigError> {
    let holds = (0.0..=1000.0).contains(&eta);
    require(key, eta, holds, "a number from 0 to 1000")
}
