//! `summary.csv`: a row a run. Its bytes depend on the sweep alone.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result};
use warri_evolve::Config;

use super::{Planned, Report, RunResult, Shard, Sweep};
use crate::csv_log::cell;
use crate::files::write_whole;
use crate::run::TRUTH;

/// The file.
const FILE: &str = "summary.csv";

/// What each run brought, as [`Plan::results`](super::Plan::results); and whether there is a summary
/// of them now, which there is once all are finished.
pub(crate) fn sum_up(
    sweep: &Sweep,
    shard: Shard,
    report: &mut Report,
) -> Result<(Vec<Option<RunResult>>, bool)> {
    // Who has it later sees more, and has the last word.
    let _lock = wait_for_lock(sweep.folder())?;
    let results = sweep.plan.results(sweep.folder(), shard, report);
    let path = sweep.folder().join(FILE);
    let all: Option<Vec<&RunResult>> = results.iter().map(Option::as_ref).collect();
    match &all {
        Some(all) => write_whole(&path, &summary(sweep, all)?)?,
        // That of runs that are no longer there.
        None if path.exists() => {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        None => {}
    }
    let complete = all.is_some();
    Ok((results, complete))
}

fn summary(sweep: &Sweep, results: &[&RunResult]) -> Result<Vec<u8>> {
    let columns = Columns::of(sweep);
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(columns.header())?;
    for (run, result) in sweep.runs().zip(results) {
        rows.write_record(columns.row(&run, result))?;
    }
    rows.into_inner().context("the summary cannot be written")
}

/// Two processes that finish at once do so one after the other.
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
            row.push(cell(score.map(|score| score.score)));
            row.push(cell(score.map(|score| score.low)));
            row.push(cell(score.map(|score| score.high)));
        }
        let last = &result.last;
        if self.truth {
            let values = [last.truth_result, last.truth_loss];
            row.extend(values.map(cell));
        }
        row.extend([last.games.to_string(), last.generation.to_string()]);
        row
    }
}
