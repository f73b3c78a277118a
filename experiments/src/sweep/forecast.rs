//! What a sweep is going to take, before it begins.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::{Plan, Report, Shard};
use crate::estimate::{Rates, Workload};
use crate::experiment::Experiment;

/// What the runs of an arm take.
#[derive(Serialize)]
pub(crate) struct Forecast {
    pub(crate) arm: String,
    /// Runs of the shard that are left.
    pub(crate) runs: u64,
    /// Games of these, tests included.
    pub(crate) games: u64,
    /// Endgame decisions of these, likewise.
    pub(crate) decisions: u64,
    /// From a moment of them.
    pub(crate) seconds: f64,
}

/// What the arms take, each for the runs of a shard that are not done in `folder`.
/// One that is begun counts as a whole; one that the sweep is going to refuse is
/// noted as failed.
pub(crate) fn forecasts(
    plan: &Plan,
    experiments: &[Experiment],
    folder: &Path,
    shard: Shard,
    report: &mut Report,
) -> Result<Vec<Forecast>> {
    let results = plan.results(folder, shard, report);
    let mut runs = vec![0; plan.arms.len()];
    for run in shard.of(plan.runs(folder)) {
        report.share += 1;
        let is_left = results[run.number].is_none() && !report.failed.contains_key(&run.number);
        runs[run.index] += u64::from(is_left);
    }
    let rates = rates(experiments)?;
    let arms = plan.arms.iter().zip(runs);
    let costs = experiments.iter().zip(rates);
    arms.zip(costs)
        .map(|((arm, runs), (experiment, rate))| {
            let work = Workload::of(experiment)?.times(runs);
            Ok(Forecast {
                arm: arm.name.clone(),
                runs,
                games: work.games(),
                decisions: work.decisions(),
                seconds: work.seconds(rate),
            })
        })
        .collect()
}

/// Games of a run, tests included.
pub(super) fn games(experiment: &Experiment) -> Result<u64> {
    Ok(Workload::of(experiment)?.games())
}

/// How fast each experiment is. Those that play alike are measured once.
fn rates(experiments: &[Experiment]) -> Result<Vec<Rates>> {
    let alike = |a: &Experiment, b: &Experiment| {
        let (a, b) = (&a.config, &b.config);
        (a.depth, a.variant, &a.features, a.truth) == (b.depth, b.variant, &b.features, b.truth)
    };
    let mut rates: Vec<Rates> = Vec::with_capacity(experiments.len());
    for (index, experiment) in experiments.iter().enumerate() {
        let mut before = experiments[..index].iter();
        rates.push(match before.position(|one| alike(one, experiment)) {
            Some(known) => rates[known],
            None => Rates::of(experiment)?,
        });
    }
    Ok(rates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Changes;

    #[test]
    fn a_limit_of_games_ends_the_forecast() {
        let forecast = |set: &[&str]| {
            let set = set.iter().map(|&change| change.to_owned()).collect();
            let changes = Changes {
                set,
                ..Changes::default()
            };
            let experiment = Experiment::read(None, &changes).unwrap();
            games(&experiment).unwrap() / games_of_one(&experiment)
        };
        assert_eq!(forecast(&[]), 41);
        // 3,312 games of training a generation.
        assert_eq!(forecast(&["stop.games=3313"]), 2);
        assert_eq!(forecast(&["stop.games=3312"]), 1);
        assert_eq!(forecast(&["stop.games=1000000000"]), 41);
    }

    /// Games of a generation, tests included.
    fn games_of_one(experiment: &Experiment) -> u64 {
        let evolution = experiment.start().unwrap();
        evolution.games_per_generation() + evolution.tests_per_generation()
    }
}
