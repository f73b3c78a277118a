//! A run: generation after generation of games, tests and breeding.

use std::collections::HashSet;
use std::ops::ControlFlow;

use warri_engine::{Evaluation, EvaluationError, Position};

use crate::initial::initial_genomes;
use crate::operators::best_first;
use crate::training::{Guest, Plan, Results, Round, fitness, tallies};
use crate::{
    Arena, AskTell, Bot, Champion, Config, FitnessError, Individual, MatchScore, Opening, Played,
    Player, Purpose, Record, State, Strategy, Stream, Summary, Tally, TooFewOpenings,
    draw_openings,
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
    /// A state is none that a run of the config comes to.
    #[error("the state is none of this config's: {0}")]
    State(String),
}

/// A training game of a generation.
#[derive(Clone, Copy, Debug)]
pub struct TrainingGame<'a> {
    /// Counts from 1 over the whole run.
    pub number: u64,
    /// Who played South: an individual by its id, or a fixed player.
    pub south: &'a Player,
    /// Who played North.
    pub north: &'a Player,
    /// The opening.
    pub opening: &'a Opening,
    /// How it went.
    pub played: Played,
}

/// All that is known of a generation after it played.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its number; the initial population is 0.
    pub number: u32,
    /// Training games so far, this generation's included.
    pub games: u64,
    /// Its members in the order of their ids.
    pub population: Vec<Individual>,
    /// Each member's training results.
    pub tallies: Vec<Tally>,
    /// Each member's fitness.
    pub fitness: Vec<f64>,
    /// Index of the best, of equals the lowest id.
    pub best: usize,
    /// The best member's weights.
    pub best_weights: Vec<f64>,
    /// Mean over the weights of their standard deviation in the population,
    /// as a share of the genome's range.
    pub diversity: f64,
    /// The best against each reference on the test openings.
    pub references: Vec<MatchScore>,
    /// Genes of its children that left their range and were brought back.
    pub bound_hits: u64,
}

impl Generation {
    /// The fitness of the population in numbers.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.fitness)
    }
}

/// The players that a config names.
#[derive(Clone, Debug, Default)]
pub struct FixedPlayers {
    /// Those of the test.
    pub references: Vec<Player>,
    /// Those whom individuals meet in training.
    pub panel: Vec<Player>,
}

/// A run of an experiment.
#[derive(Clone, Debug)]
pub struct Evolution {
    config: Config,
    fixed: FixedPlayers,
    test_openings: Vec<Opening>,
    fresh_openings: Vec<Opening>,
    /// The positions of both books, which training never sees.
    reserved: HashSet<Position>,
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
        let algorithm = AskTell::new(initial_genomes(&config, bots)?);
        let state = State {
            algorithm,
            games: 0,
            champion: None,
            hall: Vec::new(),
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
        let test_openings = test_openings(&config)?;
        let fresh_openings = fresh_openings(&config, &positions(&test_openings))?;
        let reserved = test_openings.iter().chain(&fresh_openings);
        Ok(Evolution {
            reserved: reserved.map(|opening| *opening.position()).collect(),
            config,
            fixed,
            test_openings,
            fresh_openings,
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
        self.state.stopped || self.state.algorithm.generation() > self.config.generations
    }

    /// Ends the run after the generation that was played last.
    pub fn stop(&mut self) {
        self.state.stopped = true;
    }

    /// Plays one generation on the current rayon pool, tests its best, and
    /// breeds the next. Each training game goes to `log` in schedule order.
    ///
    /// # Errors
    /// [`EvolutionError`]; the state stays as it was.
    pub fn step(
        &mut self,
        mut log: impl FnMut(TrainingGame<'_>),
    ) -> Result<Generation, EvolutionError> {
        let number = self.state.algorithm.generation();
        let population = self.state.algorithm.ask().to_vec();
        let size = population.len();
        let Config { training, seed, .. } = &self.config;
        let plan = Plan::new(training, *seed, number, size, self.state.hall.len());
        let players = self.cast(&population, &plan.guests)?;
        let openings = self.training_openings(number)?;
        let rounds = self.train(&plan, &players, &openings, &mut log);
        let tallies = tallies(&rounds, size);
        let fitness = fitness(&rounds, training);
        let best = best_first(&fitness)[0];
        let references = self.measure(&players[best], &self.test_openings);
        let Config {
            genome,
            algorithm,
            seed,
            ..
        } = &self.config;
        let bound_hits = self.state.algorithm.bound_hits();
        self.state
            .algorithm
            .tell(&fitness, algorithm, genome, *seed)?;
        self.state.games += self.config.games_per_generation();
        let games = self.state.games;
        let record = Record::after(self.state.record, fitness[best], number);
        self.state.record = Some(record);
        let stop = &self.config.stop;
        self.state.stopped |= stop.holds(number, games, fitness[best], record);
        let every = self.config.training.opponents.hall_every();
        if every.is_some_and(|every| number.is_multiple_of(every)) {
            self.state.hall.push(population[best].clone());
        }
        self.state.champion = Some(Champion {
            individual: population[best].clone(),
            training_score: tallies[best].score(),
        });
        let weights: Vec<Vec<f64>> = population
            .iter()
            .map(|one| genome.weights(&one.genome))
            .collect();
        Ok(Generation {
            number,
            games,
            best_weights: weights[best].clone(),
            diversity: diversity(&weights, genome.range()),
            population,
            tallies,
            fitness,
            best,
            references,
            bound_hits,
        })
    }

    /// Plays a plan; each game goes to `log`.
    fn train(
        &self,
        plan: &Plan,
        players: &[Player],
        openings: &[Opening],
        log: &mut impl FnMut(TrainingGame<'_>),
    ) -> Vec<Results> {
        let size = players.len() - plan.guests.len();
        let mut number = self.state.games;
        let mut play = |round: &Round| {
            let arena = Arena {
                players,
                openings,
                seed: self.config.seed,
                repeats: round.repeats(),
            };
            let mut results = Results::new(round, size);
            let mut scores = round
                .schedule(size, openings.len())
                .map(|(_, scores)| scores);
            let schedule = round
                .schedule(size, openings.len())
                .map(|(pairing, _)| pairing);
            arena.play(schedule, |pairing, played| {
                number += 1;
                results.count(pairing, scores.next().flatten(), played);
                log(TrainingGame {
                    number,
                    south: &players[pairing.south],
                    north: &players[pairing.north],
                    opening: &openings[pairing.opening],
                    played,
                });
                ControlFlow::Continue(())
            });
            results
        };
        plan.rounds.iter().map(&mut play).collect()
    }

    /// Training games of one generation.
    pub fn games_per_generation(&self) -> u64 {
        self.config.games_per_generation()
    }

    /// Test games of one generation.
    pub fn tests_per_generation(&self) -> u64 {
        2 * (self.fixed.references.len() * self.test_openings.len()) as u64
    }

    /// The openings that generation `number` trains on.
    ///
    /// # Errors
    /// If there are not enough of them.
    pub fn training_openings(&self, number: u32) -> Result<Vec<Opening>, EvolutionError> {
        let Config {
            training,
            variant,
            seed,
            ..
        } = &self.config;
        let mut stream = Stream::new(*seed, Purpose::TrainingOpenings, &[number.into()]);
        draw_openings(
            training.openings as usize,
            training.opening_plies,
            *variant,
            training.ply_cap,
            &self.reserved,
            &mut stream,
        )
        .map_err(|error| EvolutionError::Openings("training.openings", error))
    }

    /// Openings on which progress is measured.
    pub fn test_openings(&self) -> &[Opening] {
        &self.test_openings
    }

    /// Openings for a finished run's champion, which neither training nor test
    /// ever sees; the same for all replicates.
    pub fn fresh_openings(&self) -> &[Opening] {
        &self.fresh_openings
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
            self.state.algorithm.generation() - 1,
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
            players: &players,
            openings,
            seed: self.config.test.seed,
            repeats: false,
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
                };
                Ok(Player::new(one.id.to_string(), strategy))
            })
            .collect()
    }

    /// The population and its guests as players.
    fn cast(
        &self,
        population: &[Individual],
        guests: &[Guest],
    ) -> Result<Vec<Player>, EvolutionError> {
        let mut players = self.players(population)?;
        for &guest in guests {
            match guest {
                Guest::Champion(place) => {
                    players.extend(self.players(std::slice::from_ref(&self.state.hall[place]))?);
                }
                Guest::Panelist(place) => {
                    // By the name in the config, which is the same after a resume.
                    let name = self.config.training.opponents.panel()[place];
                    let strategy = self.fixed.panel[place].strategy().clone();
                    players.push(Player::new(name, strategy));
                }
            }
        }
        Ok(players)
    }
}

fn positions(openings: &[Opening]) -> HashSet<Position> {
    openings.iter().map(|opening| *opening.position()).collect()
}

fn test_openings(config: &Config) -> Result<Vec<Opening>, EvolutionError> {
    let mut stream = Stream::new(config.test.seed, Purpose::TestOpenings, &[]);
    draw_openings(
        config.test.openings as usize,
        config.test.opening_plies,
        config.variant,
        config.training.ply_cap,
        &HashSet::new(),
        &mut stream,
    )
    .map_err(|error| EvolutionError::Openings("test.openings", error))
}

/// Number of fresh openings, each played from both sides.
const FRESH_OPENINGS: usize = 500;

fn fresh_openings(
    config: &Config,
    excluded: &HashSet<Position>,
) -> Result<Vec<Opening>, EvolutionError> {
    let mut stream = Stream::new(config.test.seed, Purpose::FreshOpenings, &[]);
    draw_openings(
        FRESH_OPENINGS,
        config.test.opening_plies,
        config.variant,
        config.training.ply_cap,
        excluded,
        &mut stream,
    )
    .map_err(|error| EvolutionError::Openings("fresh openings (test.opening_plies)", error))
}

fn diversity(weights: &[Vec<f64>], (low, high): (f64, f64)) -> f64 {
    let n = weights.len() as f64;
    let terms = weights[0].len();
    let mut sum = 0.0;
    for term in 0..terms {
        let mean = weights.iter().map(|weights| weights[term]).sum::<f64>() / n;
        let squares = weights
            .iter()
            .map(|weights| (weights[term] - mean) * (weights[term] - mean));
        sum += (squares.sum::<f64>() / n).sqrt();
    }
    sum / terms as f64 / (high - low)
}
