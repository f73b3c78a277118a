//! `summary.csv`: a row a run. Its bytes depend on the sweep alone.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use warri_evolve::Config;

use super::{Planned, RunResult, Sweep};
use crate::files::write_whole;
use crate::run::TRUTH;

/// The file.
const FILE: &str = "summary.csv";

/// Writes the file, if all runs are finished; returns whether it did.
pub(crate) fn write_summary(sweep: &Sweep, results: &[Option<RunResult>]) -> Result<bool> {
    let Some(results) = results
        .iter()
        .map(Option::as_ref)
        .collect::<Option<Vec<_>>>()
    else {
        return Ok(false);
    };
    let columns = Columns::of(sweep);
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(columns.header())?;
    for (run, result) in sweep.runs().zip(results) {
        rows.write_record(columns.row(&run, result))?;
    }
    let bytes = rows.into_inner().context("the summary cannot be written")?;
    let _lock = wait_for_lock(sweep.folder())?;
    write_whole(&sweep.folder().join(FILE), &bytes)?;
    Ok(true)
}

/// Two processes that finish at once write one after the other.
fn wait_for_lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let locked = file.lock();
    locked.with_context(|| format!("cannot lock {}", path.display()))?;
    Ok(file)
}

/// The columns that not every sweep has.
struct Columns {
    /// The references of all arms, each once.
    references: Vec<String>,
    /// Whether any arm measures decisions in endgames.
    truth: bool,
}

impl Columns {
    fn of(sweep: &Sweep) -> Columns {
        let configs = || sweep.experiments.iter().map(|one| &one.config);
        let mut references: Vec<String> = Vec::new();
        for name in configs().flat_map(Config::references) {
            if !references.contains(name) {
                references.push(name.clone());
            }
        }
        Columns {
            references,
            truth: configs().any(|config| config.truth.is_some()),
        }
    }

    fn header(&self) -> Vec<String> {
        let mut header = vec!["arm".to_owned(), "seed".to_owned()];
        for name in &self.references {
            header.extend(["score", "low", "high"].map(|kind| format!("{kind}:{name}")));
        }
        if self.truth {
            header.extend(TRUTH.map(str::to_owned));
        }
        header.extend(["games", "generations"].map(str::to_owned));
        header
    }

    /// What a run does not have is an empty cell.
    fn row(&self, run: &Planned<'_>, result: &RunResult) -> Vec<String> {
        let mut row = vec![run.arm.name.clone(), run.seed.to_string()];
        for name in &self.references {
            let mut champion = result.champion.iter();
            let score = champion.find(|score| score.opponent == *name);
            let cell = |value: Option<f64>| value.map_or_else(String::new, |x| x.to_string());
            row.push(cell(score.map(|score| score.score)));
            row.push(cell(score.map(|score| score.low)));
            row.push(cell(score.map(|score| score.high)));
        }
        let last = &result.last;
        if self.truth {
            let values = [last.truth_result, last.truth_loss];
            row.extend(values.map(|value| value.map_or_else(String::new, |x| x.to_string())));
        }
        row.extend([last.games.to_string(), last.generation.to_string()]);
        row
    }
}
