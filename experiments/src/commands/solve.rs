//! `warri solve`: exact endgame tables.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::json;
use warri_engine::endgame::{Endgames, LayerReport, MOST_SEEDS, positions_played_differently};
use warri_engine::{HOUSES, Position, RawPosition, SEEDS, Side, Variant};

use super::arguments::{count, variant};
use crate::interrupt::on_interrupt;
use crate::pool::{on_threads, threads};
use crate::report::{command, memory, thousands, typed};
use crate::solving::{Checked, Job, Layer, Report, allow, check, needed};
use crate::tables;
use crate::terminal::print;
use crate::words::plural;

/// Arguments of `warri solve`.
#[derive(Args)]
#[command(after_help = "\
A layer has all positions with so many seeds on the board. Layers that are in the
folder are read, so an interrupted command goes on where it was.

Examples:
  warri solve --seeds 12
  warri solve --variant bridgetown --seeds 16 --memory 2
  warri solve --seeds 8 --check
  warri solve --seeds 10 --report --beside bridgetown")]
pub(crate) struct Solve {
    /// The most seeds on the board
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = seeds)]
    seeds: u8,
    /// Rules
    #[arg(long, default_value_t, value_parser = variant())]
    variant: Variant,
    /// Folder to write the tables to [default: that of --tables]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Refuse what takes more memory
    #[arg(long, value_name = "GIB", value_parser = gib)]
    memory: Option<f64>,
    /// Compare the tables with a second solver, up to 12 seeds; write nothing
    #[arg(long, conflicts_with_all = ["report", "memory"])]
    check: bool,
    /// Also what the positions of each layer have in common
    #[arg(long)]
    report: bool,
    /// In the report, where these rules have other best moves
    #[arg(long, value_name = "VARIANT", requires = "report", value_parser = variant())]
    beside: Option<Variant>,
    /// Threads that solve [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// A number of seeds on the board.
fn seeds(text: &str) -> Result<u8, String> {
    let seeds = text.parse().ok().filter(|&seeds| seeds <= MOST_SEEDS);
    seeds.ok_or_else(|| format!("expected a whole number from 0 to {MOST_SEEDS}"))
}

/// A number of GiB.
fn gib(text: &str) -> Result<f64, String> {
    let gib = text.parse().ok();
    gib.filter(|gib: &f64| gib.is_finite() && *gib > 0.0)
        .ok_or_else(|| "expected a number of GiB above 0".to_owned())
}

/// What was solved and read.
#[derive(Serialize)]
struct Summary {
    variant: Variant,
    seeds: u8,
    folder: String,
    layers: u32,
    positions: u64,
    /// How many of these were solved, not read.
    layers_solved: u32,
    positions_solved: u64,
    /// What solving them took.
    seconds: f64,
    positions_per_s: Option<f64>,
    /// Of all files together.
    bytes: u64,
    /// Of the content of the last table.
    sha256: String,
    /// Bytes that were counted on.
    memory: u64,
}

impl Solve {
    pub(crate) fn run(self) -> Result<()> {
        let threads = threads(self.threads)?;
        ensure!(
            self.beside != Some(self.variant),
            "--beside {}: expected other rules than those that are solved",
            self.variant
        );
        let job = self.job();
        if self.check {
            return on_threads(threads, || self.compare(&job))?;
        }
        if let Some(limit) = self.memory {
            allow(&job, limit)?;
        }
        if job.is_done() {
            // Nothing is written, so the folder may be one that cannot be.
            return on_threads(threads, || self.solve(&job))?;
        }
        let _lock = job.lock()?;
        let kept = job.folder.display().to_string();
        on_interrupt(move || {
            eprintln!(
                "\ninterrupted; the layers that were solved are in {kept}. \
                 The same command goes on"
            );
        })?;
        on_threads(threads, || self.solve(&job))?
    }

    fn job(&self) -> Job<'_> {
        Job {
            variant: self.variant,
            seeds: self.seeds,
            folder: self.out.as_deref().unwrap_or_else(|| tables::folder()),
            keep: !self.check,
            beside: self.beside,
            quiet: self.quiet,
        }
    }

    fn solve(&self, job: &Job<'_>) -> Result<()> {
        let mut report = Report::new(self.variant, self.beside);
        let beside = self.beside.map(|variant| tables::load(variant, self.seeds));
        let beside = beside.transpose()?;
        let mut summary = Summary::new(job);
        if !self.quiet {
            eprintln!("This takes {} of memory.", memory(summary.memory));
        }
        job.run(|endgames, layer| {
            if self.report {
                add(&mut report, endgames, beside.as_deref(), &layer);
            }
            summary.add(layer);
            Ok(())
        })?;
        summary.finish();
        match (self.report, self.json) {
            (true, true) => print(serde_json::to_string(&report)?),
            (false, true) => print(serde_json::to_string(&summary)?),
            (true, false) => print(format!("{}\n\n{}", report.draw(), self.summed_up(&summary))),
            (false, false) => print(self.summed_up(&summary)),
        }
    }

    /// What was written where, and what to type next.
    fn summed_up(&self, summary: &Summary) -> String {
        let folder = self.job().folder;
        let last = tables::file(folder, self.variant, self.seeds);
        format!(
            "{}: {} of {} in {}\n{}\nAll files together have {} bytes. SHA-256 of what {} holds:\n  {}\n\nNext, a position with {}:\n  {}",
            self.variant,
            thousands(summary.positions),
            plural(summary.layers as i32, "layer", "layers"),
            folder.display(),
            summary.solving(),
            thousands(summary.bytes),
            last.file_name().unwrap_or_default().display(),
            summary.sha256,
            plural(self.seeds.into(), "seed", "seeds"),
            self.next(folder)
        )
    }

    /// A command that uses the tables.
    fn next(&self, folder: &Path) -> String {
        let position = example(self.seeds).to_string();
        let mut next = format!("probe {}", typed(Path::new(&position)));
        if self.variant != Variant::default() {
            next += &format!(" --variant {}", self.variant);
        }
        if self.out.is_some() || folder != Path::new("tables") {
            next += &format!(" --tables {}", typed(folder));
        }
        command(&next)
    }

    /// Compares with a second solver.
    fn compare(&self, job: &Job<'_>) -> Result<()> {
        let mut layers = Vec::new();
        check(job, |checked| {
            if !self.json {
                if layers.is_empty() {
                    print(Checked::HEADING)?;
                }
                print(checked.line())?;
            }
            layers.push(checked);
            Ok(())
        })?;
        let differing = layers.iter().filter(|layer| layer.differ > 0).count();
        if self.json {
            print(json!({ "variant": self.variant, "layers": layers }).to_string())?;
        }
        ensure!(
            differing == 0,
            "{}: {differing} of {} layers of {} differ from what a plain solver finds",
            job.folder.display(),
            layers.len(),
            self.variant
        );
        if self.json {
            return Ok(());
        }
        print(format!(
            "\nTwo solvers that have only the rules in common agree.\n\nNext:\n  {}",
            self.next(job.folder)
        ))
    }
}

impl Summary {
    fn new(job: &Job<'_>) -> Summary {
        Summary {
            variant: job.variant,
            seeds: job.seeds,
            folder: job.folder.display().to_string(),
            layers: 0,
            positions: 0,
            layers_solved: 0,
            positions_solved: 0,
            seconds: 0.0,
            positions_per_s: None,
            bytes: 0,
            sha256: String::new(),
            memory: needed(job),
        }
    }

    fn add(&mut self, layer: Layer) {
        self.layers += 1;
        self.positions += layer.positions;
        if let Some(seconds) = layer.seconds {
            self.layers_solved += 1;
            self.positions_solved += layer.positions;
            self.seconds += seconds;
        }
        self.bytes += layer.bytes.unwrap_or(0);
        self.sha256 = layer.sha256.unwrap_or_default();
    }

    fn finish(&mut self) {
        let rate = self.positions_solved as f64 / self.seconds;
        self.positions_per_s = Some(rate).filter(|rate| rate.is_finite());
    }

    /// What was solved, in a sentence.
    fn solving(&self) -> String {
        let Some(rate) = self.positions_per_s else {
            return "All were there already.".to_owned();
        };
        let there = match self.layers - self.layers_solved {
            0 => String::new(),
            read => format!(
                "; {} there already",
                plural(read as i32, "layer was", "layers were")
            ),
        };
        format!(
            "Solved {} of them in {:.2} s ({} a second){there}.",
            thousands(self.positions_solved),
            self.seconds,
            thousands(rate as u64)
        )
    }
}

/// Adds a layer, whose progress is still known.
fn add(report: &mut Report, endgames: &Endgames, beside: Option<&Endgames>, layer: &Layer) {
    if let Some(counts) = LayerReport::of(endgames, layer.seeds) {
        let differs = |beside| positions_played_differently(endgames, beside, layer.seeds);
        report.add(counts, beside.and_then(differs), layer.seconds);
    }
}

/// A position with so many seeds on the board, and the others in the stores.
fn example(seeds: u8) -> Position {
    let mut houses = [[0; HOUSES]; 2];
    for seed in 0..usize::from(seeds) {
        // Steps of five come to every house.
        let house = 5 * (seed + 1) % (2 * HOUSES);
        houses[house / HOUSES][house % HOUSES] += 1;
    }
    let captured = SEEDS - seeds;
    let raw = RawPosition {
        houses,
        stores: [captured / 2, captured - captured / 2],
        to_move: Side::South,
    };
    // The sum is 48, so this is one.
    Position::try_from(raw).unwrap_or(Position::START)
}
