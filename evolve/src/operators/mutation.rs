//! Mutation: small changes to a child's genes.

use serde::{Deserialize, Serialize};
use warri_engine::WEIGHT_LIMIT;

use crate::range::{ConfigError, probability, require};
use crate::{Encoding, Genome, Stream};

/// How genes are changed. `rate` is the probability of each gene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Mutation {
    /// Turns binary digits, for genomes of bits.
    BitFlip {
        /// Probability for each digit, 0 to 1.
        rate: f64,
    },
    /// Adds a normal deviate, for genomes of reals.
    Gaussian {
        /// Probability for each weight, 0 to 1.
        rate: f64,
        /// Standard deviation of the change, in units of the weights.
        sigma: f64,
        /// What happens to a weight that leaves its range.
        bounds: Bounds,
    },
    /// Draws a weight anew, uniformly.
    Reset {
        /// Probability for each weight, 0 to 1.
        rate: f64,
    },
}

/// What happens to a weight that leaves its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bounds {
    /// It stops at the bound.
    Clamp,
    /// It is reflected at the bound, as often as need be.
    Reflect,
}

impl Bounds {
    /// The weight within `low`..=`high` that `weight` becomes.
    pub fn apply(self, weight: f64, (low, high): (f64, f64)) -> f64 {
        match self {
            Bounds::Clamp => weight.clamp(low, high),
            Bounds::Reflect => {
                let width = high - low;
                let folded = (weight - low).rem_euclid(2.0 * width);
                let inside = if folded > width {
                    2.0 * width - folded
                } else {
                    folded
                };
                // Rounding may miss the bound by the last bit.
                (low + inside).clamp(low, high)
            }
        }
    }
}

impl Mutation {
    /// Checks every range, and that it goes with the encoding.
    pub(crate) fn check(&self, encoding: &Encoding) -> Result<(), ConfigError> {
        match *self {
            Mutation::BitFlip { rate } => {
                probability("mutation.bit-flip.rate", rate)?;
                let expected = "gaussian or reset, as the genome is of reals";
                require("mutation", "bit-flip", !encoding.is_real(), expected)
            }
            Mutation::Gaussian { rate, sigma, .. } => {
                probability("mutation.gaussian.rate", rate)?;
                let holds = sigma > 0.0 && sigma <= WEIGHT_LIMIT;
                let expected = "a number above 0, up to 100";
                require("mutation.gaussian.sigma", sigma, holds, expected)?;
                let expected = "bit-flip or reset, as the genome is of bits";
                require("mutation", "gaussian", encoding.is_real(), expected)
            }
            Mutation::Reset { rate } => probability("mutation.reset.rate", rate),
        }
    }

    /// Mutates the genes of `genome` in place.
    pub fn mutate(&self, genome: &mut Genome, encoding: &Encoding, stream: &mut Stream) {
        match (*self, genome) {
            (Mutation::BitFlip { rate }, Genome::Bits(genes)) => {
                for gene in genes {
                    *gene ^= stream.chance(rate);
                }
            }
            (
                Mutation::Gaussian {
                    rate,
                    sigma,
                    bounds,
                },
                Genome::Real(genes),
            ) => {
                for gene in genes {
                    if stream.chance(rate) {
                        *gene = bounds.apply(*gene + sigma * stream.normal(), encoding.range());
                    }
                }
            }
            (Mutation::Reset { rate }, Genome::Real(genes)) => {
                let (low, high) = encoding.range();
                for gene in genes {
                    if stream.chance(rate) {
                        *gene = stream.between(low, high);
                    }
                }
            }
            (Mutation::Reset { rate }, Genome::Bits(genes)) => {
                let &Encoding::Bits { bits, .. } = encoding else {
                    unreachable!("a genome belongs to its encoding");
                };
                for weight in genes.chunks_mut(bits as usize) {
                    if stream.chance(rate) {
                        weight.fill_with(|| stream.chance(0.5));
                    }
                }
            }
            (Mutation::BitFlip { .. }, Genome::Real(_))
            | (Mutation::Gaussian { .. }, Genome::Bits(_)) => {
                unreachable!("the mutation is refused for this encoding")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    const REAL: Encoding = Encoding::Real {
        low: -1.0,
        high: 1.0,
    };
    const BITS: Encoding = Encoding::Bits {
        bits: 4,
        low: 0.0,
        high: 1.0,
    };

    fn stream() -> Stream {
        Stream::new(6, Purpose::Breeding, &[])
    }

    fn reals(genome: &Genome) -> &[f64] {
        let Genome::Real(genes) = genome else {
            unreachable!()
        };
        genes
    }

    #[test]
    fn bit_flip_turns_each_digit_at_its_rate() {
        let mut genome = Genome::Bits(vec![false; 100_000]);
        Mutation::BitFlip { rate: 0.02 }.mutate(&mut genome, &BITS, &mut stream());
        let Genome::Bits(genes) = genome else {
            unreachable!()
        };
        let flipped = genes.iter().filter(|&&gene| gene).count();
        assert!((1_850..2_150).contains(&flipped), "{flipped}");
    }

    #[test]
    fn gaussian_adds_a_normal_deviate_at_its_rate() {
        let mut genome = Genome::Real(vec![0.0; 100_000]);
        let mutation = Mutation::Gaussian {
            rate: 0.5,
            sigma: 0.1,
            bounds: Bounds::Clamp,
        };
        mutation.mutate(&mut genome, &REAL, &mut stream());
        let changed: Vec<f64> = reals(&genome)
            .iter()
            .copied()
            .filter(|gene| *gene != 0.0)
            .collect();
        assert!((49_200..50_800).contains(&changed.len()));
        let n = changed.len() as f64;
        let mean = changed.iter().sum::<f64>() / n;
        let variance = changed.iter().map(|x| x * x).sum::<f64>() / n;
        assert!(mean.abs() < 0.002, "{mean}");
        assert!((variance.sqrt() - 0.1).abs() < 0.002, "{variance}");
        let within = changed.iter().filter(|x| x.abs() < 0.1).count() as f64 / n;
        assert!((within - 0.6827).abs() < 0.01, "{within}");
    }

    #[test]
    fn reset_is_uniform_over_the_range() {
        let mut genome = Genome::Real(vec![5.0; 40_000]);
        Mutation::Reset { rate: 1.0 }.mutate(&mut genome, &REAL, &mut stream());
        for quarter in 0..4 {
            let from = -1.0 + f64::from(quarter) * 0.5;
            let inside = |gene: &&f64| (from..from + 0.5).contains(*gene);
            let count = reals(&genome).iter().filter(inside).count();
            assert!((9_600..10_400).contains(&count), "{quarter} {count}");
        }
        let mut genome = Genome::Bits(vec![true; 40_000]);
        Mutation::Reset { rate: 0.5 }.mutate(&mut genome, &BITS, &mut stream());
        let weights = BITS.weights(&genome);
        let ones = weights.iter().filter(|&&weight| weight == 1.0).count();
        // Half stay, and of the others a sixteenth is all ones again.
        assert!((5_100..5_525).contains(&ones), "{ones}");
    }

    #[test]
    fn reflection_folds_back_as_often_as_need_be() {
        let reflect = |weight| Bounds::Reflect.apply(weight, (-1.0, 1.0));
        for (weight, expected) in [
            (0.5, 0.5),
            (1.25, 0.75),
            (-1.5, -0.5),
            (3.5, -0.5),
            (-5.25, -0.75),
            (1.0, 1.0),
        ] {
            assert_eq!(reflect(weight), expected, "{weight}");
        }
    }

    // pitfall 20: reflected genes do not pile up on the bounds.
    #[test]
    fn reflection_leaves_no_heap_on_the_bounds() {
        let mut stream = stream();
        let mut genome = Genome::Real(vec![0.9; 10_000]);
        let mutation = |bounds| Mutation::Gaussian {
            rate: 1.0,
            sigma: 0.3,
            bounds,
        };
        for _ in 0..50 {
            mutation(Bounds::Reflect).mutate(&mut genome, &REAL, &mut stream);
        }
        let on_bounds = |genome: &Genome| {
            reals(genome)
                .iter()
                .filter(|gene| gene.abs() == 1.0)
                .count()
        };
        assert_eq!(on_bounds(&genome), 0);
        mutation(Bounds::Clamp).mutate(&mut genome, &REAL, &mut stream);
        assert!(on_bounds(&genome) > 500);
    }
}
