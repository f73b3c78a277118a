//! Arms side by side: what their seeds say together, and against each other.
//!
//! | module | task |
//! |---|---|
//! | `arms` | from folders to arms with their runs |
//! | `score` | the column of the learning curve that is looked at |
//! | `measures` | the statistics of each arm |
//! | `notes` | what a reader has to know before believing them |
//! | `table` | as text |
//! | `csv` | as CSV |
//!
//! The statistics themselves are in `warri_evolve::over_seeds`.

mod arms;
mod csv;
mod measures;
mod notes;
mod score;
mod table;

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use serde::Serialize;
use warri_evolve::over_seeds::{Resampling, interquartile_mean};
use warri_evolve::toml_input::did_you_mean;
use warri_evolve::{Purpose, Stream};

use arms::find_arms;
pub(crate) use arms::{Arm, Run};
pub(crate) use csv::is_table;
pub(crate) use measures::{ArmMeasures, Interval, final_scores};
pub(crate) use score::Column;

/// A run meets all opponents, so whole runs are drawn.
pub(crate) const RESAMPLING: Resampling = Resampling::WholeRuns;

/// Where an interval takes its draws from: all take the same, so that those of
/// two arms do not differ by luck.
pub(crate) fn draws() -> Stream {
    Stream::new(0, Purpose::Bootstrap, &[])
}

/// What to compare, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question {
    /// Folders of sweeps, of replicates, or runs.
    pub(crate) dirs: Vec<PathBuf>,
    /// The arm that the others are compared with; the first if there is none.
    pub(crate) baseline: Option<String>,
    /// The column of the learning curve; that of the hardest opponent if there
    /// is none.
    pub(crate) score: Option<String>,
    /// What the learning curve is to reach, in the unit of the column.
    pub(crate) target: Option<f64>,
}

/// Arms that can be compared: they have opponents in common.
pub(crate) struct Field {
    pub(crate) arms: Vec<Arm>,
    /// Arms without a finished run, by name.
    pub(crate) without: Vec<String>,
    /// The place of the baseline among the arms.
    pub(crate) baseline: usize,
    /// The references that all arms have, in the order of the first.
    pub(crate) opponents: Vec<String>,
    /// References of some arms only.
    pub(crate) others: Vec<String>,
    /// The learning curve to look at.
    pub(crate) column: Column,
}

/// All that a comparison says.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Comparison {
    /// The folders that were named.
    pub(crate) folders: Vec<String>,
    /// The arm that the others are compared with.
    pub(crate) baseline: String,
    /// The references that all arms have.
    pub(crate) opponents: Vec<String>,
    /// References of some arms only, which are left out.
    pub(crate) other_opponents: Vec<String>,
    /// The column of the learning curve that `target` is about.
    pub(crate) score: String,
    pub(crate) target: Option<f64>,
    /// Whether the arms had as many games of training, within 5 %.
    pub(crate) equal_budgets: bool,
    pub(crate) arms: Vec<ArmMeasures>,
    /// What to know before believing it, a sentence or two each.
    pub(crate) notes: Vec<String>,
}

impl Field {
    /// Reads the arms, and finds what they have in common.
    ///
    /// # Errors
    /// If a folder holds no runs or a file cannot be read; if the arms have no
    /// opponent in common; for a baseline or a column that is not there.
    pub(crate) fn read(question: &Question) -> Result<Field> {
        let (arms, without) = find_arms(&question.dirs)?;
        let (opponents, others) = split_opponents(&arms);
        ensure!(
            !opponents.is_empty(),
            "no opponent in common: arm `{}` was measured against {}, and not all arms were \
             measured against any of these: expected a common one in `test.references`",
            arms[0].name,
            references(&arms[0]).join(", ")
        );
        let column = match &question.score {
            Some(text) => Column::find(text, &arms, &opponents)?,
            None => Column::Score(hardest(&arms, &opponents)),
        };
        Ok(Field {
            baseline: place_of(question.baseline.as_deref(), &arms)?,
            arms,
            without,
            opponents,
            others,
            column,
        })
    }
}

impl Comparison {
    /// Compares the arms that a question is about.
    ///
    /// # Errors
    /// As [`Field::read`].
    pub(crate) fn of(question: &Question) -> Result<Comparison> {
        let comparison = Comparison::of_field(&Field::read(question)?, question.target)?;
        let folders = question.dirs.iter().map(|dir| dir.display().to_string());
        Ok(Comparison {
            folders: folders.collect(),
            ..comparison
        })
    }

    /// Compares the arms of a field, of folders that are not known.
    ///
    /// # Errors
    /// For a run without a score against an opponent.
    pub(crate) fn of_field(field: &Field, target: Option<f64>) -> Result<Comparison> {
        let measures = measures::of(field, target)?;
        Ok(Comparison {
            folders: Vec::new(),
            baseline: field.arms[field.baseline].name.clone(),
            score: field.column.to_string(),
            target,
            equal_budgets: notes::equal_budgets(&measures),
            notes: notes::of(field, &measures),
            arms: measures,
            opponents: field.opponents.clone(),
            other_opponents: field.others.clone(),
        })
    }
}

/// The players that the champions of an arm met.
fn references(arm: &Arm) -> Vec<&str> {
    let champion = &arm.runs[0].champion;
    champion
        .iter()
        .map(|score| score.opponent.as_str())
        .collect()
}

/// The references of all arms, and those of some only. A bot file of the same
/// name that is another in another arm is another opponent.
fn split_opponents(arms: &[Arm]) -> (Vec<String>, Vec<String>) {
    let mut all: Vec<&str> = Vec::new();
    for name in arms.iter().flat_map(references) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let common = |name: &&str| {
        let mut hashes = arms.iter().filter_map(|arm| arm.bots.get(*name));
        let first = hashes.next();
        let same = hashes.all(|hash| Some(hash) == first);
        same && arms.iter().all(|arm| references(arm).contains(name))
    };
    let (common, others): (Vec<&str>, Vec<&str>) = all.iter().partition(|name| common(name));
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    (owned(common), owned(others))
}

/// The opponent that the arms score lowest against, in the mean over them.
fn hardest(arms: &[Arm], opponents: &[String]) -> String {
    let mean = |opponent: &str| {
        let scores = arms.iter().filter_map(|arm| {
            let scores = arm.runs.iter().filter_map(|run| run.final_score(opponent));
            interquartile_mean(&scores.collect::<Vec<f64>>())
        });
        scores.sum::<f64>() / arms.len() as f64
    };
    let hardest = opponents.iter().min_by(|a, b| mean(a).total_cmp(&mean(b)));
    hardest.cloned().unwrap_or_default()
}

fn place_of(baseline: Option<&str>, arms: &[Arm]) -> Result<usize> {
    let Some(wanted) = baseline else {
        return Ok(0);
    };
    if let Some(place) = arms.iter().position(|arm| arm.name == wanted) {
        return Ok(place);
    }
    let names = || arms.iter().map(|arm| arm.name.as_str());
    bail!(
        "--baseline {wanted}: no such arm: expected {}{}",
        names().collect::<Vec<&str>>().join(", "),
        did_you_mean(wanted, names())
    )
}
