//! The algorithms, a file each.

mod genetic;

use serde::{Deserialize, Serialize};

pub use genetic::Genetic;

use crate::range::ConfigError;
use crate::{Breed, Encoding, Mutation, Next, Stream, Told};

/// What breeds the next generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// A generational genetic algorithm.
    Genetic(Genetic),
}

impl Algorithm {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        match self {
            Algorithm::Genetic(genetic) => genetic
                .check(size, encoding)
                .map_err(|error| error.within("algorithm.genetic")),
        }
    }

    /// How many of `size` individuals go on to the next generation.
    pub(crate) fn survivors(&self, _size: u32) -> u32 {
        match self {
            Algorithm::Genetic(genetic) => genetic.elites,
        }
    }

    /// The small change that makes a population around given bots.
    pub(crate) fn variation(&self) -> Mutation {
        match self {
            Algorithm::Genetic(genetic) => genetic.mutation,
        }
    }
}

impl Breed for Algorithm {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        match self {
            Algorithm::Genetic(genetic) => genetic.breed(told, stream),
        }
    }
}
