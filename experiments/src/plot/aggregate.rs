//! Several seeds as one number: the interquartile mean and its bootstrap band.
//!
//! Follows Agarwal et al. (2021), "Deep Reinforcement Learning at the Edge of the
//! Statistical Precipice", and its library rliable. Only + − × ÷ and comparisons are used,
//! so the results are the same on every platform.

use warri_evolve::Stream;

/// Fewest values with a band: the bootstrap of fewer covers the truth far less
/// often than it says (three: about 75 %, five: 90 %, ten: 94 %).
pub(super) const FEWEST_FOR_BAND: usize = 5;

/// How many bootstrap resamples [`bootstrap_band`] draws.
pub(super) const RESAMPLES: usize = 2_000;

/// The mean of the middle half of `values`; `None` if there are none.
///
/// As `scipy.stats.trim_mean(values, 0.25)`: ⌊n/4⌋ values are cut from each end. Fewer than
/// four values leave nothing to cut, so theirs is the plain mean.
pub(crate) fn interquartile_mean(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let cut = sorted.len() / 4;
    mean(&sorted[cut..sorted.len() - cut])
}

/// The 95 % percentile bootstrap interval, `(low, high)`, of the interquartile mean.
///
/// Each of [`RESAMPLES`] resamples draws as many values as there are, with replacement. One
/// value alone gives an interval of no width; no value gives `None`.
pub(super) fn bootstrap_band(values: &[f64], stream: &mut Stream) -> Option<(f64, f64)> {
    if values.len() < FEWEST_FOR_BAND {
        return None;
    }
    let sorted = sorted(values);
    let mut counts = vec![0_usize; sorted.len()];
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            counts.fill(0);
            for _ in 0..sorted.len() {
                counts[stream.below(sorted.len())] += 1;
            }
            resampled_mean(&sorted, &counts)
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Some((quantile(&means, 0.025), quantile(&means, 0.975)))
}

/// The interquartile mean of the resample that holds `sorted[i]` `counts[i]` times.
///
/// Counting instead of copying keeps the resample sorted for free.
fn resampled_mean(sorted: &[f64], counts: &[usize]) -> f64 {
    let cut = sorted.len() / 4;
    let kept = cut..sorted.len() - cut;
    let (mut rank, mut sum) = (0, 0.0);
    for (value, count) in sorted.iter().zip(counts) {
        let from = rank.max(kept.start);
        rank += count;
        let inside = rank.min(kept.end).saturating_sub(from);
        sum += value * inside as f64;
    }
    sum / kept.len() as f64
}

/// The `q`-quantile of a sorted, non-empty slice, linear between neighbours as in numpy.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let place = q * (sorted.len() - 1) as f64;
    let below = place as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warri_evolve::Purpose;

    fn stream() -> Stream {
        Stream::new(7, Purpose::Bootstrap, &[])
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
        let sorted = [1.0, 2.0, 4.0, 8.0, 16.0];
        let written = [1.0, 1.0, 4.0, 16.0, 16.0];
        assert_eq!(
            Some(resampled_mean(&sorted, &[2, 0, 1, 0, 2])),
            interquartile_mean(&written)
        );
        assert_eq!(resampled_mean(&sorted, &[0, 0, 0, 5, 0]), 8.0);
    }

    #[test]
    fn quantile_is_linear_between_neighbours() {
        assert_eq!(quantile(&[0.0, 10.0, 20.0], 0.25), 5.0);
        assert_eq!(quantile(&[0.0, 10.0, 20.0], 1.0), 20.0);
        assert_eq!(quantile(&[4.0], 0.975), 4.0);
    }

    #[test]
    fn band_is_deterministic_and_holds_the_mean() {
        let values = [0.1, 0.5, 0.4, 0.6, 0.55, 0.45, 0.7];
        let band = bootstrap_band(&values, &mut stream());
        assert_eq!(band, bootstrap_band(&values, &mut stream()));
        let (low, high) = band.expect("seven values");
        let middle = interquartile_mean(&values).expect("seven values");
        assert!(0.1 < low && low < middle && middle < high && high < 0.7);
    }

    #[test]
    fn few_values_have_no_band() {
        for values in [&[][..], &[0.5], &[0.1, 0.2, 0.3, 0.4]] {
            assert_eq!(bootstrap_band(values, &mut stream()), None);
        }
    }
}
