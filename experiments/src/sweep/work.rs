//! Work on a sweep: a process does its share of the runs, some at once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Result, bail};

use super::forecast::games;
use super::{Planned, State, Sweep};
use crate::folder::Locked;
use crate::pool::on_threads;
use crate::progress::{Progress, Share};
use crate::run::{RunDir, Session, Watch};

/// The runs number `number`, `number` + `of` and so on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: usize,
    pub(crate) of: usize,
}

impl Shard {
    /// All of them.
    pub(crate) const ALL: Shard = Shard { number: 1, of: 1 };

    /// Reads `I/N`.
    pub(crate) fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1 <= number && number <= of).then_some(Shard { number, of })
        });
        numbers.ok_or_else(|| "expected I/N, as in 2/8, with I from 1 to N".to_owned())
    }

    /// Whether the run at this place, counted from 0, is one of them.
    pub(super) fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }

    /// Its part of something.
    pub(crate) fn of<T>(self, all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        all.skip(self.number - 1).step_by(self.of)
    }
}

/// What a process is to do.
pub(crate) struct Work {
    pub(crate) shard: Shard,
    /// Runs at once.
    pub(crate) jobs: usize,
    /// Threads of all together.
    pub(crate) threads: usize,
    pub(crate) quiet: bool,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Report {
    /// Runs of this process's share.
    pub(crate) share: usize,
    /// Runs that it brought to their end.
    pub(crate) finished: usize,
    /// Runs that another process is at, by their numbers.
    pub(crate) locked: BTreeMap<usize, PathBuf>,
    /// Runs that failed, likewise, with what went wrong first.
    pub(crate) failed: BTreeMap<usize, (PathBuf, String)>,
}

impl Report {
    /// Notes that a run failed, once.
    pub(crate) fn fail(&mut self, run: &Planned<'_>, error: &anyhow::Error) {
        let failed = || (run.dir.path().to_owned(), format!("{error:#}"));
        self.failed.entry(run.number).or_insert_with(failed);
    }

    /// # Errors
    /// If runs failed: what went wrong, a line a run.
    pub(crate) fn verdict(&self) -> Result<()> {
        let line = |(run, message): &(PathBuf, String)| {
            let run = run.display().to_string();
            match message.contains(&run) {
                true => message.clone(),
                false => format!("{run}: {message}"),
            }
        };
        let lines: Vec<String> = self.failed.values().map(line).collect();
        let of = self.share;
        match lines.as_slice() {
            [] => Ok(()),
            [one] => bail!("1 of {of} runs failed: {one}"),
            lines => bail!(
                "{} of {of} runs failed:\n  {}",
                lines.len(),
                lines.join("\n  ")
            ),
        }
    }
}

/// What the threads that work share.
struct Desk<'a> {
    sweep: &'a Sweep,
    /// Runs that nobody is at yet, with their games.
    queue: Mutex<std::vec::IntoIter<(Planned<'a>, u64)>>,
    all: usize,
    report: Mutex<Report>,
    progress: Progress,
}

impl Work {
    /// Does all that is not done yet. A run that fails hurts no other.
    pub(crate) fn run(&self, sweep: &Sweep) -> Result<Report> {
        let mut report = Report::default();
        let mut runs = Vec::new();
        for run in self.shard.of(sweep.runs()) {
            report.share += 1;
            match run.state() {
                Ok(State::Finished(_)) if run.dir.is_settled() => {}
                Ok(_) => runs.push(run),
                Err(error) => report.fail(&run, &error),
            }
        }
        let queue = on_threads(self.threads, || with_games(sweep, runs))??;
        let jobs = self.jobs.min(queue.len()).min(self.threads).max(1);
        let desk = Desk {
            sweep,
            all: queue.len(),
            progress: Progress::new(queue.iter().map(|(_, games)| games).sum(), self.quiet),
            queue: Mutex::new(queue.into_iter()),
            report: Mutex::new(report),
        };
        desk.progress.label(format!("0/{} runs", desk.all));
        thread::scope(|scope| {
            for threads in parts(self.threads, jobs) {
                let desk = &desk;
                scope.spawn(move || desk.work(threads));
            }
        });
        let report = desk.report.into_inner();
        Ok(report.unwrap_or_else(PoisonError::into_inner))
    }
}

/// The threads of each of so many jobs.
fn parts(threads: usize, jobs: usize) -> impl Iterator<Item = usize> {
    (0..jobs).map(move |job| threads / jobs + usize::from(job < threads % jobs))
}

/// The runs with the games of each. Those of an arm are alike, and counted once,
/// as endgames may have to be drawn for it.
fn with_games<'a>(sweep: &Sweep, runs: Vec<Planned<'a>>) -> Result<Vec<(Planned<'a>, u64)>> {
    let mut known: Vec<Option<u64>> = vec![None; sweep.experiments.len()];
    let with_games = |run: Planned<'a>| {
        let games = match known[run.index] {
            Some(games) => games,
            None => games(&sweep.experiments[run.index])?,
        };
        known[run.index] = Some(games);
        Ok((run, games))
    };
    runs.into_iter().map(with_games).collect()
}

impl Desk<'_> {
    /// Takes runs until there are no more.
    fn work(&self, threads: usize) {
        let next = || {
            self.queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        };
        while let Some((run, games)) = next() {
            let share = self.progress.share(games);
            let done = self.sweep.complete(&run, threads, &share);
            drop(share);
            self.note(&run, done);
        }
    }

    fn note(&self, run: &Planned<'_>, done: Result<()>) {
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        match done {
            Ok(()) => {
                report.finished += 1;
                self.progress
                    .label(format!("{}/{} runs", report.finished, self.all));
                self.progress
                    .message(format!("last {}, seed {}", run.arm.name, run.seed));
            }
            Err(error) if error.is::<Locked>() => {
                let path = run.dir.path().to_owned();
                report.locked.insert(run.number, path);
            }
            Err(error) => report.fail(run, &error),
        }
    }
}

impl Sweep {
    /// Brings a run to its end, from wherever it is.
    fn complete(&self, run: &Planned<'_>, threads: usize, share: &Share<'_>) -> Result<()> {
        if let State::Absent = run.state()? {
            let created = RunDir::create(run.dir.path(), self.experiment(run));
            // Another process may have made it at the same time.
            if !run.dir.is_run() {
                created?;
            }
        }
        let session = Session::open(run.dir.clone(), None)?;
        let watch = Watch::Among(share);
        on_threads(threads, || session.complete(threads, &watch))??;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_share_all_threads() {
        assert!(parts(8, 3).eq([3, 3, 2]));
        assert!(parts(2, 2).eq([1, 1]));
        assert!(parts(5, 1).eq([5]));
    }

    #[test]
    fn shards_share_all_runs() {
        for of in 1..=7 {
            let mut all: Vec<u32> = (1..=of)
                .flat_map(|number| Shard { number, of }.of(1..=10))
                .collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(1..=10));
        }
        let third = Shard::parse("3/4").unwrap();
        assert!(third.of(1..=10).eq([3, 7]));
        for text in ["0/4", "5/4", "1", "1/", "-1/2", "1/0", "a/b"] {
            Shard::parse(text).unwrap_err();
        }
    }
}
