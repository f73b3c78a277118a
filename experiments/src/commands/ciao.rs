//! `warri ciao`: the champions of a run against their ancestors.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, ValueHint};

use super::arguments::{count, seed};
use crate::ciao::{Champions, FILE, Settings};
use crate::files::write_whole;
use crate::plot::draw_ciao;
use crate::pool::{on_threads, threads};
use crate::report::{command, typed};
use crate::run::RunDir;
use crate::terminal::print;

/// Arguments of `warri ciao`.
#[derive(Args)]
#[command(after_help = "\
Plays the best of every K-th generation against those of the generations before, on
openings of their own, each from both sides, and draws their scores (CIAO: current
individuals against ancestral opponents, Cliff & Miller 1995). Where a later champion
loses against an earlier one, the run forgot something.

Examples:
  warri ciao runs/quickstart-1
  warri ciao runs/quickstart-1 --every 5 --openings 200")]
pub(crate) struct Ciao {
    /// Run directory of a finished run
    #[arg(value_hint = ValueHint::DirPath)]
    run: PathBuf,
    /// The champions of each so many generations, and the last [default: about 20 of them]
    #[arg(long, value_name = "K", value_parser = count::<u32>)]
    every: Option<u32>,
    /// Openings of each pair, each played from both sides
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = count::<u32>)]
    openings: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

impl Ciao {
    pub(crate) fn run(self) -> Result<()> {
        ensure!(
            self.every != Some(0),
            "--every 0: expected a whole number from 1 on"
        );
        ensure!(
            (1..=10_000).contains(&self.openings),
            "--openings {}: expected 1 to 10000",
            self.openings
        );
        let threads = threads(self.threads)?;
        let run = RunDir::open(&self.run)?;
        let settings = Settings {
            every: self.every,
            openings: self.openings,
            seed: self.seed,
        };
        let champions = Champions::of(&run, settings)?;
        let ciao = on_threads(threads, || champions.play(self.quiet))?;
        write_whole(&run.file(FILE), &ciao.table().csv())?;
        draw_ciao(&ciao, &run.file("plots"))?;
        let more = format!(
            "ciao {} --openings {}",
            typed(run.path()),
            4 * self.openings
        );
        print(format!(
            "{}\n\nWritten to {}:\n  \
             ciao.csv         every pair\n  \
             plots/ciao.svg   the heat map (and .png, .txt, .csv)\n\n\
             Next, intervals half as wide:\n  {}",
            ciao.sentence(),
            run.path().display(),
            command(&more)
        ))
    }
}
