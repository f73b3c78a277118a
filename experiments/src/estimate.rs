//! What a run has to do, and how long that is likely to take.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use warri_engine::Depth;
use warri_evolve::{Arena, Evolution, Player, round_robin};

use crate::experiment::Experiment;
use crate::report::thousands;

/// What a run does from its beginning to its end.
#[derive(Clone, Copy)]
pub(crate) struct Workload {
    /// Of each run, the initial population included.
    pub(crate) generations: u64,
    pub(crate) training_games: u64,
    pub(crate) test_games: u64,
    /// Endgame decisions that fitness is made of.
    training_decisions: u64,
    /// Those by which the best of each generation is measured.
    test_decisions: u64,
    /// What is drawn before the first generation takes so long.
    drawing: Duration,
}

impl Workload {
    pub(crate) fn of(experiment: &Experiment) -> Result<Workload> {
        let begun = Instant::now();
        let evolution = experiment.start()?;
        let drawing = begun.elapsed();
        let generations = evolution.generations();
        Ok(Workload {
            generations,
            training_games: evolution.games_per_generation() * generations,
            test_games: evolution.tests_per_generation() * generations,
            training_decisions: evolution.decisions_per_generation() * generations,
            test_decisions: evolution.test_decisions_per_generation() * generations,
            drawing,
        })
    }

    /// That of so many such runs.
    pub(crate) fn times(self, runs: u64) -> Workload {
        Workload {
            generations: self.generations,
            training_games: self.training_games * runs,
            test_games: self.test_games * runs,
            training_decisions: self.training_decisions * runs,
            test_decisions: self.test_decisions * runs,
            drawing: self
                .drawing
                .saturating_mul(runs.try_into().unwrap_or(u32::MAX)),
        }
    }

    /// All games, tests included.
    pub(crate) fn games(&self) -> u64 {
        self.training_games + self.test_games
    }

    /// All endgame decisions, tests included.
    pub(crate) fn decisions(&self) -> u64 {
        self.training_decisions + self.test_decisions
    }

    /// How long it takes at such rates.
    pub(crate) fn seconds(&self, rates: Rates) -> f64 {
        let judging = match rates.decisions {
            Some(rate) => self.decisions() as f64 / rate,
            None => 0.0,
        };
        self.drawing.as_secs_f64() + self.games() as f64 / rates.games + judging
    }

    /// The endgame decisions in words, if there are any.
    pub(crate) fn decisions_in_words(&self) -> Option<String> {
        let tests = thousands(self.test_decisions);
        match (self.training_decisions, self.decisions()) {
            (_, 0) => None,
            (0, _) => Some(format!("{tests} endgame decisions in tests")),
            (training, _) => Some(format!(
                "{} endgame decisions in training and {tests} in tests",
                thousands(training)
            )),
        }
    }
}

/// How fast the players of an experiment are.
#[derive(Clone, Copy)]
pub(crate) struct Rates {
    /// Games a second.
    pub(crate) games: f64,
    /// Endgame decisions a second, if there are any.
    pub(crate) decisions: Option<f64>,
}

/// The deepest search whose speed is measured for an estimate.
const MEASURED: u8 = 5;

impl Rates {
    /// Measured, or for deep searches extrapolated by what a ply costs.
    pub(crate) fn of(experiment: &Experiment) -> Result<Rates> {
        let depth = experiment.config.depth.plies();
        if depth <= MEASURED {
            return Rates::at(experiment, depth);
        }
        let shallow = Rates::at(experiment, MEASURED - 1)?;
        let deep = Rates::at(experiment, MEASURED)?;
        let beyond = |shallow: f64, deep: f64| {
            let plies = (depth - MEASURED).into();
            deep * (deep / shallow).powi(plies)
        };
        let decisions = shallow.decisions.zip(deep.decisions);
        Ok(Rates {
            games: beyond(shallow.games, deep.games),
            decisions: decisions.map(|(shallow, deep)| beyond(shallow, deep)),
        })
    }

    /// Those of the initial population, searching to `depth`.
    fn at(experiment: &Experiment, depth: u8) -> Result<Rates> {
        let mut experiment = experiment.clone();
        experiment.config.depth = Depth::new(depth.into())?;
        let evolution = experiment.start()?;
        let population = evolution.state().islands[0].algorithm.ask();
        let players = evolution.players(population)?;
        Ok(Rates {
            games: games_per_second(&evolution, &players)?,
            decisions: decisions_per_second(&evolution, &players),
        })
    }
}

/// Measured for so long at least, or until nothing is left to measure by.
const MOMENT: Duration = Duration::from_millis(500);

fn games_per_second(evolution: &Evolution, players: &[Player]) -> Result<f64> {
    let openings = evolution.openings(0)?;
    let arena = Arena {
        players,
        openings: &openings,
        seed: evolution.config().seed,
        repeats: false,
    };
    let begun = Instant::now();
    let mut games = 0;
    let mut schedule = round_robin(players.len(), openings.len()).peekable();
    while begun.elapsed() < MOMENT && schedule.peek().is_some() {
        arena.play(schedule.by_ref().take(64), |_, _| {
            games += 1;
            ControlFlow::Continue(())
        });
    }
    Ok(f64::from(games) / begun.elapsed().as_secs_f64())
}

fn decisions_per_second(evolution: &Evolution, players: &[Player]) -> Option<f64> {
    let suite = evolution.truth_suite()?;
    let begun = Instant::now();
    let mut decisions = 0;
    for player in players.iter().cycle() {
        decisions += suite.judge(player.strategy()).len();
        // There may be none.
        if begun.elapsed() >= MOMENT || decisions == 0 {
            break;
        }
    }
    (decisions > 0).then(|| decisions as f64 / begun.elapsed().as_secs_f64())
}

/// Whether the speed is not measured as it will be.
pub(crate) fn is_extrapolated(experiment: &Experiment) -> bool {
    experiment.config.depth.plies() > MEASURED
}
