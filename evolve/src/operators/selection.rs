//! Selection: who becomes a parent.

use serde::{Deserialize, Serialize};

use crate::Stream;
use crate::range::{ConfigError, require};

/// How parents are picked. Individuals are given by fitness in the order of
/// their ids; larger is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Selection {
    /// With probability proportional to fitness (Holland 1975). If the least
    /// fitness is negative it is subtracted from all; if nothing is left, all
    /// are equally likely.
    Proportional,
    /// The best of `size` drawn with replacement; of equals the lowest id.
    Tournament {
        /// Individuals drawn, 1 or more.
        size: u32,
    },
    /// With probability linear in rank (Baker 1985); equal fitness shares its
    /// ranks.
    Rank {
        /// Expected picks of the best relative to the mean, 1 to 2.
        pressure: f64,
    },
    /// Uniformly among the best.
    Truncation {
        /// Share of the population that may be picked, above 0, up to 1.
        fraction: f64,
    },
}

impl Selection {
    /// Checks every range.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        match *self {
            Selection::Proportional => Ok(()),
            Selection::Tournament { size } => {
                let holds = (1..=1000).contains(&size);
                let expected = "a whole number from 1 to 1000";
                require("selection.tournament.size", size, holds, expected)
            }
            Selection::Rank { pressure } => {
                let holds = (1.0..=2.0).contains(&pressure);
                require(
                    "selection.rank.pressure",
                    pressure,
                    holds,
                    "a number from 1 to 2",
                )
            }
            Selection::Truncation { fraction } => {
                let holds = fraction > 0.0 && fraction <= 1.0;
                let expected = "a number above 0, up to 1";
                require("selection.truncation.fraction", fraction, holds, expected)
            }
        }
    }

    /// Picks `count` individuals, as indices, independently of each other.
    ///
    /// # Panics
    /// Without individuals, or if a fitness is not finite.
    pub fn select(&self, fitness: &[f64], count: usize, stream: &mut Stream) -> Vec<usize> {
        assert!(fitness.iter().all(|fitness| fitness.is_finite()));
        let n = fitness.len();
        match *self {
            Selection::Proportional => roulette(&shifted(fitness), count, stream),
            Selection::Rank { pressure } => roulette(&by_rank(fitness, pressure), count, stream),
            Selection::Tournament { size } => {
                let mut one = || {
                    let drawn = (0..size).map(|_| stream.below(n));
                    let better = |a: usize, b: usize| {
                        let b_wins = fitness[b] > fitness[a] || (fitness[b] == fitness[a] && b < a);
                        if b_wins { b } else { a }
                    };
                    drawn.reduce(better).unwrap_or(0)
                };
                (0..count).map(|_| one()).collect()
            }
            Selection::Truncation { fraction } => {
                let keep = ((n as f64 * fraction).ceil() as usize).clamp(1, n);
                let best = best_first(fitness);
                (0..count).map(|_| best[stream.below(keep)]).collect()
            }
        }
    }
}

/// Indices by falling fitness; equals in the order of their ids.
pub(crate) fn best_first(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

fn shifted(fitness: &[f64]) -> Vec<f64> {
    let least = fitness.iter().copied().fold(0.0, f64::min);
    fitness.iter().map(|fitness| fitness - least).collect()
}

/// Weights by Baker's linear ranking; equals get the mean of their ranks.
fn by_rank(fitness: &[f64], pressure: f64) -> Vec<f64> {
    let last = (fitness.len() - 1).max(1) as f64;
    let mut sorted = fitness.to_vec();
    sorted.sort_by(f64::total_cmp);
    fitness
        .iter()
        .map(|one| {
            let worse = sorted.partition_point(|other| other < one);
            let not_better = sorted.partition_point(|other| other <= one);
            let rank = (worse + not_better - 1) as f64 / 2.0;
            2.0 - pressure + 2.0 * (pressure - 1.0) * rank / last
        })
        .collect()
}

/// Independent spins of a wheel with these slots.
fn roulette(slots: &[f64], count: usize, stream: &mut Stream) -> Vec<usize> {
    let mut sum = 0.0;
    let ends: Vec<f64> = slots
        .iter()
        .map(|slot| {
            sum += slot;
            sum
        })
        .collect();
    let mut spin = || {
        if sum == 0.0 {
            return stream.below(slots.len());
        }
        let ball = stream.unit() * sum;
        // Rounding could leave the ball on the very end of the wheel.
        ends.partition_point(|&end| end <= ball)
            .min(slots.len() - 1)
    };
    (0..count).map(|_| spin()).collect()
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;
    use crate::Purpose;

    const PICKS: usize = 60_000;

    /// Checks pick frequencies against `expected` shares by a χ² test at the
    /// level 0.001; a share of 0 must not be picked at all.
    fn assert_shares(selection: Selection, fitness: &[f64], expected: &[f64]) {
        let mut stream = Stream::new(11, Purpose::Breeding, &[]);
        let picks = selection.select(fitness, PICKS, &mut stream);
        assert_eq!(picks.len(), PICKS);
        let mut statistic = 0.0;
        let mut cells = 0;
        for (index, share) in expected.iter().enumerate() {
            let count = picks.iter().filter(|&&pick| pick == index).count() as f64;
            let wanted = share * PICKS as f64;
            if *share == 0.0 {
                assert_eq!(count, 0.0, "{selection:?} picked {index}");
            } else {
                statistic += (count - wanted).powi(2) / wanted;
                cells += 1;
            }
        }
        if cells > 1 {
            let bound = ChiSquared::new(f64::from(cells - 1))
                .unwrap()
                .inverse_cdf(0.999);
            assert!(
                statistic < bound,
                "{selection:?} {fitness:?}: {statistic} > {bound}"
            );
        }
    }

    // pitfall 18
    #[test]
    fn proportional_follows_fitness_and_survives_every_kind_of_it() {
        let wheel = Selection::Proportional;
        assert_shares(wheel, &[1.0, 2.0, 3.0, 4.0], &[0.1, 0.2, 0.3, 0.4]);
        assert_shares(wheel, &[0.0, 1.0, 1.0], &[0.0, 0.5, 0.5]);
        assert_shares(wheel, &[-1.0, 0.0, 2.0], &[0.0, 0.25, 0.75]);
        for equal in [0.0, 5.0, -5.0] {
            assert_shares(wheel, &[equal; 4], &[0.25; 4]);
        }
        assert_shares(wheel, &[0.7], &[1.0]);
    }

    // pitfall 18
    #[test]
    fn tournament_picks_the_best_of_those_drawn() {
        // The best of two of four: 1 − (3/4)², and so on.
        let two = Selection::Tournament { size: 2 };
        let shares = [1.0 / 16.0, 3.0 / 16.0, 5.0 / 16.0, 7.0 / 16.0];
        assert_shares(two, &[1.0, 2.0, 3.0, 4.0], &shares);
        assert_shares(Selection::Tournament { size: 1 }, &[1.0, 2.0], &[0.5, 0.5]);
        // Ties go to the lowest id.
        let [a, b, c, d] = shares;
        assert_shares(two, &[3.0; 4], &[d, c, b, a]);
    }

    // pitfall 18
    #[test]
    fn rank_is_linear_and_equal_fitness_has_an_equal_chance() {
        let rank = Selection::Rank { pressure: 1.5 };
        assert_shares(
            rank,
            &[10.0, -3.0, 20.0],
            &[1.0 / 3.0, 0.5 / 3.0, 1.5 / 3.0],
        );
        assert_shares(rank, &[0.0; 5], &[0.2; 5]);
        assert_shares(rank, &[1.0, 2.0, 2.0], &[0.5 / 3.0, 1.25 / 3.0, 1.25 / 3.0]);
        assert_shares(Selection::Rank { pressure: 2.0 }, &[1.0, 2.0], &[0.0, 1.0]);
        assert_shares(rank, &[4.0], &[1.0]);
    }

    // pitfall 18
    #[test]
    fn truncation_is_uniform_among_the_best() {
        let half = Selection::Truncation { fraction: 0.5 };
        assert_shares(half, &[1.0, 4.0, 3.0, 2.0], &[0.0, 0.5, 0.5, 0.0]);
        // Of equals the lowest ids are kept.
        assert_shares(half, &[1.0; 4], &[0.5, 0.5, 0.0, 0.0]);
        assert_shares(
            Selection::Truncation { fraction: 1e-9 },
            &[1.0, 2.0],
            &[0.0, 1.0],
        );
    }
}
