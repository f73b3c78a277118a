//! What a run is between two generations.

use serde::{Deserialize, Serialize};

use crate::{AskTell, Config, Individual, Record};

/// What a run is between two generations; all that a checkpoint has to hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The population that is to play next.
    pub algorithm: AskTell,
    /// Training games so far.
    pub games: u64,
    /// The best of the last generation played; `None` before the first.
    pub champion: Option<Champion>,
    /// Earlier champions, if the config's opponents are a hall of fame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<Individual>,
    /// The best fitness so far; `None` before the first generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    /// Whether a rule of the config's `stop` ended the run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

impl State {
    /// Refuses a state that no run of this config comes to, as one from a
    /// checkpoint that was changed or damaged.
    pub(crate) fn check(&self, config: &Config) -> Result<(), String> {
        let Config {
            features, genome, ..
        } = config;
        let terms = features.terms().len();
        let size = config.population.size;
        let survivors = config.algorithm.survivors(size);
        let steps = config.algorithm.steps(terms);
        self.algorithm
            .check(size, survivors, genome, terms, steps)?;
        let generation = self.algorithm.generation();
        let memory = self.algorithm.memory();
        if !config.algorithm.comes_to(memory, generation, terms) {
            return Err("a memory that is none of the algorithm's".to_owned());
        }
        if generation > config.generations + 1 {
            return Err(format!(
                "it is at generation {generation}, the last is {}",
                config.generations
            ));
        }
        let games = u128::from(generation) * u128::from(config.games_per_generation());
        if u128::from(self.games) != games {
            return Err(format!(
                "{} games before generation {generation}: expected {games}",
                self.games
            ));
        }
        let every = config.training.opponents.hall_every();
        let hall = every.map_or(0, |every| generation.div_ceil(every));
        if self.stopped && generation == 0 {
            return Err("stopped before any generation".to_owned());
        }
        if self
            .record
            .is_some_and(|record| !record.fitness.is_finite() || record.generation >= generation)
        {
            return Err("a record of no generation that was played".to_owned());
        }
        if self.hall.len() != hall as usize {
            return Err(format!(
                "{} champions in the hall of fame at generation {generation}: expected {hall}",
                self.hall.len()
            ));
        }
        if !self.hall.iter().all(|one| genome.fits(&one.genome, terms)) {
            return Err("a genome in the hall of fame is none of the encoding".to_owned());
        }
        match &self.champion {
            Some(_) if generation == 0 => Err("a champion before any game".to_owned()),
            None if generation > 0 => Err(format!("no champion before generation {generation}")),
            Some(champion) if !genome.fits(&champion.individual.genome, terms) => {
                Err("the champion's genome is none of the encoding".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The best of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Who it is.
    pub individual: Individual,
    /// Its share of the points in training.
    pub training_score: f64,
}
