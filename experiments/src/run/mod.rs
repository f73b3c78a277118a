//! A run directory: one run's config, results and checkpoint.
//!
//! | file | content |
//! |---|---|
//! | `config.toml` | all settings, defaults included |
//! | `manifest.json` | who ran it when on what, and the hashes of the results |
//! | `generations.csv`, `individuals.csv`, `games.csv` | results |
//! | `champion.toml` | the best of the last generation, as a bot |
//! | `checkpoint` | what a resume needs |
//! | `timings.csv` | seconds of each generation; no result |
//! | `bots/` | bot files that the config names |
//! | `plots/` | figures |

mod checkpoint;
mod logs;
mod manifest;
mod session;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use warri_evolve::Config;
use warri_evolve::toml_input::from_toml;

use crate::experiment::Experiment;
use crate::files::{read_text, write_whole};
use crate::folder::{lock, make_whole};

pub(crate) use checkpoint::Checkpoint;
pub(crate) use logs::{GameRow, IndividualRow, Logs};
pub(crate) use manifest::{Extension, FreshScore, Manifest, Session, Status};
pub(crate) use session::{Finished, finish, play};

/// A run directory.
#[derive(Clone, Debug)]
pub(crate) struct RunDir(PathBuf);

impl RunDir {
    /// Makes a run's directory at `path` in one step: a run is there with all
    /// that a resume needs, or not at all.
    pub(crate) fn create(
        path: &Path,
        mut experiment: Experiment,
        manifest: &Manifest,
    ) -> Result<RunDir> {
        ensure!(
            !path.exists(),
            "{} exists: go on with `warri resume {0}`, or choose another folder with --out",
            path.display()
        );
        make_whole(path, |part| {
            let new = RunDir(part.to_owned());
            new.copy_bots(&mut experiment)?;
            let evolution = experiment.start()?;
            new.write_config(&experiment.config)?;
            manifest.write(&new)?;
            let lengths = Logs::create(&new, &experiment.config)?;
            Checkpoint::new(&evolution, lengths).write(&new)
        })?;
        Ok(RunDir(path.to_owned()))
    }

    /// An existing run's directory.
    pub(crate) fn open(path: &Path) -> Result<RunDir> {
        ensure!(path.is_dir(), "{}: no such folder", path.display());
        let run = RunDir(path.to_owned());
        ensure!(
            run.is_run(),
            "{}: no run, it holds no config.toml and generations.csv",
            path.display()
        );
        Ok(run)
    }

    /// The runs in `path`: itself, or those in its folders by rising seed.
    pub(crate) fn find(path: &Path) -> Result<Vec<RunDir>> {
        ensure!(path.is_dir(), "{}: no such folder", path.display());
        let run = RunDir(path.to_owned());
        if run.is_run() {
            return Ok(vec![run]);
        }
        let entries =
            fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut runs: Vec<(u64, RunDir)> = entries
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let seed = path.file_name()?.to_str()?.parse().ok()?;
                Some((seed, RunDir(path)))
            })
            .filter(|(_, run)| run.is_run())
            .collect();
        runs.sort_by_key(|(seed, _)| *seed);
        ensure!(
            !runs.is_empty(),
            "{}: no run and no runs in it",
            path.display()
        );
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }

    fn is_run(&self) -> bool {
        self.file("config.toml").is_file() && self.file("generations.csv").is_file()
    }

    /// The directory.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Keeps other processes from writing to the run; freed when the process
    /// ends, however it ends.
    pub(crate) fn lock(&self) -> Result<File> {
        lock(&self.0)
    }

    /// The run's settings.
    pub(crate) fn config(&self) -> Result<Config> {
        let path = self.file("config.toml");
        from_toml(&read_text(&path)?).map_err(|error| anyhow!("{}: {error}", path.display()))
    }

    /// The run's settings with the players they name.
    pub(crate) fn experiment(&self) -> Result<Experiment> {
        Experiment::prepare(self.config()?, &self.0)
            .with_context(|| self.file("config.toml").display().to_string())
    }

    pub(crate) fn write_config(&self, config: &Config) -> Result<()> {
        let text = toml::to_string(config).context("the config cannot be written")?;
        write_whole(&self.file("config.toml"), text.as_bytes())
    }

    /// Copies the bot files that the config names, so that the run does not
    /// depend on what becomes of them.
    fn copy_bots(&self, experiment: &mut Experiment) -> Result<()> {
        let mut names: Vec<String> = Vec::new();
        for (index, (path, _)) in experiment.bot_files.iter().enumerate() {
            let file = path.file_name().unwrap_or_default().display();
            let earlier = &experiment.bot_files[..index];
            let name = match earlier.iter().position(|(other, _)| other == path) {
                Some(same) => names[same].clone(),
                None => format!("bots/{file}"),
            };
            let taken = names
                .iter()
                .zip(earlier)
                .any(|(other, (from, _))| *other == name && from != path);
            ensure!(
                !taken,
                "two bot files are called {file}: rename one of them"
            );
            fs::create_dir_all(self.file("bots")).context("cannot make the folder bots")?;
            write_whole(&self.file(&name), read_text(path)?.as_bytes())?;
            names.push(name);
        }
        experiment.rename_bots(&names);
        Ok(())
    }
}
