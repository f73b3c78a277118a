//! The evolution strategy with self-adaptive steps.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::range::{ConfigError, require};
use crate::{Bounds, Breed, Child, Encoding, Genome, Individual, Mutation, Next, Stream, Told};

/// The settings of the evolution strategy (Rechenberg 1973, Schwefel 1977), for
/// genomes of reals.
///
/// The best `parents` breed all children. A child's weights are changed by
/// normal deviates, each with a standard deviation of its own, its step. The
/// child inherits the steps and changes them first, so that whoever has good
/// steps has good children: the strategy adapts itself. This is the log-normal
/// rule in Beyer & Schwefel (2002), with their learning rates; Davis & Kendall
/// (2002) evolved the weights of an Awari player with steps that adapt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionStrategy {
    /// The best that breed, μ.
    pub parents: u32,
    /// Whether they also survive.
    pub survival: Survival,
    /// What a child has of how many parents.
    #[serde(default)]
    pub recombination: Recombination,
    /// The steps of generation 0, in units of the weights.
    pub sigma: f64,
    /// No step gets smaller than this. None gets larger than the range of the
    /// weights.
    pub least_sigma: f64,
    /// What happens to a weight that leaves its range.
    pub bounds: Bounds,
}

/// Among whom the next parents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Survival {
    /// Parents and children, (μ + λ): parents survive and play again.
    Plus,
    /// Children alone, (μ, λ): everyone lives for one generation.
    Comma,
}

/// What a child has of its parents, before mutation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recombination {
    /// Weights and steps of one parent.
    #[default]
    None,
    /// The means of the weights and of the steps of two different parents.
    Intermediate,
}

impl EvolutionStrategy {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let expected = "real, as algorithm.evolution-strategy is for reals";
        require("genome", "bits", encoding.is_real(), expected)?;
        self.check_settings(size, encoding)
            .map_err(|error| error.within("algorithm.evolution-strategy"))
    }

    fn check_settings(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let fewer = format!("from 1 to less than population.size, which is {size}");
        let holds = (1..size).contains(&self.parents);
        require("parents", self.parents, holds, fewer)?;
        let holds = self.parents >= self.recombination.mates();
        let expected = "\"none\", as there is one parent";
        require("recombination", "intermediate", holds, expected)?;
        let width = width(encoding);
        let holds = self.sigma > 0.0 && self.sigma <= width;
        let expected = format!("a number above 0, up to the range of the weights, {width}");
        require("sigma", self.sigma, holds, expected)?;
        let holds = self.least_sigma > 0.0 && self.least_sigma <= self.sigma;
        let expected = format!("a number above 0, up to sigma, which is {}", self.sigma);
        require("least_sigma", self.least_sigma, holds, expected)
    }

    /// How many go on to the next generation.
    pub(crate) fn survivors(&self) -> u32 {
        match self.survival {
            Survival::Plus => self.parents,
            Survival::Comma => 0,
        }
    }

    /// A change by the steps of generation 0.
    pub(crate) fn variation(&self) -> Mutation {
        Mutation::Gaussian {
            rate: 1.0,
            sigma: self.sigma,
            bounds: self.bounds,
        }
    }
}

impl Recombination {
    /// How many parents a child has.
    fn mates(self) -> u32 {
        match self {
            Recombination::None => 1,
            Recombination::Intermediate => 2,
        }
    }
}

impl Breed for EvolutionStrategy {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        let mut best = best_first(told.fitness);
        best.truncate(self.parents as usize);
        let parents: Vec<&Individual> = best.iter().map(|&index| &told.population[index]).collect();
        let survivors = best[..self.survivors() as usize].to_vec();
        let wanted = told.population.len() - survivors.len();
        let mut bound_hits = 0;
        let mut child = || self.child(&parents, told.encoding, stream, &mut bound_hits);
        let children = std::iter::repeat_with(&mut child).take(wanted).collect();
        Next {
            survivors,
            children,
            bound_hits,
            ..Next::default()
        }
    }
}

impl EvolutionStrategy {
    /// A child of parents that are drawn uniformly.
    fn child(
        &self,
        parents: &[&Individual],
        encoding: &Encoding,
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) -> Child {
        let drawn = stream.sample(parents.len(), self.recombination.mates() as usize);
        let mates = drawn.iter().map(|&index| parents[index]);
        let mut genes = mean(mates.clone().map(|one| encoding.weights(&one.genome)));
        let mut steps = mean(mates.clone().map(|one| self.steps(one, encoding)));
        self.vary_steps(&mut steps, width(encoding), stream);
        for (gene, step) in genes.iter_mut().zip(&steps) {
            let mut draw = || *gene + step * stream.normal();
            *gene = self.bounds.keep(draw(), encoding.range(), bound_hits, draw);
        }
        Child {
            parents: mates.map(|one| one.id).collect(),
            genome: Genome::Real(genes),
            steps,
        }
    }

    /// Someone's steps. Generation 0 was not bred and has none yet.
    fn steps(&self, one: &Individual, encoding: &Encoding) -> Vec<f64> {
        if one.steps.is_empty() {
            vec![self.sigma; encoding.weights(&one.genome).len()]
        } else {
            one.steps.clone()
        }
    }

    /// Multiplies each step by a log-normal deviate, of which one factor is
    /// common to all and one its own.
    fn vary_steps(&self, steps: &mut [f64], most: f64, stream: &mut Stream) {
        let n = steps.len() as f64;
        let common = stream.normal() / (2.0 * n).sqrt();
        let rate = 1.0 / (2.0 * n.sqrt()).sqrt();
        for step in steps {
            let factor = libm::exp(common + rate * stream.normal());
            *step = (*step * factor).clamp(self.least_sigma, most);
        }
    }
}

/// The length of the range of a weight. A step larger than this finds nothing
/// that this one does not, and would grow past all numbers in time.
fn width(encoding: &Encoding) -> f64 {
    let (low, high) = encoding.range();
    high - low
}

/// The mean of lists, place by place; of one list, the list.
fn mean(lists: impl ExactSizeIterator<Item = Vec<f64>>) -> Vec<f64> {
    let count = lists.len() as f64;
    let add = |sums: Vec<f64>, list: Vec<f64>| sums.iter().zip(&list).map(|(a, b)| a + b).collect();
    let sums = lists.reduce(add).unwrap_or_default();
    sums.into_iter().map(|sum| sum / count).collect()
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;
    use crate::ask_tell::Origin;
    use crate::{AskTell, Memory, Purpose};

    const ORIGIN: Origin = Origin {
        size: 8,
        island: 0,
        islands: 1,
    };

    const REAL: Encoding = Encoding::Real {
        low: -1.0,
        high: 1.0,
    };
    const STRATEGY: EvolutionStrategy = EvolutionStrategy {
        parents: 5,
        survival: Survival::Comma,
        recombination: Recombination::None,
        sigma: 0.3,
        least_sigma: 1e-9,
        bounds: Bounds::Reflect,
    };

    fn stream() -> Stream {
        Stream::new(8, Purpose::Breeding, &[])
    }

    fn random(size: usize) -> AskTell {
        let mut stream = stream();
        AskTell::new((0..size).map(|_| REAL.random(4, &mut stream)).collect())
    }

    /// Minus the squared distance from a point of unequal weights.
    fn closeness(one: &Individual) -> f64 {
        let weights = REAL.weights(&one.genome);
        let target = [0.3, -0.7, 0.0, 0.9];
        let squares = weights.iter().zip(target).map(|(x, t)| (x - t) * (x - t));
        -squares.sum::<f64>()
    }

    fn evolve(evolving: &mut AskTell, strategy: &EvolutionStrategy, generations: u32) {
        for _ in 0..generations {
            let fitness: Vec<f64> = evolving.ask().iter().map(closeness).collect();
            evolving.tell(&fitness, strategy, &REAL, 3).unwrap();
        }
    }

    fn best(evolving: &AskTell) -> f64 {
        evolving
            .ask()
            .iter()
            .map(closeness)
            .fold(f64::MIN, f64::max)
    }

    #[test]
    fn it_converges_on_a_sphere_and_its_steps_shrink() {
        for survival in [Survival::Plus, Survival::Comma] {
            for recombination in [Recombination::None, Recombination::Intermediate] {
                let strategy = EvolutionStrategy {
                    survival,
                    recombination,
                    ..STRATEGY
                };
                let mut evolving = random(35);
                evolve(&mut evolving, &strategy, 150);
                let closest = best(&evolving);
                assert!(closest > -1e-9, "{strategy:?}: {closest}");
                let steps = evolving.ask().iter().flat_map(|one| &one.steps);
                let largest = steps.copied().fold(0.0, f64::max);
                assert!(largest < 0.003, "{strategy:?}: {largest}");
            }
        }
    }

    #[test]
    fn plus_never_loses_its_best_and_comma_replaces_all() {
        let plus = EvolutionStrategy {
            survival: Survival::Plus,
            ..STRATEGY
        };
        let mut evolving = random(12);
        for _ in 0..30 {
            let before = evolving.clone();
            evolve(&mut evolving, &plus, 1);
            assert!(best(&evolving) >= best(&before));
            let stay = |one: &&Individual| before.ask().contains(one);
            assert_eq!(evolving.ask().iter().filter(stay).count(), 5);
        }
        let mut evolving = random(12);
        for generation in 1..30 {
            evolve(&mut evolving, &STRATEGY, 1);
            let ids: Vec<u64> = evolving.ask().iter().map(|one| one.id).collect();
            assert_eq!(
                ids,
                (12 * generation..12 * generation + 12).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn only_the_best_breed_and_all_of_them() {
        let evolving = random(8);
        let told = Told {
            population: evolving.ask(),
            // Of equals the lowest ids.
            fitness: &[1.0, 5.0, 1.0, 1.0, 7.0, 1.0, 1.0, 7.0],
            encoding: &REAL,
            memory: &Memory::None,
        };
        for (recombination, mates) in [(Recombination::None, 1), (Recombination::Intermediate, 2)] {
            let strategy = EvolutionStrategy {
                recombination,
                ..STRATEGY
            };
            let mut stream = stream();
            let mut bred = [0; 8];
            for _ in 0..1_000 {
                for child in strategy.breed(&told, &mut stream).children {
                    assert_eq!(child.parents.len(), mates);
                    assert!(mates == 1 || child.parents[0] != child.parents[1]);
                    child.parents.iter().for_each(|&id| bred[id as usize] += 1);
                }
            }
            let each = 1_600 * mates;
            for (id, count) in bred.into_iter().enumerate() {
                if [0, 1, 2, 4, 7].contains(&id) {
                    assert!((each - 200..each + 200).contains(&count), "{id} {count}");
                } else {
                    assert_eq!(count, 0, "{id}");
                }
            }
        }
    }

    /// Steps of many children of one parent with these steps.
    fn inherited(steps: &[f64], strategy: &EvolutionStrategy) -> Vec<Vec<f64>> {
        let mut stream = stream();
        let one = || {
            let mut steps = steps.to_vec();
            strategy.vary_steps(&mut steps, 2.0, &mut stream);
            steps
        };
        std::iter::repeat_with(one).take(20_000).collect()
    }

    #[test]
    fn steps_are_multiplied_by_log_normal_deviates_with_a_common_part() {
        let children = inherited(&[0.02, 0.02, 0.01, 0.01], &STRATEGY);
        let logs = |at: usize, step: f64| -> Vec<f64> {
            children
                .iter()
                .map(|steps| (steps[at] / step).ln())
                .collect()
        };
        let (first, last) = (logs(0, 0.02), logs(3, 0.01));
        // τ² = 1/4 and τ'² = 1/8 for four weights.
        let variance: f64 = 0.25 + 0.125;
        let normal = Normal::new(0.0, variance.sqrt()).unwrap();
        for logs in [&first, &last] {
            let mut sorted = logs.clone();
            sorted.sort_by(f64::total_cmp);
            let n = sorted.len() as f64;
            let gap = sorted
                .iter()
                .enumerate()
                .fold(0.0_f64, |gap, (rank, &log)| {
                    let (rank, share) = (rank as f64, normal.cdf(log));
                    gap.max(share - rank / n).max((rank + 1.0) / n - share)
                });
            // Kolmogorov-Smirnov at the level 0.001.
            assert!(gap < 1.95 / n.sqrt(), "{gap}");
        }
        let products = first.iter().zip(&last).map(|(a, b)| a * b);
        let covariance = products.sum::<f64>() / first.len() as f64;
        assert!((covariance - 0.125).abs() < 0.012, "{covariance}");
    }

    #[test]
    fn steps_stay_between_the_least_and_the_range() {
        let strategy = EvolutionStrategy {
            least_sigma: 0.1,
            ..STRATEGY
        };
        let children = inherited(&[0.1, 2.0, 1e-300, f64::MAX], &strategy);
        assert!(
            children
                .iter()
                .flatten()
                .all(|step| (0.1..=2.0).contains(step))
        );
        assert!(children.iter().any(|steps| steps[0] == 0.1));
        assert!(children.iter().any(|steps| steps[1] == 2.0));
    }

    #[test]
    fn the_mean_is_that_of_each_place() {
        let lists = [vec![0.1, 1.0], vec![0.3, -2.0]];
        assert_eq!(mean(lists.clone().into_iter()), [0.2, -0.5]);
        assert_eq!(mean(lists.into_iter().take(1)), [0.1, 1.0]);
    }

    // pitfall 21
    #[test]
    fn steps_that_no_run_comes_to_are_refused() {
        let mut evolving = random(8);
        let check = |evolving: &AskTell| evolving.check(ORIGIN, 0, &REAL, 4, 4);
        assert_eq!(check(&evolving), Ok(()));
        evolve(&mut evolving, &STRATEGY, 1);
        assert_eq!(check(&evolving), Ok(()));
        let text = serde_json::to_string(&evolving).unwrap();
        let first = text.split("\"steps\":[").nth(1).unwrap();
        let first = first.split(',').next().unwrap();
        for step in ["0.0", "-0.1", "0.1,0.1"] {
            let changed = text.replacen(first, step, 1);
            assert_ne!(changed, text);
            let error = check(&serde_json::from_str(&changed).unwrap()).unwrap_err();
            assert!(error.starts_with("the steps of individual 8: "), "{error}");
        }
        let error = evolving.check(ORIGIN, 0, &REAL, 4, 0).unwrap_err();
        assert!(error.contains("expected 0"), "{error}");
    }
}
