//! The play-off that decides who is the best of a generation.

use serde::{Deserialize, Serialize};

use crate::range::{ConfigError, require};

/// A play-off among the fittest of a generation, on openings that neither
/// training nor test has: whoever was lucky in training is not taken for the
/// best. Fitness stays what it was. Each candidate meets each other one, and
/// points are those of training, never shared; of equals the fitter is the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayOff {
    /// So many of each population take part, 2 or more, or 1 if there are
    /// islands.
    pub candidates: u32,
    /// Openings, each played from both sides by every pair.
    pub openings: u32,
}

impl PlayOff {
    /// Checks every range, for so many populations of `size`.
    pub(crate) fn check(&self, islands: u32, size: u32) -> Result<(), ConfigError> {
        let least = if islands > 1 { 1 } else { 2 };
        let holds = (least..=size).contains(&self.candidates);
        let expected = format!("a whole number from {least} to population.size, which is {size}");
        require("play_off.candidates", self.candidates, holds, expected)?;
        let holds = (1..=10_000).contains(&self.openings);
        let expected = crate::expected::OPENINGS;
        require("play_off.openings", self.openings, holds, expected)
    }

    /// Games of one generation.
    pub(crate) fn games(&self, islands: u64) -> u64 {
        let players = islands * u64::from(self.candidates);
        players * (players - 1) * u64::from(self.openings)
    }
}
