//! `warri verify`: does a run come out as it did?

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Serialize;

use crate::files::sha256;
use crate::pool::{on_threads, threads};
use crate::report::{command, typed};
use crate::run::{Manifest, RESULTS, RunDir, Session, Status, write_champion};
use crate::terminal::print;

/// Arguments of `warri verify`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri verify results/quickstart
  warri verify runs/quickstart-1 --threads 1")]
pub(crate) struct Verify {
    /// Directory of a finished run
    dir: PathBuf,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
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
        let run = RunDir::open(&self.dir)?;
        let manifest = Manifest::read(&run)?;
        ensure!(
            manifest.status == Status::Finished,
            "{}: the run is not finished: go on with `warri resume {0}`",
            self.dir.display()
        );
        self.warn_of_another_version(&manifest);
        let threads = threads(self.threads)?;
        let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
        let again = self.compute(&run, &scratch.path().join("run"), threads)?;
        let compared = RESULTS
            .iter()
            .map(|name| compare(name, &run, &again, &manifest))
            .collect::<Result<Vec<Compared>>>()?;
        self.report(&compared)?;
        let differing = compared.iter().filter(|one| !one.is_sound()).count();
        if differing > 0 {
            bail!(
                "{}: {differing} of {} files differ",
                self.dir.display(),
                RESULTS.len()
            );
        }
        if self.json {
            return Ok(());
        }
        let next = command(&format!("plot {}", typed(&self.dir)));
        print(format!(
            "\nComputed once more, all results come out the same.\n\nNext:\n  {next}"
        ))
    }

    fn warn_of_another_version(&self, manifest: &Manifest) {
        let now = env!("CARGO_PKG_VERSION");
        let then = manifest
            .sessions
            .iter()
            .find(|session| session.version != now);
        if let Some(session) = then {
            eprintln!(
                "warning: {} was computed by warri {}, this is {now}",
                self.dir.display(),
                session.version
            );
        }
    }

    /// The same run once more, at `path`.
    fn compute(&self, run: &RunDir, path: &Path, threads: usize) -> Result<RunDir> {
        let again = RunDir::create(path, run.experiment()?)?;
        let mut session = Session::open(again.clone(), None)?;
        on_threads(threads, || {
            let evolution = session.play(threads, self.quiet)?;
            write_champion(&again, &evolution)
        })??;
        Ok(again)
    }

    fn report(&self, compared: &[Compared]) -> Result<()> {
        if self.json {
            return print(serde_json::to_string(
                &serde_json::json!({ "files": compared }),
            )?);
        }
        for one in compared {
            print(format!("{:<16} {}", one.file, one.verdict()))?;
        }
        Ok(())
    }
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
