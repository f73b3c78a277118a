//! One turn of the loop: training, ranking, tests, breeding.

use std::ops::ControlFlow;

use warri_engine::Side;

use super::{Evolution, EvolutionError};
use crate::generation::diversity;
use crate::island::island_seed;
use crate::operators::best_first;
use crate::training::{Guest, Kind, Plan, Results, Round, fitness, tallies};
use crate::{
    Champion, Config, DecidingGame, Generation, Individual, Island, Opening, Played, Player,
    Record, Tally, gauntlet,
};

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
        if self.config.truth.is_some() && self.truth.is_none() {
            return Err(EvolutionError::NoTables);
        }
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
        let truth = self.truth.as_ref();
        let truth = truth.map(|truth| truth.test.score(trained[home].players[best].strategy()));
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
            truth,
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
        let truth = self.truth.as_ref();
        let pool = truth.map_or(0, |truth| truth.training.decisions().len());
        let generation = algorithm.generation();
        let plan = Plan::new(training, seed, generation, size, hall.len(), pool);
        let players = self.cast(&population, &plan.guests, hall)?;
        let rounds = plan.rounds.iter();
        let rounds: Vec<Results> = rounds
            .map(|round| match (&round.kind, truth) {
                (Kind::Truth(decisions), Some(truth)) => {
                    Results::of_decisions(round, truth.train(decisions, &players[..size]))
                }
                _ => self.play(round, size, &players, openings, log),
            })
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
