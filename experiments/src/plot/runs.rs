//! From run directories to their figure.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use warri_evolve::Config;

use super::{Curve, draw, learning_curve};
use crate::run::{RunDir, first_difference};

/// Draws the learning curve of one run, or of several that differ in their
/// seeds alone, into `dir`; returns the paths of the files.
pub(crate) fn draw_runs(runs: &[RunDir], dir: &Path) -> Result<Vec<PathBuf>> {
    let (curves, title, subtitle) = read(runs)?;
    Ok(draw(&curves, &title, &subtitle, dir)?)
}

/// The learning curve that [`draw_runs`] draws, as the text of an SVG file.
pub(crate) fn learning_curve_of(runs: &[RunDir]) -> Result<String> {
    let (curves, title, subtitle) = read(runs)?;
    Ok(learning_curve::svg(&curves, &title, &subtitle)?)
}

/// The curves of runs that can stand in one figure, its title and subtitle.
fn read(runs: &[RunDir]) -> Result<(Vec<Curve>, String, String)> {
    let configs = runs
        .iter()
        .map(RunDir::config)
        .collect::<Result<Vec<Config>>>()?;
    for (index, (run, config)) in runs.iter().zip(&configs).enumerate() {
        let like_first = Config {
            seed: configs[0].seed,
            generations: configs[0].generations,
            ..config.clone()
        };
        if let Some(key) = first_difference(&configs[0], &like_first)? {
            bail!(
                "{} differs from {} in `{key}`: expected runs that differ in seed and generations alone",
                run.path().display(),
                runs[0].path().display()
            );
        }
        if let Some(twin) = configs[..index]
            .iter()
            .position(|other| other.seed == config.seed)
        {
            bail!(
                "{} and {} have the same seed, {}: expected each seed once, as a run counts once",
                runs[twin].path().display(),
                run.path().display(),
                config.seed
            );
        }
    }
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
    Ok((curves, title, subtitle(&configs)))
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
