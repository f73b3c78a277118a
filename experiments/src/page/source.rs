//! A finished run as a page needs it, from the files that are committed.

use std::collections::BTreeMap;

use anyhow::Result;
use warri_evolve::{Bot, Config};

use crate::files::{read_text, sha256};
use crate::players::read_bot;
use crate::run::{FreshScore, LastGeneration, Manifest, RunDir, Status};

/// What the files of a finished run say. The logs of games and individuals
/// and the checkpoint need not be there.
pub(super) struct Source {
    pub(super) run: RunDir,
    pub(super) config: Config,
    pub(super) manifest: Manifest,
    pub(super) last: LastGeneration,
    /// The best of the last generation, and its file.
    pub(super) champion: Bot,
    pub(super) champion_file: String,
    /// The result files, by name.
    pub(super) kept: BTreeMap<String, Kept>,
}

/// What became of a result file since its run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is not there.
    Not,
    /// It has the hash of the manifest.
    AsRecorded,
    /// It has another.
    Changed,
}

impl Source {
    /// Reads the files; of a run that is not finished, says so.
    pub(super) fn read(run: RunDir) -> Result<Result<Source, String>> {
        let manifest = Manifest::read(&run)?;
        if manifest.status != Status::Finished {
            let dir = run.path().display();
            return Ok(Err(format!(
                "{dir}: the run is not finished: go on with `warri resume {dir}`"
            )));
        }
        let champion = run.file("champion.toml");
        Ok(Ok(Source {
            config: run.config()?,
            last: LastGeneration::read(&run)?,
            champion: read_bot(&champion)?,
            champion_file: read_text(&champion)?,
            kept: kept(&run, &manifest)?,
            manifest,
            run,
        }))
    }

    /// The files that are not as the run left them.
    pub(super) fn changed(&self) -> Vec<&str> {
        let kept = self.kept.iter();
        let changed = kept.filter(|(_, kept)| **kept == Kept::Changed);
        changed.map(|(name, _)| name.as_str()).collect()
    }

    /// The champion on openings that it never saw, against each reference.
    pub(super) fn scores(&self) -> &[FreshScore] {
        &self.manifest.champion
    }

    /// The references that won the most and the least from it.
    pub(super) fn strongest_and_weakest(&self) -> Option<(&FreshScore, &FreshScore)> {
        let by_score = |a: &&FreshScore, b: &&FreshScore| a.score.total_cmp(&b.score);
        let strongest = self.scores().iter().min_by(by_score)?;
        let weakest = self.scores().iter().max_by(by_score)?;
        Some((strongest, weakest))
    }
}

fn kept(run: &RunDir, manifest: &Manifest) -> Result<BTreeMap<String, Kept>> {
    let file = |(name, hash): (&String, &String)| {
        let path = run.file(name);
        let kept = if !path.is_file() {
            Kept::Not
        } else if sha256(&path)? == *hash {
            Kept::AsRecorded
        } else {
            Kept::Changed
        };
        Ok((name.clone(), kept))
    };
    manifest.sha256.iter().map(file).collect()
}

/// The mean score over all references, by which champions of one experiment
/// are compared here.
pub(super) fn mean_score(scores: &[FreshScore]) -> f64 {
    let sum: f64 = scores.iter().map(|one| one.score).sum();
    sum / scores.len().max(1) as f64
}

/// The run whose champion has the best mean score; of equals the first.
pub(super) fn best(runs: &[Source]) -> Option<&Source> {
    let score = |run: &Source| mean_score(run.scores());
    runs.iter()
        .reduce(|best, run| if score(run) > score(best) { run } else { best })
}
