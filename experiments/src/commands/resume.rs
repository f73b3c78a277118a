//! `warri resume`: go on after any interruption.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::plot::draw_runs;
use crate::pool::{on_threads, threads};
use crate::report::{command, finished_run, typed};
use crate::run::{Checkpoint, Extension, Manifest, RunDir, Session, Status, finish, play};

use crate::terminal::print;

/// Arguments of `warri resume`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri resume runs/quickstart-1
  warri resume runs/quickstart-1 --generations 60")]
pub(crate) struct Resume {
    /// Run directory, or the folder of several replicates
    dir: PathBuf,
    /// Extend the run to this many generations
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
}

impl Resume {
    pub(crate) fn run(self) -> Result<()> {
        let runs = RunDir::find(&self.dir)?;
        let threads = threads(self.threads)?;
        for run in &runs {
            let _lock = run.lock()?;
            let mut manifest = Manifest::read(run)?;
            manifest.sessions.push(Session::now(threads));
            if let Some(generations) = self.generations {
                extend(run, &mut manifest, generations)?;
            }
            manifest.write(run)?;
        }
        let together = (runs[0].path() != self.dir).then(|| self.dir.clone());
        play_all(&Replicates { runs, together }, threads, self.quiet)
    }
}

/// Gives a run more generations. The manifest is written first: from its
/// record an extension that is cut short is completed.
fn extend(run: &RunDir, manifest: &mut Manifest, generations: u32) -> Result<()> {
    let mut checkpoint = Checkpoint::read(run)?;
    let mut config = run.config()?;
    checkpoint.check_config(&config, run)?;
    let from = checkpoint.config.generations;
    ensure!(
        generations >= from,
        "--generations {generations}: {} has {from} generations, and a run can only get longer",
        run.path().display()
    );
    if generations == from {
        return Ok(());
    }
    config.generations = generations;
    config.check()?;
    manifest.extensions.push(Extension {
        from,
        to: generations,
    });
    manifest.status = Status::Unfinished;
    manifest.write(run)?;
    checkpoint.config.generations = generations;
    checkpoint.write(run)?;
    run.write_config(&config)
}

/// What is on the disk is whole at any moment, so an interrupted program can
/// end at once; but it says how to go on.
fn say_how_to_go_on(replicates: &Replicates) -> Result<()> {
    let folder = replicates
        .together
        .as_deref()
        .unwrap_or(replicates.runs[0].path());
    let next = command(&format!("resume {}", typed(folder)));
    ctrlc::set_handler(move || {
        eprintln!(
            "\ninterrupted; nothing is lost but the unfinished generation. Go on with:\n  {next}"
        );
        std::process::exit(INTERRUPTED);
    })
    .context("cannot listen for Ctrl-C")
}

/// Exit code of a program that an interrupt ended, by the shells' custom.
const INTERRUPTED: i32 = 130;

/// Runs to be played one after the other.
pub(crate) struct Replicates {
    pub(crate) runs: Vec<RunDir>,
    /// The folder that they lie in together, if they are replicates.
    pub(crate) together: Option<PathBuf>,
}

/// Plays all runs to their end, each as fast as the threads allow.
pub(crate) fn play_all(replicates: &Replicates, threads: usize, quiet: bool) -> Result<()> {
    say_how_to_go_on(replicates)?;
    for run in &replicates.runs {
        let begun = Instant::now();
        let _lock = run.lock()?;
        let finished = on_threads(threads, || {
            let evolution = play(run, quiet)?;
            finish(run, &evolution)
        })??;
        if !quiet {
            print(format!(
                "{}\n",
                finished_run(run, &finished, begun.elapsed())
            ))?;
        }
    }
    if let Some(folder) = &replicates.together {
        draw_runs(&replicates.runs, &folder.join("plots"))?;
        if !quiet {
            print(format!(
                "All {} runs together: {}\n\nNext:\n  {}",
                replicates.runs.len(),
                folder.join("plots/learning_curve.svg").display(),
                command(&format!("plot {}", typed(folder)))
            ))?;
        }
    }
    Ok(())
}
