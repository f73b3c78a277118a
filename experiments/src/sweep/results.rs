//! What the finished runs of a sweep brought, from their files.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::{Plan, Planned, Report, Shard, State, Sweep};
use crate::run::{FreshScore, GENERATIONS, LastGeneration, Manifest, seconds_so_far};
use warri_evolve::over_seeds::interquartile_mean;

/// What a finished run brought.
pub(crate) struct RunResult {
    /// The champion against each reference, on fresh openings.
    pub(crate) champion: Vec<FreshScore>,
    pub(crate) last: LastGeneration,
    /// How long it took, if that is on record.
    pub(crate) seconds: Option<f64>,
}

/// What the finished runs of an arm brought together.
#[derive(Serialize)]
pub(crate) struct ArmResults {
    pub(crate) arm: String,
    /// Runs, and those of them that are finished.
    pub(crate) runs: usize,
    pub(crate) finished: usize,
    /// Training games of these.
    pub(crate) games: u64,
    /// How long they took, if that is on record for all.
    pub(crate) seconds: Option<f64>,
    /// The champions against each reference.
    pub(crate) scores: Vec<ArmScore>,
}

/// The champions of an arm against a reference.
#[derive(Serialize)]
pub(crate) struct ArmScore {
    pub(crate) opponent: String,
    /// The interquartile mean over the finished runs.
    pub(crate) score: f64,
}

impl Plan {
    /// What each run in a folder brought, in their order; `None` for those that are not
    /// finished. A run of the shard that cannot be read is noted as failed; the
    /// others are for others to tell.
    pub(crate) fn results(
        &self,
        folder: &Path,
        shard: Shard,
        report: &mut Report,
    ) -> Vec<Option<RunResult>> {
        let read = |run: Planned<'_>| {
            let result = run.state().and_then(|state| match state {
                State::Finished(manifest) => RunResult::read(&run, *manifest).map(Some),
                State::Absent | State::Unfinished => Ok(None),
            });
            result.unwrap_or_else(|error| {
                if shard.has(run.number) {
                    report.fail(&run, &error);
                }
                None
            })
        };
        self.runs(folder).map(read).collect()
    }
}

impl RunResult {
    fn read(run: &Planned<'_>, manifest: Manifest) -> Result<RunResult> {
        let last = LastGeneration::read(&run.dir)?;
        manifest.check_result(&run.dir, GENERATIONS)?;
        Ok(RunResult {
            champion: manifest.champion,
            last,
            // No result, so its loss is no reason to fail.
            seconds: seconds_so_far(&run.dir).ok(),
        })
    }
}

/// The results by arm.
pub(crate) fn arm_results(sweep: &Sweep, results: &[Option<RunResult>]) -> Vec<ArmResults> {
    let runs = results.chunks(sweep.plan.seeds.count());
    let arms = sweep.plan.arms.iter().zip(runs);
    arms.map(|(arm, runs)| ArmResults::of(&arm.name, runs))
        .collect()
}

impl ArmResults {
    fn of(arm: &str, runs: &[Option<RunResult>]) -> ArmResults {
        let finished: Vec<&RunResult> = runs.iter().flatten().collect();
        let opponents = finished.first().map_or(&[][..], |run| &run.champion);
        let score = |one: &FreshScore| {
            let scores = finished.iter().flat_map(|run| &run.champion);
            let scores = scores.filter(|other| other.opponent == one.opponent);
            let scores: Vec<f64> = scores.map(|one| one.score).collect();
            Some(ArmScore {
                opponent: one.opponent.clone(),
                score: interquartile_mean(&scores)?,
            })
        };
        ArmResults {
            arm: arm.to_owned(),
            runs: runs.len(),
            finished: finished.len(),
            games: finished.iter().map(|run| run.last.games).sum(),
            seconds: finished.iter().map(|run| run.seconds).sum(),
            scores: opponents.iter().filter_map(score).collect(),
        }
    }
}
