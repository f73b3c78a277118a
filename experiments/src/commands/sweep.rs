//! `warri sweep`: a grid of settings times seeds.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::{Args, ValueHint};
use serde_json::json;

use super::arguments::count;
use crate::built_in::{SWEEPS, find, list};
use crate::columns::align;
use crate::estimate::is_extrapolated;
use crate::experiment::Experiment;
use crate::interrupt::on_interrupt;
use crate::pool::{on_threads, threads};
use crate::report::{command, duration, percent, thousands, typed};
use crate::sweep::{
    self, ArmResults, Draft, Forecast, Plan, Report, Shard, Work, arm_results, forecasts, sum_up,
};
use crate::terminal::print;
use crate::words::plural;

/// Arguments of `warri sweep`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri sweep search-depth --dry-run     (built in; --list shows all)
  warri sweep sweep.toml --jobs 2
  warri sweep sweep.toml --shard 3/8     (in each of eight processes, 1/8 to 8/8)
  warri sweep runs/NAME")]
pub(crate) struct Sweep {
    /// Sweep (TOML) or a built-in one, or the folder of one to go on with
    #[arg(value_name = "FILE|DIR", required_unless_present = "list", value_hint = ValueHint::AnyPath)]
    file: Option<PathBuf>,
    /// Folder of all its runs, which are DIR/ARM/SEED [default: runs/NAME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Runs at once, each with its part of the threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<usize>)]
    jobs: usize,
    /// Threads that play, all runs together [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// Only the runs number I, I+N, I+2N and so on, of all counted from 1
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Show the arms, the games and the estimated time; write nothing
    #[arg(long)]
    dry_run: bool,
    /// List the built-in sweeps
    #[arg(long)]
    list: bool,
    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// The most runs at once.
const MOST_JOBS: usize = 256;

impl Sweep {
    pub(crate) fn run(self) -> Result<()> {
        let Some(file) = self.file.as_deref().filter(|_| !self.list) else {
            return list(SWEEPS, "sweep search-depth --dry-run");
        };
        let threads = threads(self.threads)?;
        ensure!(
            (1..=MOST_JOBS).contains(&self.jobs),
            "--jobs {}: expected a whole number from 1 to {MOST_JOBS}",
            self.jobs
        );
        if file.is_dir() && (sweep::Sweep::is_in(file) || find(SWEEPS, file).is_none()) {
            ensure!(
                self.out.is_none(),
                "--out: expected none, as {} is the folder of a sweep",
                file.display()
            );
            let sweep = sweep::Sweep::open(file)?;
            if self.dry_run {
                return self.show(
                    &sweep.plan,
                    &sweep.experiments,
                    sweep.folder(),
                    threads,
                    file,
                );
            }
            return self.work(&sweep, threads);
        }
        let draft = Draft::read(file)?;
        let default = || Path::new("runs").join(&draft.plan.name);
        let folder = self.out.clone().unwrap_or_else(default);
        if self.dry_run {
            if folder.exists() {
                sweep::Sweep::check_same(&draft, &folder)?;
            }
            return self.show(&draft.plan, &draft.experiments, &folder, threads, file);
        }
        self.work(&sweep::Sweep::keep(&draft, &folder)?, threads)
    }

    /// Does what is to be done, and says what came of it.
    fn work(&self, sweep: &sweep::Sweep, threads: usize) -> Result<()> {
        let begun = Instant::now();
        let go_on = self.again(sweep.folder());
        let next = go_on.clone();
        on_interrupt(move || {
            eprintln!(
                "\ninterrupted; nothing is lost but the unfinished generations. Go on with:\n  {next}"
            );
        })?;
        let work = Work {
            shard: self.shard.unwrap_or(Shard::ALL),
            jobs: self.jobs,
            threads,
            quiet: self.quiet,
        };
        let mut report = work.run(sweep)?;
        let (results, complete) = sum_up(sweep, work.shard, &mut report)?;
        let arms = arm_results(sweep, &results);
        if self.json {
            print(as_json(sweep, &report, &arms, begun.elapsed()))?;
        } else if !self.quiet {
            let head = head(sweep, &report, &arms, begun.elapsed());
            print(format!(
                "{head}\n\n{}\n{}",
                table(&arms),
                written(sweep, complete, &go_on)
            ))?;
        }
        report.verdict()
    }

    /// How to go on in the same way.
    fn again(&self, folder: &Path) -> String {
        let mut text = format!("sweep {}", typed(folder));
        if self.jobs > 1 {
            text += &format!(" --jobs {}", self.jobs);
        }
        if let Some(threads) = self.threads {
            text += &format!(" --threads {threads}");
        }
        if let Some(Shard { number, of }) = self.shard {
            text += &format!(" --shard {number}/{of}");
        }
        command(&text)
    }

    /// Shows what would be done.
    fn show(
        &self,
        plan: &Plan,
        experiments: &[Experiment],
        folder: &Path,
        threads: usize,
        file: &Path,
    ) -> Result<()> {
        let shard = self.shard.unwrap_or(Shard::ALL);
        let mut report = Report::default();
        let forecasts = || forecasts(plan, experiments, folder, shard, &mut report);
        let arms = on_threads(threads, forecasts)??;
        let all = plan.arms.len() * plan.seeds.count();
        if self.json {
            let folder = folder.display().to_string();
            let name = &plan.name;
            let object = json!({ "name": name, "folder": folder, "runs": all, "arms": arms });
            print(object.to_string())?;
            return report.verdict();
        }
        let left = arms.iter().map(|arm| arm.runs).sum::<u64>();
        let next = match left {
            0 => command(&format!("compare {}", typed(folder))),
            _ => self.without_dry_run(file),
        };
        print(format!(
            "{}\n{left} of {all} runs to do, seeds {} of {}, to {}.\n\
             {} training and test games{}, about {} on {threads} thread(s){}.\n\n\
             Next:\n  {next}",
            forecast_table(&arms),
            plan.seeds,
            plural(plan.arms.len() as i32, "arm", "arms"),
            folder.display(),
            thousands(arms.iter().map(|arm| arm.games).sum()),
            match arms.iter().map(|arm| arm.decisions).sum() {
                0 => String::new(),
                decisions => format!(", {} endgame decisions", thousands(decisions)),
            },
            time(arms.iter().map(|arm| arm.seconds).sum()),
            if experiments.iter().any(is_extrapolated) {
                ", extrapolated from shallower searches"
            } else {
                ""
            },
        ))?;
        report.verdict()
    }

    fn without_dry_run(&self, file: &Path) -> String {
        let again = self.again(file);
        match &self.out {
            Some(out) => format!("{again} --out {}", typed(out)),
            None => again,
        }
    }
}

/// What the arms take, a line each.
fn forecast_table(arms: &[Forecast]) -> String {
    let head = ["arm", "runs", "games", "time"].map(str::to_owned);
    let row = |arm: &Forecast| {
        let numbers = [
            arm.runs.to_string(),
            thousands(arm.games),
            time(arm.seconds),
        ];
        [arm.arm.clone()].into_iter().chain(numbers).collect()
    };
    let rows: Vec<Vec<String>> = [head.to_vec()]
        .into_iter()
        .chain(arms.iter().map(row))
        .collect();
    align(&rows)
}

fn time(seconds: f64) -> String {
    duration(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// How many runs are done, and what was in the way of others.
fn head(sweep: &sweep::Sweep, report: &Report, arms: &[ArmResults], took: Duration) -> String {
    let finished: usize = arms.iter().map(|arm| arm.finished).sum();
    let all: usize = arms.iter().map(|arm| arm.runs).sum();
    let mut text = format!(
        "{}: {finished} of {all} runs are done, {} of them now, in {}",
        sweep.folder().display(),
        report.finished,
        duration(took)
    );
    if !report.locked.is_empty() {
        let runs: Vec<String> = report
            .locked
            .values()
            .map(|run| run.display().to_string())
            .collect();
        text += &format!(
            "\nLeft to another warri that is at them: {}",
            runs.join(", ")
        );
    }
    text
}

/// The arms with their results, a line each.
fn table(arms: &[ArmResults]) -> String {
    let mut opponents: Vec<&str> = Vec::new();
    for score in arms.iter().flat_map(|arm| &arm.scores) {
        if !opponents.contains(&score.opponent.as_str()) {
            opponents.push(&score.opponent);
        }
    }
    let head = ["arm", "runs", "games", "time"]
        .into_iter()
        .chain(opponents.clone());
    let mut rows = vec![head.map(str::to_owned).collect::<Vec<String>>()];
    for arm in arms {
        let mut row = vec![
            arm.arm.clone(),
            format!("{}/{}", arm.finished, arm.runs),
            thousands(arm.games),
            arm.seconds.map_or_else(|| "-".to_owned(), time),
        ];
        row.extend(opponents.iter().map(|opponent| {
            let score = arm.scores.iter().find(|score| score.opponent == *opponent);
            score.map_or_else(|| "-".to_owned(), |score| percent(score.score))
        }));
        rows.push(row);
    }
    let mut text = align(&rows);
    if !opponents.is_empty() {
        text += "Scores of the champions on openings they never saw: the interquartile mean over the \
                 runs.\nGames are those of training.\n";
    }
    text
}

/// What is where, and what to type next.
fn written(sweep: &sweep::Sweep, complete: bool, go_on: &str) -> String {
    let folder = sweep.folder();
    let (summary, next) = if complete {
        let next = ["compare", "plot"].map(|what| command(&format!("{what} {}", typed(folder))));
        ("\n  summary.csv    a row a run", next.join("\n  "))
    } else {
        ("", go_on.to_owned())
    };
    format!(
        "Written to {}:\n  \
         ARM/SEED/      the runs, a directory each\n  \
         sweep.toml     the sweep with all settings of each arm{summary}\n\n\
         Next:\n  {next}",
        folder.display()
    )
}

fn as_json(sweep: &sweep::Sweep, report: &Report, arms: &[ArmResults], took: Duration) -> String {
    let failed: Vec<_> = report
        .failed
        .values()
        .map(|(run, message)| json!({ "run": run.display().to_string(), "message": message }))
        .collect();
    let locked = report.locked.values().map(|run| run.display().to_string());
    json!({
        "name": sweep.plan.name,
        "folder": sweep.folder().display().to_string(),
        "runs": arms.iter().map(|arm| arm.runs).sum::<usize>(),
        "finished": arms.iter().map(|arm| arm.finished).sum::<usize>(),
        "finished_now": report.finished,
        "seconds": took.as_secs_f64(),
        "locked": locked.collect::<Vec<String>>(),
        "failed": failed,
        "arms": arms,
    })
    .to_string()
}
