//! An experiment before it runs: its config and the players it names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use warri_evolve::toml_input::{TomlError, check_format, explain, from_toml};
use warri_evolve::{Bot, Config, Evolution, FixedPlayers, Initial, Player, State, Tables};

use crate::built_in::{self, EXPERIMENTS};
use crate::files::read_text;
use crate::players::{equip, find_bot, read_bot};
use crate::tables;

/// A checked config, with the players that it names.
#[derive(Clone, Debug)]
pub(crate) struct Experiment {
    pub(crate) config: Config,
    fixed: FixedPlayers,
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

/// A config as text, before it is changed and read.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    text: String,
    /// What errors call it.
    name: String,
    /// Where the bot files that it names are found from.
    folder: PathBuf,
}

/// A change of one key.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// `key`, or `table.key`.
    pub(crate) key: String,
    pub(crate) value: toml::Value,
    /// As its author wrote it, for errors.
    pub(crate) shown: String,
}

impl Source {
    /// The text of a config file, or of a built-in experiment by its name (of
    /// the quickstart by none).
    pub(crate) fn find(path: Option<&Path>) -> Result<Source> {
        let (text, name) = match (
            path,
            path.map_or(EXPERIMENTS.first(), |path| {
                built_in::find(EXPERIMENTS, path)
            }),
        ) {
            // A folder, as of a run, hides no experiment of the same name.
            (Some(path), known) if path.exists() && !(known.is_some() && path.is_dir()) => {
                (read_text(path)?, path.display().to_string())
            }
            (_, Some((name, text))) => ((*text).to_owned(), (*name).to_owned()),
            (path, None) => return Err(unknown_experiment(path.unwrap_or(Path::new("")))),
        };
        let folder = path.and_then(Path::parent).unwrap_or(Path::new(""));
        Ok(Source {
            text,
            name,
            folder: folder.to_owned(),
        })
    }

    /// The same, where a path starts from `folder`.
    pub(crate) fn find_from(folder: &Path, name: &str) -> Result<Source> {
        let path = folder.join(name);
        match built_in::find(EXPERIMENTS, Path::new(name)) {
            Some((name, text)) if !path.is_file() => Ok(Source {
                text: (*text).to_owned(),
                name: (*name).to_owned(),
                folder: folder.to_owned(),
            }),
            _ => Source::find(Some(&path)),
        }
    }

    /// Where the bot files that it names are found from.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads it, changed.
    pub(crate) fn config(&self, changes: &[Change]) -> Result<Config> {
        let Source { text, name, .. } = self;
        // The file alone first, so that its errors name its lines.
        let mut config: Config = from_toml(text).map_err(|error| in_file(name, &error))?;
        if changes.is_empty() {
            return Ok(config);
        }
        let mut table: toml::Table = toml::from_str(text).with_context(|| name.clone())?;
        // The first change from which on it is no config any more. Two changes
        // may make one only together.
        let mut culprit = None;
        for change in changes {
            change.apply(&mut table)?;
            match changed(&table) {
                Ok(read) => {
                    config = read;
                    culprit = None;
                }
                Err(error) => {
                    culprit.get_or_insert_with(|| anyhow!("{}: {error}", change.shown));
                }
            }
        }
        culprit.map_or(Ok(config), Err)
    }
}

impl Experiment {
    /// Reads a config file, or a built-in experiment by its name (the
    /// quickstart by none), and changes it.
    pub(crate) fn read(path: Option<&Path>, changes: &Changes) -> Result<Experiment> {
        let source = Source::find(path)?;
        let set = changes.set.iter().map(|text| Change::parse(text));
        let mut config = source.config(&set.collect::<Result<Vec<Change>>>()?)?;
        config.seed = changes.seed.unwrap_or(config.seed);
        config.generations = changes.generations.unwrap_or(config.generations);
        Experiment::prepare(config, &source.folder).with_context(|| match changes.set.as_slice() {
            [] => source.name,
            set => format!("{} with --set {}", source.name, set.join(" --set ")),
        })
    }

    /// Checks a config and reads the players that it names; bot files are
    /// found from `folder`.
    pub(crate) fn prepare(config: Config, folder: &Path) -> Result<Experiment> {
        let config = config.resolve();
        config.check()?;
        let mut bot_files = Vec::new();
        let mut note = |name: &str| {
            let path = folder.join(name);
            bot_files.push((path.clone(), name.to_owned()));
            path
        };
        let mut named = |key: &'static str, texts: Vec<&str>| -> Result<Vec<Player>> {
            let mut players: Vec<Player> = Vec::new();
            for text in texts {
                let player = Player::parse(text, |name| find_bot(&note(name))).context(key)?;
                let new = players.iter().all(|other| other.name() != player.name());
                ensure!(
                    new,
                    "{key}: {player} stands there twice: expected each player once"
                );
                players.push(player);
            }
            equip(&mut players, config.variant).context(key)?;
            Ok(players)
        };
        let references = config.references().iter().map(String::as_str).collect();
        let fixed = FixedPlayers {
            references: named("test.references", references)?,
            panel: named("training.opponents", config.training.opponents.panel())?,
            endgames: match config.truth {
                Some(truth) => Some(tables::load(config.variant, truth.seeds).context("truth")?),
                None => None,
            },
        };
        let bots = match &config.population.initial {
            Initial::Around { bots } => bots
                .iter()
                .map(|name| Bot::built_in(name).map_or_else(|| read_bot(&note(name)), Ok))
                .collect::<Result<Vec<Bot>>>()
                .context("population.initial")?,
            Initial::Random => Vec::new(),
        };
        Ok(Experiment {
            config,
            fixed,
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

    /// Renames the bot files that the config names, from their paths.
    pub(crate) fn rename_bots(&mut self, names: &BTreeMap<PathBuf, String>) {
        let rename = |text: &mut String| {
            for (path, old) in &self.bot_files {
                let rest = text.strip_prefix(old.as_str());
                let rest = rest.filter(|rest| {
                    rest.is_empty() || rest.starts_with('@') || rest.starts_with("+tables")
                });
                if let (Some(rest), Some(new)) = (rest, names.get(path)) {
                    *text = format!("{new}{rest}");
                    return;
                }
            }
        };
        self.config
            .test
            .references
            .iter_mut()
            .flatten()
            .for_each(rename);
        let panel = self.config.training.opponents.panel_mut();
        panel.into_iter().for_each(rename);
        if let Initial::Around { bots } = &mut self.config.population.initial {
            bots.iter_mut().for_each(rename);
        }
    }

    /// The checksums of the endgame tables that it needs, by file.
    pub(crate) fn tables(&self) -> Result<BTreeMap<String, String>> {
        let players = self.fixed.references.iter().chain(&self.fixed.panel);
        let truth = self.config.truth.map(|truth| truth.seeds);
        let seeds = players.filter_map(Player::tables).map(Tables::seeds);
        let most = seeds.chain(truth).max();
        most.map_or_else(
            || Ok(BTreeMap::new()),
            |seeds| tables::checksums(self.config.variant, seeds),
        )
    }

    /// The run's beginning.
    pub(crate) fn start(&self) -> Result<Evolution> {
        let fixed = self.fixed.clone();
        Ok(Evolution::new(self.config.clone(), fixed, &self.bots)?)
    }

    /// The run as it was in a checkpoint.
    pub(crate) fn resume(&self, state: State) -> Result<Evolution> {
        let fixed = self.fixed.clone();
        Ok(Evolution::resume(self.config.clone(), fixed, state)?)
    }
}

fn unknown_experiment(path: &Path) -> anyhow::Error {
    anyhow!(
        "cannot read {}: expected a config file or a built-in experiment ({})",
        path.display(),
        built_in::names(EXPERIMENTS)
    )
}

/// The config that a table is.
fn changed(table: &toml::Table) -> Result<Config, String> {
    check_format(table).map_err(|error| error.to_string())?;
    let text = toml::to_string(table).map_err(|error| error.to_string())?;
    toml::from_str(&text).map_err(|error| without_line(explain(&text, &error)))
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

impl Change {
    /// Reads `key=value` from the command line, where `key` may be `table.key`
    /// and `value` is TOML, or a text without its quotes.
    fn parse(text: &str) -> Result<Change> {
        let Some((key, value)) = text.split_once('=') else {
            bail!("--set {text}: expected key=value, as in --set population.size=50");
        };
        let (key, value) = (key.trim(), value.trim());
        ensure!(
            key.split('.').all(|part| !part.is_empty()),
            "--set {text}: expected a key before `=`"
        );
        let parsed = match toml::from_str::<toml::Table>(&format!("value = {value}")) {
            Ok(mut parsed) => parsed.remove("value"),
            Err(_) => None,
        };
        Ok(Change {
            key: key.to_owned(),
            value: parsed.unwrap_or_else(|| toml::Value::String(value.to_owned())),
            shown: format!("--set {text}"),
        })
    }

    fn apply(&self, table: &mut toml::Table) -> Result<()> {
        let mut parts: Vec<&str> = self.key.split('.').collect();
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
        inner.insert(last.to_owned(), self.value.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use warri_evolve::{Algorithm, Mutation, Opponents, Selection};

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
            "algorithm.genetic.selection=proportional",
            "algorithm.genetic.mutation={ reset = { rate = 0.25 } }",
            "training.opponents.peers.count=5",
            "features=[\"net_store\", \"own_reach\"]",
        ])
        .unwrap()
        .config;
        assert_eq!((config.population.size, config.seed), (50, u64::MAX));
        assert_eq!(config.name, "other");
        let Algorithm::Genetic(genetic) = config.algorithm else {
            panic!("{:?}", config.algorithm);
        };
        assert_eq!(genetic.selection, Selection::Proportional);
        assert_eq!(genetic.mutation, Mutation::Reset { rate: 0.25 });
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
                "invalid type: string \"many\", expected a whole number",
            ),
            (
                "population.size=1",
                "population.size = 1: expected a whole number from 2",
            ),
            (
                "algorithm.genetic.selection=proportionl",
                "did you mean `proportional`?",
            ),
        ] {
            let message = message(change);
            assert!(message.contains(expected), "{change}: {message}");
        }
    }

    #[test]
    fn the_built_in_experiments_are_sound() {
        for (name, _) in EXPERIMENTS {
            Experiment::read(Some(Path::new(name)), &Changes::default()).unwrap();
        }
    }

    #[test]
    fn the_quickstart_explains_every_key() {
        let config = toml::to_string(&quickstart(&[]).unwrap().config).unwrap();
        for line in config.lines() {
            let key = line.split(" = ").next().unwrap().trim_matches(['[', ']']);
            let key = key.rsplit('.').next().unwrap();
            assert!(EXPERIMENTS[0].1.contains(key), "{key} is not explained");
        }
    }
}
