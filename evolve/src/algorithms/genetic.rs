//! The generational genetic algorithm.

use serde::{Deserialize, Serialize};

use crate::operators::best_first;
use crate::range::{ConfigError, require};
use crate::{
    Breed, Child, Crossover, Encoding, Genome, Individual, Mutation, Next, Selection, Stream, Told,
};

/// The settings of the genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genetic {
    /// Who becomes a parent.
    pub selection: Selection,
    /// How parents are recombined.
    pub crossover: Crossover,
    /// How children are changed.
    pub mutation: Mutation,
    /// The best that survive unchanged; they play again like all others.
    pub elites: u32,
}

impl Genetic {
    /// Checks every range, for a population of `size` with this encoding.
    pub(crate) fn check(&self, size: u32, encoding: &Encoding) -> Result<(), ConfigError> {
        let fewer = format!("less than population.size, which is {size}");
        require("elites", self.elites, self.elites < size, fewer)?;
        self.selection.check()?;
        self.crossover.check(encoding)?;
        self.mutation.check(encoding)
    }
}

impl Breed for Genetic {
    fn breed(&self, told: &Told<'_>, stream: &mut Stream) -> Next {
        let mut survivors = best_first(told.fitness);
        survivors.truncate(self.elites as usize);
        let wanted = told.population.len() - survivors.len();
        let couples = wanted.div_ceil(2);
        let parents = self.selection.select(told.fitness, 2 * couples, stream);
        let mut children = Vec::with_capacity(2 * couples);
        let mut bound_hits = 0;
        for couple in parents.chunks_exact(2) {
            let pair = [couple[0], couple[1]].map(|parent| &told.population[parent]);
            for (mut genome, parents) in self.cross(pair, told.encoding, stream, &mut bound_hits) {
                self.mutation
                    .mutate(&mut genome, told.encoding, stream, &mut bound_hits);
                let steps = Vec::new();
                children.push(Child {
                    parents,
                    genome,
                    steps,
                });
            }
        }
        children.truncate(wanted);
        Next {
            survivors,
            children,
            bound_hits,
            ..Next::default()
        }
    }
}

impl Genetic {
    /// Two children before mutation, each with its parents' ids.
    fn cross(
        &self,
        parents: [&Individual; 2],
        encoding: &Encoding,
        stream: &mut Stream,
        bound_hits: &mut u64,
    ) -> [(Genome, Vec<u64>); 2] {
        let [mut a, mut b] = parents.map(|parent| parent.genome.clone());
        let crossed = self
            .crossover
            .cross(&mut a, &mut b, encoding.range(), stream, bound_hits);
        let ids = parents.map(|parent| parent.id);
        if crossed && ids[0] != ids[1] {
            [(a, ids.to_vec()), (b, ids.to_vec())]
        } else {
            [(a, vec![ids[0]]), (b, vec![ids[1]])]
        }
    }
}
