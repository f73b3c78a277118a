//! What the figures of the same runs have in common: title, subtitle, caption.

use anyhow::Result;
use warri_evolve::Config;
use warri_evolve::over_seeds::{FEWEST_FOR_INTERVAL, RESAMPLES};

use super::Across;
use super::canvas::{Canvas, Drawn, Surface, Text};
use super::caption::Caption;
use super::style::{INK, SOFT_INK, size};

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

    /// The main settings, with those of the test.
    pub(super) fn tested(&self) -> String {
        format!(
            "{} · {} test openings",
            self.subtitle, self.configs[0].test.openings
        )
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

/// Writes title and subtitle at the top of a page so wide, cut short where they must be.
pub(super) fn head<DB: Surface>(
    canvas: &Canvas<DB>,
    (title, subtitle): (&str, &str),
    left: f64,
    width: f64,
) -> Drawn {
    let room = width - left - 20.0;
    let bold = Text::new(size::TITLE, INK).bold();
    canvas.text(&bold.fit(title, room)?, bold, (left, 24.0))?;
    let soft = Text::new(size::SUBTITLE, SOFT_INK);
    canvas.text(&soft.fit(subtitle, room)?, soft, (left, 46.0))
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
        algorithm,
        population,
        training,
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
        "{variant} · {features} at depth {depth} · {} · {} individuals, {opponents}{sharing} · {seeds}",
        algorithm.name(),
        population.size
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_speaks_of_the_band_that_is_there() {
        let note = |fewest, most| note(most, (fewest, most), "alone", "seeds");
        assert_eq!(note(1, 1), "alone");
        assert!(note(4, 4).ends_with(
            "Bold: interquartile mean over the runs. No band, as fewer than 5 seeds say too little."
        ));
        assert!(note(5, 5).ends_with(", n = 5. Bold: interquartile mean over the runs. Band: 95 % bootstrap interval over seeds."));
        // A run ended early: the generations before have a band.
        assert!(note(1, 5).contains("n = 1 to 5 by generation"));
        assert!(
            note(1, 5).ends_with("Band, of 5 seeds or more: 95 % bootstrap interval over seeds.")
        );
    }
}
