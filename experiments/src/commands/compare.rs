//! `warri compare`: arms side by side, over their seeds.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, ValueHint};

use crate::compare::{Comparison, Question, is_table};
use crate::files::{check_free, write_whole};
use crate::report::{command, typed};
use crate::terminal::print;

/// Arguments of `warri compare`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri compare runs/search-depth
  warri compare runs/search-depth --baseline depth=3 --target 0.8 --score material@3
  warri compare runs/mine runs/yours --out comparison.csv    (two folders of replicates)")]
pub(crate) struct Compare {
    /// Folder of a sweep, or folders of replicates, each an arm
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    dirs: Vec<PathBuf>,
    /// Learning curve for --target: an opponent, truth_result or truth_loss
    /// [default: the hardest opponent]
    #[arg(long, value_name = "COLUMN")]
    score: Option<String>,
    /// Arm that the others are compared with [default: the first]
    #[arg(long, value_name = "ARM")]
    baseline: Option<String>,
    /// Count the games of training until --score is so high, a share as 0.8
    #[arg(long, value_name = "SCORE", value_parser = target)]
    target: Option<f64>,
    /// Write a table, a row for each arm and measure
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub(crate) fn run(self) -> Result<()> {
        let question = Question {
            dirs: self.dirs,
            baseline: self.baseline,
            score: self.score,
            target: self.target,
        };
        let comparison = Comparison::of(&question)?;
        if let Some(target) = self.target {
            ensure!(
                target <= 1.0 || comparison.score == "truth_loss",
                "--target {target}: expected a share from 0 to 1, as in 0.8"
            );
        }
        if let Some(path) = &self.out {
            check_free(path, "a table of `warri compare`", is_table)?;
            write_whole(path, &comparison.as_csv()?)?;
        }
        if self.json {
            return print(serde_json::to_string(&comparison)?);
        }
        let dirs: Vec<String> = question.dirs.iter().map(|dir| typed(dir)).collect();
        let next = command(&format!("plot {}", dirs.join(" ")));
        let written = match &self.out {
            Some(path) => format!("Written to {}\n\n", path.display()),
            None => String::new(),
        };
        print(format!(
            "{}\n{written}Next:\n  {next}",
            comparison.as_text()
        ))
    }
}

fn target(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|number| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| "expected a share from 0 to 1, as in 0.8".to_owned())
}
