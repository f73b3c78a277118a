//! Differential evolution.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::range::{ConfigError, probability, require};
use crate::{Bounds, Breed, Child, Encoding, Genome, Next, Stream, Told};

/// The settings of differential evolution (Storn and Price, Differential
/// evolution: a simple and efficient heuristic for global optimization over
/// continuous spaces, 1997), DE/rand/1/bin or DE/best/1/bin.
///
/// The first half of a generation are targets, the second half their trials,
/// in the same order. Both play, and the better of each pair is a target of
/// the next generation: the trial must be better, not only as good. As all
/// targets play again, luck does not keep one for ever.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferentialEvolution {
    /// What a difference of two is multiplied by, the literature's F.
    pub factor: f64,
    /// Probability of each gene to be the mutant's, the literature's CR.
    pub crossover: f64,
    /// To whom the difference is added.
    #[serde(default)]
    pub base: Base,
    /// What happens to a weight that leaves its range: reflect or clamp.
    #[serde(default = "Bounds::reflect")]
    pub bounds: Bounds,
}

/// To whom a difference is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// A random one, for each trial anew.
    #[default]
    Random,
    /// The best of all.
    Best,
}

impl DifferentialEvolution {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let expected = "real, as algorithm.differential-evolution is for reals";
        require("genome", "bits", encoding.is_real(), expected)?;
        // Fewer have too few targets for a difference.
        let holds = size >= 8 && size.is_multiple_of(2);
        let expected = "an even number, 8 or more, as algorithm.differential-evolution makes pairs";
        require("population.size", size, holds, expected)?;
        self.check_settings()
            .map_err(|error| error.within("algorithm.differential-evolution"))
    }

    fn check_settings(&self) -> Result<(), ConfigError> {
        let holds = self.factor > 0.0 && self.factor <= 2.0;
        require("factor", self.factor, holds, "a number above 0, up to 2")?;
        probability("crossover", self.crossover)?;
        self.bounds.check_together()
    }
}

impl Breed for DifferentialEvolution {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        let survivors = winners(told.fitness);
        let fitness: Vec<f64> = survivors.iter().map(|&one| told.fitness[one]).collect();
        let best = best_first(&fitness)[0];
        let genes: Vec<Vec<f64>> = survivors
            .iter()
            .map(|&one| told.encoding.weights(&told.population[one].genome))
            .collect();
        let mut bound_hits = 0;
        let child = |target| {
            let donors = self.donors(target, best, genes.len(), stream);
            let mut trial = self.mutant(donors.map(|donor| &genes[donor][..]));
            let own = self.cross(&mut trial, &genes[target], stream);
            for at in own {
                let gene = trial[at];
                let range = told.encoding.range();
                trial[at] = self.bounds.keep(gene, range, &mut bound_hits, || gene);
            }
            let mut parents = vec![target];
            parents.extend(donors);
            // The base may be the target itself.
            parents.dedup();
            let id = |parent: usize| told.population[survivors[parent]].id;
            Child {
                parents: parents.into_iter().map(id).collect(),
                genome: Genome::Real(trial),
                steps: Vec::new(),
            }
        };
        let children = (0..genes.len()).map(child).collect();
        Next {
            survivors,
            children,
            bound_hits,
            ..Next::default()
        }
    }
}

/// The better of each pair, in the order of their ids: so they stand in the
/// next generation, and so must their trials.
fn winners(fitness: &[f64]) -> Vec<usize> {
    let (targets, trials) = fitness.split_at(fitness.len() / 2);
    let mut winners: Vec<usize> = (0..targets.len())
        .map(|pair| {
            pair + if trials[pair] > targets[pair] {
                targets.len()
            } else {
                0
            }
        })
        .collect();
    winners.sort_unstable();
    winners
}

impl DifferentialEvolution {
    /// The base and the two whose difference is added to it, of `count`. All
    /// are different, and none is the target, but for a base that is the best.
    fn donors(&self, target: usize, best: usize, count: usize, stream: &mut Stream) -> [usize; 3] {
        let mut taken = vec![target, best];
        taken.truncate(if self.base == Base::Best { 2 } else { 1 });
        let mut another = || {
            loop {
                let one = stream.below(count);
                if !taken.contains(&one) {
                    taken.push(one);
                    return one;
                }
            }
        };
        let base = match self.base {
            Base::Random => another(),
            Base::Best => best,
        };
        [base, another(), another()]
    }

    /// The base and a share of a difference.
    fn mutant(&self, [base, plus, minus]: [&[f64]; 3]) -> Vec<f64> {
        let difference = plus.iter().zip(minus).map(|(plus, minus)| plus - minus);
        base.iter()
            .zip(difference)
            .map(|(base, difference)| base + self.factor * difference)
            .collect()
    }

    /// Gives a mutant some genes of the target; returns which stay its own, one
    /// at least.
    fn cross(&self, mutant: &mut [f64], target: &[f64], stream: &mut Stream) -> Vec<usize> {
        let one = stream.below(mutant.len());
        let (own, others): (Vec<usize>, Vec<usize>) =
            (0..mutant.len()).partition(|&at| stream.chance(self.crossover) || at == one);
        for at in others {
            mutant[at] = target[at];
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AskTell, Individual, Purpose};

    const REAL: Encoding = Encoding::Real {
        low: -5.0,
        high: 5.0,
    };
    const DIFFERENTIAL: DifferentialEvolution = DifferentialEvolution {
        factor: 0.5,
        crossover: 0.9,
        base: Base::Random,
        bounds: Bounds::Reflect,
    };
    const BEST: DifferentialEvolution = DifferentialEvolution {
        base: Base::Best,
        ..DIFFERENTIAL
    };

    fn random(size: usize, weights: usize, seed: u64) -> AskTell {
        let mut stream = Stream::new(seed, Purpose::InitialPopulation, &[]);
        AskTell::new(
            (0..size)
                .map(|_| REAL.random(weights, &mut stream))
                .collect(),
        )
    }

    fn ids(evolving: &AskTell) -> Vec<u64> {
        evolving.ask().iter().map(|one| one.id).collect()
    }

    #[test]
    fn the_better_of_each_pair_goes_on_and_has_the_trial_beside_it() {
        let mut evolving = random(8, 3, 1);
        // Trials 5 and 7 are better than targets 1 and 3, 4 is as good as 0.
        let fitness = [1.0, 2.0, 3.0, 4.0, 1.0, 2.5, 0.0, 9.0];
        evolving.tell(&fitness, &DIFFERENTIAL, &REAL, 1).unwrap();
        assert_eq!(ids(&evolving), [0, 2, 5, 7, 8, 9, 10, 11]);
        // Target 5 of pair 2 loses, target 7 is as good as its trial.
        let fitness = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 2.0, 1.0];
        evolving.tell(&fitness, &DIFFERENTIAL, &REAL, 1).unwrap();
        assert_eq!(ids(&evolving), [0, 2, 7, 10, 12, 13, 14, 15]);
    }

    // A trial without crossover differs from its target in one gene at most,
    // so that it tells whose trial it is.
    #[test]
    fn a_trial_is_bred_from_the_target_of_its_pair() {
        let mut evolving = random(10, 6, 2);
        let alone = DifferentialEvolution {
            crossover: 0.0,
            ..DIFFERENTIAL
        };
        for _ in 0..20 {
            let sum = |one: &Individual| REAL.weights(&one.genome).iter().sum();
            let fitness: Vec<f64> = evolving.ask().iter().map(sum).collect();
            evolving.tell(&fitness, &alone, &REAL, 2).unwrap();
            let (targets, trials) = evolving.ask().split_at(5);
            for (target, trial) in targets.iter().zip(trials) {
                assert_eq!(trial.parents[0], target.id);
                let genes = [target, trial].map(|one| REAL.weights(&one.genome));
                let pairs = genes[0].iter().zip(&genes[1]);
                assert!(pairs.filter(|(one, other)| one != other).count() <= 1);
            }
        }
    }

    #[test]
    fn donors_are_different_and_none_is_the_target() {
        let mut stream = Stream::new(3, Purpose::Breeding, &[]);
        let mut seen = [0; 4];
        for round in 0..4_000 {
            let target = round % 4;
            let donors = DIFFERENTIAL.donors(target, 0, 4, &mut stream);
            let mut all = [&[target][..], &donors].concat();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 2, 3]);
            seen[donors[0]] += 1;
            let [base, plus, minus] = BEST.donors(target, 1, 4, &mut stream);
            assert_eq!(base, 1);
            assert!(plus != minus && ![1, target].contains(&plus) && ![1, target].contains(&minus));
        }
        assert!(
            seen.iter().all(|count| (900..1_100).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn a_mutant_is_the_base_and_a_share_of_a_difference() {
        let mutant = DIFFERENTIAL.mutant([&[1.0, 4.5], &[2.0, 3.0], &[-2.0, 1.0]]);
        assert_eq!(mutant, [3.0, 5.5]);
    }

    #[test]
    fn genes_are_the_mutant_s_at_the_rate_of_crossover() {
        let mut stream = Stream::new(4, Purpose::Breeding, &[]);
        let (n, rounds) = (5, 20_000);
        for crossover in [0.0, 0.3, 1.0] {
            let differential = DifferentialEvolution {
                crossover,
                ..DIFFERENTIAL
            };
            let mut own = 0.0;
            for _ in 0..rounds {
                let mut trial = vec![1.0; n];
                let kept = differential.cross(&mut trial, &vec![0.0; n], &mut stream);
                let genes: f64 = trial.iter().sum();
                assert_eq!(genes, kept.len() as f64);
                assert!(kept.iter().all(|&at| trial[at] == 1.0));
                assert!(genes >= 1.0, "none is the mutant's");
                own += genes / f64::from(rounds);
            }
            let expected = 1.0 + (n - 1) as f64 * crossover;
            assert!((own - expected).abs() < 0.03, "{own}: expected {expected}");
        }
    }

    // pitfall 20: but those of the target are not brought back again.
    #[test]
    fn genes_that_leave_their_range_are_counted() {
        let hits = |factor, crossover| {
            let differential = DifferentialEvolution {
                factor,
                crossover,
                ..DIFFERENTIAL
            };
            let mut evolving = random(200, 10, 6);
            evolving.tell(&[0.0; 200], &differential, &REAL, 6).unwrap();
            evolving.bound_hits()
        };
        assert_eq!(hits(1e-9, 1.0), 0);
        let (all, one_each) = (hits(2.0, 1.0), hits(2.0, 0.0));
        assert!((400..600).contains(&all), "{all}");
        assert!((30..70).contains(&one_each), "{one_each}");
    }

    #[test]
    fn it_finds_the_minimum() {
        fn sphere(x: &[f64]) -> f64 {
            x.iter().map(|x| (x - 1.0) * (x - 1.0)).sum()
        }
        fn rosenbrock(x: &[f64]) -> f64 {
            let valley = |pair: &[f64]| {
                let [along, across] = [1.0 - pair[0], pair[1] - pair[0] * pair[0]];
                100.0 * across * across + along * along
            };
            x.windows(2).map(valley).sum()
        }
        for mut differential in [DIFFERENTIAL, BEST] {
            // With 0.5 all crowd in the valley before they are through.
            differential.factor = 0.8;
            for (function, generations) in [(sphere as fn(&[f64]) -> f64, 250), (rosenbrock, 2_000)]
            {
                let mut evolving = random(80, 5, 5);
                for _ in 0..generations {
                    let value = |one: &Individual| -function(&REAL.weights(&one.genome));
                    let fitness: Vec<f64> = evolving.ask().iter().map(value).collect();
                    evolving.tell(&fitness, &differential, &REAL, 5).unwrap();
                }
                for target in &evolving.ask()[..40] {
                    let genes = REAL.weights(&target.genome);
                    assert!(genes.iter().all(|x| (x - 1.0).abs() < 1e-4), "{genes:?}");
                }
            }
        }
    }

    #[test]
    fn settings_that_cannot_be() {
        for size in [2, 6, 9, 99_999] {
            let error = DIFFERENTIAL.check(size, &REAL).unwrap_err();
            let expected = format!("population.size = {size}: expected an even number, 8 or more");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
        DIFFERENTIAL.check(8, &REAL).unwrap();
        let refused = |factor, crossover, bounds, key| {
            let differential = DifferentialEvolution {
                factor,
                crossover,
                bounds,
                ..DIFFERENTIAL
            };
            let error = differential.check(8, &REAL).unwrap_err();
            assert_eq!(error.key, format!("algorithm.differential-evolution.{key}"));
        };
        for factor in [0.0, 2.5, f64::NAN] {
            refused(factor, 0.5, Bounds::Reflect, "factor");
        }
        for crossover in [-0.1, 1.1, f64::NAN] {
            refused(0.5, crossover, Bounds::Reflect, "crossover");
        }
        refused(0.5, 0.5, Bounds::Resample, "bounds");
    }
}
