//! From run directories to their figures.

use std::path::{Path, PathBuf};

use anyhow::Result;
use warri_engine::Term;
use warri_evolve::Config;

use super::heading::Heading;
use super::{Across, Curve, Generation, PlotError, draw, strength, weights};
use crate::run::{GENERATIONS, RunDir, configs_of_replicates};

/// Their names without an extension.
pub(crate) const FIGURES: [&str; 3] = ["learning_curve", "weights", "strength"];

/// Draws the figures of one run, or of several that differ in their seeds
/// alone, into `dir`; returns the paths of the files.
pub(crate) fn draw_runs(runs: &[RunDir], across: Across, dir: &Path) -> Result<Vec<PathBuf>> {
    let configs = configs_of_replicates(runs)?;
    let curves = runs
        .iter()
        .zip(&configs)
        .map(|(run, config)| read(run, config));
    let curves = curves.collect::<Result<Vec<Curve>, PlotError>>()?;
    let heading = Heading::new(configs, across);
    let mut paths = draw(&curves, &heading, dir)?;
    paths.extend(weights::draw(&curves, &heading, dir)?);
    paths.extend(strength::draw(&curves, &heading, dir)?);
    Ok(paths)
}

/// Reads what a run with this config has logged of its generations.
fn read(run: &RunDir, config: &Config) -> Result<Curve, PlotError> {
    let path = run.file(GENERATIONS);
    let curve = Curve::read(&path, run.path().display().to_string())?;
    for term in config.features.terms() {
        let name = term.name();
        if !curve.weights.iter().any(|weight| weight.term == name) {
            let column = format!("weight:{name}");
            return Err(PlotError::MissingColumn { path, column });
        }
    }
    Ok(curve)
}

/// Each generation of a run with this config, and how its best weighs the terms, in the order
/// of the config.
pub(crate) fn best_weights(run: &RunDir, config: &Config) -> Result<Vec<(u64, Vec<f64>)>> {
    let curve = read(run, config)?;
    let row = |(index, row): (usize, &Generation)| {
        let terms = config.features.terms().iter().map(Term::name);
        let weight = |term: String| {
            let mut weights = curve.weights.iter();
            Some(weights.find(|weight| weight.term == term)?.values[index])
        };
        (row.generation, terms.filter_map(weight).collect())
    };
    Ok(curve.generations.iter().enumerate().map(row).collect())
}
