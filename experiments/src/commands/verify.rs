//! `warri verify`: does a run come out as it did?

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::json;
use tempfile::TempDir;

use super::arguments::count;
use crate::files::sha256;
use crate::interrupt::on_interrupt;
use crate::pool::{on_threads, threads};
use crate::report::{command, typed};
use crate::run::{FreshScore, Manifest, RESULTS, RunDir, Session, Status, Watch, write_champion};
use crate::sweep::{Plan, Planned, State, Sweep};
use crate::terminal::print;
use crate::words::plural;

/// Arguments of `warri verify`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri verify results/quickstart
  warri verify runs/quickstart-1 --threads 1
  warri verify runs/quickstart
  warri verify results/depth")]
pub(crate) struct Verify {
    /// Directory of a finished run, or the folder of several replicates or of a sweep
    #[arg(value_hint = ValueHint::DirPath)]
    dir: PathBuf,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// How a run compares to what comes out now.
#[derive(Serialize)]
struct Verified {
    files: Vec<Compared>,
    champion: Champion,
}

/// The champion's final scores, which only the manifest has.
#[derive(Serialize)]
struct Champion {
    same: bool,
    recorded: Vec<FreshScore>,
    computed: Vec<FreshScore>,
}

/// How a result file of the run compares to what comes out now.
#[derive(Serialize)]
struct Compared {
    file: &'static str,
    /// The hash in the manifest.
    recorded: String,
    /// The hash of what comes out now.
    computed: String,
    same: bool,
    /// Whether the file in the directory has the hash in the manifest; null if
    /// it is not there.
    unchanged: Option<bool>,
    /// The first line that differs from what comes out now, if the file is
    /// there and differs.
    first_difference: Option<usize>,
}

impl Verify {
    pub(crate) fn run(self) -> Result<()> {
        let threads = threads(self.threads)?;
        let runs = runs_in(&self.dir)?;
        // All are checked before the first is played.
        let manifests = runs.iter().map(finished).collect::<Result<Vec<_>>>()?;
        let scratch = scratch()?;
        if let [run] = runs.as_slice()
            && run.path() == self.dir
        {
            return self.verify_one(run, &manifests[0], scratch.path(), threads);
        }
        self.verify_all(&runs, &manifests, scratch.path(), threads)
    }

    fn verify_one(
        &self,
        run: &RunDir,
        manifest: &Manifest,
        scratch: &Path,
        threads: usize,
    ) -> Result<()> {
        let verified = self.compute(run, manifest, scratch, threads)?;
        if self.json {
            print(serde_json::to_string(&verified)?)?;
        } else {
            print(format!("{}\n", verified.shown()))?;
        }
        let differing = verified.differing();
        ensure!(
            differing == 0,
            "{}: {differing} of {} results differ",
            self.dir.display(),
            verified.files.len() + 1
        );
        self.all_the_same(verified.missing())
    }

    /// Verifies one run after the other.
    fn verify_all(
        &self,
        runs: &[RunDir],
        manifests: &[Manifest],
        scratch: &Path,
        threads: usize,
    ) -> Result<()> {
        let mut objects = Vec::new();
        let mut different = Vec::new();
        let mut absent = 0;
        for (run, manifest) in runs.iter().zip(manifests) {
            let verified = self.compute(run, manifest, scratch, threads)?;
            absent += verified.missing();
            let dir = run.path().display().to_string();
            if verified.differing() > 0 {
                different.push(dir.clone());
            }
            if self.json {
                let Verified { files, champion } = verified;
                objects.push(json!({ "run": dir, "files": files, "champion": champion }));
            } else {
                print(format!("{dir}:\n{}\n", verified.shown()))?;
            }
        }
        if self.json {
            print(json!({ "runs": objects }).to_string())?;
        }
        ensure!(
            different.is_empty(),
            "{} of {} runs differ: {}",
            different.len(),
            runs.len(),
            different.join(", ")
        );
        self.all_the_same(absent)
    }

    /// Computes a run once more in `scratch`, and compares its results.
    fn compute(
        &self,
        run: &RunDir,
        manifest: &Manifest,
        scratch: &Path,
        threads: usize,
    ) -> Result<Verified> {
        warn_of_another_version(run, manifest);
        let scratch = tempfile::tempdir_in(scratch).context(NO_SCRATCH)?;
        let again = RunDir::create(&scratch.path().join("run"), run.experiment()?)?;
        let mut session = Session::open(again.clone(), None)?;
        let computed = on_threads(threads, || {
            let watch = Watch::Alone { quiet: self.quiet };
            let evolution = session.play(threads, &watch, manifest.stopped_at)?;
            write_champion(&again, &evolution)
        })??;
        let files = RESULTS
            .iter()
            .map(|name| compare(name, run, &again, manifest));
        Ok(Verified {
            files: files.collect::<Result<_>>()?,
            champion: Champion {
                same: computed == manifest.champion,
                recorded: manifest.champion.clone(),
                computed,
            },
        })
    }

    /// Says so; `absent` files are not there to be the same.
    fn all_the_same(&self, absent: usize) -> Result<()> {
        if self.json {
            return Ok(());
        }
        let mut text = "Computed once more, all results come out the same.\n".to_owned();
        if absent > 0 {
            let files = plural(absent as i32, "file is", "files are");
            text += &format!("{files} missing, and compared by the recorded hash alone.\n");
        }
        let next = command(&format!("plot {}", typed(&self.dir)));
        print(format!("{text}\nNext:\n  {next}"))
    }
}

const NO_SCRATCH: &str = "cannot make a temporary folder";

/// A temporary folder that an interrupt does not leave behind either.
fn scratch() -> Result<TempDir> {
    let scratch = tempfile::Builder::new().prefix("warri-verify-").tempdir();
    let scratch = scratch.context(NO_SCRATCH)?;
    let path = scratch.path().to_owned();
    on_interrupt(move || {
        // Rows may still be written while it is being removed.
        let _ = (0..100).any(|_| fs::remove_dir_all(&path).is_ok() || !path.exists());
        eprintln!("\ninterrupted; the run is as it was");
    })?;
    Ok(scratch)
}

/// The manifest of a run, which must be finished, with the endgame tables that
/// it was played with.
fn finished(run: &RunDir) -> Result<Manifest> {
    let manifest = Manifest::read(run)?;
    ensure!(
        manifest.status == Status::Finished,
        "{}: the run is not finished: go on with `warri resume {0}`",
        run.path().display()
    );
    let experiment = run.experiment()?;
    ensure!(
        manifest.seed == experiment.config.seed,
        "{}: seed {}, expected that of config.toml, {}",
        run.file("manifest.json").display(),
        manifest.seed,
        experiment.config.seed
    );
    manifest.check_tables(run, &experiment)?;
    Ok(manifest)
}

fn warn_of_another_version(run: &RunDir, manifest: &Manifest) {
    let now = env!("CARGO_PKG_VERSION");
    let mut sessions = manifest.sessions.iter();
    if let Some(session) = sessions.find(|session| session.version != now) {
        eprintln!(
            "warning: {} was computed by warri {}, this is {now}",
            run.path().display(),
            session.version
        );
    }
}

/// The runs in a folder, all of those that a sweep has.
fn runs_in(dir: &Path) -> Result<Vec<RunDir>> {
    if !Sweep::is_in(dir) {
        return RunDir::find(dir);
    }
    let plan = Plan::read(dir)?;
    let run = |run: Planned<'_>| {
        ensure!(
            !matches!(run.state()?, State::Absent),
            "{}: the run is not there: go on with `warri sweep {}`",
            run.dir.path().display(),
            dir.display()
        );
        Ok(run.dir)
    };
    plan.runs(dir).map(run).collect()
}

impl Verified {
    fn shown(&self) -> String {
        let files = self.files.iter().map(|one| (one.file, one.verdict()));
        let all = files.chain([("final scores", self.champion.verdict())]);
        let lines: Vec<String> = all
            .map(|(result, verdict)| format!("{result:<16} {verdict}"))
            .collect();
        lines.join("\n")
    }

    /// How many results are not as they should be.
    fn differing(&self) -> usize {
        let files = self.files.iter().filter(|one| !one.is_sound()).count();
        files + usize::from(!self.champion.same)
    }

    /// How many files are not in the directory.
    fn missing(&self) -> usize {
        let missing = self.files.iter().filter(|one| one.unchanged.is_none());
        missing.count()
    }
}

impl Champion {
    fn verdict(&self) -> String {
        if self.same {
            let names: Vec<&str> = self
                .computed
                .iter()
                .map(|one| one.opponent.as_str())
                .collect();
            return format!("same     against {}", names.join(", "));
        }
        let pairs = self.computed.iter().zip(&self.recorded);
        match pairs
            .into_iter()
            .find(|(computed, recorded)| computed != recorded)
        {
            Some((computed, recorded)) => format!(
                "DIFFERS  in manifest.json: {}, computed {}",
                told(recorded),
                told(computed)
            ),
            None => format!(
                "DIFFERS  in manifest.json: {} opponents, computed {}",
                self.recorded.len(),
                self.computed.len()
            ),
        }
    }
}

/// All of a score.
fn told(one: &FreshScore) -> String {
    format!(
        "{} against {} ({} to {}, {} games)",
        one.score, one.opponent, one.low, one.high, one.games
    )
}

impl Compared {
    fn is_sound(&self) -> bool {
        self.same && self.unchanged != Some(false)
    }

    fn verdict(&self) -> String {
        let place = match (self.unchanged, self.first_difference) {
            (None, _) => ", the file itself is not there to compare".to_owned(),
            (_, Some(line)) => format!(", first in line {line}"),
            (_, None) => String::new(),
        };
        match (self.same, self.unchanged) {
            (true, Some(true)) => format!("same     {}", self.computed),
            (true, None) => format!("same     {} (by hash alone)", self.computed),
            (true, Some(false)) => format!("CHANGED  since the run ended{place}"),
            (false, _) => format!("DIFFERS{place}"),
        }
    }
}

fn compare(
    name: &'static str,
    run: &RunDir,
    again: &RunDir,
    manifest: &Manifest,
) -> Result<Compared> {
    let recorded = manifest
        .sha256
        .get(name)
        .with_context(|| format!("{}: no hash of {name}", run.file("manifest.json").display()))?;
    let computed = sha256(&again.file(name))?;
    let path = run.file(name);
    let found = path.exists().then(|| sha256(&path)).transpose()?;
    let first_difference = match &found {
        Some(found) if *found != computed => Some(first_differing_line(&path, &again.file(name))?),
        _ => None,
    };
    Ok(Compared {
        file: name,
        same: computed == *recorded,
        unchanged: found.map(|found| found == *recorded),
        recorded: recorded.clone(),
        computed,
        first_difference,
    })
}

/// The number, from 1, of the first line that two files do not share.
fn first_differing_line(one: &Path, other: &Path) -> Result<usize> {
    let lines = |path: &Path| -> Result<_> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(BufReader::new(file).split(b'\n'))
    };
    let (mut one, mut other) = (lines(one)?, lines(other)?);
    for number in 1.. {
        let pair = (one.next().transpose()?, other.next().transpose()?);
        if pair.0 != pair.1 || pair.0.is_none() {
            return Ok(number);
        }
    }
    unreachable!("files end")
}
