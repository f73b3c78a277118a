//! A comparison as a table for other programs: a row for each arm and measure.

use std::path::Path;

use anyhow::{Context, Result};

use super::measures::Interval;
use super::{ArmMeasures, Comparison};
use crate::csv_log::cell;

const HEADER: [&str; 7] = ["arm", "measure", "on", "runs", "value", "low", "high"];

/// Whether a file is such a table.
pub(crate) fn is_table(path: &Path) -> bool {
    let mut reader = csv::Reader::from_path(path);
    let header = reader.as_mut().map(|reader| reader.headers());
    matches!(header, Ok(Ok(header)) if *header == HEADER[..])
}

/// What `on` says of a measure over all opponents in common.
const ALL: &str = "all";

impl Comparison {
    /// The rows, arm after arm.
    ///
    /// # Errors
    /// None that can be named: it is written to memory.
    pub(crate) fn as_csv(&self) -> Result<Vec<u8>> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.write_record(HEADER)?;
        for arm in &self.arms {
            for (measure, on, value) in self.measures(arm) {
                let [value, low, high] = value.map(cell);
                let runs = arm.runs.to_string();
                rows.write_record([&arm.arm, measure, on, &runs, &value, &low, &high])?;
            }
        }
        rows.into_inner().context("the table cannot be written")
    }

    /// Each measure of an arm: its name, what it is about, and its value with the
    /// ends of its interval.
    fn measures<'a>(&'a self, arm: &'a ArmMeasures) -> Vec<Measure<'a>> {
        let mut all: Vec<Measure<'a>> = Vec::new();
        for scores in &arm.scores {
            let on = scores.opponent.as_deref().unwrap_or(ALL);
            all.push(("interquartile_mean", on, numbers(scores.interquartile_mean)));
            all.push(("median", on, numbers(scores.median)));
            if let Some(improvement) = scores.improvement {
                all.push(("improvement", on, numbers(improvement)));
            }
        }
        if let (Some(result), Some(loss)) = (arm.truth_result, arm.truth_loss) {
            all.push(("truth_result", "", numbers(result)));
            all.push(("truth_loss", "", numbers(loss)));
        }
        if let Some(target) = arm.target {
            let games = [target.games, target.low, target.high];
            all.push(("reached", &self.score, numbers(target.share)));
            all.push(("games_to_target", &self.score, games));
        }
        let [least, most] = [arm.least_games, arm.most_games].map(|games| Some(games as f64));
        all.push(("games", "", [Some(arm.mean_games), least, most]));
        all
    }
}

type Measure<'a> = (&'static str, &'a str, [Option<f64>; 3]);

fn numbers(interval: Interval) -> [Option<f64>; 3] {
    [Some(interval.value), interval.low, interval.high]
}
