//! Scores with intervals, from pairs of games on one opening.

use crate::Tally;

/// Half the width, in standard deviations, of a normal 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The result of a match: pairs of games, each on one opening from both
/// sides. The pair is the unit of statistics, as its games are not
/// independent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    tally: Tally,
    /// Pairs by what they brought: 0, ½, 1, 1½ or 2 points.
    pairs: [u32; 5],
}

impl MatchScore {
    /// Counts both games of an opening.
    pub fn count_pair(&mut self, games: Tally) {
        debug_assert_eq!(games.games(), 2);
        self.tally.add(games);
        self.pairs[(2 * games.wins + games.draws) as usize] += 1;
    }

    /// Wins, draws and losses of single games.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Number of pairs by points: 0, ½, 1, 1½, 2.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// The share of points in 0..1 with its interval; `None` without games.
    ///
    /// The interval is Wilson's for a proportion, with the number of pairs
    /// divided by the design effect: the variance of a pair's score over that
    /// of a coin of the same mean. So it never leaves 0..1 and has a width
    /// also where all pairs are alike. To estimate the variance, a pair won and
    /// a pair lost are added, without which all-equal pairs would promise
    /// certainty. About 95 % of such intervals hold the true score; fewer, down
    /// to 90 %, where nearly all of some dozen pairs are alike.
    pub fn score(&self) -> Option<Estimate> {
        let pairs: u32 = self.pairs.iter().sum();
        if pairs == 0 {
            return None;
        }
        let value = self.tally.score();
        let (mean, variance) = self.moments(1.0);
        let effective = f64::from(pairs) * mean * (1.0 - mean) / variance;
        Some(wilson(value, effective))
    }

    /// Mean and variance of a pair's share of points, with `added` pairs won
    /// and as many lost added: so the variance is never 0.
    pub(crate) fn moments(&self, added: f64) -> (f64, f64) {
        let counts = self.pairs.map(f64::from);
        let weights = [
            counts[0] + added,
            counts[1],
            counts[2],
            counts[3],
            counts[4] + added,
        ];
        let mut n = 0.0;
        for weight in weights {
            n += weight;
        }
        let share = |index: usize| index as f64 / 4.0;
        let mut mean = 0.0;
        for (index, weight) in weights.into_iter().enumerate() {
            mean += weight * share(index) / n;
        }
        let mut variance = 0.0;
        for (index, weight) in weights.into_iter().enumerate() {
            let off = share(index) - mean;
            variance += weight * off * off / n;
        }
        (mean, variance)
    }

    /// The Elo difference that the score stands for, with its interval; ends
    /// are infinite where the score is 0 or 1. `None` without games.
    pub fn elo(&self) -> Option<Estimate> {
        self.score().map(|score| Estimate {
            value: elo(score.value),
            low: elo(score.low),
            high: elo(score.high),
        })
    }
}

/// A proportion of so many with Wilson's 95 % interval.
pub(crate) fn wilson(value: f64, of: f64) -> Estimate {
    if of == 0.0 {
        let (low, high) = (0.0, 1.0);
        return Estimate { value, low, high };
    }
    let z2 = Z * Z / of;
    let centre = (value + z2 / 2.0) / (1.0 + z2);
    let half = (Z / (1.0 + z2)) * (value * (1.0 - value) / of + z2 / (4.0 * of)).sqrt();
    Estimate {
        value,
        low: (centre - half).clamp(0.0, value),
        high: (centre + half).clamp(value, 1.0),
    }
}

/// The Elo difference at which the stronger player scores `score`: 0 at ½,
/// infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * libm::log10(score / (1.0 - score))
}

/// The score that an Elo difference stands for, the inverse of [`elo`].
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// Mean, median, least and greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The greatest.
    pub best: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The middle one, or the mean of the middle two.
    pub median: f64,
    /// The least.
    pub worst: f64,
}

impl Summary {
    /// Sums in index order.
    ///
    /// # Panics
    /// Without numbers.
    pub fn of(numbers: &[f64]) -> Summary {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        Summary {
            best: sorted[n - 1],
            mean: numbers.iter().sum::<f64>() / n as f64,
            median: (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
            worst: sorted[0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Purpose, Stream};

    fn of_pairs(pairs: [u32; 5]) -> MatchScore {
        let games = [(0, 0, 2), (0, 1, 1), (1, 0, 1), (1, 1, 0), (2, 0, 0)];
        let mut score = MatchScore::default();
        for (count, (wins, draws, losses)) in pairs.into_iter().zip(games) {
            for _ in 0..count {
                score.count_pair(Tally {
                    wins,
                    draws,
                    losses,
                });
            }
        }
        score
    }

    // pitfall 25
    #[test]
    fn extremes_have_defined_output() {
        assert_eq!(MatchScore::default().score(), None);
        assert_eq!(MatchScore::default().elo(), None);
        let all_wins = of_pairs([0, 0, 0, 0, 50]).score().unwrap();
        assert_eq!((all_wins.value, all_wins.high), (1.0, 1.0));
        assert!(all_wins.low > 0.9 && all_wins.low < 1.0, "{all_wins:?}");
        let all_lost = of_pairs([50, 0, 0, 0, 0]).score().unwrap();
        assert_eq!((all_lost.value, all_lost.low), (0.0, 0.0));
        assert!((all_lost.high - (1.0 - all_wins.low)).abs() < 1e-12);
        let even = of_pairs([0, 0, 50, 0, 0]).score().unwrap();
        assert_eq!(even.value, 0.5);
        assert!(
            even.low > 0.45 && even.low < 0.5 && even.high < 0.55,
            "{even:?}"
        );
        let elo = of_pairs([0, 0, 0, 0, 5]).elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!(elo.low.is_finite());
    }

    // pitfall 24
    #[test]
    fn swapping_the_players_mirrors_the_score() {
        let score = of_pairs([3, 5, 7, 11, 13]).score().unwrap();
        let mirrored = of_pairs([13, 11, 7, 5, 3]).score().unwrap();
        assert!((score.value + mirrored.value - 1.0).abs() < 1e-12);
        assert!((score.low + mirrored.high - 1.0).abs() < 1e-12);
        assert!((elo(0.75) + elo(0.25)).abs() < 1e-9);
        assert!((elo(0.75) - 190.848).abs() < 0.001);
    }

    // pitfall 25
    #[test]
    fn pair_counts_agree_with_wins_draws_and_losses() {
        let score = of_pairs([1, 2, 3, 4, 5]);
        assert_eq!(
            score.tally(),
            Tally {
                wins: 17,
                draws: 6,
                losses: 7
            }
        );
        let points: f64 = (0..5)
            .map(|i| f64::from(score.pairs()[i]) * i as f64 / 2.0)
            .sum();
        assert!((score.tally().score() - points / 30.0).abs() < 1e-12);
    }

    // pitfall 25: of 95 % intervals about 95 % hold the true score.
    #[test]
    fn intervals_cover_the_true_score() {
        let worlds = [
            [0.1, 0.1, 0.2, 0.2, 0.4],
            [0.0, 0.05, 0.5, 0.25, 0.2],
            [0.02, 0.0, 0.08, 0.0, 0.9],
            [0.2, 0.2, 0.2, 0.2, 0.2],
            [0.5, 0.0, 0.0, 0.0, 0.5],
        ];
        let sparse_worlds = [
            [0.0, 0.0, 0.96, 0.0, 0.04],
            [0.02, 0.0, 0.0, 0.0, 0.98],
            [0.0, 0.0, 0.01, 0.0, 0.99],
        ];
        for (worlds, range) in [(&worlds[..], 0.93..=0.985), (&sparse_worlds, 0.9..=1.0)] {
            for world in worlds {
                for n in [25, 50, 500] {
                    let coverage = coverage(world, n);
                    assert!(range.contains(&coverage), "{world:?} {n} {coverage}");
                }
            }
        }
    }

    /// The share of intervals over `n` pairs that hold the true score, where
    /// pairs bring 0 to 2 points with the probabilities `world`.
    fn coverage(world: &[f64; 5], n: u32) -> f64 {
        let mut stream = Stream::new(n.into(), Purpose::Bootstrap, &[]);
        let truth: f64 = (0..5).map(|i| world[i] * i as f64 / 4.0).sum();
        let trials = 10_000;
        let mut covered = 0;
        for _ in 0..trials {
            let mut pairs = [0; 5];
            for _ in 0..n {
                let mut draw = stream.unit();
                let kind = world.iter().position(|p| {
                    draw -= p;
                    draw < 0.0
                });
                pairs[kind.unwrap_or(4)] += 1;
            }
            let score = of_pairs(pairs).score().unwrap();
            covered += u32::from(score.low <= truth && truth <= score.high);
        }
        f64::from(covered) / f64::from(trials)
    }

    #[test]
    fn summary_by_hand() {
        let summary = Summary::of(&[3.0, 1.0, 2.0, 10.0]);
        assert_eq!(
            (summary.best, summary.mean, summary.median, summary.worst),
            (10.0, 4.0, 2.5, 1.0)
        );
    }
}
