//! The manifest: where a run's results come from.

use std::collections::BTreeMap;
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use warri_evolve::toml_input::FORMAT;
use warri_evolve::{Config, MatchScore};

use super::RunDir;
use super::checkpoint::read_json;
use crate::experiment::Experiment;
use crate::files::{sha256, write_whole};

/// The files whose bytes the config alone decides, itself included.
pub(crate) const RESULTS: [&str; 5] = [
    "config.toml",
    "generations.csv",
    "individuals.csv",
    "games.csv",
    "champion.toml",
];

/// What `manifest.json` holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: u32,
    pub(crate) status: Status,
    /// The seed that the run uses, also where it was chosen for the user.
    pub(crate) seed: u64,
    /// The generator and how it is seeded.
    pub(crate) generator: String,
    /// Each time that a program worked on the run.
    pub(crate) sessions: Vec<SessionRecord>,
    /// The last generation, if a rule of the config's `stop` ended the run.
    #[serde(default)]
    pub(crate) stopped_at: Option<u32>,
    /// The champion of a finished run against each reference on fresh games.
    pub(crate) champion: Vec<FreshScore>,
    /// SHA-256 of the result files of a finished run.
    pub(crate) sha256: BTreeMap<String, String>,
    /// SHA-256 of the content of the endgame tables that the players of the
    /// config need, by file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) tables: BTreeMap<String, String>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// Not all generations were played, be it that a program is at it or that
    /// it was interrupted.
    Unfinished,
    /// All is there.
    Finished,
}

/// A program at work on a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SessionRecord {
    pub(crate) version: String,
    pub(crate) commit: Option<String>,
    pub(crate) command: Vec<String>,
    /// The generations that the run was to have; more than in the session
    /// before if this one extended it.
    pub(crate) generations: u32,
    pub(crate) threads: usize,
    pub(crate) os: String,
    pub(crate) architecture: String,
    pub(crate) cores: usize,
    pub(crate) started: String,
    pub(crate) ended: Option<String>,
}

/// The champion's result against a reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FreshScore {
    pub(crate) opponent: String,
    pub(crate) games: u32,
    pub(crate) score: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl FreshScore {
    /// `None` without games.
    pub(crate) fn new(opponent: &str, result: &MatchScore) -> Option<FreshScore> {
        result.score().map(|score| FreshScore {
            opponent: opponent.to_owned(),
            games: result.tally().games(),
            score: score.value,
            low: score.low,
            high: score.high,
        })
    }
}

impl SessionRecord {
    /// This program, now.
    pub(super) fn now(threads: usize, generations: u32) -> SessionRecord {
        SessionRecord {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("WARRI_COMMIT").map(str::to_owned),
            command: ["warri".to_owned()]
                .into_iter()
                .chain(std::env::args().skip(1))
                .collect(),
            generations,
            threads,
            os: std::env::consts::OS.to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            started: timestamp(),
            ended: None,
        }
    }
}

fn timestamp() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

impl Manifest {
    /// The manifest of a run that begins.
    pub(super) fn new(experiment: &Experiment) -> Result<Manifest> {
        Ok(Manifest {
            format: FORMAT,
            status: Status::Unfinished,
            seed: experiment.config.seed,
            generator: "ChaCha8 (rand_chacha 0.10), a stream a unit of work, keyed by SHA-256"
                .to_owned(),
            sessions: Vec::new(),
            stopped_at: None,
            champion: Vec::new(),
            sha256: BTreeMap::new(),
            tables: experiment.tables()?,
        })
    }

    pub(crate) fn read(run: &RunDir) -> Result<Manifest> {
        let manifest: Manifest = read_json(run, "manifest.json", "manifest")?;
        for one in &manifest.champion {
            ensure!(
                0.0 <= one.low && one.low <= one.score && one.score <= one.high && one.high <= 1.0,
                "{}: score against {} is {} ({} to {}): expected shares from 0 to 1, in their order",
                run.file("manifest.json").display(),
                one.opponent,
                one.score,
                one.low,
                one.high
            );
        }
        Ok(manifest)
    }

    pub(super) fn write(&self, run: &RunDir) -> Result<()> {
        let text = serde_json::to_string_pretty(self).context("the manifest cannot be written")?;
        write_whole(&run.file("manifest.json"), format!("{text}\n").as_bytes())
    }

    /// Notes that a program plays on; what was true of the end no longer is.
    pub(super) fn begin(&mut self, record: SessionRecord) {
        self.status = Status::Unfinished;
        self.champion.clear();
        self.sha256.clear();
        self.sessions.push(record);
    }

    /// Refuses endgame tables that are not those the run began with.
    pub(crate) fn check_tables(&self, run: &RunDir, experiment: &Experiment) -> Result<()> {
        let found = experiment.tables()?;
        for name in self.tables.keys().chain(found.keys()) {
            let [recorded, found] = [&self.tables, &found]
                .map(|tables| tables.get(name).map_or("none", String::as_str));
            ensure!(
                found == recorded,
                "{}: the endgame table {name} is another than the run began with: \
                 its SHA-256 is {found}, expected {recorded}",
                run.path().display()
            );
        }
        Ok(())
    }

    /// Refuses results of a finished run that are not those it ended with.
    pub(super) fn check_results(&self, run: &RunDir) -> Result<()> {
        for name in self.sha256.keys() {
            let path = run.file(name);
            ensure!(
                path.exists(),
                "{}: it was removed since the run ended, and a run goes on from all its results: {}",
                path.display(),
                run.anew()
            );
            self.check_result(run, name)?;
        }
        Ok(())
    }

    /// Refuses a result file, which must be there, that is not as it was when the
    /// run ended.
    pub(crate) fn check_result(&self, run: &RunDir, name: &str) -> Result<()> {
        let path = run.file(name);
        if let Some(hash) = self.sha256.get(name) {
            ensure!(
                sha256(&path)? == *hash,
                "{}: it was changed or damaged since the run ended; `warri verify {}` says where",
                path.display(),
                run.path().display()
            );
        }
        Ok(())
    }

    /// Refuses final scores of a finished run that are not one against each
    /// reference of its config.
    pub(crate) fn check_champion(&self, run: &RunDir, config: &Config) -> Result<()> {
        let path = run.file("manifest.json");
        let scores = |name: &String| {
            self.champion
                .iter()
                .filter(|one| one.opponent == *name)
                .count()
        };
        let mut references = config.references().iter();
        if let Some(missing) = references.find(|name| scores(name) != 1) {
            bail!(
                "{}: {} score against {missing}, expected one in `champion`",
                path.display(),
                if scores(missing) == 0 {
                    "no"
                } else {
                    "more than one"
                }
            );
        }
        ensure!(
            self.champion.len() == config.references().len(),
            "{}: `champion` has {} scores, expected one against each of {}",
            path.display(),
            self.champion.len(),
            config.references().join(", ")
        );
        Ok(())
    }

    /// Notes that all is done, with the hashes of what there is.
    pub(super) fn finish(
        &mut self,
        run: &RunDir,
        stopped_at: Option<u32>,
        champion: Vec<FreshScore>,
    ) -> Result<()> {
        self.status = Status::Finished;
        self.stopped_at = stopped_at;
        self.champion = champion;
        if let Some(session) = self.sessions.last_mut() {
            session.ended = Some(timestamp());
        }
        for name in RESULTS {
            self.sha256
                .insert(name.to_owned(), sha256(&run.file(name))?);
        }
        self.write(run)
    }
}
