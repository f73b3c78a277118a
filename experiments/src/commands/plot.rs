//! `warri plot`: draw learning curves.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};

use crate::plot::draw_runs;
use crate::run::RunDir;

use crate::report::{command, typed};
use crate::terminal::print;

/// Arguments of `warri plot`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri plot runs/quickstart-1
  warri plot runs/quickstart-1 runs/quickstart-2 --out figures")]
pub(crate) struct Plot {
    /// Run directories, or folders of several replicates
    #[arg(required = true, value_hint = ValueHint::DirPath)]
    dirs: Vec<PathBuf>,
    /// Folder for the figures [default: plots in the directory, if it is one]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
}

impl Plot {
    pub(crate) fn run(self) -> Result<()> {
        let mut runs = Vec::new();
        for dir in &self.dirs {
            runs.extend(RunDir::find(dir)?);
        }
        let default = || match self.dirs.as_slice() {
            [dir] => dir.join("plots"),
            _ => PathBuf::from("plots"),
        };
        let out = self.out.clone().unwrap_or_else(default);
        for path in draw_runs(&runs, &out)? {
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
}
