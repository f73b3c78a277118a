//! Playing a run: from its checkpoint to its last generation and its figures.

use std::time::Instant;

use anyhow::{Context, Result};
use warri_evolve::{Bot, Evolution, Generation, Player};

use super::manifest::{FreshScore, Status};
use super::{Checkpoint, GameRow, Logs, Manifest, RunDir};
use crate::files::write_whole;
use crate::plot;
use crate::progress::Progress;

/// Openings on which a champion is shown, each played from both sides.
const FRESH_OPENINGS: usize = 500;

/// What there is to say of a finished run.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) champion_id: u64,
    pub(crate) training_games: u64,
    pub(crate) fresh: Vec<FreshScore>,
}

/// Plays the generations that a run still lacks. Every generation ends with
/// its rows on the disk and a checkpoint.
pub(crate) fn play(run: &RunDir, quiet: bool) -> Result<Evolution> {
    let checkpoint = Checkpoint::read(run)?;
    let config = run.config()?;
    checkpoint.check_config(&config, run)?;
    let experiment = run.experiment()?;
    let mut evolution = experiment.resume(checkpoint.state)?;
    if evolution.is_finished() {
        return Ok(evolution);
    }
    let mut logs = Logs::open(run, checkpoint.lengths)?;
    let config = experiment.config;
    let tests = evolution.tests_per_generation();
    let each = evolution.games_per_generation() + tests;
    let progress = Progress::new(each * (u64::from(config.generations) + 1), quiet);
    progress.start_at(each * u64::from(evolution.state().algorithm.generation()));
    while !evolution.is_finished() {
        let begun = Instant::now();
        let number = evolution.state().algorithm.generation();
        progress.label(format!(
            "seed {}, generation {number}/{}",
            config.seed, config.generations
        ));
        let population = evolution.state().algorithm.ask().to_vec();
        let mut game = evolution.state().games;
        let mut written = Ok(());
        let generation = evolution.step(|played| {
            game += 1;
            progress.add(1);
            if written.is_ok() {
                written = logs.game(&GameRow::new(game, number, &population, &played));
            }
        })?;
        written?;
        progress.add(tests);
        progress.message(describe(&generation, config.references()));
        logs.generation(&generation, &config)?;
        Checkpoint::new(&evolution, logs.sync()?).write(run)?;
        logs.timing(number, begun.elapsed().as_secs_f64(), each)?;
    }
    Ok(evolution)
}

fn describe(generation: &Generation, references: &[String]) -> String {
    let scores = references.iter().zip(&generation.references);
    let texts: Vec<String> = scores
        .filter_map(|(name, score)| Some(format!("{name} {:.0} %", 100.0 * score.score()?.value)))
        .collect();
    format!("best against {}", texts.join(", "))
}

/// Writes the best of the last generation as a bot.
pub(crate) fn write_champion(run: &RunDir, evolution: &Evolution) -> Result<Bot> {
    let champion = evolution.champion().context("no generation was played")?;
    write_whole(&run.file("champion.toml"), champion.to_toml().as_bytes())?;
    Ok(champion)
}

/// Writes what belongs to a finished run: champion, figures, manifest. Done
/// again, it comes to the same.
pub(crate) fn finish(run: &RunDir, evolution: &Evolution) -> Result<Finished> {
    let champion = write_champion(run, evolution)?;
    let id = evolution.state().champion.as_ref().map_or(0, |one| one.id);
    let mut manifest = Manifest::read(run)?;
    if manifest.status != Status::Finished {
        let player = Player::from_bot("champion", &champion, None);
        let openings = evolution.fresh_openings(FRESH_OPENINGS)?;
        let results = evolution.measure(&player, &openings);
        let references = evolution.config().references().iter().zip(&results);
        let fresh = references
            .filter_map(|(name, result)| FreshScore::new(name, result))
            .collect();
        plot::draw_runs(std::slice::from_ref(run), &run.file("plots"))?;
        manifest.finish(run, fresh)?;
    }
    Ok(Finished {
        champion_id: id,
        training_games: evolution.state().games,
        fresh: manifest.champion,
    })
}
