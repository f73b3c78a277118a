//! What the figures of the same runs have in common: title, subtitle, caption.

use anyhow::Result;
use warri_evolve::Config;
use warri_evolve::over_seeds::{FEWEST_FOR_INTERVAL, RESAMPLES};

use super::Across;
use super::caption::Caption;

/// What stands around a figure of runs that differ in their seeds alone.
pub(super) struct Heading {
    /// The name of the experiment.
    pub(super) experiment: String,
    /// The main settings in a line.
    pub(super) subtitle: String,
    /// What the horizontal axis counts.
    pub(super) across: Across,
    /// The seeds of the runs, in their order.
    pub(super) seeds: Vec<String>,
    /// Their configs, in the same order.
    pub(super) configs: Vec<Config>,
}

impl Heading {
    /// That of runs with these configs.
    pub(super) fn new(configs: Vec<Config>, across: Across) -> Self {
        Self {
            experiment: configs[0].name.clone(),
            subtitle: subtitle(&configs),
            across,
            seeds: configs
                .iter()
                .map(|config| config.seed.to_string())
                .collect(),
            configs,
        }
    }

    /// What stands for the run of a line over all: the seed of a single one, or nothing.
    pub(super) fn over(&self) -> &str {
        match self.seeds.as_slice() {
            [one] => one,
            _ => "",
        }
    }

    /// The caption of a figure with this title. `shown` says what is drawn, `alone` what the
    /// band is around a single run.
    pub(super) fn caption(&self, title: &str, shown: &str, alone: &str) -> Result<Caption> {
        let lines = match self.seeds.len() {
            1 => "those of the run itself.".to_owned(),
            n => format!(
                "single runs (seeds) are thin lines or small dots; bold lines or large markers \
                 are the {} over the runs, generation by generation.",
                middle(n)
            ),
        };
        let band = match self.seeds.len() {
            1 => alone.to_owned(),
            n if n < FEWEST_FOR_INTERVAL => {
                format!("none, as fewer than {FEWEST_FOR_INTERVAL} seeds say too little.")
            }
            _ => format!(
                "95 % bootstrap interval over seeds of the interquartile mean (percentiles of \
                 {RESAMPLES} resamples, seeded), where at least {FEWEST_FOR_INTERVAL} runs have the \
                 generation."
            ),
        };
        let caption = Caption::new(title)
            .with("Shown", shown)
            .with("Lines", lines);
        caption.with("Band", band).with_runs(None, &self.configs)
    }
}

/// What thin and bold lines and the band are, in a line below a figure of `runs` runs, of
/// which each generation has `fewest` to `most`. `alone` is said of a single run, `over` is
/// what the band of several is over.
pub(super) fn note(runs: usize, (fewest, most): (usize, usize), alone: &str, over: &str) -> String {
    if runs == 1 {
        return alone.to_owned();
    }
    let count = if fewest < most {
        format!("n = {fewest} to {most} by generation")
    } else {
        format!("n = {most}")
    };
    let over_seeds = if most < FEWEST_FOR_INTERVAL {
        format!("No band, as fewer than {FEWEST_FOR_INTERVAL} seeds say too little.")
    } else if fewest < FEWEST_FOR_INTERVAL {
        format!(
            "Band, of {FEWEST_FOR_INTERVAL} seeds or more: 95 % bootstrap interval over {over}."
        )
    } else {
        format!("Band: 95 % bootstrap interval over {over}.")
    };
    format!(
        "Thin: single runs (seeds), {count}. Bold: {} over the runs. {over_seeds}",
        middle(most)
    )
}

/// What the middle of so many runs is called.
pub(super) fn middle(runs: usize) -> &'static str {
    match runs {
        // Fewer leave nothing to cut.
        0..4 => "mean",
        _ => "interquartile mean",
    }
}

fn subtitle(configs: &[Config]) -> String {
    let Config {
        variant,
        features,
        depth,
        population,
        training,
        test,
        ..
    } = &configs[0];
    let features = match features.name() {
        Some(name) => name.to_owned(),
        None => format!("{} terms of its own", features.terms().len()),
    };
    let opponents = &training.opponents;
    let sharing = if training.sharing {
        " with shared fitness"
    } else {
        ""
    };
    let seeds = match configs {
        [one] => format!("seed {}", one.seed),
        many => format!("{} seeds", many.len()),
    };
    format!(
        "{variant} · {features} at depth {depth} · {} individuals, {opponents}{sharing} · {} test openings · {seeds}",
        population.size, test.openings
    )
}
