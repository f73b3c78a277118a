//! A sweep as resolved: what `sweep.toml` in its folder holds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use warri_evolve::Config;
use warri_evolve::toml_input::{FORMAT, did_you_mean, from_toml};

use super::Planned;
use super::arms::check_names;
use crate::experiment::Experiment;
use crate::files::read_text;
use crate::run::{RunDir, first_difference};
use crate::seeds::Seeds;

/// The file.
pub(super) const FILE: &str = "sweep.toml";

/// The most runs of a sweep.
const MOST_RUNS: usize = 100_000;

/// All that decides the runs of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    format: u32,
    /// Names the folder.
    pub(crate) name: String,
    /// Those of each arm.
    pub(crate) seeds: Seeds,
    /// SHA-256 of the copies of the bot files that the configs name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) bots: BTreeMap<String, String>,
    pub(crate) arms: Vec<Arm>,
}

/// Runs that differ in their seeds alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arm {
    /// Names a folder in the sweep's.
    pub(crate) name: String,
    /// Of the first seed.
    pub(crate) config: Config,
}

impl Plan {
    pub(super) fn new(name: String, seeds: Seeds, arms: Vec<Arm>) -> Plan {
        Plan {
            format: FORMAT,
            name,
            seeds,
            bots: BTreeMap::new(),
            arms,
        }
    }

    /// Reads the file in the folder of a sweep.
    pub(crate) fn read(folder: &Path) -> Result<Plan> {
        let path = folder.join(FILE);
        ensure!(
            path.is_file(),
            "{}: no sweep, it holds no {FILE}",
            folder.display()
        );
        let plan: Plan = from_toml(&read_text(&path)?)
            .map_err(|error| anyhow!("{}: {error}", path.display()))?;
        plan.check().with_context(|| path.display().to_string())?;
        Ok(plan)
    }

    /// Refuses what cannot be done whatever the configs are.
    pub(super) fn check(&self) -> Result<()> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        ensure!(
            (1..=100).contains(&self.name.len())
                && self.name.chars().all(plain)
                && !self.name.starts_with(['.', '-']),
            "name = {:?}: expected 1 to 100 letters, digits, `-`, `_` or `.`, no `.` or `-` first, as it names a folder",
            self.name
        );
        check_names(self.arms.iter().map(|arm| arm.name.as_str()))?;
        let runs = self.arms.len() * self.seeds.count();
        ensure!(
            runs <= MOST_RUNS,
            "{} arms with {} seeds each: expected {MOST_RUNS} runs at most",
            self.arms.len(),
            self.seeds.count()
        );
        Ok(())
    }

    /// All runs in `folder`: arm after arm, each by rising seed.
    pub(crate) fn runs<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = Planned<'a>> {
        let arms = self.arms.iter().enumerate();
        arms.flat_map(move |(index, arm)| {
            let seeds = self.seeds.iter().enumerate();
            seeds.map(move |(place, seed)| Planned {
                number: index * self.seeds.count() + place,
                index,
                arm,
                seed,
                dir: RunDir::at(folder.join(&arm.name).join(seed.to_string())),
            })
        })
    }

    /// The experiments of the arms, which name their bots from `folder`.
    pub(super) fn experiments(&self, folder: &Path) -> Result<Vec<Experiment>> {
        let prepare = |arm: &Arm| {
            Experiment::prepare(arm.config.clone(), folder)
                .with_context(|| format!("arm `{}`", arm.name))
        };
        self.arms.iter().map(prepare).collect()
    }

    /// The first thing that is another one in `asked`.
    pub(super) fn difference(&self, asked: &Plan) -> Result<Option<String>> {
        let other = |what: &str, has: &dyn ToString, asked: &dyn ToString| {
            let (has, asked) = (has.to_string(), asked.to_string());
            (has != asked).then(|| format!("{what}: it has {has}, asked for is {asked}"))
        };
        let found = other("name", &self.name, &asked.name)
            .or_else(|| other("seeds", &self.seeds, &asked.seeds))
            .or_else(|| self.other_arms(asked));
        if found.is_some() {
            return Ok(found);
        }
        for (arm, asked) in self.arms.iter().zip(&asked.arms) {
            if let Some(key) = first_difference(&arm.config, &asked.config)? {
                return Ok(Some(format!("arm `{}`: `{key}` is another", arm.name)));
            }
        }
        let names = self.bots.keys().chain(asked.bots.keys());
        let mut names = names.filter(|name| self.bots.get(*name) != asked.bots.get(*name));
        Ok(names
            .next()
            .map(|name| format!("{name}: the bot was changed")))
    }

    fn names(&self) -> BTreeSet<&str> {
        self.arms.iter().map(|arm| arm.name.as_str()).collect()
    }

    /// The first arm that is not the same in `asked`, by its name.
    fn other_arms(&self, asked: &Plan) -> Option<String> {
        let [there, wanted] = [self, asked].map(Plan::names);
        if let Some(new) = wanted.difference(&there).next() {
            let near = did_you_mean(new, there.iter().copied());
            return Some(format!("arm `{new}`: it has none of that name{near}"));
        }
        if let Some(gone) = there.difference(&wanted).next() {
            return Some(format!("arm `{gone}`: it has one, asked for is none"));
        }
        let mut pairs = self.arms.iter().zip(&asked.arms);
        let (arm, _) = pairs.find(|(arm, other)| arm.name != other.name)?;
        Some(format!("arm `{}`: the arms are in another order", arm.name))
    }
}
