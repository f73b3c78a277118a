//! The checkpoint: a run between two generations.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use warri_evolve::toml_input::FORMAT;
use warri_evolve::{Config, Evolution, State};

use super::RunDir;
use super::logs::Lengths;
use crate::bot_copies::check_copies;
use crate::files::{read_text, write_whole};

/// What the file `checkpoint` holds: the population that is to play next (not
/// yet a single game of it), the champion so far, and how long the result
/// files were when the generation before was complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checkpoint {
    format: u32,
    /// The config under which the run is. It is the truth where `config.toml`
    /// lacks generations of an extension.
    pub(super) config: Config,
    /// SHA-256 of the bot files that the config names.
    bots: BTreeMap<String, String>,
    pub(super) lengths: Lengths,
    pub(super) state: State,
}

impl Checkpoint {
    /// The checkpoint of a run that begins.
    pub(super) fn new(
        evolution: &Evolution,
        bots: BTreeMap<String, String>,
        lengths: Lengths,
    ) -> Checkpoint {
        Checkpoint {
            format: FORMAT,
            config: evolution.config().clone(),
            bots,
            lengths,
            state: evolution.state().clone(),
        }
    }

    /// A generation was played and is on the disk.
    pub(super) fn advance(&mut self, evolution: &Evolution, lengths: Lengths) {
        self.state = evolution.state().clone();
        self.lengths = lengths;
    }

    pub(super) fn write(&self, run: &RunDir) -> Result<()> {
        let text = serde_json::to_string(self).context("the checkpoint cannot be written")?;
        write_whole(&run.file("checkpoint"), text.as_bytes())
    }

    pub(super) fn read(run: &RunDir) -> Result<Checkpoint> {
        read_json(run, "checkpoint", "checkpoint")
    }

    /// Refuses a config or bots that are not those the run began with.
    pub(super) fn check(&self, run: &RunDir) -> Result<()> {
        let config = run.config()?;
        let cut_short = Config {
            generations: config.generations,
            ..self.config.clone()
        };
        // An extension writes the checkpoint first.
        let extended = config == cut_short && config.generations < self.config.generations;
        if let Some(key) = first_difference(&self.config, &config)?.filter(|_| !extended) {
            bail!(
                "{}: `{key}` was changed since the run began: change it back, or begin another run; \
                 more generations come with `warri resume {} --generations N`",
                run.file("config.toml").display(),
                run.path().display()
            );
        }
        check_copies(run.path(), &self.bots, "run")
    }

    /// Gives the run more generations.
    pub(super) fn extend(&mut self, generations: u32, run: &RunDir) -> Result<()> {
        let from = self.config.generations;
        ensure!(
            generations >= from,
            "--generations {generations}: {} has {from} generations, and a run can only get longer",
            run.path().display()
        );
        ensure!(
            generations == from || !self.state.stopped,
            "--generations {generations}: a rule of `stop` ended {} after generation {}, \
             and more generations would not change that",
            run.path().display(),
            self.state.generation() - 1
        );
        self.config.generations = generations;
        Ok(self.config.check()?)
    }
}

/// Reads a JSON file of a run, of this format.
pub(super) fn read_json<T: for<'de> Deserialize<'de>>(
    run: &RunDir,
    name: &str,
    kind: &str,
) -> Result<T> {
    let path = run.file(name);
    ensure!(
        path.exists(),
        "{}: there is no such file, and without it there is no going on: {}",
        path.display(),
        run.anew()
    );
    let text = read_text(&path)?;
    let unusable = || {
        format!(
            "{}: not a {kind} that this version of warri can read, or a damaged one",
            path.display()
        )
    };
    let value: serde_json::Value = serde_json::from_str(&text).with_context(unusable)?;
    let format = value.get("format").and_then(serde_json::Value::as_u64);
    if let Some(format) = format {
        ensure!(
            format == u64::from(FORMAT),
            "{}: format {format}: this version of warri reads format {FORMAT}",
            path.display()
        );
    }
    serde_json::from_str(&text).with_context(unusable)
}

/// The first key, with its tables, at which two configs differ.
pub(crate) fn first_difference(one: &Config, other: &Config) -> Result<Option<String>> {
    let [one, other] = [toml::Table::try_from(one)?, toml::Table::try_from(other)?];
    Ok(differing_key(&one, &other))
}

fn differing_key(a: &toml::Table, b: &toml::Table) -> Option<String> {
    let keys = a.keys().chain(b.keys());
    keys.into_iter()
        .find_map(|key| match (a.get(key), b.get(key)) {
            (Some(toml::Value::Table(a)), Some(toml::Value::Table(b))) => {
                differing_key(a, b).map(|inner| format!("{key}.{inner}"))
            }
            (a, b) if a == b => None,
            _ => Some(key.clone()),
        })
}
