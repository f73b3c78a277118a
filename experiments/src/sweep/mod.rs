//! A sweep: a grid of settings times seeds, each a run of its own.
//!
//! | file | content |
//! |---|---|
//! | `sweep.toml` | the sweep as resolved: seeds, and the config of each arm |
//! | `bots/` | copies of the bot files that the configs name |
//! | `ARM/SEED/` | run directories |
//! | `summary.csv` | a row a run, once all are finished |
//! | `lock` | keeps two processes from writing the summary at once |
//!
//! The runs know nothing of the sweep, and what is done is what their
//! directories say. So any number of processes can work in one folder, and
//! none has to know what the others do.

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
pub(crate) use summary::write_summary;
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
    /// The place of the arm among all.
    pub(crate) index: usize,
    pub(crate) arm: &'a Arm,
    pub(crate) seed: u64,
    pub(crate) dir: RunDir,
}

/// How far a run of a sweep is.
enum State {
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
        let arms = self.plan.arms.iter().enumerate();
        arms.flat_map(move |(index, arm)| {
            self.plan.seeds.iter().map(move |seed| Planned {
                index,
                arm,
                seed,
                dir: RunDir::at(self.folder.join(&arm.name).join(seed.to_string())),
            })
        })
    }

    /// What a run is about.
    fn experiment(&self, run: &Planned<'_>) -> Experiment {
        self.experiments[run.index].with_seed(run.seed)
    }

    /// How far a run is, if it is the sweep's.
    fn state(&self, run: &Planned<'_>) -> Result<State> {
        if !run.dir.is_run() {
            let path = run.dir.path();
            ensure!(
                !path.exists(),
                "{}: there is something else, expected a run or nothing: remove it",
                path.display()
            );
            return Ok(State::Absent);
        }
        let expected = self.experiment(run).config;
        if let Some(key) = first_difference(&expected, &run.dir.config()?)? {
            bail!(
                "{}: `{key}` is not that of the sweep: change it back, or remove the run, \
                 which is made anew then",
                run.dir.file("config.toml").display()
            );
        }
        let manifest = Manifest::read(&run.dir)?;
        Ok(match manifest.status {
            Status::Finished => State::Finished(Box::new(manifest)),
            Status::Unfinished => State::Unfinished,
        })
    }
}
