//! The text beside a figure: what it shows, of which runs, by which settings.

use std::fmt::Display;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use warri_evolve::Config;

use crate::files::hexadecimal;
use crate::report::thousands;
use crate::words::plural;

/// How many digits of a config's hash stand in a caption.
const DIGITS: usize = 12;

/// A caption under way: a title and paragraphs, each with a word for what it is about.
#[derive(Debug, Clone)]
pub(crate) struct Caption {
    title: String,
    paragraphs: Vec<String>,
}

impl Caption {
    /// A caption of a figure with this title and nothing more yet.
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            paragraphs: Vec::new(),
        }
    }

    /// The same with a paragraph, as `Band: how it was made.`
    pub(crate) fn with(mut self, about: &str, text: impl Display) -> Self {
        self.paragraphs.push(format!("{about}: {text}"));
        self
    }

    /// The same with the number of runs and their seeds, their main settings, and the hash
    /// of their config. Where a figure has several groups of runs, `group` names these.
    pub(crate) fn with_runs(self, group: Option<&str>, configs: &[Config]) -> Result<Self> {
        let about = |what: &str| match group {
            Some(group) => format!("{what} of {group}"),
            None => what.to_owned(),
        };
        let Some(first) = configs.first() else {
            return Ok(self.with(&about("Runs"), "n = 0."));
        };
        let seeds: Vec<u64> = configs.iter().map(|config| config.seed).collect();
        let word = if seeds.len() == 1 { "seed" } else { "seeds" };
        let mut hashes = configs.iter().map(hash).collect::<Result<Vec<String>>>()?;
        hashes.sort_unstable();
        hashes.dedup();
        Ok(self
            .with(
                &about("Runs"),
                format!("n = {}, {word} {}.", seeds.len(), listed(&seeds)),
            )
            .with(&about("Settings"), settings(first, configs))
            .with(
                &about("Config"),
                format!(
                    "SHA-256 {}… (config.toml without the line of its seed).",
                    hashes.join("…, ")
                ),
            ))
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        for paragraph in &self.paragraphs {
            text += &format!("\n{paragraph}\n");
        }
        text
    }
}

/// The settings that tell one experiment from another at a glance.
fn settings(config: &Config, configs: &[Config]) -> String {
    let Config {
        variant,
        features,
        depth,
        population,
        algorithm,
        training,
        test,
        ..
    } = config;
    let terms = plural(features.terms().len() as i32, "term", "terms");
    let features = match features.name() {
        Some(name) => format!("{name} ({terms})"),
        None => terms,
    };
    let islands = match config.islands {
        Some(islands) => format!(" on each of {} islands", islands.count),
        None => String::new(),
    };
    let generations = configs.iter().map(|config| u64::from(config.generations));
    let stop = match config.stop.games {
        Some(games) => format!(" at most, up to {} games", thousands(games)),
        None => String::new(),
    };
    let openings = |count: u32, plies: u32| {
        format!(
            "{} of {plies} plies",
            plural(count as i32, "opening", "openings")
        )
    };
    format!(
        "variant {variant}; features {features}; depth {depth}; algorithm {}; \
         population {}{islands}; generations {}{stop}; opponents {}{} on {}; test on {}, seed {}.",
        algorithm.name(),
        population.size,
        listed(&generations.collect::<Vec<_>>()),
        training.opponents,
        if training.sharing {
            " with shared fitness"
        } else {
            ""
        },
        openings(training.openings, training.opening_plies),
        openings(test.openings, test.opening_plies),
        test.seed
    )
}

/// The first digits of the SHA-256 of a config as it stands in `config.toml`, but without
/// the line of its seed: replicates have the same.
fn hash(config: &Config) -> Result<String> {
    let text = toml::to_string(config).context("the config cannot be written")?;
    let mut hash = Sha256::new();
    let mut seeds = 0;
    for line in text.split_inclusive('\n') {
        // The first is the run's own; the seed of the test comes later and stays.
        seeds += u32::from(line.starts_with("seed = "));
        if !(line.starts_with("seed = ") && seeds == 1) {
            hash.update(line);
        }
    }
    let mut digits = hexadecimal(&hash.finalize());
    digits.truncate(DIGITS);
    Ok(digits)
}

/// Numbers in rising order, each once, three or more in a row as `1 to 10`.
fn listed(numbers: &[u64]) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in sorted {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let range = |&(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use warri_evolve::toml_input::from_toml;

    fn config(seed: u64) -> Config {
        let text = include_str!("../../configs/quickstart.toml");
        let config: Config = from_toml(text).expect("the built-in experiment");
        Config { seed, ..config }.resolve()
    }

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(listed(&[7]), "7");
        assert_eq!(listed(&[2, 1, 2]), "1, 2");
        assert_eq!(listed(&[10, 3, 1, 2, 12, 11, 20]), "1 to 3, 10 to 12, 20");
        assert_eq!(listed(&[u64::MAX, 0]), format!("0, {}", u64::MAX));
    }

    #[test]
    fn a_caption_tells_runs_settings_and_config() {
        let configs = [config(3), config(1), config(2)];
        let caption = Caption::new("A title")
            .with("Shown", "lines.")
            .with_runs(None, &configs)
            .expect("configs");
        let text = caption.text();
        let (title, rest) = text.split_once("\n\n").expect("paragraphs");
        assert_eq!(title, "A title");
        let hash = hash(&configs[0]).expect("a config");
        let expected = format!(
            "Shown: lines.\n\nRuns: n = 3, seeds 1 to 3.\n\n\
             Settings: variant speightstown; features daoud2004 (12 terms); depth 3; \
             algorithm genetic; population 24; generations 40; opponents round robin on \
             6 openings of 8 plies; test on 100 openings of 8 plies, seed 2001.\n\n\
             Config: SHA-256 {hash}… (config.toml without the line of its seed).\n"
        );
        assert_eq!(rest, expected);
        let arm = Caption::new("")
            .with_runs(Some("depth=3"), &configs[..1])
            .expect("a config");
        assert!(arm.text().contains("Runs of depth=3: n = 1, seed 3."));
        assert!(arm.text().contains("Config of depth=3: SHA-256"));
    }

    #[test]
    fn only_the_runs_own_seed_is_left_out_of_the_hash() {
        let digits = |config: &Config| hash(config).expect("a config");
        let one = config(1);
        assert_eq!(digits(&one), digits(&config(2)));
        assert_eq!(digits(&one).len(), DIGITS);
        let mut other = config(1);
        other.test.seed += 1;
        assert_ne!(digits(&one), digits(&other));
    }
}
