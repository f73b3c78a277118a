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
//! | `plots/`, `ciao.csv`, `report.html` | figures, and what other commands made of it |
//! | `lock` | keeps two programs from writing to it |

mod checkpoint;
mod logs;
mod manifest;
mod replicates;
mod session;
mod watch;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use warri_evolve::Config;
use warri_evolve::toml_input::from_toml;

use crate::bot_copies::Copies;
use crate::experiment::Experiment;
use crate::files::{entries, read_text, write_whole};
use crate::folder::{lock, make_whole};
use crate::plot::FIGURES;

pub(crate) use checkpoint::first_difference;
pub(crate) use logs::{GENERATIONS, GameRow, IndividualRow, LastGeneration, TRUTH, seconds_so_far};
pub(crate) use manifest::{FreshScore, Manifest, RESULTS, SessionRecord, Status};
pub(crate) use replicates::configs_of_replicates;
pub(crate) use session::{Finished, Session, write_champion};
pub(crate) use watch::Watch;

use checkpoint::Checkpoint;
use logs::Logs;

/// A run directory.
#[derive(Clone, Debug)]
pub(crate) struct RunDir(PathBuf);

impl RunDir {
    /// Makes a run's directory at `path`, with all that a session needs, in
    /// one step: it is there or it is not.
    pub(crate) fn create(path: &Path, experiment: Experiment) -> Result<RunDir> {
        refuse_existing(path)?;
        make_whole(path, |part| RunDir(part.to_owned()).fill(experiment))?;
        Ok(RunDir(path.to_owned()))
    }

    /// Makes the directories of replicates of an experiment in `parent`, named
    /// by their seeds: all of them or none.
    pub(crate) fn create_replicates(
        parent: &Path,
        experiment: &Experiment,
        seeds: impl Iterator<Item = u64> + Clone,
    ) -> Result<Vec<RunDir>> {
        refuse_existing(parent)?;
        make_whole(parent, |part| {
            for seed in seeds.clone() {
                let run = RunDir(part.join(seed.to_string()));
                make_folder(run.path())?;
                run.fill(experiment.with_seed(seed))?;
            }
            Ok(())
        })?;
        Ok(seeds
            .map(|seed| RunDir(parent.join(seed.to_string())))
            .collect())
    }

    fn fill(&self, mut experiment: Experiment) -> Result<()> {
        // With the names that the user gave the bots, if one does not fit.
        experiment.start()?;
        let bots = self.copy_bots(&mut experiment)?;
        let evolution = experiment.start()?;
        // What generation 0 needs is there, or there is no run.
        evolution.openings(0)?;
        self.write_config(&experiment.config)?;
        Manifest::new(&experiment)?.write(self)?;
        let lengths = Logs::create(self, &experiment.config)?;
        Checkpoint::new(&evolution, bots, lengths).write(self)
    }

    /// An existing run's directory.
    pub(crate) fn open(path: &Path) -> Result<RunDir> {
        ensure!(path.is_dir(), "{}: no such folder", path.display());
        let run = RunDir(path.to_owned());
        if run.is_run() {
            return Ok(run);
        }
        match RunDir::find(path).as_deref() {
            Ok([one, ..]) => bail!(
                "{}: the folder of several replicates: expected one of them; did you mean `{}`?",
                path.display(),
                one.path().display()
            ),
            _ => bail!(
                "{}: no run: expected a folder with config.toml and manifest.json",
                path.display()
            ),
        }
    }

    /// The runs in `path`: itself, or those in its folders by rising seed; at least
    /// one.
    pub(crate) fn find(path: &Path) -> Result<Vec<RunDir>> {
        ensure!(path.is_dir(), "{}: no such folder", path.display());
        ensure!(
            !path.join("sweep.toml").is_file(),
            "{}: the folder of a sweep: expected that of an arm in it; `warri sweep {0}` goes on with it",
            path.display()
        );
        let runs = RunDir::all_in(path)?;
        ensure!(
            !runs.is_empty(),
            "{}: no run and no runs in it",
            path.display()
        );
        Ok(runs)
    }

    /// The runs in a folder: itself, or those in its folders by rising seed.
    pub(crate) fn all_in(path: &Path) -> Result<Vec<RunDir>> {
        let run = RunDir(path.to_owned());
        if run.is_run() {
            return Ok(vec![run]);
        }
        let mut runs: Vec<(u64, RunDir)> = entries(path)?
            .iter()
            .filter_map(|entry| {
                let seed = entry.file_name().to_str()?.parse().ok()?;
                Some((seed, RunDir(entry.path())))
            })
            .filter(|(_, run)| run.is_run())
            .collect();
        runs.sort_by_key(|(seed, _)| *seed);
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }

    /// Whether there is a run.
    pub(crate) fn is_run(&self) -> bool {
        self.file("config.toml").is_file() || self.file("manifest.json").is_file()
    }

    /// A run's directory, be it there or not.
    pub(crate) fn at(path: PathBuf) -> RunDir {
        RunDir(path)
    }

    /// Whether nothing is left to do in a finished run: its figures are there,
    /// which come last, or it was stripped of its checkpoint, to be kept.
    pub(crate) fn is_settled(&self) -> bool {
        let kinds = ["svg", "png", "txt", "csv"].into_iter();
        let mut files = kinds.flat_map(|kind| FIGURES.map(|name| format!("plots/{name}.{kind}")));
        files.all(|file| self.file(&file).is_file()) || !self.file("checkpoint").exists()
    }

    /// The directory.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Where a file comes from that is not there, but could be.
    pub(crate) fn anew(&self) -> String {
        let config = self.file("config.toml");
        format!(
            "`warri evolve {} --out OTHER` makes the whole run anew",
            config.display()
        )
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
    /// depend on what becomes of them; returns their hashes by name.
    fn copy_bots(&self, experiment: &mut Experiment) -> Result<BTreeMap<String, String>> {
        let mut copies = Copies::default();
        copies.name(&experiment.bot_files);
        let hashes = copies.make(&self.0)?;
        experiment.rename_bots(copies.names());
        Ok(hashes)
    }
}

/// Refuses to write where something is, and says how to go on if it is a run.
fn refuse_existing(path: &Path) -> Result<()> {
    let go_on = match RunDir::find(path) {
        Ok(_) => format!("go on with `warri resume {}`, or ", path.display()),
        Err(_) => String::new(),
    };
    ensure!(
        !path.exists(),
        "{} exists: {go_on}choose another folder with --out",
        path.display()
    );
    Ok(())
}

fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))
}
