//! A population with what it remembers.

use serde::{Deserialize, Serialize};

use crate::ask_tell::Origin;
use crate::{AskTell, Config, Individual, Purpose, Stream};

/// One of the populations of a run; most runs have one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// The population that is to play next.
    pub algorithm: AskTell,
    /// Its earlier champions, if the config's opponents are a hall of fame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<Individual>,
}

impl Island {
    /// Refuses a state that no run of this config comes to on the island
    /// `island`.
    pub(crate) fn check(&self, config: &Config, island: u32) -> Result<(), String> {
        let Config {
            features, genome, ..
        } = config;
        let terms = features.terms().len();
        let size = config.population.size;
        let origin = Origin {
            size,
            island,
            islands: config.island_count(),
        };
        let survivors = config.algorithm.survivors(size);
        let steps = config.algorithm.first_steps(terms).len();
        self.algorithm
            .check(origin, survivors, genome, terms, steps)?;
        let generation = self.algorithm.generation();
        let memory = self.algorithm.memory();
        if !config.algorithm.comes_to(memory, generation, terms) {
            return Err("a memory that is none of the algorithm's".to_owned());
        }
        let every = config.training.opponents.hall_every();
        let hall = every.map_or(0, |every| generation.div_ceil(every));
        if self.hall.len() != hall as usize {
            return Err(format!(
                "{} champions in the hall of fame at generation {generation}: expected {hall}",
                self.hall.len()
            ));
        }
        if !self.hall.iter().all(|one| genome.fits(&one.genome, terms)) {
            return Err("a genome in the hall of fame is none of the encoding".to_owned());
        }
        Ok(())
    }
}

/// The seed of an island's streams. The first has that of the run, as if it
/// were alone.
pub(crate) fn island_seed(seed: u64, island: usize) -> u64 {
    match island {
        0 => seed,
        _ => Stream::new(seed, Purpose::Island, &[island as u64]).seed(),
    }
}
