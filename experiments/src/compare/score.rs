//! The learning curve that a comparison looks at: one column of `generations.csv`.

use std::fmt;

use anyhow::{Result, bail};
use warri_evolve::toml_input::did_you_mean;

use super::Arm;
use crate::plot::Curve;
use crate::run::TRUTH;

/// A column of `generations.csv` that says how good the best is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// Its score against an opponent, 0 to 1.
    Score(String),
    /// The share of endgame decisions that keep the result, 0 to 1.
    TruthResult,
    /// Seeds given away in an endgame decision: the fewer, the better.
    TruthLoss,
}

impl Column {
    /// The column of a name, or of an opponent, that all arms have.
    ///
    /// # Errors
    /// For any other; the message has those that there are.
    pub(crate) fn find(text: &str, arms: &[Arm], opponents: &[String]) -> Result<Column> {
        let mut all: Vec<Column> = opponents.iter().cloned().map(Column::Score).collect();
        let measured = |arm: &Arm| arm.runs.iter().all(|run| run.truth().is_some());
        if arms.iter().all(measured) {
            all.extend([Column::TruthResult, Column::TruthLoss]);
        }
        let named = |column: &&Column| column.to_string() == text || column.short() == text;
        if let Some(column) = all.iter().find(named) {
            return Ok(column.clone());
        }
        let names: Vec<String> = all.iter().map(Column::to_string).collect();
        bail!(
            "--score {text}: no column that all arms have: expected {}{}",
            names.join(", "),
            did_you_mean(text, names.iter().map(String::as_str))
        );
    }

    /// The column without its kind, as it stands in a sentence.
    pub(crate) fn short(&self) -> &str {
        match self {
            Column::Score(opponent) => opponent,
            Column::TruthResult => TRUTH[0],
            Column::TruthLoss => TRUTH[1],
        }
    }

    /// Whether more of it is better.
    pub(crate) fn rises(&self) -> bool {
        *self != Column::TruthLoss
    }

    /// The points of a run's learning curve: generation, games of training so
    /// far, value.
    pub(crate) fn points(&self, curve: &Curve) -> Vec<(u64, u64, f64)> {
        let opponent = curve.opponents.iter().find(|one| one.name == self.short());
        let rows = curve.generations.iter().enumerate();
        rows.filter_map(|(index, row)| {
            let value = match self {
                Column::Score(_) => (*opponent?.scores.get(index)?)?.value,
                Column::TruthResult => row.truth?.0,
                Column::TruthLoss => row.truth?.1,
            };
            Some((row.generation, row.games, value))
        })
        .collect()
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Score(opponent) => write!(f, "score:{opponent}"),
            Column::TruthResult | Column::TruthLoss => f.write_str(self.short()),
        }
    }
}
