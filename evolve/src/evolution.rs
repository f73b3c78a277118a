//! A run: generation after generation of games, tests and breeding.

use std::ops::ControlFlow;

use warri_engine::{Evaluation, EvaluationError, Side, Variant};

use crate::books::Books;
use crate::generation::diversity;
use crate::initial::initial_genomes;
use crate::island::island_seed;
use crate::operators::best_first;
use crate::training::{Guest, Plan, Results, Round, fitness, tallies};
use crate::{
    Arena, AskTell, Bot, Champion, Config, DecidingGame, FitnessError, FixedPlayers, Generation,
    Individual, Island, MatchScore, Opening, Played, Player, Record, State, Strategy, Tally,
    TooFewOpenings, gauntlet,
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
    state: State,
}

/// An island's generation after training.
struct Trained {
    population: Vec<Individual>,
    /// The population, then its guests.
    players: Vec<Player>,
    plan: Plan,
    tallies: Vec<Tally>,
    fitness: Vec<f64>,
}

/// Takes each game: who played South, who North, the opening, and how it went.
type Log<'a> = dyn FnMut(&Player, &Player, &Opening, Played) + 'a;

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

    /// Plays one generation on the current rayon pool, tests its best, and
    /// breeds the next. Each game that decides something goes to `log` in
    /// schedule order: training, island after island, then the play-off.
    ///
    /// # Errors
    /// [`EvolutionError`]; the state stays as it was.
    pub fn step(
        &mut self,
        mut log: impl FnMut(DecidingGame<'_>),
    ) -> Result<Generation, EvolutionError> {
        let number = self.state.generation();
        let openings = self.books.training(&self.config, number)?;
        let mut games = self.state.games;
        let mut log = |south: &Player, north: &Player, opening: &Opening, played| {
            games += 1;
            log(DecidingGame {
                number: games,
                south,
                north,
                opening,
                played,
            });
        };
        let islands = 0..self.state.islands.len();
        let islands = islands.map(|island| self.train(island, &openings, &mut log));
        let trained = islands.collect::<Result<Vec<Trained>, _>>()?;
        let ranking = self.rank(&trained, &openings, &mut log)?;
        let (home, best) = ranking[0];
        let unseen_score = self.unseen_score(&trained[home], best);
        let champion = Champion {
            individual: trained[home].population[best].clone(),
            training_score: trained[home].tallies[best].score(),
            unseen_score,
        };
        let references = self.measure(&trained[home].players[best], &self.books.test);
        let bound_hits = self.state.islands.iter();
        let bound_hits = bound_hits.map(|island| island.algorithm.bound_hits()).sum();
        self.state.islands = self.next(&trained, &ranking)?;
        self.state.games = games;
        let fitness = trained[home].fitness[best];
        let record = Record::after(self.state.record, fitness, number);
        self.state.record = Some(record);
        self.state.stopped |= self.config.stop.holds(number, games, fitness, record);
        self.state.champion = Some(champion);
        debug_assert_eq!(self.state.check(&self.config), Ok(()));
        let genome = &self.config.genome;
        let weights = |one: &Individual| genome.weights(&one.genome);
        let members = trained.iter().flat_map(|island| &island.population);
        let all_weights: Vec<Vec<f64>> = members.clone().map(weights).collect();
        let best = home * self.config.population.size as usize + best;
        Ok(Generation {
            number,
            games,
            population: members.cloned().collect(),
            islands: trained.len(),
            tallies: trained.iter().flat_map(|one| one.tallies.clone()).collect(),
            fitness: trained.iter().flat_map(|one| one.fitness.clone()).collect(),
            best,
            best_weights: all_weights[best].clone(),
            unseen_score,
            diversity: diversity(&all_weights, genome.range()),
            references,
            bound_hits,
        })
    }

    /// Trains an island; each game goes to `log`.
    fn train(
        &self,
        island: usize,
        openings: &[Opening],
        log: &mut Log<'_>,
    ) -> Result<Trained, EvolutionError> {
        let Config { training, seed, .. } = &self.config;
        let Island { algorithm, hall } = &self.state.islands[island];
        let population = algorithm.ask().to_vec();
        let size = population.len();
        let seed = island_seed(*seed, island);
        let plan = Plan::new(training, seed, algorithm.generation(), size, hall.len());
        let players = self.cast(&population, &plan.guests, hall)?;
        let rounds = plan.rounds.iter();
        let rounds: Vec<Results> = rounds
            .map(|round| self.play(round, size, &players, openings, log))
            .collect();
        Ok(Trained {
            tallies: tallies(&rounds, size),
            fitness: fitness(&rounds, training),
            population,
            players,
            plan,
        })
    }

    /// Plays a round, in which the first `size` of the players score; each
    /// game goes to `log`.
    fn play(
        &self,
        round: &Round,
        size: usize,
        players: &[Player],
        openings: &[Opening],
        log: &mut Log<'_>,
    ) -> Results {
        let arena = self.arena(players, openings, round.repeats());
        let mut results = Results::new(round, size);
        let mut scores = round
            .schedule(size, openings.len())
            .map(|(_, scores)| scores);
        let schedule = round
            .schedule(size, openings.len())
            .map(|(pairing, _)| pairing);
        arena.play(schedule, |pairing, played| {
            results.count(pairing, scores.next().flatten(), played);
            let [south, north] = [pairing.south, pairing.north].map(|player| &players[player]);
            log(south, north, &openings[pairing.opening], played);
            ControlFlow::Continue(())
        });
        results
    }

    /// Some of each island, the best first: its fittest, or the candidates of
    /// the play-off. Each is an island and an index on it.
    fn rank(
        &self,
        trained: &[Trained],
        openings: &[Opening],
        log: &mut Log<'_>,
    ) -> Result<Vec<(usize, usize)>, EvolutionError> {
        let play_off = self.config.play_off;
        let count = play_off.map_or(1, |play_off| play_off.candidates as usize);
        let mut candidates: Vec<(usize, usize)> = Vec::new();
        for (island, Trained { fitness, .. }) in trained.iter().enumerate() {
            let best = best_first(fitness).into_iter().take(count);
            candidates.extend(best.map(|one| (island, one)));
        }
        // Stable, so that of equals those of the first island come first.
        let fitness = |(island, one): (usize, usize)| trained[island].fitness[one];
        candidates.sort_by(|&a, &b| fitness(b).total_cmp(&fitness(a)));
        if play_off.is_none() {
            return Ok(candidates);
        }
        let players = candidates.iter();
        let players: Vec<Player> = players
            .map(|&(island, one)| trained[island].players[one].clone())
            .collect();
        let number = self.state.generation();
        let openings = self.books.play_off(&self.config, number, openings)?;
        let results = self.play(&Round::ALL, players.len(), &players, &openings, log);
        let order = best_first(&results.points(&self.config.training.points));
        Ok(order.into_iter().map(|place| candidates[place]).collect())
    }

    /// The islands of the next generation.
    fn next(
        &self,
        trained: &[Trained],
        ranking: &[(usize, usize)],
    ) -> Result<Vec<Island>, EvolutionError> {
        let Config {
            genome,
            algorithm,
            seed,
            ..
        } = &self.config;
        let generation = self.state.generation();
        let every = self.config.training.opponents.hall_every();
        let populations = trained.iter();
        let populations: Vec<(&[Individual], &[f64])> = populations
            .map(|island| (&island.population[..], &island.fitness[..]))
            .collect();
        let mut next = self.state.islands.clone();
        for (number, island) in next.iter_mut().enumerate() {
            let (population, fitness) = populations[number];
            let seed_here = island_seed(*seed, number);
            island
                .algorithm
                .tell(fitness, algorithm, genome, seed_here)?;
            if let Some(islands) = &self.config.islands {
                let immigrants = islands.immigrants(generation, number, &populations, &self.config);
                island.algorithm.welcome(immigrants);
            }
            if every.is_some_and(|every| generation.is_multiple_of(every)) {
                let best = ranking.iter().find(|(home, _)| *home == number);
                island
                    .hall
                    .extend(best.map(|&(_, best)| population[best].clone()));
            }
        }
        Ok(next)
    }

    /// What an individual scores against its training opponents on test
    /// openings, as many as it was trained on if there are so many.
    fn unseen_score(&self, trained: &Trained, one: usize) -> f64 {
        let opponents = trained.plan.opponents(one, trained.population.len());
        let count = self.unseen_openings();
        let arena = self.arena(&trained.players, &self.books.test, true);
        let mut tally = Tally::default();
        let mut sides = Side::ALL.into_iter().cycle();
        arena.play(
            gauntlet(one, opponents.into_iter(), count),
            |_, Played { end, .. }| {
                // It plays South first on each opening.
                if let Some(side) = sides.next() {
                    tally.count(end.outcome, side);
                }
                ControlFlow::Continue(())
            },
        );
        tally.score()
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

    /// The population and its guests as players.
    fn cast(
        &self,
        population: &[Individual],
        guests: &[Guest],
        hall: &[Individual],
    ) -> Result<Vec<Player>, EvolutionError> {
        let mut players = self.players(population)?;
        for &guest in guests {
            match guest {
                Guest::Champion(place) => {
                    players.extend(self.players(std::slice::from_ref(&hall[place]))?);
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
