//! `warri plot`: draw the figures of runs, or reports on endgames.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueHint};

use crate::files::read_text;
use crate::plot::{Across, draw_reports, draw_runs};
use crate::report::{command, typed};
use crate::run::RunDir;
use crate::solving::Report;
use crate::terminal::print;

/// Arguments of `warri plot`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri plot runs/quickstart-1
  warri plot runs/quickstart-1 runs/quickstart-2 --out figures
  warri plot runs/quickstart-1 --x games
  warri plot speightstown.json bridgetown.json --out figures   (of warri solve --report --json)")]
pub(crate) struct Plot {
    /// Run directories, or folders of several replicates; or reports on endgames
    #[arg(required = true, value_name = "DIRS", value_hint = ValueHint::AnyPath)]
    dirs: Vec<PathBuf>,
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
        let mut runs = Vec::new();
        for dir in &self.dirs {
            runs.extend(RunDir::find(dir)?);
        }
        let default = || match self.dirs.as_slice() {
            [dir] => dir.join("plots"),
            _ => PathBuf::from("plots"),
        };
        let out = self.out.clone().unwrap_or_else(default);
        for path in draw_runs(&runs, self.x.unwrap_or_default(), &out)? {
            print(path.display().to_string())?;
        }
        let champion = runs[0].file("champion.toml");
        let next = if champion.exists() {
            command(&format!("match {} material@3", typed(&champion)))
        } else {
            command(&format!("resume {}", typed(runs[0].path())))
        };
        print(format!("\nNext:\n  {next}"))
    }

    fn draw_reports(&self) -> Result<()> {
        ensure!(
            self.x.is_none(),
            "--x: reports on endgames have no such axis: expected run directories"
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

fn read_report(path: &Path) -> Result<Report> {
    let expected = "expected what `warri solve --report --json` prints";
    serde_json::from_str(&read_text(path)?)
        .with_context(|| format!("{}: no report on endgames: {expected}", path.display()))
}
