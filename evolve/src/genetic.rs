//! The generational genetic algorithm, as ask and tell.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::range::{ConfigError, require};
use crate::{Crossover, Encoding, Genome, Mutation, Purpose, Selection, Stream};

/// A member of the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Unique within a run; counts from 0 in order of birth.
    pub id: u64,
    /// Ids of those that it was bred from: none, one or two.
    pub parents: Vec<u64>,
    /// Its genes.
    pub genome: Genome,
}

/// The settings of the genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genetic {
    /// Who becomes a parent.
    pub selection: Selection,
    /// How parents are recombined.
    pub crossover: Crossover,
    /// How children are changed.
    pub mutation: Mutation,
    /// The best that survive unchanged; they play again like all others.
    pub elites: u32,
}

impl Genetic {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let fewer = format!("less than population.size, which is {size}");
        require("elites", self.elites, self.elites < size, fewer)?;
        self.selection.check()?;
        self.crossover.check(encoding)?;
        self.mutation.check(encoding)
    }
}

/// A fitness that is none.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitnessError {
    /// Not a finite number.
    #[error("the fitness of individual {id} is {fitness}: expected a finite number")]
    NotFinite {
        /// Whose fitness it is.
        id: u64,
        /// What was told.
        fitness: f64,
    },
    /// Not one number for each individual.
    #[error("{found} fitness values for {expected} individuals")]
    Count {
        /// Values told.
        found: usize,
        /// Individuals asked about.
        expected: usize,
    },
}

/// A population under evolution. [`ask`](GeneticAlgorithm::ask) for the
/// individuals, [`tell`](GeneticAlgorithm::tell) their fitness, repeat; it
/// knows nothing of games.
///
/// All it is, it can write down and go on from: the draws of a generation
/// come from a stream of their own, so there is no generator state.
///
/// ```
/// use warri_evolve::*;
/// let encoding = Encoding::Real { low: -1.0, high: 1.0 };
/// let genetic = Genetic {
///     selection: Selection::Tournament { size: 3 },
///     crossover: Crossover::Uniform { rate: 0.9 },
///     mutation: Mutation::Gaussian { rate: 0.2, sigma: 0.2, bounds: Bounds::Reflect },
///     elites: 1,
/// };
/// let mut stream = Stream::new(1, Purpose::InitialPopulation, &[]);
/// let genomes = (0..20).map(|_| encoding.random(5, &mut stream)).collect();
/// let mut algorithm = GeneticAlgorithm::new(genomes);
/// for _ in 0..40 {
///     let closeness = |one: &Individual| -> f64 {
///         encoding.weights(&one.genome).iter().map(|x| -(x - 0.3) * (x - 0.3)).sum()
///     };
///     let fitness: Vec<f64> = algorithm.ask().iter().map(closeness).collect();
///     algorithm.tell(&fitness, &genetic, &encoding, 1)?;
/// }
/// let weights = encoding.weights(&algorithm.ask()[0].genome);
/// assert!(weights.iter().all(|x| (x - 0.3).abs() < 0.1));
/// # Ok::<(), FitnessError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneticAlgorithm {
    generation: u32,
    next_id: u64,
    population: Vec<Individual>,
}

impl GeneticAlgorithm {
    /// Generation 0 with these genomes.
    pub fn new(genomes: Vec<Genome>) -> GeneticAlgorithm {
        let population: Vec<Individual> = genomes
            .into_iter()
            .zip(0..)
            .map(|(genome, id)| Individual {
                id,
                parents: Vec::new(),
                genome,
            })
            .collect();
        GeneticAlgorithm {
            generation: 0,
            next_id: population.len() as u64,
            population,
        }
    }

    /// The generation that is to be told its fitness.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Its individuals, in the order of their ids.
    pub fn ask(&self) -> &[Individual] {
        &self.population
    }

    /// Takes the fitness of each individual (larger is better) and breeds the
    /// next generation.
    ///
    /// # Errors
    /// [`FitnessError`]; the population stays as it was.
    pub fn tell(
        &mut self,
        fitness: &[f64],
        genetic: &Genetic,
        encoding: &Encoding,
        seed: u64,
    ) -> Result<(), FitnessError> {
        self.check_fitness(fitness)?;
        let mut stream = Stream::new(seed, Purpose::Breeding, &[self.generation.into()]);
        let size = self.population.len();
        let mut next = self.elites(fitness, genetic.elites as usize);
        let couples = (size - next.len()).div_ceil(2);
        let parents = genetic.selection.select(fitness, 2 * couples, &mut stream);
        for couple in parents.chunks_exact(2) {
            let pair = [couple[0], couple[1]].map(|parent| &self.population[parent]);
            for (mut genome, parents) in breed(pair, genetic, encoding, &mut stream) {
                genetic.mutation.mutate(&mut genome, encoding, &mut stream);
                if next.len() < size {
                    next.push(Individual {
                        id: self.next_id,
                        parents,
                        genome,
                    });
                    self.next_id += 1;
                }
            }
        }
        self.population = next;
        self.generation += 1;
        Ok(())
    }

    /// Refuses a population that this algorithm does not come to.
    pub(crate) fn check(
        &self,
        size: u32,
        elites: u32,
        encoding: &Encoding,
        terms: usize,
    ) -> Result<(), String> {
        let found = self.population.len();
        if found != size as usize {
            return Err(format!("{found} individuals: expected {size}"));
        }
        let born = u64::from(size) + u64::from(self.generation) * u64::from(size - elites);
        let ids: Vec<u64> = self.population.iter().map(|one| one.id).collect();
        let rising = ids.is_sorted_by(|one, next| one < next);
        if self.next_id != born || !rising || ids.last() >= Some(&born) {
            return Err(format!("ids that are not those of the first {born} born"));
        }
        match self
            .population
            .iter()
            .find(|one| !encoding.fits(&one.genome, terms))
        {
            Some(one) => Err(format!(
                "the genome of individual {} is none of the encoding",
                one.id
            )),
            None => Ok(()),
        }
    }

    fn check_fitness(&self, fitness: &[f64]) -> Result<(), FitnessError> {
        if fitness.len() != self.population.len() {
            return Err(FitnessError::Count {
                found: fitness.len(),
                expected: self.population.len(),
            });
        }
        match fitness.iter().position(|fitness| !fitness.is_finite()) {
            Some(index) => Err(FitnessError::NotFinite {
                id: self.population[index].id,
                fitness: fitness[index],
            }),
            None => Ok(()),
        }
    }

    /// The best, untouched, in the order of their ids.
    fn elites(&self, fitness: &[f64], count: usize) -> Vec<Individual> {
        let mut best = best_first(fitness);
        best.truncate(count);
        best.sort_unstable();
        best.into_iter()
            .map(|index| self.population[index].clone())
            .collect()
    }
}

/// Two children before mutation, each with its parents' ids.
fn breed(
    parents: [&Individual; 2],
    genetic: &Genetic,
    encoding: &Encoding,
    stream: &mut Stream,
) -> [(Genome, Vec<u64>); 2] {
    let [mut a, mut b] = parents.map(|parent| parent.genome.clone());
    let crossed = genetic
        .crossover
        .cross(&mut a, &mut b, encoding.range(), stream);
    let ids = parents.map(|parent| parent.id);
    if crossed && ids[0] != ids[1] {
        [(a, ids.to_vec()), (b, ids.to_vec())]
    } else {
        [(a, vec![ids[0]]), (b, vec![ids[1]])]
    }
}
