//! The only door to randomness.
//!
//! Every unit of work has a stream of its own, found from the master seed,
//! the purpose and the unit's coordinates: never from the order in which
//! threads reach it. So results do not depend on the number of threads, and a
//! resumed run needs no generator state.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// What a stream is for; streams of different purposes have nothing in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Openings of a training generation; coordinate: generation.
    TrainingOpenings,
    /// Openings of a generation's play-off; coordinate: generation.
    PlayOffOpenings,
    /// Openings of the test suite.
    TestOpenings,
    /// Openings on which a finished run's champion is shown.
    FreshOpenings,
    /// Openings of a match, a series or a tournament.
    MatchOpenings,
    /// Openings on which champions of a run meet their ancestors.
    CiaoOpenings,
    /// Moves of a player `random`; coordinates: the opening's moves, the side.
    RandomPlayer,
    /// The initial population.
    InitialPopulation,
    /// Random peers of a generation; coordinates: generation, and the place in
    /// a mixture if it is not the first.
    Peers,
    /// Whom of its hall of fame a generation meets; coordinates as for peers.
    HallOfFame,
    /// Selection, crossover and mutation; coordinate: the generation bred from.
    Breeding,
    /// The seed of an island; coordinate: which, from 1 on.
    Island,
    /// Random migrants; coordinates: generation, from where, to where.
    Migration,
    /// A game that endgame decisions are taken from; coordinate: its number.
    TruthGames,
    /// The move of a player `random` in a decision; coordinate: its number.
    TruthPlayer,
    /// Which decisions a generation trains on; coordinate: generation.
    TruthTraining,
    /// Resampling for an interval; coordinates: what is resampled.
    Bootstrap,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Purpose::TrainingOpenings => "training-openings",
            Purpose::PlayOffOpenings => "play-off-openings",
            Purpose::TestOpenings => "test-openings",
            Purpose::FreshOpenings => "fresh-openings",
            Purpose::MatchOpenings => "match-openings",
            Purpose::CiaoOpenings => "ciao-openings",
            Purpose::RandomPlayer => "random-player",
            Purpose::InitialPopulation => "initial-population",
            Purpose::Peers => "peers",
            Purpose::HallOfFame => "hall-of-fame",
            Purpose::Breeding => "breeding",
            Purpose::Island => "island",
            Purpose::Migration => "migration",
            Purpose::TruthGames => "truth-games",
            Purpose::TruthPlayer => "truth-player",
            Purpose::TruthTraining => "truth-training",
            Purpose::Bootstrap => "bootstrap",
        }
    }
}

/// A stream of random numbers: ChaCha8, seeded by the SHA-256 of the master
/// seed (8 bytes, little endian), the purpose's word, a zero byte and the
/// coordinates (8 bytes each, little endian).
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of one unit of work.
    pub fn new(seed: u64, purpose: Purpose, coordinates: &[u64]) -> Stream {
        let mut hash = Sha256::new();
        hash.update(seed.to_le_bytes());
        hash.update(purpose.word());
        hash.update([0]);
        for coordinate in coordinates {
            hash.update(coordinate.to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// A seed for streams of another master seed.
    pub(crate) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number from 0 to `bound` − 1.
    ///
    /// # Panics
    /// If `bound` is 0 or does not fit 32 bits, on any machine.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("a bound of 32 bits");
        self.0.random_range(0..bound) as usize
    }

    /// A real in [0, 1), a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A real in [`low`, `high`).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A standard normal deviate, by Marsaglia's polar method with portable
    /// arithmetic.
    pub fn normal(&mut self) -> f64 {
        loop {
            let x = self.between(-1.0, 1.0);
            let y = self.between(-1.0, 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * libm::log(square) / square).sqrt();
            }
        }
    }

    /// `count` different numbers below `bound`, in random order; all of them
    /// if there are fewer.
    pub fn sample(&mut self, bound: usize, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..bound).collect();
        let count = count.min(bound);
        for at in 0..count {
            let from = at + self.below(bound - at);
            all.swap(at, from);
        }
        all.truncate(count);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // pitfalls 7 and 8: a change of generator, hash or distribution shows here.
    #[test]
    fn golden_draws() {
        let mut stream = Stream::new(1, Purpose::TestOpenings, &[2, 3]);
        let below: Vec<usize> = (0..8).map(|_| stream.below(6)).collect();
        assert_eq!(below, [3, 5, 2, 2, 5, 0, 3, 5]);
        assert_eq!(stream.unit(), 0.05820987096797936);
        assert_eq!(stream.normal(), -0.9487553480631234);
        assert_eq!(stream.sample(10, 4), [0, 2, 6, 8]);
    }

    fn first_draws(seed: u64, purpose: Purpose, coordinates: &[u64]) -> Vec<u64> {
        let mut stream = Stream::new(seed, purpose, coordinates);
        (0..4).map(|_| stream.0.next_u64()).collect()
    }

    // pitfalls 3 and 7: seeds 0 and u64::MAX are ordinary, and no two units
    // share a stream.
    #[test]
    fn units_have_streams_of_their_own() {
        let mut all = Vec::new();
        for seed in [0, 1, 2, u64::MAX] {
            for purpose in [Purpose::Breeding, Purpose::Peers] {
                for coordinates in [&[][..], &[0], &[1], &[0, 0], &[0, 1], &[1, 0]] {
                    all.push(first_draws(seed, purpose, coordinates));
                }
            }
        }
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn normal_deviates_have_mean_0_and_variance_1() {
        let mut stream = Stream::new(7, Purpose::Breeding, &[]);
        let draws: Vec<f64> = (0..100_000).map(|_| stream.normal()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 0.013, "{mean}");
        assert!((variance - 1.0).abs() < 0.018, "{variance}");
    }

    #[test]
    fn samples_are_without_replacement() {
        let mut stream = Stream::new(7, Purpose::Peers, &[]);
        let mut sample = stream.sample(10, 20);
        sample.sort_unstable();
        assert_eq!(sample, (0..10).collect::<Vec<_>>());
    }
}
