//! Solving endgames: layer after layer, each kept as soon as it is there.

mod check;
mod memory;
mod report;

use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use warri_engine::Variant;
use warri_engine::endgame::{Endgames, positions_with};

pub(crate) use check::{Checked, check};
pub(crate) use memory::{allow, needed};
pub(crate) use report::{Report, Row};

use crate::folder::{Locked, lock};
use crate::progress::Progress;
use crate::tables::{file, read, write};

/// What is to be solved.
pub(crate) struct Job<'a> {
    pub(crate) variant: Variant,
    /// The most seeds on the board.
    pub(crate) seeds: u8,
    /// Layers that are there are read, not solved.
    pub(crate) folder: &'a Path,
    /// Whether others are written there.
    pub(crate) keep: bool,
    /// Other rules whose tables, with as many seeds, are held meanwhile.
    pub(crate) beside: Option<Variant>,
    pub(crate) quiet: bool,
}

/// A layer that was solved or read just now.
pub(crate) struct Layer {
    pub(crate) seeds: u8,
    pub(crate) positions: u64,
    /// How long it took to solve, if it was not read.
    pub(crate) seconds: Option<f64>,
    /// The checksum of its table, if there is one.
    pub(crate) sha256: Option<String>,
    /// The bytes of its file, likewise.
    pub(crate) bytes: Option<u64>,
}

impl Job<'_> {
    /// Whether all layers are in the folder, so that nothing will be written.
    pub(crate) fn is_done(&self) -> bool {
        (0..=self.seeds).all(|seeds| file(self.folder, self.variant, seeds).exists())
    }

    /// Makes the folder, if it is not there, and keeps other solvers from
    /// writing to it.
    pub(crate) fn lock(&self) -> Result<File> {
        let named = self.folder.display();
        ensure!(
            !self.folder.is_file(),
            "{named}: a file: expected a folder for endgame tables"
        );
        fs::create_dir_all(self.folder).with_context(|| format!("cannot make {named}"))?;
        lock(self.folder).map_err(|error| match error.is::<Locked>() {
            true => {
                anyhow!("{named}: another warri is making endgame tables there; wait until it ends")
            }
            false => error,
        })
    }

    /// Reads or solves all layers in order, on the current rayon pool. `each`
    /// hears of every layer while its progress is still known.
    pub(crate) fn run(
        &self,
        mut each: impl FnMut(&Endgames, Layer) -> Result<()>,
    ) -> Result<Endgames> {
        let mut endgames = Endgames::new(self.variant);
        let mut bar = Bar::new(self);
        for seeds in 0..=self.seeds {
            let layer = if file(self.folder, self.variant, seeds).exists() {
                self.read(&mut endgames, seeds)?
            } else {
                self.solve(&mut endgames, seeds, &mut bar)?
            };
            bar.done(&layer);
            each(&endgames, layer)?;
            endgames.forget_progress();
        }
        Ok(endgames)
    }

    fn read(&self, endgames: &mut Endgames, seeds: u8) -> Result<Layer> {
        let path = file(self.folder, self.variant, seeds);
        let stored = read(&path, self.variant, seeds)
            .map_err(|error| anyhow!("{error:#}; the layer is solved anew once it is removed"))?;
        endgames.push(stored.layer)?;
        Ok(Layer {
            seeds,
            positions: positions_with(seeds) as u64,
            seconds: None,
            sha256: Some(stored.sha256),
            bytes: Some(size(&path)?),
        })
    }

    fn solve(&self, endgames: &mut Endgames, seeds: u8, bar: &mut Bar) -> Result<Layer> {
        let begun = Instant::now();
        bar.begin(seeds);
        let layer = endgames.solve(|round| bar.round(round));
        let seconds = begun.elapsed().as_secs_f64();
        let mut done = Layer {
            seeds,
            positions: layer.len() as u64,
            seconds: Some(seconds),
            sha256: None,
            bytes: None,
        };
        if self.keep {
            done.sha256 = Some(write(self.folder, layer)?);
            done.bytes = Some(size(&file(self.folder, self.variant, seeds))?);
        }
        Ok(done)
    }
}

fn size(path: &Path) -> Result<u64> {
    let metadata = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(metadata.len())
}

/// About as many rounds a layer has, as long as nothing more is known.
const MANY_ROUNDS: u32 = 100;

/// How far it is.
struct Bar {
    progress: Progress,
    /// Positions of the layers that are there.
    done: u64,
    /// Seeds and positions of the layer under work, and its rounds so far.
    seeds: u8,
    positions: u64,
    rounds: u32,
    /// Rounds of the layer before it, which are about as many.
    rounds_before: u32,
}

impl Bar {
    fn new(job: &Job<'_>) -> Bar {
        let all = (0..=job.seeds).map(positions_with).sum::<usize>();
        Bar {
            progress: Progress::counting("positions", all as u64, job.quiet),
            done: 0,
            seeds: 0,
            positions: 0,
            rounds: MANY_ROUNDS,
            rounds_before: 0,
        }
    }

    fn begin(&mut self, seeds: u8) {
        self.seeds = seeds;
        self.positions = positions_with(seeds) as u64;
        self.rounds_before = std::mem::take(&mut self.rounds);
    }

    /// A round begins. How many there will be is not known, so the layer is
    /// taken to be as far as this round is in the layer before.
    fn round(&mut self, round: u32) {
        self.rounds = round;
        let seeds = self.seeds;
        self.progress.label(format!("{seeds} seeds, round {round}"));
        let before = u64::from(self.rounds_before);
        let gone = u64::from(round).min(before);
        self.progress
            .at(self.done + self.positions * gone / (before + 1));
    }

    fn done(&mut self, layer: &Layer) {
        self.done += layer.positions;
        match layer.seconds {
            Some(_) => self.progress.at(self.done),
            // Reading says nothing of how fast it will go on.
            None => self.progress.start_at(self.done),
        }
    }
}
