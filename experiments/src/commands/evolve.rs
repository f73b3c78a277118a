//! `warri evolve`: run an experiment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use warri_evolve::Config;

use crate::built_in::{EXPERIMENTS, list};
use crate::estimate::{Rates, Workload, is_extrapolated};
use crate::experiment::{Changes, Experiment};
use crate::pool::{on_threads, threads};
use crate::report::{duration, thousands};
use crate::run::{RunDir, Session};
use crate::seeds::Seeds;

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
    #[arg(long, value_name = "FIRST-LAST", value_parser = Seeds::parse)]
    seeds: Option<Seeds>,
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

impl Evolve {
    pub(crate) fn run(self) -> Result<()> {
        if self.list {
            return list(EXPERIMENTS, "evolve quickstart --dry-run");
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
            Some(seeds) => {
                let runs = RunDir::create_replicates(&out, &experiment, seeds.iter())?;
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
        let Seeds { first, last } = self.seeds.unwrap_or(Seeds::one(experiment.config.seed));
        let experiment = experiment.with_seed(first);
        let runs = last - first + 1;
        let (work, rates) = on_threads(threads, || -> Result<(Workload, Rates)> {
            Ok((
                Workload::of(&experiment)?.times(runs),
                Rates::of(&experiment)?,
            ))
        })??;
        let generations = work.generations;
        let time = Duration::try_from_secs_f64(work.seconds(rates));
        let mut amount = format!(
            "{} training and {} test games",
            thousands(work.training_games),
            thousands(work.test_games)
        );
        let mut speed = format!("{:.1} games/s", rates.games);
        if let Some(decisions) = work.decisions_in_words() {
            amount += &format!(",\n# {decisions}");
        }
        if let Some(rate) = rates.decisions {
            speed += &format!(" and {rate:.0} decisions/s");
        }
        let config = toml::to_string(&experiment.config).context("the config cannot be shown")?;
        print(format!(
            "{config}\n\
             # Runs: {runs}, seeds {first} to {last}. Generations: {generations}, the initial population included.\n\
             # {amount}, about {} at {speed} on {threads} thread(s){}.",
            duration(time.unwrap_or(Duration::MAX)),
            if is_extrapolated(&experiment) {
                ", extrapolated from shallower searches"
            } else {
                ""
            }
        ))
    }
}
