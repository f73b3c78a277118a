//! The interquartile mean and the median.

use super::bootstrap::{Resample, interval};
use super::{OverSeeds, Resampling, Scores};
use crate::Stream;

/// A number about a resample: of the ranked scores and how often it has each cell.
type Statistic = fn(&[(f64, usize)], &[usize]) -> f64;

/// The mean of the middle half of `values`; `None` if there are none.
///
/// As `scipy.stats.trim_mean(values, 0.25)`: ⌊n/4⌋ values are cut from each end. Fewer than
/// four values leave nothing to cut, so theirs is the plain mean.
///
/// ```
/// use warri_evolve::over_seeds::interquartile_mean;
///
/// assert_eq!(interquartile_mean(&[100.0, 2.0, 4.0, -50.0]), Some(3.0));
/// ```
pub fn interquartile_mean(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let cut = sorted.len() / 4;
    let kept = &sorted[cut..sorted.len() - cut];
    (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
}

/// The 95 % percentile bootstrap interval, `(low, high)`, of the interquartile mean of
/// finite `values`, one a run.
///
/// `None` with fewer than [`FEWEST_FOR_INTERVAL`](super::FEWEST_FOR_INTERVAL) values, and
/// where one is not finite.
pub fn interquartile_mean_band(values: &[f64], stream: &mut Stream) -> Option<(f64, f64)> {
    let rows = values.iter().map(|&value| vec![value]).collect();
    let scores = Scores::new(rows).ok()?;
    let mean = scores.interquartile_mean(Resampling::WholeRuns, stream);
    mean.interval
}

impl Scores {
    /// The mean of the middle half of all scores, those of all tasks together
    /// (Agarwal et al. 2021), with its bootstrap interval.
    ///
    /// It stands for the typical run, and is not moved by one that got lucky or
    /// went astray. Tasks on which all runs score highest or lowest are cut
    /// first, so it is mostly about those in between.
    pub fn interquartile_mean(&self, resampling: Resampling, stream: &mut Stream) -> OverSeeds {
        self.estimate(resampling, stream, trimmed_mean)
    }

    /// The middle one of all scores, or the mean of the middle two, those of all
    /// tasks together, with its bootstrap interval.
    pub fn median(&self, resampling: Resampling, stream: &mut Stream) -> OverSeeds {
        self.estimate(resampling, stream, middle)
    }

    fn estimate(
        &self,
        resampling: Resampling,
        stream: &mut Stream,
        statistic: Statistic,
    ) -> OverSeeds {
        let ranked = self.ranked();
        let mut resample = Resample::of(self, resampling);
        let value = statistic(&ranked, &resample.counts);
        let next = || {
            resample.draw(stream);
            statistic(&ranked, &resample.counts)
        };
        OverSeeds {
            value,
            interval: interval(self.runs(), next),
        }
    }
}

/// The interquartile mean of the resample that has the cells `counts` times.
fn trimmed_mean(ranked: &[(f64, usize)], counts: &[usize]) -> f64 {
    let cut = ranked.len() / 4;
    let kept = cut..ranked.len() - cut;
    let (mut rank, mut sum) = (0, 0.0);
    for &(value, cell) in ranked {
        let from = rank.max(kept.start);
        rank += counts[cell];
        let inside = rank.min(kept.end).saturating_sub(from);
        sum += value * inside as f64;
    }
    sum / kept.len() as f64
}

/// The median of the resample that has the cells `counts` times.
fn middle(ranked: &[(f64, usize)], counts: &[usize]) -> f64 {
    let n = ranked.len();
    let at = |place: usize| {
        let mut rank = 0;
        let found = ranked.iter().find(|(_, cell)| {
            rank += counts[*cell];
            rank > place
        });
        found.map_or(f64::NAN, |(value, _)| *value)
    };
    (at((n - 1) / 2) + at(n / 2)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn stream() -> Stream {
        Stream::new(7, Purpose::Bootstrap, &[])
    }

    fn scores(rows: &[&[f64]]) -> Scores {
        Scores::new(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
    }

    #[test]
    fn interquartile_mean_by_hand() {
        assert_eq!(interquartile_mean(&[]), None);
        assert_eq!(interquartile_mean(&[3.0]), Some(3.0));
        assert_eq!(interquartile_mean(&[9.0, 0.0, 3.0]), Some(4.0));
        assert_eq!(interquartile_mean(&[100.0, 2.0, 4.0, -50.0]), Some(3.0));
        // Five values: one cut from each end, (2 + 3 + 4) / 3.
        assert_eq!(interquartile_mean(&[9.0, 2.0, 3.0, 4.0, 1.0]), Some(3.0));
        // Eight values: two cut from each end, (3 + 4 + 5 + 7) / 4.
        let eight = [1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 8.0, 99.0];
        assert_eq!(interquartile_mean(&eight), Some(4.75));
    }

    #[test]
    fn counted_resample_equals_the_written_out_one() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0].map(|value| vec![value]);
        let ranked = Scores::new(values.into()).unwrap().ranked();
        let written = [1.0, 1.0, 4.0, 16.0, 16.0];
        assert_eq!(
            Some(trimmed_mean(&ranked, &[2, 0, 1, 0, 2])),
            interquartile_mean(&written)
        );
        assert_eq!(middle(&ranked, &[2, 0, 1, 0, 2]), 4.0);
        assert_eq!(trimmed_mean(&ranked, &[0, 0, 0, 5, 0]), 8.0);
        assert_eq!(middle(&ranked, &[0, 0, 0, 5, 0]), 8.0);
    }

    // Three runs on two tasks: of 0 1 2 5 6 10 one is cut from each end.
    #[test]
    fn all_tasks_together_by_hand() {
        let scores = scores(&[&[0.0, 10.0], &[1.0, 5.0], &[2.0, 6.0]]);
        for resampling in [Resampling::WholeRuns, Resampling::WithinTasks] {
            let mean = scores.interquartile_mean(resampling, &mut stream());
            assert_eq!((mean.value, mean.interval), (3.5, None));
            assert_eq!(scores.median(resampling, &mut stream()).value, 3.5);
        }
    }

    #[test]
    fn band_is_deterministic_and_holds_the_mean() {
        let values = [0.1, 0.5, 0.4, 0.6, 0.55, 0.45, 0.7];
        let band = interquartile_mean_band(&values, &mut stream());
        assert_eq!(band, interquartile_mean_band(&values, &mut stream()));
        let (low, high) = band.expect("seven values");
        let middle = interquartile_mean(&values).expect("seven values");
        assert!(0.1 < low && low < middle && middle < high && high < 0.7);
    }

    #[test]
    fn few_values_have_no_band() {
        for values in [&[][..], &[0.5], &[0.1, 0.2, 0.3, 0.4]] {
            assert_eq!(interquartile_mean_band(values, &mut stream()), None);
        }
    }
}
