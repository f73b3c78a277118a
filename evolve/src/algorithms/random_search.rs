//! Random search: the control that learns nothing.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::{Breed, Child, Next, Stream, Told};

/// Random search (Brooks 1958), which has no settings: the best survives and
/// plays again, and all others are replaced by new ones, uniformly random.
/// What it finds in as many games is what choosing alone is worth, without any
/// inheritance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomSearch {}

impl Breed for RandomSearch {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        let best = best_first(told.fitness)[0];
        let weights = told.encoding.weights(&told.population[best].genome).len();
        let child = || Child {
            parents: Vec::new(),
            genome: told.encoding.random(weights, stream),
            steps: Vec::new(),
        };
        let wanted = told.population.len() - 1;
        Next {
            survivors: vec![best],
            children: std::iter::repeat_with(child).take(wanted).collect(),
            ..Next::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;
    use crate::{AskTell, Encoding, Individual, Purpose};

    const REAL: Encoding = Encoding::Real {
        low: -1.0,
        high: 3.0,
    };
    const BITS: Encoding = Encoding::Bits {
        bits: 4,
        low: 0.0,
        high: 15.0,
    };

    fn random(encoding: &Encoding, size: usize) -> AskTell {
        let mut stream = Stream::new(4, Purpose::InitialPopulation, &[]);
        AskTell::new((0..size).map(|_| encoding.random(3, &mut stream)).collect())
    }

    fn sums(encoding: &Encoding, population: &[Individual]) -> Vec<f64> {
        let sum = |one: &Individual| encoding.weights(&one.genome).iter().sum();
        population.iter().map(sum).collect()
    }

    #[test]
    fn the_best_survives_and_no_one_else() {
        for encoding in [REAL, BITS] {
            let mut evolving = random(&encoding, 6);
            for generation in 1..30 {
                let fitness = sums(&encoding, evolving.ask());
                let best = evolving.ask()[best_first(&fitness)[0]].clone();
                evolving
                    .tell(&fitness, &RandomSearch {}, &encoding, 1)
                    .unwrap();
                assert_eq!(evolving.ask()[0], best);
                let ids: Vec<u64> = evolving.ask()[1..].iter().map(|one| one.id).collect();
                let born = 6 + 5 * (generation - 1);
                assert_eq!(ids, (born..born + 5).collect::<Vec<_>>());
                assert!(evolving.ask()[1..].iter().all(|one| one.parents.is_empty()));
            }
        }
    }

    #[test]
    fn the_others_are_uniform_over_the_range() {
        for encoding in [REAL, BITS] {
            let mut evolving = random(&encoding, 10_001);
            let fitness = vec![0.0; 10_001];
            evolving
                .tell(&fitness, &RandomSearch {}, &encoding, 1)
                .unwrap();
            let (low, high) = encoding.range();
            let mut cells = [0.0_f64; 16];
            for one in &evolving.ask()[1..] {
                for weight in encoding.weights(&one.genome) {
                    let cell = (weight - low) / (high - low) * 15.999;
                    cells[cell as usize] += 1.0;
                }
            }
            let expected = 30_000.0 / 16.0;
            let deviations = cells.map(|count| (count - expected).powi(2) / expected);
            let bound = ChiSquared::new(15.0).unwrap().inverse_cdf(0.999);
            let statistic: f64 = deviations.iter().sum();
            assert!(statistic < bound, "{encoding:?}: {statistic} > {bound}");
        }
    }
}
