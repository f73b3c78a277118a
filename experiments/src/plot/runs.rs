//! From run directories to their figure.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::heading::Heading;
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
    draw(&curves, &Heading::new(configs), dir)
}
