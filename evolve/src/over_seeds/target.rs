//! How many games of training it takes to come so far.

use crate::Estimate;
use crate::statistics::wilson;

/// The games at the first point of a learning curve, `(games, score)` by rising
/// games, whose score is at least `target`; `None` if there is no such point.
///
/// Nothing is smoothed or read between the points: a score that only touches
/// the target, be it by luck in its test, counts. So more test games make it
/// mean more, and a run that is measured more often has more chances; see
/// [`trailing_means`].
///
/// ```
/// use warri_evolve::over_seeds::games_to_target;
///
/// let curve = [(100, 0.5), (200, 0.75), (300, 0.7)];
/// assert_eq!(games_to_target(curve, 0.7), Some(200));
/// assert_eq!(games_to_target(curve, 0.8), None);
/// ```
pub fn games_to_target(curve: impl IntoIterator<Item = (u64, f64)>, target: f64) -> Option<u64> {
    let mut points = curve.into_iter();
    points
        .find(|(_, score)| *score >= target)
        .map(|(games, _)| games)
}

/// A learning curve, `(games, score)` by rising games, in which each score is the
/// mean of the last `tests` ones, from the first that has so many.
///
/// Of two runs of which one is tested ten times as often, the means of ten of
/// its tests and the single tests of the other span as many games each, so that
/// chance brings neither to a target by the number of its tests.
///
/// # Panics
/// If `tests` is 0.
///
/// ```
/// use warri_evolve::over_seeds::trailing_means;
///
/// let curve = [(100, 0.25), (200, 0.75), (300, 0.5)];
/// assert_eq!(trailing_means(&curve, 1), curve);
/// assert_eq!(trailing_means(&curve, 2), [(200, 0.5), (300, 0.625)]);
/// assert!(trailing_means(&curve, 4).is_empty());
/// ```
pub fn trailing_means(curve: &[(u64, f64)], tests: usize) -> Vec<(u64, f64)> {
    let mean = |window: &[(u64, f64)]| {
        let sum: f64 = window.iter().map(|(_, score)| score).sum();
        (window[tests - 1].0, sum / tests as f64)
    };
    curve.windows(tests).map(mean).collect()
}

/// Games to a target over several runs, of which some may not have reached it.
///
/// Of a run that ended without reaching it, only that it takes more games than
/// it had is known. It counts as one that never would: so the median is not
/// made better by leaving out the runs that failed, and it is infinite where
/// half of the runs or more did not reach the target. That is exact as long as
/// the runs had equally many games, and those that the median is about fewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToTarget {
    /// All runs.
    pub runs: usize,
    /// Those that reached the target.
    pub reached: usize,
    /// Their share, 0 to 1, with Wilson's 95 % interval.
    pub share: Estimate,
    /// The median over all runs, in games; infinite if not reached.
    pub median: f64,
    /// The ends of its 95 % interval, `(low, high)`, in games, infinite where
    /// not reached; `None` with fewer than six runs.
    ///
    /// It lies between two order statistics, after the sign test (Thompson 1936,
    /// "On confidence ranges for the median", Ann. Math. Statist. 7). So it
    /// assumes nothing about how the games are distributed, takes runs that did
    /// not reach the target as they are, and holds the true median in at least
    /// 95 % of cases. Of five runs even the least and the most hold it in only
    /// 93.75 %.
    pub interval: Option<(f64, f64)>,
}

impl ToTarget {
    /// Sums up what [`games_to_target`] says of each run; `None` without runs.
    pub fn of(games: &[Option<u64>]) -> Option<ToTarget> {
        let runs = games.len();
        let reached = games.iter().flatten().count();
        let number = |games: &Option<u64>| games.map_or(f64::INFINITY, |games| games as f64);
        let mut sorted: Vec<f64> = games.iter().map(number).collect();
        sorted.sort_by(f64::total_cmp);
        let median = (sorted.get(runs.checked_sub(1)? / 2)? + sorted.get(runs / 2)?) / 2.0;
        Some(ToTarget {
            runs,
            reached,
            share: wilson(reached as f64 / runs as f64, runs as f64),
            median,
            interval: cut(runs).map(|cut| (sorted[cut], sorted[runs - 1 - cut])),
        })
    }
}

/// The most numbers that can be cut from each end of `n` sorted draws so that
/// the rest hold the median with 95 % at least; `None` if not even all do.
fn cut(n: usize) -> Option<usize> {
    let ln_factorial = |k: usize| libm::lgamma(k as f64 + 1.0);
    // The probability that exactly k of n draws lie below the median.
    let probability = |k: usize| {
        let ln_ways = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
        libm::exp(ln_ways - n as f64 * std::f64::consts::LN_2)
    };
    let (mut below, mut cut) = (0.0, None);
    for k in 0..n / 2 {
        below += probability(k);
        if below > 0.025 {
            break;
        }
        cut = Some(k);
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_point_at_or_above_the_target_counts() {
        let curve = [(0, 0.2), (10, 0.5), (20, 0.4), (30, 0.9)];
        assert_eq!(games_to_target(curve, 0.5), Some(10));
        assert_eq!(games_to_target(curve, 0.1), Some(0));
        assert_eq!(games_to_target(curve, 0.51), Some(30));
        assert_eq!(games_to_target(curve, 0.95), None);
        assert_eq!(games_to_target([], 0.0), None);
    }

    #[test]
    fn runs_that_did_not_reach_it_count_as_never() {
        assert_eq!(ToTarget::of(&[]), None);
        let of = |games: &[Option<u64>]| ToTarget::of(games).unwrap();
        let five = of(&[Some(10), None, Some(30), Some(20), None]);
        assert_eq!((five.runs, five.reached), (5, 3));
        assert_eq!((five.median, five.share.value), (30.0, 0.6));
        assert_eq!(five.interval, None);
        // The middle two of four are 20 and never.
        assert_eq!(of(&[Some(10), Some(20), None, None]).median, f64::INFINITY);
        assert_eq!(of(&[Some(10), Some(20), Some(40), None]).median, 30.0);
        assert_eq!(of(&[None]).median, f64::INFINITY);
        let six = of(&[Some(1), Some(2), Some(3), Some(4), Some(5), None]);
        assert_eq!(six.interval, Some((1.0, f64::INFINITY)));
        assert_eq!(six.median, 3.5);
    }

    // Tables of the sign test at 5 %, two-sided, have these least counts plus one.
    #[test]
    fn intervals_of_the_median_are_those_of_the_sign_test() {
        assert_eq!([1, 5].map(cut), [None, None]);
        let expected = [
            (6, 0),
            (8, 0),
            (9, 1),
            (10, 1),
            (12, 2),
            (15, 3),
            (20, 5),
            (25, 7),
        ];
        for (n, places) in expected {
            assert_eq!(cut(n), Some(places), "{n}");
        }
        assert_eq!(cut(2000), Some(955));
    }
}
