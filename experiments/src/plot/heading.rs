//! What the figures of the same runs have in common: title, subtitle, caption.

use anyhow::Result;
use warri_evolve::Config;
use warri_evolve::over_seeds::{FEWEST_FOR_INTERVAL, RESAMPLES};

use super::caption::Caption;

/// What stands around a figure of runs that differ in their seeds alone.
pub(super) struct Heading {
    /// The name of the experiment.
    pub(super) experiment: String,
    /// The main settings in a line.
    pub(super) subtitle: String,
    /// The seeds of the runs, in their order.
    pub(super) seeds: Vec<String>,
    /// Their configs, in the same order.
    pub(super) configs: Vec<Config>,
}

impl Heading {
    /// That of runs with these configs.
    pub(super) fn new(configs: Vec<Config>) -> Self {
        Self {
            experiment: configs[0].name.clone(),
            subtitle: subtitle(&configs),
            seeds: configs
                .iter()
                .map(|config| config.seed.to_string())
                .collect(),
            configs,
        }
    }

    /// The caption of a figure with this title. `shown` says what is drawn, `alone` what the
    /// band is around a single run.
    pub(super) fn caption(&self, title: &str, shown: &str, alone: &str) -> Result<Caption> {
        let lines = match self.seeds.len() {
            1 => "The line is the run's own.".to_owned(),
            n => format!(
                "Thin lines or small dots are the single runs; the bold line is the {} over the \
                 runs, generation by generation.",
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
