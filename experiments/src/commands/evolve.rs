//! `warri evolve`: run an experiment.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use warri_engine::Depth;
use warri_evolve::{Arena, Config, Player, round_robin};

use crate::experiment::{Changes, EXPERIMENTS, Experiment};
use crate::pool::{on_threads, threads};
use crate::report::{command, duration, thousands};
use crate::run::{RunDir, Session};

use super::arguments::{count, seed};
use super::resume::play_all;

use crate::terminal::print;

/// Arguments of `warri evolve`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri evolve
  warri evolve my.toml --seeds 1-10 --set population.size=50")]
pub(crate) struct Evolve {
    /// Config file (TOML), or a built-in experiment [default: quickstart]
    #[arg(value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
    /// Master seed instead of the config's
    #[arg(long, conflicts_with = "seeds", value_parser = seed)]
    seed: Option<u64>,
    /// Replicates with these seeds, both ends included
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_seeds)]
    seeds: Option<(u64, u64)>,
    /// Generations to breed instead of the config's
    #[arg(long, value_name = "N", value_parser = count::<u32>)]
    generations: Option<u32>,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// Run directory; the folder of all runs with --seeds [default: runs/NAME-SEED, runs/NAME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
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
    /// List the built-in experiments
    #[arg(long, exclusive = true)]
    list: bool,
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
        if self.list {
            return list();
        }
        let changes = Changes {
            set: self.set.clone(),
            seed: self.seed,
            generations: self.generations,
        };
        let experiment = Experiment::read(self.config.as_deref(), &changes)?;
        let threads = threads(self.threads)?;
        if self.dry_run {
            return self.show(&experiment, threads);
        }
        let out = self
            .out
            .clone()
            .unwrap_or_else(|| self.default_out(&experiment));
        let (runs, together) = match self.seeds {
            Some((first, last)) => {
                let runs = RunDir::create_replicates(&out, &experiment, first..=last)?;
                (runs, Some(out))
            }
            None => (vec![RunDir::create(&out, experiment)?], None),
        };
        let sessions = runs.into_iter().map(|run| Session::open(run, None));
        let sessions = sessions.collect::<Result<Vec<Session>>>()?;
        play_all(sessions, together.as_deref(), threads, self.quiet)
    }

    fn default_out(&self, experiment: &Experiment) -> PathBuf {
        let Config { name, seed, .. } = &experiment.config;
        Path::new("runs").join(match self.seeds {
            Some(_) => name.clone(),
            None => format!("{name}-{seed}"),
        })
    }

    /// Shows what would be done.
    fn show(&self, experiment: &Experiment, threads: usize) -> Result<()> {
        let (first, last) = self
            .seeds
            .unwrap_or((experiment.config.seed, experiment.config.seed));
        let experiment = experiment.with_seed(first);
        let runs = last - first + 1;
        let evolution = experiment.start()?;
        let generations = u64::from(experiment.config.generations) + 1;
        let training = evolution.games_per_generation() * generations * runs;
        let testing = evolution.tests_per_generation() * generations * runs;
        let rate = on_threads(threads, || games_per_second(&experiment))??;
        let time = Duration::try_from_secs_f64((training + testing) as f64 / rate);
        let config = toml::to_string(&experiment.config).context("the config cannot be shown")?;
        print(format!(
            "{config}\n\
             # Runs: {runs}, seeds {first} to {last}. Generations: {generations}, the initial population included.\n\
             # {} training and {} test games, about {} at {rate:.1} games/s on {threads} thread(s){}.",
            thousands(training),
            thousands(testing),
            duration(time.unwrap_or(Duration::MAX)),
            if experiment.config.depth.plies() > MEASURED {
                ", extrapolated from shallower searches"
            } else {
                ""
            }
        ))
    }
}

/// Lists the built-in experiments, each with the comment that heads it.
fn list() -> Result<()> {
    for (name, text) in EXPERIMENTS {
        let head: Vec<&str> = text
            .lines()
            .map_while(|line| line.strip_prefix("# "))
            .collect();
        print(format!("{name}\n    {}\n", head.join("\n    ")))?;
    }
    print(format!(
        "Next:\n  {}",
        command("evolve quickstart --dry-run")
    ))
}

/// The deepest search whose speed is measured for an estimate.
const MEASURED: u8 = 5;

/// Games a second, measured, or for deep searches extrapolated by what a ply
/// costs.
fn games_per_second(experiment: &Experiment) -> Result<f64> {
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
