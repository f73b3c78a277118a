//! Mutation: small changes to a child's genes.

use serde::{Deserialize, Serialize};
use warri_engine::WEIGHT_LIMIT;

use super::{Bounds, distribution_index};
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
    /// Polynomial mutation (Deb & Goyal 1996), for genomes of reals: as likely
    /// up as down, by a step whose density falls with the power `eta` of what
    /// is left of the whole range. Steps end at the bound: the density is that
    /// of the steps that fit, as in Deb's NSGA-II. So no weight leaves its
    /// range, and one on a bound stays there or comes back, each with
    /// probability ½.
    Polynomial {
        /// Probability for each weight, 0 to 1.
        rate: f64,
        /// The larger, the smaller the steps: 0 or more; 20 is common, with
        /// steps of some 1 / (`eta` + 2) of the range in the mean.
        eta: f64,
    },
    /// Draws a weight anew, uniformly.
    Reset {
        /// Probability for each weight, 0 to 1.
        rate: f64,
    },
}

const FOR_BITS: &str = "bit-flip or reset, as the genome is of bits";

impl Mutation {
    /// A small change, for algorithms without a mutation of their own: of each
    /// weight by a tenth of the range, or of each tenth digit.
    pub(crate) fn slight(encoding: &Encoding) -> Mutation {
        match *encoding {
            Encoding::Real { low, high } => Mutation::Gaussian {
                rate: 1.0,
                sigma: (high - low) / 10.0,
                bounds: Bounds::Reflect,
            },
            Encoding::Bits { .. } => Mutation::BitFlip { rate: 0.1 },
        }
    }

    /// Checks every range, and that it goes with the encoding.
    pub(crate) fn check(&self, encoding: &Encoding) -> Result<(), ConfigError> {
        match *self {
            Mutation::BitFlip { rate } => {
                probability("mutation.bit-flip.rate", rate)?;
                let expected = "gaussian, polynomial or reset, as the genome is of reals";
                require("mutation", "bit-flip", !encoding.is_real(), expected)
            }
            Mutation::Gaussian { rate, sigma, .. } => {
                probability("mutation.gaussian.rate", rate)?;
                let holds = sigma > 0.0 && sigma <= WEIGHT_LIMIT;
                let expected = "a number above 0, up to 100";
                require("mutation.gaussian.sigma", sigma, holds, expected)?;
                require("mutation", "gaussian", encoding.is_real(), FOR_BITS)
            }
            Mutation::Polynomial { rate, eta } => {
                probability("mutation.polynomial.rate", rate)?;
                distribution_index("mutation.polynomial.eta", eta)?;
                require("mutation", "polynomial", encoding.is_real(), FOR_BITS)
            }
            Mutation::Reset { rate } => probability("mutation.reset.rate", rate),
        }
    }

    /// Probability of each digit or weight.
    fn rate(&self) -> f64 {
        match *self {
            Mutation::BitFlip { rate }
            | Mutation::Gaussian { rate, .. }
            | Mutation::Polynomial { rate, .. }
            | Mutation::Reset { rate } => rate,
        }
    }

    /// Mutates the genes of `genome` in place. Adds to `bound_hits` how many
    /// of them left their range and were brought back.
    pub fn mutate(
        &self,
        genome: &mut Genome,
        encoding: &Encoding,
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) {
        match (genome, encoding) {
            (Genome::Real(genes), _) => {
                for gene in genes {
                    if stream.chance(self.rate()) {
                        *gene = self.changed(*gene, encoding.range(), stream, bound_hits);
                    }
                }
            }
            (Genome::Bits(genes), &Encoding::Bits { bits, .. }) => {
                self.mutate_bits(genes, bits as usize, stream);
            }
            (Genome::Bits(_), Encoding::Real { .. }) => {
                unreachable!("a genome belongs to its encoding")
            }
        }
    }

    /// What a real gene becomes.
    fn changed(
        &self,
        gene: f64,
        range: (f64, f64),
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) -> f64 {
        match *self {
            Mutation::Gaussian { sigma, bounds, .. } => {
                let mut draw = || gene + sigma * stream.normal();
                bounds.keep(draw(), range, bound_hits, draw)
            }
            Mutation::Polynomial { eta, .. } => polynomial(gene, eta, range, stream),
            Mutation::Reset { .. } => stream.between(range.0, range.1),
            Mutation::BitFlip { .. } => unreachable!("bit-flip is refused for reals"),
        }
    }

    /// Mutates weights of `bits` digits.
    fn mutate_bits(&self, genes: &mut [bool], bits: usize, stream: &mut Stream) {
        match *self {
            Mutation::BitFlip { rate } => {
                for gene in genes {
                    *gene ^= stream.chance(rate);
                }
            }
            Mutation::Reset { rate } => {
                for weight in genes.chunks_mut(bits) {
                    if stream.chance(rate) {
                        weight.fill_with(|| stream.chance(0.5));
                    }
                }
            }
            Mutation::Gaussian { .. } | Mutation::Polynomial { .. } => {
                unreachable!("the mutation is refused for bits")
            }
        }
    }
}

/// What polynomial mutation makes of a gene.
fn polynomial(gene: f64, eta: f64, (low, high): (f64, f64), stream: &mut Stream) -> f64 {
    let width = high - low;
    let (side, room) = if stream.chance(0.5) {
        (1.0, high - gene)
    } else {
        (-1.0, gene - low)
    };
    // The power of what a step leaves of the range is uniform: it is 1 for no
    // step, and least for one to the bound.
    let least = libm::pow(1.0 - room / width, eta + 1.0);
    let left = libm::pow(stream.between(least, 1.0), 1.0 / (eta + 1.0));
    // Rounding may miss the bound by the last bit.
    (gene + side * (1.0 - left) * width).clamp(low, high)
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;
    use crate::Purpose;
    use crate::operators::goodness::assert_follows;

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
        Mutation::BitFlip { rate: 0.02 }.mutate(&mut genome, &BITS, &mut stream(), &mut 0);
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
        mutation.mutate(&mut genome, &REAL, &mut stream(), &mut 0);
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

    /// The distribution function of a mutated gene as published, by the step
    /// relative to the range, `delta`, with `down` and `up` to the bounds.
    fn published(delta: f64, eta: f64, down: f64, up: f64) -> f64 {
        let power = |rest: f64| rest.powf(eta + 1.0);
        if delta < 0.0 {
            (power(1.0 + delta) - power(1.0 - down)) / (2.0 - 2.0 * power(1.0 - down))
        } else {
            1.0 - (power(1.0 - delta) - power(1.0 - up)) / (2.0 - 2.0 * power(1.0 - up))
        }
    }

    // pitfall 20
    #[test]
    fn polynomial_steps_have_the_published_distribution_within_the_bounds() {
        for eta in [0.0, 5.0, 20.0] {
            for gene in [-0.9, 0.0, 0.6] {
                let mut genome = Genome::Real(vec![gene; 20_000]);
                let mutation = Mutation::Polynomial { rate: 1.0, eta };
                let mut hits = 0;
                mutation.mutate(&mut genome, &REAL, &mut stream(), &mut hits);
                let (down, up) = ((gene + 1.0) / 2.0, (1.0 - gene) / 2.0);
                assert_follows(reals(&genome), |mutant| {
                    published((mutant - gene) / 2.0, eta, down, up)
                });
                assert!(reals(&genome).iter().all(|gene| gene.abs() < 1.0));
                assert_eq!(hits, 0);
            }
        }
    }

    // pitfall 20
    #[test]
    fn polynomial_brings_back_half_of_the_genes_on_a_bound() {
        for bound in [-1.0, 1.0] {
            let mut genome = Genome::Real(vec![bound; 10_000]);
            let mutation = Mutation::Polynomial {
                rate: 1.0,
                eta: 20.0,
            };
            mutation.mutate(&mut genome, &REAL, &mut stream(), &mut 0);
            let still = reals(&genome).iter().filter(|&&gene| gene == bound).count();
            assert!((4_800..5_200).contains(&still), "{still}");
            assert!(reals(&genome).iter().all(|gene| gene.abs() <= 1.0));
        }
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        let polynomial = |rate, eta| Mutation::Polynomial { rate, eta };
        for eta in [0.0, 20.0, 1000.0] {
            assert_eq!(polynomial(0.1, eta).check(&REAL), Ok(()));
        }
        for eta in [-0.1, 1000.1, f64::NAN] {
            let error = polynomial(0.1, eta).check(&REAL).unwrap_err();
            assert_eq!(error.key, "mutation.polynomial.eta");
        }
        let error = polynomial(1.1, 20.0).check(&REAL).unwrap_err();
        assert_eq!(error.key, "mutation.polynomial.rate");
        let error = polynomial(0.1, 20.0).check(&BITS).unwrap_err();
        assert_eq!((&*error.key, &*error.expected), ("mutation", FOR_BITS));
    }

    #[test]
    fn a_slight_change_goes_with_any_encoding() {
        for encoding in [REAL, BITS] {
            let slight = Mutation::slight(&encoding);
            slight.check(&encoding).unwrap();
            let mut genome = encoding.nearest(&[0.5; 1_000]);
            slight.mutate(&mut genome, &encoding, &mut stream(), &mut 0);
            let weights = encoding.weights(&genome);
            let moved = weights
                .iter()
                .map(|weight| (weight - 0.5).abs())
                .sum::<f64>();
            assert!((20.0..200.0).contains(&moved), "{encoding:?}: {moved}");
        }
    }

    #[test]
    fn reset_is_uniform_over_the_range() {
        let mut genome = Genome::Real(vec![5.0; 40_000]);
        Mutation::Reset { rate: 1.0 }.mutate(&mut genome, &REAL, &mut stream(), &mut 0);
        for quarter in 0..4 {
            let from = -1.0 + f64::from(quarter) * 0.5;
            let inside = |gene: &&f64| (from..from + 0.5).contains(*gene);
            let count = reals(&genome).iter().filter(inside).count();
            assert!((9_600..10_400).contains(&count), "{quarter} {count}");
        }
        let mut genome = Genome::Bits(vec![true; 40_000]);
        Mutation::Reset { rate: 0.5 }.mutate(&mut genome, &BITS, &mut stream(), &mut 0);
        let weights = BITS.weights(&genome);
        let ones = weights.iter().filter(|&&weight| weight == 1.0).count();
        // Half stay, and of the others a sixteenth is all ones again.
        assert!((5_100..5_525).contains(&ones), "{ones}");
    }

    /// What 20,000 genes of 0.9 become, of which a third leave the range, and
    /// how many did.
    fn near_the_bound(bounds: Bounds) -> (Vec<f64>, u64) {
        let mut genome = Genome::Real(vec![0.9; 20_000]);
        let mutation = Mutation::Gaussian {
            rate: 1.0,
            sigma: 0.25,
            bounds,
        };
        let mut hits = 0;
        mutation.mutate(&mut genome, &REAL, &mut stream(), &mut hits);
        (reals(&genome).to_vec(), hits)
    }

    // pitfall 20: each gene that left is one on record, however it came back.
    #[test]
    fn genes_that_leave_are_counted() {
        let normal = Normal::new(0.9, 0.25).unwrap();
        let expected = 20_000.0 * (1.0 - normal.cdf(1.0));
        let (clamped, hits) = near_the_bound(Bounds::Clamp);
        let on_bound = clamped.iter().filter(|&&gene| gene == 1.0).count();
        assert_eq!(on_bound as u64, hits);
        assert_eq!(near_the_bound(Bounds::Reflect).1, hits);
        for hits in [hits, near_the_bound(Bounds::Resample).1] {
            assert!((hits as f64 - expected).abs() < 220.0, "{hits} {expected}");
        }
    }

    // pitfall 20
    #[test]
    fn resampling_truncates_the_normal_distribution() {
        let normal = Normal::new(0.9, 0.25).unwrap();
        let (genes, _) = near_the_bound(Bounds::Resample);
        assert_follows(&genes, |gene| normal.cdf(gene) / normal.cdf(1.0));
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
            mutation(Bounds::Reflect).mutate(&mut genome, &REAL, &mut stream, &mut 0);
        }
        let on_bounds = |genome: &Genome| {
            reals(genome)
                .iter()
                .filter(|gene| gene.abs() == 1.0)
                .count()
        };
        assert_eq!(on_bounds(&genome), 0);
        mutation(Bounds::Clamp).mutate(&mut genome, &REAL, &mut stream, &mut 0);
        assert!(on_bounds(&genome) > 500);
    }
}
