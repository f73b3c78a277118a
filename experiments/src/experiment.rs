//! An experiment before it runs: its config and the players it names.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use warri_engine::Variant;
use warri_evolve::toml_input::{TomlError, check_format, explain, from_toml};
use warri_evolve::{Bot, Config, Evolution, Initial, Player, State};

use crate::files::read_text;

/// The experiment that runs without a config file.
const QUICKSTART: &str = include_str!("../configs/quickstart.toml");

/// A checked config, with the players that it names.
#[derive(Clone, Debug)]
pub(crate) struct Experiment {
    pub(crate) config: Config,
    references: Vec<Player>,
    bots: Vec<Bot>,
    /// Bot files that the config names: where they lie, and their names in
    /// the config.
    pub(crate) bot_files: Vec<(PathBuf, String)>,
}

/// Changes to a config from the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// `key=value` for any key.
    pub(crate) set: Vec<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) generations: Option<u32>,
}

impl Experiment {
    /// Reads a config file, or the built-in quickstart, and changes it.
    pub(crate) fn read(path: Option<&Path>, changes: &Changes) -> Result<Experiment> {
        let (text, name) = match path {
            Some(path) => (read_text(path)?, path.display().to_string()),
            None => (QUICKSTART.to_owned(), "quickstart".to_owned()),
        };
        let config = parse(&text, &name, changes)?;
        let folder = path.and_then(Path::parent).unwrap_or(Path::new(""));
        Experiment::prepare(config, folder).with_context(|| name)
    }

    /// Checks a config and reads the players that it names; bot files are
    /// found from `folder`.
    pub(crate) fn prepare(config: Config, folder: &Path) -> Result<Experiment> {
        let config = config.resolve();
        config.check()?;
        let mut bot_files = Vec::new();
        let mut load = |name: &str| {
            let path = folder.join(name);
            bot_files.push((path.clone(), name.to_owned()));
            read_bot(&path)
        };
        let references = config
            .references()
            .iter()
            .map(|text| {
                Player::parse(text, |name| load(name).map_err(shown)).context("test.references")
            })
            .collect::<Result<Vec<Player>>>()?;
        let bots = match &config.population.initial {
            Initial::Around { bots } => bots
                .iter()
                .map(|name| Bot::built_in(name).map_or_else(|| load(name), Ok))
                .collect::<Result<Vec<Bot>>>()
                .context("population.initial")?,
            Initial::Random => Vec::new(),
        };
        Ok(Experiment {
            config,
            references,
            bots,
            bot_files,
        })
    }

    /// The same experiment with another seed.
    pub(crate) fn with_seed(&self, seed: u64) -> Experiment {
        let mut other = self.clone();
        other.config.seed = seed;
        other
    }

    /// Renames the bot files that the config names: `names` in the order of
    /// [`Experiment::bot_files`].
    pub(crate) fn rename_bots(&mut self, names: &[String]) {
        let rename = |text: &mut String| {
            for ((_, old), new) in self.bot_files.iter().zip(names) {
                match text.strip_prefix(old.as_str()) {
                    Some(depth) if depth.is_empty() || depth.starts_with('@') => {
                        *text = format!("{new}{depth}");
                        return;
                    }
                    _ => {}
                }
            }
        };
        self.config
            .test
            .references
            .iter_mut()
            .flatten()
            .for_each(rename);
        if let Initial::Around { bots } = &mut self.config.population.initial {
            bots.iter_mut().for_each(rename);
        }
    }

    /// The run's beginning.
    pub(crate) fn start(&self) -> Result<Evolution> {
        let references = self.references.clone();
        Ok(Evolution::new(self.config.clone(), references, &self.bots)?)
    }

    /// The run as it was in a checkpoint.
    pub(crate) fn resume(&self, state: State) -> Result<Evolution> {
        let references = self.references.clone();
        Ok(Evolution::resume(self.config.clone(), references, state)?)
    }
}

/// Reads a bot file.
pub(crate) fn read_bot(path: &Path) -> Result<Bot> {
    let text = read_text(path)?;
    Bot::from_toml(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Reads a player's text form; a bot file is found from the current folder.
pub(crate) fn read_player(text: &str) -> Result<Player> {
    Ok(Player::parse(text, |path| {
        read_bot(Path::new(path)).map_err(shown)
    })?)
}

/// The rules asked for, or those that the bots agree on.
pub(crate) fn resolve_variant(asked: Option<Variant>, players: &[Player]) -> Result<Variant> {
    if let Some(variant) = asked {
        return Ok(variant);
    }
    let mut made_for: Option<(&Player, Variant)> = None;
    for player in players {
        match (made_for, player.variant()) {
            (Some((first, a)), Some(b)) if a != b => bail!(
                "{first} was made for {a}, {player} for {b}: say which rules to play with --variant"
            ),
            (None, Some(variant)) => made_for = Some((player, variant)),
            _ => {}
        }
    }
    Ok(made_for.map(|(_, variant)| variant).unwrap_or_default())
}

/// An error with its causes in one line.
fn shown(error: anyhow::Error) -> String {
    format!("{error:#}")
}

/// Reads a config and changes it.
fn parse(text: &str, name: &str, changes: &Changes) -> Result<Config> {
    // The file alone first, so that its errors name its lines.
    let mut config: Config = from_toml(text).map_err(|error| in_file(name, &error))?;
    if !changes.set.is_empty() {
        let mut table: toml::Table = toml::from_str(text).with_context(|| name.to_owned())?;
        for change in &changes.set {
            set(&mut table, change)?;
        }
        let text = toml::to_string(&table).context("--set")?;
        check_format(&table).context("--set")?;
        config = toml::from_str(&text).map_err(|error| {
            anyhow!(
                "--set {}: {}",
                changes.set.join(" "),
                without_line(explain(&text, &error))
            )
        })?;
    }
    if let Some(seed) = changes.seed {
        config.seed = seed;
    }
    if let Some(generations) = changes.generations {
        config.generations = generations;
    }
    Ok(config)
}

fn in_file(name: &str, error: &TomlError) -> anyhow::Error {
    match error {
        TomlError::Line { .. } => anyhow!("{name}, {error}"),
        _ => anyhow!("{name}: {error}"),
    }
}

/// Lines of a changed config are nobody's lines.
fn without_line(error: TomlError) -> String {
    match error {
        TomlError::Line { message, .. } => message,
        other => other.to_string(),
    }
}

/// Applies `key=value`, where `key` may be `table.key` and `value` is TOML, or
/// a text without its quotes.
fn set(table: &mut toml::Table, change: &str) -> Result<()> {
    let Some((key, value)) = change.split_once('=') else {
        bail!("--set {change}: expected key=value, as in --set population.size=50");
    };
    let (key, value) = (key.trim(), value.trim());
    let value = match toml::from_str::<toml::Table>(&format!("value = {value}")) {
        Ok(mut parsed) => parsed.remove("value"),
        Err(_) => None,
    }
    .unwrap_or_else(|| toml::Value::String(value.to_owned()));
    let mut parts: Vec<&str> = key.split('.').collect();
    ensure!(
        parts.iter().all(|part| !part.is_empty()),
        "--set {change}: expected a key before `=`"
    );
    let last = parts.pop().unwrap_or_default();
    let mut inner = table;
    for part in parts {
        let entry = inner
            .entry(part)
            .or_insert_with(|| toml::Value::Table(toml::Table::new()));
        if !entry.is_table() {
            *entry = toml::Value::Table(toml::Table::new());
        }
        inner = entry.as_table_mut().context("a table was just put there")?;
    }
    inner.insert(last.to_owned(), value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use warri_evolve::{Mutation, Opponents, Selection};

    use super::*;

    fn quickstart(set: &[&str]) -> Result<Experiment> {
        let set = set.iter().map(|&change| change.to_owned()).collect();
        Experiment::read(
            None,
            &Changes {
                set,
                ..Changes::default()
            },
        )
    }

    #[test]
    fn any_key_can_be_set() {
        let config = quickstart(&[
            "population.size=50",
            "name = other",
            "seed=\"18446744073709551615\"",
            "operators.selection=proportional",
            "operators.mutation={ reset = { rate = 0.25 } }",
            "training.opponents.peers.count=5",
            "features=[\"net_store\", \"own_reach\"]",
        ])
        .unwrap()
        .config;
        assert_eq!((config.population.size, config.seed), (50, u64::MAX));
        assert_eq!(config.name, "other");
        assert_eq!(config.operators.selection, Selection::Proportional);
        assert_eq!(config.operators.mutation, Mutation::Reset { rate: 0.25 });
        assert_eq!(config.training.opponents, Opponents::Peers { count: 5 });
        assert_eq!(config.features.terms().len(), 2);
    }

    #[test]
    fn a_change_that_cannot_be_is_refused() {
        let message = |change| format!("{:#}", quickstart(&[change]).unwrap_err());
        for (change, expected) in [
            ("population", "--set population: expected key=value"),
            ("=3", "--set =3: expected a key before `=`"),
            ("population.sise=3", "did you mean `size`?"),
            (
                "population.size=many",
                "invalid type: string \"many\", expected u32",
            ),
            (
                "population.size=1",
                "population.size = 1: expected a whole number from 2",
            ),
            (
                "operators.selection=proportionl",
                "did you mean `proportional`?",
            ),
        ] {
            let message = message(change);
            assert!(message.contains(expected), "{change}: {message}");
        }
    }

    #[test]
    fn the_quickstart_explains_every_key() {
        let config = toml::to_string(&quickstart(&[]).unwrap().config).unwrap();
        for line in config.lines() {
            let key = line.split(" = ").next().unwrap().trim_matches(['[', ']']);
            let key = key.rsplit('.').next().unwrap();
            assert!(QUICKSTART.contains(key), "{key} is not explained");
        }
    }
}
