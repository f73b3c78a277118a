//! For the operators' tests: whether draws follow a distribution.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Checks counts against `shares` of their sum by a χ² test at the level 0.001;
/// where the share is 0, the count must be.
pub(super) fn assert_fits(counts: &[u32], shares: &[f64]) {
    assert_eq!(counts.len(), shares.len());
    let sum = f64::from(counts.iter().sum::<u32>());
    let (mut statistic, mut cells) = (0.0, 0);
    for (&count, share) in counts.iter().zip(shares) {
        if *share == 0.0 {
            assert_eq!(count, 0, "{counts:?}");
        } else {
            statistic += (f64::from(count) - share * sum).powi(2) / (share * sum);
            cells += 1;
        }
    }
    if cells > 1 {
        let freedom = f64::from(cells - 1);
        let bound = ChiSquared::new(freedom).unwrap().inverse_cdf(0.999);
        assert!(statistic < bound, "{counts:?}: {statistic} > {bound}");
    }
}

/// Checks draws against a distribution function by a Kolmogorov–Smirnov test at
/// the level 0.001.
pub(super) fn assert_follows(draws: &[f64], distribution: impl Fn(f64) -> f64) {
    let n = draws.len() as f64;
    let mut draws = draws.to_vec();
    draws.sort_by(f64::total_cmp);
    // The empirical distribution function jumps at each draw, so its distance
    // is greatest right before or right after one.
    let distance = draws
        .iter()
        .enumerate()
        .map(|(rank, &draw)| {
            let share = distribution(draw);
            let (before, after) = (rank as f64 / n, (rank + 1) as f64 / n);
            (share - before).max(after - share)
        })
        .fold(0.0, f64::max);
    let bound = (-(0.001_f64 / 2.0).ln() / 2.0).sqrt() / n.sqrt();
    assert!(distance < bound, "distance {distance} > {bound}");
}

#[test]
#[should_panic(expected = "distance")]
fn a_wrong_distribution_is_found_out() {
    let draws: Vec<f64> = (0..20_000).map(|i| f64::from(i) / 20_000.0).collect();
    assert_follows(&draws, |draw| draw);
    assert_follows(&draws, |draw| draw.powf(1.05));
}
