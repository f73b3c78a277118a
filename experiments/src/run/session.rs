//! A session: a program at work on a run, from its checkpoint to its end.

use std::fs::File;
use std::time::Instant;

use anyhow::{Context, Result};
use warri_evolve::{Evolution, Generation, Player};

use super::logs::seconds_so_far;
use super::manifest::{FreshScore, Status};
use super::{Checkpoint, GameRow, Logs, Manifest, RunDir, SessionRecord, Watch};
use crate::experiment::Experiment;
use crate::files::write_whole;
use crate::plot::{self, Across};

/// A run that is locked, checked and ready to be played on.
pub(crate) struct Session {
    run: RunDir,
    checkpoint: Checkpoint,
    experiment: Experiment,
    manifest: Manifest,
    /// Held as long as we write to the run.
    _lock: File,
}

/// What there is to say of a finished run.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) champion: u64,
    pub(crate) training_score: f64,
    pub(crate) unseen_score: f64,
    pub(crate) games: u64,
    /// The last generation, if a rule of `stop` ended the run.
    pub(crate) stopped_at: Option<u32>,
    pub(crate) fresh: Vec<FreshScore>,
}

impl Session {
    /// Locks a run and checks all that could keep it from going on, so that
    /// nothing is written if it cannot. `generations` is the run's new length,
    /// if it is to be extended.
    pub(crate) fn open(run: RunDir, generations: Option<u32>) -> Result<Session> {
        // What is no run is left without a lock as well.
        Checkpoint::read(&run)?;
        let lock = run.lock()?;
        // Another process may have gone on until the lock was free.
        let mut checkpoint = Checkpoint::read(&run)?;
        checkpoint.check(&run)?;
        let manifest = Manifest::read(&run)?;
        manifest.check_results(&run)?;
        Logs::check(&run, checkpoint.lengths)?;
        if let Some(generations) = generations {
            checkpoint.extend(generations, &run)?;
        }
        let experiment = Experiment::prepare(checkpoint.config.clone(), run.path())?;
        manifest.check_tables(&run, &experiment)?;
        Ok(Session {
            run,
            checkpoint,
            experiment,
            manifest,
            _lock: lock,
        })
    }

    /// The run.
    pub(crate) fn run(&self) -> &RunDir {
        &self.run
    }

    /// Plays the run to its end, and writes what belongs to a finished run.
    pub(crate) fn complete(mut self, threads: usize, watch: &Watch<'_>) -> Result<Finished> {
        let evolution = self.play(threads, watch, None)?;
        self.finish(&evolution)
    }

    /// Plays the generations that the run still lacks. Every generation ends
    /// with its rows on the disk and a checkpoint. `stopped_at` is where a run
    /// stopped that this is to be the same as; the clock is not looked at then.
    pub(crate) fn play(
        &mut self,
        threads: usize,
        watch: &Watch<'_>,
        stopped_at: Option<u32>,
    ) -> Result<Evolution> {
        let evolution = self.experiment.resume(self.checkpoint.state.clone());
        let mut evolution =
            evolution.with_context(|| self.run.file("checkpoint").display().to_string())?;
        if evolution.is_finished() {
            return Ok(evolution);
        }
        self.begin(threads)?;
        let mut logs = Logs::open(&self.run, self.checkpoint.lengths)?;
        let config = &self.experiment.config;
        let tests = evolution.tests_per_generation();
        let each = evolution.games_per_generation() + tests;
        let generations = evolution.generations();
        let done = each * u64::from(evolution.state().generation());
        let progress = watch.begin(each * generations, done);
        let clock = Clock::new(&self.run, config.stop.seconds)?;
        while !evolution.is_finished() {
            let begun = Instant::now();
            let number = evolution.state().generation();
            progress.label(format!(
                "seed {}, generation {number}/{}",
                config.seed,
                generations - 1
            ));
            let mut written = Ok(());
            let generation = evolution.step(|game| {
                progress.add(1);
                if written.is_ok() {
                    written = logs.game(&GameRow::new(number, &game));
                }
            })?;
            written?;
            progress.add(tests);
            progress.message(describe(&generation, config.references()));
            logs.generation(&generation, config)?;
            let is_time = match stopped_at {
                Some(last) => number == last,
                None => clock.is_time(),
            };
            if is_time {
                evolution.stop();
            }
            self.checkpoint.advance(&evolution, logs.sync()?);
            self.checkpoint.write(&self.run)?;
            logs.timing(number, begun.elapsed().as_secs_f64(), each)?;
        }
        Ok(evolution)
    }

    /// Notes that we are at it. The config comes last: if it is not written,
    /// the next session finds that the checkpoint has more generations, and
    /// writes it (see [`Checkpoint::check`]).
    fn begin(&mut self, threads: usize) -> Result<()> {
        let record = SessionRecord::now(threads, self.checkpoint.config.generations);
        self.manifest.begin(record);
        self.manifest.write(&self.run)?;
        self.checkpoint.write(&self.run)?;
        self.run.write_config(&self.checkpoint.config)
    }

    /// Writes champion, figures and manifest. Done again, it comes to the
    /// same.
    fn finish(&mut self, evolution: &Evolution) -> Result<Finished> {
        let champion = evolution
            .state()
            .champion
            .as_ref()
            .context("no generation was played")?;
        if self.manifest.status != Status::Finished {
            let fresh = write_champion(&self.run, evolution)?;
            let state = evolution.state();
            let stopped_at = state.stopped.then(|| state.generation() - 1);
            self.manifest.finish(&self.run, stopped_at, fresh)?;
        }
        let (run, plots) = (std::slice::from_ref(&self.run), self.run.file("plots"));
        plot::draw_runs(run, Across::default(), &plots)?;
        Ok(Finished {
            champion: champion.individual.id,
            training_score: champion.training_score,
            unseen_score: champion.unseen_score,
            games: evolution.state().games,
            stopped_at: self.manifest.stopped_at,
            fresh: self.manifest.champion.clone(),
        })
    }
}

/// Knows how long a run has worked, and when that is enough.
struct Clock {
    begun: Instant,
    /// Seconds of the sessions before.
    before: f64,
    most: f64,
}

impl Clock {
    fn new(run: &RunDir, seconds: Option<f64>) -> Result<Clock> {
        Ok(Clock {
            begun: Instant::now(),
            before: seconds.map_or(Ok(0.0), |_| seconds_so_far(run))?,
            most: seconds.unwrap_or(f64::INFINITY),
        })
    }

    fn is_time(&self) -> bool {
        self.before + self.begun.elapsed().as_secs_f64() >= self.most
    }
}

/// Writes the best of the last generation as a bot, and measures it on fresh
/// openings.
pub(crate) fn write_champion(run: &RunDir, evolution: &Evolution) -> Result<Vec<FreshScore>> {
    let bot = evolution.champion().context("no generation was played")?;
    write_whole(&run.file("champion.toml"), bot.to_toml().as_bytes())?;
    let player = Player::from_bot("champion", &bot, None);
    let results = evolution.measure(&player, evolution.fresh_openings());
    let references = evolution.config().references().iter().zip(&results);
    let fresh = references.filter_map(|(name, result)| FreshScore::new(name, result));
    Ok(fresh.collect())
}

fn describe(generation: &Generation, references: &[String]) -> String {
    let scores = references.iter().zip(&generation.references);
    let texts: Vec<String> = scores
        .filter_map(|(name, score)| Some(format!("{name} {:.0} %", 100.0 * score.score()?.value)))
        .collect();
    format!("best against {}", texts.join(", "))
}
