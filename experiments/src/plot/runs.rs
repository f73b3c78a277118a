//! From run directories to their figure.

use std::path::{Path, PathBuf};

use anyhow::Result;
use warri_evolve::Config;

use super::{Curve, draw};
use crate::run::{RunDir, configs_of_replicates};

/// Draws the learning curve of one run, or of several that differ in their
/// seeds alone, into `dir`; returns the paths of the files.
pub(crate) fn draw_runs(runs: &[RunDir], dir: &Path) -> Result<Vec<PathBuf>> {
    let configs = configs_of_replicates(runs)?;
    let curves = runs
        .iter()
        .map(|run| {
            Ok(Curve::read(
                run.file("generations.csv"),
                run.path().display().to_string(),
            )?)
        })
        .collect::<Result<Vec<Curve>>>()?;
    let title = format!("Learning curve: {}", configs[0].name);
    Ok(draw(&curves, &title, &subtitle(&configs), dir)?)
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
