//! `warri resume`: go on after any interruption.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use clap::{Args, ValueHint};

use super::arguments::count;
use crate::interrupt::on_interrupt;
use crate::plot::{Across, draw_runs};
use crate::pool::{on_threads, threads};
use crate::report::{command, finished_run, typed};
use crate::run::{RunDir, Session, Watch};

use crate::terminal::print;

/// Arguments of `warri resume`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri resume runs/quickstart-1
  warri resume runs/quickstart-1 --generations 60")]
pub(crate) struct Resume {
    /// Run directory, or the folder of several replicates
    #[arg(value_hint = ValueHint::DirPath)]
    dir: PathBuf,
    /// Extend the run to this many generations
    #[arg(long, value_name = "N", value_parser = count::<u32>)]
    generations: Option<u32>,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
}

impl Resume {
    pub(crate) fn run(self) -> Result<()> {
        let threads = threads(self.threads)?;
        let runs = RunDir::find(&self.dir)?;
        let together = (runs[0].path() != self.dir).then_some(self.dir.as_path());
        // All are locked and checked before anything is written.
        let sessions = runs
            .into_iter()
            .map(|run| Session::open(run, self.generations));
        let sessions = sessions.collect::<Result<Vec<Session>>>()?;
        play_all(sessions, together, threads, self.quiet)
    }
}

/// Plays runs to their end, one after the other, each as fast as the threads
/// allow. `together` is the folder that they lie in, if they are replicates.
pub(crate) fn play_all(
    sessions: Vec<Session>,
    together: Option<&Path>,
    threads: usize,
    quiet: bool,
) -> Result<()> {
    let runs: Vec<RunDir> = sessions
        .iter()
        .map(|session| session.run().clone())
        .collect();
    say_how_to_go_on(together.unwrap_or(runs[0].path()))?;
    for (session, run) in sessions.into_iter().zip(&runs) {
        let begun = Instant::now();
        let finished = on_threads(threads, || {
            session.complete(threads, &Watch::Alone { quiet })
        })??;
        if !quiet {
            print(format!(
                "{}\n",
                finished_run(run, &finished, begun.elapsed())
            ))?;
        }
    }
    if let Some(folder) = together {
        draw_runs(&runs, Across::default(), &folder.join("plots"))?;
        if !quiet {
            print(format!(
                "All {} runs together: {}\n\nNext:\n  {}",
                runs.len(),
                folder.join("plots/learning_curve.svg").display(),
                command(&format!("report {}", typed(folder)))
            ))?;
        }
    }
    Ok(())
}

/// What is on the disk is whole at any moment, so an interrupted program can
/// end at once; but it says how to go on.
fn say_how_to_go_on(folder: &Path) -> Result<()> {
    let next = command(&format!("resume {}", typed(folder)));
    on_interrupt(move || {
        eprintln!(
            "\ninterrupted; nothing is lost but the unfinished generation. Go on with:\n  {next}"
        );
    })
}
