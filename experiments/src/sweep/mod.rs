//! A sweep: a grid of settings times seeds, each a run of its own.
//!
//! | file | content |
//! |---|---|
//! | `sweep.toml` | the sweep as resolved: seeds, and the config of each arm |
//! | `bots/` | copies of the bot files that the configs name |
//! | `ARM/SEED/` | run directories |
//! | `summary.csv` | a row a run, once all are finished |
//! | `plots/`, `report.html` | what `warri plot` and `warri report` made of it |
//! | `lock` | keeps two processes from writing the summary at once |
//!
//! The runs know nothing of the sweep, and what is done is what their
//! directories say. So any number of processes can work in one folder, and
//! none has to know what the others do.
//!
//! | module | task |
//! |---|---|
//! | `request`, `settings` | the file that a person writes |
//! | `arms` | its arms and their names |
//! | `plan` | what it comes to: `sweep.toml` |
//! | `forecast` | what is to do, and how long it takes |
//! | `work` | doing it: shards, jobs, failures |
//! | `results`, `summary` | what came of it |

mod arms;
mod forecast;
mod plan;
mod request;
mod results;
mod settings;
mod summary;
mod work;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use warri_evolve::Config;

use crate::bot_copies::check_copies;
use crate::experiment::Experiment;
use crate::files::write_whole;
use crate::folder::make_whole;
use crate::run::{Manifest, RunDir, Status, first_difference};

pub(crate) use forecast::{Forecast, forecasts};
pub(crate) use plan::{Arm, Plan};
pub(crate) use request::Draft;
use results::RunResult;
pub(crate) use results::{ArmResults, arm_results};
pub(crate) use summary::sum_up;
pub(crate) use work::{Report, Shard, Work};

/// A sweep in its folder.
pub(crate) struct Sweep {
    folder: PathBuf,
    pub(crate) plan: Plan,
    /// What the arms are about, in their order.
    pub(crate) experiments: Vec<Experiment>,
}

/// A run of a sweep, be it begun or not.
pub(crate) struct Planned<'a> {
    /// Its own place among all, counted from 0.
    pub(crate) number: usize,
    /// The place of the arm among all.
    pub(crate) index: usize,
    pub(crate) arm: &'a Arm,
    pub(crate) seed: u64,
    pub(crate) dir: RunDir,
}

/// How far a run of a sweep is.
pub(crate) enum State {
    Absent,
    Unfinished,
    Finished(Box<Manifest>),
}

impl Sweep {
    /// Whether a folder holds a sweep.
    pub(crate) fn is_in(folder: &Path) -> bool {
        folder.join(plan::FILE).is_file()
    }

    /// The sweep that is in a folder.
    pub(crate) fn open(folder: &Path) -> Result<Sweep> {
        let plan = Plan::read(folder)?;
        check_copies(folder, &plan.bots, "sweep")?;
        let experiments = plan.experiments(folder);
        let experiments =
            experiments.with_context(|| folder.join(plan::FILE).display().to_string())?;
        Ok(Sweep {
            folder: folder.to_owned(),
            plan,
            experiments,
        })
    }

    /// The sweep of a draft in `folder`: it is made, or is there already, as
    /// another process may make it at the same time.
    pub(crate) fn keep(draft: &Draft, folder: &Path) -> Result<Sweep> {
        if !folder.exists() {
            let made = make_whole(folder, |part| {
                draft.copies.make(part)?;
                let text = toml::to_string(&draft.plan).context("the sweep cannot be written")?;
                write_whole(&part.join(plan::FILE), text.as_bytes())
            });
            if !Sweep::is_in(folder) {
                made?;
            }
        }
        Sweep::check_same(draft, folder)?;
        Sweep::open(folder)
    }

    /// Refuses a folder that holds anything but the sweep of a draft.
    pub(crate) fn check_same(draft: &Draft, folder: &Path) -> Result<()> {
        ensure!(
            Sweep::is_in(folder),
            "{} exists and holds no sweep: choose another folder with --out",
            folder.display()
        );
        if let Some(difference) = Plan::read(folder)?.difference(&draft.plan)? {
            bail!(
                "{} is another sweep ({difference}): go on with `warri sweep {0}`, \
                 or choose another folder with --out",
                folder.display()
            );
        }
        Ok(())
    }

    /// Where it is.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// All runs: arm after arm, each by rising seed.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Planned<'_>> {
        self.plan.runs(&self.folder)
    }

    /// What a run is about.
    fn experiment(&self, run: &Planned<'_>) -> Experiment {
        self.experiments[run.index].with_seed(run.seed)
    }
}

impl Planned<'_> {
    /// How far it is, if it is the sweep's.
    pub(crate) fn state(&self) -> Result<State> {
        if !self.dir.is_run() {
            let path = self.dir.path();
            ensure!(
                !path.exists(),
                "{}: there is something else, expected a run or nothing: remove it",
                path.display()
            );
            return Ok(State::Absent);
        }
        let config = self.dir.config()?;
        let manifest = Manifest::read(&self.dir)?;
        if manifest.status == Status::Finished {
            manifest.check_result(&self.dir, "config.toml")?;
            manifest.check_champion(&self.dir, &config)?;
        }
        let expected = Config {
            seed: self.seed,
            ..self.arm.config.clone()
        };
        if let Some(key) = first_difference(&expected, &config)? {
            bail!(
                "{}: `{key}` is not that of the sweep: remove the run, which is made anew then",
                self.dir.file("config.toml").display()
            );
        }
        Ok(match manifest.status {
            Status::Finished => State::Finished(Box::new(manifest)),
            Status::Unfinished => State::Unfinished,
        })
    }
}
