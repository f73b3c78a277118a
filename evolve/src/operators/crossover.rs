//! Crossover: two parents' genes in two children.

use serde::{Deserialize, Serialize};

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
    /// on both sides and cut to the encoding's range.
    Blend {
        /// Probability of recombining, 0 to 1.
        rate: f64,
        /// Widening, 0 or more; 0.5 is common.
        alpha: f64,
    },
}

impl Crossover {
    /// Checks every range, and that it goes with the encoding.
    pub(crate) fn check(&self, encoding: &Encoding) -> Result<(), ConfigError> {
        let name = match self {
            Crossover::OnePoint { .. } => "one-point",
            Crossover::TwoPoint { .. } => "two-point",
            Crossover::Uniform { .. } => "uniform",
            Crossover::Blend { .. } => "blend",
        };
        probability(&format!("crossover.{name}.rate"), self.rate())?;
        if let Crossover::Blend { alpha, .. } = *self {
            let holds = (0.0..=10.0).contains(&alpha);
            require(
                "crossover.blend.alpha",
                alpha,
                holds,
                "a number from 0 to 10",
            )?;
            let expected = "one-point, two-point or uniform, as the genome is of bits";
            require("crossover", "blend", encoding.is_real(), expected)?;
        }
        Ok(())
    }

    /// Probability of recombining.
    pub fn rate(&self) -> f64 {
        match *self {
            Crossover::OnePoint { rate }
            | Crossover::TwoPoint { rate }
            | Crossover::Uniform { rate }
            | Crossover::Blend { rate, .. } => rate,
        }
    }

    /// Turns two parents' genes into two children's, and says whether they
    /// were recombined. `range` bounds the genes of reals.
    pub fn cross(
        &self,
        a: &mut Genome,
        b: &mut Genome,
        range: (f64, f64),
        stream: &mut Stream,
    ) -> bool {
        if !stream.chance(self.rate()) {
            return false;
        }
        match (a, b) {
            (Genome::Real(a), Genome::Real(b)) => match *self {
                Crossover::Blend { alpha, .. } => blend(a, b, alpha, range, stream),
                _ => self.exchange(a, b, stream),
            },
            (Genome::Bits(a), Genome::Bits(b)) => self.exchange(a, b, stream),
            _ => unreachable!("a population has one encoding"),
        }
        true
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
            Crossover::Blend { .. } => unreachable!("blend is refused for bits"),
        }
    }
}

fn blend(a: &mut [f64], b: &mut [f64], alpha: f64, range: (f64, f64), stream: &mut Stream) {
    for (a, b) in a.iter_mut().zip(b) {
        let (least, most) = (a.min(*b), a.max(*b));
        let wider = alpha * (most - least);
        let mut gene = || {
            stream
                .between(least - wider, most + wider)
                .clamp(range.0, range.1)
        };
        (*a, *b) = (gene(), gene());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    const RANGE: (f64, f64) = (-1.0, 1.0);

    fn stream() -> Stream {
        Stream::new(5, Purpose::Breeding, &[])
    }

    /// Which genes of the first child come from the second parent, in many
    /// crossings of 8 genes.
    fn origins(crossover: Crossover) -> Vec<Vec<bool>> {
        let mut stream = stream();
        (0..20_000)
            .map(|_| {
                let (mut a, mut b) = (Genome::Bits(vec![false; 8]), Genome::Bits(vec![true; 8]));
                crossover.cross(&mut a, &mut b, RANGE, &mut stream);
                match (a, b) {
                    (Genome::Bits(a), Genome::Bits(b)) => {
                        assert!(a.iter().zip(&b).all(|(a, b)| a != b), "a gene was lost");
                        a
                    }
                    _ => unreachable!(),
                }
            })
            .collect()
    }

    fn changes(genes: &[bool]) -> usize {
        genes.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    #[test]
    fn one_point_swaps_a_tail_at_each_point_equally_often() {
        let children = origins(Crossover::OnePoint { rate: 1.0 });
        for point in 1..8 {
            let tail = |genes: &&Vec<bool>| genes.iter().filter(|&&gene| gene).count() == 8 - point;
            let count = children.iter().filter(tail).count();
            assert!((2857 - 300..2857 + 300).contains(&count), "{point} {count}");
        }
        assert!(
            children
                .iter()
                .all(|genes| changes(genes) == 1 && !genes[0])
        );
    }

    #[test]
    fn two_point_swaps_a_middle() {
        let children = origins(Crossover::TwoPoint { rate: 1.0 });
        assert!(children.iter().all(|genes| changes(genes) <= 2));
        assert!(children.iter().any(|genes| changes(genes) == 2));
        // The k-th gene is swapped if one point lies before it and one behind.
        for gene in 0..8 {
            let count = children.iter().filter(|genes| genes[gene]).count() as f64;
            let before = (gene + 1) as f64 / 9.0;
            let expected = 20_000.0 * 2.0 * before * (1.0 - before);
            assert!(
                (count - expected).abs() < 420.0,
                "{gene} {count} {expected}"
            );
        }
    }

    #[test]
    fn uniform_swaps_half_the_genes_independently() {
        let children = origins(Crossover::Uniform { rate: 1.0 });
        for gene in 0..8 {
            let count = children.iter().filter(|genes| genes[gene]).count();
            assert!((9_700..10_300).contains(&count), "{gene} {count}");
        }
        let same = children.iter().filter(|genes| genes[0] == genes[7]).count();
        assert!((9_700..10_300).contains(&same), "{same}");
    }

    #[test]
    fn rate_is_the_probability_of_recombining() {
        let mut stream = stream();
        let crossover = Crossover::Uniform { rate: 0.3 };
        let mut crossed = 0;
        for _ in 0..10_000 {
            let (mut a, mut b) = (Genome::Real(vec![0.0]), Genome::Real(vec![1.0]));
            crossed += u32::from(crossover.cross(&mut a, &mut b, RANGE, &mut stream));
        }
        assert!((2_750..3_250).contains(&crossed), "{crossed}");
    }

    #[test]
    fn blend_is_uniform_over_the_widened_interval_within_the_range() {
        let mut stream = stream();
        let crossover = Crossover::Blend {
            rate: 1.0,
            alpha: 0.5,
        };
        let (mut sum, mut least, mut most) = (0.0, f64::MAX, f64::MIN);
        for _ in 0..20_000 {
            let (mut a, mut b) = (Genome::Real(vec![0.2]), Genome::Real(vec![0.4]));
            crossover.cross(&mut a, &mut b, RANGE, &mut stream);
            let Genome::Real(genes) = a else {
                unreachable!()
            };
            sum += genes[0];
            least = genes[0].min(least);
            most = genes[0].max(most);
        }
        assert!((sum / 20_000.0 - 0.3).abs() < 0.005);
        assert!((0.1..0.101).contains(&least) && (0.499..0.5).contains(&most));
        let (mut a, mut b) = (Genome::Real(vec![-1.0]), Genome::Real(vec![1.0]));
        for _ in 0..100 {
            crossover.cross(&mut a, &mut b, RANGE, &mut stream);
            let Genome::Real(genes) = &a else {
                unreachable!()
            };
            assert!((-1.0..=1.0).contains(&genes[0]));
        }
    }

    #[test]
    fn a_single_gene_can_be_crossed_by_every_operator() {
        let mut stream = stream();
        let rate = 1.0;
        for crossover in [
            Crossover::OnePoint { rate },
            Crossover::TwoPoint { rate },
            Crossover::Uniform { rate },
            Crossover::Blend { rate, alpha: 0.0 },
        ] {
            let (mut a, mut b) = (Genome::Real(vec![0.5]), Genome::Real(vec![0.5]));
            crossover.cross(&mut a, &mut b, RANGE, &mut stream);
            assert_eq!(a, Genome::Real(vec![0.5]));
        }
    }
}
