//! The percentile bootstrap: what another draw of the seeds would have brought.

use super::{FEWEST_FOR_INTERVAL, RESAMPLES, Scores};
use crate::Stream;

/// What a resample draws anew.
///
/// For one task both are the same, to the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resampling {
    /// Whole runs, each with its scores on all tasks. Right where a run is
    /// measured on all tasks, as a champion against several opponents: a strong
    /// one is strong against all, and what is drawn anew is the seed.
    WholeRuns,
    /// Runs within each task, one task independent of the other: the stratified
    /// bootstrap of Agarwal et al. (2021) and rliable. Right where each task has
    /// runs of its own, as games that are learnt one by one. Where a run is
    /// measured on all tasks, its intervals are too short.
    WithinTasks,
}

/// A resample as how often it has each cell of the scores; a cell stands at
/// task · runs + run. Counting instead of copying keeps it sorted for free.
pub(super) struct Resample {
    runs: usize,
    resampling: Resampling,
    pub(super) counts: Vec<usize>,
}

impl Resample {
    pub(super) fn of(scores: &Scores, resampling: Resampling) -> Resample {
        Resample {
            runs: scores.runs(),
            resampling,
            // The sample as it is: each cell once.
            counts: vec![1; scores.runs() * scores.tasks()],
        }
    }

    /// Draws as many runs as there are, with replacement.
    pub(super) fn draw(&mut self, stream: &mut Stream) {
        self.counts.fill(0);
        match self.resampling {
            Resampling::WholeRuns => {
                let (first, others) = self.counts.split_at_mut(self.runs);
                count_draws(first, stream);
                for task in others.chunks_exact_mut(self.runs) {
                    task.copy_from_slice(first);
                }
            }
            Resampling::WithinTasks => {
                for task in self.counts.chunks_exact_mut(self.runs) {
                    count_draws(task, stream);
                }
            }
        }
    }
}

fn count_draws(counts: &mut [usize], stream: &mut Stream) {
    for _ in 0..counts.len() {
        counts[stream.below(counts.len())] += 1;
    }
}

/// The 95 % percentile interval of a statistic of [`RESAMPLES`] resamples, each
/// of which `next` draws; `None` with fewer than [`FEWEST_FOR_INTERVAL`] runs.
pub(super) fn interval(runs: usize, next: impl FnMut() -> f64) -> Option<(f64, f64)> {
    if runs < FEWEST_FOR_INTERVAL {
        return None;
    }
    Some(percentiles(
        std::iter::repeat_with(next).take(RESAMPLES).collect(),
    ))
}

/// The ends of the middle 95 % of some values, of which there is at least one.
pub(super) fn percentiles(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (quantile(&values, 0.025), quantile(&values, 0.975))
}

/// The `q`-quantile of a sorted, non-empty slice, linear between neighbours as in numpy.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let place = q * (sorted.len() - 1) as f64;
    let below = place as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn stream() -> Stream {
        Stream::new(7, Purpose::Bootstrap, &[])
    }

    #[test]
    fn a_resample_is_as_large_as_the_sample() {
        let rows = (0..6).map(|run| vec![f64::from(run); 3]).collect();
        let scores = Scores::new(rows).unwrap();
        let mut stream = stream();
        for resampling in [Resampling::WholeRuns, Resampling::WithinTasks] {
            let mut resample = Resample::of(&scores, resampling);
            let mut differ = 0;
            for _ in 0..20 {
                resample.draw(&mut stream);
                let tasks: Vec<&[usize]> = resample.counts.chunks(6).collect();
                assert!(tasks.iter().all(|task| task.iter().sum::<usize>() == 6));
                differ += u32::from(tasks[0] != tasks[1] || tasks[1] != tasks[2]);
            }
            assert_eq!(differ > 0, resampling == Resampling::WithinTasks);
        }
    }

    #[test]
    fn for_one_task_both_ways_are_the_same() {
        let rows = [0.3, 0.1, 0.9, 0.4, 0.5].map(|score| vec![score]);
        let scores = Scores::new(rows.into()).unwrap();
        let [a, b] = [Resampling::WholeRuns, Resampling::WithinTasks]
            .map(|resampling| scores.interquartile_mean(resampling, &mut stream()));
        assert_eq!(a, b);
    }

    #[test]
    fn quantile_is_linear_between_neighbours() {
        assert_eq!(quantile(&[0.0, 10.0, 20.0], 0.25), 5.0);
        assert_eq!(quantile(&[0.0, 10.0, 20.0], 1.0), 20.0);
        assert_eq!(quantile(&[4.0], 0.975), 4.0);
    }
}
