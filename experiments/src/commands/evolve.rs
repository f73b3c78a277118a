//! `warri evolve`: run an experiment.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use warri_evolve::{Arena, Player, round_robin};

use crate::experiment::{Changes, Experiment};
use crate::pool::{on_threads, threads};
use crate::report::{duration, thousands};
use crate::run::{Manifest, RunDir, Session};

use super::resume::{Replicates, play_all};

/// Arguments of `warri evolve`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri evolve
  warri evolve my.toml --seeds 1-10 --set population.size=50")]
pub(crate) struct Evolve {
    /// Config file (TOML) [default: the built-in quickstart]
    config: Option<PathBuf>,
    /// Master seed instead of the config's
    #[arg(long, conflicts_with = "seeds")]
    seed: Option<u64>,
    /// Replicates with these seeds, both ends included
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_seeds)]
    seeds: Option<(u64, u64)>,
    /// Generations to breed instead of the config's
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Run directory; the folder of all runs with --seeds [default: runs/NAME-SEED, runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
    /// Change any key of the config, as in population.size=50
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Show the resolved config, the games and the estimated time; write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Replicates that one command may begin.
const MOST_REPLICATES: u64 = 1000;

fn parse_seeds(text: &str) -> Result<(u64, u64), String> {
    let expected =
        || format!("expected FIRST-LAST, as in 1-10, and at most {MOST_REPLICATES} seeds");
    let (first, last) = text.split_once('-').ok_or_else(expected)?;
    let (first, last): (u64, u64) = first
        .parse()
        .and_then(|first| Ok((first, last.parse()?)))
        .map_err(|_| expected())?;
    if first > last || last - first >= MOST_REPLICATES {
        return Err(expected());
    }
    Ok((first, last))
}

impl Evolve {
    pub(crate) fn run(self) -> Result<()> {
        let changes = Changes {
            set: self.set.clone(),
            seed: self.seed,
            generations: self.generations,
        };
        let experiment = Experiment::read(self.config.as_deref(), &changes)?;
        let threads = threads(self.threads)?;
        let replicates = self.replicates(&experiment);
        if self.dry_run {
            return dry_run(&experiment, replicates.len(), threads);
        }
        if let Some((_, taken)) = replicates.iter().find(|(_, path)| path.exists()) {
            ensure!(
                false,
                "{} exists: go on with `warri resume {0}`, or choose another folder with --out",
                taken.display()
            );
        }
        // All at once, so that a resume knows of those that had not begun.
        let runs = replicates
            .iter()
            .map(|(seed, path)| {
                let manifest = Manifest::new(*seed, Session::now(threads));
                RunDir::create(path, experiment.with_seed(*seed), &manifest)
            })
            .collect::<Result<Vec<RunDir>>>()?;
        let together = self.seeds.map(|_| self.parent(&experiment));
        let replicates = Replicates { runs, together };
        play_all(&replicates, threads, self.quiet)
    }

    /// Each run's seed and directory.
    fn replicates(&self, experiment: &Experiment) -> Vec<(u64, PathBuf)> {
        let Some((first, last)) = self.seeds else {
            let seed = experiment.config.seed;
            let path = || Path::new("runs").join(format!("{}-{seed}", experiment.config.name));
            return vec![(seed, self.out.clone().unwrap_or_else(path))];
        };
        let parent = self.parent(experiment);
        (first..=last)
            .map(|seed| (seed, parent.join(seed.to_string())))
            .collect()
    }

    fn parent(&self, experiment: &Experiment) -> PathBuf {
        let path = || Path::new("runs").join(&experiment.config.name);
        self.out.clone().unwrap_or_else(path)
    }
}

/// Shows what would be done.
fn dry_run(experiment: &Experiment, replicates: usize, threads: usize) -> Result<()> {
    let evolution = experiment.start()?;
    let generations = u64::from(experiment.config.generations) + 1;
    let training = evolution.games_per_generation() * generations * replicates as u64;
    let testing = evolution.tests_per_generation() * generations * replicates as u64;
    let rate = on_threads(threads, || games_per_second(experiment))??;
    let seconds = Duration::from_secs_f64((training + testing) as f64 / rate);
    let config = toml::to_string(&experiment.config).context("the config cannot be shown")?;
    println!(
        "{config}\n\
         # {replicates} run(s) of {generations} generations, the initial population included:\n\
         # {} training and {} test games, about {} at {rate:.0} games/s on {threads} thread(s)",
        thousands(training),
        thousands(testing),
        duration(seconds)
    );
    Ok(())
}

/// Plays games of the initial population for a moment.
fn games_per_second(experiment: &Experiment) -> Result<f64> {
    let evolution = experiment.start()?;
    let players: Vec<Player> = evolution.players(evolution.state().algorithm.ask())?;
    let openings = evolution.training_openings(0)?;
    let arena = Arena {
        players: &players,
        openings: &openings,
        seed: experiment.config.seed,
    };
    let begun = Instant::now();
    let mut games = 0;
    let mut schedule = round_robin(players.len(), openings.len()).peekable();
    while begun.elapsed() < Duration::from_millis(700) && schedule.peek().is_some() {
        arena.play(schedule.by_ref().take(64), |_, _| {
            games += 1;
            ControlFlow::Continue(())
        });
    }
    Ok(f64::from(games) / begun.elapsed().as_secs_f64())
}
