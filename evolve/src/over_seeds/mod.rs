//! Several seeds as a few numbers with intervals.
//!
//! A run is one draw from what its settings can bring, so a claim about the
//! settings rests on several runs that differ in their seeds. The measures are
//! those of Agarwal et al. (2021), "Deep Reinforcement Learning at the Edge of
//! the Statistical Precipice", NeurIPS 34, and of its library rliable:
//!
//! | measure | where |
//! |---|---|
//! | interquartile mean, median | [`Scores::interquartile_mean`], [`Scores::median`] |
//! | probability of improvement | [`Scores::improvement_over`] |
//! | performance profile | [`Scores::profile`] |
//! | games to a target | [`games_to_target`], [`ToTarget`] |
//!
//! Only + − × ÷ √, comparisons and libm are used, and every draw comes from the
//! stream that is handed in, so the results are the same on every platform.
//!
//! # What the intervals are worth
//!
//! Of so many 95 % bootstrap intervals hold the truth, in %, measured on
//! 4,000 made-up samples each (`evolve/tests/over_seeds.rs` does so on 1,000):
//!
//! | seeds | 5 | 10 | 20 |
//! |---|---|---|---|
//! | interquartile mean, one task, normal scores | 90 | 93 | 95 |
//! | the same, skewed (exponential) | 90 | 94 | 94 |
//! | interquartile mean, four tasks, whole runs drawn | 84 | 91 | 93 |
//! | the same, drawn within tasks although a run has them all | 70 | 74 | 76 |
//! | median, one task, normal or skewed | 94 | 94 | 94 |
//! | probability of improvement that is 50 % | 90 | 95 | 95 |
//! | one that is 76 % (by a standard deviation) | 89 | 93 | 94 |
//! | one that is 92 % (by two) | 62 | 85 | 91 |
//! | profile where half lies above | 94 | 98 | 96 |
//! | profile where 16 % lies above | 54 | 81 | 84 |
//!
//! So with five seeds an interval is too short, and with ten it is nearly what it
//! says, but at the ends of a scale, where few runs can differ: a probability
//! near 0 or 1 is less certain than its interval. Fewer than
//! [`FEWEST_FOR_INTERVAL`] seeds have none. [`ToTarget`] does not resample, and
//! covers 95 % or more.

mod bootstrap;
mod improvement;
mod mean;
mod profile;
mod scores;
mod target;

pub use bootstrap::Resampling;
pub use mean::{interquartile_mean, interquartile_mean_band};
pub use scores::{Scores, ScoresError};
pub use target::{ToTarget, games_to_target, trailing_means};

/// Fewest seeds with an interval: that of five is too short by the table above,
/// and of fewer seeds the bootstrap has too few different samples.
pub const FEWEST_FOR_INTERVAL: usize = 5;

/// How many resamples an interval is made of.
pub const RESAMPLES: usize = 2_000;

/// A value over several seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverSeeds {
    /// That of the sample as it is.
    pub value: f64,
    /// The ends of its 95 % interval, `(low, high)`; `None` with fewer than
    /// [`FEWEST_FOR_INTERVAL`] seeds.
    pub interval: Option<(f64, f64)>,
}
