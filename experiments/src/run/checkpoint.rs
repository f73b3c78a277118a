//! The checkpoint: a run between two generations.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use warri_evolve::toml_input::FORMAT;
use warri_evolve::{Config, Evolution, State};

use super::logs::Lengths;
use super::{Manifest, RunDir};
use crate::files::{read_text, write_whole};

/// What the file `checkpoint` holds: the population that is to play next (not
/// yet a single game of it), the champion so far, and how long the result
/// files were when the generation before was complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checkpoint {
    format: u32,
    /// The config under which the run was so far.
    pub(crate) config: Config,
    pub(crate) lengths: Lengths,
    pub(crate) state: State,
}

impl Checkpoint {
    pub(crate) fn new(evolution: &Evolution, lengths: Lengths) -> Checkpoint {
        Checkpoint {
            format: FORMAT,
            config: evolution.config().clone(),
            lengths,
            state: evolution.state().clone(),
        }
    }

    pub(crate) fn write(&self, run: &RunDir) -> Result<()> {
        let text = serde_json::to_string(self).context("the checkpoint cannot be written")?;
        write_whole(&run.file("checkpoint"), text.as_bytes())
    }

    pub(crate) fn read(run: &RunDir) -> Result<Checkpoint> {
        let path = run.file("checkpoint");
        read_json(&path, "checkpoint")
    }

    /// Refuses a config that is not the one the run began with. An extension
    /// that was cut short is completed: its record is in the manifest.
    pub(crate) fn check_config(&self, config: &Config, run: &RunDir) -> Result<()> {
        let path = run.file("config.toml");
        let then = toml::Table::try_from(&self.config)?;
        let now = toml::Table::try_from(config)?;
        let Some(key) = first_difference(&then, &now) else {
            return Ok(());
        };
        if key == "generations" {
            let extensions = Manifest::read(run)?.extensions;
            let cut_short = extensions.last().is_some_and(|last| {
                (last.from, last.to) == (config.generations, self.config.generations)
            });
            if cut_short {
                return run.write_config(&self.config);
            }
        }
        bail!(
            "{}: `{key}` was changed since the run began: change it back, or begin another run; \
             more generations come with `warri resume {} --generations N`",
            path.display(),
            run.path().display()
        )
    }
}

/// Reads a JSON file of this format.
pub(super) fn read_json<T: for<'de> Deserialize<'de>>(path: &Path, kind: &str) -> Result<T> {
    let text = read_text(path)?;
    let damaged = || format!("{}: this is no {kind}, or a damaged one", path.display());
    let value: serde_json::Value = serde_json::from_str(&text).with_context(damaged)?;
    let format = value.get("format").and_then(serde_json::Value::as_u64);
    if let Some(format) = format {
        ensure!(
            format == u64::from(FORMAT),
            "{}: format {format}: this version of warri reads format {FORMAT}",
            path.display()
        );
    }
    serde_json::from_str(&text).with_context(damaged)
}

/// The first key, with its tables, at which two tables differ.
fn first_difference(a: &toml::Table, b: &toml::Table) -> Option<String> {
    let keys = a.keys().chain(b.keys());
    keys.into_iter()
        .find_map(|key| match (a.get(key), b.get(key)) {
            (Some(toml::Value::Table(a)), Some(toml::Value::Table(b))) => {
                first_difference(a, b).map(|inner| format!("{key}.{inner}"))
            }
            (a, b) if a == b => None,
            _ => Some(key.clone()),
        })
}
