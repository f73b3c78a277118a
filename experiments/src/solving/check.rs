//! Tables against a second solver.

use anyhow::{Result, ensure};
use serde::Serialize;
use warri_engine::endgame::PlainSolver;

use super::Job;
use crate::report::thousands;

/// So many seeds a plain solver can do with.
const MOST_PLAIN: u8 = 12;

/// How a layer compares.
#[derive(Serialize)]
pub(crate) struct Checked {
    seeds: u8,
    positions: u64,
    /// Whether it was in the folder.
    stored: bool,
    /// Positions in which the two solvers disagree.
    pub(crate) differ: usize,
}

impl Checked {
    /// In a line.
    pub(crate) fn line(&self) -> String {
        let verdict = match self.differ {
            0 => "same".to_owned(),
            differ => format!("{differ} differ"),
        };
        let from = if self.stored { "table" } else { "solved" };
        format!(
            "{:>5} {:>11}  {from:<7} {verdict}",
            self.seeds,
            thousands(self.positions)
        )
    }

    /// What stands above the lines.
    pub(crate) const HEADING: &str = "seeds   positions  from    a plain solver finds";
}

/// Compares each layer with what a plain solver finds; `each` hears of it.
pub(crate) fn check(job: &Job<'_>, mut each: impl FnMut(Checked) -> Result<()>) -> Result<()> {
    ensure!(
        job.seeds <= MOST_PLAIN,
        "--check --seeds {}: a plain solver takes too much memory and time for so many: expected \
         {MOST_PLAIN} or fewer",
        job.seeds
    );
    let mut plain = PlainSolver::new(job.variant);
    job.run(|endgames, layer| {
        plain.solve();
        each(Checked {
            seeds: layer.seeds,
            positions: layer.positions,
            stored: layer.seconds.is_none(),
            differ: endgames.differences(&plain),
        })
    })?;
    Ok(())
}
