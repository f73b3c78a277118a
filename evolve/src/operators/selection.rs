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
    /// Stochastic universal sampling (Baker 1987): the same probabilities as of
    /// `proportional`, but by one spin of a wheel with evenly spaced pointers,
    /// so that each is picked as often as is expected, rounded down or up. The
    /// picks are shuffled, as the wheel would pair everyone with itself or with
    /// its neighbours.
    StochasticUniversal,
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
            Selection::Proportional | Selection::StochasticUniversal => Ok(()),
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

    /// Picks `count` individuals, as indices, in random order; independently
    /// of each other, but for stochastic universal sampling.
    ///
    /// # Panics
    /// Without individuals, or if a fitness is not finite.
    pub fn select(&self, fitness: &[f64], count: usize, stream: &mut Stream) -> Vec<usize> {
        assert!(fitness.iter().all(|fitness| fitness.is_finite()));
        let n = fitness.len();
        match *self {
            Selection::Proportional => roulette(&shifted(fitness), count, stream),
            Selection::StochasticUniversal => universal(&shifted(fitness), count, stream),
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

/// Where the slots of a wheel end.
fn ends(slots: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |slot: &f64| {
        sum += slot;
        sum
    };
    slots.iter().map(add).collect()
}

/// Independent spins of a wheel with these slots.
fn roulette(slots: &[f64], count: usize, stream: &mut Stream) -> Vec<usize> {
    let ends = ends(slots);
    let sum = ends[slots.len() - 1];
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

/// One spin of a wheel with these slots and `count` pointers, in random order.
fn universal(slots: &[f64], count: usize, stream: &mut Stream) -> Vec<usize> {
    let mut ends = ends(slots);
    if ends[slots.len() - 1] == 0.0 {
        ends = (1..=slots.len()).map(|end| end as f64).collect();
    }
    let sum = ends[slots.len() - 1];
    // Rounding could leave a pointer on the very end of the wheel.
    let last = ends.partition_point(|&end| end < sum);
    let start = stream.unit();
    let pick = |pointer: usize| {
        let at = (pointer as f64 + start) / count as f64 * sum;
        ends.partition_point(|&end| end <= at).min(last)
    };
    let order = stream.sample(count, count);
    order.into_iter().map(pick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;
    use crate::operators::goodness::assert_fits;

    const PICKS: usize = 60_000;

    /// Checks pick frequencies against `expected` shares; a share of 0 must not
    /// be picked at all.
    fn assert_shares(selection: Selection, fitness: &[f64], expected: &[f64]) {
        let mut stream = Stream::new(11, Purpose::Breeding, &[]);
        let picks = selection.select(fitness, PICKS, &mut stream);
        assert_eq!(picks.len(), PICKS);
        let mut counts = vec![0; fitness.len()];
        for pick in picks {
            counts[pick] += 1;
        }
        assert_fits(&counts, expected);
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
    fn universal_picks_everyone_as_often_as_expected() {
        let wheel = Selection::StochasticUniversal;
        let mut stream = Stream::new(12, Purpose::Breeding, &[]);
        for fitness in [
            &[1.0, 2.0, 3.0, 4.0][..],
            &[0.0, 0.1, 0.7, 0.0],
            &[-1.0, 0.0, 2.0],
            &[0.0; 5],
            &[-5.0; 7],
            &[0.3],
        ] {
            let shifted = shifted(fitness);
            let sum: f64 = shifted.iter().sum();
            for count in [1, 2, 10, 23] {
                let picks = wheel.select(fitness, count, &mut stream);
                assert_eq!(picks.len(), count);
                for (index, share) in shifted.iter().enumerate() {
                    let expected = if sum == 0.0 {
                        count as f64 / fitness.len() as f64
                    } else {
                        count as f64 * share / sum
                    };
                    let found = picks.iter().filter(|&&pick| pick == index).count() as f64;
                    // The nearest whole numbers; of a whole one, itself.
                    assert!((found - expected).abs() < 1.0 - 1e-9, "{fitness:?} {index}");
                }
            }
        }
    }

    // pitfall 18
    #[test]
    fn universal_follows_fitness_where_expectations_are_fractions() {
        let mut stream = Stream::new(13, Purpose::Breeding, &[]);
        let fitness = [-1.0, 0.0, 2.0];
        let mut first = [0; 3];
        for _ in 0..10_000 {
            first[Selection::StochasticUniversal.select(&fitness, 2, &mut stream)[0]] += 1;
        }
        assert_eq!(first[0], 0);
        assert_fits(&first[1..], &[0.25, 0.75]);
    }

    #[test]
    fn universal_pairs_at_random() {
        let mut stream = Stream::new(14, Purpose::Breeding, &[]);
        // Everyone is picked once, so that a couple may be any two of the four.
        let mut couples = [0; 16];
        for _ in 0..12_000 {
            let picks = Selection::StochasticUniversal.select(&[1.0; 4], 4, &mut stream);
            couples[4 * picks[0] + picks[1]] += 1;
        }
        let shares: Vec<f64> = (0..16)
            .map(|couple| if couple % 5 == 0 { 0.0 } else { 1.0 / 12.0 })
            .collect();
        assert_fits(&couples, &shares);
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
