//! The evolution strategy that adapts a covariance matrix.

use serde::{Deserialize, Serialize};

use super::distribution::{Axes, Distribution};
use super::eigen::Matrix;
use crate::operators::best_first;
use crate::range::{ConfigError, require};
use crate::{Bounds, Breed, Child, Encoding, Genome, Individual, Memory, Next, Stream, Told};

/// The settings of the evolution strategy with covariance matrix adaptation,
/// CMA-ES (Hansen and Ostermeier, Completely derandomized self-adaptation in
/// evolution strategies, 2001), as in Hansen's tutorial of 2016
/// (arXiv:1604.00772) with weights that are not negative.
///
/// Every generation is sampled anew from a normal distribution, whose mean,
/// step size and shape learn from the best of each generation. Of generation
/// 0, which is given, only the mean is learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CmaEs {
    /// The step size at the beginning, in units of the weights.
    pub sigma: f64,
    /// The best so many are learned from; half the population by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parents: Option<u32>,
    /// What happens to a weight that leaves its range: reflect or clamp. What
    /// is learned from is the weight that came of it.
    #[serde(default = "Bounds::reflect")]
    pub bounds: Bounds,
}

impl CmaEs {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let expected = "real, as algorithm.cma-es is for reals";
        require("genome", "bits", encoding.is_real(), expected)?;
        self.check_settings(size, encoding)
            .map_err(|error| error.within("algorithm.cma-es"))
    }

    fn check_settings(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let (low, high) = encoding.range();
        let width = high - low;
        let holds = self.sigma > 0.0 && self.sigma <= width;
        let expected = format!("a number above 0, up to {width}, the width of the genome's range");
        require("sigma", self.sigma, holds, expected)?;
        let parents = self.parents.unwrap_or(1);
        let expected = format!("a whole number from 1 to population.size, which is {size}");
        require("parents", parents, (1..=size).contains(&parents), expected)?;
        self.bounds.check_together()
    }
}

impl Breed for CmaEs {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        let size = told.population.len();
        let parents = self.parents.map_or(size / 2, |parents| parents as usize);
        let mut best = best_first(told.fitness);
        best.truncate(parents);
        let best = best.iter().map(|&index| &told.population[index]);
        // One from another island was not sampled here.
        let is_foreign = |one: &Individual| one.parents.len() != parents;
        let genes = best.clone().map(|one| {
            let genes = told.encoding.weights(&one.genome);
            match told.memory {
                Memory::CmaEs(before) if is_foreign(one) => before.brought_near(genes),
                _ => genes,
            }
        });
        let genes: Matrix = genes.collect();
        let range = told.encoding.range();
        let distribution = match told.memory {
            Memory::CmaEs(before) => before.updated(&genes, range),
            Memory::None => Distribution::around(&genes, self.sigma),
        };
        let parents: Vec<u64> = best.map(|one| one.id).collect();
        let axes = Axes::of(&distribution.covariance);
        let mut bound_hits = 0;
        let child = |_| {
            let genes = distribution.sample(&axes, stream).into_iter();
            let genes = genes.map(|gene| self.bounds.keep(gene, range, &mut bound_hits, || gene));
            Child {
                parents: parents.clone(),
                genome: Genome::Real(genes.collect()),
                steps: Vec::new(),
            }
        };
        let children = (0..size).map(child).collect();
        Next {
            survivors: Vec::new(),
            children,
            bound_hits,
            memory: Memory::CmaEs(distribution),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::eigen::identity;
    use super::*;
    use crate::{AskTell, Purpose};

    const REAL: Encoding = Encoding::Real {
        low: -1.0,
        high: 1.0,
    };

    fn strategy(bounds: Bounds) -> CmaEs {
        CmaEs {
            sigma: 0.5,
            parents: None,
            bounds,
        }
    }

    fn distribution(evolving: &AskTell) -> &Distribution {
        let Memory::CmaEs(distribution) = evolving.memory() else {
            unreachable!()
        };
        distribution
    }

    /// A population after so many generations, of a fitness of its genes.
    fn evolved(
        strategy: &CmaEs,
        (size, weights): (usize, usize),
        generations: u32,
        fitness: fn(&[f64]) -> f64,
    ) -> AskTell {
        let mut stream = Stream::new(8, Purpose::InitialPopulation, &[]);
        let genomes = (0..size).map(|_| REAL.random(weights, &mut stream));
        let mut evolving = AskTell::new(genomes.collect());
        for generation in 0..generations {
            let all = evolving.ask().iter();
            let fitness: Vec<f64> = all.map(|one| fitness(&REAL.weights(&one.genome))).collect();
            evolving.tell(&fitness, strategy, &REAL, 8).unwrap();
            assert!(distribution(&evolving).fits(generation + 1, weights));
        }
        evolving
    }

    #[test]
    fn the_first_mean_is_that_of_the_best_of_generation_0() {
        let genomes = [0.5, -0.5, 0.9, 0.1].map(|gene| Genome::Real(vec![gene; 2]));
        let mut evolving = AskTell::new(genomes.to_vec());
        let strategy = strategy(Bounds::Reflect);
        evolving
            .tell(&[3.0, 1.0, 2.0, 0.0], &strategy, &REAL, 1)
            .unwrap();
        let first = distribution(&evolving);
        let [best, second] = [libm::log(2.5), libm::log(2.5 / 2.0)];
        let mean = (0.5 * best + 0.9 * second) / (best + second);
        assert!(first.mean.iter().all(|x| (x - mean).abs() < 1e-15));
        assert_eq!((first.sigma, &first.covariance), (0.5, &identity(2)));
        let parents = |one: &crate::Individual| one.parents == [0, 2];
        assert!(evolving.ask().iter().all(parents));
    }

    // pitfall 20
    #[test]
    fn genes_that_leave_their_range_are_counted() {
        let hits = |sigma| {
            let strategy = CmaEs {
                sigma,
                ..strategy(Bounds::Reflect)
            };
            let mut evolving = AskTell::new(vec![Genome::Real(vec![0.5; 10]); 100]);
            evolving.tell(&[0.0; 100], &strategy, &REAL, 1).unwrap();
            evolving.bound_hits()
        };
        assert_eq!(hits(0.01), 0);
        // By 1 sigma above or 3 below: 16.0 % of a thousand.
        assert!((125..195).contains(&hits(0.5)), "{}", hits(0.5));
    }

    // Pitfalls of noisy and flat fitness: `fits` finds what is not finite.
    #[test]
    fn it_lives_through_any_fitness_for_ever() {
        let fitnesses: [fn(&[f64]) -> f64; 4] = [
            |_| 0.5,
            |genes| genes.iter().sum(),
            |genes| genes.iter().map(|x| x.abs()).sum(),
            |genes| libm::floor(genes[0] * 3.0),
        ];
        for bounds in [Bounds::Reflect, Bounds::Clamp] {
            for fitness in fitnesses {
                for shape in [(2, 1), (5, 2), (10, 6)] {
                    let evolving = evolved(&strategy(bounds), shape, 2_000, fitness);
                    let sigma = distribution(&evolving).sigma;
                    assert!((1e-12..=2.0).contains(&sigma), "{sigma}");
                    let fits = |one: &crate::Individual| REAL.fits(&one.genome, shape.1);
                    assert!(evolving.ask().iter().all(fits));
                }
            }
        }
    }

    #[test]
    fn settings_that_cannot_be() {
        let refused = |sigma, parents| {
            let strategy = CmaEs {
                sigma,
                parents,
                bounds: Bounds::Clamp,
            };
            strategy.check(10, &REAL).unwrap_err().to_string()
        };
        strategy(Bounds::Clamp).check(2, &REAL).unwrap();
        for sigma in [0.0, 2.5, f64::NAN] {
            let expected = format!(
                "algorithm.cma-es.sigma = {sigma}: expected a number above 0, up to 2, the width"
            );
            assert!(refused(sigma, None).starts_with(&expected));
        }
        for parents in [0, 11] {
            let expected =
                format!("algorithm.cma-es.parents = {parents}: expected a whole number from 1 to");
            assert!(refused(0.5, Some(parents)).starts_with(&expected));
        }
    }
}
