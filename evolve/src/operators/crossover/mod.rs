//! Crossover: two parents' genes in two children.

use serde::{Deserialize, Serialize};

use super::{Bounds, distribution_index};
use crate::range::{ConfigError, probability, require};
use crate::{Encoding, Genome, Stream};

/// How two genomes are recombined. `rate` is the probability that they are at
/// all; else both stay as they are. In genomes of bits, points may fall within
/// a weight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Crossover {
    /// Swaps the genes behind a random point (Holland 1975).
    OnePoint {
        /// Probability of recombining, 0 to 1.
        rate: f64,
    },
    /// Swaps the genes between two random points.
    TwoPoint {
        /// Probability of recombining, 0 to 1.
        rate: f64,
    },
    /// Swaps each gene with probability ½ (Syswerda 1989).
    Uniform {
        /// Probability of recombining, 0 to 1.
        rate: f64,
    },
    /// BLX-α (Eshelman & Schaffer 1993), for reals: each child's gene is drawn
    /// uniformly from the parents' interval, widened by `alpha` of its length
    /// on both sides.
    Blend {
        /// Probability of recombining, 0 to 1.
        rate: f64,
        /// Widening, 0 or more; 0.5 is common.
        alpha: f64,
        /// What happens to a gene that leaves its range.
        #[serde(default)]
        bounds: Bounds,
    },
    /// Whole arithmetic recombination (Michalewicz 1992), for reals: the
    /// children are the parents' weighted means, one with `weight` of the
    /// first parent, the other with `weight` of the second.
    Arithmetic {
        /// Probability of recombining, 0 to 1.
        rate: f64,
        /// From 0 to 1, the same for all genes; drawn for each couple if it is
        /// left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weight: Option<f64>,
    },
    /// Simulated binary crossover (Deb & Agrawal 1995), for reals: the
    /// children's genes lie around the parents' mean as the parents' do, only
    /// nearer or farther, by a factor distributed as if a point had been chosen
    /// in binary numbers. As there, each gene is crossed with probability ½.
    SimulatedBinary {
        /// Probability of recombining, 0 to 1.
        rate: f64,
        /// The larger, the nearer the children are to the parents: 0 or more;
        /// 2 to 20 are common.
        eta: f64,
        /// What happens to a gene that leaves its range.
        #[serde(default)]
        bounds: Bounds,
    },
}

impl Crossover {
    /// Checks every range, and that it goes with the encoding.
    pub(crate) fn check(&self, encoding: &Encoding) -> Result<(), ConfigError> {
        let name = self.name();
        probability(&format!("crossover.{name}.rate"), self.rate())?;
        match *self {
            Crossover::OnePoint { .. } | Crossover::TwoPoint { .. } | Crossover::Uniform { .. } => {
                return Ok(());
            }
            Crossover::Blend { alpha, .. } => {
                let holds = (0.0..=10.0).contains(&alpha);
                let expected = "a number from 0 to 10";
                require("crossover.blend.alpha", alpha, holds, expected)?;
            }
            Crossover::Arithmetic { weight, .. } => {
                probability("crossover.arithmetic.weight", weight.unwrap_or(0.0))?;
            }
            Crossover::SimulatedBinary { eta, .. } => {
                distribution_index("crossover.simulated-binary.eta", eta)?;
            }
        }
        let expected = "one-point, two-point or uniform, as the genome is of bits";
        require("crossover", name, encoding.is_real(), expected)
    }

    /// Its name in configs.
    fn name(&self) -> &'static str {
        match self {
            Crossover::OnePoint { .. } => "one-point",
            Crossover::TwoPoint { .. } => "two-point",
            Crossover::Uniform { .. } => "uniform",
            Crossover::Blend { .. } => "blend",
            Crossover::Arithmetic { .. } => "arithmetic",
            Crossover::SimulatedBinary { .. } => "simulated-binary",
        }
    }

    /// Probability of recombining.
    pub fn rate(&self) -> f64 {
        match *self {
            Crossover::OnePoint { rate }
            | Crossover::TwoPoint { rate }
            | Crossover::Uniform { rate }
            | Crossover::Blend { rate, .. }
            | Crossover::Arithmetic { rate, .. }
            | Crossover::SimulatedBinary { rate, .. } => rate,
        }
    }

    /// Turns two parents' genes into two children's, and says whether they
    /// were recombined. `range` bounds the genes of reals; adds to `bound_hits`
    /// how many of them left it and were brought back.
    pub fn cross(
        &self,
        a: &mut Genome,
        b: &mut Genome,
        range: (f64, f64),
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) -> bool {
        if !stream.chance(self.rate()) {
            return false;
        }
        match (a, b) {
            (Genome::Real(a), Genome::Real(b)) => {
                self.cross_reals(a, b, range, stream, bound_hits);
            }
            (Genome::Bits(a), Genome::Bits(b)) => self.exchange(a, b, stream),
            _ => unreachable!("a population has one encoding"),
        }
        true
    }

    fn cross_reals(
        &self,
        a: &mut [f64],
        b: &mut [f64],
        range: (f64, f64),
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) {
        match *self {
            Crossover::Blend { alpha, bounds, .. } => each_gene(a, b, |a, b| {
                let (least, most) = (a.min(b), a.max(b));
                let wider = alpha * (most - least);
                let mut draw = || stream.between(least - wider, most + wider);
                let mut gene = || bounds.keep(draw(), range, bound_hits, &mut draw);
                (gene(), gene())
            }),
            Crossover::Arithmetic { weight, .. } => {
                let weight = weight.unwrap_or_else(|| stream.unit());
                each_gene(a, b, |a, b| (mean(a, b, weight), mean(b, a, weight)));
            }
            Crossover::SimulatedBinary { eta, bounds, .. } => each_gene(a, b, |a, b| {
                if stream.chance(0.5) {
                    return (a, b);
                }
                let (middle, half) = ((a + b) / 2.0, (a - b) / 2.0);
                let both = spread(eta, stream);
                let mut child = |half: f64| {
                    let redraw = || middle + half * spread(eta, stream);
                    bounds.keep(middle + half * both, range, bound_hits, redraw)
                };
                (child(half), child(-half))
            }),
            _ => self.exchange(a, b, stream),
        }
    }

    /// The operators that move genes and leave their values alone.
    fn exchange<T>(&self, a: &mut [T], b: &mut [T], stream: &mut Stream) {
        let n = a.len();
        match self {
            Crossover::OnePoint { .. } => {
                // Points lie between genes; a single gene has none.
                let point = 1 + stream.below((n - 1).max(1));
                a[point.min(n)..].swap_with_slice(&mut b[point.min(n)..]);
            }
            Crossover::TwoPoint { .. } => {
                let points = [stream.below(n + 1), stream.below(n + 1)];
                let (from, to) = (points[0].min(points[1]), points[0].max(points[1]));
                a[from..to].swap_with_slice(&mut b[from..to]);
            }
            Crossover::Uniform { .. } => {
                for (a, b) in a.iter_mut().zip(b) {
                    if stream.chance(0.5) {
                        std::mem::swap(a, b);
                    }
                }
            }
            _ => unreachable!("the crossover is refused for bits"),
        }
    }
}

/// Sets each pair of genes to what `cross` makes of it.
fn each_gene(a: &mut [f64], b: &mut [f64], mut cross: impl FnMut(f64, f64) -> (f64, f64)) {
    for (a, b) in a.iter_mut().zip(b) {
        (*a, *b) = cross(*a, *b);
    }
}

/// `weight` of `a`, and the rest of `b`.
fn mean(a: f64, b: f64, weight: f64) -> f64 {
    // Rounding may leave the parents' interval by the last bit.
    (weight * a + (1.0 - weight) * b).clamp(a.min(b), a.max(b))
}

/// A spread factor of simulated binary crossover: the children's distance over
/// the parents'.
fn spread(eta: f64, stream: &mut Stream) -> f64 {
    let ball = 2.0 * stream.unit();
    let base = if ball < 1.0 { ball } else { 1.0 / (2.0 - ball) };
    libm::pow(base, 1.0 / (eta + 1.0))
}

#[cfg(test)]
mod tests;
