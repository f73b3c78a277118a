//! Data for tests.

use std::ops::Range;

use warri_evolve::Config;
use warri_evolve::toml_input::from_toml;

use super::heading::Heading;
use super::{Across, Curve, Generation, Opponent, Score};

/// A run of `generations` against `opponents`, with a score in every other generation.
pub(super) fn curve(label: &str, generations: Range<u64>, opponents: &[&str]) -> Curve {
    let score = |g: u64| {
        let value = 0.3 + 0.6 * g as f64 / (g + 9) as f64;
        let (low, high) = (value - 0.05, value + 0.05);
        g.is_multiple_of(2).then_some(Score { value, low, high })
    };
    let row = |g: u64| Generation {
        generation: g,
        games: g * 640,
        best: 0.5,
        mean: 0.0,
        median: 0.1,
        worst: -0.5,
        diversity: 3.0 / (g + 1) as f64,
        truth: None,
    };
    let opponent = |name: &&str| Opponent {
        name: name.to_string(),
        scores: generations.clone().map(score).collect(),
    };
    Curve {
        label: label.to_owned(),
        opponents: opponents.iter().map(opponent).collect(),
        generations: generations.clone().map(row).collect(),
        weights: Vec::new(),
    }
}

/// What stands around figures of so many runs of the quickstart.
pub(super) fn heading(runs: usize) -> Heading {
    let text = include_str!("../../configs/quickstart.toml");
    let config: Config = from_toml(text).expect("the built-in experiment");
    let seeds = 1..=runs.max(1) as u64;
    let configs = seeds.map(|seed| Config {
        seed,
        ..config.clone()
    });
    Heading {
        experiment: "a <title>".to_owned(),
        subtitle: "π & \u{0} more".to_owned(),
        ..Heading::new(configs.collect(), Across::Generations)
    }
}
