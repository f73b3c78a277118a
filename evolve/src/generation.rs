//! What a generation was.

use crate::{Individual, MatchScore, Opening, Played, Player, Summary, Tally, TruthScore};

/// A game that decides something: a training game, or one of a play-off.
#[derive(Clone, Copy, Debug)]
pub struct DecidingGame<'a> {
    /// Counts from 1 over the whole run.
    pub number: u64,
    /// Who played South: an individual by its id, or a fixed player.
    pub south: &'a Player,
    /// Who played North.
    pub north: &'a Player,
    /// The opening.
    pub opening: &'a Opening,
    /// How it went.
    pub played: Played,
}

/// All that is known of a generation after it played.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its number; the initial population is 0.
    pub number: u32,
    /// Games so far that decided something, this generation's included.
    pub games: u64,
    /// Its members, island after island, in the order of their ids.
    pub population: Vec<Individual>,
    /// On how many islands they live, as many on each.
    pub islands: usize,
    /// Each member's training results.
    pub tallies: Vec<Tally>,
    /// Each member's fitness.
    pub fitness: Vec<f64>,
    /// Index of the best: by the play-off if there is one; else the fittest, of
    /// equals the lowest index.
    pub best: usize,
    /// The best member's weights.
    pub best_weights: Vec<f64>,
    /// Share of the points that the best has against its training opponents
    /// on openings that it never saw. What it has in training less this is
    /// how far training flattered it.
    pub unseen_score: f64,
    /// Mean over the weights of their standard deviation in the population,
    /// as a share of the genome's range.
    pub diversity: f64,
    /// The best against each reference on the test openings.
    pub references: Vec<MatchScore>,
    /// How well the best decides endgames, if the config asks for it.
    pub truth: Option<TruthScore>,
    /// Genes of its children that left their range and were brought back.
    pub bound_hits: u64,
}

impl Generation {
    /// The fitness of the population in numbers.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.fitness)
    }

    /// On which island a member lives, by its index.
    pub fn island(&self, member: usize) -> usize {
        member / (self.population.len() / self.islands)
    }
}

/// How different the weights are; see [`Generation::diversity`].
pub(crate) fn diversity(weights: &[Vec<f64>], (low, high): (f64, f64)) -> f64 {
    let n = weights.len() as f64;
    let terms = weights[0].len();
    let mut sum = 0.0;
    for term in 0..terms {
        let mean = weights.iter().map(|weights| weights[term]).sum::<f64>() / n;
        let squares = weights
            .iter()
            .map(|weights| (weights[term] - mean) * (weights[term] - mean));
        sum += (squares.sum::<f64>() / n).sqrt();
    }
    sum / terms as f64 / (high - low)
}
