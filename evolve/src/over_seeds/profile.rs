//! The performance profile: how many runs come how far.

use super::bootstrap::{Resample, percentiles};
use super::{FEWEST_FOR_INTERVAL, OverSeeds, RESAMPLES, Resampling, Scores};
use crate::Stream;

impl Scores {
    /// The share of all scores, those of all tasks together, that lie above each
    /// of `thresholds`, with a bootstrap interval at each: the score distribution
    /// of Agarwal et al. (2021).
    ///
    /// The intervals hold point by point, not for the whole line at once. Where
    /// all scores or none lie above, they have no width, and near there they are
    /// too short.
    pub fn profile(
        &self,
        thresholds: &[f64],
        resampling: Resampling,
        stream: &mut Stream,
    ) -> Vec<OverSeeds> {
        let ranked = self.ranked();
        // The first score above each threshold.
        let first = |&threshold: &f64| ranked.partition_point(|(value, _)| *value <= threshold);
        let places: Vec<usize> = thresholds.iter().map(first).collect();
        let shares = |counts: &[usize]| {
            let mut above = vec![0; ranked.len() + 1];
            for (place, (_, cell)) in ranked.iter().enumerate().rev() {
                above[place] = above[place + 1] + counts[*cell];
            }
            let share = |&place: &usize| above[place] as f64 / ranked.len() as f64;
            places.iter().map(share).collect::<Vec<f64>>()
        };
        let mut resample = Resample::of(self, resampling);
        let values = shares(&resample.counts);
        let mut drawn = vec![Vec::new(); thresholds.len()];
        if self.runs() >= FEWEST_FOR_INTERVAL {
            for _ in 0..RESAMPLES {
                resample.draw(stream);
                for (values, share) in drawn.iter_mut().zip(shares(&resample.counts)) {
                    values.push(share);
                }
            }
        }
        let points = values.into_iter().zip(drawn);
        points
            .map(|(value, drawn)| OverSeeds {
                value,
                interval: (!drawn.is_empty()).then(|| percentiles(drawn)),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn profile(rows: &[f64], thresholds: &[f64]) -> Vec<OverSeeds> {
        let rows = rows.iter().map(|&value| vec![value, value + 1.0]).collect();
        let mut stream = Stream::new(7, Purpose::Bootstrap, &[]);
        Scores::new(rows)
            .unwrap()
            .profile(thresholds, Resampling::WholeRuns, &mut stream)
    }

    // Scores 0 1, 1 2, 2 3: above 1 lie three of six.
    #[test]
    fn shares_by_hand() {
        let points = profile(&[0.0, 1.0, 2.0], &[-1.0, 0.0, 1.0, 2.5, 3.0]);
        let values: Vec<f64> = points.iter().map(|point| point.value).collect();
        assert_eq!(values, [1.0, 5.0 / 6.0, 0.5, 1.0 / 6.0, 0.0]);
        assert!(points.iter().all(|point| point.interval.is_none()));
    }

    #[test]
    fn bands_hold_the_line_and_close_at_its_ends() {
        let points = profile(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], &[-1.0, 2.5, 6.0]);
        let intervals: Vec<(f64, f64)> = points.iter().filter_map(|p| p.interval).collect();
        assert_eq!(intervals[0], (1.0, 1.0));
        assert_eq!(intervals[2], (0.0, 0.0));
        let (low, high) = intervals[1];
        assert!(0.0 < low && low < points[1].value && points[1].value < high && high < 1.0);
    }
}
