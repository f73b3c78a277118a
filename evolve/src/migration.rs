//! Islands: populations that evolve apart, and who goes from one to another.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::range::{ConfigError, require};
use crate::{Child, Config, Individual, Purpose, Stream};

/// Several populations, each with streams and opponents of its own, and the
/// migration between them (Tanese, Distributed genetic algorithms, 1989).
///
/// A migrant is a copy that comes to play as one of the next generation, in
/// the place of the child that would have been born last: its fitness at home
/// counts nothing abroad, and no survivor is displaced.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Islands {
    /// How many there are, 2 or more.
    pub count: u32,
    /// After each so many generations there is a migration.
    pub every: u32,
    /// So many go on each way.
    #[serde(default = "one")]
    pub migrants: u32,
    /// Which ways there are.
    #[serde(default)]
    pub topology: Topology,
    /// Who goes.
    #[serde(default)]
    pub emigrants: Emigrants,
}

/// The ways between islands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// From each island to the next, and from the last to the first.
    #[default]
    Ring,
    /// From each island to all others.
    Full,
}

/// Who goes to other islands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Emigrants {
    /// The fittest; of equals the lowest id.
    #[default]
    Best,
    /// Random ones, for each way anew.
    Random,
}

fn one() -> u32 {
    1
}

impl Islands {
    /// Checks every range, for populations of which so many are born in each
    /// generation.
    pub(crate) fn check(&self, born: u32) -> Result<(), ConfigError> {
        let holds = (2..=1000).contains(&self.count);
        let expected = "a whole number from 2 to 1000";
        require("islands.count", self.count, holds, expected)?;
        let holds = (1..=1_000_000).contains(&self.every);
        let expected = "a whole number from 1 to 1000000";
        require("islands.every", self.every, holds, expected)?;
        let sources = self.sources();
        let expected =
            format!("\"ring\", as only {born} are born on each island for {sources} to send to");
        let holds = self.topology == Topology::Ring || sources <= born;
        require("islands.topology", "full", holds, expected)?;
        let most = born / sources;
        let holds = (1..=most).contains(&self.migrants);
        let expected = format!("from 1 to {most}, as {born} are born on each island");
        require("islands.migrants", self.migrants, holds, expected)
    }

    /// From how many islands migrants come to another.
    fn sources(&self) -> u32 {
        match self.topology {
            Topology::Ring => 1,
            Topology::Full => self.count - 1,
        }
    }

    /// Who comes to the island `to` after a generation, from all islands'
    /// populations and their fitness.
    pub(crate) fn immigrants(
        &self,
        generation: u32,
        to: usize,
        islands: &[(&[Individual], &[f64])],
        config: &Config,
    ) -> Vec<Child> {
        if !(generation + 1).is_multiple_of(self.every) {
            return Vec::new();
        }
        let count = islands.len();
        let back = 1..=self.sources() as usize;
        let sources = back.map(|back| (to + count - back) % count);
        let first_steps = config.algorithm.first_steps(config.features.terms().len());
        let copy = |one: &Individual| Child {
            parents: vec![one.id],
            genome: one.genome.clone(),
            steps: match one.steps.is_empty() {
                true => first_steps.clone(),
                false => one.steps.clone(),
            },
        };
        sources
            .flat_map(|from| {
                let (population, fitness) = islands[from];
                let migrants = self.migrants as usize;
                let chosen = match self.emigrants {
                    Emigrants::Best => best_first(fitness),
                    Emigrants::Random => {
                        let way = [generation.into(), from as u64, to as u64];
                        Stream::new(config.seed, Purpose::Migration, &way)
                            .sample(population.len(), migrants)
                    }
                };
                let chosen = chosen.into_iter().take(migrants);
                chosen.map(|index| copy(&population[index]))
            })
            .collect()
    }
}
