//! How fast the games of an experiment are likely to be played.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use warri_engine::Depth;
use warri_evolve::{Arena, Player, round_robin};

use crate::experiment::Experiment;

/// The deepest search whose speed is measured for an estimate.
const MEASURED: u8 = 5;

/// Games a second, measured, or for deep searches extrapolated by what a ply
/// costs.
pub(crate) fn games_per_second(experiment: &Experiment) -> Result<f64> {
    let depth = experiment.config.depth.plies();
    if depth <= MEASURED {
        return measure(experiment, depth);
    }
    let [shallow, deep] = [
        measure(experiment, MEASURED - 1)?,
        measure(experiment, MEASURED)?,
    ];
    Ok(deep * (deep / shallow).powi((depth - MEASURED).into()))
}

/// Plays games of the initial population for a moment, searching to `depth`.
fn measure(experiment: &Experiment, depth: u8) -> Result<f64> {
    let mut experiment = experiment.clone();
    experiment.config.depth = Depth::new(depth.into())?;
    let evolution = experiment.start()?;
    let players: Vec<Player> = evolution.players(evolution.state().islands[0].algorithm.ask())?;
    let openings = evolution.openings(0)?;
    let arena = Arena {
        players: &players,
        openings: &openings,
        seed: evolution.config().seed,
        repeats: false,
    };
    let begun = Instant::now();
    let mut games = 0;
    let mut schedule = round_robin(players.len(), openings.len()).peekable();
    while begun.elapsed() < Duration::from_millis(500) && schedule.peek().is_some() {
        arena.play(schedule.by_ref().take(64), |_, _| {
            games += 1;
            ControlFlow::Continue(())
        });
    }
    Ok(f64::from(games) / begun.elapsed().as_secs_f64())
}

/// Whether the speed is not measured as it will be.
pub(crate) fn is_extrapolated(experiment: &Experiment) -> bool {
    experiment.config.depth.plies() > MEASURED
}
