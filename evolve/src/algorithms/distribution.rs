//! The normal distribution that CMA-ES samples from, and what it learns.

use serde::{Deserialize, Serialize};

use super::eigen::{Eigen, Matrix, identity};
use crate::Stream;

/// The normal distribution that a generation of [`CmaEs`](super::CmaEs) is sampled from, and
/// how it came there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    pub(super) mean: Vec<f64>,
    /// The step size.
    pub(super) sigma: f64,
    /// The shape: σ² times this is the covariance matrix.
    pub(super) covariance: Matrix,
    /// The mean's last steps, as if the distribution were round: they say
    /// whether the step size is too small or too large.
    sigma_path: Vec<f64>,
    /// The mean's last steps: they say where the shape is too short.
    shape_path: Vec<f64>,
    /// How often it has been updated.
    updates: u32,
}

/// The least step size, as a share of the genome's range: no player is another
/// one for less. The largest is the whole range.
const LEAST_SIGMA: f64 = 1e-12;

/// The least square of an axis, as a share of the largest: beyond it, rounding
/// errors are all there is.
const LEAST_AXIS: f64 = 1e-14;

impl Distribution {
    /// A round one about the mean of `parents`, the best first.
    pub(super) fn around(parents: &[Vec<f64>], sigma: f64) -> Distribution {
        let n = parents[0].len();
        Distribution {
            mean: weighted_mean(parents, &Rates::new(parents.len(), n).weights),
            sigma,
            covariance: identity(n),
            sigma_path: vec![0.0; n],
            shape_path: vec![0.0; n],
            updates: 0,
        }
    }

    /// What it becomes when `parents` are the best that came of it, the best
    /// first.
    pub(super) fn updated(&self, parents: &[Vec<f64>], (low, high): (f64, f64)) -> Distribution {
        let n = self.mean.len();
        let rates = Rates::new(parents.len(), n);
        let mut steps = parents.to_vec();
        for step in &mut steps {
            add(step, -1.0, &self.mean);
            step.iter_mut().for_each(|x| *x /= self.sigma);
        }
        let step = weighted_mean(&steps, &rates.weights);
        let round = Axes::of(&self.covariance).rounded(&step);
        let sigma_path = rates.moved(&self.sigma_path, rates.sigma_path, &round);
        let expected = expected_length(n);
        let length = length(&sigma_path);
        // While the step size grows fast, the path says nothing of the shape.
        let begun = 1.0 - libm::pow(1.0 - rates.sigma_path, 2.0 * f64::from(self.updates + 1));
        let steady = length / begun.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * expected;
        let pull = if steady { step } else { vec![0.0; n] };
        let shape_path = rates.moved(&self.shape_path, rates.shape_path, &pull);
        let growth = rates.sigma_path / rates.damping * (length / expected - 1.0);
        let sigma = self.sigma * libm::exp(growth.min(1.0));
        let width = high - low;
        Distribution {
            mean: weighted_mean(parents, &rates.weights),
            sigma: sigma.clamp(LEAST_SIGMA * width, width),
            covariance: self.reshaped(&rates, &steps, &shape_path, steady),
            sigma_path,
            shape_path,
            updates: self.updates + 1,
        }
    }

    /// One that was not sampled, brought so near that its step is no longer
    /// than most samples' are (Hansen, Injecting external solutions into
    /// CMA-ES, 2011): a single one from far away would spoil the shape.
    pub(super) fn brought_near(&self, mut genes: Vec<f64>) -> Vec<f64> {
        let n = self.mean.len() as f64;
        add(&mut genes, -1.0, &self.mean);
        let round = Axes::of(&self.covariance).rounded(&genes);
        let most = self.sigma * (n.sqrt() + 2.0 * n / (n + 2.0));
        let share = (most / length(&round)).min(1.0);
        let mut near = self.mean.clone();
        add(&mut near, share, &genes);
        near
    }

    /// The shape after the steps of the best, and the path of all.
    fn reshaped(&self, rates: &Rates, steps: &Matrix, path: &[f64], steady: bool) -> Matrix {
        // What the path lacks when it stands still.
        let lack = if steady {
            0.0
        } else {
            rates.rank_one * rates.shape_path * (2.0 - rates.shape_path)
        };
        let kept = 1.0 - rates.rank_one - rates.rank_mu + lack;
        let weighted = || rates.weights.iter().zip(steps);
        let element = |i: usize, j: usize| {
            // Products of two first, so that the matrix is exactly symmetric.
            let spread = weighted().map(|(weight, step)| weight * (step[i] * step[j]));
            kept * self.covariance[i][j]
                + rates.rank_one * (path[i] * path[j])
                + rates.rank_mu * spread.sum::<f64>()
        };
        let all = 0..path.len();
        all.clone()
            .map(|i| all.clone().map(|j| element(i, j)).collect())
            .collect()
    }

    /// One sample.
    pub(super) fn sample(&self, axes: &Axes, stream: &mut Stream) -> Vec<f64> {
        let mut genes = self.mean.clone();
        for (length, vector) in axes.lengths.iter().zip(&axes.vectors) {
            let along = self.sigma * length * stream.normal();
            add(&mut genes, along, vector);
        }
        genes
    }

    /// Whether generation `generation` of a run can come from it, with genomes
    /// of so many weights.
    pub(crate) fn fits(&self, generation: u32, weights: usize) -> bool {
        let paths = [&self.mean, &self.sigma_path, &self.shape_path];
        let mut vectors = paths.into_iter().chain(&self.covariance);
        self.updates.checked_add(1) == Some(generation)
            && self.sigma > 0.0
            && self.sigma.is_finite()
            && self.covariance.len() == weights
            && vectors.all(|one| one.len() == weights && one.iter().all(|x| x.is_finite()))
    }
}

/// The axes of the ellipsoid that a covariance matrix is.
pub(super) struct Axes {
    lengths: Vec<f64>,
    vectors: Matrix,
}

impl Axes {
    pub(super) fn of(covariance: &Matrix) -> Axes {
        let Eigen { values, vectors } = Eigen::of(covariance);
        let least = LEAST_AXIS * values.iter().copied().fold(1.0, f64::max);
        let lengths = values.iter().map(|value| value.max(least).sqrt()).collect();
        Axes { lengths, vectors }
    }

    /// `step` as if the ellipsoid were a ball.
    fn rounded(&self, step: &[f64]) -> Vec<f64> {
        let mut rounded = vec![0.0; step.len()];
        for (length, vector) in self.lengths.iter().zip(&self.vectors) {
            let along: f64 = step.iter().zip(vector).map(|(x, axis)| x * axis).sum();
            add(&mut rounded, along / length, vector);
        }
        rounded
    }
}

/// The constants of the method, by the tutorial's table 1, where they are
/// µ_eff, c_σ, d_σ, c_c, c_1 and c_µ.
struct Rates {
    /// What each parent counts, the best first; 1 together.
    weights: Vec<f64>,
    effective: f64,
    sigma_path: f64,
    damping: f64,
    shape_path: f64,
    rank_one: f64,
    rank_mu: f64,
}

impl Rates {
    fn new(parents: usize, dimensions: usize) -> Rates {
        let n = dimensions as f64;
        let weight = |rank| libm::log(parents as f64 + 0.5) - libm::log(f64::from(rank));
        let raw: Vec<f64> = (1..).take(parents).map(weight).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let sigma_path = (mu + 2.0) / (n + mu + 5.0);
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + mu);
        let rank_mu = 2.0 * (mu - 1.75 + 1.0 / mu) / ((n + 2.0) * (n + 2.0) + mu);
        Rates {
            weights,
            effective: mu,
            sigma_path,
            damping: 1.0
                + 2.0 * (((mu - 1.0).max(0.0) / (n + 1.0)).sqrt() - 1.0).max(0.0)
                + sigma_path,
            shape_path: (4.0 + mu / n) / (n + 4.0 + 2.0 * mu / n),
            rank_one,
            rank_mu: rank_mu.min(1.0 - rank_one),
        }
    }

    /// A path that forgets at `rate`, after one more step. A path of random
    /// steps keeps its length.
    fn moved(&self, path: &[f64], rate: f64, step: &[f64]) -> Vec<f64> {
        let share = (rate * (2.0 - rate) * self.effective).sqrt();
        let pairs = path.iter().zip(step);
        pairs
            .map(|(path, step)| (1.0 - rate) * path + share * step)
            .collect()
    }
}

fn weighted_mean(rows: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    let mut mean = vec![0.0; rows[0].len()];
    for (row, &weight) in rows.iter().zip(weights) {
        add(&mut mean, weight, row);
    }
    mean
}

fn add(to: &mut [f64], factor: f64, vector: &[f64]) {
    for (to, x) in to.iter_mut().zip(vector) {
        *to += factor * x;
    }
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The mean length of a vector of `n` standard normal deviates, nearly.
fn expected_length(n: usize) -> f64 {
    let n = n as f64;
    n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    #[test]
    fn one_from_elsewhere_is_brought_near_along_its_own_direction() {
        let mut distribution = Distribution::around(&[vec![1.0, 2.0]], 0.5);
        distribution.covariance = vec![vec![4.0, 0.0], vec![0.0, 1.0]];
        // 2.41 standard deviations are the most: of 2 × 0.5 along the first axis.
        let most = 2.0_f64.sqrt() + 1.0;
        assert_eq!(distribution.brought_near(vec![9.0, 2.0]), [1.0 + most, 2.0]);
        let near = distribution.brought_near(vec![1.0, -98.0]);
        assert!((near[1] - (2.0 - 0.5 * most)).abs() < 1e-12, "{near:?}");
        for inside in [vec![3.0, 2.0], vec![1.0, 2.0]] {
            assert_eq!(distribution.brought_near(inside.clone()), inside);
        }
    }

    // The default of ten dimensions, from Hansen's own program.
    #[test]
    fn rates_are_the_literature_s() {
        let rates = Rates::new(5, 10);
        let weights = [0.4563, 0.2708, 0.1622, 0.0852, 0.0255];
        for (weight, expected) in rates.weights.iter().zip(weights) {
            assert!((weight - expected).abs() < 1e-4, "{weight}");
        }
        for (rate, expected) in [
            (rates.effective, 3.1673),
            (rates.sigma_path, 0.2844),
            (rates.damping, 1.2844),
            (rates.shape_path, 0.2950),
            (rates.rank_one, 0.0153),
            (rates.rank_mu, 0.0235),
            (expected_length(10), 3.0847),
        ] {
            assert!(
                (rate - expected).abs() < 1e-4,
                "{rate}: expected {expected}"
            );
        }
    }

    #[test]
    fn samples_have_the_shape_of_the_distribution() {
        let distribution = Distribution {
            covariance: vec![vec![2.0, 0.6], vec![0.6, 1.0]],
            ..Distribution::around(&[vec![1.0, -1.0]], 0.5)
        };
        let axes = Axes::of(&distribution.covariance);
        let mut stream = Stream::new(2, Purpose::Breeding, &[]);
        let n = 40_000;
        let mut sums = [0.0; 3];
        for _ in 0..n {
            let sample = distribution.sample(&axes, &mut stream);
            let [x, y] = [(sample[0] - 1.0) / 0.5, (sample[1] + 1.0) / 0.5];
            for (sum, product) in sums.iter_mut().zip([x * x, x * y, y * y]) {
                *sum += product / f64::from(n);
            }
        }
        for (sum, expected) in sums.into_iter().zip([2.0, 0.6, 1.0]) {
            assert!((sum - expected).abs() < 0.05, "{sum}: expected {expected}");
        }
    }
}
