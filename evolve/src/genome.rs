//! Genomes: the weights of a feature set as an algorithm varies them.

use serde::{Deserialize, Serialize};

use crate::Stream;

/// How weights are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Encoding {
    /// Each weight is a real number.
    Real {
        /// The smallest weight.
        low: f64,
        /// The largest weight.
        high: f64,
    },
    /// Each weight is a binary number: of all zeros `low`, of all ones `high`,
    /// evenly spaced between.
    Bits {
        /// Binary digits of a weight, 1 to 16, the most significant first.
        bits: u32,
        /// The smallest weight.
        low: f64,
        /// The largest weight.
        high: f64,
    },
}

/// The genes of one individual.
///
/// Its text form is reals, or words of binary digits, separated by spaces:
///
/// ```
/// use warri_evolve::{Encoding, Genome};
/// let bits = Encoding::Bits { bits: 2, low: 0.0, high: 3.0 };
/// let genome = bits.parse("10 01").unwrap();
/// assert_eq!(bits.weights(&genome), [2.0, 1.0]);
/// assert_eq!(bits.format(&genome), "10 01");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Genome {
    /// One gene for each weight.
    Real(Vec<f64>),
    /// One gene for each binary digit of each weight.
    Bits(Vec<bool>),
}

impl Encoding {
    /// Whether genes are reals.
    pub fn is_real(&self) -> bool {
        matches!(self, Encoding::Real { .. })
    }

    /// The smallest and the largest weight.
    pub fn range(&self) -> (f64, f64) {
        match *self {
            Encoding::Real { low, high } | Encoding::Bits { low, high, .. } => (low, high),
        }
    }

    /// Whether a genome is one of `weights` weights, each in its range.
    pub(crate) fn fits(&self, genome: &Genome, weights: usize) -> bool {
        match (self, genome) {
            (Encoding::Real { low, high }, Genome::Real(genes)) => {
                genes.len() == weights && genes.iter().all(|gene| (*low..=*high).contains(gene))
            }
            (Encoding::Bits { bits, .. }, Genome::Bits(genes)) => {
                genes.len() == weights * *bits as usize
            }
            _ => false,
        }
    }

    /// A genome of `weights` weights, uniform over all there are.
    pub fn random(&self, weights: usize, stream: &mut Stream) -> Genome {
        match *self {
            Encoding::Real { low, high } => {
                Genome::Real((0..weights).map(|_| stream.between(low, high)).collect())
            }
            Encoding::Bits { bits, .. } => Genome::Bits(
                (0..weights * bits as usize)
                    .map(|_| stream.chance(0.5))
                    .collect(),
            ),
        }
    }

    /// The genome whose weights are nearest to `weights`.
    pub fn nearest(&self, weights: &[f64]) -> Genome {
        let (low, high) = self.range();
        let clamped = weights.iter().map(|weight| weight.clamp(low, high));
        match *self {
            Encoding::Real { .. } => Genome::Real(clamped.collect()),
            Encoding::Bits { bits, .. } => {
                let digits = |weight: f64| {
                    let number = ((weight - low) / (high - low) * largest(bits)).round() as u32;
                    (0..bits).rev().map(move |digit| number >> digit & 1 == 1)
                };
                Genome::Bits(clamped.flat_map(digits).collect())
            }
        }
    }

    /// The weights that a genome stands for.
    pub fn weights(&self, genome: &Genome) -> Vec<f64> {
        match (self, genome) {
            (_, Genome::Real(genes)) => genes.clone(),
            (Encoding::Bits { bits, low, high }, Genome::Bits(genes)) => genes
                .chunks(*bits as usize)
                .map(|digits| {
                    let number = digits.iter().fold(0, |n, &digit| 2 * n + u32::from(digit));
                    low + f64::from(number) / largest(*bits) * (high - low)
                })
                .collect(),
            (Encoding::Real { .. }, Genome::Bits(_)) => {
                unreachable!("a genome belongs to its encoding")
            }
        }
    }

    /// Writes a genome's text form.
    pub fn format(&self, genome: &Genome) -> String {
        match (self, genome) {
            (_, Genome::Real(genes)) => genes
                .iter()
                .map(f64::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            (Encoding::Bits { bits, .. }, Genome::Bits(genes)) => {
                let digit = |&gene: &bool| if gene { '1' } else { '0' };
                let word = |genes: &[bool]| genes.iter().map(digit).collect::<String>();
                genes
                    .chunks(*bits as usize)
                    .map(word)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            (Encoding::Real { .. }, Genome::Bits(_)) => {
                unreachable!("a genome belongs to its encoding")
            }
        }
    }

    /// Reads a genome's text form; `None` if it is none of this encoding.
    pub fn parse(&self, text: &str) -> Option<Genome> {
        let words = text.split(' ');
        match self {
            Encoding::Real { .. } => {
                let gene = |word: &str| word.parse().ok().filter(|gene: &f64| gene.is_finite());
                words.map(gene).collect::<Option<_>>().map(Genome::Real)
            }
            Encoding::Bits { bits, .. } => {
                let digit = |c| match c {
                    '0' => Some(false),
                    '1' => Some(true),
                    _ => None,
                };
                let mut genes = Vec::new();
                for word in words {
                    if word.len() != *bits as usize {
                        return None;
                    }
                    genes.extend(word.chars().map(digit).collect::<Option<Vec<bool>>>()?);
                }
                Some(Genome::Bits(genes))
            }
        }
    }
}

/// The number of all ones.
fn largest(bits: u32) -> f64 {
    f64::from((1_u32 << bits) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    #[test]
    fn text_round_trips_exactly() {
        let mut stream = Stream::new(1, Purpose::InitialPopulation, &[]);
        let real = Encoding::Real {
            low: -1.0,
            high: 1.0,
        };
        let bits = Encoding::Bits {
            bits: 4,
            low: 0.0,
            high: 1.0,
        };
        for _ in 0..200 {
            for encoding in [real, bits] {
                let genome = encoding.random(12, &mut stream);
                assert_eq!(
                    encoding.parse(&encoding.format(&genome)),
                    Some(genome.clone())
                );
                assert_eq!(encoding.nearest(&encoding.weights(&genome)), genome);
            }
        }
        assert_eq!(bits.parse("0101 01"), None);
        assert_eq!(real.parse("1 x"), None);
        assert_eq!(real.parse("1 NaN"), None);
    }

    #[test]
    fn four_bits_are_fifteenths() {
        let encoding = Encoding::Bits {
            bits: 4,
            low: 0.0,
            high: 1.0,
        };
        let genome = encoding.parse("0000 0001 1000 1111").unwrap();
        assert_eq!(
            encoding.weights(&genome),
            [0.0, 1.0 / 15.0, 8.0 / 15.0, 1.0]
        );
    }
}
