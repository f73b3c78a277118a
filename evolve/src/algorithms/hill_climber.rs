//! The hill climber: a champion and its challenger.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::range::{ConfigError, require};
use crate::{Breed, Child, Encoding, Genome, Individual, Mutation, Next, Stream, Told};

/// The settings of the hill climber, (1 + 1): two individuals, of whom the
/// better goes on as the champion and a mutation of it is the next challenger.
/// It is the control that says what a larger population is worth.
///
/// A challenger that is worse may still win few games. With `averaging` the
/// champion that lost gives way by so much only (Pollack & Blair 1998; Lucas &
/// Runarsson 2006): champion + averaging × (challenger − champion). That is an
/// individual which was not there before, a child of both. So that each
/// generation has as many births, a champion that won is born again too, with
/// the same genes: with averaging there are no survivors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HillClimber {
    /// What makes a challenger of the champion.
    pub mutation: Mutation,
    /// The share by which a champion that lost becomes the challenger, above 0,
    /// up to 1; for genomes of reals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub averaging: Option<f64>,
}

impl HillClimber {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let expected = "2, the champion and the challenger of algorithm.hill-climber";
        require("population.size", size, size == 2, expected)?;
        self.check_settings(encoding)
            .map_err(|error| error.within("algorithm.hill-climber"))
    }

    fn check_settings(&self, encoding: &Encoding) -> Result<(), ConfigError> {
        if let Some(share) = self.averaging {
            let holds = share > 0.0 && share <= 1.0;
            require("averaging", share, holds, "a number above 0, up to 1")?;
            let expected = "nothing, as the genome is of bits";
            require("averaging", share, encoding.is_real(), expected)?;
        }
        self.mutation.check(encoding)
    }

    /// How many of the two go on as they are.
    pub(crate) fn survivors(&self) -> u32 {
        u32::from(self.averaging.is_none())
    }
}

impl Breed for HillClimber {
    /// Of the two, who was there before has the lower id and wins ties.
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        let winner = best_first(told.fitness)[0];
        let mut bound_hits = 0;
        let hits = &mut bound_hits;
        let Some(share) = self.averaging else {
            let best = &told.population[winner];
            let child = self.challenger(vec![best.id], &best.genome, told.encoding, stream, hits);
            return Next {
                survivors: vec![winner],
                children: vec![child],
                bound_hits,
                ..Next::default()
            };
        };
        let (parents, genome) = averaged(told, winner, share);
        let challenger = self.challenger(parents.clone(), &genome, told.encoding, stream, hits);
        let champion = Child {
            parents,
            genome,
            steps: Vec::new(),
        };
        Next {
            survivors: Vec::new(),
            children: vec![champion, challenger],
            bound_hits,
            ..Next::default()
        }
    }
}

impl HillClimber {
    fn challenger(
        &self,
        parents: Vec<u64>,
        champion: &Genome,
        encoding: &Encoding,
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) -> Child {
        let mut genome = champion.clone();
        self.mutation
            .mutate(&mut genome, encoding, stream, bound_hits);
        Child {
            parents,
            genome,
            steps: Vec::new(),
        }
    }
}

/// The next champion with its parents' ids: the last, or if the challenger won,
/// the last moved towards it.
fn averaged(told: &Told<'_>, winner: usize, share: f64) -> (Vec<u64>, Genome) {
    let champion = &told.population[0];
    if winner == 0 {
        return (vec![champion.id], champion.genome.clone());
    }
    let challenger = &told.population[winner];
    let weights = |one: &Individual| told.encoding.weights(&one.genome);
    let (from, to) = (weights(champion), weights(challenger));
    let moved = from.iter().zip(&to).map(|(a, b)| a + share * (b - a));
    // Rounding may miss the bound by the last bit: the nearest is within.
    let genome = told.encoding.nearest(&moved.collect::<Vec<f64>>());
    (vec![champion.id, challenger.id], genome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AskTell, Bounds, Purpose};

    const REAL: Encoding = Encoding::Real {
        low: -1.0,
        high: 1.0,
    };
    const BITS: Encoding = Encoding::Bits {
        bits: 4,
        low: -1.0,
        high: 1.0,
    };
    const CLIMBER: HillClimber = HillClimber {
        mutation: Mutation::Gaussian {
            rate: 0.5,
            sigma: 0.1,
            bounds: Bounds::Reflect,
        },
        averaging: None,
    };
    const AVERAGING: HillClimber = HillClimber {
        averaging: Some(0.25),
        ..CLIMBER
    };

    fn pair(encoding: &Encoding) -> AskTell {
        let mut stream = Stream::new(2, Purpose::InitialPopulation, &[]);
        AskTell::new((0..2).map(|_| encoding.random(5, &mut stream)).collect())
    }

    /// Minus the squared distance from a point.
    fn closeness(encoding: &Encoding, one: &Individual) -> f64 {
        let weights = encoding.weights(&one.genome);
        -weights.iter().map(|x| (x - 0.2) * (x - 0.2)).sum::<f64>()
    }

    #[test]
    fn the_champion_never_gets_worse_and_gets_to_the_top() {
        let flips = HillClimber {
            mutation: Mutation::BitFlip { rate: 0.1 },
            averaging: None,
        };
        // The nearest to 0.2 of sixteen numbers from -1 to 1.
        let nearest = -5.0 * (1.0_f64 / 15.0 + 0.2 - 1.0 / 3.0).powi(2);
        for (encoding, climber, top) in [
            (REAL, CLIMBER, -1e-3),
            (REAL, AVERAGING, -1e-3),
            (BITS, flips, nearest - 1e-3),
        ] {
            let mut evolving = pair(&encoding);
            let mut champion = f64::MIN;
            for _ in 0..2_000 {
                let fitness = [0, 1].map(|at| closeness(&encoding, &evolving.ask()[at]));
                assert!(fitness[0] >= champion, "{climber:?}");
                champion = fitness[0];
                evolving.tell(&fitness, &climber, &encoding, 1).unwrap();
            }
            assert!(champion >= top, "{climber:?}: {champion}");
        }
    }

    /// What comes of this fitness of both.
    fn next(climber: &HillClimber, fitness: [f64; 2]) -> (AskTell, AskTell) {
        let before = pair(&REAL);
        let mut after = before.clone();
        after.tell(&fitness, climber, &REAL, 1).unwrap();
        (before, after)
    }

    #[test]
    fn the_better_goes_on_and_of_equals_the_champion() {
        for (fitness, winner) in [([1.0, 0.0], 0), ([0.0, 1.0], 1), ([0.5, 0.5], 0)] {
            let (before, after) = next(&CLIMBER, fitness);
            assert_eq!(after.ask()[0], before.ask()[winner]);
            assert_eq!(after.ask()[1].id, 2);
            assert_eq!(after.ask()[1].parents, [winner as u64]);
        }
    }

    #[test]
    fn averaging_moves_the_champion_that_lost_by_its_share() {
        let (before, after) = next(&AVERAGING, [0.0, 1.0]);
        let [from, to] = [0, 1].map(|at| REAL.weights(&before.ask()[at].genome));
        let [champion, challenger] = [0, 1].map(|at| &after.ask()[at]);
        for (at, weight) in REAL.weights(&champion.genome).into_iter().enumerate() {
            assert_eq!(weight, from[at] + 0.25 * (to[at] - from[at]));
        }
        assert_eq!((champion.id, challenger.id), (2, 3));
        assert_eq!(champion.parents, [0, 1]);
        assert_eq!(challenger.parents, [0, 1]);
        for fitness in [[1.0, 0.0], [0.5, 0.5]] {
            let (before, after) = next(&AVERAGING, fitness);
            assert_eq!(after.ask()[0].genome, before.ask()[0].genome);
            assert_eq!((after.ask()[0].id, after.ask()[1].id), (2, 3));
            assert!(after.ask().iter().all(|one| one.parents == [0]));
        }
    }
}
