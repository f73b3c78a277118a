//! What a run is between two generations.

use serde::{Deserialize, Serialize};

use crate::{Config, Individual, Island, Record};

/// What a run is between two generations; all that a checkpoint has to hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The populations that are to play next, all of the same generation.
    pub islands: Vec<Island>,
    /// Games so far that decided something.
    pub games: u64,
    /// The best of the last generation played; `None` before the first.
    pub champion: Option<Champion>,
    /// The best fitness so far; `None` before the first generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    /// Whether a rule of the config's `stop` ended the run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

impl State {
    /// The generation that is to play next.
    pub fn generation(&self) -> u32 {
        let first = self.islands.first();
        first.map_or(0, |island| island.algorithm.generation())
    }

    /// Refuses a state that no run of this config comes to, as one from a
    /// checkpoint that was changed or damaged.
    pub(crate) fn check(&self, config: &Config) -> Result<(), String> {
        let Config {
            features, genome, ..
        } = config;
        let terms = features.terms().len();
        let generation = self.generation();
        let expected = config.island_count();
        if self.islands.len() != expected as usize {
            let found = self.islands.len();
            return Err(format!("{found} populations: expected {expected}"));
        }
        for (island, number) in self.islands.iter().zip(0..) {
            island.check(config, number)?;
            if island.algorithm.generation() != generation {
                return Err("populations of different generations".to_owned());
            }
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
        if self.stopped && generation == 0 {
            return Err("stopped before any generation".to_owned());
        }
        if self
            .record
            .is_some_and(|record| !record.fitness.is_finite() || record.generation >= generation)
        {
            return Err("a record of no generation that was played".to_owned());
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
    /// Its share against the same opponents on openings that it never saw.
    pub unseen_score: f64,
}
