//! A population under evolution, as ask and tell.

use serde::{Deserialize, Serialize};

use crate::{Distribution, Encoding, Genome, Purpose, Stream};

/// A member of the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Unique within a run; counts from 0 in order of birth. Islands take
    /// turns: of three, the second has 1, 4, 7 and so on.
    pub id: u64,
    /// Ids of those that it was bred from.
    pub parents: Vec<u64>,
    /// Its genes.
    pub genome: Genome,
    /// The step of each weight, for an algorithm that breeds the steps too;
    /// else there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<f64>,
}

impl Individual {
    /// Whether it has this many steps, each of which can be one.
    pub(crate) fn has_steps(&self, count: usize) -> bool {
        let sound = |step: &f64| step.is_finite() && *step > 0.0;
        self.steps.len() == count && self.steps.iter().all(sound)
    }
}

/// What makes a next generation: an algorithm with its settings.
pub trait Breed {
    /// Who goes on and who is born, as many together as there were, from a
    /// population that was told its fitness. All draws come from `stream`.
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next;
}

/// A population with its fitness.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The individuals, in the order of their ids.
    pub population: &'a [Individual],
    /// The fitness of each, a finite number; larger is better.
    pub fitness: &'a [f64],
    /// What their genomes mean.
    pub encoding: &'a Encoding,
    /// What the algorithm remembered when it bred them.
    pub memory: &'a Memory,
}

/// A next generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Next {
    /// Those who stay as they are, by index. They are told a new fitness like
    /// all others.
    pub survivors: Vec<usize>,
    /// Those who are born.
    pub children: Vec<Child>,
    /// Genes that left their range and were brought back.
    pub bound_hits: u64,
    /// What to remember when they are told their fitness.
    pub memory: Memory,
}

/// What an algorithm knows beside the population.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// Nothing, or nothing yet.
    #[default]
    None,
    /// What [`CmaEs`](crate::CmaEs) samples from.
    CmaEs(Distribution),
}

impl Memory {
    fn is_none(&self) -> bool {
        *self == Memory::None
    }
}

/// One who is born.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    /// Ids of those that it was bred from.
    pub parents: Vec<u64>,
    /// Its genes.
    pub genome: Genome,
    /// The step of each weight, or none.
    pub steps: Vec<f64>,
}

/// How a population began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// How many individuals it has.
    pub(crate) size: u32,
    /// On which island it lives.
    pub(crate) island: u32,
    /// How many islands there are.
    pub(crate) islands: u32,
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

/// A population under evolution. [`ask`](AskTell::ask) for the individuals,
/// [`tell`](AskTell::tell) their fitness, repeat; it knows nothing of games,
/// and any [`Breed`] makes the next generation.
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
/// let mut evolving = AskTell::new((0..20).map(|_| encoding.random(5, &mut stream)).collect());
/// for _ in 0..40 {
///     let closeness = |one: &Individual| -> f64 {
///         encoding.weights(&one.genome).iter().map(|x| -(x - 0.3) * (x - 0.3)).sum()
///     };
///     let fitness: Vec<f64> = evolving.ask().iter().map(closeness).collect();
///     evolving.tell(&fitness, &genetic, &encoding, 1)?;
/// }
/// let weights = encoding.weights(&evolving.ask()[0].genome);
/// assert!(weights.iter().all(|x| (x - 0.3).abs() < 0.1));
/// # Ok::<(), FitnessError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskTell {
    generation: u32,
    next_id: u64,
    /// From one id to the next: as many as there are islands.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    id_step: u64,
    population: Vec<Individual>,
    #[serde(default, skip_serializing_if = "Memory::is_none")]
    memory: Memory,
    /// Genes of its children that left their range and were brought back.
    #[serde(default)]
    bound_hits: u64,
}

fn one() -> u64 {
    1
}

fn is_one(step: &u64) -> bool {
    *step == 1
}

impl AskTell {
    /// Generation 0 with these genomes.
    pub fn new(genomes: Vec<Genome>) -> AskTell {
        AskTell::on_island(genomes, 0, 1)
    }

    /// Generation 0 of the island `island` of `islands`. No two islands give
    /// the same id: they take turns.
    pub(crate) fn on_island(genomes: Vec<Genome>, island: u64, islands: u64) -> AskTell {
        let mut next_id = island;
        let mut individual = |genome| {
            let id = next_id;
            next_id += islands;
            Individual {
                id,
                parents: Vec::new(),
                genome,
                steps: Vec::new(),
            }
        };
        let population = genomes.into_iter().map(&mut individual).collect();
        AskTell {
            generation: 0,
            next_id,
            id_step: islands,
            bound_hits: 0,
            population,
            memory: Memory::None,
        }
    }

    /// The generation that is to be told its fitness.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Genes of its children that left their range and were brought back.
    pub fn bound_hits(&self) -> u64 {
        self.bound_hits
    }

    /// Its individuals, in the order of their ids.
    pub fn ask(&self) -> &[Individual] {
        &self.population
    }

    /// What the algorithm knows beside them.
    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Takes the fitness of each individual (larger is better) and lets
    /// `algorithm` breed the next generation.
    ///
    /// # Errors
    /// [`FitnessError`]; the population stays as it was.
    pub fn tell(
        &mut self,
        fitness: &[f64],
        algorithm: &impl Breed,
        encoding: &Encoding,
        seed: u64,
    ) -> Result<(), FitnessError> {
        self.check_fitness(fitness)?;
        let mut stream = Stream::new(seed, Purpose::Breeding, &[self.generation.into()]);
        let told = Told {
            population: &self.population,
            fitness,
            encoding,
            memory: &self.memory,
        };
        let Next {
            mut survivors,
            children,
            bound_hits,
            memory,
        } = algorithm.breed(&told, &mut stream);
        debug_assert_eq!(survivors.len() + children.len(), self.population.len());
        survivors.sort_unstable();
        let survivors = survivors.into_iter();
        let mut next: Vec<Individual> = survivors
            .map(|index| self.population[index].clone())
            .collect();
        for child in children {
            next.push(Individual {
                id: self.next_id,
                parents: child.parents,
                genome: child.genome,
                steps: child.steps,
            });
            self.next_id += self.id_step;
        }
        self.population = next;
        self.memory = memory;
        self.bound_hits = bound_hits;
        self.generation += 1;
        Ok(())
    }

    /// Puts immigrants in the places of those who would have been born last.
    pub(crate) fn welcome(&mut self, immigrants: Vec<Child>) {
        let places = self.population.len() - immigrants.len();
        for (place, immigrant) in self.population[places..].iter_mut().zip(immigrants) {
            *place = Individual {
                id: place.id,
                parents: immigrant.parents,
                genome: immigrant.genome,
                steps: immigrant.steps,
            };
        }
    }

    /// Refuses a population that does not come of this origin, by an algorithm
    /// with so many survivors and so many steps of all that it breeds.
    pub(crate) fn check(
        &self,
        origin: Origin,
        survivors: u32,
        encoding: &Encoding,
        terms: usize,
        steps: usize,
    ) -> Result<(), String> {
        let Origin {
            size,
            island,
            islands,
        } = origin;
        let found = self.population.len();
        if found != size as usize {
            return Err(format!("{found} individuals: expected {size}"));
        }
        let born = u64::from(size) + u64::from(self.generation) * u64::from(size - survivors);
        let next = u64::from(island) + u64::from(islands) * born;
        let ids: Vec<u64> = self.population.iter().map(|one| one.id).collect();
        let rising = ids.is_sorted_by(|one, next| one < next);
        let own = |id: &u64| id % u64::from(islands) == u64::from(island);
        let numbered = self.id_step == u64::from(islands) && ids.iter().all(own);
        if self.next_id != next || !rising || !numbered || ids.last() >= Some(&next) {
            return Err(format!("ids that are not those of the first {born} born"));
        }
        for one in &self.population {
            let id = one.id;
            if !encoding.fits(&one.genome, terms) {
                return Err(format!(
                    "the genome of individual {id} is none of the encoding"
                ));
            }
            // Generation 0 was not bred.
            let is_bred = id >= u64::from(islands) * u64::from(size);
            let steps = if is_bred { steps } else { 0 };
            if !one.has_steps(steps) {
                return Err(format!(
                    "the steps of individual {id}: expected {steps}, finite and above 0"
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn check_fitness(&self, fitness: &[f64]) -> Result<(), FitnessError> {
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
}
