//! From run directories to their figure.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use warri_evolve::Config;

use super::heading::Heading;
use super::{Curve, draw};
use crate::run::{RunDir, first_difference};

/// Draws the learning curve of one run, or of several that differ in their
/// seeds alone, into `dir`; returns the paths of the files.
pub(crate) fn draw_runs(runs: &[RunDir], dir: &Path) -> Result<Vec<PathBuf>> {
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
    draw(&curves, &Heading::new(configs), dir)
}
