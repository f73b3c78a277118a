//! From folders to arms: runs of equal settings, side by side with others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use warri_evolve::Config;

use crate::files::{entries, file_name, sha256};
use crate::plot::Curve;
use crate::run::{FreshScore, GENERATIONS, Manifest, RunDir, Status, configs_of_replicates};
use crate::sweep::{self, Plan, State, Sweep};

/// Runs that differ in their seeds alone, under one name.
pub(crate) struct Arm {
    pub(crate) name: String,
    /// The finished ones, by rising seed; at least one.
    pub(crate) runs: Vec<Run>,
    /// How many others there are, or were to be.
    pub(crate) unfinished: usize,
    /// SHA-256 of the bot files among the references, as far as they are there.
    pub(crate) bots: BTreeMap<String, String>,
}

/// A finished run, as far as a comparison asks.
pub(crate) struct Run {
    pub(crate) config: Config,
    /// Its champion against each reference on fresh openings.
    pub(crate) champion: Vec<FreshScore>,
    pub(crate) curve: Curve,
}

/// Where the runs of an arm are.
struct Place {
    /// The folder.
    path: PathBuf,
    name: String,
    runs: Vec<RunDir>,
    /// Runs of a sweep that were not begun.
    absent: usize,
}

/// The arms in `dirs`, each of which is the folder of a sweep, of several
/// replicates, or a run; with the names of those that have no finished run.
///
/// Of a sweep whose `sweep.toml` is gone, each folder with runs is an arm, in
/// the order of their names.
///
/// # Errors
/// For a folder without runs, if no run is finished, if runs of an arm differ in
/// more than their seeds or from what their sweep sets, and for files that cannot
/// be read.
pub(crate) fn find_arms(dirs: &[PathBuf]) -> Result<(Vec<Arm>, Vec<String>)> {
    let mut places = Vec::new();
    for dir in dirs {
        places.extend(places_in(dir)?);
    }
    tell_apart(&mut places)?;
    let (mut arms, mut without) = (Vec::new(), Vec::new());
    for place in places {
        let name = place.name.clone();
        match Arm::read(place)? {
            Some(arm) => arms.push(arm),
            None => without.push(name),
        }
    }
    ensure!(
        !arms.is_empty(),
        "{}: no run is finished: expected one at least, as final scores are compared",
        dirs[0].display()
    );
    Ok((arms, without))
}

fn places_in(dir: &Path) -> Result<Vec<Place>> {
    ensure!(dir.is_dir(), "{}: no such folder", dir.display());
    if Sweep::is_in(dir) {
        let plan = Plan::read(dir)?;
        return Place::of_sweep(dir, &plan);
    }
    let runs = RunDir::all_in(dir)?;
    if !runs.is_empty() {
        return Ok(vec![Place::new(dir, runs)]);
    }
    let mut folders: Vec<PathBuf> = entries(dir)?.iter().map(DirEntry::path).collect();
    // A folder that is being made, or was when its program was killed.
    folders.retain(|folder| folder.is_dir() && !file_name(folder).starts_with('.'));
    folders.sort();
    let mut places = Vec::new();
    for folder in folders {
        ensure!(
            !Sweep::is_in(&folder),
            "{}: the folder of a sweep: expected it to be named itself, as in `warri compare {0}`",
            folder.display()
        );
        let runs = RunDir::all_in(&folder)?;
        if !runs.is_empty() {
            places.push(Place::new(&folder, runs));
        }
    }
    ensure!(
        !places.is_empty(),
        "{}: no runs in it: expected the folder of a sweep, or of several replicates",
        dir.display()
    );
    Ok(places)
}

impl Place {
    fn new(folder: &Path, runs: Vec<RunDir>) -> Place {
        Place {
            path: folder.to_owned(),
            name: file_name(folder),
            runs,
            absent: 0,
        }
    }

    /// The arms of a sweep. A run that is not the sweep's is refused.
    fn of_sweep(sweep: &Path, plan: &Plan) -> Result<Vec<Place>> {
        let place = |arm: &sweep::Arm| Place {
            path: sweep.join(&arm.name),
            name: arm.name.clone(),
            runs: Vec::new(),
            absent: 0,
        };
        let mut places: Vec<Place> = plan.arms.iter().map(place).collect();
        for run in plan.runs(sweep) {
            let place = &mut places[run.index];
            match run.state()? {
                State::Absent => place.absent += 1,
                State::Unfinished | State::Finished(_) => place.runs.push(run.dir),
            }
        }
        Ok(places)
    }
}

/// Gives arms of one name the names of their folders, with the path.
///
/// # Errors
/// If a folder is there twice, be it by two paths.
fn tell_apart(places: &mut [Place]) -> Result<()> {
    let mut folders = BTreeSet::new();
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    for place in places.iter() {
        let whole = place.path.canonicalize();
        ensure!(
            folders.insert(whole.unwrap_or_else(|_| place.path.clone())),
            "{}: it is there twice: expected each arm once",
            place.path.display()
        );
        *times.entry(place.name.clone()).or_default() += 1;
    }
    for place in places {
        if times[&place.name] > 1 {
            place.name = place.path.display().to_string();
        }
    }
    Ok(())
}

impl Arm {
    /// `None` if no run is finished.
    fn read(place: Place) -> Result<Option<Arm>> {
        let configs = configs_of_replicates(&place.runs)?;
        let mut runs = Vec::new();
        for (dir, config) in place.runs.iter().zip(&configs) {
            runs.extend(Run::read(dir, config)?);
        }
        let Some(config) = configs.first().filter(|_| !runs.is_empty()) else {
            return Ok(None);
        };
        runs.sort_by_key(|run: &Run| run.config.seed);
        Ok(Some(Arm {
            unfinished: place.absent + place.runs.len() - runs.len(),
            bots: bots(config, &place.runs[0])?,
            name: place.name,
            runs,
        }))
    }
}

/// The bot files among the references of a run, which may be missing, as a
/// folder that was made smaller for others has none.
fn bots(config: &Config, dir: &RunDir) -> Result<BTreeMap<String, String>> {
    let mut hashes = BTreeMap::new();
    for name in config.references() {
        // What may follow is a depth, or endgame tables.
        let end = name
            .find(".toml")
            .map_or(name.len(), |at| at + ".toml".len());
        let path = dir.file(&name[..end]);
        if path.is_file() {
            hashes.insert(name.clone(), sha256(&path)?);
        }
    }
    Ok(hashes)
}

impl Run {
    /// `None` if it is not finished.
    fn read(dir: &RunDir, config: &Config) -> Result<Option<Run>> {
        let manifest = Manifest::read(dir)?;
        if !matches!(manifest.status, Status::Finished) {
            return Ok(None);
        }
        manifest.check_result(dir, "config.toml")?;
        manifest.check_champion(dir, config)?;
        let label = dir.path().display().to_string();
        let curve = Curve::read(dir.file(GENERATIONS), label)?;
        manifest.check_result(dir, GENERATIONS)?;
        Ok(Some(Run {
            config: config.clone(),
            champion: manifest.champion,
            curve,
        }))
    }

    /// The score of its champion against an opponent, if they met.
    pub(crate) fn final_score(&self, opponent: &str) -> Option<f64> {
        let mut scores = self.champion.iter();
        Some(scores.find(|score| score.opponent == opponent)?.score)
    }

    /// Games of training.
    pub(crate) fn games(&self) -> u64 {
        self.curve.generations.last().map_or(0, |row| row.games)
    }

    /// How its last champion decides endgames, if that was measured: the share
    /// that keeps the result, and the seeds given away.
    pub(crate) fn truth(&self) -> Option<(f64, f64)> {
        self.curve.generations.last()?.truth
    }
}
