//! The algorithms, a file each.

mod cma_es;
mod differential_evolution;
mod distribution;
mod eigen;
mod evolution_strategy;
mod genetic;
mod hill_climber;
mod random_search;

use serde::{Deserialize, Serialize};

pub use cma_es::CmaEs;
pub use differential_evolution::{Base, DifferentialEvolution};
pub use distribution::Distribution;
pub use evolution_strategy::{EvolutionStrategy, Recombination, Survival};
pub use genetic::Genetic;
pub use hill_climber::HillClimber;
pub use random_search::RandomSearch;

use crate::range::ConfigError;
use crate::{Breed, Encoding, Memory, Mutation, Next, Stream, Told};

/// What breeds the next generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// A generational genetic algorithm.
    Genetic(Genetic),
    /// An evolution strategy with self-adaptive steps.
    EvolutionStrategy(EvolutionStrategy),
    /// A champion and its challenger.
    HillClimber(HillClimber),
    /// The best so far among random ones.
    RandomSearch(RandomSearch),
    /// An evolution strategy with covariance matrix adaptation.
    CmaEs(CmaEs),
    /// Differential evolution.
    DifferentialEvolution(DifferentialEvolution),
}

impl Algorithm {
    /// Its name, as in a config.
    pub fn name(&self) -> &'static str {
        match self {
            Algorithm::Genetic(_) => "genetic",
            Algorithm::EvolutionStrategy(_) => "evolution-strategy",
            Algorithm::HillClimber(_) => "hill-climber",
            Algorithm::RandomSearch(_) => "random-search",
            Algorithm::CmaEs(_) => "cma-es",
            Algorithm::DifferentialEvolution(_) => "differential-evolution",
        }
    }

    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        match self {
            Algorithm::Genetic(genetic) => genetic
                .check(size, encoding)
                .map_err(|error| error.within("algorithm.genetic")),
            Algorithm::EvolutionStrategy(strategy) => strategy.check(size, encoding),
            Algorithm::HillClimber(climber) => climber.check(size, encoding),
            Algorithm::RandomSearch(RandomSearch {}) => Ok(()),
            Algorithm::CmaEs(strategy) => strategy.check(size, encoding),
            Algorithm::DifferentialEvolution(differential) => differential.check(size, encoding),
        }
    }

    /// How many of `size` individuals go on to the next generation.
    pub(crate) fn survivors(&self, size: u32) -> u32 {
        match self {
            Algorithm::Genetic(genetic) => genetic.elites,
            Algorithm::EvolutionStrategy(strategy) => strategy.survivors(),
            Algorithm::HillClimber(climber) => climber.survivors(),
            Algorithm::RandomSearch(RandomSearch {}) => 1,
            Algorithm::CmaEs(_) => 0,
            Algorithm::DifferentialEvolution(_) => size / 2,
        }
    }

    /// The steps of an individual of `weights` weights that was not bred.
    pub(crate) fn first_steps(&self, weights: usize) -> Vec<f64> {
        match self {
            Algorithm::EvolutionStrategy(strategy) => vec![strategy.sigma; weights],
            Algorithm::Genetic(_)
            | Algorithm::HillClimber(_)
            | Algorithm::RandomSearch(_)
            | Algorithm::CmaEs(_)
            | Algorithm::DifferentialEvolution(_) => Vec::new(),
        }
    }

    /// Whether it comes to this memory when it breeds generation `generation`
    /// of genomes of `weights` weights.
    pub(crate) fn comes_to(&self, memory: &Memory, generation: u32, weights: usize) -> bool {
        match (self, memory) {
            (Algorithm::CmaEs(_), Memory::CmaEs(distribution)) => {
                distribution.fits(generation, weights)
            }
            (Algorithm::CmaEs(_), Memory::None) => generation == 0,
            (
                Algorithm::Genetic(_)
                | Algorithm::EvolutionStrategy(_)
                | Algorithm::HillClimber(_)
                | Algorithm::RandomSearch(_)
                | Algorithm::DifferentialEvolution(_),
                memory,
            ) => *memory == Memory::None,
        }
    }

    /// The small change that makes a population around given bots.
    pub(crate) fn variation(&self, encoding: &Encoding) -> Mutation {
        match self {
            Algorithm::Genetic(genetic) => genetic.mutation,
            Algorithm::EvolutionStrategy(strategy) => strategy.variation(),
            Algorithm::HillClimber(climber) => climber.mutation,
            Algorithm::RandomSearch(_)
            | Algorithm::CmaEs(_)
            | Algorithm::DifferentialEvolution(_) => Mutation::slight(encoding),
        }
    }
}

impl Breed for Algorithm {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        match self {
            Algorithm::Genetic(genetic) => genetic.breed(told, stream),
            Algorithm::EvolutionStrategy(strategy) => strategy.breed(told, stream),
            Algorithm::HillClimber(climber) => climber.breed(told, stream),
            Algorithm::RandomSearch(random) => random.breed(told, stream),
            Algorithm::CmaEs(strategy) => strategy.breed(told, stream),
            Algorithm::DifferentialEvolution(differential) => differential.breed(told, stream),
        }
    }
}
