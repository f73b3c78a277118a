//! The statistics of each arm.

use anyhow::{Context, Result};
use serde::Serialize;
use warri_evolve::over_seeds::{OverSeeds, Scores, ToTarget, games_to_target, trailing_means};

use super::{Arm, Column, Field, RESAMPLING, Run, draws};

/// A value with its 95 % interval, whose ends are `None` if there are too few
/// runs for one.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Interval {
    pub(crate) value: f64,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// The scores of an arm against an opponent, or against all.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScoreMeasures {
    /// `None` for all that the arms have in common.
    pub(crate) opponent: Option<String>,
    /// Shares of the points, 0 to 1.
    pub(crate) interquartile_mean: Interval,
    pub(crate) median: Interval,
    /// The probability to score higher than the baseline, 0 to 1; `None` for
    /// the baseline itself.
    pub(crate) improvement: Option<Interval>,
}

/// How many games of training it takes to reach the target.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TargetMeasures {
    /// How many runs reached it, and which share of them, 0 to 1.
    pub(crate) reached: usize,
    pub(crate) share: Interval,
    /// The median over all runs, in games; `None` if half of them or more did
    /// not reach it.
    pub(crate) games: Option<f64>,
    /// Whether there are runs enough for an interval.
    pub(crate) has_interval: bool,
    /// Its ends, in games; `None` for one that was not reached.
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// A point of the performance profile: the share of the scores above one.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ProfilePoint {
    pub(crate) above: f64,
    pub(crate) share: Interval,
}

/// What the runs of an arm say.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ArmMeasures {
    pub(crate) arm: String,
    /// Finished runs, and others, which are left out.
    pub(crate) runs: usize,
    pub(crate) unfinished: usize,
    /// Games of training of a run: the fewest, the most, and the mean.
    pub(crate) least_games: u64,
    pub(crate) most_games: u64,
    pub(crate) mean_games: f64,
    /// First over all opponents in common, then against each.
    pub(crate) scores: Vec<ScoreMeasures>,
    /// Of endgame decisions, if they were measured: interquartile means.
    pub(crate) truth_result: Option<Interval>,
    pub(crate) truth_loss: Option<Interval>,
    /// Only if there is a target.
    pub(crate) target: Option<TargetMeasures>,
    /// Over all opponents in common, at 0, 0.05 and so on to 1.
    pub(crate) profile: Vec<ProfilePoint>,
}

impl From<OverSeeds> for Interval {
    fn from(over: OverSeeds) -> Interval {
        Interval {
            value: over.value,
            low: over.interval.map(|(low, _)| low),
            high: over.interval.map(|(_, high)| high),
        }
    }
}

/// The measures of all arms of a field, in their order.
pub(super) fn of(field: &Field, target: Option<f64>) -> Result<Vec<ArmMeasures>> {
    let baseline = &field.arms[field.baseline];
    let spacing = widest_spacing(field);
    let arms = field.arms.iter().enumerate();
    arms.map(|(place, arm)| {
        let other = (place != field.baseline).then_some(baseline);
        let target = target.and_then(|at| target_measures(arm, &field.column, at, spacing));
        arm_measures(field, arm, other, target)
    })
    .collect()
}

fn arm_measures(
    field: &Field,
    arm: &Arm,
    baseline: Option<&Arm>,
    target: Option<TargetMeasures>,
) -> Result<ArmMeasures> {
    let games = || arm.runs.iter().map(Run::games);
    let all = &field.opponents;
    let against = std::iter::once(None).chain(all.iter().map(Some));
    let scores = against.map(|opponent| score_measures(arm, baseline, opponent, all));
    Ok(ArmMeasures {
        arm: arm.name.clone(),
        runs: arm.runs.len(),
        unfinished: arm.unfinished,
        least_games: games().min().unwrap_or(0),
        most_games: games().max().unwrap_or(0),
        mean_games: games().sum::<u64>() as f64 / arm.runs.len() as f64,
        scores: scores.collect::<Result<_>>()?,
        truth_result: truth(arm, |(result, _)| result),
        truth_loss: truth(arm, |(_, loss)| loss),
        target,
        profile: profile(arm, all)?,
    })
}

/// The final scores of an arm: a row a run, a column an opponent.
pub(crate) fn final_scores(arm: &Arm, opponents: &[String]) -> Result<Scores> {
    let row = |run: &Run| {
        let score = |opponent: &String| {
            run.final_score(opponent).with_context(|| {
                let run = &run.curve.label;
                format!(
                    "{run}/manifest.json: no score against {opponent}, expected one in `champion`"
                )
            })
        };
        opponents.iter().map(score).collect::<Result<Vec<f64>>>()
    };
    let rows = arm.runs.iter().map(row).collect::<Result<Vec<_>>>()?;
    Scores::new(rows).with_context(|| format!("arm `{}`", arm.name))
}

fn score_measures(
    arm: &Arm,
    baseline: Option<&Arm>,
    opponent: Option<&String>,
    all: &[String],
) -> Result<ScoreMeasures> {
    let opponents = opponent.map_or(all, std::slice::from_ref);
    let scores = final_scores(arm, opponents)?;
    let improvement = match baseline {
        Some(baseline) => {
            let theirs = final_scores(baseline, opponents)?;
            scores.improvement_over(&theirs, RESAMPLING, &mut draws())
        }
        None => None,
    };
    Ok(ScoreMeasures {
        opponent: opponent.cloned(),
        interquartile_mean: scores.interquartile_mean(RESAMPLING, &mut draws()).into(),
        median: scores.median(RESAMPLING, &mut draws()).into(),
        improvement: improvement.map(Interval::from),
    })
}

/// The interquartile mean of how the champions decide endgames, if all runs
/// measured it.
fn truth(arm: &Arm, part: fn((f64, f64)) -> f64) -> Option<Interval> {
    let rows = arm.runs.iter().map(|run| Some(vec![part(run.truth()?)]));
    let scores = Scores::new(rows.collect::<Option<Vec<_>>>()?).ok()?;
    let mean = scores.interquartile_mean(RESAMPLING, &mut draws());
    Some(mean.into())
}

fn target_measures(
    arm: &Arm,
    column: &Column,
    target: f64,
    spacing: f64,
) -> Option<TargetMeasures> {
    let sign = if column.rises() { 1.0 } else { -1.0 };
    let games = arm.runs.iter().map(|run| {
        let points = column.points(&run.curve).into_iter();
        let points: Vec<_> = points
            .map(|(_, games, value)| (games, sign * value))
            .collect();
        let window = window(games_a_test(&points), spacing);
        games_to_target(trailing_means(&points, window), sign * target)
    });
    let sum = ToTarget::of(&games.collect::<Vec<Option<u64>>>())?;
    let reached = |games: f64| games.is_finite().then_some(games);
    Some(TargetMeasures {
        reached: sum.reached,
        share: Interval {
            value: sum.share.value,
            low: Some(sum.share.low),
            high: Some(sum.share.high),
        },
        games: reached(sum.median),
        has_interval: sum.interval.is_some(),
        low: sum.interval.and_then(|(low, _)| reached(low)),
        high: sum.interval.and_then(|(_, high)| reached(high)),
    })
}

/// The most games of training from one test to the next, in the mean over a run.
fn widest_spacing(field: &Field) -> f64 {
    let runs = field.arms.iter().flat_map(|arm| &arm.runs);
    let spacings = runs.map(|run| {
        let points = field.column.points(&run.curve).into_iter();
        let points: Vec<_> = points.map(|(_, games, value)| (games, value)).collect();
        games_a_test(&points)
    });
    spacings.fold(0.0, f64::max)
}

/// Games of training from one point to the next, in the mean.
fn games_a_test(points: &[(u64, f64)]) -> f64 {
    match points.last() {
        Some(&(games, _)) => games as f64 / points.len() as f64,
        None => 0.0,
    }
}

/// How many tests so far apart are as many games as there are between two of the
/// run that is tested least. It is a whole number, so a little more or less
/// means nothing.
fn window(games_a_test: f64, widest: f64) -> usize {
    match games_a_test > 0.0 {
        true => (widest / games_a_test).round().max(1.0) as usize,
        false => 1,
    }
}

fn profile(arm: &Arm, opponents: &[String]) -> Result<Vec<ProfilePoint>> {
    let thresholds: Vec<f64> = (0..=20).map(|step| f64::from(step) / 20.0).collect();
    let shares = final_scores(arm, opponents)?.profile(&thresholds, RESAMPLING, &mut draws());
    let points = thresholds.into_iter().zip(shares).map(|(above, share)| {
        let share = share.into();
        ProfilePoint { above, share }
    });
    Ok(points.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_as_many_games_for_all() {
        // Tested every 300 games and every 3,000.
        assert_eq!(window(300.0, 3_000.0), 10);
        assert_eq!(window(3_000.0, 3_000.0), 1);
        // A little less is the same.
        assert_eq!(window(2_900.0, 3_000.0), 1);
        assert_eq!(window(0.0, 0.0), 1);
        assert_eq!(games_a_test(&[(100, 0.5), (200, 0.5), (300, 0.5)]), 100.0);
        assert_eq!(games_a_test(&[]), 0.0);
    }
}
