//! A sweep as its author writes it, and what it comes to.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use warri_evolve::toml_input::from_toml;

use super::arms::{self, ONLY, check_names, combinations};
use super::plan::{Arm, Plan};
use super::settings::{Setting, change, settings};
use crate::bot_copies::Copies;
use crate::built_in::{self, SWEEPS};
use crate::experiment::{Change, Experiment, Source};
use crate::files::read_text;
use crate::seeds::Seeds;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(rename = "format")]
    _format: u32,
    name: String,
    /// A built-in experiment, or a config file.
    base: String,
    seeds: Seeds,
    /// What all arms set.
    #[serde(default)]
    set: toml::Table,
    /// Lists of values by key.
    grid: Option<toml::Table>,
    arms: Option<Vec<RequestedArm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestedArm {
    name: String,
    #[serde(default)]
    set: toml::Table,
}

/// A sweep that is checked, and not in a folder yet.
pub(crate) struct Draft {
    pub(crate) plan: Plan,
    /// What the arms are about, in their order.
    pub(crate) experiments: Vec<Experiment>,
    pub(super) copies: Copies,
}

impl Draft {
    /// Reads a file, or a built-in sweep by its name, and checks each arm.
    pub(crate) fn read(path: &Path) -> Result<Draft> {
        let shown = path.display();
        let text = match built_in::find(SWEEPS, path) {
            // A folder, as of the sweep itself, hides no sweep of the same name.
            Some((_, text)) if !path.is_file() => (*text).to_owned(),
            None if !path.exists() => bail!(
                "cannot read {shown}: expected a file, the folder of a sweep, or a built-in sweep ({})",
                built_in::names(SWEEPS)
            ),
            _ => read_text(path)?,
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let request: Request =
            from_toml(&text).map_err(|error| match from_toml::<Plan>(&text) {
                Ok(_) => anyhow!(
                    "{shown}: a sweep that is under way: go on with its folder, `warri sweep {}`",
                    folder.display()
                ),
                Err(_) => anyhow!("{shown}: {error}"),
            })?;
        request
            .resolve(&text, folder)
            .with_context(|| shown.to_string())
    }
}

impl Request {
    fn resolve(self, text: &str, folder: &Path) -> Result<Draft> {
        let document = DeTable::parse(text)?;
        let document = document.get_ref();
        let all = settings_at(text, document.get("set"), &self.set).context("set")?;
        let arms = self.arms(text, document)?;
        check_names(arms.iter().map(|(name, _)| name.as_str()))?;
        let base = Source::find_from(folder, &self.base).context("base")?;
        base.config(&[]).context("base")?;
        let mut copies = Copies::default();
        let mut draft = Vec::with_capacity(arms.len());
        for (name, own) in arms {
            let changes: Vec<Change> = all.iter().chain(&own).map(change).collect();
            let experiment = check_arm(&base, &changes, self.seeds.first);
            let experiment = experiment.with_context(|| format!("arm `{name}`"))?;
            copies.name(&experiment.bot_files);
            let mut named = experiment.clone();
            named.rename_bots(copies.names());
            let config = named.config;
            draft.push((Arm { name, config }, experiment));
        }
        let (arms, experiments) = draft.into_iter().unzip();
        let mut plan = Plan::new(self.name, self.seeds, arms);
        plan.check()?;
        plan.bots = copies.hashes()?;
        Ok(Draft {
            plan,
            experiments,
            copies,
        })
    }

    /// The arms with what each sets.
    fn arms(&self, text: &str, document: &DeTable<'_>) -> Result<Vec<arms::NamedSettings>> {
        match (&self.grid, &self.arms) {
            (Some(_), Some(_)) => bail!("there are both `grid` and `arms`: expected one of them"),
            (Some(grid), None) => settings_at(text, document.get("grid"), grid)
                .and_then(combinations)
                .context("grid"),
            (None, Some(arms)) => {
                let tables = document.get("arms").map(toml::Spanned::get_ref);
                let tables = tables.and_then(DeValue::as_array);
                let read = |(index, arm): (usize, &RequestedArm)| {
                    let table = tables.and_then(|tables| tables.get(index));
                    let table = table.and_then(|table| table.get_ref().as_table());
                    let set = table.and_then(|table| table.get("set"));
                    let own = settings_at(text, set, &arm.set);
                    let own = own.with_context(|| format!("arm `{}`: set", arm.name))?;
                    Ok((arm.name.clone(), own))
                };
                arms.iter().enumerate().map(read).collect()
            }
            (None, None) => Ok(vec![(ONLY.to_owned(), Vec::new())]),
        }
    }
}

/// The settings in a table, if it stands in the document.
fn settings_at(
    text: &str,
    at: Option<&toml::Spanned<DeValue<'_>>>,
    plain: &toml::Table,
) -> Result<Vec<Setting>> {
    match at.and_then(|at| at.get_ref().as_table()) {
        Some(spanned) => settings(text, spanned, plain),
        None => Ok(Vec::new()),
    }
}

/// The experiment of an arm, with all that could keep it from beginning.
fn check_arm(base: &Source, changes: &[Change], seed: u64) -> Result<Experiment> {
    let mut config = base.config(changes)?;
    config.seed = seed;
    let experiment = Experiment::prepare(config, base.folder())?;
    experiment.start()?.openings(0)?;
    Ok(experiment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_sweeps_are_sound() {
        for (name, _) in SWEEPS {
            let draft = Draft::read(Path::new(name)).unwrap();
            assert_eq!(draft.plan.name, *name);
        }
    }
}
