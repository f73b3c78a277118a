//! `warri plot`: draw the figures of runs, or reports on endgames.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueHint};

use crate::compare::{Comparison, Field, Question};
use crate::files::{file_name, read_text};
use crate::plot::{Across, draw_comparison, draw_reports, draw_runs};
use crate::report::{command, typed};
use crate::run::{GENERATIONS, Manifest, RunDir, configs_of_replicates};
use crate::solving::Report;
use crate::terminal::print;

/// Arguments of `warri plot`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri plot runs/quickstart-1
  warri plot runs/quickstart-1 runs/quickstart-2 --out figures
  warri plot runs/quickstart-1 --x games
  warri plot runs/search-depth           (a sweep: its arms side by side)
  warri plot speightstown.json bridgetown.json --out figures   (of warri solve --report --json)")]
pub(crate) struct Plot {
    /// Run directories, or folders of several replicates; or the folder of a
    /// sweep, or several of replicates, to compare them; or reports on endgames
    #[arg(required = true, value_name = "DIRS", value_hint = ValueHint::AnyPath)]
    dirs: Vec<PathBuf>,
    /// Learning curve of a comparison: an opponent, truth_result or truth_loss
    /// [default: the hardest opponent]
    #[arg(long, value_name = "COLUMN")]
    score: Option<String>,
    /// What the horizontal axes of learning curve and weights count [default: generations]
    #[arg(long, value_name = "WHAT", value_enum)]
    x: Option<Across>,
    /// Folder for the figures [default: plots in the directory, if it is one]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
}

impl Plot {
    pub(crate) fn run(self) -> Result<()> {
        if self.dirs.iter().all(|path| path.is_file()) {
            return self.draw_reports();
        }
        if self.is_comparison()? {
            return self.draw_comparison();
        }
        ensure!(
            self.score.is_none(),
            "--score: expected none, as runs of equal settings are drawn with all their scores"
        );
        let mut runs = Vec::new();
        for dir in &self.dirs {
            runs.extend(RunDir::find(dir)?);
        }
        let out = self.folder();
        for path in draw_runs(&runs, self.x.unwrap_or_default(), &out)? {
            print(path.display().to_string())?;
        }
        runs.iter().for_each(warn_of_changes);
        let champion = runs[0].file("champion.toml");
        let next = if champion.exists() {
            let depth = runs[0].config()?.depth;
            command(&format!("match {} material@{depth}", typed(&champion)))
        } else {
            command(&format!("resume {}", typed(runs[0].path())))
        };
        print(format!("\nNext:\n  {next}"))
    }

    /// Whether there are arms to compare: the folder of a sweep, or folders of
    /// replicates that differ in more than their seeds.
    fn is_comparison(&self) -> Result<bool> {
        let mut runs = Vec::new();
        for dir in &self.dirs {
            ensure!(dir.is_dir(), "{}: no such folder", dir.display());
            match RunDir::find(dir) {
                Ok(found) => runs.push(found),
                // What is neither a run nor several may be the folder of a sweep.
                Err(_) => return Ok(true),
            }
        }
        // A single run is no arm; that it differs from others is an error.
        let single = |dir: &PathBuf| RunDir::at(dir.clone()).is_run();
        let alike = configs_of_replicates(&runs.concat()).is_ok();
        Ok(self.dirs.len() > 1 && !alike && !self.dirs.iter().any(single))
    }

    fn draw_comparison(&self) -> Result<()> {
        ensure!(
            self.x.is_none(),
            "--x: expected none, as arms are compared over games of training"
        );
        let field = Field::read(&Question {
            dirs: self.dirs.clone(),
            score: self.score.clone(),
            ..Question::default()
        })?;
        let name = match self.dirs.as_slice() {
            [dir] => file_name(dir),
            dirs => format!("{} folders", dirs.len()),
        };
        let comparison = Comparison::of_field(&field, None)?;
        for path in draw_comparison(&field, &comparison, &name, &self.folder())? {
            print(path.display().to_string())?;
        }
        let dirs: Vec<String> = self.dirs.iter().map(|dir| typed(dir)).collect();
        let next = command(&format!("compare {}", dirs.join(" ")));
        print(format!("\nNext:\n  {next}"))
    }

    /// Where the figures go.
    fn folder(&self) -> PathBuf {
        match (&self.out, self.dirs.as_slice()) {
            (Some(out), _) => out.clone(),
            (None, [dir]) => dir.join("plots"),
            (None, _) => PathBuf::from("plots"),
        }
    }

    fn draw_reports(&self) -> Result<()> {
        ensure!(
            self.x.is_none(),
            "--x: reports on endgames have no such axis: expected run directories"
        );
        ensure!(
            self.score.is_none(),
            "--score: reports on endgames have no learning curve: expected a sweep, or folders of replicates"
        );
        let reports = self.dirs.iter().map(|path| read_report(path));
        let reports = reports.collect::<Result<Vec<Report>>>()?;
        let out = self.out.clone().unwrap_or_else(|| PathBuf::from("plots"));
        for path in draw_reports(&reports, &out)? {
            print(path.display().to_string())?;
        }
        Ok(())
    }
}

/// Says so if what was drawn is not what the run ended with. A figure needs no
/// manifest, so one that is not there or cannot be read is no error.
fn warn_of_changes(run: &RunDir) {
    let Ok(manifest) = Manifest::read(run) else {
        return;
    };
    for name in ["config.toml", GENERATIONS] {
        if let Err(error) = manifest.check_result(run, name) {
            eprintln!("warning: {error:#}");
        }
    }
}

fn read_report(path: &Path) -> Result<Report> {
    let expected = "expected what `warri solve --report --json` prints";
    serde_json::from_str(&read_text(path)?)
        .with_context(|| format!("{}: no report on endgames: {expected}", path.display()))
}
