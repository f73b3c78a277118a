//! A run: generation after generation of games, tests and breeding.

mod step;

use warri_engine::{Evaluation, EvaluationError, Variant};

use crate::books::Books;
use crate::initial::initial_genomes;
use crate::island::island_seed;
use crate::truth::TruthBooks;
use crate::{
    Arena, AskTell, Bot, Config, FitnessError, FixedPlayers, Individual, Island, MatchScore,
    Opening, Player, State, Strategy, TooFewOpenings, TruthSuite,
};

/// A run that cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvolutionError {
    /// A set of openings cannot be drawn.
    #[error("{0}: {1}")]
    Openings(&'static str, TooFewOpenings),
    /// The weights that a genome stands for make no evaluation.
    #[error("individual {0}: {1}")]
    Weights(u64, EvaluationError),
    /// A fitness is no number.
    #[error(transparent)]
    Fitness(#[from] FitnessError),
    /// A bot cannot be in the initial population.
    #[error("population.initial: bot `{bot}` {problem}")]
    Initial {
        /// The bot's name in the config.
        bot: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A player has tables for another game, or none yet.
    #[error("player `{0}` has no endgame tables for {1}")]
    Tables(String, Variant),
    /// The config asks for truth, and there are no tables.
    #[error("truth: there are no endgame tables")]
    NoTables,
    /// A state is none that a run of the config comes to.
    #[error("the state is none of this config's: {0}")]
    State(String),
}

/// A run of an experiment.
#[derive(Clone, Debug)]
pub struct Evolution {
    config: Config,
    fixed: FixedPlayers,
    books: Books,
    truth: Option<TruthBooks>,
    state: State,
}

impl Evolution {
    /// A run from the beginning. `bots` are those that the config names for
    /// it.
    ///
    /// # Errors
    /// If there are not enough openings or a bot has other features.
    pub fn new(
        config: Config,
        fixed: FixedPlayers,
        bots: &[Bot],
    ) -> Result<Evolution, EvolutionError> {
        let count = config.island_count();
        let island = |number: u32| -> Result<Island, EvolutionError> {
            let seed = island_seed(config.seed, number as usize);
            let genomes = initial_genomes(&config, seed, bots)?;
            Ok(Island {
                algorithm: AskTell::on_island(genomes, number.into(), count.into()),
                hall: Vec::new(),
            })
        };
        let state = State {
            islands: (0..count).map(island).collect::<Result<_, _>>()?,
            games: 0,
            champion: None,
            record: None,
            stopped: false,
        };
        Evolution::resume(config, fixed, state)
    }

    /// A run that goes on from a state it was in.
    ///
    /// # Errors
    /// If the state does not fit the config or there are not enough openings.
    pub fn resume(
        config: Config,
        fixed: FixedPlayers,
        state: State,
    ) -> Result<Evolution, EvolutionError> {
        state.check(&config).map_err(EvolutionError::State)?;
        fixed.check(config.variant)?;
        Ok(Evolution {
            books: Books::new(&config)?,
            truth: TruthBooks::new(&config, fixed.endgames.as_deref()),
            config,
            fixed,
            state,
        })
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What a checkpoint has to hold.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether all generations were played, or a rule ended the run.
    pub fn is_finished(&self) -> bool {
        self.state.stopped || self.state.generation() > self.config.generations
    }

    /// Ends the run after the generation that was played last.
    pub fn stop(&mut self) {
        self.state.stopped = true;
    }

    fn unseen_openings(&self) -> usize {
        let training = self.config.training.openings as usize;
        training.min(self.books.test.len())
    }

    fn arena<'a>(
        &self,
        players: &'a [Player],
        openings: &'a [Opening],
        repeats: bool,
    ) -> Arena<'a> {
        Arena {
            players,
            openings,
            seed: self.config.seed,
            repeats,
        }
    }

    /// Generations, the initial population included, unless a rule that is not
    /// about games ends the run sooner.
    pub fn generations(&self) -> u64 {
        let Config {
            generations, stop, ..
        } = &self.config;
        let all = u64::from(*generations) + 1;
        match (stop.games, self.games_per_generation()) {
            (Some(games), each) if each > 0 => all.min(games.div_ceil(each)),
            _ => all,
        }
    }

    /// Games of one generation that decide something.
    pub fn games_per_generation(&self) -> u64 {
        self.config.games_per_generation()
    }

    /// Test games of one generation.
    pub fn tests_per_generation(&self) -> u64 {
        let Config {
            training,
            population,
            ..
        } = &self.config;
        let references = self.fixed.references.len() * self.books.test.len();
        let opponents = training.opponents.met_by_one(population.size.into());
        2 * (references as u64 + opponents * self.unseen_openings() as u64)
    }

    /// Endgame decisions of one generation that fitness is made of.
    pub fn decisions_per_generation(&self) -> u64 {
        let Config {
            training,
            population,
            ..
        } = &self.config;
        let individuals = u64::from(population.size) * u64::from(self.config.island_count());
        let pool = self.truth.as_ref();
        let pool = pool.map_or(0, |truth| truth.training.decisions().len() as u64);
        individuals * training.opponents.decisions_of_one(pool)
    }

    /// Endgame decisions that the best of one generation is measured by.
    pub fn test_decisions_per_generation(&self) -> u64 {
        self.truth_suite()
            .map_or(0, |suite| suite.decisions().len() as u64)
    }

    /// These decisions, if the config asks for any.
    pub fn truth_suite(&self) -> Option<&TruthSuite> {
        self.truth.as_ref().map(|truth| &truth.test)
    }

    /// The openings of all games that decide something in generation
    /// `number`: of training, then of the play-off.
    ///
    /// # Errors
    /// If there are not enough of them.
    pub fn openings(&self, number: u32) -> Result<Vec<Opening>, EvolutionError> {
        let mut openings = self.books.training(&self.config, number)?;
        openings.extend(self.books.play_off(&self.config, number, &openings)?);
        Ok(openings)
    }

    /// Openings on which progress is measured.
    pub fn test_openings(&self) -> &[Opening] {
        &self.books.test
    }

    /// Openings for a finished run's champion, which neither training nor test
    /// ever sees; the same for all replicates.
    pub fn fresh_openings(&self) -> &[Opening] {
        &self.books.fresh
    }

    /// The best of the last generation played as a bot.
    pub fn champion(&self) -> Option<Bot> {
        let champion = &self.state.champion.as_ref()?.individual;
        let Config {
            name,
            seed,
            variant,
            features,
            depth,
            genome,
            ..
        } = &self.config;
        let origin = format!(
            "warri evolve: {name}, seed {seed}, generation {}, individual {}",
            self.state.generation() - 1,
            champion.id
        );
        let weights = genome.weights(&champion.genome);
        // It has played, so its weights are sound.
        Bot::new(*variant, features.clone(), weights, *depth, origin).ok()
    }

    /// `player` against each reference on `openings`, from both sides.
    pub fn measure(&self, player: &Player, openings: &[Opening]) -> Vec<MatchScore> {
        let players: Vec<Player> = [player]
            .into_iter()
            .chain(&self.fixed.references)
            .cloned()
            .collect();
        let arena = Arena {
            seed: self.config.test.seed,
            ..self.arena(&players, openings, false)
        };
        arena.play_gauntlet()
    }

    /// The members of a population as players.
    ///
    /// # Errors
    /// If a genome's weights make no evaluation.
    pub fn players(&self, population: &[Individual]) -> Result<Vec<Player>, EvolutionError> {
        population
            .iter()
            .map(|one| {
                let weights = self.config.genome.weights(&one.genome);
                let evaluation = Evaluation::new(&self.config.features, &weights)
                    .map_err(|error| EvolutionError::Weights(one.id, error))?;
                let strategy = Strategy::Search {
                    evaluation,
                    depth: self.config.depth,
                    tables: None,
                };
                Ok(Player::new(one.id.to_string(), strategy))
            })
            .collect()
    }
}
